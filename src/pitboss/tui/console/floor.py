"""What a floorperson does: rules, approves, validates, orders. Always as another person."""

from collections.abc import Iterator

from pitboss.games.tasks import CONFIRMS, Task
from pitboss.papers.changes import changes
from pitboss.papers.words import sentence
from pitboss.table import commands as c
from pitboss.table.card_names import incident_words
from pitboss.table.care import cited, clause_of, next_task, remedy_for
from pitboss.table.day import OpenIncident, Ruling
from pitboss.table.deciding.incidents import found, rulings
from pitboss.table.house import INCIDENTS, TWO_PEOPLE, VALIDATED
from pitboss.table.state import Proposal
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.floor_orders import order_offers
from pitboss.tui.console.irregular import reversal_words
from pitboss.tui.console.matters import matter_words
from pitboss.tui.console.methods import method_pointer
from pitboss.tui.console.offers import Answers, Ask, Offer, Way


def floor_offers(desk: Desk) -> tuple[Offer, ...]:
    """What waits first, then what may be ordered at any time."""
    return (
        *_incident(desk),
        *_inspections(desk),
        *_jackpot(desk),
        *_absent(desk),
        *_proposals(desk),
        *_upcoming(desk),
        *method_pointer(desk),
        *order_offers(desk),
    )


def _incident(desk: Desk) -> Iterator[Offer]:
    open_ = desk.table.state.day.incident
    if open_ is None:
        return
    words = incident_words(desk.rules, open_.kinds, open_.card)
    reason = Ask("reason", "What is the ruling based on?", "text", words)
    for ruling in rulings(desk.rules, open_):
        incident = remedy_for(desk.rules, found(open_, ruling))
        yield Offer(
            words=f"Incident {open_.number}, {ruling}: {ruling.words}",
            detail=_follows(desk, open_, ruling),
            clause=cited(desk.rules, incident) if incident else INCIDENTS,
            ways=(_ruled(desk, ruling),),
            asks=(reason,),
            refusal=desk.refusal(desk.floor, c.Rule(ruling, "a reason")),
            urgent=True,
        )


def _follows(desk: Desk, open_: OpenIncident, ruling: Ruling) -> str:
    """What the book then does; it is found out which of two things a wrong count is."""
    incident = remedy_for(desk.rules, found(open_, ruling))
    by_book = ruling in (Ruling.BY_THE_BOOK, Ruling.MISDEALT, Ruling.NOT_MISDEALT)
    if incident is None or not by_book:
        return ""
    return f"{sentence(incident.remedy.words)}.{reversal_words(desk, incident)}"


def _ruled(desk: Desk, ruling: Ruling) -> Way:
    return desk.way(desk.floor, ruling, lambda given: c.Rule(ruling, str(given["reason"])))


def _inspections(desk: Desk) -> Iterator[Offer]:
    state, rules = desk.table.state, desk.rules
    for slot in state.day.decks:
        task = next_task(state, rules, slot)
        if task in CONFIRMS and task is not None:
            which = f", deck {slot}" if rules.table.decks > 1 else ""
            yield Offer(
                words=f"{sentence(task.words)}{which}",
                clause=rules.cite(clause_of(rules, task, state.day.decks[slot])) or "",
                ways=(_performed(desk, task, slot),),
                refusal=desk.refusal(desk.floor, c.Perform(task, slot)),
                urgent=True,
            )


def _performed(desk: Desk, task: Task, slot: int) -> Way:
    return desk.way(desk.floor, task, lambda given: c.Perform(task, slot))


def _jackpot(desk: Desk) -> Iterator[Offer]:
    now = desk.table.state.round
    if now is None or now.hit is None:
        return
    seat = now.hit
    yield Offer(
        words=f"Validate what seat {seat} won from the progressive",
        clause=desk.rules.cite(desk.rules.table_procedures.validates) or VALIDATED,
        ways=(desk.way(desk.floor, "validate", lambda given: c.ValidateJackpot(seat)),),
        refusal=desk.refusal(desk.floor, c.ValidateJackpot(seat)),
        urgent=True,
    )


def _absent(desk: Desk) -> Iterator[Offer]:
    now = desk.table.state.round
    for seat in sorted(now.away - now.absent.keys()) if now and desk.table.state.running else ():
        yield Offer(
            words=f"Rule on the wagers of seat {seat}, who left",
            clause=desk.rules.cite(desk.rules.table_procedures.leaving) or "",
            ways=(_lost(desk, seat, lost=True), _lost(desk, seat, lost=False)),
            refusal=desk.refusal(desk.floor, c.RuleOnAbsent(seat, True)),
            urgent=True,
        )


def _lost(desk: Desk, seat: int, *, lost: bool) -> Way:
    words = "they are lost" if lost else "they stand, and nothing more is staked"
    return desk.way(desk.floor, words, lambda given: c.RuleOnAbsent(seat, lost))


def _proposals(desk: Desk) -> Iterator[Offer]:
    for number, proposal in desk.table.state.proposals.items():
        about = f"proposal {number} of {proposal.by}"
        counts = isinstance(proposal.matter, c.OpeningCount | c.ClosingCount)
        what = "a count of the tray" if counts else matter_words(desk.rules, proposal.matter)
        yield Offer(
            words=f"Approve {about}: {what}",
            detail=_approving(desk, proposal.matter),
            clause=TWO_PEOPLE,
            ways=(_approved(desk, number, proposal),),
            asks=(Ask("cents", "What do you count, in dollars?", "money"),) if counts else (),
            refusal=desk.refusal(desk.floor, c.approval(number, proposal.matter)),
            urgent=True,
        )
        rejected = c.Reject(number)
        yield Offer(
            words=f"Turn {about} down: {what}",
            clause=TWO_PEOPLE,
            ways=(_rejected(desk, rejected),),
            refusal=desk.refusal(desk.floor, rejected),
            urgent=True,
        )


def _upcoming(desk: Desk) -> Iterator[Offer]:
    """What takes effect after the round, and can still be withdrawn."""
    coming = desk.table.state.upcoming
    if coming is None:
        return
    command = c.Reject(coming.number)
    yield Offer(
        words=f"Withdraw submission {coming.number}, which takes effect after this round",
        detail=_approving(desk, coming.matter),
        clause=TWO_PEOPLE,
        ways=(desk.way(desk.floor, "withdraw", lambda given: command),),
        refusal=desk.refusal(desk.floor, command),
    )


def _approving(desk: Desk, matter: c.Matter) -> str:
    """What it takes to approve this, or what it would change."""
    match matter:
        case c.OpeningCount() | c.ClosingCount():
            return "You count the tray too, without looking at the first count."
        case c.FileSubmission() if desk.table.state.filed:
            return " ".join(
                changes(desk.game, desk.table.state.filed[-1].submission, matter.submission)
            )
        case _:
            return ""


def _rejected(desk: Desk, command: c.Reject) -> Way:
    return desk.way(desk.floor, "turn down", lambda given: command)


def _approved(desk: Desk, number: int, proposal: Proposal) -> Way:
    """A count is approved by somebody who counted the same."""
    counts = isinstance(proposal.matter, c.OpeningCount | c.ClosingCount)

    def command(given: Answers) -> c.Command:
        return c.Approve(number, int(given["cents"]) if counts else None)

    return desk.way(desk.floor, "approve", command)
