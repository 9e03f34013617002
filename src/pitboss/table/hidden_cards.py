"""Names of single cards: of a hand, of a place on the table, or the next one of the stack.

``4.first`` is a card of seat 4, ``flop.2`` the second card of the flop, ``left`` the only card of
its place, ``next.burn`` the card on top of the stack, which would have been burned, ``open.1`` the
first exposed card that belongs to no place and no hand.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from pitboss.games.dealing import Burn, Discard, ToPlayers, ToTable
from pitboss.games.incidents import Kind
from pitboss.submission.rules import Rules
from pitboss.table.day import describe_kinds
from pitboss.table.round_plan import plan_round
from pitboss.table.state import RoundState

BURN: Final = "burn"
DISCARD: Final = "discard"
_NEXT_PREFIX: Final = "next."
_OPEN_PREFIX: Final = "open."


class FaceDownCard(NamedTuple):
    """A card that lies face down."""

    place: str
    """The place, or which card of the hand it is…"""
    position: int
    """…and which card of the place or hand, counted from 1."""
    name: str
    stack_position: int
    """Its position in the stack."""


def hidden_seat_cards(rules: Rules, round_: RoundState, seat: int) -> Iterator[FaceDownCard]:
    """Yield the face-down cards of a hand."""
    for n, (name, at) in enumerate(zip(rules.hole, round_.holes[seat], strict=False), 1):
        if at not in round_.shown:
            yield FaceDownCard(name, n, f"{seat}.{name}", at)


def hidden_place_cards(
    rules: Rules, round_: RoundState, places: Iterable[str]
) -> Iterator[FaceDownCard]:
    """Yield the face-down cards of these places."""
    many = {place.name for place in rules.places if place.cards > 1}
    for place in places:
        for n, at in enumerate(round_.table.get(place, ()), 1):
            if at not in round_.shown:
                name = place_card_name(place, n, single=place not in many)
                yield FaceDownCard(place, n, name, at)


def card_positions(rules: Rules, round_: RoundState) -> dict[str, int]:
    """Return the positions of all cards on the table by name, face up or down."""
    many = {place.name for place in rules.places if place.cards > 1}
    result = {
        f"{seat}.{name}": at
        for seat, hand in round_.holes.items()
        for name, at in zip(rules.hole, hand, strict=False)
    }
    for place, positions in round_.table.items():
        for n, at in enumerate(positions, 1):
            result[place_card_name(place, n, single=place not in many)] = at
    loose = [at for at in round_.shown if at not in result.values()]
    return result | {f"{_OPEN_PREFIX}{n}": at for n, at in enumerate(loose, 1)}


def place_card_name(place: str, number: int, *, single: bool) -> str:
    """Return the name of a card of a place, counted from 1; a single card has the place's."""
    return place if single else f"{place}.{number}"


def next_place(rules: Rules, round_: RoundState) -> str:
    """Return where the next card of the stack would go, or "" before and after the deal."""
    for step in plan_round(rules).steps[round_.step :] if round_.players else ():
        match step:
            case ToPlayers(cards=(first, *_)):
                return f"{next(iter(round_.players))}.{first}"
            case ToTable(places=(first, *_)):
                return first
            case Burn():
                return BURN
            case Discard():
                return DISCARD
            case _:
                pass
    return ""


def next_card_name(place: str) -> str:
    """Return the name of the next card of the stack, by where it would go."""
    return _NEXT_PREFIX + place


def describe_card(rules: Rules, name: str) -> str:
    """Describe a card in words."""
    if name.startswith(_NEXT_PREFIX):
        place = name.removeprefix(_NEXT_PREFIX)
        away = {BURN: "to be burned", DISCARD: "to be discarded"}
        seat = place.partition(".")[0]
        receiver = f"seat {seat}" if seat.isdecimal() else describe_card(rules, place)
        return f"the next card of the stack, {away.get(place) or f'for {receiver}'}"
    if name.startswith(_OPEN_PREFIX):
        return f"exposed card {name.removeprefix(_OPEN_PREFIX)}"
    place, _, which = name.partition(".")
    if place.isdecimal():
        return f"seat {place}'s {which} card"
    label = next((item.label for item in rules.places if item.name == place), place)
    return f"{label}, card {which}" if which else label


def describe_incident(rules: Rules, kinds: tuple[Kind, ...], card: str) -> str:
    """Describe an incident in words, with the card that it exposed."""
    return (
        f"{describe_kinds(kinds)} ({describe_card(rules, card)})" if card else describe_kinds(kinds)
    )
