"""Random actions of players in the machine, valid and invalid."""

from typing import Final

from pitboss.table import Person, Role
from pitboss.table import commands as c

from .driver import NAMES, Chance, Driver, does
from .secrecy import STRANGER

SUMS: Final = (-100, 0, 1, 50, 250, 10_000, 1_000_000, 10**12 + 1)


class People(Driver):
    """Rules for players."""

    @does
    def sit(self, chance: Chance) -> None:
        self.say(c.TakeSeat(chance.randrange(8)), _player(chance))

    @does
    def buy_in(self, chance: Chance) -> None:
        self.say(c.BuyIn(chance.choice(SUMS)), _player(chance))

    @does
    def cash_out(self, chance: Chance) -> None:
        by = _player(chance)
        chips = self.watch.state.chips(by.name)
        cents = chance.choice((chips + 1, 0))
        if chance.once_in(3):  # players with chips make better rounds
            cents = chance.choice((chips // 2, chips))
        self.say(c.CashOut(None if chance.once_in(6) else cents), by)

    @does
    def leave(self, chance: Chance) -> None:
        seat = self.seat_of(chance)
        round_ = self.watch.state.round
        if round_ and round_.turn and chance.once_in(2):
            seat = round_.turn
        by = _player(chance) if chance.once_in(5) else self.sitting(seat)
        self.say(c.Leave(seat), by)

    @does
    def bet_something(self, chance: Chance) -> None:
        self.bet(self.seat_of(chance), chance)

    @does
    def everybody_bets(self, chance: Chance) -> None:
        self.bets(chance)

    @does
    def bet_wrongly(self, chance: Chance) -> None:
        """Too little, too much, not by chips, uneven, what is not on offer, at another's seat."""
        rules, seat = self.in_force, self.seat_of(chance)
        if rules is None:
            self.say(c.PlaceWagers(seat, {"ante": 500}), self.sitting(seat))
            return
        least, most = rules.table.minimum, rules.table.maximum
        required = [wager.key for wager in rules.required]
        good = dict.fromkeys(required, least)
        wagers = chance.choice(
            [
                {},
                good | {required[0]: 1},
                good | {required[-1]: most + rules.table.chip},
                dict.fromkeys(required[1:], least),
                dict.fromkeys(required, least - 1),
                dict.fromkeys(required, chance.choice(SUMS)),
                good | {rules.raises[0].key: least},
                good | {"nothing": 100},
                {side.key: side.minimum for side in rules.sides},
                good | {side.key: side.maximum + 1 for side in rules.sides},
                good | {side.key: side.minimum for side in rules.sides},
            ]
        )
        self.say(c.PlaceWagers(seat, wagers, round=self.some_round(chance)), _player(chance))

    @does
    def take_back(self, chance: Chance) -> None:
        """Take back all or some of a wager, or one that does not exist."""
        round_, rules, seat = self.watch.state.round, self.in_force, self.seat_of(chance)
        if round_ and round_.wagers and not chance.once_in(5):
            seat = chance.choice([*round_.wagers])
        seat_wagers = [*round_.wagers.get(seat, {})] if round_ else []
        sides = [side.key for side in rules.sides if side.key in seat_wagers] if rules else []
        some = chance.choice(
            ([], sides, chance.sample(seat_wagers, chance.randint(0, len(seat_wagers))))
        )
        if chance.once_in(8):
            some = [*some, "nothing"]
        by = _player(chance) if chance.once_in(8) else self.sitting(seat)
        self.say(c.TakeBack(seat, tuple(some), round=self.some_round(chance)), by)

    @does
    def add_entropy(self, chance: Chance) -> None:
        text = chance.choice(("", "x", "seven", "é — ∑", "line\nbreak", "y" * 256, "z" * 257))
        self.say(c.AddEntropy(text, round=self.some_round(chance)), _player(chance))

    @does
    def answer_wrongly(self, chance: Chance) -> None:
        """Decide out of turn, for another seat, on an old street, or with an invalid decision."""
        round_, rules = self.watch.state.round, self.in_force
        seat = round_.turn if round_ and round_.turn and chance.once_in(2) else self.seat_of(chance)
        streets = [street.name for street in rules.streets] if rules else [""]
        decision = chance.choice(("fold", "bet", "check", "3x", "raise", "", 0, -1, 500, 777))
        street = chance.choice(("", "", *streets, "nothing"))
        by = self.sitting(seat) if chance.once_in(2) else _player(chance)
        self.say(c.Decide(seat, decision, street, round=self.some_round(chance)), by)

    @does
    def answer_something(self, chance: Chance) -> None:
        self.answer(chance)

    def some_round(self, chance: Chance) -> int:
        """Return mostly the open round, otherwise the last, the next, or none."""
        round_ = self.watch.state.round
        number = round_.number if round_ else 0
        return chance.choice(
            (c.CURRENT_ROUND, c.CURRENT_ROUND, c.CURRENT_ROUND, number, number - 1, number + 1)
        )


def _player(chance: Chance) -> Person:
    return Person(chance.choice((*NAMES, STRANGER)), Role.PLAYER)
