"""The effect of each choice of each reading on the house edge."""

from fractions import Fraction

import pytest

from pitboss.games import GAMES
from pitboss.lab.reading_effects import ChoiceEffect, solve_paytable_edges, solve_reading_effects
from pitboss.lab.side_returns import solve_side_wagers
from pitboss.lab.solution import solve
from pitboss.submission import complete_submission, resolve


def by_choice(game: str, question: str, **submission: object) -> dict[str, ChoiceEffect]:
    (result,) = [x for x in solve_reading_effects(GAMES[game], submission) if x.id == question]
    return {effect.choice: effect for effect in result.effects}


def test_effects_cover_every_reading_and_option() -> None:
    for game in GAMES.values():
        reading = {
            x.id: [effect.choice for effect in x.effects] for x in solve_reading_effects(game)
        }
        options = [(w.key, option) for w in game.required for option in w.options]
        assert reading == {x.id: list(x.choices) for x in game.readings} | {
            f"{key}.{option.key}": list(option.choices) for key, option in options
        }


def test_the_edge_of_antes_paid_by_the_table_is_that_in_rulings() -> None:
    result = by_choice("criss-cross", "ante_pays")
    assert result["even"].change == 0
    assert result["table"].house_edge == Fraction(-9846901, 101792600)
    assert round(float(result["table"].house_edge), 3) == -0.097


def test_a_low_ace_affects_side_wagers_that_read_it() -> None:
    result = by_choice("run-em-twice", "low_ace")
    assert result["straight"].wagers == {}
    assert set(result["never"].wagers) == {"five_card_bonus", "progressive"}
    bonus, change = result["never"].wagers["five_card_bonus"]
    assert (bonus, change) == (
        Fraction(-4139, 108290),
        Fraction(-4139, 108290) + Fraction(7653, 216580),
    )


def test_paid_on_the_better_run_the_progressive_returns_more_than_is_staked() -> None:
    result = by_choice("run-em-twice", "progressive_hand")
    assert result["best-of-runs"].change == 0
    (ev, _) = result["best-of-runs"].wagers["progressive"]
    assert ev > 0
    assert result["community"].wagers == {}


@pytest.mark.parametrize("game", ["run-em-twice", "criss-cross"])
def test_allowing_any_amount_is_worth_nothing(game: str) -> None:
    assert {effect.change for effect in by_choice(game, "raise_amounts").values()} == {0}


def test_effects_are_relative_to_the_filing() -> None:
    result = by_choice("stud-235", "low_ace", readings={"low_ace": "all"})
    assert result["all"].change == 0
    assert result["five-card"].change == Fraction(-28454, 270725) - Fraction(-16106, 270725)


def test_a_spin_that_a_fold_ends_is_counted_under_optimal_play() -> None:
    rules = resolve(GAMES["criss-cross"], {"readings": {"spin_after_fold": "lost"}})
    total_loss, alive = solve(rules), solve(resolve(GAMES["criss-cross"]))
    # No pair is ever folded, so the value is the same.
    pairs = [start for name, start in alive.main.starts.items() if name[0] == name[1]]
    assert len(pairs) == 13
    assert {start.fold_chance for start in pairs} == {0}
    assert total_loss.sides["bonus_spin"].ev == alive.sides["bonus_spin"].ev


def test_each_paytable_of_a_side_wager_has_the_edge_of_a_game_that_files_it() -> None:
    for key in ("three-card", "criss-cross", "holdem-bonus"):
        for choice in solve_paytable_edges(GAMES[key]):
            for letter, ev in choice.expectations.items():
                rules = resolve(GAMES[key], {"wagers": {choice.wager: {"paytable": letter}}})
                assert solve_side_wagers(rules)[choice.wager].ev == ev
    (pair_plus,) = solve_paytable_edges(GAMES["three-card"])
    assert pair_plus.filed == "A"
    assert pair_plus.expectations == {"A": Fraction(-128, 5525), "B": Fraction(-402, 5525)}


def test_a_wager_that_is_not_offered_has_no_paytables() -> None:
    assert not solve_paytable_edges(
        GAMES["three-card"], {"wagers": {"pair_plus": {"offered": False}}}
    )


def test_settings_for_one_paytable_need_not_fit_another() -> None:
    submission = {"wagers": {"bonus_spin": {"paytable": "A"}}}
    (as_filed,) = solve_paytable_edges(GAMES["criss-cross"], submission)
    complete, _ = complete_submission(GAMES["criss-cross"], submission)
    (complete_filing,) = solve_paytable_edges(GAMES["criss-cross"], complete)
    assert as_filed == complete_filing
    assert as_filed.filed == "A"
