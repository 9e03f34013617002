"""235 Stud Poker, from the Maryland standard rules, version 1.1 (cited as 235).

Three wagers on one hand: its first two cards, its three cards, and the five with two community
cards. Read this file beside the rulebook: every figure carries its clause, chapter and letter
first.
"""

from pitboss.games.grammar import (
    AllOf,
    Boxes,
    ByTable,
    Care,
    Check,
    Conduct,
    Dealing,
    Game,
    HandOf,
    Incident,
    Kind,
    Layout,
    Meter,
    PayoutLimit,
    Place,
    Progressive,
    Raise,
    Reading,
    Remedy,
    Required,
    Reshuffling,
    Side,
    Sign,
    Street,
    Task,
    by_paytable,
    by_reading,
    dealt,
    money,
    paytable,
    prizes,
)

# The book lists these three from the lowest; tables here go from the best hand down (6.F).
TWO_CARDS = paytable(
    "12.A",
    """
    (3)   straight                   1 to 1
    (2)   flush                      1 to 1
    (1)   pair                       1 to 1
    """,
)

THREE_CARDS = paytable(
    "12.B",
    """
    (1)   mini royal                50 to 1
    (2)   straight flush            20 to 1
    (3)   three of a kind           10 to 1
    (4)   straight                   5 to 1
    (5)   flush                      3 to 1
    (6)   pair                       1 to 1
    """,
)

FIVE_CARDS = paytable(
    "12.C",
    """
    (1)   royal flush              500 to 1
    (2)   straight flush           250 to 1
    (3)   four of a kind           100 to 1
    (4)   full house                25 to 1
    (5)   flush                     20 to 1
    (6)   straight                  15 to 1
    (7)   three of a kind            7 to 1
    (8)   two pair                   3 to 1
    (9)   pair of 10s or better      1 to 1
    """,
)

# Progressive. Tables A to C pay four of a kind alike, all four the hands below it. The envy sums
# are the same under every table, and follow the wager of the player who receives them.

FULL_HOUSE_AND_LOWER = """
    (d)   full house          50 for 1
    (e)   flush               40 for 1
    (f)   straight            30 for 1
    (g)   three of a kind      9 for 1
    """

FOUR_OF_A_KIND_AND_LOWER = "(c)   four of a kind      300 for 1" + FULL_HOUSE_AND_LOWER

ONE_METER = """
    (a)   royal flush         100% of meter
    (b)   straight flush      10% of meter
    """

ENVY_FOR_1 = """
    (a)   royal flush         $1,000
    (b)   straight flush      $300
    """

ENVY_FOR_5 = """
    (a)   royal flush         $5,000
    (b)   straight flush      $1,500
    """

PROGRESSIVE = {
    "A": Progressive(
        "five",
        prizes("12.E(1)", ONE_METER + FOUR_OF_A_KIND_AND_LOWER),
        meters=(Meter("meter", "12.F(2)(a)", least=money("$10,000")),),
        envy={
            money("$1"): prizes("12.I(1)", ENVY_FOR_1),
            money("$5"): prizes("12.J(1)", ENVY_FOR_5),
        },
        rate_clause="12.F(1)",
    ),
    "B": Progressive(
        "five",
        prizes("12.E(2)", ONE_METER + FOUR_OF_A_KIND_AND_LOWER),
        meters=(Meter("meter", "12.F(2)(b)", least=money("$2,000")),),
        envy={
            money("$1"): prizes("12.I(2)", ENVY_FOR_1),
            money("$5"): prizes("12.J(2)", ENVY_FOR_5),
        },
        rate_clause="12.F(1)",
    ),
    "C": Progressive(
        "five",
        prizes(
            "12.E(3)",
            """
            (a)   royal flush         100% of major
            (b)   straight flush      100% of minor
            """
            + FOUR_OF_A_KIND_AND_LOWER,
        ),
        meters=(
            Meter("major", "12.F(2)(c)(i)", least=money("$10,000")),
            Meter("minor", "12.F(2)(c)(ii)", least=money("$1,000")),
        ),
        envy={
            money("$1"): prizes("12.I(3)", ENVY_FOR_1),
            money("$5"): prizes("12.J(3)", ENVY_FOR_5),
        },
        rate_clause="12.F(1)",
    ),
    "D": Progressive(
        "five",
        prizes(
            "12.E(4)",
            """
            (a)   royal flush         100% of mega
            (b)   straight flush      100% of major
            (c)   four of a kind      100% of minor
            """
            + FULL_HOUSE_AND_LOWER,
        ),
        meters=(
            Meter("mega", "12.F(2)(d)(i)", least=money("$10,000")),
            Meter("major", "12.F(2)(d)(ii)", least=money("$1,000")),
            Meter("minor", "12.F(2)(d)(iii)", least=money("$250")),
        ),
        envy={
            money("$1"): prizes("12.I(4)", ENVY_FOR_1),
            money("$5"): prizes("12.J(4)", ENVY_FOR_5),
        },
        rate_clause="12.F(1)",
    ),
}

STUD_235 = Game(
    key="stud-235",
    name="235 Stud Poker",
    short="235",
    edition="MLGCA 1.1",
    story=(
        "You make three equal wagers: on your first two cards, on your three cards, and on the "
        "five with the two community cards. You look at two cards and may raise the three-card "
        "wager; your third card is turned and you may raise the five-card wager; then the "
        "community cards are turned. You never fold, and each hand is paid by its own table."
    ),
    seats=6,  # 2.A(1)
    boxes=Boxes(6, "7.F"),
    hole="first second third",  # 8.D(2)
    looks="first second",  # 11.B
    places=(Place("community", "Community", "2.B(5)", cards=2),),
    # The sizes of hands in which an ace may stand below a deuce.
    low_ace=by_reading("low_ace", {"five-card": "5", "all": "2 3 5"}),
    hands=(
        HandOf("two", "first second", "6.F", "your first two cards"),
        HandOf("three", "first second third", "6.E", "your three cards"),
        HandOf("five", "hole community", "11.D(1)", "your three cards and the two community cards"),
    ),
    wagers=(
        Required("two_card", "2 Card Poker", "7.E(1)", ByTable("two", TWO_CARDS)),
        Required("three_card", "3 Card Poker", "7.E(1)", ByTable("three", THREE_CARDS)),
        Required("five_card", "5 Card Poker", "7.E(1)", ByTable("five", FIVE_CARDS)),
        Raise(
            "raise_three",
            "3 Card Raise",
            "11.B(1)(a)",
            ByTable("three", THREE_CARDS),
            of="three_card",
        ),
        Raise(
            "raise_five",
            "5 Card Raise",
            "11.B(1)#2(a)",
            ByTable("five", FIVE_CARDS),
            of="five_card",
        ),
        Side(
            "win_em_all",
            "Win'em All",
            "7.E(2)",
            AllOf(("two_card", "three_card", "five_card"), odds=12, clause="12.D"),
        ),
        Side("progressive", "Progressive", "7.E(3)", by_paytable(PROGRESSIVE)),
    ),
    streets=(
        Street(
            "raise_three", "11.B(1)", {"check": 0, "raise": 1}, reveal="third", reveal_by="11.B(2)"
        ),
        Street(
            "raise_five",
            "11.B(1)#2",
            {"check": 0, "raise": 1},
            reveal="community",
            reveal_by="11.C(1)",
        ),
    ),
    dealing=(
        Dealing(
            "manual shoe",
            "8.D",
            dealt(
                "each first [8.D(2)(a)]; community [8.D(2)(b)]; each second [8.D(2)(c)];"
                "community [8.D(2)(d)]; each third [8.D(2)(e)]"
            ),
            no_more_bets="8.C",
            locks_out="8.C(1)",
            counts="8.C(2)(b)",
            stub="8.D(3)",
            handling={"8.D(1)": "draw with the hand nearer the shoe, lay down with the other"},
        ),
        Dealing(
            "hand",
            "9.B",
            dealt(
                "each first [9.B(1)]; community [9.B(2)]; each second [9.B(3)];"
                "community [9.B(4)]; each third [9.B(5)]"
            ),
            no_more_bets="7.C",  # chapter 9 does not say it again
            locks_out="9.A(3)",
            counts="9.A(4)(b)",
            stub="9.C",
            needs_shuffler="9.A(1)",
            handling={
                "9.A(2)(a)": "keep the deck in one hand for the round",
                "9.A(2)(b)": "hold it in front of you, above the tray",
            },
        ),
        Dealing(
            "automated shoe",
            "10.B",
            dealt("each first second third [10.B(1)]; community community [10.B(2)]"),
            no_more_bets="10.A(1)(a)",
            locks_out="10.A(1)(b)",
            counts="10.A(1)(c)(ii)",
            stub="10.C",
        ),
        Dealing(
            "automated shoe",
            "10.H",
            dealt("community community; discard; each first second third [10.B(1)]"),
            no_more_bets="10.A(1)(a)",
            locks_out="10.A(1)(b)",
            counts="10.A(1)(c)(ii)",
            reshuffling=True,
        ),
    ),
    shufflers={
        "none": "5.A",
        "automated": "5.A",
        "automated counting": "5.E",
        "automated reshuffling": "5.I",
    },
    reshuffling=Reshuffling("automated shoe", lifts="5.D, 5.E, 5.F", clause="5.I"),
    two_decks="3.B",
    submission_clause="7.F",
    care=Care(
        received="4.A",
        checklist=(
            Check("2.D", "drop box and tip box"),
            Check("2.F", "discard rack"),
            Check("2.B(9)", "signs"),
            Check("3.A(1)", "card backs"),
            Check("3.A(2)", "cover card"),
            Check("3.B(2)", "deck colors", "two decks"),
            Check("8.A", "place of the shoe", "manual shoe"),
        ),
        opening={
            Task.INSPECT: "4.A",
            Task.VERIFY: "4.A",
            Task.SPREAD: "4.B",
            Task.LOOK: "4.C",
            Task.TURN_DOWN: "4.C(1)",
            Task.WASH: "4.C(2)",
            Task.STACK: "4.C(3)",
        },
        ready_made="4.F",
        shuffled="5.A",
        ordered="5.A(3)",
        uncut="5.D(1)",
        cut_at_least=10,
        cut_clause="5.F",
        recut="5.G",
        loaded={"manual shoe": "8.B", "hand": "9.A(2)", "automated shoe": "10.A(1)"},
        idle={Task.EMPTY: "5.H(1)", Task.SPREAD_DOWN: "5.H(2)", Task.LOOK: "5.H(3)"},
        idle_reshuffling=True,
        alternate="3.B(4)",
        one_design="3.B(1)",
        two_colors="3.B(2)",
        deck_hours={"hand": 4, "manual shoe": 8, "automated shoe": 8},
        deck_clause={"hand": "3.C(1)", "manual shoe": "3.C(2)", "automated shoe": "3.C(2)"},
        stub_count_rounds=5,
        stub_clause={"manual shoe": "8.D(4)", "hand": "9.D", "automated shoe": "10.D"},
    ),
    conduct=Conduct(
        chips="7.A",
        seated="7.B",
        betting="7.C",
        closed="7.D",
        leaving="7.B(2)",
        settles="11.D",
        announces={"five": "11.D(1)"},
        verifies="11.D(5)(a)",
        validates="11.D(5)(c)",
        locks_out="2.C(2)",
        discards="11.E",
        breaches={
            "11.A(1)": "the player did not answer for the hand",
            "11.A(2)": "somebody else touched the cards",
            "11.A(3)": "the cards were out of the dealer's sight",
        },
    ),
    payout_limit=PayoutLimit(
        "12.K",
        least=money("$50,000"),
        scope="two_card three_card five_card raise_three raise_five win_em_all",
        lower_by="2.B(9)",
    ),
    forfeits=None,
    acceptance="7.E(3)(b)",
    hands_off="11.C",
    incidents=(
        Incident(Kind.CARD_FACE_UP, Remedy.CARD_OUT, "13.A"),
        Incident(Kind.CARDS_FACE_UP, Remedy.VOID, "13.B"),
        Incident(Kind.DRAWN_UNEXPOSED, Remedy.NEXT_CARD, "13.C"),
        Incident(Kind.DRAWN_EXPOSED, Remedy.FLOOR_RULES),
        Incident(Kind.WRONG_NUMBER, Remedy.VOID, "13.D"),
        Incident(Kind.PLAYER_SKIPPED, Remedy.VOID, "13.D"),
        Incident(Kind.COMMUNITY_EXPOSED, Remedy.VOID, "13.E"),
        Incident(Kind.STUB_MISDEALT, Remedy.VOID, "8.F(1), 9.G(1), 10.G(1)"),
        Incident(Kind.STUB_NOT_52, Remedy.VOID_DECK_OUT, "8.F(2), 9.G(2), 10.G(2)"),
        Incident(Kind.COUNTER_WRONG, Remedy.DECK_OUT, "5.E"),
        Incident(Kind.SHUFFLER_JAM, Remedy.RESHUFFLE, "13.F"),
        Incident(Kind.SHOE_JAM, Remedy.VOID, "13.G"),
        Incident(Kind.DEVICE_DOWN, Remedy.COVER, "13.H"),
        Incident(Kind.FOULED_DECK, Remedy.VOID_DECK_OUT),
        Incident(Kind.PROGRESSIVE_DOWN, Remedy.RETURN_OR_WAIT),
    ),
    readings=(
        Reading(
            "low_ace",
            "6.B",
            "Are A-2 of two cards and A-2-3 of three cards straights?",
            default="five-card",
            choices={
                "five-card": "They are not: a low ace makes A-2-3-4-5 only, as 6.B says.",
                "all": "They are, as in the designer's game.",
            },
            reason="6.B allows a low ace with 2-3-4-5 and forbids every other sequence.",
        ),
    ),
    layout=Layout(
        table="""
            community
        """,
        seat="""
            .            third         .
            win_em_all   .             progressive
            two_card     three_card    five_card
            .            raise_three   raise_five
        """,
        signs=(Sign("The payout limit is {payout_limit} a hand.", "2.B(9)"),),
        clause="2.B",
        operator_clause="2.B(1)",
    ),
)
