"""Actions at the dealer's console: variants, prompts, and why an action is refused."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.money import dollars
from pitboss.school.practice_day import Records
from pitboss.table import commands as c
from pitboss.table.day import Day
from pitboss.table.decks import new_deck_identity

PromptAnswers = Mapping[str, int | str]
"""The typed answers by the name of their prompt; amounts are in cents."""
RunAction = Callable[[PromptAnswers], Records]


class Prompt(Struct, frozen=True):
    """A question to answer before an action runs."""

    name: str
    prompt: str
    kind: Literal["number", "money", "text"] = "number"
    initial: str = ""


class ActionVariant(Struct, frozen=True):
    """One variant of an action: for a seat, a card or a ruling."""

    label: str
    run: RunAction
    confirmation: str = ""
    """A yes-or-no question to ask before something that cannot be undone."""


class TableAction(Struct, frozen=True, kw_only=True):
    """Something that can be done now, or could be at another time."""

    label: str
    detail: str = ""
    """What the action causes."""
    clause: str = ""
    variants: tuple[ActionVariant, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    refusal: str = ""
    """Why the action is not possible now, or an empty string."""
    is_urgent: bool = False
    """Whether the table is waiting for this action."""


def parse_answer(prompt: Prompt, raw_text: str) -> int | str:
    """Return the value of a typed answer, or raise `Refused` with what is accepted."""
    text = raw_text.strip()
    match prompt.kind:
        case "text":
            if not text:
                raise Refused("enter some text")
            return text
        case "number":
            if not text:
                raise Refused("enter a whole number")
            if not text.isascii() or not text.isdigit() or len(text) > 6:
                raise Refused(f"{raw_text!r} is not a whole number of at most 6 digits")
            return int(text)
        case "money":
            return parse_cents(text)


def parse_cents(text: str) -> int:
    """Return an amount such as ``$1,000``, ``1000`` or ``12.50`` in cents."""
    if not text:
        raise Refused(f"enter an amount such as {dollars(100000)}")
    whole, _, rest = text.removeprefix("$").replace(",", "").partition(".")
    digits = whole + rest.ljust(2, "0")
    if not digits.isascii() or not digits.isdigit() or not whole or len(rest) > 2:
        raise Refused(f"{text!r} is not an amount such as {dollars(100000)} or {dollars(1250)}")
    if len(digits) > 14:
        raise Refused(f"{text!r} is too large")
    return int(digits)


def possible_actions(actions: Iterable[TableAction]) -> tuple[TableAction, ...]:
    """Return the actions that are possible now, urgent ones first."""
    return tuple(
        sorted((action for action in actions if not action.refusal), key=lambda x: not x.is_urgent)
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
        Prompt("id", "What is the deck's ID in the register?", "text", name),
        Prompt("design", f"What is the design of the card backs?{design_hint}", "text", design),
        Prompt("color", f"What color are the card backs?{color_hint}", "text", color),
    )


def receive_deck_command(answers: PromptAnswers, *, ready_made: bool = False) -> c.ReceiveDeck:
    """Return the command that receives this deck."""
    name, design, color = (str(answers[key]) for key in ("id", "design", "color"))
    return c.ReceiveDeck(ready_made=ready_made, id=name, design=design, color=color)
