"""A dealer's day by keys, from the opening count to the closing count, for every game."""

from typing import TypeVar

import pytest

from pitboss.table import Role
from pitboss.table import events as e
from pitboss.tui.dealer.dealer_session import DealerSession
from tests.rotation import games_with
from tests.tui.console_driver import LARGE, SMALL, Clock, Console, deal, desk_of
from tests.tui.console_steps import check_log

ROUNDS = 2


T = TypeVar("T")


def events(desk: DealerSession, kind: type[T]) -> list[T]:
    return [item.event for item in desk.table.log if isinstance(item.event, kind)]


@pytest.mark.slow
@pytest.mark.parametrize("key", games_with("let-it-ride"))
def test_a_whole_day_by_hand(key: str) -> None:
    async def day(console: Console) -> None:
        desk = console.desk
        while desk.tally.rounds < ROUNDS:
            if (
                desk.table.instruction.step == "CloseRound"
            ):  # all is settled, the deck lies in the rack
                assert " net" in console.text
            await console.step()
            assert desk.note == ""
            assert desk.table.instruction.what.split()[0] in console.words
        await console.page("p", "All players leave")
        await console.page("d", "Remove the deck from the table")
        await console.page("d", "Count the tray and close the table")
        await console.type(console.tray)
        await console.page("f", "Approve proposal")
        await console.type(console.tray)
        assert not desk.table.state.day.open
        assert "closed." in desk.sentences[-1]
        await console.press("q")
        assert not console.app.is_running

    desk = deal(desk_of(key, seats=2), day)
    check_log(desk)
    assert len(events(desk, e.RoundClosed)) == ROUNDS
    assert not events(desk, e.StubCounted)  # the fifth round has not come
    assert [x.over for x in events(desk, e.OpeningCounted)] == [0]
    assert [x.over for x in events(desk, e.ClosingCounted)] == [0]
    # Nothing was left to the house, but for the office that put the table up.
    office = [i for i, x in enumerate(desk.table.log) if isinstance(x.event, e.SubmissionApproved)]
    names = {
        item.by.name for item in desk.table.log[office[0] + 1 :] if item.by.role != Role.PLAYER
    }
    assert names == {"Dealer", "Floorperson"}


def test_what_is_due_is_on_the_screen_with_its_clause_and_words() -> None:
    async def day(console: Console) -> None:
        assert "▸ Dealer: count the chips in the tray." in console.words
        await console.until("OpenRound")
        assert "open the bets" in console.words
        assert "Say: “Place your bets.”" in console.words
        assert "CCP 7.C" in console.words
        assert "Stub within 5 rounds" in console.words
        assert "Deck until 20:00 (8 h 00 min)" in console.words or "(8 h 00 min)" in console.words
        await console.step()
        assert "Say: “No more bets.”" in console.words
        await console.until("Decide")
        instruction = console.desk.table.instruction
        assert instruction.said in console.words
        assert f"ask seat {instruction.seat}" in console.words
        before = len(console.desk.sentences)
        await console.press("space")
        assert f"Seat {instruction.seat} decides:" in console.desk.sentences[before]

    deal(desk_of("criss-cross"), day)


def test_time_goes_on_and_an_old_deck_is_changed() -> None:
    clock = Clock()

    async def day(console: Console) -> None:
        await console.until("OpenRound")
        clock.pass_by(hours=7, minutes=30)
        console.app.refresh_screen()
        assert "(30 min)" in console.words
        clock.pass_by(minutes=31)
        assert console.desk.table.instruction.what.endswith("it has been in use for 8 hours")
        assert "take the deck off the table" in console.words
        await console.step()
        await console.until("OpenRound")
        await console.step()
        clock.pass_by(hours=9)
        assert "propose to void the round" in console.words
        await console.press("enter")
        await console.press("f", "1")
        assert "is void" in " ".join(console.desk.sentences)

    desk = deal(desk_of("stud-235", clock=clock), day)
    assert len(events(desk, e.DeckReceived)) == 2
    check_log(desk)


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
        assert "$1,000 less than the books show" in " ".join(console.desk.sentences)
        await console.until("CountProgressives")
        await console.press("enter")
        await console.type("6")
        assert "count again before dealing" in console.words
        await console.press("enter", "escape")
        assert not console.is_asking

    desk = deal(desk_of("criss-cross"), day, size=size)
    assert events(desk, e.OpeningCounted)[0].over == -1000_00


def test_the_dealer_does_not_do_the_floorpersons_part() -> None:
    async def day(console: Console) -> None:
        await console.step()
        before = console.desk.table.state.version
        await console.press("enter")
        assert console.desk.table.state.version == before
        assert "Only the floorperson can do this: press F." in console.words

    deal(desk_of("holdem-bonus"), day)


def test_leaving_in_mid_round_asks_first_and_ends_the_round() -> None:
    async def day(console: Console) -> None:
        await console.until("Decide")
        await console.press("q", "n")
        assert console.app.is_running
        await console.press("q", "y")
        assert not console.app.is_running

    desk = deal(desk_of("run-em-twice"), day)
    check_log(desk)
    assert len(events(desk, e.RoundVoided)) == 1
