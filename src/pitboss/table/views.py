"""What each viewer may see, by allow-list: whatever is not named for a role is not in its view.

A face that is not public is shown to nobody but the player who holds that card and may look at it:
not to the dealer, nor to surveillance or auditors.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import floor
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from pitboss.cards import Deck, show, text
from pitboss.games.dealing import Ask
from pitboss.games.tasks import Device
from pitboss.refusal import Refused, brief
from pitboss.round import Choice
from pitboss.settle.values import WagerResult
from pitboss.shuffle import Contribution, Shoe, bound_to, shoe_of
from pitboss.table.allowed import allowed_choices
from pitboss.table.card_names import incident_words
from pitboss.table.care import in_use, wagers_on
from pitboss.table.commands import ClosingCount, OpeningCount
from pitboss.table.day import Day
from pitboss.table.duty import Duty, duty
from pitboss.table.filing import rules_of, rules_of_round
from pitboss.table.house import IN_ORDER, ROLES
from pitboss.table.ledger import TRAY, Balances
from pitboss.table.people import Person, Role
from pitboss.table.state import (
    RECALLED,
    MeterBook,
    Phase,
    Proposal,
    RoundState,
    State,
    cards_stay,
    open_street,
    plain,
    step_of,
)

FACE_DOWN: Final = "??"
HIDDEN: Final = -1
"""Stands for what the first of two people counted."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat as it lies on the table."""

    player: str
    wagers: Mapping[str, int]
    raises: Mapping[str, int] = {}
    cards: tuple[str, ...] = ()
    decisions: tuple[str | int, ...] = ()
    folded: bool = False
    away: bool = False
    forfeited: bool = False
    sat_out: bool = False
    """Skipped: the wagers went back."""
    returned: Mapping[str, int] = {}
    """Side wagers that went back because a device failed."""
    down: tuple[str, ...] = ()
    """Required wagers that the player took back by a decision."""
    spin: str | None = None
    results: Mapping[str, WagerResult] = {}
    envy: int = 0
    community_pay: int = 0

    @property
    def stakes(self) -> dict[str, int]:
        """What lies on each spot."""
        made = {key: cents for key, cents in self.wagers.items() if key not in self.down}
        return made | dict(self.raises)

    @property
    def gifts(self) -> int:
        """What hands and spins of others brought."""
        return self.envy + self.community_pay


class RoundView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round as it lies on the table."""

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
    """The seat whose win waits to be validated."""
    void: str = ""
    seed: str = ""
    deck: str = ""
    """All cards in the order in which the shuffle numbers them, unless it is the standard deck."""
    rack: int = 0
    """How many cards lie in the discard rack."""
    open: tuple[str, ...] = ()
    """Cards that lie open by an irregularity: the next of the stack, or one out of play."""
    reported: Mapping[int, str] = {}
    """Who reported that a player walked off, by seat, while nobody has ruled on it, for staff…"""
    hit_by: str = ""
    """…who started to pay the jackpot…"""
    verified_by: str = ""
    """…and which dealer verified it."""


class UpcomingView(Struct, frozen=True, gc=False, omit_defaults=True):
    """The filing that takes effect after this round."""

    number: int
    rules: str
    """The hash of the rules that follow from it."""
    minimum: int
    maximum: int
    by: str = ""
    """Who proposed it, for staff…"""
    approved_by: str = ""
    """…and who approved it."""


class View(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one viewer sees. What the role may not see is not there."""

    role: Role
    table: str | UnsetType = UNSET
    game: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    players: Mapping[int, str] | UnsetType = UNSET
    chips: Mapping[str, int] | UnsetType = UNSET
    """Before each player."""
    meters: Mapping[str, int] | UnsetType = UNSET
    """What each meter shows, in whole cents."""
    rules: str | UnsetType = UNSET
    """The hash of the rules in force."""
    upcoming: UpcomingView | UnsetType | None = UNSET
    """What the table is played by after this round, if that changes."""
    lapsed: str | UnsetType = UNSET
    """Why a filing that had been announced did not take effect, during the next round."""
    round: RoundView | UnsetType | None = UNSET
    choices: tuple[Choice, ...] | UnsetType = UNSET
    """Open to this player now."""
    due: Duty | UnsetType = UNSET
    """What the table waits for."""
    day: Day | UnsetType = UNSET
    """Decks, counts, machines, irregularities."""
    incident: str | UnsetType = UNSET
    """The irregularity that waits for a ruling, if one does, with the card that lies open."""
    out_of_order: Mapping[str, tuple[str, ...]] | UnsetType = UNSET
    """Devices that the table cannot use, each with the side wagers that need it."""
    proposals: Mapping[int, Proposal] | UnsetType = UNSET
    invited: Mapping[str, tuple[str, ...]] | UnsetType = UNSET
    """Who invited those who proposed, approved, reported, verified or inspected something, who
    invited that one, and so on; a table by itself does not know, and a card room fills it in."""
    tray: int | UnsetType = UNSET
    balances: Balances | UnsetType = UNSET
    books: Mapping[str, MeterBook] | UnsetType = UNSET
    """Where the money of each meter came from and went."""
    last: tuple[RoundView, ...] | UnsetType = UNSET
    """The last closed rounds, in the order of play."""


_PUBLIC: Final = (
    *("table", "game", "version", "players", "chips", "meters", "rules", "upcoming", "lapsed"),
    *("round", "incident", "out_of_order"),
)
_STAFF: Final = (*_PUBLIC, "due", "day", "proposals", "tray", "last")

SEES: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.ONLOOKER: _PUBLIC,
    Role.PLAYER: (*_PUBLIC, "choices", "last"),
    Role.DEALER: _STAFF,
    Role.FLOORPERSON: _STAFF,
    Role.SURVEILLANCE: _STAFF,
    Role.AUDITOR: (*_STAFF, "balances", "books"),
}


def view(state: State, shoe: Shoe | None, viewer: Person) -> View:
    """The table as this viewer may see it."""
    if viewer.role not in SEES:
        raise Refused(f"{brief(viewer.role)} is not a role at a table", ROLES)
    seen = {name: _SHOWS[name](state, shoe, viewer) for name in SEES[viewer.role]}
    return View(viewer.role, **seen)


_OWN: Final = ("choices",)
_SEPARATE: Final = ("last",)
"""What is asked for by itself: it is long, and seldom changes."""


def public_part(state: State, role: Role) -> View:
    """What everybody in a role sees alike, whoever it is."""
    names = [name for name in SEES[role] if name not in (*_OWN, *_SEPARATE)]
    nobody = Person("", role)
    return View(role, **{name: _SHOWS[name](state, None, nobody) for name in names})


class Own(Struct, frozen=True, gc=False, omit_defaults=True):
    """What only one player sees: the own cards, by seat, and what can be answered now."""

    cards: Mapping[int, tuple[str, ...]] = {}
    choices: tuple[Choice, ...] = ()


def own_part(state: State, shoe: Shoe | None, viewer: Person) -> Own:
    """Beside the public part, for a player at the table."""
    now = state.round
    if now is None or viewer.role != Role.PLAYER:
        return Own()
    seats = [seat for seat, name in now.players.items() if name == viewer.name]
    cards = {seat: _seat(state, now, seat, shoe, viewer).cards for seat in seats}
    return Own(cards, _choices(state, shoe, viewer))


def view_bytes(seen: View) -> bytes:
    """A view as it is sent."""
    return msgspec.json.encode(seen, enc_hook=plain)


_BEHIND: Final = ("reported", "hit_by", "verified_by")
"""The people behind what waits for a second one, in a round."""


def _sees_staff(viewer: Person) -> bool:
    """Whether a viewer may know who of the staff is behind something."""
    return "proposals" in SEES[viewer.role]


def _round(state: State, shoe: Shoe | None, viewer: Person) -> RoundView | None:
    return _round_view(state, state.round, shoe, viewer) if state.round else None


def _last(state: State, _: Shoe | None, viewer: Person) -> tuple[RoundView, ...]:
    return tuple(_round_view(state, was, _opened(state, was), viewer) for was in state.last)


def _opened(state: State, was: RoundState) -> Shoe | None:
    """The stack of a closed round: everyone has its seed."""
    if not was.seed:
        return None
    bound, deck = bound_to(state.table, was.number, was.rules), rules_of_round(state, was).deck
    return _rebuilt(was.seed, bound, deck)


def listed_deck(deck: Deck) -> str:
    """Return all cards of a deck as the shuffle numbers them; nothing for the standard one."""
    return "" if deck.is_standard else show(deck.cards)


@lru_cache(RECALLED * 8)
def _rebuilt(seed: str, bound: bytes, deck: Deck) -> Shoe:
    return shoe_of(bytes.fromhex(seed), bound, deck.cards)


def _round_view(state: State, now: RoundState, shoe: Shoe | None, viewer: Person) -> RoundView:
    if state.rules and now.rules != state.rules.hash:  # a closed round, by the rules of before
        state = replace(state, rules=rules_of_round(state, now))
    rules = state.rules
    street = open_street(rules, now) if rules else None
    people = {name: getattr(now, name) for name in _BEHIND} if _sees_staff(viewer) else {}
    return RoundView(
        number=now.number,
        phase=now.phase.value,
        rules=now.rules,
        deck=listed_deck(state.rules.deck) if state.rules else "",
        seed_hash=now.seed_hash,
        root=now.root,
        practice=now.practice,
        cards={name: _faces(now, where) for name, where in now.table.items()},
        seats={
            seat: _seat(state, now, seat, shoe, viewer)
            for seat in sorted((*now.wagers, *now.sat_out))
        },
        contributions=now.contributions,
        cut=now.cut,
        turn=now.turn,
        street=street.name if street else None,
        jackpot=now.hit,
        void=now.void,
        seed=now.seed,
        rack=len(now.rack),
        open=_open(now),
        **people,
    )


def _seat(state: State, now: RoundState, seat: int, shoe: Shoe | None, viewer: Person) -> SeatView:
    if seat in now.sat_out:
        return SeatView(now.skipped[seat], now.sat_out[seat], sat_out=True)
    name = now.players.get(seat) or state.seats.get(seat, "")
    held, gifts = now.holes.get(seat, ()), now.gifts.get(seat, {})
    faces = _faces(now, held)
    if viewer.role == Role.PLAYER and viewer.name == name and shoe and state.rules:
        own = [card in state.rules.looks for card in state.rules.hole]
        faces = tuple(
            text(shoe.cards[at]) if may else face
            for at, face, may in zip(held, faces, own, strict=False)
        )
    elif seat in now.folded and state.rules and not cards_stay(state.rules, now, seat):
        faces = ()  # they lie in the rack
    return SeatView(
        player=name,
        wagers=now.wagers[seat],
        raises=now.raises.get(seat, {}),
        cards=faces,
        decisions=now.decisions.get(seat, ()),
        folded=seat in now.folded,
        away=seat in now.away and seat not in now.reported,
        forfeited=seat in now.forfeited,
        returned=now.returned.get(seat, {}),
        down=now.down.get(seat, ()),
        spin=now.spins.get(seat),
        results=now.results.get(seat, {}),
        envy=gifts.get("envy", 0),
        community_pay=gifts.get("community pay", 0),
    )


def _open(now: RoundState) -> tuple[str, ...]:
    """Faces that everybody saw, of cards that belong to no place and no hand."""
    if not now.shown or now.phase is Phase.CLOSED:
        return ()
    laid = {at for places in (*now.table.values(), *now.holes.values()) for at in places}
    return tuple(text(card) for at, card in now.shown.items() if at not in laid)


def _faces(now: RoundState, positions: Iterable[int]) -> tuple[str, ...]:
    return tuple(text(now.shown[at]) if at in now.shown else FACE_DOWN for at in positions)


def _choices(state: State, shoe: Shoe | None, viewer: Person) -> tuple[Choice, ...]:
    """Open to the seat that is asked, if it is this player's: they may tell of the own cards."""
    now, rules = state.round, state.rules
    if now is None or rules is None or now.turn is None or now.players[now.turn] != viewer.name:
        return ()
    return open_choices(state, now.turn, shoe)


def open_choices(state: State, seat: int, shoe: Shoe | None = None) -> tuple[Choice, ...]:
    """What a seat that is asked can answer, and what each answer stakes.

    What only certain cards allow is there with the stack alone, and is for the player's eyes.
    """
    now, rules = state.round, state.rules
    if now is None or rules is None or not isinstance(step_of(rules, now), Ask):
        raise Refused("nobody is asked now", IN_ORDER)
    return allowed_choices(rules, now, seat, shoe)


def _upcoming(state: State, _: Shoe | None, viewer: Person) -> UpcomingView | None:
    """Everybody sees what will be; who is behind it, those do who work here."""
    coming = state.upcoming
    if coming is None:
        return None
    rules = rules_of(state.game, coming.matter.submission)
    people = (coming.by, coming.approved_by) if _sees_staff(viewer) else ()
    limits = rules.table.minimum, rules.table.maximum
    return UpcomingView(coming.number, rules.hash, *limits, *people)


def _incident(state: State, _: Shoe | None, __: Person) -> str:
    waits = state.day.incident
    return incident_words(state.rules, waits.kinds, waits.card) if waits and state.rules else ""


def _out_of_order(state: State, _: Shoe | None, __: Person) -> Mapping[str, tuple[str, ...]]:
    """Without a machine that another method has replaced."""
    rules = state.rules
    if rules is None:
        return {}
    needed = {device: wagers_on(rules, Device(device)) for device in state.day.broken}
    return {device: on for device, on in needed.items() if on or device in in_use(rules)}


def _proposals(state: State, _: Shoe | None, __: Person) -> Mapping[int, Proposal]:
    """What waits for a second person; of a count not how much, or the second is none."""
    return {
        number: replace(one, matter=replace(one.matter, cents=HIDDEN))
        if isinstance(one.matter, OpeningCount | ClosingCount)
        else one
        for number, one in state.proposals.items()
    }


def _tray(state: State, _: Shoe | None, __: Person) -> int | UnsetType:
    """What the books say is in the tray; not while it is to be counted."""
    to_be_counted = not state.day.open or not (state.seats or state.day.decks or state.running)
    return UNSET if to_be_counted else int(state.balances.get(TRAY, 0))


_SHOWS: Final[Mapping[str, Callable[[State, Shoe | None, Person], Any]]] = {
    "table": lambda state, *_: state.table,
    "game": lambda state, *_: state.game,
    "version": lambda state, *_: state.version,
    "players": lambda state, *_: state.seats,
    "chips": lambda state, *_: {name: state.chips(name) for name in state.seats.values()},
    "meters": lambda state, *_: {name: floor(state.shows(name)) for name in state.books},
    "rules": lambda state, *_: state.rules.hash if state.rules else "",
    "upcoming": _upcoming,
    "lapsed": lambda state, *_: state.lapsed,
    "round": _round,
    "choices": _choices,
    "due": lambda state, *_: duty(state),
    "day": lambda state, *_: state.day,
    "incident": _incident,
    "out_of_order": _out_of_order,
    "proposals": _proposals,
    "tray": _tray,
    "balances": lambda state, *_: state.balances,
    "books": lambda state, *_: state.books,
    "last": _last,
}
