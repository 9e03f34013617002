"""Sanity tests of the oracle itself; every figure was worked out by hand from the rulebooks."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from . import paytables
from .census import events
from .deals import DECK, GAMES, random_round
from .hands import NAMES, best_of_seven, five_card, three_card, two_card
from .settlement import settle

Json = dict[str, Any]

# ---------------------------------------------------------------- hands


def five_card_counts(ranks: str, low_ace: bool) -> dict[str, int]:
    deck = [card for card in DECK if card[0] in ranks]
    return dict(Counter(five_card(five, low_ace).name for five in combinations(deck, 5)))


SIX_RANKS = {  # the same for any six ranks
    "four of a kind": 120,
    "full house": 720,
    "three of a kind": 3840,
    "two pair": 8640,
    "pair": 23040,
}


def test_five_card_counts() -> None:
    low = {"straight flush": 8, "flush": 16, "straight": 2040, "high card": 4080}
    assert five_card_counts("A23456", True) == SIX_RANKS | low
    literal = {"straight flush": 4, "flush": 20, "straight": 1020, "high card": 5100}
    assert five_card_counts("A23456", False) == SIX_RANKS | literal
    high = low | {"straight flush": 4, "royal flush": 4}
    assert five_card_counts("9TJQKA", True) == SIX_RANKS | high


@pytest.mark.parametrize(
    ("low_ace", "expected"),
    [
        (True, [4, 44, 52, 720, 1096, 3744, 16440]),
        (False, [4, 40, 52, 660, 1100, 3744, 16500]),
    ],
)
def test_three_card_counts(low_ace: bool, expected: list[int]) -> None:
    result = Counter(three_card(three, low_ace) for three in combinations(DECK, 3))
    names = "mini royal,straight flush,three of a kind,straight,flush,pair,high card"
    assert [result[name] for name in names.split(",")] == expected


@pytest.mark.parametrize(
    ("low_ace", "expected"), [(True, [208, 260, 78, 780]), (False, [192, 264, 78, 792])]
)
def test_two_card_counts(low_ace: bool, expected: list[int]) -> None:
    result = Counter(two_card(two, low_ace) for two in combinations(DECK, 2))
    assert [result[name] for name in ("straight", "flush", "pair", "high card")] == expected


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),
        ("Ac 2d 3h 4s 5c", "2c 2d 2h As Kc"),
        ("3c 3d 2h 2s 4c", "Ac Ad Kh Qs Jc"),
        ("Kc Kd 2h 2s 4c", "Qc Qd Jh Js Ac"),
        ("2c 2d 2h As Ac", "Kc Qc Jc 9c 8c"),
        ("3c 3d 3h 2s 2c", "2h 2d 2c As Ac"),
        ("Ac Kd Qh Js 9c", "Ad Kc Qs Jh 8d"),
    ],
)
def test_comparison(better: str, worse: str) -> None:
    assert five_card(better.split()) > five_card(worse.split())


def test_best_of_seven() -> None:
    hand = best_of_seven(["Ah", "2h", "3h", "4h", "5h", "6c", "7d"])
    assert (hand.name, hand.ranks) == ("straight flush", (5,))
    hand = best_of_seven(["Ah", "Ad", "Kh", "Kd", "Qh", "Qd", "Js"])
    assert (hand.name, hand.ranks) == ("two pair", (14, 13, 12))
    assert best_of_seven(["2c", "3c", "5d", "7h", "8s", "9c", "Jd"]).name == "high card"


# ---------------------------------------------------------------- helpers

PLACES = ("left", "right", "center", "top", "bottom")


def cross(game: str, board: str, holes: dict[str, str], seats: Json, **more: Json) -> Json:
    cards: Json = dict(zip(PLACES, board.split(), strict=True))
    cards["holes"] = {number: hole.split() for number, hole in holes.items()}
    return {"game": game, "cards": cards, "seats": seats} | more


def ret_seat(ante: int, decisions: list[str | int], **sides: int) -> Json:
    return {"wagers": {"ante_1": ante, "ante_2": ante} | sides, "decisions": decisions}


def ccp_seat(ante: int, decisions: list[str | int], **sides: int) -> Json:
    return {"wagers": {"ante_across": ante, "ante_down": ante} | sides, "decisions": decisions}


def brief(seat: Json) -> dict[str, tuple[str, int]]:
    return {name: (wager["outcome"], wager["credit"]) for name, wager in seat["wagers"].items()}


# ---------------------------------------------------------------- the contract's example


def test_contract_example() -> None:
    round_: Json = {
        "game": "criss-cross",
        "submission": {"readings": {"low_ace": "never"}},
        "cards": {
            "left": "2c",
            "right": "Td",
            "top": "Ah",
            "bottom": "9s",
            "center": "Kd",
            "holes": {"1": ["Kh", "Qs"], "4": ["7c", "7d"]},
        },
        "seats": {
            "1": ccp_seat(500, ["1x", "3x", "1x"], five_card_bonus=100),
            "4": ccp_seat(500, ["1x", "fold"], bonus_spin=500) | {"spin": "$60"},
        },
        "meters": {"meter": 500000},
    }
    one_to_one = {"stake": 500, "outcome": "win", "credit": 1000, "hand": "pair"}
    assert settle(round_) == {
        "seats": {
            "1": {
                "wagers": {
                    "ante_across": one_to_one,
                    "ante_down": one_to_one,
                    "across": one_to_one,
                    "down": {"stake": 1500, "outcome": "win", "credit": 3000, "hand": "pair"},
                    "middle": one_to_one,
                    "five_card_bonus": {
                        "stake": 100,
                        "outcome": "lose",
                        "credit": 0,
                        "hand": "high card",
                    },
                },
                "envy": 0,
                "community_pay": 0,
                "staked": 3600,
                "credited": 7000,
                "net": 3400,
            },
            "4": {
                "wagers": {
                    "ante_across": {"stake": 500, "outcome": "lose", "credit": 0},
                    "ante_down": {"stake": 500, "outcome": "lose", "credit": 0},
                    "across": {"stake": 500, "outcome": "lose", "credit": 0},
                    "bonus_spin": {"stake": 500, "outcome": "win", "credit": 6000},
                },
                "envy": 0,
                "community_pay": 0,
                "staked": 2000,
                "credited": 6000,
                "net": 4000,
            },
        },
        "meters": {"meter": 500050},
    }


# ---------------------------------------------------------------- Run 'Em Twice

ROYAL_AND_STRAIGHT_FLUSH = "Ah Kh Th 9h 8h"


@pytest.mark.parametrize(
    ("minimum", "center", "uncapped"),
    [(500, 1_406_000, 3_006_000), (2000, 3_006_000, None), (1999, 3_002_700, 3_006_000)],
)
def test_limit_in_order_of_scope(minimum: int, center: int, uncapped: int | None) -> None:
    # 6,000 on each raise: 3,000,000 + 600,000 + 3,000,000 against max(5,000,000, 3300 minimums)
    seat = ret_seat(2000, ["3x", "3x", "3x"], five_card_bonus=100)
    submission = {"table": {"minimum": minimum}}
    round_ = cross(
        "run-em-twice", ROYAL_AND_STRAIGHT_FLUSH, {"1": "Qh Jh"}, {"1": seat}, submission=submission
    )
    wagers = settle(round_)["seats"]["1"]["wagers"]
    assert wagers["ante_1"]["credit"] == wagers["ante_2"]["credit"] == 4000
    assert wagers["run_1"]["credit"] == 3_006_000
    assert wagers["run_2"]["credit"] == 606_000
    assert wagers["center"]["credit"] == center
    assert wagers["center"].get("uncapped") == uncapped
    assert wagers["five_card_bonus"]["credit"] == 1100  # a flush: 10 to 1, never limited


@pytest.mark.parametrize(
    ("royal", "straight_flush", "rate", "royal_pays", "flush_pays", "meter"),
    [
        ("2", "5", "1/10", 900_018, 100_002, 1_000_000),
        ("5", "2", "1/10", 1_000_020, 100_000, 900_000),
        ("6", "1", "1/3", 1_000_066, 100_000, 900_000),
        ("1", "6", "1/3", 900_060, 100_006, 1_000_000),
    ],
)
def test_two_hits_and_envy(
    royal: str, straight_flush: str, rate: str, royal_pays: int, flush_pays: int, meter: int
) -> None:
    seats = {royal: ret_seat(500, ["fold"], progressive=100)}
    seats[straight_flush] = ret_seat(500, ["1x", "1x", "fold"], progressive=100)
    seats["3"] = ret_seat(500, ["fold"])
    out = settle(
        cross(
            "run-em-twice",
            "Qh Jh Th 2c 3d",
            {royal: "Ah Kh", straight_flush: "9h 8h", "3": "4c 5c"},
            seats,
            submission={"wagers": {"progressive": {"meters": {"meter": {"rate": rate}}}}},
            meters={"meter": 1_000_000},
        )
    )
    assert out["seats"][royal]["wagers"]["progressive"]["credit"] == royal_pays
    assert out["seats"][straight_flush]["wagers"]["progressive"]["credit"] == flush_pays
    assert out["seats"][royal]["envy"] == 30_000
    assert out["seats"][straight_flush]["envy"] == 100_000
    assert out["seats"]["3"]["envy"] == 0
    assert out["meters"] == {"meter": meter}


@pytest.mark.parametrize(
    ("royal_seat", "envy"),
    [
        (ret_seat(500, ["fold"]), 0),  # the cards are gone
        (ret_seat(500, ["fold"], ultimate_pairs=100), 500_000),
        (ret_seat(500, ["1x", "1x", "1x"]), 500_000),
        (ret_seat(500, ["1x"], ultimate_pairs=100) | {"forfeit": True}, 0),
    ],
)
def test_envy_needs_cards_on_the_table(royal_seat: Json, envy: int) -> None:
    seats = {"1": royal_seat, "2": ret_seat(500, ["fold"], progressive=500)}
    round_ = cross(
        "run-em-twice",
        "Qh Jh Th 2c 3d",
        {"1": "Ah Kh", "2": "4c 5c"},
        seats,
        submission={"wagers": {"progressive": {"paytable": "C", "wager": 500}}},
        meters={"minor": 200_000},
    )
    out = settle(round_)
    assert out["seats"]["2"]["envy"] == envy
    assert out["meters"] == {"minor": 200_050}


def test_better_of_two_and_pushes() -> None:
    # horizontal: pair of nines (push); vertical: pair of fives (loss); the center pushes
    seat = ret_seat(500, ["2x", "3x", "1x"], five_card_bonus=300, ultimate_pairs=100)
    out = settle(cross("run-em-twice", "9c 2d 7h 5s Jc", {"3": "9h 5d"}, {"3": seat}))
    assert brief(out["seats"]["3"]) == {
        "ante_1": ("push", 500),
        "run_1": ("push", 1000),
        "ante_2": ("lose", 0),
        "run_2": ("lose", 0),
        "center": ("push", 500),
        "five_card_bonus": ("lose", 0),
        "ultimate_pairs": ("lose", 0),
    }
    assert out["seats"]["3"]["net"] == 2000 - 4400
    assert out["meters"] == {}


@pytest.mark.parametrize(
    ("table", "hole", "odds"),
    [
        ("A", "Ac As", 30),
        ("A", "Ks Ac", 15),
        ("A", "Jd Ad", 20),
        ("A", "Td Tc", 3),
        ("B", "Kc Kd", 5),
        ("B", "Kd Ad", 20),
        ("C", "Ad Ah", 100),
        ("C", "Ad As", 30),
        ("D", "Ah Ad", 50),
        ("D", "Ah As", 25),
        ("E", "Ah Ad", 25),
        ("E", "2h 2d", 5),
        ("E", "Ah Td", -1),
    ],
)
def test_ultimate_pairs(table: str, hole: str, odds: int) -> None:
    assert paytables.ultimate_pairs_odds(table, hole.split()) == odds


# ---------------------------------------------------------------- Criss Cross


def spin_round(paytable: str, readings: Json, spins: dict[str, str | None]) -> Json:
    """Return a round where seats 2 and 5 have pairs, seat 3 none; all have a live Bonus Spin."""
    stake = paytables.SPIN_WAGER[paytable]
    seats = {number: ccp_seat(100, ["1x", "fold"], bonus_spin=stake) for number in "235"}
    for number, symbol in spins.items():
        if symbol:
            seats[number]["spin"] = symbol
    return cross(
        "criss-cross",
        "2c 9d Kh 4s 6c",
        {"2": "8c 8d", "3": "Ac Qd", "5": "Jc Jd"},
        seats,
        submission={"wagers": {"bonus_spin": {"paytable": paytable}}, "readings": readings},
    )


def test_two_jackpots() -> None:
    round_ = spin_round("D", {}, {"2": "jackpot", "5": "jackpot"}) | {"meters": {"meter": 777_000}}
    out = settle(round_)
    assert out["seats"]["5"]["wagers"]["bonus_spin"]["credit"] == 777_150
    assert out["seats"]["2"]["wagers"]["bonus_spin"]["credit"] == 500_000
    assert out["meters"] == {"meter": 500_000}


def test_fixed_prize() -> None:
    out = settle(spin_round("A", {}, {"2": "jackpot", "5": "jackpot"}))
    assert brief(out["seats"]["2"])["bonus_spin"] == ("win", 100_000)
    assert brief(out["seats"]["5"])["bonus_spin"] == ("win", 100_000)
    assert out["meters"] == {}


@pytest.mark.parametrize("table", ["A", "D"])
def test_another_symbol_for_the_top_prize(table: str) -> None:
    round_ = spin_round(table, {}, {"2": "Lucky 7", "5": "$500"})
    spin = round_["submission"]["wagers"]["bonus_spin"]
    spin["top_symbol"] = "Lucky 7"
    expected = {"A": 100_000, "D": 500_150}[table]
    out = settle(round_)["seats"]
    assert out["2"]["wagers"]["bonus_spin"]["credit"] == expected
    assert out["2"]["community_pay"] == (10_000 if table == "D" else 0)
    assert out["5"]["community_pay"] == 0
    if table == "A":
        spin |= {"merchandise": "a boat", "fixed_prize": 777}
        stake = {"stake": 100, "outcome": "win", "credit": 777, "merchandise": "a boat"}
        assert settle(round_)["seats"]["2"]["wagers"]["bonus_spin"] == stake


def test_community_pay() -> None:
    out = settle(spin_round("B", {}, {"2": "$100", "5": "$15"}))["seats"]
    assert [out[n]["community_pay"] for n in "235"] == [300, 2800, 2500]
    assert [out[n]["wagers"]["bonus_spin"]["credit"] for n in "235"] == [10_000, 0, 1500]
    assert out["2"]["net"] == 10_000 + 300 - 100 - 300


def test_spin_lost_with_the_fold() -> None:
    out = settle(spin_round("D", {"spin_after_fold": "lost"}, {}))["seats"]
    assert [out[n]["credited"] for n in "235"] == [0, 0, 0]


def test_antes_by_the_table() -> None:
    # horizontal flush (8 to 1), vertical pair of kings (1 to 1)
    seat = ccp_seat(500, ["1x", "1x", 700])
    submission = {"readings": {"ante_pays": "table", "raise_amounts": "any"}}
    round_ = cross(
        "criss-cross", "2h 9h Kh Kc 4d", {"1": "Qh Ah"}, {"1": seat}, submission=submission
    )
    assert brief(settle(round_)["seats"]["1"]) == {
        "ante_across": ("win", 4500),
        "ante_down": ("win", 1000),
        "across": ("win", 4500),
        "down": ("win", 1000),
        "middle": ("win", 6300),
    }


def test_forfeit_and_void() -> None:
    round_ = spin_round("D", {}, {"5": "$200"}) | {"meters": {"meter": 600_000}}
    round_["seats"]["2"]["forfeit"] = True
    out = settle(round_)
    assert out["seats"]["2"]["credited"] == out["seats"]["2"]["community_pay"] == 0
    assert out["seats"]["3"]["community_pay"] == 5000
    assert out["meters"] == {"meter": 600_150}

    del round_["cards"], round_["seats"]["5"]["spin"]
    out = settle(round_ | {"void": True})
    assert out["meters"] == {"meter": 600_000}
    for number, seat in out["seats"].items():
        is_forfeit = number == "2"
        assert seat["net"] == (-seat["staked"] if is_forfeit else 0)
        outcome = "lose" if is_forfeit else "void"
        assert all(wager["outcome"] == outcome for wager in seat["wagers"].values())
        assert not any("hand" in wager for wager in seat["wagers"].values())


# ---------------------------------------------------------------- Texas Hold 'Em Bonus


def holdem(hole: str, dealer: str, board: str, seat: Json, **more: Json) -> Json:
    five = board.split()
    cards = {
        "flop": five[:3],
        "turn": five[3],
        "river": five[4],
        "dealer": dealer.split(),
        "holes": {"1": hole.split()},
    }
    return {"game": "holdem-bonus", "cards": cards, "seats": {"1": seat}} | more


def bet_all(ante: int, **sides: int) -> Json:
    return {"wagers": {"ante": ante} | sides, "decisions": ["bet", "bet", "bet"]}


@pytest.mark.parametrize(
    ("hole", "pays_on", "ante", "net"),
    [
        ("Kc Qd", "straight", "push", 2000),  # a pair of kings against ace high
        ("Td 7d", "straight", "win", 2500),  # T-9-8-7-6
        ("Td 7d", "flush", "push", 2000),
        ("3d 2d", "straight", "lose", -2500),
    ],
)
def test_holdem_ante(hole: str, pays_on: str, ante: str, net: int) -> None:
    submission = {"wagers": {"ante": {"pays_on": pays_on}}}
    round_ = holdem(hole, "Ac Jd", "Ks 9h 8c 6d 4h", bet_all(500), submission=submission)
    seat = settle(round_)["seats"]["1"]
    assert (seat["wagers"]["ante"]["outcome"], seat["net"]) == (ante, net)
    assert seat["wagers"]["flop"]["stake"] == 1000


def test_holdem_tie_and_fold() -> None:
    tie = settle(holdem("2c 3d", "2d 3c", "As Kh Qc Jd 9h", bet_all(500, bonus=100)))
    assert tie["seats"]["1"]["net"] == -100
    assert {w["outcome"] for w in tie["seats"]["1"]["wagers"].values()} == {"push", "lose"}
    folds: Json = {"wagers": {"ante": 500, "bonus": 100}, "decisions": ["fold"]}
    fold = settle(holdem("Ac Kc", "2d 3c", "As Kh Qc Jd 9h", folds))["seats"]["1"]
    assert fold["wagers"]["ante"] == {"stake": 500, "outcome": "lose", "credit": 0}
    assert fold["wagers"]["bonus"] == {"stake": 100, "outcome": "win", "credit": 2600}


def test_holdem_limit_on_the_bonus() -> None:
    # both have aces and sixes with a nine: the main wagers push
    seat = bet_all(500, bonus=10_000)
    out = settle(holdem("Ac Ad", "Ah As", "6c 6d 2h 3s 9c", seat))["seats"]["1"]
    assert out["wagers"]["bonus"] == {
        "stake": 10_000,
        "outcome": "win",
        "credit": 5_010_000,
        "uncapped": 10_010_000,
    }
    assert out["net"] == 5_000_000


@pytest.mark.parametrize(
    ("minimum", "is_offered", "limit"),
    [(100, True, 5_000_000), (4998, True, 5_000_500), (20_000, True, 20_002_500)],
)
def test_holdem_limit_counts_the_bonus_at_its_minimum(
    minimum: int, is_offered: bool, limit: int
) -> None:
    # five antes of $5 and a thousand of the Bonus
    submission = {"wagers": {"bonus": {"minimum": minimum, "maximum": 10**6}}}
    round_ = holdem(
        "Ac Ad", "Ah As", "6c 6d 2h 3s 9c", bet_all(500, bonus=100_000), submission=submission
    )
    out = settle(round_)["seats"]["1"]
    assert out["wagers"]["bonus"]["credit"] == 100_000 + limit


def test_a_limit_of_its_own() -> None:
    seat = bet_all(500, bonus=100)
    round_ = holdem("Ac Ad", "Ah As", "6c 6d 2h 3s 9c", seat)
    round_["submission"] = {"table": {"payout_limit": 4321}}
    out = settle(round_)["seats"]["1"]
    assert out["wagers"]["bonus"]["credit"] == 100 + 4321
    assert out["wagers"]["bonus"]["uncapped"] == 100 + 100_000


def test_stud_limit_counts_win_em_all_at_its_minimum() -> None:
    # 1,101 of $1 and twelve of $5,000 are $61,101; 1,101 of $100 come first
    seat = stud_seat(10_000, ["raise", "raise"], win_em_all=10_000)
    submission: Json = {
        "table": {"minimum": 100},
        "wagers": {"win_em_all": {"minimum": 500_000, "maximum": 10**6}},
    }
    round_ = stud({"1": "Ah Kh Qh"}, "Jh Th", {"1": seat}, submission=submission)
    out = settle(round_)["seats"]["1"]
    assert out["net"] == 110_100 + 6_000_000
    submission["wagers"]["win_em_all"] = {"offered": False}
    del seat["wagers"]["win_em_all"]
    assert settle(round_)["seats"]["1"]["net"] == 5_000_000


def test_settle_bonus() -> None:
    round_ = holdem("Ac Kd", "Ah As", "6c 6d 2h 3s 9c", bet_all(500, bonus=100))
    round_["void"] = "settle-bonus"
    for place in ("flop", "turn", "river"):
        del round_["cards"][place]
    out = settle(round_)["seats"]["1"]
    assert out["wagers"]["bonus"] == {"stake": 100, "outcome": "win", "credit": 1600}
    assert out["wagers"]["flop"] == {"stake": 1000, "outcome": "void", "credit": 1000}
    assert out["net"] == 1500


# ---------------------------------------------------------------- 235 Stud


def stud(holes: dict[str, str], community: str, seats: Json, **more: Json) -> Json:
    cards = {
        "community": community.split(),
        "holes": {number: hole.split() for number, hole in holes.items()},
    }
    return {"game": "stud-235", "cards": cards, "seats": seats} | more


def stud_seat(stake: int, decisions: list[str], **sides: int) -> Json:
    required = dict.fromkeys(("two_card", "three_card", "five_card"), stake)
    return {"wagers": required | sides, "decisions": decisions}


def test_stud_royal() -> None:
    seat = stud_seat(500, ["raise", "raise"], win_em_all=100)
    out = settle(stud({"1": "Ah Kh Qh"}, "Jh Th", {"1": seat}))["seats"]["1"]
    assert brief(out) == {
        "two_card": ("win", 1000),
        "three_card": ("win", 25_500),
        "raise_three": ("win", 25_500),
        "five_card": ("win", 250_500),
        "raise_five": ("win", 250_500),
        "win_em_all": ("win", 1300),
    }
    assert out["wagers"]["two_card"]["hand"] == "straight"
    assert out["wagers"]["raise_three"]["hand"] == "mini royal"
    assert out["net"] == 1101 * 500 + 1200


@pytest.mark.parametrize(
    ("hole", "reading", "two", "three", "net"),
    [
        ("Ah 2c 3d", "five-card", "high card", "high card", 100 * (15 - 2)),
        ("Ah 2c 3d", "all", "straight", "straight", 100 * (15 + 1 + 5)),
        ("Ah 2h 3h", "five-card", "flush", "flush", 100 * (15 + 1 + 3)),
        ("Ah 2h 3h", "all", "straight", "straight flush", 100 * (15 + 1 + 20)),
        ("2h 3h Ah", "five-card", "straight", "flush", 100 * (15 + 1 + 3)),
    ],
)
def test_stud_low_ace(hole: str, reading: str, two: str, three: str, net: int) -> None:
    seats = {"2": stud_seat(100, ["check", "check"])}
    submission = {"readings": {"low_ace": reading}}
    out = settle(stud({"2": hole}, "4c 5d", seats, submission=submission))["seats"]["2"]
    assert out["wagers"]["two_card"]["hand"] == two
    assert out["wagers"]["three_card"]["hand"] == three
    assert out["wagers"]["five_card"]["hand"] == "straight"
    assert out["net"] == net


def test_stud_pairs_and_win_em_all() -> None:
    seats = {"1": stud_seat(100, ["raise", "check"], win_em_all=100)}
    nines = settle(stud({"1": "9c 9d 2h"}, "4c 5d", seats))["seats"]["1"]
    assert (nines["staked"], nines["credited"]) == (500, 600)
    tens = settle(stud({"1": "Tc Td 2h"}, "4c 5d", seats))["seats"]["1"]
    assert (tens["staked"], tens["credited"]) == (500, 800 + 1300)


def test_stud_boxes_and_envy() -> None:
    # seat 1: straight flush; seats 2 and 3, one player: royal flush and nothing
    seats = {
        "1": stud_seat(100, ["check", "check"]),
        "2": stud_seat(100, ["check", "check"], progressive=100) | {"player": "B"},
        "3": stud_seat(100, ["check", "check"], progressive=100) | {"player": "B"},
        "6": stud_seat(100, ["check", "check"], progressive=100),
    }
    holes = {"1": "9h 8h 7h", "2": "Ah Kh Qh", "3": "2c 4d 6s", "6": "3c 5d 7s"}
    submission = {
        "table": {"boxes_per_player": 2},
        "wagers": {"progressive": {"paytable": "D"}},
    }
    meters = {"mega": 2_000_000, "minor": 30_000}
    out = settle(stud(holes, "Jh Th", seats, submission=submission, meters=meters))
    assert [out["seats"][n]["envy"] for n in "1236"] == [0, 30_000, 30_000, 130_000]
    assert out["seats"]["2"]["wagers"]["progressive"]["credit"] == 2_000_030
    assert out["meters"] == {"mega": 1_000_000, "minor": 30_030}


def test_stud_name_that_is_a_number() -> None:
    # seat 2 has no name: the player called 2 is somebody else
    seats = {
        "2": stud_seat(100, ["check", "check"]),
        "3": stud_seat(100, ["check", "check"], progressive=100) | {"player": "2"},
    }
    out = settle(stud({"2": "Ah Kh Qh", "3": "2c 4d 6s"}, "Jh Th", seats))
    assert [out["seats"][n]["envy"] for n in "23"] == [0, 100_000]


def test_stud_two_quads_on_the_minor() -> None:
    seats = {n: stud_seat(100, ["check", "check"], progressive=500) for n in "14"}
    submission = {
        "wagers": {
            "progressive": {
                "paytable": "D",
                "wager": 500,
                "meters": {"minor": {"start": 40_000, "reset": 25_000, "rate": "1/7"}},
            }
        }
    }
    holes = {"1": "7c 7d 7h", "4": "9c 9d 9h"}
    out = settle(stud(holes, "7s 9s", seats, submission=submission))
    # 40,000 + 1000/7 = 40,142 6/7, then 25,000 6/7
    assert out["seats"]["4"]["wagers"]["progressive"]["credit"] == 40_142
    assert out["seats"]["1"]["wagers"]["progressive"]["credit"] == 25_000
    assert out["meters"] == {}


# ---------------------------------------------------------------- census

LINES = [*NAMES[2:]]
FIXED_AND_METERS = NAMES[3:]


def expected_cross(game: str) -> set[str]:
    ret = game == "run-em-twice"
    first, second, both = ("run_1", "run_2", "center") if ret else ("across", "down", "middle")
    antes = ("ante_1", "ante_2") if ret else ("ante_across", "ante_down")
    expected_events = {
        "forfeit",
        "forfeit, then void",
        "void True",
        "void without cards",
        "two hits on one meter",
    }
    expected_events |= {"two whole hits on one meter", "low_ace = never", "raise_amounts = any"}
    expected_events |= {"limit above $50,000", "limit leaves a part", "limit leaves nothing"}
    expected_events |= {f"limit on {name}" for name in (first, second, both)} | {"limit of its own"}
    expected_events |= {f"seats {count}" for count in range(1, 7)}
    for name in (first, second, both, *antes):
        expected_events |= {f"{name} {hand} win" for hand in [*LINES, "pair"]}
        expected_events |= {f"{name} pair push", f"{name} pair lose", f"{name} high card lose"}
        expected_events.add(f"{name} void")
    for hand in [*LINES, "pair"]:
        expected_events.add(f"five_card_bonus {hand} win")
    expected_events |= {"five_card_bonus pair lose", "five_card_bonus high card lose"}
    for street in range(3):
        expected_events |= {f"street {street} {way}" for way in ("fold", "1x", "2x", "3x", "cents")}
    return expected_events | {"hit on a shown meter", "hit on a meter not shown"}


def expected_progressive() -> set[str]:
    expected_events = {
        f"progressive {table} {hand}" for table in "ABCD" for hand in FIXED_AND_METERS
    }
    expected_events |= {"envy", "envy for several hands", "hits on two meters"}
    expected_events |= {f"hit on {name}" for name in ("meter", "mega", "major", "minor")}
    return expected_events | {"a tenth and the whole of one meter", "two hits on one meter"}


def expected(game: str) -> set[str]:
    if game == "run-em-twice":
        expected_events = expected_cross(game) | expected_progressive()
        for table, odds in paytables.ULTIMATE_PAIRS.items():
            expected_events |= {f"ultimate pairs {table} {line} to 1" for line in odds.values()}
        expected_events |= {"progressive_hand = best-of-runs", "progressive_hand = community"}
        return expected_events | {"folded, progressive win", "folded, ultimate_pairs win"}
    if game == "criss-cross":
        expected_events = expected_cross(game) | {
            "community pay",
            "hit on fixed prize",
            "bonus_spin lose",
        }
        for table, dollars in paytables.SPIN_PLAIN.items():
            symbols = [*dollars, *paytables.SPIN_COMMUNITY[table]]
            expected_events |= {f"spin {table} ${each}" for each in symbols} | {
                f"spin {table} jackpot"
            }
        expected_events |= {f"spin {table} another symbol" for table in "ABCD"}
        expected_events |= {f"spin {table} merchandise" for table in "AC"}
        expected_events |= {"limit on ante_across", "limit on ante_down", "folded, bonus_spin win"}
        return expected_events | {
            "ante_pays = table",
            "spin_after_fold = lost",
            "folded, bonus_spin lose",
        }
    if game == "holdem-bonus":
        expected_events = {f"bonus {odds} to 1" for odds in (1000, 30, 25, 20, 15, 10, 5, 3)}
        expected_events |= {"void True", "void settle-bonus", "bonus lose", "bonus void"}
        for name in ("ante", "flop", "turn", "river"):
            expected_events |= {f"{name} {outcome}" for outcome in ("win", "push", "lose", "void")}
            expected_events.add(f"limit on {name}")
        expected_events |= {f"flop {hand} win" for hand in NAMES} | {
            "pays on flush",
            "limit on bonus",
        }
        expected_events |= {"ante straight win", "ante straight push", "ante three of a kind push"}
        expected_events |= {
            "street 0 fold",
            "street 0 bet",
            "folded, bonus win",
            "limit above $50,000",
        }
        expected_events |= {"limit above $50,000 by a side wager", "limit of its own"}
        return expected_events | {f"street {n} {way}" for n in (1, 2) for way in ("check", "bet")}
    expected_events = expected_progressive() | {"no envy between boxes", "two boxes of one player"}
    expected_events |= {
        f"{name} {hand} win" for name in ("five_card", "raise_five") for hand in LINES
    }
    expected_events |= {"five_card pair win", "five_card pair lose", "five_card high card lose"}
    three = ("mini royal", "straight flush", "three of a kind", "straight", "flush", "pair")
    expected_events |= {
        f"{name} {hand} win" for name in ("three_card", "raise_three") for hand in three
    }
    expected_events |= {f"two_card {hand} win" for hand in ("straight", "flush", "pair")}
    scope = ("two_card", "three_card", "five_card", "raise_three", "raise_five", "win_em_all")
    expected_events |= {f"limit on {name}" for name in scope} | {
        "limit above $50,000",
        "low_ace = all",
    }
    expected_events |= {"limit above $50,000 by a side wager", "limit of its own"}
    expected_events |= {
        "win_em_all win",
        "win_em_all lose",
        "void True",
        "two whole hits on one meter",
    }
    return expected_events | {f"street {n} {way}" for n in (0, 1) for way in ("check", "raise")}


@pytest.mark.parametrize("game", GAMES)
def test_census(game: str) -> None:
    rng = random.Random(f"census {game}")
    result: set[str] = set()
    for _ in range(3000):
        round_ = random_round(rng, game)
        result |= events(round_, settle(round_))
    assert sorted(expected(game) - result) == []


@pytest.mark.parametrize("game", GAMES)
def test_random_rounds_are_well_formed(game: str) -> None:
    rng = random.Random(f"form {game}")
    for _ in range(500):
        round_ = random_round(rng, game)
        cards = round_.get("cards", {})
        dealt = [c for hole in cards.get("holes", {}).values() for c in hole]
        for place, value in cards.items():
            if place != "holes":
                dealt += [value] if isinstance(value, str) else value
        assert len(dealt) == len(set(dealt))
        assert set(dealt) <= set(DECK)
        out = settle(round_)
        assert set(out["seats"]) == set(round_["seats"])
        for seat in out["seats"].values():
            assert seat["net"] == seat["credited"] - seat["staked"]
            assert all(1 <= wager["stake"] <= 10**12 for wager in seat["wagers"].values())
