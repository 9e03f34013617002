"""The live table: commands in, events or a refusal out; the state is the fold of the events."""

from pitboss.table.actions import Recorded, Speaker
from pitboss.table.due import Automation, due
from pitboss.table.notation import Position, read
from pitboss.table.people import Person, Role
from pitboss.table.state import Phase, State
from pitboss.table.table import Table

__all__ = [
    "Automation",
    "Person",
    "Phase",
    "Position",
    "Recorded",
    "Role",
    "Speaker",
    "State",
    "Table",
    "due",
    "read",
]
