"""Whole games: the solvers made for a shape find what the solver of every deal finds.

On decks of a few ranks, to the last field. (`test_stands_equal_generic` has the whole deck.)
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import asdict, replace

from pitboss.games import GAMES
from pitboss.games.payoffs import Showdown
from pitboss.games.words import FOLD
from pitboss.lab import generic
from pitboss.lab.main import solver
from pitboss.lab.results import Main, net_sum, staked_sum
from pitboss.lab.showdown.advice import decisions as after_flop
from pitboss.lab.showdown.shape import against_of
from pitboss.lab.starts import starts
from pitboss.lab.suits import CHANGES, changed, deck_of, keeping
from pitboss.lab.work import untold
from pitboss.submission import Rules, resolve

from .odd_rules import ASKED, asking, paying, shuffled_odds

Game = tuple[Rules, str]
"""Rules and the ranks of the deck."""

CCP, RET = resolve(GAMES["criss-cross"]), resolve(GAMES["run-em-twice"])
THB, STUD = resolve(GAMES["holdem-bonus"]), resolve(GAMES["stud-235"])
CCP_TABLE = resolve(GAMES["criss-cross"], {"readings": {"ante_pays": "table"}})
STUD_LOW = resolve(GAMES["stud-235"], {"readings": {"low_ace": "all"}})

CCP_WAGERS: Final = "ante_across ante_down across down middle"
RET_WAGERS: Final = "ante_1 ante_2 run_1 run_2 center"
METHODS: Final = {
    "criss-cross": "two lines that share a card",
    "run-em-twice": "two lines that share a card",
    "holdem-bonus": "showdown with a dealer",
    "stud-235": "a hand that grows",
}


@cache
def _fast(rules_hash: str, ranks: str, solve: Callable[[], Main]) -> Main:
    return solve()


def fast(rules: Rules, ranks: str) -> Main:
    """By the solver of its shape."""
    deck = deck_of(ranks)
    main = solver(rules, deck)(deck, untold)
    assert main.method == METHODS[rules.game]
    return main


def fields(main: Main) -> dict[str, Any]:
    """All that is known of a game, but not how and how fast."""
    found = asdict(main)
    for name in ("method", "seconds", "seconds_all"):
        del found[name]
    return found


def agreed(rules: Rules, ranks: str) -> Main:
    """Both solvers find the same."""
    main = fast(rules, ranks)
    assert fields(main) == fields(generic.solve(rules, deck_of(ranks)))
    return main


# Cross games. Three ranks make two pair, three of a kind, full house and four of a kind; four make
# pairs too, five everything.


def odd_crosses() -> dict[str, Game]:
    reversed_lines = "two-pair=3 three-of-a-kind=1 full-house=0 four-of-a-kind=-1"
    rising = "two-pair=-1 three-of-a-kind=0 full-house=1"
    nothing = "two-pair=0 three-of-a-kind=0 full-house=0 four-of-a-kind=0"
    loses = "two-pair=-1 three-of-a-kind=-1 full-house=-1 four-of-a-kind=-1"
    return {
        "as the book has it": (CCP, "QKA"),
        "antes paid by the table": (CCP_TABLE, "QKA"),
        "any amount": (resolve(GAMES["run-em-twice"], {"readings": {"raise_amounts": "any"}}), "QKA"),
        "an ante paid on one line": (paying(RET, "ante_2", loses), "QKA"),
        "antes against their lines": (paying(CCP, "ante_across ante_down", "two-pair=1 full-house=-1"), "6QA"),
        "the better hand pays less": (paying(paying(CCP, "middle", reversed_lines), "down", loses), "QKA"),
        "every line upside down": (
            paying(paying(CCP_TABLE, CCP_WAGERS, reversed_lines), "middle", "full-house=-1"), "QKA"),
        "two tables on two lines": (
            paying(paying(paying(CCP, "across", reversed_lines), "down", rising), "middle", loses), "QKA"),
        "odds of nothing": (paying(CCP, CCP_WAGERS, nothing), "QKA"),
        "raises of nothing": (paying(RET, "run_1 run_2 center", nothing), "QKA"),
        "everything loses": (paying(RET, RET_WAGERS, loses), "QKA"),
        "pushes that lose": (
            paying(paying(CCP, CCP_WAGERS, rising), "middle", "three-of-a-kind=-1"), "QKA"),
    }  # fmt: skip


ODD_CROSSES: Final = odd_crosses()
VARIED: Final = (0, 5, 9, 10, 19, 20, 31, 39)
"""Seeds of odds under which the best play is not always the same."""
ASKED_SO: Final = (0, 1, 3, 7, 9, 13, 19)


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD_CROSSES)
def test_a_cross_game(name: str) -> None:
    agreed(*ODD_CROSSES[name])


@pytest.mark.slow
@pytest.mark.parametrize("seed", VARIED)
def test_a_cross_game_with_any_odds(seed: int) -> None:
    agreed(shuffled_odds(CCP, seed), "QKA")


def other_streets(seed: int) -> Rules:
    return asking(shuffled_odds(RET, seed), *Random(seed).choices(ASKED, k=3))


@pytest.mark.slow
@pytest.mark.parametrize("seed", ASKED_SO)
def test_a_cross_game_with_other_streets(seed: int) -> None:
    agreed(other_streets(seed), "QKA")


def test_those_games_are_played_in_every_way() -> None:
    """First every decision but 2x; later raises of every size, and folds on every street."""
    mains = [fast(shuffled_odds(CCP, seed), "QKA") for seed in VARIED]
    assert {s.best for main in mains for s in main.starts.values()} == {"fold", "1x", "3x"}
    stakes = {staked for main in mains for staked, _ in main.results}
    assert stakes == {2, 3, 4, 5, 6, 7, 9, 11}
    mixed = [main for main in mains if len({s.best for s in main.starts.values()}) > 1]
    assert len(mixed) >= 4
    folded = {s.folded for main in mains for s in main.starts.values()}
    assert {Fraction(0), Fraction(1)} < folded


@pytest.mark.slow
def test_a_cross_game_of_four_ranks() -> None:
    """Pairs that lose, push and win."""
    lines = "two-pair=-1 three-of-a-kind=0 pair-of-jacks-or-better=-1 full-house=1"
    main = agreed(paying(CCP_TABLE, CCP_WAGERS, lines), "5TJA")
    assert {s.best for s in main.starts.values()} == {"1x", "3x"}


@pytest.mark.slow
def test_a_cross_game_of_five_ranks() -> None:
    """Straights, flushes and royals; few decisions, so that every deal can be walked through."""
    lines = "two-pair=-1 three-of-a-kind=-1 pair-of-jacks-or-better=-1 straight=0 full-house=1"
    streets = ({"fold": FOLD, "2x": 2}, {"fold": FOLD, "1x": 1}, {"fold": FOLD, "1x": 1, "3x": 3})
    main = agreed(asking(paying(CCP, CCP_WAGERS, lines), *streets), "TJQKA")
    assert {s.best for s in main.starts.values()} == {"fold", "2x"}
    assert {staked for staked, _ in main.results} == {2, 4, 5, 6, 8}
    assert max(net for _, net in main.results) > 4 * 500


@pytest.mark.parametrize("reading", ["straight", "never"])
def test_how_deals_end_adds_up_to_what_starting_hands_are_worth(reading: str) -> None:
    """Two kernels count these apart: one finds the best play, the other follows it."""
    rules = resolve(GAMES["criss-cross"], {"readings": {"low_ace": reading}})
    for ranks in ("A2345", "23456789", "89TJQKA", "2468TQA"):
        main = fast(rules, ranks)
        assert sum(main.results.values()) == main.deals
        assert net_sum(main.results) == main.net
        assert staked_sum(main.results) == main.staked


# Stud


def odd_studs() -> dict[str, Game]:
    asks = ({"check": 0, "1x": 1, "3x": 3}, {"1x": 1, "2x": 2})
    return {
        "as the book has it": (STUD, "A2345"),
        "as the book has it, high": (STUD, "TJQKA"),
        "a low ace everywhere": (STUD_LOW, "A2345"),
        "a low ace everywhere, gaps": (STUD_LOW, "A23QK"),
        "two cards upside down": (paying(STUD, "two_card", "pair=-1 flush=0 straight=9"), "A2346"),
        "a raise unlike its wager": (
            paying(STUD, "raise_three", "pair=-1 mini-royal=-1 straight=0 flush=30"), "TJQKA"),
        "five cards upside down": (
            paying(STUD, "five_card raise_five", "flush=-1 straight=0 two-pair=9 four-of-a-kind=-1"),
            "89TJQ"),
        "odds of nothing": (paying(STUD_LOW, "raise_three", "pair=0 flush=0 straight=0"), "A2345"),
        "other streets": (asking(STUD, *asks), "A2345"),
        "no choice": (asking(STUD, {"check": 0}, {"raise": 2}), "A2346"),
    }  # fmt: skip


ODD_STUDS: Final = odd_studs()


@pytest.mark.parametrize("name", ODD_STUDS)
def test_a_stud_game(name: str) -> None:
    agreed(*ODD_STUDS[name])


@pytest.mark.parametrize("seed", range(6))
def test_a_stud_game_with_any_odds(seed: int) -> None:
    rules = shuffled_odds((STUD, STUD_LOW)[seed % 2], seed, (-1, -1, 0, 1, 2, 7))
    agreed(rules, ("A2345", "TJQKA", "234QA")[seed % 3])


# Showdown. Three ranks make full houses and four of a kind, four make two pair as well.


def paid_from(least: str | None) -> Rules:
    """The ante is paid from a hand on."""
    ante = replace(THB.required[0], pays=Showdown("player", "dealer", "12.A", least))
    return replace(THB, required=(ante,))


def odd_showdowns() -> dict[str, Rules]:
    asks = ({"fold": FOLD, "1x": 1, "3x": 3}, {"check": 0, "bet": 2}, {"1x": 1, "2x": 2})
    no_fold = ({"check": 0, "bet": 2}, {"bet": 1}, {"check": 0, "1x": 1, "2x": 2})
    flush = resolve(GAMES["holdem-bonus"], {"wagers": {"ante": {"pays_on": "flush"}}})
    return {
        "as the book has it": THB,
        "flush or better": flush,
        "any winner is paid": paid_from(None),
        "four of a kind is paid": paid_from("four of a kind"),
        "hardly anyone is paid": paid_from("royal flush"),
        "other streets": asking(paid_from("four of a kind"), *asks),
        "nobody folds": asking(paid_from("four of a kind"), *no_fold),
    }


ODD_SHOWDOWNS: Final = odd_showdowns()


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD_SHOWDOWNS)
def test_a_showdown_game(name: str) -> None:
    main = agreed(ODD_SHOWDOWNS[name], "QKA")
    assert len({start.best for start in main.starts.values()}) > 1


@pytest.mark.slow
def test_a_showdown_game_of_four_ranks() -> None:
    main = agreed(paid_from("full house"), "JQKA")
    assert {name for name, start in main.starts.items() if start.best == "fold"} == {"JJ"}
    assert {(3, 2), (3, 3), (4, 3), (4, 4), (5, 4), (5, 5)} < set(main.results)


@pytest.mark.slow
@pytest.mark.parametrize("pays_on", ["straight", "flush"])
@pytest.mark.parametrize(("ranks", "name"), [("A2345", "53o"), ("9TJQKA", "T9s")])
def test_a_starting_hand_is_worth_what_its_flops_are_worth(
    pays_on: str, ranks: str, name: str
) -> None:
    """On more ranks the first street is measured by the second, and that by every deal."""
    rules = resolve(GAMES["holdem-bonus"], {"wagers": {"ante": {"pays_on": pays_on}}})
    shape, deck = against_of(rules), deck_of(ranks)
    assert shape is not None
    (hole,) = (start.cards for start in starts(deck) if start.name == name)
    alike = keeping(CHANGES, hole)
    flops: dict[tuple[int, ...], int] = {}
    for flop in combinations([c for c in deck if c not in hole], 3):
        least = min(changed(change, flop) for change in alike)
        flops[least] = flops.get(least, 0) + 1
    worth = Fraction(0)
    for flop, ways in flops.items():
        worth += max(after_flop(rules, shape, hole, flop, [2], deck).values()) * ways  # type: ignore[arg-type]
    found = fast(rules, ranks).starts[name]
    assert found.values == {"fold": -1, "bet": worth / sum(flops.values())}
