"""The proofs of a round for one viewer: of every card that the viewer may see now, and no other.

They come from an allow-list: cards that are face up, whose proofs are in the log, and the viewer's
own cards, exactly as the view shows them. Once the seed is opened, it proves every card, and the
location of every card is given as well.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import card_text
from pitboss.shuffle import Contribution, Shoe, build_shoe, shuffle_context
from pitboss.table.people import Person
from pitboss.table.state import RoundState, State, rules_for_round
from pitboss.table.views import FACE_DOWN, deck_listing, own_view


class CardLocation(Struct, frozen=True, gc=False):
    """The location of a card of the stack on the table."""

    position: int
    """The position in the stack."""
    place: str
    """A place of the table; empty for a card of a seat, or one that is out of play."""
    seat: int
    """0 for a card of the table, or one that is out of play."""
    index: int
    """The index among the cards there, from 0."""


class ProvedCard(CardLocation, frozen=True, gc=False):
    """A card that the viewer may see, with the proof that it was in its position."""

    card: str
    salt: str
    proof: tuple[str, ...]


class WheelSymbol(Struct, frozen=True, gc=False):
    """A symbol of a wheel, and its number of stops."""

    symbol: str
    stops: int


class Proofs(Struct, frozen=True, gc=False):
    """Everything that one viewer needs to check a round."""

    version: int
    """The version of the table."""
    table: str
    """The shuffle is bound to this name, the number of the round and the hash of its rules."""
    round: int
    rules: str
    practice: bool
    physical: bool
    """Whether people dealt from a physical deck: then nothing was committed to."""
    deck: str
    """All cards in the order in which the shuffle numbers them, unless it is the standard deck."""
    seed_hash: str
    root: str
    contributions: tuple[Contribution, ...]
    cut: int
    locked: bool
    """Whether bets are closed: contributions and cut fix the order of dealing from then on."""
    cards: tuple[ProvedCard, ...]
    seed: str
    """The seed, once it is opened. The fields below are empty before that."""
    dealt: tuple[CardLocation, ...]
    """The location of every card, in the order of dealing."""
    wheel: tuple[WheelSymbol, ...]
    """The wheel, if it was spun, in the order in which its stops are counted."""
    spins: Mapping[int, str]
    """The symbol that each seat spun."""
    last: int
    """The number of the last closed round, or 0."""


def rebuild_shoe(state: State, round_: RoundState, seed: bytes) -> Shoe:
    """Return the stack that a seed gives for a round."""
    context = shuffle_context(state.table, round_.number, round_.rules)
    return build_shoe(seed, context, rules_for_round(state, round_).deck.cards)


def proofs(state: State, round_: RoundState, shoe: Shoe | None, viewer: Person) -> Proofs:
    """Return the proofs of a round for a viewer; the stack is passed in for the open round."""
    deck = rules_for_round(state, round_).deck
    if shoe is None and round_.seed:
        shoe = rebuild_shoe(state, round_, bytes.fromhex(round_.seed))
    wheel = _wheel_symbols(state, round_) if round_.seed and round_.spins else ()
    return Proofs(
        version=state.version,
        table=state.table,
        round=round_.number,
        rules=round_.rules,
        practice=round_.practice,
        physical=round_.physical,
        deck=deck_listing(deck),
        seed_hash=round_.seed_hash,
        root=round_.root,
        contributions=round_.contributions,
        cut=round_.cut,
        locked=bool(round_.order),
        cards=tuple(_proved_cards(state, round_, shoe, viewer)) if shoe else (),
        seed=round_.seed,
        dealt=tuple(_dealt_locations(round_)) if round_.seed else (),
        wheel=wheel,
        spins=round_.spins if wheel else {},
        last=state.last[-1].number if state.last else 0,
    )


def _proved_cards(
    state: State, round_: RoundState, shoe: Shoe, viewer: Person
) -> Iterator[ProvedCard]:
    places = _locations(round_)
    for at in sorted({*round_.shown, *_own_positions(state, round_, shoe, viewer)}):
        place, seat, index = places.get(at, ("", 0, 0))
        card, salt = card_text(shoe.cards[at]), shoe.salts[at].hex()
        yield ProvedCard(at, place, seat, index, card, salt, shoe.proof(at))


def _own_positions(state: State, round_: RoundState, shoe: Shoe, viewer: Person) -> Iterator[int]:
    """Yield the positions of the cards that the viewer's own view shows, and no others."""
    for seat, faces in own_view(replace(state, round=round_), shoe, viewer).cards.items():
        for at, face in zip(round_.holes.get(seat, ()), faces, strict=False):
            if face != FACE_DOWN:
                yield at


def _dealt_locations(round_: RoundState) -> Iterator[CardLocation]:
    """Yield the location of every dealt card, in the order of dealing; burned cards have none."""
    places = _locations(round_)
    for at in round_.order[: round_.dealt]:
        yield CardLocation(at, *places.get(at, ("", 0, 0)))


def _locations(round_: RoundState) -> dict[int, tuple[str, int, int]]:
    """Return place, seat and index of each position of the stack."""
    table = {
        at: (place, 0, index)
        for place, positions in round_.table.items()
        for index, at in enumerate(positions)
    }
    holes = {
        at: ("", seat, index)
        for seat, positions in round_.holes.items()
        for index, at in enumerate(positions)
    }
    return table | holes


def _wheel_symbols(state: State, round_: RoundState) -> tuple[WheelSymbol, ...]:
    """Return the wheel of a round, while its rules are in force."""
    if state.rules is None or state.rules.hash != round_.rules:
        return ()
    wheels = [side.pays for side in state.rules.sides if side.pays.wheel]
    return tuple(WheelSymbol(item.name, item.stops) for wheel in wheels[:1] for item in wheel.wheel)
