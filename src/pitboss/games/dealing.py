"""Orders of dealing, parsed from text: ``left right top bottom center; each first; each second``.

``each first second`` gives every player those cards, seat by seat; ``burn`` and ``discard`` put a
card away; ``ask flop`` marks where the decisions of that street are made, in games that deal
between decisions; anything else names the places that get the next cards, one card per mention.
These are dealt face down; after ``up`` face up, after ``covered`` under a cover card. A step may
end with its clause, or several: ``burn [11.D(1)]``, ``each first second [10.B(1), 10.B(2)]``.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from pitboss.errors import Refused


class CardFacing(StrEnum):
    """How a card is placed on the table."""

    DOWN = "face down"
    UP = "face up"
    COVERED = "face down under a cover card"


class ToPlayers(Struct, frozen=True, tag=True):
    """The step that deals these hole cards, together, to each player in turn."""

    cards: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    """The step's clauses; by default the clause of the method, as with every step."""


class ToTable(Struct, frozen=True, tag=True):
    """The step that deals one card to each of these places, in order."""

    places: tuple[str, ...]
    lies: CardFacing = CardFacing.DOWN
    clauses: tuple[str, ...] = ()
    """The clauses of the step; for cards dealt face up, the clause that shows them."""


class Burn(Struct, frozen=True, tag=True):
    """The step that puts one card face down in the discard rack before the next are dealt."""

    clauses: tuple[str, ...] = ()


class Discard(Struct, frozen=True, tag=True):
    """The step that puts away a card that was dispensed and is not used."""

    clauses: tuple[str, ...] = ()


class Ask(Struct, frozen=True, tag=True):
    """The step at which players make the decisions of this street."""

    street: str


Step = ToPlayers | ToTable | Burn | Discard | Ask


class Dealing(Struct, frozen=True):
    """One method of dealing a round."""

    method: str
    clause: str
    steps: tuple[Step, ...]
    no_more_bets: str = ""
    """The clause that closes the betting before the first card."""
    locks_out: str = ""
    """The clause by which the dealer then locks out further progressive wagers."""
    counts: str = ""
    """The clause by which progressive wagers are collected and counted first."""
    from_hand: str = ""
    """The clause by which, after the first cards, the rest is dealt from the hand."""
    stub: str = ""
    """The clause by which the stub goes to the discard rack after the last card."""
    reshuffling: bool = False
    """Whether it is for a shoe that reshuffles and may deal the community cards first."""
    handling: dict[str, str] = {}
    """Reminders on how to handle the cards, by clause, given with the first card."""
    needs_shuffler: str | None = None
    """The clause that requires an automated shuffler with this method; empty if a game without
    clauses requires one."""

    def facing(self, place: str) -> CardFacing:
        """Return how the cards of a place are placed on the table."""
        ways = (s.lies for s in self.steps if isinstance(s, ToTable) and place in s.places)
        return next(ways, CardFacing.DOWN)


_STEP_PATTERN: Final = re.compile(r"([^\[\]]*)(?:\[([^\[\]]+)\])?\s*")


def dealt(text: str) -> tuple[Step, ...]:
    """Parse an order of dealing."""
    return tuple(map(_parse_step, text.split(";")))


def _parse_step(text: str) -> Step:
    match_ = _STEP_PATTERN.fullmatch(text)
    if match_ is None:
        raise Refused(f"an order of dealing has an invalid step: {text!r}")
    words, clauses = match_[1].split(), _split_clauses(match_[2])
    match words:
        case ["each", _, *_]:
            return ToPlayers(tuple(words[1:]), clauses)
        case ["ask", street] if not clauses:  # the street has the clause
            return Ask(street)
        case ["burn"]:
            return Burn(clauses)
        case ["discard"]:
            return Discard(clauses)
        case ["up", _, *_]:
            return ToTable(tuple(words[1:]), CardFacing.UP, clauses)
        case ["covered", _, *_]:
            return ToTable(tuple(words[1:]), CardFacing.COVERED, clauses)
        case ["ask", _]:
            raise Refused(f"the step ask of an order of dealing takes no clause: {text.strip()!r}")
        case [] | ["each"] | ["up"] | ["covered"] | ["ask", *_]:
            raise Refused(f"an order of dealing has an empty step: {' '.join(words)!r}")
        case _:
            return ToTable(tuple(words), clauses=clauses)


def _split_clauses(text: str | None) -> tuple[str, ...]:
    """Return the clauses of a step, which are separated by commas."""
    return tuple(clause.strip() for clause in text.split(",")) if text else ()


_METHOD_PATTERN: Final = re.compile(r"([^\[\]:]+?)(, reshuffling)? \[([^\[\]]+)\]:")
_NO_REMINDERS: Final[Mapping[str, str]] = MappingProxyType({})
PROCEDURE_STEPS: Final = (
    "no more bets",
    "lock out",
    "count",
    "shuffler",
    "rest from the hand",
    "stub",
)
"""The steps of a method that deal no cards but have a clause, as `dealings` writes them."""


def dealings(text: str, reminders: Mapping[str, str] = _NO_REMINDERS) -> tuple[Dealing, ...]:
    """Parse methods of dealing, one paragraph each.

    An example::

        manual shoe [8.D]: near hand [8.D(1)]; no more bets [8.C]; each first second; stub [8.D(4)]

    ``lock out`` and ``count`` concern progressive wagers; ``shuffler`` requires an automated one. A
    name in ``reminders`` reminds the dealer how to handle the cards.
    """
    return tuple(
        _parse_dealing(paragraph.strip(), reminders)
        for paragraph in re.split(r"\n\s*\n", text)
        if paragraph.strip()
    )


def _parse_dealing(text: str, reminders: Mapping[str, str]) -> Dealing:
    head = _METHOD_PATTERN.match(text)
    if head is None:
        raise Refused(f"a method of dealing must begin as in 'hand [9.B]:', not {text[:40]!r}")
    steps: list[Step] = []
    clauses: dict[str, str] = {}
    for part in text[head.end() :].split(";"):
        name, _, clause = " ".join(part.split()).partition(" [")
        if name in (*PROCEDURE_STEPS, *reminders):
            if not clause:
                raise Refused(f"{name!r} of the method {head[1]!r} needs its clause")
            clauses[name] = clause.removesuffix("]")
        else:
            steps.append(_parse_step(part))
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
