"""Two small games that are not dealt from one deck of 52 cards."""

from pitboss.games.grammar import (
    FOLD,
    ByTable,
    Case,
    Cases,
    Deck,
    Game,
    HandOf,
    Place,
    Raise,
    Required,
    Reveal,
    Side,
    Street,
    Ties,
    paytable,
    showdown,
)

JOKER_THREE = Game(
    key="joker-three",
    name="Joker Three",
    story="Three cards against the dealer's three, from the high cards and two jokers.",
    deck=Deck(ranks="9TJQKA", jokers=2),
    seats=3,
    hole=3,
    places=(Place("dealer", "Dealer", cards=3),),
    hands=(
        HandOf("player", ("hole",), "your three cards"),
        HandOf("dealer", ("dealer",), "the dealer's three cards"),
    ),
    wagers=(
        Required("ante", "Ante", showdown("player", "dealer")),
        Raise("play", "Play", showdown("player", "dealer"), of="ante"),
        Side(
            "trio",
            "Trio",
            ByTable(
                "player",
                paytable("""
                        straight flush or better   20 to 1
                        three of a kind             5 to 1
                    """),
            ),
        ),
    ),
    streets=(Street("play", {"fold": FOLD, "play": 1}, (Reveal(("dealer",)),)),),
)
HIGH_CARD = Game(
    key="high-card",
    name="High Card",
    story="One card against the dealer's, from four decks.",
    deck=Deck(decks=4),
    hole=1,
    places=(Place("dealer", "Dealer"),),
    hands=(
        HandOf("player", ("hole",), "your card"),
        HandOf("dealer", ("dealer",), "the dealer's card"),
    ),
    wagers=(
        Required("ante", "Ante", showdown("player", "dealer")),
        Raise("play", "Play", showdown("player", "dealer"), of="ante"),
        Side("tie", "Tie", Cases((Case(Ties("player", "dealer"), 10),))),
    ),
    streets=(Street("play", {"fold": FOLD, "play": 1}, (Reveal(("dealer",)),)),),
)
BOTH = ("joker-three", "high-card")
