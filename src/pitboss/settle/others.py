"""What the hands and spins of other players bring: envy, and community pay."""

from collections.abc import Iterator

from pitboss.games.words import Side
from pitboss.settle.book import Book
from pitboss.settle.check import Player
from pitboss.settle.played import Played
from pitboss.settle.values import Gift


def envy(book: Book, seats: dict[int, Played], players: dict[int, Player]) -> Iterator[Gift]:
    """A sum for each qualifying hand of another player that is still on the table."""
    for side in book.sides.values():
        if side.key not in book.envy:
            continue
        receivers = _live(side, seats)
        if not receivers or len(seats) == 1:
            continue
        for holder, played in seats.items():
            if not played.on_table():
                continue
            line = book.envy[side.key][played.hands[side.pays.reads[0]]]
            if line < 0:
                continue
            for number in receivers:
                if players[number] != players[holder]:
                    yield Gift(holder, number, book.envy_sums[side.key][line], "envy")


def community_pay(book: Book, seats: dict[int, Played]) -> Iterator[Gift]:
    """Once for each spin of another player that brings one."""
    for side in book.sides.values():
        if not side.pays.wheel:
            continue
        live = _live(side, seats)
        community = {symbol.name: symbol.community for symbol in side.pays.wheel}
        for spinner in live:
            symbol = seats[spinner].symbol(side.key)
            if symbol is not None and community[symbol]:
                for number in live:
                    if number != spinner:
                        yield Gift(spinner, number, community[symbol], "community pay")


def _live(side: Side, seats: dict[int, Played]) -> list[int]:
    """The seats that made this wager and still have it."""
    return [n for n, p in seats.items() if side.key in p.seat.wagers and p.lives(side)]
