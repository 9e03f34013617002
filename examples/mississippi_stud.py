"""Mississippi Stud, written in the grammar: a fifth game, as an example (cited as MS).

Two cards of one's own and three on the table make one hand, and one table pays every wager on it.
No regulator's book stands behind it, so this is the book. Chapters have the numbers of the four.

    2.A   Six positions, one a player.
    2.B   The layout has (1) three places for cards and (2) the payout limit.
    3.B   Two decks, used in turn, need an automated shuffler.
    3.C   A deck is changed after 4 hours dealt by hand, after 8 dealt from a shoe.
    4.A   The dealer looks a new deck over and a floorperson confirms it. It is spread for the first
          player, turned down, washed and stacked; (1) unless it came shuffled.
    4.B   Where nobody plays, the cards are spread until somebody comes and looks.
    5.A   Any kind of shuffler will do; (1) where it counts wrongly, its deck is taken out; (2) a
          floorperson may ask for another shuffle.
    5.B   A cut takes ten cards from the top at least, and none where a machine shuffled; (1) a
          floorperson may ask for another.
    5.C   A device that reshuffles by itself is a dealing machine, and then 4.B and 5.B do not hold.
    6.A   An ace is high, or low in A-2-3-4-5.
    6.B   The hand is the player's two cards and the three of the table.
    7.A   Each player antes; 7.B and bets on 3rd, 4th and 5th street, or folds.
    8.A   Cards come from a shoe, from the hand or from a dealing machine: (1) one card to each
          player, another to each, then three face down to the table.
    8.B   The stub is counted once in five rounds, unless the shuffler counts.
    9.A   They come from the hand only beside an automated shuffler.
    10.A  A dealing machine gives a player both cards together.
    11.A  3rd street: fold and lose all, or bet one to three antes; 11.B one card is turned.
    11.C  4th street: the same; 11.D the next card is turned.
    11.E  5th street: the same; 11.F the last card is turned.
    12.A  What every wager pays; a hand that is not listed loses.
    12.B  The payout limit.
    13.A  The round is void where cards lie face up, are too many or too few or exposed early, where
          the shoe jams or the stub is miscounted.
    13.B  A card drawn unseen is the next one. A floorperson rules on everything else.
"""

from pitboss.games.grammar import (
    FOLD,
    Asks,
    Boxes,
    ByTable,
    Care,
    Conduct,
    Dealing,
    Game,
    HandOf,
    Incident,
    Kind,
    Layout,
    PayoutLimit,
    Place,
    Raise,
    Remedy,
    Required,
    Reshuffling,
    Sign,
    Street,
    Task,
    dealt,
    money,
    paytable,
)

PAYS = ByTable(
    "five",
    paytable(
        "12.A",
        """
        (1)   royal flush                500 to 1
        (2)   straight flush             100 to 1
        (3)   four of a kind              40 to 1
        (4)   full house                  10 to 1
        (5)   flush                        6 to 1
        (6)   straight                     4 to 1
        (7)   three of a kind              3 to 1
        (8)   two pair                     2 to 1
        (9)   pair of jacks or better      1 to 1
        (10)  pair of 6s to 10s            push
        """,
    ),
)

ASKS: Asks = {"fold": FOLD, "1x": 1, "2x": 2, "3x": 3}

ONE_BY_ONE = dealt("each first; each second; third fourth fifth")

MISSISSIPPI_STUD = Game(
    key="mississippi-stud",
    name="Mississippi Stud",
    short="MS",
    edition="example",
    story=(
        "You ante and look at your two cards; three more lie face down on the table. Three times "
        "you fold or bet one to three antes, and each time the next card is turned. Your two cards "
        "and those three make one hand, and every wager is paid on it by the same table."
    ),
    seats=6,
    boxes=Boxes(1, "2.A"),
    hole="first second",
    looks="first second",
    places=(
        Place("third", "3rd Street", "2.B(1)"),
        Place("fourth", "4th Street", "2.B(1)"),
        Place("fifth", "5th Street", "2.B(1)"),
    ),
    low_ace="5",  # 6.A
    hands=(HandOf("five", "hole third fourth fifth", "6.B", "your five cards"),),
    wagers=(
        Required("ante", "Ante", "7.A", PAYS),
        Raise("third_street", "3rd Street", "7.B", PAYS, of="ante"),
        Raise("fourth_street", "4th Street", "7.B", PAYS, of="ante"),
        Raise("fifth_street", "5th Street", "7.B", PAYS, of="ante"),
    ),
    streets=(
        Street("third_street", "11.A", ASKS, reveal="third", reveal_by="11.B"),
        Street("fourth_street", "11.C", ASKS, reveal="fourth", reveal_by="11.D"),
        Street("fifth_street", "11.E", ASKS, reveal="fifth", reveal_by="11.F"),
    ),
    dealing=(
        Dealing("manual shoe", "8.A(1)", ONE_BY_ONE, no_more_bets="8.A"),
        Dealing("hand", "8.A(1)", ONE_BY_ONE, no_more_bets="8.A", needs_shuffler="9.A"),
        Dealing(
            "automated shoe",
            "10.A",
            dealt("each first second; third fourth fifth"),
            no_more_bets="8.A",
        ),
    ),
    shufflers={
        "none": "5.A",
        "automated": "5.A",
        "automated counting": "5.A",
        "automated reshuffling": "5.C",
    },
    reshuffling=Reshuffling("automated shoe", lifts="4.B, 5.B", clause="5.C"),
    two_decks="3.B",
    care=Care(
        received="4.A",
        opening=dict.fromkeys(tuple(Task)[:7], "4.A"),
        ready_made="4.A(1)",
        shuffled="5.A",
        ordered="5.A(2)",
        uncut="5.B",
        cut_at_least=10,
        cut_clause="5.B",
        recut="5.B(1)",
        loaded={"hand": "9.A", "manual shoe": "8.A", "automated shoe": "10.A"},
        idle={Task.SPREAD_DOWN: "4.B", Task.LOOK: "4.B"},
        alternate="3.B",
        deck_hours={"hand": 4, "manual shoe": 8, "automated shoe": 8},
        deck_clause={"hand": "3.C", "manual shoe": "3.C", "automated shoe": "3.C"},
        stub_count_rounds=5,
        stub_clause={"hand": "8.B", "manual shoe": "8.B", "automated shoe": "8.B"},
    ),
    conduct=Conduct(
        chips="7.A",
        seated="7.A",
        betting="7.A",
        closed="7.A",
        leaving="7.A",
        settles="11.G",
        discards="11.G",
    ),
    payout_limit=PayoutLimit(
        "12.B",
        least=money("$50,000"),
        scope="ante third_street fourth_street fifth_street",
    ),
    forfeits=None,
    incidents=(
        Incident(Kind.CARD_FACE_UP, Remedy.VOID, "13.A"),
        Incident(Kind.CARDS_FACE_UP, Remedy.VOID, "13.A"),
        Incident(Kind.DRAWN_UNEXPOSED, Remedy.NEXT_CARD, "13.B"),
        Incident(Kind.DRAWN_EXPOSED, Remedy.FLOOR_RULES, "13.B"),
        Incident(Kind.WRONG_NUMBER, Remedy.VOID, "13.A"),
        Incident(Kind.PLAYER_SKIPPED, Remedy.FLOOR_RULES, "13.B"),
        Incident(Kind.COMMUNITY_EXPOSED, Remedy.VOID, "13.A"),
        Incident(Kind.STUB_MISDEALT, Remedy.VOID, "13.A"),
        Incident(Kind.STUB_NOT_52, Remedy.VOID_DECK_OUT, "13.A"),
        Incident(Kind.COUNTER_WRONG, Remedy.DECK_OUT, "5.A(1)"),
        Incident(Kind.SHUFFLER_JAM, Remedy.FLOOR_RULES, "13.B"),
        Incident(Kind.SHOE_JAM, Remedy.VOID, "13.A"),
        Incident(Kind.DEVICE_DOWN, Remedy.COVER),
    ),
    readings=(),
    layout=Layout(
        table="""
            third   fourth   fifth
        """,
        seat="""
            .              ante            .
            third_street   fourth_street   fifth_street
        """,
        signs=(Sign("The payout limit is {payout_limit} a position and round.", "2.B(2)"),),
    ),
)
