"""The cache of solutions: reused, never trusted when damaged, never required."""

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest
from msgspec.structs import asdict

from pitboss.games import GAMES
from pitboss.lab.disk_cache import lab_version
from pitboss.lab.game_structure import main_game_digest
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change
from pitboss.lab.results import MainGame
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

STUD: Final = resolve(GAMES["stud-235"])
BROKEN: Final = ("a cached solution is damaged and will be computed again", 0, 0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache folder of one test."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "solutions"


def only_file(folder: Path) -> Path:
    """Return the only file in it."""
    (file,) = folder.iterdir()
    return file


def whole(file: Path) -> bool:
    """Return whether a file is intact: a digest, followed by the data that it covers."""
    stated_hash, _, body = file.read_bytes().partition(b"\n")
    return stated_hash == sha256(body).hexdigest().encode()


def figures(main: MainGame) -> dict[str, Any]:
    result = asdict(main)
    return {name: result[name] for name in result if name not in ("seconds", "seconds_all")}


def unsolvable(*_: object) -> NoReturn:
    raise AssertionError("it was solved again")


# Kept and found


def test_a_solved_game_is_read_from_the_cache(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress: list[object] = []
    solution = solve_main(STUD)
    assert whole(only_file(folder))
    monkeypatch.setattr("pitboss.lab.main_game.find_solver", unsolvable)
    result = solve_main(STUD, progress=lambda *report: progress.append(report))
    assert result == solution
    assert repr(result) == repr(solution)  # including the types within, and their order
    assert progress == []


def test_a_solution_can_be_computed_without_the_cache(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = solve_main(STUD)
    only_file(folder).write_bytes(b"")
    progress: list[tuple[str, int, int]] = []
    again = solve_main(STUD, cache=False, progress=lambda *report: progress.append(report))
    assert BROKEN not in progress  # the cached file was not even read
    assert figures(again) == figures(solution)
    assert whole(only_file(folder))
    monkeypatch.setattr("pitboss.lab.main_game.find_solver", unsolvable)
    with pytest.raises(AssertionError):
        solve_main(STUD, cache=False)


def test_solutions_on_partial_decks_are_not_cached(folder: Path) -> None:
    solve_main(STUD, deck=deck_of_ranks("TJQKA"))
    assert not folder.exists()


# Damaged

DAMAGE: Final[dict[str, Callable[[bytes], bytes]]] = {
    "a byte at the end": lambda text: text[:-1] + bytes([text[-1] ^ 1]),
    "a byte in the middle": lambda text: text[:900] + bytes([text[900] ^ 64]) + text[901:],
    "a byte of the digest": lambda text: bytes([text[0] ^ 1]) + text[1:],
    "the line's end": lambda text: text.replace(b"\n", b" ", 1),
    "cut short": lambda text: text[: len(text) // 2],
    "cut after the digest": lambda text: text[:65],
    "cut in the digest": lambda text: text[:20],
    "more than there was": lambda text: text + b" ",
    "twice": lambda text: text + text,
    "empty": lambda text: b"",
    "an empty line": lambda text: b"\n",
    "garbage": lambda text: bytes(range(256)) * 9,
    "a page": lambda text: b"<!doctype html>\n<title>Log in</title>\n",
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_file_is_reported_and_replaced(name: str, folder: Path) -> None:
    progress: list[tuple[str, int, int]] = []
    solution = solve_main(STUD)
    file = only_file(folder)
    file.write_bytes(DAMAGE[name](file.read_bytes()))
    assert not whole(file)
    again = solve_main(STUD, progress=lambda *report: progress.append(report))
    assert progress[0] == BROKEN
    assert figures(again) == figures(solution)
    assert only_file(folder) == file
    assert whole(file)
    assert solve_main(STUD, progress=refuse_progress) == again


def refuse_progress(*report: object) -> None:
    raise AssertionError(report)


# Blocked


@pytest.mark.parametrize("obstacle", ["cache", "cache/solutions"])
def test_games_are_solved_where_the_cache_is_not_writable(
    obstacle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    file = tmp_path / obstacle
    file.parent.mkdir(exist_ok=True)
    file.write_text("a file where a folder should be")
    first, second = solve_main(STUD), solve_main(STUD)
    assert figures(first) == figures(second)
    assert file.read_text() == "a file where a folder should be"
    assert list(file.parent.iterdir()) == [file]


def test_a_folder_where_the_file_should_be(folder: Path) -> None:
    solution = solve_main(STUD)
    file = only_file(folder)
    file.unlink()
    (file / "not ours").mkdir(parents=True)
    assert figures(solve_main(STUD)) == figures(solution)
    assert only_file(folder) == file  # no partial file is left next to it


SOLVE: Final = """
from pitboss.games import GAMES
from pitboss.lab.main_game import solve_main
from pitboss.submission import resolve

print(solve_main(resolve(GAMES["stud-235"])).ev)
"""


@pytest.mark.slow
def test_concurrent_processes_do_not_interfere(folder: Path) -> None:
    command = [sys.executable, "-c", SOLVE]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate(timeout=120)[0].strip() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert outputs == [str(solve_main(STUD, progress=refuse_progress).ev)] * 3
    assert whole(only_file(folder))


# The name of a file covers everything that the solution depends on


def filed_rules(**submission: Any) -> Rules:  # noqa: ANN401
    return resolve(GAMES["stud-235"], submission)


def test_the_name_contains_the_digest_of_the_game_and_the_lab_version(folder: Path) -> None:
    solve_main(STUD)
    assert only_file(folder).name == f"main-{main_game_digest(STUD)}-{lab_version()}.json"


@pytest.mark.parametrize(
    "other",
    [
        apply_pay_changes(STUD, [parse_pay_change("raise_five.flush=21")]),
        apply_pay_changes(STUD, [parse_pay_change("two_card.pair=0")]),
        filed_rules(readings={"low_ace": "all"}),
    ],
    ids=["a raise", "a required wager", "a reading"],
)
def test_another_game_has_another_cache_file(other: Rules, folder: Path) -> None:
    solution = solve_main(STUD)
    assert solve_main(other).ev != solution.ev
    assert len(list(folder.iterdir())) == 2
    assert solve_main(STUD) == solution


@pytest.mark.parametrize(
    "same",
    [
        filed_rules(table={"minimum": 1_000, "maximum": 20_000}),
        filed_rules(table={"dealing": "hand", "shuffler": "automated"}),
        filed_rules(operator="Another"),
        filed_rules(wagers={"progressive": {"paytable": "D"}}),
        filed_rules(wagers={"win_em_all": {"offered": False}}),
        apply_pay_changes(STUD, [parse_pay_change("win_em_all.all-win=10")]),
    ],
    ids=["limits", "dealing", "operator", "a side wager's table", "no side wager", "side odds"],
)
def test_the_same_main_game_is_cached_once(
    same: Rules, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = solve_main(STUD)
    monkeypatch.setattr("pitboss.lab.main_game.find_solver", unsolvable)
    assert solve_main(same) == solution


@pytest.mark.parametrize("game", ["criss-cross", "run-em-twice"])
def test_readings_that_do_not_affect_the_main_game_share_its_solution(game: str) -> None:
    plain = main_game_digest(resolve(GAMES[game]))
    others = {"raise_amounts": "any"}
    others |= {"spin_after_fold": "lost"} if game == "criss-cross" else {}
    others |= {"progressive_hand": "community"} if game == "run-em-twice" else {}
    for reading, choice in others.items():
        assert main_game_digest(resolve(GAMES[game], {"readings": {reading: choice}})) == plain
    assert main_game_digest(resolve(GAMES[game], {"readings": {"low_ace": "never"}})) != plain


def test_the_options_of_holdem_are_two_games() -> None:
    rules = [
        resolve(GAMES["holdem-bonus"], {"wagers": {"ante": {"pays_on": hand}}})
        for hand in ("straight", "flush")
    ]
    assert main_game_digest(rules[0]) != main_game_digest(rules[1])
