"""Secrecy (SEC-1, SEC-2): no view or event reveals a card, a salt or a seed too early."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from pitboss.cards import cards_text
from pitboss.shuffle import Shoe, build_shoe, shuffle_context
from pitboss.table import Person, Phase, Role, State
from pitboss.table import events as e
from pitboss.table.state import RoundState
from pitboss.table.views import FACE_DOWN, encode_view, view

Json = Any
_CARD: Final = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
STRANGER: Final = "Zoe"


def faces(progress: Json) -> Iterator[str]:
    """Return every card that occurs anywhere in JSON data, including keys."""
    match progress:
        case str():
            yield from _CARD.findall(progress)
        case dict():
            for key, value in progress.items():
                yield from _CARD.findall(key)
                yield from faces(value)
        case list():
            for value in progress:
                yield from faces(value)
        case _:
            pass


def check_event(line: bytes, event: e.Event, shoe: Shoe | None) -> None:
    """Check that only face-up cards have faces and salts, and only `SeedOpened` has the seed."""
    kind = type(event).__name__
    positions_turned = (
        {item.position for item in event.cards} if isinstance(event, e.CardsTurned) else set()
    )
    if isinstance(event, e.CardExposed | e.CardOut):
        positions_turned = {event.card.position}
    assert len([*faces(msgspec.json.decode(line))]) == len(positions_turned), f"a card in {kind}"
    if shoe is None:
        return
    assert isinstance(event, e.SeedOpened) or shoe.seed.hex().encode() not in line, f"{kind}: seed"
    for at, salt in enumerate(shoe.salts):
        assert at in positions_turned or salt.hex().encode() not in line, f"a salt in {kind}"


def viewers(names: Iterable[str]) -> Iterator[Person]:
    """Return every player, a stranger, and every other role under the name of a player."""
    first, *_ = names = [*names]
    for name in (*names, STRANGER):
        yield Person(name, Role.PLAYER)
    for role in Role:
        if role is not Role.PLAYER:
            yield Person(first, role)


def check_views(
    state: State,
    shoe: Shoe | None,
    names: Sequence[str],
    some: int | None,
    closed_rounds: set[object],
) -> None:
    """Check every view card by card, and that a stack with other hidden cards gives the same.

    Where no card has moved, only some of the viewers are checked, and others the next time. Closed
    rounds are checked at once."""
    checked_items: set[object] = set()
    looking = [*viewers(names)]
    open_ = replace(state, last=())
    for viewer in looking if some is None else looking[some % 4 :: 4]:
        progress = encode_view(view(state, shoe, viewer))
        _check_view(state, shoe, viewer, progress, checked_items, closed_rounds)
        if shoe is not None and state.round is not None:
            other = _hiding_others(shoe, _visible_positions(state, state.round, viewer))
            progress, hidden_view = (
                encode_view(view(open_, stack, viewer)) for stack in (shoe, other)
            )
            assert progress == hidden_view, f"{viewer} sees hidden cards"


def _check_view(
    state: State,
    shoe: Shoe | None,
    viewer: Person,
    progress: bytes,
    checked_items: set[object],
    closed_rounds: set[object],
) -> None:
    """Check a view part by part; parts equal to those of earlier viewers are not checked again."""
    read = msgspec.json.decode(progress, type=dict[str, msgspec.Raw])
    round_ = state.round
    if shoe is not None and round_ is not None and not round_.seed:
        assert shoe.seed.hex().encode() not in progress, f"{viewer} sees the seed"
    parts = []
    if round_ is not None:
        parts.append((round_, shoe, bytes(read.pop("round")), checked_items))
    if "last" in read:
        last = msgspec.json.decode(read.pop("last"), type=list[msgspec.Raw])
        parts += [
            (was, _opened_shoe(state, was), bytes(item), closed_rounds)
            for was, item in zip(state.last, last, strict=True)
        ]
    for was, stack, part, known_positions in parts:
        visible = _visible_positions(state, was, viewer) if stack else set(was.shown)
        if (part, frozenset(visible)) not in known_positions:
            allowed_cards = {at: cards_text((card,)) for at, card in was.shown.items()}
            allowed_cards |= {at: cards_text((stack.cards[at],)) for at in visible} if stack else {}
            _check_round(msgspec.json.decode(part), was, allowed_cards)
            known_positions.add((part, frozenset(visible)))
    for name, rest in read.items():
        if bytes(rest) not in checked_items:
            assert not [*faces(msgspec.json.decode(rest))], f"{viewer} sees cards in {name}"
            checked_items.add(bytes(rest))


def _opened_shoe(state: State, was: RoundState) -> Shoe | None:
    """Return the stack of a closed round, which is public."""
    return (
        _rebuilt(was.seed, shuffle_context(state.table, was.number, was.rules))
        if was.seed
        else None
    )


@lru_cache(99)
def _rebuilt(seed: str, bound: bytes) -> Shoe:
    return build_shoe(bytes.fromhex(seed), bound)


def _check_round(
    visible: dict[str, Json], round_: RoundState, allowed_cards: Mapping[int, str]
) -> None:
    """Check each card or its back, and that no face occurs anywhere else."""

    def lie(where: Iterable[int]) -> list[str]:
        return [allowed_cards.get(at, FACE_DOWN) for at in where]

    assert visible["cards"] == {name: lie(where) for name, where in round_.table.items()}
    for seat, seat_view in visible["seats"].items():
        if seat_view.get("sat_out"):
            assert not seat_view.get("cards"), f"seat {seat} has cards although it sits out"
            continue
        away: list[list[str]] = (
            [[]] if int(seat) in round_.folded else []
        )  # in the rack, if no side wager is left
        assert seat_view.get("cards", []) in [lie(round_.holes.get(int(seat), ())), *away], (
            f"seat {seat}"
        )
    positions = {at for where in [*round_.table.values(), *round_.holes.values()] for at in where}
    # Cards exposed elsewhere by an irregularity are visible to everyone until the close.
    loose = [cards_text((card,)) for at, card in round_.shown.items() if at not in positions]
    assert visible.pop("open", []) == ([] if round_.phase is Phase.CLOSED else loose)
    assert set(faces(visible)) <= {face for at, face in allowed_cards.items() if at in positions}


def _visible_positions(state: State, round_: RoundState, viewer: Person) -> set[int]:
    """Return the positions whose cards this viewer may see: face up, or in their own hand."""
    seen_so_far = set(round_.shown)
    if viewer.role is Role.PLAYER and state.rules is not None:
        may = [name in state.rules.looks for name in state.rules.hole]
        for seat, hand in round_.holes.items():
            if round_.players[seat] == viewer.name:
                seen_so_far |= {at for at, looks in zip(hand, may, strict=False) if looks}
    return seen_so_far


def _hiding_others(shoe: Shoe, seen_so_far: set[int]) -> Shoe:
    """Return another seed and salts, with every unseen card moved."""
    hidden_positions = [at for at in range(len(shoe.cards)) if at not in seen_so_far]
    cards = list(shoe.cards)
    for at, other in zip(
        hidden_positions, hidden_positions[1:] + hidden_positions[:1], strict=True
    ):
        cards[at] = shoe.cards[other]
    return Shoe(bytes(len(shoe.seed)), tuple(cards), shoe.salts[::-1])
