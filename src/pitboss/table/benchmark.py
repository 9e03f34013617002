"""How many six-seat rounds a second one core plays through a live table, beside a peer.

Every wager and every answer is a command of its own, the house deals by itself, and every event
and posting is made. The clock comes in from outside, as all that is not foreseen does here.
"""


from msgspec import Struct

from pitboss.table import commands as c
from pitboss.table.actions import Recorded
from pitboss.table.state import open_street
from pitboss.table.table import BANK, Table

TURNS = 3
SEATS = range(1, 7)
HANDS_A_ROUND = 1 / 10
"""The peer is so much slower that it plays fewer hands, to take its share of the time."""
_BUY_IN = 10**11
_STAKE = 500
_APART = 11


class Paces(Struct, frozen=True):
    """All games, on this machine."""

    rounds_per_second: int
    """Over all games, equally many rounds of each."""
    games: dict[str, int]
    """The same by game."""
    peer_hands_per_second: float | None
    """Nothing where the peer is not installed."""
    ratio: float | None
    """How many of our rounds go to one hand of the peer."""
    events_per_round: float
    postings_per_round: float


class Busy:
    """A table with six players who wager and answer in every mixture, the same on every machine."""

    def __init__(self, game: str) -> None:
        self.table = Table(practice=f"bench {game}", keep=False)
        self.table.open_table("bench", game, BANK)
        self.table.propose(c.FileSubmission({}))
        self.table.approve(self.table.state.proposed)
        self.players = {seat: self.table.player(f"player {seat}") for seat in SEATS}
        for seat, player in self.players.items():
            player.take_seat(seat)
            player.buy_in(_BUY_IN)
        rules = self.table.rules
        required = {wager.key: _STAKE for wager in rules.required}
        self._wagers = [
            required,
            *(required | {side.key: side.minimum} for side in rules.sides),
        ]
        self._answers: dict[str, tuple[int, tuple[str, ...]]] = {}
        every = 1
        for street in rules.streets:
            self._answers[street.wager] = every, tuple(street.asks)
            every *= len(street.asks)
        self.rounds = self.events = self.postings = 0

    def play(self, rounds: int) -> None:
        """So many rounds, from the opening of the bets to the close."""
        for _ in range(rounds):
            self._count(self.table.open_round())
            for seat, player in self.players.items():
                wagers = self._wagers[(self.rounds + seat) % len(self._wagers)]
                self._count(player.place_wagers(seat, wagers))
            self._count(self.table.no_more_bets())
            while (now := self.table.state.round) and now.turn is not None:
                street = open_street(self.table.rules, now)
                every, answers = self._answers[street.wager if street else ""]
                answer = answers[(self.rounds + _APART * now.turn) // every % len(answers)]
                self._count(self.players[now.turn].decide(now.turn, answer))
            self.rounds += 1

    def _count(self, recorded: tuple[Recorded, ...]) -> None:
        self.events += len(recorded)
        self.postings += sum([len(one.postings) for one in recorded])
