"""Mistakes that a designer can make in a game without a rulebook, each refused with a message.

Every mistake is planted alone and must be reported alone, without errors that merely follow from
it."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from pitboss.cards import Deck
from pitboss.errors import Refused
from pitboss.games.checks import InvalidGame
from pitboss.games.grammar import (
    FOLD,
    PUSH,
    TAKE_DOWN,
    AllWin,
    AtLeast,
    Beats,
    Both,
    Boxes,
    ByTable,
    Case,
    Cases,
    Choices,
    Game,
    HandOf,
    HoleCards,
    Layout,
    Meter,
    Not,
    PayoutLimit,
    Place,
    Progressive,
    Raise,
    Reading,
    Required,
    Reveal,
    Side,
    Sign,
    Street,
    Ties,
    Wheel,
    by_option,
    by_paytable,
    by_reading,
    cards_table,
    paytable,
    prizes,
    showdown,
    symbols,
)
from pitboss.hands import Order
from pitboss.submission import resolve

PAIRS = "pair or better   1 to 1"
TABLE = ByTable("three", paytable(PAIRS))
ANTE = Required("ante", "Ante", TABLE)
BET = Raise("bet", "Bet", showdown("three", "dealer"), of="ante")
PLUS = Side("plus", "Plus", TABLE)
BOARD, DEALER = Place("board", "Board"), Place("dealer", "Dealer", cards=3)
THREE = HandOf("three", ("hole", "board"), "your three cards")
THEIRS = HandOf("dealer", ("dealer",), "the dealer's three cards")
ALL = (Reveal(("board", "dealer")),)
PLAY = Street("bet", {"fold": FOLD, "bet": 1}, ALL)
Change = dict[str, Any]


def own(**changes: Any) -> Game:  # noqa: ANN401
    """Return a small game against a dealer with some changes."""
    parts: Change = {
        "key": "own-game",
        "name": "Own Game",
        "story": "You look at two cards, and bet that a third makes them better than the dealer's.",
        "places": (BOARD, DEALER),
        "hands": (THREE, THEIRS),
        "wagers": (ANTE, BET, PLUS),
        "streets": (PLAY,),
    }
    return Game(**parts | changes)


def ante(payoff: object) -> Change:
    return {"wagers": (Required("ante", "Ante", payoff), BET, PLUS)}  # type: ignore[arg-type]


def plus(payoff: object, **limits: int) -> Change:
    return {"wagers": (ANTE, BET, Side("plus", "Plus", payoff, **limits))}  # type: ignore[arg-type]


def street(choices: object = PLAY.choices, reveals: object = ALL, **more: Any) -> Change:  # noqa: ANN401
    return {"streets": (Street("bet", choices, reveals, **more),)}  # type: ignore[arg-type]


def hand(*cards: str, ranking: Order | None = None) -> Change:
    return {"hands": (HandOf("three", cards, "your three cards", ranking), THEIRS)}


def table(rows: str) -> Change:
    return ante(ByTable("three", paytable(rows)))


def places(*more: Place) -> Change:
    return {"places": (BOARD, DEALER, *more)}


def read(**choices: HandOf) -> Change:
    reading = Reading("who", "", "Which?", "a", dict.fromkeys(choices, "So."), "Why not?")
    return {"readings": (reading,), "hands": (THREE, THEIRS, by_reading("who", choices))}


def take_down(choices: Choices) -> Change:
    return {"streets": (Street("ante", choices), PLAY)}


DOWN_OR_KEPT = (
    "the street ante decides a required wager, which can only be taken down or kept: write two "
    "decisions, TAKE_DOWN and 0"
)
OUT_OF_ORDER = ByTable(
    "three",
    paytable("""
        flush               3 to 1
        straight            5 to 1
        three of a kind     9 to 1
    """),
)
PLUS2 = Side("plus", "Plus", OUT_OF_ORDER)
COMMA = "it must be a tuple, such as (a, b), or (a,) with its comma"
SWITCH = "is a switch, which is not allowed there: use one for a whole payoff"
PRIZES = prizes("mini royal   50 for 1")
MISTAKES: dict[str, tuple[Change, str]] = {
    # types: a comma, a list, a text where a value should stand
    "places without a comma": ({"places": BOARD}, COMMA),
    "hands without a comma": ({"hands": THREE}, COMMA),
    "cards without a comma": (
        {"hands": (HandOf("three", "hole"), THEIRS)},  # type: ignore[arg-type]
        f"cards of HandOf 'three' is 'hole': {COMMA}",
    ),
    "a reveal without a comma": (
        street(reveals=(Reveal("board"),)),  # type: ignore[arg-type]
        f"names of a Reveal is 'board': {COMMA}",
    ),
    "a list": ({"streets": [PLAY]}, COMMA),
    "a place that is text": (
        {"places": ("board",)},
        "an item in places of the game is 'board': it must be a Place",
    ),
    "a number as text": ({"hole": "2"}, "hole of the game is '2': it must be a whole number"),
    "a fold as text": (
        street({"fold": "fold", "bet": 1}),
        "'fold' in choices of Street 'bet' is 'fold': it must be a whole number, FOLD, "
        "TAKE_DOWN or OnlyWith(…)",
    ),
    "a fraction of an ante": (
        street({"fold": FOLD, "bet": 1.5}),
        "'bet' in choices of Street 'bet' is 1.5: it must be a whole number, FOLD, "
        "TAKE_DOWN or OnlyWith(…)",
    ),
    "odds with a point": (
        ante(Cases((Case(Beats("three", "dealer"), 1.5),))),  # type: ignore[arg-type]
        "pays of a Case is 1.5: it must be a whole number, a Fraction or a ByTable",
    ),
    "a table in place of a payoff": (
        ante(paytable(PAIRS)),
        "it must be a ByTable, a HoleCards, a Cases, a Progressive or a Wheel",
    ),
    "a paytable that is text": (
        ante(ByTable("three", PAIRS)),  # type: ignore[arg-type]
        "table of a ByTable is 'pair or better   1 to 1': it must be a paytable(…)",
    ),
    "a table of two cards for a ranked hand": (
        ante(ByTable("three", cards_table("a pair   1 to 1"))),  # type: ignore[arg-type]
        "it must be a paytable(…)",
    ),
    # switches
    "a switch within a payoff": (
        plus(ByTable("three", by_paytable({"A": paytable(PAIRS), "B": paytable(PAIRS)}))),
        f"table of a ByTable {SWITCH}",
    ),
    "a switch within a switch": (
        plus(by_paytable({"A": by_reading("who", {"a": TABLE})})),
        f"choice 'A' for pays of Side 'plus' {SWITCH}",
    ),
    "a switch of places": (
        {"places": by_reading("who", {"a": ()})},
        f"places of the game {SWITCH}",
    ),
    "a switch of decisions": (
        street(by_reading("who", {"a": PLAY.choices})),
        f"choices of Street 'bet' {SWITCH}",
    ),
    "a switch that chooses nothing": (
        plus(by_paytable({})),
        "pays of Side 'plus' is a switch without choices",
    ),
    "a paytable that decides on amounts": (
        street({"fold": FOLD, "1x": 1, "2x": 2}, any_amount=by_paytable({"A": True})),
        "any_amount of Street 'bet' depends on the paytable, but only a payoff can: "
        "use by_reading here",
    ),
    "paytables of a required wager": (
        ante(by_paytable({"A": TABLE})),
        "ante has a choice of paytables, which only side wagers may have",
    ),
    "an option of a side wager": (
        plus(by_option("pays_on", {"A": TABLE})),
        "plus depends on 'pays_on', which is not one of its options",
    ),
    "a default paytable that there is not": (
        plus(by_paytable({"A": TABLE}, default="B")),
        "the default paytable is 'B', which is unknown: choose from A",
    ),
    "an unknown reading": (
        hand("hole", "board", ranking=by_reading("ace", {"low": Order(3)})),
        "a switch depends on the reading 'ace', which is unknown: there are none to choose from",
    ),
    "a reading with one choice": (
        read(a=HandOf("more", ("hole",))),
        "who needs at least two choices",
    ),
    "a reading that names a hand twice": (
        read(a=HandOf("more", ("hole",)), b=HandOf("less", ("hole",))),
        "the choices for the hand more have different names",
    ),
    # names
    "a key with a space": (
        {"key": "own game"},
        "the key 'own game' of the game must be lowercase letters, digits and -, such as my-stud",
    ),
    "a key with a capital": ({"key": "OwnGame"}, "the key 'OwnGame' of the game must be"),
    "no key": ({"key": ""}, "the key '' of the game must be"),
    "a wager with a space": (
        {
            "wagers": (Required("the ante", "Ante", TABLE),),
            "streets": (),
            "places": (
                Place("board", "Board", face_up=1),
                Place("dealer", "Dealer", cards=3, face_up=3),
            ),
        },
        "the wager 'the ante' needs another name: use lowercase letters, digits and _, such as "
        "five_card",
    ),
    "a decision with a space": (
        street({"fold": FOLD, "bet it": 1}),
        "the decision 'bet it' needs another name: use letters, digits, - and _",
    ),
    "a decision that is a number": (street({"fold": FOLD, "100": 1}), "and not only digits"),
    "no story": ({"story": " "}, "the story of the game is empty"),
    "no name": ({"name": ""}, "the name of the game is empty"),
    "a wager without a label": (
        {"wagers": (Required("ante", "", TABLE), BET)},
        "the wager 'ante' has no label",
    ),
    "a place without a label": (
        {"places": (Place("board", ""), DEALER)},
        "the place 'board' has no label",
    ),
    "a wager twice": ({"wagers": (ANTE, ANTE, BET)}, "the wager 'ante' appears twice"),
    "a place twice": (places(BOARD), "the card place 'board' appears twice"),
    "a hand twice": ({"hands": (THREE, THEIRS, THREE)}, "the hand 'three' appears twice"),
    "no wager": ({"wagers": (BET,)}, "the game has no required wager"),
    # numbers
    "no seats": ({"seats": 0}, "the game has 0 seats: it must have 1 to 10"),
    "a hundred seats": ({"seats": 100}, "the game has 100 seats: it must have 1 to 10"),
    "no boxes": ({"boxes": Boxes(0)}, "one player may hold 0 boxes: it must be 1 to 6"),
    "a place of no cards": (
        places(Place("muck", "Muck", cards=0)),
        "the place 'muck' has 0 cards: it must have at least 1",
    ),
    "more cards than the deck has": (
        {
            "hole": 7,
            "looks": 7,
            "seats": 8,
            "hands": (HandOf("three", ("first", "second", "board")), THEIRS),
        },
        "8 seats and the table need 60 cards, but the deck has 52",
    ),
    "a look at cards that one has not": ({"looks": 3}, "a player looks at 3 of 2 cards"),
    "limits that are none": (
        plus(TABLE, minimum=500, maximum=100),
        "plus takes 500 to 100 cents: the minimum must be at least 1 and at most the maximum",
    ),
    # hands
    "a card that is unknown": (
        hand("hole", "bord"),
        "the hand three is read from 'bord', which is unknown: did you mean 'board'?",
    ),
    "a ranking that is unknown": (
        hand("hole", "board", ranking=cast(Order, "3 cards")),
        "ranking of HandOf 'three' is '3 cards': it must be an Order or None",
    ),
    "a ranking of more cards": (
        hand("hole", "board", ranking=Order(5)),
        "the hand three has 3 cards, but its ranking counts 5",
    ),
    "a hand of no card": (
        {"hands": (THREE, THEIRS, HandOf("none", ()))},
        "the hand none has 0 cards: a hand needs 1 to 9",
    ),
    "an order of a kind that there is not": (
        hand(
            "hole",
            "board",
            ranking=Order(3, kinds=("high card", "pair", "flush", "straight flush", "blaze")),
        ),
        "the hand three ranks the kind 'blaze', which is unknown",
    ),
    "an order without the lowest kind": (
        hand("hole", "board", ranking=Order(3, kinds=("pair", "flush"))),
        "the ranking of the hand three is missing 'high card'",
    ),
    "an order without the lowest kind, where a high card pays": (
        hand("hole", "board", ranking=Order(3, kinds=("pair", "flush")))
        | ante(Cases((Case(AtLeast("three", "queen high"), 1),))),
        "the ranking of the hand three is missing 'high card'",
    ),
    # decks
    "a deck that is no deck": (
        {"deck": "standard"},
        "deck of the game is 'standard': it must be a Deck",
    ),
    "a deck of ranks that there are not": (
        {"deck": Deck(ranks="0123")},
        "the deck has the ranks '0123': write some of '23456789TJQKA', in that order",
    ),
    "a deck out of order": ({"deck": Deck(ranks="AKQ")}, "the deck has the ranks 'AKQ'"),
    "a deck without suits": ({"deck": Deck(suits="")}, "the deck has the suits ''"),
    "too many jokers": ({"deck": Deck(jokers=5)}, "the deck has 5 jokers: it may have 0 to 4"),
    "too many decks": (
        {"deck": Deck(decks=5)},
        "the game shuffles 5 decks together: it may shuffle 1 to 4",
    ),
    "a deck that is too small": (
        {"deck": Deck(ranks="JQKA", suits="h")},
        "but the deck has 4: use fewer seats, or deal fewer cards",
    ),
    # wagers
    "a raise of something unknown": (
        {"wagers": (ANTE, Raise("bet", "Bet", TABLE, of="anty"))},
        "bet raises 'anty', which is not a required wager: choose from ante",
    ),
    "an edge by something unknown": (
        {"edge_of": ("anty",)},
        "edge_of names the required wager 'anty', which is unknown: did you mean 'ante'?",
    ),
    "an edge by a raise": (
        {"edge_of": ("bet",)},
        "edge_of names the required wager 'bet', which is unknown: choose from ante",
    ),
    "an edge by one wager twice": (
        {"edge_of": ("ante", "ante")},
        "the wager in edge_of 'ante' appears twice",
    ),
    "a limit over something unknown": (
        {"payout_limit": PayoutLimit(least=100, scope=("anty",))},
        "the payout limit covers 'anty', which is unknown: did you mean 'ante'?",
    ),
    "a payoff on an unknown hand": (
        ante(ByTable("tree", paytable(PAIRS))),
        "ante: it pays 'tree', which is unknown: did you mean 'three'?",
    ),
    "a showdown with an unknown hand": (
        ante(showdown("three", "deeler")),
        "ante: it compares 'deeler', which is unknown: did you mean 'dealer'?",
    ),
    "a showdown with itself": (
        ante(showdown("three", "three")),
        "ante: it compares 'three' with itself",
    ),
    "a showdown of three cards and two": (
        {"hands": (THREE, THEIRS, HandOf("two", ("hole",)))} | ante(showdown("three", "two")),
        "ante: it compares 'three', which ranks 3 cards, with 'two', which ranks 2",
    ),
    "a showdown of hands that rank differently": (
        {"hands": (THREE, HandOf("dealer", ("dealer",), ranking=Order(3, low_ace=False)))}
        | ante(showdown("three", "dealer")),
        "ante and bet: they compare 'three' with 'dealer', which rank differently: give both hands "
        "the same ranking",
    ),
    "a dealer who qualifies with nothing": (
        ante(showdown("three", "dealer", qualifies="queen hi")),
        "ante: 'queen hi' is not a hand to start from: write pair of fours or ace-king",
    ),
    "a loss of two stakes": (
        ante(showdown("three", "dealer", ties=-2)),
        "ante: it pays -2, but no more than the stake can be lost: write LOSS",
    ),
    "no case": (ante(Cases(())), "ante: it has no cases: add at least one"),
    "a case below a wider one": (
        plus(Cases((Case(AtLeast("three", "pair"), 3), Case(AtLeast("three", "flush"), 5)))),
        "plus: case 2 (three are a flush or better) never pays: earlier cases cover it",
    ),
    "a case when nothing is left": (
        ante(
            Cases(
                (
                    *showdown("three", "dealer").cases,
                    Case(Beats("dealer", "three"), 0),
                    Case(AtLeast("three", "pair"), 1),
                )
            )
        ),
        "ante: case 4 (three are a pair or better) never pays: earlier cases cover it",
    ),
    "a case that contradicts itself": (
        ante(Cases((Case(Both((Beats("three", "dealer"), Ties("three", "dealer"))), 1),))),
        "never pays: its condition never holds",
    ),
    "two wagers with one label": (
        {"wagers": (ANTE, BET, Side("plus", "Ante", TABLE))},
        "two wagers have the label 'Ante': give each its own",
    ),
    "three cards that rank a full house": (
        hand("hole", "board", ranking=Order(3, kinds=("high card", "full house"))),
        "choose from high card, pair, flush, straight, three of a kind, straight flush, mini royal",
    ),
    "a table that several wagers pay by": (
        {"wagers": (ANTE, Raise("bet", "Bet", OUT_OF_ORDER, of="ante"), PLUS2)},
        "bet and plus: their table has 'straight' under 'flush', out of order: put the better hand "
        "first; 3 cards rank mini royal, straight flush, three of a kind, straight, flush, pair, "
        "high card",
    ),
    "a hand with a card twice, under a long table": (
        hand("hole", "board", "board"),
        "the hand three reads 'board' twice",
    ),
    "a hand whose ranking counts too many cards": (
        hand("hole", "board", ranking=Order(4)),
        "the hand three has 3 cards, but its ranking counts 4",
    ),
    "a required wager that may be folded": (
        take_down({"fold": FOLD, "down": TAKE_DOWN, "leave": 0}),
        DOWN_OR_KEPT,
    ),
    "a required wager that may be raised": (
        take_down({"down": TAKE_DOWN, "2x": 2}),
        DOWN_OR_KEPT,
    ),
    "a street that nobody reaches": (
        {
            "streets": (
                Street("bet", PLAY.choices, name="early"),
                Street("bet", {"check": 0, "2x": 2}, ALL, name="late"),
            )
        },
        "the street late is never reached: every decision of the street early folds or makes the "
        "raise 'bet'",
    ),
    "a case that never pays": (
        ante(Cases((Case(Beats("three", "dealer"), 1), Case(Beats("three", "dealer"), 2)))),
        "ante: case 2 (three beat dealer) never pays: earlier cases cover it",
    ),
    "two cases of one name": (
        ante(
            Cases(
                (
                    Case(Beats("three", "dealer"), 1, name="a"),
                    Case(Ties("three", "dealer"), 2, name="a"),
                )
            )
        ),
        "ante: the case 'a' appears twice",
    ),
    "a hand of cases that is unknown": (
        ante(Cases((Case(Beats("three", "dealer"), 1),), hand="mine")),
        "ante: its hand is 'mine', which is unknown: choose from three, dealer",
    ),
    "all of something unknown": (
        plus(Cases((Case(AllWin(("anty",)), 2),))),
        "plus: it needs 'anty', which is unknown: did you mean 'ante'?",
    ),
    "a win of nothing": (
        ante(ByTable("three", paytable(PAIRS), win=PUSH)),
        "ante: win is 0: leave it out, or make it EVEN",
    ),
    # tables
    "a table without lines": (table(""), "ante: its table has no lines"),
    "lines out of order": (
        table("pair or better   1 to 1\nflush   2 to 1"),
        "ante: its table has 'flush' under 'pair or better', out of order",
    ),
    "lines from better to worse": (
        table("flush to pair   1 to 1"),
        "ante: its table has 'flush to pair': write the lower hand first",
    ),
    "two pair of three cards": (
        table("two pair   2 to 1\npair   1 to 1"),
        "ante: its table names 'two pair', which 3 cards never make: they make high card, pair",
    ),
    "up to two pair of three cards": (
        table("pair to two pair   2 to 1"),
        "ante: its table names 'two pair', which 3 cards never make",
    ),
    "a line that earlier ones cover": (
        plus(HoleCards(cards_table("a pair   1 to 1\npair of aces   5 to 1"))),
        "plus: its table never pays 'pair of aces': earlier lines cover it",
    ),
    "two cards against an unknown place": (
        plus(HoleCards(cards_table("a pair   1 to 1"), against="deeler")),
        "plus: it looks at 'deeler', which is unknown: did you mean 'dealer'?",
    ),
    "two cards against three": (
        plus(HoleCards(cards_table("a pair   1 to 1"), against="dealer")),
        "plus: it looks at two cards of 'dealer', which has 3",
    ),
    # meters and wheels
    "a meter that is unknown": (
        plus(Progressive("three", prizes("mini royal   100% of mayor"), (), {100: prizes("")})),
        "plus: it pays from the meter 'mayor', which is unknown",
    ),
    "a meter that pays nothing": (
        plus(Progressive("three", PRIZES, (Meter("major", 100),), {100: prizes("")})),
        "plus: the meter 'major' pays nothing",
    ),
    "a progressive without a stake": (
        plus(Progressive("three", PRIZES, (), {})),
        "plus: envy_by_stake is empty: add at least one stake",
    ),
    "a progressive for nothing": (
        plus(Progressive("three", PRIZES, (), {0: prizes("")})),
        "plus: envy_by_stake has a stake below 1 cent",
    ),
    "an ante that is progressive": (
        ante(Progressive("three", PRIZES, (), {100: prizes("")})),
        "ante is paid by meters or a wheel, which only side wagers can be",
    ),
    "a wheel with an unknown symbol": (
        plus(Wheel(symbols("cherry   $5"), stake=100, example_wheel={"cherri": 1})),
        "plus: the example wheel has 'cherri', which is unknown: did you mean 'cherry'?",
    ),
    "a wheel with no stops": (
        plus(Wheel(symbols("cherry   $5"), stake=100, example_wheel={"cherry": 0})),
        "plus: the example wheel needs at least one stop for every symbol on it",
    ),
    # streets
    "a street of an unknown wager": (
        {"streets": (Street("bett", PLAY.choices, ALL),)},
        "a street decides 'bett', which is unknown: did you mean 'bet'?",
    ),
    "a street of a side wager": (
        {"streets": (PLAY, Street("plus", {"check": 0, "bet": 1}))},
        "the street plus decides a side wager: it can only decide a raise or a required wager",
    ),
    "a raise that no street decides": (
        {"wagers": (ANTE, BET, Raise("more", "More", TABLE, of="ante"))},
        "no street decides the raise 'more'",
    ),
    "a street that reveals something unknown": (
        street(reveals=(Reveal(("bord", "dealer")),)),
        "the street bet reveals 'bord', which is unknown: did you mean 'board'?",
    ),
    "a card revealed twice": (
        street(reveals=(*ALL, Reveal(("board",)))),
        "the street bet reveals 'board' again, but it is already face up",
    ),
    "a card revealed never": (street(reveals=(Reveal(("dealer",)),)), "no street reveals 'board'"),
    "too many cards revealed": (
        street(reveals=(Reveal(("board",)), Reveal(("dealer",), cards=4))),
        "the street bet reveals 4 cards of 'dealer', but only 3 are still face down",
    ),
    "less than no cards revealed": (
        street(reveals=(Reveal(("board",)), Reveal(("dealer",), cards=-1))),
        "the street bet reveals -1 cards of 'dealer'",
    ),
    "more cards face up than there are": (
        {"places": (BOARD, Place("dealer", "Dealer", cards=3, face_up=4))},
        "the place dealer has cards=3 but face_up=4: it must be 0 to 3",
    ),
    "no decision": (street({}), "the street bet needs at least two decisions"),
    "a stake below nothing": (
        street({"fold": FOLD, "bet": -1}),
        "the decision 'bet' of the street bet stakes -1: write FOLD, 0, 1 or more",
    ),
    "two decisions that are one": (
        street({"fold": FOLD, "quit": FOLD, "bet": 1}),
        "the street bet has two decisions that do the same thing",
    ),
    "any amount between nothing": (
        street(any_amount=True),
        "the street bet takes any amount, but needs two different stakes to limit it",
    ),
    "a raise taken down": (
        street({"pull": TAKE_DOWN, "bet": 1}),
        "the street bet takes down a raise, but only a required wager can be taken down",
    ),
    "a wager taken down twice": (
        {
            "streets": (
                PLAY,
                Street("ante", {"pull": TAKE_DOWN, "ride": 0}, name="then"),
                Street("ante", {"pull": TAKE_DOWN, "ride": 0}, name="later"),
            )
        },
        "the wager that a street takes down 'ante' appears twice",
    ),
    # layout and clauses
    "a spot for something unknown": (
        {"layout": Layout("board dealer deck", "plus ante bet")},
        "the table layout has 'deck', which is unknown: choose from board, dealer",
    ),
    "a layout without a spot": (
        {"layout": Layout("board dealer", "plus ante")},
        "the seat layout is missing bet",
    ),
    "rows of different lengths": (
        {"layout": Layout("board dealer", "plus ante\nbet")},
        "the rows of the seat layout differ in length",
    ),
    "a sign without a brace": (
        {"layout": Layout("board dealer", "plus ante bet", (Sign("At most {payout_limit"),))},
        "the sign 'At most {payout_limit' has an unmatched brace",
    ),
    "a sign of something unknown": (
        {"layout": Layout("board dealer", "plus ante bet", (Sign("At most {limit}"),))},
        "a sign contains 'limit', which is unknown",
    ),
    "a rulebook that is not cited": (
        {"short": "OWN"},
        "short is 'OWN', but no clause is cited: leave short out, or cite clauses",
    ),
    "a clause of no rulebook": (
        {"boxes": Boxes(1, "2.A")},
        "'2.A' on Boxes cites a rulebook: set short to the name that the rulebook is cited by",
    ),
}


def test_cases_that_only_some_deals_reach_are_valid() -> None:
    pays = Cases(
        (
            Case(Not(AtLeast("dealer", "pair")), 0),
            Case(Both((Beats("three", "dealer"), AtLeast("three", "flush"))), 3),
            Case(Beats("three", "dealer"), 1),
            Case(Both((Ties("three", "dealer"), AtLeast("three", "straight"))), 2),
            Case(AtLeast("three", "pair of aces"), -1),
            Case(Ties("three", "dealer"), 0),
        )
    )
    assert own(**ante(pays)).wagers[0].pays == pays


@pytest.mark.parametrize(("changes", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_reported_alone(changes: Change, sentence: str) -> None:
    with pytest.raises(InvalidGame) as refusal:
        own(**changes)
    assert len(refusal.value.faults) == 1
    assert sentence in refusal.value.faults[0]
    assert str(refusal.value) == f"Invalid game definition: {refusal.value.faults[0]}"


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (lambda: paytable("pare   1 to 1"), "can name: did you mean 'pair'?"),
        (lambda: paytable("pair   1:1"), "'1:1' is neither odds such as 40 to 1 nor a push"),
        (lambda: paytable("pair 1 to 1"), "needs a hand and what it pays, two spaces apart"),
        (lambda: cards_table("a pare   1 to 1"), "'a pare' is not a holding of two cards"),
        (lambda: prizes("flush   some money"), "'some money'"),
    ],
)
def test_a_mistake_in_the_text_of_a_table(write: Callable[[], object], sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        write()
    assert sentence in str(refusal.value)


def test_unrelated_mistakes_are_all_reported() -> None:
    with pytest.raises(InvalidGame) as refusal:
        own(story="", edge_of=("anty",), **table("pair   1 to 1\nflush   2 to 1"))
    assert len(refusal.value.faults) == 3


def test_the_best_of_more_cards() -> None:
    """Hands are compared and paid by the cards that rank, not by all the cards that are read."""
    seven = (Place("board", "Board", cards=5), Place("dealer", "Dealer", cards=5))
    five = paytable("two pair or better   1 to 1")
    wagers = (Required("ante", "Ante", ByTable("three", five)), BET)
    assert resolve(own(places=seven, wagers=wagers)).hands[0].name == "three"
    three = HandOf("three", ("hole", "board"), "your best three", Order(3))
    wide = (Place("board", "Board", cards=3), DEALER)
    mini = ByTable("three", paytable("mini royal   50 to 1\nflush   3 to 2"))
    wagers = (Required("ante", "Ante", mini), BET)
    assert resolve(own(places=wide, hands=(three, THEIRS), wagers=wagers)).hands[0].name == "three"
