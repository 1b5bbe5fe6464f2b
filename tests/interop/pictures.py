"""`python -m tests.interop.pictures`: headless Chromium takes the pages that docs/ shows, of today's code."""

from __future__ import annotations

import logging
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from judge.store.migrate import migrate
from judge.web.pages import Site
from tests.interop.browser import QUIET
from tests.interop.chromium import chromium, opened
from tests.support.served import served
from tests.support.sourced import digest, sourced
from tests.web.pictured import BASE, DOCS, SHOTS, Shot, played, sources


def taken(browser: Browser, base: str, shot: Shot) -> bytes:
    """The page as PNG."""
    page = opened(
        browser, viewport={"width": shot.width, "height": shot.height}, color_scheme=shot.scheme, timezone_id="UTC"
    )
    page.goto(f"{base}/{shot.path}", wait_until="networkidle")
    png: bytes = page.screenshot()
    page.close()
    return png


def main() -> int:
    logging.getLogger("judge").setLevel(QUIET)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with played(url, Path(folder)) as house, served(house.judge) as base, chromium() as browser:
            site = Site(house.judge, BASE, searchable=True)
            for name, shot in SHOTS.items():
                source = digest(*sources(site, house, shot.path))
                (DOCS / f"{name}.png").write_bytes(sourced(taken(browser, base, shot), source))
    return 0


if __name__ == "__main__":
    sys.exit(main())
