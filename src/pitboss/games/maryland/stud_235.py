"""235 Stud Poker, from the Maryland standard rules, version 1.1 (cited as 235).

Three wagers on one hand: its first two cards, its three, and the five with two community cards.
"""

from msgspec.structs import replace

from pitboss.games.grammar import *
from pitboss.games.maryland.common import (
    BREACHES,
    DECK,
    HANDLING,
    SHUFFLERS,
    checklist,
    progressive,
)

# The book lists these three from the lowest; tables here go from the best hand down (6.F).
TWO_CARDS = """
    (3)   straight                   1 to 1
    (2)   flush                      1 to 1
    (1)   pair                       1 to 1
"""
THREE_CARDS = """
    (1)   mini royal                50 to 1
    (2)   straight flush            20 to 1
    (3)   three of a kind           10 to 1
    (4)   straight                   5 to 1
    (5)   flush                      3 to 1
    (6)   pair                       1 to 1
"""
FIVE_CARDS = """
    (1)   royal flush              500 to 1
    (2)   straight flush           250 to 1
    (3)   four of a kind           100 to 1
    (4)   full house                25 to 1
    (5)   flush                     20 to 1
    (6)   straight                  15 to 1
    (7)   three of a kind            7 to 1
    (8)   two pair                   3 to 1
    (9)   pair of 10s or better      1 to 1
"""
TWO = ByTable("two", paytable(TWO_CARDS, clause="12.A"))
THREE = ByTable("three", paytable(THREE_CARDS, clause="12.B"))
FIVE = ByTable("five", paytable(FIVE_CARDS, clause="12.C"))
CHOICES: Choices = {"check": 0, "raise": 1}

PROGRESSIVE = progressive(
    "five",
    prizes_by="12.E",
    meters_by={
        "A": ["12.F(2)(a)"],
        "B": ["12.F(2)(b)"],
        "C": ["12.F(2)(c)(i)", "12.F(2)(c)(ii)"],
        "D": ["12.F(2)(d)(i)", "12.F(2)(d)(ii)", "12.F(2)(d)(iii)"],
    },
    rate_by="12.F(1)",
    envy_for_1_by="12.I",
    envy_for_5_by="12.J",
)

ALL_WIN = AllWin(("two_card", "three_card", "five_card"))
WIN_EM_ALL = Cases((Case(ALL_WIN, 12, clause="12.D", name="all win"),), by="12.D")

# A-2-3-4-5 is a straight either way; what an ace does in smaller hands is read in two ways.
TWO_RANK = by_reading("low_ace", {"five-card": Order(2, low_ace=False), "all": Order(2)})
THREE_RANK = by_reading("low_ace", {"five-card": Order(3, low_ace=False), "all": Order(3)})

# Chapter 9 does not say again that bets are closed (7.C).
DEALING = """
    manual shoe [8.D]: near hand [8.D(1)]; no more bets [8.C]; lock out [8.C(1)]; count [8.C(2)(b)];
    each first [8.D(2)(a)]; community [8.D(2)(b)]; each second [8.D(2)(c)];
    community [8.D(2)(d)]; each third [8.D(2)(e)]; stub [8.D(3)]

    hand [9.B]: shuffler [9.A(1)]; one hand [9.A(2)(a)]; in front [9.A(2)(b)];
    no more bets [7.C]; lock out [9.A(3)]; count [9.A(4)(b)]; each first [9.B(1)];
    community [9.B(2)]; each second [9.B(3)]; community [9.B(4)]; each third [9.B(5)]; stub [9.C]

    automated shoe [10.B]: no more bets [10.A(1)(a)]; lock out [10.A(1)(b)]; count [10.A(1)(c)(ii)];
    each first second third [10.B(1)]; community community [10.B(2)]; stub [10.C]

    automated shoe, reshuffling [10.H]: no more bets [10.A(1)(a)]; lock out [10.A(1)(b)];
    count [10.A(1)(c)(ii)]; community community; discard; each first second third [10.B(1)]
"""

STUD_235 = Game(
    key="stud-235",
    name="235 Stud Poker",
    short="235",
    edition="MLGCA 1.1",
    story=(
        "You make three equal wagers: on your first two cards, on your three cards, and on your "
        "three cards with two community cards. You look at two cards and may raise the three-card "
        "wager. Your third card is turned over, and you may raise the five-card wager. Then the "
        "community cards are turned over. You never fold. Each hand has its own paytable."
    ),
    seats=6,  # 2.A(1)
    boxes=Boxes(6, "7.F"),
    hole=3,  # 8.D(2)
    looks=2,  # 11.B
    places=(Place("community", "Community", cards=2, clause="2.B(5)"),),
    hands=(
        HandOf("two", ("first", "second"), "your first two cards", TWO_RANK, "6.F"),
        HandOf("three", ("first", "second", "third"), "your three cards", THREE_RANK, "6.E"),
        HandOf(
            "five",
            ("hole", "community"),
            "your three cards and the two community cards",
            clause="11.D(1)",
        ),
    ),
    wagers=(
        Required("two_card", "2 Card Poker", TWO, clause="7.E(1)"),
        Required("three_card", "3 Card Poker", THREE, clause="7.E(1)"),
        Required("five_card", "5 Card Poker", FIVE, clause="7.E(1)"),
        Raise("raise_three", "3 Card Raise", THREE, of="three_card", clause="11.B(1)(a)"),
        Raise("raise_five", "5 Card Raise", FIVE, of="five_card", clause="11.B(1)#2(a)"),
        Side("win_em_all", "Win'em All", WIN_EM_ALL, clause="7.E(2)"),
        Side("progressive", "Progressive", PROGRESSIVE, clause="7.E(3)"),
    ),
    streets=(
        Street("raise_three", CHOICES, (Reveal(("third",), "11.B(2)"),), "11.B(1)"),
        Street("raise_five", CHOICES, (Reveal(("community",), "11.C(1)"),), "11.B(1)#2"),
    ),
    payout_limit=PayoutLimit(
        clause="12.K",
        least=money("$50,000"),
        scope=("two_card", "three_card", "five_card", "raise_three", "raise_five", "win_em_all"),
        lower_by="2.B(9)",
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
        signs=(Sign("The payout limit is {payout_limit} per hand.", "2.B(9)"),),
        clause="2.B",
        operator_clause="2.B(1)",
    ),
    procedures=Procedures(
        dealing=dealings(DEALING, HANDLING),
        shufflers=SHUFFLERS | {"automated counting": "5.E", "automated reshuffling": "5.I"},
        reshuffling=Reshuffling("automated shoe", lifts=("5.D", "5.E", "5.F"), clause="5.I"),
        two_decks="3.B",
        submission_clause="7.F",
        deck=replace(
            DECK,
            checklist=checklist(
                drop_box="2.D", rack="2.F", signs="2.B(9)", backs="3.A(1)", cover="3.A(2)"
            ),
            idle={Task.EMPTY: "5.H(1)", Task.SPREAD_DOWN: "5.H(2)", Task.LOOK: "5.H(3)"},
            idle_reshuffling=True,
            stub_clause={"manual shoe": "8.D(4)", "hand": "9.D", "automated shoe": "10.D"},
        ),
        table=TableProcedures(
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
            breaches=BREACHES,
        ),
        acceptance="7.E(3)(b)",
        hands_off="11.C",
        incidents=incidents("""
            card face up        card out         13.A
            cards face up       void             13.B
            drawn unexposed     next card        13.C
            drawn exposed       floor rules
            wrong number        void             13.D
            player skipped      void             13.D
            community exposed   void             13.E
            stub misdealt       void             8.F(1), 9.G(1), 10.G(1)
            stub not 52         void, deck out   8.F(2), 9.G(2), 10.G(2)
            counter wrong       deck out         5.E
            shuffler jam        reshuffle        13.F
            shoe jam            void             13.G
            device down         cover            13.H
            fouled deck         void, deck out
            progressive down    return or wait
        """),
    ),
)
