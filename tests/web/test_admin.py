"""The administrators' page: sessions, sign-in delays, backups and health, and who sees what."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from pitboss.room.people.accounts import AccountRole
from tests.web.accessibility import in_both
from tests.web.browser_visits import LAPTOP, Visits
from tests.web.page_room import PageRoom


def test_an_administrator_ends_a_session(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 4")
    token = room.sign_in("Dora", AccountRole.DEALER)
    page = visits.page("/#/admin", LAPTOP, token=room.sign_in("Root", AccountRole.ADMINISTRATOR))
    row = page.locator("tr", has_text="Dora")
    expect(row).to_contain_text("dealer")
    row.get_by_role("button", name=re.compile("^End session")).click()
    expect(row).to_have_count(0)
    assert room.run(room.room.account_service.find_by_token(token)) is None
    own = page.locator("tr", has_text="this session")
    expect(own).to_contain_text("Root")
    assert not own.get_by_role("button").count()


def test_sec_9_an_administrator_lifts_a_delay(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 409")  # this room has no folder for backups
    room.sign_in("Dora", AccountRole.DEALER)
    service = room.room.account_service
    for _ in range(12):
        service._attempts.count_failure("dora", "a place")
    page = visits.page("/#/admin", LAPTOP, token=room.sign_in("Root", AccountRole.ADMINISTRATOR))
    entry = page.locator("li", has_text="has to wait up to")
    expect(entry).to_contain_text("Dora")
    entry.get_by_role("button").click()
    expect(page.get_by_text("Nobody has to wait to sign in.")).to_be_visible()
    assert not service.delays()


def test_an_administrator_makes_a_backup(visits: Visits, room: PageRoom, tmp_path: Path) -> None:
    room.room.settings = replace(room.room.settings, backups=tmp_path / "backups")
    page = visits.page("/#/admin", LAPTOP, token=room.sign_in("Root", AccountRole.ADMINISTRATOR))
    expect(page.get_by_text("There are no backups yet.")).to_be_visible()
    page.get_by_role("button", name="Make a backup").click()
    expect(page.locator("code", has_text="room-")).to_be_visible()
    (file,) = (tmp_path / "backups").glob("room-*.db")
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("^Download")).click()
    assert download.value.suggested_filename == file.name
    assert download.value.path().read_bytes() == file.read_bytes()
    expect(page.locator(".panel", has_text="Health")).to_contain_text("All is well.")
    page.get_by_text("Settings in force").click()
    expect(page.locator(".settings")).to_contain_text("guests")
    assert in_both(page, "administration") == []


def test_sec_7_an_account_is_closed_at_once_and_reopened_by_two(
    visits: Visits, room: PageRoom
) -> None:
    visits.expect_errors("status of 409")
    token = room.sign_in("Lea", AccountRole.DEALER)
    page = visits.page("/#/admin", LAPTOP, token=room.sign_in("Root", AccountRole.ADMINISTRATOR))
    entry = page.locator(".people li", has_text="Lea")
    entry.get_by_text("Close the account").first.click()
    entry.get_by_label("Why?").fill("retired")
    entry.get_by_role("button", name="Close the account now").click()
    expect(entry).to_contain_text("account closed: retired")
    assert room.run(room.room.account_service.find_by_token(token)) is None
    entry.get_by_role("button", name=re.compile("^Propose to reopen")).click()
    expect(page.locator(".matters li", has_text="Lea")).to_contain_text("your own proposal")
    expect(entry).to_contain_text("account closed: retired")
    flo = visits.page("/#/admin", token=room.sign_in("Flo", AccountRole.FLOORPERSON))
    waits = flo.locator(".matters li", has_text="Lea")
    waits.get_by_role("button", name="Approve").click()
    expect(flo.get_by_role("status")).to_have_text("Done.")
    lea = room.run(room.room.account_service.account("Lea"))
    assert lea is not None
    assert not lea.closed


@pytest.mark.parametrize(
    ("part", "panels"),
    [
        (AccountRole.PLAYER, set()),
        (AccountRole.DEALER, {"People"}),
        (AccountRole.FLOORPERSON, {"People"}),
        (AccountRole.SURVEILLANCE, {"People"}),
        (AccountRole.AUDITOR, {"Health", "People", "Sessions"}),
        (
            AccountRole.ADMINISTRATOR,
            {"Health", "People", "Sign-in delays", "Sessions", "Backups"},
        ),
    ],
)
def test_sec_4_administration_by_role(
    part: AccountRole, panels: set[str], visits: Visits, room: PageRoom
) -> None:
    visits.expect_errors("status of 409")
    token = room.sign_in(f"Some {part}", part)
    page = visits.page("/#/admin", LAPTOP, token=token)
    expect(page.get_by_role("heading", name="Administration")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator("main h2")).to_have_count(len(panels))
    assert {*page.locator("main h2").all_inner_texts()} == panels
    invites = page.get_by_role("button", name="Create a link").count()
    assert bool(invites) is (part is AccountRole.ADMINISTRATOR)


def test_administration_fits_a_small_phone(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 409")
    token = room.sign_in("Root", AccountRole.ADMINISTRATOR)
    page = visits.page("/#/admin", (320, 640), token=token)
    expect(page.locator("main h2").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
