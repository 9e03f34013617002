"""How every hand of a game is read and every wager evaluated: the payoffs, compiled."""

from collections.abc import Callable, Sequence
from operator import itemgetter

from pitboss.cards import Card, Deck
from pitboss.games.payoffs import Context, Evaluator
from pitboss.games.payoffs.evaluation import Hands, Reader
from pitboss.games.words import BestOf, HandOf
from pitboss.hands import Ranking, ranking
from pitboss.submission.rules import Rules, positions

__all__ = ["Hands", "evaluators", "ranking_of", "rankings", "readers"]


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
