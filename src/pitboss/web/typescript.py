"""Generate TypeScript declarations of the server's messages: `python -m pitboss.web.typescript`.

They come from the server's own types, so a page that reads a key that does not exist, or misspells
a phase, fails the type checker.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import FieldInfo, fields
from pydantic import BaseModel

from pitboss.console.actions import Action
from pitboss.console.consequences import Consequences
from pitboss.console.console import Console
from pitboss.lab.pay_changes import ChangeableLine as LabLine
from pitboss.room.floor_feed import Floor
from pitboss.room.http.routes.accounts import (
    AccountInfo,
    Dealer,
    Invitation,
    InvitationStatus,
    Me,
    Proposal,
)
from pitboss.room.http.routes.administration import OpenSession, SettingInForce, SignInDelay
from pitboss.room.http.routes.lab import CoachAdvice, JobStatus
from pitboss.room.http.routes.operations import BackupFile, Health, NodeReport
from pitboss.room.http.routes.rules_cards import (
    IntroStep,
    UpcomingRules,
    WagerExplanation,
)
from pitboss.room.http.routes.school import ClassMember, SchoolOverview
from pitboss.room.http.routes.submissions import CheckedSubmission, FilingComparison, FilingForm
from pitboss.room.http.routes.tables import LobbyTable
from pitboss.room.lab_service.job_queue import JobState
from pitboss.room.lab_service.questions import Choice as LabChoice
from pitboss.room.lab_service.questions import GameChoices
from pitboss.room.page_cards import PageCard
from pitboss.room.reports.filing_history import Filing
from pitboss.room.reports.filing_history import FilingStatus as FilingStatus
from pitboss.room.reports.pit import PitReport
from pitboss.room.reports.reconciliation import Reconciliation
from pitboss.room.reports.replay import Replay, RoundCheck
from pitboss.room.reports.round_list import RoundList
from pitboss.room.reports.staff import StaffReport
from pitboss.room.school_service.service import SessionState
from pitboss.room.school_service.turns import (
    AnswerQuestion,
    Certificate,
    Continue,
    LessonText,
    MakeMove,
    SchoolPage,
)
from pitboss.submission import Fault
from pitboss.table.people import Role
from pitboss.table.proofs import Proofs, WheelSymbol
from pitboss.table.state import Phase
from pitboss.table.views import VISIBLE_FIELDS, OwnView, View
from pitboss.web import SITE

DECLARATIONS_FILE: Final = SITE / "js" / "types.d.ts"
Hint = object
"""A Python type hint."""
Declarations = dict[type, str]
"""The declaration of each type, in the order of the file."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """What the house is waiting for, and how many seconds are left."""

    waits_for: Literal["bets", "answers", "opens"] = field(name="for")
    seconds: float


class ViewFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="view"):
    """The whole view of a table, which is sent first."""

    version: int
    view: View
    own: OwnView | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET


class ChangeFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="change"):
    """The changes since an earlier version, as a merge patch."""

    since: int
    version: int
    patch: dict[str, Any]
    own: OwnView | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET


class BeatFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="beat"):
    """A heartbeat: nothing has changed except the clock."""

    clock: Clock | UnsetType = UNSET


class DoneFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="told"):
    """The acknowledgment of a command."""

    id: int
    version: int
    again: bool


class RefusedFrame(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="refused"
):
    """The refusal of a command, with its reason."""

    id: int | None
    status: int
    error: str
    clause: str | UnsetType = UNSET
    due: str | UnsetType = UNSET
    uncertain: bool | UnsetType = UNSET
    code: str | UnsetType = UNSET
    """`try_again`: send the same request again with the same key."""
    faults: tuple[Fault, ...] | UnsetType = UNSET


EXPORTED_TYPES: Final = (
    ViewFrame,
    ChangeFrame,
    BeatFrame,
    DoneFrame,
    RefusedFrame,
    PageCard,
    WagerExplanation,
    IntroStep,
    LobbyTable,
    Me,
    InvitationStatus,
    Proofs,
    CoachAdvice,
    GameChoices,
    JobStatus,
    UpcomingRules,
    Proposal,
    Invitation,
    AccountInfo,
    Dealer,
    Filing,
    SchoolOverview,
    ClassMember,
    SessionState,
    LessonText,
    AnswerQuestion,
    MakeMove,
    Continue,
    Certificate,
    Console,
    Floor,
    Consequences,
    FilingForm,
    CheckedSubmission,
    FilingComparison,
    OpenSession,
    SignInDelay,
    SettingInForce,
    Health,
    NodeReport,
    BackupFile,
    RoundList,
    Replay,
    RoundCheck,
    PitReport,
    StaffReport,
    Reconciliation,
)
"""The types to declare; the types that they refer to are declared as well."""
PLAYER_VIEW_FIELDS: Final = (
    *(name for name in VISIBLE_FIELDS[Role.PLAYER] if name not in ("choices", "last")),
    "role",
)
"""The fields of a view that players receive; staff have pages of their own."""
_NAMES: Final[Mapping[type, str]] = {
    PageCard: "Card",
    Console: "TableConsole",
    Action: "ConsoleAction",
    WheelSymbol: "WheelSymbol",
    JobState: "JobState",
    LabChoice: "LabChoice",
    LabLine: "LabLine",
    FilingStatus: "FilingStatus",
}
"""Names of types that would clash with another type, or with a name of the browser."""
_NARROWED_TYPES: Final[Mapping[tuple[str, str], Hint]] = {
    ("RoundView", "phase"): Phase,
    ("IntroStep", "view"): View,
    ("IntroStep", "own"): OwnView,
    ("SchoolPage", "view"): View | None,
    ("SessionState", "page"): SchoolPage,
}
"""Fields whose type on the server is wider than what it sends."""
_PRIMITIVES: Final[Mapping[Hint, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Fraction: "string",
    Any: "any",
    object: "unknown",
}
_HEADER: Final = """\
// Generated from the server's own types by `python -m pitboss.web.typescript`. Do not edit.

/** The state of the connection to a table. */
export type Link = "opening" | "open" | "lost" | "over";

/** A message that the server sends on its own. */
export type Frame = ViewFrame | ChangeFrame | BeatFrame;

/** A response to a command. */
export type Answer = DoneFrame | RefusedFrame;

/** A table requested over HTTP, which includes the last rounds. */
export type Look = View & { last?: RoundView[] };

/** What a trainee does in a session of the school. */
export type SchoolAction = AnswerQuestion | MakeMove | Continue;

/** The value of each decision. `api.js` converts the exact cents to numbers. */
export type Advice = Omit<CoachAdvice, "cents"> & { cents: Record<string, number> };
"""


def render_declarations() -> str:
    """Return the declarations of all exported types; a type follows the first one that uses it."""
    result: Declarations = {}
    for kind in EXPORTED_TYPES:
        _expression(kind, result)
    names = [_type_name(kind) for kind in result]
    if twice := {name for name in names if names.count(name) > 1}:
        raise TypeError(f"two types have the same name: {twice}")
    return "\n".join([_HEADER, *result.values()])


def _expression(hint: Hint, result: Declarations) -> str:
    """Return a type hint in TypeScript, and add the records in it to the declarations."""
    if hint in _PRIMITIVES:
        return _PRIMITIVES[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " | ".join(_expression(item, result) for item in inside)
    if origin is Literal:
        return " | ".join(f'"{item}"' for item in inside)
    if origin is tuple or origin is list:
        inner = _expression(inside[0], result)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is not None and issubclass(origin, Mapping):
        return f"Record<string, {_expression(inside[1], result)}>"  # keys are strings in JSON
    if not isinstance(hint, type):
        raise TypeError(f"there is no TypeScript type for {hint!r}")
    return _declare(hint, result)


def _type_name(kind: type) -> str:
    return _NAMES.get(kind, kind.__name__)


def _declare(kind: type, result: Declarations) -> str:
    name = _type_name(kind)
    if kind in result:
        return name
    result[kind] = ""  # reserves its place before the types that it refers to
    comment = f"/** {' '.join(cleandoc(kind.__doc__ or name).split())} */\n"
    if issubclass(kind, Enum):
        words = " | ".join(f'"{item.value}"' for item in kind)
        result[kind] = f"{comment}export type {name} = {words};\n"
        return name
    rows = "".join(f"  {row};\n" for row in _properties(kind, result))
    result[kind] = f"{comment}export interface {name} {{\n{rows}}}\n"
    return name


def _properties(kind: type, result: Declarations) -> Iterator[str]:
    hints = get_type_hints(kind)
    if issubclass(kind, BaseModel):
        for name in kind.model_fields:
            yield f"{name}: {_expression(hints[name], result)}"
        return
    if not issubclass(kind, Struct):
        raise TypeError(f"there is no TypeScript type for {kind!r}")
    config = kind.__struct_config__
    if config.tag:
        yield f'{config.tag_field}: "{config.tag}"'
    for item in fields(kind):
        if kind is View and item.name not in PLAYER_VIEW_FIELDS:
            continue
        yield _property(
            kind, item, _NARROWED_TYPES.get((kind.__name__, item.name), hints[item.name]), result
        )


def _property(kind: type[Struct], item: FieldInfo, hint: Hint, result: Declarations) -> str:
    """Return the declaration of a key, optional if its default is omitted on the wire."""
    parts = list(get_args(hint)) if get_origin(hint) in (Union, UnionType) else [hint]
    is_optional = UnsetType in parts or (kind.__struct_config__.omit_defaults and not item.required)
    never = {UnsetType, NoneType} if item.default is None and is_optional else {UnsetType}
    types = [_expression(part, result) for part in parts if part not in never]
    return f"{item.encode_name}{'?' if is_optional else ''}: {' | '.join(types)}"


if __name__ == "__main__":
    DECLARATIONS_FILE.write_text(render_declarations())
