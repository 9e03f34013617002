"""Run coroutine tests of the room, each in its own event loop and with a timeout."""

import asyncio
import inspect

import pytest

from pitboss.room import table_actor
from pitboss.room.http import middleware

PATIENCE = 300.0


@pytest.fixture(autouse=True)
def patient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise response timeouts, except in the tests of timeouts."""
    if not request.module.__name__.endswith(("test_uncertain_commit", "test_node_simulator")):
        monkeypatch.setattr(table_actor, "RESPONSE_TIMEOUT", PATIENCE)
        monkeypatch.setattr(middleware, "RESPONSE_TIMEOUT", PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    parameters = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in parameters}

    async def run_with_timeout() -> None:
        async with asyncio.timeout(None if pyfuncitem.get_closest_marker("soak") else PATIENCE):
            await pyfuncitem.obj(**arguments)

    asyncio.run(run_with_timeout())
    return True
