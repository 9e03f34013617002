"""A file that begins in mid-shift: what the table brought into it is taken as its first line says.

That the line is true only the whole shift can show; that it could be, is checked here. From there
on everything is worked out as always.
"""

import re
from fractions import Fraction
from typing import Final

from pitboss.games import find_game
from pitboss.games.tasks import Device, Mark, Task
from pitboss.refusal import Refused, brief
from pitboss.submission import Rules, completed, resolve
from pitboss.verify import day as d
from pitboss.verify import events as e
from pitboss.verify.decks import LONGEST_LOOK, cut_range
from pitboss.verify.floor import can_be_disabled
from pitboss.verify.script import script
from pitboss.verify.shift import LATEST, LONGEST_REASON, LONGEST_TABLE, Shift, is_name, is_text

PLACES: Final = (1, 2)
"""Where decks can lie: one of two may be left over from other rules."""
CENTS: Final = re.compile(r"-?[0-9]{1,40}/[0-9]{1,40}")
"""A fraction of a cent: no other number is written as text."""


def bring_forward(shift: Shift, event: e.BroughtForward) -> None:
    """Rules in force, who sits where, what every account holds, and how far the day has come."""
    rules = _rules(shift, event)
    shift.check(is_text(event.table, LONGEST_TABLE), f"{brief(event.table)} is no table's name")
    shift.check(event.round >= 0 and event.proposed >= 0, "numbers are not below nothing")
    shift.table, shift.game = event.table, event.game
    shift.in_force, shift.script = rules, script(rules)
    shift.meters.update(rules.meters)
    shift.before = shift.rounds = event.round
    shift.proposed_before = shift.proposed = event.proposed
    shift.forward = True
    shift.seats.update(event.seats)
    for seat, name in event.seats.items():
        shift.check(1 <= seat <= rules.seats, f"{seat} is not a seat")
        shift.check(is_name(name), f"{brief(name)} is no name")
    for name in rules.meters:
        shift.check(f"meter:{name}" in event.balances, f"what the {name} shows is missing")
    held = {account: _cents(shift, cents) for account, cents in event.balances.items()}
    shift.check(not sum(held.values()), "all accounts together are not nothing")
    shift.ledger.bring_forward(shift.line.n, held)
    _check_day(shift, rules, event.day)
    shift.day = event.day
    shift.book()


def _check_day(shift: Shift, rules: Rules, day: d.Day) -> None:
    """A day as it can be between two rounds."""
    numbers = (day.received, day.uncounted, day.reported)
    shift.check(min(numbers) >= 0, "numbers are not below nothing")
    shift.check(0 <= day.at <= LATEST, f"no clock shows {day.at} seconds")
    shift.check(not (day.open and day.closed), "the table is open, and closed")
    shift.check(1 <= day.turn <= rules.table.decks, f"no deck has its place in {day.turn}")
    shift.check(not day.signed or is_name(day.signed), f"{brief(day.signed)} is no name")
    shift.check(day.incident is None, "an irregularity waits, and no round can follow")
    decks = day.decks.values()
    for name in (*day.register, *(deck.id for deck in decks if deck.id)):
        known = is_text(name, LONGEST_LOOK) and name in day.register
        shift.check(known, f"deck {brief(name)} is not in the register")
    twice = len({deck.number for deck in decks}) < len(decks)
    shift.check(not twice, "one deck lies in two places")
    for slot, deck in day.decks.items():
        shift.check(slot in PLACES, f"no deck has its place in {slot}")
        shift.check(_can_be(rules, day, deck), f"deck {deck.number} cannot be like this")
    for machine, mark in day.broken.items():
        known = machine in tuple(Device) and mark in ("", *Mark)
        shift.check(known, f"{brief(machine)} cannot be {brief(mark)}")
    for what, reason in day.disabled.items():
        known = can_be_disabled(what) and is_text(reason, LONGEST_REASON)
        shift.check(known, f"{brief(what)} cannot be disabled for {brief(reason)}")


def _can_be(rules: Rules, day: d.Day, deck: d.Deck) -> bool:
    """It came in its time, and was cut if it has to be, as far as it is prepared."""
    low, high = cut_range(rules, deck) if deck.last in (Task.CUT, Task.LOAD) else (0, 0)
    untouched = deck.last in (None, Task.CUT, Task.LOAD) or not deck.ready_made
    came = 1 <= deck.number <= day.received and 0 <= deck.received <= day.at
    return came and untouched and low <= deck.cut <= high and (not deck.by or is_name(deck.by))


def _cents(shift: Shift, cents: int | str) -> Fraction:
    if isinstance(cents, str):
        good = CENTS.fullmatch(cents) and not cents.endswith("/0")
        shift.check(good and str(Fraction(cents)) == cents, "a balance is not a number of cents")
    return Fraction(cents)


def _rules(shift: Shift, event: e.BroughtForward) -> Rules:
    try:
        game = find_game(event.game)
        rules = resolve(game, event.submission)
    except Refused as refused:
        shift.fault(str(refused))
    shift.check_program(event.program)
    whole, _ = completed(game, event.submission)
    shift.check(whole == event.submission, "the submission is not whole")
    shift.rules_hash = shift.hash_of(rules, event.program, event.rules)
    shift.check(shift.rules_hash == event.rules, "rules is not the hash of these rules")
    return rules
