"""A whole room in one process under a seed, with a simulated clock, network and disk.

Faults that take years to occur happen here in seconds, and a failing seed repeats them. Start with
`run`, which plays nights and checks them. `world` is one night; `players` play and attack;
`faulty_disk` and `environment` inject the faults; `observers` record what viewers saw and how long
they waited.

`node_world` is a night of several nodes: each is a `SimulatedProcess` with its own connections to
one `node_database`, and `node_network` is between them. `node_observers` check that they agree.
"""

__all__: list[str] = []
