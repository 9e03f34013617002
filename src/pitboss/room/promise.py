"""The promise of each round as a client first saw it, and what the client added (FAIR-8).

Anything else later is an alarm: another root or hash of the seed, a shuffle without the client's
own entropy, a seed that is never opened or does not fit, a card without a proof.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import CARD, DECK, Card
from pitboss.shuffle import Contribution, bound_to, dealing_order, proves, seed_hash, shoe_of
from pitboss.table.state import Phase

MOST: Final = 12
"""Rounds that are remembered."""
Json = Mapping[str, Any]


class PromiseBroken(Exception):
    """What a room shows is not what it promised: nothing more is bet there."""


class Pin(Struct):
    """What is known of a round."""

    root: str
    seed_hash: str
    is_open: bool
    """Whether it was open when it was seen last."""
    entropy: str = ""
    by: str = ""
    """Who added it."""
    version: int = 0
    """Of the table, once it had the entropy."""


class Pins:
    """The rounds of one table."""

    def __init__(self) -> None:
        self._rounds: dict[int, Pin] = {}

    def add(self, number: int, entropy: str, by: str) -> Pin | None:
        """Keep what somebody adds to the shuffle of a round, unless something went there before."""
        pin = self._rounds.get(number)
        if pin is None or pin.entropy:
            return None
        pin.entropy, pin.by = entropy, by
        return pin

    def check(self, view: Json, version: int) -> str:
        """Compare a view with what was seen first; return what is wrong with it, or nothing."""
        round_ = view.get("round")
        if not round_:
            return ""
        number, is_open = round_["number"], round_["phase"] != Phase.CLOSED.value
        pin = self._rounds.get(number)
        if pin is None:
            self._rounds[number] = Pin(round_["root"], round_["seed_hash"], is_open)
            self._rounds.pop(number - MOST, None)
            return ""
        if (round_["root"], round_["seed_hash"]) != (pin.root, pin.seed_hash):
            return f"round {number}: the promise was changed after it was published"
        if pin.entropy and _lacks(pin, round_, version):
            return f"round {number}: the shuffle does not have what this client added to it"
        if is_open or not pin.is_open:
            return ""
        pin.is_open = False
        if not round_.get("seed"):
            return f"round {number}: its seed was never opened, so nobody can check it"
        deck = _deck(round_)
        if deck is None:
            return f"round {number}: its deck has something that is not a card"
        bound = bound_to(view["table"], number, round_["rules"])
        return _opened(pin, round_["seed"], bound, number, deck)

    def check_proofs(self, proofs: Json | None, view: Json, own: Json, wanted: int = 0) -> str:
        """Check the proofs of a round against its promise; return what is wrong, or nothing.

        They are of the round that was ``wanted``, or of the one that is seen, or a later one.
        """
        seen = (view.get("round") or {}).get("number", 0)
        if proofs is None:
            return f"round {wanted or seen}: there are no proofs of it" if wanted or seen else ""
        number = proofs["round"]
        if number != (wanted or max(number, seen)):
            return f"round {wanted or seen}: its proofs are those of round {number}"
        deck = _deck(proofs)
        if deck is None:
            return f"round {number}: its deck has something that is not a card"
        pin = self._rounds.get(number) or Pin(proofs["root"], proofs["seed_hash"], False)
        if (proofs["root"], proofs["seed_hash"]) != (pin.root, pin.seed_hash):
            return f"round {number}: the promise was changed after it was published"
        if not all(_is_proved(pin.root, len(deck), card) for card in proofs["cards"]):
            return f"round {number}: a card does not match the promise"
        round_ = view.get("round") or {}
        if round_.get("number") == number and not _shows(round_, own, proofs):
            return f"round {number}: a card on the table is not the one that is proved"
        if not proofs["seed"]:
            return ""
        bound = bound_to(proofs["table"], number, proofs["rules"])
        added = tuple(Contribution(one["who"], one["entropy"]) for one in proofs["contributions"])
        order = dealing_order(len(deck), added, proofs["cut"], bound)
        if [one["position"] for one in proofs["dealt"]] != list(order[: len(proofs["dealt"])]):
            return f"round {number}: the cards were not dealt in the order that players fixed"
        return _opened(pin, proofs["seed"], bound, number, deck)


def _lacks(pin: Pin, round_: Json, version: int) -> bool:
    """Whether the list does not have, in the name of who added it, just what the client added."""
    own = [one["entropy"] for one in round_.get("contributions", ()) if one["who"] == pin.by]
    if own:
        return own != [pin.entropy]
    is_betting = round_["phase"] == Phase.BETTING.value
    return bool(pin.version) and (not is_betting or version >= pin.version)


def _opened(pin: Pin, opened: str, bound: bytes, number: int, deck: tuple[Card, ...]) -> str:
    try:
        seed = bytes.fromhex(opened)
    except ValueError:
        seed = b""
    if seed_hash(seed) != pin.seed_hash:
        return f"round {number}: the seed does not have the hash that was published"
    if shoe_of(seed, bound, deck).root.hex() != pin.root:
        return f"round {number}: the seed gives another stack than was promised"
    return ""


def _deck(listing: Json) -> tuple[Card, ...] | None:
    """All cards by number: those of the standard deck, or as a view or proofs list them."""
    if not (listed := listing.get("deck", "")):
        return DECK
    try:
        return tuple(CARD[name] for name in listed.split())
    except (AttributeError, KeyError):
        return None


def _is_proved(root: str, size: int, card: Json) -> bool:
    try:
        way = [bytes.fromhex(node) for node in card["proof"]]
        salt, position = bytes.fromhex(card["salt"]), card["position"]
        face = CARD[card["card"]]
    except (KeyError, TypeError, ValueError):
        return False
    return proves(bytes.fromhex(root), size, position, face, salt, way)


def _shows(round_: Json, own: Json, proofs: Json) -> bool:
    """Whether every card that is shown is proved to lie there, and every proved one is shown so."""
    hands = {int(seat): hand.get("cards", ()) for seat, hand in round_.get("seats", {}).items()}
    hands |= {int(seat): cards for seat, cards in own.get("cards", {}).items()}
    shown = {(place, 0): faces for place, faces in round_.get("cards", {}).items()}
    shown |= {("", seat): cards for seat, cards in hands.items()}
    proved = {(one["place"], one["seat"], one["index"]): one["card"] for one in proofs["cards"]}
    return all(
        face == "??" or proved.get((*where, at)) == face
        for where, faces in shown.items()
        for at, face in enumerate(faces or ())
    )
