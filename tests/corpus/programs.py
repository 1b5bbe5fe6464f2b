"""A mail as its writer's program sends it: the words, and the answered letter below them."""

from __future__ import annotations

import html
import re
from email.message import EmailMessage
from email.policy import SMTP

from judge.cli.tools.correspondent import Received

_BODY = re.compile(r".*<body[^>]*>|</body>.*|<style.*?</style>|</?html>", re.DOTALL)
WHEN = "Mon, Mar 2, 2026 at 1:00 PM"
JUDGE = "The Judge"


def sent_by(program: str, body: str, answered: Received | None, address: str, *, is_html: bool) -> EmailMessage:
    """The text, or text and HTML, without the fields that say whose it is. `answered`: what is quoted below."""
    message = EmailMessage(policy=SMTP)
    if is_html:
        message.set_content(body + _html_quotation(program, answered, address), subtype="html")
        return message
    text = body + _QUOTATIONS.get(program, _attributed)(answered, address)
    if program == "flowed":
        message.set_content(_flowed(text), params={"format": "flowed"})
    else:
        message.set_content(text)
    if program in ("gmail", "outlook", "apple"):
        message.add_alternative(_html_of(program, body) + _html_quotation(program, answered, address), subtype="html")
    return message


def _quoted(answered: Received) -> str:
    return "\n".join(f"> {line}".rstrip() for line in answered.text.splitlines())


def _attributed(answered: Received | None, address: str) -> str:
    return f"\nOn {WHEN}, {JUDGE} <{address}> wrote:\n\n{_quoted(answered)}\n" if answered else ""


def _apple(answered: Received | None, address: str) -> str:
    if answered is None:
        return ""
    return f"\n> On 2 Mar 2026, at 13:00, {JUDGE} <{address}> wrote:\n>\n{_quoted(answered)}\n"


def _outlook(answered: Received | None, address: str) -> str:
    if answered is None:
        return ""
    head = f"From: {JUDGE} <{address}>\nSent: Monday, March 2, 2026 1:00 PM\nTo: me\nSubject: {answered.subject}"
    return f"\n________________________________\n{head}\n\n{answered.text}"


def _phone(answered: Received | None, address: str) -> str:
    return "\nSent from my phone\n" + _attributed(answered, address)


_QUOTATIONS = {"outlook": _outlook, "apple": _apple, "phone": _phone}


def _html_of(program: str, body: str) -> str:
    lines = (html.escape(line) or "<br>" for line in body.strip("\n").split("\n"))
    if program == "outlook":
        return "".join(f"<p class=MsoNormal>{line}<o:p></o:p></p>" for line in lines)
    if program == "apple":
        return "<br>".join(lines) + "<br>"
    return '<div dir="ltr">' + "".join(f"<div>{line}</div>" for line in lines) + "</div><br>"


def _html_quotation(program: str, answered: Received | None, address: str) -> str:
    if answered is None:
        return ""
    theirs = _BODY.sub("", answered.html) or f"<pre>{html.escape(answered.text)}</pre>"
    if program == "outlook":
        head = f"<b>From:</b> {JUDGE} &lt;{address}&gt;<br><b>Sent:</b> Monday<br><b>Subject:</b> {answered.subject}"
        return f'<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class=MsoNormal>{head}</p></div>{theirs}'
    if program == "apple":
        return f'<div><br><blockquote type="cite"><div>On 2 Mar 2026, {JUDGE} wrote:</div>{theirs}</blockquote></div>'
    said = f'<div dir="ltr" class="gmail_attr">On {WHEN}, {JUDGE} &lt;{address}&gt; wrote:<br></div>'
    return f'<div class="gmail_quote">{said}<blockquote class="gmail_quote">{theirs}</blockquote></div>'


def _flowed(text: str) -> str:
    """RFC 3676: a paragraph goes on where a line ends in a blank; nothing here is longer than a line but prose."""
    lines = []
    for line in text.split("\n"):
        words, now = line.split(" "), ""
        for word in words:
            if len(now) + len(word) > 70 and not line.startswith(">"):
                lines.append(now)
                now = ""
            now += word + " "
        lines.append(now.rstrip() if now.strip() != "--" else "-- ")
    return "\n".join(lines)
