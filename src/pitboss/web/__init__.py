"""The web pages: plain ES modules and custom elements, served by the room from `site/`."""

from pathlib import Path
from typing import Final

SITE: Final = Path(__file__).parent / "site"
"""What a browser is given; `index.html` is the first of it."""
