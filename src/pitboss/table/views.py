"""What each viewer may see, by allow-list: a field not listed for a role is not in its view.

A card that is not public is shown only to the player who holds it and may look at it: not to the
dealer, nor to surveillance or auditors.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import floor
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from pitboss.cards import Card, Deck, card, card_text, cards_text
from pitboss.errors import Refused, short_repr
from pitboss.games.dealing import Ask
from pitboss.games.deck_tasks import Device
from pitboss.round import Choice, PlayerView
from pitboss.settle.model import WagerResult
from pitboss.shuffle import Contribution, Shoe, build_shoe, shuffle_context
from pitboss.submission import Lapse
from pitboss.table.commands import ClosingCount, OpeningCount
from pitboss.table.day import Day
from pitboss.table.decks import devices_in_use, wagers_needing
from pitboss.table.handlers.betting import allowed_choices
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.house_rules import ROLES, ROUND_ORDER
from pitboss.table.instructions import Instruction, instruction
from pitboss.table.ledger import TRAY, Balances
from pitboss.table.people import Person, Role
from pitboss.table.state import (
    MAX_RECALLED_ROUNDS,
    MeterBook,
    Phase,
    Proposal,
    RoundState,
    State,
    current_step,
    encode_fraction,
    has_cards_on_table,
    open_street,
    rules_for_round,
    rules_for_submission,
)

FACE_DOWN: Final = "??"
HIDDEN_COUNT: Final = -1
"""Stands for the first of two counts."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat in the view of a round."""

    player: str
    wagers: Mapping[str, int]
    raises: Mapping[str, int] = {}
    cards: tuple[str, ...] = ()
    decisions: tuple[str | int, ...] = ()
    folded: bool = False
    away: bool = False
    forfeited: bool = False
    sat_out: bool = False
    """Whether the player was skipped and got the wagers back."""
    returned: Mapping[str, int] = {}
    """Side wagers that went back because a device failed."""
    down: tuple[str, ...] = ()
    """Required wagers that the player took down by a decision."""
    spin: str | None = None
    results: Mapping[str, WagerResult] = {}
    envy: int = 0
    community_pay: int = 0

    @property
    def stakes(self) -> dict[str, int]:
        """The stake on each wager."""
        placed_wagers = {key: cents for key, cents in self.wagers.items() if key not in self.down}
        return placed_wagers | dict(self.raises)

    @property
    def gifts(self) -> int:
        """The envy and community pay of the seat."""
        return self.envy + self.community_pay


class RoundView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round as a viewer sees it."""

    number: int
    phase: str
    rules: str
    seed_hash: str
    root: str
    practice: bool
    cards: Mapping[str, tuple[str, ...]]
    seats: Mapping[int, SeatView]
    contributions: tuple[Contribution, ...] = ()
    cut: int = 0
    turn: int | None = None
    street: str | None = None
    jackpot: int | None = None
    """The seat whose jackpot must be validated."""
    void: str = ""
    seed: str = ""
    deck: str = ""
    """All cards in the order in which the shuffle numbers them, unless it is the standard deck."""
    rack: int = 0
    """The number of cards in the discard rack."""
    open: tuple[str, ...] = ()
    """Exposed cards that belong to no place and no hand."""
    reported: Mapping[int, str] = {}
    """Who reported that a player walked off, by seat, until there is a ruling. For staff only."""
    hit_by: str = ""
    """Who started to pay the jackpot. For staff only."""
    verified_by: str = ""
    """The dealer who verified the jackpot. For staff only."""
    physical: bool = False
    """Whether people deal from a physical deck: nothing is committed to, and nothing is proved."""


class UpcomingView(Struct, frozen=True, gc=False, omit_defaults=True):
    """The filing that takes effect after this round."""

    number: int
    rules: str
    """The hash of its rules."""
    minimum: int
    maximum: int
    by: str = ""
    """Who proposed it. For staff only."""
    approved_by: str = ""
    """Who approved it. For staff only."""


class View(Struct, frozen=True, gc=False, omit_defaults=True):
    """The table as one viewer sees it; fields that the role may not see are unset."""

    role: Role
    table: str | UnsetType = UNSET
    game: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    players: Mapping[int, str] | UnsetType = UNSET
    chips: Mapping[str, int] | UnsetType = UNSET
    """The chips of each player."""
    meters: Mapping[str, int] | UnsetType = UNSET
    """What each meter shows, in whole cents."""
    rules: str | UnsetType = UNSET
    """The hash of the rules in force."""
    upcoming: UpcomingView | UnsetType | None = UNSET
    """The filing that takes effect after this round, if any."""
    lapsed: str | UnsetType = UNSET
    """Why an upcoming filing did not take effect; shown until the next round is over."""
    round: RoundView | UnsetType | None = UNSET
    choices: tuple[Choice, ...] | UnsetType = UNSET
    """The choices of this player, if it is their turn."""
    due: Instruction | UnsetType = UNSET
    """The next step."""
    day: Day | UnsetType = UNSET
    """Decks, counts, devices and incidents."""
    incident: str | UnsetType = UNSET
    """The open incident in words, with the exposed card."""
    out_of_order: Mapping[str, tuple[str, ...]] | UnsetType = UNSET
    """Broken devices, each with the side wagers that need it."""
    proposals: Mapping[int, Proposal] | UnsetType = UNSET
    invited: Mapping[str, tuple[str, ...]] | UnsetType = UNSET
    """Who invited the people who proposed, approved, reported, verified or inspected something, and
    who invited those, and so on. Only a card room knows, and fills it in."""
    tray: int | UnsetType = UNSET
    balances: Balances | UnsetType = UNSET
    books: Mapping[str, MeterBook] | UnsetType = UNSET
    """Where the money of each meter came from and went."""
    last: tuple[RoundView, ...] | UnsetType = UNSET
    """The last closed rounds, in the order of play."""


_PUBLIC_FIELDS: Final = (
    *("table", "game", "version", "players", "chips", "meters", "rules", "upcoming", "lapsed"),
    *("round", "incident", "out_of_order"),
)
_STAFF_FIELDS: Final = (*_PUBLIC_FIELDS, "due", "day", "proposals", "tray", "last")

VISIBLE_FIELDS: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.ONLOOKER: _PUBLIC_FIELDS,
    Role.PLAYER: (*_PUBLIC_FIELDS, "choices", "last"),
    Role.DEALER: _STAFF_FIELDS,
    Role.FLOORPERSON: _STAFF_FIELDS,
    Role.SURVEILLANCE: _STAFF_FIELDS,
    Role.AUDITOR: (*_STAFF_FIELDS, "balances", "books"),
}


def view(state: State, shoe: Shoe | None, viewer: Person) -> View:
    """Return the table as this viewer may see it."""
    if viewer.role not in VISIBLE_FIELDS:
        raise Refused(f"{short_repr(viewer.role)} is not a role at a table", ROLES)
    fields = {
        name: _FIELD_BUILDERS[name](state, shoe, viewer) for name in VISIBLE_FIELDS[viewer.role]
    }
    return View(viewer.role, **fields)


_OWN_FIELDS: Final = ("choices",)
_SEPARATE_FIELDS: Final = ("last",)
"""Fields that are requested separately, because they are long and seldom change."""


def public_view(state: State, role: Role) -> View:
    """Return the part of a view that is the same for everybody in a role."""
    names = [name for name in VISIBLE_FIELDS[role] if name not in (*_OWN_FIELDS, *_SEPARATE_FIELDS)]
    nobody = Person("", role)
    return View(role, **{name: _FIELD_BUILDERS[name](state, None, nobody) for name in names})


class OwnView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What only one player sees: their own cards, by seat, and their choices."""

    cards: Mapping[int, tuple[str, ...]] = {}
    choices: tuple[Choice, ...] = ()


def own_view(state: State, shoe: Shoe | None, viewer: Person) -> OwnView:
    """Return what a player sees besides the public view."""
    round_ = state.round
    if round_ is None or viewer.role != Role.PLAYER:
        return OwnView()
    seats = [seat for seat, name in round_.players.items() if name == viewer.name]
    cards = {seat: _seat_view(state, round_, seat, shoe, viewer).cards for seat in seats}
    return OwnView(cards, _own_choices(state, shoe, viewer))


def encode_view(table_view: View) -> bytes:
    """Return a view as JSON."""
    return msgspec.json.encode(table_view, enc_hook=encode_fraction)


_STAFF_NAME_FIELDS: Final = ("reported", "hit_by", "verified_by")
"""Fields that name members of the staff, in a round."""


def _sees_staff(viewer: Person) -> bool:
    """Return whether a viewer may see names of the staff."""
    return "proposals" in VISIBLE_FIELDS[viewer.role]


def _current_round_view(state: State, shoe: Shoe | None, viewer: Person) -> RoundView | None:
    return _round_view(state, state.round, shoe, viewer) if state.round else None


def _closed_round_views(state: State, _: Shoe | None, viewer: Person) -> tuple[RoundView, ...]:
    return tuple(
        _round_view(state, round_, _closed_round_shoe(state, round_), viewer)
        for round_ in state.last
    )


def _closed_round_shoe(state: State, round_: RoundState) -> Shoe | None:
    """Return the stack of a closed round, whose seed is public."""
    if not round_.seed:
        return None
    context = shuffle_context(state.table, round_.number, round_.rules)
    return _rebuild_shoe(round_.seed, context, rules_for_round(state, round_).deck)


def deck_listing(deck: Deck) -> str:
    """Return all cards of a deck as the shuffle numbers them, or "" for the standard deck."""
    return "" if deck.is_standard else cards_text(deck.cards)


@lru_cache(MAX_RECALLED_ROUNDS * 8)
def _rebuild_shoe(seed: str, context: bytes, deck: Deck) -> Shoe:
    return build_shoe(bytes.fromhex(seed), context, deck.cards)


def _round_view(state: State, round_: RoundState, shoe: Shoe | None, viewer: Person) -> RoundView:
    if state.rules and round_.rules != state.rules.hash:  # a closed round under older rules
        state = replace(state, rules=rules_for_round(state, round_))
    rules = state.rules
    street = open_street(rules, round_) if rules else None
    people = (
        {name: getattr(round_, name) for name in _STAFF_NAME_FIELDS} if _sees_staff(viewer) else {}
    )
    return RoundView(
        number=round_.number,
        phase=round_.phase.value,
        rules=round_.rules,
        deck=deck_listing(state.rules.deck) if state.rules else "",
        seed_hash=round_.seed_hash,
        root=round_.root,
        practice=round_.practice,
        cards={name: _face_texts(round_, where) for name, where in round_.table.items()},
        seats={
            seat: _seat_view(state, round_, seat, shoe, viewer)
            for seat in sorted((*round_.wagers, *round_.sat_out))
        },
        contributions=round_.contributions,
        cut=round_.cut,
        turn=round_.turn,
        street=street.name if street else None,
        jackpot=round_.hit,
        void=round_.void,
        seed=round_.seed,
        rack=len(round_.rack),
        open=_loose_face_up_cards(round_),
        physical=round_.physical,
        **people,
    )


def _seat_view(
    state: State, round_: RoundState, seat: int, shoe: Shoe | None, viewer: Person
) -> SeatView:
    if seat in round_.sat_out:
        return SeatView(round_.skipped[seat], round_.sat_out[seat], sat_out=True)
    name = round_.players.get(seat) or state.seats.get(seat, "")
    hole, gifts = round_.holes.get(seat, ()), round_.gifts.get(seat, {})
    faces = _face_texts(round_, hole)
    if viewer.role == Role.PLAYER and viewer.name == name and shoe and state.rules:
        own = [card in state.rules.looks for card in state.rules.hole]
        faces = tuple(
            card_text(shoe.cards[at]) if may else face
            for at, face, may in zip(hole, faces, own, strict=False)
        )
    elif (
        seat in round_.folded and state.rules and not has_cards_on_table(state.rules, round_, seat)
    ):
        faces = ()  # they are in the rack
    return SeatView(
        player=name,
        wagers=round_.wagers[seat],
        raises=round_.raises.get(seat, {}),
        cards=faces,
        decisions=round_.decisions.get(seat, ()),
        folded=seat in round_.folded,
        away=seat in round_.away and seat not in round_.reported,
        forfeited=seat in round_.forfeited,
        returned=round_.returned.get(seat, {}),
        down=round_.down.get(seat, ()),
        spin=round_.spins.get(seat),
        results=round_.results.get(seat, {}),
        envy=gifts.get("envy", 0),
        community_pay=gifts.get("community pay", 0),
    )


def _loose_face_up_cards(round_: RoundState) -> tuple[str, ...]:
    """Return the face-up cards that belong to no place and no hand."""
    if not round_.shown or round_.phase is Phase.CLOSED:
        return ()
    positions = {at for places in (*round_.table.values(), *round_.holes.values()) for at in places}
    return tuple(card_text(card) for at, card in round_.shown.items() if at not in positions)


def _face_texts(round_: RoundState, positions: Iterable[int]) -> tuple[str, ...]:
    return tuple(
        card_text(round_.shown[at]) if at in round_.shown else FACE_DOWN for at in positions
    )


def _own_choices(state: State, shoe: Shoe | None, viewer: Person) -> tuple[Choice, ...]:
    """Return the choices of the viewer, if it is their turn; they may depend on hidden cards."""
    round_, rules = state.round, state.rules
    if (
        round_ is None
        or rules is None
        or round_.turn is None
        or round_.players[round_.turn] != viewer.name
    ):
        return ()
    return choices_for_seat(state, round_.turn, shoe)


def choices_for_seat(state: State, seat: int, shoe: Shoe | None = None) -> tuple[Choice, ...]:
    """Return the choices of a seat that has to decide, and what each one stakes.

    With the stack, this includes choices that only certain cards allow, for the player alone.
    """
    round_, rules = state.round, state.rules
    if round_ is None or rules is None or not isinstance(current_step(rules, round_), Ask):
        raise Refused("no decision is open", ROUND_ORDER)
    return allowed_choices(rules, round_, seat, shoe)


def _upcoming_view(state: State, _: Shoe | None, viewer: Person) -> UpcomingView | None:
    """Return the upcoming filing; only staff see who proposed and approved it."""
    coming = state.upcoming
    if coming is None:
        return None
    rules = rules_for_submission(state.game, coming.matter.submission)
    people = (coming.by, coming.approved_by) if _sees_staff(viewer) else ()
    limits = rules.table.minimum, rules.table.maximum
    return UpcomingView(coming.number, rules.hash, *limits, *people)


def _incident_text(state: State, _: Shoe | None, __: Person) -> str:
    incident = state.day.incident
    if incident is None or state.rules is None:
        return ""
    return describe_incident(state.rules, incident.kinds, incident.card)


def _devices_out_of_order(
    state: State, _: Shoe | None, __: Person
) -> Mapping[str, tuple[str, ...]]:
    """Return the broken devices, without those that another dealing method has replaced."""
    rules = state.rules
    if rules is None:
        return {}
    wagers_by_device = {
        device: wagers_needing(rules, Device(device)) for device in state.day.broken
    }
    return {
        device: on
        for device, on in wagers_by_device.items()
        if on or device in devices_in_use(rules)
    }


def _redacted_proposals(state: State, _: Shoe | None, __: Person) -> Mapping[int, Proposal]:
    """Return the open proposals, with counts hidden so that the second count is independent."""
    return {
        number: replace(item, matter=replace(item.matter, cents=HIDDEN_COUNT))
        if isinstance(item.matter, OpeningCount | ClosingCount)
        else item
        for number, item in state.proposals.items()
    }


def tray_amount(state: State) -> int | UnsetType:
    """Return the tray's balance in the books, or UNSET while it has to be counted."""
    to_be_counted = not state.day.open or not (
        state.seats or state.day.decks or state.has_open_round
    )
    return UNSET if to_be_counted else int(state.balances.get(TRAY, 0))


_FIELD_BUILDERS: Final[Mapping[str, Callable[[State, Shoe | None, Person], Any]]] = {
    "table": lambda state, *_: state.table,
    "game": lambda state, *_: state.game,
    "version": lambda state, *_: state.version,
    "players": lambda state, *_: state.seats,
    "chips": lambda state, *_: {name: state.chips(name) for name in state.seats.values()},
    "meters": lambda state, *_: {name: floor(state.meter_amount(name)) for name in state.books},
    "rules": lambda state, *_: state.rules.hash if state.rules else "",
    "upcoming": _upcoming_view,
    "lapsed": lambda state, *_: Lapse(state.lapsed).sentence if state.lapsed else "",
    "round": _current_round_view,
    "choices": _own_choices,
    "due": lambda state, *_: instruction(state),
    "day": lambda state, *_: state.day,
    "incident": _incident_text,
    "out_of_order": _devices_out_of_order,
    "proposals": _redacted_proposals,
    "tray": lambda state, *_: tray_amount(state),
    "balances": lambda state, *_: state.balances,
    "books": lambda state, *_: state.books,
    "last": _closed_round_views,
}


def player_view(round_: RoundView, seat: int) -> PlayerView:
    """Return what the player in this seat sees: own cards, the table's, and own decisions."""
    own = round_.seats[seat]
    return PlayerView(face_up_cards(own.cards), face_up_places(round_), own.decisions)


def face_up_places(round_: RoundView) -> dict[str, tuple[Card, ...]]:
    """Return the table's face-up cards, by place."""
    places = {name: face_up_cards(texts) for name, texts in round_.cards.items()}
    return {name: cards for name, cards in places.items() if cards}


def face_up_cards(texts: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the cards that are face up."""
    return tuple(card(text) for text in texts if text != FACE_DOWN)
