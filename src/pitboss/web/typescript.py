"""TypeScript declarations of what the server sends: `python -m pitboss.web.typescript`.

They are generated from the server's own types, so that a page that reads a key that does not
exist, or misspells a phase, fails the type checker.
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

from pitboss.lab.pay_changes import ChangeableLine as LabLine
from pitboss.room.http.routes.accounts import (
    AccountInfo,
    Dealer,
    Invitation,
    InvitationStatus,
    Me,
    Proposal,
)
from pitboss.room.http.routes.lab import CoachAdvice, JobStatus
from pitboss.room.http.routes.rules_cards import (
    IntroStep,
    PageCard,
    UpcomingRules,
    WagerExplanation,
)
from pitboss.room.http.routes.tables import LobbyTable
from pitboss.room.lab_service.job_queue import JobState
from pitboss.room.lab_service.questions import Choice as LabChoice
from pitboss.room.lab_service.questions import GameChoices
from pitboss.room.reports.filing_history import Filing
from pitboss.room.reports.filing_history import FilingStatus as FilingStatus
from pitboss.submission import Fault
from pitboss.table.people import Role
from pitboss.table.proofs import Proofs, WheelSymbol
from pitboss.table.state import Phase
from pitboss.table.views import VISIBLE_FIELDS, OwnView, View
from pitboss.web import SITE

DECLARATIONS_FILE: Final = SITE / "js" / "types.d.ts"
Hint = object
"""What Python has for a type."""
Declarations = dict[type, str]
"""What is written of each type, in the order in which they were found."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """What the house waits for, and how long yet."""

    waits_for: Literal["bets", "answers", "opens"] = field(name="for")
    seconds: float


class ViewFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="view"):
    """All of a table: what comes first over the line."""

    version: int
    view: View
    own: OwnView | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET


class ChangeFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="change"):
    """What changed since, as a merge patch."""

    since: int
    version: int
    patch: dict[str, Any]
    own: OwnView | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET


class BeatFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="beat"):
    """The room is there, and nothing has changed but the time."""

    clock: Clock | UnsetType = UNSET


class DoneFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="told"):
    """What was asked is done."""

    id: int
    version: int
    again: bool


class RefusedFrame(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="refused"
):
    """What was asked is not done, and why."""

    id: int | None
    status: int
    error: str
    clause: str | UnsetType = UNSET
    due: str | UnsetType = UNSET
    uncertain: bool | UnsetType = UNSET
    code: str | UnsetType = UNSET
    """`try_again`: the same is to be asked again with the same key."""
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
)
"""What is written, with all that it is made of."""
PLAYER_VIEW_FIELDS: Final = (
    *(name for name in VISIBLE_FIELDS[Role.PLAYER] if name not in ("choices", "last")),
    "role",
)
"""What of a view a player is sent; staff has pages of its own."""
_NAMES: Final[Mapping[type, str]] = {
    PageCard: "Card",
    WheelSymbol: "WheelSymbol",
    JobState: "JobState",
    LabChoice: "LabChoice",
    LabLine: "LabLine",
    FilingStatus: "FilingStatus",
}
"""Where a type of the server has the name of another, or of something else in a browser."""
_NARROWED_TYPES: Final[Mapping[tuple[str, str], Hint]] = {
    ("RoundView", "phase"): Phase,
    ("IntroStep", "view"): View,
    ("IntroStep", "own"): OwnView,
}
"""Where the server's type is wider than what it sends."""
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
// Made by `python -m pitboss.web.typescript` from the server's own types.

/** How the line to a table is. */
export type Link = "opening" | "open" | "lost" | "over";

/** What comes over it by itself. */
export type Frame = ViewFrame | ChangeFrame | BeatFrame;

/** What comes over it as an answer. */
export type Answer = DoneFrame | RefusedFrame;

/** A table that was asked for by itself: with the last rounds. */
export type Look = View & { last?: RoundView[] };

/** What each decision is worth. `api.js` makes numbers of the exact cents. */
export type Advice = Omit<CoachAdvice, "cents"> & { cents: Record<string, number> };
"""


def render_declarations() -> str:
    """All types, each after those that it was first found in."""
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
        return f"Record<string, {_expression(inside[1], result)}>"  # JSON's keys are texts
    if not isinstance(hint, type):
        raise TypeError(f"no word for {hint!r}")
    return _declare(hint, result)


def _type_name(kind: type) -> str:
    return _NAMES.get(kind, kind.__name__)


def _declare(kind: type, result: Declarations) -> str:
    name = _type_name(kind)
    if kind in result:
        return name
    result[kind] = ""  # its place, while what it is made of finds its own
    says = f"/** {' '.join(cleandoc(kind.__doc__ or name).split())} */\n"
    if issubclass(kind, Enum):
        words = " | ".join(f'"{item.value}"' for item in kind)
        result[kind] = f"{says}export type {name} = {words};\n"
        return name
    rows = "".join(f"  {row};\n" for row in _properties(kind, result))
    result[kind] = f"{says}export interface {name} {{\n{rows}}}\n"
    return name


def _properties(kind: type, result: Declarations) -> Iterator[str]:
    hints = get_type_hints(kind)
    if issubclass(kind, BaseModel):
        for name in kind.model_fields:
            yield f"{name}: {_expression(hints[name], result)}"
        return
    if not issubclass(kind, Struct):
        raise TypeError(f"no word for {kind!r}")
    config = kind.__struct_config__
    if config.tag:
        yield f'{config.tag_field}: "{config.tag}"'
    for item in fields(kind):
        if kind is View and item.name not in PLAYER_VIEW_FIELDS:
            continue
        yield _property(
            kind, item, _NARROWED_TYPES.get((kind.__name__, item.name), hints[item.name]), result
        )


def _property(kind: type[Struct], one: FieldInfo, hint: Hint, result: Declarations) -> str:
    """Return the declaration of a key, optional if its default is omitted on the wire."""
    parts = list(get_args(hint)) if get_origin(hint) in (Union, UnionType) else [hint]
    is_optional = UnsetType in parts or (kind.__struct_config__.omit_defaults and not one.required)
    never = {UnsetType, NoneType} if one.default is None and is_optional else {UnsetType}
    types = [_expression(part, result) for part in parts if part not in never]
    return f"{one.encode_name}{'?' if is_optional else ''}: {' | '.join(types)}"


if __name__ == "__main__":
    DECLARATIONS_FILE.write_text(render_declarations())
