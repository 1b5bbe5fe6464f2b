"""The connections of the pages' server: how many there are, and how long each may take.

uvicorn knows how long a connection may be idle between two requests, and no more. A connection that never sends a
request, sends one octet after another, or does not read what it asked for, would stay for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Container
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS = 256
"""At the same time, of all addresses that are not the host's own; those have as many of their own."""
CONNECTIONS_PER_ADDRESS = 20
HEADER_SECONDS = 10.0
"""From the beginning of a connection, or from its last answer, to the end of the next request's header."""
ANSWER_SECONDS = 60.0
"""From there until the answer is on its way."""
READ_SECONDS, READ_OCTETS = 10.0, 20_000
"""Whoever reads less than so much in that time reads no more."""

_FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\nretry-after: 30\r\n\r\n"


class Doors:
    """Counts the connections. `trusted`: the host's own addresses, such as a proxy's."""

    def __init__(self, trusted: Container[str]) -> None:
        self._trusted = trusted
        self._inside: Counter[str] = Counter()

    def enter(self, source: str) -> bool:
        """Counts one in, if it may."""
        own = source in self._trusted
        there = sum(count for each, count in self._inside.items() if (each in self._trusted) == own)
        if there >= CONNECTIONS or (not own and self._inside[source] >= CONNECTIONS_PER_ADDRESS):
            return False
        self._inside[source] += 1
        return True

    def leave(self, source: str) -> None:
        self._inside[source] -= 1
        if not self._inside[source]:
            del self._inside[source]


class _Bounded(H11Protocol):
    """uvicorn's protocol for a connection that comes in by the doors, and is left where it is too slow."""

    doors: ClassVar[Doors]
    _source: str | None = None  # None: it was not let in
    _watch: asyncio.TimerHandle | None = None
    _unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        source = self.client[0] if self.client else ""
        if not self.doors.enter(source):
            transport.write(_FULL)
            transport.close()
            self.loop.call_later(1.0, transport.abort)
            return
        self._source = source
        self._within(HEADER_SECONDS, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._watch is not None:
            self._watch.cancel()
        if self._source is not None:
            self.doors.leave(self._source)
            self._source = None

    def data_received(self, data: bytes) -> None:
        if self._source is None:
            return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._within(ANSWER_SECONDS, self._too_slow)

    def on_response_complete(self) -> None:
        before = self.cycle
        super().on_response_complete()
        if self.cycle is before:
            self._unread = self.transport.get_write_buffer_size()
            self._within(READ_SECONDS if self._unread else HEADER_SECONDS, self._is_read)
        else:  # the next request had been sent already
            self._within(ANSWER_SECONDS, self._too_slow)

    def _within(self, seconds: float, late: Callable[[], None]) -> None:
        if self._watch is not None:
            self._watch.cancel()
        self._watch = self.loop.call_later(seconds, late)

    def _is_read(self) -> None:
        left = self.transport.get_write_buffer_size()
        if not self._unread or left > self._unread - READ_OCTETS:
            self._too_slow()
            return
        self._unread = left
        self._within(READ_SECONDS if left else HEADER_SECONDS, self._is_read)

    def _too_slow(self) -> None:
        # close() would wait until everything is read.
        self.transport.abort()


def through(doors: Doors) -> type[H11Protocol]:
    """uvicorn's protocol for connections that come in by these doors: a class, since it makes its objects itself."""
    return type("Bounded", (_Bounded,), {"doors": doors})
