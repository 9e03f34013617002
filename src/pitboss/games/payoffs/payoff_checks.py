"""Checks that several payoffs share when a game is built."""

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pitboss.cards import RANKS
from pitboss.games.card_names import BEST_KIND, HOLE, Ranked, TwoCards, holding_class
from pitboss.games.paytables import CardsLine, CardsTable, Line, PrizeLine, Table
from pitboss.hands import Order, usual_order
from pitboss.hands.orders import FIVE_OF_A_KIND, KINDS

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


MAX_RANKED: Final = max(KINDS)
"""The most cards of a hand that count in its ranking."""
ROYALS: Final = ("royal flush", "mini royal")


def find_duplicates(title: str, names: Iterable[str]) -> Iterator[str]:
    """Yield a fault for every name that appears more than once."""
    yield from (f"the {title} {name!r} appears twice" for name in repeats(names))


def repeats(names: Iterable[str]) -> list[str]:
    """Return the names that appear more than once."""
    return [name for name, count in Counter(names).items() if count > 1]


def find_unknown(title: str, names: Iterable[str], known_names: Iterable[str]) -> Iterator[str]:
    """Yield a fault for every unknown name, with the closest match or the known names."""
    known_names = list(dict.fromkeys(known_names))
    for name in names:
        if name not in known_names:
            if near := get_close_matches(name, known_names, n=1):
                hint = f"did you mean {near[0]!r}?"
            elif known_names:
                hint = f"choose from {', '.join(known_names)}"
            else:
                hint = "there are none to choose from"
            yield f"{title} {name!r}, which is unknown: {hint}"


def hand_sizes(game: "Game") -> dict[str, int]:
    """Return how many cards count in each hand, leaving out hands of unknown cards."""
    from pitboss.games.game_parts import BestOf, HandOf, possible_values

    sizes: dict[str, int] = {}
    for word in game.hands:
        for hand in possible_values(word):
            match hand:
                case HandOf():
                    if count := count_cards(game, hand.cards):
                        ranking = possible_values(hand.ranking)[0]
                        sizes[hand.name] = min(count, ranking.size if ranking else MAX_RANKED)
                case BestOf():
                    if hand_counts := [sizes[name] for name in hand.hands if name in sizes]:
                        sizes[hand.name] = hand_counts[0]
    return sizes


def hand_orders(game: "Game") -> dict[str, tuple[Order, ...]]:
    """Return the possible orders of each hand, leaving out hands with an impossible one."""
    from pitboss.games.game_parts import BestOf, HandOf, possible_values

    sizes = hand_sizes(game)
    orders: dict[str, tuple[Order, ...]] = {}
    for word in game.hands:
        for hand in possible_values(word):
            match hand:
                case HandOf() if hand.name in sizes:
                    usual = usual_order(sizes[hand.name])
                    rankings = tuple(order or usual for order in possible_values(hand.ranking))
                    if all(_is_order(order, usual) for order in rankings):
                        orders[hand.name] = rankings
                case BestOf():
                    hand_rankings = [orders[name] for name in hand.hands if name in orders]
                    orders |= {hand.name: hand_rankings[0]} if hand_rankings else {}
                case _:
                    pass
    return orders


def _is_order(order: Order, usual: Order) -> bool:
    """Return whether an order is possible for this size; other checks say why it is not."""
    kinds = {*usual.kinds, FIVE_OF_A_KIND}
    return order.size == usual.size and usual.kinds[0] in order.kinds and {*order.kinds} <= kinds


def rank_differently(game: "Game", names: Iterable[str]) -> bool:
    """Return whether hands of one size rank in different orders and cannot be compared."""
    orders = hand_orders(game)
    return len({orders[name] for name in names if name in orders}) > 1


def count_cards(game: "Game", names: Iterable[str]) -> int | None:
    """Return how many cards these names stand for, or None if one of them is unknown."""
    by_name = {place.name: place.cards for place in game.places}
    by_name |= dict.fromkeys(game.hole_cards, 1) | {HOLE: len(game.hole_cards)}
    counts = [by_name.get(name) for name in names]
    return None if None in counts else sum(count for count in counts if count)


def hand_names(game: "Game") -> list[str]:
    """Return the names of a game's hands."""
    from pitboss.games.game_parts import possible_values

    return [possible_values(word)[0].name for word in game.hands]


def check_two_cards(game: "Game") -> Iterator[str]:
    """Check a payoff on the first two cards: a seat needs two, and none may be wild."""
    if game.deck.wild_cards:
        yield "it pays two cards by rank and suit, but a wild card has neither"
    if (count := len(game.hole_cards)) < 2:
        yield f"it pays two cards, but a seat has {count}"


def order_of(game: "Game", hand: str) -> Order:
    """Return the order in which a hand of the game ranks; the usual one for its size by default."""
    from pitboss.games.game_parts import BestOf, possible_values

    words = {word.name: word for words in game.hands for word in possible_values(words)}
    word = words.get(hand)
    while isinstance(word, BestOf):
        word = words.get(word.hands[0]) if word.hands else None
    ranking = possible_values(word.ranking)[0] if word else None
    if ranking and not ranking.kinds:  # another check refuses it
        ranking = None
    return (ranking or usual_order(hand_sizes(game).get(hand) or 5)).on(game.deck)


def check_line_order(
    game: "Game", hand: str, table: Table[Line] | Table[PrizeLine]
) -> Iterator[str]:
    """Check that lines go from the best hand down, do not overlap, and pay royals."""
    from pitboss.games.checks.cards import faulty_hands

    sizes, title = hand_sizes(game), _table_title(table.clause)
    yield from find_unknown("it pays", [hand], hand_names(game))
    if sizes.get(hand) not in KINDS or hand in faulty_hands(game):
        return  # the checks of hands report it
    order = order_of(game, hand).kinds
    kinds = [line.hand.kind for line in table.lines]
    up_to = [line.hand.up_to for line in table.lines if line.hand.up_to not in ("", BEST_KIND)]
    for kind in [*kinds, *up_to]:
        if kind not in order:
            never = f"which {sizes[hand]} cards never make: they make {', '.join(order)}"
            yield f"{title} names {kind!r}, {never}"
    spans = [
        (
            (order.index(line.hand.kind), line.hand.low),
            _highest_covered(line.hand, order),
            line.name,
        )
        for line in table.lines
        if line.hand.kind in order
    ]
    for low, high, name in spans:
        if high < low:
            yield f"{title} has {name!r}: write the lower hand first"
    for (low, _, above), (lowest, high, below) in pairwise(spans):
        if below == above:
            yield f"{title} has {below!r} twice"
            break
        if high >= low:
            hint = "which overlaps it"
            if lowest >= low:
                hint = "out of order: put the better hand first"
                hint += f"; {sizes[hand]} cards rank {', '.join(reversed(order))}"
            if below == "pair":
                hint += ": write pair of 2s to the rank below"
            yield f"{title} has {below!r} under {above!r}, {hint}"
            break  # the rest of the table often follows from it
    or_better = any(line.hand.up_to == BEST_KIND for line in table.lines)
    pays_royal = order[-1] in kinds or or_better
    if order[-1] in ROYALS and "straight flush" in kinds and not pays_royal:
        yield (
            f"{title} pays a straight flush and lets a {order[-1]} lose: write straight flush or "
            f"better, or add a line for {order[-1]}"
        )


def check_has_lines(table: Table[Line] | Table[CardsLine] | Table[PrizeLine]) -> Iterator[str]:
    """Check that a table is not empty."""
    if not table.lines:
        yield f"{_table_title(table.clause)} has no lines"


def _table_title(clause: str) -> str:
    """Return how messages name a table."""
    return f"the table {clause}" if clause else "its table"


def _highest_covered(hand: Ranked, order: tuple[str, ...]) -> tuple[int, int]:
    """Return the highest kind and rank that a line covers."""
    if not hand.up_to:
        return order.index(hand.kind), hand.high
    highest = order[-1] if hand.up_to == BEST_KIND else hand.up_to
    return (order.index(highest) if highest in order else len(order)), len(RANKS)


def check_hidden_lines(table: CardsTable) -> Iterator[str]:
    """Check that no line is completely covered by earlier ones and never paid."""
    for at, line in enumerate(table.lines):
        earlier = [x.cards for x in table.lines[:at] if _takes_dealer_of(x.cards, line.cards)]
        covered_holdings = {name for cards in earlier for name in cards.holdings}
        if all(covered_holdings & {name, holding_class(name)} for name in line.cards.holdings):
            yield f"{_table_title(table.clause)} never pays {line.name!r}: earlier lines cover it"


def _takes_dealer_of(earlier: TwoCards, later: TwoCards) -> bool:
    """Return whether a line applies against all dealer's cards that a later one applies against."""
    if earlier.against is None or later.against is None:
        return earlier.against is None
    return set(later.against.holdings) <= set(earlier.against.holdings)
