"""SEC-1 in the browser: nothing that a page receives reveals a hidden card."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, Response, WebSocket

from pitboss.cards import card_text
from pitboss.games import GAMES
from pitboss.room.people.accounts import AccountRole
from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom
from tests.web.players import Player

CARD: Final = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
PAPERS: Final = re.compile(r"/(card|intro)$|/site/")
"""Responses that are the same for everybody; their prose may contain the word "As"."""


STAFF_PAGES: Final = (
    ("Dee", AccountRole.DEALER, "deal/{table}"),
    ("Flo", AccountRole.FLOORPERSON, "floor/{table}"),
    ("Sam", AccountRole.SURVEILLANCE, "floor"),
    ("Ada", AccountRole.AUDITOR, "audit/{table}/1"),
    ("Fay", AccountRole.FLOORPERSON, "staff"),
    ("Root", AccountRole.ADMINISTRATOR, "admin"),
    ("Dora", AccountRole.DEALER, "school/three-card"),
)
"""The staff's pages that are open during the round, each with its viewer."""


class Ear:
    """Records everything that a page receives, over its sockets and in responses."""

    def __init__(self, page: Page) -> None:
        self.messages: list[str] = []
        self.has_loaded = False
        """Whether the page has received anything from the API."""
        self._requests: list[Response] = []
        page.on("websocket", self._socket)
        page.on("response", self._answer)

    def _answer(self, answer: Response) -> None:
        self._requests.append(answer)

    def _socket(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.messages.append(str(frame)))

    def everything(self) -> str:
        for answer in self._requests:
            if not PAPERS.search(answer.url) and "/api/" in answer.url and answer.ok:
                self.messages.append(answer.text())
                self.has_loaded = True
        self._requests.clear()
        return "\n".join(self.messages)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["criss-cross", pytest.param("stud-235", marks=pytest.mark.soak)])
def test_no_page_receives_a_hidden_card(game: str, visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 4")  # the open round has no replay yet
    table = room.create_table(f"secret-{game}", game)
    ann = Player(visits, room, table, room.sign_in(f"Ann {game}"))
    pages = [visits.visitor(token=token).new_page() for token in ("", room.sign_in(f"Ben {game}"))]
    staff = [
        visits.visitor(token=room.sign_in(name, part)).new_page() for name, part, _ in STAFF_PAGES
    ]
    ears = [Ear(page) for page in (*pages, *staff)]
    for page, (_, _, address) in zip(staff, STAFF_PAGES, strict=True):
        page.goto(f"/#/{address.format(table=table)}")
    watching, ben = (Player(visits, room, table, page=page) for page in pages)
    ann.starts(2)
    ben.starts(4)
    watching.open_table()
    for item in (ben, watching):  # the panel requests all available proofs
        item.page.get_by_role("tab", name="Fair").click()
    ann.wagers()
    ben.wagers()
    look_count = 0
    decision, over = ".decision[aria-disabled=false]", ann.page.locator(".felt.over")
    while not over.is_visible():
        for who, seats in ((ben, {4}), (watching, set[int]())):
            look_count += check(room, table, ears[pages.index(who.page)].everything(), seats)
        for ear in ears[len(pages) :]:
            look_count += check(room, table, ear.everything(), set())
        for who in (ann, ben):
            if who.page.locator(decision).count():
                words = who.page.locator(decision).all_inner_texts()
                who.answer(next(word.split("\n")[0] for word in words if "Fold" not in word))
        ann.page.wait_for_timeout(50)
    assert look_count >= (len(pages) + len(staff)) * len(GAMES[game].streets)
    for ear, (_, _, address) in zip(ears[len(pages) :], STAFF_PAGES, strict=True):
        assert ear.has_loaded, address


def check(room: PageRoom, table: str, message: str, seats: set[int]) -> int:
    """Check that no hidden card was received; return whether there was one."""

    async def secrets() -> tuple[set[str], list[str], str] | None:
        actor = room.actor(table)
        round_, shoe, rules = actor.committed_state.round, actor.shoe, actor.committed_state.rules
        if round_ is None or shoe is None or rules is None or round_.seed or not round_.holes:
            return None
        looks = [card in rules.looks for card in rules.hole]
        own = {
            at
            for seat in seats
            for at, may in zip(round_.holes.get(seat, ()), looks, strict=False)
            if may
        }
        hidden_positions = [
            at for at in range(len(shoe.cards)) if at not in round_.shown and at not in own
        ]
        return (
            {card_text(shoe.cards[at]) for at in hidden_positions},
            [shoe.salts[at].hex() for at in hidden_positions],
            shoe.seed.hex(),
        )

    result = room.run(secrets())
    if result is None:
        return 0
    faces, salts, seed = result
    assert not faces & set(CARD.findall(message))
    assert not [salt for salt in salts if salt in message]
    assert seed not in message
    return 1
