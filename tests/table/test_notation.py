"""Notation of a position and of a whole round: one line that can be read back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.settle import settle
from pitboss.submission import resolve
from pitboss.table import Automation, Person, Position, Role, Table, parse_position
from pitboss.table.notation import SeatPosition
from pitboss.table.state import open_street

SHOWN: list[int | Fraction] = [5, Fraction(1, 3), 10**12]
NAMES = st.text(min_size=1, max_size=40).filter(lambda name: name.isprintable() and name.strip())


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw arbitrary positions, many of which cannot occur at a table."""
    game = draw(st.sampled_from(sorted(GAMES)))
    rules = resolve(GAMES[game])
    deck = iter(draw(st.permutations(DECK)))
    face = st.booleans().map(lambda up: next(deck) if up else None)
    numbers = draw(st.lists(st.integers(1, 6), unique=True, min_size=1))
    wagers = [w.key for w in rules.required + rules.sides]
    return Position(
        game,
        rules.hash[:12],
        {
            place.name: tuple(draw(face) for _ in range(place.cards))
            for place in rules.places
            if draw(st.booleans())
        },
        {
            number: SeatPosition(
                draw(NAMES),
                tuple(draw(face) for _ in rules.hole[: draw(st.integers(0, 3))]),
                draw(st.dictionaries(st.sampled_from(wagers), st.integers(1, 10**12))),
                tuple(draw(st.lists(st.sampled_from(["fold", "1x", "bet", 750]), max_size=3))),
                draw(st.sampled_from([None, "jackpot", "$60"])),
                draw(st.booleans()),
            )
            for number in sorted(numbers)
        },
        {name: draw(st.sampled_from(SHOWN)) for name in rules.meters},
    )


@given(positions())
def test_every_position_reads_back(result: Position) -> None:
    line = str(result)
    assert "\n" not in line
    assert parse_position(line) == result
    assert str(parse_position(line)) == line


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_replayed_round_settles_as_before(game: str) -> None:
    table = Table.open(game, practice="recalled")
    for seat in (2, 5):
        player = table.player(f"Player {seat}")
        player.take_seat(seat)
        player.buy_in(1_000_000)
    wagers = {w.key: 500 for w in table.rules.required}
    wagers |= {side.key: side.minimum for side in table.rules.sides}
    for number in range(1, 13):
        table.open_round()
        for seat in (2, 5):
            table.place_wagers(seat, wagers)
        table.no_more_bets()
        while (round_ := table.state.round) and (street := open_street(table.rules, round_)):
            assert round_.turn is not None
            answers = list(street.choices)
            table.decide(round_.turn, answers[(number + round_.turn) % len(answers)])
        line = str(table.recall(number))
        assert "??" not in line
        position = parse_position(line)
        assert position.game == table.rules.game
        assert table.rules.hash.startswith(position.rules)
        result_ = settle(table.rules, position.to_round())
        assert round_ is not None
        for seat in (2, 5):
            assert result_.seats[seat].wagers == round_.results[seat]
        assert result_.meters == {
            name: table.state.meter_amount(name) for name in table.rules.meters
        }
    with pytest.raises(
        Refused,
        match=r"round 2 cannot be recalled: choose from 3, 4, .* \[ROUND-7\]",
    ):
        table.recall(2)


def test_a_position_shows_what_its_viewer_sees() -> None:
    table = Table.open("stud-235", practice="seen", automation=Automation.EVERYTHING)
    for name, seat in (("Ann", 1), ("Bob", 2)):
        table.player(name).take_seat(seat)
        table.player(name).buy_in(10_000)
    table.open_round()
    for seat in (1, 2):
        table.place_wagers(seat, {"two_card": 500, "three_card": 500, "five_card": 500})
    table.no_more_bets()
    view_ = table.position(Person("Ann", Role.PLAYER))
    assert [face is None for face in view_.seats[1].hole] == [False, False, True]
    assert view_.seats[2].hole == (None, None, None)
    assert table.position().seats[1].hole == (None, None, None)
    with pytest.raises(Refused, match="a card is face down"):
        view_.to_round()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "is not a game"),
        ("bridge#0", "is not a game"),
        ("criss-cross#0 left", "must be written as NAME=VALUE"),
        ("criss-cross#0 left=Xx", "is not a card"),
        ("criss-cross#0 left=Ah left=Ad", "left appears twice"),
        ("criss-cross#0 left=Ah right=Ah", "Ah appears twice"),
        ("criss-cross#0 meter=much", "is not the amount of a meter"),
        ("criss-cross#0 meter=1/0", "is not the amount of a meter"),
        ("criss-cross#0 / Ann Ah Kh", "does not begin with a seat and a player"),
        ("criss-cross#0 / 1", "does not begin with a seat and a player"),
        ("criss-cross#0 / 1 Ann Ah Ah", "Ah appears twice"),
        ("criss-cross#0 / 1 Ann Ah / 1 Bob Kh", "seat 1 appears twice"),
        ("criss-cross#0 / 1 Ann ante_down=-5", "is not a whole number of cents"),
        ("criss-cross#0 / 1 Ann ante_down=" + "9" * 40, "is not a whole number of cents"),
    ],
)
def test_invalid_notation_is_refused(line: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        parse_position(line)
