"""A file that begins in mid-shift: what the table brought into it is taken as its first line says.

That the line is true only the whole shift can show; that it could be, is checked here. From there
on everything is worked out as always.
"""

import re
from fractions import Fraction
from typing import Final

from pitboss.games import find_game
from pitboss.refusal import Refused, brief
from pitboss.submission import Rules, completed, resolve
from pitboss.verify import events as e
from pitboss.verify.seats import LONGEST_TABLE, is_text
from pitboss.verify.shift import Shift, is_name
from pitboss.verify.state import script

CENTS: Final = re.compile(r"-?[0-9]{1,40}/[0-9]{1,40}")
"""A fraction of a cent: no other number is written as text."""


def bring_forward(shift: Shift, event: e.BroughtForward) -> None:
    """Rules in force, who sits where, and what every account holds between two rounds."""
    rules = _rules(shift, event)
    shift.check(is_text(event.table, LONGEST_TABLE), f"{brief(event.table)} is no table's name")
    shift.check(event.round >= 0 and event.proposed >= 0, "numbers are not below nothing")
    shift.table, shift.game = event.table, event.game
    shift.in_force, shift.script = rules, tuple(script(rules))
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
    shift.book()


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
    whole, _ = completed(game, event.submission)
    shift.check(whole == event.submission, "the submission is not whole")
    shift.check(rules.hash == event.rules, "rules is not the hash of these rules")
    return rules
