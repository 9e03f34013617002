"""A table without checks, which writes events that no honest table would write."""

from contextlib import suppress
from typing import Final

from pitboss.table import Automation, LogEntry, Person, Role, Table
from pitboss.table import events as e
from pitboss.table.apply import apply_with_postings
from pitboss.table.ledger import Posting
from pitboss.verify import VerificationError, verify

DAN: Final = Person("Dan", Role.DEALER)
FAY: Final = Person("Fay", Role.FLOORPERSON)
ANN: Final = Person("Ann", Role.PLAYER)
BOB: Final = Person("Bob", Role.PLAYER)
ANTES: Final = {"ante_across": 500, "ante_down": 500}
READY: Final = Automation.TRAY | Automation.DECKS | Automation.SHUFFLE
"""The house counts the tray and prepares the cards; people do the rest."""


class Lawless(Table):
    """A table at which anything can happen."""

    wrong = 0
    """The line of the last event that was forced."""

    def happen(self, event: e.Event, by: Person) -> "Lawless":
        """Force an event; the engine only computes the money, if it can."""
        postings: tuple[Posting, ...] = ()
        with suppress(KeyError, ValueError):
            self.state, postings = apply_with_postings(self.state, event)
        self.log.append(LogEntry(self.state.version, event, by, postings, None))
        self.wrong = len(self.log)
        return self

    def again(self, event: e.Event) -> "Lawless":
        """Force an event in place of the last one, by the same person."""
        by = self.log.pop().by
        return self.happen(event, by)

    def seed(self) -> str:
        """Return the seed of the stack in play."""
        assert self.shoe
        return self.shoe.seed.hex()

    def finish(self) -> "Lawless":
        """Reveal the seed, so that payouts can be checked, and close the round."""
        wrong, round_ = self.wrong, self.state.round
        assert round_
        self.happen(e.SeedOpened(round_.number, self.seed()), DAN)
        self.happen(e.RoundClosed(round_.number), DAN)
        self.wrong = wrong
        return self

    def detected_fault(self) -> str:
        """Return the checker's message about the wrong line or the one after it."""
        try:
            verify(line + b"\n" for line in self.export())
        except VerificationError as fault:
            if fault.line not in (self.wrong, self.wrong + 1):
                raise AssertionError(f"{fault}, but line {self.wrong} is wrong") from None
            return fault.sentence
        raise AssertionError("nothing is wrong")


def open_table(
    game: str = "criss-cross",
    submission: dict[str, object] | None = None,
    *,
    automation: Automation = READY,
    bank: int = 100_000_00,
) -> Lawless:
    """Return a table that is ready, with Ann in seat 2 and Bob in seat 4."""
    table = Lawless.open(game, submission, practice="lawless", automation=automation, bank=bank)
    assert isinstance(table, Lawless)
    for seat, name in ((2, "Ann"), (4, "Bob")):
        table.player(name).take_seat(seat)
        table.player(name).buy_in(100_000)
    return table


def betting(game: str = "criss-cross", submission: dict[str, object] | None = None) -> Lawless:
    """Return a table with open bets."""
    table = open_table(game, submission)
    table.open_round()
    return table


def with_wagers(**sides: int) -> Lawless:
    """Return a table at which Ann and Bob have wagered; Ann has a side wager, too."""
    table = betting()
    table.player("Ann").place_wagers(2, ANTES | sides)
    table.player("Bob").place_wagers(4, ANTES)
    return table


def with_locked_bets(**sides: int) -> Lawless:
    """Return a table with closed bets."""
    table = with_wagers(**sides)
    table.no_more_bets()
    return table


def at_first_question(**sides: int) -> Lawless:
    """Return a table at which the cards are dealt, and Ann is asked."""
    table = with_locked_bets(**sides)
    if sides:
        table.count_progressives({key: 1 for key in sides if key == "bonus_spin"})
    for _ in range(3):
        table.deal()
    return table


def settling(**sides: int) -> Lawless:
    """Return a table with all decisions made, and all cards turned over."""
    table = at_first_question(**sides)
    for _ in range(3):
        table.player("Ann").decide(2, "1x")
        table.player("Bob").decide(4, "1x")
        table.turn_over()
    return table


def closed_round() -> Lawless:
    """Return a table after a round."""
    table = settling()
    table.settle(every=True)
    table.close_round()
    return table


def three_boxes(*seats: int) -> Lawless:
    """Return a table at which Ann has three boxes, and wagers on some of them."""
    table = Lawless.open("stud-235", {"table": {"boxes_per_player": 3}}, practice="boxes")
    assert isinstance(table, Lawless)
    for seat in (1, 2, 3):
        table.player("Ann").take_seat(seat)
    table.player("Ann").buy_in(100_000)
    table.open_round()
    wagers = {"two_card": 500, "three_card": 500, "five_card": 500}
    for seat in seats:
        table.happen(e.WagersPlaced(1, seat, wagers), ANN)
    return table
