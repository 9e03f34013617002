"""Rounds to be paid, by chance: slanted, so that hands that are worth paying come up.

What they come to is for settlement to say.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from pitboss.cards import RANKS, Card, rank, suit, text
from pitboss.games.payoffs import Payoff
from pitboss.games.words import FOLD, BestOf, HandOf, times_of
from pitboss.papers.result_text import Position, Sentence, explained
from pitboss.round import allows, follow
from pitboss.school.chance import Chance
from pitboss.school.players import wagers
from pitboss.school.syllabus import Syllabus
from pitboss.settle import Round, RoundResult, Seat, settle
from pitboss.submission.rules import Rules, positions
from pitboss.table import Role
from pitboss.table.views import RoundView, SeatView, View

Slant = Literal["any", "pairs", "suit", "run", "suited run", "top rank"]
SLANTS: Final[tuple[Slant, ...]] = ("any", "pairs", "pairs", "suit", "run", "suited run")
RUN: Final = 5


class Dealt(Struct, frozen=True):
    """A round that is over but for the payment."""

    round: Round
    result: RoundResult


def slanted(chance: Chance, slant: Slant, deck: Sequence[Card]) -> list[Card]:
    """A deck with some cards on top that go well together, whatever the game."""
    low, suited = chance.below(len(RANKS) - RUN + 1), chance.below(4)
    ranks = chance.mixed(range(len(RANKS)))[:3]
    mixed = chance.mixed(deck)
    return sorted(mixed, key=lambda one: not _goes(one, slant, low, suited, ranks))


def _goes(one: Card, slant: Slant, low: int, suited: int, ranks: list[int]) -> bool:
    in_run = low <= rank(one) < low + RUN
    match slant:
        case "any":
            return True
        case "pairs":
            return rank(one) in ranks
        case "suit":
            return suit(one) == suited
        case "run":
            return in_run
        case "suited run":
            return in_run and suit(one) == suited
        case "top rank":
            return rank(one) == len(RANKS) - 1


def dealt(
    syllabus: Syllabus,
    chance: Chance,
    slant: Slant,
    *,
    top: Sequence[int] = (),
    seat: int = 1,
    placed: dict[str, int] | None = None,
    folds: bool = False,
    boldly: bool = False,
) -> Dealt:
    """A round of the school's players; these cards of the table and one seat are the top ones."""
    rules, deck = syllabus.rules, slanted(chance, slant, syllabus.rules.deck.cards)
    table, hole = _lain(rules, deck, top)
    holes = {seat: hole}
    seats = {}
    for other in range(1, syllabus.seats + 1):
        if other != seat:
            holes[other] = [deck.pop(0) for _ in rules.hole]
        own = placed if placed is not None and other == seat else wagers(rules, chance)
        cards = [c for place in rules.places for c in table[place.name]] + holes[other]
        made = _decided(rules, chance, cards, folds=folds and other == seat, boldly=boldly)
        spin = _spun(rules, chance, own, holes[other])
        seats[other] = Seat(own, made, f"Seat {other}", spin=spin)
    meters = {name: meter.start for name, meter in rules.meters.items()}
    made_round = Round(table, holes, dict(sorted(seats.items())), meters)
    return Dealt(made_round, settle(rules, made_round))


def _lain(
    rules: Rules, deck: list[Card], first: Sequence[int]
) -> tuple[dict[str, list[Card]], list[Card]]:
    """The table's cards and a seat's own; those that a wager looks at are taken from the top."""
    total = sum(place.cards for place in rules.places) + len(rules.hole)
    order = [*first, *(at for at in range(total) if at not in first)]
    lies = {at: deck.pop(0) for at in order}
    table, at = {}, 0
    for place in rules.places:
        table[place.name] = [lies[at + n] for n in range(place.cards)]
        at += place.cards
    return table, [lies[at + n] for n in range(len(rules.hole))]


def looked_at(rules: Rules, pays: Payoff) -> tuple[int, ...]:
    """The cards that a wager is paid by, where they lie: of its hand, or held by seat and dealer.

    A wheel looks at none, and neither does what is paid by other wagers.
    """
    if pays.wheel:
        return ()
    if pays.sees:
        where = positions(rules.places, rules.hole)
        return tuple(at for name in pays.sees for at in where[name])
    return _read(rules, pays.reads[0] if pays.reads else "")


def _read(rules: Rules, name: str) -> tuple[int, ...]:
    """The cards of a hand; of several, those of the first."""
    hand = next((one for one in rules.hands if one.name == name), None)
    match hand:
        case HandOf(positions=at):
            return at
        case BestOf(hands=hands):
            return _read(rules, hands[0])
        case _:
            return ()


def _decided(
    rules: Rules, chance: Chance, cards: Sequence[Card], *, folds: bool, boldly: bool
) -> list[str]:
    """To the end of the round, in every mixture; or a fold, at the latest where the last one is."""
    made: list[str] = []
    last = max((at for at, x in enumerate(rules.streets) if x.can_fold), default=-1)
    raised: set[str] = set()
    for at, street in enumerate(rules.streets):
        if street.wager in raised:  # the raise was made before, and this street is closed
            continue
        away = [name for name, choice in street.choices.items() if choice == FOLD]
        stays = [
            name
            for name, choice in street.choices.items()
            if choice != FOLD and allows(rules, at, name, cards)
        ]
        if away and (not stays or (folds and (at == last or chance.one_in(2)))):
            return [*made, away[0]]
        if folds and any(later.wager == street.wager for later in rules.streets[at + 1 :]):
            stays = [name for name in stays if not times_of(street.choices[name])]
        made.append(stays[-1] if boldly else chance.pick(stays))
        if times_of(street.choices[made[-1]]):
            raised.add(street.wager)
    return made


def _spun(rules: Rules, chance: Chance, placed: dict[str, int], hole: Sequence[Card]) -> str | None:
    """Where the wheel stops, if the hand earns a spin."""
    for side in rules.sides:
        if side.key in placed and side.pays.wheel and side.pays.earns_spin(hole):
            return chance.pick(side.pays.wheel).name
    return None


def shown(syllabus: Syllabus, dealt_round: Dealt, *up: int) -> View:
    """The table before the payment: its cards open, and the hands of these seats."""
    now, rules = dealt_round.round, syllabus.rules
    seats = {}
    for seat, one in now.seats.items():
        course = follow(rules, one.wagers, one.decisions)
        faces = [text(c) for c in now.holes[seat]] if seat in up else ["??"] * len(rules.hole)
        seats[seat] = SeatView(
            one.player or "",
            one.wagers,
            course.raises,
            tuple(faces),
            tuple(one.decisions),
            course.folded,
            down=course.down,
            spin=one.spin,
        )
    view = RoundView(
        number=1,
        phase="hands are settled",
        rules=rules.hash,
        seed_hash="",
        root="",
        practice=True,
        cards={name: tuple(text(c) for c in some) for name, some in now.table.items()},
        seats=seats,
    )
    players = {seat: one.player or "" for seat, one in now.seats.items()}
    meters = {name: int(cents) for name, cents in now.meters.items()}
    return View(Role.DEALER, players=players, round=view, meters=meters)


def said(syllabus: Syllabus, dealt_round: Dealt, seat: int) -> tuple[Sentence, ...]:
    """What the seat's wagers come to, as one tells its player."""
    now, rules = dealt_round.round, syllabus.rules
    own, result = now.seats[seat], dealt_round.result.seats[seat]
    course = follow(rules, own.wagers, own.decisions)
    position = Position(
        hole=now.holes[seat],
        table=now.table,
        results=result.wagers,
        folded_on=rules.streets[course.taken - 1].name if course.folded else None,
        spin=own.spin,
        gifts=result.envy + result.community_pay,
        down=course.down,
    )
    return explained(syllabus.game, rules, position)
