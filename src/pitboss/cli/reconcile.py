"""``pitboss reconcile``: check that the books of a day balance."""

import msgspec
import typer

from pitboss.cli.audit import print_sentence
from pitboss.cli.options import (
    DatabaseOption,
    DataOption,
    DayOption,
    GameFiles,
    Json,
    add_games,
    utc_today,
    with_store,
)
from pitboss.cli.output import print_json, print_rich, progress_display


def command(
    data: DataOption = None,
    database: DatabaseOption = None,
    day: DayOption = None,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Reconcile the books of a day: every table, the back office, every account and meter.

    Checks that balances match the postings, that no chips are left on a layout between rounds, that
    meters balance, and that all accounts together sum to zero. Without --day, today so far.
    """
    add_games(game_files)
    from pitboss.room.reports.period import day_period
    from pitboss.room.reports.store_reports import reconcile_day
    from pitboss.table.state import encode_fraction

    date = day or utc_today()
    day_period(date)  # refuses what is not a day before the store is opened
    with progress_display() as progress:
        books = with_store(lambda store: reconcile_day(store, date, progress), data, database)
    if as_json:
        print_json({"closes": books.closes} | msgspec.to_builtins(books, enc_hook=encode_fraction))
    else:
        from pitboss.room.reports.rendering import reconciliation_text

        print_rich(*reconciliation_text(books))
        for discrepancy in books.breaks:
            print_sentence(discrepancy)
    if not books.closes:
        raise typer.Exit(1)
