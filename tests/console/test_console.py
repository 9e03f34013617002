"""The console of a dealer, a floorperson and those who only read it."""

import msgspec
import pytest

from pitboss.console.actions import decode_command, fill
from pitboss.console.console import Console, build_console
from pitboss.games import GAMES, find_game
from pitboss.school.practice_day import PRACTICE_DEALER, PRACTICE_FLOORPERSON, PracticeDay
from pitboss.school.syllabus import Syllabus
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.state import State
from tests.table import stacked_rounds
from tests.table.round_scenes import METERED, at
from tests.table.tables import DEE, FLO, KEYS


def practice_day(key: str, step: str, seats: int = 3) -> PracticeDay:
    """Return a day at a step."""
    day = PracticeDay(Syllabus(find_game(key), {}, seats), "console")
    assert day.run_until(lambda day: day.step.key.startswith(step))
    return day


def console(day: PracticeDay, by: Person = PRACTICE_DEALER) -> Console:
    return build_console(day.table.state, by, int(day.time.timestamp()))


@pytest.mark.parametrize("key", GAMES)
def test_a_round_is_dealt_by_the_first_action_alone(key: str) -> None:
    """Dealer and floorperson do everything; the players sit, wager and decide."""
    day, consoles = practice_day(key, "Propose"), 0
    while day.table.state.round is None or day.table.state.has_open_round or consoles < 20:
        own = [console(day), console(day, PRACTICE_FLOORPERSON)]
        acting = [item for item in own if item.primary]
        if not acting:
            day.do_step()
            continue
        assert len(acting) == 1, "two people have the same step"
        action = acting[0].primary
        assert action is not None
        assert not action.refusal
        if action.prompts or acting[0].instruction.step == "OpenRound":
            day.do_step()  # with the right figures; players wager when betting is open
        else:
            person = Person(acting[0].name, acting[0].role)
            command = msgspec.convert(action.variants[0].command, c.Command, strict=False)
            day.table.execute(command, person)
        consoles += 1
    assert day.table.state.last


def test_a_count_is_never_suggested() -> None:
    """Who counts must not see what the books say, nor the first count."""
    day = practice_day("criss-cross", "Propose OpeningCount")
    action = console(day).primary
    assert action is not None
    tray = int(day.table.state.balances["tray"])
    assert f"{tray}" not in msgspec.json.encode(console(day)).decode()
    command = fill(action.variants[0].command, action.prompts, {"cents": tray})
    day.table.execute(msgspec.convert(command, c.Command, strict=False), PRACTICE_DEALER)
    second = console(day, PRACTICE_FLOORPERSON)
    assert f"{tray}" not in msgspec.json.encode(second).decode()
    assert f"{tray // 100:,}" not in msgspec.json.encode(second).decode()
    assert second.primary is not None
    assert second.primary.label == "confirm the count"
    assert second.tray is None
    day = practice_day("criss-cross", "CountStub")
    action = console(day).primary
    assert action is not None
    assert action.variants[0].command["cards"] == 0


@pytest.mark.parametrize("role", [Role.SURVEILLANCE, Role.AUDITOR])
def test_those_who_watch_have_no_actions(role: Role) -> None:
    day = practice_day("holdem-bonus", "Settle")
    own = console(day, Person("Sam", role))
    assert own.actions == ()
    assert own.payments == console(day).payments
    assert own.instruction == console(day).instruction


def test_a_floorperson_is_not_offered_what_only_a_dealer_does() -> None:
    day = practice_day("criss-cross", "Decide")
    names = {action.id for action in console(day, PRACTICE_FLOORPERSON).actions}
    assert "report-wrong-number" in names
    assert "walked-off-1" in names
    assert not {"receive-deck", "count-stub"} & names
    assert "forfeit" not in {action.id for action in console(day).actions}


def test_whoever_reported_an_incident_does_not_rule_on_it() -> None:
    day = practice_day("criss-cross", "Decide")
    report = next(x for x in console(day, PRACTICE_FLOORPERSON).incidents if "wrong-n" in x.id)
    command = msgspec.convert(report.variants[1].command, c.Command, strict=False)
    day.table.execute(command, PRACTICE_FLOORPERSON)
    ruling = console(day, PRACTICE_FLOORPERSON).primary
    assert ruling is not None
    assert "reported" in ruling.refusal
    other = console(day, Person("Fred", Role.FLOORPERSON)).primary
    assert other is not None
    assert not other.refusal
    assert [variant.label for variant in other.variants] == ["by the book", "dismissed"]
    assert other.prompts[0].initial


def test_a_table_without_a_table_has_an_instruction_only() -> None:
    own = build_console(State(), PRACTICE_DEALER, 0)
    assert own.instruction.what == "open a table"
    assert own.actions == ()


@pytest.mark.parametrize("game", KEYS)
def test_sec_2_hidden_cards_make_no_difference(game: str) -> None:
    """Two stacks that differ in cards nobody has seen give equal consoles, step by step."""
    shoe = stacked_rounds.shuffled(game, "console")
    table, steps = stacked_rounds.play(game, shoe)
    states = [table.state for _ in steps]
    other_shoe = stacked_rounds.shuffled(game, "another")
    other_table, other_steps = stacked_rounds.play(game, other_shoe)
    step_count = 0
    for state, _ in zip(states, other_steps, strict=False):
        other = other_table.state
        if state.round is None or other.round is None or state.round.shown or other.round.shown:
            break
        for person in (PRACTICE_DEALER, PRACTICE_FLOORPERSON, Person("Sam", Role.AUDITOR)):
            assert build_console(state, person, 0) == build_console(other, person, 0)
        step_count += 1
    assert step_count > 3


@METERED
def test_prog_2_a_meter_is_corrected_by_two_people(game: str) -> None:
    table = at(game, "closed").table()
    name = next(iter(table.state.books))
    actions = {action.id: action for action in build_console(table.state, DEE, 0).proposals}
    action = actions[f"correct-meter-{name}"]
    answers = {"cents": "-12.50", "reason": "misread"}
    command = decode_command(fill(action.variants[0].command, action.prompts, answers))
    assert command == c.Propose(c.CorrectMeter(name, -1250, "misread"))
    before = table.state.meter_amount(name)
    table.execute(command, DEE)
    assert table.state.meter_amount(name) == before
    table.execute(c.Approve(table.state.proposed), FLO)
    assert table.state.meter_amount(name) == before - 1250
