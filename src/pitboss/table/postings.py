"""The postings of each event: one function per event that moves money.

Pure: the same state and event give the same postings, so that a log needs to hold no balances and
anyone can compute them again.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from pitboss.games.payoffs import Meter
from pitboss.settle.model import WagerResult
from pitboss.table import events as e
from pitboss.table.ledger import (
    HOUSE,
    TRAY,
    Cents,
    Posting,
    escrow_account,
    meter_account,
    normalize_cents,
    player_account,
    stack_account,
)
from pitboss.table.round_plan import plan_round
from pitboss.table.state import (
    MeterBook,
    RoundState,
    State,
    recall_round,
    require_round,
    rules_for_submission,
    stakes_out,
)


def postings(state: State, event: e.Event) -> tuple[Posting, ...]:
    """Return the postings that an event causes."""
    moves = _POSTINGS.get(type(event))
    return tuple(moves(state, event)) if moves else ()


def _table_opened_postings(_: State, event: e.TableOpened) -> Iterator[Posting]:
    yield Posting(HOUSE, TRAY, event.bank, "posted", "bank")


def meter_top_ups(state: State, meters: Mapping[str, Meter]) -> dict[str, Cents]:
    """Return what the house adds to each meter below its start; no meter is ever lowered."""
    shortages = {
        name: normalize_cents(m.start - state.meter_amount(name)) for name, m in meters.items()
    }
    return {name: cents for name, cents in shortages.items() if cents > 0}


def meter_contributions(state: State, wagers: Iterable[Container[str]]) -> dict[str, Cents]:
    """Return what the wagers of some seats contribute to each meter when they are locked."""
    rules, seats = state.rules, tuple(wagers)
    contributions: dict[str, Cents] = {}
    for side in plan_round(rules).metered_sides.values() if rules else ():
        count = sum([side.key in keys for keys in seats])
        if count and side.pays.stake is not None:
            for meter in side.pays.meters:
                contributions[meter.name] = normalize_cents(count * meter.fed_by(side.minimum))
    return contributions


def _bought_in_postings(_: State, event: e.BoughtIn) -> Iterator[Posting]:
    yield Posting(
        player_account(event.player), stack_account(event.player), event.cents, "posted", "buy-in"
    )


def _cashed_out_postings(_: State, event: e.CashedOut) -> Iterator[Posting]:
    yield Posting(
        stack_account(event.player), player_account(event.player), event.cents, "posted", "cash-out"
    )


def _wagers_placed_postings(state: State, event: e.WagersPlaced) -> Iterator[Posting]:
    source, target = stack_account(state.seats[event.seat]), escrow_account(event.seat)
    for key, cents in event.wagers.items():
        yield Posting(source, target, cents, "pending", key)


def _wagers_taken_back_postings(state: State, event: e.WagersTakenBack) -> Iterator[Posting]:
    source, target = escrow_account(event.seat), stack_account(state.seats[event.seat])
    for key, cents in event.wagers.items():
        yield Posting(source, target, cents, "voided", key)


def _bets_closed_postings(state: State, _: e.BetsClosed) -> Iterator[Posting]:
    for name, cents in meter_contributions(state, require_round(state).wagers.values()).items():
        yield Posting(HOUSE, meter_account(name), cents, "pending", "contribution")


def _progressives_counted_postings(state: State, event: e.ProgressivesCounted) -> Iterator[Posting]:
    for seat, wagers in require_round(state).wagers.items():
        for key in event.chips:
            if key in wagers:
                yield Posting(escrow_account(seat), TRAY, wagers[key], "pending", key)


def _decided_postings(state: State, event: e.Decided) -> Iterator[Posting]:
    round_, rules = require_round(state), state.rules
    if rules is None:
        return
    wager, owner = (
        plan_round(rules).streets[event.street][1].wager,
        stack_account(round_.players[event.seat]),
    )
    if event.stake:
        yield Posting(owner, escrow_account(event.seat), event.stake, "pending", wager)
    if event.returned:
        yield Posting(escrow_account(event.seat), owner, event.returned, "voided", wager)
    if event.folded:
        wagers = stakes_out(round_, event.seat)
        for key in plan_round(rules).main_wagers:
            if key in wagers:
                yield Posting(escrow_account(event.seat), TRAY, wagers[key], "posted", key)


def _tray_filled_postings(_: State, event: e.TrayFilled) -> Iterator[Posting]:
    yield Posting(HOUSE, TRAY, event.cents, "posted", "fill")


def _chips_transferred_postings(_: State, event: e.ChipsTransferred) -> Iterator[Posting]:
    if event.to_cage:
        yield Posting(TRAY, HOUSE, event.cents, "posted", "credit")
    else:
        yield Posting(HOUSE, TRAY, event.cents, "posted", "fill")


def _seat_settled_postings(state: State, event: e.SeatSettled) -> Iterator[Posting]:
    round_ = require_round(state)
    collected_wagers = _collected_wagers(state, round_, event.seat)
    spot, owner = escrow_account(event.seat), stack_account(round_.players[event.seat])
    for key, result in event.wagers.items():
        if key in collected_wagers:
            if result.credit:
                yield Posting(TRAY, owner, result.credit, "posted", key)
        else:
            yield from _wager_postings(spot, owner, key, result)
    for hit in event.hits:
        yield Posting(meter_account(hit.meter), HOUSE, hit.paid, "posted", hit.wager)
        if hit.reseeded:
            yield Posting(HOUSE, meter_account(hit.meter), hit.reseeded, "posted", "reset")


def _wager_postings(spot: str, owner: str, key: str, result: WagerResult) -> tuple[Posting, ...]:
    """Return the postings of a wager: its stake to the tray or back, and winnings from the tray."""
    stake, credit = result.stake, result.credit
    is_lost = result.outcome == "lose"
    stake_posting = Posting(spot, TRAY if is_lost else owner, stake, "posted", key)
    winnings = credit if is_lost else credit - stake  # a lost wager can still earn a bonus
    if winnings <= 0:
        return (stake_posting,)
    return stake_posting, Posting(TRAY, owner, winnings, "posted", key)


def _collected_wagers(state: State, round_: RoundState, seat: int) -> frozenset[str]:
    """Return the wagers of a seat whose chips are already in the tray."""
    if state.rules is None:
        return frozenset()
    plan = plan_round(state.rules)
    return plan.collected_after_fold if seat in round_.folded else plan.collected_wagers


def collected_stakes(state: State, name: str) -> int:
    """Return the stakes of a player that are in the tray and not settled yet."""
    round_, rules = state.round, state.rules
    if (
        round_ is None
        or rules is None
        or not state.has_open_round
        or round_.phase is round_.phase.COUNTING
    ):
        return 0
    return sum(
        cents
        for seat, player in round_.players.items()
        if player == name and seat not in round_.settled
        for key, cents in round_.wagers.get(seat, {}).items()
        if key in plan_round(rules).collected_wagers
    )


def _gifts_paid_postings(state: State, event: e.GiftsPaid) -> Iterator[Posting]:
    players = require_round(state).players
    for seat, cents in event.to.items():
        yield Posting(TRAY, stack_account(players[seat]), cents, "posted", event.why)


def _settlement_reversed_postings(state: State, event: e.SettlementReversed) -> Iterator[Posting]:
    """Yield the reverse of every posting that settled a seat, the last one first."""
    owner = stack_account(require_round(state).players[event.seat])
    paid = [Posting(TRAY, owner, cents, "posted", why) for why, cents in event.gifts.items()]
    settlement = e.SeatSettled(event.round, event.seat, event.wagers, event.hits)
    for item in reversed([*_seat_settled_postings(state, settlement), *paid]):
        yield Posting(item.target, item.source, item.cents, "voided", item.why)


def _round_voided_postings(state: State, event: e.RoundVoided) -> Iterator[Posting]:
    for seat, results in event.seats.items():
        yield from _return_postings(state, seat, results)
    round_ = require_round(state)
    if round_.players:
        yield from _contribution_reversals(state, event.seats.values(), round_.left_in_meters)


def _sat_out_postings(state: State, event: e.SatOut) -> Iterator[Posting]:
    yield from _return_postings(state, event.seat, event.wagers)
    yield from _contribution_reversals(state, (event.wagers,))


def _wagers_returned_postings(state: State, event: e.WagersReturned) -> Iterator[Posting]:
    back = {seat: {event.wager: result} for seat, result in event.seats.items()}
    for seat, results in back.items():
        yield from _return_postings(state, seat, results)
    if require_round(state).players:
        yield from _contribution_reversals(state, back.values())


def _return_postings(
    state: State, seat: int, results: Mapping[str, WagerResult]
) -> Iterator[Posting]:
    """Yield the postings of a seat's stakes, from the accounts that hold them."""
    round_ = require_round(state)
    is_locked = bool(round_.players)
    in_tray = round_.phase is not round_.phase.COUNTING and is_locked
    owner = stack_account(round_.players[seat] if is_locked else state.seats[seat])
    collected_wagers = _collected_wagers(state, round_, seat) if in_tray else frozenset()
    for key, result in results.items():
        source = TRAY if key in collected_wagers else escrow_account(seat)
        if result.outcome == "void":
            yield Posting(source, owner, result.stake, "voided", key)
        elif source != TRAY or result.credit:
            # A wager that is settled in the void round, or a forfeited one.
            yield from _wager_postings(source, owner, key, result)


def _contribution_reversals(
    state: State, results: Iterable[Container[str]], left_in_meters: Mapping[str, Cents] = {}
) -> Iterator[Posting]:
    """Yield the postings that take these wagers' contributions back out of the meters.

    A meter that has paid a jackpot since is left alone: the winner has the money.
    """
    jackpot_meters = paid_meters(require_round(state))
    contributions = meter_contributions(state, results)
    for name in {**contributions, **left_in_meters}:
        if name not in jackpot_meters:
            cents = normalize_cents(contributions.get(name, 0) + left_in_meters.get(name, 0))
            yield Posting(meter_account(name), HOUSE, cents, "voided", "contribution")


def paid_meters(round_: RoundState) -> set[str]:
    """Return the meters that have paid a jackpot in this round that was not reversed."""
    return {hit.meter for hits in round_.hits.values() for hit in hits}


def _tray_count_postings(_: State, event: e.OpeningCounted | e.ClosingCounted) -> Iterator[Posting]:
    if event.over > 0:
        yield Posting(HOUSE, TRAY, event.over, "posted", "count")
    elif event.over:
        yield Posting(TRAY, HOUSE, -event.over, "posted", "count")


def _submission_approved_postings(state: State, event: e.SubmissionApproved) -> Iterator[Posting]:
    for name, cents in meter_top_ups(
        state, rules_for_submission(state.game, event.submission).meters
    ).items():
        yield Posting(HOUSE, meter_account(name), cents, "posted", "start")


def _payout_corrected_postings(state: State, event: e.PayoutCorrected) -> Iterator[Posting]:
    round_ = recall_round(state, event.round)
    name = round_.players[event.seat] if round_ else ""
    # A player who has left the table is paid, or pays, outside.
    owner = stack_account(name) if name in state.seats.values() else player_account(name)
    if event.was:
        yield Posting(owner, TRAY, event.was, "posted", f"reversal of {event.wager}")
    if event.credit:
        yield Posting(TRAY, owner, event.credit, "posted", f"correction of {event.wager}")
    yield from _meter_correction_postings(
        event.meter, normalize_cents(Fraction(event.meter_change))
    )


def _meter_corrected_postings(_: State, event: e.MeterCorrected) -> Iterator[Posting]:
    yield from _meter_correction_postings(event.meter, normalize_cents(Fraction(event.cents)))


def _meter_correction_postings(name: str, cents: Cents) -> Iterator[Posting]:
    """Yield the posting that corrects a meter up or down."""
    if cents > 0:
        yield Posting(HOUSE, meter_account(name), cents, "posted", "correction")
    elif cents:
        yield Posting(meter_account(name), HOUSE, -cents, "posted", "correction")


_POSTINGS: Final[dict[type, Callable[[State, Any], Iterator[Posting]]]] = {
    e.TableOpened: _table_opened_postings,
    e.SubmissionApproved: _submission_approved_postings,
    e.BoughtIn: _bought_in_postings,
    e.CashedOut: _cashed_out_postings,
    e.WagersPlaced: _wagers_placed_postings,
    e.WagersTakenBack: _wagers_taken_back_postings,
    e.BetsClosed: _bets_closed_postings,
    e.ProgressivesCounted: _progressives_counted_postings,
    e.Decided: _decided_postings,
    e.TrayFilled: _tray_filled_postings,
    e.ChipsTransferred: _chips_transferred_postings,
    e.SeatSettled: _seat_settled_postings,
    e.GiftsPaid: _gifts_paid_postings,
    e.SettlementReversed: _settlement_reversed_postings,
    e.RoundVoided: _round_voided_postings,
    e.PayoutCorrected: _payout_corrected_postings,
    e.MeterCorrected: _meter_corrected_postings,
    e.SatOut: _sat_out_postings,
    e.WagersReturned: _wagers_returned_postings,
    e.OpeningCounted: _tray_count_postings,
    e.ClosingCounted: _tray_count_postings,
}


_BOOK_ENTRIES: Final = {
    "start": "seeded",
    "reset": "seeded",
    "contribution": "fed",
    "correction": "corrected",
}
"""The entry of a meter's book for each reason of a posting; any other reason is a payout."""


def update_meter_books(
    books: Mapping[str, MeterBook], postings: Iterable[Posting]
) -> Mapping[str, MeterBook]:
    """Return the meter books after some postings: the same ones if no meter was touched."""
    after = books
    for posting in postings:
        if posting.target.startswith("meter:"):
            name, cents = posting.target.removeprefix("meter:"), posting.cents
        elif posting.source.startswith("meter:"):
            name, cents = posting.source.removeprefix("meter:"), -posting.cents
        else:
            continue
        book = after.get(name, MeterBook())
        entry = _BOOK_ENTRIES.get(posting.why)
        if entry is None:
            book = replace(book, paid=normalize_cents(book.paid - cents))
        else:
            book = replace(book, **{entry: normalize_cents(getattr(book, entry) + cents)})
        after = {**after, name: book}
    return after
