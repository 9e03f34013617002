"""Budgets for the bytes sent before play, and for the time to first paint."""

import pytest
from playwright.sync_api import Response, expect

from tests.web.browser_visits import Visits

MOST_BYTES = 300_000
"""Size of the pages' own files, before compression."""
SOON = 1000
"""Milliseconds, with the server on the same machine."""
MEANT = """() => new Promise((done) => {
  const look = () => {
    const there = document.querySelector(".tile, .felt");
    requestAnimationFrame(there ? () => done(performance.now()) : look);
  };
  look();
})"""
"""Wait until the tables of the lobby, or the felt, are visible."""


@pytest.mark.parametrize("path", ["/#/table/criss-cross", "/"])
def test_first_page_is_small(path: str, visits: Visits) -> None:
    page = visits.visitor().new_page()
    responses: list[Response] = []

    def note(answer: Response) -> None:
        responses.append(answer)

    page.on("response", note)
    page.goto(path)
    expect(page.locator(".felt, .tile").first).to_be_visible()
    files = {answer.url: len(answer.body()) for answer in responses if "/api/" not in answer.url}
    assert len(files) > 30
    assert sum(files.values()) < MOST_BYTES, sorted(files.items(), key=lambda item: -item[1])[:10]
    lazy = ("/lab/", "gallery", "/learn/", "/school/")
    assert not [url for url in files if any(part in url for part in lazy)]


@pytest.mark.soak
def test_first_paint_is_fast(visits: Visits) -> None:
    """Take the best of three; only on demand, because timing fails on a busy machine."""
    times = []
    for _ in range(3):
        page = visits.visitor().new_page()
        page.goto("/#/table/criss-cross", wait_until="commit")
        paint_time = page.evaluate(MEANT)
        (first,) = page.evaluate(
            "performance.getEntriesByName('first-contentful-paint').map((one) => one.startTime)"
        )
        times.append((first, paint_time))
        page.context.close()
    assert min(first for first, _ in times) < SOON
    assert min(paint_time for _, paint_time in times) < SOON
