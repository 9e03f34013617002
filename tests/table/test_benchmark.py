"""The benchmark of the table plays what it says, the same on every machine."""

import json
import sys
from collections import Counter
from itertools import count

import pytest

from pitboss.games import GAMES
from pitboss.table import events as e
from pitboss.table.actions import Recorded
from pitboss.table.benchmark import SEATS, TURNS, Busy, Paces, measure
from pitboss.table.benchmark_peer import ready
from pitboss.table.ledger import escrow
from pitboss.table.state import Phase, state_bytes
from tests.cli.program import run

KEYS = [
    "rounds_per_second", "games", "peer_hands_per_second", "ratio",
    "events_per_round", "postings_per_round",
]  # fmt: skip


class Heard(Busy):
    """A busy table that keeps what was recorded."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.heard: list[Recorded] = []

    def _round(self) -> list[Recorded]:
        recorded = super()._round()
        self.heard += recorded
        return recorded


def ticks() -> tuple[list[str], Paces]:
    """A tiny run under a clock of its own, with what was told of it."""
    time, told = count(), list[str]()
    paces = measure(
        2, lambda: float(next(time)), lambda what, done, of: told.append(f"{what} {done}/{of}")
    )
    return told, paces


@pytest.mark.parametrize("game", GAMES)
def test_so_many_rounds_are_played_to_the_end(game: str) -> None:
    table = Heard(game)
    opened = table.table.state.version
    table.play(3)
    table.play(2)
    state = table.table.state
    assert state.round is not None
    assert (table.rounds, state.round.number, state.round.phase) == (5, 5, Phase.CLOSED)
    assert not any(escrow(seat) in state.balances for seat in SEATS)
    assert table.events == len(table.heard) == state.version - opened
    assert table.postings == sum(len(one.postings) for one in table.heard)
    assert not table.table.log


@pytest.mark.parametrize("game", GAMES)
def test_every_player_comes_to_every_wager_and_every_answer(game: str) -> None:
    table = Heard(game)
    table.play(64)
    rules = table.table.rules
    wagered, answered = Counter[tuple[int, str]](), Counter[tuple[int, str, str | int]]()
    for one in table.heard:
        if isinstance(one.event, e.WagersPlaced):
            wagered.update((one.event.seat, key) for key in one.event.wagers)
        if isinstance(one.event, e.Decided):
            answered[one.event.seat, one.event.street, one.event.decision] += 1
    keys = [wager.key for wager in rules.required + rules.sides]
    asks = [(street.name, answer) for street in rules.streets for answer in street.choices]
    assert set(wagered) == {(seat, key) for seat in SEATS for key in keys}
    assert set(answered) == {(seat, *ask) for seat in SEATS for ask in asks}


def test_it_plays_the_same_every_time() -> None:
    first, second = Busy("criss-cross"), Busy("criss-cross")
    for table in (first, second):
        table.play(5)
    assert state_bytes(first.table.state) == state_bytes(second.table.state)


def test_a_tiny_run_has_the_shape() -> None:
    told, paces = ticks()
    assert list(paces.games) == list(GAMES)
    assert set(paces.games.values()) == {2}  # of two rounds a tick
    assert (paces.rounds_per_second, paces.peer_hands_per_second, paces.ratio) == (2, 1.0, 2.0)
    assert paces.events_per_round > 30
    assert paces.postings_per_round > 20
    assert told == [
        f"playing rounds beside a peer {n}/{TURNS * len(GAMES)}" for n in range(TURNS * len(GAMES))
    ]


def test_without_the_peer_its_figures_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    assert ready() is None
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
    play = ready()
    assert play is not None
    play(8)
    assert [state.status for state in made] == [False] * 8
    assert {sum(state.stacks) for state in made} == {6_000}
    done = Counter(type(one).__name__ for state in made for one in state.operations)
    assert done["HoleDealing"] == 8 * 12
    assert 0.2 < done["Folding"] / (done["Folding"] + done["CheckingOrCalling"]) < 0.3


@pytest.mark.slow
def test_the_command_has_the_contract_s_keys() -> None:
    done = run("bench", "table", "--rounds", "5", "--json")
    assert (done.returncode, done.stderr) == (0, b""), done
    found = json.loads(done.stdout)
    assert list(found) == KEYS
    assert list(found["games"]) == list(GAMES)
    assert all(rate > 0 for rate in found["games"].values())
    assert found["peer_hands_per_second"] > 0
    assert found["ratio"] > 0


@pytest.mark.slow
def test_for_people_it_prints_a_small_table() -> None:
    lines = run("bench", "table", "--rounds", "5").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [*GAMES, "all", "PokerKit", "One"]
    assert "rounds a second" in lines[0]
    assert "ratio" in lines[-2]
