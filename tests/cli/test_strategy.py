"""Test ``pitboss strategy`` as a command."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from pypdf import PdfReader

from pitboss.games import GAMES
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.submission import resolve
from tests.cli.program import error_output, output_of, printed_json

pytestmark = pytest.mark.usefixtures("kernels")
GAME = "stud-235"


def test_lists_are_printed_in_words_with_their_cost() -> None:
    progress = output_of("strategy", GAME, "--rules", "3")
    assert "1.  Raise with a pair." in progress
    assert "3.  Otherwise check." in progress
    assert "always raise" in progress


def test_a_chart_has_a_legend() -> None:
    text = output_of("strategy", "mississippi-stud", "--rules", "2")
    assert "Suited above the diagonal. f = fold, 1 = 1x, 2 = 2x, 3 = 3x\n" in text


def test_a_list_is_data_that_players_can_use() -> None:
    import msgspec

    progress = printed_json("strategy", GAME, "--json")
    (street,) = progress["streets"]
    result = msgspec.convert(
        {key: street[key] for key in ("street", "rules", "otherwise")}, RuleList
    )
    features = {"pair": 0, "three": 0, "high": 0, "suited": 1, "straight": 0}
    assert result.decision(features) == "raise"
    assert result.decision(features | {"suited": 0}) == "check"
    assert len(street["words"]) == len(result)
    assert Fraction(progress["cost"]) == Fraction(progress["best"]) - Fraction(progress["ev"])
    assert progress["rules_hash"] == resolve(GAMES[GAME]).hash


def test_the_shortest_within_a_cost() -> None:
    progress = printed_json("strategy", GAME, "--cost", "0.005", "--json")
    assert Fraction(progress["cost"]) <= Fraction("0.005")
    assert len(progress["streets"][0]["words"]) == 3


def test_a_pocket_card(tmp_path: Path) -> None:
    page = tmp_path / "card.html"
    output_of("strategy", GAME, "-o", str(page))
    text = page.read_text()
    assert text.count("<tr>") == 14
    assert "Raise with a pair." in text
    assert error_output("strategy", GAME, "-o", str(page)).endswith("is not overwritten.")
    paper = tmp_path / "card.pdf"
    output_of("strategy", GAME, "-o", str(paper))
    assert paper.read_bytes().startswith(b"%PDF")


def test_a_pocket_card_says_what_was_changed(tmp_path: Path) -> None:
    more = ("--reading", "low_ace=all", "--pay", "raise_five.flush=30")
    sentence = "For changed rules: low_ace = all; flush 30 to 1 on 5 Card Raise."
    for name in ("plain", "changed"):
        for suffix in ("html", "pdf"):
            arguments = more if name == "changed" else ()
            output_of("strategy", GAME, *arguments, "-o", str(tmp_path / f"{name}.{suffix}"))
    plain, page = ((tmp_path / f"{x}.html").read_text() for x in ("plain", "changed"))
    assert "changed rules" not in plain
    assert page.count(sentence) == 2, "on both sides"
    papers = [PdfReader(tmp_path / f"{x}.pdf") for x in ("plain", "changed")]
    assert [len(paper.pages) for paper in papers] == [2, 2]
    for side in range(2):
        texts = [" ".join(paper.pages[side].extract_text().split()) for paper in papers]
        assert "changed rules" not in texts[0]
        assert sentence in texts[1]


def test_percent_is_written_as_solve_writes_it(tmp_path: Path) -> None:
    progress, edge = output_of("strategy", GAME), "3.5034%"
    assert edge in progress
    assert edge in output_of("solve", GAME)
    assert not re.search(r"\d\s%", progress)
    page = tmp_path / "card.html"
    output_of("strategy", GAME, "-o", str(page))
    assert "with best play 3.503%." in page.read_text()


def test_the_house_plays_by_a_pocket_card() -> None:
    progress = printed_json(
        "play", GAME, "--auto", "50", "--card", "2", "--seed", "a card", "--json"
    )
    assert progress["rounds"] == 50
    assert "requires --auto" in error_output("play", GAME, "--card", "2")


def test_another_paytable_gives_another_list() -> None:
    usual = printed_json("strategy", GAME, "--json")
    other = printed_json("strategy", GAME, "--pay", "raise_five.pair-of-10s-or-better=3", "--json")
    assert json.dumps(usual["streets"]) != json.dumps(other["streets"])
    assert Fraction(other["best"]) > Fraction(usual["best"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rules", "0"), "a list has 1 to 12 lines"),
        (("--rules", "-2"), "a list has 1 to 12 lines"),
        (("--rules", "99"), "a list has 1 to 12 lines"),
        (("--cost", "0"), "the cost must be above 0"),
        (("--cost", "nothing"), "invalid cost"),
        (("--cost", "1/0"), "invalid cost"),
        (("--rules", "3", "--cost", "0.1"), "choose one of --rules and --cost"),
        (("--json", "-o", "card.html"), "choose one of --output and --json"),
        (("-o", "card.txt"), "must end in .html or .pdf"),
        (("-o", "nowhere/card.html"), "there is no folder nowhere"),
    ],
)
def test_bad_requests(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in error_output("strategy", GAME, *arguments)


@pytest.mark.soak
def test_a_cost_that_no_list_can_reach() -> None:
    progress = error_output("strategy", "holdem-bonus", "--cost", "0.001")
    assert "found no lists of up to 12 lines within a cost of 0.001" in progress
    assert "lines in all, cost 0.0028" in progress
