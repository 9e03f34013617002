"""Let It Ride: three equal bets, of which two may be taken back as the cards come."""

from pitboss.games.grammar import *

PAYS = ByTable(
    "five",
    paytable("""
        royal flush           1,000 to 1
        straight flush          200 to 1
        four of a kind           50 to 1
        full house               11 to 1
        flush                     8 to 1
        straight                  5 to 1
        three of a kind           3 to 1
        two pair                  2 to 1
        pair of 10s or better     1 to 1
    """),
)
CHOICES: Choices = {"pull": TAKE_DOWN, "ride": 0}

LET_IT_RIDE = Game(
    key="let-it-ride",
    name="Let It Ride",
    story=(
        "You make three equal bets and look at your three cards; two community cards lie face "
        "down. You pull the first bet back or let it ride, and one community card is turned over. "
        "You do the same with the second bet, and the other card is turned over. The third bet "
        "always stays. Your three cards and the two community cards make one hand, and every bet "
        "still out is paid on it."
    ),
    hole=3,
    places=(Place("community", "Community", cards=2),),
    hands=(HandOf("five", ("hole", "community"), "your five cards"),),
    wagers=(
        Required("bet_1", "First Bet", PAYS),
        Required("bet_2", "Second Bet", PAYS),
        Required("bet_3", "Third Bet", PAYS),
    ),
    streets=(
        Street("bet_1", CHOICES, (Reveal(("community",), cards=1),)),
        Street("bet_2", CHOICES, (Reveal(("community",)),)),
    ),
    edge_of=("bet_3",),
    layout=Layout(table="community", seat="bet_1 bet_2 bet_3"),
)
