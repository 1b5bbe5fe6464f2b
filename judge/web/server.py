"""The public pages over HTTP, with /healthz and /metrics, for a web server in front that adds TLS."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Container, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import ClassVar

import uvicorn
from sqlalchemy.exc import DBAPIError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from judge.app import Judge, Work
from judge.mail.tokens import Purpose, read_token
from judge.play import membership
from judge.play.standing_tables import NEWS
from judge.rules.problems import Refused
from judge.store.tables import Game, OutboundRow, Player
from judge.web.files import POLICY
from judge.web.index_pages import SEARCH
from judge.web.metrics import healthy, metrics
from judge.web.pages import Site

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


HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "public, max-age=60",
}
_SOON = HEADERS | {"Cache-Control": "no-store", "Retry-After": "30"}
LIMIT = 64
"""Requests for pages at the same time; more are told 503."""
LIMIT_PER_READER = 16
"""The same, of one reader; more are told 429. A browser asks for six at a time."""
THREADS = 8


def application(judge: Judge) -> Starlette:
    """The ASGI application. Everything that it reads it reads in a reading session, off the loop."""
    site = Site(judge, judge.settings.web_base, searchable=True)

    def page(path: str, known: str, asked: Mapping[str, str]) -> Response:
        with judge.db.reading() as session:
            file = site.get(session, path, asked)
            folder = path + "/" if file is None and site.get(session, path + "/index.html") is not None else ""
        if folder:
            # Relative: the server in front may have these pages below a path of its own.
            return Response(None, 308, HEADERS | {"Location": folder.split("/")[-2] + "/"})
        if file is None:
            missing = site.missing()
            return Response(missing.content, 404, HEADERS, missing.media_type)
        # Made of what the page says and of nothing else: it tells nobody that somebody has written (fault P4).
        tag = f'"{hashlib.sha256(file.content).hexdigest()[:32]}"'
        if tag in known:
            return Response(None, 304, HEADERS | {"ETag": tag})
        return Response(file.content, 200, HEADERS | {"ETag": tag}, file.media_type)

    desk = _Desk(judge.settings.upstreams)

    async def leave(request: Request) -> Response:
        number = read_token(judge.secret.key, request.path_params["token"], Purpose.LEAVE)
        reader = request.client.host if request.client else ""
        return await desk.serve(reader, lambda: judge.write(lambda work: _leave(work, number)))

    async def pages(request: Request) -> Response:
        path, known = request.path_params["path"], request.headers.get("if-none-match", "")
        path = path + "index.html" if path == "" or path.endswith("/") else path
        asked = dict(request.query_params) if path == SEARCH else {}
        return await desk.serve(request.client.host if request.client else "", lambda: page(path, known, asked))

    looked = _Lookout(lambda: Response(*healthy(judge), HEADERS | {"Cache-Control": "no-store"}, "text/plain"))
    measured = _Lookout(lambda: Response(metrics(judge), 200, {"Cache-Control": "no-store"}, "text/plain"))

    async def health(_: Request) -> Response:
        return await looked.look()

    async def numbers(_: Request) -> Response:
        return await measured.look()

    return Starlette(
        routes=[
            Route("/healthz", health),
            Route("/metrics", numbers),
            Route("/leave/{token}", leave, methods=["POST"]),
            Route("/{path:path}", pages),
        ],
    )


def _leave(work: Work, number: int | None) -> Response:
    """The reader of letter `number` observes its game no longer, or gets no more news: the one request that changes
    anything.
    """
    row = work.session.get(OutboundRow, number) if number is not None else None
    if row is not None and row.purpose == NEWS and row.player_id is not None:
        work.session.get_one(Player, row.player_id).news_at = None
        return Response("You get no weekly news any more.\n", 200, _SOON, "text/plain")
    if row is None or row.game_id is None or row.player_id is None:
        return Response("There is nothing to leave here.\n", 404, _SOON, "text/plain")
    game = work.session.get_one(Game, row.game_id, with_for_update=True)
    with suppress(Refused):  # who has left already is told the same
        membership.stop_observing(work.session, game, work.session.get_one(Player, row.player_id))
    return Response(f"You no longer observe {game.name}.\n", 200, _SOON, "text/plain")


class _Desk:
    """Pages are made in a few threads; whoever finds too many waiting, or waits for too many, is told so at once.
    `own`: the host's addresses; a server in front has the requests of all whom it does not tell of.
    """

    def __init__(self, own: Container[str]) -> None:
        self._own = own
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="pages")
        self._waiting: Counter[str] = Counter()

    async def serve(self, reader: str, work: Callable[[], Response]) -> Response:
        if reader not in self._own and self._waiting[reader] >= LIMIT_PER_READER:
            return Response("That is too much at once. Try again soon.\n", 429, _SOON, "text/plain")
        if self._waiting.total() >= LIMIT:
            return Response("Too many are reading. Try again soon.\n", 503, _SOON, "text/plain")
        self._waiting[reader] += 1
        try:
            return await _guarded(self._threads, work)
        finally:
            self._waiting[reader] -= 1
            if not self._waiting[reader]:
                del self._waiting[reader]


class _Lookout:
    """What the host's own programs ask, in a thread of its own; whoever asks while it is found out is told the same."""

    def __init__(self, work: Callable[[], Response]) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._work = work
        self._looking: asyncio.Task[Response] | None = None

    async def look(self) -> Response:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(_guarded(self._threads, self._work))
        return await asyncio.shield(self._looking)


async def _guarded(threads: ThreadPoolExecutor, work: Callable[[], Response]) -> Response:
    """Whatever goes wrong inside is nobody's business outside."""
    try:
        return await asyncio.get_running_loop().run_in_executor(threads, work)
    except DBAPIError:
        return Response("The database does not answer. Try again later.\n", 503, HEADERS, "text/plain")


class Pages:
    """A server of the pages. `start` gives its address and port; `stop` lets the requests under way end."""

    def __init__(self, judge: Judge, listen: str) -> None:
        self.host, _, port = listen.rpartition(":")
        # It notes each request that is none, in a line of the log.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        config = uvicorn.Config(
            application(judge),
            host=self.host.strip("[]"),
            port=int(port),
            log_config=None,
            access_log=False,
            server_header=False,
            # This parser bounds the header; another one that happens to be installed may not.
            http=through(Doors(judge.settings.upstreams)),
            ws="none",
            proxy_headers=True,
            forwarded_allow_ips=[*map(str, judge.settings.upstreams.networks)],
            timeout_keep_alive=10,
            timeout_graceful_shutdown=10,
            lifespan="off",
        )
        self._server = _Server(config)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> tuple[str, int]:
        self._task = asyncio.create_task(self._server.serve())
        while not self._server.started:
            if self._task.done():
                raise OSError(f"nothing can listen for the public pages at {self.host}")
            await asyncio.sleep(0.02)
        address = self._server.servers[0].sockets[0].getsockname()
        return str(address[0]), int(address[1])

    async def stop(self) -> None:
        self._server.should_exit = True
        if self._task is not None:
            await self._task


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """The daemon has its own handlers."""
        yield
