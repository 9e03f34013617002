"""The floor's page on a tablet: all tables at a glance, and decisions with their consequences."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from pitboss.games.incidents import Kind
from pitboss.room.people.accounts import AccountRole
from pitboss.table import Automation, State
from pitboss.table import commands as c
from pitboss.table.state import Phase
from tests.web.accessibility import in_both
from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom
from tests.web.test_table import CCP, THB

TABLET = (1024, 768)
STEPS = tuple(str(item.name).lower() for item in Automation if item not in Automation.RULE)
ANTES = {"ante": 500}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRoom]:
    """Run a room in which a human floorperson rules and approves."""
    folder = tmp_path_factory.mktemp("floor")
    tables = {"corner": THB, "window": CCP}
    with PageRoom(folder, tables, automation=STEPS, practice="floor") as result:
        result.sign_in("Dee", AccountRole.DEALER)
        yield result


def floor(
    visits: Visits,
    room: PageRoom,
    table: str = "",
    name: str = "Flo",
    part: AccountRole = AccountRole.FLOORPERSON,
) -> Page:
    token = room.sign_in(name, part)
    return visits.page(f"/#/floor{f'/{table}' if table else ''}", TABLET, token=token)


def bet(room: PageRoom, table: str, name: str) -> None:
    """Seat a player, and let them bet until the first decision is theirs."""
    room.execute(name, table, c.TakeSeat(1), c.BuyIn(500_00))
    room.until(table, lambda round_: round_.phase is Phase.BETTING)
    state = room.actor(table).committed_state
    assert state.round is not None
    wagers = {"ante": 1000}
    room.execute(name, table, c.PlaceWagers(1, wagers, round=state.round.number))
    room.until(table, lambda round_: round_.turn == 1)


def test_a_floorperson_rules_on_an_irregularity(visits: Visits, room: PageRoom) -> None:
    bet(room, "corner", "Ann")
    round_ = room.actor("corner").committed_state.round
    assert round_ is not None
    page = floor(visits, room)
    expect(page.get_by_role("heading", name="Floor")).to_be_visible()
    expect(page.locator(".glance")).to_have_count(2)
    expect(page.locator(".glance.urgent")).to_have_count(0)
    room.execute("Dee", "corner", c.Report(Kind.WRONG_NUMBER, round=round_.number))
    urgent = page.locator(".glance.urgent")
    expect(urgent).to_contain_text("Ruling")
    expect(urgent).to_contain_text("by Dee")
    expect(page.locator(".floor-head")).to_contain_text("1 of 2 tables needs somebody")
    urgent.locator("a").click()
    way = page.locator(".way", has=page.get_by_role("button", name=re.compile("^by the book")))
    expect(way.locator(".money")).to_contain_text("Seat 1, Ann gets $")
    no_ruling = page.locator(".way", has=page.get_by_role("button", name=re.compile("^dismissed")))
    expect(no_ruling.locator(".money")).to_have_text("No money moves.")
    assert in_both(page, "floor table") == []
    way.get_by_role("button").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("status").first).to_have_text("Done.")
    assert room.actor("corner").committed_state.day.incident is None
    expect(page.locator(".log")).to_contain_text("Flo")


def test_ledg_5_a_correction_by_two_people(visits: Visits, room: PageRoom) -> None:
    """One person proposes it and sees what it moves; only another one can approve it."""
    visits.expect_errors("status of 4")
    fay = floor(visits, room, "window", "Fay")
    meter = next(iter(room.actor("window").committed_state.books))
    command = c.Propose(c.CorrectMeter(meter, 12_345, "misread"))
    room.execute("Fay", "window", command)
    own = fay.locator(".decisions > li", has_text="Approve proposal")
    expect(own).to_contain_text("Not now")
    expect(own).to_contain_text("somebody else must approve it")
    flo = floor(visits, room, "window")
    other = flo.locator(".decisions > li", has_text="Approve proposal")
    expect(other.locator(".money")).to_contain_text("(+$123.45)")
    before = room.actor("window").committed_state.meter_amount(meter)
    other.get_by_role("button", name=re.compile("^approve")).click()
    flo.get_by_role("button", name="Confirm").click()
    expect(flo.get_by_role("status").first).to_have_text("Done.")
    assert room.actor("window").committed_state.meter_amount(meter) == before + 12_345


def test_ledg_7_a_tray_is_filled_by_two_people(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 4")
    before = int(room.actor("window").committed_state.balances["tray"])
    flo = floor(visits, room, "window")
    flo.get_by_text("Proposals that a second person approves").click()
    flo.get_by_role("button", name=re.compile("Propose a fill")).click()
    amount, slip = flo.locator("dialog input").all()
    amount.fill("5,000")
    slip.fill("F 17")
    expect(flo.locator("dialog .money")).to_have_text("The tray gains $5,000.")
    flo.get_by_role("button", name="Confirm").click()
    own = flo.locator(".decisions > li", has_text="fill of $5,000, slip F 17").first
    expect(own).to_contain_text("somebody else must approve it")
    fay = floor(visits, room, "window", "Fay")
    waiting = fay.locator(".decisions > li", has_text="Approve proposal")
    expect(waiting.locator(".money")).to_have_text("The tray gains $5,000.")
    waiting.get_by_role("button", name=re.compile("^approve")).click()
    fay.get_by_role("button", name="Confirm").click()
    expect(fay.locator(".log")).to_contain_text("$5,000 in chips comes from the cage, slip F 17.")
    assert int(room.actor("window").committed_state.balances["tray"]) == before + 5_000_00


def test_round_8_a_table_is_disabled_with_a_reason(visits: Visits, room: PageRoom) -> None:
    page = floor(visits, room, "window")
    page.get_by_text("Orders", exact=True).click()
    page.get_by_role("button", name=re.compile("Disable the table")).click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("dialog .note")).to_have_text("Enter some text.")
    page.locator("dialog input").fill("the felt is torn")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("status").first).to_have_text("Done.")
    page.get_by_role("link", name="All tables").click()
    expect(page.locator(".glance", has_text="Criss Cross")).to_contain_text("the felt is torn")
    room.execute("Flo", "window", c.Enable("table"))


def test_round_11_a_filing_is_changed_in_a_form(visits: Visits, room: PageRoom) -> None:
    """A fault is shown beside its field while one types; then the changes, and the proposal."""
    visits.expect_errors("status of 4")
    page = floor(visits, room, "window")
    page.get_by_text("Change the rules").click()
    minimum = page.get_by_label(re.compile(r"^Minimum \(\$\) CCP")).first
    expect(minimum).to_have_value("5")
    minimum.fill("five")
    expect(page.locator(".field.wrong")).to_contain_text("whole number of cents")
    expect(page.locator(".field.wrong")).to_contain_text("CCP")
    propose = page.get_by_role("button", name="Propose", exact=True)
    expect(propose).to_be_disabled()
    minimum.fill("10")
    expect(page.locator(".filing")).to_contain_text("The table minimum changes from $5 to $10.")
    assert in_both(page, "filing form") == []
    propose.click()
    expect(page.locator(".filing .status")).to_contain_text("Somebody else has to approve it")
    own = page.locator(".decisions > li", has_text="Approve proposal")
    expect(own).to_contain_text("somebody else must approve it")
    other = floor(visits, room, "window", "Fay")
    waiting = other.locator(".decisions > li", has_text="Approve proposal")
    expect(waiting).to_contain_text("The table minimum changes from $5 to $10.")
    waiting.get_by_role("button", name=re.compile("^approve")).click()
    other.get_by_role("button", name="Confirm").click()
    expect(other.get_by_role("status").first).to_have_text("Done.")
    rules = room.actor("window").committed_state.rules
    assert rules is not None
    assert rules.table.minimum == 1000


NOTIFICATIONS = """
  window.notices = [];
  window.Notification = class {
    static permission = "default";
    static requestPermission = async () => (this.permission = "granted");
    constructor(title, { body, tag }) { window.notices.push([title, body, tag]); }
  };
"""
"""Stands for the browser's notifications, which a browser without a window does not show."""


def test_log_4_alerts_are_on_the_page_and_notifications(visits: Visits, room: PageRoom) -> None:
    """A meter that does not reconcile is announced once, and gone when it is right again."""
    token = room.sign_in("Flo", AccountRole.FLOORPERSON)
    page = visits.visitor(TABLET, token=token, script=NOTIFICATIONS).new_page()
    page.goto("/#/floor")
    expect(page.locator(".glance")).to_have_count(2)
    expect(page.locator(".alerts")).to_have_count(0)
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.get_by_role("button", name="Turn notifications off")).to_be_visible()
    actor = room.actor("window")
    before = actor.committed_state
    (name, book), *_ = before.books.items()
    books = {**before.books, name: replace(book, seeded=book.seeded + 100)}

    async def change(state: State) -> None:
        actor.committed_state = state

    room.run(change(replace(before, books=books, version=before.version + 1)))
    alert = page.locator(".alerts li", has_text="Criss Cross")
    expect(alert).to_contain_text("Meter")
    expect(page.locator(".glance.urgent")).to_contain_text("than its books say")
    page.wait_for_function("window.notices.length > 0")
    page.wait_for_timeout(2 * 1500)
    ((title, body, tag),) = page.evaluate("window.notices")
    assert "Criss Cross" in title
    assert body.startswith("Meter: ")
    assert tag.startswith("window ")
    room.run(change(before))
    expect(page.locator(".alerts")).to_have_count(0)


def test_log_4_a_stopped_table_is_restarted(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 5")
    page = floor(visits, room, "corner")
    expect(page.locator(".due-now")).to_be_visible()

    async def stop() -> None:
        room.actor("corner").close()

    room.run(stop())
    page.get_by_role("button", name="Restart the table").click()
    expect(page.get_by_role("status").first).to_have_text("Done.")
    expect(page.get_by_role("button", name="Restart the table")).to_have_count(0)
    assert not room.actor("corner").stop_reason


@pytest.mark.parametrize(
    ("part", "sees", "decides"),
    [
        (AccountRole.PLAYER, False, False),
        (AccountRole.DEALER, False, False),
        (AccountRole.FLOORPERSON, True, True),
        (AccountRole.SURVEILLANCE, True, False),
        (AccountRole.AUDITOR, True, False),
        (AccountRole.ADMINISTRATOR, False, False),
    ],
)
def test_sec_4_the_floor_by_role(
    part: AccountRole, sees: bool, decides: bool, visits: Visits, room: PageRoom
) -> None:
    page = floor(visits, room, "corner", f"A {part}", part)
    if not sees:
        expect(page.locator("main")).to_contain_text("Sign in as a floorperson")
        assert not page.get_by_role("link", name="Floor").count()
        return
    expect(page.locator(".due-now")).to_be_visible()
    groups = page.locator(".actions-group")
    if decides:
        expect(groups.first).to_be_visible()
    else:
        expect(groups).to_have_count(0)


def test_the_floor_meets_wcag_and_fits_a_small_phone(visits: Visits, room: PageRoom) -> None:
    token = room.sign_in("Flo", AccountRole.FLOORPERSON)
    page = visits.page("/#/floor", (320, 640), token=token)
    expect(page.locator(".glance")).to_have_count(2)
    assert in_both(page, "floor") == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
    page.goto("/#/floor/corner")
    expect(page.locator(".due-now")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
