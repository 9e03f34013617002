"""The answers of players on each street, in the order of their seats."""

from pitboss.games.words import FOLD, TAKE_DOWN, OnlyWith, Street, times_of
from pitboss.money import dollars
from pitboss.refusal import Refused, brief
from pitboss.round import Decision, follow
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.allowed import seat_cards
from pitboss.table.deciding.common import known_seat, own_seat, round_in, sealed
from pitboss.table.house import IN_ORDER, LEDGER, TWO_PEOPLE
from pitboss.table.people import Person, same_person
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    being_settled,
    open_street,
    to_rule_on,
)


def decide(state: State, by: Person, command: c.Decide, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """The answer of the seat whose turn it is, to the question that was asked."""
    rules, now = round_in(state, command)
    seat = own_seat(state, rules, by, command.seat)
    street = asked(rules, now, seat)
    if command.street != street.name:
        raise Refused(
            f"this was meant for {brief(command.street)}, but {street.name} is asked",
            rules.cite(street.clause),
        )
    if seat in now.away and seat not in now.reported:
        raise Refused(
            f"the player of seat {seat} left the table", rules.cite(rules.table_procedures.leaving)
        )
    if isinstance(command.decision, str) and command.decision in street.conditions:
        cards = seat_cards(rules, now, seat, sealed(now, shoe))
        decisions = (*now.decisions[seat], command.decision)
        follow(rules, now.wagers[seat], decisions, whole=False, cards=cards)
    return (_answer(state, rules, now, seat, street, command.decision),)


def asked(rules: Rules, now: RoundState, seat: int) -> Street:
    """The street on which this seat is asked."""
    street = open_street(rules, now)
    if street is None:
        raise Refused(f"nobody is asked now: {now.phase.value}", IN_ORDER)
    if now.turn != seat:
        why = f"seat {now.turn} is asked on {street.label}, not seat {seat}"
        if seat in now.folded:
            why = f"seat {seat} has folded"
        elif seat not in now.players:
            why = f"seat {seat} has no wager in this round"
        raise Refused(why, rules.cite(street.clause))
    return street


def _answer(
    state: State, rules: Rules, now: RoundState, seat: int, street: Street, decision: Decision
) -> e.Decided:
    choice = street.choices.get(decision) if isinstance(decision, str) else None
    wagers = now.wagers[seat]
    if choice == FOLD:
        return e.Decided(now.number, street.name, seat, decision, 0, True)
    if choice == TAKE_DOWN:
        back = wagers[street.wager]
        return e.Decided(now.number, street.name, seat, decision, 0, False, back)
    if not isinstance(choice, int | OnlyWith):  # an amount between, where the table takes one
        course = follow(rules, wagers, (*now.decisions[seat], decision), whole=False)
        stake = course.raises[street.wager]
        if stake % rules.table.chip:
            raise Refused(
                f"the raise is {dollars(stake)}, which no chip makes: the smallest is "
                f"{dollars(rules.table.chip)}",
                rules.cite(rules.table_procedures.chips),
            )
    else:
        stake = times_of(choice) * wagers[street.of]
    held = state.chips(now.players[seat])
    if stake > held:
        raise Refused(f"{dollars(stake)} is more than the {dollars(held)} in chips", LEDGER)
    return e.Decided(now.number, street.name, seat, decision, stake, False)


def rule_on_absent(
    state: State, by: Person, command: c.RuleOnAbsent, _: Shoe | None
) -> tuple[e.Event, ...]:
    """A floorperson takes the wagers of a player who left as lost, or lets them stand.

    As long as some of them are not settled: bonuses that were settled first stay so.
    """
    rules, now = round_in(state, command, Phase.COUNTING, Phase.PLAYING, Phase.SETTLING)
    known_seat(rules, command.seat)
    clause = rules.cite(rules.table_procedures.leaving)
    if type(command.lost) is not bool:
        raise Refused(f"the wagers are lost or they stand, not {brief(command.lost)}", clause)
    if command.seat not in now.away:
        raise Refused(f"the player of seat {command.seat} has not left in this round", clause)
    if same_person(now.reported.get(command.seat, ""), by.name):
        raise Refused(f"{brief(by.name)} reported it: somebody else rules on it", TWO_PEOPLE)
    if command.seat in now.absent:
        raise Refused(f"on seat {command.seat} it was ruled already", clause)
    if being_settled(now, command.seat):
        raise Refused(f"seat {command.seat} is settled, or is being settled", clause)
    if not to_rule_on(rules, now, command.seat):
        raise Refused(f"seat {command.seat} has nothing left to lose", clause)
    return (e.AbsentRuled(now.number, command.seat, command.lost, by.name),)


def answer_for_absent(
    state: State, _: Person, command: c.AnswerForAbsent, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Wagers that stand are played on without another chip: a fold, or a check."""
    rules, now = round_in(state, command)
    known_seat(rules, command.seat)
    if now.absent.get(command.seat) is not False:
        raise Refused(
            f"for seat {command.seat} nobody answers but its player",
            rules.cite(rules.table_procedures.leaving),
        )
    street = asked(rules, now, command.seat)
    least = next(name for name, times in street.choices.items() if times in (FOLD, 0))
    return (_answer(state, rules, now, command.seat, street, least),)
