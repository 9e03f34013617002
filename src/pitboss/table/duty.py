"""What is due, in words: the step, who does it, what is said aloud, by which clause.

Of any state there is an answer: if it is nobody of the house, it is a player, or a person who has
to decide something. A console, a school and every refusal show exactly this.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct

from pitboss.games import find_game
from pitboss.games.dealing import Burn, Discard, Lies, ToPlayers, ToTable
from pitboss.games.incidents import Kind
from pitboss.games.tasks import CONFIRMS, Device, Task
from pitboss.games.words import FROM_HAND, RESHUFFLING
from pitboss.money import dollars
from pitboss.round import choices, condition_words
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.card_names import incident_words
from pitboss.table.care import (
    Hindrance,
    checklist,
    cited,
    clause_of,
    hindrances,
    is_spread,
    remedy_for,
    shoe_down,
    slots,
    standing,
    stub_first,
    through_machine,
    wagers_on,
)
from pitboss.table.deciding.incidents import rulings
from pitboss.table.deciding.wheel import to_show, to_spin
from pitboss.table.due import Due, due
from pitboss.table.house import (
    APPROVED_RULES,
    CARE,
    COUNTED,
    IN_ORDER,
    INCIDENTS,
    TWO_PEOPLE,
    VALIDATED,
)
from pitboss.table.people import Role
from pitboss.table.plan import Turn, plan
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    course_of,
    first_seats,
    open_street,
    step_of,
)

DEALER: Final = Role.DEALER.value
FLOOR: Final = Role.FLOORPERSON.value
PLAYER: Final = Role.PLAYER.value
TWO: Final = "two people"
NO_MORE_BETS: Final = "No more bets."
PLACE_BETS: Final = "Place your bets."


class Duty(Struct, frozen=True, gc=False, omit_defaults=True):
    """What the table waits for."""

    who: str
    """A role, or two people."""
    what: str
    """The step, as one tells somebody to do it."""
    clause: str
    said: str = ""
    """What is said aloud."""
    step: str = ""
    """The command that does it."""
    seat: int | None = None
    ahead: tuple[Hindrance, ...] = ()
    """What blocks the next deal, now or later."""

    def __str__(self) -> str:
        return f"{self.who}: {self.what} [{self.clause}]"


def duty(state: State, at: int | None = None) -> Duty:
    """What is due now; with the time, if it is known better than the table was told."""
    if not state.table:
        return Duty(FLOOR, "open a table", IN_ORDER, step="OpenTable")
    rules = state.rules
    if rules is None:
        return Duty(TWO, "put a submission in force", APPROVED_RULES, step="Propose")
    now = state.day.at if at is None else max(at, state.day.at)
    ahead = tuple(hindrances(state, rules, now))
    step = due(state, now)
    if step is None:
        told = _waiting(state, rules, ahead)
    else:
        told = _TOLD[type(step.command)](state, rules, step)
    name = type(step.command).__name__ if step else told.step
    return Duty(told.who, told.what, told.clause or IN_ORDER, told.said, name, told.seat, ahead)


class _Told(NamedTuple):
    who: str
    what: str
    clause: str | None
    said: str = ""
    seat: int | None = None
    step: str = ""


def _waiting(state: State, rules: Rules, ahead: tuple[Hindrance, ...]) -> _Told:
    """Nobody of the house is due: players are, or somebody has to decide."""
    now = state.round
    if now is not None and state.running:
        street = open_street(rules, now)
        if street is None or now.turn is None:
            locks = rules.dealing.locks_out if plan(rules).counted else ""
            clause = _cite(rules, rules.dealing.no_more_bets, locks)
            what = "take bets, then close the betting"
            what += " and lock out further progressive wagers" * bool(locks)
            what += "" if now.wagers else "; if nobody bets, two people void the round"
            if plan(rules).counted and (by := find_game(rules.game).procedures.acceptance):
                what += f"; players check that their progressive wagers were accepted ({by})"
            return _Told(DEALER, what, clause, NO_MORE_BETS, step="NoMoreBets")
        asked = question(rules, now)
        name, clause = now.players[now.turn], rules.cite(street.clause)
        what = f"{name} answers on {street.label}"
        return _Told(PLAYER, what, clause, asked, now.turn, "Decide")
    if not state.day.open:
        return _Told(TWO, "count the tray and open the table", TWO_PEOPLE, step="Propose")
    first = next((one for one in ahead if one.at is None and one.rounds is None), None)
    if first is None:
        clause = rules.cite(rules.table_procedures.betting)
        return _Told(DEALER, "open the bets", clause, PLACE_BETS, step="OpenRound")
    if not state.seats and next(standing(state, rules), None) is None:
        spread = next((one for one in state.day.decks.values() if is_spread(rules, one)), None)
        if spread is None:
            return _Told(
                PLAYER, "sit down", rules.cite(rules.table_procedures.seated), step="TakeSeat"
            )
        clause = rules.cite(clause_of(rules, Task.LOOK, spread))
        return _Told(PLAYER, "sit down and look at the cards", clause, step="TakeSeat")
    what = f"see to this: {first.why}"
    if not state.seats and "table" in state.day.disabled:
        cards = "take the cards off, " if state.day.decks else ""
        what += f"; or {cards}count the tray and close the table"
    return _Told(FLOOR, what, first.clause)


def question(rules: Rules, now: RoundState) -> str:
    """What the dealer asks the seat whose turn it is."""
    street, seat = open_street(rules, now), now.turn
    if street is None or seat is None:
        return ""
    course = course_of(rules, now, seat)
    # Everybody hears this: it must not depend on cards that only the player sees.
    said = [
        (one.decision if not one.stake else f"{one.decision} for {dollars(one.stake)}")
        + (f" if {why}" if (why := condition_words(rules, street, one.decision)) else "")
        for one in choices(rules, now.wagers[seat], course)
    ]
    return f"Seat {seat}, {street.label}: {', '.join(said[:-1])} or {said[-1]}?"


def _rule(state: State, rules: Rules, _: Due) -> _Told:
    open_ = state.day.incident
    if open_ is None:
        raise AssertionError("no irregularity waits")
    incident = remedy_for(rules, open_.kinds[0])
    said = " or ".join(rulings(rules, open_))
    words = incident_words(rules, open_.kinds, open_.card)
    what = f"rule on incident {open_.number}, {words}: {said}"
    clause: str | None = cited(rules, incident) if incident else INCIDENTS
    if len(open_.kinds) > 1:
        clause = rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing])
    return _Told(FLOOR, what, clause, seat=open_.seat or None)


def _propose(state: State, rules: Rules, step: Due) -> _Told:
    matter = step.command.matter if isinstance(step.command, c.Propose) else None
    if isinstance(matter, c.OpeningCount):
        return _Told(DEALER, "count the chips in the tray", TWO_PEOPLE)
    why = matter.reason if isinstance(matter, c.VoidRound) else ""
    return _Told(DEALER, f"propose that the round is void: {why}", _undealt(state, rules))


def _approve(state: State, rules: Rules, step: Due) -> _Told:
    number = step.command.number if isinstance(step.command, c.Approve) else 0
    if isinstance(state.proposals[number].matter, c.OpeningCount | c.ClosingCount):
        return _Told(FLOOR, "count the chips in the tray too, and confirm the count", TWO_PEOPLE)
    what = f"approve proposal {number}, that the round is void"
    return _Told(FLOOR, what, _undealt(state, rules))


def _undealt(state: State, rules: Rules) -> str | None:
    """Why a round whose bets are open cannot be dealt."""
    down = shoe_down(rules, state.day)
    return down.clause if down else _aged(rules)


def _aged(rules: Rules) -> str | None:
    return rules.cite(rules.deck_procedures.deck_clause[rules.table.dealing])


def _mark(_: State, rules: Rules, step: Due) -> _Told:
    device = step.command.device if isinstance(step.command, c.MarkDevice) else ""
    down = remedy_for(rules, Kind.DEVICE_DOWN)
    clause = cited(rules, down) if down else INCIDENTS
    return _Told(DEALER, f"cover the {device}, or put a sign on it", clause)


def _restore(state: State, rules: Rules, step: Due) -> _Told:
    """Wagers wait for a device: somebody says that it works again."""
    device = (
        step.command.device if isinstance(step.command, c.RestoreDevice) else Device.PROGRESSIVE
    )
    labels = [side.label for side in rules.sides if side.key in wagers_on(rules, device)]
    what = f"see that the {device} works again: {', '.join(labels)} is settled then"
    return _Told(FLOOR, what, INCIDENTS)


def _stub(state: State, rules: Rules, _: Due) -> _Told:
    clause = rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing])
    if state.running:
        return _Told(DEALER, "count the stub, face down on the layout", clause)
    rounds = rules.deck_procedures.stub_count_rounds
    what = f"count the deck, face down on the layout: no stub was counted in {rounds} rounds"
    return _Told(DEALER, what, clause)


def _sign(_: State, rules: Rules, __: Due) -> _Told:
    items = "; ".join(f"{words} ({clause})" for clause, words in checklist(rules).items())
    return _Told(DEALER, f"sign the opening checklist: {items}", CARE)


def _receive(state: State, rules: Rules, _: Due) -> _Told:
    missing = len([slot for slot in slots(rules) if slot not in state.day.decks])
    what = "have a deck brought to the table" if missing == 1 else "have two decks brought"
    if not (state.seats or state.day.decks):
        what += "; or count the tray and close the table"
    return _Told(DEALER, what, rules.cite(rules.deck_procedures.received))


def _remove(state: State, rules: Rules, step: Due) -> _Told:
    slot = step.command.deck if isinstance(step.command, c.RemoveDeck) else 1
    if slot not in slots(rules):
        alternate = rules.cite(rules.deck_procedures.alternate)
        return _Told(DEALER, f"take deck {slot} off the table: one is played with", alternate)
    hours = rules.deck_procedures.deck_hours[rules.table.dealing]
    what = f"take {_which(rules, slot)} off the table: it was in use for {hours} hours"
    return _Told(DEALER, what, _aged(rules))


def _perform(state: State, rules: Rules, step: Due) -> _Told:
    command = step.command
    if not isinstance(command, c.Perform):
        raise AssertionError("no step with a deck")
    task, deck = command.task, state.day.decks.get(command.deck)
    words = task.words
    if task is Task.SHUFFLE and deck and through_machine(rules, deck):
        words = "put the deck through the shuffler: only what it shuffled is dealt from the hand"
    what = words if rules.table.decks == 1 else f"deck {command.deck}: {words}"
    clause = rules.cite(clause_of(rules, task, deck))
    return _Told(FLOOR if task in CONFIRMS else DEALER, what, clause)


def _which(rules: Rules, slot: int) -> str:
    return f"deck {slot}" if rules.table.decks > 1 else "the deck"


def _count(_: State, rules: Rules, step: Due) -> _Told:
    command = step.command
    counted = command.chips if isinstance(command, c.CountProgressives) else {}
    labels = {side.key: side.label for side in rules.sides}
    told = ", ".join(labels[key] for key in counted)  # how many, the dealer finds out
    clause = rules.cite(rules.dealing.counts) or COUNTED
    return _Told(DEALER, f"collect and count the wagers that were accepted: {told}", clause)


def _deal(state: State, rules: Rules, _: Due) -> _Told:
    now = _round(state)
    labels = {place.name: place.label for place in rules.places}
    match step := step_of(rules, now):
        case ToPlayers(cards=cards):
            many = f"{len(cards)} cards" if len(cards) > 1 else "a card"
            what = f"deal {many} to each player, seat {', '.join(map(str, now.players))}"
        case ToTable(places=places, lies=lies):
            named = list(dict.fromkeys(labels[name] for name in places))
            what = f"deal {len(places)} {lies}: {', '.join(named)}"
        case Burn():
            what = "burn a card"
        case Discard():
            what = "put a card of the stack away unseen"
        case _:
            raise AssertionError("no card is due")
    then, clause = _then(rules, now.step, counted=stub_first(state, rules, now))
    what += f"; then {then}" * bool(then)
    for by, words in rules.dealing.handling.items() if not now.dealt else ():
        what += f"; {words} ({by})"
    return _Told(DEALER, what, _cite(rules, step.clause, clause))


def _then(rules: Rules, at: int, *, counted: bool) -> tuple[str, str]:
    """What is done with the cards that are left once those of a step are out, and its clause."""
    planned, dealing = plan(rules), rules.dealing
    in_hand = bool(dealing.from_hand) or rules.table.dealing == FROM_HAND
    if dealing.from_hand and at == planned.last_dispensed:
        return "take the other cards out of the shoe, to deal them from the hand", dealing.from_hand
    machine = rules.table.shuffler == RESHUFFLING and not dealing.stub
    if at != planned.last_card or machine:
        return "", ""
    if counted:
        keep = "keep the stub" if in_hand else "take the stub out of the shoe"
        by = rules.deck_procedures.stub_clause[rules.table.dealing]
        return f"{keep}, to count it before anything is settled", by
    unless = ", unless it is counted" if planned.counts else ""
    away = "put the stub" if in_hand else "take the stub out of the shoe and put it"
    return f"{away} in the rack unseen{unless}", dealing.stub


def _cite(rules: Rules, *clauses: str | None) -> str | None:
    """Several clauses of the book as one citation: ``RET 8.C(1), 8.C(2)``."""
    return rules.cite(", ".join(filter(None, clauses)))


def _turn(state: State, rules: Rules, _: Due) -> _Told:
    now = _round(state)
    step = step_of(rules, now) if now.phase is Phase.PLAYING else None
    if not isinstance(step, Turn):
        seat = to_show(now)
        what = f"turn over the cards of seat {seat}: a pair spins the wheel"
        return _Told(DEALER, what, rules.cite(rules.table_procedures.settles), seat=seat)
    labels = {place.name: place.label for place in rules.places}
    named = ", ".join(labels.get(name, f"the {name} card of each hand") for name in step.names)
    if step.cards:
        named = f"{'a card' if step.cards == 1 else f'{step.cards} cards'} of {named}"
    covered = any(rules.dealing.lies(name) is Lies.COVERED for name in step.names)
    first = "take off the cover card and " * covered
    what = f"{first}turn over {named}"
    if (by := find_game(rules.game).procedures.hands_off) and step.names == rules.streets[
        -1
    ].reveal:
        what += f"; hands lie face down, and players do not touch them again ({by})"
    return _Told(DEALER, what, rules.cite(step.clause))


def _spin(state: State, rules: Rules, _: Due) -> _Told:
    seat = to_spin(_round(state))
    what = f"spin the wheel for the pair of seat {seat}"
    return _Told(DEALER, what, rules.cite(rules.table_procedures.settles), seat=seat)


def _settle(state: State, rules: Rules, _: Due) -> _Told:
    now = _round(state)
    if early := first_seats(now):
        clause = rules.cite(rules.table_procedures.settles_first_by)
        return _Told(DEALER, f"settle the bonus wagers of seat {early[0]}", clause, seat=early[0])
    seat = next(s for s in sorted(now.players, reverse=True) if s not in now.settled)
    clause = rules.cite(rules.table_procedures.settles)
    if now.lost(seat) or seat in now.folded:
        return _Told(DEALER, f"settle seat {seat}", clause, seat=seat)
    labels = {hand.name: hand.label for hand in rules.hands}
    hands = "; ".join(f"{labels[name]}: …" for name in rules.table_procedures.announces)
    up = all(at in now.shown for at in now.holes[seat])
    first = ["turn over"] * (not up) + ["announce"] * bool(hands)
    what = f"{', '.join(first)}{' and ' * bool(first)}settle the hand of seat {seat}"
    return _Told(DEALER, what, clause, f"Seat {seat}, {hands}" if hands else "", seat)


def _verify(state: State, rules: Rules, _: Due) -> _Told:
    seat = _round(state).hit
    clause = rules.cite(rules.table_procedures.verifies) or VALIDATED
    what = f"verify the hand and the wager of seat {seat}, and the light of the progressive"
    return _Told(DEALER, what, clause, seat=seat)


def _validate(state: State, rules: Rules, _: Due) -> _Told:
    seat = _round(state).hit
    clause = rules.cite(rules.table_procedures.validates) or VALIDATED
    return _Told(FLOOR, f"validate what seat {seat} won from the progressive", clause, seat=seat)


def _absent(_: State, rules: Rules, step: Due) -> _Told:
    if not isinstance(step.command, c.RuleOnAbsent | c.AnswerForAbsent):
        raise AssertionError("nobody has left")
    seat, clause = step.command.seat, rules.cite(rules.table_procedures.leaving)
    if isinstance(step.command, c.RuleOnAbsent):
        what = f"rule on the wagers of seat {seat}, who left: lost, or they stand"
        return _Told(FLOOR, what, clause, seat=seat)
    return _Told(
        DEALER, f"answer for seat {seat}, who left: nothing more is staked", clause, seat=seat
    )


def _close(state: State, rules: Rules, _: Due) -> _Told:
    what = "pick up the cards, so that every hand can be rebuilt, and open the seed"
    if state.upcoming is not None:
        what += f"; then submission {state.upcoming.number} takes effect"
    return _Told(DEALER, what, rules.cite(rules.table_procedures.discards))


def _round(state: State) -> RoundState:
    if state.round is None:
        raise AssertionError("no round is on the table")
    return state.round


_TOLD: Final[Mapping[type[Any], Callable[[State, Rules, Due], _Told]]] = {
    c.Rule: _rule,
    c.Propose: _propose,
    c.Approve: _approve,
    c.MarkDevice: _mark,
    c.RestoreDevice: _restore,
    c.CountStub: _stub,
    c.SignChecklist: _sign,
    c.ReceiveDeck: _receive,
    c.RemoveDeck: _remove,
    c.Perform: _perform,
    c.CountProgressives: _count,
    c.Deal: _deal,
    c.TurnOver: _turn,
    c.SpinWheel: _spin,
    c.Settle: _settle,
    c.VerifyJackpot: _verify,
    c.ValidateJackpot: _validate,
    c.RuleOnAbsent: _absent,
    c.AnswerForAbsent: _absent,
    c.CloseRound: _close,
}
