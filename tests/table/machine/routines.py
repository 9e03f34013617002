"""Common routines of people at a table: walk off, take back, cash out, correct, wait."""

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.state import Phase

from .coverage import Counts
from .driver import DEALERS, FLOOR, NAMES
from .expected_decks import HOUR
from .rare_rounds import SEATS, SUBMISSIONS, Lucky, lucky
from .ruling_cells import BY_HAND, TWO, Errands, errand_to
from .rulings import FORFEITS, STUD
from .watch import Watch

DORA, FLO = DEALERS[0], FLOOR[0]
WHY = "a miscount"


class Habits(Errands):
    """Rules with routine actions."""

    def walk_off(self, *, is_lost: bool) -> None:
        """Who is asked is away: the wagers are lost, or they stand and stake nothing more.

        One says so, the other is seen to be gone.
        """
        self.lock()
        self.until(lambda _: self.watch.state.round and self.watch.state.round.turn)
        seat = self.watch.state.round.turn if self.watch.state.round else None
        assert seat
        assert not self.say(c.RuleOnAbsent(seat, is_lost), FLO)
        says, witness = (c.Leave(seat), self.sitting(seat)), (c.WalkedOff(seat), DORA)
        assert self.say(*(witness if is_lost else says))
        assert self.say(*says) is is_lost  # a reported player can still decide
        assert not self.say(*says)
        assert not self.say(*witness)
        assert not self.say(c.AnswerForAbsent(seat), DORA)
        assert self.say(c.RuleOnAbsent(seat, is_lost), FLO)
        assert self.say(c.AnswerForAbsent(seat), DORA) is not is_lost
        self.play_out()
        assert seat not in self.watch.state.seats
        self.say(c.TakeSeat(seat), Person(NAMES[-1], Role.PLAYER))

    def walk_off_late(self, *, is_lost: bool) -> None:
        """A player leaves after the last decision, while others are paid, and a ruling follows.

        What is settled stays settled, and a player who was paid may leave."""
        model = self.some_are_paid()
        paid, seat = max(model.players), min(model.players)
        before = dict(model.results.get(seat, {}))
        assert self.say(c.WalkedOff(seat), DORA)
        steps = c.Settle(every=True), c.TurnOver(), c.SpinWheel()
        while any(self.say(step, DORA) for step in steps):  # as far as possible without a ruling
            pass
        assert not model.is_settled(seat)
        assert isinstance(self.due and self.due.command, c.RuleOnAbsent | c.VerifyJackpot)
        assert self.say(c.RuleOnAbsent(seat, is_lost), FLO)
        assert not self.say(c.RuleOnAbsent(seat, is_lost), FLO)
        while not model.is_settled(paid):
            if not self.say(c.Settle(every=False), DORA):
                self.go_on()
        assert self.say(c.WalkedOff(paid), DORA)
        assert not self.say(c.RuleOnAbsent(paid, is_lost), FLO)
        self.until_over()
        results = self.watch.state.last[-1].results[seat]
        assert before.items() <= results.items()
        if is_lost:
            assert not any(r.credit for key, r in results.items() if key not in before)
        self.say(c.TakeSeat(seat), Person(NAMES[-1], Role.PLAYER))

    def broken_off(self, rare: Lucky, *, paid: bool) -> bool:
        """Report a wrong number of cards while a jackpot waits for validation, or is paid.

        Return whether it happened between the first and the last settlement."""
        self.good_hands(rare)
        while self.phase is Phase.SETTLING and not self._hit(paid=paid):
            if not self.say(c.Settle(every=False), DORA):
                self.go_on()
        if self.phase is not Phase.SETTLING:
            return False
        some_paid = bool(self.watch.model and self.watch.model.results)
        assert self.say(c.Report(Kind.WRONG_NUMBER), DORA)
        assert not self.say(c.Settle(every=False), DORA)
        assert self.rule(self.past, Ruling.BY_THE_BOOK)
        self.until_over()
        self.watch.end()
        return some_paid

    def _hit(self, *, paid: bool) -> bool:
        model = self.watch.model
        assert model is not None
        return bool(model.hits) if paid else bool(model.hitting)

    def free_absent_seat(self) -> None:
        """Free the seat of an absent player as soon as nothing of it is on the table."""
        idle, seat, bets = self.watch.state.seats
        self.bets_of(bets)
        by = self.sitting(seat)
        assert not self.say(c.FreeSeat(seat), by)
        assert not self.say(c.FreeSeat(bets), DORA)
        assert self.bet(seat, self.past, surely=True)
        assert not self.say(c.FreeSeat(seat), FLO)
        assert self.say(c.TakeBack(seat), by)
        assert self.say(c.CashOut(), by)
        assert self.say(c.FreeSeat(seat), FLO)
        assert not self.say(c.FreeSeat(seat), FLO)
        assert self.say(c.BuyIn(100), self.sitting(idle))
        assert self.say(c.NoMoreBets(), DORA)
        assert self.say(c.FreeSeat(idle), DORA)
        assert self.say(c.TakeSeat(idle), by)
        self.until(lambda _: self.phase is Phase.SETTLED)
        assert not self.say(c.FreeSeat(bets), DORA)
        self.until_over()
        assert self.say(c.FreeSeat(bets), DORA)
        assert self.watch.state.seats == {idle: by.name}

    def misbehave(self) -> None:
        """Break a rule about the cards, which is recorded where nothing is forfeited."""
        self.lock()
        self.until(lambda _: self.watch.state.round and self.watch.state.round.turn)
        seat = self.watch.state.round.turn if self.watch.state.round else None
        assert seat
        rules = self.watch.state.rules
        assert rules
        breach = next(iter(rules.table_procedures.breaches))
        assert self.say(c.RecordBreach(seat, breach), FLO) is not (self.game in FORFEITS)
        self.play_out()

    def think_again(self) -> None:
        """Take back a wager while bets are open, and after that in vain; cash in chips."""
        self.bets_of()
        seat, *_ = self.watch.state.seats
        by = self.sitting(seat)
        assert not self.say(c.WalkedOff(seat), DORA)
        assert self.say(c.TakeBack(seat), by)
        assert not self.say(c.TakeBack(seat), by)
        assert self.say(c.CashOut(100), by)
        assert not self.say(c.CashOut(10**9), by)
        assert self.say(c.NoMoreBets(), DORA)
        self.play_out()

    def correct(self) -> None:
        """Correct a payout and a meter by two people, and reject some corrections."""
        self.lock()
        self.until_over()
        was = self.watch.state.last[-1]
        seat = min(was.results)
        wager, result = next(iter(was.results[seat].items()))
        credit = 0 if result.credit else result.stake
        matters: list[c.Matter] = [
            c.CorrectPayout(was.number, seat, wager, credit, WHY),
            *(c.CorrectMeter(meter, "1/3", WHY) for meter in self.watch.state.books),
            c.FileSubmission(self.watch.state.filed[-1].submission),
            c.TransferChips(1000_00, "17"),
            c.TransferChips(1000_00, "18", to_cage=True),
        ]
        for matter in matters:
            assert self.say(c.Propose(matter), DORA)
            assert self.say(c.Reject(self.watch.state.proposed), FLO)
            assert self.say(c.Propose(matter), DORA)
            assert self.say(c.Approve(self.watch.state.proposed), FLO)
        wrong: list[c.Matter] = [
            c.CorrectPayout(was.number, seat, wager, -1, WHY),
            c.CorrectPayout(was.number, seat, wager, 10**12, WHY),
            c.CorrectMeter("nothing", 1, WHY),
            c.TransferChips(-100, "19"),
            c.FileSubmission({"operator": 1}),
            c.VoidRound(was.number, WHY),
        ]
        for matter in wrong:
            assert not self.say(c.Propose(matter), DORA)
        self.bets_of()
        assert self.say(c.Propose(c.VoidRound(was.number + 1, WHY)), DORA)
        assert self.say(c.Reject(self.watch.state.proposed), FLO)
        self.play_out()

    def file_for_later(self, *, lapses: bool) -> None:
        """Other rules for after the round: withdrawn, then approved; a broken machine is between.

        Meters are not among them: what they hold stays on the table.
        """
        filing = dict(self.watch.state.filed[-1].submission)
        table = dict(filing["table"])
        other = filing | {"table": table | {"maximum": 2 * table["maximum"]}}
        before = self.watch.state.rules
        self.lock()
        matter = c.FileSubmission(other, True)
        assert not self.say(c.Propose(c.FileSubmission(other)), DORA)
        for _ in range(2):
            assert self.say(c.Propose(matter), DORA)
        number = self.watch.state.proposed
        assert self.say(c.Approve(number - 1), FLO)
        assert not self.say(c.Approve(number), FLO)
        assert self.say(c.Reject(number - 1), DORA)
        assert self.say(c.Approve(number), FLO)
        if lapses:
            assert self.say(c.Report(Kind.DEVICE_DOWN, device=Device.SHUFFLER), DORA)
        self.until_over()
        assert (self.watch.state.rules == before) is lapses
        assert bool(self.watch.state.lapsed) is lapses
        if lapses:
            assert self.say(c.RestoreDevice(Device.SHUFFLER), FLO)
        self.play_out()

    def wait_long(self) -> None:
        """Replace a deck in time by the clock."""
        self.play_out()
        self.prepare()
        before = self.watch.day.received
        self.watch.table.automation = Automation.EVERYTHING
        self.watch.wait(HOUR)
        assert self.watch.day.received == before
        self.watch.wait(8 * HOUR)
        assert self.watch.day.received == before + len(self.watch.day.decks)
        self.lock()
        self.play_out()
        self.watch.table.automation = Automation.NOTHING

    def two_boxes(self) -> None:
        """Give one player two adjacent boxes."""
        submission = dict(self.watch.state.filed[-1].submission)
        table = dict(submission["table"]) | {"boxes_per_player": 2}
        self.play_out()
        assert self.say(c.Propose(c.FileSubmission(submission | {"table": table})), DORA)
        assert self.say(c.Approve(self.watch.state.proposed), FLO)
        free = [s for s in SEATS if s not in self.watch.state.seats]
        beside = next(s for s in free if s - 1 in self.watch.state.seats)
        by = self.sitting(beside - 1)
        assert self.say(c.TakeSeat(beside), by)
        assert not self.say(c.FreeSeat(beside), by)
        self.lock()
        assert not self.say(c.FreeSeat(beside), DORA)
        self.until_over()
        assert self.say(c.FreeSeat(beside - 1), DORA)
        assert self.sitting(beside) == by

    def good_luck(self, rare: Lucky) -> None:
        """Play rare hands or spins."""
        self.good_hands(rare)
        self.until_over()
        self.watch.end()

    def good_hands(self, rare: Lucky) -> None:
        """Play six players, one of them with a rare hand, up to settlement."""
        self.watch = Watch(NAMES, rare.practice, Automation.NOTHING, self.counts)
        self.open_table(SUBMISSIONS[self.game])
        for seat, name in zip(SEATS, NAMES, strict=True):
            self.say(c.TakeSeat(seat), Person(name, Role.PLAYER))
        self.prepare(cut=rare.cut)
        assert self.say(c.OpenRound(), DORA)
        for seat in SEATS:
            assert self.bet(seat, self.past, surely=True)
        assert self.say(c.NoMoreBets(), DORA)
        while self.phase not in (None, Phase.SETTLING):
            self.go_on()


def habits(game: str, counts: Counts) -> None:
    """Run every routine of the game."""
    for way in (BY_HAND, TWO):
        usual = errand_to(Habits, game, counts)
        usual.sit_down(way)
        usual.walk_off(is_lost=way == TWO)
        usual.walk_off_late(is_lost=way == BY_HAND)
        usual.misbehave()
        usual.think_again()
        usual.correct()
        usual.file_for_later(lapses=way == TWO)
        usual.wait_long()
        if game == STUD:
            usual.two_boxes()
        usual.watch.end()
    alone = errand_to(Habits, game, counts)
    alone.sit_down(BY_HAND)
    alone.free_absent_seat()
    alone.watch.end()
    for rare in lucky(game):
        errand_to(Habits, game, counts).good_luck(rare)
    for paid in (False, True) if lucky(game) else ():
        unlucky = (errand_to(Habits, game, counts).broken_off(r, paid=paid) for r in lucky(game))
        assert any(unlucky), "no jackpot was hit in time"
