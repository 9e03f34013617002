"""Test ``pitboss target`` as a command."""

from fractions import Fraction

import pytest

from tests.cli.program import error_output, output_of, printed_json

pytestmark = pytest.mark.usefixtures("kernels")

BONUS = "five_card_bonus.flush,five_card_bonus.straight"
SIDE = ("target", "criss-cross", "--edge", "4%", "--vary", BONUS)
LINES = "three_card+raise_three.flush,five_card.flush=15..25"
STUD = ("target", "stud-235", "--edge", "0.03", "--vary", LINES)


@pytest.mark.parametrize("arguments", [SIDE, STUD])
def test_listed_paytables_can_be_solved_again(arguments: tuple[str, ...]) -> None:
    result = printed_json(*arguments, "--json", "--count", "3")
    assert result["certain"]
    assert len(result["candidates"]) == 3
    assert len(result["varied"]) == 2
    low, high = (Fraction(x) for x in result["reachable"].values())
    target_edge = Fraction(result["wanted"])
    assert low <= target_edge <= high
    before = Fraction(0)
    for x in result["candidates"]:
        pays = [word for text in x["pay"] for word in ("--pay", text)]
        solution = printed_json("solve", arguments[1], *pays, "--json")
        if result["of"] == "main":
            edge = -Fraction(solution["main"]["ev"]) / 3
            assert x["hit"] == solution["main"]["win"]
            assert x["standard_deviation"] == solution["main"]["standard_deviation"]
        else:
            side = solution["wagers"][result["of"]]
            edge = -Fraction(side["ev"])
            assert (x["hit"], x["standard_deviation"]) == (side["hit"], side["standard_deviation"])
        assert Fraction(x["edge"]) == edge
        assert Fraction(x["distance"]) == edge - target_edge
        assert before <= abs(edge - target_edge)
        before = abs(edge - target_edge)


def test_the_screen() -> None:
    output = output_of(*SIDE, "--count", "2")
    lines = output.splitlines()
    assert lines[0] == "Criss Cross Poker: Five Card Bonus with a house edge of 4.0000%"
    assert " paytables, with edges from " in lines[1]
    assert "--pay five_card_bonus.flush=" in output
    assert lines[-1] == "All paytables were compared; none is closer than these."
    assert all(len(line) <= 100 for line in lines)


def test_the_screen_of_a_main_game() -> None:
    output = output_of(*STUD)
    assert "the main game with a house edge of 3.0000%" in output
    assert "bounds show that no other is closer" in " ".join(output.split())
    short = output_of(*STUD, "--count", "40", "--solves", "6")
    assert "Another may be closer than these; use --solves to allow more." in " ".join(
        short.split()
    )


def test_only_candidate_paytables_are_counted_as_solved() -> None:
    """A corner where the flush pays more than the full house is solved, but is no candidate."""
    arguments = ("target", "stud-235", "--edge", "3%", "--count", "1", "--vary")
    lines = "five_card+raise_five.flush=15..30,five_card+raise_five.full-house=25..40"
    for more, outside in (((), 1), (("--any-order",), 0)):
        result = printed_json(*arguments, lines, *more, "--json")
        output = " ".join(output_of(*arguments, lines, *more).split())
        assert (
            f" {result['solved'] - outside} of the paytables were solved, and bounds show" in output
        )
        corner = "To find the bounds, one more was solved in which a worse hand pays more"
        assert (corner in output) is bool(outside)


def test_a_reading_is_named() -> None:
    edges = [
        printed_json(*STUD, "--json", *more)["reachable"]["low"]
        for more in ((), ("--reading", "low_ace=all"))
    ]
    assert edges[0] != edges[1]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--vary", "three_card.flush"), "--edge is missing: the target house edge"),
        (("--edge", "3%"), "nothing to vary: name lines with --vary, such as"),
        (("--edge", "none", "--vary", "three_card.flush"), "invalid house edge 'none'"),
        (("--edge", "1/0", "--vary", "three_card.flush"), "invalid house edge '1/0'"),
        (("--edge", "0", "--vary", "three_card.flush"), "more than 0 and less than 1"),
        (("--edge", "3%", "--vary", "three_card.flush", "--within", "near"), "invalid distance"),
        (("--edge", "3%", "--vary", "nope"), "unknown wager 'nope': choose from two_card,"),
        (("--edge", "3%", "--vary", "three_card.flsh"), "choose from mini-royal, straight-flush,"),
        (("--edge", "50%", "--vary", "three_card.flush"), "an edge of 50% is out of reach"),
        (("--edge", "3%", "--vary", "three_card.flush", "--count", "0"), "0 paytables"),
    ],
)
def test_bad_requests(more: tuple[str, ...], sentence: str) -> None:
    assert sentence in error_output("target", "stud-235", *more)
