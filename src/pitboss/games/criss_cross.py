"""Criss Cross Poker, from the Maryland standard rules, version 1.2 (cited as CCP).

Five community cards lie in a cross. A player's two cards make one hand with the horizontal line
("across") and one with the vertical line ("down"); the center card belongs to both. Read this file
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
    Incident,
    Kind,
    Layout,
    Meter,
    NamedPrize,
    PayoutLimit,
    Place,
    Raise,
    Reading,
    Remedy,
    Required,
    Reshuffling,
    Side,
    Sign,
    Spin,
    Street,
    Task,
    by_paytable,
    by_reading,
    community_symbols,
    dealt,
    money,
    paytable,
    symbols,
)

LINES = paytable(
    "12.A",
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
    "12.C",
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

# Bonus Spin. Tables A and B belong to a $1 wager, C and D to a $5 one. A community symbol such as
# "$100 and $20" pays the first sum to the spinner and the second to each other player with a live
# wager. The book repeats numbers in 12.D; 12.D(6)-(8) are the community lists of A, B, C and D.

SPIN_A = symbols(
    "12.D(1)",
    """
    (a)   jackpot   the fixed prize
    (b)   $500      $500
    (c)   $200      $200
    (d)   $120      $120
    (e)   $70       $70
    (f)   $60       $60
    (g)   $35       $35
    (h)   $25       $25
    (i)   $18       $18
    (j)   $12       $12
    (k)   $11       $11
    (l)   $10       $10
    """,
    community_symbols(
        "12.D(6)(a)",
        """
        (i)     $100 and $20   $20
        (ii)    $50 and $10    $10
        (iii)   $15 and $3     $3
        """,
    ),
)

SPIN_B = symbols(
    "12.D(2)",
    """
    (a)   jackpot   100% of meter
    (b)   $500      $500
    (c)   $250      $250
    (d)   $120      $120
    (e)   $60       $60
    (f)   $50       $50
    (g)   $30       $30
    (h)   $20       $20
    (i)   $18       $18
    (j)   $13       $13
    (k)   $12       $12
    (l)   $10       $10
    """,
    community_symbols(
        "12.D(6)(b)",
        """
        (i)     $100 and $25   $25
        (ii)    $40 and $10    $10
        (iii)   $15 and $3     $3
        """,
    ),
)

SUMS_OF_C_AND_D = """
    (b)   $2,500   $2,500
    (c)   $1,000   $1,000
    (d)   $600     $600
    (e)   $350     $350
    (f)   $250     $250
    (g)   $75      $75
    (h)   $40      $40
    (i)   $70      $70
    (j)   $60      $60
    (k)   $50      $50
    """

COMMUNITY_OF_C_AND_D = """
    (i)     $500 and $100   $100
    (ii)    $200 and $50    $50
    (iii)   $25 and $15     $15
    """

SPIN_C = symbols(
    "12.D(3)",
    "(a)   jackpot   the fixed prize" + SUMS_OF_C_AND_D,
    community_symbols("12.D(7)(a)", COMMUNITY_OF_C_AND_D),
)

SPIN_D = symbols(
    "12.D(4)",
    "(a)   jackpot   100% of meter" + SUMS_OF_C_AND_D,
    community_symbols("12.D(8)", COMMUNITY_OF_C_AND_D),
)

# The rulebook names symbols and no stops. These wheels of a thousand stops are examples of ours,
# made to return a sane share; an operator files its own.
# fmt: off
EXAMPLE_WHEEL_A = {
    "jackpot": 1, "$500": 1, "$200": 1, "$120": 2, "$100": 2, "$70": 4, "$60": 4, "$50": 4,
    "$35": 10, "$25": 21, "$18": 50, "$15": 20, "$12": 180, "$11": 250, "$10": 450,
}
EXAMPLE_WHEEL_B = {
    "jackpot": 1, "$500": 1, "$250": 1, "$120": 1, "$100": 1, "$60": 2, "$50": 3, "$40": 4,
    "$30": 6, "$20": 30, "$18": 40, "$15": 20, "$13": 90, "$12": 200, "$10": 600,
}
EXAMPLE_WHEEL_C_AND_D = {
    "jackpot": 1, "$2500": 1, "$1000": 1, "$600": 2, "$500": 2, "$350": 4, "$250": 6, "$200": 6,
    "$75": 50, "$70": 60, "$60": 100, "$50": 250, "$40": 497, "$25": 20,
}
# fmt: on

SPINS = {
    "A": Spin(
        SPIN_A,
        wager=money("$1"),
        wager_clause="12.D(6)",
        example_wheel=EXAMPLE_WHEEL_A,
        fixed_prize=NamedPrize(
            default=money("$1,000"), least=1, clause="12.D(1)(a)", note_below=money("$100")
        ),
    ),
    "B": Spin(
        SPIN_B,
        wager=money("$1"),
        wager_clause="12.D(6)",
        example_wheel=EXAMPLE_WHEEL_B,
        meters=(Meter("meter", "12.D(5)(b)(ii)", least=money("$1,000")),),
        rate_clause="12.D(5)(a)",
    ),
    "C": Spin(
        SPIN_C,
        wager=money("$5"),
        wager_clause="12.D(7)",
        example_wheel=EXAMPLE_WHEEL_C_AND_D,
        fixed_prize=NamedPrize(
            default=money("$5,000"), least=money("$5,000"), clause="12.D(5)(b)(iii)"
        ),
    ),
    "D": Spin(
        SPIN_D,
        wager=money("$5"),
        wager_clause="12.D(8)",
        example_wheel=EXAMPLE_WHEEL_C_AND_D,
        meters=(Meter("meter", "12.D(5)(b)(iv)", least=money("$5,000")),),
        rate_clause="12.D(5)(a)",
    ),
}

ASKS: Asks = {"fold": FOLD, "1x": 1, "2x": 2, "3x": 3}  # 7.E(1), 11.B(1)
WHOLE_OR_ANY = by_reading("raise_amounts", {"whole": False, "any": True})

CRISS_CROSS = Game(
    key="criss-cross",
    name="Criss Cross Poker",
    short="CCP",
    edition="MLGCA 1.2",
    story=(
        "Five community cards lie face down in a cross. You ante twice and look at your two cards. "
        "Three times you fold or bet one to three antes, on Across, Down and Middle; after each "
        "bet cards are turned: the outer ones of the horizontal line, of the vertical line, then "
        "the center. Each line and your two cards make a hand that is paid by the table, and "
        "Middle is paid at the better one."
    ),
    seats=6,  # 2.A(1)
    boxes=Boxes(1, "2.A(1)"),
    hole="first second",  # 8.D(4)
    looks="first second",  # 11.A
    places=(
        Place("left", "Left", "2.B(3)", inscription="Across"),
        Place("right", "Right", "2.B(3)", inscription="Across"),
        Place("top", "Top", "2.B(3)", inscription="Down"),
        Place("bottom", "Bottom", "2.B(3)", inscription="Down"),
        Place("center", "Center", "2.B(3)", inscription="Middle"),
    ),
    # The sizes of hands in which an ace may stand below a deuce.
    low_ace=by_reading("low_ace", {"straight": "5", "never": ""}),
    hands=(
        HandOf("across", "hole left center right", "11.I(1)", "your Across hand"),
        HandOf("down", "hole top center bottom", "11.I(2)", "your Down hand"),
        BestOf("better", "across down", "11.I(3)", "the better of your two hands"),
        HandOf("board", "left right top bottom center", "7.E(2)(a)", "the five community cards"),
    ),
    wagers=(
        Required(
            "ante_across",
            "Ante Across",
            "7.E(1)",
            by_reading(
                "ante_pays",
                {"even": EvenMoney("across", LINES, "12.A"), "table": ByTable("across", LINES)},
            ),
        ),
        Required(
            "ante_down",
            "Ante Down",
            "7.E(1)",
            by_reading(
                "ante_pays",
                {"even": EvenMoney("down", LINES, "12.A"), "table": ByTable("down", LINES)},
            ),
        ),
        Raise("across", "Across", "11.B(1)(a)", ByTable("across", LINES), of="ante_across"),
        Raise("down", "Down", "11.D", ByTable("down", LINES), of="ante_across"),
        Raise("middle", "Middle", "11.F", ByTable("better", LINES), of="ante_across"),
        Side("five_card_bonus", "Five Card Bonus", "7.E(2)(a)", ByTable("board", FIVE_CARD_BONUS)),
        Side(
            "bonus_spin",
            "Bonus Spin",
            "7.E(2)(b)",
            by_paytable(SPINS, default="D"),
            lives_after_fold=by_reading("spin_after_fold", {"kept": True, "lost": False}),
        ),
    ),
    streets=(
        Street(
            "across", "11.B", ASKS, reveal="left right", reveal_by="11.C", any_amount=WHOLE_OR_ANY
        ),
        Street(
            "down", "11.D", ASKS, reveal="top bottom", reveal_by="11.E", any_amount=WHOLE_OR_ANY
        ),
        Street("middle", "11.F", ASKS, reveal="center", reveal_by="11.G", any_amount=WHOLE_OR_ANY),
    ),
    dealing=(
        Dealing(
            "manual shoe",
            "8.D",
            dealt(
                "left right top bottom center [8.D(2)]; each first [8.D(3)]; each second [8.D(3)]"
            ),
            no_more_bets="8.C",
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
            no_more_bets="10.A(2)",
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
            Check("12.B", "signs"),
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
        announces={"across": "11.I(1)", "down": "11.I(2)"},
        settles_first="five_card_bonus",
        settles_first_by="11.H",
        locks_out="2.B(6)(2)",
        discards="11.J",
        breaches={
            "11.A(1)": "the player did not answer for the hand",
            "11.A(2)": "somebody else touched the cards",
            "11.A(3)": "the cards were out of the dealer's sight",
            "11.A(4)": "the player told or traded what the hand is",
        },
        until_shown="11.A(4)",
    ),
    payout_limit=PayoutLimit(
        "12.B",
        least=money("$50,000"),
        scope=by_reading(
            "ante_pays",
            {"even": "across down middle", "table": "ante_across ante_down across down middle"},
        ),
    ),
    forfeits="11.A(5)",
    incidents=(
        Incident(Kind.CARD_FACE_UP, Remedy.VOID, "13.A"),
        Incident(Kind.CARDS_FACE_UP, Remedy.VOID, "13.A"),
        Incident(Kind.DRAWN_UNEXPOSED, Remedy.NEXT_CARD, "13.B"),
        Incident(Kind.DRAWN_EXPOSED, Remedy.FLOOR_RULES),
        Incident(Kind.WRONG_NUMBER, Remedy.VOID, "13.C"),
        Incident(Kind.PLAYER_SKIPPED, Remedy.VOID, "13.C"),
        Incident(Kind.COMMUNITY_EXPOSED, Remedy.FLOOR_RULES),
        Incident(Kind.STUB_MISDEALT, Remedy.VOID, "8.F(4), 9.D(4), 10.C(3)"),
        Incident(Kind.STUB_NOT_52, Remedy.VOID_DECK_OUT, "8.F(5), 9.D(5), 10.C(4)"),
        Incident(Kind.COUNTER_WRONG, Remedy.DECK_OUT, "5.B"),
        Incident(Kind.SHUFFLER_JAM, Remedy.FLOOR_RULES),
        Incident(Kind.SHOE_JAM, Remedy.VOID, "13.D"),
        Incident(Kind.DEVICE_DOWN, Remedy.COVER, "13.E"),
        Incident(Kind.FOULED_DECK, Remedy.VOID_DECK_OUT),
        Incident(Kind.PROGRESSIVE_DOWN, Remedy.RETURN_OR_WAIT),
        Incident(Kind.WHEEL_DOWN, Remedy.RETURN_OR_WAIT),
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
            "ante_pays",
            "12.A",
            "Are winning antes paid 1 to 1, or by the table of the lines?",
            default="even",
            choices={
                "even": "1 to 1.",
                "table": "By the table, since 12.A speaks of each winning wager of the game.",
            },
            reason=(
                "The designer's game and RET 12.A pay antes 1 to 1; the table would hand the "
                "player an edge of about 9.7 % of the antes."
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
        Reading(
            "spin_after_fold",
            "11.B(3)",
            "Does the Bonus Spin wager stay live when its player folds?",
            default="kept",
            choices={
                "kept": "It does, as the Five Card Bonus does.",
                "lost": "It does not: no spin and no community pay for that player.",
            },
            reason="11.B(3) names the Five Card Bonus only; side wagers usually outlive a fold.",
        ),
    ),
    layout=Layout(
        table="""
            .      top      .
            left   center   right
            .      bottom   .
        """,
        seat="""
            five_card_bonus   .        bonus_spin
            across            middle   down
            ante_across       .        ante_down
        """,
        signs=(Sign("The payout limit is {payout_limit} a position and round.", "12.B"),),
        clause="2.B",
        operator_clause="2.B(1)",
    ),
)
