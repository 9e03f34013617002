"""Run 'Em Twice Poker, from the Maryland standard rules, version 1.0 (cited as RET).

Five community cards lie in a cross. A player's two cards make the first run with the horizontal
line and the second run with the vertical line; the center card belongs to both. Read this file
beside the rulebook: every figure carries its clause, chapter and letter first.
"""

from pitboss.games.grammar import (
    FOLD,
    Asks,
    BestOf,
    Boxes,
    ByTable,
    Care,
    Check,
    Conduct,
    Dealing,
    EvenMoney,
    Game,
    HandOf,
    HoleCards,
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
    cards_table,
    dealt,
    money,
    paytable,
    prizes,
)

RUNS = paytable(
    "12.B",
    """
    (1)   royal flush                500 to 1
    (2)   straight flush             100 to 1
    (3)   four of a kind              40 to 1
    (4)   full house                  12 to 1
    (5)   flush                        8 to 1
    (6)   straight                     5 to 1
    (7)   three of a kind              3 to 1
    (8)   two pair                     2 to 1
    (9)   pair of jacks or better      1 to 1
    (10)  pair of 6s to 10s            push
    """,
)

FIVE_CARD_BONUS = paytable(
    "12.D",
    """
    (1)   royal flush                250 to 1
    (2)   straight flush             100 to 1
    (3)   four of a kind              40 to 1
    (4)   full house                  15 to 1
    (5)   flush                       10 to 1
    (6)   straight                     6 to 1
    (7)   three of a kind              4 to 1
    (8)   two pair                     3 to 1
    (9)   pair of 6s or better         1 to 1
    """,
)

ULTIMATE_PAIRS = {
    "A": HoleCards(
        cards_table(
            "12.E(1)",
            """
            (a)   pair of aces                       30 to 1
            (b)   ace-king suited                    25 to 1
            (c)   ace-queen or ace-jack suited       20 to 1
            (d)   ace-king unsuited                  15 to 1
            (e)   pair of jacks to kings             10 to 1
            (f)   ace-queen or ace-jack unsuited      5 to 1
            (g)   pair of 2s to 10s                   3 to 1
            """,
        )
    ),
    "B": HoleCards(
        cards_table(
            "12.E(2)",
            """
            (a)   pair of aces                       30 to 1
            (b)   ace-king suited                    20 to 1
            (c)   ace-queen or ace-jack suited       20 to 1
            (d)   ace-king unsuited                  10 to 1
            (e)   ace-queen or ace-jack unsuited     10 to 1
            (f)   pair of jacks to kings              5 to 1
            (g)   pair of 2s to 10s                   5 to 1
            """,
        )
    ),
    "C": HoleCards(
        cards_table(
            "12.E(3)",
            """
            (a)   ace of hearts and ace of diamonds  100 to 1
            (b)   pair of aces                        30 to 1
            (c)   ace-king suited                     20 to 1
            (d)   ace-queen or ace-jack suited        20 to 1
            (e)   ace-king unsuited                   10 to 1
            (f)   ace-queen or ace-jack unsuited      10 to 1
            (g)   pair of jacks to kings               4 to 1
            (h)   pair of 2s to 10s                    4 to 1
            """,
        )
    ),
    "D": HoleCards(
        cards_table(
            "12.E(4)",
            """
            (a)   ace of hearts and ace of diamonds   50 to 1
            (b)   pair of aces                        25 to 1
            (c)   ace-king suited                     20 to 1
            (d)   ace-queen or ace-jack suited        20 to 1
            (e)   ace-king unsuited                   10 to 1
            (f)   ace-queen or ace-jack unsuited      10 to 1
            (g)   pair of jacks to kings               5 to 1
            (h)   pair of 2s to 10s                    5 to 1
            """,
        )
    ),
    "E": HoleCards(
        cards_table(
            "12.E(5)",
            """
            (a)   pair of aces                       25 to 1
            (b)   ace-king suited                    20 to 1
            (c)   ace-queen or ace-jack suited       20 to 1
            (d)   ace-king unsuited                  10 to 1
            (e)   ace-queen or ace-jack unsuited     10 to 1
            (f)   pair of jacks to kings              5 to 1
            (g)   pair of 2s to 10s                   5 to 1
            """,
        )
    ),
}

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
        "progressive",
        prizes("12.F(1)", ONE_METER + FOUR_OF_A_KIND_AND_LOWER),
        meters=(Meter("meter", "12.F(6)(b)(i)", least=money("$10,000")),),
        envy={
            money("$1"): prizes("12.H(1)", ENVY_FOR_1),
            money("$5"): prizes("12.I(1)", ENVY_FOR_5),
        },
        rate_clause="12.F(6)(a)",
    ),
    "B": Progressive(
        "progressive",
        prizes("12.F(2)", ONE_METER + FOUR_OF_A_KIND_AND_LOWER),
        meters=(Meter("meter", "12.F(6)(b)(ii)", least=money("$2,000")),),
        envy={
            money("$1"): prizes("12.H(2)", ENVY_FOR_1),
            money("$5"): prizes("12.I(2)", ENVY_FOR_5),
        },
        rate_clause="12.F(6)(a)",
    ),
    "C": Progressive(
        "progressive",
        prizes(
            "12.F(3)",
            """
            (a)   royal flush         100% of major
            (b)   straight flush      100% of minor
            """
            + FOUR_OF_A_KIND_AND_LOWER,
        ),
        meters=(
            Meter("major", "12.F(6)(b)(iii)(1)", least=money("$10,000")),
            Meter("minor", "12.F(6)(b)(iii)(2)", least=money("$1,000")),
        ),
        envy={
            money("$1"): prizes("12.H(3)", ENVY_FOR_1),
            money("$5"): prizes("12.I(3)", ENVY_FOR_5),
        },
        rate_clause="12.F(6)(a)",
    ),
    "D": Progressive(
        "progressive",
        prizes(
            "12.F(4)",
            """
            (a)   royal flush         100% of mega
            (b)   straight flush      100% of major
            (c)   four of a kind      100% of minor
            """
            + FULL_HOUSE_AND_LOWER,
        ),
        meters=(
            Meter("mega", "12.F(6)(b)(iv)(1)", least=money("$10,000")),
            Meter("major", "12.F(6)(b)(iv)(2)", least=money("$1,000")),
            Meter("minor", "12.F(6)(b)(iv)(3)", least=money("$250")),
        ),
        envy={
            money("$1"): prizes("12.H(4)", ENVY_FOR_1),
            money("$5"): prizes("12.I(4)", ENVY_FOR_5),
        },
        rate_clause="12.F(6)(a)",
    ),
}

ASKS: Asks = {"fold": FOLD, "1x": 1, "2x": 2, "3x": 3}  # 7.E(1), 11.B(1)
WHOLE_OR_ANY = by_reading("raise_amounts", {"whole": False, "any": True})

RUN_EM_TWICE = Game(
    key="run-em-twice",
    name="Run 'Em Twice Poker",
    short="RET",
    edition="MLGCA 1.0",
    story=(
        "Five community cards lie face down in a cross. You ante twice and look at your two cards. "
        "Three times you fold or bet one to three antes, on 1st Run, 2nd Run and Center; after "
        "each bet cards are turned: the outer ones of the horizontal line, of the vertical line, "
        "then the center. Each line and your two cards make a hand that is paid by the table, and "
        "Center is paid at the better one."
    ),
    seats=6,  # 2.A(1)
    boxes=Boxes(1, "2.A(1)"),
    hole="first second",  # 8.D(4)
    looks="first second",  # 11.A
    places=(
        Place("left", "Left", "2.B(3)", inscription="1st Ante"),
        Place("right", "Right", "2.B(3)", inscription="1st Ante"),
        Place("top", "Top", "2.B(3)", inscription="2nd Ante"),
        Place("bottom", "Bottom", "2.B(3)", inscription="2nd Ante"),
        Place("center", "Center", "2.B(3)", inscription="Center"),
    ),
    # The sizes of hands in which an ace may stand below a deuce.
    low_ace=by_reading("low_ace", {"straight": "5", "never": ""}),
    hands=(
        HandOf("first_run", "hole left center right", "11.I(1)", "your 1st Run hand"),
        HandOf("second_run", "hole top center bottom", "11.I(2)", "your 2nd Run hand"),
        BestOf("better", "first_run second_run", "11.I(3)", "the better of your two hands"),
        HandOf("board", "left right top bottom center", "7.E(2)(a)", "the five community cards"),
        BestOf(
            "progressive",
            by_reading(
                "progressive_hand",
                {
                    "first-run": "first_run",
                    "best-of-runs": "first_run second_run",
                    "community": "board",
                },
            ),
            "12.F(5)",
            by_reading(
                "progressive_hand",
                {
                    "first-run": "your 1st Run hand",
                    "best-of-runs": "the better of your two hands",
                    "community": "the five community cards",
                },
            ),
        ),
    ),
    wagers=(
        Required("ante_1", "1st Ante", "7.E(1)", EvenMoney("first_run", RUNS, "12.A")),
        Required("ante_2", "2nd Ante", "7.E(1)", EvenMoney("second_run", RUNS, "12.A")),
        Raise("run_1", "1st Run", "11.B(1)(a)", ByTable("first_run", RUNS), of="ante_1"),
        Raise("run_2", "2nd Run", "11.D", ByTable("second_run", RUNS), of="ante_2"),
        Raise("center", "Center", "11.F", ByTable("better", RUNS), of="ante_1"),
        Side("five_card_bonus", "Five Card Bonus", "7.E(2)(a)", ByTable("board", FIVE_CARD_BONUS)),
        Side(
            "ultimate_pairs",
            "Ultimate Pairs",
            "7.E(2)(b)",
            by_paytable(ULTIMATE_PAIRS),
        ),
        Side("progressive", "Progressive", "7.E(2)(c)", by_paytable(PROGRESSIVE)),
    ),
    streets=(
        Street(
            "run_1", "11.B", ASKS, reveal="left right", reveal_by="11.C", any_amount=WHOLE_OR_ANY
        ),
        Street(
            "run_2", "11.D", ASKS, reveal="top bottom", reveal_by="11.E", any_amount=WHOLE_OR_ANY
        ),
        Street("center", "11.F", ASKS, reveal="center", reveal_by="11.G", any_amount=WHOLE_OR_ANY),
    ),
    dealing=(
        Dealing(
            "manual shoe",
            "8.D",
            dealt(
                "left right top bottom center [8.D(2)]; each first [8.D(3)]; each second [8.D(3)]"
            ),
            no_more_bets="8.C(1)",
            locks_out="8.C(2)",
            counts="8.C(3)",
            stub="8.D(4)",
            handling={"8.D(1)": "draw with the hand nearer the shoe, lay down with the other"},
        ),
        Dealing(
            "hand",
            "9.B",
            dealt(
                "left right top bottom center [9.B(1)]; each first [9.B(2)]; each second [9.B(2)]"
            ),
            no_more_bets="9.A(5)",
            locks_out="9.A(5)(a)",
            counts="9.A(5)(b)",
            stub="9.B(3)",
            needs_shuffler="9.A(1)",
            handling={
                "9.A(3)": "keep the deck in one hand for the round",
                "9.A(4)": "hold it in front of you, above the tray",
            },
        ),
        Dealing(
            "automated shoe",
            "10.B",
            dealt("left right top bottom center [10.B(1)]; each first second [10.B(2)]"),
            no_more_bets="10.A(2)(a)",
            locks_out="10.A(2)(b)(i)",
            counts="10.A(2)(b)(ii)",
            stub="10.B(3)",
        ),
    ),
    shufflers={
        "none": "5.A",
        "automated": "5.A",
        "automated counting": "5.B",
        "automated reshuffling": "5.G",
    },
    reshuffling=Reshuffling("automated shoe", lifts="5.D, 5.E, 5.F", clause="5.H"),
    two_decks="3.B",
    submission_clause="7.E(2)",
    care=Care(
        received="4.A",
        checklist=(
            Check("2.C(1)", "drop box and tip box"),
            Check("2.C(2)", "discard rack"),
            Check("12.C", "signs"),
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
        uncut="5.C(1)",
        cut_at_least=10,
        cut_clause="5.D",
        recut="5.E",
        loaded={"manual shoe": "8.B", "hand": "9.A(2)", "automated shoe": "10.A(1)"},
        idle={Task.EMPTY: "5.F(1)", Task.SPREAD_DOWN: "5.F(2)", Task.LOOK: "5.F(3)"},
        alternate="3.B(4)",
        one_design="3.B(1)",
        two_colors="3.B(2)",
        deck_hours={"hand": 4, "manual shoe": 8, "automated shoe": 8},
        deck_clause={"hand": "3.C(1)", "manual shoe": "3.C(2)", "automated shoe": "3.C(2)"},
        stub_count_rounds=5,
        stub_clause={"manual shoe": "8.E", "hand": "9.C", "automated shoe": "10.C"},
    ),
    conduct=Conduct(
        chips="7.A",
        seated="7.B(1)",
        betting="7.C",
        closed="7.D",
        leaving="7.B(3)",
        settles="11.I",
        announces={"first_run": "11.I(1)", "second_run": "11.I(2)"},
        settles_first="five_card_bonus ultimate_pairs",
        settles_first_by="11.H",
        verifies="11.J",
        locks_out="2.B(6)(2)",
        discards="11.K",
        breaches={
            "11.A(1)": "the player did not answer for the hand",
            "11.A(2)": "somebody else touched the cards",
            "11.A(3)": "the cards were out of the dealer's sight",
            "11.A(4)": "the player told or traded what the hand is",
        },
        until_shown="11.A(4)",
    ),
    payout_limit=PayoutLimit("12.C", least=money("$50,000"), scope="run_1 run_2 center"),
    forfeits="11.A(5)",
    incidents=(
        Incident(Kind.CARD_FACE_UP, Remedy.VOID, "13.A"),
        Incident(Kind.CARDS_FACE_UP, Remedy.VOID, "13.A"),
        Incident(Kind.DRAWN_UNEXPOSED, Remedy.NEXT_CARD, "13.B"),
        Incident(Kind.DRAWN_EXPOSED, Remedy.FLOOR_RULES),
        Incident(Kind.WRONG_NUMBER, Remedy.VOID, "13.C"),  # 13.F says it again
        Incident(Kind.PLAYER_SKIPPED, Remedy.SIT_OUT, "13.G"),
        Incident(Kind.COMMUNITY_EXPOSED, Remedy.FLOOR_RULES),
        Incident(Kind.STUB_MISDEALT, Remedy.VOID, "8.F(4), 9.D(4), 10.C(3)"),
        Incident(Kind.STUB_NOT_52, Remedy.VOID_DECK_OUT, "8.F(5), 9.D(5), 10.C(4)"),
        Incident(Kind.COUNTER_WRONG, Remedy.DECK_OUT, "5.B"),
        Incident(Kind.SHUFFLER_JAM, Remedy.FLOOR_RULES),
        Incident(Kind.SHOE_JAM, Remedy.VOID, "13.D"),
        Incident(Kind.DEVICE_DOWN, Remedy.COVER, "13.E"),
        Incident(Kind.FOULED_DECK, Remedy.VOID_DECK_OUT),
        Incident(Kind.PROGRESSIVE_DOWN, Remedy.RETURN_OR_WAIT),
    ),
    readings=(
        Reading(
            "low_ace",
            "6.A",
            "Does A-2-3-4-5 make a straight or straight flush?",
            default="straight",
            choices={
                "straight": "It does, and ranks lowest of them.",
                "never": "It does not: the ace is high only, as the words of 6.A have it.",
            },
            reason="The text never lets the ace be low, but the designer's game does.",
        ),
        Reading(
            "progressive_hand",
            "12.F(5)",
            "Which five cards are the hand that the Progressive pays?",
            default="first-run",
            choices={
                "first-run": "The player's two cards and the horizontal three.",
                "best-of-runs": "The better of the player's two runs.",
                "community": "The five community cards.",
            },
            reason=(
                "The rulebook never says. Paid on the better of two runs, the fixed prizes alone "
                "would return more than 100 %."
            ),
        ),
        Reading(
            "raise_amounts",
            "11.B",
            "May a bet of one to three antes be any amount between, or whole multiples only?",
            default="whole",
            choices={
                "whole": "One, two or three times the ante.",
                "any": "Any multiple of the smallest chip, from one to three times the ante.",
            },
            reason="So it is dealt; best play never uses another amount, so nothing changes.",
        ),
    ),
    layout=Layout(
        table="""
            .      top      .
            left   center   right
            .      bottom   .
        """,
        seat="""
            five_card_bonus   ultimate_pairs   progressive
            run_1             center           run_2
            ante_1            .                ante_2
        """,
        signs=(Sign("The payout limit is {payout_limit} a position and round.", "12.C"),),
        clause="2.B",
        operator_clause="2.B(1)",
    ),
)
