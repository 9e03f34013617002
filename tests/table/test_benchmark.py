"""The benchmark of the table plays what it says, the same on every machine."""

import json
import sys
from collections import Counter
from itertools import count

import pytest

from pitboss.games import GAMES
from pitboss.table import events as e
from pitboss.table.actions import LogEntry
from pitboss.table.benchmark import (
    REPETITIONS,
    SEATS,
    BusyTable,
    TableBenchmark,
    load_peer,
    measure_table,
)
from pitboss.table.ledger import escrow_account
from pitboss.table.state import Phase, encode_state
from tests.cli.program import run

KEYS = [
    "rounds_per_second", "games", "peer_hands_per_second", "ratio",
    "events_per_round", "postings_per_round",
]  # fmt: skip


class Heard(BusyTable):
    """A busy table that keeps what was recorded."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.heard: list[LogEntry] = []

    def _play_round(self) -> list[LogEntry]:
        recorded = super()._play_round()
        self.heard += recorded
        return recorded


def ticks() -> tuple[list[str], TableBenchmark]:
    """A tiny run under a clock of its own, with what was told of it."""
    time, progress = count(), list[str]()
    paces = measure_table(
        2, lambda: float(next(time)), lambda what, done, of: progress.append(f"{what} {done}/{of}")
    )
    return progress, paces


@pytest.mark.parametrize("game", GAMES)
def test_so_many_rounds_are_played_to_the_end(game: str) -> None:
    table = Heard(game)
    opened = table.table.state.version
    table.play(3)
    table.play(2)
    state = table.table.state
    assert state.round is not None
    assert (table.rounds, state.round.number, state.round.phase) == (5, 5, Phase.CLOSED)
    assert not any(escrow_account(seat) in state.balances for seat in SEATS)
    assert table.events == len(table.heard) == state.version - opened
    assert table.postings == sum(len(item.postings) for item in table.heard)
    assert not table.table.log


@pytest.mark.parametrize("game", GAMES)
def test_every_player_comes_to_every_wager_and_every_answer(game: str) -> None:
    table = Heard(game)
    table.play(64)
    rules = table.table.rules
    wagered, answered = Counter[tuple[int, str]](), Counter[tuple[int, str, str | int]]()
    for item in table.heard:
        if isinstance(item.event, e.WagersPlaced):
            wagered.update((item.event.seat, key) for key in item.event.wagers)
        if isinstance(item.event, e.Decided):
            answered[item.event.seat, item.event.street, item.event.decision] += 1
    keys = [wager.key for wager in rules.required + rules.sides]
    asks = [(street.name, answer) for street in rules.streets for answer in street.choices]
    assert set(wagered) == {(seat, key) for seat in SEATS for key in keys}
    assert set(answered) == {(seat, *ask) for seat in SEATS for ask in asks}


def test_it_plays_the_same_every_time() -> None:
    first, second = BusyTable("criss-cross"), BusyTable("criss-cross")
    for table in (first, second):
        table.play(5)
    assert encode_state(first.table.state) == encode_state(second.table.state)


def test_a_tiny_run_has_the_shape() -> None:
    progress, paces = ticks()
    assert list(paces.games) == list(GAMES)
    assert set(paces.games.values()) == {2}  # of two rounds a tick
    assert (paces.rounds_per_second, paces.peer_hands_per_second, paces.ratio) == (2, 1.0, 2.0)
    assert paces.events_per_round > 30
    assert paces.postings_per_round > 20
    assert progress == [
        f"playing rounds beside a peer {n}/{REPETITIONS * len(GAMES)}"
        for n in range(REPETITIONS * len(GAMES))
    ]


def test_without_the_peer_its_figures_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    assert load_peer() is None
    _, paces = ticks()
    assert (paces.peer_hands_per_second, paces.ratio) == (None, None)
    assert paces.rounds_per_second == 2


def test_the_peer_plays_whole_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    made = []
    create = pokerkit.NoLimitTexasHoldem.__call__

    def noted(*arguments: object) -> object:
        made.append(create(*arguments))
        return made[-1]

    monkeypatch.setattr(pokerkit.NoLimitTexasHoldem, "__call__", noted)
    play = load_peer()
    assert play is not None
    play(8)
    assert [state.status for state in made] == [False] * 8
    assert {sum(state.stacks) for state in made} == {6_000}
    done = Counter(type(operation).__name__ for state in made for operation in state.operations)
    assert done["HoleDealing"] == 8 * 12
    assert 0.2 < done["Folding"] / (done["Folding"] + done["CheckingOrCalling"]) < 0.3


@pytest.mark.slow
def test_the_command_has_the_contract_s_keys() -> None:
    done = run("bench", "table", "--rounds", "5", "--json")
    assert (done.returncode, done.stderr) == (0, b""), done
    result = json.loads(done.stdout)
    assert list(result) == KEYS
    assert list(result["games"]) == list(GAMES)
    assert all(rate > 0 for rate in result["games"].values())
    assert result["peer_hands_per_second"] > 0
    assert result["ratio"] > 0


@pytest.mark.slow
def test_for_people_it_prints_a_small_table() -> None:
    lines = run("bench", "table", "--rounds", "5").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [*GAMES, "all", "PokerKit", "One"]
    assert "rounds per second" in lines[0]
    assert "ratio" in lines[-2]
