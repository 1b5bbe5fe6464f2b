"""The public pages over HTTP, with /healthz and /metrics, for a web server in front that adds TLS."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Generator
from contextlib import contextmanager

import uvicorn
from sqlalchemy.exc import DBAPIError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge.app import Judge
from judge.web.metrics import healthy, metrics
from judge.web.pages import POLICY, Site

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "public, max-age=60",
}
LIMIT = 64  # requests at the same time; more are told 503


def application(judge: Judge) -> Starlette:
    """The ASGI application. Everything that it reads it reads in a reading session, off the loop."""
    site = Site(judge, judge.settings.web_base)

    def page(path: str, known: str) -> Response:
        with judge.db.reading() as session:
            file = site.get(session, path)
            folder = path + "/" if file is None and site.get(session, path + "/index.html") is not None else ""
        if folder:
            # Relative: the server in front may have these pages below a path of its own.
            return Response(None, 308, HEADERS | {"Location": folder.split("/")[-2] + "/"})
        if file is None:
            return Response("There is no such page.\n", 404, HEADERS, "text/plain")
        # Made of what the page says and of nothing else: it tells nobody that somebody has written (fault P4).
        tag = f'"{hashlib.sha256(file.content).hexdigest()[:32]}"'
        if tag in known:
            return Response(None, 304, HEADERS | {"ETag": tag})
        return Response(file.content, 200, HEADERS | {"ETag": tag}, file.media_type)

    async def pages(request: Request) -> Response:
        path, known = request.path_params["path"], request.headers.get("if-none-match", "")
        return await _guarded(lambda: page(path + "index.html" if path == "" or path.endswith("/") else path, known))

    async def health(_: Request) -> Response:
        return await _guarded(lambda: Response(*healthy(judge), HEADERS | {"Cache-Control": "no-store"}, "text/plain"))

    async def measured(_: Request) -> Response:
        return await _guarded(lambda: Response(metrics(judge), 200, {"Cache-Control": "no-store"}, "text/plain"))

    return Starlette(
        routes=[Route("/healthz", health), Route("/metrics", measured), Route("/{path:path}", pages)],
    )


async def _guarded(work: Callable[[], Response]) -> Response:
    """Whatever goes wrong inside is nobody's business outside."""
    try:
        return await asyncio.to_thread(work)
    except DBAPIError:
        return Response("The database does not answer. Try again later.\n", 503, HEADERS, "text/plain")


class Pages:
    """A server of the pages. `start` gives its address and port; `stop` lets the requests under way end."""

    def __init__(self, judge: Judge, listen: str) -> None:
        self.host, _, port = listen.rpartition(":")
        config = uvicorn.Config(
            application(judge),
            host=self.host.strip("[]"),
            port=int(port),
            log_config=None,
            access_log=False,
            server_header=False,
            limit_concurrency=LIMIT,
            timeout_keep_alive=10,
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
