"""Test ``pitboss pit``, ``reconcile``, ``audit``, ``archive``, ``backup`` and ``restore``.

There are many cases and starting the program takes time, so most of them run in this process."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import main
from pitboss.room.store.sql import row_hash
from tests.cli.program import PLAIN
from tests.room.reports.two_day_room import FIRST, SECOND, copy_two_days, two_day_database
from tests.room.test_audit import edit_copy, run_statement

BOB = "UPDATE balances SET whole = whole + 1 WHERE account = 'player:Bob'"


class Program:
    """Run the program in this process, and keep its exit status and output."""

    def __init__(self, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capture = patch, capture

    def run(self, *arguments: str) -> tuple[int, str, str]:
        self._patch.setattr(sys, "argv", ["pitboss", *arguments])
        try:
            main()
            status = 0
        except SystemExit as exit_code:
            status = int(exit_code.code or 0)
        progress = self._capture.readouterr()
        return status, progress.out, progress.err

    def output_of(self, *arguments: str) -> str:
        status, out, err = self.run(*arguments)
        assert (status, err) == (0, "")
        return out

    def json(self, *arguments: str, status: int = 0) -> Any:  # noqa: ANN401
        exit_code, out, err = self.run(*arguments, "--json")
        assert (exit_code, err) == (status, "")
        return json.loads(out)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    monkeypatch.setenv("COLUMNS", "120")  # so that no message is wrapped
    return Program(monkeypatch, capsys)


@pytest.fixture
def data(tmp_path: Path) -> str:
    folder = tmp_path / "data"
    folder.mkdir()
    copy_two_days(folder)
    return str(folder)


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    """Return a room in which Bob has a cent that nobody credited."""
    folder = tmp_path / "wrong"
    folder.mkdir()
    edit_copy(folder, run_statement(BOB))
    return str(folder)


# Reports


def test_a_sheet_for_people(program: Program, data: str) -> None:
    output = program.output_of("pit", "shift", "stud-235", "--data", data, "--day", FIRST)
    assert output.startswith(f"Table stud-235 (stud-235)\nstud-235, {FIRST}, UTC, example filing\n")
    assert re.search(r"^drop +\$400 +cash-outs +\$0$", output, re.MULTILINE)
    for part in ("Wagers", "Meters", "a card lay face up", "Dee", "Flo"):
        assert part in output


def test_a_sheet_for_programs(program: Program, data: str) -> None:
    first, second = (
        program.json("pit", "shift", "--data", data, "--day", day) for day in (FIRST, SECOND)
    )
    both = program.json("pit", "shift", "--data", data, "--from", FIRST, "--to", "2026-11-18")
    for item, other, whole in zip(first, second, both, strict=True):
        for name in ("drop", "handle", "win", "rounds", "cash_outs"):
            assert item[name] + other[name] == whole[name]
            assert type(whole[name]) is int
    ret = second[0]
    assert ret["table"] == "run-em-twice"
    assert ret["not_known"] == []
    assert "/" in ret["theoretical"]  # exact, as text
    payout, meter = (item["cents"] for item in ret["corrections"])
    assert (abs(payout), meter) == (500, "100/3")
    assert ret["meter_difference"] == "0"


def test_a_sheet_as_csv(program: Program, data: str, tmp_path: Path) -> None:
    rows = _rows(program.output_of("pit", "shift", "--data", data, "--day", FIRST, "--csv"))
    assert [row["table"] for row in rows] == ["run-em-twice", "stud-235"]
    assert "wagers" not in rows[0]
    wagers = _rows(
        program.output_of(
            "pit", "shift", "--data", data, "--day", FIRST, "--csv", "--part", "wagers"
        )
    )
    handle = sum(int(row["handle"]) for row in wagers if row["table"] == "stud-235")
    assert handle == int(rows[1]["handle"])
    file = tmp_path / "voids.csv"
    assert str(file) in program.output_of(
        "pit", "shift", "--data", data, "--day", FIRST, "--csv", "--part", "voids", "-o", str(file)
    )
    assert [row["approved_by"] for row in _rows(file.read_text())] == ["Flo"]


def test_a_player(program: Program, data: str) -> None:
    result = program.json("pit", "player", "ann", "--data", data)
    assert (result["player"], result["bought_in"], result["rounds"]) == ("Ann", 400_00, 7)
    assert len(result["played"]) == 8  # one of them is void
    assert sum(item["net"] for item in result["played"]) == result["net"]
    rows = _rows(program.output_of("pit", "player", "Ann", "--data", data, "--csv"))
    assert [int(row["net"]) for row in rows] == [item["net"] for item in result["played"]]
    assert "stud-235" in program.output_of("pit", "player", "Ann", "--data", data, "--day", FIRST)


def test_a_report_starts_without_numba(data: str) -> None:
    code = (
        "import sys; sys.argv = ['pitboss', 'pit', 'shift', '--data', sys.argv[1], '--json'];"
        "from pitboss.cli import main; main(); assert 'numba' not in sys.modules"
    )
    process = subprocess.run([sys.executable, "-c", code, data], env=PLAIN, capture_output=True)
    assert (process.returncode, process.stderr) == (0, b"")


# Reconciliation


def test_prog_4_the_books_of_a_day_close(program: Program, data: str) -> None:
    for day in (FIRST, SECOND, "2026-11-18"):
        result = program.json("reconcile", "--data", data, "--day", day)
        assert (result["closes"], result["difference"], result["total"]) == (True, 0, 0)
        assert [item["stream"] for item in result["streams"]] == [
            "office",
            "run-em-twice",
            "stud-235",
        ]
    output = program.output_of("reconcile", "--data", data, "--day", FIRST)
    assert output.endswith("Sum of all balances: $0. Difference: $0.\n")


def test_a_break_is_reported(program: Program, wrong: str) -> None:
    status, _, err = program.run("reconcile", "--data", wrong, "--day", SECOND)
    progress = err.splitlines()
    assert status == 1
    assert any(item.startswith("pitboss: player:Bob should hold ") for item in progress), progress
    assert "pitboss: all accounts together hold 1 cents instead of 0." in progress
    result = program.json("reconcile", "--data", wrong, status=1)
    assert (result["closes"], result["difference"]) == (False, 1)


# Audit


def test_an_audit_in_order(program: Program, data: str) -> None:
    output = program.output_of("audit", "--data", data).splitlines()
    assert output[0].startswith("No problems found: 3 streams, ")
    assert output[0].endswith(" 8 rounds proved.")
    flag_line, *heads = output[1:]
    assert flag_line.startswith(
        "A corrected payout differs from what the cards pay: run-em-twice, line "
    )
    assert len(heads) == 3
    again = [part for head in heads for part in ("--head", head)]
    assert program.output_of("audit", str(Path(data) / "room.db"), *again).splitlines() == output
    result = program.json("audit", "--data", data)
    assert (result["in_order"], result["findings"]) == (True, [])
    assert f"office={result['heads']['office']['version']}:" in heads[0]


def test_an_audit_since_the_heads_of_another_room(
    program: Program, data: str, tmp_path: Path
) -> None:
    heads = str(tmp_path / "heads")
    whole = program.output_of("audit", "--data", data, "--heads", heads).splitlines()
    rest = program.output_of("audit", "--data", data, "--since", heads).splitlines()
    assert rest[-3:] == whole[-3:]  # the heads
    assert " up to the heads, which are trusted." in rest[-4]
    counts = [program.json("audit", "--data", data, *more) for more in ((), ("--since", heads))]
    assert counts[1]["earlier_lines"] > 0
    assert counts[1]["lines"] + counts[1]["earlier_lines"] == counts[0]["lines"]


def test_no_heads_are_written_for_a_room_with_errors(
    program: Program, wrong: str, tmp_path: Path
) -> None:
    status, *_ = program.run("audit", "--data", wrong, "--heads", str(tmp_path / "heads"))
    assert (status, (tmp_path / "heads").exists()) == (1, False)


def test_an_audit_that_reports_a_problem(program: Program, wrong: str) -> None:
    status, out, err = program.run("audit", "--data", wrong)
    assert (status, out) == (1, "")
    progress = err.splitlines()
    assert progress[0].startswith("pitboss: player:Bob holds ")
    assert len(progress) == 2
    result = program.json("audit", "--data", wrong, "--limit", "1", status=1)
    assert (result["in_order"], len(result["findings"]), result["more"]) == (False, 1, True)


def test_a_head_stored_elsewhere(program: Program, data: str) -> None:
    status, _, err = program.run("audit", "--data", data, "--head", f"office=4:{'0' * 64}")
    assert status == 1
    assert "pitboss: office, line 4: its hash is " in err


# Backup and restore


def test_archive_and_its_checks(program: Program, tmp_path: Path) -> None:
    from tests.room.store.test_archive import played_room

    data = str(shutil.copytree(played_room(), tmp_path / "room"))
    output = program.output_of("archive", "--before", SECOND, "--data", data)
    folder = tmp_path / "room" / "archive"
    files = sorted(folder.iterdir())
    assert [file.name.partition("-1-")[0] for file in files] == ["run-em-twice", "stud-235"]
    assert f"to {folder}. Copy the files to another place" in output
    for file in files:
        head = program.output_of("verify", str(file)).split()[-1]
        assert f"={file.stem.rpartition('-')[2]}:{head}\n" in output
    audit = program.output_of("audit", "--data", data)
    lines = re.search(r"Not read: ([0-9,]+) archived lines", audit)
    assert lines
    assert f"Moved {lines[1]} lines" in output
    whole = program.json("audit", "--data", data, "--archive", str(folder))
    assert (whole["in_order"], whole["archived_lines"]) == (True, 0)
    nothing = program.json("archive", "--before", SECOND, "--data", data)
    assert nothing == {"lines": 0, "archives": []}
    assert "Nothing to archive" in program.output_of("archive", "--before", SECOND, "--data", data)
    (status, _, error) = program.run("audit", "--data", data, "--archive", str(tmp_path))
    assert (status, error) == (0, "")  # the files are also where they were written
    folder.rename(tmp_path / "elsewhere")
    (status, _, error) = program.run("audit", "--data", data, "--archive", str(tmp_path))
    assert status == 2
    assert f"are archived in the file {files[0].name}" in error
    (status, _, error) = program.run("reindex", "--data", data)
    assert status == 2
    assert f"are archived in the file {files[0].name}" in error
    whole = program.json("audit", "--data", data, "--archive", str(tmp_path / "elsewhere"))
    assert whole["in_order"]


def test_backup_and_restore(program: Program, data: str, tmp_path: Path) -> None:
    copy, clean = str(tmp_path / "copy.db"), str(tmp_path / "clean")
    output = program.output_of("backup", "--data", data, copy)
    assert output.startswith(f"Wrote the room to {copy}: ")
    assert "The key that encrypts the seeds is not in the backup." in output
    progress = program.output_of("restore", copy, "--data", clean)
    assert "round 6 of run-em-twice is then void" in progress
    assert program.output_of("audit", "--data", clean) == program.output_of("audit", "--data", data)
    backup = program.json("backup", "--data", clean, str(tmp_path))
    assert Path(backup["file"]).parent == tmp_path
    assert backup["heads"] == program.json("audit", backup["file"])["heads"]


def test_restoring_where_a_key_already_exists(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert_sql = f"""INSERT INTO shelves (shelf, name, value, hash)
        VALUES ('room', 'id', CAST('r7' AS BLOB), '{row_hash("shelves", "room", "id", b"r7")}')"""  # noqa: S608
    file, clean = edit_copy(tmp_path, run_statement(insert_sql)), str(tmp_path / "clean")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    key = tmp_path / "pitboss" / "keys" / "r7.key"
    assert f"is not in {key}. Put it there" in program.output_of(
        "restore", str(file), "--data", f"{clean} 1"
    )
    key.parent.mkdir(parents=True)
    key.write_bytes(bytes(32))
    assert (
        f"The key that encrypts the seeds is in {key}: round 6 of run-em-twice can continue."
        in (program.output_of("restore", str(file), "--data", f"{clean} 2"))
    )


def test_a_damaged_backup_is_not_restored(program: Program, wrong: str, tmp_path: Path) -> None:
    clean = str(tmp_path / "clean")
    status, out, err = program.run("restore", f"{wrong}/room.db", "--data", clean)
    assert status == 1
    assert "player:Bob holds" in err
    assert "Nothing was restored" in out
    assert not (tmp_path / "clean" / "room.db").exists()


# Bad input


def _bad() -> Iterator[tuple[str, str]]:
    yield "audit --data {none}", "there is no folder {none}"
    yield "audit --data {empty}", "there is no room in {empty}: room.db is missing"
    yield "audit {text}", "{text} is not a database"
    yield "audit {none}", "there is no file {none}"
    yield "audit {empty}", "{empty} is a folder, not a database"
    yield "audit {file} --data {data}", "choose one room"
    yield "audit --data {data} --head office", "invalid head 'office'"
    yield "audit --data {data} --limit 0", "--limit must be at least 1"
    yield "audit --data {data} --workers 0", "--workers must be at least 1"
    yield "audit --data {data} --since {none}", "{none} cannot be read"
    yield "audit --data {data} --since {text}", "{text} is not a file of heads"
    yield (
        f"audit --data {{data}} --head a=1:{'0' * 64} --since {{text}}",
        "choose --head or --since",
    )
    yield "audit --database mysql://x", "a database address must start with postgresql://"
    yield "reconcile --data {none}", "there is no folder {none}"
    yield "reconcile --data {data} --day 2026-13-45", "'2026-13-45' is not a date"
    yield "reconcile --data {data} --day yesterday", "'yesterday' is not a date"
    yield "pit shift --data {data} stud-9", "there is no table 'stud-9': choose from run-em-twice,"
    yield "pit shift --data {data} --day x", "'x' is not a date"
    yield "pit shift --data {data} --from x", "'x' is not a time"
    yield "pit shift --data {data} --from 2026-11-17 --to 2026-11-16", "must be after the start"
    yield "pit shift --data {data} --day 2026-11-16 --from 2026-11-16", "give a day or times"
    yield "pit shift --data {data} --part voids", "--part requires --csv"
    yield "pit shift --data {data} --csv --part songs", "--part requires --csv and must be one of"
    yield "pit shift --data {data} --csv --json", "choose one of --csv and --json"
    yield "pit shift --data {data} -o x", "--output requires --csv"
    yield "pit shift --data {data} --csv -o {text}", "{text} already exists"
    yield "pit player Nobody --data {data}", "there is no account named 'Nobody'"
    yield "backup --data {none} x", "there is no folder {none}"
    yield "backup --data {data} {none}/copy.db", "cannot be written: No such file or directory"
    yield "backup --data {data} {text}", "{text} already exists"
    yield "backup --data {data}", "TARGET is missing: a new file"
    yield "restore {none} --data {empty}", "there is no file {none}"
    yield "restore {text} --data {empty}", "{text} is not a database"
    yield "restore {file} --data {data}", "there is already a room in {data}"
    yield "restore {file}", "--data is missing: a folder without a room"


@pytest.mark.parametrize(("line", "sentence"), list(_bad()))
def test_bad_input_gets_a_one_sentence_error(
    program: Program, line: str, sentence: str, tmp_path: Path
) -> None:
    data, empty, text = tmp_path / "data", tmp_path / "empty", tmp_path / "text"
    data.mkdir()
    empty.mkdir()
    file = copy_two_days(data)
    text.write_text("no database, but long enough to be one\n" * 50)
    names = {"data": data, "empty": empty, "text": text, "none": tmp_path / "none", "file": file}
    status, out, err = program.run(*line.format(**names).split())
    assert (status, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1
    assert sentence.format(**names) in err


def test_the_environment_names_the_room() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "pitboss", "audit"],
        env=PLAIN | {"PITBOSS_DATA": str(two_day_database().parent)},
        capture_output=True,
    )
    assert process.stdout.startswith(b"No problems found")


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_pit_totals_and_bands(program: Program, tmp_path: Path) -> None:
    copy_two_days(tmp_path)
    where = ("--data", str(tmp_path), "--day", FIRST)
    totals = program.json("pit", "shift", *where, "--pit")
    sheets = program.json("pit", "shift", *where)
    assert totals["win"] == sum(sheet["win"] for sheet in sheets)
    assert totals["sheets"] == sheets
    text = program.output_of("pit", "shift", *where)
    for words in ("The whole pit: 2 tables", "standard deviation", "99% band of win"):
        assert words in text
    assert "Wagers" not in program.output_of("pit", "shift", *where, "--pit")
    one = program.output_of("pit", "shift", "stud-235", *where)
    assert "The whole pit" not in one
    (row,) = csv.DictReader(
        io.StringIO(program.output_of("pit", "shift", *where, "--pit", "--csv"))
    )
    assert int(row["standard_deviation"]) == totals["bands"]["standard_deviation"]
    status, _, error = program.run("pit", "shift", *where, "--pit", "--csv", "--part", "voids")
    assert (status, "choose one of --part and --pit" in error) == (2, True)


def test_who_did_what(program: Program, tmp_path: Path) -> None:
    copy_two_days(tmp_path)
    where = ("--data", str(tmp_path), "--day", FIRST)
    report = program.json("pit", "staff", *where)
    assert {person["name"]: person["rounds"] for person in report["people"]} == {"Dee": 6, "Flo": 0}
    assert "void round 3" in program.output_of("pit", "staff", *where)
    acts = program.output_of("pit", "staff", *where, "--csv", "--part", "acts")
    assert len(acts.splitlines()) == 1 + len(report["acts"])
    nobody = program.output_of("pit", "staff", "--data", str(tmp_path), "--day", "2020-01-01")
    assert "No staff activity." in nobody
    status, _, error = program.run("pit", "staff", *where, "--part", "acts")
    assert (status, "--part requires --csv" in error) == (2, True)
