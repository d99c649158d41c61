"""`unitdoku solve -o FILE --resume`: what an interruption leaves, and that the rest comes to the same."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import CliRunner, Result
from corpora import seventeen_clue

from unitdoku.command import kept_output
from unitdoku.command import solve as command
from unitdoku.command.kept_output import KeptOutput
from unitdoku.command.main import main
from unitdoku.encoders.solve import solve_stream
from unitdoku.io import write_line
from unitdoku.reference.native.loading import available_levels

needs_kernel = pytest.mark.skipif(not available_levels(), reason="the kernel was not compiled")
BACKENDS = ["reference", pytest.param("native", marks=needs_kernel)]
PICTURE = "\n12|34\n..|..\n--+--\n..|..\n...1\n\n"
FOUR = ["1" + "." * 15, "11" + "." * 14, "." * 16, "1x", "# nothing", PICTURE, *["." * 15 + "1"] * 3]
FOUR += ['{"puzzle": "...", "layout": "nonsense"}', '{"puzzle": "1...", "layout": "latin:2"}', *["..3." + "." * 12] * 4]
LINES = "\n".join(FOUR) + "\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(LINES)
    return tmp_path


def ran(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["solve", "puzzles.txt", "--layout", "classic:4", *arguments], input=text)


def stop(monkeypatch: pytest.MonkeyPatch, after: int, error: BaseException | None = None) -> None:
    """Ends the next command when it has written so many texts, as Ctrl-C does if there is no error."""
    honest = KeptOutput.write
    left = after

    def write(kept: KeptOutput, text: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            kept._file.write(b"half an ans")
            raise error or KeyboardInterrupt
        honest(kept, text)

    monkeypatch.setattr(KeptOutput, "write", write)


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("form", [(), ("--picture",), ("--limit", "300")])
def test_a_resumed_output_is_the_same(
    backend: str, form: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ran("-o", "whole.txt", "--backend", backend, *form)
    assert whole.exit_code == 2
    for after in range(1, 9):
        with monkeypatch.context() as patched:
            stop(patched, after)
            stopped = ran("-o", "out.txt", "--backend", backend, *form)
        if stopped.exit_code == 2:
            break  # all texts were written
        assert stopped.exit_code == 130
        if "--resume" not in stopped.stderr:
            assert not Path("out.txt.part").exists()
            continue
        assert "in out.txt.part; the same command with --resume answers the rest" in stopped.stderr
        assert not Path("out.txt").exists()
        assert Path("whole.txt").read_bytes().startswith(Path("out.txt.part").read_bytes())
        resumed = ran("-o", "out.txt", "--backend", backend, *form, "--resume")
        assert (resumed.exit_code, resumed.stderr) == (2, whole.stderr)
        assert Path("out.txt").read_bytes() == Path("whole.txt").read_bytes()
        assert left(folder) == ["out.txt", "puzzles.txt", "whole.txt"]
        Path("out.txt").unlink()
    assert after > 1


def test_lines_may_arrive_otherwise_in_the_resumed_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file and a pipe are read in other parts: whether a plain line comes in a block must not matter."""
    ran("-o", "whole.txt")
    with monkeypatch.context() as patched:
        stop(patched, 4)
        ran("-o", "out.txt")
    monkeypatch.setattr("unitdoku.reference.text.lines._BYTES_IN_PART", 20)
    arguments = ["solve", "-", "--layout", "classic:4", "-o", "out.txt", "--resume"]
    assert CliRunner().invoke(main, arguments, input=LINES).exit_code == 2
    assert Path("out.txt").read_bytes() == Path("whole.txt").read_bytes()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("1" + "." * 15, "2" + "." * 15, 1), "are not those that are answered"),
        (lambda text: "\n" + text, "are not those that are answered"),
        (lambda text: text[:20], "are not those that are answered"),
        (lambda text: text.replace("11..", "1x.."), "are not those that are answered"),
    ],
)
def test_changed_puzzles_are_refused(
    change: Callable[[str], str], said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        stop(patched, 4)
        ran("-o", "out.txt", "--backend", "reference")
    kept = Path("out.txt.part").read_bytes()
    assert kept
    Path("puzzles.txt").write_text(change(LINES))
    refused = ran("-o", "out.txt", "--backend", "reference", "--resume")
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert "give the same puzzles, or leave out --resume" in refused.stderr
    assert Path("out.txt.part").read_bytes() == kept
    # More puzzles behind the answered ones are no change.
    Path("puzzles.txt").write_text(LINES + "." * 16 + "\n")
    assert ran("-o", "out.txt", "--backend", "reference", "--resume").exit_code == 2
    assert f"# line {LINES.count(chr(10)) + 1}: SAT" in Path("out.txt").read_text()


def test_other_options_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        stop(patched, 4)
        ran("-o", "out.txt", "--backend", "reference")
    for option, said in (
        (("--limit", "5"), "limit 2, not 5"),
        (("--backend", "native"), "backend reference, not native"),
        (("--seconds", "5"), "seconds none, not 5.0"),
        (("--picture",), "picture False, not True"),
        (("--symbols", "abcd"), "symbols none, not abcd"),
    ):
        refused = ran("-o", "out.txt", "--backend", "reference", *option, "--resume")
        assert refused.exit_code == 2
        assert f"error: out.txt.part was written with {said}: give the same options" in refused.stderr


def test_what_cannot_be_resumed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--resume goes on with an output: give the --output" in ran("--resume").stderr
    for output, said in (
        ("out.txt", "there is no out.txt.part with a record of what is done: leave out --resume"),
        ("/dev/null", "/dev/null is no file that can be resumed"),
    ):
        refused = ran("-o", output, "--resume")
        assert refused.exit_code == 2
        assert said in refused.stderr
    with monkeypatch.context() as patched:
        stop(patched, 4)
        ran("-o", "out.txt", "--backend", "reference")
    record = Path("out.txt.part.json")
    whole = record.read_text()
    for damaged in ("", "{", "[]", '{"options": {}, "done": {"line": "x"}}', whole.replace('"line": ', '"line": -')):
        record.write_text(damaged)
        refused = ran("-o", "out.txt", "--backend", "reference", "--resume")
        assert refused.exit_code == 2
        assert "out.txt.part.json is damaged: leave out --resume" in refused.stderr
    record.write_text(whole)
    Path("out.txt.part").write_bytes(b"x")
    assert "is shorter than its record says" in ran("-o", "out.txt", "--backend", "reference", "--resume").stderr
    # Without --resume, what is left over is written anew.
    assert ran("-o", "out.txt").exit_code == 2
    assert left(folder) == ["out.txt", "puzzles.txt"]


def test_a_full_disk_keeps_what_is_finished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran("-o", "whole.txt", "--backend", "reference")
    with monkeypatch.context() as patched:
        stop(patched, 4, OSError(errno.ENOSPC, "No space left on device", "out.txt"))
        stopped = ran("-o", "out.txt", "--backend", "reference")
    assert stopped.exit_code == 2
    assert "error: out.txt: No space left on device; make room" in stopped.stderr
    assert "the same command with --resume answers the rest" in stopped.stderr
    ran("-o", "out.txt", "--backend", "reference", "--resume")
    assert Path("out.txt").read_bytes() == Path("whole.txt").read_bytes()


def test_what_an_interrupted_search_had_found_is_not_finished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> Iterator[Any]:
        answers: Iterator[Any] = solve_stream(*arguments)
        for answer in answers:
            if answer.line == 3:
                found = replace(answer.result, solutions=answer.result.solutions[:1], exhausted=False)
                yield answer._replace(result=found)
                raise KeyboardInterrupt
            yield answer

    with monkeypatch.context() as patched:
        patched.setattr(command, "solve_stream", interrupted)
        assert ran("-o", "out.txt", "--backend", "reference").exit_code == 130
    assert json.loads(Path("out.txt.part.json").read_text())["done"]["line"] == 2
    assert "line 3" not in Path("out.txt.part").read_text()


@pytest.mark.parametrize("step", range(40))
def test_ctrl_c_while_an_answer_is_marked_as_finished(step: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every step of that, before the first record too: the answers before it are kept."""
    honest = KeptOutput.finished
    answered = 0
    left = step

    def interrupted(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != kept_output.__file__:
            return None
        left -= event == "line"
        if left < 0:
            raise KeyboardInterrupt
        return interrupted

    def finished(kept: KeptOutput, *arguments: Any) -> None:
        nonlocal answered
        answered += 1
        if answered < 3:
            honest(kept, *arguments)
            return
        sys.settrace(interrupted)
        try:
            honest(kept, *arguments)
        finally:
            sys.settrace(None)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(KeptOutput, "finished", finished)
        assert ran("-o", "out.txt", "--backend", "reference").exit_code == 130
    assert json.loads(Path("out.txt.part.json").read_text())["done"]["puzzles"] in (2, 3)
    assert ran("-o", "out.txt", "--backend", "reference", "--resume").exit_code == 2  # some lines are no puzzles
    assert ran("-o", "whole.txt", "--backend", "reference").exit_code == 2  # some lines are no puzzles
    assert Path("out.txt").read_bytes() == Path("whole.txt").read_bytes()


def test_exit_statuses_count_what_was_answered_before(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("puzzles.txt").write_text(("." * 16 + "\n") * 4)
    with monkeypatch.context() as patched:
        stop(patched, 3)
        assert ran("-o", "out.txt", "--backend", "reference", "--seconds", "0").exit_code == 130
    record = json.loads(Path("out.txt.part.json").read_text())
    assert record["done"]["unknown"] == record["done"]["puzzles"] == 3
    record["options"]["seconds"] = None
    Path("out.txt.part.json").write_text(json.dumps(record))
    assert ran("-o", "out.txt", "--backend", "reference", "--resume").exit_code == 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_command_that_is_ended_again_and_again_comes_to_the_same(number: signal.Signals, folder: Path) -> None:
    lines = [write_line(puzzle) for puzzle in seventeen_clue(1500)]
    Path("puzzles.txt").write_text("\n".join(lines))
    typed = [sys.executable, "-m", "unitdoku", "solve", "puzzles.txt", "-o", "out.txt", "--backend", "reference"]
    rng = random.Random(number)
    resume: list[str] = []
    for _ in range(3):
        with subprocess.Popen([*typed, *resume], stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and not os.path.exists("out.txt.part.json"):
                time.sleep(0.01)
            time.sleep(rng.uniform(0, 0.4))
            process.send_signal(number)
        resume = ["--resume"] if os.path.exists("out.txt.part.json") else []
    subprocess.run([*typed, *resume], check=True)
    subprocess.run([word.replace("out.txt", "whole.txt") for word in typed], check=True)
    assert Path("out.txt").read_bytes() == Path("whole.txt").read_bytes()
    assert left(folder) == ["out.txt", "puzzles.txt", "whole.txt"]


@pytest.mark.parametrize("name", ["solve", "certify"])
def test_puzzles_are_not_replaced_by_their_answers(name: str, folder: Path) -> None:
    Path("link.txt").symlink_to("puzzles.txt")
    for output in ("puzzles.txt", "./puzzles.txt", "link.txt"):
        refused = CliRunner().invoke(main, [name, "puzzles.txt", "--layout", "classic:4", "-o", output])
        assert refused.exit_code == 2
        assert f"{output} is the file of the puzzles: choose another output" in refused.stderr
    assert Path("puzzles.txt").read_text() == LINES
