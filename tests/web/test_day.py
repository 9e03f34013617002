"""A whole day at a table of each game, run by a dealer and two floorpersons from their pages.

The players act without a page, as soon as the table waits for them. Most rounds are dealt by a loop
in the page that confirms each step as soon as the page lets it.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import expect

from pitboss.room.audit.auditor import audit
from pitboss.room.people.accounts import AccountRole
from pitboss.room.store.opening import open_read_only
from pitboss.room.timers import TimeLimits
from pitboss.table import Phase
from pitboss.verify import verify
from tests.room.http.in_process_room import PASSWORD
from tests.table.tables import CCP, KEYS, RET, STUD, THB
from tests.web.browser_visits import OFFLINE, Visits
from tests.web.cuttable_proxy import Wire
from tests.web.day_players import TablePlayers, find_jackpot
from tests.web.day_staff import OPEN_BETTING, DayDealer, FloorPage
from tests.web.dealing import CURRENT, TABLET
from tests.web.page_room import PageRoom

BY_HAND = ("nothing",)
NO_HURRY = TimeLimits(opens=3000, bets=3000, settles_down=3000, answers=3000)
ROUNDS: Final = 10
"""Rounds of each game that are dealt to their end, besides those that are void."""


class Irregularity(NamedTuple):
    """An irregularity as a dealer reports it, and the ruling of the floor if there is one."""

    label: str
    variant: str = ""
    ruling: str = ""
    ends_round: bool = False
    restores: str = ""
    """The device that the floor has working again after the round."""


WRONG_NUMBER: Final = Irregularity(
    "the wrong number of cards", "the dealer or the community", "by the book", ends_round=True
)
EXPOSED: Final = Irregularity("drawn in error and exposed", "Seat 2", "go on")
IRREGULARITIES: Final = {
    RET: (
        WRONG_NUMBER,
        EXPOSED,
        Irregularity("The progressive system fails", "", "return", restores="progressive system"),
    ),
    CCP: (
        Irregularity("drawn in error and exposed", "Seat 2", "void", ends_round=True),
        Irregularity("The wheel fails", "", "return", restores="wheel"),
        Irregularity("A community card was exposed early", "Center", "go on"),
    ),
    THB: (
        Irregularity("A dealer card was exposed", "card 1", "by the book", ends_round=True),
        EXPOSED,
        Irregularity("A card is face up in the shoe"),
    ),
    STUD: (
        WRONG_NUMBER,
        EXPOSED,
        Irregularity("The progressive system fails", "", "wait"),
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("day")


@pytest.fixture(scope="module")
def room(folder: Path) -> Iterator[PageRoom]:
    """Run a room in which people do everything."""
    tables = {"spare": CCP}
    with PageRoom(folder, tables, NO_HURRY, "day", 10_000_00, automation=BY_HAND) as result:
        yield result


@pytest.mark.slow
@pytest.mark.parametrize("game", KEYS)
def test_a_whole_day_is_run_from_the_pages(
    game: str, visits: Visits, room: PageRoom, folder: Path
) -> None:
    """From the opening count to the audit; in one game, the dealer's connection is lost."""
    visits.expect_errors(f"status of 4|{OFFLINE}")  # counts that do not match
    with Wire(room.address) as wire:
        day = Day(game, visits, room, wire)
        day.open()
        day.deal_the_first_round()
        if game == RET:
            day.assign_a_second_dealer()
        for irregularity in IRREGULARITIES[game]:
            day.deal_with(irregularity)
        day.void_by_two_people()
        if game != THB:  # which has no progressive
            day.hit_a_jackpot()
        day.fill_and_credit()
        day.change_the_deck()
        day.deal_the_rest()
        day.correct_a_payout()
        day.close()
    day.check_books(folder)


class Day:
    """A day at a table of a game."""

    def __init__(self, game: str, visits: Visits, room: PageRoom, wire: Wire) -> None:
        self.game, self.visits, self.room, self.wire = game, visits, room, wire
        self.table = room.create_table(f"day-{game}", game)
        self.void_rounds = 0
        self.players = TablePlayers(room, self.table)
        self.flo = FloorPage(visits, room, self.table, "Flo")
        visits.address = wire.address
        self.dealer = DayDealer(visits, room, self.players, self.flo)
        visits.address = room.address

    @property
    def rounds(self) -> int:
        """The rounds that were dealt to their end."""
        round_ = self.dealer.state.round
        return (round_.number if round_ else 0) - self.void_rounds

    def open(self) -> None:
        """Count, sign the checklist, and prepare a deck."""
        dealer = self.dealer
        dealer.open_by_count()
        dealer.confirm_until("ReceiveDeck")
        assert dealer.state.day.signed == "Dee"
        dealer.confirm_until(OPEN_BETTING)

    def deal_the_first_round(self) -> None:
        """Deal a round; a double tap confirms one step."""
        dealer = self.dealer
        version = dealer.state.version
        dealer.double_tap()
        self.room.until(self.table, lambda round_: len(round_.wagers) == len(self.players.by_seat))
        dealer.wait()
        assert dealer.state.version == version + 1 + len(self.players.by_seat)
        assert dealer.state.round
        assert dealer.state.round.phase is Phase.BETTING
        dealer.deal(0)
        assert self.rounds == 1

    def assign_a_second_dealer(self) -> None:
        """The floor assigns another dealer on the staff page; both tap at the same moment."""
        room, dealer, title = self.room, self.dealer, self.room.room.titles[self.table]

        async def hire() -> str:
            service = room.room.account_service
            account = await service.open_account("Don", AccountRole.DEALER, PASSWORD)
            return await service.start_session(account)

        context = self.visits.visitor(TABLET, touch=True, token=room.run(hire()))
        don = context.new_page()
        don.goto(f"/#/deal/{self.table}")
        expect(don.locator(".banner")).to_contain_text("is not assigned to this table")
        staff = self.flo.page
        staff.goto("/#/staff")
        form = staff.locator("form.dealer", has_text="Don")
        form.get_by_label(title, exact=True).check()
        form.get_by_role("button").click()
        expect(staff.get_by_role("status")).to_have_text("Done.")
        staff.goto(f"/#/floor/{self.table}")
        dealer.deal_to_decision()  # the other page gets its console with the next step
        self.players.resume()
        expect(don.locator(".banner")).to_have_count(0)
        self.room.until(self.table, lambda round_: round_.turn is None)
        self.players.pause()
        version = dealer.state.version
        don.wait_for_function(CURRENT, arg=version)
        dealer.wait()
        for page in (dealer.page, don):
            page.evaluate("document.querySelector('button.go').click()")
        don.wait_for_function(CURRENT, arg=version + 1)
        dealer.wait()
        assert dealer.state.version == version + 1
        self.players.resume()
        dealer.deal(0)
        don.wait_for_function(CURRENT, arg=dealer.state.version)
        expect(don.locator(".step .refusal")).to_be_empty()

    def deal_with(self, irregularity: Irregularity) -> None:
        """Report an irregularity at the first decision; the floor rules, and the round goes on."""
        dealer, (label, variant, ruling, *_) = self.dealer, irregularity
        dealer.deal_to_decision()
        dealer.act_from("Irregularity", re.compile(label), variant)
        if ruling:
            expect(dealer.page.locator(".banner.stopped")).to_contain_text("Play is stopped")
            expect(dealer.page.locator(".step .whose")).to_contain_text("a floorperson")
            self.flo.decide("Incident", ruling)
            expect(dealer.page.locator(".banner.stopped")).to_have_count(0)
        self.players.resume()
        dealer.deal(0)
        last = dealer.state.last[-1]
        assert bool(last.void) == irregularity.ends_round
        self.void_rounds += irregularity.ends_round
        if irregularity.restores:
            self.flo.act_from("Orders", f"The {irregularity.restores} works again")
            expect(dealer.page.locator(".banner.failed")).to_have_count(0)

    def void_by_two_people(self) -> None:
        """The dealer proposes to void a round; the floor sees what it moves, and approves it."""
        dealer = self.dealer
        dealer.deal_to_decision()
        dealer.act_from("Proposals", "Propose voiding the round", reason="a fire alarm")
        self.flo.decide("Approve proposal", "approve", says="gets $")
        self.players.resume()
        dealer.deal(0)
        assert dealer.state.last[-1].void
        self.void_rounds += 1

    def hit_a_jackpot(self) -> None:
        """The dealer verifies a win of the meter, and the floor validates it."""
        dealer = self.dealer
        stack = find_jackpot(dealer.state)
        self.room.actor(self.table).table._practice = stack.name
        dealer.reshuffle(self.flo, stack.cut)
        before = dealer.state.meter_amount(next(iter(dealer.state.books)))
        dealer.deal(1)
        assert dealer.state.meter_amount(next(iter(dealer.state.books))) < before
        sentences = [sentence.text for sentence in dealer.console().log]
        wins = [text for text in sentences if "the win of seat" in text]
        assert [text.split()[:2] for text in wins] == [["Dee", "verifies"], ["Flo", "validates"]]

    def fill_and_credit(self) -> None:
        """A dealer asks for a fill, and a floorperson for a credit; another person approves."""
        dealer, tray = self.dealer, self.dealer.table_tray()
        dealer.act_from("Proposals", re.compile("Propose a fill"), cents="5,000", slip="F 17")
        self.flo.decide("Approve proposal", "approve", says="The tray gains $5,000.")
        proposals = "Proposals that a second person approves"
        self.flo.act_from(proposals, re.compile("Propose a credit"), cents="2,000", slip="C 4")
        own = self.flo.page.locator(
            ".decisions > li", has_text=re.compile(r"Approve.*credit of \$2,000")
        )
        expect(own).to_contain_text("somebody else must approve it")
        fay = FloorPage(self.visits, self.room, self.table, "Fay")
        fay.decide("Approve proposal", "approve", says="The tray pays $2,000.")
        fay.page.close()
        assert dealer.table_tray() == tray + 3_000

    def change_the_deck(self) -> None:
        """Take the deck off the table, and prepare another one."""
        dealer = self.dealer
        dealer.act_from("Deck", "Remove the deck from the table")
        assert not dealer.state.day.decks
        dealer.confirm_until("ReceiveDeck")
        dealer.type("id", f"B-{self.game}")
        dealer.type("color", "green")
        dealer.confirm()
        expect(dealer.page.locator(".timers")).to_contain_text(f"Deck B-{self.game}, green")
        dealer.deal(0)

    def deal_the_rest(self) -> None:
        """Deal the rest of the rounds without a pause; in one game, the connection is lost."""
        if self.game == STUD:
            self.dealer.lose_connection(self.wire)
        self.dealer.deal(ROUNDS - self.rounds)
        assert self.rounds == ROUNDS

    def correct_a_payout(self) -> None:
        """A wager of the last round was paid wrong: the dealer proposes, the floor approves."""
        dealer = self.dealer
        name = self.players.by_seat[2]
        chips = dealer.state.free_chips(name)
        results = dealer.state.last[-1].results[2]
        key = next(iter(results))
        dealer.act_from(
            "Proposals", re.compile("corrected payout"), "seat 2, ",
            cents=str(results[key].credit // 100 + 5), reason="a chip too few",
        )  # fmt: skip
        self.flo.decide("Approve proposal", "approve", says=f"Seat 2, {name} gets $5.")
        assert dealer.state.free_chips(name) == chips + 5_00

    def close(self) -> None:
        """The players leave, the cards are taken away, and two people count the tray."""
        dealer = self.dealer
        self.players.leave()
        dealer.act_from("Deck", "Remove the deck from the table")
        tray = dealer.table_tray()
        dealer.act_from("Proposals", "Count the tray and close the table", cents=str(tray))
        self.flo.count(tray)
        assert dealer.state.day.closed

    def check_books(self, folder: Path) -> None:
        """Nothing is missing: the day reconciles, the audit is clean, and the export verifies."""
        assert not self.players.refusals
        token = self.room.sign_in("Audrey", AccountRole.AUDITOR)
        request = self.visits.visitor(token=token).request
        books = json.loads(request.get("/api/reconciliations").text())
        assert (books["difference"], books["breaks"]) == (0, [])
        lines = request.get(f"/api/tables/{self.table}/export").body().splitlines(keepends=True)
        assert verify(iter(lines)).rounds == self.rounds + self.void_rounds

        async def look() -> None:
            store = await open_read_only(folder)
            try:
                result = await audit(store)
            finally:
                await store.close()
            assert not result.findings

        self.room.run(look())
