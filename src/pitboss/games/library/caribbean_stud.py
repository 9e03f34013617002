"""Caribbean Stud: five cards against the dealer's five, of which one is seen."""

from pitboss.games.grammar import *

RAISE = ByTable(
    "player",
    paytable("""
        royal flush      100 to 1
        straight flush    50 to 1
        four of a kind    20 to 1
        full house         7 to 1
        flush              5 to 1
        straight           4 to 1
        three of a kind    3 to 1
        two pair           2 to 1
        pair               1 to 1
        high card          1 to 1
    """),
)

CARIBBEAN_STUD = Game(
    key="caribbean-stud",
    name="Caribbean Stud Poker",
    story=(
        "You ante and look at your five cards; the dealer gets five as well, the first of them "
        "face up. You fold, or raise with a bet of twice your ante. The dealer qualifies with "
        "ace-king or better; otherwise your ante wins and the raise pushes. If the dealer "
        "qualifies, the higher hand wins: the ante pays 1 to 1, the raise by the paytable."
    ),
    hole=5,
    places=(Place("dealer", "Dealer", cards=5, face_up=1),),
    hands=(
        HandOf("player", ("hole",), "your five cards"),
        HandOf("dealer", ("dealer",), "the dealer's five cards"),
    ),
    wagers=(
        Required(
            "ante",
            "Ante",
            showdown("player", "dealer", qualifies="ace-king", unqualified=EVEN),
        ),
        Raise(
            "raise",
            "Raise",
            showdown("player", "dealer", wins=RAISE, qualifies="ace-king"),
            of="ante",
        ),
    ),
    streets=(Street("raise", {"fold": FOLD, "raise": 2}, (Reveal(("dealer",)),)),),
    edge_of=("ante",),
    layout=Layout(table="dealer", seat="ante raise"),
)
