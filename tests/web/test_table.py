"""At the table: placing and removing chips, other players, timers, full seats."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.room.timers import TimeLimits
from pitboss.table import commands as c
from tests.filings import own
from tests.web.browser_visits import LAPTOP, PHONE, Visits
from tests.web.page_room import PageRoom
from tests.web.players import BETS, READY, Keys, Player

CCP, THB = "criss-cross", "holdem-bonus"
LONG = "Maximiliana Konstantina von und zu Hohen"
"""The longest name that is accepted."""


def sits(room: PageRoom, name: str, table: str, seat: int) -> None:
    room.execute(name, table, c.TakeSeat(seat), c.BuyIn(500_00))


def test_chips_are_placed_and_removed(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("chips", CCP)
    player = Player(visits, room, table)
    player.starts()
    player.put(player.required)
    ante, side = player.spot(player.required), player.sides[0]
    expect(ante.locator("pb-chip")).to_be_visible()
    expect(player.page.locator(".spot pb-chip")).to_have_count(2)
    expect(player.button(re.compile("^Bet"))).to_have_text("Bet $10")
    player.put(side)
    player.put(side)
    expect(player.button(re.compile("^Bet"))).to_have_text("Bet $20")
    player.button("Undo").click()
    expect(player.button(re.compile("^Bet"))).to_have_text("Bet $15")
    player.button("Clear").click()
    expect(player.page.locator(".spot pb-chip")).to_have_count(0)
    player.button("Undo").click()
    expect(player.button(re.compile("^Bet"))).to_have_text("Bet $15")
    player.page.get_by_role("button", name="$25", exact=True).click()
    player.put(side)
    expect(player.button(re.compile("^Bet"))).to_have_text("Bet $40")
    player.spot(side).get_by_role("button").click(button="right")
    expect(player.button(re.compile("^Bet"))).to_have_text("Bet $10")


def test_a_chip_is_dragged_to_a_spot(visits: Visits, room: PageRoom) -> None:
    player = Player(visits, room, room.create_table("dragged", THB))
    player.starts()
    chip = player.page.get_by_role("button", name="$25", exact=True)
    chip.drag_to(player.spot(player.required).get_by_role("button"))
    expect(player.spot(player.required).get_by_role("button")).to_have_accessible_name(
        re.compile(r", \$25")
    )
    assert player.room.look(player.name, player.table).round is not None


def test_bet_is_taken_back_and_repeated(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("again", THB)
    sits(room, "Zoe", table, 5)  # one who does not bet, so that there is time
    player = Player(visits, room, table)
    player.starts()
    player.wagers()
    player.button("Take bets back").click()
    expect(player.prompt).to_contain_text(BETS)
    expect(player.page.locator(".spot pb-chip")).to_have_count(1 + len(player.sides))
    player.bet()
    expect(player.button("Take bets back")).to_be_visible()
    player.page.wait_for_timeout(200)
    expect(player.prompt.locator(".note")).to_have_count(0)
    room.execute("Zoe", table, c.PlaceWagers(5, {"ante": 500}))
    player.decide("Fold")
    expect(player.prompt).to_contain_text("Waiting for Zoe")
    room.execute("Zoe", table, c.Decide(5, "fold"))
    expect(player.page.locator(".felt.over")).to_be_visible()
    player.button(re.compile("^Rebet")).click()
    expect(player.button("Take bets back")).to_be_visible()
    seat = room.actor(table).committed_state.round
    assert seat is not None
    assert seat.wagers[3] == {"ante": 500, player.sides[0]: 500}


def test_single_key_shortcuts_can_be_turned_off(visits: Visits, room: PageRoom) -> None:
    """Voice control and accidental key presses must not place bets (WCAG 2.1.4)."""
    player = Player(visits, room, room.create_table("keys", THB))
    player.starts()
    player.page.keyboard.press("1")
    expect(player.page.locator(".spot pb-chip")).to_have_count(1)
    player.page.locator(".keys summary").click()
    player.page.get_by_role("checkbox", name="Enable keyboard shortcuts").uncheck()
    player.page.locator("h1").click()
    player.page.keyboard.press("x")
    expect(player.page.locator(".spot pb-chip")).to_have_count(1)


def test_two_people_see_each_other(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("two", CCP)
    ann = Player(visits, room, table, room.sign_in("Ann"))
    ben = Player(visits, room, table, room.sign_in("Ben"))
    ann.starts(2)
    ben.open_table()
    expect(ben.seat(2)).to_contain_text("Ann")
    ben.sits(4)
    expect(ann.seat(4)).to_contain_text("Ben")
    expect(ann.seat(4)).to_contain_text("betting")
    ann.wagers(ann.required)
    expect(ben.seat(2)).to_contain_text("$10")
    ben.wagers()
    expect(ann.prompt).to_contain_text("Your turn")
    expect(ben.prompt).to_contain_text("Waiting for Ann")
    expect(ben.seat(2)).to_contain_text("thinking")
    backs = ben.seat(2).get_by_role("img", name="face-down card")
    expect(backs).to_have_count(2)
    ann.decide("3x")
    expect(ben.seat(2)).to_contain_text("$25")
    expect(ann.prompt).to_contain_text("Waiting for Ben")
    ben.decide("Fold")
    expect(ann.seat(4)).to_contain_text(re.compile("folded|−"))
    ann.answers()
    expect(ben.seat(2)).to_contain_text(re.compile(r"[+−]?\$\d"))


def test_remaining_time_is_shown(visits: Visits, room: PageRoom) -> None:
    player = Player(visits, room, room.create_table("clock", THB))
    player.starts()
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()
    count = player.page.locator(".prompt .count")
    expect(count).to_have_text(re.compile(r"5[89] s"))
    first = seconds(count.inner_text())
    expect(count).not_to_contain_text(f"{first} s")
    assert seconds(count.inner_text()) < first


def seconds(text: str) -> int:
    return int(re.findall(r"\d+", text)[0])


def test_several_tables_in_tabs(visits: Visits, room: PageRoom) -> None:
    player_one = Player(visits, room, room.create_table("tab-one", CCP))
    player_one.starts()
    other = Player(
        visits, room, room.create_table("tab-two", CCP), page=player_one.page.context.new_page()
    )
    other.starts(5)
    assert other.name == player_one.name
    for tab in (player_one, other):
        tab.page.bring_to_front()
        tab.wagers()
        assert tab.answers() == len(GAMES[CCP].streets)


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_full_table_of_long_names(size: tuple[int, int], visits: Visits, room: PageRoom) -> None:
    table = f"full-{size[0]}"
    room.create_table(table, CCP)
    for seat in range(1, 7):
        sits(room, f"{LONG[:-2]} {seat}", table, seat)
    page = visits.page("/", size)
    tile = page.locator(f"a[href='#/table/{table}']")
    expect(tile).to_contain_text("6 of 6 seats taken")
    expect(tile).to_contain_text("Watch")
    tile.click()
    expect(page.locator(".invitation")).to_contain_text("Every seat is taken")
    expect(page.get_by_role("button", name="Sit here")).to_have_count(0)
    check_inside(page, ".seat")


def check_inside(page: Page, what: str) -> None:
    """Check that nothing sticks out of the page, and that no two elements overlap."""
    boxes = [item.bounding_box() for item in page.locator(what).all()]
    size = page.viewport_size
    assert size
    for box in boxes:
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
    for at, item in enumerate(boxes):
        for other in boxes[:at]:
            assert item
            assert other
            apart = (
                item["x"] + item["width"] <= other["x"] + 1
                or other["x"] + other["width"] <= item["x"] + 1
                or item["y"] + item["height"] <= other["y"] + 1
                or other["y"] + other["height"] <= item["y"] + 1
            )
            assert apart, (item, other)


def test_enter_activates_the_focused_element(visits: Visits, room: PageRoom) -> None:
    player = Player(visits, room, room.create_table("enter", CCP))
    player.starts()
    player.put(player.required)
    player.page.locator(".keys summary").focus()
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".keys[open]")).to_be_visible()
    expect(player.button(re.compile(r"^Bet \$"))).to_be_visible()


def test_late_player_is_reported(visits: Visits, tmp_path: Path) -> None:
    pace = TimeLimits(opens=0.1, bets=30, settles_down=0.3, answers=1.5)
    with PageRoom(tmp_path, {"late": CCP}, pace=pace) as room:
        player = Player(visits.elsewhere(room.address), room, "late")
        player.starts()
        player.wagers(player.required)
        expect(player.page.locator(".count.soon")).to_be_visible()
        expect(player.page.locator(".felt.over")).to_be_visible(timeout=20_000)
        expect(player.prompt).to_contain_text("This round: −$10")
        expect(player.prompt).to_contain_text("You ran out of time")
        player.page.context.close()


def test_unaffordable_choice_opens_the_chips_dialog(visits: Visits, room: PageRoom) -> None:
    player = Player(visits, room, room.create_table("short", CCP), room.sign_in("Shorty"))
    player.starts()
    chips = room.actor(player.table).committed_state.chips("Shorty")
    room.execute("Shorty", player.table, c.CashOut(chips - 22_00))
    expect(player.page.locator("button.purse")).to_have_text("$22.00")
    player.wagers(player.required)
    ready = player.page.locator(".decision[aria-disabled=false]")
    expect(ready.filter(has_text="3x")).to_contain_text("$15: buy chips")
    ready.filter(has_text="3x").click()
    expect(player.page.locator("dialog")).to_contain_text("Account balance")
    player.page.keyboard.press("Escape")
    player.answer("1x")


def test_rules_show_who_filed_them_and_that_they_are_an_example(
    visits: Visits, room: PageRoom
) -> None:
    """ROUND-11."""
    for table, submission, filed_by in (
        ("filed-example", {}, "filed by Example Casino (example). Rules"),
        ("filed-own", own(THB), "filed by Grand Casino. Rules"),
    ):
        player = Player(visits, room, room.create_table(table, THB, submission))
        player.starts()
        player.page.get_by_role("tab", name="Rules").click()
        expect(player.page.get_by_text(filed_by)).to_be_visible()


def test_double_key_press_answers_one_street(visits: Visits, room: PageRoom) -> None:
    """The second of two key presses does not answer the next question; nor does a second click."""
    player = Keys(visits, room, room.create_table("quick", CCP))
    player.starts()
    player.wagers(player.required)
    expect(player.page.locator(READY).first).to_be_visible()
    first = player.page.locator(".prompt .yours strong").inner_text()
    player.page.evaluate(
        """(was) => new Promise((done) => {
            const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }));
            const street = () => document.querySelector(".prompt .yours strong")?.textContent;
            const look = () => (street() && street() !== was ? done(press()) : requestAnimationFrame(look));
            press();
            press();
            look();
        })""",  # noqa: E501
        first,
    )
    player.page.wait_for_timeout(300)
    round_ = room.actor(player.table).committed_state.round
    assert round_ is not None
    assert [*round_.decisions[3]] == ["1x"]
    expect(player.prompt.locator(".note")).to_have_count(0)
    assert player.answers() == len(GAMES[CCP].streets) - 1


def test_keys_cannot_choose_an_unaffordable_raise(visits: Visits, room: PageRoom) -> None:
    """An unaffordable raise opens the dialog for chips, by key as by click."""
    player = Keys(visits, room, room.create_table("poor", CCP), room.sign_in("Poor"))
    player.starts()
    chips = room.actor(player.table).committed_state.chips("Poor")
    room.execute("Poor", player.table, c.CashOut(chips - 17_00))
    expect(player.page.locator("button.purse")).to_have_text("$17.00")
    player.wagers(player.required)
    player.decide("3x")
    expect(player.page.get_by_role("dialog")).to_contain_text("Your chips")
    round_ = room.actor(player.table).committed_state.round
    assert round_ is not None
    assert not round_.decisions.get(3)


def test_leaving_by_choice_is_not_reported_as_late(visits: Visits, room: PageRoom) -> None:
    """Such a player is not reported as late, either at once or at the end of that round."""
    player = Player(visits, room, room.create_table("leaves", CCP))
    player.starts()
    player.wagers(player.required)
    expect(player.page.locator(READY).first).to_be_visible()
    player.page.once("dialog", lambda dialog: dialog.accept())
    player.button("Leave table").click()
    expect(
        player.page.locator(".felt.over").or_(player.page.locator(".invitation")).first
    ).to_be_visible()
    player.page.wait_for_timeout(500)
    assert not room.actor(player.table).committed_state.seats
    for words in ("ran out of time", "lost your seat"):
        expect(player.page.locator("body")).not_to_contain_text(words)


def test_leaving_in_another_tab_is_not_reported_as_late(visits: Visits, room: PageRoom) -> None:
    player = Player(visits, room, room.create_table("tabs", CCP), room.sign_in("Tabby"))
    player.starts()
    player.wagers(player.required)
    expect(player.page.locator(READY).first).to_be_visible()
    room.execute("Tabby", player.table, c.Leave(3))
    expect(player.page.locator("body")).to_contain_text("You lost your seat")
    expect(player.page.locator("body")).not_to_contain_text("ran out of time")


def test_required_wagers_must_be_affordable_together(visits: Visits, room: PageRoom) -> None:
    """Without enough for both antes, chips are offered, and repeating the bet is not."""
    player = Player(visits, room, room.create_table("needs", CCP), room.sign_in("Needy"))
    player.starts()
    player.wagers(player.required)
    player.decide("Fold")
    expect(player.page.locator(".felt.over")).to_be_visible()
    chips = room.actor(player.table).committed_state.chips("Needy")
    room.execute("Needy", player.table, c.CashOut(chips - 7_00))
    expect(player.page.locator("button.purse")).to_have_text("$7.00")
    expect(player.button(re.compile("^Rebet"))).to_have_count(0)
    player.page.keyboard.press("r")
    expect(player.button("Buy more chips")).to_be_visible()
    player.go_on()
    expect(player.button("Buy more chips")).to_be_visible()
    expect(player.button(re.compile("^Bet"))).to_have_count(0)
    player.button("Buy more chips").click()
    expect(player.page.locator("button.purse")).to_have_text("$207.00")
    expect(player.button(re.compile("^Rebet"))).to_be_visible()
    round_ = room.actor(player.table).committed_state.round
    assert round_ is not None
    assert not round_.wagers.get(3)
