"""Compare the specialized solvers with the generic one, for whole games and single states.

A stand is the state of a player before a decision."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import asdict

from pitboss.cards import DECK, Card, cards_text
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import find_solver
from pitboss.lab.progress import no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.starting_hands import SUIT_PERMUTATIONS, permutations_keeping
from pitboss.round import visible_places
from pitboss.submission import Rules
from pitboss.submission.rules import positions
from tests.lab.plain_solver import Prospect, Tree
from tests.small_decks import deck_of_ranks


class Stand(NamedTuple):
    """The cards seen at first and after each decision, and the decisions so far."""

    rules: Rules
    turned: tuple[tuple[Card, ...], ...]
    decisions: tuple[str, ...] = ()
    deck: tuple[Card, ...] = DECK

    @property
    def raises(self) -> tuple[int, ...]:
        """Return what the decisions staked, in required wagers."""
        questions = zip(self.rules.streets, self.decisions, strict=False)
        return tuple(stake_multiple(street.choices[name]) for street, name in questions)

    @property
    def seen_cards(self) -> dict[str, tuple[Card, ...]]:
        """Return the cards seen, by the names of their places."""
        sizes = {place.name: place.cards for place in self.rules.places}
        rest = chain(*self.turned)
        names = visible_places(self.rules, len(self.decisions))
        return {name: tuple(next(rest) for _ in range(sizes.get(name, 1))) for name in names}

    @property
    def hole(self) -> tuple[Card, ...]:
        """Return the player's own cards, in the order dealt."""
        return tuple(c for name in self.rules.hole for c in self.seen_cards.get(name, ()))

    @property
    def table(self) -> dict[str, tuple[Card, ...]]:
        """Return the cards on the table."""
        return {name: some for name, some in self.seen_cards.items() if name not in self.rules.hole}

    def __str__(self) -> str:
        return " | ".join([self.rules.short, *map(cards_text, self.turned), *self.decisions])


def stand(
    rules: Rules, order: Sequence[Card], decisions: Sequence[str] = (), deck: Sequence[Card] = DECK
) -> Stand:
    """Return the state of a player whose cards come in this order; surplus cards are ignored."""
    where = positions(rules.places, rules.hole)
    rest, seen_so_far, cards_turned = iter(order), set[str](), []
    for decision_count in range(len(decisions) + 1):
        new = [name for name in visible_places(rules, decision_count) if name not in seen_so_far]
        cards_turned.append(tuple(next(rest) for name in new for _ in where[name]))
        seen_so_far.update(new)
    return Stand(rules, tuple(cards_turned), tuple(decisions), tuple(deck))


def stands(rules: Rules, ranks: str, decision_count: int, count: int, seed: int) -> list[Stand]:
    """Return random states after this many decisions, without folds."""
    random, deck = Random(seed), deck_of_ranks(ranks)
    questions = [
        [name for name, times in street.choices.items() if times != FOLD]
        for street in rules.streets[:decision_count]
    ]
    return [
        stand(rules, random.sample(deck, 9), [random.choice(names) for names in questions], deck)
        for _ in range(count)
    ]


def prospects(at: Stand) -> tuple[dict[str, Prospect], int]:
    """Return the total value of each decision over all deals, and their number."""
    rules, decision_count = at.rules, len(at.decisions)
    tree = Tree(rules, at.deck)
    where = positions(rules.places, rules.hole)
    placed_cards = {
        p: c for name, some in at.seen_cards.items() for p, c in zip(where[name], some, strict=True)
    }
    groups = [group for step in tree.steps[: decision_count + 1] for group in step]
    visible = tuple(tuple(sorted(placed_cards[p] for p in group)) for group in groups)
    result = tree.prospects(
        decision_count, visible, permutations_keeping(SUIT_PERMUTATIONS, *visible), [at.raises]
    )
    return result[at.raises], tree.deals(len(placed_cards), decision_count)


def generic_values(at: Stand) -> dict[str, Fraction]:
    """Return the value of each open decision, with optimal play after it."""
    result, deals = prospects(at)
    return {name: Fraction(x.net, deals) for name, x in result.items()}


def shape_solution(rules: Rules, ranks: str) -> MainGame:
    """Return a whole game solved by the solver of its shape."""
    deck = deck_of_ranks(ranks)
    return find_solver(rules, deck)(deck, no_progress)


def agreed_solution(rules: Rules, ranks: str, method: str) -> MainGame:
    """Return a whole game after checking that both solvers agree in every field."""
    main = shape_solution(rules, ranks)
    assert main.method == method
    assert _fields(main) == _fields(generic.solve_generic(rules, deck_of_ranks(ranks)))
    return main


def _fields(main: MainGame) -> dict[str, Any]:
    """Return all results of a solution, without method and duration."""
    result = asdict(main)
    for name in ("method", "seconds", "seconds_all"):
        del result[name]
    return result
