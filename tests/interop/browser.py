"""`python -m tests.interop.browser FOLDER`: headless Chromium visits every public page of a host with games of every
family, on a phone and at a desk, in light and in dark, and on paper, and opens every mail that its players got.
Screenshots stay in FOLDER/screens.
"""

from __future__ import annotations

import logging
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Response
from playwright.sync_api import TimeoutError as NeverHappened
from rich.console import Console

from judge.store.migrate import migrate
from judge.web.pages import Site
from tests.interop.chromium import chromium, opened
from tests.interop.motion import CROWD, crowd, smooth
from tests.interop.page_rules import broken, by_key
from tests.support.house import House, open_house
from tests.support.served import served
from tests.support.showcase import showcase

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
MOVING = ("vienna/F1901M", "plague/SPR1459C", f"{CROWD}/S1901M")
"""Phases on the standard map, in Italy, and of Chaos, each with its moves."""
ENTRANTS = ("Ann", "Bob", "Carl", "Dora", "Emil", "Fay")
QUIET = 40  # errors only
SMALL = 360
WHILE = 400
"""Milliseconds, in which units would begin to move."""
SINGLE = re.compile(r"games/[a-z]+/\w*\d+\w*\.html")
"""The page of a phase."""
MOST_SHEETS = 4
LATER = 2
"""Steps from the first of a phase's to its last, and from its orders to the next phase."""
MOVED = """() => {
    const frames = document.getAnimations().flatMap((each) => each.effect.getKeyframes());
    const changed = new Set(frames.flatMap((frame) => Object.keys(frame)));
    for (const own of ["offset", "computedOffset", "easing", "composite"]) changed.delete(own);
    return changed.size && [...changed];
}"""
"""What all that moves on a page changes; 0 while nothing moves."""


@dataclass(frozen=True)
class Reader:
    """Somebody at a screen, or with a page on paper (`media` print), of this size, in CSS pixels; `scheme` is light or
    dark.
    """

    name: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    media: Literal["screen", "print"] = "screen"


READERS = (
    Reader("phone", 360, 780, "light"),
    Reader("tablet", 800, 1100, "dark"),
    Reader("desk", 1440, 900, "light"),
    Reader("dark", 1440, 900, "dark"),
    Reader("wide", 2200, 1200, "light"),
    Reader("paper", 720, 1020, "light", "print"),  # A4 less its margins
)


def visit(browser: Browser, base: str, paths: list[str], reader: Reader, screens: Path) -> Iterator[str]:
    """Everything that is wrong with these pages for this reader, a line each."""
    size: Any = {"width": reader.width, "height": reader.height}
    page = opened(browser, viewport=size, color_scheme=reader.scheme, reduced_motion="reduce")
    page.emulate_media(media=reader.media)
    said: list[str] = []
    page.on("console", lambda message: said.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    page.on("requestfailed", lambda request: said.append(f"request failed: {request.url}"))
    page.on("response", lambda answer: said.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    axe = Axe()
    # Nobody touches paper.
    rules = RULES | {"rules": {"target-size": {"enabled": reader.media == "screen"}}}
    for path in paths:
        said.clear()
        answer: Response | None = page.goto(f"{base}/{path}", wait_until="load")
        if answer is None or answer.status != 200:
            yield f"{path} ({reader.name}): does not load"
            continue
        wide = page.evaluate("document.scrollingElement.scrollWidth - window.innerWidth")
        if wide > 0:
            said.append(f"{wide} pixels wider than the screen")
        for rule in axe.run(page, options=rules).response["violations"]:
            where = "; ".join(node["target"][0] for node in rule["nodes"][:3])
            said.append(f"{rule['id']} ({rule['impact']}): {rule['help']}: {where}")
        if reader.media == "screen":
            said += broken(page)
        _shoot(page, screens / reader.name / f"{path.replace('?', '-').removesuffix('.html')}.png")
        yield from (f"{path} ({reader.name}): {each}" for each in said)
    page.close()


def _shoot(page: Page, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=to, full_page=True)


def unfold(browser: Browser, mails: Iterator[Path]) -> Iterator[str]:
    """No letter is wider than a small phone, with or without its pictures."""
    page = opened(browser, viewport={"width": SMALL, "height": 740})
    for path in mails:
        mail = message_from_bytes(path.read_bytes(), policy=default)
        body = mail.get_body(("html",))
        if body is not None:
            page.set_content(body.get_content(), wait_until="load")
            wide = page.evaluate("document.scrollingElement.scrollWidth - window.innerWidth")
            if wide > 0:
                yield f"mail {str(mail['Subject'])!r}: {wide} pixels wider than a phone"
    page.close()


def slide(browser: Browser, url: str) -> Iterator[str]:
    """Every step of the slider shows its own picture, by click and by key, without a script of the page's."""
    page = opened(browser)
    page.goto(url, wait_until="load")
    steps = page.locator(".slider input").count()
    for step in range(steps):
        page.locator(".slider input").nth(step).check()
        seen = [number for number in range(steps) if page.locator(".slider figure").nth(number).is_visible()]
        if seen != [step]:
            yield f"{url}: step {step} of the slider shows the pictures {seen}"
        picture = page.locator(".slider figure").nth(step).locator("img")
        page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture.element_handle())
    page.keyboard.press("ArrowLeft")
    if not page.locator(".slider input").nth(steps - 2).is_checked():
        yield f"{url}: an arrow key does not move the slider"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    if not page.locator(".slider input").nth(steps - 1).is_checked():
        yield f"{url}: an arrow key moves the slider only where it has the focus"
    page.close()


def turn(browser: Browser, url: str) -> Iterator[str]:
    """Arrow keys go through the steps of a phase, on to the next one, and back."""
    page = opened(browser, reduced_motion="reduce")
    page.goto(url, wait_until="load")
    begun = page.url
    for _ in range(LATER):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("begun => location.href !== begun && document.readyState === 'complete'", arg=begun)
    for _ in range(LATER):
        page.keyboard.press("ArrowLeft")
    with suppress(NeverHappened):
        page.wait_for_url(begun)
    if page.url != begun:
        yield f"{url}: arrow keys lead to {page.url} and not back"
    page.close()


def watch(browser: Browser, url: str) -> Iterator[str]:
    """The page of a phase: each step shows another picture; the units move by nothing but transform and opacity, which
    cost a phone little, and not at all for whoever wants none of it; then no trace of them is left.
    """
    for motion in ("no-preference", "reduce"):
        page = opened(browser, viewport={"width": SMALL, "height": 740})
        page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        page.goto(url, wait_until="networkidle")
        seen = []
        for step in range(page.locator(".steps input").count()):
            page.locator(".steps input").nth(step).check()
            if step == LATER:
                if motion == "reduce":
                    page.wait_for_timeout(WHILE)
                    if page.evaluate(MOVED):
                        yield f"{url}: units move for a reader who wants no motion"
                else:
                    moved = page.wait_for_function(MOVED).json_value()
                    if not {"transform"} <= {*moved} <= {"opacity", "transform"}:
                        yield f"{url}: what moves changes {moved}"
                page.locator(".layer").first.wait_for(state="detached")
            picture = page.locator(".steps figure").nth(step).locator("img")
            page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture.element_handle())
            seen.append(picture.screenshot())
        if len(set(seen)) != len(seen):
            yield f"{url}: two steps look alike"
        page.close()


def printed(browser: Browser, base: str, paths: list[str]) -> Iterator[str]:
    """No phase takes more than four sheets of paper, no form and no lone year stands on any, and a whole game is
    shorter without its sheets.
    """
    page = opened(browser)
    page.emulate_media(media="print")
    for path in paths:
        page.goto(f"{base}/{path}", wait_until="networkidle")
        if page.locator("form:visible, .slider .year:visible").count():
            yield f"{path} (paper): a form, or years of steps"
        sheets = _sheets(page)
        if SINGLE.fullmatch(path) and sheets > MOST_SHEETS:
            yield f"{path} (paper): {sheets} sheets"
        if page.locator("#no-sheets").count():
            page.emulate_media(media="screen")
            page.locator("#no-sheets").check()
            page.emulate_media(media="print")
            if page.locator(".secrets:visible").count() or _sheets(page) > sheets:
                yield f"{path} (paper): with sheets where it is to have none"
    page.close()


def _sheets(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def rounds(house: House) -> None:
    """A tournament in its second round, some of whose players are named; and one that waits for players."""
    people = house.gathered("Manus", *ENTRANTS)
    house.tell(people["Manus"], "CREATE TOURNAMENT winter payola 3d")
    house.tell(people["Manus"], "CREATE TOURNAMENT autumn diplomacy 3d map hundred\nscoring c-diplo\nplaces 6")
    for name in ENTRANTS:
        house.tell(
            people[name],
            f"JOIN autumn\nPROFILE PUBLIC {f'YES AS {name} the Younger of Nether Wallop' if name < 'D' else 'NO'}",
        )
    for number in (1, 2):
        for name in ENTRANTS:
            house.tell(people[name], f"GAME autumn-1-{number}\nDRAW")


def _told(console: Console, findings: Iterator[str], what: str) -> int:
    """How many there are, each printed as soon as it is found."""
    found = 0
    for line in findings:
        console.print(line, markup=False)
        found += 1
    console.print(f"{'FAIL' if found else 'ok  '} {what}")
    return found


def main() -> None:
    screens = Path(sys.argv[1]).resolve() / "screens"
    shutil.rmtree(screens, ignore_errors=True)
    console = Console(highlight=False)
    logging.getLogger("judge").setLevel(QUIET)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder), replies_per_hour=1_000_000) as house:
            with console.status("playing games of every family ..."):
                showcase(house)
                crowd(house)
                rounds(house)
            with house.judge.db.reading() as session:
                paths = [path for path in Site(house.judge).paths(session) if path.endswith(".html")]
            paths += ["games.html", "games.html?q=spring&state=running"]
            wrong = 0
            with served(house.judge) as base, chromium() as browser:
                for reader in READERS:
                    wrong += _told(
                        console, visit(browser, base, paths, reader, screens), f"{len(paths)} pages for {reader.name}"
                    )
                wrong += _told(console, by_key(browser, base, paths), f"{len(paths)} pages with the keys alone")
                games = [each for each in paths if each.startswith("games/")]
                wrong += _told(console, printed(browser, base, games), f"{len(games)} pages on paper")
                wrong += _told(console, slide(browser, f"{base}/games/oslo/index.html"), "the slider")
                wrong += _told(console, watch(browser, f"{base}/games/vienna/F1901M.html"), "units that move")
                moving = [f"{base}/games/{each}.html" for each in MOVING]
                wrong += _told(console, smooth(browser, moving), "units that move on a phone")
                wrong += _told(console, turn(browser, f"{base}/games/vienna/F1901M.html"), "arrow keys")
                mails = sorted(house.mailbox.glob("*/new/*"))
                wrong += _told(console, unfold(browser, iter(mails)), f"{len(mails)} mails for a phone")
    if wrong:
        raise SystemExit(f"the pages failed: {wrong} findings")
    console.print(
        f"{len(paths)} pages passed in {time.monotonic() - begun:.0f} s; what they look like lies in {screens}."
    )


if __name__ == "__main__":
    main()
