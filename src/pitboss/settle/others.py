"""What the hands and spins of other players bring: envy, and community pay."""

from pitboss.settle.book import Book
from pitboss.settle.played import Played
from pitboss.submission.rules import MeterPrizes, WheelSpin


def envy(book: Book, seats: dict[int, Played], players: dict[int, str]) -> dict[int, int]:
    """Envy by seat: a sum for each qualifying hand of another player that is still on the table."""
    sums = dict.fromkeys(seats, 0)
    for side in book.sides.values():
        if not isinstance(side.pays, MeterPrizes):
            continue
        receivers = [
            number
            for number, played in seats.items()
            if side.key in played.seat.wagers and played.lives(side)
        ]
        if not receivers:
            continue
        for holder, played in seats.items():
            if not played.on_table():
                continue
            line = book.envy[side.key][played.hands[side.pays.hand]]
            if line < 0:
                continue
            for number in receivers:
                if players[number] != players[holder]:
                    sums[number] += book.envy_sums[side.key][line]
    return sums


def community_pay(book: Book, seats: dict[int, Played]) -> dict[int, int]:
    """Community pay by seat: once for each spin of another player that brings one."""
    sums = dict.fromkeys(seats, 0)
    for side in book.sides.values():
        if not isinstance(side.pays, WheelSpin):
            continue
        live = [n for n, p in seats.items() if side.key in p.seat.wagers and p.lives(side)]
        community = {stop.symbol: stop.community for stop in side.pays.wheel}
        for spinner in live:
            symbol = seats[spinner].seat.spin
            for number in live:
                if symbol is not None and number != spinner:
                    sums[number] += community[symbol]
    return sums
