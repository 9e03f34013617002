"""The handler for reports of incidents: each is checked, and a remedy that needs no ruling follows.

Where the remedy moves a wager, or the rulebook is silent, a second person rules before play goes
on: see `rulings`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.games.deck_tasks import Device, Task
from pitboss.games.game_parts import AUTOMATED_SHOE, BY_HAND, COUNTING
from pitboss.games.incidents import (
    FAILING_DEVICES,
    IMMEDIATE_REMEDIES,
    Incident,
    Kind,
    Remedy,
)
from pitboss.games.paytables import Share, join_names
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decks import all_devices, find_incident, wagers_needing
from pitboss.table.handlers.checks import (
    check_round_number,
    check_seat,
)
from pitboss.table.handlers.dealing import turned_card
from pitboss.table.handlers.equipment import is_shuffled, require_deck, require_open_for_play
from pitboss.table.hidden_cards import (
    FaceDownCard,
    describe_card,
    hidden_place_cards,
    hidden_seat_cards,
    next_card_name,
    next_place,
)
from pitboss.table.house_rules import INCIDENTS, ROUND_ORDER
from pitboss.table.people import Person
from pitboss.table.physical_cards import refuse_entered, require_stack
from pitboss.table.round_plan import plan_round
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    has_cards_on_table,
    is_being_settled,
    live_sides,
)


def report(state: State, by: Person, command: c.Report, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Report an incident that is possible now, and carry out a remedy that needs no ruling."""
    rules = require_open_for_play(state)
    if not isinstance(command.kind, Kind):
        kinds = [x.kind for x in rules.incidents if _SCOPES[x.kind] is not _refuse_stub_report]
        raise Refused(f"kind must be {join_names(kinds, 'or')}", INCIDENTS)
    incident = find_incident(rules, command.kind)
    if incident is None:
        raise Refused(
            f"this cannot happen under this table's rules: {command.kind.description}",
            INCIDENTS,
        )
    round_ = state.round if state.has_open_round else None
    scope = _SCOPES[command.kind](state, rules, round_, command)
    incident = scope.stricter_incident or incident
    needs_ruling = incident.remedy not in IMMEDIATE_REMEDIES
    number = round_.number if round_ and scope.in_round else 0
    position = scope.position
    event = e.IncidentReported(
        state.day.reported + 1,
        number,
        (incident.kind,),
        needs_ruling,
        by.name,
        scope.seat,
        scope.deck,
        scope.device,
        position is not None and needs_ruling,
        scope.card,
    )
    card = _exposed_card(rules, round_, scope, command, shoe)
    return event, *_immediate_events(incident.remedy, state, round_, scope, card)


class _IncidentScope(Struct, frozen=True, gc=False, kw_only=True):
    """What an incident affects: the round, a seat, a deck, a device or a card."""

    in_round: bool = True
    seat: int = 0
    deck: int = 0
    device: str = ""
    position: int | None = None
    """The position in the stack of a card that was exposed."""
    card: str = ""
    """The name of that card, where the report gives it."""
    stricter_incident: Incident | None = None
    """A stricter clause that applies and leaves the floorperson no discretion."""


def _immediate_events(
    remedy: Remedy,
    state: State,
    round_: RoundState | None,
    scope: _IncidentScope,
    card: e.TurnedCard | None,
) -> Iterator[e.Event]:
    if card is not None and round_ is not None:
        event = e.CardOut if remedy is Remedy.CARD_OUT else e.CardExposed
        yield event(round_.number, card)
    if remedy is Remedy.DECK_OUT:
        number = state.day.decks[scope.deck].number
        yield e.DeckRemoved(scope.deck, number, Kind.COUNTER_WRONG.description)
    elif remedy is Remedy.RESHUFFLE:
        yield e.ShuffleSpoilt(scope.deck)
    elif remedy is Remedy.COVER:
        yield e.DeviceDown(scope.device)


def _exposed_card(
    rules: Rules,
    round_: RoundState | None,
    scope: _IncidentScope,
    command: c.Report,
    shoe: Shoe | None,
) -> e.TurnedCard | None:
    """Return the card that an incident exposes, if any; with a physical deck it is entered."""
    face = (command.face,) if command.face else ()
    if scope.position is None or round_ is None:
        refuse_entered(face, "face", physical=rules.table.is_physical)
        return None
    stack = require_stack(rules, round_, shoe, (scope.position,), face, "face")
    return turned_card(stack, scope.position)


# Each `_scope_…` function refuses an incident that cannot happen now, or says what it affects.


def _require_round(rules: Rules, round_: RoundState | None, command: c.Report) -> RoundState:
    if round_ is None:
        raise Refused("no round is open", ROUND_ORDER)
    check_round_number(round_, command.round)
    if round_.phase not in (Phase.PLAYING, Phase.SETTLING, Phase.SETTLED):
        raise Refused(
            "no hand is in play: this can be reported only from the first card to the close of "
            "the round",
            rules.cite(rules.dealing.clause),
        )
    return round_


def _require_dealing(rules: Rules, round_: RoundState | None, command: c.Report) -> RoundState:
    """Return the round if at least one card is still to be dealt in it."""
    playing_round = _require_round(rules, round_, command)
    if not _has_cards_to_deal(rules, playing_round):
        raise Refused("all cards have been dealt", rules.cite(rules.dealing.clause))
    return playing_round


def _scope_face_up(
    _: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    playing_round = _require_dealing(rules, round_, command)
    incident = find_incident(rules, command.kind)
    is_single_card = (
        command.kind is Kind.CARD_FACE_UP and incident and incident.remedy is Remedy.CARD_OUT
    )
    if is_single_card and playing_round.card_out:
        raise Refused(
            "this is the second face-up card of the round: report "
            f"{short_repr(Kind.CARDS_FACE_UP)} instead",
            INCIDENTS,
        )
    return _IncidentScope(
        position=playing_round.order[playing_round.dealt] if is_single_card else None
    )


def _scope_drawn(
    _: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    _require_dealing(rules, round_, command)
    return _IncidentScope()


def _scope_drawn_exposed(
    _: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    """Check the exposure of a player's card, or of the next card of the stack."""
    if _is_unspecified(command.seat):
        return _scope_next_card(rules, _require_dealing(rules, round_, command), command)
    playing_round = _require_round(rules, round_, command)
    seat = require_seat(rules, playing_round, command.seat)
    if playing_round.phase is not Phase.PLAYING:
        raise Refused("hands are being settled, so every card is turned up anyway", INCIDENTS)
    if not has_cards_on_table(rules, playing_round, seat):
        raise Refused(f"seat {seat}'s hand is no longer in play", INCIDENTS)
    card = _find_named_card(
        rules,
        hidden_seat_cards(rules, playing_round, seat),
        command,
        f"seat {seat} has no face-down card",
    )
    return _IncidentScope(seat=seat, position=card.stack_position, card=card.name)


def _scope_next_card(rules: Rules, round_: RoundState, command: c.Report) -> _IncidentScope:
    """Check the exposure of the next card of the stack, judged by where it would have gone."""
    at, place = round_.order[round_.dealt], next_place(rules, round_)
    if at in round_.shown:
        raise Refused("the next card is already face up", INCIDENTS)
    if command.card not in ("", place) or not _is_unspecified(command.position):
        name = describe_card(rules, next_card_name(place))
        raise Refused(
            f"a report without a seat is about {name}: for another card, add its seat; for this "
            "one, leave out card and position",
            INCIDENTS,
        )
    stricter_incident = find_stricter_incident(rules, round_)
    return _IncidentScope(
        position=at, card=next_card_name(place), stricter_incident=stricter_incident
    )


def find_stricter_incident(rules: Rules, round_: RoundState) -> Incident | None:
    """Return the incident that replaces the floor's discretion if the next card is exposed.

    It is the clause on dealer cards before the last decision, or on community cards, where the card
    would have been one of them.
    """
    place = next_place(rules, round_)
    if place not in {item.name for item in rules.places}:
        return None
    is_dealer_card = place in plan_round(rules).dealer_places
    if is_dealer_card and not _has_decisions_left(rules, round_):
        return None
    kind = Kind.DEALER_CARD_EXPOSED if is_dealer_card else Kind.COMMUNITY_EXPOSED
    incident = find_incident(rules, kind)
    return None if incident is None or incident.remedy is Remedy.FLOOR_RULES else incident


def _find_named_card(
    rules: Rules, cards: Iterable[FaceDownCard], command: c.Report, none_sentence: str
) -> FaceDownCard:
    """Return the face-down card that a report names, or refuse if it is not clear which one."""
    face_down, card, position = list(cards), command.card, command.position
    if not face_down:
        raise Refused(none_sentence, INCIDENTS)
    # True is not a position, although it equals 1.
    at_place = [item for item in face_down if card in ("", item.place) and type(position) is int]
    matches = [item for item in at_place if position in (0, item.position)]
    if len(matches) == 1:
        return matches[0]
    choices = "; ".join(
        f"{item.place!r}, {item.position} ({describe_card(rules, item.name)})"
        for item in matches or face_down
    )
    if not matches:
        name = short_repr(card, 30)
        if position:
            name += f", position {short_repr(position, 30)}"
        raise Refused(
            f"card is {name}, but no such card is face down: choose card and position from "
            f"{choices}",
            INCIDENTS,
        )
    raise Refused(
        f"several cards are face down: choose card and position from {choices}", INCIDENTS
    )


def _scope_wrong_number(
    _: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    """Check a wrong number of cards, which can be noticed until the round is closed."""
    playing_round = _require_round(rules, round_, command)
    if not playing_round.dealt:
        raise Refused("no card has been dealt", rules.cite(rules.dealing.clause))
    if not _is_unspecified(command.seat):
        check_seat(rules, command.seat)  # even a seat without a wager can have a card too many
    return _IncidentScope(seat=command.seat)


def _scope_skipped_player(
    _: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    playing_round = _require_round(rules, round_, command)
    seat = require_seat(rules, playing_round, command.seat)
    if not playing_round.holes[seat]:
        raise Refused("no player has been dealt a card yet", rules.cite(rules.dealing.clause))
    if (
        playing_round.decisions[seat]
        or playing_round.has_lost_wagers(seat)
        or playing_round.phase is not Phase.PLAYING
    ):
        raise Refused(f"seat {seat} was not skipped: its hand has been played", INCIDENTS)
    return _IncidentScope(seat=seat)


def _scope_exposed_place(
    _: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    """Check the early exposure of a dealer card or a community card on the table."""
    playing_round = _require_round(rules, round_, command)
    if playing_round.phase is Phase.SETTLED:
        raise Refused("every hand is settled, so the cards may be seen", INCIDENTS)
    is_dealer_card = command.kind is Kind.DEALER_CARD_EXPOSED
    if is_dealer_card and not _has_decisions_left(rules, playing_round):
        raise Refused("every player has decided, so the dealer's cards may be seen", INCIDENTS)
    places = [
        name
        for name in playing_round.table
        if (name in plan_round(rules).dealer_places) is is_dealer_card
    ]
    none_sentence = f"no {'dealer' if is_dealer_card else 'community'} card is face down"
    card = _find_named_card(
        rules, hidden_place_cards(rules, playing_round, places), command, none_sentence
    )
    return _IncidentScope(position=card.stack_position, card=card.name)


def _has_decisions_left(rules: Rules, round_: RoundState) -> bool:
    """Return whether any player still has a decision to make."""
    has_live_hand = any(
        seat not in round_.folded and not round_.has_lost_wagers(seat) for seat in round_.players
    )
    return has_live_hand and round_.step <= plan_round(rules).last_question_step


def _scope_wrong_counter(
    state: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    if rules.table.shuffler not in COUNTING:
        raise Refused("the shuffler of this table does not count cards", INCIDENTS)
    return _scope_shuffler_deck(state, round_, command)


def _scope_shuffler_jam(
    state: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    if rules.table.shuffler == BY_HAND:
        raise Refused("the cards are shuffled by hand at this table", INCIDENTS)
    incident = find_incident(rules, Kind.SHUFFLER_JAM)
    scope = _scope_shuffler_deck(
        state, round_, command, being_shuffled=plan_round(rules).gathered_task
    )
    # A jam during a round belongs to that round if the remedy may return its wagers.
    may_return_wagers = incident is not None and incident.remedy not in IMMEDIATE_REMEDIES
    is_playing = round_ is not None and round_.phase not in (Phase.VOID, Phase.SETTLED)
    return replace(scope, in_round=may_return_wagers and is_playing)


def _scope_shuffler_deck(
    state: State,
    round_: RoundState | None,
    command: c.Report,
    being_shuffled: Task | None = None,
) -> _IncidentScope:
    """Check that the deck is in the shuffler or just came out, and is not the one in play."""
    deck = state.day.decks.get(command.deck) if type(command.deck) is int else None
    is_inside = deck and (is_shuffled(deck) or (deck.last and deck.last is being_shuffled))
    if not is_inside or (round_ and command.deck == state.day.turn):
        raise Refused(f"deck {short_repr(command.deck)} is not in the shuffler", INCIDENTS)
    return _IncidentScope(in_round=False, deck=command.deck)


def _scope_shoe_jam(
    _: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    """Check a jam of the shoe: after betting closes, while the shoe still has cards to deal."""
    if rules.table.dealing != AUTOMATED_SHOE:
        raise Refused("this table does not use an automated shoe", INCIDENTS)
    if round_ is None or round_.phase is not Phase.COUNTING or command.round != round_.number:
        playing_round = _require_dealing(rules, round_, command)
        if not _is_shoe_dispensing(rules, playing_round):
            raise Refused(
                "the shoe has dealt its cards, and the rest are dealt from the hand: report "
                f"{short_repr(Kind.DEVICE_DOWN)} with device {short_repr(Device.SHOE)}",
                rules.cite(rules.dealing.clause),
            )
    return _IncidentScope()


def _scope_fouled_deck(
    state: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    """Check a fouled deck at the table; the round is affected if that deck is in play."""
    deck = require_deck(state, rules, command.deck)
    is_in_play = (
        round_ is not None and round_.deck == deck.number and round_.phase is not Phase.VOID
    )
    return _IncidentScope(in_round=is_in_play, deck=command.deck)


def _scope_system_failure(
    _: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    """Check the failure of a device that an unsettled side wager depends on."""
    device = FAILING_DEVICES[command.kind]
    playing_round = round_ if round_ is not None and command.round == round_.number else None
    if playing_round is None or playing_round.phase in (Phase.SETTLED, Phase.VOID):
        playing_round = _require_round(rules, round_, command)
    if not wagers_needing(rules, device):
        raise Refused(f"no wager at this table needs the {device}", INCIDENTS)
    if not unsettled_wagers(rules, playing_round, device):
        raise Refused(
            f"no open wager still needs the {device}: report {short_repr(Kind.DEVICE_DOWN)} with "
            f"device {short_repr(device)}",
            INCIDENTS,
        )
    if _has_unpaid_jackpot(rules, playing_round):
        raise Refused(
            "a jackpot of this round has not been paid: report "
            f"{short_repr(Kind.DEVICE_DOWN)} with device {short_repr(device)}, and its wagers will "
            "wait until it works again",
            INCIDENTS,
        )
    return _IncidentScope(device=device.value)


def unsettled_wagers(rules: Rules, round_: RoundState, device: Device) -> dict[str, list[int]]:
    """Return the live wagers of a round that still need a device, each with its seats.

    Wagers that are lost, settled or being settled (after a spin or a jackpot) are not included.
    """
    live_keys = {
        seat: {side.key for side in live_sides(rules, round_, seat)}
        - round_.results.get(seat, {}).keys()
        for seat in round_.wagers
        if not is_being_settled(round_, seat)
    }
    seats_by_wager = {
        key: [seat for seat, keys in live_keys.items() if key in keys]
        for key in wagers_needing(rules, device)
    }
    return {key: seats for key, seats in seats_by_wager.items() if seats}


def _has_unpaid_jackpot(rules: Rules, round_: RoundState) -> bool:
    """Return whether a seat has hit a meter that has not paid it yet.

    It will be paid what the meter shows, including the contributions of all wagers of the round.
    """
    jackpot_symbols = {
        stop.name
        for side in rules.sides
        if side.pays.wheel
        for stop in side.pays.wheel
        if isinstance(stop.prize, Share)
    }
    winners = {
        round_.hit,
        *round_.validated,
        *(s for s, symbol in round_.spins.items() if symbol in jackpot_symbols),
    }
    return bool(winners.intersection(round_.players) - {*round_.settled})


def _scope_device_failure(
    state: State, rules: Rules, round_: RoundState | None, command: c.Report
) -> _IncidentScope:
    devices = all_devices(rules)
    device = command.device or next(iter(devices), "")
    if device not in devices:
        names = ", ".join(devices)
        if not names:
            raise Refused("this table uses no devices", INCIDENTS)
        raise Refused(f"unknown device {short_repr(device)}: choose from {names}", INCIDENTS)
    if device in state.day.broken:
        raise Refused(f"the {device} is already on record as out of order", INCIDENTS)
    if device == Device.SHOE and round_ and _is_shoe_dispensing(rules, round_):
        raise Refused(
            f"the shoe still has cards to deal: report {short_repr(Kind.SHOE_JAM)} instead",
            INCIDENTS,
        )
    failure_kind = next((kind for kind, item in FAILING_DEVICES.items() if item == device), None)
    is_over = round_ is None or round_.phase in (Phase.SETTLED, Phase.VOID)
    waiting_wagers = (
        unsettled_wagers(rules, round_, Device(device))
        if failure_kind and round_ and not is_over
        else {}
    )
    if failure_kind and round_ and waiting_wagers and not _has_unpaid_jackpot(rules, round_):
        raise Refused(
            f"open wagers need the {device}: report {short_repr(failure_kind)} instead", INCIDENTS
        )
    return _IncidentScope(in_round=False, device=Device(device).value)


def _has_cards_to_deal(rules: Rules, round_: RoundState) -> bool:
    """Return whether cards are still to be dealt in a round that is being played."""
    return round_.phase is Phase.PLAYING and round_.step <= plan_round(rules).last_card_step


def _is_shoe_dispensing(rules: Rules, round_: RoundState) -> bool:
    """Return whether an automated shoe still has cards to deal in a round with locked wagers."""
    return round_.phase is Phase.COUNTING or (
        round_.phase is Phase.PLAYING and round_.step <= plan_round(rules).last_dispensed_step
    )


def _refuse_stub_report(
    _: State, __: Rules, ___: RoundState | None, command: c.Report
) -> _IncidentScope:
    raise Refused(
        f"{short_repr(command.kind)} cannot be reported: count the stub, and a wrong count becomes "
        "an incident",
        INCIDENTS,
    )


def _is_unspecified(number: object) -> bool:
    """Return whether a report leaves the seat, or the position of a card, at 0."""
    return type(number) is int and number == 0


def require_seat(rules: Rules, round_: RoundState, seat: object) -> int:
    """Return the seat if it has a wager in this round."""
    check_seat(rules, seat)
    if seat not in round_.players:
        raise Refused(f"seat {seat} has no wager in this round", INCIDENTS)
    return seat  # type: ignore[return-value]


_SCOPES: Final[
    Mapping[Kind, Callable[[State, Rules, RoundState | None, c.Report], _IncidentScope]]
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
