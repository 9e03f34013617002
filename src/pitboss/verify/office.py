"""What takes two people: submissions, voids, corrections, counts of the tray.

One proposes, another approves. What was approved follows at once, by who approved it; a filing that
was approved in mid-round follows with the close of that round.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, assert_never

from pitboss.games import find_game
from pitboss.money import MOST_CENTS, dollars
from pitboss.refusal import Refused, brief
from pitboss.settle.bound import most_credit, most_gift
from pitboss.submission import Lapse, Rules, choices, completed, filing_faults, resolve
from pitboss.verify import day as d
from pitboss.verify import events as e
from pitboss.verify.decks import under_new_rules
from pitboss.verify.fault import Fault
from pitboss.verify.forward import bring_forward
from pitboss.verify.ledger import HOUSE, TRAY, move
from pitboss.verify.log import day
from pitboss.verify.paying import fed, pay
from pitboss.verify.script import script
from pitboss.verify.seats import boxes_adjacent
from pitboss.verify.shift import LONGEST_TABLE, Anytime, Shift, is_text, same_person
from pitboss.verify.state import Round
from pitboss.verify.voiding import Voided, void

CENTS: Final = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,14})?")


def open_table(shift: Shift) -> None:
    """The first line: a table for one of the games with chips in its tray, or brought forward."""
    first = shift.log.peek()
    if first and isinstance(first.event, e.BroughtForward):
        bring_forward(shift, shift.next(e.BroughtForward))
        return
    event = shift.next(e.TableOpened)
    try:
        find_game(event.game)
    except Refused as refused:
        shift.fault(str(refused))
    shift.check(is_text(event.table, LONGEST_TABLE), f"{brief(event.table)} is no table's name")
    shift.check(1 <= event.bank <= MOST_CENTS, f"a bank of {dollars(event.bank)} cannot be")
    shift.table, shift.game = event.table, event.game
    shift.book(move(HOUSE, TRAY, event.bank, "bank"))


def proposed(shift: Shift, event: e.Proposed) -> None:
    """Something that could be done as things are."""
    shift.proposed += 1
    shift.check(event.number == shift.proposed, f"this is proposal {shift.proposed}")
    _check(shift, event.matter)
    shift.proposals[event.number] = event
    shift.book()


def approved(shift: Shift, event: e.Approved) -> None:
    """Somebody else than the proposer agrees, and it is done at once, or after the round."""
    if shift.round and event.number <= shift.proposed_before:
        shift.book()  # a filing that was put up before this file begins: it takes effect after it
        return
    matter, by = _waiting(shift, event.number)
    alone = same_person(event.by, by)
    shift.check(not alone, f"{brief(by)} proposed it: somebody else approves it")
    _check(shift, matter)
    shift.book()
    if shift.round and isinstance(matter, e.FileSubmission):
        shift.check(not shift.upcoming, "another submission takes effect after this round")
        _check_complete(shift, matter)
        shift.upcoming = event.number, matter
    else:
        _done(shift, matter)


def rejected(shift: Shift, event: e.Rejected) -> None:
    """It is not done."""
    if shift.upcoming and shift.upcoming[0] == event.number:
        shift.upcoming = None
        shift.book()
        return
    if not 1 <= event.number <= shift.proposed_before:
        _waiting(shift, event.number)
    shift.book()


ANYTIME: Final[Anytime] = {e.Proposed: proposed, e.Approved: approved, e.Rejected: rejected}


def _waiting(shift: Shift, number: int) -> tuple[e.Matter, str]:
    shift.check(number in shift.proposals, f"proposal {number} does not wait for approval")
    proposal = shift.proposals.pop(number)
    return proposal.matter, proposal.by


def _check(shift: Shift, matter: e.Matter) -> None:
    """It can be done now."""
    match matter:
        case e.FileSubmission():
            _check_submission(shift, matter)
        case e.VoidRound():
            _check_void(shift, matter)
        case e.CorrectPayout():
            shift.check_reason(matter.reason)
            if not 1 <= matter.round <= shift.before:
                _check_payout(shift, matter)
        case e.CorrectMeter():
            shift.check_reason(matter.reason)
            _check_meter(shift, matter)
        case e.OpeningCount() | e.ClosingCount():
            _check_count(shift, matter)
        case _ as other:
            assert_never(other)


def _check_submission(shift: Shift, matter: e.FileSubmission) -> None:
    """Between rounds, or for the end of one; no machine is swapped unmarked, no meter dropped that
    holds money.
    """
    in_time = matter.after_round or not shift.round
    shift.check(in_time, "rules are not changed while a round is open")
    for check in (_check_boxes, _check_machines, _check_meters):
        check(shift, matter)


def _check_boxes(shift: Shift, matter: e.FileSubmission) -> None:
    rules = _rules(shift, matter)
    for name in shift.seats.values():
        boxes_adjacent(shift, rules, name, shift.seats)


def _check_machines(shift: Shift, _: e.FileSubmission) -> None:
    for machine, mark in shift.day.broken.items():
        shift.check(mark, f"the {machine} is covered or signed before another method is used")


def _check_meters(shift: Shift, matter: e.FileSubmission) -> None:
    for name in sorted(shift.meters - _rules(shift, matter).meters.keys()):
        shift.check(not shift.ledger[f"meter:{name}"], f"the meter {name} still holds money")


def _check_void(shift: Shift, matter: e.VoidRound) -> None:
    """At any time before the close."""
    now = shift.round
    if now is None or now.phase == "void" or matter.round != now.number:
        shift.fault(f"round {matter.round} is not open")
    waits = shift.day.incident and not now.seed_lost
    shift.check(not waits, "an irregularity waits: it is ruled on, as the book has it")
    known = ("", *now.rules.settled_when_void)
    shift.check(matter.settles in known, "that wager is not settled in a void round")
    shift.check_reason(matter.reason)


def _check_count(shift: Shift, matter: e.OpeningCount | e.ClosingCount) -> None:
    """The tray is counted at a table that is not open; or where nobody and no card is left."""
    _ = shift.rules
    if isinstance(matter, e.OpeningCount):
        shift.check(not shift.day.open, "the table is open for play already")
    else:
        shift.check(shift.day.open, "the table is not open for play")
        shift.check(not shift.round, "a round is open")
        shift.check(not shift.seats, "players still sit at the table")
        shift.check(not shift.day.decks, "the cards are still on the table")
    shift.check(0 <= matter.cents <= MOST_CENTS, f"a tray does not hold {dollars(matter.cents)}")


def _check_meter(shift: Shift, matter: e.CorrectMeter) -> None:
    shift.check(not shift.round, "meters are not changed while a round is open")
    shift.check(matter.meter in shift.meters, f"{brief(matter.meter)} is no meter here")
    cents = _cents(shift, matter)
    after = shift.ledger[f"meter:{matter.meter}"] + cents
    shift.check(cents and 0 <= after <= MOST_CENTS, "a meter cannot be corrected by that")


def _check_payout(shift: Shift, matter: e.CorrectPayout) -> None:
    was = _credited(shift, matter)
    shift.check(0 <= matter.credit <= MOST_CENTS, f"{matter.credit} cents are no credit")
    shift.check(matter.credit != was, f"that wager was credited {dollars(was)} already")
    most = _most(shift.closed[matter.round].round, matter)
    shift.check(matter.credit <= most, f"this could never be credited more than {dollars(most)}")
    if matter.handed_over:
        won = matter.wager in shift.closed[matter.round].merchandise.get(matter.seat, ())
        shift.check(won, f"seat {matter.seat} won no merchandise in round {matter.round}")
        shift.check(not matter.credit, "what is handed over is not paid as well")
        there = shift.closed[matter.round].players[matter.seat] in shift.seats.values()
        shift.check(there, "who left with the value is handed nothing over")
    players, by = shift.closed[matter.round].players, shift.line.by.name
    own = any(same_person(by, player) for player in players.values())
    shift.check(not own, f"{brief(by)} played in round {matter.round}")
    name = players[matter.seat]
    from_round = shift.round.credited(name) if shift.round else 0
    held = shift.ledger.chips(name) - from_round + matter.credit
    enough = name not in shift.seats.values() or held >= was
    shift.check(enough, f"{brief(name)} has too few chips to give back")
    meter, change = _meter_repaid(shift, matter)
    shift.check(not (change and shift.round), "meters are not changed while a round is open")
    shows = shift.ledger[f"meter:{meter}"] + change
    shift.check(shows >= 0, f"the meter {meter} holds less than its reset, which is undone")


def _most(now: Round, matter: e.CorrectPayout) -> int:
    """What the cards could have given at most."""
    if matter.wager in ("envy", "community_pay"):
        taker = now.players[matter.seat]
        others = sum(name != taker for name in now.players.values())
        return most_gift(now.rules, matter.wager.replace("_", " "), others)
    added = fed(now, [*now.wagers.values(), *now.returned.values()])
    shown = {
        name: max(now.meters.get(name, 0), meter.reset) + added.get(name, 0)
        for name, meter in now.rules.meters.items()
    }
    stake = now.results[matter.seat][matter.wager].stake
    return most_credit(now.rules, matter.wager, stake, shown)


def _meter_repaid(shift: Shift, matter: e.CorrectPayout) -> tuple[str, int]:
    """The meter whose payment is undone, with its reset, because less was won than it paid."""
    hits = shift.closed[matter.round].hits.get(matter.seat, ())
    for hit in hits:
        if hit.wager == matter.wager and matter.credit < hit.paid:
            return hit.meter, hit.paid - hit.reseeded
    return "", 0


def _credited(shift: Shift, matter: e.CorrectPayout) -> int:
    """What the wager was credited, as corrected so far."""
    closed = shift.closed.get(matter.round)
    credited = closed.credited.get(matter.seat, {}) if closed else {}
    shift.check(matter.wager in credited, "no closed round has that wager")
    return credited[matter.wager]


def _cents(shift: Shift, matter: e.CorrectMeter) -> Fraction:
    good = isinstance(matter.cents, int) or CENTS.fullmatch(matter.cents)
    shift.check(good, f"{brief(matter.cents)} is not a number of cents such as 50 or 1/3")
    return Fraction(matter.cents)


def _rules(shift: Shift, matter: e.FileSubmission) -> Rules:
    try:
        return resolve(find_game(shift.game), choices(matter.submission))
    except Refused as refused:
        shift.fault(str(refused))


def _done(shift: Shift, matter: e.Matter) -> None:
    """What an approved matter brings about."""
    match matter:
        case e.FileSubmission():
            _file(shift, matter)
        case e.VoidRound():
            if shift.round:
                _void(shift, shift.round, matter)
        case e.CorrectPayout():
            _correct_payout(shift, matter)
        case e.CorrectMeter():
            cents, meter = _cents(shift, matter), f"meter:{matter.meter}"
            giver, taker = (HOUSE, meter) if cents > 0 else (meter, HOUSE)
            moved = move(giver, taker, abs(cents), "correction")
            due = e.MeterCorrected(matter.meter, str(cents), matter.reason)
            shift.expect(due, moved, at_once=True)
            shift.corrections += 1
        case e.OpeningCount() | e.ClosingCount():
            _count(shift, matter)
        case _ as other:
            assert_never(other)


def _void(shift: Shift, now: Round, matter: e.VoidRound) -> None:
    void(shift, now, matter.reason, matter.settles)
    raise Voided


def _count(shift: Shift, matter: e.OpeningCount | e.ClosingCount) -> None:
    """What the tray holds more or less than the books say is the house's."""
    opens = isinstance(matter, e.OpeningCount)
    over = matter.cents - int(shift.ledger[TRAY])
    giver, taker = (HOUSE, TRAY) if over > 0 else (TRAY, HOUSE)
    moved = [move(giver, taker, abs(over), "count")] if over else []
    kind = d.OpeningCounted if opens else d.ClosingCounted
    shift.expect(kind(matter.cents, over), *moved, at_once=True)
    shift.day.open, shift.day.closed, shift.day.signed = opens, not opens, ""
    shift.forget_counts()


def take_effect(shift: Shift) -> None:
    """After a round: the filing that waited for its end, or why it cannot take effect.

    The file of one round ends before that.
    """
    if shift.upcoming is None or (shift.forward and shift.log.peek() is None):
        return
    (number, matter), shift.upcoming = shift.upcoming, None
    lapse = next((why for why, check in _LAPSES.items() if not _holds(shift, matter, check)), None)
    if lapse is None:
        _file(shift, matter)
    else:
        shift.expect(e.FilingLapsed(number, lapse), at_once=True)


def _holds(
    shift: Shift, matter: e.FileSubmission, check: Callable[[Shift, e.FileSubmission], None]
) -> bool:
    try:
        check(shift, matter)
    except Fault:
        return False
    return True


def _check_complete(shift: Shift, matter: e.FileSubmission) -> None:
    shift.log.peek()  # a file of a version that let incomplete ones in is told by that first
    game = find_game(shift.game)
    faults = "; ".join(map(str, filing_faults(game, matter.submission, day(shift.line))))
    shift.check(not faults, f"the filing is not complete: {faults}")


_LAPSES: Final[Mapping[Lapse, Callable[[Shift, e.FileSubmission], None]]] = {
    Lapse.INCOMPLETE: _check_complete,
    Lapse.BOXES: _check_boxes,
    Lapse.MACHINE: _check_machines,
    Lapse.METER: _check_meters,
}
"""Why a filing cannot take effect, in the order in which the table looks."""


def _file(shift: Shift, matter: e.FileSubmission) -> None:
    """A complete filing stands in the file whole; meters are filled up to their start."""
    rules, game = _rules(shift, matter), find_game(shift.game)
    _check_complete(shift, matter)
    whole, _ = completed(game, matter.submission)
    short = {name: m.start - shift.ledger[f"meter:{name}"] for name, m in rules.meters.items()}
    moved = [move(HOUSE, f"meter:{n}", cents, "start") for n, cents in short.items() if cents > 0]
    event = shift.next(e.SubmissionApproved, at_once=True)
    shift.check_program(event.program)
    shift.rules_hash = shift.hash_of(rules, event.program, event.rules)
    shift.agree(e.SubmissionApproved(whole, shift.rules_hash, event.program), *moved)
    before, shift.in_force, shift.script = shift.in_force, rules, script(rules)
    shift.meters.update(rules.meters)
    under_new_rules(shift, before)


def _correct_payout(shift: Shift, matter: e.CorrectPayout) -> None:
    """The credit is taken back, and what it should have been is given."""
    was, closed = _credited(shift, matter), shift.closed[matter.round]
    name = closed.players[matter.seat]
    # Somebody who has left the table settles it outside.
    owner = f"stack:{name}" if name in shift.seats.values() else f"player:{name}"
    moved = []
    if was:
        moved.append(move(owner, TRAY, was, f"reversal of {matter.wager}"))
    if matter.credit:
        moved.append(move(TRAY, owner, matter.credit, f"correction of {matter.wager}"))
    meter, change = _meter_repaid(shift, matter)
    if change > 0:
        moved.append(move(HOUSE, f"meter:{meter}", change, "correction"))
    elif change:
        moved.append(move(f"meter:{meter}", HOUSE, -change, "correction"))
    due = e.PayoutCorrected(
        matter.round, matter.seat, matter.wager, was, matter.credit, matter.reason,
        meter, str(change), matter.handed_over,
    )  # fmt: skip
    pay(shift, due, moved, at_once=True)
    closed.credited[matter.seat][matter.wager] = matter.credit
    if meter:
        hits = closed.hits[matter.seat]
        closed.hits[matter.seat] = tuple(hit for hit in hits if hit.wager != matter.wager)
    shift.corrections += 1
