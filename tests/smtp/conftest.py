"""Real listeners on real sockets, and mail kept in a list."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from judge.smtp.listener import Listener
from tests.support.sockets import LoopThread, certificates, loop_thread

__all__ = ["certificates", "loop_thread"]  # fixtures

JUDGE = "judge@example.org"


class Kept(NamedTuple):
    mail_from: str
    recipients: tuple[str, ...]
    raw: bytes


class Keeper:
    """Keeps mails as the store does: one already kept is not kept again."""

    def __init__(self) -> None:
        self.mails: list[Kept] = []
        self.calls = 0
        self._lock = threading.Lock()

    def __call__(self, mail_from: str, recipients: tuple[str, ...], raw: bytes, _source: str) -> None:
        with self._lock:
            self.calls += 1
            mail = Kept(mail_from, recipients, raw)
            if mail not in self.mails:
                self.mails.append(mail)


class Port(NamedTuple):
    """A listener that runs."""

    host: str
    port: int
    listener: Listener
    stop: Callable[[], None]


@pytest.fixture
def listening(loop_thread: LoopThread) -> Iterator[Callable[..., Port]]:
    """`listening(accept, **more)` starts a Listener for judge@example.org on a free port; stopped after the test.

    `more` is what a Listener takes.
    """
    ports: list[Port] = []

    def start(accept: Callable[[str, tuple[str, ...], bytes, str], None], **more: Any) -> Port:
        listener = Listener(accept, address=more.pop("address", JUDGE), **more)
        host, number = loop_thread.run(listener.start())
        port = Port(host, number, listener, lambda: loop_thread.run(listener.stop()))
        ports.append(port)
        return port

    yield start
    for port in ports:
        port.stop()


@pytest.fixture
def keeper() -> Keeper:
    return Keeper()
