"""The generic solver agrees with `naive_solver`, and general properties hold."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, Card, cards
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.card_names import parse_ranked, starting_hand_class
from pitboss.games.game_parts import HandOf, Raise, Required
from pitboss.games.payoffs import ByTable, HoleCards, Odds, Payoff
from pitboss.games.paytables import Line, cards_table
from pitboss.hands.orders import KINDS
from pitboss.lab.generic.limits import count_deals
from pitboss.lab.generic.plan import DealPlan
from pitboss.lab.generic.solver import generic_values, solve_generic
from pitboss.lab.results import ResultCounts, net_sum, staked_sum
from pitboss.lab.staking import RaisesSoFar
from pitboss.lab.starting_hands import SUIT_PERMUTATIONS, permutations_keeping, permute_suits
from pitboss.submission import Rules, resolve
from pitboss.submission.rules import positions
from tests.small_decks import deck_of_ranks

from . import plain_solver
from .naive_solver import Brute, Chances, Standing, chances, fold_chance, value
from .plain_solver import Prospect, Tree, VisibleCards
from .varied_rules import all_of, compare_hands

RET, CCP = resolve(GAMES["run-em-twice"]), resolve(GAMES["criss-cross"])
THB, STUD = resolve(GAMES["holdem-bonus"]), resolve(GAMES["stud-235"])
MS = replace(resolve(GAMES["mississippi-stud"]), short="MS")
FIVE: Final = (RET, CCP, THB, STUD, MS)
EVERY_LINE: Final = {
    rules.short: " ".join(x.key for x in rules.required + rules.raises) for rules in FIVE
}


# Results of the solver for a stand


def group_cards(
    tree: Tree, visible: Mapping[str, Sequence[Card]], decision_count: int
) -> VisibleCards:
    """Return named cards in the solver's groups."""
    where = positions(tree.rules.places, tree.rules.hole)
    lies = {
        at: c for name, some in visible.items() for at, c in zip(where[name], some, strict=True)
    }
    groups = [group for step in tree.steps[: decision_count + 1] for group in step]
    return tuple(tuple(sorted(lies[at] for at in group)) for group in groups)


def raises_so_far(tree: Tree, decisions: Sequence[str]) -> RaisesSoFar:
    """Return what these decisions staked."""
    stakes = [
        {x.decision: x.stake for x in tree.staking.open_choices(i)} for i in range(len(decisions))
    ]
    return tuple(stake[name] for stake, name in zip(stakes, decisions, strict=True))


def prospects(at: Standing, tree: Tree) -> dict[str, Prospect]:
    """Return the prospects of each decision, merging the suits that deck and cards leave equal."""
    visible = group_cards(tree, at.visible, len(at.decisions_so_far))
    prior = raises_so_far(tree, at.decisions_so_far)
    return tree.prospects(
        len(at.decisions_so_far),
        visible,
        permutations_keeping(SUIT_PERMUTATIONS, at.cards, *visible),
        [prior],
    )[prior]


def shares(results: ResultCounts) -> Chances:
    """Return numbers of deals as probabilities."""
    deals = results.total()
    return {(Fraction(s), Fraction(net)): Fraction(n, deals) for (s, net), n in results.items()}


def agreed_best(at: Standing) -> str:
    """Check that all three solvers agree on every decision, and return the best one."""
    tree, brute = Tree(at.rules, at.cards), Brute(at.rules, at.cards)
    result, expected = prospects(at, tree), brute.decisions(at.visible, at.decisions_so_far)
    deals = tree.deals(len(cards(at.shown)), len(at.decisions_so_far))
    values = {name: Fraction(x.net) / deals for name, x in result.items()}
    assert values == {name: value(ends) for name, ends in expected.items()}
    assert (
        generic_values(
            DealPlan(at.rules, at.cards),
            group_cards(tree, at.visible, len(at.decisions_so_far)),
            raises_so_far(tree, at.decisions_so_far),
        )
        == values
    )
    for name, ends in expected.items():
        results = result[name].results()
        assert shares(results) == chances(ends)
        assert results.total() == deals
        assert net_sum(results) == result[name].net
        assert Fraction(result[name].folded, deals) == fold_chance(ends)
    best = tree.best(len(at.decisions_so_far), result)
    assert best == brute.best(at.visible, at.decisions_so_far)
    assert values[best] == max(values.values())
    return best


# Rules that no rulebook has


def repaid(rules: Rules, pays: Mapping[str, Payoff]) -> Rules:
    """Return rules in which some wagers are paid differently."""

    def with_payoffs(wagers: tuple[Required, ...]) -> tuple[Required, ...]:
        return tuple(replace(x, pays=pays.get(x.key, x.pays)) for x in wagers)

    def paid_raises(wagers: tuple[Raise, ...]) -> tuple[Raise, ...]:
        return tuple(replace(x, pays=pays.get(x.key, x.pays)) for x in wagers)

    return replace(rules, required=with_payoffs(rules.required), raises=paid_raises(rules.raises))


def with_odds(rules: Rules, wagers: str, **odds: int) -> Rules:
    """Return rules with other odds in some tables, adding hands that they do not list.

    ``full_house=-1`` makes it lose; ``anything=0`` pushes every hand."""
    every = dict.fromkeys((kind for kinds in KINDS.values() for kind in kinds), 0)
    new = {name.replace("_", " "): n for name, n in odds.items()}
    if "anything" in new:
        new = dict.fromkeys(every, new["anything"])
    pays: dict[str, Payoff] = {}
    for wager in rules.required + rules.raises:
        if wager.key in wagers.split():
            assert isinstance(wager.pays, ByTable)
            # The first matching line counts.
            lines = tuple(Line(name, parse_ranked(name), n, "12") for name, n in new.items())
            table = replace(wager.pays.table, lines=lines + wager.pays.table.lines)
            pays[wager.key] = replace(wager.pays, table=table)
    return repaid(rules, pays)


# The five games, on decks of a few ranks or a few cards, where the best decision is not trivial.

WHOLE_DECK: Final = "23456789TJQKA"
STREETS: Final = [
    # First street.
    (Standing(CCP, "2c 4c 4h 5d Ks Ad As", "As 4c"), "3x"),
    (Standing(CCP, "2c 4c 4h 5d 6h Kh Ac Ah", "Kh 4c"), "1x"),
    (Standing(RET, "2c 3h 5d 5s 8c Th Jc", "5s 5d"), "fold"),
    (Standing(RET, "58", "5c 5d"), "3x"),
    (Standing(THB, "3c 5c 5s 7h 9d 9h Tc Th Js Qc", "9d 7h"), "bet"),
    (Standing(THB, "2h 3c 9d Tc Jc Kc Kd Ac Ad", "9d Tc"), "fold"),
    (Standing(STUD, "A2345", "Ac 2d"), "check"),
    (Standing(STUD, "A2345", "4c 4d"), "raise"),
    (Standing(STUD, "6789T", "8c 9c"), "raise"),
    (Standing(MS, "2c 3d 3s 6c 8c 8d 8s Td Qd", "3d 2c"), "1x"),
    (Standing(MS, "2c 2d 3c 3d 6d 8s Jh", "Jh 2c"), "fold"),
    (Standing(MS, "26J", "2c 6d"), "3x"),
    # Second street.
    (Standing(CCP, "238J", "2c 3d 8h Js", "1x"), "3x"),
    (Standing(CCP, "2c 3c 5c 7d 9d Js Qh 8s Tc Kd Ah", "2c 3c 7d 9d", "2x"), "fold"),
    (Standing(CCP, "2c 3c 5s 6c 6h 7h 9s Tc Jh Qc Kc Ad", "Tc Kc 2c 3c", "2x"), "1x"),
    (Standing(RET, "257Q", "2c 2d 7h Qs", "2x"), "3x"),
    (Standing(THB, "2345", "2c 3d 4h 5s 5c", "bet"), "check"),
    (Standing(THB, "2c 2d 2h 3c 3s 7h Td Ts Jc Jh Js Kh", "Jc 7h 2d Td Jh", "bet"), "bet"),
    (Standing(STUD, WHOLE_DECK, "2c 9d Th", "check"), "check"),
    (Standing(STUD, WHOLE_DECK, "8c 9c Tc", "raise"), "raise"),
    (Standing(MS, "2379TK", "2c 7d 9h", "1x"), "1x"),
    (Standing(MS, WHOLE_DECK, "6c 7d 9h", "1x"), "1x"),
    (Standing(MS, "2c 3d 5h 6c 7d 7h 8s Qs Kc Ah", "6c 3d 2c", "3x"), "fold"),
    # Third street.
    (Standing(CCP, WHOLE_DECK, "Kc 7d 2h 9s 5c 8h", "1x 1x"), "1x"),
    (Standing(CCP, WHOLE_DECK, "Kc 9d 9h 5s 5c 8h", "1x 2x"), "3x"),
    (Standing(RET, WHOLE_DECK, "8c 9d 5h 3s Tc Jh", "3x 2x"), "3x"),
    (Standing(RET, WHOLE_DECK, "2c 7d 5h 3s Tc Kh", "2x 3x"), "1x"),
    (Standing(RET, "234579T", "2c 7d 5h 3s Tc 4h", "2x 3x"), "1x"),
    (Standing(THB, "23456", "2c 5d 4h 4s 6c 3d", "bet bet"), "check"),
    (Standing(THB, "6789TJQK", "Kc Kd Ts 9h 9d 6c", "bet check"), "bet"),
    (Standing(MS, WHOLE_DECK, "6c 7d 8h 5s", "3x 1x"), "3x"),
    (Standing(MS, WHOLE_DECK, "2c 7d 8h Ts", "1x 1x"), "fold"),
    (Standing(MS, WHOLE_DECK, "Ac 6d 8h Ts", "1x 2x"), "1x"),
]


def stand_name(at: Standing) -> str:
    return f"{at.rules.short} {at.shown} {at.decisions}".strip()


@pytest.mark.parametrize(("at", "best"), STREETS, ids=[stand_name(at) for at, _ in STREETS])
def test_values_of_decisions_equal_dealing_every_card(at: Standing, best: str) -> None:
    assert agreed_best(at) == best


# Readings and options

LOW_ACE: Final = "Ac Ad 2c 2d 3c 3d 4c 4d 5c 5d 5h 5s"
SHOWN: Final = {
    "run-em-twice": [("Ac 2d 3c 4d", "2x"), ("Ac 2d 3c 4d 5h 2c", "1x 2x")],
    "criss-cross": [("Ac 2d 3c 4d", "1x"), ("Ac 2d 3c 4d 5h 3d", "3x 1x")],
    "holdem-bonus": [("Ac 2d 3c 4d 5h", "bet"), ("Ac 2d 3c 4d 2c 3d", "bet check")],
    "stud-235": [("Ac 2d", ""), ("Ac 2d 3c", "raise")],
}
READINGS: Final = [
    (game.key, reading.id, choice)
    for game in GAMES.values()
    for reading in game.readings
    for choice in reading.choices
]


@pytest.mark.parametrize(("game", "reading", "choice"), READINGS)
def test_every_reading(game: str, reading: str, choice: str) -> None:
    rules = resolve(GAMES[game], {"readings": {reading: choice}})
    for visible, decisions in SHOWN[game]:
        agreed_best(Standing(rules, LOW_ACE, visible, decisions))


def nets(at: Standing) -> dict[str, Odds]:
    return {name: x.net for name, x in prospects(at, Tree(at.rules, at.cards)).items()}


def test_which_readings_affect_the_main_game() -> None:
    moved_stands = set()
    for game, reading, choice in READINGS:
        plain, read = (
            resolve(GAMES[game], submission) for submission in ({}, {"readings": {reading: choice}})
        )
        for visible, decisions in SHOWN[game]:
            if nets(Standing(plain, LOW_ACE, visible, decisions)) != nets(
                Standing(read, LOW_ACE, visible, decisions)
            ):
                moved_stands.add((game, reading, choice))
    assert moved_stands == {
        ("run-em-twice", "low_ace", "never"),
        ("criss-cross", "low_ace", "never"),
        ("criss-cross", "ante_pays", "table"),
        ("stud-235", "low_ace", "all"),
    }


@pytest.mark.parametrize("pays_on", ["straight", "flush"])
def test_every_option(pays_on: str) -> None:
    rules = resolve(GAMES["holdem-bonus"], {"wagers": {"ante": {"pays_on": pays_on}}})
    for visible, decisions in SHOWN["holdem-bonus"]:
        agreed_best(Standing(rules, LOW_ACE, visible, decisions))
    at = Standing(rules, LOW_ACE, *SHOWN["holdem-bonus"][0])
    assert (nets(at) == nets(at._replace(rules=THB))) == (pays_on == "straight")


# Paytables that no rulebook has


def odd_tables() -> dict[str, Standing]:
    upside_down = with_odds(CCP, "across", four_of_a_kind=-1, full_house=2, two_pair=9)
    return {
        # The better hand is paid, although the lower one would pay more.
        "better hand pays less": Standing(
            with_odds(CCP, "middle", full_house=-1, four_of_a_kind=0, two_pair=30, pair=1),
            "258J",
            "2c 5d 2h 8s",
            "1x",
        ),
        "full house loses everywhere": Standing(
            with_odds(RET, "ante_1 ante_2 run_1 run_2 center", full_house=-1, four_of_a_kind=2),
            "5c 5d 5h 5s 8c 8d 8h",
            "5c 8c",
        ),
        "one line upside down": Standing(upside_down, "58", "8c 8d"),
        "one line upside down, later": Standing(upside_down, "238J", "2c 3d 3h Js", "3x"),
        "push turned to a loss": Standing(
            with_odds(CCP, "down", pair_of_6s_to_10s=-1), WHOLE_DECK, "9c 4d Th 2s 9h 6s", "1x 1x"
        ),
        "an ante alone": Standing(
            with_odds(RET, "ante_2", pair_of_2s_to_5s=1, high_card=0),
            WHOLE_DECK,
            "9c 4d Th 2s 4h 6s",
            "3x 2x",
        ),
        "odds of nothing": Standing(
            with_odds(MS, "fourth_street", flush=0, straight=0, pair=0), "6789TJ", "9c 8c 7c", "2x"
        ),
        "only a pair of deuces pays": Standing(
            with_odds(with_odds(MS, "fifth_street", anything=-1), "fifth_street", pair_of_2s=1000),
            "2c 2d 3c 4d 5h 7s 9c Jd Kh",
            "4d Kh",
        ),
        "two cards": Standing(
            with_odds(STUD, "two_card", pair=-1, flush=0, high_card=4), "A2345", "3c 3d"
        ),
        "a raise unlike its wager": Standing(
            with_odds(STUD, "raise_three", high_card=3, pair=-1, mini_royal=-1), "TJQKA", "Kc Ac"
        ),
        "five cards": Standing(
            with_odds(STUD, "raise_five", high_card=1, flush=-1), WHOLE_DECK, "9c 8c 3c", "check"
        ),
        "shown down from another hand on": Standing(
            repaid(
                THB,
                {
                    "ante": compare_hands("dealer", "player", "pair"),
                    "turn": compare_hands("player", "dealer", "full house"),
                },
            ),
            "2s 3s 7d 7h 8h Jh Qc Kc As",
            "7h Qc",
        ),
    }


ODD: Final = odd_tables()


@pytest.mark.parametrize("name", ODD)
def test_any_paytable(name: str) -> None:
    agreed_best(ODD[name])


@pytest.mark.parametrize("name", ODD)
def test_random_paytables_change_the_values(name: str) -> None:
    at = ODD[name]
    plain = next(rules for rules in FIVE if rules.game == at.rules.game)
    assert nets(at) != nets(at._replace(rules=plain))


PAIRS: Final = HoleCards(cards_table("pair of aces   9 to 1\npair of 2s to kings   push"))
AGAINST: Final = HoleCards(
    cards_table("pair of aces against a pair of aces   99 to 1\npair of aces   2 to 1"),
    against="dealer",
)  # fmt: skip


@pytest.mark.parametrize(
    "at",
    [
        Standing(repaid(STUD, {"two_card": PAIRS}), "A2", "Ac Ad"),
        Standing(repaid(STUD, {"raise_three": PAIRS}), "A2", "2c 2d"),
        Standing(
            repaid(STUD, {"raise_five": all_of(("two_card", "three_card"), 12)}),
            "A234",
            "3c 4c",
        ),
        Standing(repaid(THB, {"ante": AGAINST}), "A34", "Ac Ad 3c 3d 4h", "bet"),
        Standing(repaid(THB, {"river": PAIRS, "ante": AGAINST}), "A34", "Ac Ad 3c 4c 4h", "bet"),
    ],
    ids=["hole cards", "hole cards, raised", "all of", "against aces", "a raise on hole cards"],
)
def test_every_way_of_paying_can_pay_a_main_wager(at: Standing) -> None:
    agreed_best(at)


# Streets that no rulebook has

AT_ONCE: Final = (replace(STUD.streets[0], reveals=()), STUD.streets[1])
ALL_THREE: Final = replace(STUD, looks=STUD.hole, streets=AT_ONCE)


@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [
        (replace(STUD, looks=("first",)), "2c", "2c Ac"),
        (replace(STUD, looks=()), "", "Ac"),
        (replace(STUD, looks=("second", "third"), streets=AT_ONCE), "2c Ac", "2c Ac"),
        (ALL_THREE, "2c Ac 6s", "6s 4h 2d"),
        (replace(MS, looks=("second",)), "2c", "2c Ac"),
    ],
    ids=["235 one card", "235 none", "235 the last two", "235 all three", "MS one card"],
)
def test_cards_that_a_player_may_not_see(rules: Rules, first: str, second: str) -> None:
    """Cards that no street turns are dealt with the last cards; a street may turn none."""
    deck = "Ac Ad 2c 2d 4h 6s 6h"
    agreed_best(Standing(rules, deck, first))
    for choice in Brute(rules, ()).open(()):
        if not choice.folds:
            agreed_best(Standing(rules, deck, second, choice.decision))


def five_card_table() -> ByTable:
    pays = STUD.required[2].pays
    assert isinstance(pays, ByTable)
    return pays


def test_cards_turned_together_that_serve_different_hands() -> None:
    """A player who looks at three cards knows which of them are the first two."""
    five = five_card_table()
    rules = repaid(ALL_THREE, {"two_card": PAIRS, "three_card": five, "raise_three": five})
    result = [
        nets(Standing(rules, "A2", visible_text)) for visible_text in ("Ac Ad 2c", "Ac 2c Ad")
    ]
    assert result[0] != result[1]
    for visible_text in ("Ac Ad 2c", "Ac 2c Ad"):
        agreed_best(Standing(rules, "A2", visible_text))


def test_places_turned_together_that_serve_different_hands() -> None:
    """The turn comes with the flop, but the dealer's hand is the flop alone."""
    (player, dealer) = THB.hands
    assert isinstance(dealer, HandOf)
    first, second, third = THB.streets
    rules = replace(
        THB,
        hands=(player, replace(dealer, positions=(*dealer.positions[:2], 0, 1, 2))),
        streets=(
            replace(first, reveals=(*first.reveals, *second.reveals)),
            replace(second, reveals=()),
            third,
        ),
    )
    agreed_best(Standing(rules, "2s 3s 7d 7h 8h Jh Qc Kc As", "7h Qc"))
    agreed_best(Standing(rules, "2s 3s 7d 7h 8h Jh Qc Kc As", "7h Qc 2s 3s 7d 8h", "bet"))


def test_hands_that_are_only_read_as_the_better_of_two() -> None:
    middle = CCP.raises[2].pays
    rules = repaid(CCP, dict.fromkeys(EVERY_LINE["CCP"].split(), middle))
    agreed_best(Standing(rules, "2c 4c 4h 5d Ks Ad As", "As 4c"))
    agreed_best(Standing(rules, "238J", "2c 3c 8h Jh", "1x"))


# Ties

NO_FOLD_IS_WORSE: Final = {"RET": "1x", "CCP": "1x", "MS": "1x", "235": "check"}


@pytest.mark.parametrize(
    "at",
    [
        Standing(RET, "2c 3h 5d 5s 8c Th Jc", "5s 5d"),
        Standing(CCP, "2c 2d 4c 7d 9h Jc Jd Ks", "2c 7d 4c Jc", "3x"),
        Standing(CCP, WHOLE_DECK, "Kc 7d 2h 9s 5c 8h", "1x 2x"),
        Standing(STUD, "A2", "Ac 2d"),
        Standing(STUD, WHOLE_DECK, "2c 9d Th", "check"),
        Standing(MS, "2c 2d 3c 3d 6d 8s Jh", "Jh 2c"),
        Standing(MS, WHOLE_DECK, "Ac 6d 8h Ts", "1x 2x"),
    ],
    ids=stand_name,
)
def test_if_everything_pushes_the_smallest_stake_is_chosen(at: Standing) -> None:
    rules = with_odds(at.rules, EVERY_LINE[at.rules.short], anything=0)
    assert agreed_best(at._replace(rules=rules)) == NO_FOLD_IS_WORSE[rules.short]


def test_the_order_in_which_decisions_are_listed_does_not_matter() -> None:
    """The smallest stake is chosen on the first street and on those after it."""
    streets = tuple(
        replace(street, choices=dict(reversed(street.choices.items()))) for street in CCP.streets
    )
    rules = with_odds(replace(CCP, streets=streets), EVERY_LINE["CCP"], anything=0)
    at = Standing(rules, "2c 3h 5d 5s 8c Th Jc", "5s 5d")
    assert agreed_best(at) == "1x"
    assert list(nets(at)) == ["3x", "2x", "1x", "fold"]


def test_a_fold_with_the_value_of_every_bet_is_chosen() -> None:
    total_loss = with_odds(CCP, "ante_across ante_down", anything=-1)
    rules = with_odds(total_loss, "across down middle", anything=0)
    at = Standing(rules, "5c 5d 5h 8c 8d 8h Kc", "5c 8d")
    assert len(set(nets(at).values())) == 1
    assert agreed_best(at) == "fold"
    later = Standing(rules, "58", "5c 8d 5d 5h", "1x")
    assert agreed_best(later) == "1x"  # a fold would lose a bet on the table
    assert nets(later)["1x"] == nets(later)["3x"] > nets(later)["fold"]


def test_hands_that_always_tie_are_not_bet_on() -> None:
    """Dealer and player read the same cards, so that every wager is returned."""
    (player,) = (hand for hand in THB.hands if hand.name == "player")
    rules = replace(THB, hands=(player, replace(player, name="dealer")))
    at = Standing(rules, "2s 3s 7d 7h 8h Jh Qc Kc As", "7h Qc 2s 3s Kc", "bet")
    assert nets(at) == {"check": 0, "bet": 0}
    assert agreed_best(at) == "check"


REAL_TIES: Final = [
    (Standing(CCP, "2c 2d 4c 7d 9h Jc Jd Ks", "4c 7d"), "fold 1x"),
    (Standing(CCP, "2d 3c 3d 3h 5s 6h 7s 8h Ts Jc Qh Ac", "3d 5s 3h 7s", "2x"), "fold 1x"),
    (Standing(RET, "2d 7s 8c 8d 8h Ts Jd", "Jd 2d"), "1x 2x 3x"),
    (Standing(THB, "4s 5s 6s 8s 9h 9s Kc Kh Ac", "5s 8s"), "fold bet"),
    (Standing(THB, "2c 2d 2h 3c 4d 5c 5s 6d 7s Td Jd Ah", "4d Ah 5s 2h 6d", "bet"), "check bet"),
    (Standing(STUD, "3d 4d 5s 6d 8s Tc Jc Qs", "Tc Qs"), "check raise"),
    (Standing(MS, "2c 2h 4c 8s Qs Ah As", "Qs 4c"), "fold 1x"),
    (Standing(MS, "2h 3d 6d 6h 8s Ts Jd Js Kd", "Js 2h"), "1x 2x 3x"),
]


@pytest.mark.parametrize(("at", "tie_text"), REAL_TIES, ids=[stand_name(at) for at, _ in REAL_TIES])
def test_ties_under_the_rules_as_they_are(at: Standing, tie_text: str) -> None:
    result = nets(at)
    assert " ".join(x for x in result if result[x] == max(result.values())) == tie_text
    assert agreed_best(at) == tie_text.split()[0]


# The whole game, from the first card


def whole_by_starts(rules: Rules, deck: str) -> None:
    """Check every start of `solve` against `naive_solver`, and that they add up to the game."""
    main = solve_generic(rules, deck_of_ranks(deck))
    hands: dict[str, list[tuple[Card, Card]]] = {}
    for hand in permutations(deck_of_ranks(deck), 2):
        hands.setdefault(starting_hand_class(*hand), []).append(hand)
    holdings = sum(map(len, hands.values()))
    assert {name: 2 * start.ways for name, start in main.starts.items()} == {
        name: len(some) for name, some in hands.items()
    }
    brute = Brute(rules, deck_of_ranks(deck))
    ends: Chances = {}
    for name, some in hands.items():
        visible = {own: (c,) for own, c in zip(rules.looks, some[-1], strict=True)}
        result = brute.decisions(visible, ())
        assert main.starts[name].values == {x: value(result[x]) for x in result}
        assert main.starts[name].best == brute.best(visible, ())
        assert main.starts[name].fold_chance == fold_chance(result[main.starts[name].best])
        for end, chance in chances(result[main.starts[name].best]).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * len(some) / holdings
    assert shares(Counter(main.results)) == ends


def test_the_whole_of_235_stud() -> None:
    whole_by_starts(STUD, "A2")
    brute = Brute(STUD, deck_of_ranks("A2")).outlook({}, ())
    assert shares(Counter(solve_generic(STUD, deck_of_ranks("A2")).results)) == chances(brute)


def test_the_whole_of_mississippi_stud() -> None:
    whole_by_starts(MS, "5J")
    whole_by_starts(with_odds(MS, EVERY_LINE["MS"], full_house=-1, four_of_a_kind=2), "5J")


@pytest.mark.slow
def test_the_whole_of_criss_cross() -> None:
    whole_by_starts(with_odds(CCP, EVERY_LINE["CCP"], full_house=-1, four_of_a_kind=1), "7J")


@pytest.mark.soak
def test_a_start_of_holdem_bonus() -> None:
    at = Standing(THB, "AKQ", "Kc Qc")
    best = agreed_best(at)
    start = solve_generic(THB, at.cards).starts["KQs"]
    assert start.best == best
    deals = Tree(THB, at.cards).deals(2, 0)
    assert start.values == {name: Fraction(net, deals) for name, net in nets(at).items()}


# General properties

SMALL: Final = [(RET, "6J"), (CCP, "5A"), (THB, "AKQ"), (STUD, "A23"), (MS, "25J"), (MS, "6789")]


@pytest.mark.parametrize(("rules", "ranks"), SMALL)
def test_totals_of_a_solution_are_consistent(rules: Rules, ranks: str) -> None:
    deck = deck_of_ranks(ranks)
    main = solve_generic(rules, deck)
    assert main.required == len(rules.required)
    assert main.deals == sum(main.results.values()) == count_deals(rules, deck)
    assert main.net == net_sum(main.results)
    assert main.staked == staked_sum(main.results)
    assert sum(start.ways for start in main.starts.values()) == comb(len(deck), 2)
    assert list(main.results) == sorted(main.results)
    assert all(n > 0 for n in main.results.values())
    for start in main.starts.values():
        assert start.values[start.best] == max(start.values.values())
    expected = sum(start.ways * start.values[start.best] for start in main.starts.values())
    assert main.ev == expected / comb(len(deck), 2)


@pytest.mark.parametrize("rules", FIVE, ids=[rules.short for rules in FIVE])
def test_the_number_of_deals(rules: Rules) -> None:
    """Counted by hand: the player's two cards, then the cards turned on each street."""
    ways = {
        "RET": comb(52, 2) * comb(50, 2) * comb(48, 2) * 46,
        "CCP": comb(52, 2) * comb(50, 2) * comb(48, 2) * 46,
        "THB": comb(52, 2) * comb(50, 3) * 47 * 46 * comb(45, 2),
        "235": comb(52, 2) * 50 * comb(49, 2),
        "MS": comb(52, 2) * 50 * 49 * 48,
    }
    assert count_deals(rules) == ways[rules.short]


def test_starts_of_three_cards_are_named_by_their_cards() -> None:
    """Two cards come first and then one: the first two may be swapped, the third may not."""
    deck = deck_of_ranks("A2")
    main = solve_generic(ALL_THREE, deck)
    assert main.deals == count_deals(ALL_THREE, deck) == comb(8, 2) * 6 * comb(5, 2)
    assert sum(start.ways for start in main.starts.values()) == comb(8, 2) * 6
    assert main.starts["2c Ac 2d"].ways == 12
    assert main.starts["2c 2d Ac"].ways == 12
    assert main.starts["2c 2d Ah"].ways == 12
    first = solve_generic(replace(STUD, looks=("first",)), deck)
    assert {name: start.ways for name, start in first.starts.items()} == {"2c": 4, "Ac": 4}


def test_the_cycle_of_holdem_bonus_is_the_published_one() -> None:
    assert count_deals(THB) == 55_627_620_048_000


LAWFUL: Final = [
    Standing(CCP, "238J", "2c 3c 8h Jh", "1x"),
    Standing(RET, WHOLE_DECK, "8c 9c 5c 3h Tc Jh", "3x 2x"),
    Standing(THB, "2345", "2c 3c 4h 5h 5c", "bet"),
    Standing(STUD, "A2345", "Ac 2c"),
    Standing(STUD, WHOLE_DECK, "8c 9c Th", "raise"),
    Standing(MS, "2579J", "5c 9d"),
    Standing(MS, WHOLE_DECK, "6c 7c 9h", "1x"),
]


@pytest.mark.parametrize("at", LAWFUL, ids=stand_name)
def test_permuting_suits_changes_no_value(at: Standing) -> None:
    tree = Tree(at.rules, at.cards)
    visible, prior = (
        group_cards(tree, at.visible, len(at.decisions_so_far)),
        raises_so_far(tree, at.decisions_so_far),
    )
    results_so_far = set()
    for change in SUIT_PERMUTATIONS:
        permuted_cards = tuple(permute_suits(change, group) for group in visible)
        result = tree.prospects(
            len(at.decisions_so_far),
            permuted_cards,
            permutations_keeping(SUIT_PERMUTATIONS, *permuted_cards),
            [prior],
        )[prior]
        results_so_far.add(
            tuple((name, x.net, tuple(sorted(x.results().items()))) for name, x in result.items())
        )
        tree.forget()
    assert len(results_so_far) == 1


@pytest.mark.parametrize("at", LAWFUL, ids=stand_name)
def test_values_do_not_depend_on_merging_suits(at: Standing) -> None:
    tree = Tree(at.rules, at.cards)
    visible, prior = (
        group_cards(tree, at.visible, len(at.decisions_so_far)),
        raises_so_far(tree, at.decisions_so_far),
    )
    alike, apart = (
        Tree(at.rules, at.cards).prospects(len(at.decisions_so_far), visible, changes, [prior])[
            prior
        ]
        for changes in (permutations_keeping(SUIT_PERMUTATIONS, *visible), SUIT_PERMUTATIONS[:1])
    )
    assert len(permutations_keeping(SUIT_PERMUTATIONS, *visible)) > 1
    for name, result in alike.items():
        assert result.net == apart[name].net
        assert result.results() == apart[name].results()


def test_cached_subtrees_are_reused_for_other_hands() -> None:
    """One tree asked twice, with other cards in between, gives the results of a fresh one."""
    places = [
        Standing(MS, WHOLE_DECK, visible_text, decisions)
        for visible_text, decisions in product(
            ["6c 7c 9h 2s", "6c 9h 7c 2s", "2s 6c 9h 7c"], ["1x 2x", "3x 1x"]
        )
    ]
    tree = Tree(MS, DECK)
    for at in places * 2:
        result = {name: (x.net, x.results()) for name, x in prospects(at, tree).items()}
        fresh = prospects(at, Tree(MS, DECK))
        assert result == {name: (x.net, x.results()) for name, x in fresh.items()}


def test_several_stake_states_are_solved_together() -> None:
    at = Standing(CCP, "238J", "2c 3d 8h Js", "1x")
    tree = Tree(CCP, at.cards)
    visible = group_cards(tree, at.visible, 1)
    together = tree.prospects(
        1, visible, permutations_keeping(SUIT_PERMUTATIONS, *visible), [(1,), (2,), (3,)]
    )
    for decision, prior in {"1x": (1,), "2x": (2,), "3x": (3,)}.items():
        alone = nets(at._replace(decisions=decision))
        assert {name: x.net for name, x in together[prior].items()} == alone


def test_progress_is_reported() -> None:
    progress: list[tuple[str, int, int]] = []
    main = solve_generic(STUD, deck_of_ranks("A2"), lambda *report: progress.append(report))
    assert {what for what, _, _ in progress} == {"walking through 1,680 deals"}
    assert progress[0][1:] == (0, progress[0][2])
    assert progress[-1][1] == progress[-1][2] == progress[0][2] > 0
    assert len(main.starts) == 4


# The fifth game with a full deck: Mississippi Stud, whose figures are published.

MISSISSIPPI_EV: Final = Fraction(-53_223, 1_082_900)
STARTING_HANDS: Final = {starting_hand_class(*hand) for hand in permutations(DECK, 2)}


def published_start(first: str, second: str, suited: str = "") -> str:
    """3x with any pair; 1x with 6-5 suited, a jack or better, or two of 6 to 10; else fold."""
    if first == second:
        return "3x"
    points = sum(2 if rank in "JQKA" else rank in "6789T" for rank in (first, second))
    return "1x" if points >= 2 or first + second + suited == "65s" else "fold"


@pytest.mark.soak
def test_mississippi_stud() -> None:
    """Published: the house edge is 4.91% of the ante, 4.9149% to more digits."""
    main = solve_generic(MS)
    assert main.deals == comb(52, 2) * 50 * 49 * 48
    assert main.ev == MISSISSIPPI_EV
    assert f"{float(main.house_edge):.4%}" == "4.9149%"
    assert {name: start.best for name, start in main.starts.items()} == {
        name: published_start(*name) for name in STARTING_HANDS
    }
    assert f"{float(main.average_wager):.4f}" == "3.4836"  # with ties going to the smaller stake


@pytest.mark.soak
def test_mississippi_stud_where_ties_go_to_the_greater_stake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Published: 3.59 antes are staked on average, and the element of risk is 1.37%.

    This holds for players who bet more where it makes no difference; ours bet less, at the same
    edge."""

    def greedy(tree: Tree, decision_count: int, prospects: Mapping[str, Prospect]) -> str:
        stakes = {
            choice.decision: choice.stake for choice in tree.staking.open_choices(decision_count)
        }
        return max(prospects, key=lambda name: (prospects[name].net, stakes[name]))

    monkeypatch.setattr(Tree, "best", greedy)
    main = plain_solver.solve(MS)
    assert main.ev == MISSISSIPPI_EV
    assert f"{float(main.average_wager):.2f}" == "3.59"
    assert f"{float(main.element_of_risk):.2%}" == "1.37%"


# Limitations


def test_a_deck_whose_suits_are_not_interchangeable() -> None:
    deck = tuple(sorted(cards("2c 3c 4c 5c 7d 8h 9h")))
    assert solve_generic(STUD, deck).ev == value(Brute(STUD, deck).outlook({}, ()))


def test_a_deck_in_any_order() -> None:
    assert (
        solve_generic(CCP, deck_of_ranks("A2")[::-1]).ev
        == solve_generic(CCP, deck_of_ranks("A2")).ev
    )


def test_a_deck_that_is_too_small_is_refused() -> None:
    with pytest.raises(Refused):
        solve_generic(THB, deck_of_ranks("AK"))


def test_two_cards_that_are_paid_by_their_suits() -> None:
    """A main wager may be paid on the ace of hearts with the ace of diamonds."""
    table = cards_table("ace of hearts and ace of diamonds   50 to 1")
    rules = repaid(STUD, {"two_card": HoleCards(table)})
    main = solve_generic(rules, deck_of_ranks("A2"))
    assert main.ev == value(Brute(rules, deck_of_ranks("A2")).outlook({}, ()))


def test_two_cards_that_are_not_alike_make_two_starts() -> None:
    """The first card counts in a hand that does not contain the second one."""
    two, three, five = STUD.hands
    assert isinstance(two, HandOf)
    assert isinstance(three, HandOf)
    rules = replace(STUD, hands=(replace(two, positions=three.positions[::2]), three, five))
    assert (
        sum(start.ways for start in solve_generic(rules, deck_of_ranks("A2")).starts.values())
        == 8 * 7
    )


def test_a_game_without_decisions() -> None:
    rules = replace(STUD, streets=(), raises=())
    main = solve_generic(rules, deck_of_ranks("A2"))
    assert main.ev == value(Brute(rules, deck_of_ranks("A2")).outlook({}, ()))
