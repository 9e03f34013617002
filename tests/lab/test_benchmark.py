"""The benchmark measures what it says: the plain loops find what the lab finds."""

import json

import numpy as np
import pytest

from pitboss.games import GAMES
from pitboss.lab.advice import advise
from pitboss.lab.benchmark.asking import stands
from pitboss.lab.benchmark.peer import spread
from pitboss.lab.benchmark.sample import ready
from pitboss.lab.shapes import shape_of
from pitboss.lab.suits import deck_of
from pitboss.refusal import Refused
from pitboss.submission import resolve
from tests.cli.program import run

DECKS = {"holdem-bonus": "89TJQKA", "stud-235": "A23456789TJQK"}


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("game", [x for x in GAMES if shape_of(resolve(GAMES[x]))])
def test_a_plain_loop_finds_what_the_lab_finds(game: str) -> None:
    deck = deck_of(DECKS.get(game, "6789TJQKA"))
    peer = ready(resolve(GAMES[game]), 2, deck)()
    peer.play(0, 1)  # as the command does, to link it
    peer.run()
    peer.check()


@pytest.mark.usefixtures("kernels")
def test_a_difference_stops_the_benchmark() -> None:
    peer = ready(resolve(GAMES["stud-235"]), 1)()
    with pytest.raises(Refused, match="disagree"):
        peer.check()  # nothing was played: it found nothing


def test_states_are_spread_over_the_whole_game() -> None:
    deck = deck_of("TJQKA")
    states = spread(deck, (2, 2), 19)
    assert len({tuple(state) for state in states.tolist()}) == 19
    assert all(len(set(state)) == 4 for state in states.tolist())
    assert len(np.unique(states)) == len(deck)


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("game", GAMES)
def test_advice_is_asked_at_every_street(game: str) -> None:
    rules = resolve(GAMES[game])
    found = list(stands(rules))
    assert len(found) == len(rules.streets)
    for street, stand in list(zip(rules.streets, found, strict=True))[1:]:
        assert list(advise(rules, *stand).decisions) == list(street.choices)


@pytest.mark.soak
@pytest.mark.usefixtures("kernels")
def test_the_command_has_the_contract_s_keys() -> None:
    done = run("bench", "lab", "--turns", "1", "--sample", "1", "--json")
    assert done.returncode == 0, done
    found = json.loads(done.stdout)
    assert list(found["games"]) == list(GAMES)
    for pace in found["games"].values():
        assert {"seconds", "seconds_all", "ratio"} <= set(pace)
