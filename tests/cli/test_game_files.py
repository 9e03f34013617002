"""Every command accepts a game file and reports what is wrong with it."""

import json
import shlex
from pathlib import Path

import pytest

from .program import error_output, output_of, run

GAME = "my_stud.py"


@pytest.fixture
def stud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that ``game new`` writes, in a new folder."""
    monkeypatch.chdir(tmp_path)
    output_of("game", "new", "my-stud")
    return tmp_path / GAME


def test_a_new_game_is_valid_and_has_a_small_edge(stud: Path) -> None:
    assert json.loads(output_of("game", "check", GAME, "--json")) == {
        "game": "my-stud",
        "valid": True,
        "faults": [],
    }
    main = json.loads(output_of("solve", GAME, "--json"))["main"]
    assert main["ev"] == "-141/5525"
    assert stud.read_text().count("#") >= 5  # The file has comments.


def test_a_new_game_never_overwrites_a_file(stud: Path) -> None:
    assert "already exists" in error_output("game", "new", "my-stud")


def test_a_new_game_can_be_written_to_any_file(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    file = tmp_path / "games" / "first.py"
    output = output_of("game", "new", "my-stud", "-o", str(file))
    assert output == f"Wrote a starter game to {file}.\nNext: pitboss solve {file}\n"
    assert json.loads(output_of("game", "check", str(file), "--json"))["game"] == "my-stud"
    assert "already exists" in error_output("game", "new", "my-stud", "-o", str(file))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("my_stud", "my_stud must end in .py, as every game file does"),
        ("my_stud.txt", "my_stud.txt must end in .py, as every game file does"),
        ("missing/my_stud.py", "my_stud.py cannot be written: there is no folder"),
    ],
)
def test_a_new_game_is_not_written_elsewhere(name: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in error_output("game", "new", "my-stud", "-o", str(tmp_path / name))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["2-stud", "", "../stud", "Łódź", "my stud!", "-"])
def test_invalid_game_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "invalid game name" in error_output("game", "new", name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "key", "title"),
    [
        ("my-stud", "my-stud", "My Stud"),
        ("My Stud", "my-stud", "My Stud"),
        ("my_stud", "my-stud", "My Stud"),
        ("  River  RAT ", "river-rat", "River RAT"),
        ("Joe's Poker", "joes-poker", "Joe's Poker"),
    ],
)
def test_a_name_in_any_spelling(
    name: str, key: str, title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = f"{key.replace('-', '_')}.py"
    output = output_of("game", "new", name)
    assert output == f"Wrote a starter game to {file}.\nNext: pitboss solve {file}\n"
    check_result = json.loads(output_of("game", "check", file, "--json"))
    assert check_result == {"game": key, "valid": True, "faults": []}
    assert f'name="{title}",' in Path(file).read_text("utf-8")


@pytest.mark.usefixtures("stud")
def test_a_key_that_already_exists(tmp_path: Path) -> None:
    assert "another game has the key 'criss-cross'" in error_output("game", "new", "criss-cross")
    text = (tmp_path / GAME).read_text().replace("my-stud", "criss-cross")
    (tmp_path / "cross.py").write_text(text)
    for command in (("game", "check"), ("solve",)):
        assert "another game has the key 'criss-cross'" in error_output(*command, "cross.py")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = (", "bad.py, line 1: SyntaxError: '(' was never closed"),
        ("\nimport nosuchmodule", "bad.py, line 2: there is no module nosuchmodule: the file of"),
        ("x = 1\n1 / 0", "bad.py, line 2: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(3)", "bad.py, line 2: SystemExit: 3"),
        ("x = 1", "bad.py must define exactly one game, but it defines none"),
        (
            "from pitboss.games.library.three_card import THREE_CARD",
            "must define exactly one game, but it defines none",
        ),
        (
            "from msgspec.structs import replace\n"
            "from pitboss.games.library.three_card import THREE_CARD\n"
            "A = replace(THREE_CARD, key='a')\nB = replace(THREE_CARD, key='b')\n",
            "must define exactly one game, but it defines 2, a, b",
        ),
        (
            "from pitboss.games.grammar import Game\nGame(key='x')",
            "line 2: Game is missing name: write",
        ),
        (
            "from pitboss.games.grammar import paytable\npaytable('a pair of shoes  1 to 1')",
            "'a pair of shoes' is not a hand that a paytable can name",
        ),
    ],
)
def test_a_file_without_a_game(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.py").write_text(text)
    for command in (("game", "check"), ("rules",)):
        assert sentence in error_output(*command, "bad.py")


def test_missing_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.py").mkdir()
    assert "there is no file 'no.py'" in error_output("game", "check", "no.py")
    assert "folder.py is a folder" in error_output("game", "check", "folder.py")
    assert "there is no file 'no.py'" in error_output("settle", "--game", "no.py")
    Path("folder").mkdir()
    for path in ("folder", "./my_stud", "games/my_stud.txt"):
        assert "is not a game file; its name must end in .py" in error_output("solve", path)


@pytest.mark.usefixtures("stud")
@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", GAME),
        ("rules", GAME, "--json"),
        ("rules", GAME, "--layout"),
        ("readings", GAME),
        ("advise", GAME, "--hole", "Ks Qd"),
        ("submission", "new", GAME),
        ("counts", GAME),
        ("solve", GAME, "--csv"),
        ("report", GAME, "-o", "sheet.html"),
        ("target", GAME, "--edge", "4%", "--vary", "main.flush"),
    ],
    ids=" ".join,
)
def test_commands_accept_a_game_file(arguments: tuple[str, ...]) -> None:
    assert output_of(*arguments)


@pytest.mark.usefixtures("stud")
def test_a_shift_is_verified_with_its_game() -> None:
    output = output_of("play", GAME, "--auto", "5", "--seed", "a", "--export", "shift.jsonl")
    assert "pitboss verify shift.jsonl --game " in output
    assert output_of("verify", "shift.jsonl", "--game", GAME).startswith("Verified (practice): 5 ")
    assert run("verify", "shift.jsonl").returncode == 1


def test_a_small_deck_is_cut_and_dealt(stud: Path) -> None:
    text = stud.read_text().replace("ByTable,", "ByTable,\n    Deck,", 1)
    deck = 'deck=Deck(ranks="JQKA", suits="cdh")'
    stud.write_text(text.replace("hole=2,", f"hole=2, seats=5, {deck},"))
    output_of("play", GAME, "--auto", "3", "--seed", "small", "--export", "small.jsonl")
    assert "Verified (practice): 3 rounds" in output_of("verify", "small.jsonl", "--game", GAME)


@pytest.mark.usefixtures("stud")
def test_a_round_is_settled_with_its_game() -> None:
    line = {
        "game": "my-stud",
        "cards": {"third": "Jd", "holes": {"1": ["Js", "3h"]}},
        "seats": {"1": {"wagers": {"ante": 500}, "decisions": ["2x"]}},
    }
    process = run("settle", "--game", GAME, stdin=json.dumps(line).encode())
    assert json.loads(process.stdout)["seats"]["1"]["net"] == 1500
    by_path = run("settle", "--game", GAME, stdin=json.dumps(line | {"game": GAME}).encode())
    assert "is not a game" in json.loads(by_path.stdout)["error"]


@pytest.mark.usefixtures("stud")
def test_a_filing_is_checked_with_its_game(tmp_path: Path) -> None:
    output_of("submission", "new", GAME, "-o", "mine.toml")
    assert "is a complete and valid filing for My Stud" in output_of(
        "submission", "check", "mine.toml", "--game", GAME
    )
    assert "is not a game" in error_output("submission", "check", "mine.toml")


def test_checking_a_filing_of_an_unnamed_game_asks_for_its_file(stud: Path) -> None:
    output_of("submission", "new", GAME, "-o", "my.toml")
    for arguments in (("check", "my.toml"), ("print", "my.toml"), ("diff", "my.toml", "my.toml")):
        words = error_output("submission", *arguments)
        assert "'my-stud' is not a game" in words
        assert "(for a game from a file, add --game FILE)" in words
    assert stud.exists()


OPEN_CARD = """
from pitboss.games.grammar import *

PAYS = ByTable("two", paytable("pair  5 to 1"))
GAME = Game(
    key="open-card",
    name="Open Card",
    story="One card of your own, one on the table.",
    hole=1,
    places=(Place("open_card", "Open", face_up=1), Place("last", "Last")),
    hands=(HandOf("two", ("open_card", "last"), "both cards"),),
    wagers=(Required("ante", "Ante", PAYS), Raise("bet", "Bet", PAYS, of="ante")),
    streets=(Street("bet", {"fold": FOLD, "1x": 1}, (Reveal(("last",)),)),),
)
"""


def test_advise_has_an_option_for_each_place_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("open.py").write_text(OPEN_CARD)
    arguments = ("advise", "open.py", "--hole", "Ks")
    assert "best" in output_of(*arguments, "--open_card", "2c")
    assert "best" in output_of(*arguments, "--open_card=2c")
    assert "unknown option --middle: the places of this game are --open_card" in error_output(
        *arguments, "--middle", "2c"
    )
    assert "requires a value" in error_output(*arguments, "--open_card")
    assert "unexpected argument" in error_output(*arguments, "2c")


def test_help_of_advise_lists_the_places_seen_before_a_decision() -> None:
    options = " ".join(output_of("advise", "--help").split())
    for name, games in {
        "left": "run-em-twice, criss-cross",
        "flop": "holdem-bonus, ultimate-holdem",
        "river": "ultimate-holdem",
        "dealer": "caribbean-stud",
        "community": "let-it-ride",
        "fourth": "mississippi-stud",
    }.items():
        assert f"--{name} CARDS Cards on the table of {games}." in options
    assert "--center" not in options  # revealed after the last decision
    assert "best" in output_of(
        "advise", "caribbean-stud", "--hole", "Ah Kd 9c 7s 2d", "--dealer=Kh"
    )


@pytest.mark.usefixtures("stud")
def test_a_par_sheet_names_the_file_of_its_game() -> None:
    sheet = json.loads(output_of("report", GAME, "--date", "2026-01-31", "--json"))
    for what, command in sheet["commands"].items():
        assert f" {GAME} " in f"{command} ", what
    output_of("report", GAME, "-o", "sheet.html")
    page = Path("sheet.html").read_text("utf-8")
    assert f"none; the rules are those that {GAME} defines" in page
    assert f"the game in {GAME}." in page
    assert "no rulebook" not in page.partition("</header>")[0]
    assert "The rulebook" not in page


@pytest.mark.usefixtures("stud")
def test_commands_that_a_par_sheet_prints_can_be_run() -> None:
    for game in (GAME, "three-card", "caribbean-stud"):
        sheet = json.loads(output_of("report", game, "--date", "2026-01-31", "--json"))
        line = sheet["commands"]["What a decision is worth"]
        assert "best" in output_of(*shlex.split(line)[1:])


def test_the_submission_of_a_sheet_is_checked_with_its_game(stud: Path) -> None:
    submission = output_of("submission", "new", GAME).replace("minimum = 500", "minimum = 1000")
    Path("submission.toml").write_text(submission)
    sheet = json.loads(output_of("report", GAME, "--submission", "submission.toml", "--json"))
    line = sheet["commands"]["Rules hash, submission"]
    assert line == f"pitboss submission check submission.toml --game {stud.name}"
    assert sheet["rules_hash"] in output_of(*shlex.split(line)[1:])


@pytest.mark.usefixtures("stud")
def test_target_names_the_base_of_the_edge_and_the_file() -> None:
    output = output_of("target", GAME, "--edge", "4%", "--vary", "main.flush", "--count", "1")
    assert output.startswith("My Stud: the main game with a house edge of 4.0000% of Ante\n")
    assert f"options for pitboss solve {GAME}" in output
    let = ("target", "let-it-ride", "--edge", "3.6%", "--vary", "main.flush=7..8", "--count", "1")
    first, *_ = output_of(*let).splitlines()
    assert first == "Let It Ride: the main game with a house edge of 3.6000% of Third Bet"
    assert "its edge_of: all" in output_of("target", "--help")


@pytest.mark.usefixtures("stud")
def test_no_rulebook_is_mentioned_where_there_is_none() -> None:
    for arguments in (("readings", GAME), ("readings", GAME, "--effect")):
        assert "This game leaves no" in output_of(*arguments) or "The game" in output_of(*arguments)
        assert "ts rulebook" not in output_of(*arguments)


def test_edges_name_the_wagers_they_are_based_on() -> None:
    output = output_of("strategy", "let-it-ride")
    assert "house edge, of Third Bet" in output
    assert "required wagers" not in output


JOKER_HOLDEM = """
from pitboss.games.grammar import *

GAME = Game(
    key="joker-holdem",
    name="Joker Hold 'Em",
    story="Hold 'em with a joker.",
    deck=Deck(jokers=1),
    hole=2,
    places=(Place("board", "Board", cards=5), Place("dealer", "Dealer", cards=2)),
    hands=(
        HandOf("player", ("hole", "board"), "your hand"),
        HandOf("dealer", ("dealer", "board"), "the dealer's hand"),
    ),
    wagers=(
        Required("ante", "Ante", showdown("player", "dealer")),
        Raise("bet", "Bet", showdown("player", "dealer"), of="ante"),
    ),
    streets=(Street("bet", {"fold": FOLD, "2x": 2}, (Reveal(("board", "dealer")),)),),
)
"""


def test_a_game_that_is_too_large_to_solve_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "joker.py").write_text(JOKER_HOLDEM)
    assert "are too many to go through one by one" in error_output("solve", "joker.py")
    assert "are too many to go through one by one" in error_output(
        "advise", "joker.py", "--hole", "Ah Kd"
    )
    arguments = ("play", "joker.py", "--auto", "2", "--seed", "s")
    result = run(*arguments)
    assert result.returncode == 0
    assert b"chosen by sampling deals and are approximate" in result.stderr
    assert "approximate play (decisions based on sampled deals)" in " ".join(
        result.stdout.decode().split()
    )
    game_json = json.loads(run(*arguments, "--json").stdout)
    assert game_json["approximate_decisions"] == 2
    assert game_json == json.loads(run(*arguments, "--json").stdout)
