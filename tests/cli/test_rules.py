"""Test ``pitboss rules``, and what ``pitboss submission`` prints and compares."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pitboss.games import GAMES, MARYLAND
from pitboss.papers.rules_card.card import build_rules_card
from tests.cli.program import error_output, output_of, printed_json, run

KEYS = pytest.mark.parametrize("key", GAMES)


@KEYS
def test_a_rules_card_for_the_terminal(key: str) -> None:
    output = " ".join(output_of("rules", key).split())
    card = build_rules_card(GAMES[key])
    for step in card.steps:
        assert step.title in output
    for wager in card.wagers:
        assert wager.label in output
        assert all(line.pays in output for line in wager.lines)
    assert card.hash in output


@pytest.mark.parametrize("key", MARYLAND)
def test_clauses_on_demand(key: str) -> None:
    short = GAMES[key].short
    assert f"{short} 12.A" not in output_of("rules", key)
    assert f"{short} 12.A" in " ".join(output_of("rules", key, "--clauses").split())


@pytest.mark.parametrize("key", sorted(GAMES.keys() - MARYLAND.keys()))
def test_a_game_without_a_rulebook_cites_nothing(key: str) -> None:
    assert output_of("rules", key, "--clauses") == output_of("rules", key)
    assert f"{key} has no rulebook" in error_output("rules", key, "--clause", "11.A")


@KEYS
def test_everything_in_json(key: str) -> None:
    result = printed_json("rules", key, "--json")
    assert [wager["key"] for wager in result["wagers"]] == [w.key for w in GAMES[key].wagers]
    assert result["hash"] == build_rules_card(GAMES[key]).hash


def test_the_cross_is_drawn_as_a_cross() -> None:
    lines = [line for line in output_of("rules", "criss-cross").splitlines() if "│" in line]
    assert [line.split("│")[1].strip() for line in lines if line.count("│") == 2] == [
        "Top",
        "Down",
        "Bottom",
        "Down",
    ]
    assert any("Left" in line and "Center" in line and "Right" in line for line in lines)


def test_the_card_of_a_submission(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[wagers.ultimate_pairs]\npaytable = "C"\n')
    assert "Ultimate Pairs, paytable C" in output_of(
        "rules", "run-em-twice", "--submission", str(file)
    )


def test_the_text_of_a_clause() -> None:
    output = output_of("rules", "criss-cross", "--clause", "11.I(3)")
    assert "CCP 11.I(3)(b)" in output
    assert output_of("rules", "criss-cross", "--clause", "CCP 11.I(3)") == output
    [result] = printed_json("rules", "criss-cross", "--clause", "12.A(1)", "--json")
    assert result["id"] == "12.A(1)"


@KEYS
def test_a_printable_page(key: str, tmp_path: Path) -> None:
    file = tmp_path / "card.html"
    output_of("rules", key, "--html", "-o", str(file))
    assert file.read_text().lower().startswith("<!doctype html>")
    assert output_of("rules", key, "--html") == file.read_text()


@KEYS
def test_a_printable_layout(key: str) -> None:
    assert ET.fromstring(output_of("rules", key, "--layout")).tag.endswith("svg")  # noqa: S314


def test_coverage() -> None:
    result = printed_json("rules", "coverage", "--json")
    assert result["uncovered"] == []
    assert result["clauses"] == result["covered"] + result["physical"] + result["planned"]
    output = output_of("rules", "coverage")
    assert list(result["games"]) == list(MARYLAND)
    assert all(game.name in output for game in MARYLAND.values())
    assert "Uncovered" not in output


def test_the_filing_in_markdown_and_as_a_page(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "stud-235"\noperator = "Bay <Casino>"\n')
    text = output_of("submission", "print", str(file))
    assert text.startswith("# ")
    assert build_rules_card(GAMES["stud-235"]).hash in text
    page = output_of("submission", "print", str(file), "--html")
    assert page.lower().startswith("<!doctype html>")
    assert "Bay &lt;Casino&gt;" in page
    assert printed_json("submission", "print", str(file), "--json")


def test_two_filings_compared(tmp_path: Path) -> None:
    first, two = tmp_path / "one.toml", tmp_path / "two.json"
    first.write_text('game = "stud-235"\n')
    two.write_text(json.dumps({"game": "stud-235", "table": {"minimum": 1000}}))
    assert output_of("submission", "diff", str(first), str(two)) == (
        "The table minimum changes from $5 to $10.\n"
    )
    assert (
        output_of("submission", "diff", str(first), str(first))
        == "The two filings are equivalent.\n"
    )
    result = printed_json("submission", "diff", str(first), str(two), "--json")
    assert result["changes"] == ["The table minimum changes from $5 to $10."]


def test_bad_requests(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.toml", tmp_path / "other.toml"
    mine.write_text('game = "stud-235"\n')
    other.write_text('game = "criss-cross"\n')
    assert "is not a game" in error_output("rules", "poker")
    assert "not for criss-cross" in error_output("rules", "criss-cross", "--submission", str(mine))
    assert "no clause" in error_output("rules", "criss-cross", "--clause", "99.Z")
    assert "choose one" in error_output("rules", "criss-cross", "--html", "--layout")
    assert "requires --html or --layout" in error_output(
        "rules", "criss-cross", "-o", str(tmp_path / "x")
    )
    assert "already exists" in error_output("rules", "stud-235", "--html", "-o", str(mine))
    assert "is a folder" in error_output("rules", "stud-235", "--html", "-o", str(tmp_path))
    assert "Is a directory" in error_output("rules", "stud-235", "--submission", str(tmp_path))
    assert "there is no folder" in error_output(
        "rules", "stud-235", "--html", "-o", f"{tmp_path}/no/x.html"
    )
    assert "is for stud-235, but" in error_output("submission", "diff", str(mine), str(other))


def test_options_that_exclude_each_other(tmp_path: Path) -> None:
    for options in (["--html", "--json"], ["--layout", "--clauses"], ["--html", "--clause", "1.A"]):
        assert "can be combined only with" in error_output("rules", "stud-235", *options)
    assert "can be combined only with --json" in error_output("rules", "coverage", "--clauses")
    file = tmp_path / "mine.toml"
    file.write_text('game = "stud-235"\n')
    assert "choose one" in error_output("submission", "print", str(file), "--html", "--json")
    file_content = tmp_path / "filing.json"
    output_of("submission", "print", str(file), "--json", "-o", str(file_content))
    assert json.loads(file_content.read_text())


def test_a_list_is_not_a_submission(tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text("[1]")
    assert "must contain an object" in error_output("submission", "check", str(file))


def test_planned_games_are_listed() -> None:
    result = printed_json("rules", "coverage", "--json")
    assert len(result["planned_clauses"]) == result["planned"]
    output = output_of("rules", "coverage")
    assert all(clause in output.replace("\n", " ") for clause in result["planned_clauses"][:3])


def test_a_faulty_submission_is_refused_by_every_command(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "stud-235"\n[table]\nchip = 0\n')
    for command in (["rules", "stud-235", "--submission"], ["submission", "print"]):
        assert "table.chip" in error_output(*command, str(file))
    assert "table.chip" in error_output("submission", "diff", str(file), str(file))


def test_an_unwritable_file(tmp_path: Path) -> None:
    process = run("rules", "stud-235", "--html", "-o", str(tmp_path))
    assert process.returncode == 2
    assert process.stderr.startswith(b"pitboss: ")
