"""The deck register at the console: id, design and back color of each deck."""

from textual.widgets import Input

from pitboss.console.actions import possible_actions
from pitboss.table.day import TableDeck
from pitboss.tui.dealer.app import PromptDialog
from tests.tui.console_driver import LARGE, Console, deal, dealer_session
from tests.tui.console_steps import (
    SUBMISSIONS,
    dealer_actions,
    find_action,
    take,
    until,
)


def decks(console: Console) -> list[TableDeck]:
    return [*console.session.table.state.day.decks.values()]


def input_value(console: Console) -> str:
    """Return the initial text of the current input."""
    assert isinstance(console.app.screen, PromptDialog)
    return console.app.screen.query_one(Input).value


def test_round_4_the_prompts_for_a_deck_suggest_answers() -> None:
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
            in console.session.sentences
        )

    deal(dealer_session("criss-cross"), day, size=LARGE)


def test_ret_3_b_two_decks_that_look_alike_are_refused_with_what_to_do() -> None:
    """The prompt for the second deck names the first, and Enter accepts a matching suggestion."""

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

    deal(dealer_session("run-em-twice", SUBMISSIONS["two decks"]), day, size=LARGE)


def test_a_requested_deck_is_asked_for_too() -> None:
    session = dealer_session("stud-235")
    session.open()
    until(session, "ReceiveDeck")
    for words, ready_made in (("Bring in a deck", False), ("inspected and shuffled", True)):
        offer = find_action(possible_actions(dealer_actions(session)), words)
        assert [prompt.name for prompt in offer.prompts] == ["id", "design", "color"]
        take(session, offer, answers={"id": words, "design": "Bee", "color": "green"})
        (deck,) = session.table.state.day.decks.values()
        assert (deck.id, deck.design, deck.color) == (words, "Bee", "green")
        assert deck.ready_made is ready_made
        take(session, find_action(dealer_actions(session), "Remove the deck"))
