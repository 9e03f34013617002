"""The arrays that kernels read agree with settlement on a million random rounds."""

from itertools import product
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import DECK, RANKS, Card
from pitboss.games import GAMES
from pitboss.games.card_names import HOLE
from pitboss.games.game_parts import FOLD
from pitboss.lab.cross.odds import cross_table
from pitboss.lab.cross.shape import find_cross_lines
from pitboss.lab.game_structure import paid_hand
from pitboss.lab.hand_tables import RANK_OF_CARD, SUIT_OF_CARD, five_card_ranks, group_cards
from pitboss.lab.showdown.boards import SevenCardTables, ante_paid_places, seven_card_tables
from pitboss.lab.showdown.shape import find_dealer_showdown
from pitboss.lab.starting_hands import SUIT_PERMUTATIONS
from pitboss.lab.stud.shape import find_growing_hand
from pitboss.lab.stud.solver import StudOutcomes, stud_outcomes
from pitboss.settle import Round, Seat, settle
from pitboss.submission import Rules, resolve
from pitboss.submission.evaluators import Hands, compile_evaluators, hand_readers
from pitboss.submission.rules import positions
from tests.small_decks import deck_of_ranks

Ints = NDArray[np.int64]
Odds = dict[str, Ints]
"""What each main wager pays in each of many rounds."""

ROUNDS: Final = 125_000
SETTLED_WHOLE: Final = 5_000
STAKE: Final = 100


def deals(cards: int, seed: int) -> Ints:
    """Return cards from the whole deck, and from parts of it where rare hands are common."""
    chance = np.random.default_rng(seed)
    shares = {RANKS: ROUNDS // 2, "A23456": ROUNDS // 4, "9TJQKA": ROUNDS // 4}
    parts = [
        chance.permuted(np.tile(np.array(deck_of_ranks(ranks), np.int64), (count, 1)), axis=1)[
            :, :cards
        ]
        for ranks, count in shares.items()
    ]
    return np.concatenate(parts)


def looked_up(five: list[Ints], unsuited: NDArray[Any], suited: NDArray[Any]) -> Ints:
    """Return what a table by ranks and a table by bits for flushes pay for five cards."""
    dealt = np.stack(five, axis=1)
    ranks, suits = RANK_OF_CARD[dealt], SUIT_OF_CARD[dealt]
    flush = (suits == suits[:, :1]).all(axis=1)
    bits = np.where(flush, (1 << ranks).sum(axis=1), 0)
    unsuited_values = unsuited[ranks @ (13 ** np.arange(5))]
    return np.where(flush, suited[bits], unsuited_values).astype(np.int64)


# Settlement. A row of cards has the table's cards, then the seat's own.


def odds_by_evaluators(rules: Rules, dealt: Ints) -> Odds:
    """Return odds by settlement's evaluators."""
    keys = [wager.key for wager in rules.required + rules.raises]
    read, by_key = hand_readers(rules), compile_evaluators(rules)
    questions = [by_key[key] for key in keys]
    rows = []
    for row in dealt.tolist():
        hands = Hands(read, tuple(row))
        rows.append([evaluate(hands).odds for evaluate in questions])
    return dict(zip(keys, np.array(rows).T, strict=True))


def odds_by_settlement(rules: Rules, row: list[Card]) -> dict[str, int]:
    """Return odds by `settle` itself, from the credits when every raise is made."""
    where = positions(rules.places, rules.hole)
    table = {place.name: [row[at] for at in where[place.name]] for place in rules.places}
    hole = [row[at] for at in where[HOLE]]
    raising = [
        next(name for name, times in street.choices.items() if times not in (FOLD, 0))
        for street in rules.streets
    ]
    seat = Seat({wager.key: STAKE for wager in rules.required}, raising)
    results = settle(rules, Round(table, {1: hole}, {1: seat})).seats[1].wagers
    assert all(result.credit % result.stake == 0 for result in results.values())
    return {key: result.credit // result.stake - 1 for key, result in results.items()}


def compare(rules: Rules, dealt: Ints, odds_arrays: Odds) -> None:
    """Compare all rounds with the evaluators, and some from each part of the deck with `settle`."""
    outcome = odds_by_evaluators(rules, dealt)
    assert set(outcome) == set(odds_arrays)
    for key, odds in outcome.items():
        wrong = np.flatnonzero(odds != odds_arrays[key])
        assert not wrong.size, (key, dealt[wrong[0]], odds[wrong[0]], odds_arrays[key][wrong[0]])
    step = ROUNDS // SETTLED_WHOLE
    for at in range(0, ROUNDS, step):
        whole = odds_by_settlement(rules, dealt[at].tolist())
        assert whole == {key: odds[at] for key, odds in odds_arrays.items()}


# The four games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "readings"),
    [
        ("criss-cross", {}),
        ("criss-cross", {"ante_pays": "table", "low_ace": "never"}),
        ("run-em-twice", {}),
        ("run-em-twice", {"low_ace": "never"}),
    ],
)
def test_cross_games(game: str, readings: dict[str, str]) -> None:
    rules = resolve(GAMES[game], {"readings": readings})
    lines = find_cross_lines(rules)
    assert lines is not None
    table = cross_table(rules, lines)
    dealt = deals(7, seed=len(game))
    left, right, top, bottom, center, *hole = dealt.T
    first = looked_up([left, right, center, *hole], table.unsuited, table.suited)
    two = looked_up([top, bottom, center, *hole], table.unsuited, table.suited)
    level = dict(zip(lines.hands, (first, two, np.maximum(first, two)), strict=True))
    wagers = lines.required + lines.raises
    compare(rules, dealt, {w.key: table.levels.odds[w.key][level[paid_hand(w)]] for w in wagers})
    for outcome in level.values():
        assert set(outcome.tolist()) == set(range(table.levels.level_count))  # every hand that pays


def early_odds(outcome: StudOutcomes, key: str) -> Ints:
    """Return what a wager on two or three cards pays, by first, second and third card."""
    odds = np.full((len(DECK),) * 3, -9)
    changes = np.array(SUIT_PERMUTATIONS)
    for start, row in zip(outcome.hands, outcome.first.tolist(), strict=True):
        rest = [c for c in DECK if c not in start.cards]
        for c, group in zip(
            rest, group_cards(start.cards, rest).group_of_card.tolist(), strict=True
        ):
            first, second, third = changes[:, [*start.cards, c]].T
            paid = outcome.odds[key][row + group]
            odds[first, second, third] = odds[second, first, third] = paid
    different = [len({*three}) == 3 for three in product(range(len(DECK)), repeat=3)]
    assert ((odds.ravel() != -9) == different).all()
    return odds


@pytest.mark.slow
@pytest.mark.parametrize("low_ace", ["five-card", "all"])
def test_stud(low_ace: str) -> None:
    rules = resolve(GAMES["stud-235"], {"readings": {"low_ace": low_ace}})
    shape = find_growing_hand(rules)
    assert shape is not None
    outcome, ranks = stud_outcomes(rules, shape), five_card_ranks(low_ace=shape.low_ace)
    dealt = deals(5, seed=len(low_ace))
    _, _, first, second, third = cards = [*dealt.T]
    level = looked_up(
        cards,
        outcome.levels.level_of_place[ranks.unsuited],
        outcome.levels.level_of_place[ranks.suited],
    )
    assert set(level.tolist()) == set(range(outcome.levels.level_count))
    late = {key: odds[level] for key, odds in outcome.levels.odds.items()}
    early = {
        w.key: early_odds(outcome, w.key)[first, second, third]
        for w in (*shape.paid_at(2), *shape.paid_at(3))
    }
    compare(rules, dealt, early | late)


def best_of_seven(tables: SevenCardTables, board: Ints, two: Ints) -> Ints:
    """Return the index of the best five-card hand, as the kernels look it up."""
    number = RANK_OF_CARD[board] @ (13 ** np.arange(5))
    place: Ints = tables.best[
        tables.five_of[number], RANK_OF_CARD[two[:, 0]], RANK_OF_CARD[two[:, 1]]
    ]
    seven = np.concatenate([board, two], axis=1)
    for suit in range(4):
        bits = ((SUIT_OF_CARD[seven] == suit) << RANK_OF_CARD[seven]).sum(axis=1)
        place = np.maximum(place, tables.flushes[bits])
    return place


@pytest.mark.slow
@pytest.mark.parametrize("pays_on", ["straight", "flush"])
def test_holdem(pays_on: str) -> None:
    rules = resolve(GAMES["holdem-bonus"], {"wagers": {"ante": {"pays_on": pays_on}}})
    shape = find_dealer_showdown(rules)
    assert shape is not None
    tables, pays = seven_card_tables(low_ace=shape.low_ace), ante_paid_places(rules, shape)
    dealt = deals(9, seed=len(pays_on))
    board, dealer, hole = dealt[:, :5], dealt[:, 5:7], dealt[:, 7:]
    mine, other = best_of_seven(tables, board, hole), best_of_seven(tables, board, dealer)
    bet = np.sign(mine - other)
    ante = np.where((bet > 0) & ~pays[mine], 0, bet)
    assert {*ante[bet > 0].tolist()} == {0, 1}
    compare(rules, dealt, {"ante": ante, "flop": bet, "turn": bet, "river": bet})
