# ruff: noqa: N802 - a test is called by its clause
"""235 Stud: clauses that no other test covers."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest

from pitboss.cards import RANKS, SUITS, Card, card, cards
from pitboss.games import MARYLAND
from pitboss.games.payoffs import Progressive
from pitboss.hands import hand, ranking
from pitboss.submission import SubmissionRefused, resolve
from tests.settle.round_lines import Json, a_round, answer, at, progressive, stud, wagers

STUD = MARYLAND["stud-235"]


def refused_paths(submission: Json) -> list[str]:
    """The paths of what is wrong with a submission."""
    with pytest.raises(SubmissionRefused) as refusal:
        resolve(STUD, submission)
    return [fault.path for fault in refusal.value.faults]


def test_235_1_B_1() -> None:
    """Both players use the two kings on the table."""
    progress = stud(
        "Ks Kc", at(1, "2c 5d 9h", 500, "check check"), at(4, "3c 6d Kh", 500, "check raise")
    )
    assert progress.wagers(1)["five_card"] == "win 500 -> 1000, pair"
    assert progress.wagers(4)["five_card"] == "win 500 -> 4000, three of a kind"


@pytest.mark.parametrize(
    ("clause", "spots"),
    [
        ("2.B(2)", "two_card three_card five_card"),
        ("2.B(3)", "raise_three raise_five"),
        ("2.B(4)", "third"),
        ("2.B(5)", "community"),
        ("2.B(6)", "win_em_all"),
        ("2.B(7)", "progressive"),
    ],
)
def test_235_2_B(clause: str, spots: str) -> None:
    """The layout has every spot once: the community's on the table, the others at each seat."""
    table, seat = STUD.layout.table.split(), STUD.layout.seat.split()
    for spot in spots.split():
        assert seat.count(spot) == (0 if clause == "2.B(5)" else 1)
        assert table.count(spot) == (1 if clause == "2.B(5)" else 0)


@pytest.mark.parametrize("name", ["", "   ", "two\nlines"])
def test_235_2_B_1(name: str) -> None:
    """A filing names its operator, in words that can be printed."""
    assert refused_paths({"operator": name}) == ["operator"]
    resolve(STUD, {"operator": "Harbour Casino"})


def test_235_2_B_9() -> None:
    """A sign tells the payout limit; its sum is filled in for the table."""
    (sign,) = [sign for sign in STUD.layout.signs if sign.clause == "2.B(9)"]
    assert "payout limit" in sign.text
    assert "{payout_limit}" in sign.text


# The lowest and the highest of each kind that the Progressive pays.
ENDS = {
    "royal flush": ("Td Jd Qd Kd Ad", "Ts Js Qs Ks As"),
    "straight flush": ("Ad 2d 3d 4d 5d", "9c Tc Jc Qc Kc"),
    "four of a kind": ("2c 2d 2h 2s 3c", "Ac Ad Ah As Kc"),
    "full house": ("2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kc"),
    "flush": ("2h 3h 4h 5h 7h", "Ah Kh Qh Jh 9h"),
    "straight": ("Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc"),
    "three of a kind": ("2c 2d 2h 3s 4c", "Ac Ad Ah Ks Qc"),
}


@cache
def strengths() -> dict[str, list[int]]:
    """By kind, the strengths of all sets of five ranks, in mixed suits and in one."""
    five = ranking(5, low_ace=True)
    holding: list[Sequence[Card]] = [
        [card(RANKS[r] + SUITS[i % 4]) for i, r in enumerate(ranks)]
        for ranks in combinations_with_replacement(range(13), 5)
        if len(set(ranks)) > 1
    ]
    holding += [[card(RANKS[r] + "s") for r in ranks] for ranks in combinations(range(13), 5)]
    result: dict[str, list[int]] = {}
    for strength in map(five.strength, holding):
        result.setdefault(five.name(strength), []).append(strength)
    return result


@pytest.mark.parametrize(("kind", "low", "high"), [(k, *ends) for k, ends in ENDS.items()])
def test_235_6_G(kind: str, low: str, high: str) -> None:
    """These are the two ends of their kind, and both win the Progressive."""
    lowest, highest = hand(cards(low)), hand(cards(high))
    assert lowest.name == highest.name == kind
    assert lowest.strength == min(strengths()[kind])
    assert highest.strength == max(strengths()[kind])
    for text in (low, high):
        first, second, third, *common = text.split()
        seat = at(2, f"{first} {second} {third}", 500, "check check", progressive=100)
        progress = stud(" ".join(common), seat)
        assert progress.wagers(2)["progressive"].startswith("win 100 -> ")
        assert progress.wagers(2)["progressive"].endswith(f", {kind}")


@pytest.mark.parametrize("key", ["two_card", "three_card", "five_card"])
def test_235_7_E_1(key: str) -> None:
    """None of the three wagers can be left out, and none may be of another size."""
    table, seat = {"community": ["Ks", "Jc"]}, at(1, "7c 7d 2h", 500, "check check")
    assert set(answer(a_round("stud-235", table, seat))) == {"seats", "meters"}
    missing = a_round("stud-235", table, seat)
    del missing["seats"]["1"]["wagers"][key]
    assert f"seat 1 has no {key} wager" in answer(missing)["error"]
    other = a_round("stud-235", table, seat)
    other["seats"]["1"]["wagers"][key] = 600
    assert "seat 1 has unequal wagers" in answer(other)["error"]


def check_offered(key: str, submission: Json) -> None:
    """A side wager is taken where it is on offer and refused where it is not."""
    table = {"community": ["Ks", "Jc"]}
    round_ = a_round("stud-235", table, at(1, "7c 7d 2h", 500, "check check"))
    round_["seats"]["1"]["wagers"][key] = 100
    assert key in answer(round_)["seats"]["1"]["wagers"]
    progress = answer(round_ | {"submission": submission})
    assert f"seat 1 has '{key}', which is not offered" in progress["error"]
    assert key not in [side.key for side in resolve(STUD, submission).sides]


def test_235_7_E_2() -> None:
    """Win'em All is the operator's to offer."""
    check_offered("win_em_all", wagers(win_em_all={"offered": False}))


def test_235_7_E_3() -> None:
    """So is the Progressive; without it the table has no meter."""
    submission = wagers(progressive={"offered": False})
    check_offered("progressive", submission)
    assert list(resolve(STUD).meters) == ["meter"]
    assert resolve(STUD, submission).meters == {}


def test_235_8_D_2_a() -> None:
    """Three cards for those who made the wagers, and none for anybody else."""
    round_ = a_round("stud-235", {"community": ["Ks", "Jc"]}, at(1, "7c 7d 2h", 500, "check check"))
    round_["cards"]["holes"]["3"] = ["9c", "9d", "4h"]
    assert "hole cards for seat 3, which has no player" in answer(round_)["error"]
    round_["cards"]["holes"] = {}
    assert "the hole cards of seat 1 are missing" in answer(round_)["error"]
    for count, progress in ((1, "1 card"), (2, "2 cards"), (4, "4 cards")):
        round_["cards"]["holes"] = {"1": ["7c", "7d", "2h", "5s"][:count]}
        assert f"seat 1 has {progress}, but needs 3" in answer(round_)["error"]


def test_235_11_D_4() -> None:
    """The Progressive is settled last, and whether the other wagers win is nothing to it."""
    progress = stud(
        "2s 2d",
        at(1, "9c 2h 5d", 500, "raise raise", win_em_all=100, progressive=100),
    )
    assert list(progress.wagers(1).items()) == [
        ("two_card", "lose 500 -> 0, high card"),
        ("three_card", "lose 500 -> 0, high card"),
        ("five_card", "win 500 -> 4000, three of a kind"),
        ("raise_three", "lose 500 -> 0, high card"),
        ("raise_five", "win 500 -> 4000, three of a kind"),
        ("win_em_all", "lose 100 -> 0"),
        ("progressive", "win 100 -> 900, three of a kind"),
    ]


@pytest.mark.parametrize(
    ("letter", "names"),
    [("A", "meter"), ("B", "meter"), ("C", "major minor"), ("D", "mega major minor")],
)
def test_235_12_F_1(letter: str, names: str) -> None:
    """Each meter has a rate, a share of the wager; it feeds the meter by just that share."""
    for name in names.split():
        for rate in ("11/10", "-1/10", "ten", ""):
            path = f"wagers.progressive.meters.{name}.rate"
            assert refused_paths(progressive(letter, 100, **{name: rate})) == [path]
    quarter = progressive(letter, 100, **dict.fromkeys(names.split(), "1/4"))
    meters_shown: Json = dict.fromkeys(names.split(), 2_000_000)
    seat = at(1, "9c 2h 5d", 500, "check check", progressive=100)
    progress = stud("Ks Jc", seat, submission=quarter, meters=meters_shown)
    assert progress.meters == dict.fromkeys(names.split(), 2_000_025)


@pytest.mark.parametrize(("number", "letter"), list(enumerate("ABCD", start=1)))
@pytest.mark.parametrize(("stake", "clause"), [(100, "12.I"), (500, "12.J")])
def test_235_12_H_2(number: int, letter: str, stake: int, clause: str) -> None:
    """Envy comes from the list of the table and the wager that were filed."""
    (side,) = [s for s in resolve(STUD, progressive(letter, stake)).sides if s.key == "progressive"]
    assert isinstance(side.pays, Progressive)
    assert side.pays.envy.clause == f"{clause}({number})"
    assert [line.clause for line in side.pays.envy.lines] == [
        f"{clause}({number})(a)",
        f"{clause}({number})(b)",
    ]
