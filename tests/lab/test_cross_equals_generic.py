"""Cross games: the specialized and the generic solver agree in every field."""

from fractions import Fraction
from random import Random
from typing import Final

import pytest

from pitboss.cards import RANKS, cards
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD
from pitboss.lab.cross.shape import find_cross_lines
from pitboss.lab.cross.solver import advise_cross
from pitboss.lab.results import MainGame, net_sum, staked_sum
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

from .solver_comparison import (
    Stand,
    agreed_solution,
    generic_values,
    prospects,
    shape_solution,
    stand,
    stands,
)
from .varied_rules import ASKED, asking, naming, paying, shuffled_odds

CCP, RET = resolve(GAMES["criss-cross"]), resolve(GAMES["run-em-twice"])


def read(game: str, **readings: str) -> Rules:
    return resolve(GAMES[game], {"readings": readings})


def whole(rules: Rules, ranks: str) -> MainGame:
    return agreed_solution(rules, ranks, "two lines that share a card")


def fast(at: Stand) -> dict[str, Fraction]:
    lines = find_cross_lines(at.rules)
    assert lines is not None
    return advise_cross(at.rules, lines, at.turned[0], at.turned[1:], at.raises, at.deck)


# Whole games. Three ranks give two pair, three of a kind, full house and four of a kind; four ranks
# give pairs as well, and five ranks give everything.

CCP_ALL: Final = "ante_across ante_down across down middle"
RET_ALL: Final = "ante_1 ante_2 run_1 run_2 center"
FALLING: Final = "two-pair=1 three-of-a-kind=1 full-house=0 four-of-a-kind=-1"
RISING: Final = "two-pair=-1 three-of-a-kind=0 full-house=1"
NOTHING: Final = "two-pair=0 three-of-a-kind=0 full-house=0 four-of-a-kind=0"
LOSING: Final = "two-pair=-1 three-of-a-kind=-1 full-house=-1 four-of-a-kind=-1"
ODD: Final[dict[str, Rules]] = {
    "as CCP has it": CCP,
    "antes paid by the table": read("criss-cross", ante_pays="table"),
    "an ante that always loses": paying(RET, "ante_2", LOSING),
    "antes against their lines": paying(CCP, "ante_across ante_down", "two-pair=1 full-house=-1"),
    "the better hand pays less": paying(paying(CCP, "down", LOSING), "middle", FALLING),
    "two tables on two lines": paying(
        paying(paying(RET, "run_1", FALLING), "run_2", RISING), "center", LOSING
    ),
    "everything pushes": paying(CCP, CCP_ALL, NOTHING),
    "raises push": paying(RET, "run_1 run_2 center", NOTHING),
    "everything loses": paying(RET, RET_ALL, LOSING),
    "pushes that lose": paying(paying(CCP, CCP_ALL, RISING), "middle", "three-of-a-kind=-1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD)
def test_a_game(name: str) -> None:
    whole(ODD[name], "QKA")


def shuffled(seed: int) -> Rules:
    return shuffled_odds(CCP, seed)


VARIED: Final = (0, 5, 9, 20, 31, 39)
"""Seeds of odds under which optimal play varies."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", VARIED)
def test_any_odds(seed: int) -> None:
    whole(shuffled(seed), "QKA")


@pytest.mark.slow
def test_shuffled_odds_lead_to_every_kind_of_decision() -> None:
    """First every decision but 2x occurs, later stakes of every size, and folds."""
    mains = [shape_solution(shuffled(seed), "QKA") for seed in VARIED]
    starts = [start for main in mains for start in main.starts.values()]
    assert {start.best for start in starts} == {"fold", "1x", "3x"}
    assert {staked for main in mains for staked, _ in main.results} == {2, 3, 4, 5, 6, 7, 9, 11}
    assert len({start.fold_chance for start in starts} - {0, 1}) > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 3, 7, 9, 13, 19])
def test_other_streets(seed: int) -> None:
    whole(asking(shuffled_odds(RET, seed), *Random(seed).choices(ASKED, k=3)), "QKA")


@pytest.mark.soak
def test_four_ranks() -> None:
    """Pairs can lose and push."""
    lines = "two-pair=-1 three-of-a-kind=0 pair-of-jacks-or-better=-1 full-house=1"
    main = whole(paying(read("criss-cross", ante_pays="table"), CCP_ALL, lines), "5TJA")
    assert {start.best for start in main.starts.values()} == {"1x", "3x"}


@pytest.mark.soak
def test_five_ranks() -> None:
    """Straights, flushes and royals occur; few decisions, so that every deal can be enumerated."""
    lines = "two-pair=-1 three-of-a-kind=-1 pair-of-jacks-or-better=-1 straight=0 full-house=1"
    rules = asking(
        paying(CCP, CCP_ALL, lines),
        {"fold": FOLD, "2x": 2},
        {"fold": FOLD, "1x": 1},
        {"fold": FOLD, "1x": 1, "3x": 3},
    )
    main = whole(rules, "TJQKA")
    assert {start.best for start in main.starts.values()} == {"fold", "2x"}
    assert {staked for staked, _ in main.results} == {2, 4, 5, 6, 8}
    assert max(net for _, net in main.results) > 4 * 500


@pytest.mark.slow
@pytest.mark.parametrize("low_ace", ["straight", "never"])
def test_the_distribution_agrees_with_the_value_of_starting_hands(low_ace: str) -> None:
    """One kernel finds optimal play and another follows it, on decks too large to enumerate."""
    for ranks in ("A2345", "23456789", "89TJQKA", "2468TQA"):
        main = shape_solution(read("criss-cross", low_ace=low_ace), ranks)
        assert sum(main.results.values()) == main.deals
        assert net_sum(main.results) == main.net
        assert staked_sum(main.results) == main.staked


# Single states


@pytest.mark.slow
@pytest.mark.parametrize("low_ace", ["straight", "never"])
@pytest.mark.parametrize(("name", "hole"), [("43s", "3c 4c"), ("A2s", "2c Ac")])
def test_a_starting_hand_with_a_low_ace(low_ace: str, name: str, hole: str) -> None:
    rules = paying(read("run-em-twice", low_ace=low_ace), RET_ALL, "two-pair=-1 full-house=-1")
    at = stand(rules, cards(hole), deck=deck_of_ranks("A2345"))
    result, deals = prospects(at)
    values = {name: Fraction(x.net, deals) for name, x in result.items()}
    assert fast(at) == values
    start = shape_solution(rules, "A2345").starts[name]
    assert (start.ways, start.values) == (4, values)
    assert start.best == max(values, key=values.__getitem__)
    assert start.fold_chance == Fraction(result[start.best].folded, deals)


def test_a_low_ace_matters_with_these_cards() -> None:
    (plain, read_so) = (
        shape_solution(read("run-em-twice", low_ace=choice), "A2345")
        for choice in ("straight", "never")
    )
    for name in ("43s", "A2s"):
        assert plain.starts[name].values != read_so.starts[name].values


def read_or_altered() -> dict[str, Rules]:
    """Return every reading that affects the main game, and rules with odd tables."""
    every = {
        f"{game.short} {reading.id} {choice}": read(game.key, **{reading.id: choice})
        for game in (GAMES["criss-cross"], GAMES["run-em-twice"])
        for reading in game.readings
        for choice in reading.choices
    }
    every["nothing wins"] = naming(CCP, "middle across", high_card=2, pair=0)
    every["nothing pushes"] = naming(RET, RET_ALL, high_card=0)
    return every | {f"odds {seed}": shuffled(seed) for seed in (2, 13)}


EVERY: Final = read_or_altered()


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_the_second_street(name: str) -> None:
    """Decks with low and high straights are tried, and the full deck."""
    rules = EVERY[name]
    for at in (
        *stands(rules, "A23456", decision_count=1, count=4, seed=1),
        *stands(rules, "89TJQKA", decision_count=1, count=4, seed=2),
        *stands(rules, RANKS, decision_count=1, count=1, seed=3),
    ):
        assert fast(at) == generic_values(at), str(at)


@pytest.mark.parametrize("name", EVERY)
def test_the_third_street(name: str) -> None:
    rules = EVERY[name]
    for at in (
        *stands(rules, RANKS, decision_count=2, count=40, seed=4),
        *stands(rules, "A23456", decision_count=2, count=20, seed=5),
    ):
        assert fast(at) == generic_values(at), str(at)
