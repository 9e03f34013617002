"""Handlers for cards: deal and turn them over in the order of the round's plan; spin the wheel."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from pitboss.cards import card_text
from pitboss.errors import Refused
from pitboss.games.dealing import Ask, Burn, CardFacing, Discard, ToPlayers, ToTable
from pitboss.games.payoffs import Payoff
from pitboss.games.paytables import join_names
from pitboss.shuffle import Shoe, shuffle_context, wheel_stop
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decks import failed_device, waiting_reason
from pitboss.table.handlers.checks import (
    check_stub_counted,
    require_open_round,
    require_shoe,
    unruled_refusal,
)
from pitboss.table.house_rules import INCIDENTS, PROGRESSIVE_COUNT, ROUND_ORDER
from pitboss.table.people import Person
from pitboss.table.physical_cards import refuse_entered, require_stack, require_symbol
from pitboss.table.round_plan import TurnCards, plan_round
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    current_step,
    early_seats,
    has_cards_on_table,
    has_pair,
    needs_ruling,
    wheel_payoff,
)


def spin_wheel(
    state: State, _: Person, command: c.SpinWheel, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """Spin the wheel for the last seat with a pair face up. The sealed seed sets where it stops.

    Beside a physical deck, somebody spins a physical wheel and enters the symbol.
    """
    rules, round_ = require_open_round(state, command, Phase.SETTLING)
    check_stub_counted(state, rules, round_)
    seat = None if early_seats(round_) else seat_to_spin(round_)
    wheel = wheel_payoff(rules, round_, seat) if seat else None
    if seat is None or wheel is None:
        raise Refused("no seat has a spin left", rules.cite(rules.table_procedures.settles))
    if needs_ruling(rules, round_, seat):
        raise unruled_refusal(rules, seat)
    if device := failed_device(rules, state, round_, seat):
        raise Refused(waiting_reason(rules, round_, seat, device), INCIDENTS)
    if round_.physical:
        symbol = require_symbol([item.name for item in wheel.wheel], command.symbol)
        return (e.WheelSpun(round_.number, seat, e.UNKNOWN_STOP, symbol),)
    refuse_entered(command.symbol, "symbol")
    round_shoe = require_shoe(round_, shoe)
    context = shuffle_context(state.table, round_.number, round_.rules)
    stops = sum(item.stops for item in wheel.wheel)
    stop = wheel_stop(round_shoe.seed, round_.contributions, context, seat, stops)
    return (e.WheelSpun(round_.number, seat, stop, symbol_at(wheel, stop)),)


def symbol_at(wheel: Payoff, stop: int) -> str:
    """Return the symbol at a stop of the wheel; stops are numbered in the order of the symbols."""
    for segment in wheel.wheel:
        if stop < segment.stops:
            return segment.name
        stop -= segment.stops
    raise AssertionError("the wheel has no such stop")


def seat_to_spin(round_: RoundState) -> int | None:
    """Return the seat whose spin is next: the last one with a pair face up and no spin yet."""
    if seat_to_show(round_) is not None:
        return None
    for seat in round_.wheel:
        if seat not in round_.spins and has_pair(round_, seat):
            return seat
    return None


def seat_to_show(round_: RoundState) -> int | None:
    """Return the last seat with a wager on the wheel whose cards are still face down."""
    for seat in round_.wheel:
        if not all(at in round_.shown for at in round_.holes[seat]):
            return seat
    return None


def deal(state: State, _: Person, command: c.Deal, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Deal the next cards of the stack, face down unless the rulebook deals them face up."""
    rules, round_ = require_open_round(state, command)
    if round_.phase is Phase.COUNTING:
        raise Refused(
            "count the progressive wagers before dealing the first card",
            rules.cite(rules.dealing.counts) or PROGRESSIVE_COUNT,
        )
    if round_.phase is Phase.BETTING:
        raise Refused(
            "bets are still open: close the betting before dealing",
            rules.cite(rules.dealing.no_more_bets),
        )
    if round_.phase is not Phase.PLAYING:
        raise Refused("all cards of this round have been dealt", rules.cite(rules.dealing.clause))
    destinations: tuple[str, ...]
    match step := current_step(rules, round_):
        case ToPlayers(cards=cards):
            destinations = tuple(f"{seat}.{name}" for seat in round_.players for name in cards)
        case ToTable(places=places):
            destinations = places
        case Burn():
            destinations = ("burn",)
        case Discard():
            destinations = ("discard",)
        case Ask() | TurnCards() | None:
            raise Refused(
                f"no card can be dealt now: {_describe_wait(rules, round_, step)}",
                rules.cite(rules.dealing.clause),
            )
        case _ as other:
            assert_never(other)
    positions = round_.order[round_.dealt : round_.dealt + len(destinations)]
    event = e.CardsDealt(round_.number, destinations, positions)
    lies_up = isinstance(step, ToTable) and step.lies is CardFacing.UP
    stack = require_stack(rules, round_, shoe, positions if lies_up else (), command.cards)
    if lies_up:
        return event, *_turn_step_cards(round_, stack, positions)
    return (event,)


def turn_over(
    state: State, _: Person, command: c.TurnOver, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """Turn cards face up, each with its proof."""
    rules, round_ = require_open_round(state, command)
    if round_.phase is Phase.SETTLING:
        seat = None if early_seats(round_) else seat_to_show(round_)
        if seat is None:
            raise Refused(
                "no card can be turned over now", rules.cite(rules.table_procedures.settles)
            )
        check_stub_counted(state, rules, round_)
        hand = round_.holes[seat]
        return turn_cards(round_, require_stack(rules, round_, shoe, hand, command.cards), hand)
    step = current_step(rules, round_) if round_.phase is Phase.PLAYING else None
    if not isinstance(step, TurnCards):
        why = f": {_describe_wait(rules, round_, step)}" * (round_.phase is Phase.PLAYING)
        raise Refused(f"no card can be turned over now{why}", ROUND_ORDER)
    positions = tuple(positions_to_turn(rules, round_, step))
    return _turn_step_cards(
        round_, require_stack(rules, round_, shoe, positions, command.cards), positions
    )


def _turn_step_cards(
    round_: RoundState, shoe: Shoe, positions: Iterable[int]
) -> tuple[e.Event, ...]:
    """Return the event for a step of the plan, even if all its cards were exposed before."""
    return turn_cards(round_, shoe, positions) or (e.CardsTurned(round_.number, ()),)


def turn_cards(round_: RoundState, shoe: Shoe, positions: Iterable[int]) -> tuple[e.Event, ...]:
    """Return the event that turns these positions face up, or nothing if all of them are."""
    cards = tuple([turned_card(shoe, at) for at in positions if at not in round_.shown])
    return (e.CardsTurned(round_.number, cards),) if cards else ()


def turned_card(shoe: Shoe, at: int) -> e.TurnedCard:
    """Return the card at a position of the stack, with its proof."""
    return e.TurnedCard(at, card_text(shoe.cards[at]), shoe.salts[at].hex(), shoe.proof(at))


def positions_to_turn(rules: Rules, round_: RoundState, step: TurnCards) -> Iterator[int]:
    """Yield the positions that a step turns over; some may have been exposed before."""
    for name in step.names:
        if name in round_.table:
            down = [at for at in round_.table[name] if at not in round_.shown]
            yield from down[: step.cards] if step.cards else round_.table[name]
        else:
            at = rules.hole.index(name)
            for seat in round_.players:
                if has_cards_on_table(rules, round_, seat):
                    yield round_.holes[seat][at]


def _describe_wait(rules: Rules, round_: RoundState, step: object) -> str:
    """Say what the table is waiting for instead."""
    if isinstance(step, Ask):
        return f"seat {round_.turn} has to decide"
    if isinstance(step, TurnCards):
        return f"turn over {cards_to_turn(rules, step)} first"
    if step is None:
        return "all cards have been dealt"
    return "deal the next cards first"


def cards_to_turn(rules: Rules, step: TurnCards) -> str:
    """Describe the cards of a step: ``the Left and Right cards``, ``one Community card``."""
    places = {place.name: place for place in rules.places}
    names = [name for name in step.names if name in places]
    words = [f"the {name} card of each hand" for name in step.names if name not in places]
    if names:
        labels, card_count = (
            join_names(places[name].label for name in names),
            sum(places[name].cards for name in names),
        )
        count = step.cards if step.cards < card_count else 0
        is_dealers = plan_round(rules).dealer_places.issuperset(names)
        noun = "card" if (count or card_count) == 1 else "cards"
        if count:
            many = "one" if count == 1 else str(count)
            words.append(
                f"{many} of the dealer's cards" if is_dealers else f"{many} {labels} {noun}"
            )
        else:
            words.append(f"the dealer's {noun}" if is_dealers else f"the {labels} {noun}")
    return join_names(words)
