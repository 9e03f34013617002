"""A dealer's day by keys, from the opening count to the closing count, for every game."""

from typing import TypeVar

import pytest

from pitboss.table import Role
from pitboss.table import events as e
from pitboss.tui.dealer.dealer_session import DealerSession
from tests.rotation import only_games
from tests.tui.console_driver import LARGE, SMALL, Clock, Console, deal, dealer_session
from tests.tui.console_steps import check_log

ROUNDS = 2


T = TypeVar("T")


def events(session: DealerSession, kind: type[T]) -> list[T]:
    return [item.event for item in session.table.log if isinstance(item.event, kind)]


@pytest.mark.slow
@pytest.mark.parametrize("key", only_games("criss-cross", "let-it-ride"))
def test_a_whole_day_by_hand(key: str) -> None:
    async def day(console: Console) -> None:
        session = console.session
        while session.tally.rounds < ROUNDS:
            if (
                session.table.instruction.step == "CloseRound"
            ):  # all is settled, and the deck is in the rack
                assert " net" in console.text
            await console.step()
            assert session.note == ""
            assert session.table.instruction.what.split()[0] in console.words
        await console.page("p", "All players leave")
        await console.page("d", "Remove the deck from the table")
        await console.page("d", "Count the tray and close the table")
        await console.type(console.tray)
        await console.page("f", "Approve proposal")
        await console.type(console.tray)
        assert not session.table.state.day.open
        assert "closed." in session.sentences[-1]
        await console.press("q")
        assert not console.app.is_running

    session = deal(dealer_session(key, seats=2), day)
    check_log(session)
    assert len(events(session, e.RoundClosed)) == ROUNDS
    assert not events(session, e.StubCounted)  # the fifth round has not been played
    assert [x.over for x in events(session, e.OpeningCounted)] == [0]
    assert [x.over for x in events(session, e.ClosingCounted)] == [0]
    # Nothing was left to the house, except opening the table.
    opening_lines = [
        i for i, x in enumerate(session.table.log) if isinstance(x.event, e.SubmissionApproved)
    ]
    names = {
        item.by.name
        for item in session.table.log[opening_lines[0] + 1 :]
        if item.by.role != Role.PLAYER
    }
    assert names == {"Dealer", "Floorperson"}


def test_the_screen_shows_the_due_step_with_clause_and_text() -> None:
    async def day(console: Console) -> None:
        assert "▸ Dealer: count the chips in the tray." in console.words
        await console.until("OpenRound")
        assert "open betting" in console.words
        assert "Say: “Place your bets.”" in console.words
        assert "CCP 7.C" in console.words
        assert "Stub within 5 rounds" in console.words
        assert "Deck until 20:00 (8 h 00 min)" in console.words or "(8 h 00 min)" in console.words
        await console.step()
        assert "Say: “No more bets.”" in console.words
        await console.until("Decide")
        instruction = console.session.table.instruction
        assert instruction.said in console.words
        assert f"ask seat {instruction.seat}" in console.words
        before = len(console.session.sentences)
        await console.press("space")
        assert f"Seat {instruction.seat} decides:" in console.session.sentences[before]

    deal(dealer_session("criss-cross"), day)


def test_time_passes_and_an_old_deck_is_replaced() -> None:
    clock = Clock()

    async def day(console: Console) -> None:
        await console.until("OpenRound")
        clock.pass_by(hours=7, minutes=30)
        console.app.refresh_screen()
        assert "(30 min)" in console.words
        clock.pass_by(minutes=31)
        assert console.session.table.instruction.what.endswith("it has been in use for 8 hours")
        assert "remove the deck: it has been in use for 8 hours" in console.words
        await console.step()
        await console.until("OpenRound")
        await console.step()
        clock.pass_by(hours=9)
        assert "propose voiding the round" in console.words
        await console.press("enter")
        await console.press("f", "1")
        assert "is void" in " ".join(console.session.sentences)

    session = deal(dealer_session("stud-235", clock=clock), day)
    assert len(events(session, e.DeckReceived)) == 2
    check_log(session)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_wrong_figures_are_refused_and_asked_again(size: tuple[int, int]) -> None:
    async def day(console: Console) -> None:
        await console.press("enter")
        await console.press("enter")
        assert console.is_asking  # nothing was typed
        await console.type("many")
        assert console.is_asking
        await console.type("99,000")
        await console.press("f", "1")
        await console.type("98000")
        assert "counts of 'Dealer' and 'Floorperson' differ: count again" in console.words
        await console.press("f", "1")
        await console.type("$99,000")
        assert "$1,000 less than the books show" in " ".join(console.session.sentences)
        await console.until("CountProgressives")
        await console.press("enter")
        await console.type("6")
        assert "count again before dealing" in console.words
        await console.press("enter", "escape")
        assert not console.is_asking

    session = deal(dealer_session("criss-cross"), day, size=size)
    assert events(session, e.OpeningCounted)[0].over == -1000_00


def test_the_dealer_cannot_do_the_floorperson_s_part() -> None:
    async def day(console: Console) -> None:
        await console.step()
        before = console.session.table.state.version
        await console.press("enter")
        assert console.session.table.state.version == before
        assert "Only the floorperson can do this: press F." in console.words

    deal(dealer_session("holdem-bonus"), day)


def test_leaving_during_a_round_asks_first_and_ends_the_round() -> None:
    async def day(console: Console) -> None:
        await console.until("Decide")
        await console.press("q", "n")
        assert console.app.is_running
        await console.press("q", "y")
        assert not console.app.is_running

    session = deal(dealer_session("run-em-twice"), day)
    check_log(session)
    assert len(events(session, e.RoundVoided)) == 1
