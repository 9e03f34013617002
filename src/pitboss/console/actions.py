"""What an action at a table is, how a typed answer is read, and how a command is completed."""

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, Final, Literal

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from pitboss.cards import CARD_BY_TEXT, card, card_text
from pitboss.errors import Refused
from pitboss.money import dollars
from pitboss.table import Role
from pitboss.table.commands import Command

Answer = int | str
"""An answer as it was typed; a number or an amount may also be given as a whole number."""
Answers = Mapping[str, Answer]
"""Answers by the name of their prompt. A whole number for an amount is in cents."""
CommandJson = dict[str, Any]
"""A command as a room receives it: its name in ``type``, and its fields."""
CARDS: Final = "cards"
"""The field of a command for the faces of the cards that it turns over."""
MAX_NUMBER_DIGITS: Final = 6
MAX_AMOUNT_DIGITS: Final = 14
"""Digits of an amount in cents."""


class Prompt(Struct, frozen=True, kw_only=True):
    """A question to answer before an action is carried out."""

    name: str
    text: str
    kind: Literal["number", "money", "text", "card"]
    path: tuple[str, ...]
    """Where the answer belongs in the command."""
    initial: str = ""
    """The suggested answer."""
    minimum: int | None = None
    """The least number, where it is limited."""
    maximum: int | None = None


class Variant(Struct, frozen=True):
    """One variant of an action: for a seat, a card or a ruling."""

    label: str
    command: CommandJson
    """The command, without the answers to the prompts."""
    detail: str = ""
    """What this variant causes, where it differs from the others."""
    confirmation: str = ""
    """A yes-or-no question to ask before something that cannot be undone."""


class Action(Struct, frozen=True, kw_only=True):
    """Something that can be done now, or could be at another time."""

    id: str
    """Names the action among those of a console; it stays the same while the action is offered."""
    role: Role
    """The role in which it is done."""
    label: str
    detail: str = ""
    """What the action causes."""
    clause: str = ""
    variants: tuple[Variant, ...] = ()
    """Exactly one unless there is something to choose; none if it is not possible now."""
    prompts: tuple[Prompt, ...] = ()
    refusal: str = ""
    """Why the action is not possible now, or an empty string."""
    is_urgent: bool = False
    """Whether the table is waiting for this action."""


def order_actions(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the possible actions, urgent ones first, then those not possible now."""
    every = tuple(actions)
    return (*possible_actions(every), *(action for action in every if action.refusal))


def possible_actions(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions that are possible now, urgent ones first."""
    possible = [action for action in actions if not action.refusal]
    return tuple(sorted(possible, key=lambda action: not action.is_urgent))


def slug(text: str) -> str:
    """Return a text as part of an id: lowercase words with hyphens between them."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def encode_command(command: Command) -> CommandJson:
    """Return a command as JSON, without the fields that have their default."""
    value: CommandJson = msgspec.to_builtins(command, str_keys=True)
    for field in fields(command):
        if field.default is not NODEFAULT and getattr(command, field.name) == field.default:
            value.pop(field.encode_name, None)
    return value


def decode_command(command: CommandJson) -> Command:
    """Return the command that a JSON object stands for."""
    result: Command = msgspec.convert(command, Command, strict=False)
    return result


def fill(command: CommandJson, prompts: Iterable[Prompt], answers: Answers) -> CommandJson:
    """Return a command with the answers in it, or raise `Refused` for one that is not valid.

    The cards that a command turns over are a list, in the order of their prompts.
    """
    result = deepcopy(command)
    for prompt in prompts:
        value = parse_answer(prompt, answers.get(prompt.name, ""))
        *parents, last = prompt.path
        target = result
        for name in parents:
            target = target.setdefault(name, {})
        if last == CARDS and prompt.kind == "card":
            target[last] = [*target.get(last, ()), value]
        else:
            target[last] = value
    return result


def parse_answer(prompt: Prompt, answer: Answer) -> Answer:
    """Return the value of an answer, or raise `Refused` with what is accepted."""
    text = answer.strip() if isinstance(answer, str) else ""
    match prompt.kind:
        case "text" if not text:
            raise Refused("enter some text")
        case "text":
            return text
        case "card":
            return card_text(card(_card_name(text)))
        case "number" | "money":
            value = answer if isinstance(answer, int) else _parse_figure(prompt, text)
            _check_limits(prompt, value)
            return value


def _parse_figure(prompt: Prompt, text: str) -> int:
    if prompt.kind == "number":
        return _parse_number(text)
    amount = text.removeprefix("-").removeprefix("−")
    if amount != text and (prompt.minimum or 0) < 0:
        return -parse_cents(amount)
    return parse_cents(text)


def _card_name(text: str) -> str:
    """Return the name of a card that was typed in any case, such as ``kh`` or ``10D``."""
    rank, suit = text[:-1].upper(), text[-1:].lower()
    name = {"10": "T"}.get(rank, rank) + suit
    return name if name in CARD_BY_TEXT else text


def _parse_number(text: str) -> int:
    if not text:
        raise Refused("enter a whole number")
    if not text.isascii() or not text.isdigit() or len(text) > MAX_NUMBER_DIGITS:
        raise Refused(f"{text!r} is not a whole number of at most {MAX_NUMBER_DIGITS} digits")
    return int(text)


def parse_cents(text: str) -> int:
    """Return an amount such as ``$1,000``, ``1000`` or ``12.50`` in cents."""
    if not text:
        raise Refused(f"enter an amount such as {dollars(100000)}")
    dollars_text, _, rest = text.removeprefix("$").replace(",", "").partition(".")
    digits = dollars_text + rest.ljust(2, "0")
    if not digits.isascii() or not digits.isdigit() or not dollars_text or len(rest) > 2:
        raise Refused(f"{text!r} is not an amount such as {dollars(100000)} or {dollars(1250)}")
    if len(digits) > MAX_AMOUNT_DIGITS:
        raise Refused(f"{text!r} is too large")
    return int(digits)


def _check_limits(prompt: Prompt, value: int) -> None:
    low, high = prompt.minimum, prompt.maximum
    if (low is None or value >= low) and (high is None or value <= high):
        return
    show = dollars if prompt.kind == "money" else str
    if low is not None and high is not None:
        raise Refused(f"enter {show(low)} to {show(high)}, not {show(value)}")
    limit = f"at least {show(low)}" if low is not None else f"at most {show(high or 0)}"
    raise Refused(f"enter {limit}, not {show(value)}")
