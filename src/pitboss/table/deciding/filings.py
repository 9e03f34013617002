"""What a table is played by: a filing is checked when it is put up, approved, and takes effect."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from math import floor
from typing import Final

from pitboss import __version__
from pitboss.games import find_game
from pitboss.games.incidents import Kind
from pitboss.money import dollars
from pitboss.refusal import Refused, brief
from pitboss.settle.check import check_boxes
from pitboss.submission import Lapse, SubmissionRefused, completed, filing_faults, omissions
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.care import cited, remedy_for
from pitboss.table.deciding.common import check_written
from pitboss.table.filing import rules_of
from pitboss.table.house import APPROVED_RULES, COMPLETE, FALLS, FROZEN, IN_ORDER, INCIDENTS
from pitboss.table.state import State


def check_submission(state: State, matter: c.FileSubmission, day: date | None) -> None:
    """Refuse a filing that cannot be in force: as of this day, at this table as it stands."""
    if not state.table:
        raise Refused("no table is open", IN_ORDER)
    if type(matter.after_round) is not bool:
        raise Refused(f"after_round is true or false, not {brief(matter.after_round)}", FROZEN)
    if state.running and not matter.after_round:
        raise Refused(
            "rules and meters are not changed while a round is open: file it to take effect after "
            "this round",
            FROZEN,
        )
    if not isinstance(matter.submission, Mapping):
        raise Refused("a submission is an object of settings", APPROVED_RULES)
    check_written(matter)
    for check in _CHECKS.values():
        check(state, matter, day)


def check_none_waits(state: State) -> None:
    """Refuse a second filing that would take effect after the round."""
    if state.upcoming is not None:
        raise Refused(
            f"submission {state.upcoming.number} takes effect after this round: withdraw it first",
            FROZEN,
        )


def approved_filing(state: State, matter: c.FileSubmission) -> e.SubmissionApproved:
    """The filing, whole, so that the log stands by itself whatever the example may become."""
    whole, _ = completed(find_game(state.game), matter.submission)
    return e.SubmissionApproved(whole, rules_of(state.game, whole).hash, __version__)


def take_effect(state: State, day: date | None) -> Iterator[e.Event]:
    """After a round: the filing that waited for its end, unless something has come between."""
    upcoming = state.upcoming
    if upcoming is None:
        return
    for lapse, check in _CHECKS.items():
        try:
            check(state, upcoming.matter, day)
        except Refused:
            yield e.FilingLapsed(upcoming.number, lapse)
            return
    yield approved_filing(state, upcoming.matter)


def _check_complete(state: State, matter: c.FileSubmission, day: date | None) -> None:
    game = find_game(state.game)
    if faults := filing_faults(game, matter.submission, day):
        missing = omissions(game, matter.submission)
        unapproved = any(fault.path.startswith("approvals.") for fault in faults)
        raise SubmissionRefused(faults, COMPLETE if missing or unapproved else APPROVED_RULES)


def _check_boxes(state: State, matter: c.FileSubmission, _: date | None) -> None:
    check_boxes(rules_of(state.game, matter.submission), state.seats)


def _check_machines(state: State, matter: c.FileSubmission, _: date | None) -> None:
    """Another method only once the machine that broke is marked as broken."""
    rules = rules_of(state.game, matter.submission)
    down = remedy_for(rules, Kind.DEVICE_DOWN)
    for device, mark in state.day.broken.items():
        if not mark:
            raise Refused(
                f"the {device} is covered or signed before another method is used",
                cited(rules, down) if down else INCIDENTS,
            )


def _check_meters(state: State, matter: c.FileSubmission, _: date | None) -> None:
    rules = rules_of(state.game, matter.submission)
    for name in state.books:
        if name not in rules.meters and state.shows(name):
            raise Refused(
                f"the meter {name} still holds {dollars(floor(state.shows(name)))}, and these "
                "rules have none",
                FALLS,
            )


_CHECKS: Final[Mapping[Lapse, Callable[[State, c.FileSubmission, date | None], None]]] = {
    Lapse.INCOMPLETE: _check_complete,
    Lapse.BOXES: _check_boxes,
    Lapse.MACHINE: _check_machines,
    Lapse.METER: _check_meters,
}
"""What has to hold when it is put up, approved and takes effect, and what is said otherwise."""
