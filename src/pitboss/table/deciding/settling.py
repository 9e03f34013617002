"""Jackpots, and settlement from the last seat to the first.

What every wager comes to is settlement's to say; here it is put into the order of the table, so
that no payment tells of a card that is still face down.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from pitboss.games.paytables import Share
from pitboss.refusal import Refused, brief
from pitboss.settle import Round, RoundResult, Seat, WagerResult, settle
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.care import device_down, waits_for
from pitboss.table.deciding.common import check_stub, known_seat, round_in, sealed, unruled
from pitboss.table.deciding.dealing import turned
from pitboss.table.deciding.wheel import to_show, to_spin
from pitboss.table.house import INCIDENTS, TWO_PEOPLE, VALIDATED
from pitboss.table.ledger import TRAY
from pitboss.table.money import postings
from pitboss.table.people import Person, same_person
from pitboss.table.plan import plan
from pitboss.table.state import Phase, RoundState, State, cards_stay, first_seats, to_rule_on


def verify_win(
    state: State, by: Person, command: c.VerifyJackpot, _: Shoe | None
) -> tuple[e.Event, ...]:
    """The dealer verifies what the progressive is to pay for: the hand, the wager, the light."""
    rules, now = round_in(state, command, Phase.SETTLING)
    known_seat(rules, command.seat)
    clause = rules.cite(rules.table_procedures.verifies) or VALIDATED
    if now.hit != command.seat:
        raise Refused(f"seat {command.seat} has no jackpot to verify", clause)
    if now.verified_by:
        raise Refused(f"{brief(now.verified_by)} has verified it already", clause)
    return (e.JackpotVerified(now.number, command.seat, by.name),)


def validate(
    state: State, by: Person, command: c.ValidateJackpot, _: Shoe | None
) -> tuple[e.Event, ...]:
    """A floorperson validates what the progressive pays."""
    rules, now = round_in(state, command, Phase.SETTLING)
    known_seat(rules, command.seat)
    if now.hit != command.seat:
        raise Refused(
            f"seat {command.seat} has no jackpot to validate",
            rules.cite(rules.table_procedures.validates) or VALIDATED,
        )
    if not now.verified_by:
        raise Refused(
            f"first a dealer verifies the win of seat {command.seat}",
            rules.cite(rules.table_procedures.verifies) or VALIDATED,
        )
    if same_person(now.verified_by, by.name):
        raise Refused(f"{brief(by.name)} verified it: somebody else validates it", TWO_PEOPLE)
    if same_person(now.hit_by, by.name):
        raise Refused(
            f"{brief(by.name)} started the payment: somebody else validates it", TWO_PEOPLE
        )
    return (e.JackpotValidated(now.number, command.seat, by.name),)


def settle_seats(
    state: State, by: Person, command: c.Settle, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """The next seat, or as many as can be settled without the wheel or a floorperson.

    A floorperson comes in where a jackpot is hit, or a player has left and nobody ruled on it.
    """
    rules, now = round_in(state, command, Phase.SETTLING)
    check_stub(state, rules, now)
    early = first_seats(now)
    if not early and (to_show(now) is not None or to_spin(now) is not None):
        raise Refused(
            "the wheel is spun before hands are settled", rules.cite(rules.table_procedures.settles)
        )
    if now.hit is not None:
        raise Refused(
            f"the jackpot of seat {now.hit} is not validated",
            rules.cite(rules.table_procedures.validates) or VALIDATED,
        )
    opened = sealed(now, shoe)
    # While spins are to be made, only the bonuses can be settled that no spin and no hand touches.
    only = plan(rules).required + plan(rules).first if early and now.wheel else None
    result = settle(rules, settled_round(now, opened, only))
    first = _first_pass(rules, now, opened, result, early)
    hands = _seat_by_seat(by, rules, now, opened, result) if only is None else ()
    events: list[e.Event] = []
    for seat, seat_events, whole in chain(
        ((seat, some, False) for seat, some in first), ((seat, some, True) for seat, some in hands)
    ):
        if to_rule_on(rules, now, seat):
            if not events:
                raise unruled(rules, seat)
            break
        if whole and (down := device_down(rules, state, now, seat)):
            if not events:
                raise Refused(waits_for(rules, now, seat, down), INCIDENTS)
            break
        events += seat_events
        if not command.every:
            break
    return tuple(filled(state, events))


def settled_round(now: RoundState, shoe: Shoe, only: tuple[str, ...] | None = None) -> Round:
    """The round as settlement takes it, with all wagers or some."""
    faces = shoe.cards
    return Round(
        table={name: [faces[at] for at in where] for name, where in now.table.items()},
        holes={seat: [faces[at] for at in where] for seat, where in now.holes.items()},
        seats={
            seat: Seat(
                {k: c for k, c in now.wagers[seat].items() if k in only}
                if only
                else now.wagers[seat],
                now.decisions[seat],
                name,
                spin=now.spins.get(seat),
                forfeit=seat in now.forfeited,
                abandoned=now.absent.get(seat, False),
            )
            for seat, name in now.players.items()
        },
        meters=now.meters,
    )


def _first_pass(
    rules: Rules, now: RoundState, shoe: Shoe, result: RoundResult, seats: tuple[int, ...]
) -> Iterator[tuple[int, list[e.Event]]]:
    """The bonuses that are settled at every seat before any hand is."""
    first = plan(rules).first
    held = {s.key for s in rules.sides if s.pays.sees}
    for seat in seats:
        wagers = {k: r for k, r in result.seats[seat].wagers.items() if k in first}
        cards = _hand_up(rules, now, shoe, seat) if held & wagers.keys() else ()
        yield seat, [*cards, e.SeatSettled(now.number, seat, wagers)]


def _seat_by_seat(
    by: Person, rules: Rules, now: RoundState, shoe: Shoe, result: RoundResult
) -> Iterator[tuple[int, list[e.Event]]]:
    """What happens at each seat that is left, from the last; a jackpot to validate ends it."""
    first = plan(rules).first
    up = _shown_first(rules, now)
    for seat in sorted(now.players, reverse=True):
        if seat in now.settled:
            continue
        cards = () if seat in up else _hand_up(rules, now, shoe, seat)
        wagers = {k: r for k, r in result.seats[seat].wagers.items() if k not in first}
        key = _jackpot(rules, now, seat, wagers)
        if key and seat not in now.validated:
            yield seat, [*cards, e.JackpotHit(now.number, seat, key, by.name)]
            return
        hits = tuple(hit for hit in result.hits if hit.seat == seat)
        settled = e.SeatSettled(now.number, seat, wagers, hits)
        yield seat, [*cards, settled, *_gifts(now, seat, result)]


def _shown_first(rules: Rules, now: RoundState) -> set[int]:
    """Seats whose hand a bonus turned up, perhaps by this very command."""
    first = plan(rules).first
    held = [s.key for s in rules.sides if s.pays.sees and s.key in first]
    return {seat for seat in now.early if any(key in now.wagers[seat] for key in held)}


def _gifts(now: RoundState, seat: int, result: RoundResult) -> Iterator[e.GiftsPaid]:
    """What this seat's hand or spin brings to others."""
    for why in ("envy", "community pay") if result.gifts else ():
        paid: dict[int, int] = {}
        for gift in result.gifts:
            if gift.by == seat and gift.why == why:
                paid[gift.to] = paid.get(gift.to, 0) + gift.cents
        if paid:
            yield e.GiftsPaid(now.number, seat, why, paid)


def _hand_up(rules: Rules, now: RoundState, shoe: Shoe, seat: int) -> tuple[e.Event, ...]:
    """The cards of a seat, unless they were folded and are gone."""
    return turned(now, shoe, now.holes[seat]) if cards_stay(rules, now, seat) else ()


def _jackpot(
    rules: Rules, now: RoundState, seat: int, results: dict[str, WagerResult]
) -> str | None:
    """The wager of this seat that a floorperson validates: a progressive win, or a meter's spin."""
    for side in rules.sides:
        if side.key not in results or results[side.key].outcome != "win":
            continue
        if side.pays.prizes:
            return side.key
        if side.pays.wheel:
            prize = next(x.prize for x in side.pays.wheel if x.name == now.spins.get(seat))
            if isinstance(prize, Share):
                return side.key
    return None


def filled(state: State, events: Sequence[e.Event]) -> Iterator[e.Event]:
    """The same, with chips for the tray before a payment that it could not make."""
    held = state.balances.get(TRAY, 0)
    if held >= sum(map(_paid_at_most, events)):
        yield from events
        return
    for event in events:
        lowest = after = held
        for one in postings(state, event):
            after += one.cents * ((one.target == TRAY) - (one.source == TRAY))
            lowest = min(lowest, after)
        if lowest < 0:
            yield e.TrayFilled(-int(lowest))
            after -= lowest
        held = after
        yield event


def _paid_at_most(event: e.Event) -> int:
    """No more than this leaves the tray: stakes that come back lie on their spots."""
    match event:
        case e.SeatSettled(wagers=wagers):
            return sum([result.credit for result in wagers.values()])
        case e.SettlementReversed(wagers=wagers):
            return sum([result.stake for result in wagers.values()])
        case e.RoundVoided(seats=seats):
            return sum(r.credit for results in seats.values() for r in results.values())
        case e.GiftsPaid(to=to):
            return sum(to.values())
        case e.SatOut(wagers=wagers):
            return sum([result.credit for result in wagers.values()])
        case e.WagersReturned(seats=back):
            return sum([result.credit for result in back.values()])
        case _:
            return 0
