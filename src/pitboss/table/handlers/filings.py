"""Checks of filings: when they are proposed, when approved, and when they take effect."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from math import floor
from typing import Final

from pitboss import __version__
from pitboss.errors import Refused, short_repr
from pitboss.games import find_game
from pitboss.games.incidents import Kind
from pitboss.money import dollars
from pitboss.settle.round_checks import check_boxes
from pitboss.submission import (
    Lapse,
    SubmissionRefused,
    complete_submission,
    filing_faults,
    omissions,
)
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decks import find_incident, incident_clause
from pitboss.table.handlers.checks import check_serializable
from pitboss.table.house_rules import (
    APPROVED_RULES,
    COMPLETE_FILING,
    FROZEN_METERS,
    INCIDENTS,
    METERS_NEVER_FALL,
    ROUND_ORDER,
)
from pitboss.table.state import State, rules_for_submission


def check_submission(state: State, matter: c.FileSubmission, day: date | None) -> None:
    """Refuse a filing that cannot be put in force on this date, at this table as it is now."""
    if not state.table:
        raise Refused("no table is open", ROUND_ORDER)
    if type(matter.after_round) is not bool:
        raise Refused(
            f"after_round must be true or false, not {short_repr(matter.after_round)}",
            FROZEN_METERS,
        )
    if state.has_open_round and not matter.after_round:
        raise Refused(
            "rules and meters cannot change while a round is open: file the submission to take "
            "effect after this round",
            FROZEN_METERS,
        )
    if not isinstance(matter.submission, Mapping):
        raise Refused("submission must be an object of settings", APPROVED_RULES)
    check_serializable(matter)
    for check in _LAPSE_CHECKS.values():
        check(state, matter, day)


def check_none_upcoming(state: State) -> None:
    """Refuse a second filing while another one is waiting for the end of the round."""
    if state.upcoming is not None:
        raise Refused(
            f"submission {state.upcoming.number} takes effect after this round: withdraw it first",
            FROZEN_METERS,
        )


def approve_filing(state: State, matter: c.FileSubmission) -> e.SubmissionApproved:
    """Return the approval with the complete submission.

    The log then does not depend on the defaults of the program, which may change.
    """
    submission, _ = complete_submission(find_game(state.game), matter.submission)
    return e.SubmissionApproved(
        submission, rules_for_submission(state.game, submission).hash, __version__
    )


def take_effect(state: State, day: date | None) -> Iterator[e.Event]:
    """Yield the approval of the filing that waited for the end of the round, or why it lapsed."""
    upcoming = state.upcoming
    if upcoming is None:
        return
    for lapse, check in _LAPSE_CHECKS.items():
        try:
            check(state, upcoming.matter, day)
        except Refused:
            yield e.FilingLapsed(upcoming.number, lapse)
            return
    yield approve_filing(state, upcoming.matter)


def _check_complete(state: State, matter: c.FileSubmission, day: date | None) -> None:
    game = find_game(state.game)
    if faults := filing_faults(game, matter.submission, day):
        is_incomplete = omissions(game, matter.submission)
        lacks_approval = any(fault.path.startswith("approvals.") for fault in faults)
        raise SubmissionRefused(
            faults, COMPLETE_FILING if is_incomplete or lacks_approval else APPROVED_RULES
        )


def _check_boxes(state: State, matter: c.FileSubmission, _: date | None) -> None:
    check_boxes(rules_for_submission(state.game, matter.submission), state.seats)


def _check_machines(state: State, matter: c.FileSubmission, _: date | None) -> None:
    """Refuse another method of dealing until every broken device is marked."""
    rules = rules_for_submission(state.game, matter.submission)
    incident = find_incident(rules, Kind.DEVICE_DOWN)
    for device, mark in state.day.broken.items():
        if not mark:
            raise Refused(
                f"cover the {device} or mark it as out of order before using another method",
                incident_clause(rules, incident) if incident else INCIDENTS,
            )


def _check_meters(state: State, matter: c.FileSubmission, _: date | None) -> None:
    rules = rules_for_submission(state.game, matter.submission)
    for name in state.books:
        if name not in rules.meters and state.meter_amount(name):
            raise Refused(
                f"the meter {name} still holds {dollars(floor(state.meter_amount(name)))}, but the "
                "new rules have no such meter",
                METERS_NEVER_FALL,
            )


_LAPSE_CHECKS: Final[Mapping[Lapse, Callable[[State, c.FileSubmission, date | None], None]]] = {
    Lapse.INCOMPLETE: _check_complete,
    Lapse.BOXES: _check_boxes,
    Lapse.MACHINE: _check_machines,
    Lapse.METER: _check_meters,
}
"""What is checked when a filing is proposed, approved and put in force, by the reason to lapse."""
