"""A physical deck: people deal it and enter each card when it is turned over."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, card_text
from pitboss.games import GAMES, MARYLAND
from pitboss.table import Phase
from pitboss.table import events as e
from pitboss.table.state import require_round
from pitboss.verify import verify

from .physical_tables import MirroredTables, deal_round, physical_table

ALL_GAMES = sorted(GAMES)


def shuffled(seed: object) -> tuple[Card, ...]:
    """Return the cards of a deck in a random order."""
    stack = list(DECK)
    Random(str(seed)).shuffle(stack)
    return tuple(stack)


def mirror(game: str, seed: str, rounds: int = 3) -> MirroredTables:
    """Play rounds at a virtual and a physical table, and compare them after each."""
    chance = Random(seed)
    submission = {"table": {"shuffler": chance.choice(["none", "automated"])}}
    tables = MirroredTables(game, seed, chance.randint(1, 4), submission)
    for _ in range(rounds):
        tables.play(chance)
        virtual, physical = (
            require_round(table.state) for table in (tables.virtual, tables.physical)
        )
        assert physical.results == virtual.results
        assert physical.gifts == virtual.gifts
        assert physical.hits == virtual.hits
        assert physical.spins == virtual.spins
        assert tables.physical.state.balances == tables.virtual.state.balances
    return tables


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_physical_deck_settles_like_a_virtual_one_with_the_same_cards(game: str) -> None:
    tables = mirror(game, f"the same cards {game}", 12 if game in MARYLAND else 4)
    lines = [line + b"\n" for line in tables.physical.export()]
    summary = verify(lines)
    assert summary.physical == summary.rounds == tables.physical.state.last[-1].number


@given(seed=st.integers(0, 2**32), game=st.sampled_from(ALL_GAMES))
@settings(max_examples=25, deadline=None)
def test_any_round_settles_like_a_virtual_one(seed: int, game: str) -> None:
    mirror(game, str(seed), 1)


@pytest.mark.parametrize("game", MARYLAND)
def test_nothing_is_committed_to_and_nothing_is_proved(game: str) -> None:
    table = physical_table(game)
    entries = list(deal_round(table, shuffled(game), Random(game)))
    assert table.shoe is None
    events = [entry.event for entry in entries]
    (opening,) = (event for event in events if isinstance(event, e.RoundOpened))
    assert (opening.physical, opening.seed_hash, opening.root, opening.cut) == (True, "", "", 0)
    assert not any(isinstance(event, e.SeedOpened | e.SeedLost) for event in events)
    faces = [card for event in events if isinstance(event, e.CardsTurned) for card in event.cards]
    assert faces
    assert all(card.salt == "" and card.proof == () for card in faces)
    stack = shuffled(game)
    assert all(card.card == card_text(stack[card.position]) for card in faces)
    assert require_round(table.state).phase is Phase.CLOSED
    line = str(table.recall(1))
    assert all(card.card in line for card in faces)
