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
from operator import eq
from typing import Final, NamedTuple

from pitboss.cards import ACE, DECK, Card, rank, suit
from pitboss.games.patterns import holding
from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.paytables import LOSS, holding_odds, line_odds
from pitboss.games.words import HOLE
from pitboss.hands import ranking
from pitboss.hands.classify import classify
from pitboss.hands.strength import KINDS, kind_of
from pitboss.submission.rules import BetterHand, PaidBy, ReadHand, Rules, positions

MOST_STEPS: Final = 20_000
"""Ranks laid before the search gives up and takes its bound, which no deal exceeds."""
MOST_DEALS: Final = 500
"""Deals tried against the dealer, likewise."""
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


def most_winnings(rules: Rules, stakes: Mapping[str, int]) -> Most:
    """Return the most that these stakes, by the keys of their wagers, can win on one deal."""
    pays = {wager.key: wager.pays for wager in rules.wagers}
    hands = _read_hands(rules)
    by_table = {key: stakes[key] for key in stakes if _is_by_table(pays[key], pays, hands)}
    others = {key: stakes[key] for key in stakes if key not in by_table}
    winnings = steps = 0
    if by_table:
        winnings, steps = _TableSearch(pays, hands, by_table).most()
    if others:
        # A game with both kinds of wagers takes the sum, which no deal exceeds.
        most, tried = _most_dealt(rules, pays, others)
        winnings, steps = winnings + most, steps + tried
    return Most(winnings, steps)


Hands = dict[str, tuple[ReadHand, ...]]
"""The hands that a name stands for: one, or those of which the better one counts."""


def _read_hands(rules: Rules) -> Hands:
    hands: Hands = {}
    for hand in rules.hands:
        match hand:
            case ReadHand():
                hands[hand.name] = (hand,)
            case BetterHand():
                hands[hand.name] = tuple(part for name in hand.hands for part in hands[name])
    return hands


def _is_by_table(pays: PaidBy, every: Mapping[str, PaidBy], hands: Hands) -> bool:
    match pays:
        case ByTable() | EvenMoney():
            return all(len(hand.cards) in KINDS for hand in hands[pays.hand])
        case AllOf():
            return all(_is_by_table(every[key], every, hands) for key in pays.wagers)
        case _:
            return False


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
            strength = classify(ranks, suited=suited, size=size, low_ace=low_ace)
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

    def __init__(self, pays: Mapping[str, PaidBy], names: Hands, stakes: Mapping[str, int]) -> None:
        read = [pays[k] for key in stakes for k in _tables_of(key, pays)]
        tabled = [one for one in read if isinstance(one, ByTable | EvenMoney)]
        self.hands = list(dict.fromkeys(hand for one in tabled for hand in names[one.hand]))
        self.codes = [_classes(hand, tabled, names) for hand in self.hands]
        index = {hand.name: i for i, hand in enumerate(self.hands)}
        self.wagers = [(cents, _winner(key, pays, names, index)) for key, cents in stakes.items()]
        self.bounds: dict[tuple[int, ...], int] = {}
        self.values: dict[tuple[int, ...], int] = {}
        self.best = self.steps = 0

    def most(self) -> Most:
        """Search every choice of the hands that are of one suit, the most promising first."""
        choices = []
        for suited in product((True, False), repeat=len(self.hands)):
            if _nested(self.hands, suited):
                levels = [
                    _reach(len(hand.cards), hand.low_ace, of_one_suit)
                    for hand, of_one_suit in zip(self.hands, suited, strict=True)
                ]
                choices.append((self.bound([level[0][0] for level in levels]), suited, levels))
        choices.sort(key=lambda choice: -choice[0])
        try:
            for bound, suited, levels in choices:
                if bound > self.best:
                    _Laying(self, suited, levels).lay(0)
        except _StepsUsedUp:
            return Most(choices[0][0], self.steps)
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
            won = sum([cents * max(0, odds(codes)) for cents, odds in self.wagers])
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
            at: tuple(i for i, hand in enumerate(search.hands) if at in hand.cards)
            for hand in search.hands
            for at in hand.cards
        }
        # The cards that most hands share come first: they decide the most.
        self.order = sorted(within, key=lambda at: (-len(within[at]), within[at], at))
        self.within = [within[at] for at in self.order]
        cards = [{self.order.index(at) for at in hand.cards} for hand in search.hands]
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
                if fits(s):
                    suits.append(s)
                    if deal():
                        return True
                    suits.pop()
            return False

        return deal()


def _tables_of(key: str, pays: Mapping[str, PaidBy]) -> tuple[str, ...]:
    """Return the wagers whose tables decide this one."""
    one = pays[key]
    return one.wagers if isinstance(one, AllOf) else (key,)


def _classes(hand: ReadHand, tabled: Sequence[ByTable | EvenMoney], names: Hands) -> dict[int, int]:
    """Return, for every code of a hand, the lowest of those beside it that all tables pay alike."""
    size = len(hand.cards)
    tables = [one.table for one in tabled if len(names[one.hand][0].cards) == size]
    mask = _reach(size, hand.low_ace, False)[0][0] | _reach(size, hand.low_ace, True)[0][0]
    classes: dict[int, int] = {}
    last: tuple[int, ...] | None = None
    first = 0
    for code in _bits(mask):
        odds = tuple(line_odds(table, code << _CODE_BITS, size) for table in tables)
        if odds != last:
            first, last = code, odds
        classes[code] = first
    return classes


def _winner(
    key: str, pays: Mapping[str, PaidBy], names: Hands, index: Mapping[str, int]
) -> Callable[[tuple[int, ...]], int]:
    """Return the odds of a wager as a function of the codes of the hands."""
    match pays[key]:
        case AllOf() as all_of:
            parts = [_winner(part, pays, names, index) for part in all_of.wagers]
            return lambda codes: all_of.odds if all(part(codes) > 0 for part in parts) else LOSS
        case ByTable() | EvenMoney() as by_table:
            read = [index[hand.name] for hand in names[by_table.hand]]
            size = len(names[by_table.hand][0].cards)
            most = 1 if isinstance(by_table, EvenMoney) else None

            def odds(codes: tuple[int, ...]) -> int:
                code = max([codes[i] for i in read])
                paid = line_odds(by_table.table, code << _CODE_BITS, size)
                return paid if most is None else min(paid, most)

            return odds
        case other:
            raise AssertionError(f"{other} is not paid by a table")


def _nested(hands: Sequence[ReadHand], suited: Sequence[bool]) -> bool:
    """Whether every hand inside a hand of one suit is of one suit too."""
    return all(
        inner or not outer
        for hand, inner in zip(hands, suited, strict=True)
        for other, outer in zip(hands, suited, strict=True)
        if set(hand.cards) <= set(other.cards)
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


def _most_dealt(rules: Rules, pays: Mapping[str, PaidBy], stakes: Mapping[str, int]) -> Most:
    """Return the most that they can win: each its best odds, on cards that allow it.

    The first two cards are tried from the dearest down, each with boards that help the player. As
    a rule the first deal reaches the bound.
    """
    where = positions(rules.places, rules.hole)
    on_cards = [
        (cents, one) for key, cents in stakes.items() if isinstance(one := pays[key], HoleCards)
    ]
    rest = sum(cents * max(0, _top_odds(pays[key])) for key, cents in stakes.items())
    against = [at for _, one in on_cards if one.against for at in where[one.against]]
    choices = []
    for two in _first_cards([one for _, one in on_cards]):
        for dealer_aces in (False, True) if against else (False,):
            won = [cents * holding_odds(one.table, *two, dealer_aces) for cents, one in on_cards]
            choices.append((rest + sum(max(0, cents) for cents in won), two, dealer_aces))
    choices.sort(key=lambda choice: -choice[0])
    hands = _read_hands(rules)
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
            won = [
                cents * _odds(pays[key], pays, hands, where, deal) for key, cents in stakes.items()
            ]
            best = max(best, sum(max(0, cents) for cents in won))
            if best >= bound:
                break
        if tried > MOST_DEALS:
            return Most(choices[0][0], tried)
    return Most(best, tried)


def _top_odds(pays: PaidBy) -> int:
    """Return the best odds of a wager that is not on the first two cards."""
    match pays:
        case ByTable():
            return max(line.odds for line in pays.table.lines)
        case EvenMoney() | Showdown():
            return 1
        case AllOf():
            return pays.odds
        case _:
            return LOSS


def _first_cards(tables: Sequence[HoleCards]) -> Iterator[tuple[Card, Card]]:
    """Yield two cards of every holding, or all twos where a line names suits."""
    suits_matter = any(
        len(name) == len("AhAd")
        for one in tables
        for x in one.table.lines
        for name in x.cards.holdings
    )
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


def _odds(
    pays: PaidBy,
    every: Mapping[str, PaidBy],
    hands: Hands,
    where: Mapping[str, tuple[int, ...]],
    deal: Sequence[Card],
) -> int:
    """Return the odds that a wager wins on a deal."""

    def strength(name: str) -> int:
        return max(
            ranking(len(hand.cards), low_ace=hand.low_ace).strength([deal[at] for at in hand.cards])
            for hand in hands[name]
        )

    match pays:
        case ByTable() | EvenMoney():
            size = min(len(hands[pays.hand][0].cards), 5)
            odds = line_odds(pays.table, strength(pays.hand), size)
            return min(odds, 1) if isinstance(pays, EvenMoney) else odds
        case Showdown():
            mine = strength(pays.hand)
            least = KINDS[5].index(pays.at_least) if pays.at_least else 0
            return 1 if mine > strength(pays.against) and kind_of(mine) >= least else LOSS
        case AllOf():
            parts = [_odds(every[key], every, hands, where, deal) for key in pays.wagers]
            return pays.odds if min(parts) > 0 else LOSS
        case HoleCards():
            first, second, *_ = (deal[at] for at in where[HOLE])
            dealer = [deal[at] for at in where[pays.against]] if pays.against else []
            aces = bool(dealer) and all(rank(c) == ACE for c in dealer)
            return holding_odds(pays.table, first, second, aces)
        case _:
            return LOSS
