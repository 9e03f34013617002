"""Check the acts of a floorperson: rulings on incidents, recuts, forfeits, devices, bans."""

from typing import Final

from pitboss.errors import short_repr
from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import COUNT_INCIDENTS, FAILING_DEVICES, Incident, Kind, Remedy
from pitboss.shuffle import dealing_order, recut_position
from pitboss.submission import Rules
from pitboss.verify import events as e
from pitboss.verify.decks import (
    cut_range,
    expect_deck_removed,
    expect_shuffle_spoilt,
    is_cut,
    undo_cut,
)
from pitboss.verify.incidents import find_incident, unsettled_wagers
from pitboss.verify.round_state import RoundState
from pitboss.verify.settlement import (
    RoundIsVoid,
    expect_sit_out,
    expect_void,
    expect_wagers_returned,
)
from pitboss.verify.shift import PLAYER_PREFIX, EventCheckers, ShiftChecker, is_name, same_person

SILENT_BOOK_RULE: Final = "ROUND-3"
"""The house rule for remedies where the rulebook has no clause."""


def check_incident_ruled(shift: ShiftChecker, event: e.IncidentRuled) -> None:
    """Check the ruling on the open incident; its remedy follows at once."""
    rules, open_incident = shift.rules, shift.day.incident
    if open_incident is None:
        shift.fail("no incident is waiting for a ruling")
    shift.check(
        event.number == open_incident.number,
        f"number is {event.number}, expected {open_incident.number}",
    )
    is_same = same_person(event.by, open_incident.by)
    shift.check(
        not is_same, f"{short_repr(open_incident.by)} reported it, so somebody else must rule on it"
    )
    shift.check_reason(event.reason)
    allowed_rulings = _allowed_rulings(open_incident, find_incident(rules, open_incident.kinds[0]))
    shift.check(
        event.ruling in allowed_rulings,
        f"ruling is {short_repr(event.ruling)}, expected {' or '.join(allowed_rulings)}",
    )
    shift.day.incident = None
    if event.ruling in ("misdealt", "not misdealt"):  # it was found out: the cards are counted
        shift.day.uncounted = 0
    shift.expect_postings()
    result = find_incident(rules, open_incident.kinds[-1 if event.ruling == "not misdealt" else 0])
    if result and event.ruling != "dismissed":
        _expect_remedy(shift, open_incident, result, event.ruling)


def _allowed_rulings(
    open_incident: e.OpenIncident, incident: Incident | None
) -> tuple[e.Ruling, ...]:
    """Return the possible rulings; that a card is exposed cannot be denied."""
    if len(open_incident.kinds) > 1:
        return "misdealt", "not misdealt", "dismissed"
    if incident is None or incident.remedy is Remedy.FLOOR_RULES:
        can_void = open_incident.round or open_incident.kinds[0] in COUNT_INCIDENTS
        return ("void", "go on") if can_void else ("go on",)
    if incident.remedy is Remedy.RETURN_OR_WAIT:
        return "return", "wait", "dismissed"
    return ("by the book",) if open_incident.exposed else ("by the book", "dismissed")


def _expect_remedy(
    shift: ShiftChecker, open_incident: e.OpenIncident, incident: Incident, ruling: e.Ruling
) -> None:
    """Expect the remedy: the round is void, goes on or loses a player; a deck goes out."""
    round_, remedy = shift.round, incident.remedy
    if round_ and incident.kind in FAILING_DEVICES:
        _expect_device_failure(shift, round_, FAILING_DEVICES[incident.kind].value, ruling)
        return
    in_round = round_ is not None and open_incident.round == round_.number
    if round_ and in_round and ruling != "go on":
        if remedy is Remedy.SIT_OUT and len(round_.players) > 1:
            expect_sit_out(shift, round_, open_incident.seat)
        else:
            reason = f"{incident.kind.description} [{_incident_clause(round_.rules, incident)}]"
            expect_void(shift, round_, reason, _wager_settled_when_void(round_, incident))
    if incident.kind is Kind.SHUFFLER_JAM:  # half a shuffle is none, whatever is said
        expect_shuffle_spoilt(shift, open_incident.deck)
    # A deck that was counted between two rounds is not what it should be, misdealt or not.
    is_miscount = incident.kind in COUNT_INCIDENTS and ruling != "go on" and not open_incident.round
    if open_incident.deck in shift.day.decks and (remedy is Remedy.VOID_DECK_OUT or is_miscount):
        expect_deck_removed(shift, open_incident.deck, incident.kind.description)
    if round_ and round_.phase == "void" and in_round:
        raise RoundIsVoid


def _expect_device_failure(
    shift: ShiftChecker, round_: RoundState, machine: str, ruling: e.Ruling
) -> None:
    """Expect that wagers on a failed device go back or wait; it is out of use until restored."""
    for key, seats in unsettled_wagers(round_, machine).items() if ruling == "return" else ():
        expect_wagers_returned(shift, round_, key, seats)
    if machine not in shift.day.broken:
        shift.expect_next(e.DeviceDown(machine), at_once=True)
        shift.day.broken[machine] = ""


def _incident_clause(rules: Rules, incident: Incident) -> str:
    """Return the clause of a remedy, from the chapter on this dealing method."""
    chapter = rules.dealing.clause.split(".")[0]
    own = [clause for clause in incident.clauses if clause.split(".")[0] == chapter]
    return rules.cite(next(iter(own or incident.clauses), None)) or SILENT_BOOK_RULE


def _wager_settled_when_void(round_: RoundState, incident: Incident) -> str:
    """Return the wager that is settled although the round is void, if its cards are there."""
    dealers = [place for place in round_.rules.places if place.name in round_.plan.dealer_places]
    if any(len(round_.places.get(place.name, ())) != place.cards for place in dealers):
        return ""
    hands = round_.holes.values() if incident.once_dealt else ()
    if any(len(hand) != len(round_.rules.hole) for hand in hands):
        return ""
    side_keys = [side.key for side in round_.rules.sides]
    return next((key for key in incident.settles if key in side_keys), "")


RULING_CHECKERS: Final[EventCheckers] = {e.IncidentRuled: check_incident_ruled}


def check_cards_recut(shift: ShiftChecker, event: e.CardsRecut) -> None:
    """Check another cut: before a round by the dealer, later where the contributions determine."""
    rules, round_ = shift.require_open_for_play(), shift.round
    deck = shift.day.decks.get(shift.day.turn)
    if deck is None or deck.last not in (Task.CUT, Task.LOAD):
        shift.fail("there is no stack ready to be cut again")
    low, high = cut_range(rules, deck)
    shift.check(is_cut(rules, deck), "this stack was not cut")
    shift.check_reason(event.reason)
    if round_ is None:
        shift.expect_current(e.CardsRecut(0, 0, event.reason))
        undo_cut(shift)
        return
    is_early = round_.phase in ("betting", "counting", "playing") and not (
        round_.dealt or round_.faces
    )
    shift.check(is_early, "a card has left the stack, so it cannot be cut again")
    if round_.is_physical:  # people cut it again, and nobody counts
        shift.expect_current(e.CardsRecut(round_.number, 0, event.reason))
        return
    round_.recuts += 1
    round_.cut = low + recut_position(
        round_.contributions, round_.context, round_.recuts, high - low + 1
    )
    shift.expect_current(e.CardsRecut(round_.number, round_.cut, event.reason))
    if round_.order:
        round_.order = dealing_order(
            round_.rules.deck.size, round_.contributions, round_.cut, round_.context
        )


def check_forfeited(shift: ShiftChecker, event: e.Forfeited) -> None:
    """Check a forfeit: a player with cards broke a rule and loses every wager of the round."""
    round_, seat = shift.round, event.seat
    if round_ is None or round_.phase not in ("playing", "settling"):
        shift.fail("no forfeit is possible at this point")
    rules = round_.rules
    shift.check(rules.forfeits, "this game has no forfeits")
    shift.check(seat in round_.players, f"seat {seat} has no wager in this round")
    is_breach = event.breach in rules.table_procedures.breaches
    shift.check(is_breach, f"{short_repr(event.breach)} is not a breach that forfeits wagers")
    has_cards = round_.holes[seat] and round_.has_cards_on_table(seat)
    shift.check(has_cards, f"seat {seat} has no cards in play")
    if round_.phase == "settling":
        is_too_late = event.breach == rules.table_procedures.until_shown
        shift.check(not is_too_late, "every card on the table is face up")
        has_begun = seat in round_.results or round_.is_being_settled(seat)
        shift.check(not has_begun, f"seat {seat} is already being settled")
    round_.forfeited.add(seat)
    round_.advance()
    shift.expect_postings()


def check_breach_recorded(shift: ShiftChecker, event: e.BreachRecorded) -> None:
    """Check a breach of conduct, in a game where no wager is forfeited for it."""
    round_, seat = shift.round, event.seat
    if round_ is None or round_.phase not in ("playing", "settling"):
        shift.fail("no player holds cards")
    shift.check(not round_.rules.forfeits, "in this game a breach forfeits every wager")
    shift.check(seat in round_.players, f"seat {seat} has no wager in this round")
    is_breach = event.breach in round_.rules.table_procedures.breaches
    shift.check(is_breach, f"{short_repr(event.breach)} is not a rule of conduct")
    shift.check(round_.holes[seat], f"seat {seat} has no cards in play")
    shift.expect_postings()


def check_device_marked(shift: ShiftChecker, event: e.DeviceMarked) -> None:
    """Check that a failed device is covered or signed, once."""
    _check_broken(shift, event.device)
    shift.check(not shift.day.broken[event.device], f"the {event.device} is already marked")
    shift.day.broken[event.device] = event.mark.value
    shift.expect_postings()


def check_device_restored(shift: ShiftChecker, event: e.DeviceRestored) -> None:
    """Check that a failed device works again."""
    _check_broken(shift, event.device)
    del shift.day.broken[event.device]
    shift.expect_postings()


def _check_broken(shift: ShiftChecker, device: str) -> None:
    shift.check(
        device in shift.day.broken, f"{short_repr(device)} is not a device that is out of order"
    )


def check_disabled(shift: ShiftChecker, event: e.Disabled) -> None:
    """Check that the table, the game or a player is excluded from new rounds."""
    _ = shift.rules
    is_valid = can_be_disabled(event.what)
    shift.check(is_valid, f"{short_repr(event.what)} is not the table, the game or a player")
    is_disabled = any(same_person(event.what, item) for item in shift.day.disabled)
    shift.check(not is_disabled, f"{short_repr(event.what)} is already disabled")
    shift.check_reason(event.reason)
    shift.day.disabled[event.what] = event.reason
    shift.expect_postings()


def can_be_disabled(what: str) -> bool:
    """Return whether this names something that can be barred from new rounds."""
    return what in ("table", "game") or (
        what.startswith(PLAYER_PREFIX) and is_name(what[len(PLAYER_PREFIX) :])
    )


def check_enabled(shift: ShiftChecker, event: e.Enabled) -> None:
    """Check that the table, the game or a player is admitted again."""
    shift.check(event.what in shift.day.disabled, f"{short_repr(event.what)} is not disabled")
    del shift.day.disabled[event.what]
    shift.expect_postings()


FLOOR_CHECKERS: Final[EventCheckers] = {
    e.CardsRecut: check_cards_recut,
    e.Forfeited: check_forfeited,
    e.BreachRecorded: check_breach_recorded,
    e.DeviceMarked: check_device_marked,
    e.DeviceRestored: check_device_restored,
    e.Disabled: check_disabled,
    e.Enabled: check_enabled,
}
