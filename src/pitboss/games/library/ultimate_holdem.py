"""Ultimate Texas Hold 'Em: one raise, and the sooner it is made the more it may be."""

from pitboss.games.grammar import *

BLIND = paytable("""
    royal flush                    500 to 1
    straight flush                  50 to 1
    four of a kind                  10 to 1
    full house                       3 to 1
    flush                            3 to 2
    straight                         1 to 1
    high card to three of a kind   push
""")
TRIPS = paytable("""
    royal flush        50 to 1
    straight flush     40 to 1
    four of a kind     30 to 1
    full house          8 to 1
    flush               7 to 1
    straight            4 to 1
    three of a kind     3 to 1
""")

ULTIMATE_HOLDEM = Game(
    key="ultimate-holdem",
    name="Ultimate Texas Hold 'Em",
    story=(
        "You make two equal wagers, Ante and Blind, and look at your two cards; the dealer gets "
        "two as well. You raise once: three or four times your ante before the flop, twice after "
        "the flop, or once after the river; otherwise, you fold. The better five-card hand out of "
        "seven cards wins. The ante pushes unless the dealer has a pair or better. The blind pays "
        "on a straight or better and pushes on a lower winning hand."
    ),
    places=(
        Place("flop", "Flop", cards=3),
        Place("turn", "Turn"),
        Place("river", "River"),
        Place("dealer", "Dealer", cards=2),
    ),
    hands=(
        HandOf("player", ("hole", "flop", "turn", "river"), "the best five of your seven cards"),
        HandOf("dealer", ("dealer", "flop", "turn", "river"), "the dealer's best five of seven"),
    ),
    wagers=(
        Required("ante", "Ante", showdown("player", "dealer", qualifies="pair", unqualified=PUSH)),
        Required("blind", "Blind", showdown("player", "dealer", wins=ByTable("player", BLIND))),
        Raise("play", "Play", showdown("player", "dealer"), of="ante"),
        Side("trips", "Trips", ByTable("player", TRIPS)),
    ),
    streets=(
        Street("play", {"check": 0, "3x": 3, "4x": 4}, (Reveal(("flop",)),), name="preflop"),
        Street("play", {"check": 0, "2x": 2}, (Reveal(("turn", "river")),), name="flop"),
        Street("play", {"fold": FOLD, "1x": 1}, (Reveal(("dealer",)),), name="river"),
    ),
    edge_of=("ante",),
    layout=Layout(
        table="""
            .      dealer   .
            flop   turn     river
        """,
        seat="""
            .      trips   .
            ante   blind   play
        """,
    ),
)
