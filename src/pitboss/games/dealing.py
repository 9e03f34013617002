"""The order of dealing, in words: ``left right top bottom center; each first; each second``.

``each first second`` gives every player those cards, seat by seat; ``burn`` and ``discard`` put a
card away; ``ask flop`` marks where the decisions of that street fall, in games that deal between
decisions; anything else names the places that get the next cards, one card a mention.
"""

from msgspec import Struct

from pitboss.refusal import Refused


class ToPlayers(Struct, frozen=True, tag=True):
    """These hole cards, together, to each player in turn."""

    cards: tuple[str, ...]


class ToTable(Struct, frozen=True, tag=True):
    """One card to each place named, in order."""

    places: tuple[str, ...]


class Burn(Struct, frozen=True, tag=True):
    """One card face down to the discard rack before the next are dealt."""


class Discard(Struct, frozen=True, tag=True):
    """A card that was dispensed and is not used."""


class Ask(Struct, frozen=True, tag=True):
    """The decisions of this street."""

    street: str


Step = ToPlayers | ToTable | Burn | Discard | Ask


class Dealing(Struct, frozen=True):
    """How one method deals a round."""

    method: str
    clause: str
    steps: tuple[Step, ...]
    no_more_bets: str
    """The clause by which betting is closed before the first card."""
    counts: str = ""
    """The clause by which progressive wagers are collected and counted first."""
    reshuffling: bool = False
    """For a shoe that reshuffles by itself and may deal the community cards first."""
    needs_shuffler: str | None = None
    """The clause that asks for an automated shuffler with this method."""


def dealt(text: str) -> tuple[Step, ...]:
    """Read an order of dealing."""
    return tuple(_step(part.split()) for part in text.split(";"))


def _step(words: list[str]) -> Step:
    match words:
        case ["each", _, *_]:
            return ToPlayers(tuple(words[1:]))
        case ["ask", street]:
            return Ask(street)
        case ["burn"]:
            return Burn()
        case ["discard"]:
            return Discard()
        case [] | ["each"] | ["ask", *_]:
            raise Refused(f"an order of dealing has an empty step: {' '.join(words)!r}")
        case _:
            return ToTable(tuple(words))
