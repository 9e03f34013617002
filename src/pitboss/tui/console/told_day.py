"""What happened beside a round, in plain words: counts, decks, people, irregularities."""

from pitboss.games.tasks import Task
from pitboss.money import dollars
from pitboss.papers.words import sentence
from pitboss.submission.rules import Rules
from pitboss.table import Recorded
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.card_names import incident_words
from pitboss.table.people import HOUSE_DEALER
from pitboss.tui.cards import sign
from pitboss.tui.console.matters import matter_words, meter_words, method_words


def day_words(rules: Rules, one: Recorded) -> str:
    """A sentence; nothing for what another sentence says already."""
    event = one.event
    by = one.by.name
    return _people(event) or _cards(event, by) or _wrong(rules, event) or _office(rules, event, by)


def _people(event: e.Event) -> str:
    match event:
        case e.PlayerSeated():
            return f"{event.player} sits down."
        case e.BoughtIn():
            return f"{event.player} buys in for {dollars(event.cents)}."
        case e.CashedOut():
            return f"{event.player} cashes out {dollars(event.cents)}."
        case e.PlayerAway():
            return f"The player of seat {event.seat} walks off."
        case e.PlayerLeft():
            return f"Seat {event.seat} is free."
        case _:
            return ""


def _cards(event: e.Event, by: str) -> str:
    match event:
        case e.ChecklistSigned():
            return f"{by} signs the opening checklist: {len(event.items)} items."
        case e.DeckReceived():
            made = ", inspected and shuffled" if event.ready_made else ""
            looks = f", {event.design}, {event.color} backs" if event.color else ""
            return f"Deck number {event.number} ({event.id}{looks}) has come{made}."
        case e.DeckRemoved():
            return f"Deck number {event.number} is off the table: {event.why}."
        case e.StepDone(task=Task.CUT):
            return f"The stack is cut by {by}: {event.cards} cards went to the bottom."
        case e.StepDone():
            return f"Done by {by}: {event.task.words}."
        case e.ShuffleOrdered() | e.ShuffleSpoilt():
            return "The cards are to be shuffled again."
        case e.CardsRecut():
            return f"The cards are cut again, {event.cut} from the top: {event.reason}."
        case e.StubCounted():
            what = "The stub" if event.round else "The deck"
            right = event.cards == event.should_be
            told = "right" if right else f"it should be {event.should_be}"
            return f"{what} is counted: {event.cards} cards, {told}."
        case e.CardExposed():
            return f"{sign(event.card.card)} lies open before its time."
        case e.CardOut():
            return f"{sign(event.card.card)} was face up: it is out of play."
        case _:
            return ""


def _wrong(rules: Rules, event: e.Event) -> str:
    match event:
        case e.IncidentReported():
            then = " A floorperson rules on it." if event.waits else ""
            words = incident_words(rules, event.kinds, event.card)
            return f"Incident {event.number}: {words}.{then}"
        case e.IncidentRuled():
            return f"{event.by} rules on incident {event.number}: {event.ruling.words}."
        case e.DeviceDown():
            return f"The {event.device} cannot be used."
        case e.DeviceMarked():
            return f"The {event.device} is {event.mark.value}."
        case e.DeviceRestored():
            return f"The {event.device} works again."
        case e.Disabled():
            return f"{event.by} disables {named(event.what)}: {event.reason}."
        case e.Enabled():
            return f"{event.by} enables {named(event.what)} again."
        case e.SeedLost():
            return f"The seed of round {event.round:,} is lost."
        case _:
            return ""


def _office(rules: Rules, event: e.Event, by: str) -> str:
    match event:
        case e.OpeningCounted():
            return f"The tray is counted, {dollars(event.cents)}{over_words(event.over)}: open."
        case e.ClosingCounted():
            return f"The tray is counted, {dollars(event.cents)}{over_words(event.over)}: closed."
        case e.TrayFilled():
            return f"The tray is filled by {dollars(event.cents)}."
        case e.Proposed(matter=c.OpeningCount() | c.ClosingCount()):
            return f"{by} has counted the tray; a second person counts it too."
        case e.Proposed(matter=c.FileSubmission()) if by == HOUSE_DEALER.name:
            return ""  # the office puts the table up: told when it is in force
        case e.Proposed():
            return f"{by} proposes: {matter_words(rules, event.matter)}."
        case e.Rejected():
            return f"{by} turns proposal {event.number} down."
        case e.FilingLapsed():
            return f"Submission {event.number} does not take effect: {event.reason}."
        case e.SubmissionApproved():
            method = method_words(event.submission["table"])
            return f"The rules {event.rules[:8]} are in force; {method}."
        case e.TableOpened():
            return f"{sentence(event.table)} stands ready, with {dollars(event.bank)} in its tray."
        case e.PayoutCorrected():
            was, now = dollars(event.was), dollars(event.credit)
            if event.handed_over:
                return (
                    f"The merchandise of seat {event.seat} from round {event.round:,} is handed "
                    f"over, and its value of {was} taken back."
                )
            return f"Seat {event.seat} in round {event.round:,}: {now} instead of {was}."
        case e.MeterCorrected():
            return (
                f"{sentence(meter_words(rules, event.meter))} is corrected by {event.cents} cents."
            )
        case _:  # what was approved is told by what it brings about
            return ""


def over_words(over: int) -> str:
    """How a count differs from the books."""
    if not over:
        return ""
    return f", {dollars(abs(over))} {'more' if over > 0 else 'less'} than the books say"


def named(what: str) -> str:
    """``the table``, ``Seat 2``."""
    return what[7:] if what.startswith("player:") else f"the {what}"
