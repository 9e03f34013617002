"""`build_console`: what a member of the staff can do at a table now, and what is needed for it."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.console.actions import Action
from pitboss.console.context import CheckCommand, ConsoleContext, accept_command, own_actions
from pitboss.console.dealer_actions import deck_actions, people_actions, proposal_actions
from pitboss.console.floor_actions import approval_actions, floor_actions
from pitboss.console.incidents import incident_actions
from pitboss.console.next_action import next_action
from pitboss.console.payments import Payments, payments
from pitboss.console.timers import Countdown, Timers, timers
from pitboss.table import Person, Role, State
from pitboss.table.instructions import Instruction, instruction
from pitboss.table.views import tray_amount

ACTING_ROLES: Final = (Role.DEALER, Role.FLOORPERSON)
"""The roles that do something at a console; others only read it."""
CONSOLE_ROLES: Final = (*ACTING_ROLES, Role.SURVEILLANCE, Role.AUDITOR)


class LogSentence(Struct, frozen=True):
    """What happened at the table, in words."""

    version: int
    at: str
    """The time in UTC; empty at a table without a clock."""
    by: str
    text: str


class Console(Struct, frozen=True, kw_only=True):
    """A table as a member of the staff works at it."""

    role: Role
    name: str
    table: str
    game: str
    version: int
    """The version of the table that this was computed from."""
    instruction: Instruction
    """The next step; ``ahead`` has what blocks the next deal, now or later."""
    primary: Action | None = None
    """What carries out the next step, if it is this person's."""
    incidents: tuple[Action, ...] = ()
    """Irregularities that can be reported."""
    floor: tuple[Action, ...] = ()
    """Rulings, approvals and orders of a floorperson."""
    people: tuple[Action, ...] = ()
    """Players who are gone or do not answer."""
    deck: tuple[Action, ...] = ()
    """Decks, devices, the dealing method and the stub."""
    proposals: tuple[Action, ...] = ()
    """What takes a second person: voids, corrections, the closing count."""
    payments: Payments | None = None
    """The settlement of the round on the table, once it has begun."""
    timers: Timers = Timers()
    tray: int | None = None
    """What the tray holds by the books, in cents; None while it has to be counted."""
    log: tuple[LogSentence, ...] = ()
    """The last sentences of the log, the oldest first; only a room adds them."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions, the next step first."""
        first = (self.primary,) if self.primary else ()
        return (
            *first,
            *self.incidents,
            *self.floor,
            *self.people,
            *self.deck,
            *self.proposals,
        )


def build_console(
    state: State,
    viewer: Person,
    at: int,
    *,
    check: CheckCommand = accept_command,
    countdown: Countdown | None = None,
    log: tuple[LogSentence, ...] = (),
) -> Console:
    """Return the console of a member of the staff at a time, from a committed state.

    ``check`` may refuse more than the table itself does: a card room knows who counts as one
    person.
    """
    due, rules = instruction(state, at), state.rules
    tray = tray_amount(state) if state.table else None
    facts = Console(
        role=viewer.role,
        name=viewer.name,
        table=state.table,
        game=state.game,
        version=state.version,
        instruction=due,
        payments=payments(state) if rules else None,
        timers=timers(state, rules, countdown) if rules else Timers(),
        tray=tray if isinstance(tray, int) else None,
        log=log,
    )
    if viewer.role not in ACTING_ROLES:
        return facts
    context = ConsoleContext(state, viewer, at, check)
    if rules is None:  # a first submission waits for approval
        return replace(facts, floor=own_actions(approval_actions(context)))
    floor = own_actions(floor_actions(context))
    return replace(
        facts,
        primary=next_action(context, due, floor),
        incidents=own_actions(incident_actions(context)),
        floor=floor,
        people=own_actions(people_actions(context)),
        deck=own_actions(deck_actions(context)),
        proposals=own_actions(proposal_actions(context)),
    )
