"""The payout limit: the most that one position can win in a round over the wagers in scope.

The rulebook's limit is the greater of a fixed sum and what those wagers could win with every
wager at its minimum and every raise at its largest multiple. An operator may file a lower one.

Only possible deals count: two lines that share a card cannot both be royal. A paytable looks at
the ranks of a hand and at whether its cards are of one suit, so the search assigns ranks instead
of cards, place by place and the most promising first, once for each choice of the hands that are
of one suit. It prunes a branch as soon as the hands that it can still make, taken together, would
not win more than the best deal so far.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import gcd, prod
from operator import eq
from typing import Final, NamedTuple

from pitboss.cards import ACE, DECK, Card, rank, suit
from pitboss.games.card_names import HOLE, starting_hand_class
from pitboss.games.game_parts import BestOf, HandOf
from pitboss.games.payoffs import Evaluator, Odds, Payoff
from pitboss.hands import Order
from pitboss.hands.orders import KINDS
from pitboss.hands.ranking import classify
from pitboss.submission.evaluators import Hands, compile_evaluators, hand_readers
from pitboss.submission.rules import Rules, canonical_json, positions

MAX_STEPS: Final = 20_000
"""Ranks assigned before the search gives up and returns its bound, which no deal exceeds."""
MAX_DEALS: Final = 500
"""Deals tried against the dealer, likewise."""
MOST_SUITS: Final = 200_000
"""Suits tried for assigned ranks, likewise."""
MOST_COMBINATIONS: Final = 100_000
"""Ways to pay all hands at once that are searched; with more, every wager gets its best odds."""
_RANKS: Final = range(13)
_SUITS: Final = range(4)
_POWERS: Final = tuple(5**r for r in _RANKS)
"""Their sum identifies a multiset of ranks: no rank occurs more than four times."""
_REPEATS: Final = {
    "pair": 2,
    "two pair": 2,
    "three of a kind": 3,
    "full house": 3,
    "four of a kind": 4,
}
"""How often a kind repeats its first rank, if more than once."""
_CODE_BITS: Final = 16
"""A code is the top of a strength: kind and first rank, which is all that a paytable line names."""


class MaxWinnings(NamedTuple):
    """The most winnings, in the unit of the stakes, and how many steps the search took."""

    winnings: int
    steps: int
    is_exact: bool = True
    """Whether a deal wins this much; otherwise it is a bound that no deal exceeds."""


def max_winnings(rules: Rules, stakes: Mapping[str, int]) -> MaxWinnings:
    """Return the most that these stakes, by the keys of their wagers, can win on one deal."""
    pays = {wager.key: wager.pays for wager in rules.wagers}
    if not rules.deck.is_standard:
        return _at_best_odds(pays, stakes)
    hands = _hands_by_name(rules)
    evaluate = compile_evaluators(rules)
    by_table = {key: stakes[key] for key in stakes if _is_paid_by_table(pays[key], pays, hands)}
    others = {key: stakes[key] for key in stakes if key not in by_table}
    parts = []
    if by_table:
        search = _TableSearch(pays, hands, by_table, evaluate)
        fits = search.combinations <= MOST_COMBINATIONS
        parts.append(search.search() if fits else _at_best_odds(pays, by_table))
    if others:
        parts.append(_max_dealt_winnings(rules, pays, others, evaluate))
    # A game with both kinds of wagers takes the sum, which no deal exceeds.
    exact = len(parts) < 2 and all(part.is_exact for part in parts)
    return MaxWinnings(
        sum(part.winnings for part in parts), sum(part.steps for part in parts), exact
    )


def _at_best_odds(pays: Mapping[str, Payoff], stakes: Mapping[str, int]) -> MaxWinnings:
    """Return every wager at its best odds: a bound that no deal exceeds."""
    winnings = sum(int(cents * max(0, pays[key].top_odds)) for key, cents in stakes.items())
    return MaxWinnings(winnings, 0, is_exact=False)


HandsByName = dict[str, tuple[HandOf, ...]]
"""The hands that a name stands for: one, or those of which the better one counts."""


def _hands_by_name(rules: Rules) -> HandsByName:
    hands: HandsByName = {}
    for hand in rules.hands:
        match hand:
            case HandOf():
                hands[hand.name] = (hand,)
            case BestOf():
                hands[hand.name] = tuple(part for name in hand.hands for part in hands[name])
    return hands


def _is_paid_by_table(pays: Payoff, payoffs: Mapping[str, Payoff], hands: HandsByName) -> bool:
    """Return whether only the kind and first rank of complete hands decide a payoff."""
    if pays.sees or pays.stake is not None or len(pays.reads) > 1:
        return False
    hands_read = [hand for name in pays.reads for hand in hands[name]]
    if any(
        len(hand.positions) != hand.order.size or not hand.order.is_usual for hand in hands_read
    ):
        return False
    if pays.needs:
        return not pays.reads and all(
            _is_paid_by_table(payoffs[k], payoffs, hands) for k in pays.needs
        )
    return bool(pays.reads) and bool(pays.lines())


# Wagers paid by tables


@lru_cache(maxsize=16)
def _reachable_codes(size: int, low_ace: bool, suited: bool) -> tuple[dict[int, int], ...]:
    """Return what hands can still become, by the number of cards and the sum of their ranks.

    What a hand can become is a set of codes, as bits.
    """
    choose = combinations if suited else combinations_with_replacement
    levels: list[dict[int, int]] = [{} for _ in range(size + 1)]
    codes_of: dict[tuple[object, ...], int] = {}
    leads: dict[tuple[bool, ...], int] = {}
    for ranks in choose(_RANKS, size):
        # All that the code depends on: which ranks repeat, the leading one, and a run.
        alike = tuple(map(eq, ranks, ranks[1:]))
        if alike not in leads:
            counts = [ranks.count(r) for r in ranks]
            leads[alike] = max(range(size), key=lambda i: (counts[i], i))
        top, span = ranks[-1], ranks[-1] - ranks[0]
        low_run = top == ACE and ranks[-2] == size - 2
        pattern = (alike, ranks[leads[alike]], span < size, low_run)
        if pattern not in codes_of:
            strength = classify(ranks, Order(size, low_ace), suited=suited)
            codes_of[pattern] = 1 << (strength >> _CODE_BITS)
        if span or size <= len(_SUITS):
            levels[size][sum([_POWERS[r] for r in ranks])] = codes_of[pattern]
    for count in range(size - 1, -1, -1):
        deeper, level = levels[count + 1], levels[count]
        for ranks in choose(_RANKS, count):
            powers = sum([_POWERS[r] for r in ranks])
            codes = 0
            for power in _POWERS:
                codes |= deeper.get(powers + power, 0)
            level[powers] = codes
    return tuple(levels)


@lru_cache(maxsize=1 << 12)
def _impossible_codes(size: int, elsewhere: int) -> int:
    """Return the codes that hands cannot have when these ranks are used elsewhere."""
    codes = 0
    for r, power in enumerate(_POWERS):
        available = len(_SUITS) - elsewhere // power % 5
        for kind, name in enumerate(KINDS[size]):
            if _REPEATS.get(name, 1) > available:
                codes |= 1 << (kind * 16 + r)
    return codes


class _OutOfSteps(Exception):
    """Raised when the search has used up its steps."""


class _TableSearch:
    """The search for the most that wagers paid by tables can win together."""

    def __init__(
        self,
        pays: Mapping[str, Payoff],
        names: HandsByName,
        stakes: Mapping[str, int],
        evaluate: Mapping[str, Evaluator],
    ) -> None:
        keys = list(dict.fromkeys(k for key in stakes for k in (pays[key].needs or (key,))))
        by_hand = [(pays[key].reads[0], evaluate[key]) for key in keys]
        self.hands = list(dict.fromkeys(hand for name, _ in by_hand for hand in names[name]))
        self.codes = [_code_classes(hand, by_hand, names) for hand in self.hands]
        index = {hand.name: i for i, hand in enumerate(self.hands)}
        indexes = {name: [index[hand.name] for hand in names[name]] for name, _ in by_hand}
        self.wagers = [
            (cents, _odds_by_codes(evaluate[key], indexes)) for key, cents in stakes.items()
        ]
        self.bounds: dict[tuple[int, ...], int] = {}
        self.values: dict[tuple[int, ...], int] = {}
        self.best = self.steps = self.suits = 0

    @property
    def combinations(self) -> int:
        """An upper bound of the ways to pay all hands at once, suited and unsuited."""
        counts = [len(set(classes.values())) for classes in self.codes]
        return prod(counts) << len(counts)

    def search(self) -> MaxWinnings:
        """Search every choice of the hands that are of one suit, the most promising first."""
        choices = []
        for suited in product((True, False), repeat=len(self.hands)):
            if _suits_are_nested(self.hands, suited):
                levels = [
                    _reachable_codes(len(hand.positions), hand.order.low_ace, of_one_suit)
                    for hand, of_one_suit in zip(self.hands, suited, strict=True)
                ]
                choices.append((self.bound([level[0][0] for level in levels]), suited, levels))
        choices.sort(key=lambda choice: -choice[0])
        try:
            for bound, suited, levels in choices:
                if bound > self.best:
                    _RankSearch(self, suited, levels).lay(0)
        except _OutOfSteps:
            return MaxWinnings(choices[0][0], self.steps, is_exact=False)
        return MaxWinnings(self.best, self.steps)

    def bound(self, reach: Sequence[int]) -> int:
        """Return the most that hands can win if they may become any of these codes."""
        key = tuple(reach)
        bound = self.bounds.get(key)
        if bound is None:
            codes = [
                sorted({classes[code] for code in _bits(mask)})
                for mask, classes in zip(reach, self.codes, strict=True)
            ]
            bound = self.bounds[key] = max(map(self.value, product(*codes)))
        return bound

    def value(self, codes: tuple[int, ...]) -> int:
        """Return what hands of these codes win."""
        value = self.values.get(codes)
        if value is None:
            value = sum([int(cents * max(0, odds(codes))) for cents, odds in self.wagers])
            self.values[codes] = value
        return value


class _RankSearch:
    """The search over ranks, place by place, with given hands of one suit and the others not."""

    def __init__(
        self,
        search: _TableSearch,
        suited: Sequence[bool],
        levels: Sequence[tuple[dict[int, int], ...]],
    ) -> None:
        self.search, self.levels = search, levels
        within = {
            at: tuple(i for i, hand in enumerate(search.hands) if at in hand.positions)
            for hand in search.hands
            for at in hand.positions
        }
        # The cards that most hands share come first: they decide the most.
        self.order = sorted(within, key=lambda at: (-len(within[at]), within[at], at))
        self.within = [within[at] for at in self.order]
        cards = [{self.order.index(at) for at in hand.positions} for hand in search.hands]
        self.unsuited_hands = [
            c for c, of_one_suit in zip(cards, suited, strict=True) if not of_one_suit
        ]
        self.flushes = _join_flushes(
            [c for c, of_one_suit in zip(cards, suited, strict=True) if of_one_suit]
        )
        self.ranks: list[int] = []
        self.powers = [0] * len(cards)
        self.card_counts = [0] * len(cards)
        self.elsewhere = [0] * len(cards)

    def lay(self, depth: int) -> None:
        """Assign ranks from this card on, in every way that could still win more."""
        search = self.search
        if depth == len(self.order):
            bound = search.bound(
                [level[-1][p] for level, p in zip(self.levels, self.powers, strict=True)]
            )
            if bound > search.best and self.have_possible_suits():
                search.best = bound
            return
        promising = []
        for r in self.candidates(depth):
            search.steps += 1
            bound = search.bound(self.reach(depth, r))
            if bound > search.best:
                promising.append((bound, r))
        if search.steps > MAX_STEPS:
            raise _OutOfSteps
        promising.sort(reverse=True)
        for bound, r in promising:
            if bound <= search.best:
                break
            self.place(depth, r, 1)
            self.ranks.append(r)
            self.lay(depth + 1)
            self.ranks.pop()
            self.place(depth, r, -1)

    def candidates(self, depth: int) -> Iterator[int]:
        """Yield the ranks that a card may have; cards of the same hands go from high to low."""
        is_interchangeable = depth and self.within[depth] == self.within[depth - 1]
        suit_ranks = {
            self.ranks[at] for flush in self.flushes if depth in flush for at in flush if at < depth
        }
        for r in range(self.ranks[-1] if is_interchangeable else ACE, -1, -1):
            if r not in suit_ranks and self.ranks.count(r) < len(_SUITS):
                yield r

    def reach(self, depth: int, r: int) -> list[int]:
        """Return what each hand can become with this rank."""
        within, power = self.within[depth], _POWERS[r]
        reach = []
        for i, level in enumerate(self.levels):
            count, powers, elsewhere = self.card_counts[i], self.powers[i], self.elsewhere[i]
            if i in within:
                codes = level[count + 1][powers + power]
            else:
                codes = level[count][powers]
                elsewhere += power
            reach.append(
                codes & ~_impossible_codes(len(level) - 1, elsewhere) if elsewhere else codes
            )
        return reach

    def place(self, depth: int, r: int, times: int) -> None:
        """Assign a rank, or with ``times=-1`` undo it."""
        power = times * _POWERS[r]
        for i in range(len(self.card_counts)):
            if i in self.within[depth]:
                self.card_counts[i] += times
                self.powers[i] += power
            else:
                self.elsewhere[i] += power

    def have_possible_suits(self) -> bool:
        """Return whether suits exist for these ranks that make flushes of the right hands."""
        suits: list[int] = []

        def fits(s: int) -> bool:
            at = len(suits)
            same = any(suits[i] == s and self.ranks[i] == self.ranks[at] for i in range(at))
            return not same and all(
                suits[i] == s for flush in self.flushes if at in flush for i in flush if i < at
            )

        def deal() -> bool:
            if len(suits) == len(self.order):
                return all(len({suits[at] for at in hand}) > 1 for hand in self.unsuited_hands)
            for s in _SUITS:
                self.search.suits += 1
                if self.search.suits > MOST_SUITS:
                    raise _OutOfSteps
                if fits(s):
                    suits.append(s)
                    if deal():
                        return True
                    suits.pop()
            return False

        return deal()


def _code_classes(
    hand: HandOf, by_hand: Sequence[tuple[str, Evaluator]], names: HandsByName
) -> dict[int, int]:
    """Return, for every code of a hand, the lowest adjacent code that all tables pay alike."""
    size = len(hand.positions)
    tables = [(name, pays) for name, pays in by_hand if len(names[name][0].positions) == size]
    low_ace = hand.order.low_ace
    mask = (
        _reachable_codes(size, low_ace, False)[0][0] | _reachable_codes(size, low_ace, True)[0][0]
    )
    classes: dict[int, int] = {}
    last: tuple[Odds, ...] | None = None
    first = 0
    for code in _bits(mask):
        odds = tuple(pays(_hands_of_codes({name: code})).odds for name, pays in tables)
        if odds != last:
            first, last = code, odds
        classes[code] = first
    return classes


def _hands_of_codes(codes: Mapping[str, int]) -> Hands:
    """Return the lowest hands of these codes."""
    hands = Hands({}, ())
    hands.update({name: code << _CODE_BITS for name, code in codes.items()})
    return hands


def _odds_by_codes(
    evaluate: Evaluator, indexes_by_name: Mapping[str, Sequence[int]]
) -> Callable[[tuple[int, ...]], Odds]:
    """Return the odds of a wager as a function of the codes of the hands."""

    def odds(codes: tuple[int, ...]) -> Odds:
        best = {name: max([codes[i] for i in indexes]) for name, indexes in indexes_by_name.items()}
        return evaluate(_hands_of_codes(best)).odds

    return odds


def _suits_are_nested(hands: Sequence[HandOf], suited: Sequence[bool]) -> bool:
    """Return whether every hand inside a hand of one suit is of one suit too."""
    return all(
        inner or not outer
        for hand, inner in zip(hands, suited, strict=True)
        for other, outer in zip(hands, suited, strict=True)
        if set(hand.positions) <= set(other.positions)
    )


def _join_flushes(flushes: list[set[int]]) -> list[set[int]]:
    """Join the flushes that share a card: they are of the same suit."""
    groups: list[set[int]] = []
    for flush in flushes:
        others = [group for group in groups if not group & flush]
        groups = [*others, flush.union(*(group for group in groups if group & flush))]
    return groups


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# Wagers against the dealer, and on the first two cards


def _max_dealt_winnings(
    rules: Rules,
    pays: Mapping[str, Payoff],
    stakes: Mapping[str, int],
    evaluate: Mapping[str, Evaluator],
) -> MaxWinnings:
    """Return the most that these wagers can win, by trying promising deals.

    The first two cards are tried from the most valuable down, each with boards that help the
    player. Usually the first deal reaches the bound.
    """
    where, read = positions(rules.places, rules.hole), hand_readers(rules)
    payoffs = [pays[key] for key in stakes]
    places = {name for item in payoffs for name in item.sees if name != HOLE}
    dealer_holdings = {holding for item in payoffs for holding in item.dealer_holdings}
    special_cards: list[tuple[Card, ...]] = [
        cards
        for cards in combinations(reversed(DECK), 2)
        if any(holding.covers(*cards) for holding in dealer_holdings)
    ]
    choices: list[tuple[int, tuple[Card, Card], tuple[Card, ...]]] = []
    for hole in _first_cards(any(item.tells_suits for item in payoffs)):
        plain = _max_winnings_by_holding(pays, stakes, hole, ())
        choices.append((plain, hole, ()))
        if places:  # aces of the dealer leave other cards to the board
            aces = tuple([c for c in DECK if rank(c) == ACE and c not in hole][:2])
            choices.append((_max_winnings_by_holding(pays, stakes, hole, aces), hole, aces))
        for dealer in special_cards:
            bound = _max_winnings_by_holding(pays, stakes, hole, dealer)
            if bound != plain and not {*hole} & {*dealer}:
                choices.append((bound, hole, dealer))
    choices.sort(key=lambda choice: -choice[0])
    if len(places) > 1:  # several holdings of the dealer are not searched
        return MaxWinnings(choices[0][0], 0, is_exact=False)
    against = [at for name in places for at in where[name]]
    best = deal_count = 0
    for bound, hole, dealer in choices:
        if bound <= best:
            break
        fixed_cards = dict(zip(where[HOLE], hole, strict=False))
        if dealer:
            fixed_cards |= dict(zip(against, dealer, strict=True))
        for deal in _helpful_deals(
            fixed_cards, sum(p.cards for p in rules.places) + len(rules.hole)
        ):
            deal_count += 1
            hands = Hands(read, deal)
            winnings = [
                int(cents * max(0, evaluate[key](hands).odds)) for key, cents in stakes.items()
            ]
            best = max(best, sum(winnings))
            if best >= bound:
                break
        if deal_count > MAX_DEALS:
            return MaxWinnings(choices[0][0], deal_count, is_exact=False)
    return MaxWinnings(best, deal_count)


def _max_winnings_by_holding(
    pays: Mapping[str, Payoff],
    stakes: Mapping[str, int],
    hole: tuple[Card, Card],
    dealer: tuple[Card, ...],
) -> int:
    """Return a bound on the winnings with these first two cards against the dealer's, if known."""
    odds = {key: pays[key].best_odds(*hole, dealer) for key in stakes}
    return sum(int(cents * max(0, odds[key])) for key, cents in stakes.items())


def _first_cards(suits_matter: bool) -> Iterator[tuple[Card, Card]]:
    """Yield two cards of every starting hand, or all pairs of cards if suits matter."""
    names: set[str] = set()
    for first, second in combinations(reversed(DECK), 2):
        name = starting_hand_class(first, second)
        if suits_matter or name not in names:
            names.add(name)
            yield first, second


def _helpful_deals(fixed_cards: Mapping[int, Card], total: int) -> Iterator[tuple[Card, ...]]:
    """Yield deals with these cards in place and the others of the player's ranks or suits."""
    remaining = [c for c in DECK if c not in fixed_cards.values()]
    for own in fixed_cards.values():
        for order in (
            sorted(remaining, key=lambda c: (rank(c) != rank(own), c)),
            sorted(remaining, key=lambda c: (suit(c) != suit(own), -c)),
            sorted(remaining, key=lambda c: (suit(c) != suit(own), c)),
        ):
            cards = iter(order)
            yield tuple(
                fixed_cards[at] if at in fixed_cards else next(cards) for at in range(total)
            )


MAX_CACHED_SEARCHES: Final = 256
"""The size of the cache, so that a stream of new submissions does not fill the memory."""
_search_cache: dict[bytes, MaxWinnings] = {}
"""Results by everything that a search depends on, so that similar tables share them."""


def payout_limit(rules: Rules) -> int | None:
    """Return the payout limit of this table in cents, or None if winnings are not limited."""
    if not rules.limit.scope:
        return None
    own_limit = rules.table.payout_limit
    return rulebook_limit(rules) if own_limit is None else own_limit


def rulebook_limit(rules: Rules) -> int:
    """Return the limit of the rulebook in cents, which is the highest that may be filed."""
    return max(rules.limit.least, max_winnings_at_minimums(rules).winnings)


def max_winnings_at_minimums(rules: Rules) -> MaxWinnings:
    """Return the most, in cents, that the wagers in scope can win with every one at its minimum."""
    stakes = minimum_stakes(rules)
    unit = gcd(*stakes.values()) or 1
    shares = {key: cents // unit for key, cents in stakes.items()}
    pays = [(wager.key, wager.pays) for wager in rules.wagers if wager.key in rules.limit.scope]
    required = [(wager.key, wager.pays) for wager in rules.required]
    parts = (
        shares,
        tuple(pays),
        tuple(required),
        rules.hands,
        rules.places,
        rules.hole,
        rules.deck,
    )
    key = canonical_json(parts)
    if key not in _search_cache:
        if len(_search_cache) >= MAX_CACHED_SEARCHES:
            _search_cache.clear()
        _search_cache[key] = max_winnings(rules, shares)
    most = _search_cache[key]
    return most._replace(winnings=most.winnings * unit)


def minimum_stakes(rules: Rules) -> dict[str, int]:
    """Return the stakes of the wagers in scope, in cents: minimums, and raises at their most."""
    stakes = {wager.key: rules.table.minimum for wager in rules.required}
    for street in rules.streets:
        if street.multiples:
            most = street.most * rules.table.minimum
            stakes[street.wager] = max(stakes.get(street.wager, 0), most)
    stakes |= {side.key: side.minimum for side in rules.sides}
    return {key: stakes[key] for key in rules.limit.scope if key in stakes}
