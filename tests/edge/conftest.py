"""Real listeners on real sockets: an event loop in a thread of its own, and mail kept in a list."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, NamedTuple

import pytest
import trustme

from judge.smtp.listener import Listener

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

    def __call__(self, mail_from: str, recipients: tuple[str, ...], raw: bytes) -> None:
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


class LoopThread:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.complaints: list[dict[str, Any]] = []
        self.loop.set_exception_handler(lambda _loop, context: self.complaints.append(context))
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._thread.start()

    def run(self, coroutine: Any) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(coroutine, self.loop)
        return future.result(30)

    def close(self) -> None:
        self.run(self.loop.shutdown_default_executor())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


@pytest.fixture
def loop_thread() -> Iterator[LoopThread]:
    thread = LoopThread()
    yield thread
    thread.close()
    assert thread.complaints == []


@pytest.fixture
def listening(loop_thread: LoopThread) -> Iterator[Callable[..., Port]]:
    """`listening(accept, **more)` starts a Listener for judge@example.org on a free port; stopped after the test."""
    ports: list[Port] = []

    def start(accept: Callable[[str, tuple[str, ...], bytes], None], **more: Any) -> Port:
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


class Certificates(NamedTuple):
    server: ssl.SSLContext  # for example.org and localhost
    client: ssl.SSLContext  # trusts the one who signed that


@pytest.fixture(scope="session")
def certificates() -> Certificates:
    authority = trustme.CA()
    server, client = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), ssl.create_default_context()
    authority.issue_cert("example.org", "localhost").configure_cert(server)
    authority.configure_trust(client)
    return Certificates(server, client)
