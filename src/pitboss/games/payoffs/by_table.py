"""Payoffs by a table of odds: on a ranked hand, or on the first two cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.card_names import HOLE, TwoCards
from pitboss.games.payoffs.base import (
    PUSH,
    Context,
    Evaluator,
    Hands,
    NeutralPayoff,
    Odds,
    PayLine,
    Payout,
    payout_at,
)
from pitboss.games.payoffs.payoff_checks import (
    check_has_lines,
    check_hidden_lines,
    check_line_order,
    check_two_cards,
    find_unknown,
)
from pitboss.games.paytables import (
    CardsTable,
    Paytable,
    against_dealer,
    holding_odds,
    line_odds,
    odds_text,
    with_odds,
)
from pitboss.hands import Order, Ranking

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


class ByTable(NeutralPayoff, frozen=True, tag=True):
    """A payoff by a table of ranked hands; a hand that is not in the table loses."""

    hand: str
    table: Paytable
    win: Odds | None = None
    """The odds of every win, if the table only says which hands win."""
    by: str = ""
    """The clause of those odds."""

    @property
    def clause(self) -> str:
        return self.by or self.table.clause

    @property
    def reads(self) -> tuple[str, ...]:
        return (self.hand,)

    @property
    def top_odds(self) -> Odds:
        return max(self.paid(line.odds) for line in self.table.lines)

    @property
    def ranked_table(self) -> Paytable:
        return self.table

    def paid(self, odds: Odds) -> Odds:
        """Return what a line of these odds pays."""
        return odds if self.win is None or odds <= 0 else self.win

    def odds(self, strength: int, order: Order) -> Odds:
        """Return what a hand of this strength is paid."""
        return self.paid(line_odds(self.table, strength, order))

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        yield from check_line_order(game, self.hand, self.table)
        yield from check_has_lines(self.table)
        if self.win is not None and self.win <= PUSH:
            yield f"win is {self.win}: leave it out, or make it EVEN"

    def compile(self, context: Context) -> Evaluator:
        name, payouts = self.hand, _PayoutByStrength(self, context.rankings[self.hand])
        return lambda hands: payouts[hands[name]]

    def sentence(self, hands: Mapping[str, str], _: Mapping[str, str]) -> str:
        if self.win is None:
            return f"Paid by the paytable on {hands[self.hand]}."
        return f"Wins {odds_text(self.win)}, pushes or loses along with {hands[self.hand]}."

    def cuts(self, hand: str, strengths: Sequence[int], order: Order) -> frozenset[int]:
        if hand != self.hand:
            return frozenset()
        odds = [self.odds(strength, order) for strength in strengths]
        changes = zip(strengths[1:], odds, odds[1:], strict=False)
        return frozenset(strength for strength, before, after in changes if before != after)

    def lines(self) -> tuple[PayLine, ...]:
        most = None if self.win is None else 1
        return tuple(
            PayLine(x.name, odds_text(self.paid(x.odds)), x.clause, self.paid(x.odds), most=most)
            for x in self.table.lines
        )

    def with_odds(self, odds: Sequence[Odds]) -> Self:
        return replace(self, table=with_odds(self.table, odds))


class _PayoutByStrength(dict[int, Payout]):
    """The payout of every strength, computed on first use."""

    def __init__(self, pays: ByTable, ranking: Ranking) -> None:
        self._pays, self._ranking = pays, ranking

    def __missing__(self, strength: int) -> Payout:
        odds = self._pays.odds(strength, self._ranking.order)
        payout = self[strength] = payout_at(odds, self._ranking.name(strength))
        return payout


class HoleCards(NeutralPayoff, frozen=True, tag=True):
    """A payoff by a table of two-card holdings, on the player's first two cards.

    ``against`` is the place of the dealer's cards, for lines that look at both.
    """

    table: CardsTable
    against: str | None = None

    @property
    def clause(self) -> str:
        return self.table.clause

    @property
    def top_odds(self) -> Odds:
        return max(line.odds for line in self.table.lines)

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        yield from check_two_cards(game)
        yield from check_has_lines(self.table)
        counts = {place.name: place.cards for place in game.places}
        if self.against:
            yield from find_unknown("it looks at", [self.against], counts)
            if (count := counts.get(self.against, 2)) != 2:
                yield f"it looks at two cards of {self.against!r}, which has {count}"
        if not self.against and self.dealer_holdings:
            yield "a line looks at the dealer's cards: set against to their place"
        yield from check_hidden_lines(self.table)

    def compile(self, context: Context) -> Evaluator:
        first, second, *_ = context.positions[HOLE]
        dealer = context.positions[self.against] if self.against else ()
        payouts = _PayoutByDealer(self.table)
        if not self.dealer_holdings:
            alone = payouts[()]
            return lambda hands: alone[hands.cards[first], hands.cards[second]]

        def evaluate(hands: Hands) -> Payout:
            cards = hands.cards
            return payouts[tuple([cards[i] for i in dealer])][cards[first], cards[second]]

        return evaluate

    def sentence(self, _: Mapping[str, str], __: Mapping[str, str]) -> str:
        return "Paid by the paytable on your first two cards."

    def lines(self) -> tuple[PayLine, ...]:
        return tuple(PayLine(x.name, odds_text(x.odds), x.clause, x.odds) for x in self.table.lines)

    def with_odds(self, odds: Sequence[Odds]) -> Self:
        return replace(self, table=with_odds(self.table, odds))

    @property
    def sees(self) -> tuple[str, ...]:
        return (HOLE, self.against) if self.against else (HOLE,)

    @property
    def tells_suits(self) -> bool:
        return any(line.cards.tells_suits for line in self.table.lines)

    @property
    def dealer_holdings(self) -> tuple[TwoCards, ...]:
        holdings = (line.cards.against for line in self.table.lines)
        return tuple(dict.fromkeys(filter(None, holdings)))

    def best_odds(self, first: Card, second: Card, dealer: Sequence[Card]) -> Odds:
        return holding_odds(against_dealer(self.table, dealer), first, second)


class _PayoutByHolding(dict[tuple[Card, Card], Payout]):
    """The payout of two cards by a table, computed on first use."""

    def __init__(self, table: CardsTable) -> None:
        self._table = table

    def __missing__(self, cards: tuple[Card, Card]) -> Payout:
        payout = self[cards] = payout_at(holding_odds(self._table, *cards))
        return payout


class _PayoutByDealer(dict[tuple[Card, ...], _PayoutByHolding]):
    """The payouts against the dealer's cards; one object where the same lines apply."""

    def __init__(self, table: CardsTable) -> None:
        self._table = table
        self._by_table: dict[CardsTable, _PayoutByHolding] = {}

    def __missing__(self, dealer: tuple[Card, ...]) -> _PayoutByHolding:
        table = against_dealer(self._table, dealer)
        payouts = self[dealer] = self._by_table.setdefault(table, _PayoutByHolding(table))
        return payouts
