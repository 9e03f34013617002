"""A room with a table beside a physical deck: no seed is sealed, and nothing is called proved."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, Card
from pitboss.client.promises import PinnedRounds
from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.room.audit.auditor import audit
from pitboss.room.people.accounts import AccountRole
from pitboss.room.requests import Request
from pitboss.room.seed_vault import SeedVault
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import TimeLimits
from pitboss.submission import example_filing
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.next_step import next_step
from pitboss.table.people import HOUSE_FLOOR
from pitboss.table.state import State
from pitboss.table.views import choices_for_seat
from pitboss.verify import verify
from tests.filings import complete
from tests.room.http.in_process_room import InProcessRoom, error_of
from tests.table.physical_tables import PHYSICAL, with_faces
from tests.table.tables import antes

GAME, TABLE = "holdem-bonus", "cards"
DEE = Person("Dee", Role.DEALER)
STACK: tuple[Card, ...] = tuple(DECK[(at * 23 + 7) % 52] for at in range(52))


async def open_table(house: InProcessRoom) -> None:
    """Create a table with a physical deck, and seat a player."""
    settings = TableSettings(("care",), None)
    hub = await house.room.create_table(TABLE, "Cards", GAME, settings, complete(GAME, PHYSICAL))
    await submit(house, c.Approve(hub.actor.committed_state.proposed), HOUSE_FLOOR)
    ann = await house.sign_in("Ann")
    for command in (c.TakeSeat(1), c.BuyIn(500_00)):
        assert (await ann.execute(command, table=TABLE)).status_code == 200


async def submit(house: InProcessRoom, command: c.Command, by: Person = DEE) -> None:
    """Carry out a command at the table."""
    await house.room.hub(TABLE).writer.submit(Request(by, command, ""))


def state_of(house: InProcessRoom) -> State:
    return house.room.hub(TABLE).actor.committed_state


async def play_to(house: InProcessRoom, phase: Phase) -> None:
    """Play until the round is in a phase; the dealer enters everything."""
    chance = Random(4)
    while (round_ := state_of(house).round) is None or round_.phase is not phase:
        state = state_of(house)
        step = next_step(state)
        if round_ is None or round_.phase is Phase.CLOSED:
            await submit(house, c.OpenRound())
        elif round_.phase is Phase.BETTING:
            await submit(house, c.PlaceWagers(1, antes(GAME), round=round_.number))
            await submit(house, c.NoMoreBets(round=round_.number))
        elif round_.turn is not None:
            names = [choice.decision for choice in choices_for_seat(state, 1)]
            decision = chance.choice([name for name in names if name != "fold"])
            await submit(house, c.Decide(1, decision))
        else:
            assert step is not None
            await submit(house, with_faces(state, step.command, STACK))


async def test_a_room_goes_on_with_a_physical_round(tmp_path: Path) -> None:
    """It has no sealed seed: a restart, even with another key, loses nothing."""
    async with InProcessRoom(tmp_path, games={}) as house:
        await open_table(house)
        await play_to(house, Phase.PLAYING)
        assert await house.store.sealed_seed(TABLE, 1) is None
        result = await audit(house.store)
        assert result.findings == ()
    again = InProcessRoom(tmp_path, games={})
    again.room._vault = SeedVault(bytes(31) + b"1")
    async with again as house:
        await play_to(house, Phase.CLOSED)
        result = await audit(house.store)
        assert (result.findings, result.rounds) == ((), 1)
        assert result.physical == {TABLE: 1}
        auditor = await house.sign_in("Olga", AccountRole.AUDITOR)
        answer = await auditor.get(f"/api/tables/{TABLE}/export")
        summary = verify(answer.content.splitlines(keepends=True))
        assert (summary.rounds, summary.physical) == (1, 1)
        assert b'"physical":true' in answer.content.splitlines()[-1]


async def test_a_player_sees_that_nothing_is_committed_to(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={}) as house:
        await open_table(house)
        ann, pins = await house.sign_in("Ann"), PinnedRounds()
        for phase in (Phase.BETTING, Phase.PLAYING, Phase.SETTLING, Phase.CLOSED):
            await play_to(house, phase)
            view: dict[str, Any] = (await ann.get(f"/api/tables/{TABLE}")).json()
            assert view["round"]["physical"] is True
            assert (view["round"]["root"], view["round"]["seed_hash"]) == ("", "")
            proofs = (await ann.get(f"/api/tables/{TABLE}/proofs")).json()
            assert (proofs["physical"], proofs["cards"], proofs["seed"]) == (True, [], "")
            assert pins.check(view, view["version"]) == ""
            assert pins.check_proofs(proofs, view, {}) == ""
            if phase is Phase.BETTING:
                refused = await ann.execute(c.AddEntropy("seven"), table=TABLE)
                assert "physical deck" in error_of(refused)
            if phase is Phase.PLAYING:
                cards = view["round"]["seats"]["1"].get("cards", ())
                assert set(cards) <= {"??"}


def test_a_round_that_promised_something_cannot_become_physical() -> None:
    """A room that turns a committed round into a physical one is caught."""
    pins = PinnedRounds()
    round_ = {"number": 1, "phase": "bets are open", "root": "ab", "seed_hash": "cd", "rules": ""}
    assert pins.check({"round": round_}, 1) == ""
    later = {"round": round_ | {"root": "", "seed_hash": "", "physical": True}}
    assert "the commitment was changed" in pins.check(later, 2)
    round_at_close = {
        "round": round_ | {"phase": Phase.CLOSED.value, "physical": True},
        "table": "t",
    }
    assert "never revealed" in pins.check(round_at_close, 3)


async def test_the_house_cannot_deal_a_physical_deck(tmp_path: Path) -> None:
    words = "the house deals at this table, and cannot deal a physical deck"
    async with InProcessRoom(tmp_path, games={}) as house:
        settings = TableSettings(("everything",), TimeLimits())
        with pytest.raises(Refused, match=words):
            await house.room.create_table("no", "No", GAME, settings, complete(GAME, PHYSICAL))
        await house.room.create_table(TABLE, "Cards", GAME, settings)
        filing = c.FileSubmission(example_filing(find_game(GAME), PHYSICAL))
        with pytest.raises(Refused, match=words):
            await submit(house, c.Propose(filing))
