"""Handlers for opening a table and for what takes two people.

One person proposes a filing, a count of the tray, a void or a correction, and another approves it.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Final, assert_never, get_args

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.games import find_game
from pitboss.games.payoffs import Progressive, Wheel
from pitboss.games.paytables import join_names
from pitboss.money import MAX_CENTS, dollars
from pitboss.settle.settlement import max_credit, max_gift
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply_with_postings
from pitboss.table.handlers.checks import (
    check_reason,
    check_round_number,
    check_serializable,
    command_date,
    is_string,
    is_text,
    require_rules_in_force,
)
from pitboss.table.handlers.filings import approve_filing, check_none_upcoming, check_submission
from pitboss.table.handlers.settlement import correct_cards, void_round, with_tray_fills
from pitboss.table.hidden_cards import card_positions
from pitboss.table.house_rules import (
    CHIP_TRANSFERS,
    COMPLETE_FILING,
    CORRECTION_LIMIT,
    CORRECTIONS,
    FROZEN_METERS,
    INCIDENTS,
    LEDGER,
    METERS_NEVER_FALL,
    PHYSICAL_CARDS,
    ROUND_ORDER,
    TWO_PEOPLE,
)
from pitboss.table.ledger import TRAY, Cents, normalize_cents
from pitboss.table.people import Person, is_among, same_person
from pitboss.table.physical_cards import check_faces, parse_face, refuse_entered
from pitboss.table.state import (
    GIFT_NAMES,
    Phase,
    Proposal,
    RoundState,
    State,
    recall_round,
    rules_for_round,
)

_CENTS_PATTERN: Final = re.compile(r"-?\d{1,15}(/[1-9]\d{0,14})?", re.ASCII)


def check_payout_correction(state: State, matter: c.CorrectPayout) -> None:
    """Refuse a correction of a payout that cannot be made."""
    check_reason(matter.reason, CORRECTIONS)
    old_credit = _current_credit(state, matter)
    if type(matter.credit) is not int or not 0 <= matter.credit <= MAX_CENTS:
        raise Refused(
            f"credit must be a whole number of cents from 0 to 10^12, not "
            f"{short_repr(matter.credit)}",
            LEDGER,
        )
    _check_max_credit(state, matter)
    _check_handed_over(state, matter)
    if matter.credit == old_credit:
        raise Refused(f"the credit of that wager is already {dollars(old_credit)}", CORRECTIONS)
    name = next(r.players[matter.seat] for r in state.last if r.number == matter.round)
    if name in state.seats.values():
        chips = state.free_chips(name)
        if chips + matter.credit < old_credit:
            raise Refused(
                f"{short_repr(name)} has {dollars(chips)} in chips, so "
                f"{dollars(old_credit - matter.credit)} cannot be taken back",
                LEDGER,
            )
    meter, change = _meter_repaid(state, matter)
    if change and state.has_open_round:
        raise Refused(
            "this correction changes a meter: make it after the round is closed", FROZEN_METERS
        )
    if meter and state.meter_amount(meter) + change < 0:
        raise Refused(
            f"the meter {meter} holds too little to undo its reset after the jackpot",
            METERS_NEVER_FALL,
        )


def _check_handed_over(state: State, matter: c.CorrectPayout) -> None:
    """Refuse to hand over merchandise whose value stays credited, or that was not won."""
    if type(matter.handed_over) is not bool:
        raise Refused(
            f"handed_over must be true or false, not {short_repr(matter.handed_over)}", CORRECTIONS
        )
    if not matter.handed_over:
        return
    round_ = recall_round(state, matter.round)
    result = round_.results.get(matter.seat, {}).get(matter.wager) if round_ else None
    if result is None or not result.merchandise:
        raise Refused(f"seat {matter.seat} won no merchandise in round {matter.round}", CORRECTIONS)
    if not result.credit:
        raise Refused(
            f"the value of {result.merchandise} has been taken back: credit it again before you "
            "set handed_over to true",
            CORRECTIONS,
        )
    if round_ and round_.players[matter.seat] not in state.seats.values():
        raise Refused(
            f"{short_repr(round_.players[matter.seat])} has left with the cash value of "
            f"{result.merchandise}: set handed_over to false",
            CORRECTIONS,
        )
    if matter.credit:
        raise Refused(
            f"{result.merchandise} is handed over instead of its value: set credit to 0, not "
            f"{short_repr(matter.credit)}",
            CORRECTIONS,
        )


def _current_credit(state: State, matter: c.CorrectPayout) -> int:
    """Return the current credit of the wager, including earlier corrections."""
    round_ = recall_round(state, matter.round)
    if round_ is None:
        numbers = ", ".join(str(r.number) for r in state.last)
        raise Refused(
            f"round {short_repr(matter.round)} cannot be corrected: choose from {numbers}"
            if numbers
            else "no round has been closed yet, so none can be corrected",
            CORRECTIONS,
        )
    seat, key = matter.seat, matter.wager
    is_valid = type(seat) is int and is_string(key)
    if (
        is_valid
        and seat in round_.players
        and key in GIFT_NAMES
        and _can_receive_gift(state, round_, seat, key)
    ):
        return round_.gifts.get(seat, {}).get(GIFT_NAMES[key], 0)
    results = round_.results.get(seat, {}) if is_valid else {}
    if not is_valid or key not in results:
        choices = f": choose from {', '.join(results)}" if results else ""
        raise Refused(
            f"seat {short_repr(seat)} had no {short_repr(key)} wager in round {round_.number}"
            f"{choices}",
            CORRECTIONS,
        )
    return results[key].credit


def _can_receive_gift(state: State, round_: RoundState, seat: int, gift: str) -> bool:
    """Return whether a seat made a wager that can receive envy or community pay."""
    payoff_type = Progressive if gift == "envy" else Wheel
    wager_keys = {*round_.wagers[seat], *round_.returned.get(seat, ())}
    return any(
        isinstance(side.pays, payoff_type) and side.key in wager_keys
        for side in rules_for_round(state, round_).sides
    )


def _check_max_credit(state: State, matter: c.CorrectPayout) -> None:
    """Refuse to credit more than any cards could have paid."""
    round_ = next(
        closed_round for closed_round in state.last if closed_round.number == matter.round
    )
    rules, seat, key = rules_for_round(state, round_), matter.seat, matter.wager
    if key in GIFT_NAMES:
        others = [name for name in round_.players.values() if name != round_.players[seat]]
        limit = max_gift(rules, GIFT_NAMES[key], len(others))
    else:
        limit = max_credit(
            rules, key, round_.results[seat][key].stake, _max_meter_amounts(rules, round_)
        )
    if matter.credit > limit:
        raise Refused(
            f"a credit of {dollars(matter.credit)} is too high: no cards pay this wager more than "
            f"{dollars(limit)}",
            CORRECTION_LIMIT,
        )


def _max_meter_amounts(rules: Rules, round_: RoundState) -> dict[str, Cents]:
    """Return the most that each meter could show in a round, with all its contributions."""
    wagers_by_seat = [*round_.wagers.values(), *round_.returned.values()]
    return {
        meter.name: normalize_cents(
            max(round_.meters.get(meter.name, 0), meter.reset)
            + sum(meter.fed_by(wagers.get(side.key, 0)) for wagers in wagers_by_seat)
        )
        for side in rules.sides
        if side.pays.stake is not None
        for meter in side.pays.meters
    }


def correct_payout(state: State, matter: c.CorrectPayout) -> Iterator[e.Event]:
    """Yield the correction of a payout, after a fill of the tray if it could not cover it."""
    old_credit = _current_credit(state, matter)
    meter, change = _meter_repaid(state, matter)
    event = e.PayoutCorrected(
        matter.round,
        matter.seat,
        matter.wager,
        old_credit,
        matter.credit,
        matter.reason,
        meter,
        str(change),
        matter.handed_over,
    )
    shortage = -int(apply_with_postings(state, event)[0].balances.get(TRAY, 0))
    if shortage > 0:
        yield e.TrayFilled(shortage)
    yield event


def correct_meter(matter: c.CorrectMeter) -> e.Event:
    """Return the correction of a meter."""
    return e.MeterCorrected(matter.meter, str(_parse_cents(matter)), matter.reason)


def _meter_repaid(state: State, matter: c.CorrectPayout) -> tuple[str, int]:
    """Return the meter that gets a payment back, and the change in what it shows.

    A jackpot that is corrected to less was not won: everything its meter paid goes back to it, and
    its reset is undone. The house pays whatever is credited instead, or on top.
    """
    round_ = recall_round(state, matter.round)
    hits = round_.hits.get(matter.seat, ()) if round_ else ()
    for hit in hits:
        if hit.wager == matter.wager and matter.credit < hit.paid:
            return hit.meter, hit.paid - hit.reseeded
    return "", 0


def _check_card_correction(state: State, matter: c.CorrectCards) -> None:
    """Refuse a correction of entered cards that cannot be made."""
    rules, round_ = require_rules_in_force(state), state.round
    if not rules.table.is_physical:
        raise Refused(
            "this table has no physical deck: the cards are those that the house committed to",
            PHYSICAL_CARDS,
        )
    if round_ is None or not state.has_open_round:
        raise Refused("no round is open: correct the payout instead", CORRECTIONS)
    check_round_number(round_, matter.round)
    if round_.phase is Phase.VOID:
        raise Refused("the round is void", CORRECTIONS)
    check_reason(matter.reason, CORRECTIONS)
    positions = card_positions(rules, round_)
    names = [name for name, at in positions.items() if at in round_.shown]
    if not names:
        raise Refused("no card has been turned over", CORRECTIONS)
    cards: object = matter.cards
    if not isinstance(cards, Mapping) or not cards:
        raise Refused(
            f"cards must give the right face of a card: choose from {', '.join(names)}",
            CORRECTIONS,
        )
    faces: dict[int, Card] = {}
    for name, text in cards.items():
        if name not in names:
            raise Refused(
                f"{short_repr(name)} is not face up: choose from {', '.join(names)}", CORRECTIONS
            )
        faces[positions[name]] = parse_face(rules, text)
    if all(face == round_.shown[at] for at, face in faces.items()):
        raise Refused("these are the faces that were entered: nothing is corrected", CORRECTIONS)
    check_faces(rules, round_, faces)


def check_meter_correction(state: State, matter: c.CorrectMeter) -> None:
    """Refuse a correction of a meter that cannot be made."""
    check_reason(matter.reason, CORRECTIONS)
    if state.has_open_round:
        raise Refused("a meter cannot be corrected while a round is open", FROZEN_METERS)
    if not is_string(matter.meter) or matter.meter not in state.books:
        meters = ", ".join(state.books)
        raise Refused(
            f"unknown meter {short_repr(matter.meter)}: choose from {meters}"
            if meters
            else "this table has no meters",
            FROZEN_METERS,
        )
    cents = _parse_cents(matter)
    if not cents:
        raise Refused("cents is 0, which changes nothing", CORRECTIONS)
    if not 0 <= state.meter_amount(matter.meter) + cents <= MAX_CENTS:
        raise Refused(
            f"the meter shows {state.meter_amount(matter.meter)} cents, and must stay between 0 "
            "and 10^12 after the correction",
            FROZEN_METERS,
        )


def _parse_cents(matter: c.CorrectMeter) -> Fraction:
    cents = matter.cents
    if type(cents) is int or (isinstance(cents, str) and _CENTS_PATTERN.fullmatch(cents)):
        return Fraction(cents)
    raise Refused(
        f"cents is {short_repr(cents)}, but must be a number such as 50, -50 or '1/3'", CORRECTIONS
    )


MAX_TABLE_NAME_LENGTH: Final = 60


def open_table(
    state: State, _: Person, command: c.OpenTable, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Open a table for one of the games, with chips in its tray."""
    if state.table:
        raise Refused(f"table {short_repr(state.table)} is already open", ROUND_ORDER)
    find_game(command.game)
    name = command.table
    if not is_text(name, MAX_TABLE_NAME_LENGTH):
        raise Refused(
            f"table must be a name of 1 to {MAX_TABLE_NAME_LENGTH} printable characters",
            ROUND_ORDER,
        )
    if type(command.bank) is not int or not 1 <= command.bank <= MAX_CENTS:
        raise Refused(
            f"bank must be a whole number of cents from 1 to 10^12, not {short_repr(command.bank)}",
            LEDGER,
        )
    return (e.TableOpened(name, command.game, command.bank),)


def propose(state: State, by: Person, command: c.Propose, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Propose something that is possible now and takes a second person."""
    _check_matter(state, command.matter, shoe, command_date(state, command.at))
    check_serializable(command.matter)
    _check_own_case(state, by, command.matter)
    return (e.Proposed(state.proposed + 1, command.matter, by.name),)


def approve(state: State, by: Person, command: c.Approve, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Approve a proposal as the second person, and carry it out.

    It is checked again, because things may have changed since it was proposed. A filing that is
    approved during a round takes effect when the round is closed.
    """
    proposal = state.proposals.get(command.number) if type(command.number) is int else None
    if proposal is None:
        raise _not_waiting_refusal(command.number, state.proposals)
    if same_person(proposal.by, by.name):
        raise Refused(
            f"{short_repr(by.name)} proposed it, so somebody else must approve it", TWO_PEOPLE
        )
    _check_matter(state, proposal.matter, shoe, command_date(state, command.at))
    if isinstance(proposal.matter, c.FileSubmission):
        check_none_upcoming(state)
    _check_own_case(state, by, proposal.matter)
    _check_second(proposal, by, command.counted)
    return (
        e.Approved(command.number, by.name),
        *_matter_events(state, proposal.matter, shoe, command.cards),
    )


def _check_own_case(state: State, by: Person, matter: c.Matter) -> None:
    """Refuse a correction by somebody who played in that round, even if they have left since."""
    if isinstance(matter, c.CorrectPayout):
        round_ = recall_round(state, matter.round)
        if round_ is not None and is_among(by.name, tuple(round_.players.values())):
            raise Refused(
                f"{short_repr(by.name)} played in round {round_.number} and cannot correct it",
                TWO_PEOPLE,
            )


def _check_second(proposal: Proposal, by: Person, count: int | None) -> None:
    """Refuse a second count that differs from the first, without revealing by how much."""
    if not isinstance(proposal.matter, c.OpeningCount | c.ClosingCount):
        if count is not None:
            raise Refused("counted is only for counts of the tray: leave it out", TWO_PEOPLE)
        return
    if count is None:
        raise Refused(
            "counted is missing: count the tray yourself and give the amount in cents", TWO_PEOPLE
        )
    if type(count) is not int or count != proposal.matter.cents:
        raise Refused(
            f"the counts of {short_repr(proposal.by)} and {short_repr(by.name)} differ: count "
            "again, or reject the first count",
            TWO_PEOPLE,
        )


def reject(state: State, by: Person, command: c.Reject, _: Shoe | None) -> tuple[e.Event, ...]:
    """Reject a proposal, or withdraw an approved filing that waits for the end of the round."""
    numbers = {*state.proposals, *((state.upcoming.number,) if state.upcoming else ())}
    if type(command.number) is not int or command.number not in numbers:
        raise _not_waiting_refusal(command.number, numbers)
    return (e.Rejected(command.number, by.name),)


def _not_waiting_refusal(number: object, waiting: Collection[int]) -> Refused:
    if not waiting:
        return Refused("no proposal is waiting for approval", TWO_PEOPLE)
    choices = ", ".join(map(str, sorted(waiting)))
    return Refused(
        f"proposal {short_repr(number)} is not waiting for approval: choose from {choices}",
        TWO_PEOPLE,
    )


def _check_matter(state: State, matter: c.Matter, shoe: Shoe | None, day: date | None) -> None:
    match matter:
        case c.FileSubmission():
            check_submission(state, matter, day)
        case c.VoidRound():
            _check_void(state, matter, shoe)
        case c.CorrectPayout():
            check_payout_correction(state, matter)
        case c.CorrectCards():
            _check_card_correction(state, matter)
        case c.CorrectMeter():
            check_meter_correction(state, matter)
        case c.OpeningCount():
            _check_opening(state, matter)
        case c.ClosingCount():
            _check_closing(state, matter)
        case c.TransferChips():
            _check_transfer(state, matter)
        case _:
            names = ", ".join(kind.__name__ for kind in get_args(c.Matter))
            raise Refused(
                f"unknown matter {short_repr(matter)}: choose its type from {names}", TWO_PEOPLE
            )


def _matter_events(
    state: State, matter: c.Matter, shoe: Shoe | None, entries: tuple[str, ...]
) -> Iterator[e.Event]:
    if not isinstance(matter, c.VoidRound):
        refuse_entered(entries, physical=state.rules is not None and state.rules.table.is_physical)
    match matter:
        case c.FileSubmission():
            if not state.has_open_round:  # otherwise closing the round puts it in force
                yield approve_filing(state, matter)
        case c.VoidRound():
            round_ = state.round
            if round_ is not None:
                rules = require_rules_in_force(state)
                yield from void_round(state, rules, round_, matter, shoe, entries)
        case c.CorrectCards():
            if state.round is not None:
                events = correct_cards(require_rules_in_force(state), state.round, matter)
                yield from with_tray_fills(state, [*events])
        case c.CorrectPayout():
            yield from correct_payout(state, matter)
        case c.CorrectMeter():
            yield correct_meter(matter)
        case c.OpeningCount():
            yield e.OpeningCounted(matter.cents, _overage(state, matter))
        case c.ClosingCount():
            yield e.ClosingCounted(matter.cents, _overage(state, matter))
        case c.TransferChips():
            yield e.ChipsTransferred(matter.cents, matter.slip, matter.to_cage)
        case _ as other:
            assert_never(other)


def _check_opening(state: State, matter: c.OpeningCount) -> None:
    require_rules_in_force(state)
    if incomplete := state.filed[-1].lacks:
        raise Refused(incomplete, COMPLETE_FILING)
    if state.day.open:
        raise Refused("the table is already open for play", TWO_PEOPLE)
    _check_count(matter)


def _check_closing(state: State, matter: c.ClosingCount) -> None:
    """Refuse to close a table with an open round, seated players or decks."""
    require_rules_in_force(state)
    if not state.day.open:
        raise Refused("the table is not open for play", TWO_PEOPLE)
    if state.has_open_round:
        raise Refused("a round is open: close it first", ROUND_ORDER)
    if state.seats:
        raise Refused("players are still seated at the table: they must leave first", ROUND_ORDER)
    if state.day.decks:
        raise Refused("the cards are still on the table: remove them first", ROUND_ORDER)
    _check_count(matter)


def _check_count(matter: c.OpeningCount | c.ClosingCount) -> None:
    if type(matter.cents) is not int or not 0 <= matter.cents <= MAX_CENTS:
        raise Refused(
            f"cents must be a whole number from 0 to 10^12, not {short_repr(matter.cents)}", LEDGER
        )


def _check_transfer(state: State, matter: c.TransferChips) -> None:
    """Refuse a fill or a credit at a closed table, or of more chips than the tray holds."""
    require_rules_in_force(state)
    if not state.day.open:
        raise Refused("the table is not open for play", CHIP_TRANSFERS)
    cents, chip = matter.cents, require_rules_in_force(state).table.chip
    if type(cents) is not int or not 0 < cents <= MAX_CENTS or cents % chip:
        raise Refused(
            f"cents must be a multiple of the smallest chip, {dollars(chip)}, of at most 10^12 "
            f"cents, not {short_repr(cents)}",
            CHIP_TRANSFERS,
        )
    check_reason(matter.slip, CHIP_TRANSFERS)
    if type(matter.to_cage) is not bool:
        raise Refused(
            f"to_cage must be true or false, not {short_repr(matter.to_cage)}", CHIP_TRANSFERS
        )
    tray = int(state.balances.get(TRAY, 0))
    if matter.to_cage and cents > tray:
        raise Refused(
            f"the tray holds {dollars(tray)}, so {dollars(cents)} cannot be taken from it",
            CHIP_TRANSFERS,
        )


def _overage(state: State, matter: c.OpeningCount | c.ClosingCount) -> int:
    return matter.cents - int(state.balances.get(TRAY, 0))


def _check_void(state: State, matter: c.VoidRound, shoe: Shoe | None) -> None:
    rules = require_rules_in_force(state)
    round_ = state.round
    if round_ is None or not state.has_open_round or round_.phase is Phase.VOID:
        raise Refused("no round is open", ROUND_ORDER)
    check_round_number(round_, matter.round)
    if state.day.incident is not None and (shoe is not None or round_.physical):
        raise Refused(
            "an incident is waiting for a ruling: rule on it instead of voiding the round",
            INCIDENTS,
        )
    check_reason(matter.reason, CORRECTIONS)
    if matter.settles and matter.settles not in rules.settled_when_void:
        raise Refused(
            f"{short_repr(matter.settles)} cannot be settled in a void round: settles must be "
            f"{join_names(['empty', *rules.settled_when_void], 'or')}",
            INCIDENTS,
        )
