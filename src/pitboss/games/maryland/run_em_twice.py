"""Run 'Em Twice Poker, from the Maryland standard rules, version 1.0 (cited as RET).

Five community cards lie in a cross. A player's two cards make the first run with the horizontal
line and the second run with the vertical line; the center card belongs to both.
"""

from pitboss.games.grammar import *
from pitboss.games.maryland.common import (
    ACROSS,
    BOARD,
    CROSS,
    DOWN,
    FIVE_CARD_BONUS,
    LINES,
    LOW_ACE,
    RAISE_AMOUNTS,
    RANKING,
    cross_procedures,
    cross_streets,
    progressive,
)

RUNS = paytable(LINES, clause="12.B")
BONUS = paytable(FIVE_CARD_BONUS, clause="12.D")

PAIRS_A = """
    (a)   pair of aces                       30 to 1
    (b)   ace-king suited                    25 to 1
    (c)   ace-queen or ace-jack suited       20 to 1
    (d)   ace-king unsuited                  15 to 1
    (e)   pair of jacks to kings             10 to 1
    (f)   ace-queen or ace-jack unsuited      5 to 1
    (g)   pair of 2s to 10s                   3 to 1
"""
BELOW_ACES = """
    (b)   ace-king suited                    20 to 1
    (c)   ace-queen or ace-jack suited       20 to 1
    (d)   ace-king unsuited                  10 to 1
    (e)   ace-queen or ace-jack unsuited     10 to 1
    (f)   pair of jacks to kings              5 to 1
    (g)   pair of 2s to 10s                   5 to 1
"""
PAIRS_B = "(a)   pair of aces   30 to 1" + BELOW_ACES
PAIRS_E = "(a)   pair of aces   25 to 1" + BELOW_ACES
PAIRS_C = """
    (a)   ace of hearts and ace of diamonds  100 to 1
    (b)   pair of aces                        30 to 1
    (c)   ace-king suited                     20 to 1
    (d)   ace-queen or ace-jack suited        20 to 1
    (e)   ace-king unsuited                   10 to 1
    (f)   ace-queen or ace-jack unsuited      10 to 1
    (g)   pair of jacks to kings               4 to 1
    (h)   pair of 2s to 10s                    4 to 1
"""
PAIRS_D = """
    (a)   ace of hearts and ace of diamonds   50 to 1
    (b)   pair of aces                        25 to 1
    (c)   ace-king suited                     20 to 1
    (d)   ace-queen or ace-jack suited        20 to 1
    (e)   ace-king unsuited                   10 to 1
    (f)   ace-queen or ace-jack unsuited      10 to 1
    (g)   pair of jacks to kings               5 to 1
    (h)   pair of 2s to 10s                    5 to 1
"""
ULTIMATE_PAIRS = by_paytable(
    {
        "A": HoleCards(cards_table(PAIRS_A, clause="12.E(1)")),
        "B": HoleCards(cards_table(PAIRS_B, clause="12.E(2)")),
        "C": HoleCards(cards_table(PAIRS_C, clause="12.E(3)")),
        "D": HoleCards(cards_table(PAIRS_D, clause="12.E(4)")),
        "E": HoleCards(cards_table(PAIRS_E, clause="12.E(5)")),
    }
)

PROGRESSIVE = progressive(
    "progressive",
    prizes_by="12.F",
    meters_by={
        "A": ["12.F(6)(b)(i)"],
        "B": ["12.F(6)(b)(ii)"],
        "C": ["12.F(6)(b)(iii)(1)", "12.F(6)(b)(iii)(2)"],
        "D": ["12.F(6)(b)(iv)(1)", "12.F(6)(b)(iv)(2)", "12.F(6)(b)(iv)(3)"],
    },
    rate_by="12.F(6)(a)",
    envy_for_1_by="12.H",
    envy_for_5_by="12.I",
)

RUN_EM_TWICE = Game(
    key="run-em-twice",
    name="Run 'Em Twice Poker",
    short="RET",
    edition="MLGCA 1.0",
    story=(
        "Five community cards lie face down in a cross. You make two equal antes and look at your "
        "two cards. Three times, on 1st Run, 2nd Run and Center, you fold or bet one to three "
        "times your ante. After each decision, cards are turned over: first the left and right "
        "cards, then the top and bottom cards, then the center card. Your two cards make one hand "
        "with the horizontal line and another with the vertical line. 1st Run pays on the first, "
        "2nd Run on the second and Center on the better of the two."
    ),
    seats=6,  # 2.A(1)
    boxes=Boxes(1, "2.A(1)"),
    hole=2,  # 8.D(4)
    places=(
        Place("left", "Left", clause="2.B(3)", inscription="1st Ante"),
        Place("right", "Right", clause="2.B(3)", inscription="1st Ante"),
        Place("top", "Top", clause="2.B(3)", inscription="2nd Ante"),
        Place("bottom", "Bottom", clause="2.B(3)", inscription="2nd Ante"),
        Place("center", "Center", clause="2.B(3)", inscription="Center"),
    ),
    hands=(
        HandOf("first_run", ACROSS, "your 1st Run hand", RANKING, "11.I(1)"),
        HandOf("second_run", DOWN, "your 2nd Run hand", RANKING, "11.I(2)"),
        BestOf("better", ("first_run", "second_run"), "the better of your two hands", "11.I(3)"),
        HandOf("board", BOARD, "the five community cards", RANKING, "7.E(2)(a)"),
        by_reading(
            "progressive_hand",
            {
                reading: BestOf("progressive", hands, label, clause="12.F(5)")
                for reading, hands, label in (
                    ("first-run", ("first_run",), "your 1st Run hand"),
                    ("best-of-runs", ("first_run", "second_run"), "the better of your two hands"),
                    ("community", ("board",), "the five community cards"),
                )
            },
        ),
    ),
    wagers=(
        Required("ante_1", "1st Ante", ByTable("first_run", RUNS, EVEN, "12.A"), "7.E(1)"),
        Required("ante_2", "2nd Ante", ByTable("second_run", RUNS, EVEN, "12.A"), "7.E(1)"),
        Raise("run_1", "1st Run", ByTable("first_run", RUNS), of="ante_1", clause="11.B(1)(a)"),
        Raise("run_2", "2nd Run", ByTable("second_run", RUNS), of="ante_2", clause="11.D"),
        Raise("center", "Center", ByTable("better", RUNS), of="ante_1", clause="11.F"),
        Side("five_card_bonus", "Five Card Bonus", ByTable("board", BONUS), clause="7.E(2)(a)"),
        Side("ultimate_pairs", "Ultimate Pairs", ULTIMATE_PAIRS, clause="7.E(2)(b)"),
        Side("progressive", "Progressive", PROGRESSIVE, clause="7.E(2)(c)"),
    ),
    streets=cross_streets("run_1", "run_2", "center"),
    payout_limit=PayoutLimit(
        clause="12.C", least=money("$50,000"), scope=("run_1", "run_2", "center")
    ),
    readings=(
        LOW_ACE,
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
                "would return more than 100%."
            ),
        ),
        RAISE_AMOUNTS,
    ),
    layout=Layout(
        table=CROSS,
        seat="""
            five_card_bonus   ultimate_pairs   progressive
            run_1             center           run_2
            ante_1            .                ante_2
        """,
        signs=(Sign("The payout limit is {payout_limit} per position per round.", "12.C"),),
        clause="2.B",
        operator_clause="2.B(1)",
    ),
    procedures=cross_procedures(  # 13.F says 13.C again
        manual_shoe="no more bets [8.C(1)]; lock out [8.C(2)]; count [8.C(3)]",
        hand="no more bets [9.A(5)]; lock out [9.A(5)(a)]; count [9.A(5)(b)]",
        automated_shoe=(
            "no more bets [10.A(2)(a)]; lock out [10.A(2)(b)(i)]; count [10.A(2)(b)(ii)]"
        ),
        signs="12.C",
        announces={"first_run": "11.I(1)", "second_run": "11.I(2)"},
        settles_first=("five_card_bonus", "ultimate_pairs"),
        verifies="11.J",
        discards="11.K",
        player_skipped="sit out   13.G",
    ),
)
