"""How every hand of a game is read and every wager evaluated: the payoffs, compiled."""

from collections.abc import Callable, Sequence
from operator import itemgetter

from pitboss.cards import Card, Deck
from pitboss.games.payoffs import Context, Evaluator
from pitboss.games.payoffs.evaluation import Hands, Reader
from pitboss.games.words import BestOf, HandOf
from pitboss.hands import Ranking, ranking
from pitboss.submission.rules import Rules, positions

__all__ = ["DecisionTests", "Hands", "evaluators", "ranking_of", "rankings", "readers"]


def readers(rules: Rules) -> dict[str, Reader]:
    """How to read every hand of the game."""
    return {
        hand.name: _best(hand) if isinstance(hand, BestOf) else _read(hand, rules.deck)
        for hand in rules.hands
    }


def rankings(rules: Rules) -> dict[str, Ranking]:
    """How every hand of the game ranks."""
    ranks: dict[str, Ranking] = {}
    for hand in rules.hands:
        match hand:
            case HandOf():
                ranks[hand.name] = ranking_of(hand, rules.deck)
            case BestOf():
                ranks[hand.name] = ranks[hand.hands[0]]
    return ranks


def ranking_of(hand: HandOf, deck: Deck) -> Ranking:
    """How one hand ranks."""
    return ranking(len(hand.positions), order=hand.order, deck=deck)


def evaluators(rules: Rules) -> dict[str, Evaluator]:
    """How to evaluate every wager that pays odds, by its key."""
    made: dict[str, Evaluator] = {}
    context = Context(rankings(rules), positions(rules.places, rules.hole), made)
    for wager in rules.wagers:
        if evaluate := wager.pays.compile(context):
            made[wager.key] = evaluate
    return made


class DecisionTests:
    """Who may take the decisions that only players with certain cards have."""

    def __init__(self, rules: Rules) -> None:
        context = Context(rankings(rules), positions(rules.places, rules.hole), {})
        self._readers = readers(rules)
        self._tests = [
            {name: when.compile(context) for name, when in street.conditions.items()}
            for street in rules.streets
        ]

    def allows(self, street: int, decision: str, cards: Sequence[Card]) -> bool:
        """Whether a decision of a street, counted from 0, is allowed with these cards.

        Cards are the table's followed by the seat's own; what the player has not seen is not read.
        """
        return self.allows_hands(street, decision, Hands(self._readers, tuple(cards)))

    def allows_hands(self, street: int, decision: str, hands: Hands) -> bool:
        """Whether a decision of a street is allowed with hands whose strengths are known."""
        test = self._tests[street].get(decision)
        return test is None or test(hands)


def _read(hand: HandOf, deck: Deck) -> Reader:
    strength = ranking_of(hand, deck).strength
    pick = itemgetter(*hand.positions) if len(hand.positions) > 1 else _only(hand.positions[0])
    return lambda hands: strength(pick(hands.cards))


def _best(hand: BestOf) -> Reader:
    names = hand.hands
    return lambda hands: max([hands[name] for name in names])


def _only(position: int) -> Callable[[Sequence[Card]], tuple[Card]]:
    """Pick one card, as a hand."""
    return lambda cards: (cards[position],)
