"""``pitboss bench``: measure how fast this machine runs Pitboss, compared with a peer.

The benchmarks are in the folder ``benchmarks`` of a source checkout, not in the package.
"""

import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import Json, add_checkout
from pitboss.cli.output import print_json, progress_display

if TYPE_CHECKING:
    from benchmarks.room.throughput import NodeFigures

app = typer.Typer(help="Measure how fast this machine runs Pitboss.", rich_markup_mode=None)

DEFAULT_TURNS = 3


class RoomStore(StrEnum):
    """A store that a room can be measured on."""

    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"


@app.callback()
def group() -> None:
    """Measure how fast this machine runs Pitboss, compared with a peer where there is one."""
    add_checkout(
        "benchmarks",
        "Benchmarks come with the source checkout of Pitboss: run ./pitboss bench in one.",
    )


@app.command("settle")
def settle(
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=1_000_000, help="Rounds per game.")
    ] = 20_000,
    as_json: Json = False,
) -> None:
    """Measure rounds per second through `pitboss settle`.

    Single-seat rounds on one core, JSON in and out. For comparison, how fast Python's own json
    module reads and writes the same lines.
    """
    from benchmarks.settle import measure_settle

    with progress_display() as progress:
        rates = measure_settle(rounds, progress)
    if as_json:
        print_json(rates)
        return
    for key, rate in rates.games.items():
        print(f"{key:<16} {rate:>10,} rounds per second")
    ours, peer = rates.rounds_per_second, rates.json_lines_per_second
    print(f"{'all games':<16} {ours:>10,} rounds per second")
    print(f"{'json alone':<16} {peer:>10,} lines per second, ratio {ours / peer:.2f}")


@app.command("age")
def age(
    lines: Annotated[
        list[int] | None,
        typer.Option("--lines", min=1_000, max=100_000_000, help="Lines in the log. Repeatable."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure how fast a room reads its log as the log grows.

    Measures startup, reports and the export of a round, by default with 10 thousand, 100 thousand
    and 1 million lines, which takes a few minutes.
    """
    import asyncio

    from benchmarks.room.age import measure_ages

    with progress_display() as progress:
        figures = asyncio.run(measure_ages(lines or [10_000, 100_000, 1_000_000], progress))
    if as_json:
        print_json(figures)
        return
    for room in figures:
        print(f"{room.lines:,} lines")
        for name, read in room.reads.items():
            print(f"  {name:<22} {read.rows:>8,} rows {1000 * read.seconds:>9,.1f} ms")


@app.command("reports")
def reports(
    lines: Annotated[
        int, typer.Option("--lines", min=1_000, max=10_000_000, help="Lines in the day's log.")
    ] = 100_000,
    tables: Annotated[
        int, typer.Option("--tables", min=1, max=1000, help="Number of six-player tables.")
    ] = 8,
    rate: Annotated[
        float, typer.Option("--rate", min=1, help="Decisions per second over all tables.")
    ] = 100,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.5, help="Seconds per measurement.")
    ] = 20,
    as_json: Json = False,
) -> None:
    """Measure how long players wait while the room builds reports.

    Three runs: without reports, with a long day reconciled over and over in a thread of the room's
    process, and with the same in a separate process, as for people. A wait begins when a decision
    was due.
    """
    import asyncio

    from benchmarks.room.reports import measure_reports

    with progress_display() as progress:
        figures = asyncio.run(measure_reports(lines, tables, rate, seconds, progress))
    if as_json:
        print_json(figures)
        return
    for name, item in figures.items():
        decisions = item.decisions
        durations = ", ".join(f"{duration:.1f} s" for duration in item.report_seconds)
        print(
            f"{name:<13} {decisions.decisions_per_second:>7,.0f} decisions per second, half within "
            f"{decisions.p50_ms:,.1f} ms, 99% within {decisions.p99_ms:,.1f} ms"
            + (f"; reports took {durations}" if durations else "")
        )


@app.command("audit")
def audit(
    lines: Annotated[
        int, typer.Option("--lines", min=1_000, max=100_000_000, help="Lines in the room's log.")
    ] = 300_000,
    tables: Annotated[
        int, typer.Option("--tables", min=1, max=1000, help="Number of busy tables.")
    ] = 8,
    as_json: Json = False,
) -> None:
    """Measure the audit of a room with several busy tables.

    The whole command: in one process, on all cores, and from the heads of an earlier audit after
    the room has grown by a twentieth.
    """
    from benchmarks.room.audit import measure_audit

    with progress_display() as progress:
        rates = measure_audit(lines, tables, progress)
    if as_json:
        print_json(rates)
        return
    runs = {
        "one process": rates.one_process,
        f"{rates.cores} cores": rates.all_cores,
        "since the heads": rates.since,
    }
    for name, run in runs.items():
        print(
            f"{name:<16} {run.lines:>10,} lines {run.seconds:>8,.1f} s "
            f"{run.lines_per_second:>9,.0f} lines per second"
        )


@app.command("limit")
def limit(
    tables: Annotated[
        int, typer.Option("--tables", min=1, max=100_000, help="Paytables per game.")
    ] = 500,
    as_json: Json = False,
) -> None:
    """Measure the search for the payout limit, for random paytables.

    For each game with a payout limit: the slowest search, the mean, and the most steps. The first
    search also prepares tables of what each hand can become.
    """
    from benchmarks.payout_limit import measure_limit

    times = measure_limit(tables)
    if as_json:
        print_json(times)
        return
    print(f"{'first search':<16} {times.first_ms:>8.1f} ms")
    for key, search in times.games.items():
        print(
            f"{key:<16} {search.worst_ms:>8.1f} ms at worst, {search.mean_ms:.1f} ms on "
            f"average, at most {search.most_steps:,.0f} steps"
        )


@app.command("lab")
def lab(
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=100, help="Runs per game; the best counts.")
    ] = DEFAULT_TURNS,
    sample: Annotated[
        int,
        typer.Option(
            "--sample", min=1, max=100, help="Percentage of the plain loop's sample to play."
        ),
    ] = 100,
    as_json: Json = False,
) -> None:
    """Measure how many seconds the lab takes to solve each game.

    Each game is solved without the cache, with compiled kernels. For comparison, a plain compiled
    loop goes through a sample of all deals, which must agree with the lab, and its time is scaled
    up to the whole game.
    """
    from benchmarks.lab.measurement import measure_lab

    with progress_display() as progress:
        report = measure_lab(turns, sample, progress=progress)
    if as_json:
        print_json(report)
        return
    print(f"{'':<16} {'lab':>10} {'everything':>12} {'plain loop':>15} {'ratio':>10} {'advice':>9}")
    for key, pace in report.games.items():
        ours, everything = f"{pace.seconds:.3f} s", f"{pace.seconds_all:.3f} s"
        plain = f"{pace.plain_seconds:,.1f} s"
        advice = f"{pace.advice_ms:.1f} ms"
        print(f"{key:<16} {ours:>10} {everything:>12} {plain:>15} {pace.ratio:>10,.1f} {advice:>9}")
    memory = f", {report.memory_mb:,} MB" if report.memory_mb is not None else ""
    print(f"{report.cores} cores{memory}. The plain loop is scaled from a sample.")


@app.command("table")
def table(
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=1_000_000, help="Rounds per game and run.")
    ] = 300,
    as_json: Json = False,
) -> None:
    """Measure six-seat rounds per second through a live table.

    On one core, with every event and posting; each wager and each decision is a separate command.
    For comparison, hands of six players through PokerKit, if it is installed.
    """
    from benchmarks.table import measure_table

    with progress_display() as progress:
        paces = measure_table(rounds, time.perf_counter, progress)
    if as_json:
        print_json(paces)
        return
    for key, rate in paces.games.items():
        print(f"{key:<16} {rate:>8,} rounds per second")
    print(f"{'all games':<16} {paces.rounds_per_second:>8,} rounds per second")
    if paces.peer_hands_per_second is None:
        print(f"{'PokerKit':<16} {'–':>8} not installed")
    else:
        hands = f"{paces.peer_hands_per_second:>8,.0f} hands per second"
        print(f"{'PokerKit':<16} {hands}, ratio {paces.ratio:.1f}")
    events, postings = paces.events_per_round, paces.postings_per_round
    print(f"One core, six seats; {events:.1f} events and {postings:.1f} postings per round.")


@app.command("room")
def room(
    tables: Annotated[
        int, typer.Option("--tables", min=1, max=10_000, help="Number of six-player tables.")
    ] = 200,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.5, help="Seconds per measurement.")
    ] = 10,
    store: Annotated[
        list[RoomStore] | None,
        typer.Option("--store", help="Measure on this store alone; both if not given."),
    ] = None,
    nodes: Annotated[
        list[int] | None,
        typer.Option(
            "--nodes", min=1, max=16, help="Number of nodes to measure on PostgreSQL. Repeatable."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure durable decisions per second in the card room.

    Also measures how long each one waits. Six scripted players sit at each table. Measured in one
    process through actor, store and views, and again through real sockets: at full speed, at the
    goals (2,000 and 1,000 decisions per second on SQLite, 1,500 and 800 on PostgreSQL), and at half
    of that, with random think times; a wait begins when a decision was due, whether or not the room
    was ready for it. Then it measures one table with a hundred spectators and, for comparison, how
    often the same disk commits a single row. PostgreSQL is measured only if the tests' own server
    is installed.

    With --nodes, the players are connected to several nodes of one room on PostgreSQL: first all
    players of a table to the same node (together), as by a proxy that sends a table's path to one
    node; then every other one to a node that does not own the table (scattered). The CPU time is
    that of all nodes, and that of the database.
    """
    from benchmarks.room.throughput import RATES, measure_room, measure_room_of_nodes

    if nodes:
        with progress_display() as progress:
            rooms = measure_room_of_nodes(nodes, tables, seconds, progress)
        if as_json:
            print_json(rooms)
        else:
            _print_nodes(rooms, RATES["postgresql"].sockets)
        return
    with progress_display() as progress:
        measurements = measure_room(tables, seconds, progress, store or tuple(RATES))
    if as_json:
        print_json(measurements)
        return
    for name, figures in measurements.items():
        core, sockets = RATES[name].core, RATES[name].sockets
        loads = {
            "core, full speed": figures.core.full,
            f"core, {core:,.0f}/s target": figures.core.paced,
            f"core, {core / 2:,.0f}/s target": figures.core.half,
            "sockets, full speed": figures.sockets.full,
            f"sockets, {sockets:,.0f}/s target": figures.sockets.paced,
            f"sockets, {sockets / 2:,.0f}/s target": figures.sockets.half,
            "one table, 100 watching": figures.watched,
        }
        rows = f"{figures.raw_commits_per_second:,.0f} rows per second"
        print(f"{name}: the disk alone commits {rows}")
        for load, f in loads.items():
            cpu = "" if f.cpu_ms_per_decision is None else f", {f.cpu_ms_per_decision:.2f} ms CPU"
            print(
                f"  {load:<23} {f.decisions_per_second:>7,.0f} decisions per second, half within "
                f"{f.p50_ms:>6.1f} ms, 99% within {f.p99_ms:>6.1f} ms; "
                f"{f.frames_per_second:>6,.0f} frames{cpu}"
            )


def _print_nodes(rooms: "list[NodeFigures]", rate: float) -> None:
    for room_ in rooms:
        name = "1 node" if room_.nodes == 1 else f"{room_.nodes} nodes, players {room_.players}"
        print(f"{name}: the disk alone commits {room_.raw_commits_per_second:,.0f} rows per second")
        by_rate = room_.sockets
        loads = {
            "full speed": by_rate.full,
            f"{rate:,.0f}/s target": by_rate.paced,
            f"{rate / 2:,.0f}/s target": by_rate.half,
        }
        for (load, f), database in zip(
            loads.items(), room_.database_cpu_ms_per_decision, strict=True
        ):
            cpu = "unknown" if f.cpu_ms_per_decision is None else f"{f.cpu_ms_per_decision:.2f} ms"
            print(
                f"  {load:<14} {f.decisions_per_second:>7,.0f} decisions per second, half within "
                f"{f.p50_ms:>6.1f} ms, 99% within {f.p99_ms:>6.1f} ms; CPU per decision: nodes "
                f"{cpu}, database {database:.2f} ms"
            )


@app.command("hostile")
def hostile(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.5, help="Seconds per measurement.")
    ] = 10,
    as_json: Json = False,
) -> None:
    """Measure how much a hostile client slows down a player.

    A room is served as by `pitboss serve`. A player buys and sells a chip at one table while one
    client of each hostile kind attacks from another address. The ratio of the median waits should
    stay below two (SEC-8).
    """
    from benchmarks.room.hostile import measure_hostile

    with progress_display() as progress:
        waits = measure_hostile(seconds, lambda line: progress(line, 0, 0))
    if as_json:
        print_json(waits)
        return
    print(f"{'':<18} {'without':>10} {'with':>10} {'ratio':>6}")
    for kind, wait in waits.items():
        without, with_ = f"{wait.without_ms:.1f} ms", f"{wait.with_ms:.1f} ms"
        print(f"{kind:<18} {without:>10} {with_:>10} {wait.ratio:>6.2f}")
