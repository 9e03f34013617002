"""Criss Cross Poker, from the Maryland standard rules, version 1.2 (cited as CCP).

Five community cards lie in a cross. A player's two cards make one hand with the horizontal line
("across") and one with the vertical line ("down"); the center card belongs to both.
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
)

PAYS = paytable(LINES, clause="12.A")
BONUS = paytable(FIVE_CARD_BONUS, clause="12.C")


def ante(hand: str) -> ByTable:
    """Return the payoff of an ante, which wins, pushes or loses with its line."""
    even = ByTable(hand, PAYS, win=EVEN, by="12.A")
    return by_reading("ante_pays", {"even": even, "table": ByTable(hand, PAYS)})


# Bonus Spin. Tables A and B belong to a $1 wager, C and D to a $5 one. A community symbol such as
# "$100 and $20" pays the first sum to the spinner and the second to each other player with a live
# wager. The book repeats numbers in 12.D; 12.D(6)-(8) are the community lists of A, B, C and D.
SPIN_A = """
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
"""
SPIN_B = """
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
"""
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
SPIN_C = "(a)   jackpot   the fixed prize" + SUMS_OF_C_AND_D
SPIN_D = "(a)   jackpot   100% of meter" + SUMS_OF_C_AND_D
COMMUNITY_A = """
    (i)     $100 and $20   $20
    (ii)    $50 and $10    $10
    (iii)   $15 and $3     $3
"""
COMMUNITY_B = """
    (i)     $100 and $25   $25
    (ii)    $40 and $10    $10
    (iii)   $15 and $3     $3
"""
COMMUNITY_C_AND_D = """
    (i)     $500 and $100   $100
    (ii)    $200 and $50    $50
    (iii)   $25 and $15     $15
"""
OTHERS_A = community_symbols(COMMUNITY_A, clause="12.D(6)(a)")
OTHERS_B = community_symbols(COMMUNITY_B, clause="12.D(6)(b)")
OTHERS_C = community_symbols(COMMUNITY_C_AND_D, clause="12.D(7)(a)")
OTHERS_D = community_symbols(COMMUNITY_C_AND_D, clause="12.D(8)")
PRIZE_A = NamedPrize(money("$1,000"), least=1, clause="12.D(1)(a)", note_below=money("$100"))
METER_B = Meter("meter", least=money("$1,000"), clause="12.D(5)(b)(ii)")
PRIZE_C = NamedPrize(money("$5,000"), least=money("$5,000"), clause="12.D(5)(b)(iii)")
METER_D = Meter("meter", least=money("$5,000"), clause="12.D(5)(b)(iv)")

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
SPINS = {
    "A": Wheel(
        symbols(SPIN_A, clause="12.D(1)", community=OTHERS_A), money("$1"), EXAMPLE_WHEEL_A,
        stake_clause="12.D(6)", fixed_prize=PRIZE_A,
    ),
    "B": Wheel(
        symbols(SPIN_B, clause="12.D(2)", community=OTHERS_B), money("$1"), EXAMPLE_WHEEL_B,
        stake_clause="12.D(6)", meters=(METER_B,), rate_clause="12.D(5)(a)",
    ),
    "C": Wheel(
        symbols(SPIN_C, clause="12.D(3)", community=OTHERS_C), money("$5"), EXAMPLE_WHEEL_C_AND_D,
        stake_clause="12.D(7)", fixed_prize=PRIZE_C,
    ),
    "D": Wheel(
        symbols(SPIN_D, clause="12.D(4)", community=OTHERS_D), money("$5"), EXAMPLE_WHEEL_C_AND_D,
        stake_clause="12.D(8)", meters=(METER_D,), rate_clause="12.D(5)(a)",
    ),
}
# fmt: on

CRISS_CROSS = Game(
    key="criss-cross",
    name="Criss Cross Poker",
    short="CCP",
    edition="MLGCA 1.2",
    story=(
        "Five community cards lie face down in a cross. You make two equal antes and look at your "
        "two cards. Three times, on Across, Down and Middle, you fold or bet one to three times "
        "your ante. After each decision, cards are turned over: first the left and right cards, "
        "then the top and bottom cards, then the center card. Your two cards make one hand with "
        "the horizontal line and another with the vertical line. Across pays on the first, Down on "
        "the second and Middle on the better of the two."
    ),
    seats=6,  # 2.A(1)
    boxes=Boxes(1, "2.A(1)"),
    hole=2,  # 8.D(4)
    places=(
        Place("left", "Left", clause="2.B(3)", inscription="Across"),
        Place("right", "Right", clause="2.B(3)", inscription="Across"),
        Place("top", "Top", clause="2.B(3)", inscription="Down"),
        Place("bottom", "Bottom", clause="2.B(3)", inscription="Down"),
        Place("center", "Center", clause="2.B(3)", inscription="Middle"),
    ),
    hands=(
        HandOf("across", ACROSS, "your Across hand", RANKING, "11.I(1)"),
        HandOf("down", DOWN, "your Down hand", RANKING, "11.I(2)"),
        BestOf("better", ("across", "down"), "the better of your two hands", "11.I(3)"),
        HandOf("board", BOARD, "the five community cards", RANKING, "7.E(2)(a)"),
    ),
    wagers=(
        Required("ante_across", "Ante Across", ante("across"), "7.E(1)"),
        Required("ante_down", "Ante Down", ante("down"), "7.E(1)"),
        Raise("across", "Across", ByTable("across", PAYS), of="ante_across", clause="11.B(1)(a)"),
        Raise("down", "Down", ByTable("down", PAYS), of="ante_across", clause="11.D"),
        Raise("middle", "Middle", ByTable("better", PAYS), of="ante_across", clause="11.F"),
        Side("five_card_bonus", "Five Card Bonus", ByTable("board", BONUS), clause="7.E(2)(a)"),
        Side(
            "bonus_spin",
            "Bonus Spin",
            by_paytable(SPINS, default="D"),
            clause="7.E(2)(b)",
            lives_after_fold=by_reading("spin_after_fold", {"kept": True, "lost": False}),
        ),
    ),
    streets=cross_streets("across", "down", "middle"),
    payout_limit=PayoutLimit(
        clause="12.B",
        least=money("$50,000"),
        scope=by_reading(
            "ante_pays",
            {
                "even": ("across", "down", "middle"),
                "table": ("ante_across", "ante_down", "across", "down", "middle"),
            },
        ),
    ),
    readings=(
        LOW_ACE,
        Reading(
            "ante_pays",
            "12.A",
            "Are winning antes paid 1 to 1, or by the paytable of the lines?",
            default="even",
            choices={
                "even": "1 to 1.",
                "table": "By the paytable, because 12.A speaks of each winning wager of the game.",
            },
            reason=(
                "The designer's game and RET 12.A pay antes 1 to 1; the paytable would give "
                "the player an edge of about 9.7% of the antes."
            ),
        ),
        RAISE_AMOUNTS,
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
        table=CROSS,
        seat="""
            five_card_bonus   .        bonus_spin
            across            middle   down
            ante_across       .        ante_down
        """,
        signs=(Sign("The payout limit is {payout_limit} per position per round.", "12.B"),),
        clause="2.B",
        operator_clause="2.B(1)",
    ),
    procedures=cross_procedures(
        manual_shoe="no more bets [8.C]",
        hand="no more bets [9.A(5)]",
        automated_shoe="no more bets [10.A(2)]",
        signs="12.B",
        announces={"across": "11.I(1)", "down": "11.I(2)"},
        settles_first=("five_card_bonus",),
        discards="11.J",
        player_skipped="void   13.C",
        more_incidents="wheel down   return or wait",
    ),
)
