"""Facts about the rules that solvers need: hands, a digest, the steps of a deal, and bounds."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import chain
from typing import Final

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.errors import Refused
from pitboss.games.card_names import HOLE
from pitboss.games.game_parts import BestOf, HandOf, Raise, Required
from pitboss.games.payoffs import Odds
from pitboss.games.paytables import odds_text
from pitboss.lab.starting_hands import SUIT_PERMUTATIONS, SuitPermutation, permutations_keeping
from pitboss.money import Rounding
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules, canonical_json, positions


def main_game_digest(rules: Rules) -> str:
    """Return a digest of everything the main game depends on.

    Rules that differ elsewhere share it; so do those that round winnings differently, because the
    lab counts fractions exactly.
    """
    hands = tuple(main_hands(rules))
    streets = tuple((x.wager, x.of, x.choices, x.reveals) for x in rules.streets)
    required = tuple(replace(wager, rounding=Rounding.DOWN) for wager in rules.required)
    raises = tuple(replace(wager, rounding=Rounding.DOWN) for wager in rules.raises)
    wagers = (required, raises, rules.edge_of)
    deck = () if rules.deck.is_standard else (rules.deck,)
    parts = (*deck, rules.places, rules.hole, rules.looks, hands, *wagers, streets)
    return sha256(canonical_json(parts, with_clauses=False)).hexdigest()[:32]


def main_hands(rules: Rules) -> list[HandOf | BestOf]:
    """Return the hands that wagers of the main game are paid on or that decisions need.

    Hands that these are made of are included.
    """
    names = {name for wager in rules.required + rules.raises for name in wager.pays.reads}
    conditions = (when for street in rules.streets for when in street.conditions.values())
    names.update(name for when in conditions for name in when.reads)
    for hand in reversed(rules.hands):
        if hand.name in names and isinstance(hand, BestOf):
            names.update(hand.hands)
    return [hand for hand in rules.hands if hand.name in names]


def deal_steps(rules: Rules, exposed_positions: Sequence[int] = ()) -> list[list[tuple[int, ...]]]:
    """Return the positions revealed before each street and after the last, in groups.

    Positions that belong to the same hands form a group: their order does not matter. Cards at
    ``exposed_positions`` are seen before the first street.
    """
    hand_positions = _positions_by_hand(rules)
    steps, revealed_positions = [], set[int]()
    for streets_done in range(len(rules.streets) + 1):
        new_positions = [
            position
            for position in dict.fromkeys(
                (*visible_positions(rules, streets_done), *exposed_positions)
            )
            if position not in revealed_positions
        ]
        if streets_done == len(rules.streets):
            # Cards that are never revealed but belong to a hand count with the last cards.
            new_positions += [
                position
                for position in sorted(set().union(*hand_positions))
                if position not in {*revealed_positions, *new_positions}
            ]
        revealed_positions.update(new_positions)
        groups: dict[tuple[bool, ...], tuple[int, ...]] = {}
        for position in new_positions:
            hands = hands_reading(rules, position)
            groups[hands] = (*groups.get(hands, ()), position)
        steps.append(list(groups.values()))
    return steps


def group_visible_cards(
    rules: Rules, cards_by_street: Sequence[Sequence[Card]]
) -> tuple[tuple[Card, ...], ...]:
    """Return the cards seen first and after each street in the groups of `deal_steps`."""
    cards_by_position = dict(
        zip(
            visible_positions(rules, len(cards_by_street) - 1), chain(*cards_by_street), strict=True
        )
    )
    return tuple(
        tuple(sorted(cards_by_position[position] for position in group))
        for step in deal_steps(rules)[: len(cards_by_street)]
        for group in step
    )


def cards_needed(rules: Rules) -> int:
    """Return how many cards a deal of the main game takes."""
    return sum(len(group) for step in deal_steps(rules) for group in step)


def hands_reading(rules: Rules, position: int) -> tuple[bool, ...]:
    """Return, for each hand of the main game, whether it includes a position."""
    return tuple(position in hand for hand in _positions_by_hand(rules))


def _positions_by_hand(rules: Rules) -> list[set[int]]:
    """Return the positions that each hand of the main game reads."""
    positions_by_place = positions(rules.places, rules.hole)
    hands = [set(hand.positions) for hand in main_hands(rules) if isinstance(hand, HandOf)]
    for wager in rules.required + rules.raises:
        hands += [
            set(positions_by_place[HOLE][:2] if name == HOLE else positions_by_place[name])
            for name in wager.pays.sees
        ]
    return hands


def suit_permutations(rules: Rules, deck: tuple[Card, ...]) -> tuple[SuitPermutation, ...]:
    """Return the suit permutations that keep the deck, if no main wager distinguishes suits."""
    if any(wager.pays.tells_suits for wager in rules.required + rules.raises):
        return SUIT_PERMUTATIONS[:1]
    return permutations_keeping(SUIT_PERMUTATIONS, deck)


def paid_hand(wager: Required | Raise) -> str:
    """Return the hand that a wager's paytable reads, or "" if it is not paid on one hand alone."""
    return wager.pays.reads[0] if wager.pays.ranked_table else ""


MAX_ODDS: Final = 1_000_000
"""The highest odds, to one, that kernels count."""
MAX_STAKED: Final = 100
"""The most staked in one round, in required wagers; beyond it the generic solver is used."""


def whole_odds(odds: Odds) -> int:
    """Return odds as an integer; refuse fractions, which kernels cannot count."""
    if odds != int(odds):
        raise Refused(f"the lab's kernels count whole odds, not {odds_text(odds)}")
    return int(odds)


def check_whole_odds(wager: Required | Raise, odds: Iterable[int]) -> None:
    """Refuse odds that are too high to count."""
    highest = max(odds)
    if highest > MAX_ODDS:
        raise Refused(
            f"{wager.label} pays {highest:,} to 1; the lab counts odds up to {MAX_ODDS:,} to 1"
        )


def has_one_raise_per_street(rules: Rules) -> bool:
    """Return whether each street decides a raise of its own.

    No wager is taken down, and no raise can be made on an earlier street.
    """
    decided_wagers = [street.wager for street in rules.streets]
    return sorted(decided_wagers) == sorted(wager.key for wager in rules.raises)


def is_countable(rules: Rules) -> bool:
    """Return whether stakes and odds are within what kernels count: bounded, and whole odds."""
    odds = [line.odds for wager in rules.required + rules.raises for line in wager.pays.lines()]
    return has_countable_stakes(rules) and all(odd is None or odd == int(odd) for odd in odds)


def has_countable_stakes(rules: Rules) -> bool:
    """Return whether a round never stakes more than kernels count."""
    largest_raises = sum(max(street.stakes.values(), default=0) for street in rules.streets)
    return len(rules.required) + largest_raises <= MAX_STAKED
