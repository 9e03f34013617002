"""A definition that cannot be is refused when it is built, with everything that is wrong with it.

Each check takes a game and yields sentences. A new word in the grammar brings its check here.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, structs

from pitboss.games.dealing import Ask, Burn, Discard, ToPlayers, ToTable
from pitboss.games.incidents import Kind
from pitboss.games.patterns import class_of
from pitboss.games.payoffs import (
    AllOf,
    ByTable,
    EvenMoney,
    HoleCards,
    Payoff,
    Progressive,
    Showdown,
    Spin,
)
from pitboss.games.paytables import CardsTable, FixedPrize, Line, PrizeLine, Share, Sum, Table
from pitboss.games.words import FOLD, HOLE, BestOf, HandOf, Raise, Required, Switch, alternatives
from pitboss.hands.strength import KINDS
from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

_CITES: Final = (
    "clause",
    "rate_clause",
    "reveal_by",
    "wager_clause",
    "needs_shuffler",
    "two_decks",
    "forfeits",
)
_CLAUSE: Final = re.compile(r"\d{1,2}\.[A-Z](\([0-9a-z]+\)(#\d)?)*")


def check(game: "Game") -> None:
    """Refuse a game that cannot be."""
    faults = [fault for find in _CHECKS for fault in find(game)]
    if faults:
        raise Refused(f"{game.name} cannot be: {'; '.join(faults)}")


def hand_sizes(game: "Game") -> dict[str, int]:
    """How many cards each hand is read from."""
    sizes: dict[str, int] = {}
    per_place = {place.name: place.cards for place in game.places} | {HOLE: len(game.hole.split())}
    for hand in game.hands:
        match hand:
            case HandOf():
                sizes[hand.name] = sum(per_place.get(name, 1) for name in hand.cards.split())
            case BestOf():
                first, *_ = [*alternatives(hand.hands)[0].split(), ""]
                sizes[hand.name] = sizes.get(first, 0)
    return sizes


def _names(game: "Game") -> Iterator[str]:
    cards = [*game.hole.split(), *(place.name for place in game.places), HOLE]
    yield from _twice("card place", cards)
    yield from _twice("hand", (hand.name for hand in game.hands))
    yield from _twice("wager", (wager.key for wager in game.wagers))
    yield from _unknown("a player looks at", game.looks.split(), game.hole.split())
    yield from _twice("reading", (reading.id for reading in game.readings))
    if not game.required:
        yield "it has no required wager"
    if game.seats < 1 or not 1 <= game.boxes.most <= game.seats:
        yield f"one player may hold {game.boxes.most} of {game.seats} seats"


def _clauses(game: "Game") -> Iterator[str]:
    for owner, name, value in _walk(game):
        if name in _CITES and value is not None and not _CLAUSE.fullmatch(value):
            yield f"{value!r} on {type(owner).__name__} is not the number of a clause"


def _hands(game: "Game") -> Iterator[str]:
    cards = {*game.hole.split(), HOLE, *(place.name for place in game.places)}
    sizes = hand_sizes(game)
    before: set[str] = set()
    for hand in game.hands:
        match hand:
            case HandOf():
                names = hand.cards.split()
                yield from _unknown(f"the hand {hand.name} is read from", names, cards)
                yield from _twice(f"card of the hand {hand.name}", _spread(names, game))
                if sizes[hand.name] not in (2, 3, 5, 7):
                    yield f"the hand {hand.name} has {sizes[hand.name]} cards, not 2, 3, 5 or 7"
            case BestOf():
                for names in map(str.split, alternatives(hand.hands)):
                    if not names:
                        yield f"the hand {hand.name} is the best of none"
                    yield from _unknown(f"the hand {hand.name} is the best of", names, before)
                    if len({sizes.get(name) for name in names}) > 1:
                        yield f"the hand {hand.name} compares hands of different sizes"
        before.add(hand.name)


def _wagers(game: "Game") -> Iterator[str]:
    required = {wager.key for wager in game.required}
    for wager in game.wagers:
        if isinstance(wager, Raise) and wager.of not in required:
            yield f"{wager.key} raises {wager.of!r}, which is not a required wager"
        payoffs: tuple[Payoff, ...] = alternatives(wager.pays)
        for payoff in payoffs:
            yield from (f"{wager.key}: {fault}" for fault in _payoff(game, payoff))


def _payoff(game: "Game", payoff: Payoff) -> Iterator[str]:
    sizes = hand_sizes(game)
    match payoff:
        case ByTable() | EvenMoney():
            yield from _unknown("it pays", [payoff.hand], sizes)
            yield from _order(payoff.table, sizes.get(payoff.hand, 5))
        case Showdown():
            yield from _unknown("it compares", [payoff.hand, payoff.against], sizes)
            if payoff.at_least is not None:
                yield from _unknown("it pays from", [payoff.at_least], KINDS[5])
        case AllOf():
            yield from _unknown("it needs", payoff.wagers, [w.key for w in game.required])
        case HoleCards():
            places = [place.name for place in game.places if place.cards == 2]
            against = [payoff.against] if payoff.against else []
            yield from _unknown("it looks at", against, places)
            if not against and any(line.cards.against_aces for line in payoff.table.lines):
                yield "a line looks at the dealer's cards, but none are named"
            yield from _hidden(payoff.table)
        case Progressive():
            yield from _unknown("it pays", [payoff.hand], sizes)
            for table in (payoff.prizes, *payoff.envy.values()):
                yield from _order(table, sizes.get(payoff.hand, 5))
            meters = [meter.name for meter in payoff.meters]
            yield from _twice("meter", meters)
            if not payoff.envy:
                yield "no wager is named that it may be offered at"
            shares = [x.prize.meter for x in payoff.prizes.lines if isinstance(x.prize, Share)]
            yield from _unknown("it pays from the meter", shares, meters)
            if not all(isinstance(x.prize, Sum) for t in payoff.envy.values() for x in t.lines):
                yield "an envy prize is not a sum"
        case Spin():
            names = [symbol.name for symbol in payoff.symbols.lines]
            yield from _twice("symbol", names)
            yield from _unknown("the example wheel has", payoff.example_wheel, names)
            prizes = [symbol.prize for symbol in payoff.symbols.lines]
            if (FixedPrize() in prizes) != (payoff.fixed_prize is not None):
                yield "the fixed prize is named in one place and missing in the other"
            shares = [prize.meter for prize in prizes if isinstance(prize, Share)]
            yield from _unknown("it pays from the meter", shares, [m.name for m in payoff.meters])


def _order(table: Table[Line] | Table[PrizeLine], size: int) -> Iterator[str]:
    """Ranked hands stand from the best down and never overlap."""
    order = KINDS.get(min(size, 5), KINDS[5])
    yield from _unknown(
        f"the table {table.clause} names", (x.hand.kind for x in table.lines), order
    )
    spans = [
        ((order.index(x.hand.kind), x.hand.low), (order.index(x.hand.kind), x.hand.high), x.name)
        for x in table.lines
        if x.hand.kind in order
    ]
    for (low, _, above), (_, high, below) in pairwise(spans):
        if high >= low:
            yield f"the table {table.clause} has {below!r} under {above!r}, out of order"


def _hidden(table: CardsTable) -> Iterator[str]:
    """A line that earlier ones cover whole is never paid."""
    above: set[str] = set()
    for line in table.lines:
        if all(above & {name, class_of(name)} for name in line.cards.holdings):
            yield f"the table {table.clause} never comes to {line.name!r}"
        if not line.cards.against_aces:
            above.update(line.cards.holdings)


def _streets(game: "Game") -> Iterator[str]:
    decided = [street.wager for street in game.streets]
    raises = [wager.key for wager in game.raises]
    if decided != raises:
        yield f"the streets decide {', '.join(decided)} but the raises are {', '.join(raises)}"
    shown = dict.fromkeys(game.looks.split(), "the player looks at it first")
    cards = [*game.hole.split(), *(place.name for place in game.places)]
    for street in game.streets:
        yield from _unknown(f"the street {street.wager} reveals", street.reveal.split(), cards)
        for card in street.reveal.split():
            if card in shown:
                yield f"the street {street.wager} reveals {card!r} again ({shown[card]})"
            shown[card] = f"the street {street.wager} reveals it"
        stakes = list(street.asks.values())
        if len(stakes) < 2 or any(times != FOLD and times < 0 for times in stakes):
            yield f"the street {street.wager} needs at least two decisions, none below nothing"
        if not {FOLD, 0} & set(stakes):
            yield f"the street {street.wager} leaves no way to stake nothing"
    yield from (f"no street reveals {card!r}" for card in cards if card not in shown)


def _dealing(game: "Game") -> Iterator[str]:
    wanted = Counter(game.hole.split()) + Counter({p.name: p.cards for p in game.places})
    streets = [street.wager for street in game.streets]
    if not game.dealing:
        yield "it has no way of dealing"
    yield from _twice("method of dealing", (f"{d.method} {d.reshuffling}" for d in game.dealing))
    for dealing in game.dealing:
        given: Counter[str] = Counter()
        asked: list[str] = []
        for step in dealing.steps:
            match step:
                case ToPlayers():
                    given.update(step.cards)
                case ToTable():
                    given.update(step.places)
                case Ask():
                    asked.append(step.street)
                case Burn() | Discard():
                    pass
        if given != wanted:
            wrong = sorted((given - wanted) + (wanted - given))
            yield f"dealing by {dealing.clause} gives a wrong number of {', '.join(wrong)}"
        if asked and asked != streets:
            yield f"dealing by {dealing.clause} asks out of order"


def _limit(game: "Game") -> Iterator[str]:
    for scope in map(str.split, alternatives(game.payout_limit.scope)):
        yield from _unknown("the payout limit covers", scope, [w.key for w in game.wagers])
        yield from _twice("wager in the payout limit", scope)


def _incidents(game: "Game") -> Iterator[str]:
    kinds = [incident.kind for incident in game.incidents]
    yield from _twice("incident", [kind.value for kind in kinds])
    showdown = any(
        isinstance(payoff, Showdown) for w in game.wagers for payoff in alternatives(w.pays)
    )
    for kind in Kind:
        if kind not in kinds and (showdown or kind is not Kind.DEALER_CARD_EXPOSED):
            yield f"it has no remedy for the incident that {kind.value}"
    for incident in game.incidents:
        yield from _unknown("a void round settles", incident.settles, [w.key for w in game.sides])


def _switches(game: "Game") -> Iterator[str]:
    offered = {reading.id: reading for reading in game.readings} | {
        option.key: option
        for wager in game.wagers
        if isinstance(wager, Required)
        for option in wager.options
    }
    for key, choice in offered.items():
        if choice.default not in choice.choices:
            yield f"the default of {key} is not one of its choices"
    turned = set()
    for _, _, value in _walk(game):
        if not isinstance(value, Switch):
            continue
        turned.add(value.key)
        if value.by == "paytable":
            yield from _unknown("the default paytable is", [value.default], value.choices)
        elif value.key not in offered:
            yield f"it turns on {value.key!r}, which is no reading or option of it"
        elif set(value.choices) != set(offered[value.key].choices):
            yield f"it does not say what every choice of {value.key} means"
    yield from (f"nothing turns on {key!r}" for key in offered if key not in turned)


def _layout(game: "Game") -> Iterator[str]:
    for title, grid, needed, allowed in (
        ("table", game.layout.table, [p.name for p in game.places], []),
        ("seat", game.layout.seat, [w.key for w in game.wagers], game.hole.split()),
    ):
        rows = [row.split() for row in grid.strip().splitlines()]
        spots = [spot for row in rows for spot in row if spot != "."]
        if len({len(row) for row in rows}) > 1:
            yield f"the rows of the {title} layout differ in length"
        yield from _twice(f"spot of the {title} layout", spots)
        yield from _unknown(f"the {title} layout has", spots, [*needed, *allowed])
        yield from (f"the {title} layout lacks {name}" for name in needed if name not in spots)


_CHECKS: Final[tuple[Callable[["Game"], Iterator[str]], ...]] = (
    _names,
    _clauses,
    _hands,
    _wagers,
    _streets,
    _dealing,
    _limit,
    _incidents,
    _switches,
    _layout,
)


def _twice(what: str, names: Iterable[str]) -> Iterator[str]:
    yield from (f"the {what} {name!r} appears twice" for name, n in Counter(names).items() if n > 1)


def _unknown(what: str, names: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    known = set(known)
    yield from (f"{what} {name!r}, which it does not have" for name in names if name not in known)


def _spread(names: Iterable[str], game: "Game") -> list[str]:
    """``hole`` as the cards it stands for."""
    return [card for name in names for card in (game.hole.split() if name == HOLE else [name])]


def _walk(value: object) -> Iterator[tuple[Struct, str, Any]]:
    """Every field of every part of a definition: owner, name, value."""
    if isinstance(value, Struct):
        for name, part in structs.asdict(value).items():
            yield value, name, part
            yield from _walk(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _walk(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _walk(part)
