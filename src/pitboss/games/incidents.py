"""What can go wrong at a table, and what the rulebooks do about it.

The names are shared; which remedy answers which incident is each game's own.
"""

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """An incident, named as a dealer would report it."""

    CARD_FACE_UP = "a card is face up in the shoe or deck"
    CARDS_FACE_UP = "more than one card is face up in the shoe or deck"
    DRAWN_UNEXPOSED = "a card was drawn in error and not exposed"
    DRAWN_EXPOSED = "a card was drawn in error and exposed, or the dealer exposed a player's card"
    WRONG_NUMBER = "a player, the dealer or the community area has a wrong number of cards"
    PLAYER_SKIPPED = "a player was skipped"
    DEALER_CARD_EXPOSED = "a card of the dealer was exposed before the last decision"
    COMMUNITY_EXPOSED = "a community card was exposed early"
    STUB_MISDEALT = "the stub count is wrong: misdealt, 52 cards present"
    STUB_NOT_52 = "the stub count is wrong: not misdealt"
    COUNTER_WRONG = "the counting shuffler shows a wrong number"
    SHUFFLER_JAM = "the shuffler jams"
    SHOE_JAM = "the dealing shoe jams in the round"
    DEVICE_DOWN = "a device cannot be used"


class Remedy(StrEnum):
    """What is done about it."""

    VOID = "the round is void and every wager goes back"
    VOID_DECK_OUT = "the round is void, every wager goes back and the deck is removed"
    CARD_OUT = "the card is out of play and the round goes on"
    NEXT_CARD = "the card is used as the next one"
    FLOOR_RULES = "a floorperson rules: void or go on"
    SIT_OUT = "the player sits the round out; wagers and contributions go back"
    DECK_OUT = "the deck is removed"
    RETURN_RESHUFFLE = "every wager goes back and the cards are reshuffled"
    RESHUFFLE = "the cards are reshuffled"
    COVER = "the device is covered or marked before another method is used"


class Incident(Struct, frozen=True):
    """One cell of the table of irregularities. A silent rulebook has no clause."""

    kind: Kind
    remedy: Remedy
    clause: str | None = None
    settles: tuple[str, ...] = ()
    """Wagers that are settled although the round is void…"""
    once_dealt: bool = False
    """…but only once everyone has the first two cards."""
