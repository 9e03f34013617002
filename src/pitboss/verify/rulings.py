"""What a floorperson says to an irregularity that somebody else reported, and what follows."""

from typing import Final

from pitboss.games.incidents import MISCOUNTED, SYSTEMS, Incident, Kind, Remedy
from pitboss.refusal import brief
from pitboss.submission import Rules
from pitboss.verify import day as d
from pitboss.verify.decks import spoilt, taken_off
from pitboss.verify.incidents import cell, unsettled
from pitboss.verify.shift import Anytime, Shift, same_person
from pitboss.verify.state import Round
from pitboss.verify.voiding import Voided, give_back, sit_out, void

SILENT: Final = "ROUND-3"
"""What a remedy rests on where the rulebook has no clause for it."""


def ruled(shift: Shift, event: d.IncidentRuled) -> None:
    """One of the things that can be said to it; its remedy follows at once."""
    rules, waits = shift.rules, shift.day.incident
    if waits is None:
        shift.fault("nothing waits for a ruling")
    shift.check(event.number == waits.number, f"incident {waits.number} waits for a ruling")
    alone = same_person(event.by, waits.by)
    shift.check(not alone, f"{brief(waits.by)} reported it: somebody else rules on it")
    shift.check_reason(event.reason)
    may = _answers(waits, cell(rules, waits.kinds[0]))
    shift.check(event.ruling in may, f"one says {' or '.join(may)} to this")
    shift.day.incident = None
    if event.ruling in ("misdealt", "not misdealt"):  # it was found out: the cards are counted
        shift.day.uncounted = 0
    shift.book()
    found = cell(rules, waits.kinds[-1 if event.ruling == "not misdealt" else 0])
    if found and event.ruling != "dismissed":
        _follows(shift, waits, found, event.ruling)


def _answers(waits: d.Waiting, says: Incident | None) -> tuple[d.Ruling, ...]:
    """What can be said; that a card lies open cannot be denied."""
    if len(waits.kinds) > 1:
        return "misdealt", "not misdealt", "dismissed"
    if says is None or says.remedy is Remedy.FLOOR_RULES:
        undoes = waits.round or waits.kinds[0] in MISCOUNTED
        return ("void", "go on") if undoes else ("go on",)
    if says.remedy is Remedy.RETURN_OR_WAIT:
        return "return", "wait", "dismissed"
    return ("by the book",) if waits.exposed else ("by the book", "dismissed")


def _follows(shift: Shift, waits: d.Waiting, says: Incident, ruling: d.Ruling) -> None:
    """The round is void, goes on or loses a player; a deck is shuffled again or removed."""
    now, remedy = shift.round, says.remedy
    if now and says.kind in SYSTEMS:
        _without(shift, now, SYSTEMS[says.kind].value, ruling)
        return
    in_round = now is not None and waits.round == now.number
    if now and in_round and ruling != "go on":
        if remedy is Remedy.SIT_OUT and len(now.players) > 1:
            sit_out(shift, now, waits.seat)
        else:
            reason = f"{says.kind.words} [{_clause(now.rules, says)}]"
            void(shift, now, reason, _settles(now, says))
    if says.kind is Kind.SHUFFLER_JAM:  # half a shuffle is none, whatever is said
        spoilt(shift, waits.deck)
    # A deck that was counted between two rounds is not what it should be, misdealt or not.
    of_deck = says.kind in MISCOUNTED and ruling != "go on" and not waits.round
    if waits.deck in shift.day.decks and (remedy is Remedy.VOID_DECK_OUT or of_deck):
        taken_off(shift, waits.deck, says.kind.words)
    if now and now.phase == "void" and in_round:
        raise Voided


def _without(shift: Shift, now: Round, machine: str, ruling: d.Ruling) -> None:
    """The wagers that need a machine go back, or wait; it is not used until it works again."""
    for key, seats in unsettled(now, machine).items() if ruling == "return" else ():
        give_back(shift, now, key, seats)
    if machine not in shift.day.broken:
        shift.expect(d.DeviceDown(machine), at_once=True)
        shift.day.broken[machine] = ""


def _clause(rules: Rules, says: Incident) -> str:
    """Of several clauses, that of the chapter on this method of dealing."""
    clauses = (says.clause or "").split(", ")
    chapter = rules.dealing.clause.split(".")[0]
    own = [clause for clause in clauses if clause.split(".")[0] == chapter]
    return rules.cite((own or clauses)[0]) or SILENT


def _settles(now: Round, says: Incident) -> str:
    """The wager that is settled although the round is void, if its cards are there."""
    dealers = [place for place in now.rules.places if place.name in now.script.dealers]
    if any(len(now.places.get(place.name, ())) != place.cards for place in dealers):
        return ""
    hands = now.holes.values() if says.once_dealt else ()
    if any(len(hand) != len(now.rules.hole) for hand in hands):
        return ""
    offered = [side.key for side in now.rules.sides]
    return next((key for key in says.settles if key in offered), "")


ANYTIME: Final[Anytime] = {d.IncidentRuled: ruled}
