"""The school over HTTP: lessons, sessions, bad input, progress, certificates and the class."""

from pathlib import Path

import msgspec
import pytest

from pitboss.room.people.accounts import AccountRole
from pitboss.room.school_service.records import (
    CERTIFICATES_COLLECTION,
    SCHOOL_COLLECTION,
    SchoolRecord,
)
from pitboss.room.school_service.service import SchoolService
from pitboss.room.store.interface import read_row
from pitboss.school.courses import COURSE
from tests.room.http.in_process_room import TABLE, InProcessRoom, error_of
from tests.room.school.trainee import GAME, Trainee


async def test_somebody_passes_the_first_lesson_and_gets_a_certificate(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        pages = (await dee.caller.get(f"/api/school/games/{GAME}/lessons/first-round")).json()
        assert pages["pages"][1]["say"] == "Place your bets."
        await dee.start()
        await dee.finish()
        report = dee.page["report"]
        assert report["finished"]
        assert report["right"] == report["asked"] == 6
        assert sum(dee.state["returns"].values()) == 6
        overview = (await dee.caller.get("/api/school")).json()
        game = next(item for item in overview["games"] if item["game"] == GAME)
        assert game["lessons"][0]["day"] == "2026-11-16"
        assert (game["seen"], game["due"], game["session"]) == (6, 0, "")
        assert overview["day_streak"] == 1
        certificate = (await dee.caller.post("/api/school/certificates", {"game": GAME})).json()
        assert certificate["name"] == "Dee"
        assert [lesson["title"] for lesson in certificate["lessons"]] == [COURSE[0].title]
        again = (await dee.caller.post("/api/school/certificates", {"game": GAME})).json()
        assert again == certificate
        path = f"/api/school/certificates/{certificate['id']}"
        assert (await house.caller().get(path)).json() == certificate
        pdf = await dee.caller.get(f"{path}/paper")
        assert pdf.content.startswith(b"%PDF-")
        html = await dee.caller.get(f"{path}/paper?format=html")
        assert "Dee" in html.text
        assert certificate["id"] in html.text


async def test_what_was_missed_comes_back_in_the_session_and_on_later_days(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        await dee.start()
        await dee.step(rightly=False)
        assert dee.page["grade"]["comes_back_after"] == 3
        await dee.finish()
        report = dee.page["report"]
        assert [miss["mended"] for miss in report["missed"]] == [True]
        assert report["asked"] == 8
        house.clock.forward(days=1)
        dee.caller = await house.sign_in("Dee")  # the session has expired
        overview = (await dee.caller.get("/api/school")).json()
        game = next(item for item in overview["games"] if item["game"] == GAME)
        assert game["due"] == 6
        await dee.start("review")
        await dee.finish()
        record = await read_row(house.store, SCHOOL_COLLECTION, "dee", SchoolRecord)
        assert record is not None
        assert (record.day_streak, record.last_day) == (2, "2026-11-17")
        boxes = [progress.box for progress in record.games[GAME].kinds.values()]
        assert sorted(boxes) == [1, 1, 1, 1, 1, 1]


async def test_a_session_survives_a_restart_of_the_room(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        await dee.start("dealing")
        for _ in range(8):
            await dee.step()
        await dee.step(rightly=False)
        state = dee.state
    async with InProcessRoom(tmp_path) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        path = f"/api/school/sessions/{state['session']}"
        dee.state = (await dee.caller.get(path)).json()
        assert dee.state == state
        await dee.finish()
        assert dee.page["report"]["finished"]
        subjects = {score["subject"] for score in dee.page["report"]["subjects"]}
        assert "dealing" in subjects


async def test_the_right_answer_is_sent_only_after_the_answer(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        await dee.start("payments")
        while dee.page["wants"] != "nothing":
            if dee.page["wants"] == "answer":
                assert dee.page["grade"] is None
                assert {key for field in dee.page["fields"] for key in field} <= {
                    "label", "kind",
                }  # fmt: skip
            await dee.step()


async def test_a_repeated_action_has_no_further_effect(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        await dee.start()
        action = await dee.next_action()
        first, second = await dee.send(action), await dee.send(action)
        assert first.json() == second.json()
        other = {"type": "continue"}
        assert error_of(await dee.send(other, 0)).startswith("this was answered already")
        dee.state = first.json()
        assert error_of(await dee.send(action)) == "this question has already been answered"


async def test_bad_input_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        eve = await house.sign_in("Eve", AccountRole.DEALER)

        async def start(body: object) -> tuple[int, str]:
            response = await dee.caller.post("/api/school/sessions", body)
            return response.status_code, error_of(response)

        assert await start({"game": "bingo", "lesson": "order"}) == (
            404,
            "there is no game 'bingo'",
        )
        assert (await start({"game": GAME, "lesson": "magic"}))[1].startswith("unknown lesson")
        assert (await start({"game": GAME, "table": TABLE, "lesson": "order"}))[1] == (
            "name either a game or a table, not both"
        )
        assert (await start({"table": "nothing", "lesson": "order"}))[0] == 404
        assert (await start({"game": GAME, "lesson": 5}))[0] == 422
        assert (await start({"game": GAME, "lesson": "review"}))[1].startswith("nothing is due")
        await dee.start()
        for action, sentence in (
            ({"type": "continue"}, "answer the question first"),
            ({"type": "move", "move": "o"}, "answer the question first: no move can be made now"),
            ({"type": "answer", "answer": 17}, "choose one of the 4 answers"),
            ({"type": "answer", "answer": ["x" * 21]}, "a figure may have at most 20 characters"),
        ):
            assert error_of(await dee.send(action)) == sentence
        assert (await dee.send({"type": "answer", "answer": True})).status_code == 422
        assert (await dee.send({"type": "guess"})).status_code == 422
        path = f"/api/school/sessions/{dee.state['session']}"
        assert (await dee.caller.get(path)).json() == dee.state, "a refusal changed the session"
        assert (await eve.get(path)).status_code == 404
        body = {"number": 0, "action": {"type": "answer", "answer": 0}}
        assert (await eve.post(f"{path}/actions", body)).status_code == 404
        await dee.start("dealing")
        for action, sentence in (
            ({"type": "answer", "answer": 0}, "choose a move: there is no question to answer"),
            ({"type": "continue"}, "choose a move first"),
            ({"type": "move", "move": "s"}, "name the seat: settle a seat"),
        ):
            assert error_of(await dee.send(action)) == sentence
        assert error_of(await dee.send({"type": "move", "move": "?"})).startswith("unknown move")
        response = await dee.caller.post("/api/school/certificates", {"game": GAME})
        assert error_of(response) == "pass a lesson of this game first"
        assert (await eve.get("/api/school/certificates/nothing")).status_code == 404


async def test_the_rules_of_a_table_are_taught(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        body = {"table": TABLE, "lesson": "bets"}
        state = (await dee.post("/api/school/sessions", body)).json()
        assert (state["game"], state["table"]) == ("holdem-bonus", TABLE)
        pages = await dee.get(f"/api/school/games/any/lessons/bets?table={TABLE}")
        assert pages.status_code == 200


async def test_a_manager_sees_the_class_without_players(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        pat = Trainee(house, await house.sign_in("Pat"))
        for person in (dee, pat):
            await person.start()
            await person.step(rightly=False)
            await person.finish()
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        members = {item["name"]: item for item in (await flo.get("/api/school/class")).json()}
        assert set(members) == {"Dee", "Flo"}
        (game,) = members["Dee"]["games"]
        assert game["lessons"][0]["day"] == "2026-11-16"
        assert game["weak"]
        assert members["Flo"]["games"] == []


async def test_a_guests_record_is_deleted_with_the_guest(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        visitor = house.caller()
        response = await visitor.post("/api/accounts", {})
        visitor.token = response.cookies.get("pitboss_session") or response.json().get("token", "")
        if not visitor.token:
            pytest.fail(f"no session: {response.headers}")
        visitor.name = response.json()["name"]
        guest = Trainee(house, visitor)
        await guest.start()
        response = await visitor.post("/api/school/certificates", {"game": GAME})
        assert error_of(response).startswith("a certificate needs a name")
        assert await house.store.collection(SCHOOL_COLLECTION)
        house.clock.forward(days=400)

        async def is_present(_: object) -> bool:
            return False

        await house.room.account_service.end_guests(100, is_present)
        assert not await house.store.collection(SCHOOL_COLLECTION)
        assert not await house.store.collection(CERTIFICATES_COLLECTION)


async def test_questions_are_made_in_a_process_which_is_replaced_when_it_ends(
    tmp_path: Path,
) -> None:
    async with InProcessRoom(tmp_path, reports_in_thread=False) as house:
        dee = Trainee(house, await house.sign_in("Dee", AccountRole.DEALER))
        school = house.room.school
        assert isinstance(school, SchoolService)
        assert school.pid is None
        await dee.start()
        first = school.pid
        assert first is not None
        await dee.step()
        school._process.kill()
        state = (await dee.caller.get(f"/api/school/sessions/{dee.state['session']}")).json()
        assert state == dee.state
        assert school.pid not in (None, first)
        assert msgspec.json.encode(state)
