"""Pages and keys of the console: irregularities with the floor's approval, what can be read."""

import pytest

from pitboss.games import GAMES
from pitboss.games.incidents import Kind
from pitboss.table import events as e
from pitboss.tui.dealer.app import ActionMenu
from pitboss.tui.dealer.screen import DEALER_KEYS
from pitboss.tui.widgets import PageDialog
from tests.rotation import only_games
from tests.tui.console_driver import LARGE, SMALL, WHOLE, Console, deal, dealer_session
from tests.tui.console_steps import check_log

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE, WHOLE], ids=["80", "120", "200"])


@pytest.mark.parametrize("key", only_games("holdem-bonus", "three-card"))
def test_an_irregularity_and_the_floors_ruling(key: str) -> None:
    """A wrong number of cards voids the round in every game, once somebody else has ruled so."""

    async def day(console: Console) -> None:
        session = console.session
        await console.until("Decide")
        await console.page("i", "wrong number of cards")
        await console.choose("seat 2")
        assert session.table.state.day.incident is not None
        assert "▸ Floorperson: rule on incident 1" in console.words
        await console.press("enter")
        assert "Only the floorperson can do this: press F." in console.words
        await console.press("f")
        assert console.list_items[0].startswith("Incident 1, by the book")
        await console.press("1")
        await console.type("")
        assert console.is_asking  # a ruling has a reason
        await console.type("seat 2 had a third card")
        assert "is void" in " ".join(session.sentences)
        assert " back " in console.words
        await console.step()
        assert session.tally.rounds == 1

    session = deal(dealer_session(key), day)
    check_log(session)
    ruling_event = next(x.event for x in session.table.log if isinstance(x.event, e.IncidentRuled))
    assert (ruling_event.by, ruling_event.reason) == ("Floorperson", "seat 2 had a third card")


def test_actions_that_need_nobody_else_are_done_at_once() -> None:
    async def day(console: Console) -> None:
        await console.until("Deal")
        await console.page("i", "A card is face up")
        assert "will be shown to everyone: the next card of the stack." in console.sure
        await console.press("y")
        assert "out of play" in console.session.sentences[-1]
        assert console.session.table.state.day.incident is None
        await console.until("Decide")

    deal(dealer_session("stud-235"), day)


def test_unavailable_actions_are_listed_but_not_done() -> None:
    async def day(console: Console) -> None:
        await console.press("i")
        assert console.list_items == []
        await console.press("1", "enter")
        assert isinstance(console.app.screen, ActionMenu)
        await console.press("down", "up", "up", "escape")
        assert not console.session.table.state.day.reported
        await console.press("d", "escape", "p", "escape", "f", "escape")

    deal(dealer_session("run-em-twice"), day)


@pytest.mark.parametrize("key", ["escape", "x", "up", "l", "d"])
def test_a_refusal_disappears_with_the_next_key(key: str) -> None:
    async def day(console: Console) -> None:
        await console.step()
        await console.press("enter")
        assert "Only the floorperson can do this: press F." in console.words
        await console.press(key)
        assert console.session.note == ""
        assert "This is for the floorperson" not in console.words

    deal(dealer_session("criss-cross"), day)


def test_a_refusal_disappears_when_another_attempt_is_canceled() -> None:
    async def day(console: Console) -> None:
        await console.until("CountProgressives")
        await console.press("enter")
        await console.type("6")
        assert "count again before dealing" in console.words
        await console.press("enter", "escape")
        assert "count again before dealing" not in console.words
        await console.press("enter")
        await console.type("6")
        assert "count again before dealing" in console.words
        at = len(console.lines) - 1
        await console.pilot.click(offset=(2, at))  # irregularities
        await console.press("escape")
        assert "count again before dealing" not in console.words

    deal(dealer_session("criss-cross"), day)


@SIZES
def test_pages_to_read(size: tuple[int, int]) -> None:
    async def day(console: Console) -> None:
        assert GAMES["holdem-bonus"].name in console.lines[0]
        for key in "lcr":
            await console.press(key)
            assert isinstance(console.app.screen, PageDialog)
            await console.press("enter")  # closes the page, and does no step
        assert console.session.table.instruction.what == "count the chips in the tray"
        assert all(name in console.lines[-1] for name, _ in DEALER_KEYS.values())

    deal(dealer_session("holdem-bonus"), day, size=size)


def test_clicks_do_what_keys_do() -> None:
    async def day(console: Console) -> None:
        at = next(y for y, line in enumerate(console.lines) if " Enter " in line)
        await console.pilot.click(offset=(6, at))
        assert console.is_asking
        await console.press("escape")
        await console.pilot.click(offset=(2, len(console.lines) - 1))
        assert isinstance(console.app.screen, ActionMenu)

    deal(dealer_session("criss-cross"), day)


def test_a_window_that_is_too_small_says_so() -> None:
    async def day(console: Console) -> None:
        assert "The table needs 80 columns and 24 lines" in console.words

    deal(dealer_session("criss-cross"), day, size=(60, 20))


def test_every_kind_of_irregularity_has_a_line() -> None:
    async def day(console: Console) -> None:
        await console.press("i")
        kinds = [incident.kind for incident in console.session.rules.incidents]
        assert Kind.DEALER_CARD_EXPOSED in kinds
        assert len(console.app.screen.query("MenuEntry")) == len(kinds)

    deal(dealer_session("holdem-bonus"), day)
