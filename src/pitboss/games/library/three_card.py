"""Three Card Poker: three cards against the dealer's three, who needs a queen to qualify."""

from pitboss.games.grammar import *

ANTE_BONUS = paytable("""
    straight flush or better   5 to 1
    three of a kind            4 to 1
    straight                   1 to 1
""")
PAIR_PLUS = """
    straight flush or better  40 to 1
    three of a kind           30 to 1
    straight                   6 to 1
    flush                      {} to 1
    pair                       1 to 1
"""

THREE_CARD = Game(
    key="three-card",
    name="Three Card Poker",
    story=(
        "You ante and look at your three cards; the dealer gets three as well. You fold, or bet an "
        "amount equal to your ante. The dealer qualifies with queen high or better; otherwise your "
        "ante wins and your bet pushes. If the dealer qualifies, the higher hand wins both at 1 to "
        "1. A straight or better earns a bonus on the ante, and Pair Plus pays on your own hand, "
        "whatever the dealer has."
    ),
    hole=3,
    places=(Place("dealer", "Dealer", cards=3),),
    hands=(
        HandOf("player", ("hole",), "your three cards"),
        HandOf("dealer", ("dealer",), "the dealer's three cards"),
    ),
    wagers=(
        Required(
            "ante",
            "Ante",
            showdown(
                "player",
                "dealer",
                qualifies="queen high",
                unqualified=EVEN,
                bonus=ByTable("player", ANTE_BONUS),
            ),
        ),
        Raise("play", "Play", showdown("player", "dealer", qualifies="queen high"), of="ante"),
        Side(
            "pair_plus",
            "Pair Plus",
            by_paytable(
                {
                    "A": ByTable("player", paytable(PAIR_PLUS.format(4))),
                    "B": ByTable("player", paytable(PAIR_PLUS.format(3))),
                }
            ),
        ),
    ),
    streets=(Street("play", {"fold": FOLD, "play": 1}, (Reveal(("dealer",)),)),),
    edge_of=("ante",),
    layout=Layout(table="dealer", seat="pair_plus ante play"),
)
