"""Joining in two clicks as a guest, with an account, or by invitation; and one's own rounds."""

import re

import pytest
from playwright.sync_api import Page, expect

from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from tests.web.accessibility import in_both
from tests.web.browser_visits import LAPTOP, PHONE, Visits
from tests.web.page_room import PageRoom
from tests.web.players import Player

PASSWORD = "a horse in a lift"  # noqa: S105


def test_a_guest_sits_down_in_two_clicks(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("guest", "stud-235")
    page = visits.page()
    page.locator(f"a[href='#/table/{table}']").click()
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.locator(".prompt")).to_contain_text("Place your bets")
    expect(page.locator(".purse")).to_have_text("$200.00")
    assert re.fullmatch(r"Guest \d{4,5}", room.actor(table).committed_state.seats[1])


def fill(page: Page, name: str, password: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")


def test_sign_up_sign_out_and_sign_in(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 401")
    page = visits.page()
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Name")).to_be_focused()
    fill(page, "Ida", PASSWORD)
    expect(page.locator(".who")).to_have_text("Ida")
    expect(page.locator(".purse")).to_have_text("$1,000.00")
    expect(page.locator("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator(".who")).to_have_text("Ida")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in").click()
    fill(page, "Ida", "something else")
    expect(page.locator("dialog .note")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".who")).to_have_text("Ida")


def test_escape_closes_a_dialog_and_restores_focus(visits: Visits) -> None:
    page = visits.page()
    button = page.get_by_role("button", name="Sign in")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(button).to_be_focused()
    button.click()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_taken_name_is_reported(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 409")
    room.sign_in("Taken")
    page = visits.page()
    page.get_by_role("button", name="Create account").click()
    fill(page, "Taken", PASSWORD)
    expect(page.locator("dialog .note")).to_contain_text("Taken")


def test_invited_person_joins(visits: Visits, room: PageRoom) -> None:
    link = room.run(room.room.account_service.invite(AccountRole.DEALER, HOUSE))
    page = visits.page(f"/#/join/{link}", PHONE)
    expect(page.get_by_role("heading", name="You are invited")).to_be_visible()
    fill(page, "Dora", PASSWORD)
    expect(page.locator(".who")).to_have_text("Dora")
    account = room.run(room.room.account_service.account("Dora"))
    assert account
    assert account.part is AccountRole.DEALER


def test_an_invalid_invitation_is_reported_at_once(visits: Visits, room: PageRoom) -> None:
    page = visits.page("/#/join/nothing")
    expect(page.get_by_role("alert")).to_contain_text(
        "This invitation link is not valid: ask for a new one."
    )
    link = room.run(room.room.account_service.invite(AccountRole.DEALER, HOUSE))
    room.run(room.room.account_service.accept_invitation(link, "Dirk", PASSWORD))
    page.goto(f"/#/join/{link}")
    expect(page.get_by_role("alert")).to_contain_text(
        "This invitation link has already been used: ask for a new one."
    )
    expect(page.locator("form")).to_have_count(0)


def test_buying_more_chips_at_the_table(visits: Visits, room: PageRoom) -> None:
    player = Player(visits, room, room.create_table("purse", "criss-cross"), room.sign_in("Paul"))
    player.starts()
    purse = player.page.locator("button.purse")
    before = purse.inner_text()
    purse.click()
    sheet = player.page.locator("dialog")
    expect(sheet.locator("tr").nth(0)).to_contain_text(before)
    sheet.get_by_role("button", name="$50", exact=True).click()
    expect(sheet.locator("tr").nth(0)).to_contain_text("$250.00")
    player.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(purse).to_have_text("$250.00")


def test_own_rounds_are_listed(visits: Visits, room: PageRoom) -> None:
    player = Player(visits, room, room.create_table("listed", "holdem-bonus"), room.sign_in("Hugo"))
    player.page.goto("/#/history")
    expect(player.page.locator("main")).to_contain_text("You have not played any rounds yet.")
    player.page.goto("/#/")
    player.starts()
    player.wagers()
    player.answers()
    total = player.page.locator(".prompt .sum").inner_text()
    player.page.get_by_role("tab", name="History").click()
    line = player.page.locator(".rail .rounds li")
    expect(line).to_have_count(1)
    expect(line.locator("b")).to_have_text(total)
    player.page.get_by_role("link", name="Card room").click()
    player.page.get_by_role("link", name="Hugo").click()
    expect(player.page.locator(".rounds li")).to_have_count(1)
    expect(player.page.locator(".rounds li b")).to_have_text(total)
    expect(player.page.locator(".rounds pb-card").first).to_be_visible()


def test_anonymous_viewer_has_no_rounds(visits: Visits) -> None:
    page = visits.page("/#/history")
    expect(page.locator("main")).to_contain_text("Sign in")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_guest_keeps_the_account(visits: Visits, room: PageRoom, size: tuple[int, int]) -> None:
    """The form is used with the keyboard alone; on another device, the password works."""
    guest, token = room.run(room.room.account_service.sign_up(None))
    page = visits.page("/", size, token=token)
    offer = page.get_by_role("button", name="Keep your chips and history")
    expect(offer).to_be_visible()
    assert not in_both(page, "the offer")
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= size[0]
    offer.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Keep your chips and history")
    expect(sheet).to_contain_text(f"Your name stays {guest.name}")
    expect(page.get_by_label("Password")).to_be_focused()
    assert not in_both(page, "the dialog")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(offer).to_have_count(0)
    expect(page.locator(".who")).to_have_text(guest.name)
    expect(page.locator(".purse")).to_have_text("$1,000.00")
    page.reload()
    expect(page.locator(".who")).to_have_text(guest.name)
    other = visits.page("/", size)
    other.get_by_role("button", name="Sign in").click()
    fill(other, guest.name, PASSWORD)
    expect(other.locator(".who")).to_have_text(guest.name)
    expect(other.get_by_role("button", name="Keep your chips")).to_have_count(0)
