"""The benchmark of the lab: its plain loops agree with the lab in every state."""

import json

import numpy as np
import pytest

from benchmarks.lab.measurement import street_situations
from benchmarks.lab.plain_loops import prepare_loop, spread_states
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.lab.advice import advise
from pitboss.lab.shape_registry import find_shape
from pitboss.submission import resolve
from tests.cli.program import run
from tests.small_decks import deck_of_ranks

DECKS = {"holdem-bonus": "89TJQKA", "stud-235": "A23456789TJQK"}


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("game", [x for x in GAMES if find_shape(resolve(GAMES[x]))])
def test_a_plain_loop_agrees_with_the_lab(game: str) -> None:
    deck = deck_of_ranks(DECKS.get(game, "6789TJQKA"))
    peer = prepare_loop(resolve(GAMES[game]), 2, deck)()
    peer.play(0, 1)  # the first call links compiled code
    peer.run()
    peer.check()


@pytest.mark.usefixtures("kernels")
def test_a_difference_stops_the_benchmark() -> None:
    peer = prepare_loop(resolve(GAMES["stud-235"]), 1)()
    with pytest.raises(Refused, match="disagree"):
        peer.check()  # nothing was played, so its sums are zero


def test_states_are_spread_over_the_whole_game() -> None:
    deck = deck_of_ranks("TJQKA")
    states = spread_states(deck, (2, 2), 19)
    assert len({tuple(state) for state in states.tolist()}) == 19
    assert all(len(set(state)) == 4 for state in states.tolist())
    assert len(np.unique(states)) == len(deck)


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("game", GAMES)
def test_advice_is_measured_on_every_street(game: str) -> None:
    rules = resolve(GAMES[game])
    situations = list(street_situations(rules))
    assert len(situations) == len(rules.streets)
    for street, situation in list(zip(rules.streets, situations, strict=True))[1:]:
        assert list(advise(rules, *situation).decisions) == list(street.choices)


@pytest.mark.soak
@pytest.mark.usefixtures("kernels")
def test_bench_lab_prints_the_keys_of_the_contract() -> None:
    process = run("bench", "lab", "--turns", "1", "--sample", "1", "--json")
    assert process.returncode == 0, process
    result = json.loads(process.stdout)
    assert list(result["games"]) == list(GAMES)
    for timing in result["games"].values():
        assert {"seconds", "seconds_all", "ratio"} <= set(timing)
