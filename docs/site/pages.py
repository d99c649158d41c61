"""The pages of the site in the order of its navigation, and what each file of the repository is there.

A test fails while a page of `docs/` has no place here.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"

NAVIGATION = {
    "First steps": ["solving", "backends", "notebooks/choose-a-backend", "formats", "gallery"],
    "Variants": ["variants", "sums-and-pairs"],
    "Explanations and teaching": ["explaining", "course"],
    "Testing a solver": ["cross-check", "notebooks/test-your-solver", "other-solvers", "certificates", "evidence"],
    "Measurements": [
        "races",
        "study/index",
        "study/plan",
        "study/second/index",
        "encodings",
        "measured/other-languages",
        "measured/third-party-solvers",
    ],
    "Many puzzles": ["million-puzzles", "notebooks/a-million-puzzles", "threads-and-services"],
    "Data": ["data-sets", "notebooks/data-sets"],
    "Development": ["adding-a-backend", "architecture", "contributing", "security", "changelog"],
    "Reference": ["api/index", "commands", "limits", "versions", "glossary"],
}
"""Heading of a part to its pages, without the ending; `index` comes before all of them."""

MADE = {"api/index", "commands"}
"""Pages that `reference_pages.py` makes from the code."""

ELSEWHERE = {
    "README.md": "index",
    "CONTRIBUTING.md": "contributing",
    "SECURITY.md": "security",
    "CHANGELOG.md": "changelog",
}
"""Files outside of `docs/`, and the pages that a link to them leads to."""

_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")


def sources() -> dict[str, Path]:
    """Returns the file of each page that has one: those below `docs/`, and those of `ELSEWHERE`."""
    files = [*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")]
    found = {path.relative_to(DOCS).with_suffix("").as_posix(): path for path in sorted(files)}
    return found | {page: ROOT / file for file, page in ELSEWHERE.items() if page != "index"}


def with_links_of_the_site(text: str, page: str, source: Path) -> str:
    """Returns the text of a page with its links to files as links to pages; other links stay as they are."""
    pages = {path: other for other, path in sources().items()}
    pages |= {ROOT / file: other for file, other in ELSEWHERE.items()}

    def of_the_site(match: re.Match[str]) -> str:
        target = pages.get((source.parent / match[2]).resolve())
        return match[0] if target is None else f"{match[1]}{'../' * page.count('/')}{target}.md{match[3]}"

    return _LINK.sub(of_the_site, text)


def navigation() -> str:
    """Returns the tables of contents that make up the side bar, to be put at the end of the start page."""
    part = "```{{toctree}}\n:hidden:\n:caption: {}\n\n{}\n```\n"
    return "\n" + "\n".join(part.format(caption, "\n".join(pages)) for caption, pages in NAVIGATION.items())
