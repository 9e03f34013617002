"""The deck register at the console: id, design and back color of each deck."""

from textual.widgets import Input

from pitboss.table.day import TableDeck
from pitboss.tui.dealer.app import PromptDialog
from pitboss.tui.dealer.dealer_actions import dealer_actions
from pitboss.tui.dealer.dealer_session import possible_actions
from tests.tui.console_driver import LARGE, Console, deal, desk_of
from tests.tui.console_steps import SUBMISSIONS, find_action, take, until


def decks(console: Console) -> list[TableDeck]:
    return [*console.desk.table.state.day.decks.values()]


def input_value(console: Console) -> str:
    """What the line that is asked for holds already."""
    assert isinstance(console.app.screen, PromptDialog)
    return console.app.screen.query_one(Input).value


def test_round_4_a_deck_is_asked_for_with_something_to_accept() -> None:
    async def day(console: Console) -> None:
        await console.until("ReceiveDeck")
        await console.press("enter")
        suggestions = []
        for text in ("Bee 17", "", "Blue"):
            suggestions.append(input_value(console))
            await (console.type(text) if text else console.press("enter"))
        (deck,) = decks(console)
        assert (deck.id, deck.design, deck.color) == ("Bee 17", suggestions[1], "Blue")
        assert all(suggestions)
        assert (
            f"Deck number 1 (Bee 17, {suggestions[1]}, Blue backs) is received."
            in console.desk.sentences
        )

    deal(desk_of("criss-cross"), day, size=LARGE)


def test_ret_3_b_two_decks_that_look_alike_are_refused_with_what_to_do() -> None:
    """The first is named when the second is asked for, and Enter takes what goes with it."""

    async def day(console: Console) -> None:
        await console.until("ReceiveDeck")
        await console.press("enter")
        for text in ("A", "Bee", "red"):
            await console.type(text)
        await console.until("ReceiveDeck")
        await console.press("enter", "enter")
        assert input_value(console) == "Bee"
        await console.press("enter")
        assert "The other deck has red backs." in str(
            console.app.screen.query("Static").first().render()
        )
        assert input_value(console) != "red"
        await console.type("Red")
        assert len(decks(console)) == 1
        assert "other deck also has a 'red' back: use another color" in console.words
        await console.press("enter")
        for _ in range(3):
            await console.press("enter")
        assert len({deck.color for deck in decks(console)}) == 2

    deal(desk_of("run-em-twice", SUBMISSIONS["two decks"]), day, size=LARGE)


def test_a_deck_that_is_sent_for_is_asked_about_too() -> None:
    desk = desk_of("stud-235")
    desk.open()
    until(desk, "ReceiveDeck")
    for words, ready_made in (("Bring in a deck", False), ("inspected and shuffled", True)):
        offer = find_action(possible_actions(dealer_actions(desk)), words)
        assert [prompt.name for prompt in offer.prompts] == ["id", "design", "color"]
        take(desk, offer, answers={"id": words, "design": "Bee", "color": "green"})
        (deck,) = desk.table.state.day.decks.values()
        assert (deck.id, deck.design, deck.color) == (words, "Bee", "green")
        assert deck.ready_made is ready_made
        take(desk, find_action(dealer_actions(desk), "Remove the deck"))
