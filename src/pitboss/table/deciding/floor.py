"""What a floorperson does about machines that break, and about who and what may not play on."""

from pitboss.games.incidents import Kind
from pitboss.games.tasks import Mark
from pitboss.refusal import Refused, brief
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.care import cited, remedy_for
from pitboss.table.deciding.common import check_reason, rules_in_force
from pitboss.table.house import DISABLED, INCIDENTS
from pitboss.table.people import Person, is_name, same_person
from pitboss.table.state import State


def mark(state: State, _: Person, command: c.MarkDevice, __: Shoe | None) -> tuple[e.Event, ...]:
    """A broken machine is covered, or signed as out of order."""
    rules = rules_in_force(state)
    _broken(state, rules, command.device)
    if not isinstance(command.mark, Mark):
        known = " or ".join(Mark)
        raise Refused(f"a machine is {known}, not {brief(command.mark)}", _clause(rules))
    if state.day.broken[command.device]:
        raise Refused(f"the {command.device} is marked already", _clause(rules))
    return (e.DeviceMarked(command.device, command.mark),)


def restore(
    state: State, _: Person, command: c.RestoreDevice, __: Shoe | None
) -> tuple[e.Event, ...]:
    """It works again."""
    rules = rules_in_force(state)
    _broken(state, rules, command.device)
    return (e.DeviceRestored(command.device),)


def _broken(state: State, rules: Rules, device: object) -> None:
    if not isinstance(device, str) or device not in state.day.broken:
        raise Refused(f"{brief(device)} is not a machine that broke", _clause(rules))


def _clause(rules: Rules) -> str:
    down = remedy_for(rules, Kind.DEVICE_DOWN)
    return cited(rules, down) if down else INCIDENTS


def disable(state: State, by: Person, command: c.Disable, _: Shoe | None) -> tuple[e.Event, ...]:
    """No new round for it; the one that runs is finished."""
    rules_in_force(state)
    _known(command.what)
    if _disabled(state, command.what):
        raise Refused(f"{brief(command.what)} is disabled already", DISABLED)
    check_reason(command.reason)
    return (e.Disabled(command.what, command.reason, by.name),)


def enable(state: State, by: Person, command: c.Enable, _: Shoe | None) -> tuple[e.Event, ...]:
    """It takes part again."""
    rules_in_force(state)
    _known(command.what)
    what = _disabled(state, command.what)
    if not what:
        raise Refused(f"{brief(command.what)} is not disabled", DISABLED)
    return (e.Enabled(what, by.name),)


def _disabled(state: State, what: str) -> str:
    """The same as it was disabled, however a name is spelt."""
    return next((one for one in state.day.disabled if same_person(one, what)), "")


def _known(what: object) -> None:
    if what in ("table", "game"):
        return
    if isinstance(what, str) and what.startswith("player:") and is_name(what[7:]):
        return
    raise Refused(f"{brief(what)} is not table, game or player:NAME", DISABLED)
