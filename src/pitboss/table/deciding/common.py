"""What every command is asked first: is there a table, a round, the right moment, the right person?

Each refusal says why, and names the clause of the rulebook or the rule of the house behind it.
"""

from datetime import UTC, date, datetime
from typing import Final

import msgspec

from pitboss.money import MOST_CENTS, dollars
from pitboss.refusal import Refused, brief
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table.care import stub_first
from pitboss.table.commands import Matter, OfRound
from pitboss.table.house import APPROVED_RULES, COMMITTED, DISABLED, IN_ORDER, INCIDENTS
from pitboss.table.people import Person, same_person
from pitboss.table.state import Phase, RoundState, State


def rules_in_force(state: State) -> Rules:
    """The rules of the table; with no approved submission there are none."""
    if not state.table:
        raise Refused("no table is open", IN_ORDER)
    if state.rules is None:
        raise Refused("no submission has been approved for this table", APPROVED_RULES)
    return state.rules


def round_in(state: State, command: OfRound, *phases: Phase) -> tuple[Rules, RoundState]:
    """The rules and the round that a command is meant for, in one of these phases."""
    rules = rules_in_force(state)
    now = state.round
    if now is None or now.phase is Phase.CLOSED:
        raise Refused("no round is open", IN_ORDER)
    if command.round != now.number:
        raise Refused(
            f"this was meant for round {brief(command.round)}, but round {now.number} is open",
            IN_ORDER,
        )
    if phases and now.phase not in phases:
        raise Refused(f"it is not the time: {now.phase.value}", IN_ORDER)
    return rules, now


def own_seat(state: State, rules: Rules, by: Person, seat: object) -> int:
    """The seat, if this player sits there."""
    known_seat(rules, seat)
    if state.seats.get(seat) != by.name:  # type: ignore[call-overload]
        holder = "somebody else" if seat in state.seats else "nobody"
        raise Refused(
            f"{brief(by.name)} does not sit in seat {seat}: {holder} does",
            rules.cite(rules.table_procedures.seated),
        )
    return seat  # type: ignore[return-value]


def unruled(rules: Rules, seat: int) -> Refused:
    """Nothing of this seat is settled before it is said whether its wagers are lost."""
    return Refused(
        f"the player of seat {seat} left: first a floorperson rules on the wagers",
        rules.cite(rules.table_procedures.leaving),
    )


def check_stub(state: State, rules: Rules, now: RoundState) -> None:
    """Refuse to settle anything of a round whose stub is to be counted: it may still be void."""
    if stub_first(state, rules, now):
        raise Refused(
            "the stub is counted before any wager of this round is settled",
            rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing]),
        )


def may_play(state: State, by: Person) -> None:
    """Refuse a player who was disabled: there is no new round for him."""
    for what, why in state.day.disabled.items():
        if what.startswith("player:") and same_person(what.removeprefix("player:"), by.name):
            raise Refused(f"{brief(by.name)} may not play on: {why}", DISABLED)


def known_seat(rules: Rules, seat: object) -> None:
    """Refuse a seat that the table does not have."""
    if type(seat) is not int or not 1 <= seat <= rules.seats:
        raise Refused(
            f"{brief(seat)} is not a seat: they are numbered 1 to {rules.seats}",
            rules.cite(rules.table_procedures.seated),
        )


def chips_of(rules: Rules, cents: object, what: str, *, fixed: bool = False) -> int:
    """A sum that chips make; a fixed one is what the submission says it is."""
    if type(cents) is not int or not 1 <= cents <= MOST_CENTS:
        raise Refused(
            f"{what} is {brief(cents)}: a sum is a whole number of cents from 1 to 10^12",
            rules.cite(rules.table_procedures.chips),
        )
    if cents % rules.table.chip and not fixed:
        raise Refused(
            f"{what} is {dollars(cents)}, which no chip makes: the smallest is "
            f"{dollars(rules.table.chip)}",
            rules.cite(rules.table_procedures.chips),
        )
    return cents


def is_text(given: object, longest: int) -> bool:
    """Whether it is text that can be shown and written down, not empty and not too long."""
    if not isinstance(given, str) or not given.strip() or len(given) > longest:
        return False
    return given.isprintable()


LONGEST_REASON: Final = 500


def check_reason(reason: object, clause: str = INCIDENTS) -> None:
    """A reason that can be put on record."""
    if not is_text(reason, LONGEST_REASON):
        raise Refused(f"a reason is given, in 1 to {LONGEST_REASON} characters", clause)


LATEST: Final = 2**40
"""No clock shows more seconds."""
LAST_DAY: Final = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp())
"""No later time has a date."""


def told_time(state: State, at: object) -> int:
    """The time that a command brings; it never runs back."""
    if type(at) is not int or at > LATEST:
        raise Refused(f"{brief(at)} is not a time in seconds", IN_ORDER)
    return max(at, state.day.at)


def day_of_command(state: State, at: object) -> date | None:
    """Return the day of a command, in UTC; none where no time was ever told."""
    told = told_time(state, at)
    return datetime.fromtimestamp(min(told, LAST_DAY), UTC).date() if told > 0 else None


def check_written(matter: Matter) -> None:
    """What is put up can be written down, and reads back as it is."""
    try:
        written = msgspec.json.encode(matter)
        if msgspec.json.decode(written, type=type(matter)) == matter:
            return
    except (TypeError, ValueError, RecursionError):
        pass
    raise Refused("the proposal cannot be written down as it is", IN_ORDER)


def is_word(given: object) -> bool:
    """Whether it is text at all, so that it can be looked for among names."""
    return isinstance(given, str)


def sealed(now: RoundState, shoe: Shoe | None) -> Shoe:
    """The shoe of this round; another one, or none, deals nothing."""
    if shoe is None:
        raise Refused("the seed of this round cannot be opened: the round must be void", COMMITTED)
    if shoe.commitment != now.root or shoe.seed_hash != now.seed_hash:
        raise Refused("this is not the stack that the house committed to", COMMITTED)
    return shoe
