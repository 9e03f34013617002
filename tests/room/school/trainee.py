"""A trainee who uses the school over HTTP, with the help of the answers."""

from typing import Any

import httpx
import msgspec

from pitboss.room.school_service.records import SCHOOL_COLLECTION, SchoolRecord, find_session
from pitboss.room.school_service.teacher import Teacher
from pitboss.room.school_service.turns import TurnRequest
from pitboss.room.store.interface import read_row
from pitboss.table.people import normalize_name
from tests.room.http.in_process_room import Caller, InProcessRoom
from tests.school.lesson_helpers import right, wrong

Json = dict[str, Any]
GAME = "three-card"


class Trainee:
    """Somebody in a session."""

    def __init__(self, house: InProcessRoom, caller: Caller) -> None:
        self.house, self.caller = house, caller
        self.state: Json = {}

    async def start(self, lesson: str = "first-round", game: str = GAME) -> None:
        body = {"game": game, "lesson": lesson}
        self.state = _json(await self.caller.post("/api/school/sessions", body))

    @property
    def page(self) -> Json:
        page: Json = self.state["page"]
        return page

    async def send(self, action: Json, number: int | None = None) -> httpx.Response:
        number = self.state["number"] if number is None else number
        path = f"/api/school/sessions/{self.state['session']}/actions"
        return await self.caller.post(path, {"number": number, "action": action})

    async def act(self, action: Json) -> None:
        self.state = _json(await self.send(action))

    async def step(self, *, rightly: bool = True) -> None:
        """Do the next thing."""
        await self.act(await self.next_action(rightly=rightly))

    async def next_action(self, *, rightly: bool = True) -> Json:
        """Look up what to do next, in a copy of the session."""
        if self.page["wants"] == "continue":
            return {"type": "continue"}
        key = normalize_name(self.caller.name)
        record = await read_row(self.house.store, SCHOOL_COLLECTION, key, SchoolRecord)
        assert record is not None
        match = find_session(record, self.state["session"])
        assert match is not None
        session = match[1]
        teacher = Teacher()
        request = TurnRequest(
            session.id, session.course, session.lesson, session.seed, session.plan, session.actions
        )
        teacher.answer(msgspec.json.encode(request), lambda *_: None)
        _, classroom = teacher._classrooms[session.id]
        if classroom.needs_move:
            dealing = classroom.dealing
            assert dealing is not None
            due = dealing.right_move
            assert due is not None
            move = due if rightly else next(item for item in dealing.moves if item is not due)
            seat = dealing.day.step.instruction.seat or 1
            return {"type": "move", "move": move.key, "seat": seat if move.needs_seat else None}
        question = classroom.question
        assert question is not None
        return {"type": "answer", "answer": right(question) if rightly else wrong(question)[0]}

    async def finish(self) -> None:
        """Do everything rightly until the session is over."""
        while self.page["wants"] != "nothing":
            await self.step()


def _json(response: httpx.Response) -> Json:
    assert response.status_code < 300, response.text
    result: Json = response.json()
    return result
