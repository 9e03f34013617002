"""Dual-control actions in the machine, and arbitrary commands by anyone."""

from collections.abc import Callable
from typing import Final, get_args

from pitboss.games.deck_tasks import Device, Task
from pitboss.games.incidents import Kind
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.people import HOUSE_DEALER
from pitboss.table.state import Phase

from .deck_care import WHYS
from .driver import DEALERS, FLOOR, NAMES, Chance, does
from .irregularities import BREACHES, Trouble
from .secrecy import STRANGER
from .submissions import faulty_submission, random_submission

STAFF: Final = (*DEALERS, *FLOOR)
REASONS: Final = ("two cards face up", "miscounted", "a dealer's mistake", " ", "x" * 501)


class Approvals(Trouble):
    """Rules for people who propose, approve and reject."""

    @does
    def file_submission(self, chance: Chance) -> None:
        wrong = chance.once_in(4)
        make_submission = faulty_submission if wrong else random_submission
        later = chance.once_in(2) if self.phase is None else not chance.once_in(4)
        self._propose(c.FileSubmission(make_submission(self.game, chance), later), chance)

    @does
    def void(self, chance: Chance) -> None:
        """Propose a void, often one that settles a wager where the rules do so."""
        settles = (self.in_force.settled_when_void if self.in_force else ()) or ("",)
        settled_choice = chance.choice(
            (*settles, *settles, "", "nothing" if chance.once_in(4) else "")
        )
        reason = chance.choice(REASONS if chance.once_in(4) else REASONS[:3])
        self._propose(c.VoidRound(self._number(chance), reason, settled_choice), chance)

    @does
    def correct_payout(self, chance: Chance) -> None:
        matter = c.CorrectPayout(99, 1, "ante", 100, REASONS[1])
        played_rounds = [was for was in self.watch.state.last if was.results]
        if played_rounds and not chance.once_in(6):
            was = chance.choice(played_rounds)
            seat = chance.choice([*was.results])
            wager = chance.choice([*was.results[seat]])
            credit = was.results[seat][wager].credit
            matter = c.CorrectPayout(was.number, seat, wager, credit + 500, REASONS[1])
            if chance.once_in(2):
                credit = chance.choice((credit, credit // 2, 0, -1, 10**9))
                wager = chance.choice((wager, wager, "nothing"))
                matter = c.CorrectPayout(was.number, seat, wager, credit, REASONS[1])
        self._propose(matter, chance)

    @does
    def correct_meter(self, chance: Chance) -> None:
        meter = chance.choice([*self.watch.state.books] or ["nothing"])
        matter = c.CorrectMeter(meter, chance.choice((100, -100, "1/3", "-1/7")), REASONS[1])
        if chance.once_in(3):
            wrong = chance.choice((0, "much", "1/0", -(10**11), 10**12))
            reason = chance.choice(REASONS)
            matter = c.CorrectMeter(chance.choice((meter, "nothing")), wrong, reason)
        self._propose(matter, chance)

    @does
    def approve(self, chance: Chance) -> None:
        self.say(self.approval(self._proposal(chance)), chance.choice(FLOOR))

    @does
    def reject(self, chance: Chance) -> None:
        self.say(c.Reject(self._proposal(chance)), chance.choice(STAFF))

    @does
    def anybody_says_anything(self, chance: Chance) -> None:
        """Execute any command at any time, mostly by the wrong person."""
        command = self.anything(chance.choice(get_args(c.Command)), chance)
        names = (*NAMES, *(item.name for item in STAFF), STRANGER, "", HOUSE_DEALER.name)
        role = chance.choice([*Role])
        if chance.once_in(2):
            role = chance.choice(sorted(c.PERMISSIONS[type(command)]))
        self.say(command, Person(chance.choice(names), role))

    def something_else(self, chance: Chance) -> None:
        """Execute any other action, mostly one that fits the moment."""
        acts: tuple[Callable[[Chance], None], ...]
        match self.phase:
            case None:
                acts = (self.file_submission, self.correct_payout, self.correct_meter, self.sit)
                acts += (self.perform, self.time_passes, self.report_and_rule, self.count_stub)
                acts += (self.order_shuffle, self.close_table, self.count_the_tray)
                acts += (self.free_seat,)
            case Phase.BETTING:
                acts = (self.sit, self.leave, self.take_back, self.add_entropy, self.bet_wrongly)
                acts += (self.recut, self.perform, self.time_passes, self.disable)
                acts += (self.free_seat, self.file_submission)
            case Phase.COUNTING | Phase.PLAYING:
                acts = (self.leave, self.rule_on_absent, self.walked_off, self.rule_on_absent)
                acts += (self.report_and_rule, self.report, self.forfeit, self.count_stub)
                acts += (self.recut, self.rule_wrongly, self.file_submission)
            case _:
                acts = (self.spin_or_settle, self.validate, self.leave, self.close)
                acts += (self.walked_off, self.file_submission)
        if chance.once_in(2):
            acts = self._all_acts()
        chance.choice((*acts, self.void, self.anybody_says_anything))(chance)

    def _all_acts(self) -> tuple[Callable[[Chance], None], ...]:
        return (
            *(self.sit, self.buy_in, self.cash_out, self.leave, self.bet_something),
            *(self.bet_wrongly, self.take_back, self.add_entropy, self.answer_wrongly),
            *(self.automate, self.lose_the_seed, self.open_round, self.no_more_bets, self.count),
            *(self.deal_or_turn, self.spin_or_settle, self.close, self.validate),
            *(self.walked_off, self.rule_on_absent, self.answer_for_absent),
            *(self.file_submission, self.free_seat),
            *(self.correct_payout, self.correct_meter, self.approve, self.reject),
            *(self.time_passes, self.receive_deck, self.remove_deck, self.perform),
            *(self.order_shuffle, self.recut, self.count_stub, self.mark_or_restore),
            *(self.disable, self.enable, self.count_the_tray, self.close_table),
            *(self.report, self.report_and_rule, self.rule_on_it, self.rule_wrongly, self.forfeit),
        )

    def anything(self, kind: type[c.Command], chance: Chance) -> c.Command:
        """Return a random command of one kind."""
        seat, number = self.seat_of(chance), self.some_round(chance)
        commands: dict[type[c.Command], c.Command] = {
            **self._anything_of_the_day(seat, number, chance),
            c.OpenTable: c.OpenTable(chance.choice(("two", "")), self.game, chance.choice((0, 1))),
            c.Propose: c.Propose(c.CorrectMeter("nothing", 1, REASONS[1])),
            c.Approve: c.Approve(self._proposal(chance)),
            c.Reject: c.Reject(self._proposal(chance)),
            c.TakeSeat: c.TakeSeat(seat),
            c.BuyIn: c.BuyIn(500),
            c.CashOut: c.CashOut(1),
            c.Leave: c.Leave(seat),
            c.PlaceWagers: c.PlaceWagers(seat, {"ante": 500}, round=number),
            c.TakeBack: c.TakeBack(seat, round=number),
            c.AddEntropy: c.AddEntropy("anything", round=number),
            c.Decide: c.Decide(seat, "fold", round=number),
            c.OpenRound: c.OpenRound(),
            c.NoMoreBets: c.NoMoreBets(round=number),
            c.CountProgressives: c.CountProgressives({}, round=number),
            c.Deal: c.Deal(round=number),
            c.TurnOver: c.TurnOver(round=number),
            c.SpinWheel: c.SpinWheel(round=number),
            c.Settle: c.Settle(round=number),
            c.CloseRound: c.CloseRound(round=number),
            c.WalkedOff: c.WalkedOff(seat, round=number),
            c.FreeSeat: c.FreeSeat(seat),
            c.AnswerForAbsent: c.AnswerForAbsent(seat, round=number),
            c.VerifyJackpot: c.VerifyJackpot(seat, round=number),
            c.ValidateJackpot: c.ValidateJackpot(seat, round=number),
            c.RuleOnAbsent: c.RuleOnAbsent(seat, chance.once_in(2), round=number),
        }
        return commands[kind]

    def _anything_of_the_day(
        self, seat: int, number: int, chance: Chance
    ) -> dict[type[c.Command], c.Command]:
        slot, why = self.some_deck(chance), chance.choice(WHYS[:3])
        device, what = chance.choice([*Device]), chance.choice(("table", "game", "player:Ann"))
        return {
            c.SignChecklist: c.SignChecklist(("2.C(1)", "8.A")),
            c.ReceiveDeck: c.ReceiveDeck(),
            c.RemoveDeck: c.RemoveDeck(slot),
            c.Perform: c.Perform(chance.choice([*Task]), slot),
            c.CountStub: c.CountStub(52, round=number),
            c.MarkDevice: c.MarkDevice(device),
            c.Report: self.some_report(chance.choice([*Kind]), chance),
            c.Rule: c.Rule(chance.choice([*Ruling]), why),
            c.Forfeit: c.Forfeit(seat, chance.choice(BREACHES), round=number),
            c.RecordBreach: c.RecordBreach(seat, chance.choice(BREACHES), round=number),
            c.Recut: c.Recut(why, round=number),
            c.OrderShuffle: c.OrderShuffle(slot),
            c.RestoreDevice: c.RestoreDevice(device),
            c.Disable: c.Disable(what, why),
            c.Enable: c.Enable(what),
        }

    def _propose(self, matter: c.Matter, chance: Chance) -> None:
        """Propose something; then approve it, reject it, or leave it pending."""
        if self.say(c.Propose(matter), chance.choice(STAFF)):
            number = self.watch.state.proposed
            match chance.randrange(6):
                case 0 | 1:
                    self.say(c.Reject(number), chance.choice(STAFF))
                case 2:
                    pass
                case _:
                    self.say(self.approval(number), chance.choice(FLOOR))

    def _proposal(self, chance: Chance) -> int:
        coming = self.watch.state.upcoming
        waiting = [*self.watch.state.proposals, *([coming.number] if coming else [])]
        return chance.choice(waiting) if waiting and not chance.once_in(4) else chance.randrange(9)

    def _number(self, chance: Chance) -> int:
        round_ = self.watch.state.round
        return round_.number if round_ and not chance.once_in(6) else 1
