"""A page as headless Chromium shows it: its elements, what it wrote to the console, what it asked the network for."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--hide-scrollbars",
    "--enable-logging=stderr",
)


class Shown(NamedTuple):
    """What became of a page."""

    text: str
    """Its elements, once all is loaded."""
    console: list[str]
    requests: list[str]
    """Addresses that the page asked for."""


def shown(page: Path, folder: Path) -> Shown:
    """Opens a page from disk; `folder` is for the browser's own files."""
    log = folder / "net.json"
    options = (*_QUIET, f"--user-data-dir={folder / 'profile'}", f"--log-net-log={log}")
    ran = subprocess.run(
        [str(CHROMIUM), *options, "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=120, check=True
    )
    console = [line for line in ran.stderr.splitlines() if ":CONSOLE" in line]
    asked = [event.get("params", {}) for event in json.loads(log.read_text(errors="replace"))["events"]]
    # What the browser wants for itself has no origin.
    requests = [one["url"] for one in asked if one.get("initiator", "not an origin") != "not an origin"]
    return Shown(ran.stdout, console, requests)


def screenshot(page: Path, folder: Path, to: Path, width: int, height: int) -> None:
    """Writes a picture of the page in a window of this size."""
    options = (*_QUIET, f"--user-data-dir={folder / 'profile'}", f"--window-size={width},{height}")
    command = [str(CHROMIUM), *options, f"--screenshot={to}", page.as_uri()]
    subprocess.run(command, capture_output=True, timeout=120, check=True)


def needed_widths(asked: Iterable[tuple[Path, int]], folder: Path) -> list[int]:
    """Returns the widths that pages take in frames of some widths: more, where they have to be scrolled sideways."""
    frames = "".join(
        f'<iframe width="{width}" style="border:0" src="{page.as_uri()}"></iframe>' for page, width in asked
    )
    measure = "document.title = Array.from(frames, one => one.document.documentElement.scrollWidth).join(' ')"
    probe = folder / "probe.html"
    probe.write_text(f"<title></title>{frames}<script>onload = () => {{{measure}}}</script>")
    # A page from disk may not look into others, else.
    options = (*_QUIET, f"--user-data-dir={folder / 'profile'}", "--disable-web-security", "--virtual-time-budget=3000")
    command = [str(CHROMIUM), *options, "--dump-dom", probe.as_uri()]
    text = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return list(map(int, text.partition("<title>")[2].partition("</title>")[0].split()))


class Tables(HTMLParser):
    """The text of each cell of each table of a page, row by row."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._cell: list[str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, _: object) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self._cell = []

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell is not None:
            self.tables[-1][-1].append("".join(self._cell))
            self._cell = None
