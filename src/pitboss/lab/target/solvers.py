"""What solves a main game with varied odds: with slopes where a kernel tells them, else without."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.lab.main import solve_main
from pitboss.lab.shapes import shape_on
from pitboss.lab.target.numbered import Solved, Solver
from pitboss.lab.target.values import Point, Space
from pitboss.lab.whatif import altered
from pitboss.lab.work import Told, untold
from pitboss.submission.rules import Rules


def solver_of(
    rules: Rules, space: Space, deals: int, deck: Sequence[Card] | None = None, told: Told = untold
) -> Solver:
    """The fastest that there is. The fast ones take decks in which all suits are alike."""
    deck = rules.deck.cards if deck is None else deck
    shape = shape_on(rules, deck)
    if shape and (solver := shape.vary(space.free, deck, told)):
        return solver
    return _walked(rules, space, deals, deck)


def _walked(rules: Rules, space: Space, deals: int, deck: Sequence[Card]) -> Solver:
    """Of any game: more odds never bring less, nor more than the most that can be staked."""
    stakes = {wager.key: 1 for wager in rules.required}
    for street in rules.streets:
        asked = max(street.stakes.values(), default=0)
        stakes[street.wager] = stakes.get(street.wager, 0) + asked
    none = (0,) * len(space.free)
    most = tuple(deals * sum(stakes.get(w, 0) for w, _ in x.lines) for x in space.free)

    def solve(at: Point) -> Solved:
        main = solve_main(altered(rules, space.changes(at)), deck=deck, keep=False)
        return Solved(main.net, none, most)

    return solve
