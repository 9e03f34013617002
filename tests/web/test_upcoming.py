"""A filing approved mid-round: an open page announces it, and updates without reload."""

from playwright.sync_api import expect

from pitboss.room.people.accounts import AccountRole
from pitboss.table import commands as c
from tests.filings import complete
from tests.web.browser_visits import PHONE, Visits
from tests.web.page_room import PageRoom
from tests.web.players import Player
from tests.web.test_table import CCP, check_inside

HIGHER = complete(
    CCP,
    {
        "table": {"minimum": 2500, "maximum": 100_000},
        "wagers": {"five_card_bonus": {"offered": False}},
    },
)


def test_open_page_shows_the_new_limits(visits: Visits, room: PageRoom) -> None:
    room.sign_in("Dee", AccountRole.DEALER)
    room.sign_in("Flo", AccountRole.FLOORPERSON)
    player = Player(visits, room, CCP)
    watching = visits.page(f"/#/table/{CCP}", PHONE)
    player.starts()
    player.page.evaluate("window.sameLoad = true")
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()
    room.execute("Dee", CCP, c.Propose(c.FileSubmission(HIGHER, after_round=True)))
    assert not player.page.locator(".banner").count()
    room.execute("Flo", CCP, c.Approve(room.actor(CCP).committed_state.proposed))
    for page in (player.page, watching):
        banner = page.locator(".banner.upcoming")
        expect(banner).to_contain_text("New rules take effect after this round.")
        expect(banner).to_contain_text("Limits: $25–$1,000.")
        banner.locator("summary").click()
        expect(banner).to_contain_text("The table minimum changes from $5 to $25.")
        expect(banner).to_contain_text("Five Card Bonus is no longer offered.")
        expect(page.locator(".about")).to_contain_text("$5–$500")
        check_inside(page, ".banner.upcoming ul")
        banner.locator("summary").click()
    player.answers()
    for page in (player.page, watching):
        expect(page.locator(".about")).to_contain_text("$25–$1,000")
        expect(page.locator(".banner.upcoming")).to_have_count(0)
    bonus = player.page.locator(".spot", has_text="Five Card Bonus").first
    expect(bonus).to_be_visible()  # of the round that is still shown
    player.go_on()
    expect(player.page.locator(".spot", has_text="Five Card Bonus")).to_have_count(0)
    player.put(player.required)
    player.bet()
    expect(player.page.locator(".decision").first).to_be_visible()
    round_ = room.actor(CCP).committed_state.round
    assert round_ is not None
    assert {wagers["ante_across"] for wagers in round_.wagers.values()} == {2500}
    assert player.page.evaluate("window.sameLoad")
