"""The time of one mail: the work on it is stopped where it has used too much of the processor.

It is stopped between two steps of Python, in a loop without end too. One call of a regular expression is not; but no
line is long enough for that (judge/mailbox/bounds.py), and a node that it freezes has its attempt counted.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 10.0
"""Of the processor, for one attempt: many times what any mail takes, also on a slow machine."""

LOOK_SECONDS = 0.5
"""How soon at least the time is looked at again."""

_ROLLBACK_SECONDS = 2.0


class OutOfTime(BaseException):
    """The mail has used its time. No `Exception`: whoever goes on behind a faulty line must not go on behind this."""


@contextmanager
def time_limit() -> Iterator[None]:
    """Raises OutOfTime in this thread, wherever it is, once it has used so much of the processor in here."""
    thread = threading.get_ident()
    clock = time.pthread_getcpuclockid(thread)
    limit = time.clock_gettime(clock) + SECONDS
    over, raised, raising = threading.Event(), threading.Event(), threading.Lock()

    def watch() -> None:
        end = limit
        while not over.wait(min(LOOK_SECONDS, max(end - time.clock_gettime(clock), 0.01))):
            with raising:
                if over.is_set() or time.clock_gettime(clock) < end:
                    continue
                _raise_in(thread)
                raised.set()
            end += _ROLLBACK_SECONDS  # what swallows it is stopped again

    watcher = threading.Thread(target=watch, name="time limit", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        with raising:
            if raised.is_set():
                _drain(thread)


def _drain(thread: int) -> None:
    """Take what has been raised and has not arrived. It is one at most, so raising it anew and catching it does."""
    try:
        _raise_in(thread)
        while True:
            time.sleep(0)
    except OutOfTime:
        pass


def _raise_in(thread: int) -> None:
    # Never to be called with NULL, which takes an error back: in CPython 3.11 that leaves the interpreter signalled for
    # good, and then the first call under a profiler or a debugger never returns.
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OutOfTime))
