"""Solve a showdown game exactly, board by board, and advise on its later streets."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.lab.hand_tables import Ints
from pitboss.lab.kernels import showdown as kernels
from pitboss.lab.kernels.board_numbers import HOLDING_COUNTS
from pitboss.lab.progress import Progress, Stopwatch, no_progress, run_in_threads, split_range
from pitboss.lab.results import (
    MainGame,
    ResultCounts,
    StartingHandResult,
    main_game_from_counts,
    net_sum,
)
from pitboss.lab.showdown.boards import (
    FIRST_FIVE_KIND,
    FIVE_CARD_KINDS,
    FOUR_CARD_KINDS,
    MERGED_HOLDINGS,
    ante_paid_places,
    board_kinds,
    distinct_boards,
    holding_numbers,
    number_deck,
    seven_card_tables,
)
from pitboss.lab.showdown.shape import DealerShowdown, min_and_max_stake
from pitboss.lab.starting_hands import StartingHand, starting_hands
from pitboss.submission.rules import Rules

_BOARDS_PER_CHUNK = 1000
_FOURS_PER_CHUNK = 200
_FLOPS_PER_CHUNK = 40


def solve_showdown(
    rules: Rules,
    shape: DealerShowdown,
    deck: Sequence[Card] = DECK,
    progress: Progress = no_progress,
) -> MainGame:
    """Solve the whole game under optimal play."""
    clock = Stopwatch()
    deck = tuple(deck)
    hands = starting_hands(deck)
    outcome_counts = count_outcomes(rules, shape, deck, hands, progress)
    n = len(deck)
    deals = comb(n - 2, 3) * (n - 5) * (n - 6) * comb(n - 7, 2)
    choices = shape.streets[0].choices
    staked = {
        name: 0 if times == FOLD else stake_multiple(times) for name, times in choices.items()
    }
    starts: dict[str, StartingHandResult] = {}
    results = ResultCounts()
    for start, counts in zip(hands, outcome_counts.tolist(), strict=True):
        by_first = {
            name: ResultCounts({(1, -1): deals * start.ways})
            if times == FOLD
            else _results_of_start(shape, stake_multiple(times), counts)
            for name, times in choices.items()
        }
        best = max(by_first, key=lambda name: (net_sum(by_first[name]), -staked[name]))
        values = {name: Fraction(net_sum(x), deals * start.ways) for name, x in by_first.items()}
        starts[start.name] = StartingHandResult(
            start.ways, values, best, Fraction(choices[best] == FOLD)
        )
        results.update(by_first[best])
    return main_game_from_counts(
        results,
        starts,
        required=len(rules.edge_of),
        method="showdown with a dealer",
        seconds=clock.seconds(),
    )


def deals_after_turn(deck: Sequence[Card]) -> int:
    """Return the number of ways to deal the river and the dealer's cards."""
    return (len(deck) - 6) * comb(len(deck) - 7, 2)


def sum_over_rivers(
    rules: Rules, shape: DealerShowdown, deck: tuple[Card, ...], progress: Progress
) -> NDArray[np.uint64]:
    """Count beaten and tied dealer's hands by kind of four-card board and holding."""
    cards, tables = number_deck(deck), seven_card_tables(low_ace=shape.low_ace)
    pays, boards = ante_paid_places(rules, shape), board_kinds(deck)
    table = np.zeros((FIVE_CARD_KINDS, HOLDING_COUNTS[1]), np.uint32)
    sums = np.zeros(FOUR_CARD_KINDS.sums, np.uint64)

    def rank_range(part: tuple[int, int]) -> None:
        kernels.rank_boards(
            boards.fives, *part, cards.rank, cards.suit,
            tables.five_of, FIRST_FIVE_KIND, tables.best, tables.flushes, pays, table,
        )  # fmt: skip

    def sum_range(part: tuple[int, int]) -> None:
        kernels.sum_last_cards(
            boards.fours,
            *part,
            deals_after_turn(deck),
            cards.rank,
            cards.suit,
            tables.five_of,
            FIRST_FIVE_KIND,
            FOUR_CARD_KINDS.of,
            FOUR_CARD_KINDS.first,
            FOUR_CARD_KINDS.two,
            FOUR_CARD_KINDS.begins,
            MERGED_HOLDINGS,
            table,
            sums,
        )

    run_in_threads(
        "ranking every board",
        rank_range,
        list(split_range(len(boards.fives), _BOARDS_PER_CHUNK)),
        progress,
    )
    run_in_threads(
        "summing the river",
        sum_range,
        list(split_range(len(boards.fours), _FOURS_PER_CHUNK)),
        progress,
    )
    return sums


def count_outcomes(
    rules: Rules,
    shape: DealerShowdown,
    deck: tuple[Card, ...],
    hands: Sequence[StartingHand],
    progress: Progress,
) -> Ints:
    """Count deals by starting hand, bets on the second and third street, and outcome."""
    cards, flops, holdings = number_deck(deck), distinct_boards(deck, 3), holding_numbers(deck)
    index_by_name = {start.name: index for index, start in enumerate(hands)}
    start_of = np.array(
        [index_by_name[starting_hand_class(x, y)] for j, y in enumerate(deck) for x in deck[:j]]
    )
    sums = sum_over_rivers(rules, shape, deck, progress)

    def play_range(part: tuple[int, int]) -> Ints:
        counts = np.zeros((len(hands), 2, 2, 4), np.int64)
        kernels.play_flops(
            flops.cards,
            flops.ways,
            *part,
            deals_after_turn(deck),
            cards.rank,
            cards.suit,
            FOUR_CARD_KINDS.of,
            FOUR_CARD_KINDS.first,
            FOUR_CARD_KINDS.two,
            FOUR_CARD_KINDS.begins,
            holdings,
            sums,
            start_of,
            counts,
        )
        return counts

    parts = list(split_range(len(flops.cards), _FLOPS_PER_CHUNK))
    return sum(
        run_in_threads("playing the flops", play_range, parts, progress), np.zeros(1, np.int64)
    )


def _results_of_start(
    shape: DealerShowdown, first: int, counts: list[list[list[int]]]
) -> ResultCounts:
    """Count the deals of a starting hand by result, after this first bet."""
    results = ResultCounts()
    for turn, by_river in zip(min_and_max_stake(shape.streets[1]), counts, strict=True):
        for river, outcomes in zip(min_and_max_stake(shape.streets[2]), by_river, strict=True):
            bets = first + turn + river
            for net, deals in zip((bets + 1, bets, 0, -bets - 1), outcomes, strict=True):
                results[bets + 1, net] += deals
    return +results


def advise_showdown(
    rules: Rules,
    shape: DealerShowdown,
    hole: Sequence[Card],
    board: Sequence[Card],
    raises: Sequence[int],
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """Return the value of every open decision, after the flop or the turn."""
    deck = tuple(deck)
    bet_values, ante = _dealer_results(rules, shape, hole, board, deck)
    dealer_deals = comb(len(deck) - 7, 2)
    rivers = len(deck) - 6
    least, most = min_and_max_stake(shape.streets[2])
    if len(board) == 4:
        choices, deals, bet_value = (
            shape.streets[2].choices,
            rivers * dealer_deals,
            int(bet_values.sum()),
        )
        later_value = 0
    else:
        # By turn, summed over the rivers that can follow.
        by_turn = bet_values.sum(axis=1)
        choices = shape.streets[1].choices
        deals, bet_value = (len(deck) - 5) * rivers * dealer_deals, int(by_turn.sum())
        later_value = int(np.where(by_turn > 0, most * by_turn, least * by_turn).sum())
    current_value = int(ante.sum()) + sum(raises) * bet_value + later_value
    return {
        name: Fraction(current_value + stake_multiple(times) * bet_value, deals)
        for name, times in choices.items()
    }


def _dealer_results(
    rules: Rules,
    shape: DealerShowdown,
    hole: Sequence[Card],
    board: Sequence[Card],
    deck: tuple[Card, ...],
) -> tuple[Ints, Ints]:
    """Return wins less losses of a bet and of the ante, over the dealer's hands.

    By turn and river in both orders; by river alone where the turn is known.
    """
    cards, tables = number_deck(deck), seven_card_tables(low_ace=shape.low_ace)
    pays = ante_paid_places(rules, shape)
    index_by_card = {c: i for i, c in enumerate(deck)}
    rest = [index_by_card[c] for c in deck if c not in {*hole, *board}]
    missing = 5 - len(board)
    completions = np.array(list(combinations(range(len(rest)), missing)))
    outcomes = np.zeros((len(completions), 4), np.int64)
    no_cuts = np.empty(0, np.int64)
    first, second = (index_by_card[c] for c in hole)
    kernels.meet_dealer(
        first, second, np.array([index_by_card[c] for c in board]), np.array(rest)[completions],
        cards.rank, cards.suit, tables.five_of, tables.best, tables.flushes, no_cuts, outcomes,
    )  # fmt: skip
    places, wins, not_higher, dealer_hands = outcomes.T
    losses, ante_wins = dealer_hands - not_higher, np.where(pays[places], wins, 0)
    if missing == 1:
        return wins - losses, ante_wins - losses
    bet_values, ante_values = (np.zeros((len(rest),) * 2, np.int64) for _ in range(2))
    for grid, values in ((bet_values, wins - losses), (ante_values, ante_wins - losses)):
        grid[completions[:, 0], completions[:, 1]] = values
        grid[completions[:, 1], completions[:, 0]] = values
    return bet_values, ante_values
