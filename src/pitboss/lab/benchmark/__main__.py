"""One side of the benchmark in a process of its own, so that it finds nothing made before.

``python -m pitboss.lab.benchmark lab GAME`` solves a game; ``… plain GAME PERCENT`` plays a sample
of it by a plain loop, and compares what came of it with the lab.
"""

import sys

import msgspec

from pitboss.games import GAMES
from pitboss.lab.benchmark.asking import slowest_advice
from pitboss.lab.benchmark.measure import Played, Solved
from pitboss.lab.benchmark.sample import ready
from pitboss.lab.solution import solve
from pitboss.lab.work import Clock
from pitboss.submission import resolve


def lab(game: str) -> Solved:
    """Solve a game afresh."""
    rules = resolve(GAMES[game])
    solution = solve(rules, cache=False)
    memory = _memory()
    return Solved(solution.main.seconds, solution.seconds_all, slowest_advice(rules), memory)


def plain(game: str, percent: str) -> Played:
    """Play some states of a game: its tables are made once, the loop is scaled to all deals."""
    make = ready(resolve(GAMES[game]), int(percent))
    clock = Clock()
    peer = make()
    tables = clock.seconds()
    peer.play(0, 1)  # the first call of compiled code links it
    clock = Clock()
    peer.run()
    loop = clock.seconds()
    peer.check()
    return Played(tables + loop * peer.whole / (peer.deals * len(peer.states)))


def _memory() -> int | None:
    """The most megabytes that this process held at once."""
    try:
        import resource
    except ImportError:  # not every system tells
        return None
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


if __name__ == "__main__":
    side, *arguments = sys.argv[1:]
    found = lab(*arguments) if side == "lab" else plain(*arguments)
    sys.stdout.write(msgspec.json.encode(found).decode())
