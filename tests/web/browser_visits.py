"""Browsers that visit a room; any uncaught error in a page fails the test."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from pitboss.client.protocol import COOKIE
from tests.web import browser

T = TypeVar("T")
LAPTOP = (1440, 900)
PHONE = (390, 844)
Scheme = Literal["dark", "light"]
PATIENCE = 60_000
"""Timeout in milliseconds, long enough for a busy machine."""
expect.set_options(timeout=PATIENCE)
OFFLINE = r"net::ERR_|WebSocket connection to"
"""Messages that the browser itself logs while there is no connection."""
OUTDATED = r"status of 409 .*/preview'"
"""The browser logs this if a table moved on while the floor's page asked what a decision moves; the
page asks again."""


class Browsing:
    """One browser for all tests of a process, in a separate thread.

    Playwright keeps an event loop running in its thread, and other tests start their own.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "browser")
        self._thread.submit(self._start).result()

    def _start(self) -> None:
        self._playwright = sync_playwright().start()
        self.browser: Browser = browser.launch(self._playwright)

    def do(self, work: Callable[[], T]) -> T:
        """Run a function in the browser's thread."""
        return self._thread.submit(work).result()

    def close(self) -> None:
        self.do(self.browser.close)
        self.do(self._playwright.stop)
        self._thread.shutdown()


class Visits:
    """The pages that one test opens."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self.address = browser, address
        self._contexts: list[BrowserContext] = []
        self._wrong: list[str] = []
        self._expected = ""

    def elsewhere(self, address: str) -> "Visits":
        """Use the same browser in another room."""
        return Visits(self._browser, address)

    def expect_errors(self, pattern: str) -> None:
        """Ignore page errors that match, because the test causes them."""
        self._expected = pattern

    def forgive(self) -> None:
        """Ignore page errors of a test that has failed already."""
        self._expected = "."

    def visitor(
        self,
        size: tuple[int, int] = LAPTOP,
        *,
        touch: bool = False,
        scheme: Scheme = "dark",
        still: bool = True,
        scale: float = 1,
        token: str = "",
        script: str = "",
    ) -> BrowserContext:
        """Open a browser context, signed in if there is a token."""
        context = self._browser.new_context(
            base_url=self.address,
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            has_touch=touch,
            is_mobile=touch,
            color_scheme=scheme,
            reduced_motion="reduce" if still else "no-preference",
            accept_downloads=True,
        )
        context.set_default_timeout(PATIENCE)
        context.on("console", self._console)
        context.on("weberror", lambda error: self._wrong.append(str(error.error)))
        if script:
            context.add_init_script(script)
        if token:
            context.add_cookies([{"name": COOKIE, "value": token, "url": self.address}])
        self._contexts.append(context)
        return context

    def page(self, path: str = "/", size: tuple[int, int] = LAPTOP, **how: object) -> Page:
        """Open a page for a new visitor."""
        page = self.visitor(size, **how).new_page()  # type: ignore[arg-type]
        page.goto(path)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._wrong.append(f"{message.text} ({message.location})")

    def close(self) -> None:
        """Close all pages; fail if a page had an error."""
        for context in self._contexts:
            context.close()
        pattern = f"{OUTDATED}|{self._expected}" if self._expected else OUTDATED
        wrong = [item for item in self._wrong if not re.search(pattern, item)]
        assert not wrong, "\n".join(wrong)
