"""The main game of any rules: by the kernel that fits its shape, else by walking every deal."""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import structs

from pitboss.cards import DECK, Card
from pitboss.lab import generic, store
from pitboss.lab.compiling import compiled
from pitboss.lab.cross.shape import lines_of
from pitboss.lab.digest import digest
from pitboss.lab.results import Main, Start
from pitboss.lab.showdown.shape import against_of
from pitboss.lab.stud.shape import growing_of
from pitboss.lab.suits import CHANGES, keeping
from pitboss.lab.version import lab_version
from pitboss.lab.work import Told, untold
from pitboss.submission.rules import Rules

Solver = Callable[[Sequence[Card], Told], Main]


def solve_main(
    rules: Rules,
    *,
    deck: Sequence[Card] = DECK,
    told: Told = untold,
    cache: bool = True,
    keep: bool = True,
) -> Main:
    """The main game under the best play; from the disk if it was solved before.

    Without ``keep`` the disk does not keep it: where strangers ask, it would fill up.
    """
    kept = f"main-{digest(rules)}-{lab_version()}" if tuple(deck) == DECK else None
    if kept and cache and (found := store.read(kept, told)):
        return _decoded(found)
    main = solver(rules, deck, told)(deck, told)
    if kept and keep:
        store.write(kept, _encoded(main))
    return main


def solver(rules: Rules, deck: Sequence[Card] = DECK, told: Told = untold) -> Solver:
    """What solves these rules. The fast shapes take decks in which all suits are alike."""
    generic.check_deck(rules, deck)
    fast = keeping(CHANGES, sorted(deck)) == CHANGES
    if fast and (lines := lines_of(rules)):
        with compiled("cross", told):
            from pitboss.lab.cross import solve as cross
        return partial(cross.solve, rules, lines)
    if fast and (growing := growing_of(rules)):
        from pitboss.lab.stud import solve as stud

        return partial(stud.solve, rules, growing)
    if fast and (against := against_of(rules)):
        with compiled("showdown", told):
            from pitboss.lab.showdown import solve as showdown
        return partial(showdown.solve, rules, against)
    generic.check_deals(rules, deck)
    return partial(generic.solve, rules)


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
    results = [[*key, deals] for key, deals in main.results.items()]
    return json.dumps(structs.asdict(main) | {"starts": starts, "results": results}).encode()


def _decoded(text: bytes) -> Main:
    found: dict[str, Any] = json.loads(text)
    starts = {
        name: Start(ways, {k: Fraction(v) for k, v in values.items()}, best, Fraction(folded))
        for name, (ways, values, best, folded) in found["starts"].items()
    }
    results = {(staked, net): deals for staked, net, deals in found["results"]}
    return Main(**found | {"starts": starts, "results": results})
