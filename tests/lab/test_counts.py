"""The count files equal what the lab counts, and can be read back."""

from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.lab.count_files import count_file, known_results
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change
from pitboss.submission import resolve

COUNTED = [key for key, game in GAMES.items() if game.short]
"""The games that ship with a count file: those with a rulebook."""

FILES = Path(__file__).parent.parent.parent / "data" / "counts"


@pytest.mark.slow
@pytest.mark.parametrize("game", COUNTED)
def test_a_regenerated_count_file_is_identical(game: str) -> None:
    assert count_file(GAMES[game]) == (FILES / f"{game}.txt").read_text()


def test_every_game_has_exactly_one_count_file() -> None:
    assert sorted(file.stem for file in FILES.iterdir()) == sorted(COUNTED)


@pytest.mark.parametrize("game", COUNTED)
def test_the_numbers_of_a_block_add_up_to_its_deals(game: str) -> None:
    blocks = (FILES / f"{game}.txt").read_text().split("\n@ ")[1:]
    for block in blocks:
        of, *lines = [line.rsplit(maxsplit=1) for line in block.splitlines()[1:] if line]
        assert of[0] == "of"
        assert sum(int(n) for _, n in lines) == int(of[1]), block.splitlines()[0]


@pytest.mark.slow
@pytest.mark.parametrize("game", COUNTED)
def test_a_count_file_agrees_with_the_solved_main_game(game: str) -> None:
    rules = resolve(GAMES[game])
    assert known_results(rules) == solve_main(rules).results


def test_a_main_game_without_a_count_file_is_unknown() -> None:
    rules = resolve(GAMES["criss-cross"])
    assert known_results(apply_pay_changes(rules, [parse_pay_change("across.flush=7")])) is None
    # A side wager is not part of it.
    assert (
        known_results(apply_pay_changes(rules, [parse_pay_change("five_card_bonus.flush=7")]))
        is not None
    )
