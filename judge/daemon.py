"""The daemon: the only place that wires the parts together."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from judge.app import Judge, open_judge
from judge.clock import SystemClock
from judge.hosting.dns import check_of, resolver_at
from judge.mailbox.intake import Intake
from judge.outbox.transport import transport_for
from judge.settings import Settings
from judge.smtp.listener import listeners_of
from judge.store.engine import WrongSchema
from judge.store.nodes import Node
from judge.web.page_cache import Finisher, are_wanted
from judge.web.server import Pages
from judge.workers.clerk import Clerk
from judge.workers.courier import Courier

log = structlog.get_logger()

FINISH_SECONDS = 60.0
"""So often the daemon looks for finished games whose pages are not made yet."""


class Daemon:
    """A listener, a clerk and a courier for one database. Any number of daemons may share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.judge: Judge = open_judge(settings, SystemClock())
        self._node = Node(self.judge.db, "serve")
        self._transport = transport_for(settings)

    async def run(self, ready: Callable[[str, int], None], stop: asyncio.Event) -> None:
        """Serves until `stop` is set; `ready` is told the listener's address and port."""
        intake = Intake(self.judge, check_of(self.settings, resolver_at))
        listeners = listeners_of(self.settings, intake.accept, self.judge.clock.now)
        clerk = Clerk(self.judge, self._node, stop.is_set)
        courier = Courier(self.judge, self._transport, stop.is_set, self._node)
        pages = Pages(self.judge, self.settings.web_listen) if self.settings.web_listen else None
        try:
            places = [await listener.start() for listener in listeners]
            if pages is not None:
                log.info("pages", address="{}:{}".format(*await pages.start()))
            ready(*places[0])
            await asyncio.gather(
                self._repeat("clerk", clerk.work_off, stop),
                self._repeat("courier", courier.deliver, stop),
                *self._finishers(stop),
            )
        finally:
            for listener in listeners:
                await listener.stop()
            if pages is not None:
                await pages.stop()
            await asyncio.to_thread(self._node.leave)
            self.judge.db.close()

    def _finishers(self, stop: asyncio.Event) -> list[Coroutine[Any, Any, None]]:
        """Who makes the pages of finished games, where an export will want them."""
        if not are_wanted(self.settings):
            return []
        finisher = Finisher(self.judge, stop.is_set)
        return [self._repeat("pages", finisher.finish, stop, pause=FINISH_SECONDS)]

    async def _repeat(
        self, name: str, work: Callable[[], int], stop: asyncio.Event, *, pause: float | None = None
    ) -> None:
        """Runs `work` off the loop, again and again; a failure is logged and never the end of the daemon. Where the
        tables have become those of another version, that is said once: it accepts mail until it is replaced.
        """
        pause = self.settings.poll_seconds if pause is None else pause
        replaced = False
        while not stop.is_set():
            try:
                done = await asyncio.to_thread(work)
                replaced = False
                if done:
                    log.info("worked", part=name, done=done)
            except WrongSchema as error:
                if not replaced:
                    log.warning("waits for its replacement", part=name, why=str(error))
                replaced = True
            except Exception:
                log.exception("trouble", part=name)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pause)


def serve(settings: Settings, ready: Callable[[str, int], None]) -> None:
    """Runs a daemon in the foreground until SIGTERM or SIGINT."""

    async def main() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for signal_number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signal_number, stop.set)
        await Daemon(settings).run(ready, stop)

    asyncio.run(main())
