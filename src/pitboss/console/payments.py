"""What the dealer pays and takes in settlement, seat by seat, in cents and in chips.

Everything follows from settlements that are committed: a hand that is still face down has stakes,
but no amounts.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct

from pitboss.settle.model import WagerResult
from pitboss.submission.rules import Rules
from pitboss.table import Phase, State
from pitboss.table.round_plan import plan_round
from pitboss.table.state import RoundState, early_seats, rules_for_round, stakes_out

CHIP_COLORS: Final[Mapping[int, str]] = {
    500_00: "purple",
    100_00: "black",
    25_00: "green",
    5_00: "red",
    1_00: "white",
}
"""Chips by their value in cents, the largest first, in the usual colors."""


class Chips(Struct, frozen=True):
    """Chips of one value."""

    cents: int
    """The value of one."""
    color: str
    count: int


class Amount(Struct, frozen=True):
    """An amount, as the chips that make it up."""

    cents: int
    chips: tuple[Chips, ...] = ()
    """The largest first, and as few as possible."""
    odd_cents: int = 0
    """What is left: less than the smallest chip."""


class WagerPayment(Struct, frozen=True, kw_only=True):
    """What happens to one wager."""

    wager: str
    label: str
    stake: int
    outcome: Literal["open", "win", "push", "lose", "void"]
    """``open`` until the wager is settled."""
    pays: int = 0
    """Cents that the dealer pays, besides a stake that is still on its spot."""
    takes: int = 0
    """Cents that the dealer takes from the spot."""
    is_collected: bool = False
    """Whether the chip is in the tray already: it was collected early, or taken after a fold."""
    hand: str = ""
    """The hand that the result depends on, if it has a name."""
    merchandise: str = ""


class GiftPayment(Struct, frozen=True):
    """What a seat gets for somebody else's hand."""

    label: str
    pays: int


class SeatPayment(Struct, frozen=True, kw_only=True):
    """What the dealer pays and takes at one seat."""

    seat: int
    player: str
    status: Literal["waiting", "next", "settled"]
    wagers: tuple[WagerPayment, ...]
    gifts: tuple[GiftPayment, ...] = ()
    pays: Amount
    """Everything to pay to this seat, as far as it is settled."""
    takes: int
    net: int
    """The player's result so far: credits and gifts minus stakes."""


class Payments(Struct, frozen=True):
    """The settlement of a round, in the order in which seats are settled."""

    round: int
    seats: tuple[SeatPayment, ...]
    next: int | None
    """The seat that is settled next."""
    last: int | None
    """The seat that was settled last, which the dealer pays now."""


def payments(state: State) -> Payments | None:
    """Return the payments of the round on the table, or None before its settlement."""
    round_ = state.round
    if round_ is None or round_.phase in _BEFORE_SETTLEMENT:
        return None
    if round_.phase is Phase.CLOSED and not round_.results:
        return None
    rules = rules_for_round(state, round_)
    seats = sorted({*round_.players, *round_.results, *round_.gifts}, reverse=True)
    settled_seats = (*round_.settled_first, *round_.settled)
    return Payments(
        round_.number,
        tuple(_seat_payment(rules, round_, seat) for seat in seats),
        _next_seat(round_),
        settled_seats[-1] if settled_seats else None,
    )


_BEFORE_SETTLEMENT: Final = (Phase.BETTING, Phase.COUNTING, Phase.PLAYING)


def _next_seat(round_: RoundState) -> int | None:
    if round_.phase is not Phase.SETTLING:
        return None
    open_seats = (
        seat for seat in sorted(round_.players, reverse=True) if seat not in round_.settled
    )
    return next(iter(early_seats(round_)), None) or next(open_seats, None)


def _seat_payment(rules: Rules, round_: RoundState, seat: int) -> SeatPayment:
    results = round_.results.get(seat, {})
    wagers = tuple(_wager_payments(rules, round_, seat))
    gifts = tuple(
        GiftPayment(label, cents) for label, cents in round_.gifts.get(seat, {}).items() if cents
    )
    pays = sum(item.pays for item in wagers) + sum(gift.pays for gift in gifts)
    net = sum(result.credit - result.stake for result in results.values())
    is_settled = seat in round_.settled or round_.phase in (Phase.VOID, Phase.CLOSED)
    return SeatPayment(
        seat=seat,
        player=round_.players.get(seat, ""),
        status="settled" if is_settled else "next" if seat == _next_seat(round_) else "waiting",
        wagers=wagers,
        gifts=gifts,
        pays=amount_in_chips(pays),
        takes=sum(item.takes for item in wagers),
        net=net + sum(gift.pays for gift in gifts),
    )


def _wager_payments(rules: Rules, round_: RoundState, seat: int) -> Iterator[WagerPayment]:
    labels = {wager.key: wager.label for wager in rules.wagers}
    stakes, results = stakes_out(round_, seat), round_.results.get(seat, {})
    returned_stakes = round_.returned.get(seat, {})
    for key, label in labels.items():
        result = results.get(key)
        if result is not None:
            yield _settled_wager(rules, round_, seat, key, label, result)
        elif key in stakes and key not in returned_stakes:
            yield WagerPayment(
                wager=key,
                label=label,
                stake=stakes[key],
                outcome="open",
                is_collected=_is_in_tray(rules, round_, seat, key),
            )


def _settled_wager(
    rules: Rules, round_: RoundState, seat: int, key: str, label: str, result: WagerResult
) -> WagerPayment:
    in_tray = _is_in_tray(rules, round_, seat, key)
    is_lost = result.outcome == "lose"
    return WagerPayment(
        wager=key,
        label=label,
        stake=result.stake,
        outcome=result.outcome,
        pays=dealer_pays(rules, key, result) or 0,
        takes=result.stake if is_lost and not in_tray else 0,
        is_collected=in_tray,
        hand=result.hand or "",
        merchandise=result.merchandise or "",
    )


def _is_in_tray(rules: Rules, round_: RoundState, seat: int, key: str) -> bool:
    """Return whether a stake is in the tray: collected early, or taken when the player folded."""
    was_folded = seat in round_.folded and key in plan_round(rules).main_wagers
    return was_folded or is_collected_early(rules, key)


def dealer_pays(rules: Rules, key: str, result: WagerResult) -> int | None:
    """Return what the dealer pays on a wager, or None if it loses and earns no bonus.

    A chip that was collected before the deal does not come back: the prize is all.
    """
    if result.outcome == "lose":
        return result.credit or None
    return result.credit - (0 if is_collected_early(rules, key) else result.stake)


def is_collected_early(rules: Rules, key: str) -> bool:
    """Return whether the chip of a wager is in the tray before hands are settled."""
    return key in plan_round(rules).collected_wagers


def amount_in_chips(cents: int, values: Iterable[int] = CHIP_COLORS) -> Amount:
    """Return an amount as the fewest chips, with the cents that no chip can make up."""
    chips, rest = [], cents
    for value in values:
        count, rest = divmod(rest, value)
        if count:
            chips.append(Chips(value, CHIP_COLORS[value], count))
    return Amount(cents, tuple(chips), rest)
