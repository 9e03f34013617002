"""The fairness panel proves cards as they are turned, redeals the round, and detects forgeries."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom
from tests.web.players import Player, Thumb

NO_CRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });"
Json = dict[str, Any]


def play_to_question(player: Player) -> None:
    """Take a seat, bet, and play until the first decision."""
    player.starts()
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()


def panel(player: Player) -> Locator:
    player.press(player.page.get_by_role("tab", name="Fair"))
    return player.page.get_by_role("tabpanel")


@pytest.mark.parametrize("game", ["criss-cross", "holdem-bonus"])
def test_cards_are_verified_as_they_are_turned(game: str, visits: Visits, room: PageRoom) -> None:
    player = Player(visits, room, room.create_table(f"proved-{game}", game))
    player.starts()
    fair = panel(player)
    round_ = room.actor(player.table).committed_state.round
    assert round_
    promise = fair.locator(".hash", has_text="Stack")
    expect(promise).to_contain_text(round_.root[:6])
    expect(fair).to_contain_text("No cards are face up yet")
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()
    expect(fair.locator(".proofs .mark.good")).to_have_count(2)
    player.decide({"criss-cross": "1x", "holdem-bonus": "Bet"}.get(game, "1x"))
    expect(fair.get_by_role("status").first).to_contain_text(
        re.compile(r"All \d cards you see match the commitment.")
    )
    player.answers()
    expect(fair.locator(".mark.bad")).to_have_count(0)


@pytest.mark.parametrize("kind", [Player, Thumb])
def test_round_is_redealt_from_its_seed(kind: type[Player], visits: Visits, room: PageRoom) -> None:
    player = kind(
        visits, room, room.create_table(f"redealt-{kind.__name__.lower()}", "criss-cross")
    )
    play_to_question(player)
    player.answers()
    fair = panel(player)
    player.press(player.button(re.compile("Re-deal round 1 from its seed")))
    expect(fair.locator(".verdict")).to_have_text("Same round, card for card.")
    expect(fair.locator(".redeal-steps .mark.bad")).to_have_count(0)
    seed = player.finished_round().seed
    expect(fair.locator(".hash", has_text="Revealed seed")).to_contain_text(seed[:6])
    with player.page.expect_download() as result:
        player.press(fair.get_by_role("link", name="Download the file of round 1"))
    assert result.value.suggested_filename.endswith("-round-1.jsonl")


def forge(change: Callable[[Json], None]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        progress = route.fetch()
        proofs = json.loads(progress.body())
        if proofs and proofs["cards"]:
            change(proofs)
        route.fulfill(response=progress, body=json.dumps(proofs))

    return answer


def another_face(proofs: Json) -> None:
    """Return a card that is nowhere else: with a duplicate, both would be reported."""
    cards_on_page = [proof["card"] for proof in proofs["cards"]]
    proofs["cards"][0]["card"] = next(
        face for rank in "23456789" if (face := rank + cards_on_page[0][1]) not in cards_on_page
    )


def another_salt(proofs: Json) -> None:
    proofs["cards"][0]["salt"] = proofs["cards"][0]["salt"][::-1]


@pytest.mark.parametrize("change", [another_face, another_salt])
def test_forged_card_is_detected(
    change: Callable[[Json], None], visits: Visits, room: PageRoom
) -> None:
    player = Player(
        visits, room, room.create_table(f"forged-{change.__name__.replace('_', '-')}", "stud-235")
    )
    player.page.route(re.compile("/proofs"), forge(change))
    play_to_question(player)
    fair = panel(player)
    expect(fair.locator(".fair.wrong")).to_contain_text("One card does not match the commitment.")
    expect(fair.locator(".proofs .mark.bad")).to_have_count(1)


def test_forged_round_is_detected(visits: Visits, room: PageRoom) -> None:
    def other_seed(proofs: Json) -> None:
        proofs["seed"] = proofs["seed"][::-1]

    player = Player(visits, room, room.create_table("forged-seed", "holdem-bonus"))
    play_to_question(player)
    player.answers()
    player.page.route(re.compile("/proofs"), forge(other_seed))
    fair = panel(player)
    player.button(re.compile("Re-deal round 1 from its seed")).click()
    expect(fair.locator(".redeal-steps .mark.bad").first).to_be_visible()
    expect(fair.get_by_text("Not the same round.")).to_be_visible()


def test_panel_offers_the_file_without_web_crypto(visits: Visits, room: PageRoom) -> None:
    page = visits.visitor(script=NO_CRYPTO).new_page()
    player = Player(visits, room, room.create_table("plain", "holdem-bonus"), page=page)
    play_to_question(player)
    player.answers()
    fair = panel(player)
    expect(fair.locator(".no-crypto")).to_contain_text("Web Crypto is not available")
    expect(fair.locator(".proofs")).to_have_count(0)
    with page.expect_download() as result:
        fair.get_by_role("link", name="Download the file of round 1").click()
    assert result.value.suggested_filename == "plain-round-1.jsonl"
