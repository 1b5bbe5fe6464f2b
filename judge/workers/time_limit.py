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
from dataclasses import dataclass

SECONDS = 10.0
"""Of the processor, for one attempt: many times what any mail takes, also on a slow machine."""

LOOK_SECONDS = 0.5
"""How soon at least the time is looked at again."""

STUCK_SECONDS = 10.0
"""Of the processor, within one call. Then SIGPROF comes, for which there is no handler."""


class OutOfTime(BaseException):
    """The mail has used its time. No `Exception`: whoever goes on behind a faulty line must not go on behind this."""


@dataclass(eq=False)
class _Attempt:
    """Work of one thread on one mail. `clock`: the id of that thread's own clock; `limit`: when by it the time is over;
    `is_over`: it was, and OutOfTime has been raised.
    """

    thread: int
    clock: int
    limit: float
    is_over: bool = False


_lock = threading.Lock()
_attempts: set[_Attempt] = set()
_begun = threading.Event()
_watcher = threading.Thread()


@contextmanager
def time_limit() -> Iterator[None]:
    """Raises OutOfTime in this thread, wherever it is, once it has used so much of the processor in here."""
    thread = threading.get_ident()
    clock = time.pthread_getcpuclockid(thread)
    attempt = _Attempt(thread, clock, time.clock_gettime(clock) + SECONDS)
    with _lock:
        _be_watched()
        _attempts.add(attempt)
        signal.setitimer(signal.ITIMER_PROF, STUCK_SECONDS)
    _begun.set()
    try:
        yield
    finally:
        with _lock:
            _attempts.discard(attempt)
            if not _attempts:
                signal.setitimer(signal.ITIMER_PROF, 0)
        if attempt.is_over:
            _drain(thread)


def _be_watched() -> None:
    """Start the thread that watches all attempts of this process, unless it runs: a fork has none."""
    global _watcher  # noqa: PLW0603 - to start one for each mail takes longer than to read a short one
    if not _watcher.is_alive():
        _attempts.clear()
        _watcher = threading.Thread(target=_watch, name="time limit", daemon=True)
        _watcher.start()


def _watch() -> None:
    """Raise OutOfTime in each thread whose time is over; sleep while there is none at work."""
    while _begun.wait():
        time.sleep(min(LOOK_SECONDS, SECONDS))
        with _lock:
            if not _attempts:
                _begun.clear()
                continue
            signal.setitimer(signal.ITIMER_PROF, STUCK_SECONDS)
            for attempt in [each for each in _attempts if time.clock_gettime(each.clock) >= each.limit]:
                _raise_in(attempt.thread)
                attempt.is_over = True
                _attempts.remove(attempt)  # what swallows it is ended by the signal


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
