"""Unusual games that the fast solvers must solve as the generic solver does."""

from fractions import Fraction
from typing import Final

from pitboss.games.grammar import (
    EVEN,
    FOLD,
    PUSH,
    TAKE_DOWN,
    AtLeast,
    Beats,
    Both,
    ByTable,
    Case,
    Cases,
    Choices,
    Game,
    HandOf,
    Not,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    Ties,
    paytable,
    showdown,
)
from pitboss.hands import Order
from pitboss.submission import Rules, resolve


def _game(**fields: object) -> Rules:
    whole: dict[str, object] = {"name": "Invented", "story": "Nobody deals it."} | fields
    return resolve(Game(**whole))  # type: ignore[arg-type]


FIVE: Final = paytable("""
    straight or better       9 to 2
    three of a kind          3 to 1
    two pair                 3 to 2
    pair of kings or better  1 to 1
    pair of jacks to queens  push
""")
THREE: Final = paytable("""
    straight or better   7 to 1
    pair                 1 to 1
""")
RAISES: Final[Choices] = {"fold": FOLD, "check": 0, "1x": 1, "3x": 3}
BET: Final[Choices] = {"check": 0, "2x": 2}


def _revealed() -> dict[str, Rules]:
    hand = HandOf("five", ("hole", "board"), "your hand")
    pays = ByTable("five", FIVE)
    other = Cases((Case(AtLeast("five", "two pair"), Fraction(5, 2)),), otherwise=-1, hand="five")
    return {
        "two ways of being paid, odds that are fractions": _game(
            key="two-ways",
            places=(Place("board", "Board", cards=3),),
            hands=(hand,),
            wagers=(Required("ante", "Ante", pays), Raise("bet", "Bet", other, of="ante")),
            streets=(Street("bet", RAISES, (Reveal(("board",)),)),),
        ),
        "a raise that closes the later street": _game(
            key="closing",
            places=(Place("board", "Board", cards=3),),
            hands=(hand,),
            wagers=(Required("ante", "Ante", pays), Raise("bet", "Bet", pays, of="ante")),
            streets=(
                Street("bet", {"check": 0, "3x": 3}, (Reveal(("board",), cards=2),), name="early"),
                Street("bet", {"fold": FOLD, "1x": 1}, (Reveal(("board",)),), name="late"),
            ),
        ),
        "wagers that are taken down, an open card": _game(
            key="pulled",
            hole=2,
            places=(Place("board", "Board", cards=3, face_up=1),),
            hands=(hand,),
            wagers=(
                Required("one", "One", pays),
                Required("two", "Two", other),
                Raise("bet", "Bet", pays, of="one"),
            ),
            streets=(
                Street("two", {"pull": TAKE_DOWN, "ride": 0}, (Reveal(("board",), cards=1),)),
                Street("bet", RAISES, (Reveal(("board",)),)),
            ),
        ),
        "the best three of four cards": _game(
            key="best-three",
            hole=3,
            places=(Place("last", "Last"),),
            hands=(HandOf("best", ("hole", "last"), "your best three", ranking=Order(3)),),
            wagers=(
                Required("ante", "Ante", ByTable("best", THREE)),
                Raise("bet", "Bet", ByTable("best", THREE), of="ante"),
            ),
            streets=(Street("bet", {"fold": FOLD, "1x": 1}, (Reveal(("last",)),)),),
        ),
    }


def _duel(
    key: str,
    own: int,
    dealer: Place,
    ante: Cases,
    play: Cases,
    choices: Choices,
    order: Order | None = None,
) -> Rules:
    return _game(
        key=key,
        hole=own,
        places=(dealer,),
        hands=(
            HandOf("player", ("hole",), "your hand", ranking=order),
            HandOf("dealer", ("dealer",), "the dealer's hand", ranking=order),
        ),
        wagers=(Required("ante", "Ante", ante), Raise("play", "Play", play, of="ante")),
        streets=(Street("play", choices, (Reveal(("dealer",)),)),),
    )


def _duels() -> dict[str, Rules]:
    wins = ByTable("player", paytable("""
        straight or better  5 to 2
        pair                3 to 1
        high card           1 to 1
    """))  # fmt: skip
    their_table = ByTable("dealer", paytable("""
        straight or better   4 to 1
        pair of queens to kings  push
    """))  # fmt: skip
    total_loss = Both((Not(Beats("player", "dealer")), AtLeast("dealer", "pair")))
    odd = Cases(
        (
            Case(Both((AtLeast("player", "pair"), total_loss)), Fraction(1, 2)),
            Case(Ties("player", "dealer"), 2),
            Case(Not(AtLeast("dealer", "king high")), their_table),
            Case(Beats("player", "dealer"), wins),
        ),
        bonus=ByTable("player", paytable("three of a kind or better   4 to 1")),
        hand="player",
    )
    plain = showdown("player", "dealer", ties=-1)
    usual = showdown("player", "dealer", qualifies="king high", unqualified=EVEN)
    fold: Choices = {"fold": FOLD, "2x": 2}
    return {
        "three against three, several multiples": _duel(
            "threes", 3, Place("dealer", "Dealer", cards=3), usual, odd, RAISES
        ),
        "three against three, one seen": _duel(
            "three-up", 3, Place("dealer", "Dealer", cards=3, face_up=1), odd, plain, RAISES
        ),
        "two against two, nobody folds": _duel(
            "twos", 2, Place("dealer", "Dealer", cards=2), plain, usual, BET
        ),
        "two against two, one seen": _duel(
            "two-up", 2, Place("dealer", "Dealer", cards=2, face_up=1), usual, plain, fold
        ),
        "three against the best three of four": _duel(
            "unequal", 3, Place("dealer", "Dealer", cards=4), usual, odd, fold, Order(3)
        ),
        "best three of four against three, one seen": _duel(
            "best", 4, Place("dealer", "Dealer", cards=3, face_up=1), usual, odd, fold,
            Order(3, low_ace=False),
        ),
        "five against five, one seen": _duel(
            "fives", 5, Place("dealer", "Dealer", cards=5, face_up=1),
            showdown("player", "dealer", qualifies="pair of queens", unqualified=PUSH), usual, fold,
        ),
    }  # fmt: skip


REVEALED: Final = _revealed()
DUELS: Final = _duels()
