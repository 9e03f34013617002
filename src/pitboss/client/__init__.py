"""A client of a card room, for bots, tests and benchmarks.

Start with `client`: `Client` is a session over HTTP, and `TableClient` one table over a socket.
`promises` has what a client remembers and checks of each round, and `protocol` what a room and
its clients agree on. Nothing here imports the room. Import from the modules themselves.
"""

__all__: list[str] = []
