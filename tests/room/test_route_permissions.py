"""SEC-4: every role × every route. The test fails for a route that is not listed here."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.routing import Route

from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from pitboss.table import commands as c
from tests.filings import complete
from tests.room.http.asgi_socket import SocketClosed
from tests.room.http.in_process_room import GAME, PASSWORD, TABLE, InProcessRoom, error_of

Who = frozenset[AccountRole | None]
Body = dict[str, object]
ANYBODY: Final[Who] = frozenset({None, *AccountRole})
ALL: Final = ANYBODY - {None}
ADMIN: Final[Who] = frozenset({AccountRole.ADMINISTRATOR})
STAFF: Final = ALL - ADMIN - {AccountRole.PLAYER}
READERS: Final = ALL - {AccountRole.PLAYER, AccountRole.DEALER}
AT_WORK: Final[Who] = frozenset({AccountRole.DEALER, AccountRole.FLOORPERSON})
SUBMISSION: Final = complete(GAME, {"table": {"minimum": 1000}})

ROUTES: Final[dict[tuple[str, str], tuple[Who, Body | None]]] = {
    ("GET", "/"): (ANYBODY, None),
    ("GET", "/api"): (ANYBODY, None),
    ("GET", "/api/openapi.json"): (ANYBODY, None),
    ("GET", "/health"): (ANYBODY, None),
    ("GET", "/ready"): (ANYBODY, None),
    ("GET", "/metrics"): (READERS, None),
    ("GET", "/api/nodes"): (READERS, None),
    ("GET", "/api/games"): (ANYBODY, None),
    ("GET", "/api/tables"): (ANYBODY, None),
    ("GET", "/api/tables/{table}"): (ANYBODY, None),
    ("GET", "/api/tables/{table}/console"): (STAFF, None),
    ("GET", "/api/floor"): (READERS - ADMIN, None),
    ("GET", "/api/alerts"): (READERS - ADMIN, None),
    ("POST", "/api/tables/{table}/preview"): (
        AT_WORK,
        {"type": "Propose", "matter": {"type": "VoidRound", "round": 1, "reason": "none is open"}},
    ),
    ("GET", "/api/tables/{table}/proofs"): (ANYBODY, None),
    ("GET", "/api/tables/{table}/card"): (ANYBODY, None),
    ("GET", "/api/tables/{table}/upcoming"): (ANYBODY, None),
    ("GET", "/api/tables/{table}/rounds/{number}/told"): (ALL, None),
    ("GET", "/api/games/{game}/card"): (ANYBODY, None),
    ("GET", "/api/games/{game}/intro"): (ANYBODY, None),
    ("GET", "/api/session"): (ANYBODY, None),
    ("POST", "/api/accounts"): (ANYBODY, {"name": "New {part}"}),
    ("POST", "/api/session"): (ANYBODY, {"name": "Victim", "password": PASSWORD}),
    ("GET", "/api/invitations/{token}"): (ANYBODY, None),
    ("POST", "/api/invitations/{token}"): (ANYBODY, {"name": "New {part}", "password": PASSWORD}),
    ("POST", "/api/token"): (ALL, None),
    ("DELETE", "/api/session"): (ALL, None),
    ("GET", "/api/me"): (ALL, None),
    ("GET", "/api/me/rounds"): (ALL, None),
    ("GET", "/api/me/tables"): (AT_WORK, None),
    ("POST", "/api/me/chips"): (ALL, None),  # and is refused for another reason
    ("POST", "/api/me/account"): (ALL, {"password": PASSWORD}),  # which only guests lack
    ("PUT", "/api/me/password"): (ALL, {"password": PASSWORD, "next": "another good one"}),
    ("POST", "/api/submissions/check"): (
        ALL,
        {"game": GAME, "submission": SUBMISSION},
    ),
    ("POST", "/api/tables/{table}/commands"): (ALL, {"type": "CashOut"}),
    ("GET", "/api/tables/{table}/export"): (STAFF, None),
    ("GET", "/api/tables/{table}/rounds/{number}/export"): (ALL, None),  # none exists yet
    ("POST", "/api/tables/{table}/restart"): (
        frozenset({AccountRole.FLOORPERSON}),
        {"cause": "none: it is running"},
    ),
    ("GET", "/api/tables/{table}/submissions"): (STAFF | ADMIN, None),
    ("POST", "/api/tables/{table}/submissions"): (AT_WORK, {"submission": SUBMISSION}),
    ("POST", "/api/submissions/paper"): (STAFF | ADMIN, {"game": GAME, "submission": SUBMISSION}),
    ("GET", "/api/games/{game}/submission-form"): (ALL, None),
    ("GET", "/api/tables/{table}/submissions/{number}/paper"): (STAFF | ADMIN, None),
    ("GET", "/api/tables/{table}/submissions/form"): (AT_WORK | ADMIN, None),
    ("POST", "/api/tables/{table}/submissions/compare"): (AT_WORK, {"submission": SUBMISSION}),
    ("POST", "/api/tables/{table}/submissions/{number}/approve"): (
        frozenset({AccountRole.FLOORPERSON}),
        None,
    ),
    ("POST", "/api/tables/{table}/submissions/{number}/reject"): (AT_WORK, None),
    ("GET", "/api/rounds"): (READERS, None),
    ("GET", "/api/tables/{table}/rounds/{number}/replay"): (READERS - ADMIN, None),
    ("GET", "/api/tables/{table}/rounds/{number}/check"): (READERS - ADMIN, None),
    ("GET", "/api/reports/shift"): (READERS, None),
    ("GET", "/api/reports/pit"): (READERS, None),
    ("GET", "/api/reports/staff"): (READERS, None),
    ("GET", "/api/reports/books"): (READERS, None),
    ("GET", "/api/reports/players/{name}"): (READERS, None),
    ("GET", "/api/me/history"): (ALL, None),
    ("GET", "/api/tables/{table}/meters"): (READERS, None),
    ("GET", "/api/reconciliations"): (READERS, None),
    ("POST", "/api/reconciliations"): (ADMIN | {AccountRole.FLOORPERSON}, {"day": "2026-11-16"}),
    ("GET", "/api/backups"): (ADMIN, None),
    ("POST", "/api/backups"): (ADMIN, None),
    ("GET", "/api/backups/{name}"): (ADMIN, None),  # which does not exist
    ("GET", "/api/sessions"): (ADMIN | {AccountRole.AUDITOR}, None),
    ("DELETE", "/api/sessions/{session}"): (ADMIN, None),  # which has ended
    ("GET", "/api/delays"): (ADMIN, None),
    ("GET", "/api/settings"): (ADMIN | {AccountRole.AUDITOR}, None),
    ("GET", "/api/lab/games/{game}"): (ALL, None),
    ("POST", "/api/lab/rules"): (ALL, {"table": TABLE}),
    ("POST", "/api/lab/jobs"): (ALL, {"kind": "solve", "game": "stud-235"}),
    ("GET", "/api/lab/jobs/{job}"): (ALL, None),  # which belongs to nobody
    ("DELETE", "/api/lab/jobs/{job}"): (ALL, None),
    ("POST", "/api/lab/advice"): (ALL, {"game": "stud-235", "cards": {"hole": "Ah Kh"}}),
    ("POST", "/api/tables/{table}/advice"): (ALL, None),  # no player is being asked
    ("GET", "/api/school"): (ALL, None),
    ("GET", "/api/school/games/{game}/lessons/{lesson}"): (ALL, None),
    ("POST", "/api/school/sessions"): (ALL, {"game": "stud-235", "lesson": "bets"}),
    ("GET", "/api/school/sessions/{session}"): (ALL, None),  # which belongs to nobody
    ("POST", "/api/school/sessions/{session}/actions"): (
        ALL,
        {"number": 0, "action": {"type": "continue"}},
    ),
    ("GET", "/api/school/class"): (ADMIN | {AccountRole.FLOORPERSON}, None),
    ("POST", "/api/school/certificates"): (ALL, {"game": "stud-235"}),  # nothing is passed
    ("GET", "/api/school/certificates/{certificate}"): (ANYBODY, None),
    ("GET", "/api/school/certificates/{certificate}/paper"): (ALL, None),
    ("GET", "/api/accounts"): (ADMIN | {AccountRole.AUDITOR}, None),
    ("DELETE", "/api/accounts/{name}/attempts"): (ADMIN, None),
    ("PATCH", "/api/accounts/{name}"): (ADMIN, {"closed": "left {part}"}),
    ("POST", "/api/invitations"): (ADMIN, {"part": "dealer"}),
    ("GET", "/api/dealers"): (ADMIN | {AccountRole.FLOORPERSON}, None),
    ("PUT", "/api/accounts/{name}/tables"): (
        ADMIN | {AccountRole.FLOORPERSON},
        {"tables": [TABLE]},
    ),
    ("GET", "/api/proposals"): (STAFF | ADMIN, None),
    ("POST", "/api/proposals/{number}/approve"): (STAFF | ADMIN, None),
    ("POST", "/api/proposals/{number}/reject"): (STAFF | ADMIN, None),
    ("POST", "/api/tables"): (
        ADMIN | {AccountRole.FLOORPERSON},
        {"table": "new-{part}", "title": "New", "game": "stud-235"},
    ),
}
"""Who may send a request, and a valid body; ``{part}`` makes it different for each role."""


def routes(house: InProcessRoom) -> Iterable[tuple[str, str]]:
    for route in house.app.routes:
        if isinstance(route, APIWebSocketRoute):
            assert route.path == "/api/tables/{table}/socket", "sockets are tested beside this"
        elif isinstance(route, Route):
            yield from ((method, route.path) for method in route.methods or ())
        else:
            yield from _included_routes(route)


def _included_routes(route: object) -> Iterable[tuple[str, str]]:
    """Return the routes that FastAPI holds for an included router."""
    for item in getattr(route, "routes", None) or route.original_router.routes:  # type: ignore[attr-defined]
        if isinstance(item, APIRoute):
            yield from ((method, item.path_format) for method in item.methods or ())


async def test_every_route_is_listed(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        result = {item for item in routes(house) if item[0] != "HEAD"}
        assert result == set(ROUTES)


async def _path(house: InProcessRoom, path: str) -> str:
    if "{token}" in path:
        return path.format(token=await house.room.account_service.invite(AccountRole.DEALER, HOUSE))
    victim = await house.account("Victim", AccountRole.DEALER)
    if path.startswith("/api/proposals/"):
        root = await house.account("Root", AccountRole.ADMINISTRATOR)
        _, number = await house.room.staffing.invite(AccountRole.DEALER, root)
        return path.format(number=number)
    if "{number}" in path:
        await house.room.execute(victim, TABLE, c.Propose(c.FileSubmission(SUBMISSION)))
    number = house.actor().committed_state.proposed
    return path.format(
        table=TABLE, name="Victim", number=number, game="stud-235", job="none",
        lesson="bets", session="none", certificate="none",
    )  # fmt: skip


def _body_for(part: AccountRole | None, body: Body) -> Body:
    return {k: v.replace("{part}", f"{part}") if isinstance(v, str) else v for k, v in body.items()}


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_sec_4_every_role_and_route(method: str, path: str, tmp_path: Path) -> None:
    may, body = ROUTES[method, path]
    async with InProcessRoom(tmp_path) as house:
        for part in (None, *AccountRole):
            caller = await house.sign_in(f"a {part}", part) if part else house.caller()
            address = await _path(house, path)
            body_ = _body_for(part, body) if body else None
            line_count, head = len(await house.office()), house.actor().head
            answer = await caller.request(method, address, body_)
            if part in may:
                assert answer.status_code < 400 or _is_other_refusal(path, answer.status_code), (
                    answer.text
                )
                continue
            assert len(await house.office()) == line_count, "something was written"
            assert house.actor().head == head, "something was written"
            if part is None:
                assert (answer.status_code, error_of(answer)) == (401, "sign in first")
            else:
                assert answer.status_code == 403
                assert f"has the role {part}" in error_of(answer)


def _is_other_refusal(path: str, status: int) -> bool:
    """Return whether a request was refused for a reason other than the role."""
    if path.startswith("/api/tables/{table}/rounds/"):
        return status == 404
    if path == "/api/tables/{table}/restart":  # the table is running
        return status == 409
    if path in ("/api/sessions/{session}", "/api/backups/{name}"):
        return status == 404
    if path == "/api/tables/{table}/preview":  # no round is open
        return status == 409
    if path in ("/api/lab/jobs/{job}", "/api/tables/{table}/advice"):
        return status in (404, 409)
    if path.startswith("/api/school/"):  # there is no such session or certificate
        return status in (404, 409)
    if path == "/api/me/account":  # they have a password already
        return status == 409
    return path in ("/api/me/chips", "/api/tables/{table}/commands") and status in (403, 409)


async def test_anybody_can_watch_but_not_with_an_invalid_token(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        for caller in (house.caller(), *(await house.everybody()).values()):
            async with caller.socket() as socket:
                assert (await socket.frame())["type"] == "view"
        with pytest.raises(SocketClosed) as error:
            await house.caller("made up").socket().open()
        assert error.value.code == 4401


async def test_unknown_resources_are_not_found(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        for method, path, body in (
            ("GET", "/api/nothing", None),
            ("GET", "/api/tables/nothing", None),
            ("POST", "/api/tables/nothing/commands", {"type": "Leave", "seat": 1}),
            ("PATCH", "/api/accounts/nobody", {"closed": "left {part}"}),
        ):
            answer = await root.request(method, path, body)
            assert answer.status_code == 404, path
            assert answer.headers["content-type"] == "application/json"
        sam = await house.sign_in("Sam", AccountRole.SURVEILLANCE)
        for path in ("/api/tables/nothing/export", "/api/tables/nothing/submissions",
                     "/api/tables/nothing/meters", "/api/reports/shift?tables=nothing",
                     "/api/reports/players/nobody"):  # fmt: skip
            assert (await sam.get(path)).status_code == 404, path
        assert (await root.request("PUT", "/api/tables", {})).status_code == 405
        with pytest.raises(SocketClosed) as error:
            await root.socket("nothing").open()
        assert error.value.code == 4404
