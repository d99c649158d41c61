"""Checks the pages of a site: each link leads somewhere, and no page loads anything from the network."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """Gathers the identifiers of a page, and its links with their elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what one element has."""
        for key, value in attrs:
            if key == "id" or (tag == "a" and key == "name"):
                self.names.add(value or "")
            elif key in ("href", "src") and value:
                self.links.append((tag, value))


def problems(site: Path) -> Iterator[str]:
    """Yields a sentence for each dead link, and for each address outside that a page loads."""
    pages = {path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        where = path.relative_to(site.resolve()).as_posix()
        for tag, link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https") or parts.netloc:
                if tag != "a":
                    yield f"{where} loads {link}"
                continue
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{where} links to {link}, which is not there"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
                yield f"{where} links to {link}, but that page has no such place"
