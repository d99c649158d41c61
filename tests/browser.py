"""A page as headless Chromium shows it: its elements, what it wrote to the console, what it asked the network for."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from typing import NamedTuple

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

_QUIET = (
    *("--headless", "--no-sandbox", "--no-first-run", "--hide-scrollbars", "--enable-logging=stderr"),
    *(f"--disable-{what}" for what in ("gpu", "quic", "background-networking", "component-update", "sync")),
    "--disable-default-apps",
)


class Shown(NamedTuple):
    """What became of a page."""

    text: str
    """Its elements, once all is loaded."""
    console: list[str]
    requests: list[str]
    """Addresses that the page asked for."""


def _browser(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the browser, with its own files in the folder."""
    command = [str(CHROMIUM), *_QUIET, f"--user-data-dir={folder / 'profile'}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


def shown(page: Path, folder: Path, *arguments: str) -> Shown:
    """Opens a page from disk; `folder` is for the browser's own files."""
    log = folder / "net.json"
    ran = _browser(folder, f"--log-net-log={log}", *arguments, "--dump-dom", page.as_uri())
    console = [line for line in ran.stderr.splitlines() if ":CONSOLE" in line]
    asked = [event.get("params", {}) for event in json.loads(log.read_text(errors="replace"))["events"]]
    # What the browser wants for itself has no origin.
    requests = [one["url"] for one in asked if one.get("initiator", "not an origin") != "not an origin"]
    return Shown(ran.stdout, console, requests)


def screenshot(page: Path, folder: Path, to: Path, width: int, height: int) -> None:
    """Writes a picture of the page in a window of this size."""
    _browser(folder, f"--window-size={width},{height}", f"--screenshot={to}", page.as_uri())


def needed_widths(asked: Iterable[tuple[Path, int]], folder: Path) -> list[int]:
    """Returns the widths that pages take in frames of some widths: more, where they have to be scrolled sideways."""
    frames = "".join(
        f'<iframe width="{width}" style="border:0" src="{page.as_uri()}"></iframe>' for page, width in asked
    )
    measure = "document.title = Array.from(frames, one => one.document.documentElement.scrollWidth).join(' ')"
    probe = folder / "probe.html"
    probe.write_text(f"<title></title>{frames}<script>onload = () => {{{measure}}}</script>")
    # A page from disk may not look into others, else.
    disabled = ("--disable-web-security", "--virtual-time-budget=3000")
    text = _browser(folder, *disabled, "--dump-dom", probe.as_uri()).stdout
    return list(map(int, text.partition("<title>")[2].partition("</title>")[0].split()))


def cells_of_tables(text: str) -> list[list[list[str]]]:
    """Returns the text of each cell of each table of a page, row by row."""
    tables = [_inside("tr", table) for table in _inside("table", text)]
    return [[[_text(cell) for cell in _inside("t[dh]", row)] for row in rows] for rows in tables]


def _inside(tag: str, text: str) -> list[str]:
    return re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", text, re.DOTALL)


def _text(element: str) -> str:
    return unescape(re.sub("<[^>]*>", "", element))
