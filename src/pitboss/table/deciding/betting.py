"""From the opening of a round to "no more bets" and the count of progressive wagers."""

from collections.abc import Iterable, Mapping
from typing import Final

from pitboss.money import dollars
from pitboss.refusal import Refused, brief
from pitboss.settle.check import check_boxes
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.care import hindrances, needs, shoe_down, worn_out
from pitboss.table.deciding.common import (
    chips_of,
    is_text,
    may_play,
    own_seat,
    round_in,
    rules_in_force,
    told_time,
)
from pitboss.table.house import COMMITTED, COUNTED, IN_ORDER, INCIDENTS, LEDGER, LIMITS
from pitboss.table.people import Person
from pitboss.table.plan import plan
from pitboss.table.state import Phase, RoundState, State

LONGEST_ENTROPY: Final = 256


def open_round(
    state: State, _: Person, command: c.OpenRound, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """Bets are open once the house is committed to a stack."""
    rules = rules_in_force(state)
    if state.running and state.round:
        raise Refused(f"round {state.round.number} is still open", IN_ORDER)
    if type(command.practice) is not bool:
        raise Refused(f"a round is practice or not, not {brief(command.practice)}", COMMITTED)
    at = told_time(state, command.at)
    for one in hindrances(state, rules, at):
        if one.at is None and one.rounds is None:
            raise Refused(one.why, one.clause)
    if shoe is None:
        raise Refused("there is no stack to commit to", COMMITTED)
    deck = state.day.decks[state.day.turn]
    number = state.round.number + 1 if state.round else 1
    root, practice = shoe.commitment, command.practice
    return (
        e.RoundOpened(
            number, rules.hash, shoe.seed_hash, root, practice, deck.number, deck.cut, at
        ),
    )


def place(state: State, by: Person, command: c.PlaceWagers, _: Shoe | None) -> tuple[e.Event, ...]:
    """Chips on spots: required wagers equal, each wager within its limits, no more than one has."""
    rules, now = round_in(state, command)
    seat = own_seat(state, rules, by, command.seat)
    may_play(state, by)
    if not isinstance(command.wagers, Mapping):
        raise Refused("wagers are sums by name", rules.cite(rules.table_procedures.chips))
    _betting(rules, now, command.wagers)
    if not command.wagers:
        raise Refused("no wager is named", rules.cite(rules.table_procedures.chips))
    limits, metered = plan(rules).limits, plan(rules).counted
    for key, cents in command.wagers.items():
        if key not in limits:
            raise Refused(
                f"{brief(key)} cannot be wagered now: wagers are {', '.join(limits)}",
                rules.cite(rules.table_procedures.chips),
            )
        chips_of(rules, cents, key, fixed=key in metered)
        down = [one for one in state.day.broken if key in metered and one in needs(metered[key])]
        if down:
            label = metered[key].label
            raise Refused(f"{label} is not taken: the {down[0]} cannot be used", INCIDENTS)
    there = now.wagers.get(seat, {})
    after = {**there, **{key: there.get(key, 0) + c for key, c in command.wagers.items()}}
    _check(rules, after)
    if rules.table.boxes_per_player > 1:
        _check_boxes(state, rules, by, {*now.wagers, seat})
    total, held = sum(command.wagers.values()), state.chips(by.name)
    if total > held:
        raise Refused(
            f"{brief(by.name)} has {dollars(held)} in chips, and the wagers come to "
            f"{dollars(total)}",
            LEDGER,
        )
    return (e.WagersPlaced(now.number, seat, dict(command.wagers)),)


def take_back(state: State, by: Person, command: c.TakeBack, _: Shoe | None) -> tuple[e.Event, ...]:
    """Chips off their spots, as long as bets are open; what stays must be a bet by itself."""
    rules, now = round_in(state, command)
    seat = own_seat(state, rules, by, command.seat)
    if not isinstance(command.wagers, tuple):
        raise Refused("wagers to take back are names", rules.cite(rules.table_procedures.betting))
    _betting(rules, now, command.wagers)
    there = now.wagers.get(seat, {})
    keys = command.wagers or tuple(there)
    for key in keys:
        if key not in there:
            raise Refused(
                f"seat {seat} has no {brief(key)} wager to take back",
                rules.cite(rules.table_procedures.betting),
            )
    if not keys:
        raise Refused(f"seat {seat} has no wager", rules.cite(rules.table_procedures.betting))
    left = {key: cents for key, cents in there.items() if key not in keys}
    if left:
        _check(rules, left)
    else:
        _check_boxes(state, rules, by, now.wagers.keys() - {seat})
    return (e.WagersTakenBack(now.number, seat, {key: there[key] for key in keys}),)


def add_entropy(
    state: State, by: Person, command: c.AddEntropy, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Each player at the table may add to the shuffle, once, before it is fixed."""
    rules, now = round_in(state, command)
    _betting(rules, now, ())
    if by.name not in state.seats.values():
        raise Refused(
            f"{brief(by.name)} does not sit at this table",
            rules.cite(rules.table_procedures.seated),
        )
    if any(one.who == by.name for one in now.contributions):
        raise Refused(f"{brief(by.name)} has added to this shuffle already", COMMITTED)
    if not is_text(command.entropy, LONGEST_ENTROPY):
        raise Refused(
            f"what is added to the shuffle is 1 to {LONGEST_ENTROPY} characters of text", COMMITTED
        )
    return (e.EntropyAdded(now.number, by.name, command.entropy),)


def no_more_bets(
    state: State, _: Person, command: c.NoMoreBets, __: Shoe | None
) -> tuple[e.Event, ...]:
    """From here on only the decisions of chapter 11 add to a wager."""
    rules, now = round_in(state, command)
    if now.phase is not Phase.BETTING:
        raise Refused("betting is closed already", rules.cite(rules.dealing.no_more_bets))
    if not now.wagers:
        raise Refused("nobody has made a wager", rules.cite(rules.dealing.no_more_bets))
    at = told_time(state, command.at)
    deck = state.day.decks[state.day.turn]
    if worn_out(rules, deck) <= at:
        raise Refused(
            "the deck is past its time: the round is void, and the deck changed",
            rules.cite(rules.deck_procedures.deck_clause[rules.table.dealing]),
        )
    if down := shoe_down(rules, state.day):
        raise Refused(down.why, down.clause)
    return (e.BetsClosed(now.number, now.contributions, now.cut, at),)


def count(
    state: State, _: Person, command: c.CountProgressives, __: Shoe | None
) -> tuple[e.Event, ...]:
    """As many chips as wagers were accepted, or there is no deal."""
    rules, now = round_in(state, command, Phase.COUNTING)
    accepted = to_count(rules, now)
    if not isinstance(command.chips, Mapping):
        raise Refused("chips are counted by wager", rules.cite(rules.dealing.counts) or COUNTED)
    if dict(command.chips) != accepted:
        raise Refused(
            f"{_counts(rules, command.chips)} counted, but {_counts(rules, accepted)} accepted: "
            "no card is dealt",
            rules.cite(rules.dealing.counts) or COUNTED,
        )
    return (e.ProgressivesCounted(now.number, accepted),)


def to_count(rules: Rules, now: RoundState) -> dict[str, int]:
    """How many wagers the progressive system accepted, by wager."""
    found = {key: sum(key in w for w in now.wagers.values()) for key in plan(rules).counted}
    return {key: number for key, number in found.items() if number}


def _counts(rules: Rules, chips: Mapping[str, int]) -> str:
    labels = {side.key: side.label for side in rules.sides}
    return (
        ", ".join(
            f"{brief(n)} {labels[key] if key in labels else brief(key)[1:-1]}"
            for key, n in chips.items()
        )
        or "none"
    )


def _betting(rules: Rules, now: RoundState, wagers: Mapping[str, int] | tuple[str, ...]) -> None:
    if now.phase is not Phase.BETTING:
        locked = (
            rules.table_procedures.locks_out if set(wagers) & plan(rules).counted.keys() else ""
        )
        raise Refused(
            "no more bets: wagers stay as they are",
            rules.cite(locked or rules.table_procedures.closed),
        )


def _check(rules: Rules, wagers: Mapping[str, int]) -> None:
    """Whether these wagers of a seat can stand together."""
    names, limits = plan(rules).required, plan(rules).limits
    labels = {wager.key: wager.label for wager in rules.wagers}
    first = wagers.get(names[0])
    if first is None or any(wagers.get(key) != first for key in names):
        each = ", ".join(f"{labels[key]} {dollars(wagers.get(key, 0))}" for key in names)
        raise Refused(
            f"the required wagers are made together and are equal: {each}"
            if len(names) > 1
            else f"the {labels[names[0]]} wager is missing, which every player makes",
            rules.cite(rules.required_clause),
        )
    for key, cents in wagers.items():
        low, high = limits[key]
        if not low <= cents <= high:
            span = dollars(low) if low == high else f"{dollars(low)} to {dollars(high)}"
            told = f"the {labels[key]} wager would be {dollars(cents)}, but takes {span}"
            raise Refused(told, LIMITS)


def _check_boxes(state: State, rules: Rules, by: Person, wagered: Iterable[int]) -> None:
    """The boxes on which this player wagers are adjacent."""
    check_boxes(rules, {seat: by.name for seat in wagered if state.seats[seat] == by.name})
