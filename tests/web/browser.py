"""Find Chromium for the tests of the pages, or install it where possible.

python -m tests.web.browser finds or installs it, or says what to do
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web import system_packages

NAMED = "PITBOSS_CHROMIUM"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "The pages are tested in Chromium, and there is none: `apt install chromium`, or "
    f"`.venv/bin/playwright install --with-deps chromium`, or name one in {NAMED}."
)
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--no-first-run", "--disable-dev-shm-usage", "--font-render-hinting=none")  # fmt: skip
"""Fetch nothing in the background, and render text the same way everywhere."""


@cache
def find_chromium() -> str:
    """Return the path of a Chromium, or an empty string if there is none."""
    chromium_path = os.environ.get(NAMED)
    if chromium_path:
        return shutil.which(chromium_path) or ""
    for program in PROGRAMS:
        if path := shutil.which(program):
            return path
    return _of_playwright()


def _of_playwright() -> str:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if path and Path(path).exists() else ""


def provide_chromium() -> str:
    """Return the path of a Chromium, which is installed if necessary."""
    if find_chromium() or os.environ.get(NAMED):
        return find_chromium()
    if not system_packages.install("chromium"):
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])
    find_chromium.cache_clear()
    return find_chromium()


def launch(playwright: Playwright) -> Browser:
    """Start a headless browser.

    Playwright runs it without its sandbox, which needs privileges that a container seldom has; it
    only opens our own pages.
    """
    return playwright.chromium.launch(executable_path=find_chromium(), args=list(QUIET))


def main() -> int:
    """Check that there is a browser that starts; return an exit status."""
    if not provide_chromium():
        print(MISSING)
        return 1
    with sync_playwright() as playwright:
        browser = launch(playwright)
        print(f"Chromium {browser.version}: {find_chromium()}")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
