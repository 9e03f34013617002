"""Test the commands of the lab."""

import csv
import json
import shlex
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.lab.count_files import known_results
from pitboss.lab.main_game import solve_main
from pitboss.submission import resolve
from tests.cli.program import PITBOSS, PLAIN, error_output, output_of, printed_json, run

pytestmark = pytest.mark.usefixtures("kernels")

# Where the tests run in the background, their child processes would ignore Ctrl-C.
HEARS_CTRL_C = [
    sys.executable,
    "-c",
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL);"
    "os.execv(sys.argv[1], sys.argv[1:])",
]


def answer(*arguments: str) -> Any:  # noqa: ANN401
    return printed_json(*arguments, "--json")


def test_solve_prints_the_keys_of_the_contract() -> None:
    result = answer("solve", "criss-cross")
    assert {
        "game",
        "readings",
        "unit",
        "main",
        "wagers",
        "strategy",
        "seconds",
        "seconds_all",
    } <= set(result)
    assert (result["game"], result["unit"]) == ("criss-cross", "ante_across")
    main = result["main"]
    assert main["ev"] == "-579091/6689228"
    assert round(main["house_edge"], 7) == 0.0432853
    assert round(main["element_of_risk"], 6) == 0.014764
    assert round(main["standard_deviation"], 5) == 9.60196
    assert main["win"] + main["push"] + main["lose"] == pytest.approx(1)
    bonus = result["wagers"]["five_card_bonus"]
    assert bonus["ev"] == "-7653/216580"
    assert (round(bonus["house_edge"], 7), round(bonus["standard_deviation"], 5)) == (
        0.0353357,
        1.72314,
    )
    assert round(bonus["hit"], 4) == 0.3688
    first = result["strategy"]["first"]
    assert len(first) == 169
    assert (first["AA"], first["AKs"], first["32o"]) == ("3x", "1x", "fold")


def test_a_progressive_has_the_keys_of_the_contract() -> None:
    result = answer("solve", "stud-235")["wagers"]["progressive"]
    assert result["royal_flush"] == "1/649740"
    assert result["straight_flush"] == "3/216580"
    assert result["four_of_a_kind"] == "1/4165"
    assert result["fixed_return"] == "86183/162435"
    assert list(result["break_even_meter"]) == list("012345")
    assert result["break_even_meter"]["0"] == "305008000/19"


def test_a_spin_has_its_mean() -> None:
    result = answer("solve", "criss-cross")["wagers"]["bonus_spin"]
    assert (result["mean_spin"], result["return"]) == ("6163", "6163/8500")


def test_a_changed_payout_affects_only_its_wager() -> None:
    plain = answer("solve", "stud-235")
    variant = answer("solve", "stud-235", "--pay", "win_em_all.all-win=13")
    assert variant["main"]["ev"] == plain["main"]["ev"]
    assert variant["wagers"]["progressive"] == plain["wagers"]["progressive"]
    assert variant["wagers"]["win_em_all"]["ev"] == "-1952/116025"


def test_a_submission_and_a_reading_are_solved(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "stud-235"\n[wagers.win_em_all]\noffered = false\n')
    result = answer("solve", "stud-235", "--submission", str(file), "--reading", "low_ace=all")
    assert result["main"]["ev"] == "-16106/270725"
    assert list(result["wagers"]) == ["progressive"]
    assert result["readings"] == {"low_ace": "all"}


def test_return_tables_as_csv_add_up_to_the_expectation(tmp_path: Path) -> None:
    file = tmp_path / "returns.csv"
    output_of("solve", "stud-235", "--csv", "-o", str(file))
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert list(rows[0]) == ["wager", "hand", "pays", "combinations", "probability", "return"]
    solution = answer("solve", "stud-235")
    evs = {"main": solution["main"]["ev"]} | {k: x["ev"] for k, x in solution["wagers"].items()}
    for wager, ev in evs.items():
        own = [row for row in rows if row["wager"] == wager]
        assert sum(float(row["probability"]) for row in own) == pytest.approx(1)
        assert sum(float(row["return"]) for row in own) == pytest.approx(float(Fraction(ev)))


def test_solve_for_people_shows_chart_and_tables() -> None:
    text = output_of("solve", "holdem-bonus", "--tables")
    for part in (
        "house edge",
        "The first decision",
        "K b b",
        "pair of 2s to 10s",
        "wins 5",
        "pushes",
    ):
        assert part in text, part


@pytest.mark.parametrize("game", GAMES)
def test_output_fits_in_eighty_columns(game: str) -> None:
    process = subprocess.run(
        [*PITBOSS, "solve", game], env=PLAIN | {"COLUMNS": "80"}, capture_output=True, text=True
    )
    assert max(len(line) for line in process.stdout.splitlines()) <= 80


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("solve criss-cros", "did you mean criss-cross"),
        ("solve criss-cross --pay acros.flush=7", ": choose from ante_across"),
        ("solve criss-cross --pay across.flsh=7", "of across: choose from royal-flush"),
        ("solve criss-cross --pay across.flush=many", "invalid odds 'many'"),
        ("solve criss-cross --pay across.flush=7.5", "invalid odds"),
        ("solve criss-cross --pay across.flush=-2", "out of range"),
        ("solve criss-cross --pay across.flush=2000000", "out of range"),
        ("solve criss-cross --pay across", "write WAGER.HAND=ODDS"),
        ("solve criss-cross --pay bonus_spin.jackpot=9", "paid by a wheel"),
        ("solve holdem-bonus --pay ante.flush=2", "decided against the dealer"),
        ("solve stud-235 --pay progressive.royal-flush=9", "paid from a meter"),
        ("solve criss-cross --pay ante_down.flush=2", "never pays more than 1 to 1"),
        ("solve criss-cross --reading low_ace", "write it as ID=CHOICE"),
        ("solve criss-cross --reading ace=low", "unknown reading 'ace' for criss-cross"),
        ("solve holdem-bonus --reading low_ace=never", "the game has none"),
        ("solve criss-cross --reading low_ace=maybe", "choose from straight, never [CCP 6.A]"),
        ("solve criss-cross --submission /no/such.toml", "there is no file"),
        ("solve criss-cross --csv --json", "choose one of"),
        ("solve criss-cross -o x", "requires --csv"),
        ("advise criss-cross --hole 'Kh Qs 2c 3c 4c'", "hole takes 2 cards"),
        ("advise criss-cross --hole 'Kh Kh'", "--hole: Kh appears twice"),
        ("advise criss-cross --hole 'Kh 1s'", "--hole: '1s' is not a card"),
        ("advise criss-cross --hole 'Kh Qs' --decisions 4x", "is not a decision on Across"),
        ("advise criss-cross --hole 'Kh Qs' --decisions fold", "nothing left to decide"),
        ("advise criss-cross --hole 'Kh Qs' --decisions 1x", "left takes 1 card at this"),
        ("advise criss-cross --hole 'Kh Qs' --left 2c", "is revealed only after"),
        ("advise criss-cross --hole 'Kh Qs' --left Kh --right 2c --decisions 1x", "Kh appears"),
        ("advise holdem-bonus --hole 'Kh Qs' --left 2c", "unknown place 'left'"),
        ("advise holdem-bonus --hole 'Kh Qs' --dealer '2c 3c'", "is revealed only after"),
        ("advise stud-235 --hole 'Kh Qs 2c'", "hole takes 2 cards at this decision, not 3"),
        ("advise stud-235 --hole 'Kh Qs' --decisions check", "hole takes 3 cards at this decision"),
        ("readings criss-cross --submission x.toml", "requires --effect"),
        ("counts criss-cros", "did you mean criss-cross"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_one_sentence_error(line: str, sentence: str) -> None:
    assert sentence in error_output(*shlex.split(line))


def test_an_unreadable_submission_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("game = [")
    assert "is not valid TOML" in error_output("solve", "stud-235", "--submission", str(file))
    file.write_text('game = "criss-cross"\n')
    assert "not for stud-235" in error_output(
        "advise", "stud-235", "--hole", "Kh Qs", "--submission", str(file)
    )


def test_advice_has_the_shape_of_the_contract() -> None:
    result = answer(
        "advise",
        "criss-cross",
        "--hole",
        "Kh Qs",
        "--left",
        "2c",
        "--right",
        "Td",
        "--decisions",
        "1x",
    )
    assert result == {
        "decisions": {"fold": "-3", "1x": "-2199/2162", "2x": "-19069/17296", "3x": "-10273/8648"},
        "best": "1x",
    }


def test_effects_are_exact_for_programs() -> None:
    (reading,) = answer("readings", "stud-235", "--effect")["readings"]
    assert reading["choices"]["five-card"]["ev"] == "-28454/270725"
    assert reading["choices"]["all"]["wagers"]["win_em_all"]["ev"] == "-1539/20825"


def test_a_first_run_reports_compiling_and_ctrl_c_stops_it(tmp_path: Path) -> None:
    """Interrupted while compiling or solving, it ends with one sentence and leaves no bad file."""
    env = PLAIN | {"PITBOSS_CACHE": str(tmp_path)}
    command = [*HEARS_CTRL_C, *PITBOSS, "solve", "holdem-bonus", "--json"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"pitboss: compiling the lab's kernels")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors) == (2, b"", b"pitboss: interrupted.\n")
    assert not list(tmp_path.glob("solutions/*"))


@pytest.mark.parametrize("moment", [1, 2, 5, 20])
def test_ctrl_c_while_solving_leaves_no_broken_cache(
    moment: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever it is interrupted, nothing is cached, and the next run solves as usual."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    report_count = 0

    def report_progress(what: str, done_count: int, of: int) -> None:
        nonlocal report_count
        report_count += 1
        if report_count == moment:
            raise KeyboardInterrupt

    rules = resolve(GAMES["criss-cross"])
    with pytest.raises(KeyboardInterrupt):
        solve_main(rules, progress=report_progress)
    assert not list(tmp_path.glob("solutions/*"))
    assert solve_main(rules).results == known_results(rules)
    assert len(list(tmp_path.glob("solutions/*"))) == 1


def test_a_damaged_solution_is_reported_and_computed_again(tmp_path: Path) -> None:
    env = PLAIN | {"PITBOSS_CACHE": str(tmp_path)}
    command = [*PITBOSS, "solve", "stud-235", "--json"]
    first = subprocess.run(command, env=env, capture_output=True, check=True)
    (file,) = tmp_path.glob("solutions/*")
    file.write_bytes(file.read_bytes().replace(b'"net"', b'"nte"', 1))
    again = subprocess.run(command, env=env, capture_output=True, check=True)
    assert b"damaged" in again.stderr
    assert json.loads(again.stdout)["main"] == json.loads(first.stdout)["main"]
    assert run("solve", "stud-235").returncode == 0
