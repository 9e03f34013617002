"""Benchmarks of a room: `pitboss bench room` and `pitboss bench hostile`.

Start with `throughput`, which measures decisions per second, each on disk before it is
acknowledged. `socket_load` plays over real sockets; `load` has the seated room, pacing and
figures; `hostile` measures how long a player waits while a hostile client attacks.
"""

__all__: list[str] = []
