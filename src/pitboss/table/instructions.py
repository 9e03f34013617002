"""The next step in words: what to do, who does it, what is said aloud, by which clause.

Every state has one: if the house has no next step, a player or a member of the staff has to act.
Consoles, the school and every refusal show exactly this text.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct

from pitboss.games import find_game
from pitboss.games.dealing import Burn, CardFacing, Discard, ToPlayers, ToTable
from pitboss.games.deck_tasks import FLOOR_TASKS, Device, Task
from pitboss.games.game_parts import FROM_HAND, RESHUFFLING
from pitboss.games.incidents import Kind
from pitboss.games.paytables import join_names
from pitboss.money import dollars
from pitboss.round import available_choices, condition_words
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.decks import (
    Blocker,
    blockers,
    checklist_items,
    deck_slots,
    find_incident,
    incident_clause,
    is_spread,
    must_count_stub,
    needs_machine_shuffle,
    shoe_blocker,
    standing_blockers,
    task_clause,
    wagers_needing,
)
from pitboss.table.due_cards import due_cards
from pitboss.table.handlers.dealing import cards_to_turn, seat_to_show, seat_to_spin
from pitboss.table.handlers.rulings import allowed_rulings
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.house_rules import (
    APPROVED_RULES,
    DECK_PROCEDURES,
    INCIDENTS,
    JACKPOT_VALIDATION,
    PROGRESSIVE_COUNT,
    ROUND_ORDER,
    TWO_PEOPLE,
)
from pitboss.table.next_step import NextStep, next_step
from pitboss.table.people import Role
from pitboss.table.round_plan import TurnCards, plan_round
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    betting_progress,
    current_step,
    early_seats,
    open_street,
    require_round,
)

DEALER: Final = Role.DEALER.value
FLOOR: Final = Role.FLOORPERSON.value
PLAYER: Final = Role.PLAYER.value
TWO_STAFF: Final = "two people"
UNNAMED_HAND: Final = "…"
"""Where the dealer names a hand that is not turned over yet."""
_TIME_WORDS: Final = ("after", "at", "before", "on")
"""The first words of a street's label that says when players decide: ``Before the flop``."""
NO_MORE_BETS: Final = "No more bets."
PLACE_BETS: Final = "Place your bets."


class Instruction(Struct, frozen=True, gc=False, omit_defaults=True):
    """What has to be done next, by whom, and under which clause."""

    who: str
    """The role that acts, or "two people"."""
    what: str
    """The step, in the imperative."""
    clause: str
    said: str = ""
    """What the dealer says aloud."""
    step: str = ""
    """The name of the command that does it."""
    seat: int | None = None
    ahead: tuple[Blocker, ...] = ()
    """What blocks the next deal, now or later."""
    cards: tuple[str, ...] = ()
    """The names of the cards whose faces are entered with it, where a physical deck is dealt."""

    def __str__(self) -> str:
        return f"{self.who}: {self.what} [{self.clause}]"


def decision_text(player: str, label: str) -> str:
    """Say that a player decides: ``Ann makes the Flop decision``, ``Ann decides on the flop``."""
    if label.partition(" ")[0].lower() in _TIME_WORDS:
        return f"{player} decides {label[0].lower()}{label[1:]}"
    return f"{player} makes the {label} decision"


def instruction(state: State, at: int | None = None) -> Instruction:
    """Return the current instruction, at a given time or the last one that the table recorded."""
    if not state.table:
        return Instruction(FLOOR, "open a table", ROUND_ORDER, step="OpenTable")
    rules = state.rules
    if rules is None:
        what = "propose and approve a submission"
        return Instruction(TWO_STAFF, what, APPROVED_RULES, step="Propose")
    at = state.day.at if at is None else max(at, state.day.at)
    ahead = tuple(blockers(state, rules, at))
    step = next_step(state, at)
    if step is None:
        words = _wait_for_people(state, rules, ahead)
    else:
        words = _INSTRUCTIONS[type(step.command)](state, rules, step)
    name = type(step.command).__name__ if step else words.step
    clause = words.clause or ROUND_ORDER
    cards = due_cards(state, step.command) if step else ()
    return Instruction(words.who, words.what, clause, words.said, name, words.seat, ahead, cards)


class _Step(NamedTuple):
    who: str
    what: str
    clause: str | None
    said: str = ""
    seat: int | None = None
    step: str = ""


def _wait_for_people(state: State, rules: Rules, ahead: tuple[Blocker, ...]) -> _Step:
    """Return the step of a player, or of staff who have to decide, when the house has none."""
    round_ = state.round
    if round_ is not None and state.has_open_round:
        street = open_street(rules, round_)
        if street is None or round_.turn is None:
            locks = rules.dealing.locks_out if plan_round(rules).metered_sides else ""
            clause = _cite_all(rules, rules.dealing.no_more_bets, locks)
            what = "take bets, then close betting"
            what += " and lock out further progressive wagers" * bool(locks)
            what += "" if round_.wagers else "; if nobody bets, two people void the round"
            if plan_round(rules).metered_sides and (
                by := find_game(rules.game).procedures.acceptance
            ):
                what += f"; players check that their progressive wagers were accepted ({by})"
            return _Step(DEALER, what, clause, NO_MORE_BETS, step="NoMoreBets")
        question = dealer_question(rules, round_)
        name, clause = round_.players[round_.turn], rules.cite(street.clause)
        what = decision_text(name, street.label)
        return _Step(PLAYER, what, clause, question, round_.turn, "Decide")
    if not state.day.open:
        return _Step(TWO_STAFF, "count the tray and open the table", TWO_PEOPLE, step="Propose")
    first = next((item for item in ahead if item.at is None and item.rounds is None), None)
    if first is None:
        clause = rules.cite(rules.table_procedures.betting)
        return _Step(DEALER, "open betting", clause, PLACE_BETS, step="OpenRound")
    if not state.seats and next(standing_blockers(state, rules), None) is None:
        spread = next((item for item in state.day.decks.values() if is_spread(rules, item)), None)
        if spread is None:
            return _Step(
                PLAYER, "sit down", rules.cite(rules.table_procedures.seated), step="TakeSeat"
            )
        clause = rules.cite(task_clause(rules, Task.LOOK, spread))
        return _Step(PLAYER, "sit down and look at the cards", clause, step="TakeSeat")
    what = f"resolve this before the next deal: {first.why}"
    if not state.seats and "table" in state.day.disabled:
        steps = ["remove the cards"] * bool(state.day.decks) + ["count the tray", "close the table"]
        what += f"; or {join_names(steps)}"
    return _Step(FLOOR, what, first.clause)


def dealer_question(rules: Rules, round_: RoundState) -> str:
    """Return the question that the dealer asks the seat whose turn it is."""
    street, seat = open_street(rules, round_), round_.turn
    if street is None or seat is None:
        return ""
    course = betting_progress(rules, round_, seat)
    # Everybody hears this: it must not depend on cards that only the player sees.
    words = []
    for choice in available_choices(rules, round_.wagers[seat], course):
        stake = f" for {dollars(choice.stake)}" if choice.stake else ""
        condition = condition_words(rules, street, choice.decision)
        words.append(f"{choice.decision}{stake}" + (f" if {condition}" if condition else ""))
    return f"Seat {seat}, {street.label}: {join_names(words, 'or')}?"


def _rule(state: State, rules: Rules, _: NextStep) -> _Step:
    open_ = state.day.incident
    if open_ is None:
        raise AssertionError("no incident is open")
    incident = find_incident(rules, open_.kinds[0])
    rulings = join_names(allowed_rulings(rules, open_), "or")
    words = describe_incident(rules, open_.kinds, open_.card)
    what = f"rule on incident {open_.number}: {words}; choose {rulings}"
    clause: str | None = incident_clause(rules, incident) if incident else INCIDENTS
    if len(open_.kinds) > 1:
        clause = rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing])
    return _Step(FLOOR, what, clause, seat=open_.seat or None)


def _propose(state: State, rules: Rules, step: NextStep) -> _Step:
    matter = step.command.matter if isinstance(step.command, c.Propose) else None
    if isinstance(matter, c.OpeningCount):
        return _Step(DEALER, "count the chips in the tray", TWO_PEOPLE)
    why = matter.reason if isinstance(matter, c.VoidRound) else ""
    return _Step(DEALER, f"propose voiding the round: {why}", _undealt_clause(state, rules))


def _approve(state: State, rules: Rules, step: NextStep) -> _Step:
    number = step.command.number if isinstance(step.command, c.Approve) else 0
    if isinstance(state.proposals[number].matter, c.OpeningCount | c.ClosingCount):
        return _Step(FLOOR, "count the chips in the tray again and confirm the count", TWO_PEOPLE)
    what = f"approve proposal {number}, which voids the round"
    return _Step(FLOOR, what, _undealt_clause(state, rules))


def _undealt_clause(state: State, rules: Rules) -> str | None:
    """Return the clause under which a round with open bets cannot be dealt."""
    down = shoe_blocker(rules, state.day)
    return down.clause if down else _deck_age_clause(rules)


def _deck_age_clause(rules: Rules) -> str | None:
    return rules.cite(rules.deck_procedures.deck_clause[rules.table.dealing])


def _mark(_: State, rules: Rules, step: NextStep) -> _Step:
    device = step.command.device if isinstance(step.command, c.MarkDevice) else ""
    down = find_incident(rules, Kind.DEVICE_DOWN)
    clause = incident_clause(rules, down) if down else INCIDENTS
    return _Step(DEALER, f"cover the {device}, or put an out-of-order sign on it", clause)


def _restore(state: State, rules: Rules, step: NextStep) -> _Step:
    """Return the step for wagers that are waiting for a device to work again."""
    device = (
        step.command.device if isinstance(step.command, c.RestoreDevice) else Device.PROGRESSIVE
    )
    labels = [side.label for side in rules.sides if side.key in wagers_needing(rules, device)]
    what = f"get the {device} working again, so that {join_names(labels)} can be settled"
    return _Step(FLOOR, what, INCIDENTS)


def _stub(state: State, rules: Rules, _: NextStep) -> _Step:
    clause = rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing])
    if state.has_open_round:
        return _Step(DEALER, "count the stub, face down on the layout", clause)
    rounds = rules.deck_procedures.stub_count_rounds
    what = (
        f"count the deck, face down on the layout: it has been {rounds} rounds since the last count"
    )
    return _Step(DEALER, what, clause)


def _sign(_: State, rules: Rules, __: NextStep) -> _Step:
    items = "; ".join(f"{words} ({clause})" for clause, words in checklist_items(rules).items())
    return _Step(DEALER, f"sign the opening checklist: {items}", DECK_PROCEDURES)


def _receive(state: State, rules: Rules, _: NextStep) -> _Step:
    missing = len([slot for slot in deck_slots(rules) if slot not in state.day.decks])
    what = (
        "have a deck brought to the table"
        if missing == 1
        else "have two decks brought to the table"
    )
    if not (state.seats or state.day.decks):
        what += ", or count the tray and close the table"
    return _Step(DEALER, what, rules.cite(rules.deck_procedures.received))


def _remove(state: State, rules: Rules, step: NextStep) -> _Step:
    slot = step.command.deck if isinstance(step.command, c.RemoveDeck) else 1
    if slot not in deck_slots(rules):
        alternate = rules.cite(rules.deck_procedures.alternate)
        return _Step(DEALER, f"remove deck {slot}: this table uses one deck", alternate)
    hours = rules.deck_procedures.deck_hours[rules.table.dealing]
    what = f"remove {_deck_name(rules, slot)}: it has been in use for {hours} hours"
    return _Step(DEALER, what, _deck_age_clause(rules))


def _perform(state: State, rules: Rules, step: NextStep) -> _Step:
    command = step.command
    if not isinstance(command, c.Perform):
        raise AssertionError("no step with a deck")
    task, deck = command.task, state.day.decks.get(command.deck)
    words = task.description
    if task is Task.SHUFFLE and deck and needs_machine_shuffle(rules, deck):
        words = (
            "put the deck through the shuffler: only cards shuffled by it may be dealt from the "
            "hand"
        )
    what = words if rules.table.decks == 1 else f"deck {command.deck}: {words}"
    clause = rules.cite(task_clause(rules, task, deck))
    return _Step(FLOOR if task in FLOOR_TASKS else DEALER, what, clause)


def _deck_name(rules: Rules, slot: int) -> str:
    return f"deck {slot}" if rules.table.decks > 1 else "the deck"


def _count(_: State, rules: Rules, step: NextStep) -> _Step:
    command = step.command
    keys = command.chips if isinstance(command, c.CountProgressives) else {}
    labels = {side.key: side.label for side in rules.sides}
    clause = rules.cite(rules.dealing.counts) or PROGRESSIVE_COUNT
    if not keys:  # all were returned because a device failed
        return _Step(DEALER, "confirm that no progressive wager is left to collect", clause)
    wagers = join_names(labels[key] for key in keys)  # without numbers: the dealer counts
    return _Step(DEALER, f"collect and count the accepted {wagers} wagers", clause)


def _deal(state: State, rules: Rules, _: NextStep) -> _Step:
    round_ = require_round(state)
    labels = {place.name: place.label for place in rules.places}
    match step := current_step(rules, round_):
        case ToPlayers(cards=cards):
            seats = join_names(map(str, round_.players))
            word = "seats" if len(round_.players) > 1 else "seat"
            what = f"deal {_card_count(len(cards))} to each player: {word} {seats}"
        case ToTable(places=places, lies=lies):
            names = join_names(dict.fromkeys(labels[name] for name in places))
            what = f"deal {_card_count(len(places))} {lies}: {names}"
        case Burn():
            what = "burn a card"
        case Discard():
            what = "discard the next card without exposing it"
        case _:
            raise AssertionError("no card is due")
    then, clause = _stub_handling(
        rules, round_.step, must_count=must_count_stub(state, rules, round_)
    )
    what += f"; then {then}" * bool(then)
    for by, words in rules.dealing.handling.items() if not round_.dealt else ():
        what += f"; {words} ({by})"
    return _Step(DEALER, what, _cite_all(rules, *step.clauses, clause))


def _card_count(cards: int) -> str:
    return "a card" if cards == 1 else f"{cards} cards"


def _stub_handling(rules: Rules, at: int, *, must_count: bool) -> tuple[str, str]:
    """Return what to do with the remaining cards after a step, and the clause for it."""
    plan, dealing = plan_round(rules), rules.dealing
    in_hand = bool(dealing.from_hand) or rules.table.dealing == FROM_HAND
    if dealing.from_hand and at == plan.last_dispensed_step:
        what = "take the remaining cards out of the shoe to deal them from the hand"
        return what, dealing.from_hand
    machine = rules.table.shuffler == RESHUFFLING and not dealing.stub
    if at != plan.last_card_step or machine:
        return "", ""
    if must_count:
        keep = "keep the stub" if in_hand else "take the stub out of the shoe"
        by = rules.deck_procedures.stub_clause[rules.table.dealing]
        return f"{keep} and count it before settling anything", by
    unless = ", unless you count it" if plan.counts_stub else ""
    away = "put the stub" if in_hand else "take the stub out of the shoe and put it"
    return f"{away} in the discard rack without exposing it{unless}", dealing.stub


def _cite_all(rules: Rules, *clauses: str | None) -> str | None:
    """Return several clauses as one citation: ``RET 8.C(1), 8.C(2)``."""
    return rules.cite(", ".join(filter(None, clauses)))


def _turn(state: State, rules: Rules, _: NextStep) -> _Step:
    round_ = require_round(state)
    step = current_step(rules, round_) if round_.phase is Phase.PLAYING else None
    if not isinstance(step, TurnCards):
        seat = seat_to_show(round_)
        what = f"turn over seat {seat}'s cards: a pair spins the wheel"
        return _Step(DEALER, what, rules.cite(rules.table_procedures.settles), seat=seat)
    is_covered = any(rules.dealing.facing(name) is CardFacing.COVERED for name in step.names)
    first = "remove the cover card and " * is_covered
    what = f"{first}turn over {cards_to_turn(rules, step)}"
    if (by := find_game(rules.game).procedures.hands_off) and step.names == rules.streets[
        -1
    ].reveal:
        what += f"; hands stay face down, and players may not touch them again ({by})"
    return _Step(DEALER, what, rules.cite(step.clause))


def _spin(state: State, rules: Rules, _: NextStep) -> _Step:
    seat = seat_to_spin(require_round(state))
    what = f"spin the wheel for seat {seat}'s pair"
    what += ", and enter where it stops" * rules.table.is_physical
    return _Step(DEALER, what, rules.cite(rules.table_procedures.settles), seat=seat)


def _settle(state: State, rules: Rules, _: NextStep) -> _Step:
    round_ = require_round(state)
    if early := early_seats(round_):
        clause = rules.cite(rules.table_procedures.settles_first_by)
        return _Step(DEALER, f"settle seat {early[0]}'s bonus wagers", clause, seat=early[0])
    seat = next(s for s in sorted(round_.players, reverse=True) if s not in round_.settled)
    clause = rules.cite(rules.table_procedures.settles)
    if round_.has_lost_wagers(seat) or seat in round_.folded:
        return _Step(DEALER, f"settle seat {seat}", clause, seat=seat)
    labels = {hand.name: hand.label for hand in rules.hands}
    hands = "; ".join(
        f"{labels[name]}: {UNNAMED_HAND}" for name in rules.table_procedures.announces
    )
    up = all(at in round_.shown for at in round_.holes[seat])
    first = ["turn over"] * (not up) + ["announce"] * bool(hands)
    what = f"{join_names([*first, 'settle'])} seat {seat}'s hand"
    return _Step(DEALER, what, clause, f"Seat {seat}, {hands}" if hands else "", seat)


def _verify(state: State, rules: Rules, _: NextStep) -> _Step:
    seat = require_round(state).hit
    clause = rules.cite(rules.table_procedures.verifies) or JACKPOT_VALIDATION
    what = f"verify seat {seat}'s hand and wager, and that the right progressive light is on"
    return _Step(DEALER, what, clause, seat=seat)


def _validate(state: State, rules: Rules, _: NextStep) -> _Step:
    seat = require_round(state).hit
    clause = rules.cite(rules.table_procedures.validates) or JACKPOT_VALIDATION
    return _Step(FLOOR, f"validate seat {seat}'s progressive win", clause, seat=seat)


def _absent(_: State, rules: Rules, step: NextStep) -> _Step:
    if not isinstance(step.command, c.RuleOnAbsent | c.AnswerForAbsent):
        raise AssertionError("no player has left")
    seat, clause = step.command.seat, rules.cite(rules.table_procedures.leaving)
    if isinstance(step.command, c.RuleOnAbsent):
        what = f"the player in seat {seat} left: rule whether the wagers are lost or stand"
        return _Step(FLOOR, what, clause, seat=seat)
    what = f"the player in seat {seat} left: decide for the seat without staking more"
    return _Step(DEALER, what, clause, seat=seat)


def _close(state: State, rules: Rules, _: NextStep) -> _Step:
    what = "pick up the cards so that every hand can be reconstructed"
    what += "" if rules.table.is_physical else ", and reveal the seed"
    if state.upcoming is not None:
        what += f"; then submission {state.upcoming.number} takes effect"
    return _Step(DEALER, what, rules.cite(rules.table_procedures.discards))


_INSTRUCTIONS: Final[Mapping[type[Any], Callable[[State, Rules, NextStep], _Step]]] = {
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
