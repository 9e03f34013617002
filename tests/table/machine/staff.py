"""Random actions of dealers and floorpersons in the machine, in order and out of order."""

from pitboss.table import Automation, next_step
from pitboss.table import commands as c

from .driver import DEALERS, FLAGS, FLOOR, MOST_STEPS, Chance, does
from .players import People


class Staff(People):
    """Rules for dealers and floorpersons."""

    @does
    def play_quietly(self, chance: Chance) -> None:
        """Play in order for a while."""
        for _ in range(chance.randint(1, 16)):
            self.play_on(chance)

    @does
    def play_a_round(self, chance: Chance) -> None:
        """Play to the end of the current round, or of the next."""
        self._play(chance, chance.choice((8, 30)))

    @does
    def play_wildly(self, chance: Chance) -> None:
        """Play with many other actions in between."""
        self._play(chance, chance.choice((2, 3)))

    def _play(self, chance: Chance, often: int) -> None:
        for _ in range(chance.randrange(4)):
            self.something_else(chance)
        played_rounds = self.watch.closed
        for _ in range(MOST_STEPS):
            self.play_on(chance)
            if self.watch.closed > played_rounds:
                break
            if chance.once_in(often):
                self.something_else(chance)

    def play_out(self) -> None:
        """Play the open round to its end."""
        for _ in range(MOST_STEPS):
            if not self.watch.state.has_open_round:
                break
            self.play_on(self.past)

    def something_else(self, chance: Chance) -> None:
        """Execute any of the other actions."""
        raise NotImplementedError

    @does
    def automate(self, chance: Chance) -> None:
        """Turn automation flags on or off."""
        flags = Automation.NOTHING
        for flag in FLAGS:
            if chance.once_in(2):
                flags |= flag
        if chance.once_in(4):
            flags = chance.choice((Automation.NOTHING, Automation.EVERYTHING))
        self.watch.table.automation = flags

    @does
    def lose_the_seed(self, chance: Chance) -> None:
        """Lose the key of the seed, so that everything not yet settled can only be voided."""
        if self.watch.state.has_open_round and chance.once_in(3):
            self.watch.table.shoe = None

    @does
    def open_round(self, chance: Chance) -> None:
        at = self.some_time(chance)
        self.say(c.OpenRound(practice=chance.once_in(2), at=at), chance.choice(DEALERS))

    def some_time(self, chance: Chance) -> int:
        """Return the time, mostly the clock's; otherwise earlier, later or invalid."""
        if chance.once_in(2):
            return c.UNTIMED
        at = self.watch.table.time
        return chance.choice((at, at, at - 7200, 0, at + 600, -5, 2**40 + 1))

    @does
    def no_more_bets(self, chance: Chance) -> None:
        command = c.NoMoreBets(round=self.some_round(chance), at=self.some_time(chance))
        self.say(command, chance.choice(DEALERS))

    @does
    def count(self, chance: Chance) -> None:
        """Count rightly, wrongly, or at the wrong time."""
        step = next_step(self.watch.state)
        command = step.command if step else None
        right = dict(command.chips) if isinstance(command, c.CountProgressives) else {}
        wrong = {key: number + 1 for key, number in right.items()} or {"progressive": 1}
        count_command = c.CountProgressives(
            chance.choice((right, wrong)), round=self.some_round(chance)
        )
        self.say(count_command, chance.choice(DEALERS))

    @does
    def deal_or_turn(self, chance: Chance) -> None:
        number = self.some_round(chance)
        command: c.Command = c.Deal(round=number) if chance.once_in(2) else c.TurnOver(round=number)
        self.say(command, chance.choice(DEALERS))

    @does
    def spin_or_settle(self, chance: Chance) -> None:
        number = self.some_round(chance)
        command: c.Command = c.Settle(every=chance.once_in(2), round=number)
        if chance.once_in(3):
            command = c.SpinWheel(round=number)
        self.say(command, chance.choice(DEALERS))

    @does
    def close(self, chance: Chance) -> None:
        self.say(c.CloseRound(round=self.some_round(chance)), chance.choice(DEALERS))

    @does
    def verify_win(self, chance: Chance) -> None:
        round_ = self.watch.state.round
        seat = round_.hit if round_ and round_.hit else self.seat_of(chance)
        command = c.VerifyJackpot(seat, round=self.some_round(chance))
        self.say(command, chance.choice(DEALERS))

    @does
    def validate(self, chance: Chance) -> None:
        round_ = self.watch.state.round
        seat = round_.hit if round_ and round_.hit else self.seat_of(chance)
        command = c.ValidateJackpot(seat, round=self.some_round(chance))
        self.say(command, chance.choice(FLOOR))

    @does
    def walked_off(self, chance: Chance) -> None:
        """Report a player who does not decide, or anybody."""
        round_ = self.watch.state.round
        seat = round_.turn if round_ and round_.turn and chance.once_in(2) else self.seat_of(chance)
        command = c.WalkedOff(seat, round=self.some_round(chance))
        self.say(command, chance.choice((*DEALERS, *FLOOR)))

    @does
    def free_seat(self, chance: Chance) -> None:
        """Free the seat of a player without wagers, or any seat."""
        round_, seats = self.watch.state.round, self.watch.state.seats
        idle = [seat for seat in seats if round_ is None or seat not in round_.wagers]
        seat = chance.choice(idle) if idle and chance.once_in(2) else self.seat_of(chance)
        self.say(c.FreeSeat(seat), chance.choice((*DEALERS, *FLOOR)))

    @does
    def rule_on_absent(self, chance: Chance) -> None:
        """Rule on an absent player, or on one who is present."""
        command = c.RuleOnAbsent(
            self._away(chance), not chance.once_in(3), round=self.some_round(chance)
        )
        self.say(command, chance.choice(FLOOR))

    @does
    def answer_for_absent(self, chance: Chance) -> None:
        command = c.AnswerForAbsent(self._away(chance), round=self.some_round(chance))
        self.say(command, chance.choice(DEALERS))

    def _away(self, chance: Chance) -> int:
        round_ = self.watch.state.round
        away = sorted(round_.away) if round_ else []
        return chance.choice(away) if away and not chance.once_in(5) else self.seat_of(chance)
