"""The drawing, compared with files; ``python -m tests.tui.test_drawing`` rewrites them."""

from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.tui.game.screen import render_screen
from pitboss.tui.game.screen_state import ScreenState, TablePhase
from tests.tui.screen_scenes import DOWN, ended_round, scene, turn

GOLDEN = Path(__file__).parent / "golden"
CROSS = {"left": "5s", "right": "6h", "top": "6s", "bottom": "6c", "center": "Kh"}
BOARD = {"flop": "Qh 8c Ad", "turn": "Kh", "river": "9d", "dealer": "Jh As"}


def pictures() -> dict[str, ScreenState]:
    """Return the scenes with stored pictures."""
    cross, ret = GAMES["criss-cross"], GAMES["run-em-twice"]
    holdem, stud = GAMES["holdem-bonus"], GAMES["stud-235"]
    return {
        "criss-cross-bets": scene(cross, TablePhase.BETS, spot="bonus_spin"),
        "criss-cross-coach": turn(
            cross, "1x", {"left": "5s", "right": "6h"}, "9s 9d", "-3 -1/7 2/9 5/8", cursor=3
        ),
        "criss-cross-card": turn(
            cross,
            "3x 3x",
            {**CROSS, "center": DOWN},
            "9s 9d",
            "-9 -1/7 2/9 5/8",
            card_advice="Your card: 3x (Middle, line 1: 3x with 17 or more cards that win or push "
            "and 13 or more cards that win or push in one line).",
        ),
        "criss-cross-results": ended_round(
            cross, CROSS, "9s 9d", "3x 3x 1x", {"five_card_bonus": 100, "bonus_spin": 500}, "$50"
        ),
        "run-em-twice-fold": ended_round(
            ret, CROSS, "2c Kd", "1x fold", {"ultimate_pairs": 100, "progressive": 100}
        ),
        "holdem-bonus-turn": turn(holdem, "bet", {"flop": "Ad 5s Kh"}, "9s As"),
        "holdem-bonus-results": ended_round(
            holdem, BOARD, "Ah 6s", "bet bet check", {"bonus": 100}
        ),
        "stud-235-raise": turn(stud, "raise", {}, "Qc Jh Th", "1121/98 582/49"),
        "stud-235-results": ended_round(
            stud, {"community": "8s 4s"}, "Qc Jh Th", "raise check", {"win_em_all": 100}
        ),
        "mississippi-stud": turn(MISSISSIPPI_STUD, "1x", {"third": "Td"}, "Th 2c"),
        "let-it-ride-pulled": turn(
            GAMES["let-it-ride"], "pull", {"community": f"Td {DOWN}"}, "9s 8d 2c", "-3/5 -6/5"
        ),
        "let-it-ride-results": ended_round(
            GAMES["let-it-ride"], {"community": "Td 9h"}, "9s 8d 9c", "pull ride"
        ),
        "caribbean-stud-raise": turn(
            GAMES["caribbean-stud"], "", {"dealer": f"Ad{f' {DOWN}' * 4}"}, "9s 9d Ah 3c 2s"
        ),
        "three-card-bonus": ended_round(
            GAMES["three-card"],
            {"dealer": "Qh Qd 2c"},
            "6s 5d 4c",
            "play",
            {"pair_plus": 500},
        ),
        "ultimate-holdem-flop": turn(
            GAMES["ultimate-holdem"], "check", {"flop": "Qh 8c Ad"}, "9s As"
        ),
        "ultimate-holdem-results": ended_round(
            GAMES["ultimate-holdem"],
            BOARD | {"dealer": "7h 6s"},
            "9s 2s",
            "check 2x",
            {"trips": 500},
        ),
    }


def text(scene_: ScreenState, width: int = 80, height: int = 24) -> str:
    lines = render_screen(scene_, width, height)
    assert len(lines) == height
    assert {line.cell_len for line in lines} == {width}
    return "".join(line.plain.rstrip() + "\n" for line in lines)


@pytest.mark.parametrize("name", pictures())
def test_pictures_equal_the_stored_files(name: str) -> None:
    assert text(pictures()[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


SIZES = [
    (80, 24), (80, 60), (100, 30), (119, 24), (120, 24), (120, 36), (160, 45), (200, 60), (250, 80),
]  # fmt: skip


@pytest.mark.parametrize("name", pictures())
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_truncated_at_any_size(name: str, size: tuple[int, int]) -> None:
    scene_ = pictures()[name]
    screen = text(scene_, *size)
    assert "…" not in screen
    assert scene_.card.name in screen
    for wager in scene_.card.wagers:
        assert all(word in screen for word in wager.label.split())
    last = "\n".join(screen.splitlines()[-5:])
    for choice in scene_.choices:
        assert f"{choice.decision} " in last
    assert "Q quit" in last


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_advice_of_a_card_is_shown_in_full(size: tuple[int, int]) -> None:
    """A pending decision leaves no scrolling; these are the longest texts of a card."""
    cross = {name: face for name, face in CROSS.items() if name != "center"}
    more = "10 or more cards that win or push in"
    card_advice = f"Your card: 3x (Middle, line 12: 3x with {more} each line and {more} one line)."
    scene_ = turn(
        GAMES["criss-cross"], "3x 3x", cross, "9s 9d", "-9 -1/7 2/9 5/8", card_advice=card_advice
    )
    screen = text(scene_, *size)
    assert "↓" not in screen
    assert all(word in screen for word in card_advice.split())
    assert "one line)." in " ".join(screen.split()).replace("│", "")


def test_in_a_large_window_cards_are_large_and_words_stand_in_a_rail() -> None:
    scene_ = pictures()["criss-cross-coach"]
    screen = text(scene_, 200, 60).splitlines()
    index = next(at for at, line in enumerate(screen) if "│ 5 " in line)
    assert "│ ♠ " in screen[index + 1]
    assert any("Pair of jacks or better" in line[140:] for line in screen)


def test_a_window_that_is_too_small_is_reported() -> None:
    lines = render_screen(pictures()["criss-cross-bets"], 60, 20)
    assert len(lines) == 20
    message = " ".join(line.plain.strip() for line in lines).strip()
    assert message == "The table needs 80 columns and 24 lines; this terminal has 60 and 20."


def test_color_is_never_the_only_cue() -> None:
    """Without color, suits, hidden cards, the chosen spot and the decision can be distinguished."""
    screen = text(pictures()["criss-cross-coach"])
    assert "9♠" in screen
    assert "9♦" in screen
    assert "▚▞" in screen
    assert "▸ ○ $15? ◂" in screen
    assert "▸ 3  3x" in screen
    assert "best" in screen


def test_cards_that_are_face_down_show_nothing() -> None:
    scene_ = turn(GAMES["stud-235"], "", {}, f"Qc Jh {DOWN}")
    assert "Q♣" in text(scene_)
    assert DOWN not in text(scene_)


def test_long_results_come_in_pages() -> None:
    sides = {"five_card_bonus": 100, "ultimate_pairs": 100, "progressive": 100}
    cross = {"left": "5s", "right": "6h", "top": "Ks", "bottom": "6c", "center": "Kh"}
    pages = [
        text(ended_round(GAMES["run-em-twice"], cross, "6s 6d", "3x 3x 3x", sides, scroll=page))
        for page in range(2)
    ]
    assert "↓ more" in pages[0]
    assert "↑ back" in pages[1]
    assert "Ultimate Pairs wins $3 at 3 to 1." in " ".join(pages[1].split())


if __name__ == "__main__":
    for name, picture_state in pictures().items():
        (GOLDEN / f"{name}.txt").write_text(text(picture_state), "utf-8")
