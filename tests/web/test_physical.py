"""A dealer enters a whole round of a physical deck on the dealer's page; players see it so."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from pitboss.cards import DECK, Card
from pitboss.console.console import Console
from pitboss.settle import Round, Seat, settle
from pitboss.table import Phase, State
from pitboss.table import commands as c
from tests.table.physical_tables import PHYSICAL, faces_for
from tests.table.tables import antes
from tests.web.browser_visits import LAPTOP, Visits
from tests.web.dealing import SHOWS, DealerPage
from tests.web.page_room import PageRoom

STACK: tuple[Card, ...] = tuple(DECK[(at * 23 + 7) % 52] for at in range(52))
"""The deck in the order in which it is dealt."""
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


class PhysicalDealer(DealerPage):
    """A dealer who taps, types or scans the cards that are turned over."""

    entries = 0
    """How many steps with cards were entered: each in another way."""

    def confirm_on_page(self, console: Console) -> None:
        """Confirm a step with its cards, or a choice of a decision or a symbol."""
        action = console.primary
        assert action is not None
        names = [item.name.removeprefix("card ") for item in action.prompts if item.kind == "card"]
        if not names and len(action.variants) == 1:
            return super().confirm_on_page(console)
        self.wait()
        if len(action.variants) > 1:
            label = next(item for item in action.variants if item.label != "fold").label
            button = self.page.locator(".step .variants button").filter(
                has_text=label[:1].upper() + label[1:]
            )
            button.first.tap()
        if names:
            self.enter(faces_for(self.state, names, STACK))
        self.confirm()
        self.page.wait_for_function(SHOWS, arg=console.version + 1)
        return None

    def enter(self, faces: tuple[str, ...]) -> None:
        """Enter cards: by keypad, as typed text, and as a scanner types them."""
        self.entries += 1
        if self.entries % 3 == 1:
            for face in faces:
                rank = {"T": "10"}.get(face[0], face[0])
                self.page.locator(".keypad .ranks").get_by_role(
                    "button", name=rank, exact=True
                ).tap()
                self.page.locator(".keypad .suits").get_by_role("button", name=SUITS[face[1]]).tap()
        elif self.entries % 3 == 2:
            field = self.page.locator(".step .scan input")
            field.fill(" ".join(face.replace("T", "10") for face in faces))
            field.press("Enter")
        else:
            self.page.locator(".step .what").tap()  # a scanner needs no field
            self.page.keyboard.type(" ".join(faces))
        expect(self.page.locator(".step .slots pb-card")).to_have_count(len(faces))


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRoom]:
    """Run a room without house dealers."""
    folder = tmp_path_factory.mktemp("physical")
    with PageRoom(folder, {"first": "criss-cross"}, None, automation=("care",)) as result:
        yield result


def is_betting(state: State) -> bool:
    return state.round is not None and state.round.phase is Phase.BETTING


def test_a_round_of_a_physical_deck(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("physical", "criss-cross", PHYSICAL)
    dealer = PhysicalDealer(visits, room, table)
    for seat, name in dealer.players.items():
        room.execute(name, table, c.TakeSeat(seat), c.BuyIn(500_00))
    player = visits.visitor(LAPTOP, token=room.sign_in(dealer.players[1])).new_page()
    player.goto(f"/#/table/{table}")
    dealer.until(is_betting, by_page=False)
    for seat, name in dealer.players.items():
        by = "Dee" if seat == 2 else name
        room.execute(by, table, c.PlaceWagers(seat, antes("criss-cross", bonus_spin=500)))
    for _ in range(60):
        state = dealer.state
        if state.round and state.round.phase is Phase.CLOSED:
            break
        console = dealer.console()
        assert console.primary is not None, console.instruction
        dealer.confirm_on_page(console)
    round_ = dealer.state.round
    rules = dealer.state.rules
    assert round_ is not None
    assert rules is not None
    assert round_.phase is Phase.CLOSED
    assert dealer.entries >= 3
    result = settle(
        rules,
        Round(
            {name: [STACK[at] for at in where] for name, where in round_.table.items()},
            {seat: [STACK[at] for at in where] for seat, where in round_.holes.items()},
            {
                seat: Seat(
                    round_.wagers[seat], round_.decisions[seat], name, spin=round_.spins.get(seat)
                )
                for seat, name in round_.players.items()
            },
            round_.meters,
        ),
    )
    assert round_.results == {seat: item.wagers for seat, item in result.seats.items()}
    # The player's page says that nothing was committed to, and raises no alarm.
    player.get_by_role("tab", name="Fairness").click()
    expect(player.locator("pb-fair h3")).to_have_text("Round 1: physical deck")
    expect(player.locator(".alarm")).to_have_count(0)


def test_a_card_that_is_already_on_the_table(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("twice", "criss-cross", PHYSICAL)
    dealer = PhysicalDealer(visits, room, table)
    for seat, name in dealer.players.items():
        room.execute(name, table, c.TakeSeat(seat), c.BuyIn(500_00))
    dealer.until(is_betting, by_page=False)
    room.execute("Dee", table, c.PlaceWagers(1, antes("criss-cross")))
    dealer.until(lambda _: bool(dealer.console().instruction.cards))
    field = dealer.page.locator(".step .scan input")
    field.fill("Kh Kh")
    field.press("Enter")
    dealer.confirm()
    expect(dealer.page.locator(".step")).to_contain_text("Kh is entered more than once: look again")
