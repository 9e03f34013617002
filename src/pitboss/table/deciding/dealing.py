"""Dealing and turning cards, in the order of the script."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from pitboss.cards import text
from pitboss.games.dealing import Ask, Burn, Discard, Lies, ToPlayers, ToTable
from pitboss.refusal import Refused
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deciding.common import check_stub, round_in, sealed
from pitboss.table.deciding.wheel import to_show
from pitboss.table.house import COUNTED, IN_ORDER
from pitboss.table.people import Person
from pitboss.table.plan import Turn
from pitboss.table.state import Phase, RoundState, State, cards_stay, first_seats, step_of


def deal(state: State, _: Person, command: c.Deal, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """The next cards of the stack, face down; where the book says so, face up at once."""
    rules, now = round_in(state, command)
    if now.phase is Phase.COUNTING:
        raise Refused(
            "progressive wagers are counted before the first card",
            rules.cite(rules.dealing.counts) or COUNTED,
        )
    if now.phase is Phase.BETTING:
        raise Refused("bets are still open", rules.cite(rules.dealing.no_more_bets))
    if now.phase is not Phase.PLAYING:
        why = f"no card is due: {now.phase.value}"
        raise Refused(why, rules.cite(rules.dealing.clause))
    at_hand = sealed(now, shoe)
    to: tuple[str, ...]
    match step := step_of(rules, now):
        case ToPlayers(cards=cards):
            to = tuple(f"{seat}.{name}" for seat in now.players for name in cards)
        case ToTable(places=places):
            to = places
        case Burn():
            to = ("burn",)
        case Discard():
            to = ("discard",)
        case Ask() | Turn() | None:
            raise Refused(
                f"no card is due: {waiting_for(now, step)}", rules.cite(rules.dealing.clause)
            )
        case _ as other:
            assert_never(other)
    dealt = e.CardsDealt(now.number, to, now.order[now.dealt : now.dealt + len(to)])
    if isinstance(step, ToTable) and step.lies is Lies.UP:
        return dealt, *_turned_up(now, at_hand, dealt.positions)
    return (dealt,)


def turn_over(
    state: State, _: Person, command: c.TurnOver, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """Cards face up, each with its proof."""
    rules, now = round_in(state, command)
    if now.phase is Phase.SETTLING:
        seat = None if first_seats(now) else to_show(now)
        if seat is None:
            raise Refused("no card is to be turned now", rules.cite(rules.table_procedures.settles))
        check_stub(state, rules, now)
        return turned(now, sealed(now, shoe), now.holes[seat])
    step = step_of(rules, now) if now.phase is Phase.PLAYING else None
    if not isinstance(step, Turn):
        why = waiting_for(now, step) if now.phase is Phase.PLAYING else now.phase.value
        raise Refused(f"no card is to be turned now: {why}", IN_ORDER)
    return _turned_up(now, sealed(now, shoe), _positions(rules, now, step))


def _turned_up(now: RoundState, shoe: Shoe, positions: Iterable[int]) -> tuple[e.Event, ...]:
    """The cards of a step; what an irregularity laid open is not turned again, but it is done."""
    return turned(now, shoe, positions) or (e.CardsTurned(now.number, ()),)


def turned(now: RoundState, shoe: Shoe, positions: Iterable[int]) -> tuple[e.Event, ...]:
    """These positions face up; none if all of them were."""
    shown, faces, salts, proof = now.shown, shoe.cards, shoe.salts, shoe.proof
    cards = [
        e.Turned(at, text(faces[at]), salts[at].hex(), proof(at))
        for at in positions
        if at not in shown
    ]
    return (e.CardsTurned(now.number, tuple(cards)),) if cards else ()


def _positions(rules: Rules, now: RoundState, step: Turn) -> Iterator[int]:
    for name in step.names:
        if name in now.table:
            down = [at for at in now.table[name] if at not in now.shown]
            yield from down[: step.cards] if step.cards else now.table[name]
        else:
            at = rules.hole.index(name)
            for seat in now.players:
                if cards_stay(rules, now, seat):
                    yield now.holes[seat][at]


def waiting_for(now: RoundState, step: object) -> str:
    """What the table waits for instead."""
    if isinstance(step, Ask):
        return f"seat {now.turn} is asked"
    if isinstance(step, Turn):
        return f"{' and '.join(step.names)} are to be turned"
    if step is None:
        return now.phase.value
    return "cards are to be dealt"
