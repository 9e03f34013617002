"""What proves a round to one viewer: of every card that this viewer may see now, and of no other.

By allow-list: the faces that lie open to everybody, whose proofs are in the log, and the viewer's
own, exactly as the view shows them. Once the seed is opened it gives every card, and where each of
them was dealt is told as well.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import text
from pitboss.shuffle import Contribution, Shoe, bound_to, shoe_of
from pitboss.table.filing import rules_of_round
from pitboss.table.people import Person
from pitboss.table.state import RoundState, State
from pitboss.table.views import FACE_DOWN, listed_deck, own_part


class Lies(Struct, frozen=True, gc=False):
    """Where a card of the stack lies on the table."""

    position: int
    """In the stack."""
    place: str
    """Of the table; empty for a card of a seat, or one that is out of play."""
    seat: int
    """0 for a card of the table, or one that is out of play."""
    index: int
    """Which of the cards there, from 0."""


class Proved(Lies, frozen=True, gc=False):
    """A card that the viewer may see, with what proves that it lay in its position."""

    card: str
    salt: str
    proof: tuple[str, ...]


class Symbol(Struct, frozen=True, gc=False):
    """What stands on a wheel, and at how many stops."""

    symbol: str
    stops: int


class Proofs(Struct, frozen=True, gc=False):
    """A round, as far as one viewer can check it."""

    version: int
    """Of the table that it shows."""
    table: str
    """This name, the number of the round and the hash of its rules bind the shuffle."""
    round: int
    rules: str
    practice: bool
    deck: str
    """All cards in the order in which the shuffle numbers them, unless it is the standard deck."""
    seed_hash: str
    root: str
    contributions: tuple[Contribution, ...]
    cut: int
    locked: bool
    """Whether bets are closed: contributions and cut fix the order of dealing from then on."""
    cards: tuple[Proved, ...]
    seed: str
    """Once it is opened…"""
    dealt: tuple[Lies, ...]
    """…every card in the order of dealing…"""
    wheel: tuple[Symbol, ...]
    """…and the wheel, if it was spun, in the order in which its stops are counted…"""
    spins: Mapping[int, str]
    """…with what each seat spun."""
    last: int
    """The last round that is closed; 0 if there was none."""


def rebuild_shoe(state: State, round_: RoundState, seed: bytes) -> Shoe:
    """Return the stack that a seed gives to a round which the state remembers."""
    bound = bound_to(state.table, round_.number, round_.rules)
    return shoe_of(seed, bound, rules_of_round(state, round_).deck.cards)


def proofs(state: State, now: RoundState, shoe: Shoe | None, viewer: Person) -> Proofs:
    """A round that the state remembers; the stack of the one that is played comes with it."""
    deck = rules_of_round(state, now).deck
    if shoe is None and now.seed:
        shoe = rebuild_shoe(state, now, bytes.fromhex(now.seed))
    wheel = _wheel(state, now) if now.seed and now.spins else ()
    return Proofs(
        version=state.version,
        table=state.table,
        round=now.number,
        rules=now.rules,
        practice=now.practice,
        deck=listed_deck(deck),
        seed_hash=now.seed_hash,
        root=now.root,
        contributions=now.contributions,
        cut=now.cut,
        locked=bool(now.order),
        cards=tuple(_cards(state, now, shoe, viewer)) if shoe else (),
        seed=now.seed,
        dealt=tuple(_dealt(now)) if now.seed else (),
        wheel=wheel,
        spins=now.spins if wheel else {},
        last=state.last[-1].number if state.last else 0,
    )


def _cards(state: State, now: RoundState, shoe: Shoe, viewer: Person) -> Iterator[Proved]:
    places = _places(now)
    for at in sorted({*now.shown, *_own(state, now, shoe, viewer)}):
        place, seat, index = places.get(at, ("", 0, 0))
        card, salt = text(shoe.cards[at]), shoe.salts[at].hex()
        yield Proved(at, place, seat, index, card, salt, shoe.proof(at))


def _own(state: State, now: RoundState, shoe: Shoe, viewer: Person) -> Iterator[int]:
    """The positions of the cards that the viewer's own part shows, and of no others."""
    for seat, faces in own_part(replace(state, round=now), shoe, viewer).cards.items():
        for at, face in zip(now.holes.get(seat, ()), faces, strict=False):
            if face != FACE_DOWN:
                yield at


def _dealt(now: RoundState) -> Iterator[Lies]:
    """All that left the stack, in the order of dealing; what was burnt lies nowhere."""
    places = _places(now)
    for at in now.order[: now.dealt]:
        yield Lies(at, *places.get(at, ("", 0, 0)))


def _places(now: RoundState) -> dict[int, tuple[str, int, int]]:
    """Place, seat and index by the position in the stack."""
    table = {
        at: (place, 0, index)
        for place, positions in now.table.items()
        for index, at in enumerate(positions)
    }
    holes = {
        at: ("", seat, index)
        for seat, positions in now.holes.items()
        for index, at in enumerate(positions)
    }
    return table | holes


def _wheel(state: State, now: RoundState) -> tuple[Symbol, ...]:
    """The wheel of that round, while its rules are in force."""
    if state.rules is None or state.rules.hash != now.rules:
        return ()
    wheels = [side.pays for side in state.rules.sides if side.pays.wheel]
    return tuple(Symbol(one.name, one.stops) for wheel in wheels[:1] for one in wheel.wheel)
