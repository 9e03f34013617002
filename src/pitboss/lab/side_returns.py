"""The exact return of every side wager, line by line: paytables, progressives and wheels."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from math import lcm, sqrt
from typing import Final, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.errors import Refused
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import Side
from pitboss.games.payoffs import (
    LOSS,
    PUSH,
    ByTable,
    Cases,
    HoleCards,
    Odds,
    PayLine,
    Progressive,
    Wheel,
)
from pitboss.games.paytables import Prize, Share, Symbol, line_slug, odds_text, prize_text
from pitboss.lab.hand_counts import Deck, count_by_line, count_holdings_by_line
from pitboss.lab.pay_changes import pay_line_numbers
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.results import MainGame, variance
from pitboss.lab.shape_registry import find_shape_on_deck
from pitboss.lab.side_counts import SideCounter
from pitboss.money import dollars
from pitboss.round import BettingProgress
from pitboss.settle.compiled_rules import compile_rules
from pitboss.settle.model import Seat
from pitboss.settle.settlement import WHOLE_PERCENT, Meters, PlayedSeat
from pitboss.submission.evaluators import Hands, compile_evaluators
from pitboss.submission.rules import Rules

ALL_OTHERS: Final = "all others"
NO_LINE: Final = LOSS
"""The index of no line: the wager loses."""

T = TypeVar("T")


class ReturnLine(Struct, frozen=True):
    """A line of a paytable: how often it occurs, and what it contributes."""

    name: str
    slug: str
    pays: str
    """As people write it: ``40 to 1``, ``$60``."""
    combinations: int
    deals: int
    """The number of all deals."""
    net: Fraction
    """The net win per unit staked."""
    wins: bool
    """Whether the player is paid anything; a push is not a win, a prize below the stake is."""

    @property
    def probability(self) -> Fraction:
        """The chance of this line."""
        return Fraction(self.combinations, self.deals)

    @property
    def returns(self) -> Fraction:
        """The line's share of the expected value."""
        return self.probability * self.net


class SideReturn(Struct, frozen=True):
    """A side wager: its lines, best first, ending with all hands that win nothing."""

    key: str
    label: str
    deals: int
    lines: tuple[ReturnLine, ...]

    @property
    def ev(self) -> Fraction:
        """The expected net result."""
        return sum((line.returns for line in self.lines), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """The expected loss."""
        return -self.ev

    @property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        nets: Counter[Odds] = Counter()
        for line in self.lines:
            nets[line.net] += line.combinations
        return variance(nets)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result."""
        return sqrt(self.variance)

    @property
    def hit_chance(self) -> Fraction:
        """The chance of being paid anything."""
        return Fraction(sum(line.combinations for line in self.lines if line.wins), self.deals)


def all_others_line(combinations: int, deals: int) -> ReturnLine:
    """Return the last line: any hand that the paytable does not name loses."""
    return ReturnLine(
        ALL_OTHERS, "all-others", "loses", combinations, deals, Fraction(LOSS), wins=False
    )


class ProgressiveReturn(SideReturn, frozen=True, kw_only=True):
    """A progressive wager. Tuples are indexed by the number of other players, from none."""

    wager: int
    royal_flush: Fraction
    straight_flush: Fraction
    four_of_a_kind: Fraction
    fixed_return: Fraction
    """The return of prizes that no meter pays, as a share of the stake."""
    shares: dict[str, Fraction]
    """The average share of each meter that a wager wins."""
    envy: tuple[Fraction, ...]
    """The return of other players' hands, as a share of the stake, if nobody folds."""
    resets: dict[str, int]
    top: str | None
    """The meter that the best hand wins completely."""

    def ev_with_meters(
        self, meter_amounts: Mapping[str, int | Fraction], others: int = 0
    ) -> Fraction:
        """Return the expected value with these meters and others, none of whom hits first."""
        meter_win = sum(
            (share * meter_amounts[name] for name, share in self.shares.items()), Fraction()
        )
        return self.fixed_return + self.envy[others] + meter_win / self.wager - 1

    @property
    def break_even_meter(self) -> tuple[Fraction, ...]:
        """The cents on the top meter that make the wager fair, with other meters at their reset.

        It is 0 where the rest returns everything already, and empty where no hand wins that meter.
        """
        if self.top is None or not self.shares[self.top]:
            return ()
        empty = [self.ev_with_meters(self.resets | {self.top: 0}, n) for n in range(len(self.envy))]
        return tuple(max(Fraction(), -ev * self.wager / self.shares[self.top]) for ev in empty)


def progressive_return(counter: SideCounter, pays: Progressive) -> ProgressiveReturn:
    """Return the exact return of a progressive."""
    rules, side = counter.rules, counter.side
    compiled_rules, lines = compile_rules(rules), pays.prizes.lines
    line_of, envy_of, name_of = (
        compiled_rules.prize_lines[side.key],
        compiled_rules.envy_lines[side.key],
        compiled_rules.hand_names[pays.hand],
    )
    # Envy and the chances of hands are given as if nobody folded.
    whole_counter = counter._replace(side=replace(side, lives_after_fold=True))
    counts = _count_lines(
        whole_counter, pays.hand, lambda s: (line_of[s], envy_of[s], name_of(s)), (NO_LINE, -1, "")
    )
    line_counts, envy_counts, hand_counts = Counter[int](), Counter[int](), Counter[str]()
    for (line, envy, name), n in counts.items():
        line_counts[line] += n
        envy_counts[envy] += n
        hand_counts[name] += n
    deals = all_deals = counts.total()
    if counter.ends_with_fold:
        line_counts = _count_lines(counter, pays.hand, lambda s: line_of[s], NO_LINE)
        deals = line_counts.total()
    table = tuple(
        prize_line(rules, side, x.name, x.prize, line_counts[i], deals) for i, x in enumerate(lines)
    )
    shares = {meter.name: Fraction() for meter in pays.meters}
    for i, x in enumerate(lines):
        if isinstance(x.prize, Share):
            shares[x.prize.meter] += Fraction(
                line_counts[i] * x.prize.percent, deals * WHOLE_PERCENT
            )
    fixed_lines = [
        x for x, line in zip(table, lines, strict=True) if not isinstance(line.prize, Share)
    ]
    envy_sum = sum(
        cents * envy_counts[i] for i, cents in enumerate(compiled_rules.envy_cents[side.key])
    )
    return ProgressiveReturn(
        side.key,
        side.label,
        deals,
        (*table, all_others_line(line_counts[-1], deals)),
        wager=pays.stake,
        royal_flush=Fraction(hand_counts["royal flush"], all_deals),
        straight_flush=Fraction(hand_counts["straight flush"], all_deals),
        four_of_a_kind=Fraction(hand_counts["four of a kind"], all_deals),
        fixed_return=sum((x.probability * (x.net + 1) for x in fixed_lines), Fraction()),
        shares=shares,
        envy=tuple(Fraction(n * envy_sum, all_deals * pays.stake) for n in range(rules.seats)),
        resets={meter.name: meter.reset for meter in pays.meters},
        top=next(
            (
                x.prize.meter
                for x in lines
                if isinstance(x.prize, Share) and x.prize.percent == WHOLE_PERCENT
            ),
            None,
        ),
    )


def prize_line(
    rules: Rules, side: Side, name: str, prize: Prize, combinations: int, deals: int
) -> ReturnLine:
    """Return a line for a prize, paid as settlement pays it with every meter at its start."""
    stake = side.minimum
    credit = Meters(rules, {}).pay(prize, stake=stake, seat=1, wager=side.key)
    net = Fraction(credit, stake) - 1
    return ReturnLine(
        name, line_slug(name), prize_text(prize), combinations, deals, net, wins=credit > 0
    )


class SpinReturn(SideReturn, frozen=True, kw_only=True):
    """A wager that earns a spin of a wheel."""

    wager: int
    mean_spin: Fraction
    """The average prize of a spin, in cents."""
    stops: dict[str, Fraction]
    """The chance that a spin stops on each symbol."""
    community: tuple[Fraction, ...]
    """The return of others' spins, as a share of the stake, by the number of live wagers."""


FoldChance = Callable[[str], Fraction]
"""Returns the chance that a starting hand of this name is folded."""


def never_folds(start: str) -> Fraction:
    """Return zero, for a wager that a fold does not end."""
    return Fraction()


def fold_chances(main: MainGame) -> FoldChance:
    """Return how often each starting hand is folded in a main game."""

    def fold_chance(start: str) -> Fraction:
        if start not in main.starts:
            raise Refused(
                f"the lab cannot tell how often {start} is folded: it has no such starting hand"
            )
        return main.starts[start].fold_chance

    return fold_chance


def spin_return(
    counter: SideCounter, spin: Wheel, fold_chance: FoldChance = never_folds
) -> SpinReturn:
    """Return the exact return of a spin wager."""
    rules, side = counter.rules, counter.side
    spins, all_holes = _count_spins(counter, spin, fold_chance)
    stops = sum(stop.stops for stop in spin.wheel)
    deals = all_holes * stops
    lines = tuple(_symbol_line(rules, side, stop, spins * stop.stops, deals) for stop in spin.wheel)
    community = sum(stop.stops * stop.community for stop in spin.wheel)
    return SpinReturn(
        side.key,
        side.label,
        deals,
        (*lines, all_others_line((all_holes - spins) * stops, deals)),
        wager=spin.stake,
        mean_spin=sum(
            (
                Fraction(stop.stops, stops) * (line.net + 1) * spin.stake
                for stop, line in zip(spin.wheel, lines, strict=True)
            ),
            Fraction(),
        ),
        stops={stop.name: Fraction(stop.stops, stops) for stop in spin.wheel},
        community=tuple(
            Fraction(n * spins * community, deals * spin.stake) for n in range(rules.seats)
        ),
    )


def _count_spins(counter: SideCounter, spin: Wheel, fold_chance: FoldChance) -> tuple[int, int]:
    """Return how many deals of all earn a spin, by starting hand or else deal by deal."""
    holes = list(combinations(counter.deck, 2))
    earning_holes = [hole for hole in holes if _earns_spin(counter.rules, counter.side, hole)]
    if not counter.ends_with_fold:
        return len(earning_holes), len(holes)
    try:
        stay_chances = [1 - fold_chance(starting_hand_class(*hole)) for hole in earning_holes]
    except Refused:  # the main game has no starting hands of two cards
        counts = counter.by_spin(spin)
        return counts[1], counts.total()
    # Scale the deals so that every chance to stay is a whole number.
    parts = lcm(*(chance.denominator for chance in stay_chances))
    return int(sum(chance * parts for chance in stay_chances)), len(holes) * parts


def _symbol_line(
    rules: Rules, side: Side, stop: Symbol, combinations: int, deals: int
) -> ReturnLine:
    """Return what a symbol pays the spinner; what others get is mentioned but not counted."""
    line = prize_line(rules, side, stop.name, stop.prize, combinations, deals)
    if not stop.community:
        return line
    return replace(line, pays=f"{line.pays} ({dollars(stop.community)} to others)")


def _earns_spin(rules: Rules, side: Side, hole: tuple[Card, ...]) -> bool:
    """Return whether these first two cards earn a spin, according to settlement."""
    seat, betting_progress = (
        Seat({side.key: side.minimum}),
        BettingProgress({}, has_folded=False, streets_done=0),
    )
    return (
        PlayedSeat(compile_rules(rules), 1, seat, betting_progress, (), hole).earned_spins() != {}
    )


MAX_SIDE_DEALS: Final = 10**9
"""The most deals that are counted, within a few minutes."""


def solve_side_wagers(
    rules: Rules, deck: Deck | None = None, fold_chance: FoldChance = never_folds
) -> dict[str, SideReturn]:
    """Return the exact return of every offered side wager, by its key."""
    return {side.key: solve_side_wager(rules, side, deck, fold_chance) for side in rules.sides}


def try_side_wagers(
    wagers: Iterable[tuple[Rules, Side]],
    deck: Deck | None = None,
    fold_chance: FoldChance = never_folds,
    *,
    max_deals: int = MAX_SIDE_DEALS,
    progress: Progress = no_progress,
) -> tuple[dict[str, SideReturn], dict[str, str]]:
    """Return each wager's return by key, and why the lab cannot count the others."""
    returns: dict[str, SideReturn] = {}
    reasons: dict[str, str] = {}
    for rules, wager in wagers:
        try:
            returns[wager.key] = solve_side_wager(
                rules, wager, deck, fold_chance, max_deals=max_deals, progress=progress
            )
        except Refused as refusal:
            reasons[wager.key] = _why_uncounted(wager, refusal)
    return returns, reasons


def _why_uncounted(side: Side, refusal: Refused) -> str:
    """Return a reason that names the wager."""
    reason = str(refusal)
    if side.label in reason:
        return reason
    if reason.startswith("the lab "):
        reason = f"it {reason.removeprefix('the lab ')}"
    return f"the lab has no figures for {side.label}, since {reason}"


def unfolded_wagers(rules: Rules) -> Iterator[tuple[Rules, Side]]:
    """Yield each required wager that nobody can fold or take down.

    Each is returned as the only side wager of its own rules.
    """
    if any(street.can_fold for street in rules.streets):
        return
    decided_wagers = {street.wager for street in rules.streets}
    for wager in rules.required:
        if wager.pays.ranked_table and wager.key not in decided_wagers:
            low, high = rules.table.minimum, rules.table.maximum
            side = Side(wager.key, wager.label, wager.pays, minimum=low, maximum=high)
            yield replace(rules, required=(), sides=(side,)), side


def solve_side_wager(
    rules: Rules,
    side: Side,
    deck: Deck | None = None,
    fold_chance: FoldChance = never_folds,
    *,
    max_deals: int = MAX_SIDE_DEALS,
    progress: Progress = no_progress,
) -> SideReturn:
    """Return the exact return of one side wager; progressives and spins have more figures.

    Where no fast count is known, up to ``max_deals`` deals are counted one by one. ``fold_chance``
    matters for a spin that a fold ends; for any other such wager, each deal is played to its end.
    """
    deck = rules.deck.cards if deck is None else deck
    counter = SideCounter(rules, side, deck, max_deals, progress)
    match side.pays:
        case ByTable(hand=hand) as pays:
            line_of = line_evaluator(rules, side)
            counts = _count_lines(
                counter, hand, lambda strength: line_of(_hands_with(hand, strength)), NO_LINE
            )
            return _return_by_lines(side, pays.lines(), counts)
        case HoleCards() as pays:
            return _return_by_lines(side, pays.lines(), _count_holdings(counter, pays))
        case Progressive() as prizes:
            return progressive_return(counter, prizes)
        case Wheel() as wheel:
            return spin_return(counter, wheel, fold_chance)
        case Cases(cases=(case,), otherwise=otherwise, bonus=None) as pays if (
            case.name and case.when.needs and otherwise == LOSS
        ):
            return _return_by_lines(side, pays.lines(), _count_single_case(counter, pays))
        case Cases() as pays:
            return _return_by_odds(counter, pays)
        case _ as other:
            assert_never(other)


def _count_lines(
    counter: SideCounter, hand: str, line_of: Callable[[int], T], fold_line: T
) -> Counter[T]:
    """Count the deals by the line of a hand; a fold that ends the wager is a line of its own."""
    if not counter.ends_with_fold:
        with suppress(Refused):  # no fast count
            return count_by_line(counter.rules, hand, line_of, counter.deck)
    result: Counter[T] = Counter()
    for line, deals in counter.by_level(hand, line_of).items():
        result[fold_line if line is None else line] += deals
    return result


def _count_holdings(counter: SideCounter, pays: HoleCards) -> Counter[int]:
    """Count the deals of the first two cards by line."""
    if not counter.ends_with_fold:
        with suppress(Refused):  # no fast count
            line_of = line_evaluator(counter.rules, counter.side)
            return count_holdings_by_line(counter.rules, pays, line_of, counter.deck)
    return _count_numbered_lines(counter)


def _count_single_case(counter: SideCounter, pays: Cases) -> Counter[int]:
    """Count the deals in which the only case of a wager holds, and of all others."""
    if not counter.ends_with_fold and not pays.reads:
        shape = find_shape_on_deck(counter.rules, counter.deck)
        if shape and (joint_wins := shape.count_joint_wins(pays.needs, counter.deck)):
            wins, deals = joint_wins
            return Counter({0: wins, NO_LINE: deals - wins})
    return _count_numbered_lines(counter)


def _count_numbered_lines(counter: SideCounter) -> Counter[int]:
    """Count the deals one by one, by the index of the line that they win."""
    result: Counter[int] = Counter()
    for line, deals in counter.by_odds(pay_line_numbers(counter.side.pays)).items():
        result[NO_LINE if line is None else int(line)] += deals
    return result


def _return_by_odds(counter: SideCounter, pays: Cases) -> SideReturn:
    """Return the exact return of a wager with a line for each of its odds.

    A line is named after its case, if that is the only one with these odds and has a name.
    """
    names = pays.names_by_odds()
    counts: Counter[Odds] = Counter()
    for paid_odds, n in counter.by_own_odds().items():
        counts[LOSS if paid_odds is None else paid_odds] += n
    deals = counts.total()
    lines = [
        ReturnLine(
            names.get(odds, text),
            line_slug(text),
            text,
            counts[odds],
            deals,
            Fraction(odds),
            odds > PUSH,
        )
        for odds in sorted(counts, reverse=True)
        if odds != LOSS and (text := odds_text(odds))
    ]
    others = all_others_line(counts[LOSS], deals)
    return SideReturn(counter.side.key, counter.side.label, deals, (*lines, others))


def line_evaluator(rules: Rules, side: Side) -> Callable[[Hands], int]:
    """Return a function that gives the index of the line a wager wins, or `NO_LINE`.

    Lines may pay the same. So settlement's evaluator gets a table on which each line pays its own
    index, and the odds it returns are that index.
    """
    if not side.pays.lines() or side.pays.stake is not None:
        raise Refused(f"{side.label} is not paid by a table of odds")
    numbered_side = replace(side, pays=pay_line_numbers(side.pays))
    evaluate = compile_evaluators(replace(rules, sides=(numbered_side,)))[side.key]
    return lambda hands: int(evaluate(hands).odds)


def _hands_with(hand: str, strength: int) -> Hands:
    hands = Hands({}, ())
    hands[hand] = strength
    return hands


def _return_by_lines(side: Side, lines: Sequence[PayLine], counts: dict[int, int]) -> SideReturn:
    deals = sum(counts.values())
    return_lines = []
    for i, line in enumerate(lines):
        odds = line.odds or 0
        return_lines.append(
            ReturnLine(
                line.name,
                line.slug,
                line.pays,
                counts.get(i, 0),
                deals,
                Fraction(odds),
                odds > PUSH,
            )
        )
    last = all_others_line(counts.get(NO_LINE, 0), deals)
    return SideReturn(side.key, side.label, deals, (*return_lines, last))
