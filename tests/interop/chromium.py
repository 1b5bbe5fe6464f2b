"""Headless Chromium, which is given the time that it needs where the machine is busy with something else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.interop.mail_system import PATIENCE

PROGRAM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@contextmanager
def chromium() -> Iterator[Browser]:
    """Runs while the block does."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=list(FLAGS))
        yield browser
        browser.close()


def opened(browser: Browser, **options: Any) -> Page:
    """The page of a reader who has seen nothing yet."""
    page = browser.new_page(**options)
    page.set_default_timeout(PATIENCE * 1000)
    return page
