"""A seat's wagers beside its cards: what its hands are called, and which clause paid."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.grammar import Game
from pitboss.games.payoffs import ByTable, EvenMoney, Showdown
from pitboss.games.payout_words import odds_text
from pitboss.money import dollars
from pitboss.papers.hand_words import hand_words
from pitboss.papers.words import listed
from pitboss.settle.book import book_of
from pitboss.settle.values import WagerResult
from pitboss.settle.verdicts import Hands, rankings
from pitboss.submission.rules import BetterHand, RaiseWager, RequiredWager, Rules, SideWager

Wager = RequiredWager | RaiseWager | SideWager
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


class Sentence(Struct, frozen=True):
    """What is said of some wagers, and the clauses behind it."""

    wagers: Keys
    text: str
    clauses: tuple[str, ...] = ()
    made: str = ""
    """The hand that they were on, in words."""


def odds_of(result: WagerResult) -> int:
    """What a wager paid to one, before any limit cut it: a push is 0, a loss −1."""
    whole = result.credit if result.uncapped is None else result.uncapped
    return whole // result.stake - 1


class Read:
    """A seat as sentences need it."""

    def __init__(self, game: Game, rules: Rules, seat: Position) -> None:
        self.game, self.rules, self.seat = game, rules, seat
        self.book = book_of(rules)
        self.wagers: dict[str, Wager] = {wager.key: wager for wager in rules.wagers}
        self.hands = {hand.name: hand for hand in rules.hands}
        self._sizes = {name: ranks.size for name, ranks in rankings(rules).items()}
        self._clauses = {hand.name: hand.clause for hand in game.hands}
        table = (c for place in rules.places for c in seat.table.get(place.name, ()))
        self._cards = (*table, *seat.hole)
        self.strength = Hands(self.book.readers, self._cards)
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
        while isinstance(read, BetterHand):
            read = self.hands[max(read.hands, key=lambda name: self.strength[name])]
        return hand_words([self._cards[at] for at in read.cards], low_ace=read.low_ace)

    def parts(self, keys: Keys) -> str:
        """``Ante Across wins $5 at 1 to 1; Across and Middle push``."""
        alike: dict[tuple[object, ...], Keys] = {}
        for key in keys:
            result = self.result(key)
            won = (odds_of(result), result.stake) if result.outcome == "win" else ()
            group = (result.outcome, *won)
            alike[group] = (*alike.get(group, ()), key)
        return "; ".join(map(self._part, alike.values()))

    def _part(self, keys: Keys) -> str:
        result, one = self.result(keys[0]), len(keys) == 1
        match result.outcome:
            case "push":
                verb = "pushes" if one else "push"
            case "win":
                odds = odds_of(result)
                won = dollars(odds * result.stake) + ("" if one else " each")
                verb = f"{'wins' if one else 'win'} {won} at {odds_text(odds)}"
            case _:
                verb = "loses" if one else "lose"
        return f"{self.names(keys)} {verb}"

    def paid_by(self, key: str) -> str | None:
        """The clause of the line that a wager was paid by, or of its table."""
        match pays := self.wagers[key].pays:
            case EvenMoney() | Showdown():
                return pays.clause
            case ByTable():
                strength, size = self.strength[pays.hand], self._sizes[pays.hand]
                lines = (x.clause for x in pays.table.lines if x.hand.covers(strength, size))
                return next(lines, pays.table.clause)
            case _:
                return None

    def on_hand(self, hand: str, keys: Keys) -> tuple[str | None, ...]:
        """The clauses of a hand and of the wagers on it."""
        return (self._clauses[hand], *map(self.paid_by, keys))

    def said(self, keys: Keys, text: str, *clauses: str | None, made: str = "") -> Sentence:
        """A sentence with its clauses as they are cited, each once."""
        cited = dict.fromkeys(filter(None, map(self.rules.cite, clauses)))
        return Sentence(keys, text, tuple(cited), made)
