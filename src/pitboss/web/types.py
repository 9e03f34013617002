"""What the server sends, as types for the code of the pages: `python -m pitboss.web.types`.

They are made from the server's own types, so that a page which reads a key that is not there, or
calls a phase by another name, is found by the type checker and not by a player.
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

from pitboss.lab.changeable import PayLine as LabLine
from pitboss.room.http.accounts import Dealer, Invitation, Invited, Me, Proposal, Somebody
from pitboss.room.http.cards import Announced, PageCard, Told
from pitboss.room.http.coach import Coached
from pitboss.room.http.lab import JobTold
from pitboss.room.http.tables import Listed
from pitboss.room.intros import Leaf
from pitboss.room.labs.choices import Choice as LabChoice
from pitboss.room.labs.choices import GameChoices
from pitboss.room.labs.lane import State
from pitboss.room.reports.filings import Filing
from pitboss.room.reports.filings import Status as FilingStatus
from pitboss.submission import Fault
from pitboss.table.people import Role
from pitboss.table.proofs import Proofs, Symbol
from pitboss.table.state import Phase
from pitboss.table.views import SEES, Own, View
from pitboss.web import SITE

FILE: Final = SITE / "js" / "types.d.ts"
Hint = object
"""What Python has for a type."""
Found = dict[type, str]
"""What is written of each type, in the order in which they were found."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """What the house waits for, and how long yet."""

    waits_for: Literal["bets", "answers", "opens"] = field(name="for")
    seconds: float


class ViewFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="view"):
    """All of a table: what comes first over the line."""

    version: int
    view: View
    own: Own | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET


class ChangeFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="change"):
    """What changed since, as a merge patch."""

    since: int
    version: int
    patch: dict[str, Any]
    own: Own | UnsetType = UNSET
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


TOLD: Final = (
    ViewFrame, ChangeFrame, BeatFrame, DoneFrame, RefusedFrame, PageCard, Told, Leaf, Listed, Me,
    Invited, Proofs, Coached, GameChoices, JobTold, Announced, Proposal, Invitation,
    Somebody, Dealer, Filing,
)  # fmt: skip
"""What is written, with all that it is made of."""
SENT: Final = (*(name for name in SEES[Role.PLAYER] if name not in ("choices", "last")), "role")
"""What of a view a player is sent; staff has pages of its own."""
_NAMES: Final[Mapping[type, str]] = {
    PageCard: "Card",
    Symbol: "WheelSymbol",
    State: "JobState",
    LabChoice: "LabChoice",
    LabLine: "LabLine",
    FilingStatus: "FilingStatus",
}
"""Where a type of the server has the name of another, or of something else in a browser."""
_CLEARER: Final[Mapping[tuple[str, str], Hint]] = {
    ("RoundView", "phase"): Phase,
    ("Leaf", "view"): View,
    ("Leaf", "own"): Own,
}
"""Where the server's type is wider than what it sends."""
_PLAIN: Final[Mapping[Hint, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Fraction: "string",
    Any: "any",
    object: "unknown",
}
_HEAD: Final = """\
// Made by `python -m pitboss.web.types` from the server's own types.

/** How the line to a table is. */
export type Link = "opening" | "open" | "lost" | "over";

/** What comes over it by itself. */
export type Frame = ViewFrame | ChangeFrame | BeatFrame;

/** What comes over it as an answer. */
export type Answer = DoneFrame | RefusedFrame;

/** A table that was asked for by itself: with the last rounds. */
export type Look = View & { last?: RoundView[] };

/** What each decision is worth. `api.js` makes numbers of the exact cents. */
export type Advice = Omit<Coached, "cents"> & { cents: Record<string, number> };
"""


def written() -> str:
    """All types, each after those that it was first found in."""
    found: Found = {}
    for kind in TOLD:
        _expression(kind, found)
    names = [_name(kind) for kind in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise TypeError(f"two types have the same name: {twice}")
    return "\n".join([_HEAD, *found.values()])


def _expression(hint: Hint, found: Found) -> str:
    """A hint as TypeScript has it; the records in it are added to those found."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " | ".join(_expression(one, found) for one in inside)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inside)
    if origin is tuple or origin is list:
        inner = _expression(inside[0], found)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is not None and issubclass(origin, Mapping):
        return f"Record<string, {_expression(inside[1], found)}>"  # JSON's keys are texts
    if not isinstance(hint, type):
        raise TypeError(f"no word for {hint!r}")
    return _named(hint, found)


def _name(kind: type) -> str:
    return _NAMES.get(kind, kind.__name__)


def _named(kind: type, found: Found) -> str:
    name = _name(kind)
    if kind in found:
        return name
    found[kind] = ""  # its place, while what it is made of finds its own
    says = f"/** {' '.join(cleandoc(kind.__doc__ or name).split())} */\n"
    if issubclass(kind, Enum):
        words = " | ".join(f'"{one.value}"' for one in kind)
        found[kind] = f"{says}export type {name} = {words};\n"
        return name
    rows = "".join(f"  {row};\n" for row in _rows(kind, found))
    found[kind] = f"{says}export interface {name} {{\n{rows}}}\n"
    return name


def _rows(kind: type, found: Found) -> Iterator[str]:
    hints = get_type_hints(kind)
    if issubclass(kind, BaseModel):
        for name in kind.model_fields:
            yield f"{name}: {_expression(hints[name], found)}"
        return
    if not issubclass(kind, Struct):
        raise TypeError(f"no word for {kind!r}")
    config = kind.__struct_config__
    if config.tag:
        yield f'{config.tag_field}: "{config.tag}"'
    for one in fields(kind):
        if kind is View and one.name not in SENT:
            continue
        yield _row(kind, one, _CLEARER.get((kind.__name__, one.name), hints[one.name]), found)


def _row(kind: type[Struct], one: FieldInfo, hint: Hint, found: Found) -> str:
    """A key: one that is left out where it has its default is one that may be missing."""
    parts = list(get_args(hint)) if get_origin(hint) in (Union, UnionType) else [hint]
    omitted = UnsetType in parts or (kind.__struct_config__.omit_defaults and not one.required)
    never = {UnsetType, NoneType} if one.default is None and omitted else {UnsetType}
    types = [_expression(part, found) for part in parts if part not in never]
    return f"{one.encode_name}{'?' if omitted else ''}: {' | '.join(types)}"


if __name__ == "__main__":
    FILE.write_text(written())
