# ruff: noqa: N802 - a test is called by its clause
"""Criss Cross Poker: clauses that no other test covers."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from pitboss.cards import cards
from pitboss.games import MARYLAND
from pitboss.games.game_parts import HandOf
from pitboss.hands import hand
from pitboss.settle import payout_limit
from pitboss.submission import Fault, Rules, SubmissionRefused, resolve
from tests.settle.round_lines import a_round, answer, at, ccp

CCP = MARYLAND["criss-cross"]
BOARD = "2c Td Ah 9s 4d"
CROSS = {"left": "2c", "right": "Td", "top": "Ah", "bottom": "9s", "center": "4d"}


def spots(grid: str) -> list[list[str]]:
    """A layout drawn as text, row by row."""
    return [row.split() for row in grid.strip().splitlines()]


def refusal(submission_: Mapping[str, Any]) -> Fault:
    """The one thing that is wrong with a filing."""
    with pytest.raises(SubmissionRefused) as refused:
        resolve(CCP, submission_)
    (fault,) = refused.value.faults
    return fault


def offered_wagers(rules: Rules) -> list[str]:
    return [side.key for side in rules.sides]


def test_ccp_1_B() -> None:
    """Antes are a must, bets follow a decision, bonus wagers are free; each is called by its name.

    Shows 1.A too.
    """
    assert [wager.label for wager in CCP.required] == ["Ante Across", "Ante Down"]
    assert [wager.label for wager in CCP.raises] == ["Across", "Down", "Middle"]
    assert [wager.label for wager in CCP.sides] == ["Five Card Bonus", "Bonus Spin"]


@pytest.mark.parametrize("side", ["five_card_bonus", "bonus_spin"])
def test_ccp_1_B_2(side: str) -> None:
    """A bonus can be left out, and any one taken alone."""
    antes = {"ante_across", "ante_down"}
    assert set(ccp(BOARD, at(1, "Kh Qs", 500, "fold")).wagers(1)) == antes
    round_ = a_round("criss-cross", dict(CROSS), at(1, "Kh Qs", 500, "fold"))
    round_["seats"]["1"]["wagers"][side] = 500
    assert set(answer(round_)["seats"]["1"]["wagers"]) == {*antes, side}


def test_ccp_2_A_1() -> None:
    """Seats 1 to 6 can bet, a seventh cannot, and one player has one of them."""
    holes = ("Ac Kc", "Ad Kd", "As Ks", "Qc Qd", "Qh Qs", "Jc Jd")
    seats = [at(n, hole, 500, "fold") for n, hole in enumerate(holes, 1)]
    assert len(answer(a_round("criss-cross", dict(CROSS), *seats))["seats"]) == 6
    seventh = answer(a_round("criss-cross", dict(CROSS), at(7, "Kh Qs", 500, "fold")))
    assert "7 is not a seat" in seventh["error"]
    both = at(1, "Kh Qs", 500, "fold", player="ann"), at(2, "Jc Jd", 500, "fold", player="ann")
    error = answer(a_round("criss-cross", dict(CROSS), *both))["error"]
    assert "'ann' plays 2 positions, but may play 1 [CCP 2.A(1)]" in error


def test_ccp_2_B_2() -> None:
    """Beside the side wagers a position has five spots, each of them once."""
    seat = [spot for row in spots(CCP.layout.seat) for spot in row if spot != "."]
    main = [spot for spot in seat if spot not in ("five_card_bonus", "bonus_spin")]
    assert sorted(main) == ["across", "ante_across", "ante_down", "down", "middle"]


def test_ccp_2_B_3() -> None:
    """The community cards lie as a cross, with the center in both lines."""
    assert spots(CCP.layout.table) == [
        [".", "top", "."],
        ["left", "center", "right"],
        [".", "bottom", "."],
    ]


def test_ccp_2_B_4() -> None:
    """Each side wager has one spot, which it shares with nothing."""
    seat = [spot for row in spots(CCP.layout.seat) for spot in row]
    assert [seat.count(spot) for spot in ("five_card_bonus", "bonus_spin")] == [1, 1]


def test_ccp_3_A() -> None:
    """One deck unless the filing says two, which takes a shuffler; never three."""
    assert resolve(CCP).table.decks == 1
    two = resolve(CCP, {"table": {"decks": 2, "shuffler": "automated"}})
    assert two.table.decks == 2
    fault = refusal({"table": {"decks": 2, "shuffler": "none"}})
    assert (fault.path, fault.clause) == ("table.decks", "CCP 3.B")
    fault = refusal({"table": {"decks": 3, "shuffler": "automated"}})
    assert (fault.path, fault.clause) == ("table.decks", "CCP 3.B")


@pytest.mark.parametrize("method", ["manual shoe", "hand", "automated shoe"])
def test_ccp_5_B(method: str) -> None:
    """A shuffler that counts may be filed with every way of dealing; an unknown one may not."""
    table = {"dealing": method, "shuffler": "automated counting"}
    assert resolve(CCP, {"table": table}).table.shuffler == "automated counting"
    fault = refusal({"table": table | {"shuffler": "by guess"}})
    assert (fault.path, fault.clause) == ("table.shuffler", "CCP 5.A, 5.B, 5.G")


def test_ccp_5_G() -> None:
    """A shoe that reshuffles by itself may be filed, and deals the cross and then the players."""
    table = {"dealing": "automated shoe", "shuffler": "automated reshuffling"}
    rules = resolve(CCP, {"table": table})
    assert rules.table.shuffler == "automated reshuffling"
    assert (rules.dealing.method, rules.dealing.clause) == ("automated shoe", "10.B")


# The lowest and the highest hand of each kind, best kind first.
KINDS = [
    ("royal flush", "Tc Jc Qc Kc Ac", "Ts Js Qs Ks As"),
    ("straight flush", "Ad 2d 3d 4d 5d", "9h Th Jh Qh Kh"),
    ("four of a kind", "2c 2d 2h 2s 3c", "Ac Ad Ah As Kd"),
    ("full house", "2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kd"),
    ("flush", "2c 3c 4c 5c 7c", "As Ks Qs Js 9s"),
    ("straight", "Ac 2d 3h 4s 5c", "Tc Jd Qh Ks Ac"),
    ("three of a kind", "2c 2d 2h 3s 4c", "Ac Ad Ah Ks Qd"),
    ("two pair", "2c 2d 3h 3s 4c", "Ac Ad Kh Ks Qd"),
    ("pair", "2c 2d 3h 4s 5c", "Ac Ad Kh Qs Jd"),
    ("high card", "2c 3d 4h 5s 7c", "Ac Kd Qh Js 9d"),
]


def test_ccp_6_C() -> None:
    """The worst hand of a kind beats the best of the next; every hand of the game has five cards.

    Shows 6.C(1) to 6.C(9) too.
    """
    read = [word for word in resolve(CCP).hands if isinstance(word, HandOf)]
    assert [(word.name, word.order.size, word.order.low_ace) for word in read] == [
        ("across", 5, True),
        ("down", 5, True),
        ("board", 5, True),
    ]
    ranked = [(hand(cards(low)), hand(cards(high))) for _, low, high in KINDS]
    for (name, _, _), (low, high) in zip(KINDS, ranked, strict=True):
        assert low.name == high.name == name
    for (worst, _), (_, best_below) in pairwise(ranked):
        assert worst > best_below


@pytest.mark.parametrize(
    ("missing", "left"),
    [
        (["five_card_bonus"], ["bonus_spin"]),
        (["bonus_spin"], ["five_card_bonus"]),
        (["five_card_bonus", "bonus_spin"], []),
    ],
)
def test_ccp_7_E_2(missing: list[str], left: list[str]) -> None:
    """A side wager that the filing does not offer is not there, and no meter is left behind."""
    assert offered_wagers(resolve(CCP)) == ["five_card_bonus", "bonus_spin"]
    rules = resolve(CCP, {"wagers": {key: {"offered": False} for key in missing}})
    assert offered_wagers(rules) == left
    assert set(rules.meters) == ({"meter"} if "bonus_spin" in left else set())


@pytest.mark.parametrize(
    ("minimum", "limit"),
    [(500, 5_000_000), (1_515, 5_000_000), (1_516, 5_002_800)],
)
def test_ccp_12_B_1(minimum: int, limit: int) -> None:
    """$50,000, until 3,300 table minimums are more than that."""
    assert payout_limit(resolve(CCP, {"table": {"minimum": minimum}})) == limit


def spin(letter: str, **keys: object) -> dict[str, Any]:
    return {"wagers": {"bonus_spin": {"paytable": letter} | keys}}


@pytest.mark.parametrize("letter", ["B", "D"])
def test_ccp_12_D_5_a(letter: str) -> None:
    """The filing says which share of the wager feeds the meter; what is no share is refused."""
    submission = resolve(CCP, spin(letter, meters={"meter": {"rate": "3/20"}}))
    assert submission.meters["meter"].rate == "3/20"
    assert submission.meters["meter"].fed_by(500) == 75
    for rate in ("21/20", "-1/20", 0.15, None):
        fault = refusal(spin(letter, meters={"meter": {"rate": rate}}))
        assert fault.path == "wagers.bonus_spin.meters.meter.rate"


@pytest.mark.parametrize(("letter", "wager", "contribution"), [("B", 100, 15), ("D", 500, 75)])
def test_ccp_12_D_5_a_feeds(letter: str, wager: int, contribution: int) -> None:
    """Just that share of each wager is in the meter when the round is over, folded or not."""
    progress = ccp(
        BOARD,
        at(1, "Kh Qs", 500, "1x 1x 1x", bonus_spin=wager),
        at(3, "8c 3d", 500, "fold", bonus_spin=wager),
        at(6, "Js 4s", 500, "1x 1x 1x"),
        submission=spin(letter, meters={"meter": {"rate": "3/20"}}),
        meters={"meter": 600_000},
    )
    assert progress.meters == {"meter": 600_000 + 2 * contribution}


def test_ccp_12_D_5_b_iii() -> None:
    """The fixed prize of table C is $5,000 or more; that of table A has no floor."""
    fault = refusal(spin("C", fixed_prize=499_999))
    assert (fault.path, fault.clause) == ("wagers.bonus_spin.fixed_prize", "CCP 12.D(5)(b)(iii)")
    assert "must be at least $5,000" in fault.sentence
    resolve(CCP, spin("C", fixed_prize=500_000))
    resolve(CCP, spin("A", fixed_prize=1))


def test_ccp_12_B_sign() -> None:
    """A sign tells the payout limit; its sum is filled in for the table."""
    (sign,) = CCP.layout.signs
    assert sign.text == "The payout limit is {payout_limit} per position per round."
