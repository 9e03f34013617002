"""What a client remembers and checks of each round: promises and its own entropy (FAIR-8).

Any deviation is an alarm: another root or seed hash, a shuffle without the client's entropy, a
seed that is never opened or does not match, a card without a proof. A round of a physical deck
promises nothing, and says so from the start.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import CARD_BY_TEXT, DECK, Card
from pitboss.shuffle import (
    Contribution,
    build_shoe,
    dealing_order,
    is_valid_proof,
    seed_hash,
    shuffle_context,
)
from pitboss.table.state import Phase

MAX_ROUNDS: Final = 12
"""Most rounds that are remembered."""
Json = Mapping[str, Any]


class BrokenPromise(Exception):
    """The room shows something other than it promised, so no more wagers are placed."""


class PinnedRound(Struct):
    """The first promise of a round, and the client's own entropy."""

    root: str
    seed_hash: str
    is_open: bool
    """Whether the round was open in the last view."""
    entropy: str = ""
    by: str = ""
    """Who added the entropy."""
    version: int = 0
    """The version of the table after the entropy was added."""


class PinnedRounds:
    """The remembered rounds of one table."""

    def __init__(self) -> None:
        self._rounds: dict[int, PinnedRound] = {}

    def add(self, number: int, entropy: str, by: str) -> PinnedRound | None:
        """Remember the client's entropy for a round, unless there is some already."""
        pin = self._rounds.get(number)
        if pin is None or pin.entropy:
            return None
        pin.entropy, pin.by = entropy, by
        return pin

    def check(self, view: Json, version: int) -> str:
        """Compare a view with the first promise; return what is wrong, or an empty string."""
        round_ = view.get("round")
        if not round_:
            return ""
        number, is_open = round_["number"], round_["phase"] != Phase.CLOSED.value
        pin = self._rounds.get(number)
        if pin is None:
            self._rounds[number] = PinnedRound(round_["root"], round_["seed_hash"], is_open)
            self._rounds.pop(number - MAX_ROUNDS, None)
            return ""
        if (round_["root"], round_["seed_hash"]) != (pin.root, pin.seed_hash):
            return f"round {number}: the commitment was changed after it was published"
        if pin.entropy and _lacks_entropy(pin, round_, version):
            return f"round {number}: the shuffle is missing the entropy that this client added"
        if is_open or not pin.is_open:
            return ""
        pin.is_open = False
        if _is_physical(pin, round_):
            return ""
        if not round_.get("seed"):
            return f"round {number}: its seed was never revealed, so it cannot be checked"
        deck = _deck(round_)
        if deck is None:
            return f"round {number}: its deck contains something that is not a card"
        context = shuffle_context(view["table"], number, round_["rules"])
        return _check_seed(pin, round_["seed"], context, number, deck)

    def check_proofs(
        self, proofs: Json | None, view: Json, own: Json, expected_number: int = 0
    ) -> str:
        """Check proofs against the promise of a round; return what is wrong, or an empty string.

        They must be of round ``expected_number``, or if that is 0, of the round in view or later.
        """
        requested_number = expected_number or (view.get("round") or {}).get("number", 0)
        if proofs is None:
            return f"round {requested_number}: it has no proofs" if requested_number else ""
        number = proofs["round"]
        if number != (expected_number or max(number, requested_number)):
            return f"round {requested_number}: its proofs are those of round {number}"
        deck = _deck(proofs)
        if deck is None:
            return f"round {number}: its deck contains something that is not a card"
        pin = self._rounds.get(number) or PinnedRound(proofs["root"], proofs["seed_hash"], False)
        if (proofs["root"], proofs["seed_hash"]) != (pin.root, pin.seed_hash):
            return f"round {number}: the commitment was changed after it was published"
        if _is_physical(pin, proofs):
            return ""
        if not all(_is_proved(pin.root, len(deck), card) for card in proofs["cards"]):
            return f"round {number}: a card does not match the commitment"
        round_ = view.get("round") or {}
        if round_.get("number") == number and not _matches_proofs(round_, own, proofs):
            return f"round {number}: a card on the table differs from the one in the proofs"
        if not proofs["seed"]:
            return ""
        context = shuffle_context(proofs["table"], number, proofs["rules"])
        contributions = tuple(
            Contribution(proof["who"], proof["entropy"]) for proof in proofs["contributions"]
        )
        order = dealing_order(len(deck), contributions, proofs["cut"], context)
        if [proof["position"] for proof in proofs["dealt"]] != list(order[: len(proofs["dealt"])]):
            return (
                f"round {number}: the cards were not dealt in the order set by the players' "
                "entropy and the cut"
            )
        return _check_seed(pin, proofs["seed"], context, number, deck)


def _is_physical(pin: PinnedRound, listing: Json) -> bool:
    """Return whether people deal the round, so that it never promised anything to be checked."""
    return bool(listing.get("physical")) and not pin.root and not pin.seed_hash


def _lacks_entropy(pin: PinnedRound, round_: Json, version: int) -> bool:
    """Return whether the contributions lack the client's entropy, or have something else."""
    own = [
        contribution["entropy"]
        for contribution in round_.get("contributions", ())
        if contribution["who"] == pin.by
    ]
    if own:
        return own != [pin.entropy]
    is_betting = round_["phase"] == Phase.BETTING.value
    return bool(pin.version) and (not is_betting or version >= pin.version)


def _check_seed(
    pin: PinnedRound, seed_text: str, context: bytes, number: int, deck: tuple[Card, ...]
) -> str:
    try:
        seed = bytes.fromhex(seed_text)
    except ValueError:
        seed = b""
    if seed_hash(seed) != pin.seed_hash:
        return f"round {number}: the seed does not have the hash that was published"
    if build_shoe(seed, context, deck).root.hex() != pin.root:
        return f"round {number}: the seed produces a stack that does not match the commitment"
    return ""


def _deck(listing: Json) -> tuple[Card, ...] | None:
    """Return the deck that a view or proofs list, or else the standard one."""
    if not (text := listing.get("deck", "")):
        return DECK
    try:
        return tuple(CARD_BY_TEXT[name] for name in text.split())
    except (AttributeError, KeyError):
        return None


def _is_proved(root: str, size: int, card: Json) -> bool:
    try:
        path = [bytes.fromhex(node) for node in card["proof"]]
        salt, position = bytes.fromhex(card["salt"]), card["position"]
        face = CARD_BY_TEXT[card["card"]]
    except (KeyError, TypeError, ValueError):
        return False
    return is_valid_proof(bytes.fromhex(root), size, position, face, salt, path)


def _matches_proofs(round_: Json, own: Json, proofs: Json) -> bool:
    """Return whether the proofs prove every visible card in its place."""
    hands = {int(seat): hand.get("cards", ()) for seat, hand in round_.get("seats", {}).items()}
    hands |= {int(seat): cards for seat, cards in own.get("cards", {}).items()}
    visible_cards = {(place, 0): faces for place, faces in round_.get("cards", {}).items()}
    visible_cards |= {("", seat): cards for seat, cards in hands.items()}
    faces_by_position = {
        (proof["place"], proof["seat"], proof["index"]): proof["card"] for proof in proofs["cards"]
    }
    return all(
        face == "??" or faces_by_position.get((*place_and_seat, index)) == face
        for place_and_seat, faces in visible_cards.items()
        for index, face in enumerate(faces or ())
    )
