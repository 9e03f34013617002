"""Both stores for every test that asks for a place, and tests that may be coroutines."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.room.store.places import Place, PostgresPlace, Server, SqlitePlace, running


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine has a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A real PostgreSQL, one for all tests of this process."""
    with running() as server:
        yield server


@pytest.fixture
def sqlite_place(tmp_path: Path) -> SqlitePlace:
    return SqlitePlace(tmp_path)


@pytest.fixture
def postgres_place(server: Server) -> Iterator[PostgresPlace]:
    place = asyncio.run(server.place())
    yield place
    asyncio.run(place.clear())


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    result: Place = request.getfixturevalue(f"{request.param}_place")
    return result
