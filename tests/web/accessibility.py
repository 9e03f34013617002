"""Check pages against WCAG level AA with axe."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.web.browser_visits import Scheme

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OPTIONS = {
    "runOnly": {"type": "tag", "values": LEVELS},
    "resultTypes": ["violations"],
    "preload": False,  # it would copy style sheets into the page, which our policy forbids
}
_RUN = """(options) => axe.run(options).then(({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map((one) => `${id}: ${one.target} ${one.failureSummary}`)))"""
_FLAT = """() => {
  const flat = new CSSStyleSheet();
  flat.replaceSync(`.felt, .tile a { background: var(--felt-light) !important }
    .rail-line { display: none }`);
  document.adoptedStyleSheets = [flat];
}"""
"""Replace gradients by their lightest color, where contrast is lowest: axe cannot judge
gradients."""


COLORS = OPTIONS | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""The rules whose results depend on the color scheme."""


def faults(page: Page, options: dict[str, Any] = OPTIONS) -> list[str]:
    """Return the accessibility faults of a page as it stands, each with its place."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(_FLAT)
    result: list[str] = page.evaluate(_RUN, options)
    return result


NARROW = 720
SCHEMES: dict[Scheme, dict[str, Any]] = {"dark": OPTIONS, "light": COLORS}


def in_both(page: Page, what: str) -> list[str]:
    """Return the faults in both schemes; on a phone, only one: its colors are those of a laptop."""
    result = []
    size = page.viewport_size
    narrow = size is not None and size["width"] < NARROW
    for scheme, options in list(SCHEMES.items())[: 1 if narrow else None]:
        page.emulate_media(color_scheme=scheme)
        result += [f"{what}, {scheme}: {fault}" for fault in faults(page, options)]
    return result
