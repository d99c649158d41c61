"""Files that appear when they are complete: what stays after errors, full disks and killed programs."""

from __future__ import annotations

import errno
import os
import resource
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import run
from raced import plan, run_of

from unitdoku.compare.races import summary as exported_rows
from unitdoku.puzzles.text.part_file import complete_file, open_part, write_complete

WRITER = """
import sys, time
from unitdoku.puzzles.text.part_file import complete_file
with complete_file(sys.argv[1]) as file:
    file.write(b"killed")
    file.flush()
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def small_disk() -> Iterator[None]:
    """Files may have 8 KiB: a stand-in for a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with complete_file(path) as file:
        file.write(b"new")
        assert os.listdir(tmp_path) == ["file.part"]
    assert path.read_bytes() == b"new"
    path.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to("file")
    write_complete(link, "ä\udcff\n")
    assert link.is_symlink()
    assert path.read_bytes() == "ä\\udcff\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("left_over", [False, True])
@pytest.mark.parametrize(("before", "meanwhile"), [(0o600, 0o600), (0o640, 0o640), (0o400, 0o600), (None, 0o644)])
def test_who_may_read_a_file_while_it_is_written(
    before: int | None, meanwhile: int, left_over: bool, tmp_path: Path
) -> None:
    path, part = tmp_path / "file", tmp_path / "file.part"
    if left_over:
        part.touch(0o644)
    if before is not None:
        path.touch()
        path.chmod(before)
    umask = os.umask(0o022)
    try:
        with complete_file(path) as file:
            file.write(b"new")
            assert mode(part) == meanwhile
    finally:
        os.umask(umask)
    assert (mode(path), path.read_bytes()) == (before or 0o644, b"new")


def interrupted(path: Path) -> None:
    with complete_file(path) as file:
        file.write(b"new")
        raise KeyboardInterrupt


@pytest.mark.usefixtures("small_disk")
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for before in ([], ["file"]):
        if before:
            path.write_text("old")
        with pytest.raises(OSError, match=str(path)) as raised:
            write_complete(path, b"x" * 10_000)
        assert raised.value.errno == errno.EFBIG
        with pytest.raises(KeyboardInterrupt):
            interrupted(path)
        assert os.listdir(tmp_path) == before
    assert path.read_text() == "old"
    with pytest.raises(FileNotFoundError, match="nowhere/file'"), complete_file(tmp_path / "nowhere/file"):
        pass


def test_what_a_killed_program_left_is_taken_and_what_another_writes_is_not(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        with pytest.raises(OSError, match="another program is writing this file"):
            write_complete(path, "mine")
        assert (tmp_path / "file.part").read_bytes() == b"killed"
        process.kill()
    assert os.listdir(tmp_path) == ["file.part"]
    write_complete(path, "mine")
    assert (os.listdir(tmp_path), path.read_text()) == (["file"], "mine")


def test_a_part_file_that_was_moved_meanwhile_is_not_taken(tmp_path: Path) -> None:
    """A program that waits for a lock must not end up with the file that another one has just finished."""
    program = "import sys; from unitdoku.puzzles.text.part_file import write_complete\n"
    program += "from contextlib import suppress\n"
    program += "for _ in range(80):\n with suppress(OSError): write_complete(sys.argv[1], sys.argv[2] * 1000)"
    path = tmp_path / "file"
    processes = [subprocess.Popen([sys.executable, "-c", program, str(path), letter]) for letter in "abc"]
    while any(process.poll() is None for process in processes):
        time.sleep(0.001)
        assert not path.exists() or path.read_text() in ("a" * 1000, "b" * 1000, "c" * 1000)
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert os.listdir(tmp_path) == ["file"]


def test_a_link_in_the_place_of_the_part_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("other")
    (tmp_path / "file.part").symlink_to("other")
    with pytest.raises(OSError, match="file"):
        open_part(tmp_path / "file")
    assert (tmp_path / "other").read_text() == "other"


def test_an_export_to_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "results.sqlite"
    run_of(database, plan("reference"))

    def full(*_: object, **__: object) -> Iterator[object]:
        yield from ()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(exported_rows, "rows", full)
    folder = tmp_path / "exports"
    folder.mkdir()
    output = folder / "run.csv"
    output.write_text("old")
    result = run("results", "export", "--db", database, "-o", output)
    assert (result.exit_code, f"error: {output}: No space left on device" in result.stderr) == (2, True)
    assert (list(folder.iterdir()), output.read_text()) == ([output], "old")
