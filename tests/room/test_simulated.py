"""TEST-1: a whole room in one process, with a clock, a network and a disk that are made up."""

from collections.abc import Sequence

import pytest

from pitboss.room import actor
from pitboss.room.asks import Ask
from pitboss.room.sim import rogues, whole
from pitboss.room.sim.disk import Disk
from pitboss.room.sim.run import Failure, Nights, night, nights
from pitboss.room.store import Answer, Batch, Unavailable
from pitboss.table import commands as c

MINUTES = 4.0
SOME = 14
FAULTS = {
    "a commit failed",
    "a commit was uncertain, and done",
    "a commit was uncertain, and not done",
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


ATTACKS = {f"attack: {attack.__name__.replace('_', ' ')}" for attack in rogues.ATTACKS} | {
    "attack: approve the own proposal",
    "attack: report a player who is there",
}


def _check(found: Nights, nights: int) -> None:
    print(f"\n{found.lines:,} lines, {found.rounds:,} rounds,", found.reached)
    assert found.seeds == nights
    assert found.reached.keys() >= FAULTS | ATTACKS
    assert found.rounds > 4 * nights
    assert found.reads > 100 * nights
    assert found.frames["change"] > 40 * nights


@pytest.mark.slow
def test_some_nights_hold() -> None:
    """Nothing that was acknowledged is lost or doubled, nobody sees what was not committed, the
    books balance, and no attack succeeds, every morning.
    """
    _check(nights("test", SOME, lambda _: None, MINUTES), SOME)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(20))
def test_2000_nights_hold(chunk: int) -> None:
    _check(nights(f"soak {chunk}", 100, lambda _: None, MINUTES), 100)


def test_the_same_seed_is_the_same_night() -> None:
    one, other = night("twice", MINUTES), night("twice", MINUTES)
    assert one.reached == other.reached
    for table in one.tables:
        assert one.kept.streams[table].head == other.kept.streams[table].head
    assert whole.money(one) == whole.money(other)


def test_another_seed_is_another_night() -> None:
    assert night("one", MINUTES).reached != night("another", MINUTES).reached


# Faults of the room that a night must find


def test_a_disk_that_forgets_what_it_acknowledged(monkeypatch: pytest.MonkeyPatch) -> None:
    write, told = Disk._write, [0]

    def forgetful(self: Disk, batch: Batch) -> None:
        told[0] += 1
        if told[0] % 40:
            write(self, batch)

    monkeypatch.setattr(Disk, "_write", forgetful)
    with pytest.raises(Failure):
        nights("forgetful", 3, lambda _: None, MINUTES)


def test_a_room_that_keeps_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked again is done again."""

    def other_key(ask: Ask, _: str, version: int) -> Answer:
        return Answer(ask.account, f"{ask.key} {version}", ask.body, b"{}")

    monkeypatch.setattr(actor, "_answer", other_key)
    with pytest.raises(Failure, match="is lost"):
        nights("double", 3, lambda _: None, MINUTES)


def test_a_room_that_does_not_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk did not take a batch, and the table goes on as if it had."""
    together = actor.TableActor._together

    async def stubborn(self: actor.TableActor, asks: Sequence[Ask]) -> None:
        try:
            await together(self, asks)
        except Unavailable:
            self.table.say(c.Disable("table", "nobody wrote this"))
            raise

    monkeypatch.setattr(actor.TableActor, "_together", stubborn)
    with pytest.raises(Failure):
        nights("stubborn", 5, lambda _: None, MINUTES)
