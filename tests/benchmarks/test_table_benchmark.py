"""The benchmark of the table plays complete rounds, the same on every machine."""

import json
import sys
from collections import Counter
from itertools import count

import pytest

from benchmarks.table import (
    REPETITIONS,
    SEATS,
    BusyTable,
    TableBenchmark,
    load_peer,
    measure_table,
)
from pitboss.games import GAMES
from pitboss.table import Table
from pitboss.table import events as e
from pitboss.table.actions import LogEntry
from pitboss.table.ledger import escrow_account
from pitboss.table.state import Phase, encode_state
from tests.cli.program import run

KEYS = [
    "rounds_per_second", "games", "peer_hands_per_second", "ratio",
    "events_per_round", "postings_per_round",
]  # fmt: skip


class LoggedTable(BusyTable):
    """A busy table that collects its log entries."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.entries: list[LogEntry] = []

    def play_round(self) -> list[LogEntry]:
        entries = super().play_round()
        self.entries += entries
        return entries


def run_with_ticks() -> tuple[list[str], TableBenchmark]:
    """Return the progress messages and rates of a tiny run under a made-up clock."""
    time, progress = count(), list[str]()
    paces = measure_table(
        2, lambda: float(next(time)), lambda *report: progress.append("{} {}/{}".format(*report))
    )
    return progress, paces


@pytest.mark.parametrize("game", GAMES)
def test_each_round_is_played_to_the_end(game: str) -> None:
    table = LoggedTable.open(game)
    first_version = table.table.state.version
    table.play(3)
    table.play(2)
    state = table.table.state
    assert state.round is not None
    assert (table.rounds, state.round.number, state.round.phase) == (5, 5, Phase.CLOSED)
    assert not any(escrow_account(seat) in state.balances for seat in SEATS)
    assert table.events == len(table.entries) == state.version - first_version
    assert table.postings == sum(len(entry.postings) for entry in table.entries)
    assert not table.table.log


@pytest.mark.parametrize("game", GAMES)
def test_every_player_makes_every_wager_and_every_decision(game: str) -> None:
    table = LoggedTable.open(game)
    table.play(64)
    rules = table.table.rules
    wagers, decisions = Counter[tuple[int, str]](), Counter[tuple[int, str, str | int]]()
    for entry in table.entries:
        if isinstance(entry.event, e.WagersPlaced):
            wagers.update((entry.event.seat, key) for key in entry.event.wagers)
        if isinstance(entry.event, e.Decided):
            decisions[entry.event.seat, entry.event.street, entry.event.decision] += 1
    keys = [wager.key for wager in rules.required + rules.sides]
    choices = [(street.name, choice) for street in rules.streets for choice in street.choices]
    assert set(wagers) == {(seat, key) for seat in SEATS for key in keys}
    assert set(decisions) == {(seat, *choice) for seat in SEATS for choice in choices}


def test_two_tables_play_the_same_rounds() -> None:
    first, second = BusyTable.open("criss-cross"), BusyTable.open("criss-cross")
    for table in (first, second):
        table.play(5)
    assert encode_state(first.table.state) == encode_state(second.table.state)


def test_a_tiny_run_reports_rates_and_progress() -> None:
    progress, paces = run_with_ticks()
    assert list(paces.games) == list(GAMES)
    assert set(paces.games.values()) == {2}  # two rounds per tick
    assert (paces.rounds_per_second, paces.peer_hands_per_second, paces.ratio) == (2, 1.0, 2.0)
    assert paces.events_per_round > 30
    assert paces.postings_per_round > 20
    assert progress == [
        f"playing rounds beside a peer {n}/{REPETITIONS * len(GAMES)}"
        for n in range(REPETITIONS * len(GAMES))
    ]


def test_figures_of_the_peer_are_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    assert load_peer() is None
    _, paces = run_with_ticks()
    assert (paces.peer_hands_per_second, paces.ratio) == (None, None)
    assert paces.rounds_per_second == 2


def test_the_peer_plays_complete_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    states = []
    create = pokerkit.NoLimitTexasHoldem.__call__

    def collect(*arguments: object) -> object:
        states.append(create(*arguments))
        return states[-1]

    monkeypatch.setattr(pokerkit.NoLimitTexasHoldem, "__call__", collect)
    play = load_peer()
    assert play is not None
    play(8)
    assert [state.status for state in states] == [False] * 8
    assert {sum(state.stacks) for state in states} == {6_000}
    counts = Counter(type(x).__name__ for state in states for x in state.operations)
    assert counts["HoleDealing"] == 8 * 12
    assert 0.2 < counts["Folding"] / (counts["Folding"] + counts["CheckingOrCalling"]) < 0.3


@pytest.mark.slow
def test_bench_table_prints_the_keys_of_the_contract() -> None:
    process = run("bench", "table", "--rounds", "5", "--json")
    assert (process.returncode, process.stderr) == (0, b""), process
    result = json.loads(process.stdout)
    assert list(result) == KEYS
    assert list(result["games"]) == list(GAMES)
    assert all(rate > 0 for rate in result["games"].values())
    assert result["peer_hands_per_second"] > 0
    assert result["ratio"] > 0


@pytest.mark.slow
def test_bench_table_prints_a_small_table_for_people() -> None:
    lines = run("bench", "table", "--rounds", "5").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [*GAMES, "all", "PokerKit", "One"]
    assert "rounds per second" in lines[0]
    assert "ratio" in lines[-2]
