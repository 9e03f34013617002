"""The types that the pages are checked with match the server, and frames match the types."""

from typing import get_type_hints

import msgspec
import pytest
from msgspec import UNSET, Struct
from msgspec.structs import fields

from pitboss.room.http.app import read_pages
from pitboss.room.viewers import Projection, Viewer
from pitboss.table import Role
from pitboss.table.state import Phase
from pitboss.table.views import OwnView, View
from pitboss.web import SITE, typescript
from tests.table import stacked_rounds as x
from tests.table.tables import KEYS
from tests.web.page_checker import BOB

HINTS = get_type_hints(View)
SEEN = msgspec.defstruct(
    "Seen",
    [
        (name, HINTS[name], UNSET)
        for name in View.__struct_fields__
        if name in typescript.PLAYER_VIEW_FIELDS
    ],
    forbid_unknown_fields=True,
)
"""The parts of a view that are sent to a page."""
KINDS: dict[str, type[Struct]] = {"view": typescript.ViewFrame, "change": typescript.ChangeFrame}


def test_written_types_match_the_server() -> None:
    progress = "stale: run `python -m pitboss.web.typescript`"
    assert typescript.DECLARATIONS_FILE.read_text() == typescript.render_declarations(), progress


@pytest.mark.parametrize("game", KEYS)
def test_frames_match_the_types(game: str) -> None:
    """A frame has all the keys of its type, and no others."""
    table, steps = x.play(game, x.shuffled(game, "frames"))
    projection, viewer, frames = Projection(Role.PLAYER), Viewer(BOB), 0
    for _ in steps:
        projection.update(table.state)
        for frame in viewer.frames(projection, table.state, table.shoe, ("bets", 2.5)):
            read = msgspec.json.decode(frame)
            kind = KINDS[read.pop("type")]
            assert set(read) <= {field.encode_name for field in fields(kind)}
            assert {field.encode_name for field in fields(kind) if field.required} <= set(read)
            msgspec.convert(read.get("own", {}), OwnView, strict=False)  # seats are strings in JSON
            msgspec.convert(read["clock"], typescript.Clock)
            if view := read.get("view"):
                msgspec.convert(view, SEEN, strict=False)
                assert not view.get("round") or view["round"]["phase"] in [*Phase]
            frames += 1
    assert frames > 5


def test_types_are_not_served() -> None:
    """They are for the developers of the pages."""
    assert not [path for path in read_pages(SITE) if path.endswith(".ts")]
