"""No mail keeps the reader long, whatever is repeated in it (M4, M5); that none raises, `tests/fuzz` shows."""

from __future__ import annotations

import pytest

from judge.mail.read import MAX_LINES, read_mail
from judge.mail.values import InboundMail
from judge.testing.laws import patience

JUDGE = "judge@host.org"


def read(raw: bytes) -> InboundMail:
    """Whatever it raises is a fault."""
    return read_mail(raw, [JUDGE, "judge+abc@host.org"], address=JUDGE)


LONG_LINES = [
    b"> ",
    b"a:",
    b"On 5 wrote ",
    b"<mailto:",
    b"=?utf-8?q?",
    b"--b ",
    b"&",
    b"-",
    b" ",
    b"_",
    b"x<a@b>",
    b"1:23",
    b"wrote:",
]
MANY_LINES = [
    *(b"\n", b">\n", b"a:\n", b"On 5 May a@b\n", b"5 wrote:\n", b"5 wrote:\n>\n", b"5 wrote:\n\n"),
    *(b"From: a\n", b"From: a\nSent: 10:00\n"),
    *(b"From: a\nSent: 10:00\nTo: b\n>\n", b"-----Original Message-----\n>\n"),
    *(b"-----Original Message-----\n\n\n>\n", b"--\n", b"--\n>\n"),
    *(b"Sent from my iPhone\n", b"begin 644 x\nMM\n", b"-----BEGIN PGP MESSAGE-----\n"),
    *(b"-----BEGIN PGP SIGNED MESSAGE-----\n", b"_______\n"),
    *(b"\n--b\n\n", b"\xe2\x80\xa2\n", b"\xe2\x80\x8d", b"----- End forwarded message -----\n"),
    b"-----Original Message-----\n>\n\n\n\n",
    b"-" * 399 + b"x\n> --- Write your reply above this line ---\n",
    b"Foo: a@x.y a+a+a+a 10:00 20:26\n" * 11 + b"> --- Write your reply above this line ---\n",
    b"a@x.y 10:00\n" * 3 + b">:\n> --- Write your reply above this line ---\n",
]


@pytest.mark.parametrize("piece", [*LONG_LINES, *MANY_LINES])
@pytest.mark.parametrize("kind", [b"", b"Content-Type: text/plain; format=flowed\n"], ids=["fixed", "flowed"])
def test_m4_time_is_bounded_whatever_is_repeated(piece: bytes, kind: bytes) -> None:
    raw = b"From: a@x.y\n" + kind + b"\n" + piece * (200_000 // len(piece))
    with patience(f"{piece!r} again and again"):
        mail = read(raw)
    told = bool(mail.refusal)
    assert told is (len(mail.lines) + len(mail.dropped) == 0 and bool(piece.strip(b" ")))
    assert told is (piece.count(b"\n") * (200_000 // len(piece)) > MAX_LINES)


@pytest.mark.parametrize("piece", MANY_LINES)
def test_m4_time_is_linear_in_the_number_of_lines(piece: bytes) -> None:
    """As many lines as are read, of each kind that quotation is told by."""
    count = min(MAX_LINES // max(1, piece.count(b"\n")), 190_000 // len(piece))
    with patience(f"{piece!r} again and again"):
        mail = read(b"From: a@x.y\n\n" + piece * count)
    assert not mail.refusal
    assert 0 < len({line.number for line in (*mail.lines, *mail.dropped)}) <= MAX_LINES or not piece.strip()


@pytest.mark.parametrize(
    "piece", [b"=?utf-8?q?x?= ", b"=?x?q?", b"(", b'"', b"a@x.y,", b"<a@b> ", b";a=b", b';a="', b"\\", b"=?", b"?="]
)
@pytest.mark.parametrize("name", [b"From", b"Subject", b"Content-Type", b"References", b"Date", b"Auto-Submitted"])
def test_m4_fields_of_the_greatest_length_are_read_at_once(piece: bytes, name: bytes) -> None:
    raw = b"From: a@x.y\n" + name + b": " + piece * (60_000 // len(piece)) + b"\n\nSHOW\n"
    with patience(f"{piece!r} again and again"):
        mail = read(raw)
    assert (mail.sender, mail.refusal) == (None if name == b"From" else "a@x.y", "")
    assert [line.text for line in mail.lines] == ["SHOW"]


@pytest.mark.parametrize("piece", [b"\n--b\n", b"--b", b"\n--b", b"--b--", b"-", b"--" + b"b" * 200])
@pytest.mark.parametrize("boundary", [b"b", b"b" * 200, b"-" * 200])
def test_m5_splitting_parts_is_linear(piece: bytes, boundary: bytes) -> None:
    head = b"From: a@x.y\nContent-Type: multipart/mixed; boundary=" + boundary
    raw = head + b"\n\n" + piece * (1_000_000 // len(piece))
    with patience(f"{piece!r} again and again"):
        mail = read(raw)
    assert mail.refusal
    assert not mail.lines
