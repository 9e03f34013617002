"""A seat's wagers beside its cards: what its hands are called, and which clause paid."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.grammar import Game
from pitboss.games.payoffs import (
    LOSS,
    Both,
    ByTable,
    Case,
    Cases,
    Context,
    HoleCards,
    Odds,
    Payout,
    Progressive,
    Wheel,
)
from pitboss.games.payoffs.evaluation import payout
from pitboss.games.payout_words import odds_text
from pitboss.games.words import BestOf, Wager
from pitboss.money import dollars
from pitboss.papers.hand_words import hand_words
from pitboss.papers.words import listed
from pitboss.settle.book import book_of
from pitboss.settle.values import WagerResult
from pitboss.submission.evaluators import Hands, rankings
from pitboss.submission.rules import Rules, positions

Keys = tuple[str, ...]


class Position(Struct, frozen=True, kw_only=True):
    """A seat after a round: its cards, those of the table, and what each wager came to."""

    hole: Sequence[Card]
    table: Mapping[str, Sequence[Card]]
    results: Mapping[str, WagerResult]
    folded_on: str | None = None
    """The street on which it was folded."""
    spin: str | None = None
    """The symbol that its wheel stopped at."""
    gifts: int = 0
    """What hands and spins of others brought."""
    void: str = ""
    """Why the round is void, if it is."""
    left: bool = False
    """Whether its player walked off and the wagers were taken as lost."""
    forfeited: bool = False
    """Whether its player broke a rule about the cards."""
    returned: Mapping[str, int] = {}
    """Side wagers that went back because a device failed…"""
    skipped: Mapping[str, int] = {}
    """…or all wagers, because the player was skipped."""
    down: Keys = ()
    """Required wagers that the player took back by a decision."""


class Sentence(Struct, frozen=True):
    """What is said of some wagers, and the clauses behind it."""

    wagers: Keys
    text: str
    clauses: tuple[str, ...] = ()
    made: str = ""
    """The hand that they were on, in words."""
    odds: Mapping[str, str] = {}
    """What each of them was paid at: ``3 to 2``; a bonus that it earned is beside."""


class Read:
    """A seat as sentences need it."""

    def __init__(self, game: Game, rules: Rules, seat: Position) -> None:
        self.game, self.rules, self.seat = game, rules, seat
        self.book = book_of(rules)
        self.wagers: dict[str, Wager] = {wager.key: wager for wager in rules.wagers}
        self.hands = {hand.name: hand for hand in rules.hands}
        self._orders = {name: ranks.order for name, ranks in rankings(rules).items()}
        self._clauses = {hand.name: hand.clause for hand in rules.hands}
        table = (c for place in rules.places for c in seat.table.get(place.name, ()))
        self._cards = (*table, *seat.hole)
        self._is_whole = len(self._cards) == sum(p.cards for p in rules.places) + len(rules.hole)
        self.strength = Hands(self.book.readers, self._cards)
        self._context = Context(
            rankings(rules), positions(rules.places, rules.hole), self.book.evaluators
        )
        self._told: set[str] = set()

    def once(self, reason: str) -> str:
        """A reason the first time it is given; later ones go without it."""
        first = reason not in self._told
        self._told.add(reason)
        return reason if first else ""

    def names(self, keys: Sequence[str]) -> str:
        """``Ante Across and Across``."""
        return listed(self.wagers[key].label for key in keys)

    def result(self, key: str) -> WagerResult:
        """What a wager came to."""
        return self.seat.results[key]

    def words(self, hand: str) -> str:
        """A hand as it is called; of several, the better one."""
        read = self.hands[hand]
        while isinstance(read, BestOf):
            read = self.hands[max(read.hands, key=lambda name: self.strength[name])]
        return hand_words([self._cards[at] for at in read.positions], read.order, self.rules.deck)

    def payout(self, key: str) -> Payout:
        """What a wager paid to one, before any limit cut it."""
        if self._is_whole:
            return self.book.evaluators[key](self.strength)
        result = self.result(key)  # of a void round, in which it was settled all the same
        whole = result.credit if result.uncapped is None else result.uncapped
        odds = Fraction(whole, result.stake) - 1
        return payout(odds.numerator if odds.denominator == 1 else odds)

    def odds(self, key: str) -> str:
        """``1 to 1``, ``1 to 1, bonus 5 to 1``; nothing where nothing was won."""
        result = self.result(key)
        if key not in self.book.evaluators or result.outcome == "void" or not result.credit:
            return ""
        paid = self.payout(key)
        won = [odds_text(paid.odds)] if paid.outcome == "win" else []
        return ", ".join(won + ([f"bonus {odds_text(paid.bonus)}"] if paid.bonus else []))

    def parts(self, keys: Keys) -> str:
        """``Ante Across wins $5 at 1 to 1; Across and Middle push``."""
        alike: dict[tuple[object, ...], Keys] = {}
        for key in keys:
            result = self.result(key)
            won = (self.odds(key), result.stake) if self.odds(key) else ()
            group = (result.outcome, *won)
            alike[group] = (*alike.get(group, ()), key)
        return "; ".join(map(self._part, alike.values()))

    def _part(self, keys: Keys) -> str:
        result, one = self.result(keys[0]), len(keys) == 1
        paid = self.payout(keys[0]) if result.credit else payout(LOSS)
        match result.outcome:
            case "push":
                verb = "pushes" if one else "push"
            case "win":
                verb = f"{'wins' if one else 'win'} {self._sum(paid.odds, keys)}"
            case _:
                verb = "loses" if one else "lose"
        if paid.bonus:
            also = "but" if result.outcome == "lose" else "and"
            verb += f", {also} the bonus pays {self._sum(paid.bonus, keys)}"
        return f"{self.names(keys)} {verb}"

    def _sum(self, odds: Odds, keys: Keys) -> str:
        """``$5 at 1 to 1``: what odds pay on the stake of some wagers, down to the cent."""
        cents = int(odds * self.result(keys[0]).stake)
        return f"{dollars(cents)}{'' if len(keys) == 1 else ' each'} at {odds_text(odds)}"

    def paid_by(self, key: str) -> str | None:
        """The clause of the line that a wager was paid by, or of its table."""
        pays = self.wagers[key].pays
        table = pays.ranked_table
        if table is None or any(line.most is not None for line in pays.lines()):
            return pays.clause or None  # every win pays alike, by a clause of its own
        strength, order = self.strength[pays.reads[0]], self._orders[pays.reads[0]]
        lines = (x.clause for x in table.lines if x.hand.covers(strength, order))
        return next(lines, table.clause)

    def case(self, key: str) -> Case | None:
        """The case that decided a wager which pays by cases; none where no condition held."""
        pays = self.wagers[key].pays
        match pays:
            case Cases():
                met = (x for x in pays.cases if x.when.compile(self._context)(self.strength))
                return next(met, Case(Both(()), pays.otherwise, pays.otherwise_by))
            case ByTable() | HoleCards() | Progressive() | Wheel():
                return None

    def on_hand(self, hand: str, keys: Keys) -> tuple[str | None, ...]:
        """The clauses of a hand and of the wagers on it."""
        return (self._clauses[hand], *map(self.paid_by, keys))

    def said(self, keys: Keys, text: str, *clauses: str | None, made: str = "") -> Sentence:
        """A sentence with its clauses as they are cited, each once."""
        cited = dict.fromkeys(filter(None, map(self.rules.cite, clauses)))
        odds = {key: self.odds(key) for key in keys if key in self.seat.results}
        return Sentence(keys, text, tuple(cited), made, {key: x for key, x in odds.items() if x})
