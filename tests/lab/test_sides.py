"""Side wagers: known figures, general properties, and agreement with settlement."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from pitboss.cards import RANKS, Card, rank
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import Side
from pitboss.games.payoffs import (
    ByTable,
    Cases,
    HoleCards,
    Progressive,
    Wheel,
)
from pitboss.hands import Order
from pitboss.lab.side_returns import (
    NO_LINE,
    SideReturn,
    line_evaluator,
    solve_side_wager,
    solve_side_wagers,
)
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.settle import Round, Seat, settle
from pitboss.settle.compiled_rules import compile_rules
from pitboss.submission import Rules, resolve
from pitboss.submission.evaluators import Hands, compile_evaluators, hand_readers
from pitboss.submission.rules import positions
from tests.small_decks import deck_of_ranks

Json = dict[str, Any]


def _wagers(**keys: Json) -> Json:
    return {"wagers": keys}


def _progressives() -> list[Json]:
    return [{"paytable": letter, "wager": cents} for letter in "ABCD" for cents in (100, 500)]


# Every table of every side wager, and every reading that affects one of them.
FILED: Final[list[tuple[str, Json]]] = [
    *[("run-em-twice", _wagers(ultimate_pairs={"paytable": letter})) for letter in "ABCDE"],
    *[
        ("run-em-twice", _wagers(progressive=submission) | {"readings": {"progressive_hand": hand}})
        for submission in _progressives()
        for hand in ("first-run", "best-of-runs", "community")
    ],
    *[("criss-cross", _wagers(bonus_spin={"paytable": letter})) for letter in "ABCD"],
    *[("holdem-bonus", _wagers(bonus={"paytable": letter})) for letter in "AB"],
    *[("stud-235", _wagers(progressive=submission)) for submission in _progressives()],
    ("run-em-twice", {"readings": {"low_ace": "never"}}),
    ("criss-cross", {"readings": {"low_ace": "never", "spin_after_fold": "lost"}}),
    ("stud-235", {"readings": {"low_ace": "all"}}),
]
SMALL: Final = deck_of_ranks("29TJQKA")


def side_of(rules: Rules, key: str) -> Side:
    return next(side for side in rules.sides if side.key == key)


def side_return(game: str, key: str, submission: Json | None = None) -> SideReturn:
    rules = resolve(GAMES[game], submission)
    return solve_side_wager(rules, side_of(rules, key))


# Figures


@pytest.mark.parametrize("game", ["run-em-twice", "criss-cross"])
def test_five_card_bonus(game: str) -> None:
    bonus = side_return(game, "five_card_bonus")
    assert bonus.ev == Fraction(-7653, 216580)
    assert bonus.house_edge == Fraction(7653, 216580)
    assert round(bonus.standard_deviation, 5) == 1.72314
    assert round(float(bonus.hit_chance), 4) == 0.3688
    assert [(x.slug, x.pays, x.combinations) for x in bonus.lines] == [
        ("royal-flush", "250 to 1", 4),
        ("straight-flush", "100 to 1", 36),
        ("four-of-a-kind", "40 to 1", 624),
        ("full-house", "15 to 1", 3_744),
        ("flush", "10 to 1", 5_108),
        ("straight", "6 to 1", 10_200),
        ("three-of-a-kind", "4 to 1", 54_912),
        ("two-pair", "3 to 1", 123_552),
        ("pair-of-6s-or-better", "1 to 1", 9 * comb(4, 2) * comb(12, 3) * 4**3),
        ("all-others", "loses", 1_302_540 + 4 * comb(4, 2) * comb(12, 3) * 4**3),
    ]


def test_holdem_bonus() -> None:
    bonus = side_return("holdem-bonus", "bonus")
    assert bonus.deals == comb(52, 2) * comb(50, 2)
    top = bonus.lines[0]
    assert (top.pays, top.combinations, top.deals) == ("1,000 to 1", 6, bonus.deals)
    # Six deals pay 1,000 to 1 instead of 30 to 1.
    assert bonus.ev == Fraction(-59, 663) + Fraction(6 * 970, bonus.deals)
    assert bonus.hit_chance == Fraction(126, 1326)


def test_holdem_bonus_without_the_top_line() -> None:
    rules = resolve(GAMES["holdem-bonus"])
    side = side_of(rules, "bonus")
    assert isinstance(side.pays, HoleCards)
    table = replace(side.pays.table, lines=side.pays.table.lines[1:])
    side = replace(side, pays=replace(side.pays, table=table))
    bonus = solve_side_wager(replace(rules, sides=(side,)), side)
    assert (bonus.ev, bonus.deals) == (Fraction(-59, 663), 1326)


@pytest.mark.parametrize(
    ("letter", "ev"),
    [
        # Deals of AA (or AhAd and the rest), AKs, AQs AJs, AKo, AQo AJo, JJ to KK, 22 to TT.
        ("A", 6 * 30 + 4 * 25 + 8 * 20 + 12 * 15 + 24 * 5 + 18 * 10 + 54 * 3),
        ("B", 6 * 30 + 4 * 20 + 8 * 20 + 12 * 10 + 24 * 10 + 18 * 5 + 54 * 5),
        ("C", 100 + 5 * 30 + 4 * 20 + 8 * 20 + 12 * 10 + 24 * 10 + 18 * 4 + 54 * 4),
        ("D", 50 + 5 * 25 + 4 * 20 + 8 * 20 + 12 * 10 + 24 * 10 + 18 * 5 + 54 * 5),
        ("E", 6 * 25 + 4 * 20 + 8 * 20 + 12 * 10 + 24 * 10 + 18 * 5 + 54 * 5),
    ],
)
def test_ultimate_pairs(letter: str, ev: int) -> None:
    pairs = side_return(
        "run-em-twice", "ultimate_pairs", _wagers(ultimate_pairs={"paytable": letter})
    )
    assert pairs.ev == Fraction(ev - 1200, 1326)
    assert pairs.hit_chance == Fraction(126, 1326)


def test_a_push_is_not_a_hit_and_a_line_may_lose() -> None:
    rules = resolve(GAMES["run-em-twice"])
    side = side_of(rules, "five_card_bonus")
    assert isinstance(side.pays, ByTable)
    *most, two_pair, pair = side.pays.table.lines
    lines = (*most, replace(two_pair, odds=0), replace(pair, odds=-1))
    side = replace(side, pays=replace(side.pays, table=replace(side.pays.table, lines=lines)))
    bonus = solve_side_wager(replace(rules, sides=(side,)), side)
    assert [x.pays for x in bonus.lines[-3:]] == ["push", "loses", "loses"]
    assert bonus.hit_chance == Fraction(4 + 36 + 624 + 3_744 + 5_108 + 10_200 + 54_912, 2_598_960)


# Laws


@pytest.mark.parametrize(("game", "submission"), FILED, ids=str)
def test_laws(game: str, submission: Json) -> None:
    rules = resolve(GAMES[game], submission)
    outcome = solve_side_wagers(rules, SMALL)
    assert list(outcome) == [side.key for side in rules.sides]
    for key, side in outcome.items():
        assert (side.key, side.label) == (key, side_of(rules, key).label)
        assert sum(x.combinations for x in side.lines) == side.deals
        assert sum(x.probability for x in side.lines) == 1
        assert sum(x.returns for x in side.lines) == side.ev
        squares = sum(x.probability * (x.net - side.ev) ** 2 for x in side.lines)
        assert squares == side.variance == pytest.approx(side.standard_deviation**2)
        assert all((x.slug, x.deals) != ("", 0) and x.deals == side.deals for x in side.lines)
        last = side.lines[-1]
        assert (last.name, last.pays, last.wins) == ("all others", "loses", False)
        assert last.net == -1
        assert 0 <= side.hit_chance <= 1 - last.probability


@pytest.mark.parametrize(
    ("game", "submission"),
    [
        *[(game, {}) for game in GAMES],
        ("run-em-twice", _wagers(ultimate_pairs={"paytable": "C"}, progressive={"paytable": "D"})),
        ("stud-235", _wagers(progressive={"paytable": "C", "wager": 500})),
    ],
    ids=str,
)
def test_lines_have_their_names_on_the_rules_card(game: str, submission: Json) -> None:
    outcome = solve_side_wagers(resolve(GAMES[game], submission), SMALL)
    for wager in build_rules_card(GAMES[game], submission).wagers:
        if wager.key in outcome and wager.lines:
            *lines, _ = outcome[wager.key].lines
            assert [(x.slug, x.name, x.pays) for x in lines] == [
                (x.slug, x.name, x.pays) for x in wager.lines
            ]


def test_wagers_that_the_lab_cannot_count_are_refused() -> None:
    """Two hands with other rankings fit no shape, and have too many deals."""
    rules = resolve(GAMES["holdem-bonus"])
    unlike = Order(5, low_ace=False)
    hands = (replace(x, ranking=unlike) if x.name == "dealer" else x for x in rules.hands)
    rules = replace(rules, hands=tuple(hands))
    (side, *_), paid = rules.sides, rules.required[0].pays
    assert isinstance(paid, Cases)
    with pytest.raises(Refused, match=f"no fast count of {side.label}, and its .* too many"):
        solve_side_wager(rules, replace(side, pays=paid))


def test_lines_with_equal_odds_are_counted_separately() -> None:
    """The ante of Criss Cross pays even money on five cards, from a pair of jacks."""
    rules = resolve(GAMES["criss-cross"])
    (side, *_), ante = rules.sides, rules.required[0].pays
    assert isinstance(ante, ByTable)
    outcome = solve_side_wager(rules, replace(side, pays=ante))
    counts = [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 337_920, 422_400]
    assert [x.combinations for x in outcome.lines[:-1]] == counts
    assert [x.pays for x in outcome.lines] == ["1 to 1"] * 9 + ["push", "loses"]
    paid = sum(counts[:-1])
    assert outcome.ev == Fraction(paid - (2_598_960 - sum(counts)), 2_598_960)


def test_a_prize_has_no_line_of_odds() -> None:
    rules = resolve(GAMES["run-em-twice"])
    with pytest.raises(Refused, match="Progressive is not paid by a table of odds"):
        line_evaluator(rules, side_of(rules, "progressive"))


# Against settlement


@pytest.mark.parametrize("ranks", ["89TJQKA", "23456A"])
@pytest.mark.parametrize("low_ace", ["straight", "never"])
def test_every_board_of_a_small_deck(ranks: str, low_ace: str) -> None:
    rules = resolve(GAMES["run-em-twice"], {"readings": {"low_ace": low_ace}})
    deck, evaluate, read = (
        deck_of_ranks(ranks),
        compile_evaluators(rules)["five_card_bonus"],
        hand_readers(rules),
    )
    expected = Counter(evaluate(Hands(read, board)).odds for board in combinations(deck, 5))
    bonus = solve_side_wager(rules, side_of(rules, "five_card_bonus"), deck)
    outcome: Counter[int] = Counter()
    for line in bonus.lines:
        outcome[int(line.net)] += line.combinations
    assert +outcome == expected
    assert bonus.ev == Fraction(sum(x * n for x, n in expected.items()), expected.total())


@pytest.mark.parametrize(("ranks", "low_ace"), [("TJQKA", "five-card"), ("23TKA", "all")])
def test_every_stud_hand_of_a_small_deck(ranks: str, low_ace: str) -> None:
    rules = resolve(GAMES["stud-235"], {"readings": {"low_ace": low_ace}})
    deck, evaluate, read = (
        deck_of_ranks(ranks),
        compile_evaluators(rules)["win_em_all"],
        hand_readers(rules),
    )
    alike: dict[str, list[tuple[Card, Card]]] = {}
    for first, second in combinations(deck, 2):
        alike.setdefault(starting_hand_class(first, second), []).append((first, second))
    winnings = dealt = 0
    for two, *others in alike.values():
        for third in set(deck).difference(two):
            for community in combinations(set(deck).difference(two, (third,)), 2):
                wins = evaluate(Hands(read, (*community, *two, third))).odds > 0
                winnings, dealt = winnings + wins * (1 + len(others)), dealt + 1 + len(others)
    all_win = solve_side_wager(rules, side_of(rules, "win_em_all"), deck)
    assert all_win.hit_chance == Fraction(winnings, dealt)
    assert all_win.ev == 13 * all_win.hit_chance - 1
    assert [(x.name, x.pays) for x in all_win.lines] == [
        ("all win", "12 to 1"),
        ("all others", "loses"),
    ]


def line_won(rules: Rules, side: Side, hands: Hands, spin: str | None) -> int:
    """Return the line to which the lab assigns a deal."""
    match side.pays:
        case ByTable() | HoleCards():
            return line_evaluator(rules, side)(hands)
        case Progressive(hand=hand):
            return compile_rules(rules).prize_lines[side.key][hands[hand]]
        case Wheel(wheel=wheel):
            return [stop.name for stop in wheel].index(spin) if spin else NO_LINE
        case _:
            return 0 if compile_evaluators(rules)[side.key](hands).odds > 0 else NO_LINE


@pytest.mark.parametrize(("game", "submission"), FILED, ids=str)
def test_settlement_pays_what_the_line_says(game: str, submission: Json) -> None:
    rules, chance = resolve(GAMES[game], submission), Random(f"{game} {submission}")
    outcome = solve_side_wagers(rules, SMALL)
    where = positions(rules.places, rules.hole)
    stakes = {wager.key: 100 for wager in rules.required}
    stakes |= {side.key: side.minimum for side in rules.sides}
    # A meter that the wager itself raises to its start.
    shows = {
        meter.name: meter.start - meter.fed_by(side.minimum)
        for side in rules.sides
        if isinstance(side.pays, Progressive | Wheel)
        for meter in side.pays.meters
    }
    for _ in range(80):
        deck = deck_of_ranks(chance.choice([RANKS, "TJQKA", "2345A", "JQKA", "29TJQKA"]))
        cards = chance.sample(deck, where["hole"][-1] + 1)
        hole = [cards[i] for i in where["hole"]]
        table = {place.name: [cards[i] for i in where[place.name]] for place in rules.places}
        spin = None
        for side in rules.sides:
            if isinstance(side.pays, Wheel) and rank(hole[0]) == rank(hole[1]):
                spin = chance.choice(side.pays.wheel).name
        decisions = [list(street.choices)[-1] for street in rules.streets]
        seat = Seat(stakes, decisions, spin=spin)
        wagers = settle(rules, Round(table, {1: hole}, {1: seat}, shows)).seats[1].wagers
        for side in rules.sides:
            hands = Hands(hand_readers(rules), tuple(cards))
            line = outcome[side.key].lines[line_won(rules, side, hands, spin)]
            result = wagers[side.key]
            assert result.credit == (line.net + 1) * result.stake
            assert (result.outcome == "win") == line.wins
