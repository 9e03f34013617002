"""Fixtures: a room per module, and one browser per process."""

import os
from collections.abc import Iterator

import pytest

from tests.web import browser
from tests.web.browser_visits import Browsing, Visits
from tests.web.page_room import PageRoom


@pytest.fixture(scope="session")
def browsing() -> Iterator[Browsing]:
    """The browser. At home its tests are skipped where there is none; in CI that is a failure."""
    if not browser.find_chromium():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(browser.MISSING)
    result = Browsing()
    yield result
    result.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRoom]:
    """A table of each game, with a house dealer in a hurry."""
    with PageRoom(tmp_path_factory.mktemp("room")) as result:
        yield result


@pytest.fixture
def visits(browsing: Browsing, room: PageRoom) -> Visits:
    """The pages of one test."""
    return Visits(browsing.browser, room.address)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What visits a page needs a browser."""
    for item in items:
        if {"visits", "browsing"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that visits a room runs in the browser's thread, and closes its pages there."""
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
