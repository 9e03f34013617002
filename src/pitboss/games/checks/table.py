"""The payout limit, the care of decks, the incidents, the layout."""

from collections.abc import Iterator
from string import Formatter
from typing import TYPE_CHECKING, Final, get_args

from pitboss.games.checks.common import twice, unknown
from pitboss.games.incidents import Kind
from pitboss.games.payoffs import Progressive, Showdown, Spin
from pitboss.games.procedures import Task
from pitboss.games.words import RESHUFFLING, When, alternatives

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


def limit(game: "Game") -> Iterator[str]:
    """The payout limit covers wagers that pay odds, each once."""
    if game.payout_limit.least < 0:
        yield "the payout limit is below nothing"
    pays = {wager.key: alternatives(wager.pays) for wager in game.wagers}
    for scope in map(str.split, alternatives(game.payout_limit.scope)):
        if not scope:
            yield "the payout limit covers nothing"
        yield from unknown("the payout limit covers", scope, pays)
        yield from twice("wager in the payout limit", scope)
        for key in scope:
            if any(isinstance(payoff, Progressive | Spin) for payoff in pays.get(key, ())):
                yield f"the payout limit covers {key!r}, which meters or a wheel pay"


def conduct(game: "Game") -> Iterator[str]:
    """What is settled before the hands are side wagers that pay odds."""
    first = game.conduct.settles_first.split()
    odds = [
        side.key
        for side in game.sides
        if not any(isinstance(payoff, Progressive | Spin) for payoff in alternatives(side.pays))
    ]
    yield from unknown("what is settled first", first, odds)
    yield from twice("wager settled first", first)
    hands = [hand.name for hand in game.hands]
    yield from unknown("the dealer announces", game.conduct.announces, hands)
    limited = {key for s in alternatives(game.payout_limit.scope) for key in s.split()}
    if both := limited.intersection(first):
        # The limit is shared out over all wagers of a seat at once.
        yield f"the payout limit covers {', '.join(sorted(both))}, settled before the hands"
    if bool(first) != bool(game.conduct.settles_first_by):
        yield "what is settled first and its clause go together"


def care(game: "Game") -> Iterator[str]:
    """Every method of dealing has its clauses; a deck is seen by a player before it is mixed."""
    looked_after = game.care
    methods = {dealing.method for dealing in game.dealing}
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
    reshuffling = game.reshuffling
    if (RESHUFFLING in game.shufflers) is not (reshuffling is not None):
        yield f"{RESHUFFLING!r} as a shuffler and what it goes with are named together"
    if reshuffling and reshuffling.dealing not in methods:
        yield f"a device that reshuffles goes with {reshuffling.dealing!r}, which it does not have"
    if reshuffling and looked_after.idle_reshuffling in map(
        reshuffling.lifted, looked_after.idle.values()
    ):
        yield "an idle table with a device that reshuffles is spread, or its clauses are lifted"
    if game.forfeits and not game.conduct.breaches:
        yield "a forfeit and what it is for go together"
    if (ends := game.conduct.until_shown) and ends not in game.conduct.breaches:
        yield f"{ends} ends when all cards are up, but is no breach"


_OPENING: Final = tuple(Task)[: tuple(Task).index(Task.SHUFFLE)]
_IDLE: Final = (Task.EMPTY, Task.SPREAD_DOWN, Task.LOOK)


_MAY_LACK: Final = frozenset({Kind.FOULED_DECK, Kind.PROGRESSIVE_DOWN, Kind.WHEEL_DOWN})
"""What a game need not have a remedy for: it cannot be reported there then."""


def incidents(game: "Game") -> Iterator[str]:
    """Every incident has one remedy."""
    kinds = [incident.kind for incident in game.incidents]
    yield from twice("incident", [kind.words for kind in kinds])
    showdown = any(
        isinstance(payoff, Showdown) for w in game.wagers for payoff in alternatives(w.pays)
    )
    for kind in Kind:
        if kind not in (*kinds, *_MAY_LACK) and (showdown or kind is not Kind.DEALER_CARD_EXPOSED):
            yield f"it has no remedy for the incident that {kind.words}"
    for incident in game.incidents:
        yield from unknown("a void round settles", incident.settles, [w.key for w in game.sides])


def layout(game: "Game") -> Iterator[str]:
    """Every place and wager has one spot, and the signs speak of what there is."""
    for title, grid, needed, allowed in (
        ("table", game.layout.table, [p.name for p in game.places], []),
        ("seat", game.layout.seat, [w.key for w in game.wagers], game.hole.split()),
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
        said = [name for _, name, _, _ in Formatter().parse(sign.text) if name is not None]
        yield from unknown("a sign says", said, ["payout_limit", *options])
