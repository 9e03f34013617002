"""Handlers for betting: open a round, take wagers, close the betting, and take decisions."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.games.game_parts import FOLD, TAKE_DOWN, OnlyWith, Street, stake_multiple
from pitboss.money import dollars
from pitboss.round import NOT_SEEN, Choice, Decision, available_choices, replay_decisions
from pitboss.settle.round_checks import check_boxes
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decks import blockers, deck_expires_at, devices_needed, shoe_blocker
from pitboss.table.handlers.checks import (
    check_may_play,
    check_seat,
    command_time,
    is_text,
    require_chips,
    require_open_round,
    require_own_seat,
    require_rules_in_force,
    require_shoe,
    seated_player,
)
from pitboss.table.house_rules import (
    INCIDENTS,
    LEDGER,
    PHYSICAL_CARDS,
    PROGRESSIVE_COUNT,
    ROUND_ORDER,
    SHUFFLE_COMMITMENT,
    TABLE_LIMITS,
    TWO_PEOPLE,
)
from pitboss.table.people import Person, Role, same_person
from pitboss.table.round_plan import plan_round
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    betting_progress,
    is_being_settled,
    needs_ruling,
    open_street,
)

MAX_ENTROPY_LENGTH: Final = 256


def open_round(
    state: State, _: Person, command: c.OpenRound, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """Open a round for betting, with the house committed to a shuffled stack.

    With a physical deck, there is nothing to commit to.
    """
    rules = require_rules_in_force(state)
    if state.has_open_round and state.round:
        raise Refused(f"round {state.round.number} is still open", ROUND_ORDER)
    if type(command.practice) is not bool:
        raise Refused(
            f"practice must be true or false, not {short_repr(command.practice)}",
            SHUFFLE_COMMITMENT,
        )
    at = command_time(state, command.at)
    for blocker in blockers(state, rules, at):
        if blocker.at is None and blocker.rounds is None:
            raise Refused(blocker.why, blocker.clause)
    deck = state.day.decks[state.day.turn]
    number = state.round.number + 1 if state.round else 1
    if rules.table.is_physical:
        opening = e.RoundOpened(
            number, rules.hash, "", "", False, deck.number, deck.cut, at, physical=True
        )
        return (opening,)
    if shoe is None:
        raise Refused("there is no shuffled stack to commit to", SHUFFLE_COMMITMENT)
    root, practice = shoe.commitment, command.practice
    return (
        e.RoundOpened(
            number, rules.hash, shoe.seed_hash, root, practice, deck.number, deck.cut, at
        ),
    )


def place_wagers(
    state: State, by: Person, command: c.PlaceWagers, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Place wagers: required ones equal, each within its limits, covered by the player's chips."""
    rules, round_ = require_open_round(state, command)
    seat = require_own_seat(state, rules, by, command.seat)
    is_entered, by = by.role is Role.DEALER, seated_player(state, seat)
    check_may_play(state, by)
    if not isinstance(command.wagers, Mapping):
        raise Refused(
            "wagers must be an object with an amount for each wager",
            rules.cite(rules.table_procedures.chips),
        )
    if is_entered:  # a dealer answers for every wager, with 0 for those that were not made
        command = replace(command, wagers={k: c for k, c in command.wagers.items() if c != 0})
    _check_betting_open(rules, round_, command.wagers)
    if not command.wagers:
        raise Refused("name at least one wager", rules.cite(rules.table_procedures.chips))
    limits, metered_sides = plan_round(rules).wager_limits, plan_round(rules).metered_sides
    for key, cents in command.wagers.items():
        if key not in limits:
            raise Refused(
                f"unknown wager {short_repr(key)}: choose from {', '.join(limits)}",
                rules.cite(rules.table_procedures.chips),
            )
        require_chips(rules, cents, key, fixed=key in metered_sides)
        broken_devices = [
            device
            for device in state.day.broken
            if key in metered_sides and device in devices_needed(metered_sides[key])
        ]
        if broken_devices:
            label = metered_sides[key].label
            raise Refused(
                f"{label} is not available: the {broken_devices[0]} cannot be used", INCIDENTS
            )
    wagers = round_.wagers.get(seat, {})
    new_wagers = {**wagers}
    for key, cents in command.wagers.items():
        new_wagers[key] = wagers.get(key, 0) + cents
    _check_wagers(rules, new_wagers)
    if rules.table.boxes_per_player > 1:
        _check_boxes(state, rules, by, {*round_.wagers, seat})
    total, chips = sum(command.wagers.values()), state.chips(by.name)
    if total > chips:
        raise Refused(
            f"{short_repr(by.name)} has {dollars(chips)} in chips, but the wagers total "
            f"{dollars(total)}",
            LEDGER,
        )
    return (e.WagersPlaced(round_.number, seat, dict(command.wagers)),)


def take_back(state: State, by: Person, command: c.TakeBack, _: Shoe | None) -> tuple[e.Event, ...]:
    """Take wagers back while bets are open. The wagers that remain must be valid on their own."""
    rules, round_ = require_open_round(state, command)
    seat = require_own_seat(state, rules, by, command.seat)
    by = seated_player(state, seat)
    if not isinstance(command.wagers, tuple):
        raise Refused(
            "wagers must be a list of wager names", rules.cite(rules.table_procedures.betting)
        )
    _check_betting_open(rules, round_, command.wagers)
    wagers = round_.wagers.get(seat, {})
    keys = command.wagers or tuple(wagers)
    for key in keys:
        if key not in wagers:
            raise Refused(
                f"seat {seat} has no {short_repr(key)} wager to take back",
                rules.cite(rules.table_procedures.betting),
            )
    if not keys:
        raise Refused(
            f"seat {seat} has no wager to take back", rules.cite(rules.table_procedures.betting)
        )
    remaining = {key: cents for key, cents in wagers.items() if key not in keys}
    if remaining:
        _check_wagers(rules, remaining)
    else:
        _check_boxes(state, rules, by, round_.wagers.keys() - {seat})
    return (e.WagersTakenBack(round_.number, seat, {key: wagers[key] for key in keys}),)


def add_entropy(
    state: State, by: Person, command: c.AddEntropy, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Add a player's contribution to the shuffle: once per player, before betting closes."""
    rules, round_ = require_open_round(state, command)
    if rules.table.is_physical:
        raise Refused(
            "the cards are dealt from a physical deck, so nobody can contribute to the shuffle",
            PHYSICAL_CARDS,
        )
    _check_betting_open(rules, round_, ())
    if by.name not in state.seats.values():
        raise Refused(
            f"{short_repr(by.name)} has no seat at this table",
            rules.cite(rules.table_procedures.seated),
        )
    if any(contribution.who == by.name for contribution in round_.contributions):
        raise Refused(
            f"{short_repr(by.name)} has already contributed to this shuffle", SHUFFLE_COMMITMENT
        )
    if not is_text(command.entropy, MAX_ENTROPY_LENGTH):
        raise Refused(
            f"entropy must be text of 1 to {MAX_ENTROPY_LENGTH} printable characters",
            SHUFFLE_COMMITMENT,
        )
    return (e.EntropyAdded(round_.number, by.name, command.entropy),)


def no_more_bets(
    state: State, _: Person, command: c.NoMoreBets, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Close the betting. From here on, stakes change only by decisions (chapter 11)."""
    rules, round_ = require_open_round(state, command)
    if round_.phase is not Phase.BETTING:
        raise Refused("betting is already closed", rules.cite(rules.dealing.no_more_bets))
    if not round_.wagers:
        raise Refused("nobody has placed a wager", rules.cite(rules.dealing.no_more_bets))
    at = command_time(state, command.at)
    deck = state.day.decks[state.day.turn]
    if deck_expires_at(rules, deck) <= at:
        raise Refused(
            "the deck has been in use too long: void the round and change the deck",
            rules.cite(rules.deck_procedures.deck_clause[rules.table.dealing]),
        )
    if blocker := shoe_blocker(rules, state.day):
        raise Refused(blocker.why, blocker.clause)
    return (e.BetsClosed(round_.number, round_.contributions, round_.cut, at),)


def count_progressives(
    state: State, _: Person, command: c.CountProgressives, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Record the count of progressive chips, which must match the wagers that were accepted."""
    rules, round_ = require_open_round(state, command, Phase.COUNTING)
    accepted_count = accepted_progressives(rules, round_)
    if not isinstance(command.chips, Mapping):
        raise Refused(
            "chips must be an object with a count for each wager",
            rules.cite(rules.dealing.counts) or PROGRESSIVE_COUNT,
        )
    if dict(command.chips) != accepted_count:
        raise Refused(
            f"the count is {_counts_text(rules, command.chips)}, but the system accepted "
            f"{_counts_text(rules, accepted_count)}: count again before dealing",
            rules.cite(rules.dealing.counts) or PROGRESSIVE_COUNT,
        )
    return (e.ProgressivesCounted(round_.number, accepted_count),)


def accepted_progressives(rules: Rules, round_: RoundState) -> dict[str, int]:
    """Return how many wagers the progressive system accepted, by wager."""
    counts = {
        key: sum(key in w for w in round_.wagers.values())
        for key in plan_round(rules).metered_sides
    }
    return {key: number for key, number in counts.items() if number}


def _counts_text(rules: Rules, chips: Mapping[str, int]) -> str:
    labels = {side.key: side.label for side in rules.sides}
    return (
        ", ".join(
            f"{short_repr(n)} {labels[key] if key in labels else short_repr(key)[1:-1]}"
            for key, n in chips.items()
        )
        or "none"
    )


def _check_betting_open(
    rules: Rules, round_: RoundState, wagers: Mapping[str, int] | tuple[str, ...]
) -> None:
    if round_.phase is not Phase.BETTING:
        lockout_clause = (
            rules.table_procedures.locks_out
            if set(wagers) & plan_round(rules).metered_sides.keys()
            else ""
        )
        raise Refused(
            "betting is closed: wagers can no longer be changed",
            rules.cite(lockout_clause or rules.table_procedures.closed),
        )


def _check_wagers(rules: Rules, wagers: Mapping[str, int]) -> None:
    """Refuse a seat's wagers if required ones are missing or unequal, or any is out of limits."""
    names, limits = plan_round(rules).required_wagers, plan_round(rules).wager_limits
    labels = {wager.key: wager.label for wager in rules.wagers}
    first = wagers.get(names[0])
    if first is None or any(wagers.get(key) != first for key in names):
        each = ", ".join(f"{labels[key]} {dollars(wagers.get(key, 0))}" for key in names)
        raise Refused(
            f"the required wagers must be equal: {each}"
            if len(names) > 1
            else f"the {labels[names[0]]} wager is required",
            rules.cite(rules.required_clause),
        )
    for key, cents in wagers.items():
        low, high = limits[key]
        if not low <= cents <= high:
            span = dollars(low) if low == high else f"from {dollars(low)} to {dollars(high)}"
            raise Refused(
                f"the {labels[key]} wager would be {dollars(cents)}, but must be {span}",
                TABLE_LIMITS,
            )


def _check_boxes(state: State, rules: Rules, by: Person, seats: Iterable[int]) -> None:
    """Refuse a player's wagers on seats that are not adjacent."""
    check_boxes(rules, {seat: by.name for seat in seats if state.seats[seat] == by.name})


def decide(state: State, by: Person, command: c.Decide, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Take the decision of the seat whose turn it is."""
    rules, round_ = require_open_round(state, command)
    seat = require_own_seat(state, rules, by, command.seat)
    street = require_turn(rules, round_, seat)
    if command.street != street.name:
        raise Refused(
            f"street is {short_repr(command.street)}, but the open decision is on {street.name!r}",
            rules.cite(street.clause),
        )
    # A player who was reported may answer all the same; a dealer may not answer instead.
    if seat in round_.away and (seat not in round_.reported or by.role is Role.DEALER):
        raise Refused(
            f"the player in seat {seat} has left the table",
            rules.cite(rules.table_procedures.leaving),
        )
    # The cards of a physical deck are unknown until settlement, which then checks the decision.
    is_conditional = isinstance(command.decision, str) and command.decision in street.conditions
    if is_conditional and not round_.physical:
        cards = seat_cards(rules, round_, seat, require_shoe(round_, shoe))
        decisions = (*round_.decisions[seat], command.decision)
        replay_decisions(rules, round_.wagers[seat], decisions, complete=False, cards=cards)
    return (_decided_event(state, rules, round_, seat, street, command.decision),)


def seat_cards(rules: Rules, round_: RoundState, seat: int, shoe: Shoe) -> tuple[Card, ...]:
    """Return the table's cards followed by the seat's own, as far as they are dealt."""
    cards: list[Card] = []
    places = [(place.cards, round_.table.get(place.name, ())) for place in rules.places]
    for count, positions in (*places, (len(rules.hole), round_.holes.get(seat, ()))):
        cards += (shoe.cards[at] for at in positions)
        cards += [NOT_SEEN] * (count - len(positions))
    return tuple(cards)


def allowed_choices(
    rules: Rules, round_: RoundState, seat: int, shoe: Shoe | None
) -> tuple[Choice, ...]:
    """Return the choices of a seat that has to decide, given its cards, and what each one stakes.

    Without the stack, these are the choices that do not depend on cards.
    """
    course, wagers = betting_progress(rules, round_, seat), round_.wagers[seat]
    street = open_street(rules, round_)
    if street is None or not street.conditions:
        return available_choices(rules, wagers, course)
    if round_.physical:  # only the player knows the cards
        return available_choices(rules, wagers, course)
    if shoe is None:
        choices = available_choices(rules, wagers, course)
        return tuple(item for item in choices if item.decision not in street.conditions)
    return available_choices(rules, wagers, course, seat_cards(rules, round_, seat, shoe))


def require_turn(rules: Rules, round_: RoundState, seat: int) -> Street:
    """Return the street on which this seat has to decide now."""
    street = open_street(rules, round_)
    if street is None:
        raise Refused("no player has a decision to make now", ROUND_ORDER)
    if round_.turn != seat:
        why = f"it is seat {round_.turn}'s turn to decide, not seat {seat}'s"
        if seat in round_.folded:
            why = f"seat {seat} has folded"
        elif seat not in round_.players:
            why = f"seat {seat} has no wager in this round"
        raise Refused(why, rules.cite(street.clause))
    return street


def _decided_event(
    state: State, rules: Rules, round_: RoundState, seat: int, street: Street, decision: Decision
) -> e.Decided:
    choice = street.choices.get(decision) if isinstance(decision, str) else None
    wagers = round_.wagers[seat]
    if choice == FOLD:
        return e.Decided(round_.number, street.name, seat, decision, 0, True)
    if choice == TAKE_DOWN:
        returned_stake = wagers[street.wager]
        return e.Decided(round_.number, street.name, seat, decision, 0, False, returned_stake)
    if not isinstance(choice, int | OnlyWith):  # an amount in cents, where the rules allow any
        progress = replay_decisions(
            rules, wagers, (*round_.decisions[seat], decision), complete=False
        )
        stake = progress.raises[street.wager]
        if stake % rules.table.chip:
            raise Refused(
                f"the raise is {dollars(stake)}, but must be a multiple of the smallest chip, "
                f"{dollars(rules.table.chip)}",
                rules.cite(rules.table_procedures.chips),
            )
    else:
        stake = stake_multiple(choice) * wagers[street.of]
    chips = state.chips(round_.players[seat])
    if stake > chips:
        raise Refused(
            f"the raise is {dollars(stake)}, but the player has {dollars(chips)} in chips", LEDGER
        )
    return e.Decided(round_.number, street.name, seat, decision, stake, False)


def rule_on_absent(
    state: State, by: Person, command: c.RuleOnAbsent, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Rule on the wagers of a player who left: they are lost, or they stand.

    The ruling covers wagers that are not settled yet; bonuses that were settled first stay settled.
    """
    rules, round_ = require_open_round(
        state, command, Phase.COUNTING, Phase.PLAYING, Phase.SETTLING
    )
    check_seat(rules, command.seat)
    clause = rules.cite(rules.table_procedures.leaving)
    if type(command.lost) is not bool:
        raise Refused(f"lost must be true or false, not {short_repr(command.lost)}", clause)
    if command.seat not in round_.away:
        raise Refused(f"the player in seat {command.seat} has not left", clause)
    if same_person(round_.reported.get(command.seat, ""), by.name):
        raise Refused(
            f"{short_repr(by.name)} reported it, so somebody else must rule on it", TWO_PEOPLE
        )
    if command.seat in round_.absent:
        raise Refused(f"a floorperson has already ruled on seat {command.seat}", clause)
    if is_being_settled(round_, command.seat):
        raise Refused(f"seat {command.seat} is already settled, or being settled", clause)
    if not needs_ruling(rules, round_, command.seat):
        raise Refused(f"seat {command.seat} has no wager left to rule on", clause)
    return (e.AbsentRuled(round_.number, command.seat, command.lost, by.name),)


def answer_for_absent(
    state: State, _: Person, command: c.AnswerForAbsent, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Decide for an absent player whose wagers stand, staking nothing more: a fold or a check."""
    rules, round_ = require_open_round(state, command)
    check_seat(rules, command.seat)
    if round_.absent.get(command.seat) is not False:
        raise Refused(
            f"only the player in seat {command.seat} can decide for that seat",
            rules.cite(rules.table_procedures.leaving),
        )
    street = require_turn(rules, round_, command.seat)
    decision = next(name for name, times in street.choices.items() if times in (FOLD, 0))
    return (_decided_event(state, rules, round_, command.seat, street, decision),)
