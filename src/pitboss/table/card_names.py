"""Names of single cards: of a hand, of a place on the table, or the next one of the stack.

``4.first`` is a card of seat 4, ``flop.2`` the second card of the flop, ``left`` the only card of
its place, ``next.burn`` the card on top of the stack, which would have been burned.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from pitboss.games.dealing import Burn, Discard, ToPlayers, ToTable
from pitboss.games.incidents import Kind
from pitboss.submission.rules import Rules
from pitboss.table.day import known_of
from pitboss.table.plan import plan
from pitboss.table.state import RoundState

BURN: Final = "burn"
DISCARD: Final = "discard"
_NEXT: Final = "next."


class FaceDown(NamedTuple):
    """A card that lies face down."""

    place: str
    """The place, or which card of the hand it is…"""
    position: int
    """…and which card of the place or hand, counted from 1."""
    name: str
    at: int
    """Its position in the stack."""


def cards_of_seat(rules: Rules, now: RoundState, seat: int) -> Iterator[FaceDown]:
    """The cards of a hand that lie face down."""
    for n, (name, at) in enumerate(zip(rules.hole, now.holes[seat], strict=False), 1):
        if at not in now.shown:
            yield FaceDown(name, n, f"{seat}.{name}", at)


def cards_of_places(rules: Rules, now: RoundState, places: Iterable[str]) -> Iterator[FaceDown]:
    """The cards of these places that lie face down."""
    many = {place.name for place in rules.places if place.cards > 1}
    for place in places:
        for n, at in enumerate(now.table.get(place, ()), 1):
            if at not in now.shown:
                yield FaceDown(place, n, f"{place}.{n}" if place in many else place, at)


def next_place(rules: Rules, now: RoundState) -> str:
    """Where the next card of the stack would go; nowhere before the deal and after it."""
    for step in plan(rules).steps[now.step :] if now.players else ():
        match step:
            case ToPlayers(cards=(first, *_)):
                return f"{next(iter(now.players))}.{first}"
            case ToTable(places=(first, *_)):
                return first
            case Burn():
                return BURN
            case Discard():
                return DISCARD
            case _:
                pass
    return ""


def next_name(place: str) -> str:
    """The name of the next card of the stack, by where it would go."""
    return _NEXT + place


def card_words(rules: Rules, name: str) -> str:
    """A card as people call it."""
    if name.startswith(_NEXT):
        place = name.removeprefix(_NEXT)
        away = {BURN: "to be burned", DISCARD: "to be put away"}
        return f"the next card of the stack, {away.get(place) or f'for {card_words(rules, place)}'}"
    place, _, which = name.partition(".")
    if place.isdecimal():
        return f"seat {place}, {which} card"
    label = next((one.label for one in rules.places if one.name == place), place)
    return f"{label}, card {which}" if which else label


def incident_words(rules: Rules, kinds: tuple[Kind, ...], card: str) -> str:
    """Return what is known of an irregularity, and which card lies open by it."""
    return f"{known_of(kinds)} ({card_words(rules, card)})" if card else known_of(kinds)
