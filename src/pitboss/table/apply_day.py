"""Apply the events of a table's day: decks, counts, devices, incidents."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import CARD_BY_TEXT
from pitboss.games.deck_tasks import Task
from pitboss.shuffle import dealing_order, shuffle_context
from pitboss.submission.rules import Rules
from pitboss.table import events as e
from pitboss.table.commands import ClosingCount, OpeningCount
from pitboss.table.day import Day, OpenIncident, Ruling, TableDeck
from pitboss.table.decks import checklist_items
from pitboss.table.ledger import normalize_cents
from pitboss.table.postings import meter_contributions, paid_meters, require_round
from pitboss.table.round_plan import plan_round
from pitboss.table.state import (
    Phase,
    Proposal,
    RoundState,
    State,
    advance_round,
    has_cards_on_table,
    rules_for_round,
)


def _apply_opening_counted(state: State, _: e.OpeningCounted) -> State:
    day = replace(state.day, open=True, closed=False, signed="")
    return replace(state, day=day, proposals=without_tray_counts(state.proposals))


def _apply_closing_counted(state: State, _: e.ClosingCounted) -> State:
    day = replace(state.day, open=False, closed=True, signed="")
    return replace(state, day=day, proposals=without_tray_counts(state.proposals))


def _apply_checklist_signed(state: State, event: e.ChecklistSigned) -> State:
    return replace(state, day=replace(state.day, signed=event.by))


def _apply_deck_received(state: State, event: e.DeckReceived) -> State:
    day = state.day
    looks = (event.id, event.design, event.color)
    deck = TableDeck(event.number, event.at, None, event.ready_made, "", 0, *looks)
    decks = {**day.decks, event.deck: deck}
    register = (*day.register, event.id) if event.id else day.register
    day = replace(day, decks=decks, received=event.number, register=register, at=event.at)
    return replace(state, day=day)


def _apply_deck_removed(state: State, event: e.DeckRemoved) -> State:
    return replace(state, day=replace(state.day, decks=without_key(state.day.decks, event.deck)))


def _apply_step_done(state: State, event: e.StepDone) -> State:
    day = state.day
    was = day.decks[event.deck]
    # Whatever else is done with a stack, it is no longer as it was cut, or as it came.
    stays = event.task in (Task.CUT, Task.LOAD)
    cut = event.cards or (was.cut if stays else 0)
    ready_made = was.ready_made and stays
    deck = replace(was, last=event.task, ready_made=ready_made, by=event.by, cut=cut)
    return replace(state, day=replace(day, decks={**day.decks, event.deck: deck}))


def _apply_reshuffle(state: State, event: e.ShuffleOrdered | e.ShuffleSpoilt) -> State:
    rules = require_rules(state)
    return replace(state, day=_mark_for_shuffle(rules, state.day, event.deck))


def _mark_for_shuffle(rules: Rules, day: Day, slot: int) -> Day:
    """Return the day with a deck that must be shuffled next."""
    deck = day.decks.get(slot)
    if deck is None:
        return day
    stack = replace(deck, last=plan_round(rules).gathered_task, ready_made=False, cut=0)
    return replace(day, decks={**day.decks, slot: stack})


def adapt_day_to_rules(rules: Rules, day: Day, previous_rules: Rules | None) -> Day:
    """Mark decks that were shuffled under the old rules to be shuffled again.

    The opening checklist is signed again if the new rules have more to look at.
    """
    if previous_rules and checklist_items(rules).keys() - checklist_items(previous_rules).keys():
        day = replace(day, signed="")
    opening = (None, *rules.deck_procedures.opening, *rules.deck_procedures.idle)
    for slot, deck in day.decks.items():
        if deck.last not in opening:
            day = _mark_for_shuffle(rules, day, slot)
    return replace(day, turn=1) if rules.table.decks == 1 else day


def day_after_round(rules: Rules, day: Day, number: int) -> Day:
    """Gather the deck that was dealt, and pass the turn to the other deck if there is one."""
    other = 3 - day.turn if rules.table.decks > 1 else 1
    deck = day.decks.get(day.turn)
    if deck is not None and deck.number == number:  # it may have been removed, and another be there
        day = _mark_for_shuffle(rules, day, day.turn)
    return replace(day, turn=other)


def _apply_cards_recut(state: State, event: e.CardsRecut) -> State:
    if not event.round:
        return replace(state, day=_undo_cut(state.day))
    round_ = replace(require_round(state), cut=event.cut, recuts=require_round(state).recuts + 1)
    if round_.order:
        bound = shuffle_context(state.table, round_.number, round_.rules)
        size = rules_for_round(state, round_).deck.size
        round_ = replace(round_, order=dealing_order(size, round_.contributions, event.cut, bound))
    return replace(state, round=round_)


def _undo_cut(day: Day) -> Day:
    """Return the day with the cut of the next round's stack undone."""
    was = day.decks[day.turn]
    last = None if was.ready_made else Task.SHUFFLE
    return replace(day, decks={**day.decks, day.turn: replace(was, last=last, cut=0)})


def _apply_stub_counted(state: State, event: e.StubCounted) -> State:
    if event.cards != event.should_be:
        return state  # it counts once an incident ruling has explained it
    state = replace(state, day=replace(state.day, uncounted=0))
    return (
        replace(state, round=replace(require_round(state), counted=True)) if event.round else state
    )


def _apply_incident_reported(state: State, event: e.IncidentReported) -> State:
    about = (event.seat, event.deck, event.exposed, event.card)
    incident = OpenIncident(event.number, event.round, event.kinds, event.by, *about)
    day = replace(state.day, reported=event.number)
    return replace(state, day=replace(day, incident=incident) if event.waits else day)


def _apply_incident_ruled(state: State, event: e.IncidentRuled) -> State:
    day = replace(state.day, incident=None)
    if event.ruling in (Ruling.MISDEALT, Ruling.NOT_MISDEALT):
        day = replace(day, uncounted=0)
    return replace(state, day=day)


def _apply_card_exposed(state: State, event: e.CardExposed) -> State:
    return replace(state, round=_with_face_up_card(require_round(state), event.card))


def _apply_card_out(state: State, event: e.CardOut) -> State:
    round_ = _with_face_up_card(require_round(state), event.card)
    rack = (*round_.rack, event.card.position)
    return replace(state, round=replace(round_, rack=rack, dealt=round_.dealt + 1, card_out=True))


def _with_face_up_card(round_: RoundState, card: e.TurnedCard) -> RoundState:
    return replace(round_, shown={**round_.shown, card.position: CARD_BY_TEXT[card.card]})


def _apply_sat_out(state: State, event: e.SatOut) -> State:
    round_, seat = require_round(state), event.seat
    out = {key: result.stake for key, result in event.wagers.items()}
    after = replace(
        round_,
        players=without_key(round_.players, seat),
        wagers=without_key(round_.wagers, seat),
        decisions=without_key(round_.decisions, seat),
        raises=without_key(round_.raises, seat),
        rack=round_.rack + round_.holes[seat],
        holes=without_key(round_.holes, seat),
        sat_out={**round_.sat_out, seat: out},
        skipped={**round_.skipped, seat: round_.players[seat]},
    )
    return replace(state, round=advance_round(require_rules(state), after))


def _apply_wagers_returned(state: State, event: e.WagersReturned) -> State:
    round_, rules = require_round(state), require_rules(state)
    wagers, returned = dict(round_.wagers), dict(round_.returned)
    for seat, result in event.seats.items():
        wagers[seat] = without_key(wagers[seat], event.wager)
        returned[seat] = {**returned.get(seat, {}), event.wager: result.stake}
    paid, left = paid_meters(round_), dict(round_.left_in_meters)
    for name, cents in meter_contributions(state, [{event.wager}] * len(event.seats)).items():
        if name in paid:
            left[name] = normalize_cents(left.get(name, 0) + cents)
    after = replace(round_, wagers=wagers, returned=returned, left_in_meters=left)
    if event.wager == plan_round(rules).wheel_wager:
        after = replace(after, wheel=tuple(s for s in round_.wheel if s not in event.seats))
    # A folded hand that lay there for this wager alone is put away.
    for seat in round_.players:
        if has_cards_on_table(rules, round_, seat) and not has_cards_on_table(rules, after, seat):
            after = replace(after, rack=after.rack + round_.holes[seat])
    counted = plan_round(rules).metered_sides
    if round_.phase is Phase.COUNTING and not any(k in w for w in wagers.values() for k in counted):
        after = replace(after, phase=Phase.PLAYING)
    elif round_.phase is Phase.PLAYING:
        after = advance_round(rules, after)
    return replace(state, round=after)


def _apply_forfeited(state: State, event: e.Forfeited) -> State:
    round_ = require_round(state)
    wheel = tuple(seat for seat in round_.wheel if seat != event.seat)
    after = replace(round_, forfeited=round_.forfeited | {event.seat}, wheel=wheel)
    if round_.phase is Phase.PLAYING:
        after = advance_round(require_rules(state), after)
    return replace(state, round=after)


def _apply_device_down(state: State, event: e.DeviceDown) -> State:
    return _with_broken_devices(state, {**state.day.broken, event.device: ""})


def _apply_device_marked(state: State, event: e.DeviceMarked) -> State:
    return _with_broken_devices(state, {**state.day.broken, event.device: event.mark.value})


def _apply_device_restored(state: State, event: e.DeviceRestored) -> State:
    return _with_broken_devices(state, without_key(state.day.broken, event.device))


def _with_broken_devices(state: State, broken: Mapping[str, str]) -> State:
    return replace(state, day=replace(state.day, broken=broken))


def _apply_disabled(state: State, event: e.Disabled) -> State:
    disabled = {**state.day.disabled, event.what: event.reason}
    return replace(state, day=replace(state.day, disabled=disabled))


def _apply_enabled(state: State, event: e.Enabled) -> State:
    disabled = without_key(state.day.disabled, event.what)
    return replace(state, day=replace(state.day, disabled=disabled))


def require_rules(state: State) -> Rules:
    """Return the rules in force, which exist whenever there is a round."""
    if state.rules is None:
        raise AssertionError("no submission is in force")
    return state.rules


def without_tray_counts(proposals: Mapping[int, Proposal]) -> dict[int, Proposal]:
    """Without counts of a tray that is not what it was when it was counted."""
    counts = OpeningCount | ClosingCount
    return {n: item for n, item in proposals.items() if not isinstance(item.matter, counts)}


def without_key(mapping: Mapping[Any, Any], key: object) -> dict[Any, Any]:
    """Return the mapping without one key."""
    return {k: value for k, value in mapping.items() if k != key}


DAY_APPLIERS: Final[dict[type, Callable[[State, Any], State]]] = {
    e.OpeningCounted: _apply_opening_counted,
    e.ClosingCounted: _apply_closing_counted,
    e.ChecklistSigned: _apply_checklist_signed,
    e.DeckReceived: _apply_deck_received,
    e.DeckRemoved: _apply_deck_removed,
    e.StepDone: _apply_step_done,
    e.ShuffleOrdered: _apply_reshuffle,
    e.ShuffleSpoilt: _apply_reshuffle,
    e.CardsRecut: _apply_cards_recut,
    e.StubCounted: _apply_stub_counted,
    e.IncidentReported: _apply_incident_reported,
    e.CardExposed: _apply_card_exposed,
    e.CardOut: _apply_card_out,
    e.IncidentRuled: _apply_incident_ruled,
    e.SatOut: _apply_sat_out,
    e.WagersReturned: _apply_wagers_returned,
    e.Forfeited: _apply_forfeited,
    e.DeviceDown: _apply_device_down,
    e.DeviceMarked: _apply_device_marked,
    e.DeviceRestored: _apply_device_restored,
    e.Disabled: _apply_disabled,
    e.Enabled: _apply_enabled,
}
