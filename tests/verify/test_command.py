"""``pitboss verify FILE``, as its users run it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.verify import verify
from pitboss.verify.chain import MAX_LINE_BYTES
from tests.cli.program import PLAIN, printed, printed_json, refused, run
from tests.verify.corpus import CORPUS
from tests.verify.shifts import Shift


def written(folder: Path, content: bytes) -> str:
    file = folder / "shift.jsonl"
    file.write_bytes(content)
    return str(file)


def fault(file: str) -> str:
    """What is said of a file that is wrong: on standard error, alone, with exit status 1."""
    done = run("verify", file)
    assert (done.returncode, done.stdout) == (1, b""), done
    return one_sentence(file, done.stderr.decode())


def one_sentence(file: str, progress: str) -> str:
    assert progress.startswith(f"pitboss: {file}, line ")
    assert progress.endswith(".\n")
    assert progress.count("\n") == 1
    return progress


GOOD = b"".join(CORPUS["stud"]().lines())


def test_a_good_file_is_told_in_one_line(tmp_path: Path) -> None:
    checked = verify(CORPUS["stud"]().lines())
    assert printed("verify", written(tmp_path, GOOD)) == (
        f"In order (practice): 1 round, {checked.events} events, {checked.cards} cards, "
        f"{checked.postings} postings, head {checked.head}\n"
    )


def test_an_unknown_game_is_refused_with_the_option_that_loads_it(tmp_path: Path) -> None:
    shift = GOOD.replace(b'"stud-235"', b'"my-stud"')
    sentence = fault(written(tmp_path, shift))
    assert "'my-stud' is not a game" in sentence
    assert "(for a game from a file, add --game FILE)." in sentence


def test_a_shift_that_was_no_practice_does_not_say_so(tmp_path: Path) -> None:
    lines = Shift("criss-cross", practice=False).play(2).lines()
    progress = printed("verify", written(tmp_path, b"".join(lines)))
    assert progress.startswith("In order: 2 rounds, ")
    assert "practice" not in progress


def test_a_lost_seed_is_told(tmp_path: Path) -> None:
    file = written(tmp_path, b"".join(CORPUS["lost"]().lines()))
    assert "postings, 1 void, 1 lost seed, unproved round 1, head" in printed("verify", file)
    progress = printed_json("verify", file, "--json")
    assert (progress["lost"], progress["unproved"]) == (1, [1])


def test_incidents_are_told(tmp_path: Path) -> None:
    file = written(tmp_path, b"".join(CORPUS["skipped"]().lines()))
    assert "postings, 2 incidents, head" in printed("verify", file)
    file = written(tmp_path, b"".join(CORPUS["miscounted"]().lines()))
    assert "postings, 1 void, 1 incident, head" in printed("verify", file)


def test_a_good_file_for_programs(tmp_path: Path) -> None:
    checked = verify(CORPUS["stud"]().lines())
    assert printed_json("verify", written(tmp_path, GOOD), "--json") == {
        "verified": True,
        "rounds": 1,
        "events": checked.events,
        "cards": checked.cards,
        "postings": checked.postings,
        "voids": 0,
        "corrections": 0,
        "incidents": 0,
        "lost": 0,
        "practice": True,
        "head": checked.head,
        "forward": False,
    }


def test_a_fault_for_programs(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.replace(b'"cents":500', b'"cents":600', 1))
    done = run("verify", file, "--json")
    assert (done.returncode, done.stderr) == (1, b"")
    progress = json.loads(done.stdout)
    assert progress["verified"] is False
    assert f"line {progress['line']}: {progress['fault']}" in fault(file)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "line 1: it is empty."),
        (b"\n", "line 1: it is blank."),
        (b"{}\n", "line 1: it is no event of a table: Object missing required field `n`."),
        (b'{"n":1,"prev":""}\n', "Object missing required field `by`."),
        (b"\x89PNG\r\n\x1a\n\x00", "line 1: it ends with a carriage return"),
        (bytes(range(256)), "line 1: it is no event of a table: JSON is malformed"),
        (b"\x00" * 5000, "line 1: it does not end with a newline"),
        (GOOD.decode().encode("utf-16"), "line 1: it is no event of a table"),
        (b"\xef\xbb\xbf" + GOOD, "line 1: it is no event of a table: JSON is malformed"),
        (GOOD.replace(b"Ann", b"\xff\xfe\xfd"), "can't decode byte 0xff"),
        (GOOD.replace(b"\n", b"\r\n"), "line 1: it ends with a carriage return"),
        (GOOD.replace(b"\n", b"\r"), "line 1: it does not end with a newline"),
        (GOOD[:-1], "it does not end with a newline: the file was cut off."),
        (GOOD[: len(GOOD) // 2], "it does not end with a newline: the file was cut off."),
        (GOOD + b"\n", "something follows the last line."),
        (GOOD + GOOD, "something follows the last line."),
        (b"[" * 100_000 + b"\n", "line 1: it is no event of a table"),
        (b'{"n":' + b"9" * 5000 + b"}\n", "line 1: it is no event of a table"),
        (b'"' + b"x" * MAX_LINE_BYTES + b'"\n', "line 1: it is longer than 16,777,216 bytes."),
        (b"not JSON at all\n", "line 1: it is no event of a table: JSON is malformed"),
    ],
    ids=[
        "empty", "blank", "an object", "no event", "an image", "binary", "zeros", "UTF-16",
        "a mark of UTF-8",
        "Latin 1", "Windows line ends", "old line ends", "the last newline", "half", "a line more",
        "twice", "deep", "a long number", "a long line", "words",
    ],
)  # fmt: skip
def test_a_file_that_is_wrong(
    tmp_path: Path,
    content: bytes,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = written(tmp_path, content)
    monkeypatch.setattr(sys, "argv", ["pitboss", "verify", file])
    with pytest.raises(SystemExit) as ended:
        main()
    printed, progress = capsys.readouterr()
    assert (ended.value.code, printed) == (1, "")
    assert sentence in one_sentence(file, progress)


def test_the_first_fault_is_told_with_its_line(tmp_path: Path) -> None:
    lines = CORPUS["stud"]().lines()
    assert "line 6: n is 7, not 6" in fault(written(tmp_path, b"".join(lines[:5] + lines[6:])))


def test_a_missing_file(tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    assert refused("verify", str(file)) == f"{file} cannot be read: No such file or directory."


def test_a_folder(tmp_path: Path) -> None:
    assert refused("verify", str(tmp_path)) == f"{tmp_path} cannot be read: Is a directory."
    assert refused("verify", str(tmp_path), "--json").startswith(f"{tmp_path} cannot be read")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    file = Path(written(tmp_path, GOOD))
    file.chmod(0)
    assert refused("verify", str(file)) == f"{file} cannot be read: Permission denied."


def test_a_file_that_cannot_be_read_to_its_end() -> None:
    """Memory of the process itself: it opens, and fails at the first byte."""
    assert "cannot be read: Input/output error" in refused("verify", "/proc/self/mem")


def test_no_file() -> None:
    assert "Missing argument 'FILE'" in refused("verify")


def test_a_pipe(tmp_path: Path) -> None:
    assert printed("verify", "/dev/stdin", given=GOOD).startswith("In order (practice)")


def test_neither_the_table_nor_a_compiler_is_loaded(tmp_path: Path) -> None:
    """The checker stands alone, and starts at once."""
    loading = [sys.executable, "-X", "importtime", "-m", "pitboss", "verify"]
    done = subprocess.run([*loading, written(tmp_path, GOOD)], env=PLAIN, capture_output=True)
    assert done.returncode == 0
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    assert "pitboss.verify.settlement" in loaded
    assert not {name for name in loaded if name.startswith(("pitboss.table", "numba"))}
