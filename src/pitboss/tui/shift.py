"""A shift: a table that the house deals, with its own players at every seat that is not yours."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from pitboss.games import find_game
from pitboss.lab.best import BestPlay
from pitboss.refusal import Refused
from pitboss.round import Decision, PlayerView
from pitboss.submission import practice_filing
from pitboss.submission.rules import Rules
from pitboss.table import Person, Recorded, Role, Speaker, Table
from pitboss.table import commands as c
from pitboss.table.seen import seen
from pitboss.table.state import Phase
from pitboss.table.table import BANK
from pitboss.table.views import RoundView, View, view

if TYPE_CHECKING:  # the lab is read when somebody plays by a card
    from pitboss.lab.strategy.play import CardPlay


YOU: Final = "You"
BUY_IN: Final = 200
"""Table minimums that a player changes into chips at a time."""
LONGEST_SEED: Final = 200

Records = tuple[Recorded, ...]


def utc_now() -> datetime:
    """The time that an event carries."""
    return datetime.now(UTC)


def checked_seed(seed: str | None) -> str | None:
    """A name for repeated shoes: some text, not too long."""
    if seed is None:
        return None
    if not seed.strip() or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise Refused(f"a seed is 1 to {LONGEST_SEED} characters of plain text")
    return seed


def middle(seats: int) -> int:
    """Where you sit among so many."""
    return (seats + 1) // 2


class Shift:
    """A table from its opening to the last cash-out. Every step returns what it put on record."""

    def __init__(
        self,
        game: str,
        rules: Rules,
        submission: Mapping[str, Any],
        *,
        seats: int = 1,
        you: int | None = None,
        seed: str | None = None,
        keep: bool = True,
    ) -> None:
        if not 1 <= seats <= rules.seats:
            raise Refused(f"a table of {game} has 1 to {rules.seats} seats, not {seats}")
        self.game, self.rules, self._submission = game, rules, submission
        self.you, self.seed = you, checked_seed(seed)
        clock = None if self.seed else utc_now
        self.table = Table(practice=self.seed, clock=clock, keep=keep)
        self.names = {n: YOU if n == you else f"Seat {n}" for n in range(1, seats + 1)}
        self.best = BestPlay(rules)
        self.best.seed = self.seed or ""
        self.card: CardPlay | None = None
        """What the house's seats play by instead of best play, if anything."""
        chip, least = rules.table.chip, BUY_IN * rules.table.minimum
        self.buy_in: Final = -(-max(least, self._dearest()) // chip) * chip
        self.minimum: Final = {wager.key: rules.table.minimum for wager in rules.required}

    def _dearest(self) -> int:
        """What a round at the minimum can come to, with every raise at its largest."""
        most = sum(street.most for street in self.rules.streets)
        return (len(self.rules.required) + most) * self.rules.table.minimum

    def open(self) -> Records:
        """The table opens, its submission is approved, the players sit down and buy in."""
        table = self.table
        done = table.open_table("table 1", self.game, BANK)
        day = None if self.seed else utc_now().date()
        filed = practice_filing(find_game(self.game), self._submission, day)
        done += table.propose(c.FileSubmission(filed))
        done += table.approve(table.state.proposed)
        for seat, name in self.names.items():
            done += table.player(name).take_seat(seat)
            done += self.buy(seat)
        return done

    def open_round(self) -> Records:
        """Bets are open; players of the house who could run short buy in again."""
        done = self.table.tick()
        for seat, name in self.names.items():
            if seat != self.you and self.table.state.chips(name) < self._dearest():
                done += self.buy(seat)
        return done + self.table.open_round()

    def lock(self, wagers: Mapping[str, int] | None = None) -> Records:
        """Your wagers and those of the house's players are placed, and no more bets are taken."""
        done = self.table.tick()
        if not self.table.state.running:  # the deck grew too old while bets were open
            done += self.open_round()
        if self.you is not None and wagers is not None:
            done += self.speaker(self.you).place_wagers(self.you, wagers)
        for seat in self.names:
            if seat != self.you:
                done += self.speaker(seat).place_wagers(seat, self.minimum)
        return done + self.table.no_more_bets()

    def buy(self, seat: int) -> Records:
        """Money becomes chips."""
        return self.speaker(seat).buy_in(self.buy_in)

    def decide(self, seat: int, decision: Decision) -> Records:
        """A seat answers; the house goes on until the next one is asked."""
        return self.speaker(seat).decide(seat, decision)

    def speaker(self, seat: int) -> Speaker:
        """The table as the player of this seat speaks to it."""
        return self.table.player(self.names[seat])

    @property
    def turn(self) -> int | None:
        """The seat that is asked."""
        now = self.table.state.round
        return now.turn if now else None

    def view(self, seat: int) -> View:
        """The table as the player of this seat sees it."""
        return view(self.table.state, self.table.shoe, Person(self.names[seat], Role.PLAYER))

    def seen(self, seat: int) -> PlayerView:
        """What the player of this seat has to decide by."""
        now = self.view(seat).round
        if not isinstance(now, RoundView):
            raise AssertionError("no round is on the table")
        return seen(now, seat)

    def best_answer(self) -> Records:
        """The seat that is asked answers as the lab would, or as a card says."""
        seat = self.turn
        if seat is None:
            raise AssertionError("nobody is asked")
        if self.card is not None:
            return self.decide(seat, self.card.decision(self.seen(seat)))
        return self.decide(seat, self.best.choose(self.seen(seat)))

    def close(self) -> Records:
        """You get up, the round on the table is brought to its end, and everybody cashes out.

        In mid-round the house lets your wagers stand and stakes nothing more for you. A round that
        nobody has wagered in is void, so that its seed is opened too.
        """
        state = self.table.state
        done: Records = ()
        if not state.table:
            return done
        if state.running and state.round and state.round.phase is Phase.BETTING:
            done += self.table.propose(c.VoidRound(state.round.number, "the table closes"))
            done += self.table.approve(self.table.state.proposed)
        elif state.running and self.you is not None:
            done += self.speaker(self.you).leave(self.you)
        while self.turn is not None:
            done += self.best_answer()
        for seat in sorted(self.table.state.seats):
            done += self.speaker(seat).leave(seat)
        return done
