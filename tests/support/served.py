"""The public pages of a judge over real HTTP, from a thread of their own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from judge.app import Judge
from judge.web.server import Pages


@contextmanager
def served(judge: Judge) -> Iterator[str]:
    """Where they are: `http://127.0.0.1:12345`."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    pages = Pages(judge, "127.0.0.1:0")
    try:
        host, port = asyncio.run_coroutine_threadsafe(pages.start(), loop).result(60)
        yield f"http://{host}:{port}"
    finally:
        asyncio.run_coroutine_threadsafe(pages.stop(), loop).result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(60)
        loop.close()
