"""Check how a table starts, and what takes two people: filings, voids, corrections, tray counts.

One person proposes and another approves. The approved matter follows at once, by the approver; a
filing that was approved in the middle of a round follows when that round closes. A file that
starts in the middle of a shift begins with what the table brought forward, taken as it stands.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, assert_never

import msgspec

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.games import Game, UnknownGame, find_game
from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.money import MAX_CENTS, dollars
from pitboss.settle.settlement import max_credit, max_gift
from pitboss.submission import (
    Lapse,
    Rules,
    complete_submission,
    filing_faults,
    resolve,
    without_edition,
)
from pitboss.verify import events as e
from pitboss.verify.chain import VerificationError, line_date
from pitboss.verify.dealing import require_card
from pitboss.verify.decks import MAX_DECK_TEXT_LENGTH, adapt_to_new_rules, cut_range
from pitboss.verify.ledger import HOUSE, TRAY, make_posting
from pitboss.verify.round_state import RoundState, plan_round
from pitboss.verify.rulings import can_be_disabled
from pitboss.verify.seats import check_boxes_adjacent
from pitboss.verify.settlement import (
    RoundIsVoid,
    expect_cards_corrected,
    expect_payment,
    expect_void,
    meter_contributions,
)
from pitboss.verify.shift import (
    MAX_REASON_LENGTH,
    MAX_TABLE_NAME_LENGTH,
    MAX_TIMESTAMP,
    EventCheckers,
    ShiftChecker,
    is_name,
    is_text,
    same_person,
)

DECK_SLOTS: Final = (1, 2)
"""The places of decks: one of two may be left over from other rules."""
FRACTION_PATTERN: Final = re.compile(r"-?[0-9]{1,40}/[0-9]{1,40}")
"""A fraction of a cent: no other number is written as text."""


def bring_forward(shift: ShiftChecker, event: e.BroughtForward) -> None:
    """Check the start of a file mid-shift: rules, seats, balances and the state of the day."""
    rules = _rebuild_rules(shift, event)
    shift.check(
        is_text(event.table, MAX_TABLE_NAME_LENGTH),
        f"{short_repr(event.table)} is not a valid table name",
    )
    shift.check(event.round >= 0 and event.proposed >= 0, "counts cannot be negative")
    shift.table, shift.game = event.table, event.game
    shift.current_rules, shift.plan = rules, plan_round(rules)
    shift.meters.update(rules.meters)
    shift.rounds_before = shift.round_count = event.round
    shift.proposals_before = shift.proposal_count = event.proposed
    shift.starts_mid_shift = True
    shift.seats.update(event.seats)
    for seat, name in event.seats.items():
        shift.check(1 <= seat <= rules.seats, f"seat {seat} does not exist")
        shift.check(is_name(name), f"{short_repr(name)} is not a valid name")
    for name in rules.meters:
        shift.check(f"meter:{name}" in event.balances, f"the amount of meter {name} is missing")
    balances = {account: _parse_balance(shift, cents) for account, cents in event.balances.items()}
    shift.check(not sum(balances.values()), "the balances of all accounts do not sum to zero")
    shift.ledger.bring_forward(shift.line.n, balances)
    _check_day(shift, rules, event.day)
    shift.day = event.day
    shift.expect_postings()


def _check_day(shift: ShiftChecker, rules: Rules, day: e.Day) -> None:
    """Check that the state of a day is possible between two rounds."""
    numbers = (day.received, day.uncounted, day.reported)
    shift.check(min(numbers) >= 0, "counts cannot be negative")
    shift.check(0 <= day.at <= MAX_TIMESTAMP, f"{day.at} seconds is not a valid clock time")
    shift.check(not (day.open and day.closed), "the table cannot be both open and closed")
    shift.check(1 <= day.turn <= rules.table.decks, f"the table has no deck place {day.turn}")
    shift.check(
        not day.signed or is_name(day.signed), f"{short_repr(day.signed)} is not a valid name"
    )
    shift.check(day.incident is None, "an irregularity is unresolved, so no round can follow")
    decks = day.decks.values()
    for name in (*day.register, *(deck.id for deck in decks if deck.id)):
        is_valid = is_text(name, MAX_DECK_TEXT_LENGTH) and name in day.register
        shift.check(is_valid, f"deck {short_repr(name)} is not in the register")
    is_repeated = len({deck.number for deck in decks}) < len(decks)
    shift.check(not is_repeated, "the same deck is in two places")
    for slot, deck in day.decks.items():
        shift.check(slot in DECK_SLOTS, f"the table has no deck place {slot}")
        shift.check(
            _is_possible_deck(rules, day, deck), f"deck {deck.number} is in an impossible state"
        )
    for machine, mark in day.broken.items():
        is_valid = machine in tuple(Device) and mark in ("", *Mark)
        shift.check(is_valid, f"{short_repr(machine)} cannot be marked {short_repr(mark)}")
    for what, reason in day.disabled.items():
        is_valid = can_be_disabled(what) and is_text(reason, MAX_REASON_LENGTH)
        shift.check(is_valid, f"{short_repr(what)} cannot be disabled for {short_repr(reason)}")


def _is_possible_deck(rules: Rules, day: e.Day, deck: e.TableDeck) -> bool:
    """Return whether the state of a deck is possible: its number, its cut and its steps."""
    low, high = cut_range(rules, deck) if deck.last in (Task.CUT, Task.LOAD) else (0, 0)
    is_untouched = deck.last in (None, Task.CUT, Task.LOAD) or not deck.ready_made
    is_numbered = 1 <= deck.number <= day.received and 0 <= deck.received <= day.at
    return (
        is_numbered
        and is_untouched
        and low <= deck.cut <= high
        and (not deck.by or is_name(deck.by))
    )


def _parse_balance(shift: ShiftChecker, cents: int | str) -> Fraction:
    if isinstance(cents, str):
        is_fraction = FRACTION_PATTERN.fullmatch(cents) and not cents.endswith("/0")
        shift.check(
            is_fraction and str(Fraction(cents)) == cents, "a balance is not a number of cents"
        )
    return Fraction(cents)


def _find_game(shift: ShiftChecker, key: str) -> Game:
    try:
        return find_game(key)
    except UnknownGame as unknown:
        shift.fail(f"{unknown} (for a game from a file, add --game FILE)")


def _rebuild_rules(shift: ShiftChecker, event: e.BroughtForward) -> Rules:
    game = _find_game(shift, event.game)
    try:
        rules = _resolve(game, event.submission)
    except Refused as refused:
        shift.fail(str(refused))
    shift.check_program(event.program)
    complete, _ = complete_submission(game, event.submission)
    shift.check(complete == event.submission, "the submission is incomplete")
    shift.rules_hash = shift.recorded_rules_hash(rules, event.program, event.rules)
    shift.check(shift.rules_hash == event.rules, "rules is not the hash of these rules")
    return rules


CENTS_PATTERN: Final = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,14})?")


def open_table(shift: ShiftChecker) -> None:
    """Check the first line: a table opens with chips in its tray, or is brought forward."""
    first = shift.log.peek()
    if first and isinstance(first.event, e.BroughtForward):
        bring_forward(shift, shift.next_event(e.BroughtForward))
        return
    event = shift.next_event(e.TableOpened)
    _find_game(shift, event.game)
    shift.check(
        is_text(event.table, MAX_TABLE_NAME_LENGTH),
        f"{short_repr(event.table)} is not a valid table name",
    )
    shift.check(1 <= event.bank <= MAX_CENTS, f"a bank of {dollars(event.bank)} is not possible")
    shift.table, shift.game = event.table, event.game
    shift.expect_postings(make_posting(HOUSE, TRAY, event.bank, "bank"))


def check_proposed(shift: ShiftChecker, event: e.Proposed) -> None:
    """Check a proposal: it can be done as things are."""
    shift.proposal_count += 1
    is_next = event.number == shift.proposal_count
    shift.check(is_next, f"number is {event.number}, expected {shift.proposal_count}")
    _check_matter(shift, event.matter)
    shift.proposals[event.number] = event
    shift.expect_postings()


def check_approved(shift: ShiftChecker, event: e.Approved) -> None:
    """Check an approval: by somebody else, and done at once or after the round."""
    if shift.round and event.number <= shift.proposals_before:
        # The filing was proposed before this file begins, and takes effect after it.
        shift.expect_postings()
        return
    matter, by = _take_proposal(shift, event.number)
    is_same = same_person(event.by, by)
    shift.check(not is_same, f"{short_repr(by)} proposed it, so somebody else must approve it")
    _check_matter(shift, matter)
    shift.expect_postings()
    if shift.round and isinstance(matter, e.FileSubmission):
        shift.check(
            not shift.upcoming, "another submission is already due to take effect after this round"
        )
        _check_complete(shift, matter)
        shift.upcoming = event.number, matter
    else:
        _expect_outcome(shift, matter)


def check_rejected(shift: ShiftChecker, event: e.Rejected) -> None:
    """Check a rejection: the proposal is dropped."""
    if shift.upcoming and shift.upcoming[0] == event.number:
        shift.upcoming = None
        shift.expect_postings()
        return
    if not 1 <= event.number <= shift.proposals_before:
        _take_proposal(shift, event.number)
    shift.expect_postings()


PROPOSAL_CHECKERS: Final[EventCheckers] = {
    e.Proposed: check_proposed,
    e.Approved: check_approved,
    e.Rejected: check_rejected,
}


def _take_proposal(shift: ShiftChecker, number: int) -> tuple[e.Matter, str]:
    shift.check(number in shift.proposals, f"proposal {number} is not waiting for approval")
    proposal = shift.proposals.pop(number)
    return proposal.matter, proposal.by


def _check_matter(shift: ShiftChecker, matter: e.Matter) -> None:
    """Check that a matter can be done now."""
    match matter:
        case e.FileSubmission():
            _check_submission(shift, matter)
        case e.VoidRound():
            _check_void(shift, matter)
        case e.CorrectPayout():
            shift.check_reason(matter.reason)
            if not 1 <= matter.round <= shift.rounds_before:
                _check_payout(shift, matter)
        case e.CorrectCards():
            _check_cards(shift, matter)
        case e.CorrectMeter():
            shift.check_reason(matter.reason)
            _check_meter(shift, matter)
        case e.OpeningCount() | e.ClosingCount():
            _check_count(shift, matter)
        case e.TransferChips():
            _check_transfer(shift, matter)
        case _ as other:
            assert_never(other)


def _check_submission(shift: ShiftChecker, matter: e.FileSubmission) -> None:
    """Check that a filing can take effect: between rounds, or at the end of one.

    A failed device must be marked before another is filed, and a meter with money must stay.
    """
    is_in_time = matter.after_round or not shift.round
    shift.check(is_in_time, "rules cannot change while a round is open")
    for check in (_check_boxes, _check_devices, _check_meters):
        check(shift, matter)


def _check_boxes(shift: ShiftChecker, matter: e.FileSubmission) -> None:
    rules = _resolve_filing(shift, matter)
    for name in shift.seats.values():
        check_boxes_adjacent(shift, rules, name, shift.seats)


def _check_devices(shift: ShiftChecker, _: e.FileSubmission) -> None:
    for machine, mark in shift.day.broken.items():
        shift.check(mark, f"the {machine} must be covered or signed before another method is used")


def _check_meters(shift: ShiftChecker, matter: e.FileSubmission) -> None:
    for name in sorted(shift.meters - _resolve_filing(shift, matter).meters.keys()):
        shift.check(not shift.ledger[f"meter:{name}"], f"the meter {name} still holds money")


def _check_void(shift: ShiftChecker, matter: e.VoidRound) -> None:
    """Check that a round can be declared void: any time before its close."""
    round_ = shift.round
    if round_ is None or round_.phase == "void" or matter.round != round_.number:
        shift.fail(f"round {matter.round} is not open")
    has_open_incident = shift.day.incident and not round_.is_seed_lost
    shift.check(not has_open_incident, "an irregularity is unresolved: it must be ruled on first")
    wagers = ("", *round_.rules.settled_when_void)
    shift.check(matter.settles in wagers, "that wager is not settled in a void round")
    shift.check_reason(matter.reason)


def _check_cards(shift: ShiftChecker, matter: e.CorrectCards) -> dict[int, Card]:
    """Return the right faces by position, after checking that these cards can be corrected."""
    round_ = shift.round
    if round_ is None or round_.phase == "void" or matter.round != round_.number:
        shift.fail(f"round {matter.round} is not open")
    shift.check(round_.is_physical, "only cards of a physical deck are entered and corrected")
    shift.check_reason(matter.reason)
    positions, faces = round_.card_positions, dict[int, Card]()
    for name, text in matter.cards.items():
        at = positions.get(name)
        if at is None or at not in round_.faces:
            shift.fail(f"{short_repr(name)} is not the name of a card that is face up")
        face = require_card(shift, round_, text)
        if face != round_.faces[at]:
            faces[at] = face
    shift.check(faces, "no card is corrected")
    is_possible = round_.rules.deck.first_excess({**round_.faces, **faces}.values()) is None
    shift.check(is_possible, "the same card is at two positions")
    return faces


def _check_count(shift: ShiftChecker, matter: e.OpeningCount | e.ClosingCount) -> None:
    """Check that the tray can be counted: at a closed table, or when players and cards are gone."""
    _ = shift.rules
    if isinstance(matter, e.OpeningCount):
        shift.check(not shift.day.open, "the table is already open for play")
    else:
        shift.check(shift.day.open, "the table is not open for play")
        shift.check(not shift.round, "a round is open")
        shift.check(not shift.seats, "players are still seated")
        shift.check(not shift.day.decks, "the cards are still on the table")
    shift.check(0 <= matter.cents <= MAX_CENTS, f"a tray cannot hold {dollars(matter.cents)}")


def _check_transfer(shift: ShiftChecker, matter: e.TransferChips) -> None:
    """Check a fill or a credit: at an open table, in whole chips that the tray has."""
    shift.check(shift.day.open, "the table is not open for play")
    shift.check_reason(matter.slip)
    is_amount = 0 < matter.cents <= MAX_CENTS and not matter.cents % shift.rules.table.chip
    shift.check(is_amount, f"{matter.cents} cents is not an amount in chips")
    tray = int(shift.ledger[TRAY])
    has_chips = not matter.to_cage or matter.cents <= tray
    shift.check(has_chips, f"the tray holds only {dollars(tray)}")


def _check_meter(shift: ShiftChecker, matter: e.CorrectMeter) -> None:
    shift.check(not shift.round, "meters cannot change while a round is open")
    shift.check(
        matter.meter in shift.meters, f"{short_repr(matter.meter)} is not a meter of this table"
    )
    cents = _parse_cents(shift, matter)
    after = shift.ledger[f"meter:{matter.meter}"] + cents
    shift.check(cents and 0 <= after <= MAX_CENTS, "a meter cannot be corrected by this amount")


def _check_payout(shift: ShiftChecker, matter: e.CorrectPayout) -> None:
    old_credit = _current_credit(shift, matter)
    shift.check(
        0 <= matter.credit <= MAX_CENTS, f"a credit of {matter.credit} cents is not possible"
    )
    shift.check(
        matter.credit != old_credit, f"that wager was already credited {dollars(old_credit)}"
    )
    limit = _max_credit(shift.closed_rounds[matter.round].round, matter)
    shift.check(
        matter.credit <= limit, f"this wager can never be credited more than {dollars(limit)}"
    )
    if matter.handed_over:
        has_won = matter.wager in shift.closed_rounds[matter.round].merchandise.get(matter.seat, ())
        shift.check(has_won, f"seat {matter.seat} won no merchandise in round {matter.round}")
        shift.check(
            not matter.credit, "merchandise that is handed over cannot also be paid in cash"
        )
        is_seated = shift.closed_rounds[matter.round].players[matter.seat] in shift.seats.values()
        shift.check(
            is_seated, "a player who left with the cash value cannot also receive the merchandise"
        )
    players, by = shift.closed_rounds[matter.round].players, shift.line.by.name
    has_played = any(same_person(by, player) for player in players.values())
    shift.check(
        not has_played, f"{short_repr(by)} played in round {matter.round} and cannot correct it"
    )
    name = players[matter.seat]
    from_round = shift.round.credited(name) if shift.round else 0
    chips = shift.ledger.chips(name) - from_round + matter.credit
    is_enough = name not in shift.seats.values() or chips >= old_credit
    shift.check(is_enough, f"{short_repr(name)} has too few chips to give back")
    meter, change = _meter_repaid(shift, matter)
    shift.check(not (change and shift.round), "meters cannot change while a round is open")
    amount = shift.ledger[f"meter:{meter}"] + change
    shift.check(amount >= 0, f"the meter {meter} holds less than the reset to be reversed")


def _max_credit(round_: RoundState, matter: e.CorrectPayout) -> int:
    """Return the most that the cards could have paid."""
    if matter.wager in ("envy", "community_pay"):
        player = round_.players[matter.seat]
        others = sum(name != player for name in round_.players.values())
        return max_gift(round_.rules, matter.wager.replace("_", " "), others)
    contributions = meter_contributions(
        round_, [*round_.wagers.values(), *round_.returned.values()]
    )
    amounts = {
        name: max(round_.meters.get(name, 0), meter.reset) + contributions.get(name, 0)
        for name, meter in round_.rules.meters.items()
    }
    stake = round_.results[matter.seat][matter.wager].stake
    return max_credit(round_.rules, matter.wager, stake, amounts)


def _meter_repaid(shift: ShiftChecker, matter: e.CorrectPayout) -> tuple[str, int]:
    """Return the meter whose payment and reset are undone because less was won than it paid."""
    hits = shift.closed_rounds[matter.round].hits.get(matter.seat, ())
    for hit in hits:
        if hit.wager == matter.wager and matter.credit < hit.paid:
            return hit.meter, hit.paid - hit.reseeded
    return "", 0


def _current_credit(shift: ShiftChecker, matter: e.CorrectPayout) -> int:
    """Return what the wager was credited, including earlier corrections."""
    closed_round = shift.closed_rounds.get(matter.round)
    credited = closed_round.credited.get(matter.seat, {}) if closed_round else {}
    shift.check(matter.wager in credited, "no closed round has that wager")
    return credited[matter.wager]


def _parse_cents(shift: ShiftChecker, matter: e.CorrectMeter) -> Fraction:
    is_valid = isinstance(matter.cents, int) or CENTS_PATTERN.fullmatch(matter.cents)
    shift.check(is_valid, f"{short_repr(matter.cents)} is not a number of cents such as 50 or 1/3")
    return Fraction(matter.cents)


_MAX_CACHED_RULES: Final = 64
_resolved_rules: dict[tuple[str, bytes], tuple[Game, Rules]] = {}


def _resolve(game: Game, submission: Mapping[str, Any]) -> Rules:
    """Return the rules of a submission; several tables may have filed the same one."""
    key = game.key, msgspec.json.encode(submission, order="deterministic")
    cached_game, rules = _resolved_rules.get(key, (None, None))
    if rules is None or cached_game is not game:
        rules = resolve(game, submission)
        if len(_resolved_rules) >= _MAX_CACHED_RULES:
            _resolved_rules.clear()
        _resolved_rules[key] = game, rules
    return rules


def _resolve_filing(shift: ShiftChecker, matter: e.FileSubmission) -> Rules:
    try:
        return _resolve(find_game(shift.game), without_edition(matter.submission))
    except Refused as refused:
        shift.fail(str(refused))


def _expect_outcome(shift: ShiftChecker, matter: e.Matter) -> None:
    """Expect what an approved matter causes."""
    match matter:
        case e.FileSubmission():
            _expect_filing(shift, matter)
        case e.VoidRound():
            if shift.round:
                _expect_void_round(shift, shift.round, matter)
        case e.CorrectPayout():
            _expect_payout_correction(shift, matter)
        case e.CorrectCards():
            faces = _check_cards(shift, matter)
            if shift.round:
                expect_cards_corrected(shift, shift.round, faces, matter.reason)
        case e.CorrectMeter():
            cents, meter = _parse_cents(shift, matter), f"meter:{matter.meter}"
            source, target = (HOUSE, meter) if cents > 0 else (meter, HOUSE)
            postings = make_posting(source, target, abs(cents), "correction")
            expected = e.MeterCorrected(matter.meter, str(cents), matter.reason)
            shift.expect_next(expected, postings, at_once=True)
            shift.correction_count += 1
        case e.OpeningCount() | e.ClosingCount():
            _expect_count(shift, matter)
        case e.TransferChips():
            source, target = (TRAY, HOUSE) if matter.to_cage else (HOUSE, TRAY)
            why = "credit" if matter.to_cage else "fill"
            posting = make_posting(source, target, matter.cents, why)
            transfer = e.ChipsTransferred(matter.cents, matter.slip, matter.to_cage)
            shift.expect_next(transfer, posting, at_once=True)
        case _ as other:
            assert_never(other)


def _expect_void_round(shift: ShiftChecker, round_: RoundState, matter: e.VoidRound) -> None:
    expect_void(shift, round_, matter.reason, matter.settles)
    raise RoundIsVoid


def _expect_count(shift: ShiftChecker, matter: e.OpeningCount | e.ClosingCount) -> None:
    """Expect the count; a difference between tray and books is the house's."""
    opens = isinstance(matter, e.OpeningCount)
    over = matter.cents - int(shift.ledger[TRAY])
    source, target = (HOUSE, TRAY) if over > 0 else (TRAY, HOUSE)
    postings = [make_posting(source, target, abs(over), "count")] if over else []
    kind = e.OpeningCounted if opens else e.ClosingCounted
    shift.expect_next(kind(matter.cents, over), *postings, at_once=True)
    shift.day.open, shift.day.closed, shift.day.signed = opens, not opens, ""
    shift.drop_tray_counts()


def take_effect(shift: ShiftChecker) -> None:
    """Expect the filing that waited for the end of the round, or why it cannot take effect.

    The file of one round ends before that.
    """
    if shift.upcoming is None or (shift.starts_mid_shift and shift.log.peek() is None):
        return
    (number, matter), shift.upcoming = shift.upcoming, None
    lapse = next(
        (why for why, check in _LAPSE_CHECKS.items() if not _passes(shift, matter, check)), None
    )
    if lapse is None:
        _expect_filing(shift, matter)
    else:
        shift.expect_next(e.FilingLapsed(number, lapse), at_once=True)


def _passes(
    shift: ShiftChecker,
    matter: e.FileSubmission,
    check: Callable[[ShiftChecker, e.FileSubmission], None],
) -> bool:
    try:
        check(shift, matter)
    except VerificationError:
        return False
    return True


def _check_complete(shift: ShiftChecker, matter: e.FileSubmission) -> None:
    shift.log.peek()  # a file of a version that accepted incomplete filings is reported first
    game = find_game(shift.game)
    faults = "; ".join(map(str, filing_faults(game, matter.submission, line_date(shift.line))))
    shift.check(not faults, f"the filing is incomplete: {faults}")


_LAPSE_CHECKS: Final[Mapping[Lapse, Callable[[ShiftChecker, e.FileSubmission], None]]] = {
    Lapse.INCOMPLETE: _check_complete,
    Lapse.BOXES: _check_boxes,
    Lapse.MACHINE: _check_devices,
    Lapse.METER: _check_meters,
}
"""The checks of a filing by the reason why it cannot take effect, in order."""


def _expect_filing(shift: ShiftChecker, matter: e.FileSubmission) -> None:
    """Expect that a complete filing is in force and that meters are filled up to their start."""
    rules, game = _resolve_filing(shift, matter), find_game(shift.game)
    _check_complete(shift, matter)
    complete, _ = complete_submission(game, matter.submission)
    shortages = {name: m.start - shift.ledger[f"meter:{name}"] for name, m in rules.meters.items()}
    postings = [
        make_posting(HOUSE, f"meter:{n}", cents, "start")
        for n, cents in shortages.items()
        if cents > 0
    ]
    event = shift.next_event(e.SubmissionApproved, at_once=True)
    shift.check_program(event.program)
    shift.rules_hash = shift.recorded_rules_hash(rules, event.program, event.rules)
    shift.expect_current(e.SubmissionApproved(complete, shift.rules_hash, event.program), *postings)
    previous_rules, shift.current_rules, shift.plan = shift.current_rules, rules, plan_round(rules)
    shift.meters.update(rules.meters)
    adapt_to_new_rules(shift, previous_rules)


def _expect_payout_correction(shift: ShiftChecker, matter: e.CorrectPayout) -> None:
    """Expect that the old credit is taken back and the right one is given."""
    old_credit, closed_round = _current_credit(shift, matter), shift.closed_rounds[matter.round]
    name = closed_round.players[matter.seat]
    # A player who has left the table is paid, or pays, outside.
    owner = f"stack:{name}" if name in shift.seats.values() else f"player:{name}"
    postings = []
    if old_credit:
        postings.append(make_posting(owner, TRAY, old_credit, f"reversal of {matter.wager}"))
    if matter.credit:
        postings.append(make_posting(TRAY, owner, matter.credit, f"correction of {matter.wager}"))
    meter, change = _meter_repaid(shift, matter)
    if change > 0:
        postings.append(make_posting(HOUSE, f"meter:{meter}", change, "correction"))
    elif change:
        postings.append(make_posting(f"meter:{meter}", HOUSE, -change, "correction"))
    expected = e.PayoutCorrected(
        matter.round, matter.seat, matter.wager, old_credit, matter.credit, matter.reason,
        meter, str(change), matter.handed_over,
    )  # fmt: skip
    expect_payment(shift, expected, postings, at_once=True)
    closed_round.credited[matter.seat][matter.wager] = matter.credit
    if meter:
        hits = closed_round.hits[matter.seat]
        closed_round.hits[matter.seat] = tuple(hit for hit in hits if hit.wager != matter.wager)
    shift.correction_count += 1
