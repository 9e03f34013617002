"""What the simulator found: which table, which round, and what was wrong."""


class Failure(Exception):
    """Something that must always hold did not."""

    def __init__(self, seed: str, table: str, number: int, what: str) -> None:
        super().__init__(seed, table, number, what)
        self.seed, self.table, self.round, self.what = seed, table, number, what

    def __str__(self) -> str:
        return f"table {self.table}, round {self.round}: {self.what}"


class Wrong(Exception):
    """The same, said by a check that knows neither seed nor table."""


def check(holds: object, what: str) -> None:
    """Something that must hold."""
    if not holds:
        raise Wrong(what)
