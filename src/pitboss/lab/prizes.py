"""Progressives: what fixed prizes, meters and envy return, and when a meter makes it fair.

A prize keeps the stake, so it nets one unit less than it pays. The table of returns takes every
meter at its start, as the contract has it: the player's own contribution is not in it yet, nobody
else plays, and a share is paid in whole cents. `ProgressiveReturn.ev_at` and the break-even are
about any meter and count fractions of a cent.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.payoffs import Progressive
from pitboss.games.payout_words import prize_text
from pitboss.games.paytables import Prize, Share, slug
from pitboss.games.words import Side
from pitboss.lab.chances import Deck, counts_by
from pitboss.lab.returns import ReturnLine, SideReturn, all_others
from pitboss.settle.book import book_of
from pitboss.settle.meters import WHOLE, Meters
from pitboss.submission.rules import Rules


class ProgressiveReturn(SideReturn, frozen=True, kw_only=True):
    """A progressive wager. Lists by number of other players start with none."""

    wager: int
    royal_flush: Fraction
    straight_flush: Fraction
    four_of_a_kind: Fraction
    fixed_return: Fraction
    """What the prizes that no meter pays give back of the stake."""
    shares: dict[str, Fraction]
    """How much of each meter a wager takes on average."""
    envy: tuple[Fraction, ...]
    """What the hands of other players give back of the stake, if all their cards stay."""
    resets: dict[str, int]
    top: str | None
    """The meter that the best hand wins whole."""

    def ev_at(self, shows: Mapping[str, int | Fraction], others: int = 0) -> Fraction:
        """The expectation with these meters and so many other players, none of whom hits first."""
        won = sum((share * shows[name] for name, share in self.shares.items()), Fraction())
        return self.fixed_return + self.envy[others] + won / self.wager - 1

    @property
    def break_even_meter(self) -> tuple[Fraction, ...]:
        """The cents that make the wager fair on the top meter, the other meters at their reset.

        0 where the rest returns everything already; nothing at all where no hand wins that meter.
        """
        if self.top is None or not self.shares[self.top]:
            return ()
        empty = [self.ev_at(self.resets | {self.top: 0}, n) for n in range(len(self.envy))]
        return tuple(max(Fraction(), -ev * self.wager / self.shares[self.top]) for ev in empty)


def progressive(
    rules: Rules, side: Side, pays: Progressive, deck: Deck | None = None
) -> ProgressiveReturn:
    """What a progressive returns."""
    book, lines = book_of(rules), pays.prizes.lines
    line_of, envy_of, name_of = book.prizes[side.key], book.envy[side.key], book.names[pays.hand]
    counts = counts_by(rules, pays.hand, lambda s: (line_of[s], envy_of[s], name_of(s)), deck)
    deals = counts.total()
    dealt, envied, named = Counter[int](), Counter[int](), Counter[str]()
    for (line, envy, name), n in counts.items():
        dealt[line] += n
        envied[envy] += n
        named[name] += n
    table = tuple(
        prize_line(rules, side, x.name, x.prize, dealt[i], deals) for i, x in enumerate(lines)
    )
    shares = {meter.name: Fraction() for meter in pays.meters}
    for i, x in enumerate(lines):
        if isinstance(x.prize, Share):
            shares[x.prize.meter] += Fraction(dealt[i] * x.prize.percent, deals * WHOLE)
    fixed = [x for x, line in zip(table, lines, strict=True) if not isinstance(line.prize, Share)]
    envy_sum = sum(cents * envied[i] for i, cents in enumerate(book.envy_sums[side.key]))
    return ProgressiveReturn(
        side.key,
        side.label,
        deals,
        (*table, all_others(dealt[-1], deals)),
        wager=pays.stake,
        royal_flush=Fraction(named["royal flush"], deals),
        straight_flush=Fraction(named["straight flush"], deals),
        four_of_a_kind=Fraction(named["four of a kind"], deals),
        fixed_return=sum((x.probability * (x.net + 1) for x in fixed), Fraction()),
        shares=shares,
        envy=tuple(Fraction(n * envy_sum, deals * pays.stake) for n in range(rules.seats)),
        resets={meter.name: meter.reset for meter in pays.meters},
        top=next(
            (
                x.prize.meter
                for x in lines
                if isinstance(x.prize, Share) and x.prize.percent == WHOLE
            ),
            None,
        ),
    )


def prize_line(
    rules: Rules, side: Side, name: str, prize: Prize, combinations: int, deals: int
) -> ReturnLine:
    """A line that wins a prize, paid as settlement pays it with every meter at its start."""
    stake = side.minimum
    credit = Meters(rules, {}).pay(prize, stake=stake, seat=1, wager=side.key)
    net = Fraction(credit, stake) - 1
    return ReturnLine(
        name, slug(name), prize_text(prize), combinations, deals, net, wins=credit > 0
    )
