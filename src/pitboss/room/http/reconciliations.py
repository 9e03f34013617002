"""The books of a day, gone through; and who did so, in the log of the office."""

import logging
from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from msgspec.structs import asdict
from pydantic import Field

from pitboss.refusal import Refused
from pitboss.room.http.accounts import Strict
from pitboss.room.http.identity import ARoom, Known, allowed
from pitboss.room.http.papers import answers, as_json
from pitboss.room.http.reports import DAY, READERS, Day, today
from pitboss.room.http.shapes import shape
from pitboss.room.http.turns import turns_of
from pitboss.room.people.accounts import Account, Part
from pitboss.room.reports import Reconciliation, day_of, reconciled, written
from pitboss.room.reports.still import still
from pitboss.room.room import Room

log: Final = logging.getLogger("pitboss.http")
router = APIRouter(prefix="/api", tags=["reports"])
WRITERS: Final = (Part.FLOORPERSON, Part.ADMINISTRATOR)
BOOKS: Final = shape(Reconciliation, closes=shape(bool), told=shape(str))


class ADay(Strict):
    """The day whose books are gone through, in UTC."""

    day: Annotated[str, Field(pattern=f"^{DAY}$")]


@router.get("/reconciliations", response_class=Response, responses=answers(BOOKS))
async def look_through(request: Request, room: ARoom, account: Known, day: Day = "") -> Response:
    """Whether the books of a day close; nothing is written. Without a day, today so far."""
    allowed(account, *READERS)
    found = await _gone_through(request, room, account, day or today(room))
    return await as_json(lambda: _books(found))


@router.post(
    "/reconciliations",
    status_code=201,
    response_class=Response,
    responses=answers(BOOKS, status=201),
)
async def reconcile(body: ADay, request: Request, room: ARoom, account: Known) -> Response:
    """Go through the books of a day, and have it on record that one did, with the difference.

    Every table, the office, every account and meter; where something does not add up, each break
    is told in a sentence.
    """
    allowed(account, *WRITERS)
    found = await _gone_through(request, room, account, body.day)
    await room.office.write(written(found), account.person)
    if not found.closes:
        log.warning("the books of %s do not close: %d breaks", found.day, len(found.breaks))
    return await as_json(lambda: _books(found), 201)


async def _gone_through(request: Request, room: Room, account: Account, day: str) -> Reconciliation:
    day_of(day)
    if day > today(room):
        raise Refused(f"{day} has not begun")
    async with turns_of(request).turn(account), still(room.store) as store:
        return await reconciled(store, day)


def _books(found: Reconciliation) -> dict[str, object]:
    breaks = f"{len(found.breaks)} break{'s' * (len(found.breaks) > 1)}"
    told = "the books close" if found.closes else f"the books do not close: {breaks}"
    return {**asdict(found), "closes": found.closes, "told": told}
