"""SEC-2: decks that differ only in hidden cards look the same until a reveal differs.

The same commands are executed at two tables. Their stacks differ in some cards that a viewer has
not seen; everything that this viewer receives, and everything that is logged, is the same byte for
byte, except for commitments, salts and proofs."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from pitboss.shuffle import Shoe
from pitboss.table import LogEntry, Person, Role, State, views
from pitboss.table import events as e
from pitboss.table.handlers import settlement
from pitboss.table.state import encode_state

from . import stacked_rounds as x
from .tables import CCP, KEYS, RET, STUD, THB, current_round

EVERY = pytest.mark.parametrize("game", KEYS)


class FilmMoment(NamedTuple):
    """A moment of a round: the command, its events, and every view after it."""

    said: x.Moment
    lines: list[bytes]
    frames: dict[Person, bytes]
    state: bytes


class Film:
    """A whole round, moment by moment."""

    def __init__(self, game: str, shoe: Shoe) -> None:
        self.game, self.shoe = game, shoe
        self.table, steps = x.play(game, shoe)
        self.moments = [
            FilmMoment(
                step,
                [x.mask_text(x.line(item)) for item in step.recorded],
                {viewer: x.masked_view(self.table, viewer) for viewer in x.viewers()},
                x.mask_text(encode_state(self.table.state)),
            )
            for step in steps
        ]
        self.end = current_round(self.table)
        """The round after its end, to see which card was where."""

    def viewers(self) -> dict[frozenset[int], list[Person]]:
        """Return the viewers with the positions of their own cards."""
        result: dict[frozenset[int], list[Person]] = {}
        for viewer in x.viewers():
            result.setdefault(x.own(self.table, self.end, viewer), []).append(viewer)
        return result

    def groups(self) -> Iterator[tuple[int, ...]]:
        """Return groups of positions: hands, table cards, the stub, and all of them."""
        for hand in self.end.holes.values():
            yield hand
            yield hand[:1]
        for where in self.end.table.values():
            yield where
            yield where[-1:]
        yield self.stub[::2]
        yield self.end.order[: self.end.dealt]

    @property
    def stub(self) -> tuple[int, ...]:
        """Return the positions that are not dealt."""
        return self.end.order[self.end.dealt :]

    def compare(self, other: Shoe, watching: list[Person], *, state: bool) -> int:
        """Say the same with another stack, up to a reveal that differs; how many frames agree."""
        table, frames = x.ready(self.game, other), 0
        for moment in self.moments:
            again = table.execute(moment.said.command, moment.said.by)
            for mine, its, line in zip(moment.said.recorded, again, moment.lines, strict=False):
                if _reveals_other(mine, its, line):
                    return frames
            assert len(again) == len(moment.lines)
            for viewer in watching:
                assert x.masked_view(table, viewer) == moment.frames[viewer], f"{viewer} can tell"
                frames += 1
            if state:
                assert x.mask_text(encode_state(table.state)) == moment.state, "the state can tell"
        raise AssertionError("the seed was never opened")


def _reveals_other(mine: LogEntry, its: LogEntry, line: bytes) -> bool:
    """Return whether different cards are turned here; any other difference is a leak."""
    if x.mask_text(x.line(its)) == line:
        return isinstance(mine.event, e.SeedOpened)  # from here on everything is known
    assert isinstance(mine.event, e.CardsTurned), f"{type(mine.event).__name__} tells"
    assert isinstance(its.event, e.CardsTurned)
    positions_turned = [
        [card.position for card in event.cards] for event in (mine.event, its.event)
    ]
    assert positions_turned[0] == positions_turned[1], "other places are turned"
    return True


def compare(film: Film) -> int:
    """For every viewer, each group of cards that the viewer has not seen is exchanged."""
    frames = 0
    for own_positions, watching in film.viewers().items():
        for where in film.groups():
            secret_values = [at for at in where if at not in own_positions]
            other = x.swap_cards(film.shoe, secret_values, film.stub[1::2])
            frames += film.compare(other, watching, state=not own_positions) if secret_values else 0
    return frames


@EVERY
@pytest.mark.parametrize("name", ["jackpot", "one", "two"])
def test_sec_2_nobody_can_tell_what_is_hidden(game: str, name: str) -> None:
    """Other cards are put in a hand, the table's next cards, the stub, or everywhere."""
    film = Film(game, x.jackpot_shoe(game) if name == "jackpot" else x.shuffled(game, name))
    assert compare(film) > 500


@EVERY
def test_sec_2_a_hand_that_is_never_shown_is_never_known(game: str) -> None:
    """The stub is unknown until the seed is opened, and so is a folded hand."""
    film = Film(game, x.shuffled(game, "three"))
    half = len(film.stub) // 2
    never = film.stub[:half]
    if 1 in film.end.folded:
        never = (*film.end.holes[1], *never)
        assert not set(film.end.holes[1]) & set(film.end.shown)
    watching = [viewer for viewer in x.viewers() if viewer.name != "Ann"]
    frames = film.compare(x.swap_cards(film.shoe, never, film.stub[half:]), watching, state=True)
    assert frames == (len(film.moments) - 1) * len(watching)


# Planted leaks


def test_sec_2_a_view_that_reveals_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Surveillance sees the number of hearts among the first cards in place of the tray."""

    def hearts(_: State, shoe: Shoe | None, __: Person) -> int:
        return sum(card % 4 == 2 for card in shoe.cards[:9]) if shoe else 0

    monkeypatch.setitem(views._FIELD_BUILDERS, "tray", hearts)
    assert "tray" in views.VISIBLE_FIELDS[Role.SURVEILLANCE]
    with pytest.raises(AssertionError, match="can tell"):
        compare(Film(CCP, x.jackpot_shoe(CCP)))


@pytest.mark.parametrize("game", [RET, THB, STUD])
def test_sec_2_a_payment_before_the_cards_are_up_is_found(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settling a seat with its cards face down reveals them."""
    monkeypatch.setattr(settlement, "_turn_hand", lambda *_: ())
    with pytest.raises(AssertionError, match=r"(SeatSettled|JackpotHit) tells"):
        compare(Film(game, x.jackpot_shoe(game)))
