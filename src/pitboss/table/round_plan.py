"""The plan of a round: what the dealer does with the cards, step by step, from the definition.

A dealing method says in which order cards go out and, where it deals between decisions, when it
asks. The streets say what is revealed after each decision. Here both become one flat list, with
the clauses of each step, besides other facts that follow from the rules.

Cards that are dealt face up are followed by a turn as well: the dealer does both at once, and the
log has an event for each.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games.dealing import Ask, Burn, CardFacing, Discard, ToPlayers, ToTable
from pitboss.games.deck_tasks import Task
from pitboss.games.game_parts import BY_HAND, COUNTING, HandOf, Reveal, Side, Street
from pitboss.submission.rules import Rules, positions


class TurnCards(Struct, frozen=True, tag=True):
    """The step that turns over places of the table, or a card of every hand."""

    names: tuple[str, ...]
    clause: str
    cards: int = 0
    """The number of cards of each place, or 0 for all that are still face down."""


Step = ToPlayers | ToTable | Burn | Discard | Ask | TurnCards


class RoundPlan(NamedTuple):
    """The steps of a round, and other facts that follow from the rules."""

    steps: tuple[Step, ...]
    """Everything from the first card to the end of the last street."""
    streets: dict[str, tuple[int, Street]]
    """Each street by name, with the number of streets before it."""
    raises_close_streets: bool
    """Whether a raise can close later streets, so that a player has fewer decisions than others."""
    required_wagers: tuple[str, ...]
    main_wagers: tuple[str, ...]
    """Required wagers and raises, which a fold loses."""
    collected_wagers: frozenset[str]
    """Wagers whose chips are in the tray before hands are settled."""
    collected_after_fold: frozenset[str]
    """The same for a seat that folded."""
    wager_limits: dict[str, tuple[int, int]]
    """The minimum and maximum of each wager that players place."""
    metered_sides: dict[str, Side]
    """Wagers that a device accepts and the dealer collects before the deal."""
    wheel_wager: str | None
    """The wager that a wheel pays, if one does."""
    settled_first: tuple[str, ...]
    """Wagers that are settled at every seat before any hand is."""
    dealer_places: frozenset[str]
    """Places whose cards are the dealer's own."""
    last_card_step: int
    """The step that deals the last card."""
    last_question_step: int
    """The step that asks for the last decision."""
    last_dispensed_step: int
    """The last step that an automated shoe deals: later cards are dealt from the hand."""
    next_tasks: dict[Task, Task]
    """The next task with a deck, by the last one."""
    gathered_task: Task
    """The last task with a deck that only needs a shuffle."""
    counts_stub: bool
    """Whether the stub is counted, because no machine counts the deck."""


MAX_CACHED_PLANS: Final = 256
"""The number of plans in the cache."""
_cache: dict[str, RoundPlan] = {}


def plan_round(rules: Rules) -> RoundPlan:
    """Return the plan of a round under these rules."""
    result = _cache.get(rules.hash)
    if result is None:
        if len(_cache) >= MAX_CACHED_PLANS:
            _cache.clear()
        result = _cache[rules.hash] = _build_plan(rules)
    return result


def _build_plan(rules: Rules) -> RoundPlan:
    required = tuple(wager.key for wager in rules.required)
    main = required + tuple(wager.key for wager in rules.raises)
    metered_sides = {side.key: side for side in rules.sides if side.pays.stake is not None}
    wheels = [key for key, side in metered_sides.items() if side.pays.wheel]
    if len(wheels) > 1:
        raise Refused(f"a live table has one wheel, but {' and '.join(wheels)} each need one")
    steps = tuple(_steps(rules))
    return RoundPlan(
        steps=steps,
        streets={street.name: (before, street) for before, street in enumerate(rules.streets)},
        raises_close_streets=len({street.wager for street in rules.streets}) < len(rules.streets),
        required_wagers=required,
        main_wagers=main,
        collected_wagers=frozenset(metered_sides),
        collected_after_fold=frozenset((*metered_sides, *main)),
        wager_limits=dict.fromkeys(required, (rules.table.minimum, rules.table.maximum))
        | {side.key: (side.minimum, side.maximum) for side in rules.sides},
        metered_sides=metered_sides,
        wheel_wager=next(iter(wheels), None),
        settled_first=rules.table_procedures.settles_first,
        dealer_places=frozenset(_dealer_places(rules)),
        last_card_step=max(
            at for at, step in enumerate(steps) if type(step) not in (Ask, TurnCards)
        ),
        last_question_step=max(
            (at for at, step in enumerate(steps) if type(step) is Ask), default=-1
        ),
        last_dispensed_step=_last_dispensed_step(steps),
        next_tasks=_task_order(rules),
        gathered_task=tuple(rules.deck_procedures.opening)[-1],
        counts_stub=rules.table.shuffler not in COUNTING,
    )


def _last_dispensed_step(steps: tuple[Step, ...]) -> int:
    first_steps = takewhile(lambda step: type(step) is not Ask, steps)
    return max(
        (at for at, step in enumerate(first_steps) if type(step) is not TurnCards), default=-1
    )


def _dealer_places(rules: Rules) -> Iterator[str]:
    """Yield the dealer's places: those that no player's hand uses."""
    against = {name for wager in rules.wagers for name in wager.pays.reads[1:]}
    hands = [hand for hand in rules.hands if isinstance(hand, HandOf)]
    of_players = {at for hand in hands if hand.name not in against for at in hand.positions}
    where = positions(rules.places, rules.hole)
    for place in rules.places:
        if against and not of_players.intersection(where[place.name]):
            yield place.name


def _task_order(rules: Rules) -> dict[Task, Task]:
    procedures = rules.deck_procedures
    steps = (*procedures.opening, Task.SHUFFLE, Task.CUT, Task.LOAD)
    next_tasks = dict(pairwise(procedures.idle)) | dict(pairwise(steps))
    if rules.table.shuffler != BY_HAND:
        next_tasks[Task.SHUFFLE] = Task.LOAD  # cards shuffled by a machine are not cut
    return next_tasks


def _steps(rules: Rules) -> Iterator[Step]:
    steps = [*rules.dealing.steps]
    if not any(isinstance(step, Ask) for step in steps):
        steps += [Ask(street.name) for street in rules.streets]
    complete = Counter(rules.hole) + Counter({place.name: place.cards for place in rules.places})
    reveals = {street.name: street.reveals for street in rules.streets}
    card_counts: Counter[str] = Counter()
    waiting: list[Reveal] = []
    face_up = {place.name: place.face_up for place in rules.places if place.face_up}
    for step in steps:
        match step:
            case Ask():
                for name, cards in face_up.items():
                    yield TurnCards((name,), rules.dealing.clause, cards)
                face_up = {}
                yield step
                waiting = [*reveals[step.street]]
            case ToTable(lies=CardFacing.UP):
                yield replace(step, clauses=(waiting[0].clause,))
            case _:
                yield step if step.clauses else replace(step, clauses=(rules.dealing.clause,))
        match step:
            case ToPlayers():
                card_counts.update(step.cards)
            case ToTable():
                card_counts.update(step.places)
            case _:
                pass
        while waiting and all(card_counts[name] == complete[name] for name in waiting[0].names):
            reveal = waiting.pop(0)
            yield TurnCards(reveal.names, reveal.clause, reveal.cards)
