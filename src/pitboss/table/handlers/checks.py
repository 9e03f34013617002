"""Checks that handlers share: an open table and round, the right phase, the right person.

`check_…` functions refuse what is wrong, `require_…` functions also return what they checked. Each
refusal cites the clause of the rulebook or the house rule behind it.
"""

from datetime import UTC, date, datetime
from typing import Final

import msgspec

from pitboss.errors import Refused, short_repr
from pitboss.games.paytables import join_names
from pitboss.money import MAX_CENTS, dollars
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table.commands import Matter, RoundCommand
from pitboss.table.decks import must_count_stub
from pitboss.table.house_rules import (
    APPROVED_RULES,
    DISABLING,
    INCIDENTS,
    ROUND_ORDER,
    SHUFFLE_COMMITMENT,
)
from pitboss.table.people import Person, Role, same_person
from pitboss.table.state import Phase, RoundState, State


def require_rules_in_force(state: State) -> Rules:
    """Return the rules of the table, or refuse if no submission has been approved."""
    if not state.table:
        raise Refused("no table is open", ROUND_ORDER)
    if state.rules is None:
        raise Refused("no submission has been approved for this table", APPROVED_RULES)
    return state.rules


def require_open_round(
    state: State, command: RoundCommand, *phases: Phase
) -> tuple[Rules, RoundState]:
    """Return the rules and the open round, which must be the command's and in one of ``phases``."""
    rules = require_rules_in_force(state)
    round_ = state.round
    if round_ is None or round_.phase is Phase.CLOSED:
        raise Refused("no round is open", ROUND_ORDER)
    check_round_number(round_, command.round)
    if phases and round_.phase not in phases:
        raise Refused(f"this is possible only {_describe_phases(phases)}", ROUND_ORDER)
    return rules, round_


_PHASE_WORDS: Final = {
    Phase.BETTING: "bets are open",
    Phase.COUNTING: "progressive wagers are being counted",
    Phase.PLAYING: "hands are being played",
    Phase.SETTLING: "hands are being settled",
}


def _describe_phases(phases: tuple[Phase, ...]) -> str:
    """Say when something is possible that these phases allow."""
    if all(phase in _PHASE_WORDS for phase in phases):
        return f"while {join_names((_PHASE_WORDS[phase] for phase in phases), 'or')}"
    return "after betting closes"


def check_round_number(round_: RoundState, number: object) -> None:
    """Refuse a command that was sent for another round."""
    if number != round_.number:
        raise Refused(
            f"this command is for round {short_repr(number)}, but round {round_.number} is open",
            ROUND_ORDER,
        )


def require_own_seat(state: State, rules: Rules, by: Person, seat: object) -> int:
    """Return the seat if it is this player's.

    Where a physical deck is dealt, the dealer may act for any player who is seated.
    """
    check_seat(rules, seat)
    if by.role is Role.DEALER and rules.table.is_physical and seat in state.seats:
        return seat  # type: ignore[return-value]
    if state.seats.get(seat) != by.name:  # type: ignore[call-overload]
        occupancy = "taken by another player" if seat in state.seats else "empty"
        raise Refused(
            f"{short_repr(by.name)} is not in seat {seat}, which is {occupancy}",
            rules.cite(rules.table_procedures.seated),
        )
    return seat  # type: ignore[return-value]


def seated_player(state: State, seat: int) -> Person:
    """Return the player of a seat that is taken."""
    return Person(state.seats[seat], Role.PLAYER)


def unruled_refusal(rules: Rules, seat: int) -> Refused:
    """Return the refusal to settle a seat whose player left, before a floorperson has ruled."""
    return Refused(
        f"the player in seat {seat} has left: a floorperson must first rule on the wagers",
        rules.cite(rules.table_procedures.leaving),
    )


def check_stub_counted(state: State, rules: Rules, round_: RoundState) -> None:
    """Refuse to settle a round whose stub must be counted first: a wrong count may void it."""
    if must_count_stub(state, rules, round_):
        raise Refused(
            "count the stub before settling any wager of this round",
            rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing]),
        )


def check_may_play(state: State, by: Person) -> None:
    """Refuse a player who has been barred from new rounds."""
    for what, why in state.day.disabled.items():
        if what.startswith("player:") and same_person(what.removeprefix("player:"), by.name):
            raise Refused(f"{short_repr(by.name)} is barred from new rounds: {why}", DISABLING)


def check_seat(rules: Rules, seat: object) -> None:
    """Refuse a seat that the table does not have."""
    if type(seat) is not int or not 1 <= seat <= rules.seats:
        raise Refused(
            f"invalid seat {short_repr(seat)}: seats are numbered 1 to {rules.seats}",
            rules.cite(rules.table_procedures.seated),
        )


def require_chips(rules: Rules, cents: object, what: str, *, fixed: bool = False) -> int:
    """Return an amount that chips can make up. A ``fixed`` one is set by the submission."""
    if type(cents) is not int or not 1 <= cents <= MAX_CENTS:
        raise Refused(
            f"{what} is {short_repr(cents)}, but must be a whole number of cents from 1 to 10^12",
            rules.cite(rules.table_procedures.chips),
        )
    if cents % rules.table.chip and not fixed:
        raise Refused(
            f"{what} is {dollars(cents)}, but must be a multiple of the smallest chip, "
            f"{dollars(rules.table.chip)}",
            rules.cite(rules.table_procedures.chips),
        )
    return cents


def is_text(value: object, max_length: int) -> bool:
    """Return whether a value is printable text, neither blank nor too long."""
    if not isinstance(value, str) or not value.strip() or len(value) > max_length:
        return False
    return value.isprintable()


MAX_REASON_LENGTH: Final = 500


def check_reason(reason: object, clause: str = INCIDENTS) -> None:
    """Refuse a reason that cannot be put on record."""
    if not is_text(reason, MAX_REASON_LENGTH):
        raise Refused(f"give a reason of 1 to {MAX_REASON_LENGTH} printable characters", clause)


MAX_TIMESTAMP: Final = 2**40
"""The latest time that a command may carry, in seconds."""
MAX_DATE_TIMESTAMP: Final = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp())
"""The latest time that Python can convert to a date."""


def command_time(state: State, at: object) -> int:
    """Return the time of a command, never earlier than the last one that the table recorded."""
    if type(at) is not int or at > MAX_TIMESTAMP:
        raise Refused(
            f"at is {short_repr(at)}, but must be a time in whole seconds since 1970 in UTC",
            ROUND_ORDER,
        )
    return max(at, state.day.at)


def command_date(state: State, at: object) -> date | None:
    """Return the UTC date of a command, or None if the table has never been given a time."""
    at_seconds = command_time(state, at)
    return (
        datetime.fromtimestamp(min(at_seconds, MAX_DATE_TIMESTAMP), UTC).date()
        if at_seconds > 0
        else None
    )


def check_serializable(matter: Matter) -> None:
    """Refuse a proposal that does not survive being encoded as JSON and decoded again."""
    try:
        matter_json = msgspec.json.encode(matter)
        if msgspec.json.decode(matter_json, type=type(matter)) == matter:
            return
    except (TypeError, ValueError, RecursionError):
        pass
    raise Refused("the proposal cannot be stored: its values must be plain JSON", ROUND_ORDER)


def is_string(value: object) -> bool:
    """Return whether a value is a string, and can be looked up among names."""
    return isinstance(value, str)


def require_shoe(round_: RoundState, shoe: Shoe | None) -> Shoe:
    """Return the shoe if it is the one that the house committed to for this round."""
    if shoe is None:
        raise Refused("the seed of this round is unavailable: void the round", SHUFFLE_COMMITMENT)
    if shoe.commitment != round_.root or shoe.seed_hash != round_.seed_hash:
        raise Refused("this stack is not the one that the house committed to", SHUFFLE_COMMITMENT)
    return shoe
