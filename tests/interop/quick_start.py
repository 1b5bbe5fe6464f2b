"""`python -m tests.interop.quick_start [FILE]`: on a phone, from the front page to a filed first sheet of practice:
the real daemon, headless Chromium, three mails. FILE becomes a picture of all steps.
"""

from __future__ import annotations

import base64
import re
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from markupsafe import escape
from playwright.sync_api import Browser, Page
from rich.console import Console

from judge.testing.correspondent import Correspondent, Received
from tests.interop.browser import SMALL
from tests.interop.chromium import chromium, opened
from tests.interop.daemon import judge
from tests.interop.mail_system import DOMAIN, free_port, listens, until

HEIGHT = 740
MOST_SECONDS = 180
STYLE = "font: 16px/1.5 sans-serif; margin: 0; padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere"


class Phone:
    """Shows pages in a browser (`page`), and mails in a mail program, and keeps a picture of each step. It counts what
    a person does: to open a mail, to answer it and to send it is a tap each.
    """

    def __init__(self, browser: Browser) -> None:
        self.page, self.mails = (opened(browser, viewport={"width": SMALL, "height": HEIGHT}) for _ in range(2))
        self.shots: list[tuple[str, bytes]] = []
        self.taps = self.typed = 0

    def keep(self, what: str, page: Page) -> None:
        wide = page.evaluate("document.scrollingElement.scrollWidth - window.innerWidth")
        if wide > 0:
            raise SystemExit(f"{what}: {wide} pixels wider than a phone")
        self.shots.append((what, page.screenshot()))

    def write(self, what: str, subject: str, text: str, *, filled_in: bool = False) -> None:
        """What a mail program shows before Send is pressed."""
        self.taps += 2  # the link that filled it in, or Reply; and Send
        self.typed += 0 if filled_in else len(text)
        self.mails.set_content(f"<div style='{STYLE}'><b>{escape(subject)}</b><hr>{escape(text)}</div>")
        self.keep(what, self.mails)

    def read(self, what: str, mail: Received) -> None:
        self.taps += 1
        html = mail.html
        for part in mail.message.walk():
            name, octets = str(part["Content-ID"] or "").strip("<>"), part.get_payload(decode=True)
            if name and isinstance(octets, bytes):
                data = base64.b64encode(octets).decode()
                html = html.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{data}")
        self.mails.set_content(html, wait_until="load")
        self.keep(what, self.mails)


def walk(phone: Phone, person: Correspondent, base: str) -> str:
    """All steps; the judge's answer to the sheet."""
    phone.page.goto(base, wait_until="networkidle")
    phone.keep("The front page", phone.page)
    button = phone.page.get_by_role("link", name="Try it now")
    box = button.bounding_box()
    if box is None or box["y"] + box["height"] > HEIGHT:
        raise SystemExit("the button that begins a game is not on the first screen")
    link = urlsplit(str(button.get_attribute("href")))
    asked = parse_qs(link.query)
    subject, text = asked["subject"][0], asked["body"][0]
    phone.write("One tap: a mail is filled in", subject, text, filled_in=True)
    person.write(text, subject=subject, to=unquote(link.path))
    welcome = person.wait_for(lambda mail: "practice" not in mail.subject.lower() or "YOUR SHEET" not in mail.text)
    phone.read("The judge asks whether it is you", welcome)
    phone.taps += 2
    person.reply(welcome, "")
    opening = person.wait_for(lambda mail: "YOUR SHEET" in mail.text)
    phone.read("A game has begun", opening)
    (line,) = re.findall(r"one line, such as (.+?)\. You can write", " ".join(opening.text.split()))
    phone.write("One line is enough", f"Re: {opening.subject}", line)
    filed = person.answer_to(person.reply(opening, line))
    phone.read("It is on file", filed)
    return filed.text


def together(page: Page, shots: list[tuple[str, bytes]], to: Path) -> None:
    """One picture of all steps."""
    figures = "".join(
        f"<figure style='margin:0;width:172px'><img style='width:100%;border:1px solid #999;border-radius:8px'"
        f" src='data:image/png;base64,{base64.b64encode(png).decode()}'><figcaption>{number}. {what}</figcaption>"
        "</figure>"
        for number, (what, png) in enumerate(shots, 1)
    )
    page.set_viewport_size({"width": 188 * len(shots), "height": 430})
    page.set_content(f"<body style='display:flex;gap:14px;margin:8px;font:13px sans-serif'>{figures}</body>")
    to.write_bytes(page.screenshot())


def main() -> None:
    console = Console(highlight=False)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        smtp, web, mailbox = free_port(), free_port(), Path(folder) / "mail"
        base = f"http://127.0.0.1:{web}/"
        settings = {
            "JUDGE_LISTEN": f"127.0.0.1:{smtp}",
            "JUDGE_RELAY": f"maildir:{mailbox}",
            "JUDGE_WEB_LISTEN": f"127.0.0.1:{web}",
            "JUDGE_WEB_BASE": base,
        }
        with judge(Path(folder), free_port(), 0, settings):
            until(lambda: listens(web), "the pages are not served")
            phone = Phone(browser)
            person = Correspondent("Nina", "nina@example.net", f"judge@{DOMAIN}", ("127.0.0.1", smtp), mailbox)
            begun = time.monotonic()
            answer = walk(phone, person, base)
            took = time.monotonic() - begun
            if "ON FILE" not in answer or took > MOST_SECONDS:
                raise SystemExit(f"after {took:.0f} s the judge answered {answer}")
            if len(sys.argv) > 1:
                together(phone.mails, phone.shots, Path(sys.argv[1]))
    console.print(
        f"ok   from the front page to a filed sheet: 3 mails, {phone.taps} taps, {phone.typed} characters, "
        f"{took:.0f} s of machines' time"
    )


if __name__ == "__main__":
    main()
