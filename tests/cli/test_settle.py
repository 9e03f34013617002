"""Test ``pitboss settle`` as a filter: it streams, survives bad lines, writes whole lines only."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.program import PITBOSS, output_of, run

ROUNDS = (Path(__file__).parents[2] / "examples" / "rounds.jsonl").read_bytes()
ROUND = ROUNDS.splitlines()[2]


def test_one_line_for_each_round_in_the_same_order() -> None:
    lines = output_of("settle", stdin=ROUNDS).splitlines()
    assert [list(json.loads(line)["seats"]) for line in lines] == [
        ["1", "4"],
        ["2", "5"],
        ["3"],
        ["1", "2"],
    ]


def test_the_last_line_needs_no_newline() -> None:
    assert output_of("settle", stdin=ROUND) == output_of("settle", stdin=ROUND + b"\n")


def test_blank_lines_are_skipped() -> None:
    assert len(output_of("settle", stdin=b"\n  \n" + ROUND + b"\n\n\r\n").splitlines()) == 1


def test_no_input_gives_no_output() -> None:
    assert output_of("settle", stdin=b"") == ""


def test_a_bad_line_gets_an_error_and_the_rest_are_settled() -> None:
    bad = [b"nonsense", b'{"game": "bridge", "seats": {}}', b"\xff\xfe", b"[1, 2]", b"null"]
    lines = output_of("settle", stdin=b"\n".join([*bad, ROUND])).splitlines()
    answers = [json.loads(line) for line in lines]
    assert [list(answer) for answer in answers] == [["error"]] * 5 + [["seats", "meters"]]
    assert "bridge" in answers[1]["error"]


def test_a_line_of_ten_megabytes_gets_a_response() -> None:
    long = b'{"game": "' + b"x" * 10_000_000 + b'"}'
    lines = output_of("settle", stdin=long + b"\n" + ROUND + b"\n").splitlines()
    assert "longer than" in json.loads(lines[0])["error"]
    assert "seats" in json.loads(lines[1])


def test_responses_come_before_the_input_ends() -> None:
    """Another program may write a line, read the response, and write the next line."""
    with subprocess.Popen(
        [*PITBOSS, "settle"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        for _ in range(3):
            talk.stdin.write(ROUND + b"\n")
            talk.stdin.flush()
            assert b"straight flush" in talk.stdout.readline()
        talk.stdin.close()
        assert talk.wait(10) == 0


def test_a_broken_pipe_ends_it_with_one_sentence() -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run(
        [*PITBOSS, "settle"], input=ROUNDS, stdout=write, stderr=subprocess.PIPE, timeout=60
    )
    os.close(write)
    assert process.returncode == 2
    assert process.stderr == b"pitboss: the reader of the output closed the pipe.\n"


@pytest.mark.slow
def test_ctrl_c_ends_it_with_one_sentence_after_a_whole_line() -> None:
    with subprocess.Popen(
        [*PITBOSS, "settle"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as settling:
        assert settling.stdin is not None
        settling.stdin.write((ROUND + b"\n") * 200)
        settling.stdin.flush()
        time.sleep(1.5)
        settling.send_signal(signal.SIGINT)
        out, err = settling.communicate(timeout=20)
    assert settling.returncode == 2
    assert err == b"pitboss: interrupted.\n"
    assert out.endswith(b"}\n")
    assert all(json.loads(line)["seats"] for line in out.splitlines())


def test_an_unknown_option() -> None:
    process = run("settle", "--fast")
    assert process.returncode == 2
    assert b"--fast" in process.stderr
