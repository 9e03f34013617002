"""The most that a position can win on one deal, over the wagers of the payout limit.

Every required wager is at the table minimum, every raise at its largest multiple and every side
wager on offer at its own minimum; only deals that can really occur count: two lines that share a
card cannot both be royal.

A paytable looks at the ranks of a hand and at whether its cards are of one suit. So ranks are laid
instead of cards, place by place and the most promising first, once for each choice of the hands
that are of one suit. A branch is left as soon as the hands that it can still make, all of them
together, would not win more than the best deal so far.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import prod
from operator import eq
from typing import Final, NamedTuple

from pitboss.cards import ACE, DECK, Card, rank, suit
from pitboss.games.names import HOLE
from pitboss.games.patterns import holding
from pitboss.games.payoffs import Evaluator, Odds, Payoff
from pitboss.games.words import BestOf, HandOf
from pitboss.hands import Order
from pitboss.hands.classify import classify
from pitboss.hands.strength import KINDS
from pitboss.submission.evaluators import Hands, evaluators, readers
from pitboss.submission.rules import Rules, positions

MOST_STEPS: Final = 20_000
"""Ranks laid before the search gives up and takes its bound, which no deal exceeds."""
MOST_DEALS: Final = 500
"""Deals tried against the dealer, likewise."""
MOST_SUITS: Final = 200_000
"""Suits tried for ranks that were laid, likewise."""
MOST_COMBINATIONS: Final = 100_000
"""Ways to pay all hands at once that are looked at; beyond them every wager is at its best odds."""
_RANKS: Final = range(13)
_SUITS: Final = range(4)
_POWERS: Final = tuple(5**r for r in _RANKS)
"""Added up they stand for a set of ranks: none is held more than four times."""
_REPEATS: Final = {
    "pair": 2,
    "two pair": 2,
    "three of a kind": 3,
    "full house": 3,
    "four of a kind": 4,
}
"""How often a hand holds its first rank, where more than once."""
_CODE_BITS: Final = 16
"""A code is the top of a strength, its kind and first rank: all that a line of a table names."""


class Most(NamedTuple):
    """The most winnings, in the unit of the stakes, and how many steps the search took."""

    winnings: int
    steps: int
    is_exact: bool = True
    """Whether a deal wins so much; otherwise it is a bound that no deal exceeds."""


def most_winnings(rules: Rules, stakes: Mapping[str, int]) -> Most:
    """Return the most that these stakes, by the keys of their wagers, can win on one deal."""
    pays = {wager.key: wager.pays for wager in rules.wagers}
    if not rules.deck.is_standard:
        return _at_best_odds(pays, stakes)
    hands = _read_hands(rules)
    evaluate = evaluators(rules)
    by_table = {key: stakes[key] for key in stakes if _is_by_table(pays[key], pays, hands)}
    others = {key: stakes[key] for key in stakes if key not in by_table}
    parts = []
    if by_table:
        search = _TableSearch(pays, hands, by_table, evaluate)
        fits = search.combinations <= MOST_COMBINATIONS
        parts.append(search.most() if fits else _at_best_odds(pays, by_table))
    if others:
        parts.append(_most_dealt(rules, pays, others, evaluate))
    # A game with both kinds of wagers takes the sum, which no deal exceeds.
    exact = len(parts) < 2 and all(part.is_exact for part in parts)
    return Most(sum(part.winnings for part in parts), sum(part.steps for part in parts), exact)


def _at_best_odds(pays: Mapping[str, Payoff], stakes: Mapping[str, int]) -> Most:
    """Return every wager at its best odds: no deal exceeds it, though none may reach it."""
    won = sum(int(cents * max(0, pays[key].top_odds)) for key, cents in stakes.items())
    return Most(won, 0, is_exact=False)


ReadHands = dict[str, tuple[HandOf, ...]]
"""The hands that a name stands for: one, or those of which the better one counts."""


def _read_hands(rules: Rules) -> ReadHands:
    hands: ReadHands = {}
    for hand in rules.hands:
        match hand:
            case HandOf():
                hands[hand.name] = (hand,)
            case BestOf():
                hands[hand.name] = tuple(part for name in hand.hands for part in hands[name])
    return hands


def _is_by_table(pays: Payoff, every: Mapping[str, Payoff], hands: ReadHands) -> bool:
    """Whether kind and first rank of hands that are read whole decide it."""
    if pays.sees or pays.stake is not None or len(pays.reads) > 1:
        return False
    read = [hand for name in pays.reads for hand in hands[name]]
    if any(len(hand.positions) != hand.order.size or not hand.order.is_usual for hand in read):
        return False
    if pays.needs:
        return not pays.reads and all(_is_by_table(every[k], every, hands) for k in pays.needs)
    return bool(pays.reads) and bool(pays.lines())


# Wagers paid by tables


@lru_cache(maxsize=16)
def _reach(size: int, low_ace: bool, suited: bool) -> tuple[dict[int, int], ...]:
    """Return what hands can still become, by the number of cards laid and the sum of their ranks.

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
            held = [ranks.count(r) for r in ranks]
            leads[alike] = max(range(size), key=lambda i: (held[i], i))
        top, span = ranks[-1], ranks[-1] - ranks[0]
        low_run = top == ACE and ranks[-2] == size - 2
        seen = (alike, ranks[leads[alike]], span < size, low_run)
        if seen not in codes_of:
            strength = classify(ranks, Order(size, low_ace), suited=suited)
            codes_of[seen] = 1 << (strength >> _CODE_BITS)
        if span or size <= len(_SUITS):
            levels[size][sum([_POWERS[r] for r in ranks])] = codes_of[seen]
    for laid in range(size - 1, -1, -1):
        deeper, level = levels[laid + 1], levels[laid]
        for ranks in choose(_RANKS, laid):
            powers = sum([_POWERS[r] for r in ranks])
            codes = 0
            for power in _POWERS:
                codes |= deeper.get(powers + power, 0)
            level[powers] = codes
    return tuple(levels)


@lru_cache(maxsize=1 << 12)
def _lacking(size: int, elsewhere: int) -> int:
    """Return the codes that hands cannot have, with the ranks of these cards lying elsewhere."""
    codes = 0
    for r, power in enumerate(_POWERS):
        left = len(_SUITS) - elsewhere // power % 5
        for kind, name in enumerate(KINDS[size]):
            if _REPEATS.get(name, 1) > left:
                codes |= 1 << (kind * 16 + r)
    return codes


class _StepsUsedUp(Exception):
    """The search has taken all the steps that it may."""


class _TableSearch:
    """The most that wagers paid by tables can win together."""

    def __init__(
        self,
        pays: Mapping[str, Payoff],
        names: ReadHands,
        stakes: Mapping[str, int],
        evaluate: Mapping[str, Evaluator],
    ) -> None:
        keys = list(dict.fromkeys(k for key in stakes for k in (pays[key].needs or (key,))))
        tabled = [(pays[key].reads[0], evaluate[key]) for key in keys]
        self.hands = list(dict.fromkeys(hand for name, _ in tabled for hand in names[name]))
        self.codes = [_classes(hand, tabled, names) for hand in self.hands]
        index = {hand.name: i for i, hand in enumerate(self.hands)}
        read = {name: [index[hand.name] for hand in names[name]] for name, _ in tabled}
        self.wagers = [(cents, _winner(evaluate[key], read)) for key, cents in stakes.items()]
        self.bounds: dict[tuple[int, ...], int] = {}
        self.values: dict[tuple[int, ...], int] = {}
        self.best = self.steps = self.suits = 0

    @property
    def combinations(self) -> int:
        """How many ways to pay all hands at once there may be, flushes and others apart."""
        paid = [len(set(classes.values())) for classes in self.codes]
        return prod(paid) << len(paid)

    def most(self) -> Most:
        """Search every choice of the hands that are of one suit, the most promising first."""
        choices = []
        for suited in product((True, False), repeat=len(self.hands)):
            if _nested(self.hands, suited):
                levels = [
                    _reach(len(hand.positions), hand.order.low_ace, of_one_suit)
                    for hand, of_one_suit in zip(self.hands, suited, strict=True)
                ]
                choices.append((self.bound([level[0][0] for level in levels]), suited, levels))
        choices.sort(key=lambda choice: -choice[0])
        try:
            for bound, suited, levels in choices:
                if bound > self.best:
                    _Laying(self, suited, levels).lay(0)
        except _StepsUsedUp:
            return Most(choices[0][0], self.steps, is_exact=False)
        return Most(self.best, self.steps)

    def bound(self, reach: Sequence[int]) -> int:
        """Return the most that hands could win which become any of these codes."""
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
            won = sum([int(cents * max(0, odds(codes))) for cents, odds in self.wagers])
            value = self.values[codes] = won
        return value


class _Laying:
    """Ranks laid place by place, with some hands of one suit and the others not."""

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
        self.mixed = [c for c, of_one_suit in zip(cards, suited, strict=True) if not of_one_suit]
        self.flushes = _joined(
            [c for c, of_one_suit in zip(cards, suited, strict=True) if of_one_suit]
        )
        self.ranks: list[int] = []
        self.powers = [0] * len(cards)
        self.laid = [0] * len(cards)
        self.elsewhere = [0] * len(cards)

    def lay(self, depth: int) -> None:
        """Lay the cards from this one on, in every way that could still win more."""
        search = self.search
        if depth == len(self.order):
            bound = search.bound(
                [level[-1][p] for level, p in zip(self.levels, self.powers, strict=True)]
            )
            if bound > search.best and self.suits_exist():
                search.best = bound
            return
        promising = []
        for r in self.candidates(depth):
            search.steps += 1
            bound = search.bound(self.reach(depth, r))
            if bound > search.best:
                promising.append((bound, r))
        if search.steps > MOST_STEPS:
            raise _StepsUsedUp
        promising.sort(reverse=True)
        for bound, r in promising:
            if bound <= search.best:
                break
            self.put(depth, r, 1)
            self.ranks.append(r)
            self.lay(depth + 1)
            self.ranks.pop()
            self.put(depth, r, -1)

    def candidates(self, depth: int) -> Iterator[int]:
        """Ranks that a card may have; of cards that lie in the same hands, the high come first."""
        alike = depth and self.within[depth] == self.within[depth - 1]
        taken = {
            self.ranks[at] for flush in self.flushes if depth in flush for at in flush if at < depth
        }
        for r in range(self.ranks[-1] if alike else ACE, -1, -1):
            if r not in taken and self.ranks.count(r) < len(_SUITS):
                yield r

    def reach(self, depth: int, r: int) -> list[int]:
        """Return what each hand can become with this rank laid."""
        within, power = self.within[depth], _POWERS[r]
        reach = []
        for i, level in enumerate(self.levels):
            laid, powers, elsewhere = self.laid[i], self.powers[i], self.elsewhere[i]
            if i in within:
                codes = level[laid + 1][powers + power]
            else:
                codes = level[laid][powers]
                elsewhere += power
            reach.append(codes & ~_lacking(len(level) - 1, elsewhere) if elsewhere else codes)
        return reach

    def put(self, depth: int, r: int, times: int) -> None:
        """Lay a rank, or take it back."""
        power = times * _POWERS[r]
        for i in range(len(self.laid)):
            if i in self.within[depth]:
                self.laid[i] += times
                self.powers[i] += power
            else:
                self.elsewhere[i] += power

    def suits_exist(self) -> bool:
        """Whether there are cards of these ranks: suits that make flushes of the right hands."""
        suits: list[int] = []

        def fits(s: int) -> bool:
            at = len(suits)
            same = any(suits[i] == s and self.ranks[i] == self.ranks[at] for i in range(at))
            return not same and all(
                suits[i] == s for flush in self.flushes if at in flush for i in flush if i < at
            )

        def deal() -> bool:
            if len(suits) == len(self.order):
                return all(len({suits[at] for at in hand}) > 1 for hand in self.mixed)
            for s in _SUITS:
                self.search.suits += 1
                if self.search.suits > MOST_SUITS:
                    raise _StepsUsedUp
                if fits(s):
                    suits.append(s)
                    if deal():
                        return True
                    suits.pop()
            return False

        return deal()


def _classes(
    hand: HandOf, tabled: Sequence[tuple[str, Evaluator]], names: ReadHands
) -> dict[int, int]:
    """Return, for every code of a hand, the lowest of those beside it that all tables pay alike."""
    size = len(hand.positions)
    tables = [(name, pays) for name, pays in tabled if len(names[name][0].positions) == size]
    low_ace = hand.order.low_ace
    mask = _reach(size, low_ace, False)[0][0] | _reach(size, low_ace, True)[0][0]
    classes: dict[int, int] = {}
    last: tuple[Odds, ...] | None = None
    first = 0
    for code in _bits(mask):
        odds = tuple(pays(_of({name: code})).odds for name, pays in tables)
        if odds != last:
            first, last = code, odds
        classes[code] = first
    return classes


def _of(codes: Mapping[str, int]) -> Hands:
    """Return the lowest hands of these codes."""
    hands = Hands({}, ())
    hands.update({name: code << _CODE_BITS for name, code in codes.items()})
    return hands


def _winner(
    evaluate: Evaluator, read: Mapping[str, Sequence[int]]
) -> Callable[[tuple[int, ...]], Odds]:
    """Return the odds of a wager as a function of the codes of the hands."""

    def odds(codes: tuple[int, ...]) -> Odds:
        best = {name: max([codes[i] for i in some]) for name, some in read.items()}
        return evaluate(_of(best)).odds

    return odds


def _nested(hands: Sequence[HandOf], suited: Sequence[bool]) -> bool:
    """Whether every hand inside a hand of one suit is of one suit too."""
    return all(
        inner or not outer
        for hand, inner in zip(hands, suited, strict=True)
        for other, outer in zip(hands, suited, strict=True)
        if set(hand.positions) <= set(other.positions)
    )


def _joined(flushes: list[set[int]]) -> list[set[int]]:
    """Join the flushes that share a card: they are of the same suit."""
    joined: list[set[int]] = []
    for flush in flushes:
        apart = [one for one in joined if not one & flush]
        joined = [*apart, flush.union(*(one for one in joined if one & flush))]
    return joined


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# Wagers against the dealer, and on the first two cards


def _most_dealt(
    rules: Rules,
    pays: Mapping[str, Payoff],
    stakes: Mapping[str, int],
    evaluate: Mapping[str, Evaluator],
) -> Most:
    """Return the most that they can win: each its best odds, on cards that allow it.

    The first two cards are tried from the dearest down, each with boards that help the player. As
    a rule the first deal reaches the bound.
    """
    where, read = positions(rules.places, rules.hole), readers(rules)
    some = [pays[key] for key in stakes]
    against = [at for one in some for name in one.sees if name != HOLE for at in where[name]]
    choices = []
    for two in _first_cards(any(one.tells_suits for one in some)):
        for dealer_aces in (False, True) if against else (False,):
            won = [
                int(cents * max(0, pays[key].best_odds(*two, dealer_aces)))
                for key, cents in stakes.items()
            ]
            choices.append((sum(won), two, dealer_aces))
    choices.sort(key=lambda choice: -choice[0])
    best = tried = 0
    for bound, two, dealer_aces in choices:
        if bound <= best:
            break
        fixed = dict(zip(where[HOLE], two, strict=False))
        if dealer_aces:
            aces = [c for c in DECK if rank(c) == ACE and c not in two]
            fixed |= dict(zip(against, aces, strict=False))
        for deal in _helpful_deals(fixed, sum(p.cards for p in rules.places) + len(rules.hole)):
            tried += 1
            hands = Hands(read, deal)
            won = [int(cents * max(0, evaluate[key](hands).odds)) for key, cents in stakes.items()]
            best = max(best, sum(won))
            if best >= bound:
                break
        if tried > MOST_DEALS:
            return Most(choices[0][0], tried, is_exact=False)
    return Most(best, tried)


def _first_cards(suits_matter: bool) -> Iterator[tuple[Card, Card]]:
    """Yield two cards of every holding, or all twos where a wager tells suits apart."""
    seen: set[str] = set()
    for first, second in combinations(reversed(DECK), 2):
        name = holding(first, second)
        if suits_matter or name not in seen:
            seen.add(name)
            yield first, second


def _helpful_deals(fixed: Mapping[int, Card], total: int) -> Iterator[tuple[Card, ...]]:
    """Yield deals with these cards where they are, the others of the player's ranks or suits."""
    left = [c for c in DECK if c not in fixed.values()]
    for own in fixed.values():
        for order in (
            sorted(left, key=lambda c: (rank(c) != rank(own), c)),
            sorted(left, key=lambda c: (suit(c) != suit(own), -c)),
            sorted(left, key=lambda c: (suit(c) != suit(own), c)),
        ):
            cards = iter(order)
            yield tuple(fixed[at] if at in fixed else next(cards) for at in range(total))
