"""Simulate thousands of rounds: all invariants hold, and every kind of event is covered.

The run itself checks at each step that money is conserved, meters reconcile, a void returns every
stake except a settled bonus, and the log replays to the same bytes and verifies."""

from itertools import chain

import pytest

from pitboss.days import Tally, run_days
from pitboss.days.random_submissions import dealing_methods
from pitboss.days.tally import COMMAND_NAMES, EVENT_NAMES, incident_rulings
from pitboss.games import GAMES, find_game
from pitboss.table import Automation
from tests.rotation import games_with

from .expected_coverage import ALSO, DECKS, EVERYWHERE, NO_COMMANDS, NO_EVENTS, PHYSICAL, VOIDS

ROUNDS = 250
"""The length of one run; runs are repeated as needed."""
LEAST, MOST = 1_000, 10_000


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with("let-it-ride"))
def test_thousands_of_rounds_hold_and_reach_everything(game: str) -> None:
    tally = Tally()
    while (many := tally.rounds[game]) < LEAST or (many < MOST and missing(tally, game)):
        tally.add(run_days(ROUNDS, f"long {many}", game))
    assert tally.rounds == {game: many}
    assert missing(tally, game) == []


def missing(tally: Tally, game: str) -> list[str]:
    """Return what should have been covered but was not."""
    methods = {method: tally.methods[game, *method] for method in dealing_methods(find_game(game))}
    ruling_counts = {cell: tally.incidents[game, *cell] for cell in incident_rulings(game)}
    flags = {flag: _both(tally, flag) for flag in Automation.EVERYTHING}
    counts = chain(
        (
            (f"event {name}", tally.events[name])
            for name in {*EVENT_NAMES} - NO_EVENTS[game] - PHYSICAL
        ),
        ((f"{name} done", tally.successes[name]) for name in {*COMMAND_NAMES} - NO_COMMANDS[game]),
        ((f"{name} refused", tally.refusals[name]) for name in COMMAND_NAMES),
        ((f"filed {method}", count) for method, count in methods.items()),
        ((f"ruled {cell}", count) for cell, count in ruling_counts.items()),
        ((f"void: {why}", tally.voids[why]) for why in VOIDS),
        ((f"deck off: {why}", tally.decks[why]) for why in DECKS),
        ((what, tally.milestones[what]) for what in EVERYWHERE | ALSO[game]),
        ((f"{flag} on and off", is_so) for flag, is_so in flags.items()),
    )
    return sorted(what for what, count in counts if not count)


def _both(tally: Tally, flag: Automation) -> bool:
    """Return whether both the house and people did this."""
    return {bool(Automation(flags) & flag) for flags in tally.automation} == {True, False}


def test_each_event_and_each_command_belongs_to_some_game() -> None:
    assert not set.intersection(*NO_EVENTS.values())
    assert not set.intersection(*NO_COMMANDS.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_remedy_of_a_game_has_a_ruling(game: str) -> None:
    result = incident_rulings(game)
    assert {kind for kind, _ in result} == {
        incident.kind.value for incident in GAMES[game].procedures.incidents
    }
    assert len(result) == len(set(result))


def test_a_short_run_reports_what_it_did_not_cover() -> None:
    assert "event TableOpened" not in missing(run_days(5, "short", "stud-235"), "stud-235")
    assert "envy" in missing(run_days(5, "short", "stud-235"), "stud-235")
