"""Who does the work: this process, processes of this machine, or a Dask cluster; one interface for all three."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent import futures
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final, TypeVar

from minogashi import __version__
from minogashi.corpus.extras import extra
from minogashi.errors import MinogashiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Tag = TypeVar("Tag")
AGAIN: Final = "what is there is kept: the same command goes on from it"
"""Behind every message of a run that ends early."""


class Here(Executor):
    """Does everything at once, in this process.

    >>> Here().submit(max, 1, 2).result()
    2
    """

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        """Do it now."""
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  as every executor does
            done.set_exception(error)
        return done


def spread(
    submit: Callable[..., Future[Any]], width: int, tasks: Iterable[tuple[Tag, Callable[..., Any], tuple[Any, ...]]]
) -> Iterator[tuple[Tag, Any]]:
    """Do tasks (a tag, a function, its arguments), and give tags and results as they come.

    At most two more are under way than are worked on, so that memory stays as it is however many there are.

    >>> list(spread(Here().submit, 1, [("a", abs, (-1,)), ("b", abs, (2,))]))
    [('a', 1), ('b', 2)]
    """
    pending: dict[Future[Any], Tag] = {}
    for tag, work, arguments in tasks:
        while len(pending) >= width + 2:
            yield from _done(pending)
        pending[submit(work, *arguments)] = tag
    while pending:
        yield from _done(pending)


def _done(pending: dict[Future[Any], Tag]) -> Iterator[tuple[Tag, Any]]:
    finished = futures.wait(pending, return_when=futures.FIRST_COMPLETED).done
    for task in [task for task in pending if task in finished]:
        yield pending.pop(task), task.result()


@contextmanager
def executor(jobs: int = 1, scheduler: str = "") -> Iterator[tuple[Executor, int]]:
    """An executor and how many tasks it does at a time; what waits is given up when the block is left by an error.

    `scheduler` is the address of a Dask scheduler, whose workers have minogashi installed too.
    """
    if scheduler:
        with _cluster(scheduler) as found:
            yield found
        return
    if jobs == 1:
        yield Here(), 1
        return
    start = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(start), initializer=_settle)
    try:
        yield pool, jobs
    except BaseException:
        # nothing that they do is of use any more, and they write nothing
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _settle() -> None:
    """Leave Ctrl-C to the parent, and never outlive it, even where it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


@contextmanager
def _cluster(scheduler: str) -> Iterator[tuple[Executor, int]]:
    distributed, dask = extra("distributed", "cluster"), extra("dask", "cluster")
    # a shard's records travel with its task
    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"}):
        try:
            client = distributed.Client(scheduler, timeout="10s")
        except (OSError, ValueError, TimeoutError) as error:
            raise MinogashiError(f"no Dask scheduler answers at {scheduler}: {error}") from None
        with client:
            width = sum(client.nthreads().values())
            if not width:
                raise MinogashiError(f"the Dask scheduler at {scheduler} has no workers")
            try:
                _same_everywhere(client.run(version))
                yield client.get_executor(pure=False), width
            except (distributed.scheduler.KilledWorker, futures.CancelledError) as error:
                raise MinogashiError(f"the Dask cluster lost a task: {error}") from None
            except RuntimeError as error:
                raise MinogashiError(f"the Dask cluster cannot do the work: {str(error).splitlines()[0]}") from error
            except ModuleNotFoundError as error:
                raise MinogashiError(f"minogashi[corpus] has to be installed at every worker: {error}") from None


def version() -> str:
    """Which minogashi this process has.

    >>> version() == __version__
    True
    """
    return __version__


def _same_everywhere(versions: dict[str, str]) -> None:
    """Another version may find other things, and a corpus is of one."""
    other = next(((worker, found) for worker, found in versions.items() if found != __version__), None)
    if other is not None:
        raise MinogashiError(f"the worker {other[0]} has minogashi {other[1]}, here it is {__version__}: install one")
