"""A file that ends in mid-round is checked up to its last line, and says what is not proved yet.

It may end between two commands only: events that belong together stand together.
"""

from collections.abc import Callable

import pytest

from pitboss.table import Person, Recorded, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.export import exported
from pitboss.verify import Fault, Summary, verify
from tests.verify.corpus import CORPUS
from tests.verify.shifts import Shift

ALONE = (e.SeatSettled, e.GiftsPaid, e.CashedOut)
"""What a command of its own could have written, too: one seat is settled, chips are cashed out."""


def parts(log: list[Recorded], lines: int) -> list[bytes]:
    """The file of a shift that has come so far."""
    return [line + b"\n" for line in exported(log[:lines])]


def checked(lines: list[bytes]) -> Summary | Fault:
    try:
        return verify(lines)
    except Fault as fault:
        return fault


def open_round(log: list[Recorded]) -> int:
    """The round that is open after these events."""
    for one in reversed(log):
        if isinstance(one.event, e.RoundOpened | e.RoundClosed):
            return one.event.round if isinstance(one.event, e.RoundOpened) else 0
    return 0


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> dict[Table, set[int]]:
    """How long the log of a table was after each command."""
    found: dict[Table, set[int]] = {}
    do = Table._do

    def noted(table: Table, by: Person, command: c.Command) -> list[Recorded]:
        recorded = do(table, by, command)
        found.setdefault(table, set()).add(len(table.log))
        return recorded

    monkeypatch.setattr(Table, "_do", noted)
    return found


@pytest.mark.parametrize("name", CORPUS)
def test_fair_5_a_file_may_end_after_every_command_and_nowhere_else(
    name: str, commands: dict[Table, set[int]]
) -> None:
    made: Callable[[], Shift] = CORPUS[name].__wrapped__
    table = made().table
    log, ends = table.log, commands[table]
    for lines in range(1, len(log) + 1):
        found = checked(parts(log, lines))
        if isinstance(found, Fault):
            assert lines not in ends, f"{name}, {lines} lines: {found}"
            assert found.line == lines + 1
            assert "the end stands here" in found.sentence
            continue
        last = log[lines - 1].event
        assert lines in ends or isinstance(last, ALONE), f"{name}, {lines} lines: {last}"
        assert found.events == lines
        assert found.open_round == open_round(log[:lines])
        assert bool(found.not_yet_proved) == bool(found.open_round)
        closed = sum(isinstance(one.event, e.RoundClosed) for one in log[:lines])
        assert found.rounds == closed
