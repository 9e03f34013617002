"""A dealer runs a table of a room from the dealer's page: rounds, irregularities, counts, decks."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from pitboss.money import dollars
from pitboss.room.people.accounts import AccountRole
from pitboss.room.timers import TimeLimits
from pitboss.table import Phase, State
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from tests.web.accessibility import in_both
from tests.web.browser_visits import PHONE, Visits
from tests.web.dealing import TABLET, DealerKeys, DealerPage
from tests.web.page_room import PageRoom

GAMES = ["run-em-twice", "criss-cross", "holdem-bonus", "stud-235"]
BY_HAND = ("nothing",)
NO_HURRY = TimeLimits(opens=3000, bets=3000, settles_down=3000, answers=3000)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRoom]:
    """Run a room in which people do everything."""
    folder = tmp_path_factory.mktemp("dealing")
    tables = {"first": "criss-cross"}
    with PageRoom(folder, tables, NO_HURRY, "dealing", automation=BY_HAND) as result:
        yield result


def has_closed(number: int) -> Callable[[State], bool]:
    return lambda state: (
        state.round is not None
        and state.round.number == number
        and state.round.phase is Phase.CLOSED
    )


def is_playing(state: State) -> bool:
    return state.round is not None and state.round.turn is not None


def check_payments(dealer: DealerPage) -> None:
    """The page says what to pay and take at the seat that was settled last."""
    payments = dealer.console().payments
    seat = payments and next((x for x in payments.seats if x.seat == payments.last), None)
    if not seat:
        return
    panel = dealer.page.locator(".pay-now")
    if seat.pays.cents:
        expect(panel.locator("h3")).to_have_text(f"Pay seat {seat.seat}")
        expect(panel.locator(".pay-sum")).to_have_text(dollars(seat.pays.cents))
        chips = [f"× {chip.count} {chip.color}" for chip in seat.pays.chips]
        texts = panel.locator(".pay-chips li").all_inner_texts()
        assert [" ".join(text.split()[-3:]) for text in texts] == chips
    if seat.takes:
        expect(panel.locator(".take-sum")).to_contain_text(dollars(seat.takes))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_dealt_from_the_page(game: str, visits: Visits, room: PageRoom) -> None:
    """From the opening count to the close; one game by keyboard alone."""
    table = room.create_table(f"round-{game}", game)
    dealer = (DealerKeys if game == "stud-235" else DealerPage)(visits, room, table)
    settled_seats: list[int | None] = []
    for _ in range(120):
        if has_closed(1)(dealer.state):
            break
        dealer.step()
        payments = dealer.console().payments
        if payments and payments.last not in settled_seats[-1:]:
            dealer.wait()
            check_payments(dealer)
            settled_seats.append(payments.last)
    assert settled_seats[-1] == 1
    assert has_closed(1)(dealer.state)
    dealer.wait()
    by = {sentence.by for sentence in dealer.console().log}
    assert {"Dee", dealer.players[1]} <= by
    dealer.open_list("Log")
    expect(dealer.dialog().locator(".log li").first).to_contain_text(dealer.console().log[-1].text)


def test_an_irregularity_is_reported_in_two_taps(visits: Visits, room: PageRoom) -> None:
    """The consequence is shown before it is sent; play waits for the floorperson."""
    table = room.create_table("irregular", "criss-cross")
    dealer = DealerPage(visits, room, table)
    dealer.until(is_playing, by_page=False)
    dealer.wait()
    version = dealer.state.version
    dealer.open_list("Irregularity")
    action = next(x for x in dealer.console().incidents if x.id == "report-wrong-number")
    dealer.press(dealer.dialog().get_by_role("button", name=action.label))
    expect(dealer.dialog().locator(".consequence")).to_contain_text(action.detail)
    expect(dealer.dialog().locator(".consequence")).to_contain_text(action.clause)
    assert dealer.state.version == version
    if len(action.variants) > 1:
        dealer.press(dealer.dialog().locator(".variants button").first)
    dealer.press(dealer.dialog().get_by_role("button", name="Report", exact=True))
    expect(dealer.page.locator(".banner")).to_contain_text("Play is stopped")
    expect(dealer.page.locator(".step .whose")).to_contain_text("Waiting for a floorperson")
    expect(dealer.page.locator("button.go")).to_have_count(0)
    assert dealer.state.day.incident is not None
    room.execute("Flo", table, c.Rule(Ruling.BY_THE_BOOK, "seen by all"))
    expect(dealer.page.locator(".banner")).to_have_count(0)
    dealer.until(has_closed(1))
    assert dealer.state.round is not None
    assert dealer.state.round.void


def test_an_irregularity_that_is_not_possible_says_why(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("impossible", "criss-cross")
    dealer = DealerKeys(visits, room, table)
    dealer.open_list("Irregularity")
    action = next(x for x in dealer.console().incidents if x.id == "report-player-skipped")
    dealer.press(dealer.dialog().get_by_role("button", name=action.label))
    expect(dealer.dialog().locator(".note")).to_have_text(f"Not now: {action.refusal}.")
    expect(dealer.dialog().get_by_role("button", name="Report", exact=True)).to_have_count(0)
    dealer.page.keyboard.press("Escape")
    expect(dealer.dialog()).to_have_count(0)


@pytest.mark.slow
def test_stub_count_and_deck_change(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("counts", "criss-cross")
    dealer = DealerPage(visits, room, table)
    dealer.until(lambda state: dealer.console().instruction.step == "CountStub", by_page=False)
    dealer.wait()
    field = dealer.page.locator(".step input[name=cards]")
    dealer.type("cards", "many")
    dealer.confirm()
    expect(dealer.page.locator(".step .answer .note")).to_have_text(
        "'many' is not a whole number of at most 6 digits."
    )
    expect(field).to_have_value("many")
    dealer.confirm_on_page(dealer.console())
    number = dealer.state.round.number if dealer.state.round else 0
    dealer.until(has_closed(number), by_page=False)
    # The deck is changed: it is removed, and the next step asks for the register's entries.
    dealer.wait()
    dealer.open_list("Deck")
    dealer.press(dealer.dialog().get_by_role("button", name="Remove the deck from the table"))
    dealer.press(dealer.dialog().locator("button.primary"))
    expect(dealer.dialog()).to_have_count(0)
    assert not dealer.state.day.decks
    dealer.until(lambda state: dealer.console().instruction.step == "ReceiveDeck", by_page=False)
    dealer.wait()
    expect(dealer.page.locator(".step input")).to_have_count(3)
    dealer.type("id", "B-117")
    dealer.type("color", "green")
    dealer.confirm()
    expect(dealer.page.locator(".timers")).to_contain_text("Deck B-117, green")


def test_a_cut_out_of_range_is_a_sentence(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("cut", "criss-cross")
    dealer = DealerPage(visits, room, table)

    def asks_for_cut(_: State) -> bool:
        primary = dealer.console().primary
        return primary is not None and primary.label == "cut"

    dealer.until(asks_for_cut, by_page=False)
    dealer.wait()
    dealer.type("cards", "5")
    dealer.confirm()
    expect(dealer.page.locator(".step .answer .note")).to_have_text("Enter 10 to 42, not 5.")
    dealer.type("cards", "26")
    dealer.confirm()
    dealer.page.wait_for_function(
        "() => !document.querySelector('.step input[name=cards]')", timeout=10_000
    )


def test_a_step_that_is_refused_says_why(visits: Visits, room: PageRoom) -> None:
    """A step that somebody else carried out a moment before is refused by the table."""
    table = room.create_table("refused", "criss-cross")
    dealer = DealerPage(visits, room, table)
    dealer.until(lambda state: bool(state.day.signed), by_page=False)
    dealer.wait()
    dealer.page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            const message = JSON.parse(text);
            message.command = { type: "CloseRound" };
            send.call(this, JSON.stringify(message));
          };
        }"""
    )
    if dealer.page.locator(".step input").count():
        dealer.type("cards", "26") if dealer.page.locator("[name=cards]").count() else None
    dealer.confirm()
    refusal = dealer.page.locator(".refusal")
    expect(refusal).to_have_text(re.compile(r"^[A-Z].+[.)]$"))
    # It stays beside the step that is due instead, and goes with it.
    dealer.step(by_page=False)
    expect(refusal).to_be_empty()


def test_only_assigned_tables_are_listed(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 4")
    token = room.sign_in("Newt", AccountRole.DEALER)
    room.create_table("later", "stud-235")
    page = visits.page("/", PHONE, token=token)
    page.get_by_role("link", name="Deal", exact=True).click()
    expect(page.locator(".deal-tables li").first).to_be_visible()
    expect(page.locator("a[href='#/deal/first']")).to_be_visible()
    expect(page.locator("a[href='#/deal/later']")).to_have_count(0)
    page.goto("/#/deal/later")
    expect(page.locator(".banner")).to_contain_text("is not assigned to this table")
    page.goto("/#/deal/nowhere")
    expect(page.get_by_role("heading", name="Can't open this table")).to_be_visible()


def test_players_see_no_dealers_page(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 4")
    page = visits.page("/#/deal", TABLET, token=room.sign_in("Pia"))
    expect(page.locator("main")).to_contain_text("Sign in as a dealer or floorperson")
    expect(page.get_by_role("link", name="Deal", exact=True)).to_have_count(0)
    page.goto("/#/deal/first")
    expect(page.locator(".banner")).to_be_visible()
    expect(page.locator("button.go")).to_have_count(0)


@pytest.mark.parametrize("size", [TABLET, PHONE, (320, 640)], ids=["tablet", "phone", "narrow"])
def test_accessibility(size: tuple[int, int], visits: Visits, room: PageRoom) -> None:
    token = room.sign_in("Dee", AccountRole.DEALER)
    page = visits.page("/#/deal/first", size, token=token)
    expect(page.locator("button.go")).to_be_visible()
    assert not in_both(page, "step")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= size[0]
    page.get_by_role("button", name="Irregularity", exact=True).click()
    expect(page.locator("dialog[open] .action-list li").first).to_be_visible()
    assert not in_both(page, "list")
    page.locator("dialog[open] .action-list button").first.click()
    expect(page.locator("dialog[open] .action-form")).to_be_visible()
    assert not in_both(page, "consequence")
