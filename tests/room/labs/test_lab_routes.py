"""The lab over HTTP gives the figures of the command line, computed in other processes."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import cards
from pitboss.games import GAMES
from pitboss.lab import advise, apply_pay_changes, parse_pay_change
from pitboss.lab.game_structure import main_game_digest
from pitboss.room.lab_service.job_queue import JobLimits, JobQueue
from pitboss.room.people.accounts import AccountRole
from pitboss.submission import resolve
from tests.cli.program import printed_json
from tests.room.http.in_process_room import TABLE, Caller, InProcessRoom, Json, error_of
from tests.room.labs.scripted_queue import SCRIPTED_WORKER

pytestmark = pytest.mark.usefixtures("kernels")
CCP_EDGE = Fraction(-579091, 6689228)
JOBS = "/api/lab/jobs"
SECONDS = ("seconds", "seconds_all")


async def finished_job(caller: Caller, **body: object) -> Json:
    """Wait for a job to finish, and return it."""
    answer = await caller.post(JOBS, {"game": "criss-cross", **body})
    assert answer.status_code in (200, 202), answer.text
    job: Json = answer.json()
    assert answer.status_code == (202 if job["state"] in ("waiting", "running") else 200)
    while job["state"] in ("waiting", "running"):
        job = (await caller.get(f"{JOBS}/{job['job']}?wait=5")).json()
    return job


async def solve_result(caller: Caller, **body: object) -> Any:  # noqa: ANN401
    job = await finished_job(caller, kind="solve", **body)
    assert (job["state"], job["error"]) == ("done", None)
    return job["result"]


def without_seconds(result: Json) -> Json:
    return {key: value for key, value in result.items() if key not in SECONDS}


@asynccontextmanager
async def room_with_slow_lab(folder: Path) -> AsyncIterator[InProcessRoom]:
    """Run a room whose lab never finishes."""
    async with InProcessRoom(folder) as house:
        house.room.lab_jobs = JobQueue(JobLimits(grace=0), (*SCRIPTED_WORKER, "slowly"))
        yield house


# Results


@pytest.mark.slow
async def test_solution_matches_the_command(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        outcome = await solve_result(ann)
        assert Fraction(outcome["main"]["ev"]) == CCP_EDGE
        assert without_seconds(outcome) == without_seconds(
            printed_json("solve", "criss-cross", "--json")
        )
        changed_result = await solve_result(
            ann, pay={"across.flush": 7}, readings={"low_ace": "never"}
        )
        assert Fraction(changed_result["main"]["ev"]) < CCP_EDGE
        arguments = ("--pay", "across.flush=7", "--reading", "low_ace=never", "--json")
        assert without_seconds(changed_result) == without_seconds(
            printed_json("solve", "criss-cross", *arguments)
        )
        again = await ann.post(JOBS, {"kind": "solve", "game": "criss-cross"})
        assert (again.status_code, again.json()["result"]) == (200, outcome), "it is there at once"


@pytest.mark.slow
async def test_a_changed_line_moves_the_edge(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        before = Fraction((await solve_result(ann, pay={"across.flush": 6}))["main"]["ev"])
        for odds in (7, 9):
            ev_now = Fraction((await solve_result(ann, pay={"across.flush": odds}))["main"]["ev"])
            assert ev_now > before
            before = ev_now


@pytest.mark.slow
async def test_reading_effects_match_the_command(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        job = await finished_job(await house.sign_in("Ann"), kind="effects", game="stud-235")
        assert job["result"] == printed_json("readings", "stud-235", "--effect", "--json")


@pytest.mark.slow
async def test_papers_match_the_command(tmp_path: Path) -> None:
    """They run in a queue of their own, next to other people's experiments."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        card = (await finished_job(ann, kind="strategy", game="stud-235"))["result"]
        assert "Otherwise check." in card.pop("page")
        assert card == printed_json("strategy", "stud-235", "--json")
        sheet = (await finished_job(ann, kind="report", game="stud-235"))["result"]
        assert sheet["title"] == "235 Stud Poker: par sheet"
        assert sheet["page"].startswith("<!DOCTYPE html>")
        assert house.clock().date().isoformat() in sheet["page"]
        assert house.room.lab_jobs.solve_queue.process.pid is None


@pytest.mark.slow
async def test_paytable_changes_do_not_fill_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await solve_result(ann, game="stud-235", pay={"two_card.pair": 3})
        for kind in ("strategy", "expose", "report"):
            pay = {"two_card.pair": 4}
            assert (await finished_job(ann, kind=kind, game="stud-235", pay=pay))["state"] == "done"
        files = [*(tmp_path / "cache" / "solutions").glob("*")]
        # A par sheet has the readings of the game as filed.
        assert all(file.name.startswith("main-") for file in files)
        pays = resolve(GAMES["stud-235"], {})
        changed_pays = apply_pay_changes(pays, [parse_pay_change("two_card.pair=4")])
        assert not [file for file in files if main_game_digest(changed_pays) in file.name]
        await solve_result(ann, game="stud-235")
        assert len([*(tmp_path / "cache").rglob(f"main-{main_game_digest(pays)}-*")]) == 1


ALONE = """
import asyncio, sys
from pathlib import Path
from tests.room.http.in_process_room import TABLE, InProcessRoom
from tests.room.labs.test_lab_routes import finished_job

async def main():
    async with InProcessRoom(Path(sys.argv[1]), games={TABLE: "criss-cross"}) as house:
        ann = await house.sign_in("Ann")
        job = await finished_job(ann, kind="solve", pay={"across.flush": 9})
        assert job["state"] == "done", job
        body = {"table": TABLE, "cards": {"hole": "Ah Kh"}}
        answer = await ann.post("/api/lab/advice", body)
        assert answer.status_code == 200, answer.text
    print([name for name in ("numba", "numpy", "llvmlite") if name in sys.modules])

asyncio.run(main())
"""


@pytest.mark.slow
def test_the_room_itself_computes_nothing(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert (process.stdout, process.stderr) == ("[]\n", "")


# Advice in any situation


SITUATIONS = [
    ("criss-cross", {"hole": "Kh Qs", "left": "2c", "right": "Td"}, ["1x"]),
    ("run-em-twice", {"hole": "7h 7s"}, []),
    ("holdem-bonus", {"hole": "Kh Qs", "flop": "Kd 9c 8c", "turn": "2h"}, ["bet", "check"]),
    ("holdem-bonus", {"hole": "7h 2d"}, []),
    ("stud-235", {"hole": "Ah Kh 7c"}, ["raise"]),
]


@pytest.mark.slow
async def test_advice_matches_the_lab(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        for game, cards_seen, decisions in SITUATIONS:
            body = {"game": game, "cards": cards_seen, "decisions": decisions, "unit": 500}
            answer = await ann.post("/api/lab/advice", body)
            assert answer.status_code == 200, answer.text
            table = {place: cards(text) for place, text in cards_seen.items()}
            outcome = advise(resolve(GAMES[game]), table.pop("hole"), table, decisions)
            job = answer.json()
            assert job["decisions"] == {k: str(v) for k, v in outcome.decisions.items()}
            assert job["best"] == outcome.best
            assert job["cents"] == {k: str(v * 500) for k, v in outcome.decisions.items()}
            assert job["unit"] == 500
            assert (await ann.post("/api/lab/advice", body)).json() == job
            if game == "criss-cross":
                assert Fraction(job["before_cards"]) == CCP_EDGE


@pytest.mark.slow
async def test_invalid_advice_requests(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={TABLE: "criss-cross"}) as house:
        ann = await house.sign_in("Ann")
        for cards_seen, decisions, sentence in (
            ({}, [], "hole takes 2 cards at this decision, not 0"),
            ({"hole": "Kh Qs Ah"}, [], "hole takes 2 cards at this decision, not 3"),
            ({"hole": "Kh Qs", "left": "2c"}, [], "left is revealed only after"),
            ({"hole": "Kh Qs"}, ["1x"], "left takes 1 card at this decision"),
            ({"hole": "Kh Qs"}, ["4x"], "'4x' is not a decision on Across"),
            ({"hole": "Kh Qs"}, ["fold"], "the hand was folded"),
            ({"hole": "Kh Qs", "river": "2c"}, [], "unknown place 'river'"),
            ({"hole": "Kh Qs", "left": "Kh", "right": "2c"}, ["1x"], "Kh appears twice"),
            ({"hole": "Kh"}, [], "not 1"),
        ):
            body = {"table": TABLE, "cards": cards_seen, "decisions": decisions}
            answer = await ann.post("/api/lab/advice", body)
            assert (answer.status_code, sentence in error_of(answer)) == (409, True), answer.text


# Jobs


async def test_job_is_visible_to_its_owner_only(tmp_path: Path) -> None:
    async with room_with_slow_lab(tmp_path) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        job = (await ann.post(JOBS, {"kind": "solve", "game": "criss-cross"})).json()
        path = f"{JOBS}/{job['job']}"
        assert len(job["job"]) > 40
        assert (await ann.get(path)).json()["job"] == job["job"]
        for method in ("GET", "DELETE"):
            answer = await bob.request(method, path)
            assert answer.status_code == 404
            assert (await house.caller().request(method, path)).status_code == 401
        assert (await ann.get(path)).json()["state"] != "cancelled"


async def test_progress_cancel_and_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scripted lab is told to be slow by a decision that no job from a page can have."""
    from pitboss.room.lab_service.questions import Question

    monkeypatch.setattr(Question, "decisions", ("slowly",), raising=False)
    async with room_with_slow_lab(tmp_path) as house:
        ann = await house.sign_in("Ann")
        first, second = [
            (await ann.post(JOBS, {"kind": "solve", "game": game})).json()["job"]
            for game in ("criss-cross", "stud-235")
        ]
        over = await ann.post(JOBS, {"kind": "effects", "game": "stud-235"})
        assert over.status_code == 429
        assert "your limit of running lab jobs (2)" in error_of(over)
        job: Json = {}
        while not job.get("of"):
            job = (await ann.get(f"{JOBS}/{first}?wait=0.1")).json()
        assert (job["state"], job["what"], job["result"]) == (
            "running",
            "sleeping",
            None,
        )
        assert (await ann.get(f"{JOBS}/{second}")).json()["ahead"] == 1
        response = await ann.request("DELETE", f"{JOBS}/{first}")
        assert (response.status_code, response.json()["state"]) == (200, "cancelled")
        job = {}
        while not job.get("of"):
            job = (await ann.get(f"{JOBS}/{second}")).json()
            await asyncio.sleep(0.01)
        assert job["state"] == "running"


async def test_par_sheet_has_the_date_of_its_request(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        house.room.lab_jobs = JobQueue(JobLimits(), SCRIPTED_WORKER)
        days = []
        for name in ("Ann", "Bob", "Cid"):
            job = await finished_job(await house.sign_in(name), kind="report", game="stud-235")
            days.append((job["result"]["asked"]["day"], job["result"]["pid"]))
            house.clock.forward(hours=3)
        assert [day for day, _ in days] == ["2026-11-16", "2026-11-16", "2026-11-17"]
        body = {"kind": "report", "game": "stud-235"}
        again = await (await house.sign_in("Dan")).post(JOBS, body)
        assert (again.status_code, again.json()["result"]["asked"]["day"]) == (200, "2026-11-17")


async def test_guests_do_not_block_others(tmp_path: Path) -> None:
    """Many guests request two papers each; someone with an account comes next."""
    async with room_with_slow_lab(tmp_path) as house:
        service, games = house.room.account_service, (*GAMES,)
        answers = []
        for n in range(9):
            account = await service.open_account(f"Guest {n}", AccountRole.PLAYER, None)
            guest = house.caller(await service.start_session(account), account.name)
            submission = {"table": {"minimum": 500 + 100 * n}}
            body = {"kind": "report", "game": games[n % 4], "submission": submission}
            answers.append(await guest.post(JOBS, body))
        assert [answer.status_code for answer in answers] == [202] * 8 + [429]
        assert "too busy for more jobs from guests" in error_of(answers[-1])
        ann = await house.sign_in("Ann")
        answer = await ann.post(JOBS, {"kind": "strategy", "game": "stud-235"})
        assert (answer.status_code, answer.json()["ahead"]) == (202, 1)


async def test_invalid_questions_are_refused_at_once(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        good: Json = {"kind": "solve", "game": "criss-cross"}
        for body, status, sentence in (
            (good | {"game": "whist"}, 409, "whist"),
            (good | {"kind": "advise"}, 422, "advise"),
            (good | {"more": 1}, 422, "more"),
            (good | {"pay": {"across.flush": 7.5}}, 409, "invalid odds '7.5'"),
            (good | {"pay": {"across.flush": 1e300}}, 409, "invalid odds"),
            (good | {"table": TABLE}, 409, "not both"),
            ({"kind": "solve", "table": "nowhere"}, 404, "there is no table"),
            ({"kind": "effects", "table": TABLE, "pay": ["x"]}, 409, "undo your pay changes"),
        ):
            answer = await ann.post(JOBS, body)
            assert (answer.status_code, sentence in error_of(answer)) == (status, True), answer.text
        bad = {"readings": {"low_ace": "x"}, "submission": {"table": {"dealing": "hand"}}}
        for path, body in ((JOBS, good), ("/api/lab/rules", {"game": "criss-cross"})):
            answer = await ann.post(path, body | bad)
            paths = [fault["path"] for fault in answer.json()["faults"]]
            assert sorted(paths) == ["readings.low_ace", "table.dealing"]
        advice = {"game": "criss-cross", "cards": {"hole": "Kh Qs"}}
        for unit in (0, 1.5, 10**13, 1e300):
            answer = await ann.post("/api/lab/advice", advice | {"unit": unit})
            assert "a whole number of cents" in error_of(answer)
        assert (await ann.get("/api/lab/games/whist")).status_code == 404
        assert house.room.lab_jobs.solve_queue.process.pid is None, "no process was needed for that"
        assert house.room.lab_jobs.advice_queue.process.pid is None


async def test_changeable_parts_are_listed(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={TABLE: "holdem-bonus"}) as house:
        ann = await house.sign_in("Ann")
        response_body = (await ann.get("/api/lab/games/criss-cross")).json()
        across = next(item for item in response_body["wagers"] if item["key"] == "across")
        assert (across["label"], across["kind"]) == ("Across", "raise")
        assert across["lines"][0] == {
            "key": "across.royal-flush", "label": "royal flush", "clause": "CCP 12.A(1)",
            "odds": 500, "unit": "to 1", "pays": "500 to 1", "least": -1, "most": 1_000_000,
        }  # fmt: skip
        assert response_body["readings"][0]["id"] == "low_ace"
        assert response_body["submission"]["table"]["minimum"] == 500
        body = {"table": TABLE, "pay": {"bonus.pair-of-2s-to-10s": 4}}
        table = (await ann.post("/api/lab/rules", body)).json()
        assert (table["game"], table["pay"]) == ("holdem-bonus", ["bonus.pair-of-2s-to-10s=4"])
        assert table["options"][0]["id"] == "pays_on"
