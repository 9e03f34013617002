"""Check the payout limit, the procedures, the incidents and the layout."""

from collections.abc import Iterator
from string import Formatter
from typing import TYPE_CHECKING, Final

from pitboss.games.deck_tasks import Task
from pitboss.games.game_parts import RESHUFFLING, UNLIMITED, possible_values
from pitboss.games.incidents import Kind
from pitboss.games.payoffs.payoff_checks import find_duplicates, find_unknown
from pitboss.games.procedures import is_incident_possible

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


def check_payout_limit(game: "Game") -> Iterator[str]:
    """Check that the payout limit covers wagers that pay odds, each once."""
    if game.payout_limit == UNLIMITED:
        return
    if game.payout_limit.least < 0:
        yield "the payout limit is negative"
    pays = {wager.key: possible_values(wager.pays) for wager in game.wagers}
    for scope in possible_values(game.payout_limit.scope):
        if not scope:
            yield "the payout limit covers no wagers"
        yield from find_unknown("the payout limit covers", scope, pays)
        yield from find_duplicates("wager in the payout limit", scope)
        for key in scope:
            if any(payoff.stake is not None for payoff in pays.get(key, ())):
                yield f"the payout limit covers {key!r}, which is paid by meters or a wheel"


def check_settled_first(game: "Game") -> Iterator[str]:
    """Check that the wagers settled before the hands are side wagers that pay odds."""
    first = game.procedures.table.settles_first
    odds_wagers = [
        side.key
        for side in game.sides
        if all(payoff.stake is None for payoff in possible_values(side.pays))
    ]
    yield from find_unknown("settles_first names", first, odds_wagers)
    yield from find_duplicates("wager in settles_first", first)
    hands = [possible_values(hand)[0].name for hand in game.hands]
    yield from find_unknown("the dealer announces", game.procedures.table.announces, hands)
    limited_wagers = {key for scope in possible_values(game.payout_limit.scope) for key in scope}
    if both := limited_wagers.intersection(first):
        # The limit is shared out over all wagers of a seat at once.
        yield (
            f"the payout limit covers {', '.join(sorted(both))}, which settles_first settles "
            "before the hands"
        )
    if bool(first) != bool(game.procedures.table.settles_first_by):
        yield "settles_first and settles_first_by must both be given, or neither"


def check_deck_procedures(game: "Game") -> Iterator[str]:
    """Check that each method of dealing has its clauses and that a player looks at each deck."""
    deck = game.procedures.deck
    methods = {dealing.method for dealing in game.procedures.dealing}
    for title, by_method in (
        ("where the stack is put", deck.loaded),
        ("how long a deck is used", deck.deck_hours),
        ("why it is changed", deck.deck_clause),
        ("how the stub is counted", deck.stub_clause),
    ):
        for method in sorted(methods - by_method.keys()):
            yield f"the procedures do not say {title} for the method {method!r}"
    if 2 * deck.cut_at_least > game.deck.size:
        yield (
            f"cut_at_least of DeckProcedures is {deck.cut_at_least}, but the deck has only "
            f"{game.deck.size} cards: no cut leaves as many above and below it"
        )
    for title, tasks in (("opening", deck.opening), ("idle", deck.idle)):
        if Task.LOOK not in tasks:
            yield f"the steps of an {title} table are missing {Task.LOOK.value!r}"
        all_tasks = _OPENING_TASKS if title == "opening" else _IDLE_TASKS
        if list(tasks) != [task for task in all_tasks if task in tasks]:
            order = ", ".join(task.value for task in all_tasks)
            yield f"the steps of an {title} table are out of order: the order is {order}"
    if Task.STACK not in deck.opening:
        yield f"the steps of an opening table are missing {Task.STACK.value!r}"
    reshuffling = game.procedures.reshuffling
    if (RESHUFFLING in game.procedures.shufflers) is not (reshuffling is not None):
        yield (
            f"{RESHUFFLING!r} as a shuffler and the field reshuffling must both be given, or "
            "neither"
        )
    if reshuffling:
        method_text = "a reshuffling device deals from"
        yield from find_unknown(method_text, [reshuffling.dealing], sorted(methods))
    if reshuffling and deck.idle_reshuffling in map(reshuffling.is_lifted, deck.idle.values()):
        yield "idle_reshuffling contradicts the clauses that the reshuffling device lifts"
    if game.procedures.forfeits and not game.procedures.table.breaches:
        yield "forfeits needs breaches: name what a player may not do"
    table = game.procedures.table
    if table.until_shown and table.until_shown not in table.breaches:
        yield f"until_shown is {table.until_shown}, which is not one of the breaches"


_OPENING_TASKS: Final = tuple(Task)[: tuple(Task).index(Task.SHUFFLE)]
_IDLE_TASKS: Final = (Task.EMPTY, Task.SPREAD_DOWN, Task.LOOK)


_OPTIONAL_INCIDENTS: Final = frozenset({Kind.FOULED_DECK, Kind.PROGRESSIVE_DOWN, Kind.WHEEL_DOWN})
"""Incidents that may have no remedy; they cannot be reported at such a table."""


def check_incidents(game: "Game") -> Iterator[str]:
    """Check that every incident has exactly one remedy."""
    kinds = [incident.kind for incident in game.procedures.incidents]
    yield from find_duplicates("incident", [kind.description for kind in kinds])
    for kind in Kind:
        if kind not in (*kinds, *_OPTIONAL_INCIDENTS) and is_incident_possible(game, kind):
            yield f"the procedures have no remedy for the incident that {kind.description}"
    for incident in game.procedures.incidents:
        yield from find_unknown(
            "a void round settles", incident.settles, [w.key for w in game.sides]
        )


def check_layout(game: "Game") -> Iterator[str]:
    """Check that each place and wager has one spot, and that signs name what exists."""
    for title, grid, names, optional_names in (
        ("table", game.layout.table, [p.name for p in game.places], []),
        ("seat", game.layout.seat, [w.key for w in game.wagers], game.hole_cards),
    ):
        rows = [row.split() for row in grid.strip().splitlines()]
        spots = [spot for row in rows for spot in row if spot != "."]
        if len({len(row) for row in rows}) > 1:
            yield f"the rows of the {title} layout differ in length"
        yield from find_duplicates(f"spot of the {title} layout", spots)
        yield from find_unknown(f"the {title} layout has", spots, [*names, *optional_names])
        yield from (f"the {title} layout is missing {name}" for name in names if name not in spots)
    options = [option.key for wager in game.required for option in wager.options]
    for sign in game.layout.signs:
        try:
            names = [name for _, name, _, _ in Formatter().parse(sign.text) if name is not None]
        except ValueError:
            yield f"the sign {sign.text!r} has an unmatched brace"
            continue
        yield from find_unknown("a sign contains", names, ["payout_limit", *options])
