"""FAIR-7: with the same seed, entropy and cut, wagers, seats and decisions change no card."""

from itertools import cycle
from typing import NamedTuple

import pytest

from pitboss.cards import CARD_BY_TEXT, Card
from pitboss.shuffle import Contribution, build_shoe, dealing_order, shuffle_context
from pitboss.table import Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.state import open_street

from .log_queries import events_of
from .round_scenes import SIDES
from .tables import (
    DEE,
    FLO,
    KEYS,
    METHODS,
    METHODS_IN_TURN,
    THB,
    Json,
    antes,
    current_round,
    cut_at,
    dealing,
    seated_table,
    step,
)

ADDED = (("Ann", "a song"), ("Fay", "7"))
CUT = 23


class Way(NamedTuple):
    """A way to play one round."""

    seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    cents: int = 500
    sides: bool = False
    answers: tuple[int, ...] = (0,)
    """Decisions by their index among the open ones, repeated."""
    takes_back: bool = False
    walks_off: bool = False
    voids: bool = False


WAYS = [
    Way(),
    Way(seats=(3,)),
    Way(seats=(6, 2), cents=2_500),
    Way(sides=True, answers=(1,)),
    Way(seats=(1, 4, 5), sides=True, answers=(-1,)),
    Way(answers=(1, 0, -1)),
    Way(seats=(2, 3), answers=(1,), takes_back=True),
    Way(seats=(1, 2, 6), answers=(1, -1), walks_off=True),
    Way(sides=True, answers=(-1,), voids=True),
]


def play(
    game: str,
    way: Way,
    *,
    contributions: tuple[tuple[str, str], ...] = ADDED,
    cut: int = CUT,
    practice: str = "FAIR-7",
    submission: Json | None = None,
) -> Table:
    """Return a table after its second round, played this way by some of the seated players."""
    table = seated_table(game, submission=submission or {}, practice=practice, chips=10_000_00)
    first(table)
    cut_at(table, cut)
    table.dealer("Dee").open_round()
    sides = SIDES[game] if way.sides else {}
    for seat in way.seats:
        player = table.player(table.state.seats[seat])
        if way.takes_back:
            player.place_wagers(seat, antes(game, 700))
            player.take_back(seat)
        player.place_wagers(seat, antes(game, way.cents, **sides))
    for name, text in contributions:
        table.player(name).add_entropy(text)
    table.execute(c.NoMoreBets(round=2), DEE)
    answers = cycle(way.answers)
    while current_round(table).phase is not Phase.CLOSED:
        seat_asked = current_round(table).turn
        if (
            way.voids
            and current_round(table).shown
            and current_round(table).phase is not Phase.VOID
        ):
            table.execute(c.Propose(c.VoidRound(2, "a misdeal")), DEE)
            table.execute(c.Approve(table.state.proposed), FLO)
        elif seat_asked is None or seat_asked in current_round(table).away:
            step(table)
        elif way.walks_off and seat_asked == way.seats[-1]:
            table.player(table.state.seats[seat_asked]).leave(seat_asked)
        else:
            street = open_street(table.rules, current_round(table))
            assert street is not None
            decision = list(street.choices)[next(answers) % len(street.choices)]
            table.player(table.state.seats[seat_asked]).decide(seat_asked, decision)
    return table


def first(table: Table) -> None:
    """Play a first round, which is voided."""
    table.dealer("Dee").open_round()
    table.execute(c.Propose(c.VoidRound(1, "the shoe jammed")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)


def stack(table: Table) -> tuple[Card, ...]:
    """Return the cards of the second round from the opened seed."""
    seed = events_of(table, e.SeedOpened)[1].seed
    return build_shoe(
        bytes.fromhex(seed), shuffle_context("table 1", 2, current_round(table).rules)
    ).cards


def faces(table: Table) -> dict[int, str]:
    """Return every card shown, by position."""
    return {x.position: x.card for item in events_of(table, e.CardsTurned) for x in item.cards}


@pytest.mark.parametrize("game", KEYS)
def test_fair_7_wagers_seats_and_decisions_change_no_card(game: str) -> None:
    tables = [play(game, way) for way in WAYS]
    for table in tables:
        assert stack(table) == stack(tables[0])
        assert current_round(table).order == current_round(tables[0]).order
        assert current_round(table).root == current_round(tables[0]).root
        assert faces(table)
        for position, face in faces(table).items():
            assert CARD_BY_TEXT[face] == stack(table)[position]


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_fair_7_the_next_card_is_the_next_of_the_order(method: str) -> None:
    """With every method, each card dealt or burned takes the next position."""
    game, _, submission = METHODS[method]
    by_hand = submission["shuffler"] == "none"
    way = Way(seats=(2, 5, 6), answers=(1,))
    table = play(game, way, cut=CUT if by_hand else 0, submission={"table": submission})
    dealt = [at for item in events_of(table, e.CardsDealt) for at in item.positions]
    order = current_round(table).order
    assert tuple(dealt) == order[: len(dealt)]
    assert len(dealt) == current_round(table).dealt
    contributions = [Contribution(who, text) for who, text in ADDED]
    bound = shuffle_context("table 1", 2, current_round(table).rules)
    assert order == dealing_order(52, contributions, CUT if by_hand else 0, bound)
    assert sorted(order) == list(range(52))


@pytest.mark.parametrize("game", KEYS)
def test_fair_7_without_contributions_the_stack_is_dealt_from_the_cut(game: str) -> None:
    table = play(game, Way(seats=(4,), answers=(1,)), contributions=())
    assert current_round(table).order == (*range(CUT, 52), *range(CUT))


@pytest.mark.parametrize("game", KEYS)
def test_fair_7_seed_entropy_and_cut_each_matter(game: str) -> None:
    """Otherwise the test above would compare constants."""
    way = Way(seats=(1,), answers=(1,))
    mine = play(game, way)
    assert stack(play(game, way, practice="another")) != stack(mine)
    for other in (
        play(game, way, contributions=(("Ann", "a song"),)),
        play(game, way, contributions=ADDED[::-1]),
        play(game, way, contributions=(("Ann", "a song"), ("Fay", "8"))),
        play(game, way, cut=CUT + 1),
    ):
        assert stack(other) == stack(mine)
        assert current_round(other).order != current_round(mine).order
        assert faces(other) != faces(mine)


def test_fair_7_more_players_only_shift_the_cards_along_the_order() -> None:
    """The dealer's hold 'em cards come after the players'; positions keep their cards."""
    few, many = (
        play(THB, Way(seats=seats, answers=(1,)), submission=dealing("automated shoe"), cut=0)
        for seats in ((1,), (1, 2, 3))
    )
    assert current_round(few).table["dealer"] == current_round(few).order[2:4]
    assert current_round(many).table["dealer"] == current_round(many).order[6:8]
    assert stack(few) == stack(many)
