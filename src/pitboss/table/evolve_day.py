"""What the table is after an event of its day: decks, counts, machines, irregularities."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import CARD
from pitboss.games.tasks import Task
from pitboss.shuffle import bound_to, dealing_order
from pitboss.submission.rules import Rules
from pitboss.table import events as e
from pitboss.table.asking import asking
from pitboss.table.care import checklist
from pitboss.table.commands import ClosingCount, OpeningCount
from pitboss.table.day import Day, Deck, OpenIncident, Ruling
from pitboss.table.filing import rules_of_round
from pitboss.table.ledger import exact
from pitboss.table.money import fed, paid_meters, round_of
from pitboss.table.plan import plan
from pitboss.table.state import Phase, Proposal, RoundState, State, cards_stay


def _counted_open(state: State, _: e.OpeningCounted) -> State:
    day = replace(state.day, open=True, closed=False, signed="")
    return replace(state, day=day, proposals=uncounted(state.proposals))


def _counted_closed(state: State, _: e.ClosingCounted) -> State:
    day = replace(state.day, open=False, closed=True, signed="")
    return replace(state, day=day, proposals=uncounted(state.proposals))


def _signed(state: State, event: e.ChecklistSigned) -> State:
    return replace(state, day=replace(state.day, signed=event.by))


def _received(state: State, event: e.DeckReceived) -> State:
    day = state.day
    looks = (event.id, event.design, event.color)
    deck = Deck(event.number, event.at, None, event.ready_made, "", 0, *looks)
    decks = {**day.decks, event.deck: deck}
    register = (*day.register, event.id) if event.id else day.register
    day = replace(day, decks=decks, received=event.number, register=register, at=event.at)
    return replace(state, day=day)


def _removed(state: State, event: e.DeckRemoved) -> State:
    return replace(state, day=replace(state.day, decks=without(state.day.decks, event.deck)))


def _done(state: State, event: e.StepDone) -> State:
    day = state.day
    was = day.decks[event.deck]
    # Whatever else is done with a stack, it is no longer as it was cut, or as it came.
    stays = event.task in (Task.CUT, Task.LOAD)
    cut = event.cards or (was.cut if stays else 0)
    ready_made = was.ready_made and stays
    deck = replace(was, last=event.task, ready_made=ready_made, by=event.by, cut=cut)
    return replace(state, day=replace(day, decks={**day.decks, event.deck: deck}))


def _again(state: State, event: e.ShuffleOrdered | e.ShuffleSpoilt) -> State:
    rules = rules_of_state(state)
    return replace(state, day=_to_shuffle(rules, state.day, event.deck))


def _to_shuffle(rules: Rules, day: Day, slot: int) -> Day:
    """The deck is a stack that is to be shuffled."""
    deck = day.decks.get(slot)
    if deck is None:
        return day
    stack = replace(deck, last=plan(rules).gathered, ready_made=False, cut=0)
    return replace(day, decks={**day.decks, slot: stack})


def new_rules(rules: Rules, day: Day, before: Rules | None) -> Day:
    """What was shuffled by the old rules is shuffled again by the new ones.

    The opening checklist is signed again if the new rules have more to look at.
    """
    if before and checklist(rules).keys() - checklist(before).keys():
        day = replace(day, signed="")
    opening = (None, *rules.deck_procedures.opening, *rules.deck_procedures.idle)
    for slot, deck in day.decks.items():
        if deck.last not in opening:
            day = _to_shuffle(rules, day, slot)
    return replace(day, turn=1) if rules.table.decks == 1 else day


def round_over(rules: Rules, day: Day, number: int) -> Day:
    """The deck that was dealt is gathered, and the other one's turn comes, if there is one."""
    other = 3 - day.turn if rules.table.decks > 1 else 1
    deck = day.decks.get(day.turn)
    if deck is not None and deck.number == number:  # it may have been removed, and another be there
        day = _to_shuffle(rules, day, day.turn)
    return replace(day, turn=other)


def _recut(state: State, event: e.CardsRecut) -> State:
    if not event.round:
        return replace(state, day=_uncut(state.day))
    now = replace(round_of(state), cut=event.cut, recuts=round_of(state).recuts + 1)
    if now.order:
        bound = bound_to(state.table, now.number, now.rules)
        size = rules_of_round(state, now).deck.size
        now = replace(now, order=dealing_order(size, now.contributions, event.cut, bound))
    return replace(state, round=now)


def _uncut(day: Day) -> Day:
    """The stack of the next round, before it was cut."""
    was = day.decks[day.turn]
    last = None if was.ready_made else Task.SHUFFLE
    return replace(day, decks={**day.decks, day.turn: replace(was, last=last, cut=0)})


def _stub(state: State, event: e.StubCounted) -> State:
    if event.cards != event.should_be:
        return state  # it counts once it is found out why
    state = replace(state, day=replace(state.day, uncounted=0))
    return replace(state, round=replace(round_of(state), counted=True)) if event.round else state


def _reported(state: State, event: e.IncidentReported) -> State:
    about = (event.seat, event.deck, event.exposed, event.card)
    incident = OpenIncident(event.number, event.round, event.kinds, event.by, *about)
    day = replace(state.day, reported=event.number)
    return replace(state, day=replace(day, incident=incident) if event.waits else day)


def _ruled(state: State, event: e.IncidentRuled) -> State:
    day = replace(state.day, incident=None)
    if event.ruling in (Ruling.MISDEALT, Ruling.NOT_MISDEALT):
        day = replace(day, uncounted=0)
    return replace(state, day=day)


def _exposed(state: State, event: e.CardExposed) -> State:
    return replace(state, round=_shown(round_of(state), event.card))


def _card_out(state: State, event: e.CardOut) -> State:
    now = _shown(round_of(state), event.card)
    rack = (*now.rack, event.card.position)
    return replace(state, round=replace(now, rack=rack, dealt=now.dealt + 1, card_out=True))


def _shown(now: RoundState, card: e.Turned) -> RoundState:
    return replace(now, shown={**now.shown, card.position: CARD[card.card]})


def _sat_out(state: State, event: e.SatOut) -> State:
    now, seat = round_of(state), event.seat
    out = {key: result.stake for key, result in event.wagers.items()}
    after = replace(
        now,
        players=without(now.players, seat),
        wagers=without(now.wagers, seat),
        decisions=without(now.decisions, seat),
        raises=without(now.raises, seat),
        rack=now.rack + now.holes[seat],
        holes=without(now.holes, seat),
        sat_out={**now.sat_out, seat: out},
        skipped={**now.skipped, seat: now.players[seat]},
    )
    return replace(state, round=asking(rules_of_state(state), after))


def _returned(state: State, event: e.WagersReturned) -> State:
    now, rules = round_of(state), rules_of_state(state)
    wagers, returned = dict(now.wagers), dict(now.returned)
    for seat, result in event.seats.items():
        wagers[seat] = without(wagers[seat], event.wager)
        returned[seat] = {**returned.get(seat, {}), event.wager: result.stake}
    paid, left = paid_meters(now), dict(now.left_in_meters)
    for name, cents in fed(state, [{event.wager}] * len(event.seats)).items():
        if name in paid:
            left[name] = exact(left.get(name, 0) + cents)
    after = replace(now, wagers=wagers, returned=returned, left_in_meters=left)
    if event.wager == plan(rules).wheel:
        after = replace(after, wheel=tuple(s for s in now.wheel if s not in event.seats))
    # A folded hand that lay there for this wager alone is put away.
    for seat in now.players:
        if cards_stay(rules, now, seat) and not cards_stay(rules, after, seat):
            after = replace(after, rack=after.rack + now.holes[seat])
    counted = plan(rules).counted
    if now.phase is Phase.COUNTING and not any(k in w for w in wagers.values() for k in counted):
        after = replace(after, phase=Phase.PLAYING)
    elif now.phase is Phase.PLAYING:
        after = asking(rules, after)
    return replace(state, round=after)


def _forfeited(state: State, event: e.Forfeited) -> State:
    now = round_of(state)
    wheel = tuple(seat for seat in now.wheel if seat != event.seat)
    after = replace(now, forfeited=now.forfeited | {event.seat}, wheel=wheel)
    if now.phase is Phase.PLAYING:
        after = asking(rules_of_state(state), after)
    return replace(state, round=after)


def _broken(state: State, event: e.DeviceDown) -> State:
    return _devices(state, {**state.day.broken, event.device: ""})


def _marked(state: State, event: e.DeviceMarked) -> State:
    return _devices(state, {**state.day.broken, event.device: event.mark.value})


def _restored(state: State, event: e.DeviceRestored) -> State:
    return _devices(state, without(state.day.broken, event.device))


def _devices(state: State, broken: Mapping[str, str]) -> State:
    return replace(state, day=replace(state.day, broken=broken))


def _disabled(state: State, event: e.Disabled) -> State:
    disabled = {**state.day.disabled, event.what: event.reason}
    return replace(state, day=replace(state.day, disabled=disabled))


def _enabled(state: State, event: e.Enabled) -> State:
    disabled = without(state.day.disabled, event.what)
    return replace(state, day=replace(state.day, disabled=disabled))


def rules_of_state(state: State) -> Rules:
    """The rules in force, which there are once a round is on the table."""
    if state.rules is None:
        raise AssertionError("no submission is in force")
    return state.rules


def uncounted(proposals: Mapping[int, Proposal]) -> dict[int, Proposal]:
    """Without counts of a tray that is not what it was when it was counted."""
    counts = OpeningCount | ClosingCount
    return {n: one for n, one in proposals.items() if not isinstance(one.matter, counts)}


def without(some: Mapping[Any, Any], key: object) -> dict[Any, Any]:
    """The same without one."""
    return {k: value for k, value in some.items() if k != key}


EVOLVE_DAY: Final[dict[type, Callable[[State, Any], State]]] = {
    e.OpeningCounted: _counted_open,
    e.ClosingCounted: _counted_closed,
    e.ChecklistSigned: _signed,
    e.DeckReceived: _received,
    e.DeckRemoved: _removed,
    e.StepDone: _done,
    e.ShuffleOrdered: _again,
    e.ShuffleSpoilt: _again,
    e.CardsRecut: _recut,
    e.StubCounted: _stub,
    e.IncidentReported: _reported,
    e.CardExposed: _exposed,
    e.CardOut: _card_out,
    e.IncidentRuled: _ruled,
    e.SatOut: _sat_out,
    e.WagersReturned: _returned,
    e.Forfeited: _forfeited,
    e.DeviceDown: _broken,
    e.DeviceMarked: _marked,
    e.DeviceRestored: _restored,
    e.Disabled: _disabled,
    e.Enabled: _enabled,
}
