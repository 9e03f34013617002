"""The odds of the four rulebooks, to 1; 0 is a push, -1 a loss. Sums are in cents."""

from collections.abc import Sequence

from .hands import JACK, KING, TEN, Hand, is_flush, rank

LOSS, PUSH = -1, 0

# RET 12.B, CCP 12.A
LINE = {
    "royal flush": 500,
    "straight flush": 100,
    "four of a kind": 40,
    "full house": 12,
    "flush": 8,
    "straight": 5,
    "three of a kind": 3,
    "two pair": 2,
}
# RET 12.D, CCP 12.C
FIVE_CARD_BONUS = {
    "royal flush": 250,
    "straight flush": 100,
    "four of a kind": 40,
    "full house": 15,
    "flush": 10,
    "straight": 6,
    "three of a kind": 4,
    "two pair": 3,
}
# 235 12.A, B, C
TWO_CARD = {"pair": 1, "flush": 1, "straight": 1}
THREE_CARD = {
    "mini royal": 50,
    "straight flush": 20,
    "three of a kind": 10,
    "straight": 5,
    "flush": 3,
    "pair": 1,
}
FIVE_CARD = {
    "royal flush": 500,
    "straight flush": 250,
    "four of a kind": 100,
    "full house": 25,
    "flush": 20,
    "straight": 15,
    "three of a kind": 7,
    "two pair": 3,
}
WIN_EM_ALL = 12  # 235 12.D

# RET 12.E and THB 12.B share their lines, named here by `hole_line`.
ULTIMATE_PAIRS = {
    "A": {"AA": 30, "AKs": 25, "AQs": 20, "AKo": 15, "JJ": 10, "AQo": 5, "22": 3},
    "B": {"AA": 30, "AKs": 20, "AQs": 20, "AKo": 10, "AQo": 10, "JJ": 5, "22": 5},
    "C": {"red": 100, "AA": 30, "AKs": 20, "AQs": 20, "AKo": 10, "AQo": 10, "JJ": 4, "22": 4},
    "D": {"red": 50, "AA": 25, "AKs": 20, "AQs": 20, "AKo": 10, "AQo": 10, "JJ": 5, "22": 5},
    "E": {"AA": 25, "AKs": 20, "AQs": 20, "AKo": 10, "AQo": 10, "JJ": 5, "22": 5},
}
HOLDEM_BONUS_BOTH_ACES = 1000
HOLDEM_BONUS = {"AA": 30, "AKs": 25, "AQs": 20, "AKo": 15, "JJ": 10, "AQo": 5, "22": 3}

# RET 12.F, 235 12.E: a share of a meter, otherwise odds "for 1"
HIT = {
    "A": {"royal flush": ("meter", 100), "straight flush": ("meter", 10)},
    "B": {"royal flush": ("meter", 100), "straight flush": ("meter", 10)},
    "C": {"royal flush": ("major", 100), "straight flush": ("minor", 100)},
    "D": {
        "royal flush": ("mega", 100),
        "straight flush": ("major", 100),
        "four of a kind": ("minor", 100),
    },
}
FOR_ONE = {
    "four of a kind": 300,
    "full house": 50,
    "flush": 40,
    "straight": 30,
    "three of a kind": 9,
}
# RET 12.F(6), 235 12.F(2)
PROGRESSIVE_FLOORS = {
    "A": {"meter": 1_000_000},
    "B": {"meter": 200_000},
    "C": {"major": 1_000_000, "minor": 100_000},
    "D": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
}
# RET 12.H, I; 235 12.I, J: by the wager of the player who is paid
ENVY = {
    100: {"royal flush": 100_000, "straight flush": 30_000},
    500: {"royal flush": 500_000, "straight flush": 150_000},
}

# CCP 12.D(1)-(4), (6)-(8), in dollars
SPIN_PLAIN = {
    "A": [500, 200, 120, 70, 60, 35, 25, 18, 12, 11, 10],
    "B": [500, 250, 120, 60, 50, 30, 20, 18, 13, 12, 10],
    "C": [2500, 1000, 600, 350, 250, 75, 40, 70, 60, 50],
    "D": [2500, 1000, 600, 350, 250, 75, 40, 70, 60, 50],
}
SPIN_COMMUNITY = {
    "A": {100: 20, 50: 10, 15: 3},
    "B": {100: 25, 40: 10, 15: 3},
    "C": {500: 100, 200: 50, 25: 15},
    "D": {500: 100, 200: 50, 25: 15},
}
SPIN_WAGER = {"A": 100, "B": 100, "C": 500, "D": 500}
SPIN_METER_FLOOR = {"B": 100_000, "D": 500_000}
SPIN_FIXED_PRIZE = {"A": 100_000, "C": 500_000}


def _with_pairs(table: dict[str, int], hand: Hand, pair_wins_from: int) -> int:
    if hand.name == "pair" and hand.ranks[0] >= pair_wins_from:
        return 1
    return table.get(hand.name, LOSS)


def line_odds(hand: Hand) -> int:
    if hand.name == "pair" and 6 <= hand.ranks[0] <= TEN:
        return PUSH
    return _with_pairs(LINE, hand, JACK)


def five_card_bonus_odds(hand: Hand) -> int:
    return _with_pairs(FIVE_CARD_BONUS, hand, 6)


def stud_five_card_odds(hand: Hand) -> int:
    return _with_pairs(FIVE_CARD, hand, TEN)


def hole_line(hole: Sequence[str]) -> str:
    """Return AA, JJ (to KK), 22 (to TT), AKs, AKo, AQs (or AJs), AQo (or AJo), or nothing."""
    low, high = sorted(hole, key=rank)
    if rank(low) == rank(high):
        if high[0] == "A":
            return "AA"
        return "JJ" if JACK <= rank(high) <= KING else "22"
    if high[0] != "A" or low[0] not in "KQJ":
        return ""
    return ("AK" if low[0] == "K" else "AQ") + ("s" if is_flush(hole) else "o")


def ultimate_pairs_odds(paytable: str, hole: Sequence[str]) -> int:
    table = ULTIMATE_PAIRS[paytable]
    if "red" in table and set(hole) == {"Ah", "Ad"}:
        return table["red"]
    return table.get(hole_line(hole), LOSS)


def holdem_bonus_odds(hole: Sequence[str], dealer: Sequence[str]) -> int:
    line = hole_line(hole)
    if line == "AA" and hole_line(dealer) == "AA":
        return HOLDEM_BONUS_BOTH_ACES
    return HOLDEM_BONUS.get(line, LOSS)
