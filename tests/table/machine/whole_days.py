"""Whole days in the machine, one per dealing method, from opening to closing count.

These days do systematically what happens only by chance elsewhere: correct steps, incorrect ones
before them, and both sides of every limit."""

from typing import Final

from pitboss.games.deck_tasks import Task
from pitboss.submission.rules import TableRules
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table.state import Phase

from .coverage import METHODS, Counts
from .day_model import RESHUFFLING
from .driver import DEALERS, FLOOR, NAMES, Chance
from .expected_decks import HOUR, HOURS, ROUNDS, next_task, stub_due, to_count
from .rare_rounds import TABLE
from .ruling_cells import Errands, Way, errand_to
from .rulings import CCP, RET
from .submissions import by_method
from .watch import Watch

DORA, FLO = DEALERS[0], FLOOR[0]
ANN, BOB = (Person(name, Role.PLAYER) for name in NAMES[:2])
WRONG: Final = (Task.LOAD, Task.CUT, Task.SHUFFLE, Task.VERIFY, Task.SPREAD)


class Days(Errands):
    """Rules for a machine that works a whole day."""

    tries: tuple[Task, ...] = WRONG
    """Steps that are tried when another one is due."""

    def day(self, way: Way, number: int) -> None:
        """Play a day from a bare table to a closed one."""
        self.past = Chance(f"{self.game} {way} day".encode())
        self.watch = Watch(NAMES, f"day {number}", Automation.NOTHING, self.counts)
        self.say(c.OpenTable(TABLE, self.game, 250_00), FLO)
        self.say(c.Propose(c.FileSubmission(by_method(self.game, *way, self.past))), DORA)
        self.say(c.Approve(1), FLO)
        self.tries = WRONG if number % 5 == 0 else WRONG[:1]
        self.open_up((0, 500, -500)[number % 3])
        self.decks(ready_made=number % 2 == 1)
        self.rounds()
        self.stub_grows_due()
        self.nobody_plays()
        self.cards_grow_old()
        self.no_more_rounds()
        self.close_down((0, -500, 500)[number % 3])

    def open_up(self, over: int) -> None:
        """Have two people count the tray; nothing is played before."""
        assert not self.say(c.ReceiveDeck(), DORA)
        assert not self.say(c.TakeSeat(1), ANN)
        assert not self.say(c.OpenRound(), DORA)
        for wrong in (c.OpeningCount(-1), c.ClosingCount(0)):
            assert not self.say(c.Propose(wrong), DORA)
        assert self.say(c.Propose(c.OpeningCount(1)), DORA)
        assert self.say(c.Reject(self.watch.state.proposed), FLO)
        assert self.say(c.Propose(c.OpeningCount(self.tray + over)), DORA)
        number = self.watch.state.proposed
        assert not self.say(self.approval(), Person(DORA.name, Role.FLOORPERSON))
        assert not self.say(c.Approve(number), FLO)
        assert not self.say(c.Approve(number, self.tray + over + 1), FLO)
        assert self.say(self.approval(), FLO)
        assert not self.say(c.Propose(c.OpeningCount(0)), DORA)

    def decks(self, *, ready_made: bool) -> None:
        """Bring the decks, let a player look, prepare them; steps out of order are refused."""
        rules = self.in_force
        assert rules is not None
        for _ in range(rules.table.decks):
            assert self.say(c.ReceiveDeck(ready_made=ready_made), DORA)
        assert not self.say(c.ReceiveDeck(), DORA)
        for slot in self.watch.day.decks:
            self.steps(slot)
        assert not self.say(c.OpenRound(), DORA)
        for seat, by in ((2, ANN), (4, BOB)):
            assert self.say(c.TakeSeat(seat), by)
        for slot in self.watch.day.decks:
            self.steps(slot)
        if ready_made:  # after idle spreading, such a deck is like any other
            self.nobody_plays()
            assert self.say(c.TakeSeat(4), BOB)
        assert not self.say(c.OrderShuffle(3), FLO)
        assert self.say(c.OrderShuffle(), FLO)
        assert not self.say(c.OrderShuffle(), FLO)
        self.steps(1)

    def steps(self, slot: int) -> None:
        """Do every due step with a deck."""
        while (task := next_task(self.watch.day, slot)) is not None:
            for wrong in self.tries:
                if wrong is not task and (wrong, task) != (Task.SPREAD, Task.SPREAD_DOWN):
                    assert not self.say(c.Perform(wrong, slot), FLO if wrong == "verify" else DORA)
            if task is Task.VERIFY:
                assert not self.say(c.Perform(task, slot), Person(DORA.name, Role.FLOORPERSON))
                assert not self.say(c.Perform(task, slot), DORA)
            for cards in (9, 43) if task is Task.CUT else (1,):
                assert not self.say(c.Perform(task, slot, cards), DORA)
            cards = self.past.choice((10, 42)) if task is Task.CUT else 0
            by = FLO if task is Task.VERIFY else DORA
            assert self.say(c.Perform(task, slot, cards), by), f"{task} cannot be done"

    def rounds(self) -> None:
        """Try to cut again at every point; then play two rounds, so that decks alternate."""
        turn = self.watch.day.turn
        cut = self.watch.day.decks[turn].cut
        again = c.Recut("on request")
        assert self.say(again, FLO) is bool(cut)
        self.steps(turn)
        self.bets_of()
        assert self.say(again, FLO) is bool(cut)
        assert self.say(c.AddEntropy("seven"), ANN)
        assert self.say(c.NoMoreBets(), DORA)
        assert self.say(again, FLO) is bool(cut)
        if self.phase is Phase.COUNTING:
            self.go_on()
        assert not self.say(c.RemoveDeck(turn), FLO)
        self.go_on()
        assert not self.say(again, FLO)
        assert not self.say(c.OrderShuffle(turn), FLO)
        self.until(lambda model: model.playing and not model.dealing)
        counts = self._table.shuffler != RESHUFFLING or self.game in (RET, CCP)
        left = 52 - len(self.watch.model.drawn) if self.watch.model else 0
        assert self.say(c.CountStub(left), DORA) is counts
        assert not self.say(c.CountStub(left), DORA)
        self.until_over()
        assert not self.say(c.CountStub(52), DORA)
        self.lock()
        self.until_over()

    def stub_grows_due(self) -> None:
        """Check that the fifth round is counted before settlement, or after it if it is void.

        Void rounds count."""
        while self.watch.day.uncounted < ROUNDS - 1:
            self.lock()
            self.call_off()
        model = self.lock()
        self.until(lambda model: model.playing and not model.dealing)
        if not stub_due(self.watch.day):
            self.until_over()
            return
        while self.phase is Phase.PLAYING:  # the dealer forgets the count
            if not self.say(c.TurnOver(), DORA):
                assert self.answer(self.past)
        assert not self.say(c.Settle(), DORA)
        assert not self.say(c.Settle(every=True), DORA)
        assert not self.say(c.SpinWheel(), DORA)
        assert self.say(c.CountStub(52 - len(model.drawn)), DORA)
        assert self.watch.day.uncounted == 0
        self.until_over()
        self.void_uncounted()
        slot = to_count(self.watch.day)
        assert not self.say(c.OpenRound(), DORA)
        assert not self.say(c.Perform(Task.SHUFFLE, slot), DORA)
        assert not self.say(c.RemoveDeck(slot), FLO)
        assert self.say(c.CountStub(52), DORA)
        assert self.watch.day.uncounted == 0

    def nobody_plays(self) -> None:
        """Spread the cards; the next player looks at them."""
        self.prepare()
        self.get_up()
        for slot in self.watch.day.decks:
            self.steps(slot)
        assert not self.say(c.OpenRound(), DORA)
        assert self.say(c.TakeSeat(3), ANN)
        self.prepare()

    def get_up(self) -> None:
        """Have everybody leave."""
        for seat in [*self.watch.state.seats]:
            assert self.say(c.Leave(seat), self.sitting(seat))

    def cards_grow_old(self) -> None:
        """Deal a deck until its last permitted second."""
        first = min(deck.received for deck in self.watch.day.decks.values())
        last = first + HOURS[self._table.dealing] * HOUR - 1
        self.watch.wait(last - self.watch.table.time)
        self.bets_of()
        assert self.say(c.NoMoreBets(), DORA)
        self.call_off()
        self.watch.wait(-HOUR)  # setting back the clock does not make a deck younger
        self.bets_of()
        self.watch.wait(HOUR + 1)
        assert not self.say(c.NoMoreBets(), DORA)
        assert not self.say(c.NoMoreBets(at=0, round=1), DORA)
        self.until_over()
        assert not self.say(c.OpenRound(), DORA)
        self.prepare()
        assert self.watch.day.received > self._table.decks

    def no_more_rounds(self) -> None:
        """Disable table, game and player: no new round starts, but the current one is finished."""
        for what in ("table", "game"):
            assert self.say(c.Disable(what, "an inquiry"), FLO)
            assert not self.say(c.Disable(what, "an inquiry"), FLO)
            assert not self.say(c.OpenRound(), DORA)
            assert self.say(c.Enable(what), FLO)
            assert not self.say(c.Enable(what), FLO)
        self.lock()
        assert self.say(c.Disable(f"player:{ANN.name}", "asked for it"), FLO)
        self.until_over()
        assert not self.say(c.BuyIn(500), ANN)
        assert not self.say(c.TakeSeat(5), ANN)
        self.prepare()
        assert self.say(c.OpenRound(), DORA)
        assert not self.bet(3, self.past, surely=True)
        self.call_off()
        assert self.say(c.Enable(f"player:{ANN.name}"), FLO)

    def close_down(self, over: int) -> None:
        """Remove all players and cards, and have two people count the tray."""
        closing = c.Propose(c.ClosingCount(max(self.tray + over, 0)))
        assert not self.say(closing, DORA)
        self.get_up()
        assert not self.say(closing, DORA)
        for slot in [*self.watch.day.decks]:
            assert self.say(c.RemoveDeck(slot), FLO)
        assert self.say(c.Propose(c.ClosingCount(0)), DORA)
        assert self.say(c.Reject(self.watch.state.proposed), FLO)
        assert self.say(closing, DORA)
        assert self.say(self.approval(), FLO)
        assert not self.say(c.OpenRound(), DORA)
        self.watch.end()

    @property
    def _table(self) -> TableRules:
        rules = self.in_force
        assert rules is not None
        return rules.table


def every_day(game: str, counts: Counts) -> None:
    """Play a day for each dealing and shuffling method, with one deck and with two."""
    for number, way in enumerate(METHODS):
        errand_to(Days, game, counts).day(way, number)


def lost_seeds(game: str, counts: Counts) -> None:
    """Lose the seed before the first card, and during settlement."""
    errand = errand_to(Days, game, counts)
    errand.sit_down(("manual shoe", "none", 1))
    errand.bets_of()
    errand.watch.table.shoe = None
    errand.play_out()
    errand.lost_on_the_way()
    errand.play_out()
    errand.watch.end()
