"""Mississippi Stud: two cards of one's own and three on the table make one hand."""

from pitboss.games.grammar import *

PAYS = ByTable(
    "five",
    paytable("""
        royal flush              500 to 1
        straight flush           100 to 1
        four of a kind            40 to 1
        full house                10 to 1
        flush                      6 to 1
        straight                   4 to 1
        three of a kind            3 to 1
        two pair                   2 to 1
        pair of jacks or better    1 to 1
        pair of 6s to 10s          push
    """),
)
CHOICES: Choices = {"fold": FOLD, "1x": 1, "2x": 2, "3x": 3}

MISSISSIPPI_STUD = Game(
    key="mississippi-stud",
    name="Mississippi Stud",
    story=(
        "You ante and look at your two cards; three more lie face down on the table. Three times, "
        "you fold or bet one to three times your ante, and the next card is turned over. Your two "
        "cards and those three make one hand, and every wager is paid on it by the same paytable."
    ),
    places=(
        Place("third", "3rd Street"),
        Place("fourth", "4th Street"),
        Place("fifth", "5th Street"),
    ),
    hands=(HandOf("five", ("hole", "third", "fourth", "fifth"), "your five cards"),),
    wagers=(
        Required("ante", "Ante", PAYS),
        Raise("third_street", "3rd Street", PAYS, of="ante"),
        Raise("fourth_street", "4th Street", PAYS, of="ante"),
        Raise("fifth_street", "5th Street", PAYS, of="ante"),
    ),
    streets=(
        Street("third_street", CHOICES, (Reveal(("third",)),)),
        Street("fourth_street", CHOICES, (Reveal(("fourth",)),)),
        Street("fifth_street", CHOICES, (Reveal(("fifth",)),)),
    ),
    edge_of=("ante",),
    layout=Layout(
        table="third fourth fifth",
        seat="""
            .              ante            .
            third_street   fourth_street   fifth_street
        """,
    ),
)
