"""``pitboss reconcile``: do the books of a day close?"""

import msgspec
import typer

from pitboss.cli.audit import sentence
from pitboss.cli.options import GameFiles, Json, add_games
from pitboss.cli.progress import teller
from pitboss.cli.room_asked import Data, Database, Day, today, with_store
from pitboss.cli.screen import print_json, show


def command(
    data: Data = None,
    database: Database = None,
    day: Day = None,
    game: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Go through the books of a day: every table, the office, every account and meter.

    Balances are what the postings come to, no chip is left on a layout between rounds, meters
    close, and all money together is nothing. Without a day, today so far.
    """
    add_games(game)
    from pitboss.room.reports import day_of, reconciled
    from pitboss.table.state import plain

    meant = day or today()
    day_of(meant)
    with teller() as told:
        found = with_store(lambda store: reconciled(store, meant, told), data, database)
    if as_json:
        print_json({"closes": found.closes} | msgspec.to_builtins(found, enc_hook=plain))
    else:
        from pitboss.room.reports.printed import books_text

        show(*books_text(found))
        for broken in found.breaks:
            sentence(broken)
    if not found.closes:
        raise typer.Exit(1)
