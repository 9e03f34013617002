"""Plain loops over sample states of each game, and the lab's values of the same states."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.lab import compiled_loops
from pitboss.cards import DECK, RANKS, Card, rank, suit
from pitboss.errors import Refused
from pitboss.games.game_parts import FOLD, ChoiceValue, stake_multiple
from pitboss.hands import Order
from pitboss.hands.ranking import classify
from pitboss.lab.cross.odds import cross_table
from pitboss.lab.cross.shape import CrossLines, find_cross_lines, street_multiples
from pitboss.lab.cross.solver import advise_cross
from pitboss.lab.duel.odds import HIGHER, duel_table
from pitboss.lab.duel.shape import DealerDuelGame, find_duel
from pitboss.lab.duel.solver import advise_duel
from pitboss.lab.game_structure import paid_hand, whole_odds
from pitboss.lab.hand_tables import (
    RANK_OF_CARD,
    SUIT_OF_CARD,
    PlaceTable,
    five_card_ranks,
    pay_levels,
    table_by_digits,
)
from pitboss.lab.one_raise.odds import cached_line_odds
from pitboss.lab.one_raise.shape import FLOP, TURN, WHOLE_BOARD, OneRaiseGame, find_one_raise_game
from pitboss.lab.one_raise.solver import advise_one_raise
from pitboss.lab.progress import Progress, available_cores, no_progress, run_in_threads, split_range
from pitboss.lab.revealed.shape import RevealedGame, find_revealed_game
from pitboss.lab.revealed.solver import advise_revealed, class_odds, hand_classes
from pitboss.lab.showdown.boards import ante_paid_places, seven_card_tables
from pitboss.lab.showdown.shape import DealerShowdown, find_dealer_showdown
from pitboss.lab.showdown.solver import advise_showdown
from pitboss.lab.stud.shape import GrowingHand, find_growing_hand
from pitboss.lab.stud.solver import advise_stud
from pitboss.submission.evaluators import Hands, compile_evaluators, hand_readers
from pitboss.submission.rules import Rules

Ints = NDArray[np.int64]
DecisionValues = dict[str, Fraction]
"""The values of decisions."""

_CHUNKS_PER_CORE = 8


class PlainLoop(NamedTuple):
    """A plain loop, ready to run."""

    states: Ints
    """The cards of each state."""
    deals_per_state: int
    """How many deals follow a state."""
    game_deals: int
    """How many deals the whole game has, counted the same way."""
    play: Callable[[int, int], None]
    """Plays all deals of the states in a range."""
    loop_values: Callable[[int], DecisionValues]
    """Returns the loop's values of a state."""
    lab_values: Callable[[int], DecisionValues]
    """Returns the lab's values of a state."""

    def run(self, progress: Progress = no_progress) -> None:
        """Play every state, on all cores."""
        size = -(-len(self.states) // (_CHUNKS_PER_CORE * available_cores()))
        parts = list(split_range(len(self.states), size))
        run_in_threads("playing deal by deal", lambda part: self.play(*part), parts, progress)

    def check(self) -> None:
        """Check that the loop agrees with the lab in every state."""
        for state, cards in enumerate(self.states.tolist()):
            if self.loop_values(state) != self.lab_values(state):
                raise Refused(f"the lab and a plain loop disagree about {cards}")


def spread_states(deck: Sequence[Card], sizes: Sequence[int], count: int) -> Ints:
    """Return so many states, evenly spread over all deals of sets of these sizes."""
    ways, cards_left = [], len(deck)
    for size in sizes:
        ways.append(comb(cards_left, size))
        cards_left -= size
    total = np.prod(ways, dtype=object)
    states = []
    for state in range(count):
        number, cards = (2 * state + 1) * total // (2 * count), list[Card]()
        for size, choices in zip(sizes, ways, strict=True):
            number, index = divmod(number, choices)
            rest = [c for c in deck if c not in cards]
            cards += _nth_combination(rest, size, index)
        states.append(cards)
    return np.array(states, np.int64)


def _nth_combination(cards: Sequence[Card], size: int, index: int) -> list[Card]:
    """Return the combination with this index, in the order of `itertools`."""
    chosen_cards: list[Card] = []
    position = 0
    while len(chosen_cards) < size:
        including = comb(len(cards) - position - 1, size - len(chosen_cards) - 1)
        if index < including:
            chosen_cards.append(cards[position])
        else:
            index -= including
        position += 1
    return chosen_cards


def place_tables(order: Order, strengths: Sequence[int]) -> tuple[PlaceTable, PlaceTable]:
    """Return tables of places by ranks as digits, and of flushes by ranks as bits.

    Strengths that are not listed are never looked up: their ranks are not in the deck.
    """
    place = {strength: index for index, strength in enumerate(strengths)}
    size = order.size
    ranks = range(len(RANKS))
    unsuited_places = {
        hand_ranks: place.get(classify(hand_ranks, order, suited=False), 0)
        for hand_ranks in combinations_with_replacement(ranks, size)
        if size < 5 or hand_ranks[0] != hand_ranks[-1]  # five cards of one rank do not exist
    }
    suited_places = np.zeros(1 << len(RANKS), np.int16)
    for hand_ranks in combinations(ranks, size):
        strength = classify(hand_ranks, order, suited=True)
        suited_places[sum(1 << r for r in hand_ranks)] = place.get(strength, 0)
    return table_by_digits(unsuited_places), suited_places


CROSS_STATE_SIZES: Final = (2, 2)
"""The cards of a state: the hole cards and a first pair."""
CROSS_SAMPLE: Final = 500
"""The number of states in a sample."""


def cross_loop(
    rules: Rules, lines: CrossLines, states: Ints, deck: Sequence[Card] = DECK
) -> PlainLoop:
    """Return the loop from the second decision on, for these states."""
    table = cross_table(rules, lines)
    odds = np.array(
        [part for line in (0, 1) for part in (table.required_odds(line), table.raise_odds(line))]
        + [table.raise_odds(2)]
    )
    firsts, seconds, thirds = (np.array(street_multiples(street)) for street in lines.streets)
    folds = FOLD in lines.streets[2].choices.values()
    net = np.zeros((len(states), len(firsts), len(seconds)), np.int64)
    n, required = len(deck), len(lines.required)
    deals = comb(n - 4, 2) * (n - 6)

    def play(low: int, high: int) -> None:
        compiled_loops.play_cross(
            states,
            low,
            high,
            np.array(deck, np.int64),
            RANK_OF_CARD,
            SUIT_OF_CARD,
            table.unsuited,
            table.suited,
            odds,
            required,
            firsts,
            seconds,
            thirds,
            folds,
            net,
        )

    def loop_values(state: int) -> DecisionValues:
        return {
            f"{first} {name}": Fraction(-required - first)
            if times == FOLD
            else Fraction(int(net[state, f, seconds.tolist().index(times)]), deals)
            for f, first in enumerate(firsts.tolist())
            for name, times in lines.streets[1].choices.items()
        }

    def lab_values(state: int) -> DecisionValues:
        low, high, *pair = states[state].tolist()
        return {
            f"{first} {name}": value
            for first in firsts.tolist()
            for name, value in advise_cross(
                rules, lines, (low, high), [pair], [first], deck
            ).items()
        }

    game_deals = comb(n, 2) * comb(n - 2, 2) * deals
    return PlainLoop(states, deals, game_deals, play, loop_values, lab_values)


STUD_STATE_SIZES: Final = (2,)
"""The cards of a state: the hole cards."""
STUD_SAMPLE: Final = 300
"""The number of states in a sample."""

_CARD_BY_RANK_AND_SUIT: Final = {(rank(c), suit(c)): c for c in DECK}


def stud_loop(
    rules: Rules, shape: GrowingHand, states: Ints, deck: Sequence[Card] = DECK
) -> PlainLoop:
    """Return the loop from the first decision on, for these states."""
    ranks = five_card_ranks(low_ace=shape.low_ace)
    fives = pay_levels(rules, ranks.strengths, [(w, paid_hand(w)) for w in shape.paid_at(5)])
    unsuited, suited = fives.level_of_place[ranks.unsuited], fives.level_of_place[ranks.suited]
    two, three = (_early_odds(rules, shape, size) for size in (2, 3))
    no_odds = np.zeros(fives.level_count, np.int64)
    odds = np.array(
        [sum((fives.odds.get(k, no_odds) for k in row), no_odds) for row in _wager_rows(shape)]
    )
    seconds = np.array([stake_multiple(times) for times in shape.streets[1].choices.values()])
    net = np.zeros((len(states), 3), np.int64)
    n = len(deck)
    deals = (n - 2) * comb(n - 3, 2)

    def play(low: int, high: int) -> None:
        compiled_loops.play_stud(
            states, low, high, np.array(deck, np.int64), RANK_OF_CARD, SUIT_OF_CARD, *two, *three,
            unsuited, suited, odds, seconds, net,
        )  # fmt: skip

    def loop_values(state: int) -> DecisionValues:
        required_value, first_value, second_value = net[state].tolist()
        return {
            name: Fraction(
                required_value + stake_multiple(times) * first_value + second_value, deals
            )
            for name, times in shape.streets[0].choices.items()
        }

    def lab_values(state: int) -> DecisionValues:
        return advise_stud(rules, shape, states[state].tolist(), None, 0, deck)

    return PlainLoop(states, deals, comb(n, 2) * deals, play, loop_values, lab_values)


def _wager_rows(shape: GrowingHand) -> list[list[str]]:
    """Return the wagers of each row of odds: required, first raise, second raise."""
    return [[w.key for w in shape.required], *([w.key] for w in shape.raises)]


def _early_odds(rules: Rules, shape: GrowingHand, size: int) -> tuple[Ints, Ints]:
    """Return the odds of each row on two or three cards, by ranks as digits and as bits."""
    evaluators, read = compile_evaluators(rules), hand_readers(rules)
    paid_wagers = {wager.key for wager in shape.paid_at(size)}

    def odds(cards: Sequence[Card]) -> list[int]:
        cards_by_position = dict(zip(shape.order, cards, strict=False))
        hands = Hands(
            read,
            tuple(
                cards_by_position.get(position, cards[0])
                for position in range(max(shape.order) + 1)
            ),
        )
        return [
            sum(whole_odds(evaluators[key](hands).odds) for key in row if key in paid_wagers)
            for row in _wager_rows(shape)
        ]

    unsuited = [
        odds([_CARD_BY_RANK_AND_SUIT[r, s] for s, r in enumerate(ranks)])
        for ranks in product(range(len(RANKS)), repeat=size)
    ]
    suited = np.zeros((len(_wager_rows(shape)), 1 << len(RANKS)), np.int64)
    for ranks in combinations(range(len(RANKS)), size):
        suited[:, sum(1 << r for r in ranks)] = odds([_CARD_BY_RANK_AND_SUIT[r, 0] for r in ranks])
    return np.array(np.transpose(unsuited), np.int64, order="C"), suited


REVEALED_SAMPLE: Final = 20_000
"""The number of states in a sample."""


def revealed_loop(shape: RevealedGame, states: Ints, deck: Sequence[Card] = DECK) -> PlainLoop:
    """Return the loop from the last decision on, for these states."""
    if len(shape.orders) > 1 or shape.size != next(iter(shape.orders.values())).size:
        raise Refused(f"there is no plain loop for {shape.rules.game}: not all cards count")
    (order,) = shape.orders.values()
    classes = hand_classes(shape, tuple(sorted(deck)))
    odds_by_class = class_odds(shape, classes, shape.staking.evaluators)
    odds = np.array([[int(x) for x in row] for row in odds_by_class], np.int64).T.copy()
    unsuited, suited = place_tables(order, [strength for (strength,) in classes.strengths])
    more, streets = shape.size - states.shape[1], shape.rules.streets
    net = np.zeros((len(states), len(odds)), np.int64)
    deals = comb(len(deck) - states.shape[1], more)
    raises = [max(0, *street.stakes.values()) for street in streets[:-1]]
    state = shape.staking.state_after(raises)

    def play(low: int, high: int) -> None:
        cards = np.array(deck, np.int64)
        compiled_loops.play_revealed(
            states, low, high, cards, RANK_OF_CARD, SUIT_OF_CARD, unsuited, suited, odds, more, net
        )

    def loop_values(at: int) -> DecisionValues:
        return {
            name: Fraction(-sum(state[0]))
            if next_state is None
            else Fraction(int(np.array(next_state[0]) @ net[at]), deals)
            for name, next_state in shape.staking.states_after_decisions(
                len(streets) - 1, state
            ).items()
        }

    def lab_values(at: int) -> DecisionValues:
        return advise_revealed(shape, [Card(c) for c in states[at].tolist()], raises, deck)

    game_deals = comb(len(deck), shape.sizes[0])
    for before, after in zip(shape.sizes, shape.sizes[1:], strict=False):
        game_deals *= comb(len(deck) - before, after - before)
    return PlainLoop(states, deals, game_deals, play, loop_values, lab_values)


DUEL_SAMPLE: Final = 200
"""The number of states in a sample."""


def duel_loop(shape: DealerDuelGame, states: Ints, deck: Sequence[Card] = DECK) -> PlainLoop:
    """Return the loop over the dealer's hands, for these states."""
    if not shape.own == shape.cards == shape.order.size:
        raise Refused(f"there is no plain loop for {shape.rules.game}: not all cards count")
    table = duel_table(shape, tuple(sorted(deck)))
    unsuited, suited = place_tables(shape.order, table.strengths)
    cells = np.searchsorted(table.cuts, range(table.place_count), side="right")
    stakes = {name: x for name, x in shape.decisions.items() if x is not None}
    odds = np.array([table.payouts(x) for x in stakes.values()], np.int64)
    odds[:, ~table.needs_comparison] = odds[:, ~table.needs_comparison][..., HIGHER, None]
    net = np.zeros((len(states), len(odds)), np.int64)
    more = shape.cards - shape.up
    deals = comb(len(deck) - states.shape[1], more)

    def play(low: int, high: int) -> None:
        compiled_loops.play_duel(
            states, low, high, shape.own, np.array(deck, np.int64), RANK_OF_CARD, SUIT_OF_CARD,
            unsuited, suited, cells, odds, more, net,
        )  # fmt: skip

    def loop_values(at: int) -> DecisionValues:
        fold_values = {
            name: Fraction(-shape.staked) for name, x in shape.decisions.items() if x is None
        }
        played_values = zip(stakes, net[at].tolist(), strict=True)
        return fold_values | {name: Fraction(x, deals * table.scale) for name, x in played_values}

    def lab_values(at: int) -> DecisionValues:
        cards = [Card(c) for c in states[at].tolist()]
        return advise_duel(shape, cards[: shape.own], cards[shape.own :], deck)

    n = len(deck)
    game_deals = comb(n, shape.own) * comb(n - shape.own, shape.up) * deals
    return PlainLoop(states, deals, game_deals, play, loop_values, lab_values)


SHOWDOWN_STATE_SIZES: Final = (2, 3)
"""The cards of a state: the hole cards and a flop."""
SHOWDOWN_SAMPLE: Final = 40
"""The number of states in a sample."""
_FIRST_BET: Final = 1
"""The bet before the flop."""


def showdown_loop(
    rules: Rules, shape: DealerShowdown, states: Ints, deck: Sequence[Card] = DECK
) -> PlainLoop:
    """Return the loop from the second decision on, for these states."""
    tables, pays = seven_card_tables(low_ace=shape.low_ace), ante_paid_places(rules, shape)
    rivers = np.array([stake_multiple(times) for times in shape.streets[2].choices.values()])
    net = np.zeros((len(states), 3), np.int64)
    n = len(deck)
    deals = (n - 5) * (n - 6) * comb(n - 7, 2)

    def play(low: int, high: int) -> None:
        compiled_loops.play_showdown(
            states, low, high, np.array(deck, np.int64), RANK_OF_CARD, SUIT_OF_CARD,
            tables.five_of, tables.best, tables.flushes, pays, rivers, net,
        )  # fmt: skip

    def loop_values(state: int) -> DecisionValues:
        ante_value, bet_value, river_value = net[state].tolist()
        return {
            name: Fraction(
                ante_value + (_FIRST_BET + stake_multiple(times)) * bet_value + river_value, deals
            )
            for name, times in shape.streets[1].choices.items()
        }

    def lab_values(state: int) -> DecisionValues:
        low, high, *flop = states[state].tolist()
        return advise_showdown(rules, shape, (low, high), flop, [_FIRST_BET], deck)

    game_deals = comb(n, 2) * comb(n - 2, 3) * deals
    return PlainLoop(states, deals, game_deals, play, loop_values, lab_values)


ONE_RAISE_STATE_SIZES: Final = (2, 3)
"""The cards of a state: the hole cards and a flop."""
ONE_RAISE_SAMPLE: Final = 40
"""The number of states in a sample."""


def one_raise_loop(
    rules: Rules, shape: OneRaiseGame, states: Ints, deck: Sequence[Card] = DECK
) -> PlainLoop:
    """Return the loop from the decision on the flop on, for these states."""
    tables, odds = seven_card_tables(low_ace=shape.low_ace), cached_line_odds(rules, shape)
    last, flop = shape.street_on(WHOLE_BOARD), shape.street_on(FLOP)
    on_flop = flop.choices if flop else {}
    choices = list(last.choices.values()) if last else []
    last_times = np.array([-1 if x == FOLD else stake_multiple(x) for x in choices], np.int64)
    fold = -len(shape.required) * odds.scale
    net = np.zeros((len(states), 3), np.int64)
    n = len(deck)
    deals = comb(n - 5, 2) * comb(n - 7, 2)

    def play(low: int, high: int) -> None:
        compiled_loops.play_one_raise(
            states, low, high, np.array(deck, np.int64), RANK_OF_CARD, SUIT_OF_CARD,
            tables.five_of, tables.best, tables.flushes, odds.lines, odds.cuts,
            odds.base, odds.play, last_times, fold, net,
        )  # fmt: skip

    def value(choice: ChoiceValue, required_value: int, raise_value: int, check_value: int) -> int:
        if choice == FOLD:
            return fold * deals
        return required_value + stake_multiple(choice) * raise_value if choice else check_value

    def loop_values(state: int) -> DecisionValues:
        net_values = net[state].tolist()
        whole = deals * odds.scale
        return {name: Fraction(value(x, *net_values), whole) for name, x in on_flop.items()}

    def lab_values(state: int) -> DecisionValues:
        low, high, *cards = states[state].tolist()
        return advise_one_raise(rules, shape, (low, high), cards, deck)

    whole = comb(n, 2) * comb(n - 2, 3) * deals
    return PlainLoop(states, deals, whole, play, loop_values, lab_values)


def prepare_loop(
    rules: Rules, percent: int = 100, deck: Sequence[Card] = DECK
) -> Callable[[], PlainLoop]:
    """Return a function that builds the loop, for a percentage of the game's sample."""

    def sample_states(state_sizes: Sequence[int], states: int) -> Ints:
        return spread_states(deck, state_sizes, max(1, states * percent // 100))

    if any(street.conditions for street in rules.streets):
        raise Refused(
            f"there is no plain loop for {rules.game}: some of its decisions need certain cards"
        )
    if lines := find_cross_lines(rules):
        return partial(
            cross_loop, rules, lines, sample_states(CROSS_STATE_SIZES, CROSS_SAMPLE), deck
        )
    if growing := find_growing_hand(rules):
        return partial(
            stud_loop, rules, growing, sample_states(STUD_STATE_SIZES, STUD_SAMPLE), deck
        )
    if showdown := find_dealer_showdown(rules):
        return partial(
            showdown_loop,
            rules,
            showdown,
            sample_states(SHOWDOWN_STATE_SIZES, SHOWDOWN_SAMPLE),
            deck,
        )
    if hand := find_revealed_game(rules):
        return partial(revealed_loop, hand, sample_states((hand.sizes[-2],), REVEALED_SAMPLE), deck)
    if duel := find_duel(rules):
        state_sizes = (duel.own, duel.up)
        return partial(duel_loop, duel, sample_states(state_sizes, DUEL_SAMPLE), deck)
    if (
        (one_raise := find_one_raise_game(rules))
        and FLOP in one_raise.sizes
        and TURN not in one_raise.sizes
    ):
        return partial(
            one_raise_loop,
            rules,
            one_raise,
            sample_states(ONE_RAISE_STATE_SIZES, ONE_RAISE_SAMPLE),
            deck,
        )
    raise Refused(f"there is no plain loop for {rules.game}")
