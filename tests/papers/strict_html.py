"""A strict parser for our own pages, which reports every error."""

from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Final

Attributes = Sequence[tuple[str, str | None]]

VOID: Final = {"meta", "br"}
EMPTY_IN_SVG: Final = {"rect", "circle"}
ONCE: Final = {"html", "head", "title", "style", "body", "h1", "main"}
INSIDE: Final = {
    "li": {"ol"},
    "caption": {"table"},
    "thead": {"table"},
    "tbody": {"table"},
    "tr": {"thead", "tbody"},
    "td": {"tr"},
    "th": {"tr"},
    "dt": {"dl", "div"},
    "dd": {"dl", "div"},
    "figcaption": {"figure"},
}
NOT_IN_A_PARAGRAPH: Final = {"p", "div", "section", "table", "dl", "ol", "h1", "h2", "figure"}
FETCHES: Final = {"src", "href", "srcset", "data", "action", "poster", "background"}


class StrictPage(HTMLParser):
    """Collects the text and the rows of a page, and everything that is wrong with it."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.open: list[str] = []
        self.tags_seen: list[str] = []
        self.ids: list[str] = []
        self.style = ""
        self.title = ""
        self.words: list[str] = []
        self.rows: list[list[str]] = []
        if not page.startswith("<!DOCTYPE html>\n"):
            self.faults.append("no doctype")
        self.feed(page)
        self.close()
        self.faults += [f"<{tag}> stays open" for tag in self.open]
        for tag in ("script", "link", "iframe", "img", "object", "embed", "base"):
            self.faults += [f"<{tag}>" for _ in range(self.tags_seen.count(tag))]
        for tag in ONCE - {"title"}:
            if self.tags_seen.count(tag) != 1:
                self.faults.append(f"{self.tags_seen.count(tag)} times <{tag}>")
        if len(self.ids) != len(set(self.ids)):
            self.faults.append("an id twice")
        for outside in ("://", "@import", "url("):
            if outside in self.style or outside in "".join(self.words):
                self.faults.append(outside)

    @property
    def text(self) -> str:
        """Return all words with single spaces."""
        return " ".join("".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self._begin(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "br":
            self.words.append(" ")
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self._begin(tag, attrs)
        if tag not in EMPTY_IN_SVG or "svg" not in self.open:
            self.faults.append(f"<{tag}/>")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> inside {self.open[-1:]}")
        else:
            self.open.pop()
        if tag not in ("small", "span", "b", "strong"):
            self.words.append(" ")

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["style"]:
            self.style += data
            return
        if self.open == ["html", "head", "title"]:
            self.title += data
        self.words.append(data)
        if "tr" in self.open and self.rows[-1]:
            self.rows[-1][-1] += data

    def _begin(self, tag: str, attrs: Attributes) -> None:
        self.tags_seen.append(tag)
        parent = self.open[-1] if self.open else ""
        if tag in INSIDE and parent not in INSIDE[tag]:
            self.faults.append(f"<{tag}> in <{parent}>")
        if "p" in self.open and tag in NOT_IN_A_PARAGRAPH:
            self.faults.append(f"<{tag}> in <p>")
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> has an attribute twice")
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in FETCHES or name.startswith("on") or "://" in (value or ""):
                self.faults.append(f"<{tag} {name}={value}>")
