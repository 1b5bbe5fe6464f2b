"""For tests on real sockets: an event loop in a thread of its own, and certificates that are trusted there."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, NamedTuple

import pytest
import trustme


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
