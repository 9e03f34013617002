"""A file that begins in mid-shift: what the table brought into it is taken as its first line says.

That the line is true only the whole shift can show; that it could be, is checked here. From there
on everything is worked out as always.
"""

from fractions import Fraction

from pitboss.games import find_game
from pitboss.refusal import Refused, brief
from pitboss.submission import Rules, resolve
from pitboss.verify import events as e
from pitboss.verify.seats import LONGEST_NAME, boxes_adjacent, is_text
from pitboss.verify.shift import Shift
from pitboss.verify.state import script


def bring_forward(shift: Shift, event: e.BroughtForward) -> None:
    """Rules in force, who sits where, and what every account holds between two rounds."""
    rules = _rules(shift, event)
    shift.check(event.round >= 0 and event.proposed >= 0, "numbers are not below nothing")
    shift.table, shift.game = event.table, event.game
    shift.in_force, shift.script = rules, tuple(script(rules))
    shift.meters.update(rules.meters)
    shift.before = shift.rounds = event.round
    shift.forward = True
    shift.proposed = event.proposed
    shift.seats.update(event.seats)
    for seat, name in event.seats.items():
        shift.check(1 <= seat <= rules.seats, f"{seat} is not a seat")
        shift.check(is_text(name, LONGEST_NAME), f"{brief(name)} is no name")
        boxes_adjacent(shift, rules, name, shift.seats)
    for name in rules.meters:
        shift.check(f"meter:{name}" in event.balances, f"what the {name} shows is missing")
    try:
        held = {account: Fraction(cents) for account, cents in event.balances.items()}
    except (ValueError, ZeroDivisionError):
        shift.fault("a balance is not a number of cents")
    shift.check(not sum(held.values()), "all accounts together are not nothing")
    shift.ledger.bring_forward(shift.line.n, held)
    shift.book()


def _rules(shift: Shift, event: e.BroughtForward) -> Rules:
    try:
        rules = resolve(find_game(event.game), event.submission)
    except Refused as refused:
        shift.fault(str(refused))
    shift.check(rules.hash == event.rules, "rules is not the hash of these rules")
    return rules
