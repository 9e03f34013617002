"""The web pages: plain ES modules and custom elements, served by the room from `site/`."""

from pathlib import Path
from typing import Final

__all__ = ["SITE"]

SITE: Final = Path(__file__).parent / "site"
"""The files that browsers load, starting with `index.html`."""
