"""FAIR-4: hands of the live dealing path have the exact frequencies, at the 99% level.

It plays 50,000 rounds; `tests.table.hand_frequencies` plays a million. A fault in shuffling or
dealing would show in the same figures."""

from collections.abc import Callable, Sequence
from hashlib import sha256

import pytest

from pitboss.cards import DECK, Card, rank
from pitboss.games import GAMES
from pitboss.shuffle import Shoe, build_shoe, random_permutation
from pitboss.table import table as live_table
from tests.rotation import games_with
from tests.table.hand_frequencies import FIGURES, Live, exact_counts, read_hands

ROUNDS = 8_000
"""Rounds of each game."""
FEW = 4_000
Below = Callable[[int], int]
Order = Callable[[int, Below], tuple[int, ...]]


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with("three-card", "ultimate-holdem"))
def test_fair_4_hands_are_as_frequent_as_expected(game: str) -> None:
    live = Live(game, practice="FAIR-4")
    live.play(ROUNDS)
    assert live.off() == []
    assert live.rounds == ROUNDS == live.now.number
    assert {hand.total() for hand in live.hands.values()} == {ROUNDS}
    assert live.positions.sum() == live.dealt.sum() == ROUNDS * live.now.dealt


def test_fair_4_all_figures_are_compared() -> None:
    tables = [Live(game, practice="few") for game in GAMES]
    for table in tables:
        table.play(100)
    assert sum(len(list(table.scores())) for table in tables) == FIGURES


def test_fair_4_the_counts_match_the_game() -> None:
    """A few hands are checked that are easy to count."""
    rules = Live("criss-cross").rules
    assert [hand.name for hand in read_hands(rules)] == ["across", "down", "board"]
    assert exact_counts(rules, "board")["straight"] == 10_200
    assert exact_counts(Live("stud-235").rules, "three")["straight"] == 660
    assert exact_counts(Live("holdem-bonus").rules, "dealer")["royal flush"] == 4_324


# Faulty shuffles, installed where the live table gets its own


def sattolo(n: int, below: Below) -> tuple[int, ...]:
    """Shuffle with an off-by-one error: no card stays in place."""
    return random_permutation(n, lambda left: below(left - 1))


def swap_with_any(n: int, below: Below) -> tuple[int, ...]:
    """Swap each position with any position."""
    places = list(range(n))
    for at in range(n):
        pick = below(n)
        places[at], places[pick] = places[pick], places[at]
    return tuple(places)


def cut_only(n: int, below: Below) -> tuple[int, ...]:
    """Cut a new deck without shuffling: cards are anywhere, but next to their neighbors."""
    first = below(n)
    return (*range(first, n), *range(first))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "shows"),
    [
        (sattolo, {"card in each position"}),
        (swap_with_any, {"card in each position"}),
        (cut_only, {"hand across", "hand down", "hand board", "first two cards"}),
    ],
)
def test_fair_4_a_wrong_shuffle_is_detected(
    wrong: Order, shows: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stack is not cut afterward, since a cut would hide which position a card prefers."""
    monkeypatch.setattr("pitboss.shuffle.shoe.random_permutation", wrong)
    live = Live("criss-cross", "FAIR-4", {"table": {"shuffler": "automated"}})
    live.play(FEW)
    assert shows <= {figure.partition(":")[0] for figure in live.off()}


@pytest.mark.slow
def test_fair_4_a_house_that_deals_too_few_pairs_is_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It shuffles again if the player would get a pair, so each card is still equally likely.

    This works only where the player adds nothing, in every second round."""
    first, second = 0, 2  # a community card is dealt between them

    def shy(seed: bytes, bound: bytes, deck: Sequence[Card] = DECK) -> Shoe:
        shoe = build_shoe(seed, bound, deck)
        while rank(shoe.cards[first]) == rank(shoe.cards[second]):
            seed = sha256(seed).digest()
            shoe = build_shoe(seed, bound, deck)
        return shoe

    monkeypatch.setattr(live_table, "build_shoe", shy)
    live = Live("stud-235", "FAIR-4", {"table": {"shuffler": "automated"}})
    live.play(FEW)
    off = {figure.partition(":")[0] for figure in live.off()}
    assert "hand two" in off
    assert not off & {"card in each position", "card dealt at each turn"}
