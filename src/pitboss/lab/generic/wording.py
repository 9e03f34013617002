"""Features of any game in words."""

from collections.abc import Mapping

import numpy as np

from pitboss.cards import ACE, RANKS
from pitboss.games.card_names import RANK_WORDS, rank_or_higher, rank_plural
from pitboss.games.paytables import number_word
from pitboss.hands.orders import kicker, kind_index
from pitboss.lab.generic.features import (
    ALLOWED_PREFIX,
    FOUR,
    FULL_HOUSE,
    MATCH_BITS,
    NO_MATCH,
    PAIR,
    TWO_PAIR,
    PlayerHand,
    player_hands,
)
from pitboss.lab.generic.payouts import NO_STRENGTH, strength_table
from pitboss.lab.generic.plan import DealPlan
from pitboss.lab.hand_tables import Ints
from pitboss.lab.shape_protocol import FeaturePhrase
from pitboss.submission.rules import Rules

_RANK_MASK = (1 << MATCH_BITS) - 1


def generic_note(rules: Rules) -> str:
    """Explain how hands are named and counted."""
    note = "Each hand is the lowest that qualifies, with its ranks from high to low. "
    if len(rules.streets) > 1 or any(place.face_up for place in rules.places):
        note += "Cards to a straight are of different ranks that fit into one straight. "
    if rules.deck.wild_cards:
        note += "A wild card counts as whatever card helps most. "
    return note.rstrip()


def generic_phrases(rules: Rules) -> Mapping[str, FeaturePhrase]:
    """Return the wording of each feature, given its least value."""
    hands = player_hands(DealPlan(rules))
    shower = "the dealer" if any(x.name == "dealer" for x in rules.places) else "the table"
    phrases: dict[str, FeaturePhrase] = {
        "wild": lambda n: "a wild card" if n == 1 else f"{number_word(n)} wild cards",
        "high": lambda r: f"{_article(r)} among your own cards",
        "low": lambda r: f"no card of your own below {_rank_with_article(r)}",
        "paired": lambda n: f"{_own_cards(n)} in a pair or better",
        "over": lambda n: f"{_own_cards(n)} above all community cards",
        "match": lambda _: f"a card of a rank that {shower} shows",
        "over_up": lambda n: f"{_cards(n)} higher than all that {shower} shows",
        "low_up": lambda n: f"{shower} showing nothing above {_rank_with_article(ACE - n)}",
        "high_up": lambda r: f"{shower} showing {_article(r)}",
    }
    for hand in hands:
        where = f" in {hand.label}" if len(hands) > 1 else ""
        phrases |= _hand_phrases(rules, hand, where)
    for street in rules.streets:
        for name in street.conditions:
            phrases[f"{ALLOWED_PREFIX}{name}"] = _allowed_phrase(name)
    return phrases


def _allowed_phrase(decision: str) -> FeaturePhrase:
    return lambda _: f"cards that allow {decision}"


def _hand_phrases(rules: Rules, hand: PlayerHand, where: str) -> dict[str, FeaturePhrase]:
    lowest_rank = RANKS.index(next(r for r in rules.deck.ranks if r not in rules.deck.wild))
    strengths = _strengths(rules, hand)
    return {
        f"hand{hand.suffix}": lambda n: f"{_complete(strengths, hand, n)} or better{where}",
        f"made{hand.suffix}": lambda n: f"{_incomplete(n, lowest_rank)} or better{where}",
        f"suited{hand.suffix}": lambda n: f"{_cards(n)} of one suit{where}",
        f"straight{hand.suffix}": lambda n: f"{_cards(n)} to a straight{where}",
    }


def _strengths(rules: Rules, hand: PlayerHand) -> Ints:
    """Return what a complete hand can be, as far as its feature tells."""
    table = strength_table(hand.size, hand.order, rules.deck)
    parts = [x for x in (table.mixed, table.suited) if x is not None]
    strengths = np.unique(np.concatenate(parts).astype(np.int64))
    return np.unique(strengths[strengths != NO_STRENGTH] >> hand.cut_bits)


def _complete(strengths: Ints, hand: PlayerHand, value: int) -> str:
    """Describe the lowest complete hand that is meant."""
    strength = value << hand.cut_bits
    kind = hand.order.kinds[kind_index(strength)]
    top, size = kicker(strength), hand.order.size
    shown_kickers = min(hand.kickers, size)
    if kind == "high card":
        ranks = [kicker(strength, place) for place in range(shown_kickers)]
        if shown_kickers == 1:
            return f"{RANK_WORDS[top]} high" if size > 1 else _rank_with_article(top)
        high = "" if shown_kickers == size else " high"
        return "-".join(RANKS[rank] for rank in ranks) + high
    same_kind = strengths[(strengths << hand.cut_bits) >> 20 == kind_index(strength)]
    name = _kind_with_article(kind)
    if value == same_kind[0]:
        return name
    same_top = same_kind[[kicker(int(x) << hand.cut_bits) == top for x in same_kind]]
    other = kicker(strength, 1) if shown_kickers > 1 and value != same_top[0] else None
    match kind:
        case "pair":
            return f"a pair of {rank_plural(top)}" + _with(other)
        case "two pair":
            others = "" if other is None else f" and {rank_plural(other)}"
            return f"two pair with {rank_plural(top)}{others}"
        case "three of a kind" | "four of a kind" | "five of a kind":
            return f"{kind.split()[0]} {rank_plural(top)}" + _with(other)
        case "full house":
            others = "" if other is None else f" and {rank_plural(other)}"
            return f"a full house of {rank_plural(top)}{others}"
        case _:
            return f"{name} with {_rank_with_article(top)}" + (
                "" if other is None else f" and {_rank_with_article(other)}"
            )


def _with(other: int | None) -> str:
    return "" if other is None else f" with {_rank_with_article(other)}"


def _incomplete(value: int, lowest_rank: int) -> str:
    """Describe the lowest incomplete hand that is meant."""
    kind = value >> 2 * MATCH_BITS
    top, other = (value >> MATCH_BITS & _RANK_MASK) - 1, (value & _RANK_MASK) - 1
    if kind == NO_MATCH:
        return _rank_with_article(top) if other < 0 else f"{RANKS[top]}-{RANKS[other]}"
    if kind == PAIR:
        return "a pair" if top == lowest_rank else f"a pair of {rank_plural(top)}"
    if kind == TWO_PAIR:
        return "two pair" if top <= lowest_rank + 1 else f"two pair with {rank_plural(top)}"
    if kind in (FULL_HOUSE, FOUR):
        name = "a full house" if kind == FULL_HOUSE else "four of a kind"
        return name if top == lowest_rank else f"{name} of {rank_plural(top)}"
    return "three of a kind" if top == lowest_rank else f"three {rank_plural(top)}"


def _kind_with_article(kind: str) -> str:
    plain = ("two pair", "three of a kind", "four of a kind", "five of a kind")
    return kind if kind in plain else f"a {kind}"


def _rank_with_article(rank: int) -> str:
    word = RANK_WORDS[rank]
    return f"an {word}" if word[0] in "ae" else f"a {word}"


def _article(rank: int) -> str:
    text = rank_or_higher(rank)
    return text if text.startswith("an ") else f"{_rank_with_article(rank)} or higher"


def _cards(least: int) -> str:
    return "a card" if least == 1 else f"{number_word(least)} cards"


def _own_cards(least: int) -> str:
    return "a card of your own" if least == 1 else f"{number_word(least)} cards of your own"
