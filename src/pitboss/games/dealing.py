"""The order of dealing, in words: ``left right top bottom center; each first; each second``.

``each first second`` gives every player those cards, seat by seat; ``burn`` and ``discard`` put a
card away; ``ask flop`` marks where the decisions of that street fall, in games that deal between
decisions; anything else names the places that get the next cards, one card a mention. These lie
face down; after ``up`` they are laid face up at once, after ``covered`` under a cover card. A step
may end with its clause: ``burn [11.D(1)]``.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from pitboss.refusal import Refused


class Lies(StrEnum):
    """How a card is laid on the table."""

    DOWN = "face down"
    UP = "face up"
    COVERED = "face down under a cover card"


class ToPlayers(Struct, frozen=True, tag=True):
    """These hole cards, together, to each player in turn."""

    cards: tuple[str, ...]
    clause: str | None = None
    """That of the method where there is none; so with every step."""


class ToTable(Struct, frozen=True, tag=True):
    """One card to each place named, in order."""

    places: tuple[str, ...]
    lies: Lies = Lies.DOWN
    clause: str | None = None
    """Of cards that are laid face up, the clause by which their street shows them."""


class Burn(Struct, frozen=True, tag=True):
    """One card face down to the discard rack before the next are dealt."""

    clause: str | None = None


class Discard(Struct, frozen=True, tag=True):
    """A card that was dispensed and is not used."""

    clause: str | None = None


class Ask(Struct, frozen=True, tag=True):
    """The decisions of this street."""

    street: str


Step = ToPlayers | ToTable | Burn | Discard | Ask


class Dealing(Struct, frozen=True):
    """How one method deals a round."""

    method: str
    clause: str
    steps: tuple[Step, ...]
    no_more_bets: str = ""
    """The clause by which betting is closed before the first card…"""
    locks_out: str = ""
    """…and the one by which the dealer then has the system take no more progressive wagers."""
    counts: str = ""
    """The clause by which progressive wagers are collected and counted first."""
    from_hand: str = ""
    """The clause by which, once the first cards are out, the rest is dealt from the hand."""
    stub: str = ""
    """The clause by which what is left goes to the rack after the last card."""
    reshuffling: bool = False
    """For a shoe that reshuffles by itself and may deal the community cards first."""
    handling: dict[str, str] = {}
    """How the dealer handles the cards, by clause: a reminder with the first of them."""
    needs_shuffler: str | None = None
    """The clause that asks for an automated shuffler with this method; empty if a game without
    clauses asks for one."""

    def lies(self, place: str) -> Lies:
        """How the cards of a place are laid."""
        laid = (s.lies for s in self.steps if isinstance(s, ToTable) and place in s.places)
        return next(laid, Lies.DOWN)


_STEP: Final = re.compile(r"([^\[\]]*)(?:\[([^\[\]]+)\])?\s*")


def dealt(text: str) -> tuple[Step, ...]:
    """Read an order of dealing."""
    return tuple(map(_step, text.split(";")))


def _step(text: str) -> Step:
    found = _STEP.fullmatch(text)
    if found is None:
        raise Refused(f"an order of dealing has a step that cannot be read: {text!r}")
    words, clause = found[1].split(), found[2]
    match words:
        case ["each", _, *_]:
            return ToPlayers(tuple(words[1:]), clause)
        case ["ask", street] if clause is None:  # the street has it
            return Ask(street)
        case ["burn"]:
            return Burn(clause)
        case ["discard"]:
            return Discard(clause)
        case ["up", _, *_]:
            return ToTable(tuple(words[1:]), Lies.UP, clause)
        case ["covered", _, *_]:
            return ToTable(tuple(words[1:]), Lies.COVERED, clause)
        case ["ask", _]:
            raise Refused(f"an order of dealing has a clause where it asks: {text.strip()!r}")
        case [] | ["each"] | ["up"] | ["covered"] | ["ask", *_]:
            raise Refused(f"an order of dealing has an empty step: {' '.join(words)!r}")
        case _:
            return ToTable(tuple(words), clause=clause)


_METHOD: Final = re.compile(r"([^\[\]:]+?)(, reshuffling)? \[([^\[\]]+)\]:")
_NO_REMINDERS: Final[Mapping[str, str]] = MappingProxyType({})
BEFORE_AND_AFTER: Final = (
    "no more bets",
    "lock out",
    "count",
    "shuffler",
    "rest from the hand",
    "stub",
)
"""What a method of dealing does by a clause beside laying cards, as `dealings` writes it."""


def dealings(text: str, reminders: Mapping[str, str] = _NO_REMINDERS) -> tuple[Dealing, ...]:
    """Read methods of dealing, one paragraph each, such as::

        manual shoe [8.D]: near hand [8.D(1)]; no more bets [8.C]; each first second; stub [8.D(4)]

    ``lock out`` and ``count`` are of progressive wagers; ``shuffler`` asks for an automated one. A
    name in ``reminders`` reminds the dealer of how to handle the cards.
    """
    return tuple(
        _dealing(paragraph.strip(), reminders)
        for paragraph in re.split(r"\n\s*\n", text)
        if paragraph.strip()
    )


def _dealing(text: str, reminders: Mapping[str, str]) -> Dealing:
    head = _METHOD.match(text)
    if head is None:
        raise Refused(f"a method of dealing must begin as in 'hand [9.B]:', not {text[:40]!r}")
    steps: list[Step] = []
    clauses: dict[str, str] = {}
    for part in text[head.end() :].split(";"):
        name, _, clause = " ".join(part.split()).partition(" [")
        if name in (*BEFORE_AND_AFTER, *reminders):
            if not clause:
                raise Refused(f"{name!r} of the method {head[1]!r} needs its clause")
            clauses[name] = clause.removesuffix("]")
        else:
            steps.append(_step(part))
    return Dealing(
        head[1],
        head[3],
        tuple(steps),
        no_more_bets=clauses.get("no more bets", ""),
        locks_out=clauses.get("lock out", ""),
        counts=clauses.get("count", ""),
        from_hand=clauses.get("rest from the hand", ""),
        stub=clauses.get("stub", ""),
        reshuffling=head[2] is not None,
        handling={clauses[name]: words for name, words in reminders.items() if name in clauses},
        needs_shuffler=clauses.get("shuffler"),
    )
