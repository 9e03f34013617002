"""Nights of a simulated room, seed after seed."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pitboss.room.sim.loop import SimLoop, simulated
from pitboss.room.sim.whole import wrong
from pitboss.room.sim.world import World

MINUTES: Final = 12.0


class Failure(Exception):
    """A seed under which something does not hold."""

    def __init__(self, seed: str, why: str) -> None:
        super().__init__(f"seed {seed}: {why}")
        self.seed, self.why = seed, why


class Nights(Struct):
    """What was reached."""

    seeds: int = 0
    lines: int = 0
    rounds: int = 0
    acknowledged: int = 0
    reads: int = 0
    reached: dict[str, int] = {}
    frames: dict[str, int] = {}


def night(seed: str, minutes: float = MINUTES) -> World:
    """One night; a `Failure` if anything does not hold."""
    loop = SimLoop()

    async def lived() -> World:
        world = World(seed, loop, minutes)
        try:
            await world.night()
            found = list(wrong(world))
        finally:
            await world.close()
        if found:
            raise Failure(seed, "; ".join(found[:5]))
        return world

    try:
        return simulated(lived(), loop)
    except Failure:
        raise
    except Exception as error:
        raise Failure(seed, f"{type(error).__name__}: {error}") from error


def nights(seed: str, many: int, told: Callable[[int], None], minutes: float = MINUTES) -> Nights:
    """So many nights, each under a seed of its own."""
    found, reached, frames = Nights(), Counter[str](), Counter[str]()
    for at in range(many):
        world = night(f"{seed}-{at}" if many > 1 else seed, minutes)
        reached += world.reached
        frames += world.frames
        found.seeds += 1
        for table in world.tables:
            found.lines += len(world.kept.entries[table])
            now = world.room.hub(table).actor.shown.round
            found.rounds += now.number if now else 0
        found.reads += world.reads.total
        found.acknowledged += sum(len(guest.acknowledged) for guest in world.guests)
        told(at + 1)
    found.reached, found.frames = dict(sorted(reached.items())), dict(sorted(frames.items()))
    return found
