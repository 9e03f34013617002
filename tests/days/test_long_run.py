"""Thousands of rounds of the simulator: everything holds, and everything there is was reached.

Money is conserved, meters are reconciled, every void returns every stake except a settled bonus,
the log replays to the same bytes and is verified: all that the run checks by itself, at each step.
"""

from itertools import chain

import pytest

from pitboss.days import Tally, run
from pitboss.days.cells import cells
from pitboss.days.submissions import methods
from pitboss.days.tally import COMMANDS, EVENTS
from pitboss.games import GAMES, find_game
from pitboss.table import Automation
from tests.rotation import games_with

from .reached import ALSO, DECKS, EVERYWHERE, NO_COMMANDS, NO_EVENTS, VOIDS

ROUNDS = 2_500


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with("let-it-ride"))
def test_thousands_of_rounds_hold_and_reach_everything(game: str) -> None:
    tally = run(ROUNDS, "ci 3", game)
    assert tally.rounds == {game: ROUNDS}
    assert missing(tally, game) == []


def missing(tally: Tally, game: str) -> list[str]:
    """What was not reached, and should have been."""
    filed = {method: tally.methods[game, *method] for method in methods(find_game(game))}
    ruled = {cell: tally.incidents[game, *cell] for cell in cells(game)}
    flags = {flag: _both(tally, flag) for flag in Automation.EVERYTHING}
    counts = chain(
        ((f"event {name}", tally.events[name]) for name in {*EVENTS} - NO_EVENTS[game]),
        ((f"{name} done", tally.done[name]) for name in {*COMMANDS} - NO_COMMANDS[game]),
        ((f"{name} refused", tally.refused[name]) for name in COMMANDS),
        ((f"filed {method}", count) for method, count in filed.items()),
        ((f"ruled {cell}", count) for cell, count in ruled.items()),
        ((f"void: {why}", tally.voids[why]) for why in VOIDS),
        ((f"deck off: {why}", tally.decks[why]) for why in DECKS),
        ((what, tally.reached[what]) for what in EVERYWHERE | ALSO[game]),
        ((f"{flag} on and off", is_so) for flag, is_so in flags.items()),
    )
    return sorted(what for what, count in counts if not count)


def _both(tally: Tally, flag: Automation) -> bool:
    """Whether the house did this on some days and people on others."""
    return {bool(Automation(flags) & flag) for flags in tally.automation} == {True, False}


def test_each_event_and_each_command_belongs_to_some_game() -> None:
    assert not set.intersection(*NO_EVENTS.values())
    assert not set.intersection(*NO_COMMANDS.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_remedy_of_a_game_has_a_ruling(game: str) -> None:
    found = cells(game)
    assert {kind for kind, _ in found} == {
        one.kind.value for one in GAMES[game].procedures.incidents
    }
    assert len(found) == len(set(found))


def test_a_short_run_says_what_it_did_not_reach() -> None:
    assert "event TableOpened" not in missing(run(5, "short", "stud-235"), "stud-235")
    assert "envy" in missing(run(5, "short", "stud-235"), "stud-235")
