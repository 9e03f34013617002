"""A table that people deal is opened, filled, disabled and closed with the pages alone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.room.people.accounts import AccountRole
from pitboss.table import Automation
from tests.web.accessibility import in_both
from tests.web.browser_visits import Visits
from tests.web.node import run as run_node
from tests.web.page_room import PageRoom

TABLET = (1024, 768)
TRAY = "100,000"
STEPS = """
import { FLOOR } from "./js/texts_floor.js";
import { slug } from "./js/wording.js";

export function main({ titles }) {
  return { steps: Object.keys(FLOOR.newTable.steps), keys: titles.map(slug) };
}
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRoom]:
    """Run a room with one table."""
    with PageRoom(tmp_path_factory.mktemp("new table"), {"criss-cross": "criss-cross"}) as result:
        yield result


def decide(page: Page, text: str, button: str, **answers: str) -> None:
    """Carry out an action on the floor's page: open its group, answer its questions, confirm."""
    entry = (
        page.locator(".floor li", has_text=re.compile(text))
        .filter(has=page.get_by_role("button"))
        .last
    )
    entry.get_by_role("button", name=re.compile(button)).first.click()
    answer(page.locator("dialog[open]"), **answers)
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def answer(within: Locator, **answers: str) -> None:
    for name, value in answers.items():
        within.locator(f"input[name={name}]").fill(value)


@pytest.mark.slow
def test_round_11_a_table_is_opened_and_closed_by_page_alone(
    visits: Visits, room: PageRoom
) -> None:
    """Two people file its rules and count its tray; opening it is no way around them."""
    visits.expect_errors("status of 4")
    tokens = {name: room.sign_in(name, AccountRole.FLOORPERSON) for name in ("Flo", "Fay")}
    tokens["Dee"] = room.sign_in("Dee", AccountRole.DEALER)
    flo = visits.page("/#/floor", TABLET, token=tokens["Flo"])
    flo.get_by_role("link", name="Open a new table").click()
    flo.get_by_label("Game").select_option("criss-cross")
    flo.get_by_label("Title").fill("Süd 7")
    expect(flo.get_by_label("Address")).to_have_value("sud-7")
    flo.get_by_label("Dee").check()
    flo.locator("[name=rules]").select_option("edited")
    flo.get_by_label(re.compile(r"^Minimum \(\$\) CCP")).first.fill("10")
    expect(flo.locator(".filing")).to_contain_text("The table minimum changes from $5 to $10.")
    assert in_both(flo, "new table") == []
    with flo.expect_download() as paper:
        flo.get_by_role("button", name="Save as PDF").click()
    assert paper.value.path().read_bytes().startswith(b"%PDF-")
    flo.get_by_role("button", name="Open the table").click()
    expect(flo.get_by_role("heading", name="Süd 7")).to_be_visible()
    assert room.actor("sud-7").table.automation is Automation.NOTHING

    # Somebody else approves the rules.
    own = flo.locator(".decisions > li", has_text="Approve proposal")
    expect(own).to_contain_text("somebody else must approve it")
    fay = visits.page("/#/floor/sud-7", TABLET, token=tokens["Fay"])
    filing = fay.locator(".decisions > li", has_text="Approve proposal")
    expect(filing).to_contain_text("The table minimum changes from $5 to $10.")
    decide(fay, "Approve proposal", "^approve")
    state = room.actor("sud-7").committed_state
    assert state.rules is not None
    assert state.rules.table.minimum == 10_00

    # The dealer counts the tray, and a floorperson counts it again.
    dee = visits.page("/#/deal/sud-7", TABLET, token=tokens["Dee"])
    dee.locator(".step input[name=cents]").fill(TRAY)
    dee.locator("button.go").click()
    decide(fay, "Approve proposal", "^approve", cents=TRAY)
    expect(fay.locator(".log")).to_contain_text("The table is open.")

    # A fill and a credit, each by two people.
    for label, slip in (("Propose a fill", "F 1"), ("Propose a credit", "C 1")):
        flo.get_by_text("Proposals that a second person approves").click()
        decide(flo, label, label, cents="500", slip=slip)
        decide(fay, f"Approve proposal.*slip {slip}", "^approve")
        flo.get_by_text("Proposals that a second person approves").click()

    # Disabled and enabled again.
    flo.get_by_text("Orders", exact=True).click()
    decide(flo, "Disable the table", "Disable the table", reason="the felt is torn")
    decide(flo, "Enable the table", "Enable the table")
    assert not room.actor("sud-7").committed_state.day.disabled

    # The closing count.
    flo.get_by_text("Proposals that a second person approves").click()
    decide(flo, "Count the tray and close the table", "Count the tray", cents=TRAY)
    decide(fay, "Approve proposal", "^approve", cents=TRAY)
    expect(fay.locator(".log")).to_contain_text("The table is closed.")
    assert not room.actor("sud-7").committed_state.day.open


def test_sec_4_only_floorpersons_and_administrators_open_tables(
    visits: Visits, room: PageRoom
) -> None:
    root = visits.page(
        "/#/new-table", (320, 640), token=room.sign_in("Root", AccountRole.ADMINISTRATOR)
    )
    root.get_by_label("Title").fill("Criss Cross")
    root.get_by_label("The house deals").check()
    assert root.evaluate("document.scrollingElement.scrollWidth") <= 320
    root.get_by_label("Title").fill("By the house")
    root.get_by_role("button", name="Open the table").click()
    expect(root.get_by_role("status")).to_have_text("By the house is open.")
    assert room.actor("by-the-house").committed_state.rules is not None
    dealer = visits.page("/#/new-table", token=room.sign_in("Dora", AccountRole.DEALER))
    expect(dealer.locator("main")).to_contain_text("Sign in as a floorperson or administrator")


def test_the_page_names_every_step_of_automation(tmp_path_factory: pytest.TempPathFactory) -> None:
    result = run_node(
        tmp_path_factory.mktemp("node"), STEPS, {"titles": ["Süd 7, high limits!", "–", "A" * 50]}
    )
    assert {*result["steps"]} == {str(flag.name).lower() for flag in Automation.EVERYTHING}
    assert result["keys"] == ["sud-7-high-limits", "", "a" * 40]
