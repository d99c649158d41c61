from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a file of results may be made."""
    return tmp_path / "results.sqlite"
