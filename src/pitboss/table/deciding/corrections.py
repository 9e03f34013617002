"""Corrections by two people: of what a closed round credited, and of what a meter shows."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitboss.games.payoffs import Progressive, Wheel
from pitboss.money import MOST_CENTS, dollars
from pitboss.refusal import Refused, brief
from pitboss.settle.bound import most_credit, most_gift
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deciding.common import check_reason, is_word
from pitboss.table.evolve import record
from pitboss.table.filing import rules_of_round
from pitboss.table.house import BOUNDED, CORRECTIONS, FALLS, FROZEN, LEDGER
from pitboss.table.ledger import TRAY, Cents, exact
from pitboss.table.money import recalled
from pitboss.table.state import GIFTS, RoundState, State

_CENTS: Final = re.compile(r"-?\d{1,15}(/[1-9]\d{0,14})?", re.ASCII)


def check_payout(state: State, matter: c.CorrectPayout) -> None:
    """Refuse a correction of a credit that cannot be made."""
    check_reason(matter.reason, CORRECTIONS)
    was = _credit(state, matter)
    if type(matter.credit) is not int or not 0 <= matter.credit <= MOST_CENTS:
        raise Refused(f"a credit is a whole number of cents, not {brief(matter.credit)}", LEDGER)
    _check_bound(state, matter)
    _check_handed_over(state, matter)
    if matter.credit == was:
        raise Refused(f"that wager was credited {dollars(was)} already", CORRECTIONS)
    name = next(r.players[matter.seat] for r in state.last if r.number == matter.round)
    if name in state.seats.values():
        held = state.free_chips(name)
        if held + matter.credit < was:
            raise Refused(
                f"{brief(name)} has {dollars(held)} in chips: {dollars(was - matter.credit)} "
                "cannot be taken back",
                LEDGER,
            )
    meter, change = _meter_repaid(state, matter)
    if change and state.running:
        raise Refused("a meter is not changed while a round is open", FROZEN)
    if meter and state.shows(meter) + change < 0:
        raise Refused(f"the meter {meter} holds less than its reset, which is undone", FALLS)


def _check_handed_over(state: State, matter: c.CorrectPayout) -> None:
    """Merchandise that was won is handed over or paid as its value, not both."""
    if type(matter.handed_over) is not bool:
        raise Refused(f"it is handed over or not, not {brief(matter.handed_over)}", CORRECTIONS)
    if not matter.handed_over:
        return
    was = recalled(state, matter.round)
    result = was.results.get(matter.seat, {}).get(matter.wager) if was else None
    if result is None or not result.merchandise:
        raise Refused(f"seat {matter.seat} won no merchandise in round {matter.round}", CORRECTIONS)
    if not result.credit:
        raise Refused(
            f"the value of {result.merchandise} is no longer credited: correct that before you "
            "record it as handed over",
            CORRECTIONS,
        )
    if was and was.players[matter.seat] not in state.seats.values():
        raise Refused(
            f"{brief(was.players[matter.seat])} has left with the value of {result.merchandise}",
            CORRECTIONS,
        )
    if matter.credit:
        raise Refused(
            f"{result.merchandise} is handed over instead of its value: the credit is 0, not "
            f"{brief(matter.credit)}",
            CORRECTIONS,
        )


def _credit(state: State, matter: c.CorrectPayout) -> int:
    """What the wager was credited, as corrected so far."""
    was = recalled(state, matter.round)
    if was is None:
        known = ", ".join(str(r.number) for r in state.last) or "none"
        raise Refused(
            f"round {brief(matter.round)} is not among the last closed ones: {known}", CORRECTIONS
        )
    seat, key = matter.seat, matter.wager
    named = type(seat) is int and is_word(key)
    if named and seat in was.players and key in GIFTS and _may_receive(state, was, seat, key):
        return was.gifts.get(seat, {}).get(GIFTS[key], 0)
    results = was.results.get(seat, {}) if named else {}
    if not named or key not in results:
        raise Refused(
            f"seat {brief(seat)} had no {brief(key)} wager in round {was.number}", CORRECTIONS
        )
    return results[key].credit


def _may_receive(state: State, was: RoundState, seat: int, gift: str) -> bool:
    """Whether envy or community pay could have come to a seat: by a wager."""
    paid_by = Progressive if gift == "envy" else Wheel
    made = {*was.wagers[seat], *was.returned.get(seat, ())}
    return any(
        isinstance(side.pays, paid_by) and side.key in made
        for side in rules_of_round(state, was).sides
    )


def _check_bound(state: State, matter: c.CorrectPayout) -> None:
    """No correction gives more than the cards could have given."""
    was = next(one for one in state.last if one.number == matter.round)
    rules, seat, key = rules_of_round(state, was), matter.seat, matter.wager
    if key in GIFTS:
        others = [name for name in was.players.values() if name != was.players[seat]]
        most = most_gift(rules, GIFTS[key], len(others))
    else:
        most = most_credit(rules, key, was.results[seat][key].stake, _most_shown(rules, was))
    if matter.credit > most:
        raise Refused(
            f"this could never be credited more than {dollars(most)}: "
            f"{dollars(matter.credit)} is too much",
            BOUNDED,
        )


def _most_shown(rules: Rules, was: RoundState) -> dict[str, Cents]:
    """The most that each meter could show to a winner of a round, with all that fed it."""
    made = [*was.wagers.values(), *was.returned.values()]
    return {
        meter.name: exact(
            max(was.meters.get(meter.name, 0), meter.reset)
            + sum(meter.fed_by(wagers.get(side.key, 0)) for wagers in made)
        )
        for side in rules.sides
        if side.pays.stake is not None
        for meter in side.pays.meters
    }


def correct_payout(state: State, matter: c.CorrectPayout) -> Iterator[e.Event]:
    """Yield the correction of a credit, with chips for a tray that could not pay it."""
    was = _credit(state, matter)
    meter, change = _meter_repaid(state, matter)
    event = e.PayoutCorrected(
        matter.round, matter.seat, matter.wager, was, matter.credit, matter.reason,
        meter, str(change), matter.handed_over,
    )  # fmt: skip
    shortage = -int(record(state, event)[0].balances.get(TRAY, 0))
    if shortage > 0:
        yield e.TrayFilled(shortage)
    yield event


def correct_meter(matter: c.CorrectMeter) -> e.Event:
    """Return the correction of a meter."""
    return e.MeterCorrected(matter.meter, str(_cents(matter)), matter.reason)


def _meter_repaid(state: State, matter: c.CorrectPayout) -> tuple[str, int]:
    """Return the meter that gets a payment back, and what it then shows more, or less.

    A jackpot that is corrected to less was not won: all that its meter paid goes back to it, and
    its reset is undone. Whatever is credited instead, or more, is the house's.
    """
    closed = recalled(state, matter.round)
    hits = closed.hits.get(matter.seat, ()) if closed else ()
    for hit in hits:
        if hit.wager == matter.wager and matter.credit < hit.paid:
            return hit.meter, hit.paid - hit.reseeded
    return "", 0


def check_meter(state: State, matter: c.CorrectMeter) -> None:
    """Refuse a correction of a meter that cannot be made."""
    check_reason(matter.reason, CORRECTIONS)
    if state.running:
        raise Refused("rules and meters are not changed while a round is open", FROZEN)
    if not is_word(matter.meter) or matter.meter not in state.books:
        known = ", ".join(state.books) or "none"
        raise Refused(f"{brief(matter.meter)} is not a meter of this table: it has {known}", FROZEN)
    cents = _cents(matter)
    if not cents:
        raise Refused("the correction is nothing", CORRECTIONS)
    if not 0 <= state.shows(matter.meter) + cents <= MOST_CENTS:
        raise Refused("a meter does not go below nothing, nor beyond all bounds", FROZEN)


def _cents(matter: c.CorrectMeter) -> Fraction:
    given = matter.cents
    if type(given) is int or (isinstance(given, str) and _CENTS.fullmatch(given)):
        return Fraction(given)
    raise Refused(f"{brief(given)} is not a number of cents such as 50 or 1/3", CORRECTIONS)
