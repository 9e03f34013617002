"""The history of a player: rounds with stakes and credits, money in and out, corrections."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.room.reports.period import Period
from pitboss.room.reports.pit_log import Correction


class PlayerRound(Struct, frozen=True):
    """One round of a player, over all of the player's boxes."""

    at: str
    table: str
    round: int
    staked: int
    """Stakes, without wagers that were returned."""
    credited: int
    """Credits, envy and community pay included."""
    net: int
    void: bool


class Exchange(Struct, frozen=True):
    """A buy-in or a cash-out."""

    at: str
    table: str
    what: str
    """``buy-in`` or ``cash-out``."""
    cents: int
    line: int


class PlayerHistory(Struct, frozen=True):
    """One player at all tables. Money in cents."""

    player: str
    start: str
    end: str
    rounds: int
    """Rounds that were not void."""
    staked: int
    credited: int
    net: int
    bought_in: int
    cashed_out: int
    corrected: int
    """Sum of all corrections, in the player's favor."""
    played: tuple[PlayerRound, ...]
    exchanges: tuple[Exchange, ...]
    corrections: tuple[Correction, ...]
    next: str = ""
    """On a page, where the next one begins; empty on the last page, and without a limit."""


def player_history(
    player: str,
    items: Iterable[PlayerRound | Exchange | Correction],
    period: Period,
    next_page: str = "",
) -> PlayerHistory:
    """Return the history of a player over a period, from its items.

    If they are a page of it, the sums are those of the page.
    """
    items = list(items)
    rounds = sorted(
        (item for item in items if isinstance(item, PlayerRound)), key=lambda r: (r.at, r.table)
    )
    exchanges = sorted(
        (item for item in items if isinstance(item, Exchange)), key=lambda x: (x.at, x.table)
    )
    corrections = sorted(
        (item for item in items if isinstance(item, Correction)), key=lambda c: c.at
    )
    return PlayerHistory(
        player=player,
        start=period.start,
        end=period.end,
        rounds=sum(not round_.void for round_ in rounds),
        staked=sum(round_.staked for round_ in rounds),
        credited=sum(round_.credited for round_ in rounds),
        net=sum(round_.net for round_ in rounds),
        bought_in=sum(exchange.cents for exchange in exchanges if exchange.what == "buy-in"),
        cashed_out=sum(exchange.cents for exchange in exchanges if exchange.what == "cash-out"),
        corrected=sum(int(correction.cents) for correction in corrections),
        played=tuple(rounds),
        exchanges=tuple(exchanges),
        corrections=tuple(corrections),
        next=next_page,
    )
