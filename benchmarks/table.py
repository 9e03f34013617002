"""Measure how many six-seat rounds per second one core plays, beside PokerKit as a peer.

Each wager and each decision is a separate command, the house deals automatically, and every event
and posting is created; the log is not stored. The peer, if it is installed, plays no-limit hold 'em
with six players and all its automations. The first player who may bet on a street bets the minimum;
every fourth answer to a bet is a fold, and the others are calls.
"""

from collections.abc import Callable
from itertools import count
from typing import Self

from msgspec import Struct

from benchmarks import combined_rate
from pitboss.games import GAMES, find_game
from pitboss.submission import example_filing
from pitboss.table import commands as c
from pitboss.table.actions import LogEntry
from pitboss.table.state import open_street
from pitboss.table.table import DEFAULT_BANK, Table

PEER_PLAYERS = 6
ANSWERS_PER_FOLD = 4
"""How many answers to a bet there are for each fold."""


def load_peer() -> Callable[[int], None] | None:
    """Return a function that plays some hands of PokerKit, or None if it is not installed."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem
    except ImportError:
        return None
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    answers = count(1)

    def play(hands: int) -> None:
        for _ in range(hands):
            state = game(1_000, PEER_PLAYERS)
            while state.status:
                if not state.checking_or_calling_amount and state.can_complete_bet_or_raise_to():
                    state.complete_bet_or_raise_to()
                elif next(answers) % ANSWERS_PER_FOLD:
                    state.check_or_call()
                else:
                    state.fold()

    return play


REPETITIONS = 10
SEATS = range(1, 7)
ROUNDS_PER_HAND = 5
"""The peer is slower and plays fewer hands, so that both take some time."""
_WARM_UP_ROUNDS = 20
_STAKE = 500
_BUY_IN = 10**11
_ROUND_OFFSET = 11
"""By how many rounds the decisions of one player are behind those of the next."""


class TableBenchmark(Struct, frozen=True):
    """Rates of all games on this machine."""

    rounds_per_second: int
    """Over all games, equally many rounds of each."""
    games: dict[str, int]
    """The same by game."""
    peer_hands_per_second: float | None
    """None if the peer is not installed."""
    ratio: float | None
    """How many of our rounds are played in the time of one hand of the peer."""
    events_per_round: float
    postings_per_round: float


class BusyTable:
    """A table whose players wager and answer in every mixture, the same on every machine."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players = {seat: self.table.player(f"player {seat}") for seat in SEATS}
        required = {wager.key: _STAKE for wager in self.table.rules.required}
        self._wagers = [required]
        self._wagers += [required | {s.key: s.minimum} for s in self.table.rules.sides]
        self._answers: dict[str, tuple[int, tuple[str, ...]]] = {}
        mixtures = 1
        for street in self.table.rules.streets:
            self._answers[street.name] = mixtures, tuple(street.choices)
            mixtures *= len(street.choices)
        self.rounds = self.events = self.postings = 0

    @classmethod
    def open(cls, game: str) -> Self:
        """Open a table with players who have many chips."""
        table = Table(practice=f"bench {game}", keep_log=False)
        table.open_table("bench", game, DEFAULT_BANK)
        table.propose(c.FileSubmission(example_filing(find_game(game))))
        table.approve(table.state.proposed)
        busy_table = cls(table)
        busy_table.seat_players(_BUY_IN)
        return busy_table

    def seat_players(self, cents: int) -> list[LogEntry]:
        """Seat six players with this many chips each."""
        entries: list[LogEntry] = []
        for seat, player in self.players.items():
            entries += player.take_seat(seat)
            entries += player.buy_in(cents)
        return entries

    def play(self, rounds: int) -> None:
        """Play some rounds, from the opening of bets to the close."""
        for _ in range(rounds):
            entries = self.play_round()
            self.events += len(entries)
            self.postings += sum([len(entry.postings) for entry in entries])

    def play_round(self) -> list[LogEntry]:
        """Play a round and return what happened."""
        table, number = self.table, self.rounds
        self.rounds += 1
        entries = list(table.open_round())
        for seat, player in self.players.items():
            wagers = self._wagers[(number + seat) % len(self._wagers)]
            entries += player.place_wagers(seat, wagers)
        entries += table.no_more_bets()
        while (round_ := table.state.round) and (street := open_street(table.rules, round_)):
            seat = round_.turn or 0
            mixtures, answers = self._answers[street.name]
            answer = answers[(number + _ROUND_OFFSET * seat) // mixtures % len(answers)]
            entries += self.players[seat].decide(seat, answer)
        return entries


def measure_table(
    rounds: int, clock: Callable[[], float], progress: Callable[[str, int, int], None]
) -> TableBenchmark:
    """Return the best of several runs of each game, alternating between ours and the peer's.

    They take turns, so that a busy moment of the machine affects both.
    """
    tables = {game: BusyTable.open(game) for game in GAMES}
    for table in tables.values():
        table.play(_WARM_UP_ROUNDS)
    peer, hands = load_peer(), max(1, rounds // ROUNDS_PER_HAND)
    ours, theirs = dict.fromkeys(GAMES, 0.0), dict.fromkeys(GAMES, 0.0)
    steps = [(turn, game) for turn in range(REPETITIONS) for game in GAMES]
    for index, (_, game) in enumerate(steps):
        progress("playing rounds beside a peer", index, len(steps))
        ours[game] = max(ours[game], _rate(tables[game].play, rounds, clock))
        if peer:
            theirs[game] = max(theirs[game], _rate(peer, hands, clock))
    total_rounds = sum(table.rounds for table in tables.values())
    all_games, all_hands = combined_rate(ours), combined_rate(theirs) if peer else None
    return TableBenchmark(
        round(all_games),
        {game: round(rate) for game, rate in ours.items()},
        all_hands and round(all_hands, 1),
        all_hands and round(all_games / all_hands, 2),
        round(sum(table.events for table in tables.values()) / total_rounds, 2),
        round(sum(table.postings for table in tables.values()) / total_rounds, 2),
    )


def _rate(play: Callable[[int], None], times: int, clock: Callable[[], float]) -> float:
    start = clock()
    play(times)
    return times / (clock() - start)
