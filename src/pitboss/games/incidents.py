"""Incidents, the irregularities of a table, and their remedies.

All games share the kinds of incidents and remedies; each game says which remedy applies to which.
"""

import re
from typing import Final

from msgspec import Struct

from pitboss.enums import DescribedEnum
from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device


class Kind(DescribedEnum):
    """An incident, named as a dealer would report it.

    Logs quote the descriptions as the reason of a void, and `verify` compares them: do not reword.
    """

    CARD_FACE_UP = "card face up", "a card is face up in the shoe or deck"
    CARDS_FACE_UP = "cards face up", "more than one card is face up in the shoe or deck"
    DRAWN_UNEXPOSED = "drawn unexposed", "a card was drawn in error and not exposed"
    DRAWN_EXPOSED = (
        "drawn exposed",
        "a card was drawn in error and exposed, or the dealer exposed a player's card",
    )
    WRONG_NUMBER = (
        "wrong number",
        "a player, the dealer or the community area has the wrong number of cards",
    )
    PLAYER_SKIPPED = "player skipped", "a player was skipped"
    DEALER_CARD_EXPOSED = (
        "dealer card exposed",
        "a dealer card was exposed before the last decision",
    )
    COMMUNITY_EXPOSED = "community exposed", "a community card was exposed early"
    STUB_MISDEALT = "stub misdealt", "the stub count is wrong: a misdeal, with all 52 cards present"
    STUB_NOT_52 = "stub not 52", "the stub count is wrong: no misdeal"
    COUNTER_WRONG = "counter wrong", "the counting shuffler shows a wrong count"
    SHUFFLER_JAM = "shuffler jam", "the shuffler jams"
    SHOE_JAM = "shoe jam", "the dealing shoe jams during the round"
    DEVICE_DOWN = "device down", "a device cannot be used"
    FOULED_DECK = "fouled deck", "the deck has a duplicate or foreign card"
    PROGRESSIVE_DOWN = "progressive down", "the progressive system fails"
    WHEEL_DOWN = "wheel down", "the wheel fails"


COUNT_INCIDENTS: Final = frozenset({Kind.STUB_MISDEALT, Kind.STUB_NOT_52, Kind.COUNTER_WRONG})
"""The incidents that a count of the deck can find."""


class Remedy(DescribedEnum):
    """What is done about an incident."""

    VOID = "void", "the round is void and every wager is returned"
    VOID_DECK_OUT = (
        "void, deck out",
        "the round is void, every wager is returned and the deck is removed",
    )
    CARD_OUT = "card out", "the card is out of play and the round continues"
    NEXT_CARD = "next card", "the card is used as if it were the next one"
    FLOOR_RULES = "floor rules", "a floorperson rules: void the round or go on"
    SIT_OUT = "sit out", "the player sits out the round; wagers and contributions are returned"
    DECK_OUT = "deck out", "the deck is removed"
    RETURN_RESHUFFLE = "return, reshuffle", "every wager is returned and the cards are reshuffled"
    RESHUFFLE = "reshuffle", "the cards are reshuffled"
    COVER = "cover", "the device is covered or marked before another method is used"
    RETURN_OR_WAIT = (
        "return or wait",
        "a floorperson rules: the side wager is returned, or settled when the device works again",
    )


IMMEDIATE_REMEDIES: Final = frozenset(
    {Remedy.CARD_OUT, Remedy.NEXT_CARD, Remedy.DECK_OUT, Remedy.RESHUFFLE, Remedy.COVER}
)
"""The remedies that need no second person, because they move no wager."""


FAILING_DEVICES: Final = {
    Kind.PROGRESSIVE_DOWN: Device.PROGRESSIVE,
    Kind.WHEEL_DOWN: Device.WHEEL,
}
"""The devices that side wagers depend on, by the incident of their failure."""


class Incident(Struct, frozen=True):
    """An incident with its remedy in one game; without clauses where the rulebook is silent."""

    kind: Kind
    remedy: Remedy
    clauses: tuple[str, ...] = ()
    """The clauses of the remedy; of several, each belongs to a chapter on a method of dealing."""
    settles: tuple[str, ...] = ()
    """The wagers that are settled although the round is void."""
    once_dealt: bool = False
    """Whether they are settled only once everyone has the first two cards."""


_KINDS_BY_VALUE: Final = {kind.value: kind for kind in Kind}
_REMEDIES_BY_VALUE: Final = {remedy.value: remedy for remedy in Remedy}
_ONCE_DEALT: Final = " once dealt"


def incidents(text: str) -> tuple[Incident, ...]:
    """Parse a table of irregularities, with columns two or more spaces apart.

    The columns are the incident, its remedy, the clauses if the rulebook is not silent, and the
    wagers that are settled anyway, with ``once dealt`` if that is a condition.
    """
    return tuple(_parse_incident(row) for row in map(str.strip, text.splitlines()) if row)


def _parse_incident(row: str) -> Incident:
    kind, remedy, clauses, wagers, *extra = [*re.split(r"\s{2,}", row), "", "", ""]
    if kind not in _KINDS_BY_VALUE or remedy not in _REMEDIES_BY_VALUE or any(extra):
        raise Refused(f"the line {row!r} needs an incident, its remedy and clause in columns")
    settles = tuple(wagers.removesuffix(_ONCE_DEALT).split())
    once_dealt = wagers.endswith(_ONCE_DEALT)
    return Incident(
        _KINDS_BY_VALUE[kind],
        _REMEDIES_BY_VALUE[remedy],
        tuple(clauses.split(", ")) if clauses else (),
        settles,
        once_dealt,
    )
