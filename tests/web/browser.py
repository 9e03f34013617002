"""A Chromium for the tests of the pages: found, or installed where we may.

python -m tests.web.browser    finds or installs one, or says what to do
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web import debian

NAMED = "PITBOSS_CHROMIUM"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "The pages are tested in Chromium, and there is none: `apt install chromium`, or "
    f"`.venv/bin/playwright install --with-deps chromium`, or name one in {NAMED}."
)
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--no-first-run", "--disable-dev-shm-usage", "--font-render-hinting=none")  # fmt: skip
"""Nothing is fetched from anywhere, and text is laid out alike everywhere."""


@cache
def found() -> str:
    """The path of a Chromium; nothing, if there is none."""
    named = os.environ.get(NAMED)
    if named:
        return shutil.which(named) or ""
    for program in PROGRAMS:
        if path := shutil.which(program):
            return path
    return _of_playwright()


def _of_playwright() -> str:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if path and Path(path).exists() else ""


def provided() -> str:
    """The same, installed if it has to be."""
    if found() or os.environ.get(NAMED):
        return found()
    if not debian.install("chromium"):
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])
    found.cache_clear()
    return found()


def launched(playwright: Playwright) -> Browser:
    """A browser that shows no window.

    Playwright starts it without its sandbox, which needs rights that a container seldom has; it is
    shown no pages but our own.
    """
    return playwright.chromium.launch(executable_path=found(), args=list(QUIET))


def main() -> int:
    """Whether there is a browser now that starts."""
    if not provided():
        print(MISSING)
        return 1
    with sync_playwright() as playwright:
        browser = launched(playwright)
        print(f"Chromium {browser.version}: {found()}")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
