"""Test ``pitboss expose`` as a command."""

from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import error_output, output_of, printed_json


@pytest.fixture(scope="module", autouse=True)
def compiled_kernels() -> None:
    """Compile the kernels first, so that no message about it is printed."""
    for name in ("cross", "showdown", "cross_exposure", "showdown_exposure"):
        import_module(f"pitboss.lab.kernels.{name}")


def expose_json(*arguments: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = printed_json("expose", *arguments, "--json")["exposed"]
    return result


def test_the_center_card() -> None:
    output = output_of("expose", "criss-cross", "--card", "center")
    assert "+49.3723%" in output
    assert "46236747/46824596" in output
    base, center = expose_json("criss-cross", "--card", "center")
    assert (base["card"], base["players"], base["ev"]) == (None, 1, "-579091/6689228")
    assert (base["gain"], base["exact"], base["standard_error"]) == (0, True, None)
    assert (center["card"], center["ev"], center["exact"]) == ("center", "46236747/46824596", True)
    assert center["gain"] == pytest.approx(center["edge"] - base["edge"])


def test_the_output_explains_its_purpose() -> None:
    result = printed_json("expose", "stud-235", "--card", "community", "--json")
    assert (result["game"], result["unit"], result["seed"]) == ("stud-235", "two_card", "pitboss")
    assert result["required"] == ["two_card", "three_card", "five_card"]
    assert result["submission"]["readings"] == {"low_ace": "five-card"}
    assert result["pay"] == []


def test_the_required_wagers_are_those_that_the_edge_is_a_share_of() -> None:
    result = printed_json("expose", "let-it-ride", "--card", "community", "--json")
    assert result["required"] == ["bet_3"]
    assert float(Fraction(result["exposed"][0]["ev"])) == result["exposed"][0]["edge"]


def test_the_whole_table_has_every_card_and_every_number_of_players() -> None:
    result = expose_json("stud-235", "--samples", "20")
    assert [(row["card"], row["players"]) for row in result] == [
        (None, 1),
        ("community", 1),
        *((None, players) for players in range(2, 7)),
    ]
    assert [row["samples"] for row in result] == [None, None, 20, 20, 20, 20, 20]
    assert all(row["edge"] > result[0]["edge"] for row in result[1:2] + result[4:])


def test_the_same_seed_gives_the_same_figure() -> None:
    arguments = ("stud-235", "--players", "6", "--samples", "30")
    figures = [expose_json(*arguments, *more)[1] for more in ((), (), ("--seed", "x"))]
    evs = [(row["ev"], row["standard_error"]) for row in figures]
    assert evs[0] == evs[1] != evs[2]
    output = output_of("expose", *arguments, "--seed", "x")
    assert "30 deals were drawn (seed x)" in output


def test_readings_and_pay() -> None:
    plain = expose_json("stud-235", "--card", "community")
    read = expose_json("stud-235", "--card", "community", "--reading", "low_ace=all")
    paid = expose_json("stud-235", "--card", "community", "--pay", "raise_five.flush=30")
    assert [row["ev"] for row in plain] != [row["ev"] for row in read]
    assert all(p["edge"] < q["edge"] for p, q in zip(plain, paid, strict=True))


def test_the_screen_says_which_rules_it_is_for() -> None:
    arguments = ("expose", "stud-235", "--card", "community")
    plain = output_of(*arguments).splitlines()
    assert plain[:2] == [
        "235 Stud Poker",
        "MLGCA 1.1; example filing; low_ace = five-card; Progressive paytable A",
    ]
    more = ("--reading", "low_ace=all", "--pay", "raise_five.flush=30")
    output = output_of(*arguments, *more).splitlines()
    assert output[1] == (
        "MLGCA 1.1; example filing; low_ace = all; Progressive paytable A; "
        "what if raise_five.flush=30"
    )
    assert output[1] == output_of("strategy", "stud-235", *more).splitlines()[1]


def test_a_submission_is_named_too(tmp_path: Path) -> None:
    file = tmp_path / "filed.toml"
    file.write_text('game = "holdem-bonus"\n[wagers.ante]\npays_on = "flush"\n')
    output = output_of("expose", "holdem-bonus", "--card", "turn", "--submission", str(file))
    assert "Ante pays_on flush" in output.splitlines()[1]


def test_each_row_names_its_method() -> None:
    result = expose_json("stud-235", "--samples", "20")
    assert [row["method"] for row in result] == [
        "a hand that grows",
        "a hand that grows, for every card that may be seen",
        *["a hand that grows, for dead cards that were drawn"] * 5,
    ]
    assert all(("drawn" in row["method"]) is not row["exact"] for row in result)


def test_a_card_is_exact_and_takes_no_draws() -> None:
    arguments = ("expose", "stud-235", "--card", "community")
    for more in (("--samples", "20"), ("--seed", "x"), ("--samples", "0"), ("--seed", "")):
        assert error_output(*arguments, *more) == (
            "--samples and --seed cannot be combined with --card, whose figures are exact: use "
            "them with --players, or without either."
        )


def test_bad_requests() -> None:
    assert error_output("expose", "criss-cross", "--card", "middle") == (
        "unknown place 'middle': choose from left, right, top, bottom, center."
    )
    assert "choose from flop, turn, river, dealer" in error_output(
        "expose", "holdem-bonus", "--card", ""
    )
    for players in ("-1", "0", "1", "7"):
        assert error_output("expose", "stud-235", "--players", players) == (
            f"players must be 2 to 6, not {players}."
        )
    for samples in ("-3", "0", "1"):
        assert error_output("expose", "stud-235", "--players", "2", "--samples", samples) == (
            f"samples must be 2 to 1,000,000, not {samples}."
        )
    assert "samples must be 2 to 1,000,000" in error_output("expose", "stud-235", "--samples", "0")
    both = error_output("expose", "stud-235", "--players", "2", "--card", "community")
    assert both == "choose one of --card and --players."
    error_output("expose", "stud-235", "--players", "two")
    error_output("expose", "whist")
    error_output("expose", "stud-235", "--reading", "low_ace=none")


ONE_HAND = """
from pitboss.games.grammar import ByTable, Deck, Game, HandOf, Required, Reveal, Street, paytable
from pitboss.games.grammar import TAKE_DOWN
PAYS = ByTable("three", paytable("pair or better  2 to 1"))
GAME = Game(
    key="one-hand", name="One Hand", story="Three cards of your own, of which you see two.",
    deck=Deck(ranks="9TJQKA"), hole=3, looks=2, seats=1,
    hands=(HandOf("three", ("hole",), "your three cards"),),
    wagers=(Required("first", "First Bet", PAYS), Required("last", "Last Bet", PAYS)),
    streets=(Street("first", {"down": TAKE_DOWN, "ride": 0}, (Reveal(("third",)),)),),
)
"""


def test_a_game_without_hidden_information_gives_one_line(tmp_path: Path) -> None:
    file = tmp_path / "one_hand.py"
    file.write_text(ONE_HAND)
    [result] = expose_json(str(file))
    assert (result["card"], result["players"]) == (None, 1)
