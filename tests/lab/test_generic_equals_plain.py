"""The generic solver agrees with the plain solver on games beyond the rulebooks."""

from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from pitboss.cards import Deck
from pitboss.games.checks import InvalidGame
from pitboss.games.grammar import (
    EVEN,
    FOLD,
    PUSH,
    TAKE_DOWN,
    AllWin,
    AtLeast,
    Beats,
    BestOf,
    Both,
    ByTable,
    Case,
    Cases,
    Choices,
    Game,
    HandOf,
    HoleCards,
    Not,
    Place,
    Raise,
    Required,
    Reveal,
    Side,
    Street,
    Ties,
    cards_table,
    paytable,
    showdown,
)
from pitboss.games.payoffs import Condition, Odds, Payoff
from pitboss.games.paytables import CardsTable
from pitboss.hands import Order
from pitboss.lab.generic import endings, payouts
from pitboss.lab.generic import plan as deal_plan
from pitboss.lab.generic.backward_induction import GenericGame as GameOfStarts
from pitboss.lab.generic.plan import DealPlan
from pitboss.lab.generic.solver import count_odds, generic_values, solve_generic
from pitboss.lab.results import MainGame
from pitboss.lab.side_returns import solve_side_wager
from pitboss.lab.starting_hands import permutations_keeping
from pitboss.submission import Rules, resolve

from . import plain_solver
from .unusual_games import DUELS, REVEALED

Make = Callable[[Deck], Rules]


def fields(main: MainGame) -> dict[str, Any]:
    fields_ = asdict(main)
    return {name: fields_[name] for name in fields_ if name not in ("seconds", "seconds_all")}


def agree(rules: Rules) -> None:
    """Solve a game with both solvers, and compare later decisions as well."""
    main, plain = solve_generic(rules), plain_solver.solve(rules)
    assert fields(main) == fields(plain)
    assert list(main.starts) == list(plain.starts)
    later(rules)


def later(rules: Rules) -> None:
    """Follow the first cards of each step after any decision, and check that every value agrees."""
    tree, plan = plain_solver.Tree(rules), DealPlan(rules)
    for pick in (0, -1):
        visible: plain_solver.VisibleCards = ()
        for decision_count in range(len(rules.streets)):
            changes = permutations_keeping(tree.changes, *visible)
            visible += list(tree.reveals(decision_count, visible, changes))[pick][0]
            for stakes in (0, 1):
                raises = (stakes, *[0] * (decision_count - 1)) if decision_count else ()
                result = tree.prospects(
                    decision_count, visible, permutations_keeping(tree.changes, *visible), [raises]
                )[raises]
                deals = plan.deals_after(decision_count)
                assert generic_values(plan, visible, raises) == {
                    name: Fraction(item.net) / deals for name, item in result.items()
                }


THREE: Final = paytable("""
    straight or better        7 to 2
    pair of queens or better  2 to 1
    pair of 2s to jacks       1 to 1
    ace high                  push
""")
TWO: Final = cards_table("""
    pair of aces against a pair of aces  30 to 1
    ace of hearts and ace of spades       9 to 1
    a pair                                3 to 2
    ace-king suited                       push
""")
BET: Final[Choices] = {"fold": FOLD, "check": 0, "1x": 1, "3x": 3}


def game(deck: Deck, **parts: object) -> Rules:
    whole: dict[str, object] = {
        "key": "invented",
        "name": "Invented",
        "story": "Nobody deals it.",
        "seats": 1,
        "deck": deck,
    }
    return resolve(Game(**(whole | parts)))  # type: ignore[arg-type]


def two_cards(deck: Deck, table: CardsTable) -> Payoff:
    """Pay the first two cards by a table, in which jokers have no line."""
    return ByTable("player", THREE) if deck.jokers else HoleCards(table, against="dealer")


def shared_board(deck: Deck, *, order: Order | None = None) -> Rules:
    """Return a game with two streets, a board of two, a dealer with two, every kind of payoff."""
    best = Cases(
        (
            Case(Both((Beats("best", "dealer"), AtLeast("dealer", "pair"))), Fraction(5, 3)),
            Case(Ties("best", "dealer"), PUSH),
            Case(Not(AtLeast("dealer", "king high")), ByTable("player", THREE)),
        ),
        otherwise=-1,
        bonus=ByTable("player", paytable("three of a kind or better  4 to 1")),
        hand="best",
    )
    return game(
        deck,
        hole=2,
        places=(
            Place("flop", "Flop"),
            Place("turn", "Turn"),
            Place("dealer", "Dealer", cards=2),
        ),
        hands=(
            HandOf("player", ("hole", "flop"), ranking=order),
            HandOf("other", ("hole", "turn"), ranking=order),
            HandOf("dealer", ("dealer", "turn"), ranking=order),
            BestOf("best", ("player", "other"), "your better hand"),
        ),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer", qualifies="ace high")),
            Required("cards", "Cards", two_cards(deck, TWO)),
            Required("both", "Both", Cases((Case(AllWin(("ante", "cards")), 5),))),
            Raise("bet", "Bet", best, of="ante"),
            Raise("last", "Last", ByTable("best", THREE), of="ante"),
        ),
        streets=(
            Street("bet", BET, (Reveal(("flop",)),)),
            Street("last", {"check": 0, "2x": 2}, (Reveal(("turn", "dealer")),)),
        ),
    )


def closing(deck: Deck) -> Rules:
    """Return a game with a raise that closes later streets and a bet that can be taken down."""
    return game(
        deck,
        hole=1,
        places=(Place("board", "Board", cards=3), Place("dealer", "Dealer")),
        hands=(
            HandOf("player", ("hole", "board"), ranking=Order(3, low_ace=False)),
            HandOf("dealer", ("dealer", "board"), ranking=Order(3, low_ace=False)),
        ),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer", ties=-1)),
            Required("pull", "Pull", ByTable("player", THREE)),
            Raise(
                "bet",
                "Bet",
                showdown("player", "dealer", wins=ByTable("player", THREE)),
                of="ante",
            ),
        ),
        streets=(
            Street("bet", {"check": 0, "4x": 4}, (Reveal(("board",), cards=1),), name="early"),
            Street("pull", {"pull": TAKE_DOWN, "ride": 0}, (Reveal(("board",), cards=1),)),
            Street("bet", {"fold": FOLD, "1x": 1}, (Reveal(("board", "dealer")),), name="late"),
        ),
    )  # fmt: skip


def game_without_decisions(deck: Deck) -> Rules:
    """Return a game with two hands, no decision, and an open card that no wager reads."""
    return game(
        deck,
        hole=2,
        places=(Place("dealer", "Dealer", cards=2, face_up=2), Place("idle", "Idle", face_up=1)),
        hands=(HandOf("player", ("hole",)), HandOf("dealer", ("dealer",))),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer", wins=Fraction(6, 5))),
            Required("cards", "Cards", two_cards(deck, cards_table("a pair  3 to 1"))),
            Side("side", "Side", showdown("dealer", "player", ties=2)),
        ),
        streets=(),
    )


DECKS: Final = {
    "plain": Deck(ranks="KA"),
    "a joker": Deck(ranks="QKA", jokers=1),
    "two decks": Deck(ranks="KA", suits="cdh", decks=2),
    "two decks and jokers": Deck(ranks="QA", suits="hs", decks=2, jokers=1),
    "three suits": Deck(ranks="TQA", suits="chs"),
    "one suit": Deck(ranks="23456QKA", suits="s"),
}


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("make", [shared_board, closing, game_without_decisions])
def test_every_deck(make: Make, deck: str) -> None:
    agree(make(DECKS[deck]))


def test_a_wager_that_compares_hands_by_itself() -> None:
    rules = game_without_decisions(Deck(ranks="QKA"))
    (side,) = rules.sides
    alone = replace(rules, required=(Required("side", "Side", side.pays),), edge_of=("side",))
    result = solve_side_wager(rules, side)
    main = plain_solver.solve(alone)
    assert result.ev == main.ev
    assert count_odds(alone).total() == main.deals
    # A fast shape deals only cards that affect the wager, so there are fewer deals.
    shares = {line.net: Fraction(line.combinations, result.deals) for line in result.lines}
    assert shares == {net: Fraction(n, main.deals) for (_, net), n in main.results.items()}


def test_hands_that_rank_in_another_order() -> None:
    usual = Order(3).kinds
    kinds = (*usual[:2], usual[3], usual[2], *usual[4:])  # a flush beats a straight
    agree(shared_board(Deck(ranks="JQA", suits="cds"), order=Order(3, kinds=kinds)))


INVENTED: Final = DUELS | REVEALED


@pytest.mark.parametrize("name", INVENTED)
def test_invented_games(name: str) -> None:
    deck = Deck(ranks="TQA", suits="cdhs" if "five" in name else "dhs", jokers=1)
    agree(replace(INVENTED[name], deck=deck))


# The method of counting does not matter


@pytest.mark.parametrize("make", [shared_board, closing, game_without_decisions])
@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (endings, "MAX_ROWS", 40),
        (endings, "MAX_EXACT_FLOAT", 1),
        (payouts, "MAX_DENSE_CASES", 1),
        (payouts, "MAX_CASE_NUMBER", 1),
        (deal_plan, "MAX_NODE_KEY", 1),
    ],
    ids=["in small pieces", "rows apart", "no tables", "no numbers", "no keys"],
)
def test_values_do_not_depend_on_how_deals_are_counted(
    make: Make, module: ModuleType, name: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = make(DECKS["two decks"])
    expected = solve_generic(rules)
    monkeypatch.setattr(module, name, value)
    result = solve_generic(rules)
    if module is deal_plan:  # equivalent starts stay separate
        assert result.results == expected.results
        assert {str(x.values) for x in result.starts.values()} == {
            str(x.values) for x in expected.starts.values()
        }
    else:
        assert fields(result) == fields(expected)


@pytest.mark.parametrize("odds", [10**6, 10**17, Fraction(10**18 + 1, 7)])
def test_odds_beyond_64_bits(odds: int | Fraction) -> None:
    rules = DUELS["three against three, several multiples"]
    pays = Cases((Case(AtLeast("player", "straight"), odds), Case(Beats("player", "dealer"), EVEN)))
    (raise_wager,) = rules.raises
    rules = replace(
        rules, raises=(replace(raise_wager, pays=pays),), deck=Deck(ranks="TJQKA", suits="chs")
    )
    plan = DealPlan(rules)
    wide = GameOfStarts(plan).dtype(plan.deals_after(0)) is object
    assert wide == (odds > 10**14)
    agree(rules)


def test_values_at_the_edge_of_64_bits() -> None:
    """The bound holds for the largest possible sum: all deals at the highest stake and odds."""
    rules = DUELS["three against three, several multiples"]
    (raise_wager,) = rules.raises

    def wide(odds: int) -> bool:
        pays = Cases((Case(Not(AtLeast("player", "mini royal")), odds),))
        plan = DealPlan(replace(rules, raises=(replace(raise_wager, pays=pays),)))
        # One unit on the ante may win 1 to 1, three on the raise.
        most = plan.deals_after(0) * (1 + 3 * odds)
        is_object = GameOfStarts(plan).dtype(plan.deals_after(0)) is object
        assert is_object or most < 2**63
        return is_object

    edge = 2**62 // (3 * DealPlan(rules).deals_after(0))
    assert not wide(edge - 2)
    assert wide(edge + 1)


# Random games

FLOORS: Final = ("pair", "ace high", "straight", "pair of queens")


@st.composite
def payoffs(draw: st.DrawFn, deck: Deck, before: tuple[str, ...]) -> Payoff:
    """Draw any payoff on some of the hands of `random_games`."""
    hands = st.sampled_from(["player", "dealer", "best"])
    odds: st.SearchStrategy[Odds] = st.sampled_from([-1, 0, 1, 2, Fraction(1, 2), Fraction(7, 3)])

    def condition(depth: int) -> Condition:
        kind = draw(st.integers(0, 5 if depth else 3))
        first = draw(hands)
        other = draw(hands.filter(lambda name: name != first))
        match kind:
            case 0:
                return Beats(first, other)
            case 1:
                return Ties(first, other)
            case 2:
                return AtLeast(first, draw(st.sampled_from(FLOORS)))
            case 3:
                return AllWin(before) if before else Beats(other, first)
            case 4:
                return Not(condition(depth - 1))
            case _:
                return Both((condition(depth - 1), condition(depth - 1)))

    kind = draw(st.integers(0, 3))
    if kind == 0:
        return ByTable(draw(hands), THREE)
    if kind == 1:
        return two_cards(deck, TWO)
    tables: st.SearchStrategy[ByTable] = st.builds(ByTable, hands, st.just(THREE))
    whens = [condition(2) for _ in range(draw(st.integers(1, 3)))]
    cases = tuple(Case(when, draw(st.one_of(odds, tables))) for when in dict.fromkeys(whens))
    return Cases(cases, otherwise=draw(odds), bonus=draw(st.none() | tables))


@st.composite
def random_games(draw: st.DrawFn) -> Rules:
    """Draw games with three cards each and two streets; reveals, decks and payoffs vary."""
    deck = draw(
        st.sampled_from(
            [
                Deck(ranks="QKA", suits="chs"),
                Deck(ranks="KA", jokers=1),
                Deck(ranks="QA", suits="cs", decks=2),
                Deck(ranks="JQKA", suits="ds"),
            ]
        )
    )
    board = draw(st.integers(1, 2))
    steps = draw(st.sampled_from([("board", "dealer"), ("dealer", "board"), ("", "dealer board")]))
    choices: list[Choices] = [{"fold": FOLD, "1x": 1}, {"check": 0, "1x": 1, "2x": 2}, BET]
    same = draw(st.booleans())
    keys = ("bet", "bet") if same else ("bet", "more")
    ante = draw(payoffs(deck, ()))
    try:
        return game(
            deck,
            hole=2,
            places=(
                Place("board", "Board", cards=board),
                Place("dealer", "Dealer", cards=2, face_up=draw(st.integers(0, 1))),
            ),
            hands=(
                HandOf("player", ("hole", "board"), ranking=Order(3)),
                HandOf("dealer", ("dealer", "board"), ranking=Order(3)),
                BestOf("best", ("player", "dealer")),
            ),
            wagers=(
                Required("ante", "Ante", ante),
                Required("second", "Second", draw(payoffs(deck, ("ante",)))),
                *(
                    Raise(key, key, draw(payoffs(deck, ("ante", "second"))), of="ante")
                    for key in dict.fromkeys(keys)
                ),
            ),
            streets=tuple(
                Street(
                    key,
                    draw(st.sampled_from(choices)),
                    (Reveal(tuple(new.split())),) if new else (),
                    name=f"street-{at}",
                )
                for at, (key, new) in enumerate(zip(keys, steps, strict=True))
            ),
        )
    except InvalidGame as fault:
        assume("never" not in str(fault))  # a condition that can never be met is refused
        raise


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_games())
def test_random_games(rules: Rules) -> None:
    agree(rules)
