"""How a room's program runs: on a fast loop where there is one, without long pauses."""

import asyncio
import gc
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

OFTEN: Final = (100_000, 20, 100)
"""Objects between two collections: with thousands of sockets each of them looks at a great many."""


def _many_files() -> None:
    """As many connections as the system lets us have."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run until it is done."""
    gc.set_threshold(*OFTEN)
    _many_files()
    try:
        import uvloop
    except ImportError:  # not to be had on every system; the loop of the library does it too
        asyncio.run(work)
    else:
        uvloop.run(work)


def settled() -> None:
    """What is there now stays: it need not be looked at again."""
    gc.collect()
    gc.freeze()
