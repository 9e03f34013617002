"""FAIR-5: the house commits before wagers lock, proves each card shown, and opens each seed."""

from collections.abc import Callable, Iterator
from itertools import groupby

import pytest

from pitboss.cards import CARD_BY_TEXT, DECK
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.shuffle import build_shoe, is_valid_proof, seed_hash, shuffle_context
from pitboss.table import Automation, LogEntry, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e

from .round_scenes import SIDES
from .tables import (
    DEE,
    FLO,
    KEYS,
    PLAYERS,
    STAYS,
    answer,
    antes,
    bet_alike,
    current_round,
    seated_table,
    step,
)

EVERY = pytest.mark.parametrize("game", KEYS)
Stop = Callable[[Table], bool]


def _phase(*phases: Phase) -> Stop:
    return lambda table: current_round(table).phase in phases


def _has_shown(table: Table) -> bool:
    return current_round(table).phase is Phase.PLAYING and bool(current_round(table).shown)


def _has_dealt(table: Table) -> bool:
    return current_round(table).phase is Phase.PLAYING and current_round(table).dealt > 0


MOMENTS: dict[str, Stop | None] = {
    "before any wager": None,
    "bets are open": _phase(Phase.BETTING),
    "no more bets": _phase(Phase.COUNTING, Phase.PLAYING),
    "some cards are dealt": _has_dealt,
    "some cards are shown": _has_shown,
    "all cards are out": _phase(Phase.SETTLING),
}


def table_at(game: str, stop: Stop | None = None) -> Table:
    """Return a table with two closed rounds and a third at this moment, if one is named."""
    table = seated_table(game, submission={}, practice="FAIR-5")
    for number in range(1, 4 if stop else 3):
        bet_alike(table, 1, 2, 5, **SIDES[game])
        table.player("Bob").add_entropy(f"{number}")
        if stop and number == 3 and stop(table):
            break
        table.dealer("Dee").no_more_bets()
        while current_round(table).phase is not Phase.CLOSED and not (
            stop and number == 3 and stop(table)
        ):
            if current_round(table).turn is None:
                step(table)
            else:
                answer(table, STAYS[game])
    return table


def void(table: Table) -> None:
    """Have two people void the round on the table, and close it."""
    table.execute(c.Propose(c.VoidRound(current_round(table).number, "a card lies face up")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)


def rounds(table: Table) -> Iterator[list[LogEntry]]:
    """Return the log, split by rounds."""
    open_count = 0

    def number(entry: LogEntry) -> int:
        nonlocal open_count
        open_count += isinstance(entry.event, e.RoundOpened)
        return open_count

    yield from (list(log) for at, log in groupby(table.log, number) if at)


def check(table: Table) -> int:
    """Verify every round of the log; return the number of cards shown with a proof."""
    proof_count = 0
    for number, log in enumerate(rounds(table), 1):
        names = [type(item.event).__name__ for item in log]
        opening_event = log[0].event
        assert isinstance(opening_event, e.RoundOpened)
        assert opening_event.round == number, "a gap in the rounds"
        assert names.count("SeedOpened") == 1, "a commitment that is not opened"
        seed = next(item.event.seed for item in log if isinstance(item.event, e.SeedOpened))
        shoe = build_shoe(
            bytes.fromhex(seed), shuffle_context("table 1", number, opening_event.rules)
        )
        assert (seed_hash(shoe.seed), shoe.root.hex()) == (
            opening_event.seed_hash,
            opening_event.root,
        )
        close_index = names.index("RoundClosed")
        assert names.index("SeedOpened") < close_index
        assert "CardsTurned" not in names[close_index:]
        for item in log:
            if isinstance(item.event, e.CardsTurned):
                for card in item.event.cards:
                    assert card.card in CARD_BY_TEXT
                    assert CARD_BY_TEXT[card.card] == shoe.cards[card.position]
                    assert leads(opening_event.root, card)
                    proof_count += 1
    return proof_count


def leads(root: str, card: e.TurnedCard, other: int | None = None) -> bool:
    """Return whether the card, or another in its place, has a valid proof for the root."""
    way = [bytes.fromhex(step) for step in card.proof]
    face = CARD_BY_TEXT[card.card] if other is None else other
    salt = bytes.fromhex(card.salt)
    return is_valid_proof(bytes.fromhex(root), len(DECK), card.position, face, salt, way)


@EVERY
def test_fair_5_the_house_commits_before_anybody_can_bet(game: str) -> None:
    """The commitment is the first event of each round, and visible while bets are open."""
    table = table_at(game)
    for log in rounds(table):
        names = [type(item.event).__name__ for item in log]
        assert names[0] == "RoundOpened"
        assert names.count("RoundOpened") == 1
        assert names.index("WagersPlaced") < names.index("BetsClosed") < names.index("CardsDealt")
    table.dealer("Dee").open_round()
    view_ = table.view(table.player("Ann").person).round
    assert view_
    assert table.shoe is not None
    assert (view_.seed_hash, view_.root) == (table.shoe.seed_hash, table.shoe.root.hex())
    assert len(view_.seed_hash) == len(view_.root) == 64


@EVERY
def test_fair_5_each_visible_card_is_proved_and_no_other_card_is(game: str) -> None:
    table = table_at(game)
    assert check(table) > 10
    for log in rounds(table):
        opening_event = log[0].event
        assert isinstance(opening_event, e.RoundOpened)
        cards_turned = [
            c for item in log if isinstance(item.event, e.CardsTurned) for c in item.event.cards
        ]
        assert len({card.position for card in cards_turned}) == len(cards_turned), (
            "a card was turned twice"
        )
        for card in cards_turned:
            others = set(DECK) - {CARD_BY_TEXT[card.card]}
            assert not any(leads(opening_event.root, card, other) for other in others)


@EVERY
@pytest.mark.parametrize("moment", MOMENTS)
def test_fair_5_the_seed_of_a_void_round_is_revealed_too(game: str, moment: str) -> None:
    """This holds whenever it is voided, and the next round follows without a gap."""
    stop = MOMENTS[moment]
    table = table_at(game, stop)
    if stop is None:
        table.dealer("Dee").open_round()
    number = current_round(table).number
    assert number == 3
    void(table)
    check(table)
    assert current_round(table).void
    bet_alike(table, 1)
    assert current_round(table).number == number + 1


@EVERY
def test_fair_5_no_round_begins_before_the_last_seed_is_revealed(game: str) -> None:
    """A settled or void round waits for its seed, so that there is no gap."""
    for moment in (*MOMENTS.values(), _phase(Phase.SETTLED)):
        table = table_at(game, moment) if moment else table_at(game)
        if moment is None:
            table.dealer("Dee").open_round()
        with pytest.raises(Refused, match="round 3 is still open"):
            table.dealer("Dee").open_round()
        if current_round(table).phase is Phase.SETTLED:
            continue
        table.execute(c.Propose(c.VoidRound(3, "a misdeal")), DEE)
        table.execute(c.Approve(table.state.proposed), FLO)
        with pytest.raises(Refused, match="round 3 is still open"):
            table.dealer("Dee").open_round()


@EVERY
def test_fair_5_a_stack_other_than_the_promised_one_is_not_dealt(game: str) -> None:
    """Another seed, two swapped cards and another salt are all refused."""
    table = table_at(game, _phase(Phase.COUNTING, Phase.PLAYING))
    if current_round(table).phase is Phase.COUNTING:
        step(table)
    mine = table.shoe
    assert mine is not None
    a, b, *rest = mine.cards
    others = [
        type(mine)(bytes(32), mine.cards, mine.salts),
        type(mine)(mine.seed, (b, a, *tuple(rest)), mine.salts),
        type(mine)(mine.seed, mine.cards, (bytes(16), *mine.salts[1:])),
    ]
    for other in others:
        table.shoe = other
        with pytest.raises(Refused, match="not the one that the house committed to"):
            step(table)
    table.shoe = None
    with pytest.raises(Refused, match="is unavailable"):
        step(table)
    table.shoe = mine
    step(table)


@pytest.mark.parametrize("game", GAMES)
def test_fair_5_seeds_are_fresh_unless_it_is_practice(game: str) -> None:
    """No two rounds share a seed, a root or a salt, and none is marked as practice."""
    shifts = [seated_table(game, practice=None, automation=Automation.EVERYTHING) for _ in range(3)]
    shoes = []
    for table in shifts:
        for _ in range(3):
            bet_alike(table, *PLAYERS)
            shoes.append(table.shoe)
            table.dealer("Dee").no_more_bets()
            while current_round(table).turn is not None:
                answer(table, STAYS[game])
        check(table)
        assert not any(getattr(item.event, "practice", False) for item in table.log)
    result = [shoe for shoe in shoes if shoe]
    assert len({shoe.seed for shoe in result}) == len({shoe.root for shoe in result}) == 9
    assert len({salt for shoe in result for salt in shoe.salts}) == 9 * len(DECK)


def test_fair_5_a_practice_round_says_so_before_anybody_bets() -> None:
    table = seated_table("stud-235", practice="foreseen")
    bet_alike(table, 1)
    (opening_event,) = [item.event for item in table.log if isinstance(item.event, e.RoundOpened)]
    assert opening_event.practice
    assert current_round(table).practice
    assert antes("stud-235") == current_round(table).wagers[1]
