"""The players at a table, all played by the program: they sit down, wager, answer, leave."""

from pitboss.cards import Card, card
from pitboss.refusal import Refused
from pitboss.school.chance import Chance
from pitboss.school.players import buy_in, dearest, decision, wagers
from pitboss.submission.rules import Rules
from pitboss.table import Person, Phase, Recorded, Role, Speaker, Table
from pitboss.table.care import not_taken
from pitboss.table.views import FACE_DOWN, RoundView

Records = tuple[Recorded, ...]


class Crew:
    """Players for some seats of a table. Every step returns what it put on record."""

    def __init__(self, table: Table, seats: int, seed: str | None) -> None:
        self.table = table
        self.names = {seat: f"Seat {seat}" for seat in range(1, seats + 1)}
        self._chance = Chance(seed, "players")

    def speaker(self, seat: int) -> Speaker:
        """The table as the player of this seat speaks to it."""
        return self.table.player(self.table.state.seats.get(seat) or f"Seat {seat}")

    def sit(self, seat: int) -> Records:
        """A player takes a seat and buys in."""
        speaker = self.speaker(seat)
        return speaker.take_seat(seat) + speaker.buy_in(buy_in(self.table.rules))

    def sit_down(self) -> Records:
        """Everybody who has come takes a seat; whoever may not play stays away."""
        done: Records = ()
        for seat in self.names:
            if self.speaker(seat).can_take_seat(seat):
                done += self.sit(seat)
        return done

    def bet(self) -> Records:
        """Every player wagers; whoever runs short buys in first, and who may not play does not."""
        done: Records = ()
        rules, state = self.table.rules, self.table.state
        for seat, name in sorted(state.seats.items()):
            speaker = self.speaker(seat)
            if state.chips(name) < dearest(rules) and speaker.can_buy_in(buy_in(rules)):
                done += speaker.buy_in(buy_in(rules))
            closed = not_taken(rules, state.day)
            placed = {k: c for k, c in wagers(rules, self._chance).items() if k not in closed}
            if speaker.can_place_wagers(seat, placed):
                done += speaker.place_wagers(seat, placed)
        return done

    def answer(self) -> Records:
        """The player who is asked decides by what that player sees."""
        now = self.table.state.round
        if now is None or now.turn is None:
            raise Refused("nobody is asked now", "ROUND-1")
        seat, name = now.turn, now.players[now.turn]
        seen = self.table.view(Person(name, Role.PLAYER))
        if not isinstance(seen.round, RoundView) or not isinstance(seen.choices, tuple):
            raise AssertionError("a player sees the round and what can be answered")
        held = self.table.state.chips(name)
        said = decision(seen.choices, _faces(seen.round, seat), held, self._chance)
        return self.speaker(seat).decide(seat, said)

    def leave(self, seat: int) -> Records:
        """A player gets up; in mid-round that is walking off."""
        return self.speaker(seat).leave(seat)

    def go(self) -> Records:
        """Everybody gets up, between rounds."""
        done: Records = ()
        for seat in sorted(self.table.state.seats):
            done += self.leave(seat)
        return done

    @property
    def betting(self) -> bool:
        """Whether somebody has wagered in a round whose bets are open."""
        now = self.table.state.round
        return now is not None and now.phase is Phase.BETTING and bool(now.wagers)


def _faces(now: RoundView, seat: int) -> tuple[Card, ...]:
    """All that a player sees: the own cards, and what lies open on the table."""
    shown = [*now.seats[seat].cards, *(face for some in now.cards.values() for face in some)]
    return tuple(card(face) for face in shown if face != FACE_DOWN)


def check_seats(game: str, rules: Rules, seats: int) -> None:
    """Refuse more players than the table seats, or none."""
    if not 1 <= seats <= rules.seats:
        raise Refused(f"a table of {game} has 1 to {rules.seats} seats, not {seats}")
