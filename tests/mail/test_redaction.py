"""What is kept of a mail that was read: no KEY, code or reply address in it, in whatever form; and all the rest."""

from __future__ import annotations

import base64
import binascii
import quopri
import random
import string
import unicodedata
from email.header import Header
from email.message import EmailMessage
from email.mime.application import MIMEApplication
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.compose import compose
from judge.mail.fields import split_message
from judge.mail.read import read_mail
from judge.mail.redaction import CODE_BLANKS, KEY_BLANK, TOKEN_BLANK, blanked_text, filled, kept_text, masked
from judge.mail.tokens import make_token, reply_address
from judge.mail.values import Headers, Letter
from judge.testing.laws import patience
from tests.letters.examples import NOW

KEY, CODE = "mnbv-cxy2-3456-qwer", "abcdefgh2jklmnop"
TOKEN = make_token(b"k" * 32, 4711)
ADDRESS = reply_address("judge@judge.localhost", TOKEN)
SECRETS = (KEY, KEY.replace("-", ""), CODE, TOKEN)


def _all_of(octets: bytes) -> str:
    """Everything that somebody who looks for secrets would look at: the octets, and whatever they may be decoded to."""
    found = [octets.decode("latin-1"), octets.replace(b"=\r\n", b"").replace(b"\r\n ", b" ").decode("latin-1")]
    found.append(quopri.decodestring(octets).decode("latin-1"))
    for block in octets.replace(b"\r\n", b"\n").split(b"\n\n"):
        try:
            found.append(base64.b64decode(b"".join(block.split()), validate=True).decode("latin-1"))
        except binascii.Error:
            continue
    return "\n".join(found).lower()


def _holds(octets: bytes) -> list[str]:
    everything = _all_of(octets)
    everything += everything.replace("\0", "")
    return [secret for secret in SECRETS if secret in everything]


def _kept(raw: bytes) -> bytes:
    return kept_text(read_mail(raw, (), address="judge@judge.localhost"), split_message(raw)[0])


def _plain(text: str, **fields: str) -> bytes:
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
    return f"From: Ann <ann@example.org>\r\n{head}\r\n{text}".encode()


@pytest.mark.parametrize(
    "line",
    [
        f"KEY {KEY}",
        f"key: {KEY.upper()}",
        f"KEY {KEY.replace('-', '')}",
        f"KEY {KEY.replace('-', ' ')}",
        f"KEY {' '.join(KEY.replace('-', ''))}",
        f"KEY {KEY.replace('-', '–')}",
        f"my KEY {KEY.replace('-', '')} is secret",
        f"> KEY {KEY}",
        f"here it is: {KEY}.",
        f"CONFIRM {CODE}",
        f"confirm {CODE.upper()}",
        f"> > CONFIRM {CODE}",
        f"The code was {CODE}",
        f"On Monday The Judge <{ADDRESS}> wrote:",
        f"judge={TOKEN}@judge.localhost",
        f"mailto:judge%2B{TOKEN}@judge.localhost",
        f"<SRS0=ab=cd=judge.localhost=judge+{TOKEN.upper()}@relay.example>",
        f"bounces-{TOKEN}-7@relay.example",
    ],
)
def test_no_secret_stays_in_a_line_and_nothing_else_goes(line: str) -> None:
    text = f"A PAR - BUR\r\n{line}\r\n9*4 : F TRI - ALB % responsibilities of 1901\r\n"
    kept = _kept(_plain(text))
    assert not _holds(kept)
    assert blanked_text(line) != line
    assert masked(line) != line
    assert (
        kept.partition(b"\r\n\r\n")[2].decode().rstrip().split("\n")
        == text.replace(line, blanked_text(line)).splitlines()
    )


def _multipart(*parts: EmailMessage | MIMEText | MIMEApplication | MIMEMessage) -> MIMEMultipart:
    message = MIMEMultipart("mixed")
    message["From"] = "ann@example.org"
    for part in parts:
        message.attach(part)
    return message


SAID = f"A PAR - BUR\nKEY {KEY}\nCONFIRM {CODE}\nto {ADDRESS}\nLast line ü.\n"


def _letter() -> EmailMessage:
    letter = EmailMessage()
    letter["From"] = "The Judge <judge@judge.localhost>"
    letter["Reply-To"] = ADDRESS
    letter.set_content(SAID)
    return letter


FORMS = {
    "8bit": _plain(SAID, Content_Type="text/plain; charset=utf-8"),
    "base64": MIMEText(SAID, "plain", "utf-8").as_bytes(),
    "quoted-printable": _plain(
        quopri.encodestring(("x" * 60 + " " + SAID).encode()).decode(), Content_Transfer_Encoding="quoted-printable"
    ),
    "quoted-printable, all octets": _plain(
        "".join(f"={octet:02X}" if octet != 10 else "\r\n" for octet in SAID.encode()),
        Content_Transfer_Encoding="quoted-printable",
    ),
    "utf-16": MIMEText(SAID, "plain", "utf-16").as_bytes(),
    "html": MIMEText(f"<p>KEY {KEY}<p><a href='mailto:{ADDRESS}'>x</a> CONFIRM {CODE}", "html").as_bytes(),
    "html with tags": MIMEText(f"<p>KEY <b>{KEY[:6]}</b>{KEY[6:]} CONFIRM {CODE[:3]}<i>{CODE[3:]}", "html").as_bytes(),
    "html with entities": MIMEText(f"<p>KEY {KEY.replace('-', '&#45;')} &#97;{CODE[1:]}", "html").as_bytes(),
    "a letter attached": _multipart(MIMEText("see below"), MIMEMessage(_letter())).as_bytes(),
    "a letter as a file": _multipart(
        MIMEText("see below"), MIMEApplication(_letter().as_bytes(), "octet-stream", name="letter.eml")
    ).as_bytes(),
    "a part in a part": _multipart(_multipart(MIMEText(SAID, "plain", "utf-8"))).as_bytes(),  # type: ignore[arg-type]
    "a subject": _plain("STATUS\r\n", Subject=f"my KEY {KEY} and {CODE}"),
    "a subject in encoded words": _plain("STATUS\r\n", Subject=Header(f"mein KEY {KEY} ü", "utf-8").encode()),
    "a folded subject": _plain("STATUS\r\n", Subject=f"my KEY {KEY[:10]}\r\n {KEY[10:]}"),
    "where it went": _plain(
        "STATUS\r\n",
        To=f"The Judge <{ADDRESS}>",
        Delivered_To=ADDRESS.upper(),
        Received=f"from a by b for <{ADDRESS}>;\r\n Mon, 2 Mar 2026 12:00:00 +0000",
    ),
    "no boundary": _plain(f"--x\r\n\r\nKEY {KEY}\r\n", Content_Type="multipart/mixed"),
    "no header": f"\r\nKEY {KEY}\r\n{CODE} {ADDRESS}".encode(),
    "no body": f"Subject: KEY {KEY} {CODE} {ADDRESS}".encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_no_secret_stays_in_any_form_of_a_mail(form: str) -> None:
    raw = FORMS[form].replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    assert _holds(raw) or "html" in form or "subject" in form, "the test itself must see them"
    assert not _holds(_kept(raw))
    assert _kept(_kept(raw)) == _kept(raw)


@pytest.mark.parametrize(
    "line",
    [
        f"KEY {KEY[:-1]}",
        f"KEY {KEY}x",
        f"KEY {KEY[:12]}{KEY[13:]}",
        f"KEY {KEY.replace('-', ' ')[:-1]}",
        f"my KEY is {KEY[:3]}1{KEY[4:]}, I think",
        f"{KEY[:6]}0{KEY[6:]}",
        f"CONFIRM {CODE[:-1]}",
        f"CONFIRM {CODE}q",
        f"CONFIRM {CODE[:4]}8{CODE[5:]}",
    ],
)
def test_a_key_that_was_mistyped_by_a_letter_does_not_stay_either(line: str) -> None:
    """Whoever reads it tries the few that it can have been meant for."""
    secret = CODE if line.startswith("CONFIRM") else KEY.replace("-", "")
    text = _kept(_plain(f"{line}\r\nGAMES\r\n")).decode()
    left = "".join(each for each in text.rpartition("\r\n\r\n")[2] if each.isascii() and each.isalnum())
    assert not any(secret[start : start + 4] in left for start in range(13))
    assert masked(line) != line
    assert "GAMES" in text


@pytest.mark.parametrize("form", ["8bit", "base64", "quoted-printable", "quoted-printable, all octets", "utf-16"])
def test_the_lines_keep_their_numbers_and_their_words(form: str) -> None:
    raw = FORMS[form].replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    before, after = (read_mail(each, (), address="judge@judge.localhost") for each in (raw, _kept(raw)))
    assert [line.number for line in after.lines] == [line.number for line in before.lines]
    assert [line.text for line in after.lines] == [blanked_text(line.text) for line in before.lines]
    assert after.lines[-1].text == "Last line ü."


def test_words_of_people_are_no_secrets() -> None:
    for text in (
        "Confirm that they will come with us.",
        "confirm responsibilities",
        "The incompatibilities of misunderstandings",
        "Key to victory is Munich",
        "deadbeefdeadbeefdeadbeef 0123456789abcdef",
        "Key 1: we must hold Munich until 1903",
        "key note 1901 plan",
        "CONFIRM S1901M",
        "this\n- that\n- them\n- they",
        "12-24-2026, 030-1234-5678-9012, 2026-11-22",
        "see ffce88e4-5f96-4edb-8ad5-17aaaf7e3907",
        "4 : A PAR - BUR\nA MUN - RUH - KIEL - HOL - BEL",
    ):
        assert (blanked_text(text), masked(text)) == (text, text)


@given(st.binary(max_size=2000))
def test_whatever_octets_stand_around_it_no_key_stays_and_nothing_raises(octets: bytes) -> None:
    line = b"\nKEY " + KEY.encode() + b"\n"
    heads = (
        b"",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Transfer-Encoding: base64\n\n",
        b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n",
    )
    for head in heads:
        assert KEY.encode() not in _kept(head + octets + line)
        assert KEY.encode() not in _kept(head + line + octets)


def _wide(text: str) -> str:
    return "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in text)


def _bold(text: str) -> str:
    return "".join(chr(0x1D41A + ord(each) - 97) if each.isalpha() else each for each in text)


SHAPES = {
    "wide": f"KEY {_wide(KEY)}",
    "wide word and all": f"{_wide('KEY')}\u3000{_wide(KEY)}",
    "bold": f"KEY {_bold(KEY)}",
    "with what nobody sees": "KEY " + "\u200b".join(KEY),
    "with soft hyphens": "KEY " + "\u00ad".join(KEY),
    "turned": f"KEY \u202e{KEY}\u202c",
    "far apart": "KEY " + "     ".join(KEY.replace("-", "")),
    "with entities": f"KEY {KEY.replace('-', '&nbsp;')}",
    "in a sentence": f"my KEY is {KEY.replace('-', ' ')}, remember",
    "without its word": f"it is {KEY.replace('-', '.')}",
    "with blanks that do not break": f"KEY {KEY.replace('-', chr(0xA0))}",
}


def _letters(octets: bytes) -> str:
    """What somebody reads who does not mind how letters look."""
    text = " ".join(line.text for line in read_mail(octets, (), address="judge@judge.localhost").lines)
    return "".join(each for each in unicodedata.normalize("NFKC", text).lower() if each.isascii() and each.isalnum())


def _can_be_written(line: str, charset: str) -> bool:
    return line.encode(charset, "replace").decode(charset) == line


CHARSETS = ("utf-8", "utf-16", "shift_jis", "iso-2022-jp", "gb18030", "big5", "euc-kr")


@pytest.mark.parametrize(
    ("shape", "charset"),
    [(shape, each) for shape, line in SHAPES.items() for each in CHARSETS if _can_be_written(line, each)],
)
def test_no_key_stays_in_any_shape_of_its_letters(shape: str, charset: str) -> None:
    body = f"A PAR - BUR\r\n{SHAPES[shape]}\r\nF BRE - MAO\r\n".encode(charset)
    head = f"From: Ann <ann@example.org>\r\nContent-Type: text/plain; charset={charset}\r\n"
    raw = f"{head}Content-Transfer-Encoding: base64\r\n\r\n".encode() + base64.encodebytes(body)
    bare = KEY.replace("-", "")
    assert bare in _letters(raw).replace("nbsp", "")
    kept = _letters(_kept(raw)).replace("nbsp", "")
    assert bare not in kept
    assert kept.startswith("aparbur")
    assert kept.endswith("fbremao")


@pytest.mark.parametrize("secret", [KEY, CODE, ""])
@pytest.mark.parametrize("width", range(60, 90))
def test_a_letter_is_sent_as_if_its_secrets_had_stood_in_it_all_the_time(secret: str, width: int) -> None:
    """Wherever its lines are broken."""

    def letter(word: str, token: str) -> bytes:
        text = f"{'x' * width} {word} #00000000"
        headers = Headers(
            to="ann@example.org", to_name="Ann+" + TOKEN_BLANK, sender="judge@judge.localhost", sender_name="The Judge",
            reply_to=reply_address("judge@judge.localhost", token), message_id="<1@x>", date=NOW,
        )  # fmt: skip
        return compose(Letter("Welcome", text, f"<p style='color:#000000'>{text}</p>"), headers)

    blank = {KEY: KEY_BLANK, CODE: CODE_BLANKS[0], CODE[::-1]: CODE_BLANKS[0], "": ""}[secret]
    kept = letter(blank, TOKEN_BLANK)
    assert not _holds(kept)
    assert filled(kept, TOKEN, secret) == letter(secret, TOKEN)


@pytest.mark.parametrize("form", ["plus", "equals", "minus", "catchall", "none"])
def test_the_token_of_a_letter_is_filled_in_and_taken_out_in_each_form(form: str) -> None:
    """Without a digit, too, which few tokens lack."""
    plain = "abcdefghijklmnopqrstuvwx"

    def letter(token: str) -> bytes:
        headers = Headers(
            to="ann@example.org", to_name="Ann-" + TOKEN_BLANK, sender="judge@judge.localhost", sender_name="The Judge",
            reply_to=reply_address("judge@judge.localhost", token, form), date=NOW,
            message_id=f"<{'0f' * 12}{f'.{token}' if form == 'none' else ''}@judge.localhost>",
        )  # fmt: skip
        return compose(Letter("Welcome", "Hello", ""), headers)

    kept = letter(TOKEN_BLANK)
    assert filled(kept, plain, "", plain) == letter(plain)
    for name in ("maximilianvonhohenstein@example.org", "anna.maximilianvonhohenste@example.org"):
        assert masked(f"ADDRESS {name}") == f"ADDRESS {name}"


def test_it_takes_time_in_proportion_to_the_mail() -> None:
    letters = "".join(random.Random(1).choices(string.ascii_lowercase + "234567 -=\n", k=300_000))
    plain = ("a" * 300_000, "KEY " * 75_000, ">" * 300_000, "\n" * 300_000, "aaaa " * 60_000, "KEY" + " " * 300_000)
    secret = {text: text.translate(dict.fromkeys(map(ord, "2a"), "0")) for text in ("aaaa-" * 60_000, "2aaa." * 60_000)}
    kept = {text: text for text in (*plain, "ü" * 300_000)} | secret
    for text in (*kept, letters):
        with patience(f"{text[:9]!r} again and again"):
            left = blanked_text(text)
        assert left == (kept[text] if text in kept else blanked_text(left))
