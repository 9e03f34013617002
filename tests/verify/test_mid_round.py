"""A file that ends mid-round is checked to its end, and its result says what is unproved.

It can end between two commands only: the events of one command stay together.
"""

from collections.abc import Callable

import pytest

from pitboss.table import LogEntry, Person, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.export import export_lines
from pitboss.verify import Summary, VerificationError, verify
from tests.verify.corpus import CORPUS
from tests.verify.random_shifts import Shift

ALONE = (e.SeatSettled, e.GiftsPaid, e.CashedOut)
"""Events that a command of its own could have written: settling a seat, cashing out."""


def parts(log: list[LogEntry], lines: int) -> list[bytes]:
    """Return the file of a shift up to this many lines of its log."""
    return [line + b"\n" for line in export_lines(log[:lines])]


def verify_lines(lines: list[bytes]) -> Summary | VerificationError:
    try:
        return verify(lines)
    except VerificationError as fault:
        return fault


def open_round(log: list[LogEntry]) -> int:
    """Return the round that is open after these events."""
    for item in reversed(log):
        if isinstance(item.event, e.RoundOpened | e.RoundClosed):
            return item.event.round if isinstance(item.event, e.RoundOpened) else 0
    return 0


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> dict[Table, set[int]]:
    """Return the length of a table's log after each command."""
    result: dict[Table, set[int]] = {}
    do = Table._execute_one

    def record(table: Table, by: Person, command: c.Command) -> list[LogEntry]:
        entries = do(table, by, command)
        result.setdefault(table, set()).add(len(table.log))
        return entries

    monkeypatch.setattr(Table, "_execute_one", record)
    return result


@pytest.mark.parametrize("name", CORPUS)
def test_fair_5_a_file_may_end_after_every_command_and_nowhere_else(
    name: str, commands: dict[Table, set[int]]
) -> None:
    build_case: Callable[[], Shift] = CORPUS[name].__wrapped__
    table = build_case().table
    log, ends = table.log, commands[table]
    for lines in range(1, len(log) + 1):
        result = verify_lines(parts(log, lines))
        if isinstance(result, VerificationError):
            assert lines not in ends, f"{name}, {lines} lines: {result}"
            assert result.line == lines + 1
            assert "found the end of the file" in result.sentence
            continue
        last = log[lines - 1].event
        assert lines in ends or isinstance(last, ALONE), f"{name}, {lines} lines: {last}"
        assert result.events == lines
        assert result.open_round == open_round(log[:lines])
        is_sealed = bool(result.open_round) and name != "physical_deck"  # which has no seed
        assert bool(result.not_yet_proved) == is_sealed
        closed_count = sum(isinstance(item.event, e.RoundClosed) for item in log[:lines])
        assert result.rounds == closed_count
