"""The payout limit, the care of decks, the incidents, the layout."""

from collections.abc import Iterator
from string import Formatter
from typing import TYPE_CHECKING, Final, get_args

from pitboss.games.checks.common import twice, unknown
from pitboss.games.incidents import Kind
from pitboss.games.procedures import When, can_happen
from pitboss.games.tasks import Task
from pitboss.games.words import RESHUFFLING, UNLIMITED, alternatives

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


def limit(game: "Game") -> Iterator[str]:
    """The payout limit covers wagers that pay odds, each once."""
    if game.payout_limit == UNLIMITED:
        return
    if game.payout_limit.least < 0:
        yield "the payout limit is below nothing"
    pays = {wager.key: alternatives(wager.pays) for wager in game.wagers}
    for scope in alternatives(game.payout_limit.scope):
        if not scope:
            yield "the payout limit covers nothing"
        yield from unknown("the payout limit covers", scope, pays)
        yield from twice("wager in the payout limit", scope)
        for key in scope:
            if any(payoff.stake is not None for payoff in pays.get(key, ())):
                yield f"the payout limit covers {key!r}, which meters or a wheel pay"


def conduct(game: "Game") -> Iterator[str]:
    """What is settled before the hands are side wagers that pay odds."""
    first = game.procedures.table.settles_first.split()
    odds = [
        side.key
        for side in game.sides
        if all(payoff.stake is None for payoff in alternatives(side.pays))
    ]
    yield from unknown("what is settled first", first, odds)
    yield from twice("wager settled first", first)
    hands = [alternatives(hand)[0].name for hand in game.hands]
    yield from unknown("the dealer announces", game.procedures.table.announces, hands)
    limited = {key for scope in alternatives(game.payout_limit.scope) for key in scope}
    if both := limited.intersection(first):
        # The limit is shared out over all wagers of a seat at once.
        yield f"the payout limit covers {', '.join(sorted(both))}, settled before the hands"
    if bool(first) != bool(game.procedures.table.settles_first_by):
        yield "what is settled first and its clause go together"


def care(game: "Game") -> Iterator[str]:
    """Every method of dealing has its clauses; a deck is seen by a player before it is mixed."""
    looked_after = game.procedures.deck
    methods = {dealing.method for dealing in game.procedures.dealing}
    for title, given in (
        ("where the stack is put", looked_after.loaded),
        ("how long a deck is used", looked_after.deck_hours),
        ("why it is changed", looked_after.deck_clause),
        ("how the stub is counted", looked_after.stub_clause),
    ):
        yield from (f"it does not say {title} for {m}" for m in sorted(methods - given.keys()))
    for title, tasks in (("opening", looked_after.opening), ("idle", looked_after.idle)):
        if Task.LOOK not in tasks:
            yield f"no player looks at the cards of an {title} table"
        known = _OPENING if title == "opening" else _IDLE
        if list(tasks) != [task for task in known if task in tasks]:
            yield f"the steps of an {title} table are not in their order"
    whens = get_args(When)
    for one in looked_after.checklist:
        if one.when not in whens:
            some = " or ".join(map(repr, filter(None, whens)))
            yield (
                f"the check of {one.clause} is for {one.when!r}: leave when out, or make it {some}"
            )
    if Task.STACK not in looked_after.opening:
        yield "the cards are never stacked"
    reshuffling = game.procedures.reshuffling
    if (RESHUFFLING in game.procedures.shufflers) is not (reshuffling is not None):
        yield f"{RESHUFFLING!r} as a shuffler and what it goes with are named together"
    if reshuffling:
        goes_with = "a device that reshuffles goes with"
        yield from unknown(goes_with, [reshuffling.dealing], sorted(methods))
    if reshuffling and looked_after.idle_reshuffling in map(
        reshuffling.lifted, looked_after.idle.values()
    ):
        yield "an idle table with a device that reshuffles is spread, or its clauses are lifted"
    if game.procedures.forfeits and not game.procedures.table.breaches:
        yield "a forfeit and what it is for go together"
    if (ends := game.procedures.table.until_shown) and ends not in game.procedures.table.breaches:
        yield f"{ends} ends when all cards are up, but is no breach"


_OPENING: Final = tuple(Task)[: tuple(Task).index(Task.SHUFFLE)]
_IDLE: Final = (Task.EMPTY, Task.SPREAD_DOWN, Task.LOOK)


_MAY_LACK: Final = frozenset({Kind.FOULED_DECK, Kind.PROGRESSIVE_DOWN, Kind.WHEEL_DOWN})
"""What a game need not have a remedy for: it cannot be reported there then."""


def incidents(game: "Game") -> Iterator[str]:
    """Every incident has one remedy."""
    kinds = [incident.kind for incident in game.procedures.incidents]
    yield from twice("incident", [kind.words for kind in kinds])
    for kind in Kind:
        if kind not in (*kinds, *_MAY_LACK) and can_happen(game, kind):
            yield f"it has no remedy for the incident that {kind.words}"
    for incident in game.procedures.incidents:
        yield from unknown("a void round settles", incident.settles, [w.key for w in game.sides])


def layout(game: "Game") -> Iterator[str]:
    """Every place and wager has one spot, and the signs speak of what there is."""
    for title, grid, needed, allowed in (
        ("table", game.layout.table, [p.name for p in game.places], []),
        ("seat", game.layout.seat, [w.key for w in game.wagers], game.hole_cards),
    ):
        rows = [row.split() for row in grid.strip().splitlines()]
        spots = [spot for row in rows for spot in row if spot != "."]
        if len({len(row) for row in rows}) > 1:
            yield f"the rows of the {title} layout differ in length"
        yield from twice(f"spot of the {title} layout", spots)
        yield from unknown(f"the {title} layout has", spots, [*needed, *allowed])
        yield from (f"the {title} layout lacks {name}" for name in needed if name not in spots)
    options = [option.key for wager in game.required for option in wager.options]
    for sign in game.layout.signs:
        try:
            said = [name for _, name, _, _ in Formatter().parse(sign.text) if name is not None]
        except ValueError:
            yield f"the sign {sign.text!r} has a brace without its other"
            continue
        yield from unknown("a sign says", said, ["payout_limit", *options])
