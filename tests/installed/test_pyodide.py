"""The package under Pyodide: CPython 3.14 in WebAssembly, without threads, processes, psutil or the native kernel."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from environments import run
from places import TESTS

NODE, NPM = shutil.which("node"), shutil.which("npm")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(NODE is None or NPM is None, reason="Pyodide needs node and npm"),
]

PYODIDE = "314.0.7"
DOWNLOAD = (
    *("-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--dest=wheels"),
    *("--implementation=cp", "--python-version=3.14", "--abi=cp314", "--abi=none"),
    "--platform=pyemscripten_2026_0_wasm32",
)
PACKAGES = ("click>=8.1", "cloudpickle>=3", "python-sat>=1.9.dev17", "six", "hypothesis>=6.100", "sortedcontainers")
"""Dependencies that have a wheel for Pyodide or a pure one, with their own dependencies. psutil has none."""

RUN = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [calls, ...wheels] = process.argv.slice(2);
try {
  const pyodide = await loadPyodide();
  pyodide.runPython("import warnings; warnings.simplefilter('error')");  // Pyodide itself warns while it loads
  const extractDir = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of wheels) {
    pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir });
  }
  pyodide.runPython(readFileSync(calls, "utf8"));
} catch (error) {
  console.error(error.message);  // node itself would print the line of a megabyte that raised it
  process.exitCode = 1;
}
"""


def test_calls_under_pyodide(wheel: Path, tmp_path: Path) -> None:
    assert NODE is not None
    assert NPM is not None
    run(NPM, "install", "--prefix", tmp_path, "--ignore-scripts", f"pyodide@{PYODIDE}", cwd=tmp_path)
    run(sys.executable, *DOWNLOAD, *PACKAGES, cwd=tmp_path)
    script = tmp_path / "run.mjs"
    script.write_text(RUN, encoding="utf-8")
    calls = TESTS / "installed/calls_in_pyodide.py"
    printed = run(NODE, script, calls, *sorted(tmp_path.glob("wheels/*.whl")), wheel, cwd=tmp_path)
    python, *lines = printed.splitlines()
    assert python.startswith("emscripten 3.14.")
    assert len(lines) >= 20
    assert [line for line in lines if not line.endswith(": ok")] == []
