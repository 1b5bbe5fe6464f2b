"""Reading a mail: its fields, parts and limits, whatever is wrong with them (M3 to M8, M14), and its fingerprint."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from judge.mail.fields import fingerprint
from judge.mail.read import read_mail
from judge.mail.text.lines import clean_lines, unflowed
from judge.mail.values import InboundMail
from judge.testing.laws import patience

JUDGE = "judge@host.org"


def read(raw: str | bytes, *recipients: str) -> InboundMail:
    return read_mail(raw.encode() if isinstance(raw, str) else raw, recipients or [JUDGE], address=JUDGE)


def body_of(raw: str | bytes) -> list[str]:
    return [line.text for line in read(raw).lines]


def test_the_fields_of_a_mail() -> None:
    mail = read(
        "From: Ann Otter <Ann@X.org>\nSubject: =?utf-8?q?Re=3A_S=C3=A9ance?=\n =?utf-8?q?_1901?=\n"
        "Date: Tue, 5 May 2026 12:12:33 +0200 (CEST)\nMessage-ID: <9@x.org>\nIn-Reply-To: <2@host.org>\n"
        "References: <1@host.org>\n <2@host.org>\n\nSHOW\n\nBALANCE\n",
        "judge+ABC@HOST.org",
    )
    assert (mail.sender, mail.sender_problem, mail.sender_name) == ("ann@x.org", "", "Ann Otter")
    assert mail.subject == "Re: Séance 1901"
    assert mail.date == datetime(2026, 5, 5, 10, 12, 33, tzinfo=UTC)
    assert (mail.message_id, mail.references) == ("<9@x.org>", ("<1@host.org>", "<2@host.org>"))
    assert mail.tokens == ("abc",)
    assert [(line.number, line.text) for line in mail.lines] == [(1, "SHOW"), (2, ""), (3, "BALANCE")]
    assert (mail.dropped, mail.automatic, mail.refusal, mail.warnings) == ((), "", "", ())


@pytest.mark.parametrize("first", ["html", "plain"])
def test_m8_of_plain_text_and_html_one_behind_the_other_the_first_is_read(first: str) -> None:
    """A mail system that adds a footer puts it behind, in a part of its own; both at once could be one text twice."""
    second = "plain" if first == "html" else "html"
    mail = read(
        "From: a@x.y\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n\n"
        f"--b\nContent-Type: text/{first}\n\nSHOW\n--b\nContent-Type: text/{second}\n\nCLEAR\n--b--\n"
    )
    assert [line.text for line in mail.lines] == ["SHOW"]
    assert any(("HTML" if first == "html" else "plain text") + ", which comes first" in each for each in mail.warnings)


def test_what_the_html_shows_crossed_out_is_so_in_the_plain_text_beside_it() -> None:
    mail = read(
        "From: a@x.y\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
        "A PAR - BUR\nF BRE - MAO\n--b\nContent-Type: text/html\n\n<s>A PAR - BUR</s><br>F BRE - MAO\n--b--\n"
    )
    assert [line.text for line in mail.lines if line.text] == ["~~A PAR - BUR~~", "F BRE - MAO"]


def test_references_are_the_last_fifty() -> None:
    ids = [f"<{number}@x.y>" for number in range(60)]
    assert read(f"From: a@x.y\nReferences: {' '.join(ids)}\n\n").references == tuple(ids[10:])


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("5 May 2026 12:12 -0130", datetime(2026, 5, 5, 13, 42, tzinfo=UTC)),
        ("Tue, 05 May 26 12:12:33 GMT", datetime(2026, 5, 5, 12, 12, 33, tzinfo=UTC)),
        ("Sat, 31 Dec 2016 23:59:60 +0000", datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("Tue, 31 Feb 2026 12:12:33 +0000", None),
        ("Tue, 05 May 2026 12:12:33 +9999", None),
        ("Fri, 01 Jan 0001 00:00:00 +1400", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_dates_of_mails(value: str, wanted: datetime | None) -> None:
    assert read(f"From: a@x.y\nDate: {value}\n\nSHOW").date == wanted


@pytest.mark.parametrize("head", ["To: x@y", "From: a@x.y\nFrom: b@x.y", "From: a@x.y, b@x.y", "From: x: a@x.y;"])
def test_m1_no_sender_says_why(head: str) -> None:
    mail = read(f"{head}\n\nSHOW\n")
    assert mail.sender is None
    assert mail.sender_problem


@pytest.mark.parametrize(
    "head",
    [
        "From: " + "(" * 500 + ")" * 500,
        "From: a@x.y\nMessage-ID: <[a@b]>",
        "From: a@x.y\nTo: <<<>>, ;;:@",
        "From: a@x.y\nContent-Type: ;;;=;",
        "From: a@x.y\nContent-Type: text/plain; charset",
        'From: a@x.y\nContent-Type: text/plain; charset="',
        "From: a@x.y\nContent-Type: text/plain; charset*0*=klingon'x'%41",
        "From: a@x.y\nSubject: =?x?q??= =?utf-8?b?=?= =?utf-8?q?=FF=?=",
        "From: a@x.y\nnot a field\n: nor this\nX\n",
        "From someone Tue May  5 10:12:33 2026\nFrom: a@x.y",
    ],
)
def test_m3_broken_headers_are_read_or_refused(head: str) -> None:
    mail = read(f"{head}\n\nSHOW\n")
    assert [line.text for line in mail.lines] == ["SHOW"]


HOSTILE = {
    "encoded words": b"From: a@x.y\nSubject: " + b"=?utf-8?q?x?= " * 20_000 + b"\n\nSHOW\n",
    "parameters": b"From: a@x.y\nContent-Type: text/plain" + b"; a=b" * 20_000 + b"\n\nSHOW\n",
    "headers": b"From: a@x.y\n" + b"X: y\n" * 20_000 + b"\nSHOW\n",
    "addresses": b"From: a@x.y" + b", a@x.y" * 20_000 + b"\n\nSHOW\n",
    "one endless field": b"From: a@x.y\nX: " + b"y" * 1_000_000 + b"\n\nSHOW\n",
    "folded for ever": b"From: a@x.y\nX: y" + b"\n y" * 300_000 + b"\n\nSHOW\n",
    "headers of parts": b"From: a@x.y\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
    + b"X: y\n" * 20_000
    + b"\nSHOW\n",
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_m4_headers_beyond_the_limits_are_refused_at_once(raw: bytes) -> None:
    with patience("a mail of many headers"):
        mail = read(raw)
    assert mail.refusal
    assert not mail.lines


def test_m4_a_header_cut_short_names_no_sender() -> None:
    """What was not read may hold another From, or say that the mail is automatic: nobody is answered."""
    mail = read(HOSTILE["headers"])
    assert mail.sender is None
    assert "200 header fields" in mail.sender_problem


def nested(depth: int) -> str:
    inner = "Content-Type: text/plain\n\nSHOW\n"
    for level in range(depth):
        inner = f"Content-Type: multipart/mixed; boundary=b{level}x\n\n--b{level}x\n{inner}\n--b{level}x--\n"
    return f"From: a@x.y\n{inner}"


def test_m5_ten_levels_of_parts_are_read_and_no_more() -> None:
    assert body_of(nested(10)) == ["SHOW"]
    for depth in (11, 5000):
        assert "too many parts" in read(nested(depth)).refusal


def test_m5_fifty_parts_are_read_and_no_more() -> None:
    def parts(count: int) -> str:
        return "From: a@x.y\nContent-Type: multipart/mixed; boundary=b\n" + "\n--b\n\nSHOW" * count + "\n--b--\n"

    assert body_of(parts(49)) == ["SHOW"] * 49
    for count in (50, 10_000):
        assert "too many parts" in read(parts(count)).refusal


@pytest.mark.parametrize(
    "boundary", ["", "; boundary=", '; boundary=""', "; boundary=absent", f"; boundary={'b' * 5000}"]
)
def test_m5_without_a_usable_boundary_the_body_is_flat_text(boundary: str) -> None:
    assert "SHOW" in body_of(f"From: a@x.y\nContent-Type: multipart/mixed{boundary}\n\n--b\n\nSHOW\n--b--\n")


@pytest.mark.parametrize(
    "charset", ["klingon", "rot13", "unicode_escape", "utf-7", "zlib", "idna", "x\0", "a" * 500, "''"]
)
def test_m6_foreign_charsets_are_read_as_they_stand_with_a_warning(charset: str) -> None:
    mail = read(f"From: a@x.y\nContent-Type: text/plain; charset={charset}\n\nSHOW \\x41 +AEE- % é\n")
    assert [line.text for line in mail.lines] == ["SHOW \\x41 +AEE- % é"]
    assert "charset" in "".join(mail.warnings) or charset == "''"


@pytest.mark.parametrize(
    ("label", "octets", "wanted", "warned"),
    [
        ("utf-8", "né".encode(), "né", False),
        ("utf-8", "né".encode("latin-1"), "né", True),
        ("iso-8859-1", "né".encode("latin-1"), "né", False),
        ("iso-8859-1", "né".encode(), "né", True),
        ("iso-8859-1", "“4”".encode("cp1252"), "“4”", False),
        ("us-ascii", "né".encode(), "né", False),
        ("us-ascii", "né".encode("latin-1"), "né", True),
        ("windows-1251", "нет".encode("cp1251"), "нет", False),
        ("utf-16", "né".encode("utf-16"), "né", False),
        ("shift_jis", "は\\".encode("cp932"), "は\\", False),
        ("euc-kr", b"\xff\xff\xff", "���", True),
        ("gb2312", "好".encode("gb18030"), "好", False),
    ],
)
def test_m6_right_and_wrong_labels(label: str, octets: bytes, wanted: str, warned: bool) -> None:
    mail = read(f"From: a@x.y\nContent-Type: text/plain; charset={label}\n\n".encode() + octets)
    assert [line.text for line in mail.lines] == [wanted]
    assert bool(mail.warnings) is warned


@pytest.mark.parametrize(
    ("encoding", "octets", "wanted", "damaged"),
    [
        ("base64", b"U0hPVw==", ["SHOW"], False),
        ("BASE64 (really)", b"U0hP\r\nVw==\r\n", ["SHOW"], False),
        ("base64", b"U0hPVw", ["SHOW"], True),
        ("base64", b"U0h*PVw==", ["SHOW"], True),
        ("base64", b"U0hPVw==\nread by our scanner", ["SHOW"], True),
        ("base64", b"U0hPV", ["SHO"], True),
        ("quoted-printable", b"SH=4FW =\nx", ["SHOW x"], False),
        ("quoted-printable", b"SHOW =ZZ", ["SHOW =ZZ"], True),
        ("x-klingon", b"SHOW", ["SHOW"], True),
        ("8bit", b"SHOW", ["SHOW"], False),
    ],
)
def test_m7_transfer_encodings_whole_and_broken(encoding: str, octets: bytes, wanted: list[str], damaged: bool) -> None:
    mail = read(b"From: a@x.y\nContent-Transfer-Encoding: " + encoding.encode() + b"\n\n" + octets)
    assert [line.text for line in mail.lines] == wanted
    assert bool(mail.warnings) is damaged


@pytest.mark.parametrize(
    "name", ["application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted; boundary=b"]
)
def test_m7_encrypted_mail_is_refused_with_what_would_help(name: str) -> None:
    assert "unencrypted" in read(f"From: a@x.y\nContent-Type: {name}\n\n--b\n\nx\n--b--\n").refusal


SIGNED = "MIIFJAYJKoZIhvcNAQcCoIIFFTCCBRECAQExDTALBglghkgBZQMEAgEwHgYJKoZI"
ENVELOPED = "MIIFJAYJKoZIhvcNAQcDoIIFFTCCBRECAQExDTALBglghkgBZQMEAgEwHgYJKoZI"


def test_a_mail_within_its_signature_is_told_what_to_switch_on() -> None:
    head = "From: a@x.y\nContent-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n"
    refusal = read(head + SIGNED).refusal
    assert "clear signing" in refusal
    assert "encrypted" not in refusal
    assert "encrypted" in read(head + ENVELOPED).refusal


@pytest.mark.parametrize("kind", ["text/markdown", "text/x-markdown; charset=utf-8", "text/enriched"])
def test_text_of_another_kind_alone_is_read(kind: str) -> None:
    assert [line.text for line in read(f"From: a@x.y\nContent-Type: {kind}\n\nSHOW\n").lines if line.text] == ["SHOW"]


def test_enriched_text_is_read_without_its_marks() -> None:
    text = "<bold>5</bold> : A LON\n- YOR\n\n<color><param>red</param>4 : F EDI H</color>\n\n\n<<x"
    lines = read("From: a@x.y\nContent-Type: text/enriched\n\n" + text).lines
    assert [line.text for line in lines] == ["5 : A LON - YOR", "4 : F EDI H", "", "<x"]


def test_m7_text_beside_an_encrypted_block_is_read() -> None:
    mail = read("From: a@x.y\n\nSHOW\n-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n")
    assert [line.text for line in mail.lines] == ["SHOW"]
    assert len(mail.dropped) == 3
    assert "encrypted" in mail.warnings[0]


def test_m7_press_that_begins_like_a_file_is_none() -> None:
    text = ["begin 644 ships", "and end", "begin 1901 now", "end"]
    assert body_of("From: a@x.y\n\n" + "\n".join(text)) == text


def alternative(plain: str, rich: str) -> str:
    return (
        "From: a@x.y\nContent-Type: multipart/alternative; boundary=b\n\n"
        f"--b\n\n{plain}\n--b\nContent-Type: text/html\n\n{rich}\n--b--\n"
    )


def test_m8_of_two_forms_the_plain_one_wins_and_a_difference_is_noted() -> None:
    mail = read(alternative("5 : A LON - YOR", "<p>5 : A LON - YOR</p><p>6 : A LVP - YOR</p>"))
    assert [line.text for line in mail.lines] == ["5 : A LON - YOR"]
    assert "6 : A LVP - YOR" in "".join(mail.warnings)


def test_m8_two_forms_of_the_same_are_no_difference() -> None:
    plain = "*5* : A LON - YOR and this line is\nwrapped\n\nOn 5 May 2026 x <x@y.z> wrote:\n> 4 : F EDI H"
    rich = (
        "<b>5</b> : A&nbsp;LON - YOR and this line is wrapped<br>On 5 May 2026 x wrote:<blockquote>other</blockquote>"
    )
    assert read(alternative(plain, rich.replace(" x wrote", " x &lt;x@y.z&gt; wrote"))).warnings == ()


def test_m8_what_outlook_quotes_without_a_mark_in_its_html_is_no_difference() -> None:
    head = "From: The Judge <judge@judge.localhost>\nSent: Monday, March 2, 2026 1:00 PM\nTo: me\nSubject: bergen"
    plain = f"SHOW\n\n________________________________\n{head}\n\nWhat was said\nto you"
    rich = f"<p>SHOW</p><div>{head}</div><p>What was said to you</p><table><tr><td>A map of 1901</td></tr></table>"
    rich = rich.replace("<judge@judge.localhost>", "&lt;judge@judge.localhost&gt;").replace("\n", "<br>")
    assert read(alternative(plain, rich)).warnings == ()
    assert read(alternative(plain, rich.replace("SHOW", "SHOW<br>5 : A LON - YOR"))).warnings


def test_m8_an_empty_plain_form_leaves_the_html() -> None:
    assert [line.text for line in read(alternative("", "<p>SHOW</p>")).lines] == ["SHOW"]


def test_m14_a_sheet_in_an_attachment_is_refused_without_its_name() -> None:
    mail = read(
        "From: a@x.y\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/msword\n"
        'Content-Disposition: attachment; filename="my sheet.docx"\n\nx\n--b--\n'
    )
    assert not mail.lines
    assert "plain text" in mail.refusal
    assert "what is attached to your mail was left out" in mail.refusal
    assert "my sheet.docx" not in mail.refusal


def test_m14_text_beside_an_attachment_is_read_and_the_attachment_left_out() -> None:
    mail = read(
        "From: a@x.y\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSHOW\n--b\n"
        "Content-Type: message/rfc822\n\nSubject: x\n\nBALANCE\n--b--\n"
    )
    assert [line.text for line in mail.lines] == ["SHOW"]
    assert "what is attached to your mail was left out" in mail.warnings[0]


def test_c1_an_empty_mail_is_no_refusal() -> None:
    mail = read("From: a@x.y\n\n\n \n")
    assert (mail.lines, mail.refusal) == ((), "")


def test_c9_more_text_than_is_read_is_refused_politely() -> None:
    parts = "Content-Type: multipart/mixed; boundary=b\n" + ("\n--b\n\n" + "x" * 110_000) * 2
    for text in ("\n" + "x" * 210_000, "\n" + "A LON H\n" * 10_001, parts):
        mail = read(f"From: a@x.y\n{text}")
        assert "more than" in mail.refusal
        assert not mail.lines
        assert mail.sender == "a@x.y"


def test_c12_a_subject_is_one_line() -> None:
    mail = read("From: a@x.y\nSubject: =?utf-8?q?a=0D=0ABcc=3A_b=40c=E2=80=AE=00d?=\n\nSHOW")
    assert mail.subject == "a Bcc: b@c d"


def test_lines_are_counted_as_their_writer_counts() -> None:
    mail = read("From: a@x.y\n\n\n> old\n5 : A LON H\r\n\r\nSHOW")
    assert [(line.number, line.text) for line in mail.lines] == [(3, "5 : A LON H"), (4, ""), (5, "SHOW")]


LONG = "4*5#2 + 5*10#3 + 6#1 : F NTH S F NWG - NWY | C A LON - NWY | S A EDI - YOR | H"


@pytest.mark.parametrize("at", [" - YOR", " | H", " EDI - "])
def test_m8_an_order_that_a_program_broke_in_the_plain_text_alone_is_whole(at: str) -> None:
    broken = LONG.replace(at, "\n" + at.lstrip(), 1)
    html = "<div>SHOW</div><div>" + LONG + "</div><div>A LVP H</div>"
    mail = read(alternative(f"SHOW\n{broken}\nA LVP H", html))
    assert [(line.number, line.text) for line in mail.lines] == [(1, "SHOW"), (2, LONG), (4, "A LVP H")]
    assert mail.warnings == ()


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        ("A LON H\nA LVP H", "<div>A LON H A LVP H</div>"),
        ("\n".join(["5 : A LON - YOR"] * 6), "<div>" + " ".join(["5 : A LON - YOR"] * 6) + "</div>"),
        (LONG + "\nA LVP H", f"<div>{LONG}</div><div>A LVP H</div>"),
        (LONG[:70] + "\n" + LONG[70:], "<div>SHOW</div>"),
    ],
)
def test_m8_lines_that_were_not_broken_for_their_length_stay_apart(plain: str, html: str) -> None:
    assert "\n".join(line.text for line in read(alternative(plain, html)).lines) == plain


# By what a mail is known again (M19).

MAIL = (
    b"Received: from a by b\r\nFrom: Ann <ann@x.y>\r\nTo: judge@h\r\nMessage-ID: <1@x.y>\r\n"
    b"Date: Tue, 5 May 2026 10:00:00 +0000\r\nSubject: orders\r\n\r\nTRANSFER 5 TO FRANCE\r\n"
)

SAME = {
    "another path": MAIL.replace(b"Received: from a by b", b"Received: from c by d\r\nReceived: from e by f"),
    "another recipient": MAIL.replace(b"judge@h", b"judge+token@h"),
    "bare line ends": MAIL.replace(b"\r\n", b"\n"),
    "an empty line at the end": MAIL + b"\r\n",
    "folded anew": MAIL.replace(b"From: Ann ", b"FROM:\r\n Ann\r\n\t"),
    "another subject": MAIL.replace(b"Subject: orders", b"Subject: [spam?] orders"),
}
OTHER = {
    "other body": MAIL.replace(b"FRANCE", b"ITALY"),
    "other Message-ID": MAIL.replace(b"<1@", b"<2@"),
    "other sender": MAIL.replace(b"ann@", b"bob@"),
    "body moved into the head": MAIL.replace(b"\r\n\r\nTRANSFER", b"\r\nTRANSFER"),
}


@pytest.mark.parametrize("raw", SAME.values(), ids=SAME)
def test_m19_a_retry_is_the_same_mail(raw: bytes) -> None:
    assert fingerprint(raw) == fingerprint(MAIL)


@pytest.mark.parametrize("raw", OTHER.values(), ids=OTHER)
def test_m19_another_mail_is_another(raw: bytes) -> None:
    assert fingerprint(raw) != fingerprint(MAIL)


def test_m19_without_message_id_date_and_subject_tell_mails_apart() -> None:
    bare = MAIL.replace(b"Message-ID: <1@x.y>\r\n", b"")
    assert fingerprint(bare) == fingerprint(bare.replace(b"from a by b", b"from c by d"))
    for old, new in ((b"10:00:00", b"11:00:00"), (b"orders", b"more orders"), (b"FRANCE", b"ITALY")):
        assert fingerprint(bare) != fingerprint(bare.replace(old, new))


def test_m19_fields_are_not_run_together() -> None:
    assert fingerprint(b"Date: ab\nSubject: c\n\n") != fingerprint(b"Date: a\nSubject: bc\n\n")


def test_it_is_a_sha256_in_hex() -> None:
    assert len(fingerprint(b"")) == 64
    assert int(fingerprint(MAIL), 16)


# What mail programs make of the characters of orders (M10), and what is not to be seen.


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("4\u00a0:\u2009A\u3000LON\t-\u202fYOR  ", "4 : A LON - YOR"),
        ("\ufeff4 : A\u200b LON\u2060 - Y\u00adOR\u200e", "4 : A LON - YOR"),
        ("4 : A LON \u202e-\u202c YOR\u2066", "4 : A LON - YOR"),
        ("4 :\ufffe A LON\uffff - YOR", "4 : A LON - YOR"),
        ("4 :\0 A\x07LON - YOR\x7f", "4 : A LON - YOR"),
        ("4\u200d : A\u200cLON", "4 : ALON"),
        ("می\u200cروم", "می\u200cروم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("•\u00a04 : A LON - YOR", "4 : A LON - YOR"),
        ("  ◦  4 : A LON - YOR", "4 : A LON - YOR"),
        ("•4 : A LON - YOR", "•4 : A LON - YOR"),
        ("- 4 : A LON - YOR", "- 4 : A LON - YOR"),
        ("* 4 : A LON - YOR", "* 4 : A LON - YOR"),
        ("4 : A LON – YOR — “so”", "4 : A LON – YOR — “so”"),
        ("5 &amp; A LVP &gt; &lt;&nbsp;&quot;", '5 & A LVP > < "'),
        ("5 & A LVP &c; &ampamp;", "5 & A LVP &c; &ampamp;"),
        ("ann@x.y<mailto:ann@x.y> and bob@x.y<mailto:bob@x.y>.", "ann@x.y and bob@x.y."),
        ("ann@x.y <mailto:bob@x.y> <mailto:", "ann@x.y <mailto:bob@x.y> <mailto:"),
    ],
)
def test_m10_a_line_is_cleaned_of_what_cannot_matter(written: str, wanted: str) -> None:
    assert clean_lines(written) == [wanted]


def test_every_kind_of_line_end() -> None:
    assert clean_lines("a\r\nb\rc\nd\u2028e\u2029f\n") == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("flowed", "wanted"),
    [
        ("4 : A LON - \nYOR\n5 : A LVP H", "4 : A LON - YOR\n5 : A LVP H"),
        ("> old \nnew", "> old \nnew"),
        ("> old \n> older\n>> oldest", "> old older\n>> oldest"),
        (" From here\n  indented", "From here\n indented"),
        ("a \n-- \nAnn", "a \n-- \nAnn"),
        ("a \n\nb", "a \nb"),
        ("a ", "a "),
    ],
)
def test_m10_soft_breaks_are_undone(flowed: str, wanted: str) -> None:
    assert unflowed(flowed, delsp=False) == wanted


def test_m10_with_delsp_the_blank_before_a_soft_break_is_not_text() -> None:
    assert unflowed("4 : A LON-  \nYOR H \nx", delsp=True) == "4 : A LON- YOR Hx"


def test_a_tag_for_a_line_break_is_one_but_in_a_quoted_line() -> None:
    assert clean_lines("A PAR H<BR>A MAR H<br />\n&lt;br&gt;F BRE H") == ["A PAR H", "A MAR H", "", "", "F BRE H"]
    assert clean_lines("> A PAR H<BR>A MAR H") == ["> A PAR H<BR>A MAR H"]
