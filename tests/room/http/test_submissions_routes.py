"""Submissions over HTTP: checked for every fault, filed by one person, approved by another."""

from pathlib import Path

import httpx
import pytest

from pitboss.games import find_game
from pitboss.room.people.accounts import AccountRole
from pitboss.submission import complete_submission, filing_faults
from pitboss.table import commands as c
from pitboss.table.house_rules import FROZEN_METERS, TWO_PEOPLE
from pitboss.table.state import rules_for_submission
from tests.filings import complete, own
from tests.room.http.in_process_room import GAME, TABLE, Caller, InProcessRoom, Json, error_of
from tests.room.http.test_malformed import BAD

PATH = f"/api/tables/{TABLE}/submissions"
HIGHER = complete(GAME, {"table": {"minimum": 1000}})
HIGHEST = complete(GAME, {"table": {"minimum": 2500}, "wagers": {"bonus": {"offered": False}}})
NEXT = 3
"""The number of the first proposed submission: the house has filed the default and counted."""
FAULTY = {"table": {"minimum": -5, "dealing": "hand"}, "wagers": {"bonus": {"paytable": "Z"}}}


class Staff:
    """A dealer and two floorpersons, with the requests that they send."""

    def __init__(self, house: InProcessRoom) -> None:
        self.house = house
        self.people: dict[str, Caller] = {}

    async def open(self) -> "Staff":
        for name, part in (
            ("Dee", AccountRole.DEALER),
            ("Flo", AccountRole.FLOORPERSON),
            ("Fay", AccountRole.FLOORPERSON),
            ("Ada", AccountRole.AUDITOR),
        ):
            self.people[name] = await self.house.sign_in(name, part)
        return self

    async def submit(self, name: str, submission: object, key: str = "", status: int = 201) -> Json:
        headers = {"Idempotency-Key": key} if key else {}
        body = {"submission": submission}
        answer = await self.people[name].request("POST", PATH, body, headers)
        return response_json(status, answer)

    async def decide(
        self, name: str, number: int, word: str, key: str = "", status: int = 200
    ) -> Json:
        headers = {"Idempotency-Key": key} if key else {}
        path = f"{PATH}/{number}/{word}"
        answer = await self.people[name].request("POST", path, None, headers)
        return response_json(status, answer)

    async def filings(self) -> list[Json]:
        answer = await self.people["Ada"].get(PATH)
        assert answer.status_code == 200, answer.text
        return list(answer.json())


def response_json(status: int, answer: httpx.Response) -> Json:
    assert answer.status_code == status, answer.text
    body: Json = answer.json()
    return body


def rules_hash(submission: Json) -> str:
    return rules_for_submission(GAME, submission).hash


async def test_house_files_the_first_submission(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        (first,) = await (await Staff(house).open()).filings()
        assert (first["number"], first["status"]) == (1, "in force")
        assert first["rules"] == rules_hash({}) == house.actor().committed_state.filed[-1].hash
        assert (first["proposed_by"], first["approved_by"]) == (
            "house dealer",
            "house floorperson",
        )
        assert first["approved_at"] == "2026-11-16T20:00:00.000Z"
        assert first["submission"] == complete_submission(find_game(GAME), {})[0]


async def test_submission_is_proposed_approved_and_superseded(tmp_path: Path) -> None:
    """ROUND-2: superseded submissions are kept."""
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        house.clock.forward(minutes=1)
        body = await staff.submit("Dee", HIGHER)
        assert body == {
            "version": house.actor().head.version,
            "again": False,
            "number": NEXT,
            "status": "proposed",
            "rules": rules_hash(HIGHER),
        }
        first, second = await staff.filings()
        assert (first["status"], second["status"]) == ("in force", "proposed")
        assert second["submission"] == HIGHER
        assert (second["proposed_by"], second["approved_by"]) == ("Dee", "")
        assert second["proposed_at"] == "2026-11-16T20:01:00.000Z"
        house.clock.forward(minutes=1)
        response = await staff.decide("Flo", NEXT, "approve")
        assert (response["status"], response["rules"]) == ("in force", rules_hash(HIGHER))
        await staff.submit("Flo", HIGHEST)
        await staff.decide("Fay", NEXT + 1, "approve")
        first, second, third = await staff.filings()
        assert [item["status"] for item in (first, second, third)] == [
            "superseded",
            "superseded",
            "in force",
        ]
        assert (first["superseded_by"], second["superseded_by"], third["superseded_by"]) == (
            NEXT,
            NEXT + 1,
            None,
        )
        assert first["superseded_at"] == second["approved_at"] == "2026-11-16T20:02:00.000Z"
        assert (second["proposed_by"], second["approved_by"]) == ("Dee", "Flo")
        assert second["submission"] == complete_submission(find_game(GAME), HIGHER)[0]
        rules = house.actor().committed_state.rules
        assert rules is not None
        assert rules.table.minimum == 2500
        assert [item["rules"] for item in (first, second, third)] == [
            item.hash for item in house.actor().committed_state.filed
        ]
        before = await staff.filings()
    async with InProcessRoom(tmp_path) as house:  # and it is the same when read again
        assert await (await Staff(house).open()).filings() == before


async def test_sec_3_the_person_who_files_it_does_not_approve_it(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        number = (await staff.submit("Flo", HIGHER))["number"]
        refused = await staff.decide("Flo", number, "approve", status=409)
        assert refused["clause"] == TWO_PEOPLE
        assert "somebody else must approve it" in refused["error"]
        assert (
            "has the role dealer"
            in (await staff.decide("Dee", number, "approve", status=403))["error"]
        )
        assert (await staff.filings())[-1]["status"] == "proposed"
        assert (await staff.decide("Fay", number, "approve"))["status"] == "in force"


async def test_submission_is_rejected_or_withdrawn(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        for by in ("Flo", "Dee"):
            number = (await staff.submit("Dee", HIGHER))["number"]
            assert (await staff.decide(by, number, "reject"))["status"] == "rejected"
            last = (await staff.filings())[-1]
            assert (last["status"], last["rejected_by"]) == ("rejected", by)
            for word in ("approve", "reject"):
                refused = await staff.decide("Fay", number, word, status=409)
                assert "no proposal is waiting for approval" in refused["error"]
        assert (await staff.filings())[0]["status"] == "in force"


async def test_approval_date_is_not_in_the_future(tmp_path: Path) -> None:
    """ROUND-11: neither when it is checked nor when it is proposed."""
    submission = own(GAME)
    submission["approvals"]["layout"] = {"reference": "MLGCA 2026-17", "date": "2026-11-17"}
    late = "approvals.layout.date is 2026-11-17 but may not be later than 2026-11-16"
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        body = {"game": GAME, "submission": submission}
        response = await staff.people["Dee"].post("/api/submissions/check", body)
        assert late in response_json(409, response)["error"]
        assert late in (await staff.submit("Dee", submission, status=409))["error"]
        await staff.submit("Dee", own(GAME))


async def test_every_fault_is_reported_with_its_clause(tmp_path: Path) -> None:
    """This includes both wrong and missing values (ROUND-11)."""
    faults = filing_faults(find_game(GAME), FAULTY)
    assert len(faults) > len(complete_submission(find_game(GAME), FAULTY)[1]) > 2
    async with InProcessRoom(tmp_path) as house:
        staff, head = await Staff(house).open(), house.actor().head
        refused = await staff.submit("Dee", FAULTY, status=409)
        assert [item["path"] for item in refused["faults"]] == [item.path for item in faults]
        assert [item.get("clause") for item in refused["faults"]] == [
            item.clause for item in faults
        ]
        response = await staff.people["Dee"].post(
            "/api/submissions/check", {"game": GAME, "submission": FAULTY}
        )
        assert response.status_code == 409
        assert response.json()["faults"] == refused["faults"]
        assert response.json()["error"] == "; ".join(map(str, faults))
        assert house.actor().head == head
        good = await staff.people["Dee"].post(
            "/api/submissions/check", {"game": GAME, "submission": HIGHER}
        )
        changes = ["The table minimum changes from $5 to $10."]
        assert good.json() == {"game": GAME, "rules": rules_hash(HIGHER), "changes": changes}
        assert house.actor().head == head


async def _open_a_round(staff: Staff) -> None:
    ann = await staff.house.sign_in("Ann")
    for command in (c.TakeSeat(1), c.BuyIn(100_00)):
        assert (await ann.execute(command)).status_code == 200
    assert (await staff.people["Dee"].execute(c.OpenRound())).status_code == 200


async def test_submission_is_refused_during_a_round(tmp_path: Path) -> None:
    """Its faults are reported all the same."""
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        await _open_a_round(staff)
        refused = await staff.submit("Dee", HIGHER, status=409)
        assert refused["clause"] == FROZEN_METERS
        assert "faults" not in refused
        assert (await staff.submit("Dee", FAULTY, status=409))["faults"]
        assert len(await staff.filings()) == 1


async def test_ledg_2_nothing_is_proposed_twice(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        first = await staff.submit("Dee", HIGHER, "k1")
        assert await staff.submit("Dee", HIGHER, "k1") == first | {"again": True}
        refusal = await staff.submit("Dee", HIGHEST, "k1", 409)
        assert "this idempotency key was already used" in refusal["error"]
        response = await staff.decide("Flo", NEXT, "approve", "k1")
        assert await staff.decide("Flo", NEXT, "approve", "k1") == response | {"again": True}
        await staff.decide("Flo", NEXT, "reject", "k1", 409)
        after = await staff.submit("Dee", HIGHER, "k1")
        assert after == first | {"again": True, "status": "in force"}
        second = await staff.submit("Dee", HIGHEST, "k2")
        assert second["number"] == NEXT + 1
        assert (await staff.submit("Dee", HIGHER, "k1"))["number"] == NEXT
        assert len(await staff.filings()) == 3


async def test_only_submissions_are_decided_here(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        await _open_a_round(staff)
        void = c.Propose(c.VoidRound(1, "a card lay face up"))
        assert (await staff.people["Dee"].execute(void)).status_code == 200
        waits = dict(house.actor().committed_state.proposals)
        assert [*waits] == [NEXT]
        for number in (NEXT - 1, NEXT, 99, 10**9):
            for word in ("approve", "reject"):
                body = await staff.decide("Flo", number, word, status=404)
                assert body["error"] == f"the table has no submission {number}"
        await staff.decide("Flo", 0, "approve", status=422)
        assert house.actor().committed_state.proposals == waits


async def test_proposal_by_command_is_listed(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        proposal = c.Propose(c.FileSubmission(HIGHER))
        assert (await staff.people["Dee"].execute(proposal)).status_code == 200
        assert (await staff.filings())[-1]["status"] == "proposed"
        assert (await staff.people["Flo"].execute(c.Approve(NEXT))).status_code == 200
        assert [item["status"] for item in await staff.filings()] == ["superseded", "in force"]


@pytest.mark.parametrize(
    "body",
    [
        b"", b"x", b"[]", b"{}", b'{"submission":[]}', b'{"submission":null}',
        b'{"submission":{},"game":"stud-235"}', b'{"submission":{"a":1e999}}',
        b'{"submission":' + BAD["a deep submission that ends"][50:], b'{"submission":"\xff"}',
    ],
)  # fmt: skip
async def test_malformed_submission(body: bytes, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee, head = await house.sign_in("Dee", AccountRole.DEALER), house.actor().head
        answer = await dee.request(
            "POST", PATH, headers={"Content-Type": "application/json"}, content=body
        )
        assert answer.status_code == 422, answer.text
        assert "is not valid" in error_of(answer)
        assert (house.actor().head, house.actor().stop_reason) == (head, "")


# Tables that are created with a filing of their own


async def create_with_filing(
    caller: Caller, submission: Json | None = None, table: str = "new"
) -> httpx.Response:
    body = {"table": table, "title": "New", "game": GAME, "house_dealer": False}
    return await caller.post(
        "/api/tables", body | ({"submission": submission} if submission else {})
    )


async def test_round_11_a_table_is_created_with_the_example(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert (await create_with_filing(flo)).status_code == 201
        (filing,) = house.actor("new").committed_state.filed
        assert filing.submission == complete(GAME)


@pytest.mark.parametrize("part", [AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR])
async def test_round_11_the_house_approves_nothing_but_the_example(
    tmp_path: Path, part: AccountRole
) -> None:
    """Any other filing of a new table waits for a second person, even after a restart."""
    async with InProcessRoom(tmp_path) as house:
        founder = await house.sign_in("Ada", part)
        assert (await create_with_filing(founder, HIGHER)).status_code == 201
        state = house.actor("new").committed_state
        assert (state.rules, state.filed) == (None, ())
        (proposal,) = state.proposals.values()
        assert proposal.matter == c.FileSubmission(HIGHER)
        response = await founder.request("POST", "/api/tables/new/submissions/1/approve")
        assert response.status_code in (403, 409)
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert list(house.actor("new").committed_state.proposals) == [1]
        response = await flo.request("POST", "/api/tables/new/submissions/1/approve")
        assert response.json()["status"] == "in force"
        (filing,) = house.actor("new").committed_state.filed
        assert filing.submission == HIGHER


async def test_round_11_no_table_is_created_with_an_incomplete_filing(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        refused = await create_with_filing(flo, {"table": {"minimum": 1000}})
        assert refused.status_code == 409
        paths = [fault["path"] for fault in refused.json()["faults"]]
        assert "operator" in paths
        assert "approvals.layout.reference" in paths
        assert list(house.room.hubs) == [TABLE]


async def test_a_submission_is_printed_before_and_after_it_is_proposed(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        staff = await Staff(house).open()
        number = (await staff.submit("Flo", HIGHER))["number"]
        ada = staff.people["Ada"]
        in_force = await ada.get(f"{PATH}/0/paper")
        assert rules_hash({}) in in_force.text
        assert "attachment" in in_force.headers["content-disposition"]
        own = await ada.get(f"{PATH}/{number}/paper")
        assert rules_hash(HIGHER) in own.text
        draft = {"game": GAME, "submission": HIGHEST}
        paper = await ada.request("POST", "/api/submissions/paper", draft)
        assert rules_hash(HIGHEST) in paper.text
        assert "Signature" in paper.text
        pdf = await ada.request("POST", "/api/submissions/paper", draft | {"format": "pdf"})
        assert pdf.headers["content-type"] == "application/pdf"
        assert pdf.content.startswith(b"%PDF-")
        again = await ada.request("POST", "/api/submissions/paper", draft | {"format": "pdf"})
        assert again.content == pdf.content
        assert (await ada.get(f"{PATH}/99/paper")).status_code == 404
        faulty = {"game": GAME, "submission": FAULTY}
        refused = await ada.request("POST", "/api/submissions/paper", faulty)
        assert refused.status_code == 409
        assert refused.json()["faults"]


async def test_the_example_of_a_game_is_a_form(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        form = (await flo.get(f"/api/games/{GAME}/submission-form")).json()
        assert form["submission"] == complete(GAME)
        assert {"table", "minimum"} in [{*map(str, field["path"])} for field in form["fields"]]
        assert (await flo.get("/api/games/nothing/submission-form")).status_code == 404
