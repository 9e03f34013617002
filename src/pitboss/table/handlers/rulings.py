"""Handlers for rulings: on incidents, with the rulebook's remedy, and on breaches of conduct."""

from collections.abc import Iterator

from pitboss.errors import Refused, short_repr
from pitboss.games.incidents import (
    COUNT_INCIDENTS,
    FAILING_DEVICES,
    Incident,
    Kind,
    Remedy,
)
from pitboss.settle import Round, Seat, WagerResult, settle
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import OpenIncident, Ruling
from pitboss.table.decks import find_incident, incident_clause
from pitboss.table.handlers.checks import (
    check_reason,
    is_string,
    require_open_round,
    require_rules_in_force,
)
from pitboss.table.handlers.incidents import require_seat, unsettled_wagers
from pitboss.table.handlers.settlement import (
    positions_settled_when_void,
    void_round,
    with_tray_fills,
)
from pitboss.table.house_rules import INCIDENTS, TWO_PEOPLE
from pitboss.table.people import Person, same_person
from pitboss.table.physical_cards import refuse_entered
from pitboss.table.round_plan import plan_round
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    has_cards_on_table,
    is_being_settled,
)


def rule(state: State, by: Person, command: c.Rule, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Rule on the open incident as a second person, and carry out the remedy."""
    rules = require_rules_in_force(state)
    open_incident = state.day.incident
    if open_incident is None:
        raise Refused("no incident is waiting for a ruling", INCIDENTS)
    if same_person(open_incident.by, by.name):
        raise Refused(
            f"{short_repr(by.name)} reported it, so somebody else must rule on it", TWO_PEOPLE
        )
    check_reason(command.reason)
    accepted_rulings = allowed_rulings(rules, open_incident)
    choices = " or ".join(f"{item} ({item.description})" for item in accepted_rulings)
    if type(command.ruling) is not Ruling:
        raise Refused(f"unknown ruling {short_repr(command.ruling)}: choose {choices}", INCIDENTS)
    if command.ruling not in accepted_rulings:
        raise Refused(
            f"the ruling {short_repr(command.ruling)} does not apply to this incident: "
            f"choose {choices}",
            INCIDENTS,
        )
    event = e.IncidentRuled(open_incident.number, command.ruling, command.reason, by.name)
    incident = find_incident(rules, ruled_kind(open_incident, command.ruling))
    is_physical = rules.table.is_physical
    if incident is None or command.ruling is Ruling.DISMISSED:
        refuse_entered(command.cards, physical=is_physical)
        return (event,)
    if incident.remedy is Remedy.RETURN_OR_WAIT:
        refuse_entered(command.cards, physical=is_physical)
        return event, *_device_failure_events(state, rules, incident.kind, command.ruling)
    if command.ruling in (Ruling.VOID, Ruling.GO_ON):
        remedy = Remedy.VOID if command.ruling is Ruling.VOID else None
    else:
        remedy = incident.remedy
    return event, *_remedy_events(
        state, rules, open_incident, incident, remedy, shoe, command.cards
    )


def positions_to_enter(state: State, rules: Rules, ruling: Ruling) -> list[int]:
    """Return the positions that a ruling on the open incident turns over."""
    open_incident, round_ = state.day.incident, state.round
    if open_incident is None or round_ is None or not open_incident.round:
        return []
    incident = find_incident(rules, ruled_kind(open_incident, ruling))
    if incident is None or ruling in (Ruling.DISMISSED, Ruling.GO_ON, Ruling.RETURN, Ruling.WAIT):
        return []
    remedy = Remedy.VOID if ruling is Ruling.VOID else incident.remedy
    if remedy is Remedy.SIT_OUT and len(round_.players) > 1:
        return []
    settles = _wager_settled_when_void(rules, round_, incident)
    return positions_settled_when_void(rules, round_, settles)


def allowed_rulings(rules: Rules, open_incident: OpenIncident) -> tuple[Ruling, ...]:
    """Return the rulings that an incident allows.

    An exposed card cannot be dismissed. Between rounds there is no hand to void, but a miscounted
    deck can be removed.
    """
    if len(open_incident.kinds) > 1:
        return Ruling.MISDEALT, Ruling.NOT_MISDEALT, Ruling.DISMISSED
    incident = find_incident(rules, open_incident.kinds[0])
    if incident is None or incident.remedy is Remedy.FLOOR_RULES:
        can_void = open_incident.round or open_incident.kinds[0] in COUNT_INCIDENTS
        return (Ruling.VOID, Ruling.GO_ON) if can_void else (Ruling.GO_ON,)
    if incident.remedy is Remedy.RETURN_OR_WAIT:
        return Ruling.RETURN, Ruling.WAIT, Ruling.DISMISSED
    return (
        (Ruling.BY_THE_BOOK,) if open_incident.exposed else (Ruling.BY_THE_BOOK, Ruling.DISMISSED)
    )


def ruled_kind(open_: OpenIncident | e.IncidentReported, ruling: Ruling) -> Kind:
    """Return the kind of incident that a ruling establishes."""
    return open_.kinds[-1] if ruling is Ruling.NOT_MISDEALT else open_.kinds[0]


def _remedy_events(
    state: State,
    rules: Rules,
    open_incident: OpenIncident,
    incident: Incident,
    remedy: Remedy | None,
    shoe: Shoe | None,
    entries: tuple[str, ...],
) -> Iterator[e.Event]:
    """Yield the events of a remedy; without one, the round goes on."""
    round_ = state.round
    is_void = False
    if remedy and open_incident.round and round_ is not None:
        if remedy is Remedy.SIT_OUT and len(round_.players) > 1:
            yield from _sit_out_events(state, rules, round_, open_incident.seat)
        else:
            why = f"{incident.kind.description} [{incident_clause(rules, incident)}]"
            matter = c.VoidRound(
                round_.number, why, _wager_settled_when_void(rules, round_, incident)
            )
            yield from void_round(state, rules, round_, matter, shoe, entries)
            is_void = True
    if not is_void:
        refuse_entered(entries, physical=rules.table.is_physical)
    if incident.kind is Kind.SHUFFLER_JAM:
        yield e.ShuffleSpoilt(open_incident.deck)  # an interrupted shuffle does not count
    deck = state.day.decks.get(open_incident.deck)
    is_miscount = incident.kind in COUNT_INCIDENTS and remedy is not None
    # Between rounds there is no hand to void, but the miscounted deck cannot be used.
    if deck and (remedy is Remedy.VOID_DECK_OUT or (is_miscount and not open_incident.round)):
        yield e.DeckRemoved(open_incident.deck, deck.number, incident.kind.description)


def _device_failure_events(
    state: State, rules: Rules, kind: Kind, ruling: Ruling
) -> Iterator[e.Event]:
    """Yield the events of a failed device: the wagers that need it are returned, or they wait."""
    device, round_ = FAILING_DEVICES[kind], state.round
    if ruling is Ruling.RETURN and round_ is not None:
        events = [
            e.WagersReturned(
                round_.number, key, {seat: _void_result(round_.wagers[seat][key]) for seat in seats}
            )
            for key, seats in unsettled_wagers(rules, round_, device).items()
        ]
        yield from with_tray_fills(state, events)
    if device not in state.day.broken:
        yield e.DeviceDown(device.value)


def _void_result(stake: int) -> WagerResult:
    return WagerResult(stake, "void", stake)


def _wager_settled_when_void(rules: Rules, round_: RoundState, incident: Incident) -> str:
    """Return the wager that is settled in a void round, or "" if the dealer lacks cards."""
    players_complete = all(len(hand) == len(rules.hole) for hand in round_.holes.values())
    dealer_complete = all(
        len(round_.table.get(p.name, ())) == p.cards
        for p in rules.places
        if p.name in plan_round(rules).dealer_places
    )
    if not dealer_complete or (incident.once_dealt and not players_complete):
        return ""
    offered_sides = {side.key for side in rules.sides}
    return next((key for key in incident.settles if key in offered_sides), "")


def _sit_out_events(state: State, rules: Rules, round_: RoundState, seat: int) -> Iterator[e.Event]:
    """Yield the events that return a seat's wagers; the round goes on without that seat."""
    result = settle(
        rules, Round({}, {}, {seat: Seat(round_.wagers[seat], ())}, round_.meters, True)
    )
    event = e.SatOut(round_.number, seat, result.seats[seat].wagers)
    yield from with_tray_fills(state, [event])


def forfeit(state: State, by: Person, command: c.Forfeit, _: Shoe | None) -> tuple[e.Event, ...]:
    """Forfeit every wager of a player who broke a rule of conduct about the cards."""
    rules, round_ = require_open_round(state, command, Phase.PLAYING, Phase.SETTLING)
    if not rules.forfeits:
        raise Refused("this game has no forfeits: record the breach instead", INCIDENTS)
    clause = rules.cite(rules.forfeits)
    seat = require_seat(rules, round_, command.seat)
    if not is_string(command.breach) or command.breach not in rules.table_procedures.breaches:
        breaches = ", ".join(rules.table_procedures.breaches)
        raise Refused(
            f"unknown breach {short_repr(command.breach)}: choose from {breaches}", clause
        )
    if not round_.holes[seat] or round_.has_lost_wagers(seat):
        raise Refused(f"seat {seat} has no cards in play", clause)
    if not has_cards_on_table(rules, round_, seat):
        raise Refused(f"seat {seat} has folded and has nothing left to forfeit", clause)
    if round_.phase is Phase.SETTLING:
        if command.breach == rules.table_procedures.until_shown:
            raise Refused(
                "this breach is not possible once every card on the table is face up",
                rules.cite(command.breach),
            )
        if seat in round_.results or is_being_settled(round_, seat):
            raise Refused(f"seat {seat} is already being settled", clause)
    return (e.Forfeited(round_.number, seat, command.breach, by.name),)


def record_breach(
    state: State, by: Person, command: c.RecordBreach, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Record a breach of conduct about the cards, in a game without forfeits."""
    rules, round_ = require_open_round(state, command, Phase.PLAYING, Phase.SETTLING)
    breaches = rules.table_procedures.breaches
    if rules.forfeits:
        clause = rules.cite(rules.forfeits)
        raise Refused(
            "a breach forfeits every wager in this game: a floorperson has to rule", clause
        )
    seat = require_seat(rules, round_, command.seat)
    if not is_string(command.breach) or command.breach not in breaches:
        names = ", ".join(breaches) or "none"
        raise Refused(
            f"unknown breach {short_repr(command.breach)}: choose from {names}", INCIDENTS
        )
    if not round_.holes[seat]:
        raise Refused(f"seat {seat} has no cards in play", rules.cite(command.breach))
    return (e.BreachRecorded(round_.number, seat, command.breach, by.name),)
