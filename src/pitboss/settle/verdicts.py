"""How each way of paying judges a hand: one ``match`` over the closed set of payoffs.

A verdict's odds say everything: a win of x to 1 is x, a push 0, a loss −1, so that the credit is
always ``stake * (1 + odds)``. Prizes from meters and wheels are not odds: `meters` pays those.
"""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import NamedTuple, assert_never

from pitboss.cards import ACE, Card, rank
from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.paytables import (
    LOSS,
    PUSH,
    CardsTable,
    Paytable,
    PrizeTable,
    holding_odds,
    line_odds,
)
from pitboss.games.words import HOLE
from pitboss.hands import Ranking, ranking
from pitboss.hands.strength import kind_of
from pitboss.settle.values import Outcome
from pitboss.submission.rules import (
    BetterHand,
    MeterPrizes,
    ReadHand,
    Rules,
    WheelSpin,
    positions,
)


class Verdict(NamedTuple):
    """What a hand wins, and the hand's name where a result shows it."""

    outcome: Outcome
    odds: int
    hand: str | None


class Hands(dict[str, int]):
    """The strengths of one seat's hands, each read when it is first asked for."""

    __slots__ = ("cards", "readers")

    def __init__(self, readers: "Mapping[str, Reader]", cards: tuple[Card, ...]) -> None:
        self.readers, self.cards = readers, cards

    def __missing__(self, name: str) -> int:
        strength = self[name] = self.readers[name](self)
        return strength


Reader = Callable[[Hands], int]
Judge = Callable[[Hands], Verdict]


def readers(rules: Rules) -> dict[str, Reader]:
    """How to read every hand of the game."""
    return {
        hand.name: _better(hand) if isinstance(hand, BetterHand) else _read(hand)
        for hand in rules.hands
    }


def rankings(rules: Rules) -> dict[str, Ranking]:
    """How every hand of the game ranks."""
    found: dict[str, Ranking] = {}
    for hand in rules.hands:
        match hand:
            case ReadHand():
                found[hand.name] = ranking(len(hand.cards), low_ace=hand.low_ace)
            case BetterHand():
                found[hand.name] = found[hand.hands[0]]
    return found


def judges(rules: Rules) -> dict[str, Judge]:
    """How to judge every wager that pays odds, by its key."""
    made: dict[str, Judge] = {}
    ranks = rankings(rules)
    for wager in rules.wagers:
        match wager.pays:
            case ByTable() as pays:
                made[wager.key] = _by_table(pays.hand, _Odds(ranks[pays.hand], pays.table))
            case EvenMoney() as pays:
                made[wager.key] = _by_table(pays.hand, _Odds(ranks[pays.hand], pays.table, most=1))
            case Showdown() as pays:
                made[wager.key] = _showdown(pays, ranks[pays.hand])
            case AllOf() as pays:
                made[wager.key] = _all_of([made[key] for key in pays.wagers], pays.odds)
            case HoleCards() as pays:
                made[wager.key] = _hole_cards(rules, pays)
            case MeterPrizes() | WheelSpin():
                pass
            case _ as other:
                assert_never(other)
    return made


class PrizeLines(dict[int, int]):
    """Which line of a table of prizes a strength wins, by its index; −1 for none."""

    def __init__(self, ranks: Ranking, table: PrizeTable) -> None:
        self._ranks, self._lines = ranks, table.lines

    def __missing__(self, strength: int) -> int:
        size = self._ranks.size
        covering = (i for i, x in enumerate(self._lines) if x.hand.covers(strength, size))
        line = self[strength] = next(covering, -1)
        return line


class _Odds(dict[int, Verdict]):
    """The verdict of a paytable on every strength, found when it is first asked for."""

    def __init__(self, ranks: Ranking, table: Paytable, most: int | None = None) -> None:
        self._ranks, self._table, self._most = ranks, table, most

    def __missing__(self, strength: int) -> Verdict:
        odds = line_odds(self._table, strength, self._ranks.size)
        if self._most is not None:
            odds = min(odds, self._most)
        verdict = self[strength] = _verdict(odds, self._ranks.name(strength))
        return verdict


def _verdict(odds: int, hand: str | None) -> Verdict:
    return Verdict("win" if odds > PUSH else "push" if odds == PUSH else "lose", odds, hand)


def _read(hand: ReadHand) -> Reader:
    strength = ranking(len(hand.cards), low_ace=hand.low_ace).strength
    pick = itemgetter(*hand.cards)
    return lambda hands: strength(pick(hands.cards))


def _better(hand: BetterHand) -> Reader:
    names = hand.hands
    return lambda hands: max([hands[name] for name in names])


def _by_table(hand: str, odds: _Odds) -> Judge:
    return lambda hands: odds[hands[hand]]


def _showdown(pays: Showdown, ranks: Ranking) -> Judge:
    least = ranks.kinds.index(pays.at_least) if pays.at_least else 0
    verdicts = [tuple(_verdict(odds, name) for odds in (LOSS, PUSH, 1)) for name in ranks.kinds]

    def judge(hands: Hands) -> Verdict:
        mine, other = hands[pays.hand], hands[pays.against]
        kind = kind_of(mine)
        lost, pushed, won = verdicts[kind]
        if mine < other:
            return lost
        return won if mine > other and kind >= least else pushed

    return judge


def _all_of(parts: list[Judge], odds: int) -> Judge:
    won, lost = _verdict(odds, None), _verdict(LOSS, None)
    return lambda hands: won if all(part(hands).odds > PUSH for part in parts) else lost


def _hole_cards(rules: Rules, pays: HoleCards) -> Judge:
    where = positions(rules.places, rules.hole)
    first, second, *_ = where[HOLE]
    dealer = where[pays.against] if pays.against else ()
    plain, against_aces = (_HoldingOdds(pays.table, aces) for aces in (False, True))

    def judge(hands: Hands) -> Verdict:
        cards = hands.cards
        aces = dealer and all(rank(cards[i]) == ACE for i in dealer)
        return (against_aces if aces else plain)[cards[first], cards[second]]

    return judge


class _HoldingOdds(dict[tuple[Card, Card], Verdict]):
    """The verdict of a table of holdings on two cards, with the dealer holding two aces or not."""

    def __init__(self, table: CardsTable, dealer_aces: bool) -> None:
        self._table, self._dealer_aces = table, dealer_aces

    def __missing__(self, cards: tuple[Card, Card]) -> Verdict:
        odds = holding_odds(self._table, *cards, self._dealer_aces)
        verdict = self[cards] = _verdict(odds, None)
        return verdict
