"""Compile the hands and payoffs of rules into functions that read hands and evaluate wagers."""

from collections.abc import Callable, Sequence
from operator import itemgetter

from pitboss.cards import Card, Deck
from pitboss.games.game_parts import BestOf, HandOf
from pitboss.games.payoffs import Context, Evaluator
from pitboss.games.payoffs.base import Hands, Reader
from pitboss.hands import Ranking, ranking
from pitboss.money import Rounding
from pitboss.submission.rules import Rules, positions

__all__ = [
    "DecisionTests",
    "Hands",
    "compile_evaluators",
    "hand_rankings",
    "hand_readers",
    "ranking_of",
]


def hand_readers(rules: Rules) -> dict[str, Reader]:
    """Return a function that reads each hand of the game, by the hand's name."""
    return {
        hand.name: _best_of_reader(hand)
        if isinstance(hand, BestOf)
        else _hand_reader(hand, rules.deck)
        for hand in rules.hands
    }


def hand_rankings(rules: Rules) -> dict[str, Ranking]:
    """Return the ranking of each hand of the game, by the hand's name."""
    rankings: dict[str, Ranking] = {}
    for hand in rules.hands:
        match hand:
            case HandOf():
                rankings[hand.name] = ranking_of(hand, rules.deck)
            case BestOf():
                rankings[hand.name] = rankings[hand.hands[0]]
    return rankings


def ranking_of(hand: HandOf, deck: Deck) -> Ranking:
    """Return the ranking of one hand."""
    return ranking(len(hand.positions), order=hand.order, deck=deck)


def compile_evaluators(rules: Rules) -> dict[str, Evaluator]:
    """Return an evaluator for every wager that pays odds, by its key."""
    evaluators: dict[str, Evaluator] = {}
    context = Context(hand_rankings(rules), positions(rules.places, rules.hole), evaluators)
    for wager in rules.wagers:
        if evaluate := wager.pays.compile(context):
            evaluators[wager.key] = _with_rounding(evaluate, wager.rounding)
    return evaluators


def _with_rounding(evaluate: Evaluator, rounding: Rounding) -> Evaluator:
    if rounding is Rounding.DOWN:
        return evaluate
    return lambda hands: evaluate(hands)._replace(rounding=rounding)


class DecisionTests:
    """Tests of whether a player's cards allow a decision that only certain cards have."""

    def __init__(self, rules: Rules) -> None:
        context = Context(hand_rankings(rules), positions(rules.places, rules.hole), {})
        self._readers = hand_readers(rules)
        self._tests = [
            {name: when.compile(context) for name, when in street.conditions.items()}
            for street in rules.streets
        ]

    def allows(self, street: int, decision: str, cards: Sequence[Card]) -> bool:
        """Return whether a decision of a street, counted from 0, is allowed with these cards.

        Cards are the table's followed by the seat's own. Cards that the player has not seen are
        not read.
        """
        return self.allows_hands(street, decision, Hands(self._readers, tuple(cards)))

    def allows_hands(self, street: int, decision: str, hands: Hands) -> bool:
        """Return whether a decision of a street is allowed with hands of known strength."""
        test = self._tests[street].get(decision)
        return test is None or test(hands)


def _hand_reader(hand: HandOf, deck: Deck) -> Reader:
    strength = ranking_of(hand, deck).strength
    pick = (
        itemgetter(*hand.positions) if len(hand.positions) > 1 else _single_card(hand.positions[0])
    )
    return lambda hands: strength(pick(hands.cards))


def _best_of_reader(hand: BestOf) -> Reader:
    names = hand.hands
    return lambda hands: max([hands[name] for name in names])


def _single_card(position: int) -> Callable[[Sequence[Card]], tuple[Card]]:
    """Return a function that picks one card, as a hand."""
    return lambda cards: (cards[position],)
