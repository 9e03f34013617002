"""Advice: the exact value of each open decision, at any point of any game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from pitboss.cards import DECK, JOKER, Card, cards_text
from pitboss.errors import Refused, short_repr
from pitboss.lab.game_structure import group_visible_cards
from pitboss.lab.generic.limits import count_deals_after
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.shape_registry import find_any_shape, find_shape
from pitboss.round import (
    NOT_SEEN,
    BettingProgress,
    available_choices,
    replay_decisions,
    visible_places,
    visible_positions,
)
from pitboss.submission.rules import Rules, positions

if TYPE_CHECKING:
    from pitboss.lab.generic.backward_induction import GenericGame


class Advice(Struct, frozen=True):
    """The exact value of each decision and the best one; a tie goes to the lower stake.

    Values are the expected net result of the whole main game, counting everything staked, in units
    of one required wager.
    """

    decisions: dict[str, Fraction]
    best: str


def advise(
    rules: Rules,
    hole: Sequence[Card],
    table: Mapping[str, Sequence[Card]] | None = None,
    decisions: Sequence[str] = (),
    *,
    progress: Progress = no_progress,
    cache: bool = True,
) -> Advice:
    """Return advice for a player with these hole cards, visible table cards and past decisions."""
    situation = build_situation(rules, hole, table or {}, decisions)
    values = _decision_values(rules, situation.cards_by_street, situation.raises, progress, cache)
    return _best_advice(situation, values)


def _best_advice(situation: "Situation", values: dict[str, Fraction]) -> Advice:
    return Advice(values, max(values, key=lambda name: (values[name], -situation.stakes[name])))


class Situation(NamedTuple):
    """A decision to make: the cards seen first and after each street, and the raises so far."""

    cards_by_street: list[list[Card]]
    raises: list[int]
    stakes: dict[str, int]
    """The stake of each open decision."""


def build_situation(
    rules: Rules,
    hole: Sequence[Card],
    table: Mapping[str, Sequence[Card]],
    decisions: Sequence[str],
) -> Situation:
    """Build the situation of these cards and decisions; refuse them if they are inconsistent."""
    units = {wager.key: 1 for wager in rules.required}
    for street, decision in zip(rules.streets, decisions, strict=False):
        # Raises of any amount, where a table takes them, have no name and so no advice.
        if decision not in street.choices:
            limitation = "; advice covers no other amounts" if street.any_amount else ""
            raise Refused(
                f"{short_repr(decision)} is not a decision on {street.label}, which takes "
                f"{', '.join(street.choices)}{limitation}",
                rules.cite(street.clause),
            )
    betting_progress = replay_decisions(rules, units, decisions, complete=False)
    if betting_progress.has_folded:
        raise Refused("the hand was folded: there is nothing left to decide")
    if not available_choices(rules, units, betting_progress):
        raise Refused("every decision has been made: there is nothing left to decide")
    cards_by_position = _cards_by_position(rules, hole, table, betting_progress)
    size = sum(place.cards for place in rules.places) + len(rules.hole)
    cards = [cards_by_position.get(position, NOT_SEEN) for position in range(size)]
    replay_decisions(rules, units, decisions, complete=False, cards=cards)
    open_choices = available_choices(rules, units, betting_progress, cards)
    return Situation(
        cards_by_street=_cards_by_street(rules, cards_by_position, betting_progress),
        raises=_stakes_by_street(rules, betting_progress),
        stakes={choice.decision: choice.stake - choice.returns for choice in open_choices},
    )


def _stakes_by_street(rules: Rules, betting_progress: BettingProgress) -> list[int]:
    """Return what each street so far staked; −1 where a wager was taken down."""
    raises_left = dict(betting_progress.raises)
    return [
        -1 if street.wager in betting_progress.taken_down else raises_left.pop(street.wager, 0)
        for street in rules.streets[: betting_progress.streets_done]
    ]


def _decision_values(
    rules: Rules,
    cards_by_street: list[list[Card]],
    raises: list[int],
    progress: Progress,
    cache: bool,
) -> dict[str, Fraction]:
    """Return the value of each decision, by the shape that fits.

    ``cards_by_street`` has the cards seen first, then those of each street.
    """
    main = partial(solve_main, rules, progress=progress, cache=cache)
    return dict(find_any_shape(rules).advise(cards_by_street, raises, main, progress))


MAX_DEALS_AT_TABLE: Final = 20_000_000
"""The most deals after a decision that are enumerated while a table waits: some seconds."""


def is_advice_quick(rules: Rules, decisions: Sequence[str]) -> bool:
    """Return whether exact advice after these decisions is fast enough for live play."""
    if find_shape(rules):
        return True
    units = {wager.key: 1 for wager in rules.required}
    streets_done = replay_decisions(rules, units, decisions, complete=False).streets_done
    return count_deals_after(rules, streets_done) <= MAX_DEALS_AT_TABLE


def advise_by_sampling(
    rules: Rules,
    hole: Sequence[Card],
    table: Mapping[str, Sequence[Card]],
    decisions: Sequence[str],
    *,
    seed: str,
) -> Advice:
    """Return advice from sampled deals, for games of no fast shape; repeatable by seed."""
    from pitboss.lab.generic.solver import sampled_values

    situation = build_situation(rules, hole, table, decisions)
    values = sampled_values(
        _sampled_game(rules),
        group_visible_cards(rules, situation.cards_by_street),
        tuple(situation.raises),
        seed,
    )
    return _best_advice(situation, values)


_sampled_games: dict[str, "GenericGame"] = {}


def _sampled_game(rules: Rules) -> "GenericGame":
    """Return the game from which deals are sampled, cached because its tables take a moment."""
    from pitboss.lab.generic.backward_induction import GenericGame
    from pitboss.lab.generic.plan import DealPlan

    if rules.hash not in _sampled_games:
        _sampled_games.clear()
        _sampled_games[rules.hash] = GenericGame(DealPlan(rules))
    return _sampled_games[rules.hash]


def _cards_by_position(
    rules: Rules,
    hole: Sequence[Card],
    table: Mapping[str, Sequence[Card]],
    betting_progress: BettingProgress,
) -> dict[int, Card]:
    """Return the visible cards by position; refuse them if they do not match the situation."""
    names = visible_places(rules, betting_progress.streets_done)
    hole_names = [name for name in rules.hole if name in names]
    if len(hole) != len(hole_names):
        raise Refused(_wrong_count("hole", len(hole_names), len(hole)))
    places = [place.name for place in rules.places]
    for name, cards in table.items():
        if name not in places:
            raise Refused(f"unknown place {name!r}: choose from {', '.join(places)}")
        if cards and name not in names:
            raise Refused(_not_visible_yet(rules, name, betting_progress))
    positions_by_place, visible = (
        positions(rules.places, rules.hole),
        visible_positions(rules, betting_progress.streets_done),
    )
    cards_by_position = {
        positions_by_place[name][0]: c for name, c in zip(hole_names, hole, strict=True)
    }
    for name in places:
        face_up = [position for position in positions_by_place[name] if position in visible]
        place_cards = list(table.get(name, ()))
        if len(place_cards) != len(face_up):
            raise Refused(_wrong_count(name, len(face_up), len(place_cards)))
        cards_by_position |= dict(zip(face_up, place_cards, strict=True))
    _check_cards(rules, [cards_by_position[position] for position in visible])
    return cards_by_position


def _wrong_count(name: str, open_cards: int, count: int) -> str:
    """Say how many cards a place has at this decision."""
    cards = "1 card" if open_cards == 1 else f"{open_cards} cards"
    return f"{name} takes {cards} at this decision, not {count}"


def _cards_by_street(
    rules: Rules, cards_by_position: Mapping[int, Card], betting_progress: BettingProgress
) -> list[list[Card]]:
    """Return the cards seen at the start and after each decision."""
    visible = visible_positions(rules, betting_progress.streets_done)
    cards_by_street: list[list[Card]] = []
    before = 0
    for streets_done in range(betting_progress.streets_done + 1):
        after = len(visible_positions(rules, streets_done))
        cards_by_street.append([cards_by_position[position] for position in visible[before:after]])
        before = after
    return cards_by_street


def _not_visible_yet(rules: Rules, name: str, betting_progress: BettingProgress) -> str:
    for street in rules.streets[betting_progress.streets_done :]:
        if name in street.reveal:
            return (
                f"{name} is revealed only after the decision on {street.label}; "
                f"decisions given: {betting_progress.streets_done}"
            )
    return f"{name} is never revealed before a decision"


def _check_cards(rules: Rules, cards: Sequence[Card]) -> None:
    for c in cards:
        if c not in (DECK if rules.deck.is_standard else (*DECK, JOKER)):
            raise Refused(f"{c!r} is not a card")
        if c not in rules.deck.distinct_cards:
            raise Refused(f"{cards_text([c])} is not in the deck of {rules.game}")
    if (excess := rules.deck.first_excess(cards)) is not None:
        how_often = "twice" if rules.deck.cards.count(excess) == 1 else "too many times"
        raise Refused(f"{cards_text([excess])} appears {how_often}")
