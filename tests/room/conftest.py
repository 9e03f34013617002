"""Tests of a room may be coroutines: each has a loop of its own, and does not wait for ever."""

import asyncio
import inspect

import pytest

PATIENCE = 300.0


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
