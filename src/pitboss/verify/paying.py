"""How money moves at the table: stakes, winnings, meters; and chips for a tray that lacks some."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.settle import Hit, WagerResult
from pitboss.verify import events as e
from pitboss.verify.ledger import HOUSE, TRAY, Cents, move
from pitboss.verify.shift import Shift
from pitboss.verify.state import Round


def pay(shift: Shift, due: e.Event, moved: Sequence[e.Posting], *, at_once: bool) -> None:
    """A payment; the tray is filled before it with what it lacks, and with nothing more."""
    if not at_once:
        shift.pass_by()
    short = shift.ledger.short(moved)
    if short:
        fill = move(HOUSE, TRAY, short, "fill")
        shift.expect(e.TrayFilled(short), fill, at_once=at_once)
    shift.expect(due, *moved, at_once=at_once or short > 0)


def settled(now: Round, seat: int, results: Mapping[str, WagerResult]) -> Iterator[e.Posting]:
    """What the wagers of a seat come to, with those that the dealer holds already."""
    yield from _moved(now, seat, results, _collected(now, seat))


def from_meters(hits: Iterable[Hit]) -> Iterator[e.Posting]:
    """What a hit is paid comes off its meter, and the meter is reset."""
    for hit in hits:
        yield move(f"meter:{hit.meter}", HOUSE, hit.paid, hit.wager)
        if hit.reseeded:
            yield move(HOUSE, f"meter:{hit.meter}", hit.reseeded, "reset")


def given_back(now: Round, seat: int, results: Mapping[str, WagerResult]) -> Iterator[e.Posting]:
    """The wagers of a seat go back from where their chips lie.

    One may be settled all the same, and what was forfeited is lost.
    """
    collected = _collected(now, seat)
    for key, result in results.items():
        if result.outcome == "void":
            source = TRAY if key in collected else f"escrow:{seat}"
            yield move(source, f"stack:{now.players[seat]}", result.stake, key, "voided")
        else:
            yield from _moved(now, seat, {key: result}, collected)


def fed(now: Round, made: Iterable[Mapping[str, int]]) -> dict[str, Cents]:
    """What wagers of some seats add to each meter: its rate times all that is staked on it."""
    seats, found = list(made), dict[str, Cents]()
    for key, side in now.metered.items():
        staked = sum(wagers.get(key, 0) for wagers in seats)
        if staked and side.pays.stake is not None:
            for meter in side.pays.meters:
                found[meter.name] = found.get(meter.name, 0) + staked * Fraction(meter.rate)
    return found


def unfed(
    now: Round, back: Iterable[Mapping[str, WagerResult]], left: Mapping[str, Cents] = {}
) -> Iterator[e.Posting]:
    """What wagers that go back had added to a meter is taken off, unless a jackpot has paid it.

    With it, what is ``left`` there of wagers that went back before.
    """
    stakes = [{key: result.stake for key, result in of_seat.items()} for of_seat in back]
    added = fed(now, stakes)
    for name in dict.fromkeys((*added, *left)):
        if name not in paid_meters(now):
            cents = added.get(name, 0) + left.get(name, 0)
            yield move(f"meter:{name}", HOUSE, cents, "contribution", "voided")


def paid_meters(now: Round) -> set[str]:
    """The meters that have paid a jackpot of this round."""
    return {hit.meter for hits in now.hits.values() for hit in hits}


def _collected(now: Round, seat: int) -> set[str]:
    """The wagers of a seat whose chips are in the tray already."""
    collected = set(now.metered) if now.collected else set()
    return collected.union(now.main) if now.folded(seat) else collected


def _moved(
    now: Round, seat: int, results: Mapping[str, WagerResult], collected: set[str]
) -> Iterator[e.Posting]:
    """A stake goes from its spot to the tray or back, winnings come from the tray."""
    owner, spot = f"stack:{now.players[seat]}", f"escrow:{seat}"
    for key, result in results.items():
        from_tray = result.credit
        if key not in collected:
            lost = result.outcome == "lose"
            yield move(spot, TRAY if lost else owner, result.stake, key)
            from_tray -= 0 if lost else result.stake
        if from_tray:
            yield move(TRAY, owner, from_tray, key)
