"""Check reported incidents and stub counts: each where it can happen, with its immediate remedy.

Whatever moves no wager is done at once. The rest waits for a second person, see `rulings`.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pitboss.errors import short_repr
from pitboss.games.deck_tasks import Device
from pitboss.games.game_parts import AUTOMATED_SHOE, BY_HAND, COUNTING, RESHUFFLING
from pitboss.games.incidents import FAILING_DEVICES, IMMEDIATE_REMEDIES, Incident, Kind, Remedy
from pitboss.games.paytables import Share
from pitboss.submission import Rules
from pitboss.verify import events as e
from pitboss.verify.chain import VerificationError
from pitboss.verify.dealing import reveal_cards
from pitboss.verify.decks import (
    deck_to_count,
    devices_in_use,
    devices_needed,
    expect_deck_removed,
    expect_shuffle_spoilt,
    gathered_task,
    is_shuffled,
    is_stub_count_due,
    require_deck,
)
from pitboss.verify.round_state import RoundState
from pitboss.verify.shift import EventCheckers, ShiftChecker


def find_incident(rules: Rules, kind: Kind) -> Incident | None:
    """Return the game's provision for this kind of incident."""
    return next((item for item in rules.incidents if item.kind is kind), None)


def check_incident_reported(shift: ShiftChecker, event: e.IncidentReported) -> None:
    """Check a report: one incident that is possible here, and its immediate remedy."""
    rules = shift.require_open_for_play()
    shift.check(len(event.kinds) == 1, f"kinds has {len(event.kinds)} entries, expected 1")
    kind = event.kinds[0]
    incident = find_incident(rules, kind)
    if incident is None:
        shift.fail(f"this incident is not possible at this point: {kind.description}")
    scope = _SCOPES[kind](shift, rules, incident, event)
    if scope.open_cards is not None and event.card not in scope.open_cards:
        names = ", ".join(scope.open_cards) or "none"
        shift.fail(f"card is {short_repr(event.card)}, but this incident can expose only: {names}")
    needs_ruling = incident.remedy not in IMMEDIATE_REMEDIES
    round_number = shift.round.number if shift.round and scope.in_round else 0
    expected = e.IncidentReported(
        shift.day.reported + 1,
        round_number,
        (kind,),
        needs_ruling,
        event.by,
        event.seat if scope.seat else 0,
        event.deck if scope.deck else 0,
        event.device if scope.device else "",
        scope.open_cards is not None and needs_ruling,
        event.card if scope.open_cards is not None else "",
    )
    shift.expect_current(expected)
    _record_incident(shift, expected)
    _expect_immediate_remedy(shift, incident.remedy, event, scope)


def expect_incident_reported(
    shift: ShiftChecker, number: int, kinds: tuple[Kind, ...], *, deck: int
) -> None:
    """Expect an incident that follows from the event before, by the same person, and waits."""
    by = shift.line.by.name
    expected = e.IncidentReported(
        shift.day.reported + 1, number, kinds, True, by, 0, deck, "", False, ""
    )
    shift.expect_next(expected, at_once=True)
    _record_incident(shift, expected)


def _record_incident(shift: ShiftChecker, event: e.IncidentReported) -> None:
    shift.incident_count += 1
    shift.day.reported = event.number
    if event.waits:
        subject = (event.seat, event.deck, event.exposed, event.card)
        shift.day.incident = e.OpenIncident(
            event.number, event.round, event.kinds, event.by, *subject
        )


class _IncidentScope(Struct, frozen=True, kw_only=True):
    """The place of an incident: what its report names, and which cards it can expose."""

    in_round: bool = True
    seat: bool = False
    deck: bool = False
    device: bool = False
    open_cards: dict[str, int] | None = None
    """The cards that it can expose, by name with their positions; None if it exposes none."""


def _expect_immediate_remedy(
    shift: ShiftChecker, remedy: Remedy, event: e.IncidentReported, scope: _IncidentScope
) -> None:
    round_ = shift.round
    if scope.open_cards is not None and round_:
        is_out = remedy is Remedy.CARD_OUT
        kind: type[e.CardOut | e.CardExposed] = e.CardOut if is_out else e.CardExposed
        card = shift.next_event(kind, at_once=True).card
        expected = scope.open_cards[event.card]
        shift.check(
            card.position == expected,
            f"this incident does not involve the card at position {card.position}",
        )
        reveal_cards(shift, round_, (card,))
        if is_out:  # whoever would have got it gets the one behind it
            round_.dealt, round_.card_out = round_.dealt + 1, True
    if remedy is Remedy.DECK_OUT:
        expect_deck_removed(shift, event.deck, event.kinds[0].description)
    elif remedy is Remedy.RESHUFFLE:
        expect_shuffle_spoilt(shift, event.deck)
    elif remedy is Remedy.COVER:
        shift.expect_next(e.DeviceDown(event.device), at_once=True)
        shift.day.broken[event.device] = ""


# Where each can happen


def _require_round(shift: ShiftChecker, *, can_be_settled: bool = False) -> RoundState:
    """Return the round whose hands are played or being settled, or were just settled if allowed."""
    round_ = shift.round
    if round_ is None or not (
        round_.are_hands_played or (can_be_settled and round_.phase == "settled")
    ):
        shift.fail("no hand is being played")
    return round_


def _require_dealing(shift: ShiftChecker) -> RoundState:
    round_ = _require_round(shift)
    shift.check(round_.has_cards_to_deal, "no cards are left to deal")
    return round_


def _require_seat(shift: ShiftChecker, round_: RoundState, seat: int) -> int:
    shift.check(seat in round_.players, f"seat {seat} has no wager in this round")
    return seat


def _scope_face_up(
    shift: ShiftChecker, _: Rules, incident: Incident, __: e.IncidentReported
) -> _IncidentScope:
    """Return the scope of cards face up: the next card, if a single one is then out of play."""
    round_ = _require_dealing(shift)
    is_single_card = incident.kind is Kind.CARD_FACE_UP and incident.remedy is Remedy.CARD_OUT
    shift.check(
        not (is_single_card and round_.card_out),
        f"a card was already face up: report {Kind.CARDS_FACE_UP.description}",
    )
    return _IncidentScope(open_cards={"": round_.order[round_.dealt]} if is_single_card else None)


def _scope_drawn(
    shift: ShiftChecker, _: Rules, __: Incident, ___: e.IncidentReported
) -> _IncidentScope:
    _require_dealing(shift)
    return _IncidentScope()


def _scope_drawn_exposed(
    shift: ShiftChecker, rules: Rules, _: Incident, event: e.IncidentReported
) -> _IncidentScope:
    """Return the scope of an exposed card: the next card, or one face down before a player.

    The next card is not covered here if a stricter clause applies to the place it was meant for.
    """
    if not event.seat:
        stricter_kind = _find_stricter_kind(rules, _require_dealing(shift))
        shift.check(
            stricter_kind is None,
            f"this must be reported as: {stricter_kind and stricter_kind.description}",
        )
        return _IncidentScope(open_cards=_next_card(_require_dealing(shift)))
    round_ = _require_round(shift)
    hand = round_.holes[_require_seat(shift, round_, event.seat)]
    is_in_play = round_.phase == "playing" and round_.has_cards_on_table(event.seat)
    shift.check(is_in_play, f"the hand of seat {event.seat} is not in play")
    names = [f"{event.seat}.{name}" for name in round_.rules.hole]
    cards = dict(zip(names, hand, strict=False))
    return _IncidentScope(
        seat=True, open_cards={name: at for name, at in cards.items() if at not in round_.faces}
    )


def _next_card(round_: RoundState) -> dict[str, int]:
    """Return the card on top of the stack, named by where it would go, if it is face down."""
    at = round_.order[round_.dealt]
    return {} if at in round_.faces else {f"next.{round_.next_place}": at}


def _find_stricter_kind(rules: Rules, round_: RoundState) -> Kind | None:
    """Return the incident that the rulebook has for the next card being exposed, if any."""
    place = round_.next_place
    if place in round_.plan.dealer_places:
        kind = Kind.DEALER_CARD_EXPOSED if _has_decisions_left(round_) else None
    else:
        is_on_table = any(item.name == place for item in rules.places)
        kind = Kind.COMMUNITY_EXPOSED if is_on_table else None
    incident = find_incident(rules, kind) if kind else None
    return kind if incident and incident.remedy is not Remedy.FLOOR_RULES else None


def _has_decisions_left(round_: RoundState) -> bool:
    """Return whether a decision is still to be made."""
    has_live_hand = any(
        not round_.has_folded(seat) and not round_.has_lost_wagers(seat) for seat in round_.players
    )
    return has_live_hand and round_.step_index <= round_.plan.last_question_step


def _scope_wrong_number(
    shift: ShiftChecker, _: Rules, __: Incident, event: e.IncidentReported
) -> _IncidentScope:
    """Check a wrong number of cards, until the close: it is often seen when a hand is turned up."""
    round_ = _require_round(shift, can_be_settled=True)
    shift.check(round_.dealt, "no card has been dealt")
    # At a position without a wager, any card is one too many.
    shift.check(0 <= event.seat <= round_.rules.seats, f"seat {event.seat} does not exist")
    return _IncidentScope(seat=True)


def _scope_skipped_player(
    shift: ShiftChecker, _: Rules, __: Incident, event: e.IncidentReported
) -> _IncidentScope:
    """Check a skipped player, who has not decided yet while the others have cards."""
    round_ = _require_round(shift)
    seat = _require_seat(shift, round_, event.seat)
    shift.check(round_.holes[seat], "no player has a card yet")
    has_played = (
        round_.decisions.get(seat) or round_.has_lost_wagers(seat) or round_.phase != "playing"
    )
    shift.check(not has_played, f"seat {seat} has already decided on its cards")
    return _IncidentScope(seat=True)


def _scope_exposed_place(
    shift: ShiftChecker, rules: Rules, incident: Incident, __: e.IncidentReported
) -> _IncidentScope:
    """Return the scope of an exposed card of the dealer or of the community.

    It may also be the next card of the stack, if it would have gone to such a place.
    """
    round_, plan = _require_round(shift), shift.plan
    is_dealer_card = incident.kind is Kind.DEALER_CARD_EXPOSED
    is_late = is_dealer_card and not _has_decisions_left(round_)
    shift.check(not is_late, "every player has decided, so the dealer's cards may be seen")
    result: dict[str, int] = {}
    for place in rules.places:
        for n, at in enumerate(round_.places.get(place.name, ()), 1):
            if (place.name in plan.dealer_places) is is_dealer_card and at not in round_.faces:
                result[f"{place.name}.{n}" if place.cards > 1 else place.name] = at
    if round_.has_cards_to_deal and _find_stricter_kind(rules, round_) is incident.kind:
        result |= _next_card(round_)
    return _IncidentScope(open_cards=result)


def _check_in_shuffler(shift: ShiftChecker, event: e.IncidentReported, *, halfway: bool) -> None:
    """Check a deck that the device shuffled or is about to; not the one that is dealt from."""
    deck = require_deck(shift, event.deck)
    is_inside = is_shuffled(deck) or (halfway and deck.last is gathered_task(shift.rules))
    is_inside = is_inside and not shift.is_dealt_from(event.deck)
    shift.check(is_inside, f"deck {event.deck} is not in the shuffler")


def _scope_wrong_counter(
    shift: ShiftChecker, rules: Rules, _: Incident, event: e.IncidentReported
) -> _IncidentScope:
    shift.check(rules.table.shuffler in COUNTING, "the shuffler at this table does not count cards")
    _check_in_shuffler(shift, event, halfway=False)
    return _IncidentScope(in_round=False, deck=True)


def _scope_shuffler_jam(
    shift: ShiftChecker, rules: Rules, incident: Incident, event: e.IncidentReported
) -> _IncidentScope:
    """Check a shuffler jam, which affects the round as long as wagers could go back for it."""
    shift.check(rules.table.shuffler != BY_HAND, "cards are shuffled by hand at this table")
    _check_in_shuffler(shift, event, halfway=True)
    round_ = shift.round
    is_playing = round_ is not None and round_.phase not in ("void", "settled")
    return _IncidentScope(
        in_round=is_playing and incident.remedy not in IMMEDIATE_REMEDIES, deck=True
    )


def _scope_shoe_jam(
    shift: ShiftChecker, rules: Rules, _: Incident, __: e.IncidentReported
) -> _IncidentScope:
    """Check a shoe jam: from the end of betting until the shoe has dealt its cards."""
    shift.check(rules.table.dealing == AUTOMATED_SHOE, "no automated shoe is in use")
    can_jam = shift.round is not None and shift.round.is_shoe_dispensing
    shift.check(can_jam, "the shoe has no cards to deal")
    return _IncidentScope()


def _scope_device_failure(
    shift: ShiftChecker, rules: Rules, _: Incident, event: e.IncidentReported
) -> _IncidentScope:
    """Check a device failure, once per device; a shoe that still has to deal jams instead."""
    device, round_ = event.device, shift.round
    devices = [
        *devices_in_use(rules),
        *(item for side in rules.sides for item in devices_needed(side)),
    ]
    shift.check(device in devices, f"{short_repr(device)} is not a device in use at this table")
    shift.check(device not in shift.day.broken, f"the {device} is already out of order")
    must_jam = device == Device.SHOE and round_ is not None and round_.is_shoe_dispensing
    shift.check(
        not must_jam, f"the shoe still has cards to deal: report {Kind.SHOE_JAM.description}"
    )
    descriptions = [kind.description for kind, item in FAILING_DEVICES.items() if item == device]
    is_live = round_ is not None and round_.phase not in ("settled", "void")
    waiting = (
        is_live and round_ and unsettled_wagers(round_, device) and not _has_unpaid_jackpot(round_)
    )
    shift.check(not waiting, f"wagers depend on it: report {', '.join(descriptions)}")
    return _IncidentScope(in_round=False, device=True)


def unsettled_wagers(round_: RoundState, machine: str) -> dict[str, list[int]]:
    """Return the wagers of the round that still need this device, with their seats.

    Wagers that are lost, settled or being settled (after a spin or a jackpot) are not included.
    """
    result: dict[str, list[int]] = {}
    waiting = [
        s for s in round_.wagers if round_.phase == "betting" or not round_.is_being_settled(s)
    ]
    live = {seat: {side.key for side in round_.live_sides(seat)} for seat in waiting}
    for side in round_.rules.sides:
        of_side = [seat for seat, keys in live.items() if side.key in keys]
        seats = [seat for seat in of_side if side.key not in round_.results.get(seat, {})]
        if seats and machine in devices_needed(side):
            result[side.key] = seats
    return result


def _has_unpaid_jackpot(round_: RoundState) -> bool:
    """Return whether a seat has won a meter, by its hand or its spin, and is not paid."""
    winners = {round_.jackpot} if round_.jackpot is not None else set()
    for seat, symbol in round_.spins.items():
        wheel = round_.wheel_payoff(seat)
        stops = wheel.wheel if wheel else ()
        winners |= {seat for stop in stops if stop.name == symbol and isinstance(stop.prize, Share)}
    return any(not round_.is_settled(seat) for seat in winners)


def _scope_system_failure(
    shift: ShiftChecker, _: Rules, incident: Incident, event: e.IncidentReported
) -> _IncidentScope:
    """Check that a wager still needs the device and that no jackpot waits to be paid."""
    round_, machine = shift.round, FAILING_DEVICES[incident.kind].value
    if round_ is None or round_.phase in ("settled", "void"):
        shift.fail("no hand is being played")
    shift.check(event.device == machine, f"the device that fails is the {machine}")
    shift.check(unsettled_wagers(round_, machine), f"no open wager needs the {machine}")
    shift.check(not _has_unpaid_jackpot(round_), "a jackpot of this round is waiting to be paid")
    return _IncidentScope(device=True)


def _scope_fouled_deck(
    shift: ShiftChecker, _: Rules, __: Incident, event: e.IncidentReported
) -> _IncidentScope:
    """Check a fouled deck, at any time; it is of the round if the round is dealt from it."""
    round_, deck = shift.round, require_deck(shift, event.deck)
    is_in_play = round_ is not None and round_.deck == deck.number and round_.phase != "void"
    return _IncidentScope(in_round=is_in_play, deck=True)


def _refuse_stub_report(
    shift: ShiftChecker, _: Rules, __: Incident, ___: e.IncidentReported
) -> _IncidentScope:
    shift.fail("a wrong stub is not reported but counted")


_SCOPES: Final[
    dict[Kind, Callable[[ShiftChecker, Rules, Incident, e.IncidentReported], _IncidentScope]]
] = {
    Kind.CARD_FACE_UP: _scope_face_up,
    Kind.CARDS_FACE_UP: _scope_face_up,
    Kind.DRAWN_UNEXPOSED: _scope_drawn,
    Kind.DRAWN_EXPOSED: _scope_drawn_exposed,
    Kind.WRONG_NUMBER: _scope_wrong_number,
    Kind.PLAYER_SKIPPED: _scope_skipped_player,
    Kind.DEALER_CARD_EXPOSED: _scope_exposed_place,
    Kind.COMMUNITY_EXPOSED: _scope_exposed_place,
    Kind.STUB_MISDEALT: _refuse_stub_report,
    Kind.STUB_NOT_52: _refuse_stub_report,
    Kind.COUNTER_WRONG: _scope_wrong_counter,
    Kind.SHUFFLER_JAM: _scope_shuffler_jam,
    Kind.SHOE_JAM: _scope_shoe_jam,
    Kind.DEVICE_DOWN: _scope_device_failure,
    Kind.FOULED_DECK: _scope_fouled_deck,
    Kind.PROGRESSIVE_DOWN: _scope_system_failure,
    Kind.WHEEL_DOWN: _scope_system_failure,
}

INCIDENT_CHECKERS: Final[EventCheckers] = {e.IncidentReported: check_incident_reported}


WRONG_COUNT_KINDS: Final = (Kind.STUB_MISDEALT, Kind.STUB_NOT_52)
"""The incidents that a wrong count can be; a floorperson finds out which."""


def check_stub_counted(shift: ShiftChecker, event: e.StubCounted) -> None:
    """Check a count: the number of cards is right, or an incident is reported."""
    rules, round_ = shift.require_open_for_play(), shift.round
    counts_itself = rules.table.shuffler == RESHUFFLING and not rules.dealing.stub
    shift.check(not counts_itself, "the shoe counts the cards itself")
    number, slot, expected = (
        _expected_stub(shift, round_) if round_ else _expected_deck(shift, rules)
    )
    shift.check(
        0 <= event.cards <= 2 * rules.deck.size,
        f"cards is {event.cards}, which is not a possible count",
    )
    shift.expect_current(e.StubCounted(number, slot, event.cards, expected))
    if event.cards != expected:
        expect_incident_reported(shift, number, WRONG_COUNT_KINDS, deck=slot)
        return
    shift.day.uncounted = 0
    if round_:
        round_.stub_counted = True


def _expected_stub(shift: ShiftChecker, round_: RoundState) -> tuple[int, int, int]:
    """Return round, place and expected size of the stub, which is counted before settlement."""
    shift.check(
        round_.is_unsettled and not round_.has_cards_to_deal, "there is no stub to count now"
    )
    shift.check(not round_.stub_counted, "the stub of this round is already counted")
    return round_.number, shift.day.turn, round_.rules.deck.size - round_.dealt


def _expected_deck(shift: ShiftChecker, rules: Rules) -> tuple[int, int, int]:
    """Return round 0, place and size of a deck whose round was void before its count."""
    slot = deck_to_count(shift, rules)
    if slot is None:
        shift.fail("no deck needs to be counted between rounds")
    return 0, slot, rules.deck.size


def check_count_made(shift: ShiftChecker, round_: RoundState) -> None:
    """Check that nothing is settled before a required count, because the round could be void."""
    if is_stub_count_due(shift, round_.rules) and not round_.stub_counted:
        most = round_.rules.deck_procedures.stub_count_rounds
        early = (
            f"the stub was not counted for {most} rounds and must be counted before a wager is "
            "settled"
        )
        raise VerificationError(shift.line.n + 1, early)


COUNT_CHECKERS: Final[EventCheckers] = {e.StubCounted: check_stub_counted}
