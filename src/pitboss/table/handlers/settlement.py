"""Handlers for settlement: jackpots, payment from the last seat to the first, voids, closing.

`pitboss.settle` computes what each wager pays. This module puts payments into the order of the
table, so that none of them reveals a card that is still face down.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from pitboss.cards import Card, card_text
from pitboss.errors import Refused, short_repr
from pitboss.games.card_names import HOLE
from pitboss.games.paytables import Share
from pitboss.settle import Round, RoundResult, Seat, WagerResult, settle
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply
from pitboss.table.decks import failed_device, waiting_reason
from pitboss.table.handlers.checks import (
    check_seat,
    check_stub_counted,
    command_date,
    require_open_round,
    require_shoe,
    unruled_refusal,
)
from pitboss.table.handlers.dealing import seat_to_show, seat_to_spin, turn_cards
from pitboss.table.handlers.filings import take_effect
from pitboss.table.handlers.seats import leave_events
from pitboss.table.hidden_cards import card_positions
from pitboss.table.house_rules import INCIDENTS, JACKPOT_VALIDATION, ROUND_ORDER, TWO_PEOPLE
from pitboss.table.ledger import TRAY
from pitboss.table.people import Person, same_person
from pitboss.table.physical_cards import hidden_hands, refuse_entered, require_stack
from pitboss.table.postings import postings
from pitboss.table.round_plan import plan_round
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    early_seats,
    has_cards_on_table,
    needs_ruling,
)


def verify_jackpot(
    state: State, by: Person, command: c.VerifyJackpot, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Record that a dealer verified a jackpot: the hand, the wager and the progressive light."""
    rules, round_ = require_open_round(state, command, Phase.SETTLING)
    check_seat(rules, command.seat)
    clause = rules.cite(rules.table_procedures.verifies) or JACKPOT_VALIDATION
    if round_.hit != command.seat:
        raise Refused(f"seat {command.seat} has no jackpot to verify", clause)
    if round_.verified_by:
        raise Refused(f"{short_repr(round_.verified_by)} has already verified it", clause)
    return (e.JackpotVerified(round_.number, command.seat, by.name),)


def validate_jackpot(
    state: State, by: Person, command: c.ValidateJackpot, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Record that a floorperson validated a progressive payout."""
    rules, round_ = require_open_round(state, command, Phase.SETTLING)
    check_seat(rules, command.seat)
    if round_.hit != command.seat:
        raise Refused(
            f"seat {command.seat} has no jackpot to validate",
            rules.cite(rules.table_procedures.validates) or JACKPOT_VALIDATION,
        )
    if not round_.verified_by:
        raise Refused(
            f"a dealer must first verify seat {command.seat}'s win",
            rules.cite(rules.table_procedures.verifies) or JACKPOT_VALIDATION,
        )
    if same_person(round_.verified_by, by.name):
        raise Refused(
            f"{short_repr(by.name)} verified it, so somebody else must validate it", TWO_PEOPLE
        )
    if same_person(round_.hit_by, by.name):
        raise Refused(
            f"{short_repr(by.name)} started the payment, so somebody else must validate it",
            TWO_PEOPLE,
        )
    return (e.JackpotValidated(round_.number, command.seat, by.name),)


def settle_seats(
    state: State, by: Person, command: c.Settle, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """Settle the next seat, or as many as need neither the wheel nor a floorperson.

    A floorperson is needed when a jackpot is hit, or when a player has left and nobody has ruled
    on the wagers.
    """
    rules, round_ = require_open_round(state, command, Phase.SETTLING)
    check_stub_counted(state, rules, round_)
    pending_seats = early_seats(round_)
    if not pending_seats and (seat_to_show(round_) is not None or seat_to_spin(round_) is not None):
        raise Refused(
            "spin the wheel before settling hands", rules.cite(rules.table_procedures.settles)
        )
    if round_.hit is not None:
        raise Refused(
            f"seat {round_.hit}'s jackpot must be validated first",
            rules.cite(rules.table_procedures.validates) or JACKPOT_VALIDATION,
        )
    round_shoe = require_stack(rules, round_, shoe, hand_to_turn(rules, round_), command.cards)
    # While spins are pending, only bonuses that depend on no spin and no hand can be settled.
    wager_keys = (
        plan_round(rules).required_wagers + plan_round(rules).settled_first
        if pending_seats and round_.wheel
        else None
    )
    result = settle(rules, round_to_settle(round_, round_shoe, wager_keys))
    early_wagers = _settle_early_wagers(rules, round_, round_shoe, result, pending_seats)
    hands = _settle_hands(by, rules, round_, round_shoe, result) if wager_keys is None else ()
    events: list[e.Event] = []
    for seat, seat_events, is_hand in chain(
        ((seat, some, False) for seat, some in early_wagers),
        ((seat, some, True) for seat, some in hands),
    ):
        if needs_ruling(rules, round_, seat):
            if not events:
                raise unruled_refusal(rules, seat)
            break
        if is_hand and (device := failed_device(rules, state, round_, seat)):
            if not events:
                raise Refused(waiting_reason(rules, round_, seat, device), INCIDENTS)
            break
        if round_.physical and events and isinstance(seat_events[0], e.CardsTurned):
            break  # this hand has not been entered yet
        events += seat_events
        if not command.every:
            break
    return tuple(with_tray_fills(state, events))


def round_to_settle(
    round_: RoundState, shoe: Shoe, wager_keys: tuple[str, ...] | None = None
) -> Round:
    """Return the round as input for `settle`, with all its wagers or only the given ones."""
    faces = shoe.cards
    return Round(
        table={name: [faces[at] for at in where] for name, where in round_.table.items()},
        holes={seat: [faces[at] for at in where] for seat, where in round_.holes.items()},
        seats={
            seat: Seat(
                {k: c for k, c in round_.wagers[seat].items() if k in wager_keys}
                if wager_keys
                else round_.wagers[seat],
                round_.decisions[seat],
                name,
                spin=round_.spins.get(seat),
                forfeit=seat in round_.forfeited,
                abandoned=round_.absent.get(seat, False),
            )
            for seat, name in round_.players.items()
        },
        meters=round_.meters,
        unseen=hidden_hands(round_, shoe),
    )


def hand_to_turn(rules: Rules, round_: RoundState) -> tuple[int, ...]:
    """Return the positions of the hand that the next settlement turns over, if it does."""
    if early := early_seats(round_):
        seat = early[0]
        if not _hole_keys_settled_first(rules) & round_.wagers[seat].keys():
            return ()
    else:
        seats = (seat for seat in round_.players if seat not in round_.settled)
        seat = max(seats, default=0)
    is_shown = seat and has_cards_on_table(rules, round_, seat)
    return round_.holes[seat] if is_shown else ()


def _hole_keys_settled_first(rules: Rules) -> set[str]:
    """Return the wagers that are settled before any hand and need a seat's own cards."""
    early_keys = plan_round(rules).settled_first
    return {side.key for side in rules.sides if side.pays.sees and side.key in early_keys}


def _settle_early_wagers(
    rules: Rules, round_: RoundState, shoe: Shoe, result: RoundResult, seats: tuple[int, ...]
) -> Iterator[tuple[int, list[e.Event]]]:
    """Yield each seat with the events for the bonuses that are settled before any hand."""
    early_keys, hand_keys = plan_round(rules).settled_first, _hole_keys_settled_first(rules)
    for seat in seats:
        wagers = {k: r for k, r in result.seats[seat].wagers.items() if k in early_keys}
        cards = _turn_hand(rules, round_, shoe, seat) if hand_keys & wagers.keys() else ()
        yield seat, [*cards, e.SeatSettled(round_.number, seat, wagers)]


def _settle_hands(
    by: Person, rules: Rules, round_: RoundState, shoe: Shoe, result: RoundResult
) -> Iterator[tuple[int, list[e.Event]]]:
    """Yield each unsettled seat, from the last, with its events; stop at an unvalidated jackpot."""
    early_keys = plan_round(rules).settled_first
    shown_seats = _seats_shown_early(rules, round_)
    for seat in sorted(round_.players, reverse=True):
        if seat in round_.settled:
            continue
        cards = () if seat in shown_seats else _turn_hand(rules, round_, shoe, seat)
        wagers = {k: r for k, r in result.seats[seat].wagers.items() if k not in early_keys}
        key = _jackpot_wager(rules, round_, seat, wagers)
        if key and seat not in round_.validated:
            yield seat, [*cards, e.JackpotHit(round_.number, seat, key, by.name)]
            return
        hits = tuple(hit for hit in result.hits if hit.seat == seat)
        event = e.SeatSettled(round_.number, seat, wagers, hits)
        yield seat, [*cards, event, *_gift_events(round_, seat, result)]


def _seats_shown_early(rules: Rules, round_: RoundState) -> set[int]:
    """Return the seats whose hands a bonus turned up, perhaps in this very command."""
    hand_keys = _hole_keys_settled_first(rules)
    return {seat for seat in round_.early if hand_keys & round_.wagers[seat].keys()}


def _gift_events(round_: RoundState, seat: int, result: RoundResult) -> Iterator[e.GiftsPaid]:
    """Yield the payments that this seat's hand or spin makes to other seats."""
    for why in ("envy", "community pay") if result.gifts else ():
        cents_by_seat: dict[int, int] = {}
        for gift in result.gifts:
            if gift.by == seat and gift.why == why:
                cents_by_seat[gift.to] = cents_by_seat.get(gift.to, 0) + gift.cents
        if cents_by_seat:
            yield e.GiftsPaid(round_.number, seat, why, cents_by_seat)


def _turn_hand(rules: Rules, round_: RoundState, shoe: Shoe, seat: int) -> tuple[e.Event, ...]:
    """Return the event that turns over a seat's cards, unless they were folded and removed."""
    return (
        turn_cards(round_, shoe, round_.holes[seat])
        if has_cards_on_table(rules, round_, seat)
        else ()
    )


def _jackpot_wager(
    rules: Rules, round_: RoundState, seat: int, results: dict[str, WagerResult]
) -> str | None:
    """Return the wager that a floorperson must validate: a progressive win or a meter on a spin."""
    for side in rules.sides:
        if side.key not in results or results[side.key].outcome != "win":
            continue
        if side.pays.prizes:
            return side.key
        if side.pays.wheel:
            prize = next(x.prize for x in side.pays.wheel if x.name == round_.spins.get(seat))
            if isinstance(prize, Share):
                return side.key
    return None


def with_tray_fills(state: State, events: Sequence[e.Event]) -> Iterator[e.Event]:
    """Yield the events, with a fill of the tray before each payment that it could not cover."""
    balance = state.balances.get(TRAY, 0)
    if balance >= sum(map(_max_paid, events)):
        yield from events
        return
    for event in events:
        lowest = after = balance
        for posting in postings(state, event):
            after += posting.cents * ((posting.target == TRAY) - (posting.source == TRAY))
            lowest = min(lowest, after)
        if lowest < 0:
            yield e.TrayFilled(-int(lowest))
            after -= lowest
        balance = after
        yield event


def _max_paid(event: e.Event) -> int:
    """Return an upper bound on what an event takes from the tray.

    It counts returned stakes too, although those are still on their spots.
    """
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
        case e.WagersReturned(seats=returned_wagers):
            return sum([result.credit for result in returned_wagers.values()])
        case _:
            return 0


def void_round(
    state: State,
    rules: Rules,
    round_: RoundState,
    matter: c.VoidRound,
    shoe: Shoe | None,
    entries: tuple[str, ...] = (),
) -> Iterator[e.Event]:
    """Void the round: reverse what was settled and return every wager (ROUND-9).

    A forfeited wager stays lost. One kind of wager may be settled nevertheless; its cards are
    turned over first; where a physical deck is dealt, ``entries`` are their faces.
    """
    if not matter.settles:
        refuse_entered(entries, physical=round_.physical)
    table: dict[str, list[Card]] = {}
    holes: dict[int, list[Card]] = {}
    if matter.settles:
        places, hands = _cards_settled_when_void(rules, round_, matter.settles)
        positions = positions_settled_when_void(rules, round_, matter.settles)
        round_shoe = require_stack(rules, round_, shoe, positions, entries)
        yield from turn_cards(round_, round_shoe, positions)
        table = {name: [round_shoe.cards[at] for at in round_.table[name]] for name in places}
        holes = {seat: [round_shoe.cards[at] for at in hand] for seat, hand in hands.items()}
        if _opposing_place(rules, matter.settles) and not places:
            table[_opposing_place(rules, matter.settles)] = []
    players = round_.players or {seat: state.seats[seat] for seat in round_.wagers}
    seats = {
        seat: Seat(
            round_.wagers[seat],
            round_.decisions.get(seat, ()),
            name,
            forfeit=seat in round_.forfeited,
        )
        for seat, name in players.items()
    }
    results: dict[int, Mapping[str, WagerResult]] = {}
    if seats:
        result = settle(rules, Round(table, holes, seats, round_.meters, True, matter.settles))
        results = {seat: result.seats[seat].wagers for seat in sorted(seats, reverse=True)}
    event = e.RoundVoided(round_.number, matter.reason, results)
    yield from with_tray_fills(state, [*_reversals(round_), event])


def positions_settled_when_void(rules: Rules, round_: RoundState, key: str) -> list[int]:
    """Return the positions that a void turns over to settle one kind of wager all the same."""
    if not key:
        return []
    places, hands = _cards_settled_when_void(rules, round_, key)
    return [
        *(at for name in places for at in round_.table[name]),
        *(at for hand in hands.values() for at in hand),
    ]


def _cards_settled_when_void(
    rules: Rules, round_: RoundState, key: str
) -> tuple[list[str], dict[int, tuple[int, ...]]]:
    """Return the places and the hands that decide a wager that is settled in a void round."""
    places = [name for name in round_.table if name == _opposing_place(rules, key)]
    hands = {
        seat: round_.holes.get(seat, ()) for seat, wagers in round_.wagers.items() if key in wagers
    }
    return places, hands


def _reversals(round_: RoundState) -> Iterator[e.SettlementReversed]:
    """Yield the reversal of each seat's settlement, starting with the seat that was paid last."""
    for seat in reversed(dict.fromkeys((*round_.results, *round_.gifts))):
        wagers, gifts = round_.results.get(seat, {}), round_.gifts.get(seat, {})
        yield e.SettlementReversed(round_.number, seat, wagers, round_.hits.get(seat, ()), gifts)


def correct_cards(rules: Rules, round_: RoundState, matter: c.CorrectCards) -> Iterator[e.Event]:
    """Yield the correction of entered cards, after everything settled by them is reversed."""
    positions = card_positions(rules, round_)
    cards = tuple(
        e.CorrectedCard(positions[name], card_text(round_.shown[positions[name]]), face)
        for name, face in matter.cards.items()
        if card_text(round_.shown[positions[name]]) != face
    )
    yield from _reversals(round_)
    yield e.CardsCorrected(round_.number, cards, matter.reason)


def _opposing_place(rules: Rules, key: str) -> str:
    pays = next((side.pays for side in rules.sides if side.key == key), None)
    return next((name for name in pays.sees if name != HOLE), "") if pays else ""


def close_round(
    state: State, __: Person, command: c.CloseRound, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """Close the round and open its seed; a physical deck has none.

    Players who walked off leave their seats, and a filing that waited for the end of the round
    takes effect.
    """
    _, round_ = require_open_round(state, command)
    day = command_date(state, command.at)
    if round_.phase not in (Phase.SETTLED, Phase.VOID):
        raise Refused("the round cannot be closed before every hand is settled", ROUND_ORDER)
    events: list[e.Event] = [e.RoundClosed(round_.number)]
    if not round_.physical:
        # Without a stack, nothing in this round needs the seed anymore.
        seed = require_shoe(round_, shoe).seed.hex() if shoe else None
        number = round_.number
        events.insert(0, e.SeedOpened(number, seed) if seed else e.SeedLost(number))
    for event in events if round_.away or state.upcoming else ():
        state = apply(state, event)
    for seat in sorted(round_.away):
        for event in leave_events(state, seat):
            events.append(event)
            state = apply(state, event)
    return (*events, *take_effect(state, day))
