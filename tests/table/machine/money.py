"""Checks of money after every event: conserved, never negative, meters reconciled."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from pitboss.days.observer import METER_LOWERING_EVENTS
from pitboss.table import LogEntry, State
from pitboss.table import events as e
from pitboss.table.ledger import Cents, pool_departed

from .round_model import RoundModel, metered_wagers

MAY_OWE = ("house", "player:", "players")
"""The bank, and what players brought from outside."""
FRACTIONS = ("house", "meter:")


def check_money(before: State, after: State, record: LogEntry) -> None:
    """Check LEDG-1, LEDG-4 and PROG-3: the effect of one event on the balances."""
    expected: defaultdict[str, Cents] = defaultdict(int, before.balances)
    for posting in record.postings:
        assert posting.cents >= 0, f"{posting} moves money backwards"
        assert posting.source != posting.target
        expected[posting.source] -= posting.cents
        expected[posting.target] += posting.cents
    expected_balances = {k: v for k, v in expected.items() if v}
    if isinstance(record.event, e.PlayerLeft | e.RoundClosed):
        expected_balances = {**pool_departed(expected_balances, after.seats.values())}
    assert expected_balances == after.balances, "postings and balances"
    assert sum(after.balances.values()) == 0, "money was made or lost"
    for account, cents in after.balances.items():
        assert cents >= 0 or account.startswith(MAY_OWE), f"{account} is {cents}"
        assert account.startswith(FRACTIONS) or type(cents) is int, f"{account} is {cents}"
        assert not isinstance(cents, Fraction) or cents.denominator > 1
    if isinstance(record.event, e.RoundClosed):
        left = [account for account in after.balances if account.startswith("escrow:")]
        assert not left, f"chips are left on spots: {left}"
    if isinstance(record.event, e.OpeningCounted | e.ClosingCounted):
        tray = after.balances.get("tray", 0)
        assert tray == record.event.cents, f"{record.event.cents} were counted, not {tray}"
    check_meters(before, after, record)


def check_meters(before: State, after: State, record: LogEntry) -> None:
    """Check that each meter shows its account, and only falls for a valid reason."""
    meter_reading = {k.removeprefix("meter:") for k in after.balances if k.startswith("meter:")}
    assert meter_reading <= after.books.keys()
    for name, book in after.books.items():
        progress = Fraction(book.seeded) + book.fed + book.corrected - book.paid
        assert progress == book.balance == after.meter_amount(name), (
            f"{name} shows {after.meter_amount(name)}: {book}"
        )
        assert isinstance(record.event, METER_LOWERING_EVENTS) or after.meter_amount(
            name
        ) >= before.meter_amount(name)


def check_escrow(state: State) -> None:
    """Check that, while bets are open, the chips on the spots are the wagers."""
    round_ = state.round
    if round_ is None or round_.phase is not round_.phase.BETTING:
        return
    for seat, wagers in round_.wagers.items():
        assert state.balances.get(f"escrow:{seat}", 0) == sum(wagers.values())


def check_given_back(model: RoundModel | None, before: State, after: State, event: e.Event) -> None:
    """Check that a void round, or one sat out, returns every chip and restores meters."""
    if model is None or not isinstance(event, e.RoundVoided | e.SatOut | e.WagersReturned):
        return
    names: Mapping[int, str] = model.players or before.seats
    if isinstance(event, e.SatOut):
        back = {event.seat: event.wagers}
        assert event.seat in model.players
        assert event.wagers.keys() == model.wagers[event.seat].keys()
    elif isinstance(event, e.WagersReturned):
        back = {seat: {event.wager: result} for seat, result in event.seats.items()}
        for seat, wagers_ in model.wagers.items():
            is_lost = model.has_lost(seat) or seat in model.folded
            is_settled = model.at_lock is not None and model.being_settled(seat)
            if event.wager in wagers_ and not (is_lost or is_settled):
                assert seat in event.seats, f"the {event.wager} of seat {seat} stays"
    else:
        back = {seat: dict(results) for seat, results in event.seats.items()}
        for seat, wagers_ in model.wagers.items():
            staked = wagers_.keys() | model.raises.get(seat, {}).keys()
            progress = back.get(seat, {}).keys()
            assert progress == staked, f"of seat {seat}, {staked ^ progress} is nowhere"
    gets: defaultdict[str, int] = defaultdict(int)
    for seat, results in back.items():
        stakes = model.wagers[seat] | model.raises.get(seat, {})
        for key, result in results.items():
            assert result.stake == stakes[key], f"{stakes[key]} was staked on {key}: {result}"
            if seat in model.forfeited:
                assert (result.outcome, result.credit) == ("lose", 0), f"{key} was forfeited"
            elif result.outcome == "void":
                assert result.credit == result.stake, f"seat {seat} does not get its {key} back"
            gets[names[seat]] += result.credit
    for name, cents in gets.items():
        assert after.chips(name) - before.chips(name) == cents, f"{name} gets {cents} back"
    if model.at_lock is None:
        return
    for key, pays in metered_wagers(model.rules).items():
        stakes_back = [wagers_[key].stake for wagers_ in back.values() if key in wagers_]
        for meter in pays.meters:
            contributions = Fraction(meter.rate) * sum(stakes_back)
            if isinstance(event, e.RoundVoided):  # with shares of other wagers if it was won
                contributions = Fraction(
                    before.meter_amount(meter.name)
                ) - model.at_lock.meter_amount(meter.name)
            elif any(hit.meter == meter.name for hit in model.hits):
                contributions = Fraction(0)
            fell = Fraction(before.meter_amount(meter.name)) - after.meter_amount(meter.name)
            assert fell == contributions, f"{meter.name} falls by {fell}, was fed {contributions}"
