"""A Dask cluster of two processes on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture
def cluster() -> Iterator[Any]:
    """The cluster, which ends with the test; the test is skipped without Dask."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'unitdoku[cluster]'")
    # A port of its own for the page of the scheduler: other tests may run a cluster at the same time.
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1", silence_logs=50
    ) as made:
        yield made
