"""What there is to know of a machine and of the software on it, to judge times that were measured there."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil


@cache
def machine() -> dict[str, str]:
    """Processor, cores, memory, system and Python of this machine, in words; nothing that names it or its owner."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count() or "unknown"),
        "memory": f"{psutil.virtual_memory().total / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


@cache
def commit() -> str | None:
    """The commit of the checkout that this package is run from, with a `+` where files were changed; None elsewhere."""
    folder = Path(__file__).resolve().parent
    head = _git(folder, "rev-parse", "HEAD")
    inside = _git(folder, "ls-files", "--error-unmatch", Path(__file__).name)
    if head is None or inside is None:
        return None
    return head + ("+" if _git(folder, "status", "--porcelain", "--untracked-files=no") else "")


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        ran = subprocess.run(  # noqa: S603 - our own arguments
            ["git", "-C", str(folder), *arguments],  # noqa: S607 - wherever it is
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout.strip() if ran.returncode == 0 else None


def _processor() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name.strip() in ("model name", "Model", "Hardware"):
                return value.strip()
    if sys.platform == "darwin":
        with suppress(OSError, subprocess.SubprocessError):
            asked = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
            return subprocess.run(asked, capture_output=True, text=True, timeout=5, check=True).stdout.strip()  # noqa: S603
    return platform.processor() or platform.machine()
