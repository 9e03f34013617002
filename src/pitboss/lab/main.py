"""The main game of any rules: by the kernel that fits its shape, else by walking every deal."""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from msgspec import structs

from pitboss.cards import Card
from pitboss.games.odds import Odds
from pitboss.lab import store
from pitboss.lab.digest import digest
from pitboss.lab.generic.limits import check_deals, check_deck, count_deals
from pitboss.lab.results import Main, Start
from pitboss.lab.shapes import shape_on
from pitboss.lab.undecided import solve_undecided
from pitboss.lab.version import lab_version
from pitboss.lab.work import Told, untold
from pitboss.submission.rules import Rules

Solver = Callable[[Sequence[Card], Told], Main]
QUICK_DEALS: Final = 100_000
"""Deals that are walked in a few seconds."""


def solve_main(
    rules: Rules,
    *,
    deck: Sequence[Card] | None = None,
    told: Told = untold,
    cache: bool = True,
    keep: bool = True,
) -> Main:
    """The main game under the best play; from the disk if it was solved before.

    Without ``keep`` the disk does not keep it: where strangers ask, it would fill up.
    """
    deck = rules.deck.cards if deck is None else deck
    kept = _name(rules) if tuple(deck) == rules.deck.cards else None
    if kept and cache and (found := store.read(kept, told)):
        return _decoded(found)
    main = solver(rules, deck, told)(deck, told)
    if kept and keep:
        store.write(kept, _encoded(main))
    return main


def solve_quickly(rules: Rules) -> Main | None:
    """The main game, if that takes seconds: it was solved before, has a shape, or few deals."""
    deck = rules.deck.cards
    if store.read(_name(rules), untold) or shape_on(rules, deck):
        return solve_main(rules)
    if not rules.streets and (main := solve_undecided(rules, deck, untold)):
        return main
    return solve_main(rules) if count_deals(rules) <= QUICK_DEALS else None


def _name(rules: Rules) -> str:
    """The name under which the disk keeps a solution."""
    return f"main-{digest(rules)}-{lab_version()}"


def solver(rules: Rules, deck: Sequence[Card] | None = None, told: Told = untold) -> Solver:
    """What solves these rules. The fast shapes take decks in which all suits are alike."""
    deck = rules.deck.cards if deck is None else deck
    check_deck(rules, deck)
    if shape := shape_on(rules, deck):
        return shape.solve
    if not rules.streets and (main := solve_undecided(rules, deck, told)):
        return lambda *_: main
    check_deals(rules, deck)
    from pitboss.lab.generic.solver import solve  # brings arrays with it

    return partial(solve, rules)


def _encoded(main: Main) -> bytes:
    starts = {
        name: [
            start.ways,
            {k: str(v) for k, v in start.values.items()},
            start.best,
            str(start.folded),
        ]
        for name, start in main.starts.items()
    }
    results = [[staked, _text(net), deals] for (staked, net), deals in main.results.items()]
    whole = structs.asdict(main) | {"starts": starts, "results": results, "net": _text(main.net)}
    return json.dumps(whole).encode()


def _text(number: Odds) -> int | str:
    """A number as JSON has it: a whole one, or a fraction as a text."""
    return number if isinstance(number, int) else str(number)


def _number(text: int | str) -> Odds:
    return text if isinstance(text, int) else Fraction(text)


def _decoded(text: bytes) -> Main:
    found: dict[str, Any] = json.loads(text)
    starts = {
        name: Start(ways, {k: Fraction(v) for k, v in values.items()}, best, Fraction(folded))
        for name, (ways, values, best, folded) in found["starts"].items()
    }
    results = {(staked, _number(net)): deals for staked, net, deals in found["results"]}
    return Main(**found | {"starts": starts, "results": results, "net": _number(found["net"])})
