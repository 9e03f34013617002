"""``pitboss verify FILE``, as its users run it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.table.export import FileMarks, encode_last_line, line_hash
from pitboss.verify import verify
from pitboss.verify.chain import MAX_LINE_BYTES
from tests.cli.program import PLAIN, error_output, output_of, printed_json, run
from tests.verify.corpus import CORPUS
from tests.verify.random_shifts import Shift


def write_file(folder: Path, content: bytes) -> str:
    file = folder / "shift.jsonl"
    file.write_bytes(content)
    return str(file)


def fault(file: str) -> str:
    """Return the error for a bad file: on standard error only, with exit status 1."""
    process = run("verify", file)
    assert (process.returncode, process.stdout) == (1, b""), process
    return one_sentence(file, process.stderr.decode())


def one_sentence(file: str, progress: str) -> str:
    assert progress.startswith(f"pitboss: {file}, line ")
    assert progress.endswith(".\n")
    assert progress.count("\n") == 1
    return progress


GOOD = b"".join(CORPUS["stud"]().lines())


def test_valid_file_is_reported_in_one_line(tmp_path: Path) -> None:
    summary = verify(CORPUS["stud"]().lines())
    assert output_of("verify", write_file(tmp_path, GOOD)) == (
        f"Verified (practice): 1 round, {summary.events} events, {summary.cards} cards, "
        f"{summary.postings} postings, head {summary.head}\n"
    )


def test_an_unknown_game_is_refused_with_the_option_that_loads_it(tmp_path: Path) -> None:
    shift = GOOD.replace(b'"stud-235"', b'"my-stud"')
    sentence = fault(write_file(tmp_path, shift))
    assert "'my-stud' is not a game" in sentence
    assert "(for a game from a file, add --game FILE)." in sentence


def test_non_practice_shift_is_not_labeled(tmp_path: Path) -> None:
    lines = Shift("criss-cross", practice=False).play(2).lines()
    progress = output_of("verify", write_file(tmp_path, b"".join(lines)))
    assert progress.startswith("Verified: 2 rounds, ")
    assert "practice" not in progress


def test_a_lost_seed_is_reported(tmp_path: Path) -> None:
    file = write_file(tmp_path, b"".join(CORPUS["lost_seed"]().lines()))
    assert "postings, 1 void, 1 lost seed, unproved round 1, head" in output_of("verify", file)
    progress = printed_json("verify", file, "--json")
    assert (progress["lost"], progress["unproved"]) == (1, [1])


def test_incidents_are_reported(tmp_path: Path) -> None:
    file = write_file(tmp_path, b"".join(CORPUS["skipped_player"]().lines()))
    assert "postings, 2 incidents, head" in output_of("verify", file)
    file = write_file(tmp_path, b"".join(CORPUS["miscounted_stub"]().lines()))
    assert "postings, 1 void, 1 incident, head" in output_of("verify", file)


def test_valid_file_as_json(tmp_path: Path) -> None:
    summary = verify(CORPUS["stud"]().lines())
    assert printed_json("verify", write_file(tmp_path, GOOD), "--json") == {
        "verified": True,
        "rounds": 1,
        "events": summary.events,
        "cards": summary.cards,
        "postings": summary.postings,
        "voids": 0,
        "corrections": 0,
        "incidents": 0,
        "lost": 0,
        "practice": True,
        "head": summary.head,
        "forward": False,
    }


def test_invalid_file_as_json(tmp_path: Path) -> None:
    file = write_file(tmp_path, GOOD.replace(b'"cents":500', b'"cents":600', 1))
    process = run("verify", file, "--json")
    assert (process.returncode, process.stderr) == (1, b"")
    progress = json.loads(process.stdout)
    assert progress["verified"] is False
    assert f"line {progress['line']}: {progress['fault']}" in fault(file)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "line 1: the file is empty."),
        (b"\n", "line 1: the line is blank."),
        (b"{}\n", "line 1: not a valid table event: Object missing required field `n`."),
        (b'{"n":1,"prev":""}\n', "Object missing required field `by`."),
        (b"\x89PNG\r\n\x1a\n\x00", "line 1: the line ends with a carriage return"),
        (bytes(range(256)), "line 1: not a valid table event: JSON is malformed"),
        (b"\x00" * 5000, "line 1: the line does not end with a newline"),
        (GOOD.decode().encode("utf-16"), "line 1: not a valid table event"),
        (b"\xef\xbb\xbf" + GOOD, "line 1: not a valid table event: JSON is malformed"),
        (GOOD.replace(b"Ann", b"\xff\xfe\xfd"), "can't decode byte 0xff"),
        (GOOD.replace(b"\n", b"\r\n"), "line 1: the line ends with a carriage return"),
        (GOOD.replace(b"\n", b"\r"), "line 1: the line does not end with a newline"),
        (GOOD[:-1], "the line does not end with a newline: the file was cut off."),
        (GOOD[: len(GOOD) // 2], "the line does not end with a newline: the file was cut off."),
        (GOOD + b"\n", "there is text after the last line."),
        (GOOD + GOOD, "there is text after the last line."),
        (b"[" * 100_000 + b"\n", "line 1: not a valid table event"),
        (b'{"n":' + b"9" * 5000 + b"}\n", "line 1: not a valid table event"),
        (b'"' + b"x" * MAX_LINE_BYTES + b'"\n', "the line is longer than 16,777,216 bytes."),
        (b"not JSON at all\n", "line 1: not a valid table event: JSON is malformed"),
    ],
    ids=[
        "empty", "blank", "an object", "no event", "an image", "binary", "zeros", "UTF-16",
        "a mark of UTF-8",
        "Latin 1", "Windows line ends", "old line ends", "the last newline", "half", "a line more",
        "twice", "deep", "a long number", "a long line", "words",
    ],
)  # fmt: skip
def test_invalid_file(
    tmp_path: Path,
    content: bytes,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = write_file(tmp_path, content)
    monkeypatch.setattr(sys, "argv", ["pitboss", "verify", file])
    with pytest.raises(SystemExit) as exit_:
        main()
    output, progress = capsys.readouterr()
    assert (exit_.value.code, output) == (1, "")
    assert sentence in one_sentence(file, progress)


def test_the_first_fault_is_reported_with_its_line(tmp_path: Path) -> None:
    lines = CORPUS["stud"]().lines()
    assert "line 6: n is 7, expected 6" in fault(
        write_file(tmp_path, b"".join(lines[:5] + lines[6:]))
    )


def test_a_missing_file(tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    assert error_output("verify", str(file)) == f"{file} cannot be read: No such file or directory."


def test_a_folder(tmp_path: Path) -> None:
    assert error_output("verify", str(tmp_path)) == f"{tmp_path} cannot be read: Is a directory."
    assert error_output("verify", str(tmp_path), "--json").startswith(f"{tmp_path} cannot be read")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    file = Path(write_file(tmp_path, GOOD))
    file.chmod(0)
    assert error_output("verify", str(file)) == f"{file} cannot be read: Permission denied."


def test_file_with_a_read_error() -> None:
    """The file is the memory of the process itself: it can be opened, but the first read fails."""
    assert "cannot be read: Input/output error" in error_output("verify", "/proc/self/mem")


def test_missing_argument() -> None:
    assert "FILE is missing: a shift" in error_output("verify")


def test_a_pipe(tmp_path: Path) -> None:
    assert output_of("verify", "/dev/stdin", stdin=GOOD).startswith("Verified (practice)")


def test_verify_does_not_import_table_or_compiler(tmp_path: Path) -> None:
    """The checker stands alone, and starts quickly."""
    loading = [sys.executable, "-X", "importtime", "-m", "pitboss", "verify"]
    process = subprocess.run([*loading, write_file(tmp_path, GOOD)], env=PLAIN, capture_output=True)
    assert process.returncode == 0
    modules = {line.rpartition("|")[2].strip() for line in process.stderr.decode().splitlines()}
    assert "pitboss.verify.settlement" in modules
    assert not {name for name in modules if name.startswith(("pitboss.table", "numba"))}


def _split(folder: Path) -> tuple[str, str]:
    """Write a shift to two files that follow each other, as an archive does."""
    lines = Shift("criss-cross", practice=False).play(2).lines()
    end = next(number for number, line in enumerate(lines, 1) if b'"RoundClosed"' in line)
    head = line_hash(lines[end - 1].removesuffix(b"\n"))
    last_line = encode_last_line(end, head, FileMarks()) + b"\n"
    parts = (b"".join(lines[:end]) + last_line, b"".join(lines[end:]))
    files = folder / "first.jsonl", folder / "second.jsonl"
    for file, content in zip(files, parts, strict=True):
        file.write_bytes(content)
    return str(files[0]), str(files[1])


def test_files_that_follow_each_other(tmp_path: Path) -> None:
    first, second = _split(tmp_path)
    lines = [Path(file).read_bytes().splitlines(keepends=True) for file in (first, second)]
    whole = verify([*lines[0][:-1], *lines[1]])
    assert output_of("verify", first).startswith("Verified: 1 round, ")
    both = output_of("verify", first, second)
    assert both.startswith("Verified: 2 rounds, ")
    assert both.endswith(f"head {whole.head}\n")


@pytest.mark.parametrize("order", [(1,), (1, 0), (0, 0), (0, 1, 1)])
def test_files_that_do_not_follow_each_other(order: tuple[int, ...], tmp_path: Path) -> None:
    files = _split(tmp_path)
    process = run("verify", *(files[number] for number in order))
    assert (process.returncode, process.stdout) == (1, b"")
