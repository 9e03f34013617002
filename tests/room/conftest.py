"""Tests of a room may be coroutines: each has a loop of its own, and does not wait for ever."""

import asyncio
import inspect

import pytest

from pitboss.room import table_actor
from pitboss.room.http import middleware

PATIENCE = 300.0


@pytest.fixture(autouse=True)
def patient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow disk under the tests makes nobody ask again, but where that is what is tested."""
    if not request.module.__name__.endswith("test_prompt"):
        monkeypatch.setattr(table_actor, "RESPONSE_TIMEOUT", PATIENCE)
        monkeypatch.setattr(middleware, "RESPONSE_TIMEOUT", PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine is run until it is done."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    given = {name: pyfuncitem.funcargs[name] for name in wanted}

    async def bounded() -> None:
        async with asyncio.timeout(None if pyfuncitem.get_closest_marker("soak") else PATIENCE):
            await pyfuncitem.obj(**given)

    asyncio.run(bounded())
    return True
