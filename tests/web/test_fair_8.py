"""FAIR-8: a page behind a lying proxy detects each lie, reports it, and stops betting.

The proxy sits between the browser and the room: it rewrites frames of the socket and the proofs.
The player never opens the fairness panel.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.room.http.in_process_room import PASSWORD
from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom
from tests.web.players import Player

Json = dict[str, Any]
Lie = Callable[[Json, str], None]
"""Changes a round, in a frame or in the proofs, for the player of this name."""
ZEROS = "00" * 16


class Liar:
    """A proxy that lies to one page."""

    def __init__(
        self, page: Page, of_frames: Lie | None = None, of_proofs: Lie | None = None
    ) -> None:
        self.name = ""
        self._frames, self._proofs = of_frames, of_proofs
        page.route_web_socket(re.compile("/socket"), self._socket)
        page.route(re.compile("/proofs"), self._answer)

    def _socket(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        far.on_message(lambda text: near.send(self._change(str(text))))

    def _change(self, text: str) -> str:
        frame = json.loads(text)
        for part in ("view", "patch"):
            round_ = (frame.get(part) or {}).get("round")
            if round_ and self._frames:
                self._frames(round_, self.name)
        return json.dumps(frame)

    def _answer(self, route: Route) -> None:
        progress = route.fetch()
        proofs = json.loads(progress.body())
        if proofs and self._proofs:
            self._proofs(proofs, self.name)
        route.fulfill(response=progress, body=json.dumps(proofs))


def backwards(key: str) -> Lie:
    def lie(round_: Json, _: str) -> None:
        if round_.get(key):
            round_[key] = round_[key][::-1]

    return lie


def card(round_: Json, _: str) -> None:
    """Change the first face-up card on the table."""
    for faces in (round_.get("cards") or {}).values():
        for at, face in enumerate(faces or ()):
            if face != "??":
                faces[at] = ("2" if face[0] != "2" else "3") + face[1]
                return


def later_promise(round_: Json, _: str) -> None:
    """Change the stack once the bets are closed."""
    if round_.get("phase", "bets are open") != "bets are open":
        round_["root"] = "ab" * 32


def one_more(round_: Json, _: str) -> None:
    """Add the contribution of an absent person."""
    if round_.get("contributions"):
        round_["contributions"].append({"who": "Zoe", "entropy": "late"})


def own_entropy(round_: Json, name: str) -> None:
    for item in round_.get("contributions") or ():
        item["entropy"] = ZEROS if item["who"] == name else item["entropy"]


def no_entropy(round_: Json, name: str) -> None:
    if "contributions" in round_:
        round_["contributions"] = [x for x in round_["contributions"] or () if x["who"] != name]


def order(proofs: Json, _: str) -> None:
    if proofs["dealt"]:
        first, two = proofs["dealt"][:2]
        first["position"], two["position"] = two["position"], first["position"]


def unopened_seed(round_: Json, _: str) -> None:
    if "seed" in round_:
        round_["seed"] = ""


LIES: dict[str, tuple[Lie | None, Lie | None, str]] = {
    "card": (card, None, "was shown where the seed has"),
    "root": (backwards("root"), backwards("root"), "does not match the published commitment"),
    "seed": (backwards("seed"), backwards("seed"), "does not have the hash that was published"),
    "seed hash": (backwards("seed_hash"), backwards("seed_hash"), "does not have the hash"),
    "entropy list": (one_more, one_more, "were not dealt in the order"),
    "own entropy": (own_entropy, own_entropy, "is missing the entropy you added"),
    "own entropy left out": (no_entropy, no_entropy, "is missing the entropy you added"),
    "order": (None, order, "were not dealt in the order"),
    "later promise": (later_promise, later_promise, "the commitment was changed"),
    "no seed": (unopened_seed, unopened_seed, "its seed was never revealed"),
}
BEFORE_BETS = ("own entropy", "own entropy left out")
"""Lies that are detected before a bet is made."""


NOTICED_ALIKE = ("seed hash", "entropy list", "own entropy")
"""Lies that the page detects just like another one here; only the soak tries them."""


@pytest.mark.parametrize(
    "lie",
    [pytest.param(lie, marks=[pytest.mark.soak] if lie in NOTICED_ALIKE else []) for lie in LIES],
)
def test_lie_is_detected_and_betting_stops(lie: str, visits: Visits, room: PageRoom) -> None:
    of_frames, of_proofs, progress = LIES[lie]
    table = room.create_table(f"lie-{lie.replace(' ', '-')}", "criss-cross")
    page = visits.visitor().new_page()
    liar = Liar(page, of_frames, of_proofs)
    player = Player(visits, room, table, page=page)
    player.starts()
    liar.name = next(iter(room.actor(table).committed_state.seats.values()))
    player.wagers()
    alarm = page.locator(".banner.alarm")
    expect(page.locator(".decision").first.or_(alarm).first).to_be_visible()
    if lie not in BEFORE_BETS:
        player.answers()
    expect(alarm).to_contain_text(progress)
    expect(alarm).to_contain_text("Betting is disabled on this page.")
    expect(alarm).to_have_attribute("role", "alert")
    if lie in BEFORE_BETS:
        round_ = room.actor(table).committed_state.round
        assert round_ is not None
        assert not round_.wagers
    else:
        player.press(player.button("Next round"))
    expect(page.get_by_role("button", name=re.compile("^Bet"))).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Rebet"))).to_have_count(0)


def test_no_bet_on_a_shuffle_without_own_entropy(visits: Visits, room: PageRoom) -> None:
    """A room that knew the order of all cards could choose it, so every bettor must have a say."""
    table = room.create_table("refused-entropy", "criss-cross")
    page = visits.visitor().new_page()

    def refuse(near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        far.on_message(near.send)

        def hear(text: str | bytes) -> None:
            request = json.loads(text)
            if request["command"]["type"] == "AddEntropy":
                refused = {
                    "type": "refused",
                    "id": request["id"],
                    "status": 409,
                    "error": "no more",
                }
                near.send(json.dumps(refused))
            else:
                far.send(text)

        near.on_message(hear)

    page.route_web_socket(re.compile("/socket"), refuse)
    player = Player(visits, room, table, page=page)
    player.starts()
    player.wagers()
    expect(page.locator(".note")).to_have_text("No more")
    expect(player.button(re.compile(r"^Bet \$"))).to_be_visible()
    round_ = room.actor(table).committed_state.round
    assert round_ is not None
    assert not round_.wagers


def test_honest_room_raises_no_alarm(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("truth", "criss-cross")
    page = visits.visitor().new_page()
    Liar(page)
    player = Player(visits, room, table, page=page)
    player.starts()
    for _ in range(2):
        player.wagers()
        player.answers()
        page.wait_for_load_state("networkidle")
        expect(page.locator(".banner.alarm")).to_have_count(0)
        player.press(player.button("Next round"))


def page_in_mid_round(visits: Visits, room: PageRoom, table: str) -> Page:
    """Open the page of a player at a new table who has wagered and is asked."""
    player = Player(visits, room, room.create_table(table, "criss-cross"))
    player.starts()
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()
    return player.page


@pytest.mark.parametrize("is_renamed", [False, True])
def test_commitment_is_remembered_over_a_reload(
    visits: Visits, room: PageRoom, *, is_renamed: bool
) -> None:
    """This holds even if the room claims to be another one by then."""
    page = page_in_mid_round(visits, room, f"reloaded-{is_renamed}".lower())
    Liar(page, backwards("root"), backwards("root"))
    if is_renamed:
        page.route(re.compile("/api/session"), _rename)
    page.reload()
    expect(page.locator(".banner.alarm")).to_contain_text("the commitment was changed")


def _rename(route: Route) -> None:
    progress = route.fetch()
    route.fulfill(
        response=progress, body=json.dumps({**json.loads(progress.body()), "room": "another"})
    )


SIGN_UP = """async (password) => {
  await fetch("/api/session", { method: "DELETE" });
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ name: "Somebody Else", password });
  return (await fetch("/api/accounts", { method: "POST", headers, body })).status;
}"""


def test_new_account_in_the_same_tab_raises_no_alarm(visits: Visits, room: PageRoom) -> None:
    page = page_in_mid_round(visits, room, "same-tab")
    assert page.evaluate(SIGN_UP, PASSWORD) == 201
    page.reload()
    expect(page.locator(".felt")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".banner.alarm")).to_have_count(0)
    pins = page.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('same-tab'))")
    assert len(pins) == 1
