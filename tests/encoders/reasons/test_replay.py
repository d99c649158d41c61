"""Replays: the page in a browser and the boards of a terminal."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from browser import CHROMIUM, shown
from commands import run
from corpora import FOUR, HARD

from unitdoku import OptionError, Puzzle, Sum, Unit, Verdict, from_units, parse_puzzle, replay, solve
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.encoders.reasons.replay import recorded, search_tree
from unitdoku.layouts import latin
from unitdoku.reference.contract.deadline import Deadline

SEVERAL = "......4..3..1..."
PIGEONS = Puzzle.empty(from_units(9, list(combinations(range(10), 2)), (2, 5)))
"""Ten cells that all differ, and nine values: a long search."""

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])


def answers(page: str, folder: Path, script: str) -> Any:
    """Opens the page with a script at its end, which returns an answer; nothing is complained of or asked for."""
    begin = page.rindex("</script>")
    answer = f"JSON.stringify(await (async () => {{{script}}})())"
    run_it = f"addEventListener('load', async () => {{ document.title = {answer} }})"
    path = folder / "page.html"
    path.write_text(page[:begin] + run_it + page[begin:], encoding="utf-8")
    seen = shown(path, folder, "--virtual-time-budget=20000")
    assert seen.console == []
    assert {url for url in seen.requests if not url.startswith("file:")} == set()
    title = seen.text.partition("<title>")[2].partition("</title>")[0]
    return json.loads(title.replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))


def test_names_do_not_stand_for_parts_of_the_page() -> None:
    names = ("{{data}}", "{{picture}}", "{{title}}", "{{other}}", r"\1 \g<0>", "<!--<script>", "</script><b>&")
    rules: list[Sum | Unit] = [
        *(Sum(name, (0, 1), 3) for name in names),
        Unit(names[0], (0, 3), (1, 2)),
        Unit(names[-2], (0, 3)),
    ]
    for title in (names[0], names[-1]):
        page = replay(Puzzle.from_givens({"A1": 1, "B2": 1}, replace(latin(2) + rules, name=title)))
        assert any(names[-2] in step["text"] for step in data_of(page)["steps"])
        assert [*map(page.count, ('id="data"', "<svg", "</script>", "<!--"))] == [1, 1, 2, 0]
        assert f"<title>Replay: {escape(title)}</title>" in page
        assert all(escape(name) in page for name in names)


def test_what_a_page_holds() -> None:
    puzzle = parse_puzzle(HARD)
    data = data_of(replay(puzzle))
    assert data["summary"].startswith("One solution. Hardest rule: locked candidates. The search has ")
    candidates = [set(values) for values in data["start"]]
    for step in data["steps"]:
        for cell, left in step["left"]:
            assert not candidates[cell] <= {*left}
            candidates[cell] &= {*left}
    assert [values.pop() + 1 for values in candidates] == list(solve(puzzle).solution or ())
    assert [row[0] for row in data["alone"]] == ["singles, sums, pairs", "and up to locked candidates"]
    assert data["alone"][1][1:] == [64, 64]
    assert data["solvers"][0][:2] == ["reference", solve(puzzle, "reference", limit=2).statistics["guesses"]]


@pytest.mark.parametrize(
    ("puzzle", "said", "count"), [(SEVERAL, "Several solutions.", 0), ("11" + "." * 14, "No solution.", 1)]
)
def test_a_puzzle_without_one_solution_shows_its_search(puzzle: str, said: str, count: int) -> None:
    data = data_of(replay(puzzle))
    assert data["summary"].startswith(said)
    assert (len(data["steps"]), len(data["tree"]) > 0) == (count, True)


def test_a_page_without_time_is_whole() -> None:
    data = data_of(replay(HARD, seconds=0))
    assert data["summary"].startswith("It is not known how many solutions there are. The search is shown for the")
    assert len(data["tree"]) == 1


def test_the_tree_is_that_of_the_search() -> None:
    for puzzle in [*puzzles_of("top95.txt")[:5], *puzzles_of("killers.jsonl")[:3], parse_puzzle(SEVERAL)]:
        boards, whole = search_tree(puzzle, 10**6, Deadline(None))
        ends = [board.end for board in boards]
        counted = solve(puzzle, "reference", limit=2)
        assert whole
        assert (len(ends), ends.count(0)) == tuple(counted.statistics[name] for name in ("nodes", "guesses"))
        assert ends.count(2) == len(counted.solutions)
    boards, whole = search_tree(PIGEONS, 50, Deadline(None))
    assert (len(boards), whole) == (50, False)


def test_boards_follow_each_other() -> None:
    boards = [board for board, _, _ in recorded(parse_puzzle(FOUR), None).boards()]
    assert boards[0] == parse_puzzle(FOUR)
    assert solve(boards[-1]).solution == tuple(boards[-1].values)
    ends = [board for board, _, text in recorded(parse_puzzle(SEVERAL), None).boards() if "is a solution" in text]
    assert len({tuple(board.values) for board in ends}) == 2
    assert all(solve(board).verdict is Verdict.SAT for board in ends)


def test_many_cells_have_no_grid() -> None:
    page = replay(Puzzle.empty(latin(45)), seconds=0.1)
    assert "No grid is drawn: latin:45 has 2,025 cells." in page
    assert "<svg" not in page


def test_files_and_notebooks(tmp_path: Path) -> None:
    page = replay(FOUR, tmp_path / "replay.html")
    assert (tmp_path / "replay.html").read_text(encoding="utf-8") == page
    assert page._repr_html_().startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    assert repr(page) == f"<Replay: {len(page)} characters of HTML>"
    with pytest.raises(OptionError, match=r"\.html"):
        replay(FOUR, tmp_path / "replay.txt")


@needs_browser
def test_the_page_is_driven_by_keys_and_clicks(tmp_path: Path) -> None:
    found = answers(
        replay(HARD),
        tmp_path,
        """
        const press = key => document.dispatchEvent(new KeyboardEvent("keydown", {key}));
        const said = () => at("sentence").textContent, out = {start: said(), steps: data.steps.length};
        press("ArrowRight"); press("ArrowRight"); out.second = said();
        press("ArrowLeft"); out.first = said(); out.changed = document.querySelectorAll(".shade.changed").length;
        out.candidates = document.querySelectorAll(".candidate").length;
        press("c"); out.without = document.querySelectorAll(".candidate").length; press("c");
        at("speed").value = 20; at("play").click(); out.plays = at("play").textContent;
        await new Promise(done => {
          const wait = () => number === view.length - 1 ? done() : setTimeout(wait, 50);
          wait();
        });
        out.last = said(); out.stops = at("play").textContent;
        out.values = document.querySelectorAll("#picture .value, #picture g > .given").length;
        press("Home"); out.home = number; at("place").value = 5; at("place").oninput(); out.jumped = number;
        at("list").querySelectorAll("button")[7].click(); out.clicked = number;
        at("tab-search").click(); out.search = said();
        at("tree").querySelector('details').open = true; await new Promise(done => setTimeout(done, 50));
        at("tree").querySelector('[data-node="1"]').click(); out.node = said();
        out.current = document.querySelectorAll("#tree [aria-current]").length;
        return out;
        """,
    )
    steps = data_of(replay(HARD))["steps"]
    count = len(steps)
    assert found["start"] == f"The puzzle. {count} steps follow."
    assert found["first"] == f"Step 1 of {count}, {steps[0]['rule']}: {steps[0]['text']}"
    assert found["second"].startswith(f"Step 2 of {count}, ")
    assert (found["changed"], found["without"]) == (1, 0)
    assert found["candidates"] > 200
    assert (found["plays"], found["stops"], found["values"]) == ("Pause", "Play", 81)
    assert found["last"].startswith(f"Step {count} of {count}, ")
    assert (found["home"], found["jumped"], found["clicked"], found["current"]) == (0, 5, 7, 1)
    assert found["search"].startswith("The puzzle. Singles place ")
    assert found["node"].startswith("Board 1 of ")


@needs_browser
@pytest.mark.long
def test_a_long_search_opens(tmp_path: Path) -> None:
    page = replay(PIGEONS)
    assert data_of(page)["summary"] == "No solution. The search is shown for the first 100,000 boards."
    found = answers(
        page, tmp_path, "go(99999); const one = at('sentence').textContent; go(123); return [one, number, view.length];"
    )
    assert (found[0].startswith("Board 99999 of 99999, guess "), found[1:]) == (True, [123, 100_000])


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "replay.html"
    assert run("replay", FOUR, "--layout", "classic:4", "-o", str(path)).exit_code == 0
    assert data_of(path.read_text(encoding="utf-8"))["steps"]
    lines = run("replay", FOUR, "--layout", "classic:4").stdout.splitlines()
    assert lines[0] == "One solution. Hardest rule: hidden single. The search needs no guess."
    assert lines[1].startswith("  1. hidden single: D3 is 3: row D needs a 3")
    assert "Several solutions. The search has 5 boards." in run("replay", SEVERAL, "--layout", "classic:4").stdout
    for wrong in ("replay.txt", "no/replay.html"):
        assert run("replay", FOUR, "--layout", "classic:4", "-o", str(tmp_path / wrong)).exit_code == 2


def test_the_terminal_shows_board_after_board(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = iter(["n", "\x1b[C", "b", "c", "p", "j", "q"])
    monkeypatch.setattr("unitdoku.command.replay.is_watched", lambda: True)
    monkeypatch.setattr("unitdoku.command.replay._is_pressed", lambda: False)
    monkeypatch.setattr("click.getchar", lambda: next(keys))
    monkeypatch.setattr("click.prompt", lambda *_, **__: 99)
    shown = run("replay", FOUR, "--layout", "classic:4").stdout
    numbers = [int(number) for number in re.findall(r"^(\d+) of 12  ", shown, re.M)]
    assert numbers == [0, 1, 2, 1, 1, *range(1, 13), 12]
