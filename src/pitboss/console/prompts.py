"""The questions that actions ask, and where their answers belong in a command."""

from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.console.actions import Prompt
from pitboss.games.game_parts import Required, Side
from pitboss.money import MAX_CENTS
from pitboss.papers.wording import capitalize
from pitboss.submission.rules import Rules
from pitboss.table.day import Day
from pitboss.table.decks import new_deck_identity
from pitboss.table.hidden_cards import describe_card

TRAY_PROMPT: Final = Prompt(
    name="cents",
    text="How much is in the tray, in dollars?",
    kind="money",
    path=("matter", "cents"),
    minimum=0,
)
SECOND_COUNT_PROMPT: Final = Prompt(
    name="cents",
    text="How much do you count, in dollars?",
    kind="money",
    path=("counted",),
    minimum=0,
)
FILL_PROMPT: Final = Prompt(
    name="cents",
    text="How much comes from the cage, in dollars?",
    kind="money",
    path=("matter", "cents"),
    minimum=1,
)
CREDIT_CHIPS_PROMPT: Final = Prompt(
    name="cents",
    text="How much goes back to the cage, in dollars?",
    kind="money",
    path=("matter", "cents"),
    minimum=1,
)
SLIP_PROMPT: Final = Prompt(
    name="slip", text="What is the number of the slip?", kind="text", path=("matter", "slip")
)
STUB_PROMPT: Final = Prompt(
    name="cards", text="How many cards are in the stub?", kind="number", path=("cards",), minimum=0
)
DECK_PROMPT: Final = Prompt(
    name="cards", text="How many cards are in the deck?", kind="number", path=("cards",), minimum=0
)
CREDIT_PROMPT: Final = Prompt(
    name="cents",
    text="How much should have been credited, stake included, in dollars?",
    kind="money",
    path=("matter", "credit"),
    minimum=0,
)


def meter_change_prompt(amount: int) -> Prompt:
    """Return the prompt for the correction of a meter that shows this many cents."""
    return Prompt(
        name="cents",
        text="By how much, in dollars? Enter a negative amount to lower the meter.",
        kind="money",
        path=("matter", "cents"),
        minimum=-amount,
        maximum=MAX_CENTS - amount,
    )


def reason_prompt(text: str = "Why?", path: tuple[str, ...] = ("reason",)) -> Prompt:
    """Return the prompt for a reason."""
    return Prompt(name="reason", text=text, kind="text", path=path)


def card_prompts(rules: Rules, names: Iterable[str]) -> tuple[Prompt, ...]:
    """Return a prompt for each card of a physical deck that is turned over, in this order."""
    return tuple(
        Prompt(
            name=f"card {name}",
            text=capitalize(describe_card(rules, name)),
            kind="card",
            path=("cards",),
        )
        for name in names
    )


FACE_PROMPT: Final = Prompt(
    name="face", text="Which card was exposed?", kind="card", path=("face",)
)


def wager_prompts(rules: Rules) -> Iterator[Prompt]:
    """Yield a prompt for each wager that a seat can make; 0 stands for none."""
    wagers: tuple[Required | Side, ...] = (*rules.required, *rules.sides)
    for wager in wagers:
        yield Prompt(
            name=wager.key,
            text=f"{wager.label}, in dollars?",
            kind="money",
            path=("wagers", wager.key),
            initial="" if wager in rules.required else "0",
            minimum=0,
        )


def corrected_card_prompts(rules: Rules, names: Iterable[str]) -> tuple[Prompt, ...]:
    """Return a prompt for the right face of each of these cards."""
    return tuple(
        Prompt(
            name=f"card {name}",
            text=capitalize(describe_card(rules, name)),
            kind="card",
            path=("matter", "cards", name),
        )
        for name in names
    )


def deck_prompts(day: Day) -> tuple[Prompt, ...]:
    """Return the prompts for a new deck, with defaults that suit the deck in use."""
    name, design, color = new_deck_identity(day)
    other = next((deck for deck in day.decks.values() if deck.color), None)
    design_hint = (
        f" Both decks must have the same design: {other.design} is in use." if other else ""
    )
    color_hint = f" The other deck has {other.color} backs." if other else ""
    return (
        _text_prompt("id", "What is the deck's ID in the register?", name),
        _text_prompt("design", f"What is the design of the card backs?{design_hint}", design),
        _text_prompt("color", f"What color are the card backs?{color_hint}", color),
    )


def _text_prompt(name: str, text: str, initial: str) -> Prompt:
    return Prompt(name=name, text=text, kind="text", path=(name,), initial=initial)
