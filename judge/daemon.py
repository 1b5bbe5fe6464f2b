"""The daemon: the only place that wires the parts together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from judge.app import Judge, open_judge
from judge.clock import SystemClock
from judge.hosting.dns import check_of, resolver_at
from judge.logs import log
from judge.mailbox.intake import UNREAD, Intake
from judge.rules.registry import systems
from judge.settings import Settings
from judge.smtp.listener import listeners_of
from judge.store.engine import WrongSchema
from judge.store.nodes import Node
from judge.web.page_cache import Finisher, are_wanted
from judge.web.server import Pages
from judge.workers.clerk import Clerk
from judge.workers.courier import couriers

if TYPE_CHECKING:
    from judge.workers.fetcher import Fetcher

FINISH_SECONDS = 60.0
"""So often the daemon looks for finished games whose pages are not made yet."""

STUCK_SECONDS = 600.0
"""A part of the daemon that shows no sign of life for so long hangs, and the watchdog ends it."""


def notify(state: str) -> None:
    """Tell systemd (sd_notify(3)), if it has started this process and listens."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where.startswith(("/", "@")):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.sendto(state.encode(), "\0" + where[1:] if where.startswith("@") else where)


def watchdog_seconds() -> float | None:
    """How often systemd wants to hear that this process lives; None if it does not."""
    wanted, of = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    return int(wanted) / 1e6 if wanted.isdigit() and int(wanted) and of in ("", str(os.getpid())) else None


class Signs:
    """Signs of life of the daemon's parts, in seconds of a clock that only goes forward."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._latest: dict[str, float] = {}

    def note(self, part: str) -> None:
        self._latest[part] = self._now()

    def are_recent(self) -> bool:
        """Has no part fallen silent for STUCK_SECONDS?"""
        return all(self._now() - at < STUCK_SECONDS for at in self._latest.values())


class Daemon:
    """A listener, a fetcher, a clerk and a courier for one database. Any number of daemons may share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.judge: Judge = open_judge(settings, SystemClock())
        systems()  # loaded now, so that the first mail need not wait for it
        self._node = Node(self.judge.db, "serve")
        self._signs = Signs()

    async def run(self, ready: Callable[[str, int], None], stop: asyncio.Event) -> None:
        """Serves until `stop` is set; `ready` is told the listener's address and port."""
        check = check_of(self.settings, resolver_at)
        accept = Intake(self.judge, check, UNREAD).accept
        listeners = listeners_of(self.settings, accept, self.judge.clock.now)
        fetcher = self._fetcher(Intake(self.judge, check), stop)
        clerk = Clerk(self.judge, self._node, self._over("clerk", stop))
        courier, poster = couriers(self.judge, self._over("courier", stop), self._node)
        poster.is_over = self._over("webhooks", stop)
        pages = Pages(self.judge, self.settings.web_listen) if self.settings.web_listen else None
        try:
            places = [await listener.start() for listener in listeners]
            if pages is not None:
                log.info("pages", address="{}:{}".format(*await pages.start()))
            ready(*places[0])
            notify("READY=1")
            await asyncio.gather(
                self._feed_watchdog(stop),
                self._repeat("clerk", clerk.work_off, stop),
                self._repeat("courier", courier.deliver, stop),
                self._repeat("webhooks", poster.deliver, stop),
                *([self._repeat("fetcher", fetcher.fetch, stop)] if fetcher else ()),
                *self._finishers(stop),
            )
        finally:
            notify("STOPPING=1")
            for listener in listeners:
                await listener.stop()
            if pages is not None:
                await pages.stop()
            if fetcher is not None:
                await asyncio.to_thread(fetcher.close)
            await asyncio.to_thread(self._node.leave)
            self.judge.db.close()

    def _over(self, part: str, stop: asyncio.Event) -> Callable[[], bool]:
        """Return what tells this part whether to stop. It asks before each piece of work: a sign of life."""

        def is_over() -> bool:
            self._signs.note(part)
            return stop.is_set()

        return is_over

    async def _feed_watchdog(self, stop: asyncio.Event) -> None:
        every = watchdog_seconds()
        while every is not None and not stop.is_set():
            if self._signs.are_recent():
                notify("WATCHDOG=1")
            await _pause(stop, every / 3)

    def _fetcher(self, intake: Intake, stop: asyncio.Event) -> Fetcher | None:
        if not self.settings.fetch:
            return None
        from judge.workers.fetcher import Fetcher  # noqa: PLC0415 - it needs the extra `mailbox`

        return Fetcher(self.judge, intake.accept, self._over("fetcher", stop))

    def _finishers(self, stop: asyncio.Event) -> list[Coroutine[Any, Any, None]]:
        """Who makes the pages of finished games, where an export will want them."""
        if not are_wanted(self.settings):
            return []
        finisher = Finisher(self.judge, self._over("pages", stop))
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
            self._signs.note(name)
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
            await _pause(stop, pause)


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)


def serve(settings: Settings, ready: Callable[[str, int], None]) -> None:
    """Runs a daemon in the foreground until SIGTERM or SIGINT."""

    async def main() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for signal_number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signal_number, stop.set)
        daemon = Daemon(settings)
        gc.freeze()  # what is loaded stays, and need not be searched for garbage again and again
        gc.set_threshold(50_000)  # a start has put it higher
        await daemon.run(ready, stop)

    asyncio.run(main())
