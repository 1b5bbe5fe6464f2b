"""A mail as its writer's program sends it: the words, and the answered letter below them."""

from __future__ import annotations

import html
import re
from email.message import EmailMessage
from email.policy import SMTP

from judge.testing.correspondent import Received

_AROUND = re.compile(r"</body>.*|<style.*?</style>|</?html>", re.DOTALL)
JUDGE = "The Judge"
# How a program in its writer's language heads what it quotes; `{who}` is the judge and its address.
SAID = {
    "en": "On Mon, Mar 2, 2026 at 1:00 PM, {who} wrote:",
    "da": "Den man. 2. mar. 2026 kl. 13.00 skrev {who}:",
    "de": "Am Mo., 2. März 2026 um 13:00 Uhr schrieb {who}:",
    "es": "El lun, 2 mar 2026 a las 13:00, {who} escribió:",
    "fi": "ma 2. maalisk. 2026 klo 13.00 {who} kirjoitti:",
    "fr": "Le lun. 2 mars 2026 à 13:00, {who} a écrit :",
    "it": "Il giorno lun 2 mar 2026 alle ore 13:00 {who} ha scritto:",
    "nl": "Op ma 2 mrt 2026 om 13:00 schreef {who}:",
    "pl": "pon., 2 mar 2026 o 13:00 {who} napisał(a):",
    "pt": "{who} escreveu (segunda, 2/03/2026 à(s) 13:00):",
    "sv": "Den mån 2 mars 2026 kl 13:00 skrev {who}:",
    "tr": "{who}, 2 Mar 2026 Pzt, 13:00 tarihinde şunu yazdı:",
}
HEADS = {
    "en": ("From", "Sent", "To", "Subject"),
    "da": ("Fra", "Sendt", "Til", "Emne"),
    "de": ("Von", "Gesendet", "An", "Betreff"),
    "es": ("De", "Enviado", "Para", "Asunto"),
    "fi": ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp"),
    "pl": ("Od", "Wysłano", "Do", "Temat"),
    "pt": ("De", "Enviado", "Para", "Assunto"),
    "sv": ("Från", "Skickat", "Till", "Ämne"),
    "tr": ("Kimden", "Gönderildi", "Kime", "Konu"),
}
HANDHELD = {
    "en": "Sent from my iPhone",
    "da": "Sendt fra min iPhone",
    "de": "Von meinem iPhone gesendet",
    "es": "Enviado desde mi iPhone",
    "fi": "Lähetetty iPhonesta",
    "fr": "Envoyé de mon iPhone",
    "it": "Inviato da iPhone",
    "nl": "Verstuurd vanaf mijn iPhone",
    "pl": "Wysłane z iPhone'a",
    "pt": "Enviado do meu iPhone",
    "sv": "Skickat från min iPhone",
    "tr": "iPhone'umdan gönderildi",
}


def sent_by(program: str, body: str, answered: Received | None, address: str, *, is_html: bool) -> EmailMessage:
    """The text, or text and HTML, without the fields that say whose it is. `program`: its name, and behind a colon the
    language of its user, if that is not English. `answered`: what is quoted, below in all but `below`.
    """
    name, _, language = program.partition(":")
    language = language or "en"
    message = EmailMessage(policy=SMTP)
    if is_html:
        message.set_content(body + _html_quotation(name, language, answered, address), subtype="html")
        return message
    text = _with_quotation(name, language, body, answered, address)
    if name == "flowed":
        message.set_content(_flowed(text), params={"format": "flowed"})
    elif name == "latin":
        message.set_content(text, charset="iso-8859-1", cte="quoted-printable")
    else:
        message.set_content(text)
    if name in ("gmail", "outlook", "apple", "iphone", "ios"):
        signed = f"{body}\n{_device(name, language)}" if name in ("iphone", "ios") else body
        letter = _html_of(name, signed) + _html_quotation(name, language, answered, address)
        message.add_alternative(letter, subtype="html")
    return message


def quoted_text(answered: Received) -> str:
    """The letter as a program quotes it in plain text, a sign before each line."""
    return "\n".join(f"> {line}".rstrip() for line in answered.text.splitlines())


def _with_quotation(name: str, language: str, body: str, answered: Received | None, address: str) -> str:
    if name == "phone":
        body += "\nSent from my phone\n"
    elif name in ("iphone", "ios"):
        body += f"\n{_device(name, language)}\n"
    if answered is None:
        return body
    said = _said(name, language, f"{JUDGE} <{address}>")
    match name:
        case "apple" | "iphone":
            return body + f"\n> {said}\n>\n{quoted_text(answered)}\n"
        case "outlook" | "ios":
            whose = (f"{JUDGE} <{address}>", "Monday, March 2, 2026 1:00 PM", "me", answered.subject)
            head = "\n".join(f"{field}: {value}" for field, value in zip(HEADS[language], whose, strict=True))
            return body + f"\n________________________________\n{head}\n\n{answered.text}"
        case "below":
            return f"{said}\n\n{quoted_text(answered)}\n\n{body}"
        case _:
            return body + f"\n{said}\n\n{quoted_text(answered)}\n"


def _said(name: str, language: str, who: str) -> str:
    if language == "en" and name in ("apple", "iphone"):
        return f"On 2 Mar 2026, at 13:00, {who} wrote:"
    return SAID[language].format(who=who)


def _device(name: str, language: str) -> str:
    return HANDHELD[language] if name == "iphone" else "Get Outlook for iOS<https://aka.ms/o0ukef>"


def _html_of(program: str, body: str) -> str:
    lines = (html.escape(line) or "<br>" for line in body.strip("\n").split("\n"))
    if program in ("outlook", "ios"):
        return "".join(f"<p class=MsoNormal>{line}<o:p></o:p></p>" for line in lines)
    if program in ("apple", "iphone"):
        return "<br>".join(lines) + "<br>"
    return '<div dir="ltr">' + "".join(f"<div>{line}</div>" for line in lines) + "</div><br>"


def _body(page: str) -> str:
    _, _, shown = page.rpartition("<body")
    return _AROUND.sub("", shown.partition(">")[2] if shown != page else page)


def _html_quotation(program: str, language: str, answered: Received | None, address: str) -> str:
    if answered is None:
        return ""
    theirs = _body(answered.html) or f"<pre>{html.escape(answered.text)}</pre>"
    if program in ("outlook", "ios"):
        sender, sent, _, subject = HEADS[language]
        head = (
            f"<b>{sender}:</b> {JUDGE} &lt;{address}&gt;<br><b>{sent}:</b> Monday"
            f"<br><b>{subject}:</b> {answered.subject}"
        )
        return f'<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class=MsoNormal>{head}</p></div>{theirs}'
    said = html.escape(_said(program, language, f"{JUDGE} <{address}>"))
    if program in ("apple", "iphone"):
        return f'<div><br><blockquote type="cite"><div>{said}</div>{theirs}</blockquote></div>'
    said = f'<div dir="ltr" class="gmail_attr">{said}<br></div>'
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
