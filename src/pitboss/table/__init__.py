"""The live table: commands become events, and events add up to the state.

Start with `Table`, which runs a table in memory. Below it, `handlers` checks a command and returns
its events or refuses it, `apply` returns the state after an event, `postings` the money that moves,
`next_step` and `instructions` what has to be done next, and `views` what each person may see.
`commands` and `events` list everything that can be asked and that can happen.
"""

from pitboss.table.actions import LogEntry, Participant
from pitboss.table.next_step import Automation, next_step
from pitboss.table.notation import Position, parse_position
from pitboss.table.people import Person, Role
from pitboss.table.state import Phase, State
from pitboss.table.table import Table

__all__ = [
    "Automation",
    "LogEntry",
    "Participant",
    "Person",
    "Phase",
    "Position",
    "Role",
    "State",
    "Table",
    "next_step",
    "parse_position",
]
