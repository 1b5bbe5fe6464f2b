"""The time of one mail: the work on it is stopped where it has used too much of the processor.

It is stopped between two steps of Python, in a loop without end too. Within one call of a regular expression nothing of
Python's runs: then the kernel ends the process, which its supervisor starts again. The attempt is counted all the same.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 10.0
"""Of the processor, for one attempt: many times what any mail takes, also on a slow machine."""

LOOK_SECONDS = 0.5
"""How soon at least the time is looked at again."""

STUCK_SECONDS = 10.0
"""Of the processor, within one call. Then SIGPROF comes, for which there is no handler."""


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
        while not over.wait(min(LOOK_SECONDS, max(limit - time.clock_gettime(clock), 0.01))):
            with raising:
                if over.is_set():
                    return
                signal.setitimer(signal.ITIMER_PROF, STUCK_SECONDS)
                if time.clock_gettime(clock) >= limit:
                    _raise_in(thread)
                    raised.set()
                    return  # what swallows it is ended by the signal

    signal.setitimer(signal.ITIMER_PROF, STUCK_SECONDS)
    threading.Thread(target=watch, name="time limit", daemon=True).start()
    try:
        yield
    finally:
        over.set()
        with raising:
            signal.setitimer(signal.ITIMER_PROF, 0)
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
