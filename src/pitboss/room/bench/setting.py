"""A room for the bench: tables of every game, and six players with chips at each of them."""

from pitboss.games import GAMES
from pitboss.room import office_events as e
from pitboss.room.asks import Ask
from pitboss.room.people.accounts import Account, Part, money_of
from pitboss.room.room import Room
from pitboss.room.settings import TableSettings
from pitboss.table import commands as c
from pitboss.table.ledger import Posting

SEATS = range(1, 7)
CHIPS = 10_000_000_00
STAKE = 500


def table_name(at: int) -> str:
    """Of the table with this number."""
    return f"bench-{at}"


def player(at: int, seat: int) -> Account:
    """Who sits there."""
    return Account(f"Player {at}-{seat}", Part.PLAYER, guest=True)


async def furnish(room: Room, tables: int) -> None:
    """Found the tables, and have everybody sit down with chips."""
    games = list(GAMES)
    names = [player(at, seat).name for at in range(tables) for seat in SEATS]
    grants = [Posting("house", money_of(name), CHIPS, "posted", "bench") for name in names]
    for first in range(0, len(grants), 500):
        some = grants[first : first + 500]
        await room.office.write(e.ChipsGranted("everybody", CHIPS), postings=some)
    for at in range(tables):
        game = games[at % len(games)]
        hub = await room.found_table(
            table_name(at), f"Bench {at}", game, TableSettings(pace=None, bank=CHIPS)
        )
        for seat in SEATS:
            who = player(at, seat)
            for command in (c.TakeSeat(seat), c.BuyIn(CHIPS)):
                await hub.actor.ask(Ask(who.person, command, who.key))
