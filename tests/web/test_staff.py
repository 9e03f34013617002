"""Dual control, dealer assignments and stopped tables on a page, on phone and laptop."""

import json
import re

from playwright.sync_api import Page, expect

from pitboss.room.people.accounts import AccountRole
from tests.filings import complete
from tests.web.browser_visits import PHONE, Visits
from tests.web.page_room import PageRoom
from tests.web.test_table import CCP, THB

HIGHER = complete(CCP, {"table": {"minimum": 1000}})
CAUSE = "the room is closing"


def staff(
    visits: Visits, room: PageRoom, name: str, part: AccountRole, size: tuple[int, int]
) -> Page:
    page = visits.page("/#/staff", size, token=room.sign_in(name, part))
    expect(page.get_by_role("heading", name="Staff")).to_be_visible()
    return page


def admin(
    visits: Visits, room: PageRoom, name: str, part: AccountRole, size: tuple[int, int]
) -> Page:
    page = visits.page("/#/admin", size, token=room.sign_in(name, part))
    expect(page.get_by_role("heading", name="Administration")).to_be_visible()
    return page


def test_two_people_run_the_room_from_their_pages(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 4")
    room.sign_in("Dee", AccountRole.DEALER)
    root = admin(visits, room, "Root", AccountRole.ADMINISTRATOR, (1440, 900))
    flo = admin(visits, room, "Flo", AccountRole.FLOORPERSON, PHONE)
    # An invitation: one person proposes it, another approves it, and the link works.
    root.get_by_label("Invite someone").select_option("auditor")
    root.get_by_role("button", name="Create a link").click()
    link = root.locator(".link").inner_text()
    expect(root.locator(".staff")).to_contain_text("your own proposal")
    mine = flo.locator(".matters li", has_text="Invite a new auditor")
    expect(mine).to_contain_text("Proposed by Root", timeout=15_000)
    mine.get_by_role("button", name="Approve").click()
    expect(flo.get_by_role("status")).to_have_text("Done.")
    joins = visits.page(link.removeprefix(room.address), PHONE)
    expect(
        joins.get_by_role("heading", name="You are invited to join as an auditor")
    ).to_be_visible()
    # A rejected change of role.
    form = root.locator("form", has_text="Change a role")
    form.locator("[name=name]").select_option("Dee")
    form.locator("[name=part]").select_option("floorperson")
    form.get_by_role("button", name="Propose").click()
    proposal_row = flo.locator(".matters li", has_text="Make Dee a floorperson")
    proposal_row.get_by_role("button", name="Reject").click(timeout=15_000)
    expect(proposal_row).to_have_count(0)
    # Dealer assignments.
    flo.goto("/#/staff")
    dealer = flo.locator("form.dealer", has_text="Dee")
    dealer.get_by_label(re.compile("Criss Cross")).uncheck()
    with flo.expect_response(lambda answer: answer.request.method == "PUT"):
        dealer.get_by_role("button").click()
    expect(flo.get_by_role("status")).to_have_text("Done.")
    account = room.run(room.room.account_service.account("Dee"))
    assert account is not None
    assert CCP not in (account.tables or ())
    assert THB in (account.tables or ())


def test_double_click_proposes_once(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 409")  # this room has no folder for backups
    room.sign_in("Fay", AccountRole.FLOORPERSON)
    root = admin(visits, room, "Root", AccountRole.ADMINISTRATOR, (1440, 900))
    before = len(room.run(room.room.staffing.proposals()))
    root.get_by_label("Invite someone").select_option("auditor")
    root.get_by_role("button", name="Create a link").dblclick()
    expect(root.locator(".link")).to_be_visible()
    expect(root.get_by_role("status")).to_have_text("Done.")
    root.wait_for_load_state("networkidle")
    assert len(room.run(room.room.staffing.proposals())) == before + 1


def test_a_filing_is_proposed_and_approved_on_pages(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 4")
    flo = staff(visits, room, "Flo", AccountRole.FLOORPERSON, (820, 1180))
    fay = staff(visits, room, "Fay", AccountRole.FLOORPERSON, PHONE)
    flo.get_by_text("File new rules").click()
    flo.get_by_label("Table").select_option(CCP)
    text = flo.get_by_label(re.compile("Submission"))
    text.fill("{")
    flo.get_by_role("button", name="Propose", exact=True).click()
    expect(flo.get_by_role("status")).to_have_text(
        "This is not valid JSON. Check the text and try again."
    )
    text.fill(json.dumps(HIGHER))
    flo.get_by_role("button", name="Propose", exact=True).click()
    expect(flo.locator(".staff")).to_contain_text("your own proposal")
    waits = fay.locator(".matters li", has_text="Criss Cross").first
    expect(waits).to_contain_text("The table minimum changes from $5 to $10.", timeout=15_000)
    expect(waits).to_contain_text("Proposed by Flo")
    waits.get_by_role("button", name="Approve").click()
    expect(fay.get_by_role("status")).to_have_text("Done.")
    rules = room.actor(CCP).committed_state.rules
    assert rules is not None
    assert rules.table.minimum == 1000


def test_stopped_table_is_restarted_after_reading_the_cause(visits: Visits, room: PageRoom) -> None:
    flo = staff(visits, room, "Flo", AccountRole.FLOORPERSON, PHONE)

    async def stop() -> None:
        room.actor(THB).close()

    room.run(stop())
    still = flo.locator(".matters li", has_text=CAUSE)
    expect(still).to_be_visible(timeout=15_000)
    still.get_by_role("button", name="Restart table").click()
    expect(flo.get_by_text("Every table is running.")).to_be_visible()
    assert not room.actor(THB).stop_reason
