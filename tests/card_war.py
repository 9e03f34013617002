"""A small game unlike any other: one card each, and a second one only after a tie."""

from fractions import Fraction
from typing import Final

from pitboss.games.grammar import (
    EVEN,
    PUSH,
    Beats,
    Both,
    Case,
    Cases,
    Deck,
    Game,
    HandOf,
    Not,
    OnlyWith,
    Order,
    Place,
    Raise,
    Required,
    Reveal,
    Side,
    Street,
    Ties,
)

ONE: Final = Order(1)
TIED: Final = Ties("mine", "theirs")
CARD_WAR: Final = Game(
    key="card-war",
    name="Card War",
    story="You and the dealer get a card each. The higher one wins; on a tie you may go to war.",
    deck=Deck(decks=2),
    looks=1,
    places=(Place("dealer", "Dealer", face_up=1), Place("reserve", "Dealer's war card")),
    hands=(
        HandOf("mine", ("first",), "your card", ONE),
        HandOf("theirs", ("dealer",), "the dealer's card", ONE),
        HandOf("my_war", ("second",), "your war card", ONE),
        HandOf("their_war", ("reserve",), "the dealer's war card", ONE),
    ),
    wagers=(
        Required(
            "bet",
            "Bet",
            Cases(
                (
                    Case(Beats("mine", "theirs"), EVEN),
                    Case(Both((TIED, Beats("my_war", "their_war"))), EVEN),
                    Case(Both((TIED, Ties("my_war", "their_war"))), 2),
                )
            ),
        ),
        Raise(
            "war",
            "War",
            Cases(
                (
                    Case(Not(TIED), PUSH),
                    Case(Beats("my_war", "their_war"), EVEN),
                    Case(Ties("my_war", "their_war"), Fraction(3, 2)),
                ),
                hand="my_war",
            ),
            of="bet",
        ),
        Side("tie", "Tie", Cases((Case(TIED, 10, name="tie"),))),
    ),
    streets=(
        Street("war", {"stay": 0, "war": OnlyWith(1, TIED)}, (Reveal(("second", "reserve")),)),
    ),
)
