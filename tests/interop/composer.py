"""`python -m tests.interop.composer`: headless Chromium writes sheets by pointing, and the judge reads them."""

from __future__ import annotations

import gzip
import itertools
import logging
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from rich.console import Console

from judge.resources import templates_dir
from judge.rules.diplomacy.boardfile import board_names
from judge.rules.machiavelli.board import BOARD
from judge.rules.registry import systems
from judge.rules.values import PUBLIC, only, sheet_of
from judge.store.migrate import migrate
from judge.testing.correspondent import Received
from judge.web.pages import SCRIPTS, Site
from tests.interop.browser import QUIET, RULES, SMALL
from tests.interop.chromium import chromium, opened
from tests.rules.composed import sheet
from tests.support.house import House, open_house
from tests.support.served import served
from tests.support.table_of_seven import PLAYERS, Seven, seven

OPENING = "A MAR - SPA\nA PAR - BUR\nF BRE - MAO"
MOST_CLICKS, MOST_TAPS, LEAST_TARGET = 7, 10, 44
MOST_KILOBYTES, PACKED = 60, 6
"""Of the page that writes sheets, all in all; and how hard nginx and Caddy pack it."""
SHEETS = 200
TYPESCRIPT = "5.9.3"
TYPED = (
    *("--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "esnext", "--module", "esnext"),
    *("--moduleResolution", "bundler", "--lib", "esnext,dom,dom.iterable"),
)
ITALY = {country: f"P{country.title()}" for country in BOARD.countries}
CORNER = {"NO": "Nora", "SO": "Sofia", "EA": "Eamon", "WE": "Wenzel"}
ON_MAP = """code => {
  const shape = document.querySelector(`#unit-${code} path`) || document.querySelector(`#areas [id=area-${code}]`);
  shape.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
SMALLEST = """() => [...document.querySelectorAll(".compose button, .compose select, .compose summary")]
  .filter((each) => each.checkVisibility())
  .map((each) => [Math.round(each.getBoundingClientRect().height), each.textContent])
  .filter(([height]) => height < 44)"""
COUNTED = "window.clicks = 0; addEventListener('click', () => window.clicks++, true)"


class Reader:
    """A page of one seat, and what it asks of the network once it has come."""

    def __init__(self, browser: Browser, table: Seven, url: str, width: int = 1280) -> None:
        self.page = opened(browser, viewport={"width": width, "height": 780}, reduced_motion="reduce")
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.clock.install(time=table.house.judge.clock.now())
        self.page.goto(url, wait_until="networkidle")
        self.page.evaluate(COUNTED)
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))

    @property
    def sheet(self) -> str:
        text: str = self.page.locator("#compose-sheet").input_value()
        return text

    def point(self, *codes: str) -> None:
        for code in codes:
            self.page.evaluate(ON_MAP, code)

    def choose(self, *names: str) -> None:
        for name in names:
            self.page.locator(".compose-ask button", has_text=name).first.click()

    def copied(self) -> str:
        self.page.locator("#compose-copy").click()
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text

    def paste(self, letter: str) -> str:
        """The refusal, if any."""
        self.page.evaluate("document.querySelectorAll('.compose details').forEach((each) => (each.open = true))")
        self.page.locator("#compose-letter").fill(letter)
        self.page.locator("#compose-read").click()
        text: str = self.page.locator("#compose-refused").inner_text()
        return text


def opening(browser: Browser, table: Seven, url: str) -> Iterator[str]:
    """France's opening on the map, in lists on a phone, and by keys alone; the judge files what was copied."""
    desk = Reader(browser, table, url)
    desk.point("MAR", "SPA", "PAR", "BUR", "BRE", "MAO")
    if desk.sheet != OPENING:
        yield f"on the map it became {desk.sheet!r}"
    copied = desk.copied()
    clicks = desk.page.evaluate("window.clicks")
    if clicks > MOST_CLICKS:
        yield f"France's opening took {clicks} clicks"
    if copied != f"GAME {table.name}\nPHASE S1901M\n{OPENING}":
        yield f"copied was {copied!r}"
    answer = table.tell("FRANCE", copied).text
    if "PROBLEM" in answer or "A PAR - BUR" not in answer:
        yield f"the judge answered {answer}"
    if desk.asked:
        yield f"the page asked for {desk.asked}"
    phone = Reader(browser, table, url, SMALL)
    small = phone.page.evaluate(SMALLEST)
    phone.choose("Marseilles", "Spain", "MAO", "Burgundy")
    small += phone.page.evaluate(SMALLEST)
    if small:
        yield f"targets below {LEAST_TARGET} pixels: {small}"
    text = phone.copied()
    taps = phone.page.evaluate("window.clicks")
    if taps > MOST_TAPS or sorted(text.splitlines()[2:]) != sorted(["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]):
        order = phone.sheet
        yield f"on a phone it took {taps} taps to write {order!r}"
    yield from _by_keys(Reader(browser, table, url))


def _by_keys(reader: Reader) -> Iterator[str]:
    """Tab and Enter choose whatever the lists hold."""
    page = reader.page
    page.locator("#compose-seat").focus()
    for _ in range(3):
        for wanted in ("button.unit[aria-pressed=false]", ".choices button"):
            if wanted != ".choices button" and page.locator(".choices button").count():
                continue
            for _ in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("selector => document.activeElement.matches(selector)", wanted):
                    break
            page.keyboard.press("Enter")
    if len(reader.sheet.splitlines()) != 3:
        yield f"with the keys alone it became {reader.sheet!r}"


def second_season(browser: Browser, table: Seven, url: str, base: str) -> Iterator[str]:
    """A coast, support of a foreign unit, a convoy; letters, and a deadline that passes."""
    old, page = table.results("FRANCE").text, f"{base}/games/{table.name}/compose.html"
    late = Reader(browser, table, url)
    late.choose("Paris", "Picardy")
    stale = late.copied()
    table.play_phase(dict.fromkeys(PLAYERS, _season))
    late.page.clock.fast_forward(150 * 3_600_000)
    if not late.page.locator("#compose-late").is_visible():
        yield "a page that is left open over a deadline does not warn"
    new = table.results("FRANCE").text
    refused = table.tell("FRANCE", stale).text
    if "on file for Spring" in refused or "F1901M" not in refused:
        yield f"the judge took a sheet for a phase that is over: {refused}"
    france = Reader(browser, table, f"{page}#FRANCE")
    france.choose("Mid-Atlantic", "Spain (north coast)")
    england = Reader(browser, table, f"{page}#ENGLAND")
    england.choose("North Sea", "carries an army", "Yorkshire", "Norway")
    if "F MAO - SPA/NC" not in france.sheet or "F NTH C A YOR - NWY" not in england.sheet:
        yield f"a coast and a convoy became {france.sheet!r} and {england.sheet!r}"
    helper = Reader(browser, table, f"{page}#FRANCE")
    helper.choose("Army Burgundy", "supports a unit that stays", "Munich")
    if helper.sheet != "A BUR S A MUN":
        yield f"support of a foreign unit became {helper.sheet!r}"
    for reader, role in ((france, "FRANCE"), (england, "ENGLAND")):
        answer = table.tell(role, reader.copied()).text
        if "PROBLEM" in answer:
            yield f"the judge answered {answer}"
    for letter, wanted in ((old, "another phase"), (new.replace(f"[{table.name}]", "[bergen]"), "")):
        if wanted not in helper.paste(letter):
            yield f"a letter of an old phase: {helper.paste(letter)!r}"
    if "bergen" not in helper.paste(f"[bergen] {new}"):
        yield f"another game's letter: {helper.paste(f'[bergen] {new}')!r}"
    if helper.paste(new) or "A BUR H" not in helper.sheet:
        yield f"its own letter: {helper.paste(new)!r} {helper.sheet!r}"
    helper.page.locator("#compose-sheet").fill("A BUR - MOON")
    if "The judge may refuse this." not in helper.page.locator("#compose-lines").inner_text():
        yield "text of any kind is not marked"


def _season(view: Any) -> str:
    orders: Mapping[str, str] = {
        "ENGLAND": "F LON - NTH\nA LVP - YOR\nF EDI - NWG",
        "FRANCE": OPENING,
    }
    return orders.get(view.power, "\n".join(f"{unit} H" for unit in view.own_units))


def letters(browser: Browser, table: Seven, base: str) -> Iterator[str]:
    """Text and HTML of a letter, copied out of the windows of mail programs, begin its reader's sheet."""
    mail = _newest_sheet(table, "FRANCE")
    window = opened(browser, viewport={"width": 1280, "height": 780})
    window.set_content(mail.html)
    shown = window.evaluate("document.body.innerText")
    window.evaluate("document.querySelectorAll('style').forEach((each) => each.remove())")
    word = window.evaluate("document.body.innerText").replace("\n", "\r\n").replace(" ", "\u00a0")
    header = f"From: Judge <judge@example.org>\r\nSent: Monday\r\nTo: Fleur\r\nSubject: {mail.subject}\r\n\r\n"
    forms = {
        "plain": mail.text,
        "quoted": "\n".join(f"> {line}" for line in mail.text.splitlines()),
        "Gmail's HTML": f"{mail.subject}\nInbox\nJudge <judge@example.org>\nto me\n\n{shown}",
        "Outlook's HTML": header + word,
    }
    reader = Reader(browser, table, f"{base}/games/{table.name}/compose.html")
    wanted = {f"{unit} H" for unit in table.view("FRANCE").own_units}
    for form, text in forms.items():
        reader.page.locator("#compose-sheet").fill("")
        refused = reader.paste(text)
        seat = reader.page.locator("#compose-seat").input_value()
        if refused or {*reader.sheet.splitlines()} != wanted or seat != "FRANCE":
            yield f"{form}: {refused!r} {seat} {reader.sheet!r}"


def _newest_sheet(table: Seven, role: str) -> Received:
    return table.players[role].last(lambda mail: "YOUR SHEET" in mail.text)


def slots(browser: Browser, house: House, base: str) -> Iterator[str]:
    """Each order of an Empires sheet has a slot of its own, and the judge files it."""
    table = _begun(house, "empires", "corner", CORNER)
    country = next(iter(CORNER))
    reader = Reader(browser, table, f"{base}/games/corner/compose.html#{country}")
    first, *_ = (code for code, owner in table.view(country).owners.items() if owner == country)
    for verb in ("LEVY", "GROW"):
        reader.point(first)
        reader.choose(verb)
    wanted = f"1 LEVY {first} -- --\n2 GROW {first} -- --"
    if reader.sheet != wanted:
        yield f"two orders became {reader.sheet!r}"
    answer = table.tell(country, reader.copied()).text
    if "PROBLEM" in answer or f"2 GROW {first}" not in answer:
        yield f"the judge answered {answer}"
    if refused := reader.paste(_newest_sheet(table, country).text):
        yield f"its own letter: {refused!r}"


def _begun(house: House, system: str, name: str, countries: Mapping[str, str]) -> Seven:
    people = house.gathered("Manus", *countries.values())
    house.tell(people["Manus"], f"CREATE {system} {name}")
    for country, player in countries.items():
        house.tell(people[player], f"JOIN {name} AS {country}")
    told = house.tell(people["Manus"], f"GAME {name}\nSTART")
    assert "has started" in told.text, told.text
    return Seven(house, people["Manus"], {country: people[player] for country, player in countries.items()}, name)


def blind(browser: Browser, house: House, base: str) -> Iterator[str]:
    """The page knows no units of a blind game until it is shown a letter; others' may stand anywhere."""
    table = seven(house, "blind yes", system="diplomacy", name="night")
    reader = Reader(browser, table, f"{base}/games/night/compose.html")
    if reader.page.locator("#compose-lines button.unit").count():
        yield "units are known before a letter is"
    if refused := reader.paste(_newest_sheet(table, "FRANCE").text):
        yield f"its own letter: {refused!r}"
    reader.page.locator("#compose-sheet").fill("")
    reader.choose("Army Marseilles", "supports a move", "Army Tyrolia", "Piedmont")
    reader.choose("Fleet Brest", "moves", "Mid-Atlantic")
    if reader.sheet != "A MAR S A TYR - PIE\nF BRE - MAO":
        yield f"two orders became {reader.sheet!r}"
    yield from _filed(table, "FRANCE", reader)


def italy(browser: Browser, house: House, base: str) -> Iterator[str]:
    """Florence raises units, and in the campaign advances, supports and bribes, by pointing."""
    table = _begun(house, "machiavelli", "plague", ITALY)
    url = f"{base}/games/plague/compose.html#FLORENCE"
    spring = Reader(browser, table, url)
    for home, unit in (("FIR", "Army Firenze"), ("ARE", "Army Arezzo")):
        spring.point(home)
        spring.choose(unit)
    spring.choose("gives ducats", "Milan")
    if spring.sheet != "RAISE A FIR\nRAISE A ARE\nGIVE 3 MILAN":
        yield f"the letter of Spring became {spring.sheet!r}"
    yield from _filed(table, "FLORENCE", spring)
    house.pass_time(hours=24 * 7)
    house.settle()
    here = table.here()
    while here.phase.kind == "adjustment":
        house.pass_time(hours=24)
        here = table.here()
    campaign = Reader(browser, table, url)
    campaign.choose("Army Firenze", "supports your own units", "Arezzo")
    campaign.point("ARE")
    campaign.choose("supports your own units", "Firenze")
    campaign.choose("counter-bribes", "Army Firenze")
    wanted = "A FIR S ARE\nA ARE S FIR\nCOUNTER A FIR 3"
    if campaign.sheet != wanted:
        yield f"the letter of the campaign became {campaign.sheet!r}"
    yield from _filed(table, "FLORENCE", campaign)
    if refused := campaign.paste(_newest_sheet(table, "FLORENCE").text):
        yield f"its own letter: {refused!r}"


def pirates(browser: Browser, house: House, base: str) -> Iterator[str]:
    """A plan that adds up, without a map; the page says what it comes to."""
    crew = ("Rose", "Blake", "Grace", "Hugh")
    people = house.gathered("Manus", *crew)
    house.tell(people["Manus"], "CREATE pirates hoard\nplayers 4\nEND CREATE")
    for name in crew:
        house.tell(people[name], "JOIN hoard")
    house.tell(people["Manus"], "GAME hoard\nSTART")
    table = Seven(house, people["Manus"], {name.upper(): people[name] for name in crew}, "hoard")
    view = table.view("ROSE")
    reader = Reader(browser, table, f"{base}/games/hoard/compose.html#ROSE")
    for name in view.room:
        reader.page.locator("#compose-lines button.unit", has_text=name).first.click()
    reader.page.locator("#compose-lines input").first.fill(str(view.package))
    reader.page.locator("#compose-lines input").first.press("Tab")
    if f"{view.package} in all." not in reader.page.locator("#compose-tally").inner_text():
        yield f"{reader.sheet!r} comes to {reader.page.locator('#compose-tally').inner_text()!r}"
    yield from _filed(table, "ROSE", reader)
    if refused := reader.paste(_newest_sheet(table, "ROSE").text):
        yield f"its own letter: {refused!r}"
    if reader.page.locator("#compose-seat").input_value() != "ROSE":
        yield "its own letter is taken for another's"


def _filed(table: Seven, role: str, reader: Reader) -> Iterator[str]:
    answer = table.tell(role, reader.copied()).text
    below = answer.partition("ON FILE")[2]
    if "PROBLEM" in answer or any(line not in below for line in reader.sheet.splitlines()):
        yield f"the judge answered {answer}"


SIGHTS: tuple[tuple[int, Literal["light", "dark"]], ...] = ((SMALL, "light"), (1280, "dark"))


def access(browser: Browser, base: str) -> Iterator[str]:
    """What axe finds, on a phone and at a desk, in light and in dark, while something is asked."""
    for game in ("paris", "oslo", "corner", "plague", "hoard"):
        for width, scheme in SIGHTS:
            page = opened(browser, viewport={"width": width, "height": 780}, color_scheme=scheme)
            page.goto(f"{base}/games/{game}/compose.html", wait_until="networkidle")
            buttons = page.locator("#compose-lines button, #compose-ask button")
            if buttons.count():
                buttons.first.click()
            wide = page.evaluate("document.scrollingElement.scrollWidth - window.innerWidth")
            if wide > 0:
                yield f"{game}: {wide} pixels wider than a screen of {width}"
            for rule in Axe().run(page, options=RULES).response["violations"]:
                yield f"{game}, {width} {scheme}: {rule['id']}: {[node['target'] for node in rule['nodes'][:3]]}"
            if width == SMALL and (small := page.evaluate(SMALLEST)):
                yield f"{game}: targets below {LEAST_TARGET} pixels: {small}"
            page.close()


def meter(browser: Browser, table: Seven, base: str) -> Iterator[str]:
    """Payola's meter says what SHOW says, of sheets at random."""
    system, state = systems()["payola"], table.here().state
    found = system.composition(system.view(state, PUBLIC))
    view: Any = system.view(state, only("FRANCE"))
    assert found is not None
    composition, drawn = found.as_json(), random.Random(47)
    reader = Reader(browser, table, f"{base}/games/{table.name}/compose.html#FRANCE")
    reader.page.locator("#compose-money").fill(str(view.balance))
    for _ in range(SHEETS):
        lines = [each.text for each in sheet(composition, "FRANCE", drawn, drawn.randint(1, 8))]
        if drawn.random() < 0.7:  # amounts that a player has
            lines = [line.replace("9999", "9") for line in lines if not any(map(_is_large, line.split()))]
        reader.page.locator("#compose-sheet").fill("\n".join(lines))
        parts = system.read(view, "FRANCE", sheet_of("\n".join(lines))).parts
        told = reader.page.locator("#compose-cost p").all_inner_texts()
        wanted = system.estimate(view, parts)
        if not {*told} <= {*wanted} or (wanted and not told):
            yield f"{lines}: the page says {told}, SHOW says {wanted}"
            return


def _is_large(word: str) -> bool:
    return word.rstrip("#").isdigit() and int(word.rstrip("#")) > 60


def types(console: Console) -> Iterator[str]:
    """What TypeScript says of the scripts; npx fetches it, where there is a network."""
    npx = shutil.which("npx")
    command = (
        npx or "",
        "--yes",
        f"--package=typescript@{TYPESCRIPT}",
        "tsc",
        *TYPED,
        *(str(templates_dir() / "web" / name) for name in SCRIPTS),
    )
    told = subprocess.run(command, capture_output=True, text=True, check=False) if npx else None
    errors = [line for line in told.stdout.splitlines() if "error TS" in line] if told else []
    if told is None or (told.returncode and not errors):
        console.print("     not checked: TypeScript cannot be had here")
    yield from errors


def weight(house: House, console: Console) -> Iterator[str]:
    """A page with its map, scripts and style, as nginx packs it: on every board, seen and blind."""
    payola = systems()["payola"]
    master, games = house.registered("Weigher"), ["paris", "oslo", "corner", "plague"]
    for number, (board, blind) in enumerate(itertools.product(board_names(), ("", "\nblind yes"))):
        games.append(f"heavy{number}")
        seats = payola.seating({option.name: option.default for option in payola.options} | {"map": board}).names
        options = f"map {board}\nnmr default\ndummies {' '.join(seats[1:])}{blind}"
        house.tell(master, f"CREATE payola {games[-1]}\n{options}\nEND CREATE")
        house.tell(house.registered(f"Reader{number}"), f"JOIN {games[-1]}")
        told = house.tell(master, f"GAME {games[-1]}\nSTART").text
        assert "has started" in told, told
    site = Site(house.judge)
    weights = {}
    with house.judge.db.reading() as session:
        for name in games:
            paths = (f"games/{name}/compose.html", "style.css", *SCRIPTS)
            files = [file for path in paths if (file := site.get(session, path)) is not None]
            assert len(files) == len(paths), name
            weights[name] = sum(len(gzip.compress(file.content, PACKED)) for file in files) / 1000
            if weights[name] > MOST_KILOBYTES:
                yield f"the page of {name} has {weights[name]:.1f} kB"
    console.print(f"     {min(weights.values()):.1f} to {max(weights.values()):.1f} kB on {len(board_names())} boards")


def main() -> None:
    console = Console(highlight=False)
    logging.getLogger("judge").setLevel(QUIET)
    begun, wrong = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder), replies_per_hour=1_000_000) as house:
            plain = seven(house, "nmr default", system="diplomacy", name="paris")
            with served(house.judge) as base, chromium() as browser:
                france = f"{base}/games/paris/compose.html#FRANCE"
                checks: dict[str, Callable[[], Iterator[str]]] = {
                    "France's opening": lambda: opening(browser, plain, france),
                    "letters of mail programs": lambda: letters(browser, plain, base),
                    "a second season": lambda: second_season(browser, plain, france, base),
                    "Payola's meter": lambda: meter(browser, seven(house), base),
                    "Empires' slots": lambda: slots(browser, house, base),
                    "a blind game": lambda: blind(browser, house, base),
                    "Plague's letters": lambda: italy(browser, house, base),
                    "a pirate's plan": lambda: pirates(browser, house, base),
                    "axe, targets and width": lambda: access(browser, base),
                    "types of the scripts": lambda: types(console),
                    "a page and all that it needs": lambda: weight(house, console),
                }
                for what, findings in checks.items():
                    found = [*findings()]
                    for line in found:
                        console.print(line, markup=False)
                    console.print(f"{'FAIL' if found else 'ok  '} {what}")
                    wrong += len(found)
    if wrong:
        raise SystemExit(f"the composer failed: {wrong} findings")
    console.print(f"Sheets are written by pointing, in {time.monotonic() - begun:.0f} s.")


if __name__ == "__main__":
    main()
