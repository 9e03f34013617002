"""What several payoffs check when a game is built."""

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pitboss.cards import RANKS
from pitboss.games.names import HOLE
from pitboss.games.patterns import BEST, Ranked, class_of
from pitboss.games.paytables import CardsLine, CardsTable, Line, PrizeLine, Table
from pitboss.hands import Order, usual_order
from pitboss.hands.strength import FIVE_OF_A_KIND, KINDS

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

MOST_RANKED: Final = max(KINDS)
"""How many cards of a hand rank at most."""
ROYALS: Final = ("royal flush", "mini royal")


def twice(what: str, names: Iterable[str]) -> Iterator[str]:
    """Names that should appear once."""
    yield from (f"the {what} {name!r} appears twice" for name in repeats(names))


def repeats(names: Iterable[str]) -> list[str]:
    """Return the names that appear more than once."""
    return [name for name, n in Counter(names).items() if n > 1]


def unknown(what: str, names: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """Names that should be known, each with what it may have been meant for."""
    known = list(known)
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            some = ", ".join(known) or "nothing: there is none"
            hint = f"did you mean {near[0]!r}?" if near else f"choose from {some}"
            yield f"{what} {name!r}, which is unknown: {hint}"


def hand_sizes(game: "Game") -> dict[str, int]:
    """How many cards rank in each hand; those that are read from unknown cards are left out."""
    from pitboss.games.words import BestOf, HandOf, alternatives  # they name payoffs

    sizes: dict[str, int] = {}
    for word in game.hands:
        for hand in alternatives(word):
            match hand:
                case HandOf():
                    if count := card_count(game, hand.cards):
                        ranking = alternatives(hand.ranking)[0]
                        known = ranking.size if ranking else MOST_RANKED
                        sizes[hand.name] = min(count, known)
                case BestOf():
                    if some := [sizes[name] for name in hand.hands if name in sizes]:
                        sizes[hand.name] = some[0]
    return sizes


def hand_orders(game: "Game") -> dict[str, tuple[Order, ...]]:
    """Return how each hand ranks, by every reading; those that cannot rank so are left out."""
    from pitboss.games.words import BestOf, HandOf, alternatives  # they name payoffs

    sizes = hand_sizes(game)
    orders: dict[str, tuple[Order, ...]] = {}
    for word in game.hands:
        for hand in alternatives(word):
            match hand:
                case HandOf() if hand.name in sizes:
                    usual = usual_order(sizes[hand.name])
                    given = tuple(x or usual for x in alternatives(hand.ranking))
                    if all(_is_order(x, usual) for x in given):
                        orders[hand.name] = given
                case BestOf():
                    known = [orders[name] for name in hand.hands if name in orders]
                    orders |= {hand.name: known[0]} if known else {}
                case _:
                    pass
    return orders


def _is_order(order: Order, usual: Order) -> bool:
    """Whether an order is one of so many cards; other checks say what is wrong with others."""
    known = {*usual.kinds, FIVE_OF_A_KIND}
    return order.size == usual.size and usual.kinds[0] in order.kinds and {*order.kinds} <= known


def rank_differently(game: "Game", names: Iterable[str]) -> bool:
    """Whether some hands of one size rank in different orders, so that they cannot be compared."""
    orders = hand_orders(game)
    return len({orders[name] for name in names if name in orders}) > 1


def card_count(game: "Game", names: Iterable[str]) -> int | None:
    """How many cards some names stand for, or none where one of them is unknown."""
    counts = {place.name: place.cards for place in game.places}
    counts |= dict.fromkeys(game.hole_cards, 1) | {HOLE: len(game.hole_cards)}
    found = [counts.get(name) for name in names]
    return None if None in found else sum(count for count in found if count)


def hand_names(game: "Game") -> list[str]:
    """The hands of a game by name."""
    from pitboss.games.words import alternatives  # they name payoffs

    return [alternatives(word)[0].name for word in game.hands]


def two_cards_needed(game: "Game") -> Iterator[str]:
    """A payoff on the first two cards needs two, and none wild: those have no suit or rank."""
    if game.deck.wild_cards:
        yield "it pays two cards by rank and suit, but a wild card has neither"
    if (held := len(game.hole_cards)) < 2:
        yield f"it pays two cards, but a seat has {held}"


def order_of(game: "Game", hand: str) -> Order:
    """Return how a hand of the game ranks; by its size where it does not say."""
    from pitboss.games.words import BestOf, alternatives  # they name payoffs

    words = {word.name: word for words in game.hands for word in alternatives(words)}
    word = words.get(hand)
    while isinstance(word, BestOf):
        word = words.get(word.hands[0]) if word.hands else None
    ranking = alternatives(word.ranking)[0] if word else None
    if ranking and not ranking.kinds:  # refused by itself
        ranking = None
    return (ranking or usual_order(hand_sizes(game).get(hand) or 5)).on(game.deck)


def lines_out_of_order(
    game: "Game", hand: str, table: Table[Line] | Table[PrizeLine]
) -> Iterator[str]:
    """Ranked hands stand from the best down, never overlap, and leave no royal to lose."""
    sizes, title = hand_sizes(game), _title(table.clause)
    yield from unknown("it pays", [hand], hand_names(game))
    if sizes.get(hand) not in KINDS:
        return  # what is wrong with the hand is said there
    order = order_of(game, hand).kinds
    kinds = [line.hand.kind for line in table.lines]
    up_to = [x.hand.up_to for x in table.lines if x.hand.up_to not in ("", BEST)]
    for kind in [*kinds, *up_to]:
        if kind not in order:
            never = f"which {sizes[hand]} cards never make: they make {', '.join(order)}"
            yield f"{title} names {kind!r}, {never}"
    spans = [
        ((order.index(x.hand.kind), x.hand.low), _highest(x.hand, order), x.name)
        for x in table.lines
        if x.hand.kind in order
    ]
    yield from (f"{title} has {name!r}, from better to worse" for a, b, name in spans if b < a)
    for (low, _, above), (lowest, high, below) in pairwise(spans):
        if high >= low:
            hint = "out of order: the better hand stands above"
            if lowest < low:
                hint = "which it covers too"
            if below == "pair":
                hint += ": write pair of 2s to the rank below"
            yield f"{title} has {below!r} under {above!r}, {hint}"
    or_better = any(line.hand.up_to == BEST for line in table.lines)
    royal = order[-1] in kinds or or_better
    if order[-1] in ROYALS and "straight flush" in kinds and not royal:
        yield (
            f"{title} pays a straight flush and lets a {order[-1]} lose: write straight flush or "
            f"better, or add a line for {order[-1]}"
        )


def without_lines(table: Table[Line] | Table[CardsLine] | Table[PrizeLine]) -> Iterator[str]:
    """A table pays something."""
    if not table.lines:
        yield f"{_title(table.clause)} has no lines"


def _title(clause: str) -> str:
    """A table as sentences call it."""
    return f"the table {clause}" if clause else "its table"


def _highest(hand: Ranked, order: tuple[str, ...]) -> tuple[int, int]:
    """The highest kind and rank that a line covers."""
    if not hand.up_to:
        return order.index(hand.kind), hand.high
    highest = order[-1] if hand.up_to == BEST else hand.up_to
    return (order.index(highest) if highest in order else len(order)), len(RANKS)


def cards_hidden(table: CardsTable) -> Iterator[str]:
    """A line that earlier ones cover whole is never paid."""
    above: set[str] = set()
    for line in table.lines:
        if all(above & {name, class_of(name)} for name in line.cards.holdings):
            yield f"{_title(table.clause)} never comes to {line.name!r}"
        if not line.cards.against_aces:
            above.update(line.cards.holdings)
