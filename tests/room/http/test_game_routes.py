"""Rules cards, introductions, sentences, and the files of the pages."""

from pathlib import Path

import httpx
import msgspec
import pytest

from pitboss.games import GAMES
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.room.http.app import create_app, read_pages
from pitboss.room.people.accounts import AccountRole
from pitboss.web import SITE
from tests.room.http.in_process_room import NO_LIMITS, TABLE, InProcessRoom, error_of
from tests.room.staffed_table import staffed_table


@pytest.mark.parametrize("game", GAMES)
async def test_card_matches_the_command(game: str, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        result = (await house.caller().get(f"/api/games/{game}/card")).json()
        together = result.pop("together")
        card_json = msgspec.json.encode(build_rules_card(GAMES[game]), enc_hook=str)
        assert result == msgspec.json.decode(card_json)
        assert together == [item["key"] for item in result["wagers"] if item["kind"] == "required"]


async def test_card_of_a_table_matches_its_submission(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={TABLE: "criss-cross"}) as house:
        result = (await house.caller().get(f"/api/tables/{TABLE}/card")).json()
        assert result["hash"] == house.actor().table.rules.hash
        response = await house.caller().get("/api/games/none/card")
        assert (response.status_code, error_of(response)) == (404, "there is no game 'none'")


@pytest.mark.parametrize("game", GAMES)
async def test_introduction_ends_with_a_win(game: str, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        leaves = (await house.caller().get(f"/api/games/{game}/intro")).json()
        assert leaves[0]["title"] == GAMES[game].name
        ((seat, hand),) = leaves[-1]["view"]["round"]["seats"].items()
        results = hand["results"].values()
        assert sum(item["credit"] - item["stake"] for item in results) > 0
        assert all(leave["text"] for leave in leaves)
        decision_leaves = [leave for leave in leaves if leave["decision"]]
        assert len(decision_leaves) == len(hand["decisions"]) >= 1
        assert len(leaves) == 4 + bool(GAMES[game].sides) + len(decision_leaves)
        for item in decision_leaves:
            assert item["decision"] in [choice["decision"] for choice in item["own"]["choices"]]
            assert item["view"]["round"]["turn"] == int(seat)


async def test_only_own_wagers_are_explained(tmp_path: Path) -> None:
    async with staffed_table(tmp_path, "criss-cross") as table:
        async for _ in table.round():
            pass
        number = table.current_round.number
        for name in ("Ann", "Bob"):
            answer = await table.guests[name].caller.get(
                f"/api/tables/{TABLE}/rounds/{number}/told"
            )
            body = answer.json()
            assert body
            (seat,) = {item["seat"] for item in body}
            assert table.current_round.players[seat] == name
            assert all(item["clause"].startswith("CCP ") for item in body)
        gus = await table.guests["Gus"].caller.get(f"/api/tables/{TABLE}/rounds/{number}/told")
        assert gus.json() == []
        response = await table.guests["Ann"].caller.get(f"/api/tables/{TABLE}/rounds/999/told")
        assert response.status_code == 404


async def test_session_describes_the_caller(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        assert (await house.caller().get("/api/session")).json() == {"me": None, "room": ""}
        ann = await house.sign_in("Ann", AccountRole.PLAYER)
        assert (await ann.get("/api/session")).json()["me"]["name"] == "Ann"


async def test_the_pages_are_served_and_nothing_else(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        app = create_app(house.room, NO_LIMITS, site=SITE)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://room") as client:
            front = await client.get("/")
            assert front.status_code == 200
            assert "script-src 'self'" in front.headers["content-security-policy"]
            for path, page in read_pages(SITE).items():
                answer = await client.get(f"/site/{path}")
                assert (answer.status_code, answer.content) == (200, page.content)
                again = await client.get(f"/site/{path}", headers={"If-None-Match": page.etag})
                assert (again.status_code, again.content) == (304, b"")
            for path in ("../__init__.py", "%2e%2e/__init__.py", "js/types.d.ts", "nothing.js"):
                assert (await client.get(f"/site/{path}")).status_code == 404, path


def test_sec_no_page_has_a_script_or_style_of_its_own() -> None:
    for path, page in read_pages(SITE).items():
        if path.endswith(".html"):
            text = page.content.decode()
            assert "<style" not in text
            assert "style=" not in text
            assert "onclick" not in text
            assert text.count("<script") == text.count('<script type="module" src="/site/')
        assert b"http://" not in page.content.replace(b"http://www.w3.org/", b""), path
        assert b"https://" not in page.content, path
