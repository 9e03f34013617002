"""TEST-1: a whole room in one process with a simulated clock, network and disk."""

from collections.abc import Sequence

import pytest

from pitboss.room import stored_table, table_actor
from pitboss.room.people.accounts import Account
from pitboss.room.requests import Request
from pitboss.room.room import Room
from pitboss.room.store import Batch, StoredResponse, StoreUnavailable
from pitboss.table import commands as c
from tests.room.simulator import players, run
from tests.room.simulator.faulty_disk import FaultyDisk
from tests.room.simulator.run import NightFailure, NightsSummary, run_night, run_nights

MINUTES = 4.0
SOME = 14
FAULTS = {
    "a commit failed",
    "a commit was uncertain, and done",
    "a commit was uncertain, and not done",
    "a guest ended",
    "a guest kept the account",
    "a request came twice",
    "a request was lost",
    "an answer was lost",
    "a round was resumed where it was",
    "the disk was full",
    "the key was lost",
    "the power failed",
    "the program was paused",
    "the wall clock jumped",
}


ATTACKS = {f"attack: {attack.__name__.replace('_', ' ')}" for attack in players.ATTACKS} | {
    "attack: approve the own proposal",
    "attack: report a player who is there",
}


def _check(result: NightsSummary, nights: int) -> None:
    print(f"\n{result.lines:,} lines, {result.rounds:,} rounds,", result.reached)
    assert result.seeds == nights
    assert result.reached.keys() >= FAULTS | ATTACKS
    assert result.rounds > 4 * nights
    assert result.reads > 100 * nights
    assert result.frames["change"] > 40 * nights


@pytest.mark.slow
def test_some_nights_pass() -> None:
    """No seed of a few nights finds a fault.

    Nothing acknowledged is lost or repeated, nobody sees what was not committed, the books balance,
    and no attack succeeds.
    """
    _check(run_nights("test", SOME, lambda _: None, MINUTES), SOME)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(20))
def test_2000_nights_pass(chunk: int) -> None:
    _check(run_nights(f"soak {chunk}", 100, lambda _: None, MINUTES), 100)


def test_same_seed_repeats_the_night() -> None:
    one, other = run_night("twice", MINUTES), run_night("twice", MINUTES)
    assert one.coverage == other.coverage
    for table in one.tables:
        assert one.disk_contents.streams[table].head == other.disk_contents.streams[table].head
    assert run.player_balances(one) == run.player_balances(other)


def test_another_seed_changes_the_night() -> None:
    assert run_night("one", MINUTES).coverage != run_night("another", MINUTES).coverage


# Faults of the room that a night must detect


def test_disk_that_loses_acknowledged_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    write, writes = FaultyDisk._write, [0]

    def forgetful(self: FaultyDisk, batch: Batch) -> None:
        writes[0] += 1
        if writes[0] % 40:
            write(self, batch)

    monkeypatch.setattr(FaultyDisk, "_write", forgetful)
    with pytest.raises(NightFailure):
        run_nights("forgetful", 3, lambda _: None, MINUTES)


def test_room_that_stores_no_responses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeated requests are executed again."""

    def other_key(request: Request, _: str, version: int, at: str) -> StoredResponse:
        return StoredResponse(
            request.account, f"{request.key} {version}", request.body_hash, b"{}", at
        )

    monkeypatch.setattr(stored_table, "_make_response", other_key)
    with pytest.raises(NightFailure, match="is lost"):
        run_nights("double", 3, lambda _: None, MINUTES)


def test_room_that_does_not_roll_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk refuses a batch, and the table continues as if it were stored."""
    together = table_actor.TableActor._execute_together

    async def stubborn(self: table_actor.TableActor, requests: Sequence[Request]) -> None:
        try:
            await together(self, requests)
        except StoreUnavailable:
            self.table.execute(c.Disable("table", "nobody wrote this"))
            raise

    monkeypatch.setattr(table_actor.TableActor, "_execute_together", stubborn)
    with pytest.raises(NightFailure):
        run_nights("stubborn", 5, lambda _: None, MINUTES)


def test_room_that_expires_active_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody_is_present(_: Room, __: Account) -> bool:
        return False

    monkeypatch.setattr(Room, "_is_present", nobody_is_present)
    with pytest.raises(NightFailure, match="ended, but has"):
        run_nights("absent", 10, lambda _: None, MINUTES)
