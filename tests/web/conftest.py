"""Fixtures: a room per module, and one browser per process."""

import os
from collections.abc import Iterator

import pytest

from pitboss.room import stored_table, table_actor
from pitboss.room.http import middleware
from tests.web import browser
from tests.web.browser_visits import Browsing, Visits
from tests.web.page_room import PageRoom

PATIENCE = 300.0


@pytest.fixture(scope="package", autouse=True)
def patient() -> Iterator[None]:
    """Raise the timeouts of responses and of the store: the disk may be busy with other tests."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in (
            (table_actor, "RESPONSE_TIMEOUT"),
            (table_actor, "STORE_TIMEOUT"),
            (stored_table, "STORE_TIMEOUT"),
            (middleware, "RESPONSE_TIMEOUT"),
            (middleware, "STORE_TIMEOUT"),
        ):
            patch.setattr(module, name, PATIENCE)
        yield


@pytest.fixture(scope="session")
def browsing() -> Iterator[Browsing]:
    """Start the browser.

    Without one, its tests are skipped locally, and fail in CI.
    """
    if not browser.find_chromium():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(browser.MISSING)
    result = Browsing()
    yield result
    result.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRoom]:
    """Run a room with a table of each game and a fast house dealer."""
    with PageRoom(tmp_path_factory.mktemp("room")) as result:
        yield result


@pytest.fixture
def visits(browsing: Browsing, room: PageRoom) -> Visits:
    """Return the pages of one test."""
    return Visits(browsing.browser, room.address)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that open a page as browser tests."""
    for item in items:
        if {"visits", "browsing"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run tests that open pages in the browser's thread, and close their pages there."""
    args, names = pyfuncitem.funcargs, pyfuncitem._fixtureinfo.argnames
    visits, browsing = args.get("visits"), args.get("browsing")
    if not isinstance(visits, Visits) or not isinstance(browsing, Browsing):
        return None

    def visit_page() -> None:
        try:
            pyfuncitem.obj(**{name: args[name] for name in names})
        except BaseException:
            visits.forgive()
            raise
        finally:
            visits.close()

    browsing.do(visit_page)
    return True
