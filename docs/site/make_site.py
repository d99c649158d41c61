"""Builds the site of the documentation without network: `python docs/site/make_site.py [FOLDER]`, by default `.site`.

The pages are `docs/*.md`, the files that `pages.py` lists beside them, the notebooks, and the reference, which is made
from the code. Warnings are errors, and so are dead links.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from cells import notebook_page, page_with_pictures
from links import problems
from pages import DOCS, MADE, ROOT, navigation, sources, with_links_of_the_site
from reference_pages import api_pages, commands_page

WITH_PICTURES = {"gallery"}
"""Pages whose blocks of Python are run, and their pictures put below them."""


def _markdown(page: str, path: Path) -> str:
    text = notebook_page(path) if path.suffix == ".ipynb" else path.read_text(encoding="utf-8")
    text = with_links_of_the_site(text, page, path)
    if page in WITH_PICTURES:
        text = page_with_pictures(text, path.name)
    return text + navigation() if page == "index" else text


def write_sources(folder: Path) -> None:
    """Writes the pages that Sphinx reads. Files that are the same already stay: Sphinx does not read these again."""
    texts = {page: _markdown(page, path) for page, path in sources().items()}
    texts |= dict(api_pages()) | {"commands": commands_page()}
    missing = MADE - texts.keys()
    if missing:
        raise LookupError(f"no such page: {', '.join(sorted(missing))}")
    for old in folder.rglob("*.md"):
        if old.relative_to(folder).with_suffix("").as_posix() not in texts:
            old.unlink()
    for page, text in texts.items():
        path = folder / f"{page}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for other in (*DOCS.rglob("*.svg"), *DOCS.rglob("*.csv"), *DOCS.rglob("*.schema.json")):
        path = folder / other.relative_to(DOCS)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(other, path)


def build(folder: Path) -> list[str]:
    """Builds the site in `folder/html`, and returns what is wrong with it: nothing, as a rule."""
    write_sources(folder / "pages")
    sphinx = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-a",  # each page has the navigation in it, also one whose text is the same as before
        "-b",
        "html",
        "-c",
        str(Path(__file__).parent),
    ]
    made = [str(folder / name) for name in ("pages", "html")]
    done = subprocess.run([*sphinx, "-d", str(folder / "read"), *made], capture_output=True, text=True, check=False)
    said = done.stderr.splitlines()
    if done.returncode:
        return said or [f"Sphinx ended with {done.returncode}"]
    return list(problems(folder / "html"))


def main() -> None:
    """Builds the site, and ends with status 1 if a page or a link is wrong."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".site"
    wrong = build(folder)
    if wrong:
        raise SystemExit("\n".join(wrong))
    print(folder / "html" / "index.html")


if __name__ == "__main__":
    main()
