"""How many six-seat rounds a second one core plays through a live table, beside a peer.

Every wager and every answer is a command of its own, the house deals by itself, and every event
and posting is made; the log is not kept. The clock comes in from outside, as all does in this room
that cannot be foreseen.
"""

from collections.abc import Callable

from msgspec import Struct

from pitboss.games import GAMES, find_game
from pitboss.submission import example
from pitboss.table import commands as c
from pitboss.table.actions import Recorded
from pitboss.table.benchmark_peer import ready
from pitboss.table.state import open_street
from pitboss.table.table import BANK, Table

TURNS = 10
SEATS = range(1, 7)
ROUNDS_A_HAND = 5
"""The peer is slower and plays fewer hands, so that both take some time."""
_WARM = 20
_STAKE = 500
_BUY_IN = 10**11
_APART = 11
"""By how many rounds each player's mixture of answers is behind the next one's."""


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
    """A table whose players wager and answer in every mixture, the same on every machine."""

    def __init__(self, game: str) -> None:
        self.table = Table(practice=f"bench {game}", keep=False)
        self.table.open_table("bench", game, BANK)
        self.table.propose(c.FileSubmission(example(find_game(game))))
        self.table.approve(self.table.state.proposed)
        self.players = {seat: self.table.player(f"player {seat}") for seat in SEATS}
        for seat, player in self.players.items():
            player.take_seat(seat)
            player.buy_in(_BUY_IN)
        required = {wager.key: _STAKE for wager in self.table.rules.required}
        self._wagers = [required]
        self._wagers += [required | {s.key: s.minimum} for s in self.table.rules.sides]
        self._answers: dict[str, tuple[int, tuple[str, ...]]] = {}
        mixtures = 1
        for street in self.table.rules.streets:
            self._answers[street.name] = mixtures, tuple(street.choices)
            mixtures *= len(street.choices)
        self.rounds = self.events = self.postings = 0

    def play(self, rounds: int) -> None:
        """So many rounds, from the opening of the bets to the close."""
        for _ in range(rounds):
            recorded = self._round()
            self.rounds += 1
            self.events += len(recorded)
            self.postings += sum([len(one.postings) for one in recorded])

    def _round(self) -> list[Recorded]:
        table, number = self.table, self.rounds
        recorded = list(table.open_round())
        for seat, player in self.players.items():
            wagers = self._wagers[(number + seat) % len(self._wagers)]
            recorded += player.place_wagers(seat, wagers)
        recorded += table.no_more_bets()
        while (now := table.state.round) and (street := open_street(table.rules, now)):
            seat = now.turn or 0
            mixtures, answers = self._answers[street.name]
            answer = answers[(number + _APART * seat) // mixtures % len(answers)]
            recorded += self.players[seat].decide(seat, answer)
        return recorded


def measure(
    rounds: int, clock: Callable[[], float], told: Callable[[str, int, int], None]
) -> Paces:
    """The best of some turns of each game, ours and the peer's one after the other.

    Turn by turn, so that a busy moment of the machine falls on both sides.
    """
    tables = {game: Busy(game) for game in GAMES}
    for table in tables.values():
        table.play(_WARM)
    peer, hands = ready(), max(1, rounds // ROUNDS_A_HAND)
    ours, theirs = dict.fromkeys(GAMES, 0.0), dict.fromkeys(GAMES, 0.0)
    steps = [(turn, game) for turn in range(TURNS) for game in GAMES]
    for done, (_, game) in enumerate(steps):
        told("playing rounds beside a peer", done, len(steps))
        ours[game] = max(ours[game], _rate(tables[game].play, rounds, clock))
        if peer:
            theirs[game] = max(theirs[game], _rate(peer, hands, clock))
    played = sum(table.rounds for table in tables.values())
    all_games, all_hands = _together(ours), _together(theirs) if peer else None
    return Paces(
        round(all_games),
        {game: round(rate) for game, rate in ours.items()},
        all_hands and round(all_hands, 1),
        all_hands and round(all_games / all_hands, 2),
        round(sum(table.events for table in tables.values()) / played, 2),
        round(sum(table.postings for table in tables.values()) / played, 2),
    )


def _rate(play: Callable[[int], None], times: int, clock: Callable[[], float]) -> float:
    start = clock()
    play(times)
    return times / (clock() - start)


def _together(rates: dict[str, float]) -> float:
    """The rate of equally many rounds of each game."""
    return len(rates) / sum(1 / rate for rate in rates.values())
