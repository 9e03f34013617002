"""Test the remaining commands: their output, and their errors for bad input."""

import json
import os
import shlex
import tomllib
from pathlib import Path

import pytest

import pitboss
from pitboss.cli import bench
from pitboss.errors import Refused
from pitboss.games import GAMES, MARYLAND
from pitboss.submission import default_submission, resolve
from tests.cli.program import error_output, output_of, printed_json, run
from tests.filings import complete, own


def test_the_tour_lists_the_games_and_first_steps() -> None:
    output = output_of("tour")
    assert all(key in output for key in GAMES)
    assert all(f"{game.name} " in output and game.short in output for game in MARYLAND.values())
    assert "Try first" in output


def test_the_first_steps_work() -> None:
    lines = [line.strip().split("  ")[0] for line in output_of("tour").splitlines()]
    tries = [line.removeprefix("./pitboss") for line in lines if line.startswith("./pitboss")]
    assert len(tries) == 14
    for line in tries:
        command = shlex.split(line.split(" < ")[0].replace(" FILE", ""))
        output_of(*command, "--help")


def test_the_tour_fits_a_small_terminal() -> None:
    lines = output_of("tour").splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80


def test_alone_with_json() -> None:
    assert list(printed_json("--json")["games"]) == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_readings_show_question_choices_default_and_reason(game: str) -> None:
    output = " ".join(output_of("readings", game).split())
    for reading in GAMES[game].readings:
        for words in (reading.question, reading.reason, *reading.choices.values()):
            assert words in output
        assert f"default {reading.default}" in output
    readings_json = printed_json("readings", game, "--json")
    assert [reading["id"] for reading in readings_json["readings"]] == [
        reading.id for reading in GAMES[game].readings
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_new_submission_is_the_default_and_checks(game: str, tmp_path: Path) -> None:
    text = output_of("submission", "new", game)
    assert tomllib.loads(text) == default_submission(GAMES[game], {})
    file = tmp_path / "mine.toml"
    file.write_text(text)
    assert resolve(GAMES[game]).hash in output_of("submission", "check", str(file))


@pytest.mark.parametrize("game", GAMES)
def test_a_new_submission_in_json_checks_too(game: str) -> None:
    text = output_of("submission", "new", game, "--json")
    assert json.loads(text) == default_submission(GAMES[game], {})
    check_result = printed_json("submission", "check", "-", "--json", stdin=text)
    rules = resolve(GAMES[game])
    assert check_result.pop("warnings")
    assert check_result == {"game": game, "valid": True, "hash": rules.hash, "faults": []}


def test_new_writes_a_file_but_never_over_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    output_of("submission", "new", "stud-235", "-o", str(file))
    before = file.read_text()
    assert "already exists" in error_output("submission", "new", "criss-cross", "-o", str(file))
    assert file.read_text() == before


def test_every_fault_is_reported_on_a_line() -> None:
    process = run(
        "submission",
        "check",
        "-",
        stdin='game = "run-em-twice"\n[wagers.ultimate_pairs]\npaytable = "F"\n'
        '[wagers.progressive]\npaytable = "B"\nmeters.meter.reset = 199999\n',
    )
    assert process.returncode == 2
    lines = process.stderr.decode().splitlines()
    assert all(line.endswith("].") for line in lines)
    assert sum(" is missing [" in line for line in lines) == len(lines) - 2 > 10
    assert "'F'" in lines[0]
    assert "[RET 12.E]" in lines[0]
    assert "at least $2,000" in lines[1]
    assert "[RET 12.F(6)(b)(ii)]" in lines[1]


def test_faults_in_json() -> None:
    arguments = {key: part for key, part in complete("stud-235").items() if key != "operator"}
    text = json.dumps(arguments | {"tabel": {}})
    process = run("submission", "check", "-", "--json", stdin=text)
    assert process.returncode == 2
    result = json.loads(process.stdout)
    assert not result["valid"]
    assert [(fault["path"], fault["clause"]) for fault in result["faults"]] == [
        ("tabel", None),
        ("operator", "235 2.B(1)"),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_missing_line_is_reported(game: str) -> None:
    """ROUND-11: each line of a new filing is required, except readings."""
    lines = [line.partition(" #")[0] for line in output_of("submission", "new", game).splitlines()]
    stops = ("symbol", "stops", "community")  # parts of the wheel, which is one key
    lines = [line for line in lines if not line.startswith("#")]  # optional keys
    readings = lines.index("[readings]") if "[readings]" in lines else len(lines)
    keys = [at for at, line in enumerate(lines) if " = " in line and not line.startswith(stops)]
    keys = [at for at in keys if at < readings or lines[at].startswith(("reference", "date"))]
    for at in keys[:: max(1, len(keys) // 6)]:  # one process each
        arguments = "\n".join(line for n, line in enumerate(lines) if n != at)
        progress = error_output("submission", "check", "-", stdin=arguments)
        name = lines[at].partition(" ")[0]
        ending = f" [{GAMES[game].short} " if game in MARYLAND else "."
        assert f"{name} is missing{ending}" in progress or "which game" in progress


def test_a_filing_with_its_own_operator_is_not_marked_as_an_example() -> None:
    note = "this is an example: it still has the built-in filing's operator"
    notes = {}
    for name, filing in (("own", own("stud-235")), ("example", complete("stud-235"))):
        arguments = json.dumps(filing)
        notes[name] = printed_json("submission", "check", "-", "--json", stdin=arguments)[
            "warnings"
        ]
    assert notes["example"] == [note, *notes["own"]]
    assert note not in notes["own"]


@pytest.mark.parametrize("game", MARYLAND)
def test_a_new_filing_with_another_operator_asks_for_its_approvals(game: str) -> None:
    """ROUND-11: leftovers of the example are listed with their clauses until they are replaced."""
    text = output_of("submission", "new", game).replace("Example Casino", "Grand Casino")
    short, by = GAMES[game].short, GAMES[game].procedures.submission_clause
    sentence = "is still the example's: enter the Commission's reference and date"
    assert error_output("submission", "check", "-", stdin=text).splitlines() == [
        f"-: approvals.filing.reference {sentence} [{short} {by}].",
        f"pitboss: -: approvals.layout.reference {sentence} [{short} 2.B].",
    ]
    text = text.replace("example, not an approval", "MLGCA 2026-17")
    assert "complete and valid" in output_of("submission", "check", "-", stdin=text)
    late = text.replace("2026-01-01", "2999-12-31", 1)
    progress = error_output("submission", "check", "-", stdin=late)
    assert "approvals.filing.date is 2999-12-31 but may not be later than 20" in progress
    assert f"[{short} {by}]" in progress


@pytest.mark.parametrize("game", sorted(GAMES.keys() - MARYLAND.keys()))
def test_a_new_filing_of_a_game_without_a_rulebook_asks_for_its_approval(game: str) -> None:
    text = output_of("submission", "new", game).replace("Example Casino", "Grand Casino")
    assert "Commission" not in text
    assert "# the regulator's\n" in text
    assert error_output("submission", "check", "-", stdin=text) == (
        "-: approvals.filing.reference is still the example's: "
        "enter the regulator's reference and date."
    )
    text = text.replace("example, not an approval", "2026-17")
    assert "complete and valid" in output_of("submission", "check", "-", stdin=text)
    late = text.replace("2026-01-01", "2999-12-31", 1)
    problem = "approvals.filing.date is 2999-12-31 but may not be later than 20"
    assert problem in error_output("submission", "check", "-", stdin=late)
    assert "Commission" not in output_of("submission", "print", "-", stdin=text)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "stud-235"),
        ("strategy", "stud-235", "--rules", "1"),
        ("expose", "stud-235", "--card", "community"),
        ("target", "stud-235", "--edge", "3.3%", "--vary", "five_card.flush", "--count", "1"),
        ("readings", "stud-235", "--effect"),
        ("play", "stud-235", "--auto", "1"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_figures_of_the_example_are_marked_as_such(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    """ROUND-11: figures of any other filing are not marked."""
    file = tmp_path / "mine.json"
    head = "\n".join(output_of(*arguments).splitlines()[:3])  # A long title takes two lines.
    assert "example filing" in head
    file.write_text(json.dumps(own("stud-235")))
    assert "example" not in output_of(*arguments, "--submission", str(file))
    file.write_text('{"operator": "Grand Casino"}')  # a what-if for an operator without approvals
    assert "example filing" in output_of(*arguments, "--submission", str(file))


def test_a_date_of_toml_needs_no_quotes() -> None:
    text = output_of("submission", "new", "stud-235").replace('"2026-01-01"', "2026-03-04")
    assert "complete and valid" in output_of("submission", "check", "-", stdin=text)
    wrong = text.replace("2026-03-04", "2026-03-04T10:00:00", 1)
    progress = error_output("submission", "check", "-", stdin=wrong)
    assert "approvals.filing.date is '2026-03-04T10:00:00' but must be a date" in progress


@pytest.mark.parametrize(
    ("stdin", "telling"),
    [
        ("", "is empty"),
        ("  \n", "is empty"),
        ("game = ", "not valid TOML"),
        ('{"game": ', "not valid JSON"),
        ("{" * 100_000, "not valid JSON"),
        ('operator = "Somebody"', "which game"),
        ('game = "canasta"', "'canasta' is not a game"),
        ("game = 7", "7 is not a game"),
        ('{"game": ["stud-235"]}', "is not a game"),
        ("#" * 2_000_000, "too long for a submission"),
        (b"\xff\xfe", "not UTF-8 text"),
    ],
)
def test_a_file_that_is_not_a_submission(stdin: str | bytes, telling: str) -> None:
    assert telling in error_output("submission", "check", "-", stdin=stdin)


def test_a_missing_file(tmp_path: Path) -> None:
    assert "there is no file" in error_output("submission", "check", str(tmp_path / "none.toml"))


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    assert "Is a directory" in error_output("submission", "check", str(tmp_path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_read_permission(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.touch(mode=0)
    assert "Permission denied" in error_output("submission", "check", str(file))


@pytest.mark.parametrize(
    "arguments",
    [
        ("setle",),
        ("readings",),
        ("readings", "criss"),
        ("readings", "criss-cross", "more"),
        ("submission", "new", "poker"),
        ("submission", "check"),
        ("bench", "everything"),
        ("--nonsense",),
    ],
)
def test_an_unknown_command(arguments: tuple[str, ...]) -> None:
    assert error_output(*arguments)


def test_bench_without_a_source_checkout_says_where_benchmarks_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pitboss, "__file__", str(tmp_path / "lib" / "pitboss" / "__init__.py"))
    with pytest.raises(Refused, match="Benchmarks come with the source checkout"):
        bench.group()


def test_bench_limit_reports_times_and_steps() -> None:
    figures = printed_json("bench", "limit", "--tables", "12", "--json")
    assert figures["first_ms"] > 0
    assert list(figures["games"]) == list(MARYLAND)  # No rule limits the payout of the others.
    for pace in figures["games"].values():
        assert 0 < pace["mean_ms"] <= pace["worst_ms"]
        assert 0 < pace["most_steps"] < 6000


def test_bench_settle_reports_a_rate() -> None:
    figures = printed_json("bench", "settle", "--rounds", "50", "--json")
    assert figures["rounds_per_second"] > 0
    assert set(figures["games"]) == set(GAMES)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("solv", "unknown command 'solv': did you mean solve?"),
        ("croupier", "unknown command 'croupier': choose from settle, rules, "),
        ("bench solve", "unknown command 'solve': choose from settle, age, "),
        ("pit", "pitboss pit needs a command: choose from shift, staff, books, player, rounds."),
        ("game", "pitboss game needs a command: choose from check, new, list."),
        ("solve", "GAME is missing: one of run-em-twice, criss-cross, "),
        ("submission check", "FILE is missing: TOML or JSON; - for standard input."),
        ("advise criss-cross", '--hole is missing: hole cards: "Kh Qs".'),
        (
            "solve criss-cross --reding low_ace=x",
            "unknown option --reding: did you mean --reading?",
        ),
        ("solve criss-cross --colour", "unknown option --colour: see pitboss solve --help."),
        ("solve criss-cross stud-235", "unexpected argument 'stud-235': see pitboss solve --help."),
        ("solve criss-cross --pay", "--pay requires a value."),
        ("serve --guests=no", "--guests takes no value."),
        ("serve --port http", "--port must be a whole number."),
        ("bench lab --turns 0", "--turns must be at least 1."),
        ("bench lab --turns 101", "--turns must be at most 100."),
        ("bench hostile --seconds a", "--seconds must be a number."),
        (
            "bench room --store oracle",
            "--store must be one of 'sqlite', 'postgresql', not 'oracle'.",
        ),
    ],
)
def test_an_argument_error_names_the_argument_and_the_accepted_values(
    arguments: str, sentence: str
) -> None:
    assert error_output(*arguments.split()).startswith(sentence)


@pytest.mark.parametrize("group", ["", "submission", "bench", "pit", "game", "user"])
def test_no_summary_in_a_list_of_commands_is_truncated(group: str) -> None:
    commands = output_of(*group.split(), "--help").partition("Commands:\n")[2]
    assert commands
    assert "..." not in commands
