"""A Dask cluster as an executor of `concurrent.futures`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress

from .race import ExecutorError
from .run_batch import end_idle_racers


@contextmanager
def cluster(address: str, seconds: float = 5.0) -> Iterator[tuple[Executor, int]]:
    """Gives an executor for the scheduler at an address, and the number of its threads; it has to answer in `seconds`.

    Dask itself gives the batches of a lost worker to another one. Raises `ExecutorError` where there is no scheduler,
    where it has no workers, and where the package is missing.
    """
    try:
        from distributed import Client
        from distributed.comm.core import connect
    except ImportError as error:
        raise ExecutorError(f"a cluster needs dask ({error}): pip install 'unitdoku[cluster]'") from error

    async def knock() -> None:
        await (await asyncio.wait_for(connect(address, timeout=seconds), 1.2 * seconds)).close()

    try:
        # A client by itself waits without end for a server that is no scheduler.
        asyncio.run(knock())
    except (OSError, ValueError, asyncio.TimeoutError) as error:
        raise ExecutorError(f"no scheduler at {address!r}: {str(error) or type(error).__name__}") from error
    with Client(address, timeout=seconds, set_as_default=False) as client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ExecutorError(f"the scheduler at {address!r} has no workers")
        try:
            yield client.get_executor(pure=False), threads
        finally:
            with suppress(Exception):  # the cluster may be gone
                client.run(end_idle_racers, on_error="ignore")
