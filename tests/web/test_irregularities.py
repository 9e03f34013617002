"""During an irregularity, the page says what happened and shows the right balances.

The house deals; a dealer reports, and a floorperson rules, over the same routes as everybody.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from pitboss.cards import card_text
from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.room.people.accounts import AccountRole
from pitboss.table import Automation, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from tests.web.browser_visits import LAPTOP, PHONE, Visits
from tests.web.page_room import PageRoom
from tests.web.players import BETS, Player
from tests.web.test_table import CCP, THB, check_inside

RET = "run-em-twice"
STEPS = tuple(str(item.name).lower() for item in Automation if item not in Automation.RULE)
BELOW = """() => {
  const ends = [...document.querySelectorAll(".spot .label")].map((one) => one.getBoundingClientRect().bottom);
  return Math.max(...ends) - document.querySelector(".felt").getBoundingClientRect().bottom;
}"""  # noqa: E501
"""How far the last spot is below the felt, which does not scroll."""
BET = {"ante_across": 500, "ante_down": 500, "bonus_spin": 100}
GOODS: dict[str, Any] = {
    "paytable": "A",
    "top_symbol": "Star",
    "merchandise": "a week for two by the sea",
    "fixed_prize": 99_900,
    "wheel": [{"symbol": "Star", "stops": 1}],
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRoom]:
    """Run a room in which a human floorperson rules."""
    folder = tmp_path_factory.mktemp("floor")
    with PageRoom(folder, {"first": CCP}, automation=STEPS, practice="irregular") as result:
        result.sign_in("Dee", AccountRole.DEALER)
        result.sign_in("Flo", AccountRole.FLOORPERSON)
        yield result


def asked_player(
    visits: Visits, room: PageRoom, table: str, size: tuple[int, int] = LAPTOP
) -> Player:
    """Seat a player with every wager on the table, and deal until the first decision."""
    page = visits.visitor(size, token=room.sign_in(f"Ida {table}")).new_page()
    player = Player(visits, room, table, page=page)
    player.starts()
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()
    return player


def report(room: PageRoom, table: str, kind: Kind, **which: Any) -> None:  # noqa: ANN401
    round_ = room.actor(table).committed_state.round
    room.execute("Dee", table, c.Report(kind, round=round_.number if round_ else 0, **which))


def rule(room: PageRoom, table: str, ruling: Ruling) -> None:
    room.execute("Flo", table, c.Rule(ruling, "seen by all"))


def banner(player: Player) -> Locator:
    return player.page.locator(".banner")


@pytest.mark.parametrize("size", [LAPTOP, (820, 1180), PHONE], ids=["laptop", "tablet", "phone"])
def test_an_exposed_card_is_named_and_play_waits(
    size: tuple[int, int], visits: Visits, room: PageRoom
) -> None:
    table = room.create_table(f"exposed-{size[0]}", THB)
    player = asked_player(visits, room, table, size)
    report(room, table, Kind.DRAWN_EXPOSED, seat=3, card="second")
    expect(banner(player)).to_have_text(
        "Play is stopped: a card was drawn in error and exposed, or the dealer exposed a player's "
        "card (seat 3's second card). A floorperson will make a ruling."
    )
    expect(player.prompt).to_contain_text("Play is stopped until a floorperson makes a ruling.")
    expect(player.page.locator(".decision")).to_have_count(0)
    expect(player.page.locator(".count")).to_have_count(0)
    expect(player.page.locator(".visually-hidden[aria-live]")).to_contain_text(
        "Play is stopped: a card was"
    )
    player.page.keyboard.press("f")  # the key of a decision does nothing now
    expect(player.prompt.locator(".note")).to_have_count(0)
    check_inside(player.page, ".banner")
    assert player.page.evaluate(BELOW) <= 0
    player.page.get_by_role("tab", name="Fair").click()
    proof_rows = player.page.locator(".proofs li")
    expect(proof_rows.filter(has_text="Seat 3, second card")).to_contain_text("verified")
    if size[0] <= 820:  # where the rail is a sheet
        player.page.get_by_role("button", name="Close").click()
    rule(room, table, Ruling.GO_ON)
    expect(banner(player)).to_have_count(0)
    expect(player.page.locator(".decision").first).to_be_visible()


def test_exposed_next_card_is_shown(visits: Visits, room: PageRoom) -> None:
    """The next card of the stack was exposed: everybody sees it next to the table's own cards."""
    table = room.create_table("next-card", THB)
    player = asked_player(visits, room, table)
    report(room, table, Kind.DRAWN_EXPOSED)
    expect(banner(player)).to_contain_text("(the next card of the stack, to be burned)")
    view_ = room.look(player.name, table).round
    assert view_
    (face,) = view_.open
    open_ = player.page.locator(".exposed")
    expect(open_.locator("pb-card")).to_have_count(1)
    expect(open_).to_contain_text("Exposed")
    expect(open_.get_by_role("img")).not_to_have_accessible_name("face-down card")
    assert face != "??"
    player.page.get_by_role("tab", name="Fair").click()
    proof_rows = player.page.locator(".proofs li")
    expect(proof_rows.filter(has_text="Exposed")).to_contain_text("verified")
    expect(proof_rows.filter(has_text="Seat 3, first card")).to_have_count(1)


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_returned_side_wager_is_shown_at_its_spot(
    size: tuple[int, int], visits: Visits, room: PageRoom
) -> None:
    table = room.create_table(f"returned-{size[0]}", CCP)
    player = asked_player(visits, room, table, size)
    spot = player.spot("bonus_spin")
    report(room, table, Kind.WHEEL_DOWN)
    expect(banner(player)).to_contain_text("Play is stopped: the wheel fails.")
    rule(room, table, Ruling.RETURN)
    expect(banner(player)).to_have_text("The wheel is out of order. Bonus Spin is closed for now.")
    expect(spot.locator(".result")).to_have_text("$5 back")
    expect(spot.locator("pb-chip")).to_have_count(0)
    assert player.page.evaluate(BELOW) <= 0
    player.answers()
    expect(spot.locator(".result")).to_have_text("$5 back")
    expect(player.page.locator(".explanations")).to_contain_text(
        "A device failed: Bonus Spin is returned."
    )
    net = room.actor(table).committed_state.last[-1].results[3]
    total = sum(item.credit - item.stake for item in net.values())
    assert "bonus_spin" not in net
    expect(player.prompt).to_contain_text(re.compile(rf"This round: [+−]?\${abs(total) // 100}\b"))
    # The next bet leaves it out, even when repeating the last one, and its spot takes no chip.
    again = player.button(re.compile("^Rebet"))
    expect(again).to_have_text("Rebet $15")
    again.click()
    expect(player.page.locator(".decision").first).to_be_visible()
    assert "bonus_spin" not in room.actor(table).committed_state.round.wagers[3]  # type: ignore[union-attr]
    player.answers()
    player.go_on()
    expect(player.prompt).to_contain_text(BETS)
    expect(spot.get_by_role("button")).to_be_disabled()
    expect(spot.get_by_role("button")).to_have_accessible_name(
        "Bonus Spin, closed: the wheel is out of order"
    )
    room.execute("Flo", table, c.RestoreDevice(Device.WHEEL))
    expect(banner(player)).to_have_count(0)
    player.put("bonus_spin")
    expect(spot.locator("pb-chip")).to_be_visible()


def test_wager_awaiting_its_device_is_shown(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("waiting", RET)
    player = asked_player(visits, room, table)
    report(room, table, Kind.PROGRESSIVE_DOWN)
    rule(room, table, Ruling.WAIT)
    expect(banner(player)).to_have_text(
        "The progressive system is out of order. "
        "Progressive will be settled once the progressive system works again."
    )


def goods_tables(room: PageRoom) -> Iterator[str]:
    for n in count():
        yield room.create_table(f"goods-{n}", CCP, {"wagers": {"bonus_spin": GOODS}})


def first_hand_is_a_pair(room: PageRoom, name: str) -> bool:
    """Return whether practice deals seat 3 a pair in a table's first round: one in seventeen."""
    table_ = room.actor(name).table
    submission = {"wagers": {"bonus_spin": GOODS}}
    table = Table.open(CCP, submission, practice=table_._practice, name=table_.state.table)
    gus = table.player("Gus")
    gus.take_seat(3)
    gus.buy_in(200_00)
    table.open_round()
    gus.place_wagers(3, BET)
    table.no_more_bets()
    assert table.state.round
    assert table.shoe
    first, second = (table.shoe.cards[at] for at in table.state.round.holes[3])
    return card_text(first)[0] == card_text(second)[0]


def test_merchandise_is_shown_on_the_wheel_and_at_the_spot(visits: Visits, room: PageRoom) -> None:
    table = next(table for table in goods_tables(room) if first_hand_is_a_pair(room, table))
    player = Player(visits, room, table, room.sign_in("Gus goods"))
    player.starts()
    player.page.get_by_role("tab", name="Rules").click()
    row = player.page.get_by_role("row", name=re.compile("^Star × 1"))
    expect(row).to_contain_text("a week for two by the sea, worth $999")
    spot = player.spot("bonus_spin")
    room.execute("Gus goods", table, c.PlaceWagers(3, BET))  # nothing is added to the shuffle
    player.answers()
    expect(spot.locator(".hand-name")).to_have_text("a week for two by the sea")
    expect(spot.locator(".result")).to_have_text("Star +$998")
    expect(player.page.locator(".explanations")).to_contain_text(
        "Bonus Spin wins a week for two by the sea, worth $999."
    )


def test_reversed_win_is_not_shown(visits: Visits, room: PageRoom) -> None:
    """The round is voided after all seats are settled: spots show refunds, and nothing glows."""
    table = room.create_table("reversed", CCP)
    settles = room.actor(table)
    settles.table.automation &= ~Automation.CLOSE
    player = asked_player(visits, room, table)
    while player.page.locator(".decision").count():
        player.answer("1x")
    expect(player.page.locator(".spot .result").first).to_be_visible()
    report(room, table, Kind.WRONG_NUMBER)
    rule(room, table, Ruling.BY_THE_BOOK)
    expect(player.prompt).to_contain_text(
        "Round void, bets returned: a player, the dealer or the comm"
    )
    expect(player.page.locator(".spot.win, .spot.lose")).to_have_count(0)
    for spot in player.page.locator(".spot.done").all():
        expect(spot.locator(".result")).to_have_text(re.compile(r"^\$\d+ back$"))
    room.execute("Dee", table, c.CloseRound(round=1))
    expect(player.page.locator(".felt.over")).to_be_visible()
    expect(player.page.locator(".spot.win, .spot.lose")).to_have_count(0)
    expect(player.page.locator(".explanations")).not_to_contain_text("wins")
    player.page.get_by_role("tab", name="History").click()
    expect(player.page.locator(".rounds li b").first).to_have_text("void")


def test_wager_settled_in_a_void_round_is_counted(visits: Visits, room: PageRoom) -> None:
    """THB 13.F: the bonus is settled, so the round has a net result."""
    table = room.create_table("bonus-settled", THB)
    player = asked_player(visits, room, table)
    report(room, table, Kind.DEALER_CARD_EXPOSED, position=1)
    expect(banner(player)).to_contain_text("(Dealer, card 1)")
    rule(room, table, Ruling.BY_THE_BOOK)
    expect(player.page.locator(".felt.over")).to_be_visible()
    bonus = room.actor(table).committed_state.last[-1].results[3]["bonus"]
    net = bonus.credit - bonus.stake
    assert net
    amount_text = f"{'+' if net > 0 else '−'}${abs(net) // 100}"
    expect(player.prompt).to_contain_text("Round void, bets returned: ")
    expect(player.prompt).to_contain_text(f"This round: {amount_text}")
    player.page.get_by_role("tab", name="History").click()
    expect(player.page.locator(".rounds li b").first).to_have_text(f"void {amount_text}")
