"""Run one side of the benchmark in a fresh process, so that nothing is cached in memory.

``python -m benchmarks.lab lab GAME`` solves a game; ``… plain GAME PERCENT`` plays a sample
of it with a plain loop and compares the result with the lab's; ``… compile`` compiles the loops.
"""

import sys

import msgspec

from benchmarks.lab.measurement import LabTiming, PlainLoopTiming, slowest_advice
from benchmarks.lab.plain_loops import prepare_loop
from pitboss.games import GAMES
from pitboss.lab.progress import Stopwatch
from pitboss.lab.solution import solve
from pitboss.submission import resolve


def solve_afresh(game: str) -> LabTiming:
    """Solve a game without the cache and return its timing."""
    rules = resolve(GAMES[game])
    solution = solve(rules, cache=False)
    memory = _peak_memory_mb()
    return LabTiming(solution.main.seconds, solution.seconds_all, slowest_advice(rules), memory)


def play_plain_loop(game: str, percent: str) -> PlainLoopTiming:
    """Play a sample of a game with a plain loop and scale the time to all deals."""
    make = prepare_loop(resolve(GAMES[game]), int(percent))
    clock = Stopwatch()
    peer = make()
    tables = clock.seconds()
    peer.play(0, 1)  # the first call of compiled code links it
    clock = Stopwatch()
    peer.run()
    loop = clock.seconds()
    peer.check()
    return PlainLoopTiming(
        tables + loop * peer.game_deals / (peer.deals_per_state * len(peer.states))
    )


def _peak_memory_mb() -> int | None:
    """Return the peak memory of this process in megabytes."""
    try:
        import resource
    except ImportError:  # not available on every system
        return None
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


if __name__ == "__main__":
    side, *arguments = sys.argv[1:]
    if side != "compile":  # importing the loops has compiled them
        timing = solve_afresh(*arguments) if side == "lab" else play_plain_loop(*arguments)
        sys.stdout.write(msgspec.json.encode(timing).decode())
