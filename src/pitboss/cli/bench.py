"""``pitboss bench``: how fast, measured here and now beside a peer."""

import io
import json
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from pitboss.cli.options import Json
from pitboss.cli.progress import teller
from pitboss.cli.screen import print_json
from pitboss.cli.settle import stream
from pitboss.games import GAMES
from pitboss.settle.samples import sample_paytables, sample_rounds
from pitboss.submission import Rules, resolve
from pitboss.submission.limit import least_stakes, most_at_minimums
from pitboss.submission.most import most_winnings

app = typer.Typer(help="How fast, measured here and now.", rich_markup_mode=None)

TURNS = 3


@app.callback()
def group() -> None:
    """How fast, measured here and now, beside a peer."""


@app.command("settle")
def settle(
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=1_000_000, help="Rounds of each game.")
    ] = 20_000,
    as_json: Json = False,
) -> None:
    """Rounds a second through `pitboss settle`.

    Single-seat rounds on one core, JSON in and out; beside it, how often Python's own json reads
    and writes the same lines.
    """
    games = {key: b"".join(sample_rounds(key, rounds)) for key in GAMES}
    ours, plain = dict.fromkeys(GAMES, 0.0), dict.fromkeys(GAMES, 0.0)
    # Turn by turn, so that a busy moment of the machine falls on both sides.
    turns = [(key, lines) for _ in range(TURNS) for key, lines in games.items()]
    for key, lines in _tracked(turns):
        ours[key] = max(ours[key], rounds / _seconds(partial(_settle_all, lines)))
        plain[key] = max(plain[key], rounds / _seconds(partial(_json_only, lines)))
    all_games, peer = _together(ours), _together(plain)
    if as_json:
        games_rates = {key: round(rate) for key, rate in ours.items()}
        figures = {"rounds_per_second": round(all_games), "games": games_rates}
        print_json(figures | {"json_lines_per_second": round(peer)})
        return
    for key, rate in ours.items():
        print(f"{key:<16} {rate:>10,.0f} rounds a second")
    print(f"{'all games':<16} {all_games:>10,.0f} rounds a second")
    print(f"{'json alone':<16} {peer:>10,.0f} lines a second, ratio {all_games / peer:.2f}")


@app.command("limit")
def limit(
    tables: Annotated[
        int, typer.Option("--tables", min=1, max=100_000, help="Paytables of each game.")
    ] = 500,
    as_json: Json = False,
) -> None:
    """How long the search for the payout limit takes, for the worst paytables.

    Paytables that pay anything, up and down; of each game with such a limit the slowest search, the
    mean, and the most steps. The first search also prepares what every hand can become.
    """
    prepared = _seconds(lambda: most_at_minimums(resolve(GAMES["run-em-twice"])))
    paces = {}
    limited = {key: rules for key in GAMES if (rules := resolve(GAMES[key])).limit.scope}
    for key, rules in limited.items():
        searched = [_search(changed) for changed in sample_paytables(rules, tables)]
        seconds = [one for one, _ in searched]
        paces[key] = {
            "worst_ms": round(1000 * max(seconds), 2),
            "mean_ms": round(1000 * sum(seconds) / tables, 2),
            "most_steps": max(steps for _, steps in searched),
        }
    if as_json:
        print_json({"first_ms": round(1000 * prepared, 2), "games": paces})
        return
    print(f"{'the first':<16} {1000 * prepared:>8.1f} ms")
    for key, pace in paces.items():
        print(
            f"{key:<16} {pace['worst_ms']:>8.1f} ms at worst, {pace['mean_ms']:.1f} ms on "
            f"average, at most {pace['most_steps']:,.0f} steps"
        )


def _search(rules: Rules) -> tuple[float, int]:
    """Seconds and steps of one search."""
    start = time.perf_counter()
    most = most_winnings(rules, least_stakes(rules))
    return time.perf_counter() - start, most.steps


@app.command("lab")
def lab(
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=100, help="Turns, of which the best counts.")
    ] = TURNS,
    sample: Annotated[
        int,
        typer.Option(
            "--sample", min=1, max=100, help="Percent of the plain loop's sample to play."
        ),
    ] = 100,
    as_json: Json = False,
) -> None:
    """Seconds that the lab takes for each game.

    Each is solved afresh, with kernels compiled; beside it, a plain compiled loop goes through
    every deal. The loop plays a sample of the game, which must come to what the lab says of it, and
    its time is scaled from that to the whole game.
    """
    from pitboss.lab.benchmark.measure import measure

    with teller() as told:
        report = measure(turns, sample, told=told)
    if as_json:
        print_json(report)
        return
    print(f"{'':<16} {'lab':>10} {'everything':>12} {'plain loop':>15} {'ratio':>10} {'advice':>9}")
    for key, pace in report.games.items():
        ours, everything = f"{pace.seconds:.3f} s", f"{pace.seconds_all:.3f} s"
        plain = f"{pace.plain_seconds:,.1f} s"
        advice = f"{pace.advice_ms:.1f} ms"
        print(f"{key:<16} {ours:>10} {everything:>12} {plain:>15} {pace.ratio:>10,.1f} {advice:>9}")
    held = f", {report.memory_mb:,} MB" if report.memory_mb is not None else ""
    print(f"{report.cores} cores{held}. The plain loop is scaled from a sample.")


@app.command("table")
def table(
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=1_000_000, help="Rounds of each game and turn.")
    ] = 300,
    as_json: Json = False,
) -> None:
    """Six-seat rounds a second through a live table.

    On one core, with every event and posting, each wager and each answer a command of its own;
    beside it, hands of six players through PokerKit, where it is installed.
    """
    from pitboss.table.benchmark import measure

    with teller() as told:
        paces = measure(rounds, time.perf_counter, told)
    if as_json:
        print_json(paces)
        return
    for key, rate in paces.games.items():
        print(f"{key:<16} {rate:>8,} rounds a second")
    print(f"{'all games':<16} {paces.rounds_per_second:>8,} rounds a second")
    if paces.peer_hands_per_second is None:
        print(f"{'PokerKit':<16} {'–':>8} not installed")
    else:
        hands = f"{paces.peer_hands_per_second:>8,.0f} hands a second"
        print(f"{'PokerKit':<16} {hands}, ratio {paces.ratio:.1f}")
    events, postings = paces.events_per_round, paces.postings_per_round
    print(f"One core, six seats; {events:.1f} events and {postings:.1f} postings a round.")


def _tracked(turns: list[tuple[str, bytes]]) -> Iterable[tuple[str, bytes]]:
    screen = Console(stderr=True)
    return track(turns, "settling", console=screen, transient=True, disable=not screen.is_terminal)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _together(rates: dict[str, float]) -> float:
    """The rate of equally many rounds of each game."""
    return len(rates) / sum(1 / rate for rate in rates.values())


def _settle_all(lines: bytes) -> None:
    stream(io.BytesIO(lines).read1, io.BytesIO().write)


def _json_only(lines: bytes) -> None:
    for line in lines.splitlines():
        json.dumps(json.loads(line)).encode()


@app.command("room")
def room(
    tables: Annotated[int, typer.Option("--tables", min=1, max=1000, help="Tables of six.")] = 200,
    seconds: Annotated[float, typer.Option("--seconds", min=0.5, help="For each figure.")] = 10,
    as_json: Json = False,
) -> None:
    """Durable decisions a second through the card room, and how long each one waits.

    Six scripted players at each table: through actor, store and projections in one process, and
    again through real sockets; at full tilt, at 2,000 and 1,000 decisions a second, and at half.
    Then one table that a hundred others watch. On SQLite, and on PostgreSQL where the tests' own is
    installed; beside it, how often the same disk commits a single row.
    """
    import msgspec

    from pitboss.room.bench.run import measure

    with teller() as told:
        found = measure(tables, seconds, lambda line: told(line, 0, 0))
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for store, one in found.items():
        ways = {
            "core, full tilt": one.core.full,
            "core, 2,000 asked": one.core.paced,
            "core, 1,000 asked": one.core.half,
            "sockets, full tilt": one.sockets.full,
            "sockets, 1,000 asked": one.sockets.paced,
            "sockets, 500 asked": one.sockets.half,
            "one table, 100 look on": one.watched,
        }
        print(f"{store}: the disk alone commits {one.raw_commits_per_second:,.0f} rows a second")
        for way, f in ways.items():
            print(
                f"  {way:<22} {f.decisions_per_second:>7,.0f} decisions a second, half within "
                f"{f.p50_ms:>6.1f} ms, 99 % within {f.p99_ms:>6.1f} ms; "
                f"{f.frames_per_second:>6,.0f} frames"
            )


@app.command("hostile")
def hostile(
    seconds: Annotated[float, typer.Option("--seconds", min=0.5, help="For each figure.")] = 10,
    as_json: Json = False,
) -> None:
    """How much longer one player waits while somebody hostile is there.

    A room is served as `pitboss serve` does, a player buys and sells a chip at one table, and one
    client of each kind does its worst from another address. The ratio of her median waits is to
    stay below two (SEC-8).
    """
    import msgspec

    from pitboss.room.bench.waits import measure

    with teller() as told:
        waits = measure(seconds, lambda line: told(line, 0, 0))
    if as_json:
        print_json(msgspec.to_builtins(waits))
        return
    print(f"{'':<18} {'without':>10} {'with':>10} {'ratio':>6}")
    for kind, one in waits.items():
        without, with_ = f"{one.without_ms:.1f} ms", f"{one.with_ms:.1f} ms"
        print(f"{kind:<18} {without:>10} {with_:>10} {one.ratio:>6.2f}")
