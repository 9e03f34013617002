"""Which games fit a fast solver; others are solved generically or refused."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, cards
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD, TAKE_DOWN, BestOf, HandOf, Reveal
from pitboss.games.payoffs import (
    LOSS,
    AtLeast,
    ByTable,
    Case,
    Cases,
    HoleCards,
    Payoff,
    Ties,
    showdown,
)
from pitboss.games.paytables import cards_table
from pitboss.hands import Order
from pitboss.lab.advice import advise
from pitboss.lab.cross.shape import find_cross_lines
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import find_solver, solve_main
from pitboss.lab.showdown.shape import find_dealer_showdown
from pitboss.lab.stud.shape import find_growing_hand
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

from .varied_rules import all_of, compare_hands

CCP, RET = resolve(GAMES["criss-cross"]), resolve(GAMES["run-em-twice"])
THB, STUD = resolve(GAMES["holdem-bonus"]), resolve(GAMES["stud-235"])
MS = resolve(GAMES["mississippi-stud"])


def shapes(rules: Rules) -> list[bool]:
    result = (find_cross_lines(rules), find_growing_hand(rules), find_dealer_showdown(rules))
    return [shape is not None for shape in result]


def test_each_game_has_its_shape_and_no_other() -> None:
    assert shapes(CCP) == shapes(RET) == [True, False, False]
    assert shapes(STUD) == [False, True, False]
    assert shapes(THB) == [False, False, True]
    assert shapes(MS) == [False, False, False]


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_keeps_a_game_in_its_shape(game: str) -> None:
    plain = shapes(resolve(GAMES[game]))
    for reading in GAMES[game].readings:
        for choice in reading.choices:
            assert shapes(resolve(GAMES[game], {"readings": {reading.id: choice}})) == plain


# Rules that almost fit


def repaid(rules: Rules, pays: Mapping[str, Payoff]) -> Rules:
    return replace(
        rules,
        required=tuple(replace(x, pays=pays.get(x.key, x.pays)) for x in rules.required),
        raises=tuple(replace(x, pays=pays.get(x.key, x.pays)) for x in rules.raises),
    )


def reread(rules: Rules, name: str, **fields: object) -> Rules:
    """Return rules that read a hand differently."""
    hands = tuple(replace(x, **fields) if x.name == name else x for x in rules.hands)
    return replace(rules, hands=hands)


def showing(rules: Rules, *reveals: str) -> Rules:
    """Return rules that turn other cards after each decision."""
    streets = zip(rules.streets, reveals, strict=True)
    return replace(
        rules,
        streets=tuple(replace(x, reveals=(Reveal(tuple(new.split())),)) for x, new in streets),
    )


def again(rules: Rules) -> Rules:
    """Return rules that decide the first raise on the second street as well."""
    first, second, *others = rules.streets
    other_raises = tuple(x for x in rules.raises if x.key != second.wager)
    second = replace(second, wager=first.wager)
    return replace(rules, streets=(first, second, *others), raises=other_raises)


def taken_down(rules: Rules) -> Rules:
    """Return rules whose last street takes down a required wager."""
    *others, last = rules.streets
    street = replace(last, wager=rules.required[0].key, choices={"pull": TAKE_DOWN, "ride": 0})
    other_raises = tuple(x for x in rules.raises if x.key != last.wager)
    return replace(rules, streets=(*others, street), raises=other_raises)


def cards_of(rules: Rules, name: str) -> tuple[int, ...]:
    hand = next(hand for hand in rules.hands if hand.name == name)
    assert isinstance(hand, HandOf)
    return hand.positions


def table_of(rules: Rules, key: str) -> ByTable:
    pays = next(x.pays for x in rules.required + rules.raises if x.key == key)
    assert isinstance(pays, ByTable)
    return pays


PAIRS: Final = HoleCards(cards_table("pair of aces   9 to 1"))
ALL: Final = all_of(("ante_across", "ante_down"), 3)
HIGH: Final = compare_hands("player", "dealer", "flush")
SEEN_AT_ONCE: Final = ("left right top", "bottom", "center")
NEAR: Final[dict[str, Rules]] = {
    "an ace is low on one line": reread(CCP, "down", ranking=Order(5, low_ace=False)),
    "the lines share two cards": reread(CCP, "down", positions=cards_of(CCP, "across")),
    "a line without the hand": reread(CCP, "across", positions=cards_of(CCP, "board")),
    "an ante on the better hand": repaid(
        CCP, {"ante_down": replace(table_of(CCP, "ante_down"), hand="better")}
    ),
    "an ante on the board": repaid(
        CCP, {"ante_down": replace(table_of(CCP, "ante_down"), hand="board")}
    ),
    "an ante on two cards": repaid(CCP, {"ante_across": PAIRS}),
    "a raise on both antes": repaid(CCP, {"middle": ALL}),
    "the first raise on line 2": repaid(
        CCP, {"across": table_of(CCP, "down"), "down": table_of(CCP, "across")}
    ),
    "the last raise on a line": repaid(CCP, {"middle": table_of(CCP, "across")}),
    "the better of line 1 and the board": reread(CCP, "better", hands=("across", "board")),
    "three cards at once": showing(CCP, *SEEN_AT_ONCE),
    "the center first": showing(CCP, "center", "left right", "top bottom"),
    "one card is looked at": replace(CCP, looks=("first",)),
    "two streets": replace(CCP, streets=CCP.streets[:2], raises=CCP.raises[:2]),
    "stud with a fold": replace(
        STUD,
        streets=(replace(STUD.streets[0], choices={"fold": FOLD, "raise": 1}), *STUD.streets[1:]),
    ),
    "stud of other two cards": reread(STUD, "two", positions=cards_of(STUD, "three")[::2]),
    "stud's better hand": repaid(
        replace(STUD, hands=(*STUD.hands, BestOf("best", ("five",), "best"))),
        {"raise_five": replace(table_of(STUD, "raise_five"), hand="best")},
    ),
    "stud with hole cards": repaid(STUD, {"two_card": PAIRS}),
    "stud with everything at once": showing(STUD, "third community", ""),
    "a dealer whose ace is high": reread(THB, "dealer", ranking=Order(5, low_ace=False)),
    "a dealer with another board": reread(THB, "dealer", positions=cards_of(THB, "player")),
    "a bet that needs a flush": repaid(THB, {"turn": HIGH}),
    "a bet on the dealer": repaid(THB, {"river": compare_hands("dealer", "player")}),
    "everything on the dealer": repaid(
        THB,
        dict.fromkeys(("ante", "flop", "turn", "river"), compare_hands("dealer", "player")),
    ),
    "an ante on two cards of hold 'em": repaid(THB, {"ante": PAIRS}),
    "a fold on the turn": replace(
        THB,
        streets=(
            THB.streets[0],
            replace(THB.streets[1], choices={"fold": FOLD, "bet": 1}),
            THB.streets[2],
        ),
    ),
    "an ante that wins two to one": repaid(THB, {"ante": showdown("player", "dealer", wins=2)}),
    "an ante that loses ties": repaid(THB, {"ante": showdown("player", "dealer", ties=LOSS)}),
    "an ante against a dealer who qualifies": repaid(
        THB, {"ante": showdown("player", "dealer", qualifies="pair")}
    ),
    "an ante that a pair wins": repaid(
        THB,
        {
            "ante": Cases(
                (
                    Case(AtLeast("player", "pair"), 1),
                    Case(Ties("player", "dealer"), 0),
                )
            )
        },
    ),
    "one raise on two streets": again(THB),
    "one raise of a cross on two streets": again(CCP),
    "one raise of stud on two streets": again(STUD),
    "an ante of stud that may be taken down": taken_down(STUD),
    "an ante of a cross that may be taken down": taken_down(CCP),
    "the dealer shows early": showing(THB, "flop dealer", "turn", "river"),
    "the turn comes first": showing(THB, "turn", "flop", "river dealer"),
}


@pytest.mark.parametrize("name", NEAR)
def test_rules_that_do_not_fit_have_no_shape(name: str) -> None:
    assert shapes(NEAR[name]) == [False, False, False]


@pytest.mark.parametrize("name", NEAR)
def test_games_without_a_shape_go_to_the_generic_solver(name: str) -> None:
    result = find_solver(NEAR[name], deck_of_ranks("QKA"))
    assert isinstance(result, partial)
    assert result.func is generic.solve_generic


def test_games_with_too_many_deals_are_refused() -> None:
    """Both solving and advice are refused; a later street has few deals left, and has advice."""
    with pytest.raises(Refused) as refused:
        solve_main(NEAR["a fold on the turn"], cache=False)
    assert str(refused.value) == (
        "the lab has no fast method for holdem-bonus, and its 55,627,620,048,000 deals are "
        "too many to go through one by one"
    )
    assert isinstance(
        find_solver(NEAR["an ace is low on one line"], deck_of_ranks("JQKA")), partial
    )
    assert isinstance(find_solver(repaid(MS, {"ante": PAIRS}), DECK), partial)


def refused_by_solver(rules: Rules) -> bool:
    try:
        find_solver(rules)
    except Refused:
        return True
    return False


SLOW: Final = [name for name, rules in NEAR.items() if refused_by_solver(rules)]


def test_some_near_fits_are_too_slow_to_solve() -> None:
    assert 5 < len(SLOW) < len(NEAR)


@pytest.mark.parametrize("name", SLOW)
def test_first_decisions_of_games_that_are_too_slow_have_no_advice(name: str) -> None:
    with pytest.raises(Refused) as refused:
        advise(NEAR[name], cards("Kh Qs"))
    assert re.fullmatch(
        f"the lab has no fast method for {NEAR[name].game}, and the [0-9,]+ deals that can "
        "follow this decision are too many to go through one by one",
        str(refused.value),
    )


def test_advice_is_given_where_few_deals_remain() -> None:
    """For example on the river of a game whose whole tree is too large to enumerate."""
    table = {"flop": cards("Kd 9c 8c"), "turn": cards("2h")}
    advice = advise(NEAR["a fold on the turn"], cards("Kh Qs"), table, ["bet", "bet"])
    assert advice == advise(THB, cards("Kh Qs"), table, ["bet", "bet"])


def test_advice_is_given_where_solving_is_possible() -> None:
    find_solver(MS)
    assert advise(MS, cards("Kh Qs"), {"third": cards("Kd")}, ["1x"]).best == "3x"
