"""Every mail of the judge is made by one function, with pictures or without; whatever it holds, it is one mail."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.compose import compose, image_blank, images_in, safe_header, with_images
from judge.mail.values import Headers, Image, Letter

HEADERS = Headers(
    to="alice@example.net",
    to_name="Alice",
    sender="judge+abcd@example.org",
    sender_name="The Judge",
    reply_to="judge+abcd@example.org",
    message_id="<17.hamlet@example.org>",
    date=datetime(2026, 11, 21, 20, 0, tzinfo=UTC),
)
LETTER = Letter("Results of Spring 1901", "The results:\n\n  A VIE - GAL    bounced\n", "<p>The results:</p>\n")
NAMES = [
    "From",
    "To",
    "Reply-To",
    "Subject",
    "Date",
    "Message-ID",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "X-Judge-Loop",
]
NAMES += ["MIME-Version", "Content-Type"]
ENCODED_NEWLINE = "=?UTF-8?Q?x=0ABcc=3A_evil=40example.com?="
HOSTILE = {
    "encoded newline": ENCODED_NEWLINE,
    "encoded CRLF": "=?utf-8?b?eA0KQmNjOiBldmlsQGV4YW1wbGUuY29t?=",
    "LF": "x\nBcc: evil@example.com",
    "CR": "x\rBcc: evil@example.com",
    "CRLF": "x\r\nBcc: evil@example.com\r\n\r\nbody",
    "CRLF and a blank": "x\r\n Bcc: evil@example.com",
    "NUL": "x\0y",
    "escape": "x\x1b[2Jy",
    "NEL": "x\x85Bcc: evil@example.com",
    "line separator": "x\u2028Bcc: evil@example.com",
    "form feed": "x\x0cBcc: evil@example.com",
    "override": "x\u202egro.live@live\u202cy",
    "isolate": "x\u2066y\u2069",
    "surrogate": "x\udc80y",
    "template": "{{7*7}}",
    "script": "<script>alert(1)</script>",
    "another mailbox": 'gm@game.org" <evil@x.y>, "',
    "backslash": 'x\\" <evil@x.y>',
    "comment": "x (gm@game.org",
    "two kilobytes": "x" * 2000,
    "two kilobytes of words": "ab " * 700,
    "two kilobytes of emoji": "\N{CROWN}" * 2000,
    "ten kilobytes": "é" * 10_000,
}


def read(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    return message


def part(message: EmailMessage, subtype: str) -> str:
    found = message.get_body((subtype,))
    assert found is not None
    octets = found.get_payload(decode=True)
    assert isinstance(octets, bytes)
    return octets.decode("utf-8").replace("\r\n", "\n")


def sound(raw: bytes) -> None:
    """Lines as RFC 5322 2.1.1 wants them, ASCII, no stray CR or LF."""
    assert raw.isascii()
    assert b"\0" not in raw
    lines = raw.split(b"\r\n")
    assert not any(b"\r" in line or b"\n" in line for line in lines)
    assert max(map(len, lines)) <= 998


def test_a_letter_has_the_headers_it_needs_to_travel_and_no_other() -> None:
    message = read(compose(LETTER, HEADERS))
    assert message.keys() == NAMES
    assert message["From"] == "The Judge <judge+abcd@example.org>"
    assert message["To"] == "Alice <alice@example.net>"
    assert message["Subject"] == "Results of Spring 1901"
    assert message["Message-ID"] == "<17.hamlet@example.org>"
    assert message["Date"] == "Sat, 21 Nov 2026 20:00:00 +0000"


def test_a_date_in_another_zone_is_written_in_utc() -> None:
    message = read(
        compose(LETTER, replace(HEADERS, date=datetime(2026, 11, 21, 21, 0, tzinfo=timezone(timedelta(hours=1)))))
    )
    assert message["Date"] == "Sat, 21 Nov 2026 20:00:00 +0000"


def test_rfc3834_a_letter_says_that_it_is_automatic() -> None:
    message = read(compose(LETTER, replace(HEADERS, automatic="auto-replied")))
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["X-Judge-Loop"] == "judge+abcd@example.org"


def test_text_comes_first_and_html_is_the_alternative() -> None:
    message = read(compose(LETTER, HEADERS))
    assert [each.get_content_type() for each in message.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    assert part(message, "plain") == LETTER.text
    assert part(message, "html") == LETTER.html


def test_without_html_the_mail_is_plain_text() -> None:
    message = read(compose(replace(LETTER, html=""), HEADERS))
    assert message.get_content_type() == "text/plain"
    assert part(message, "plain") == LETTER.text


def test_plain_text_is_never_flowed_so_that_tables_stay_aligned() -> None:
    assert b"flowed" not in compose(LETTER, HEADERS)


def test_the_same_letter_is_the_same_bytes() -> None:
    assert compose(LETTER, HEADERS) == compose(LETTER, HEADERS)


def test_a_game_reads_as_a_thread_with_a_bounded_number_of_references() -> None:
    chain = tuple(f"<{number}.hamlet@example.org>" for number in range(40))
    thread = (*chain[:2], "<his@mail.net>", *chain[2:])
    message = read(compose(LETTER, replace(HEADERS, references=thread, in_reply_to="<his@mail.net>")))
    assert message["In-Reply-To"] == "<his@mail.net>"
    references = message["References"].split()
    assert references[0] == chain[0]
    assert references[-2:] == [chain[-1], "<his@mail.net>"]
    assert len(references) == 12


def test_a_mail_that_is_answered_joins_the_thread_only_where_it_is_named_in_it() -> None:
    message = read(compose(LETTER, replace(HEADERS, references=("<ours@example.org>",), in_reply_to="<his@mail.net>")))
    assert message["In-Reply-To"] == "<his@mail.net>"
    assert message["References"] == "<ours@example.org>"


def test_a_game_has_its_list_id() -> None:
    assert read(compose(LETTER, replace(HEADERS, list_id="hamlet.example.org")))["List-Id"] == "<hamlet.example.org>"


@pytest.mark.parametrize(
    "stray", ["", "no brackets", "<a b@c>", "<a@b>\r\nBcc: evil@example.com", "<a@b\n>", "<" + "x" * 300 + ">", "<é@b>"]
)
def test_what_is_no_message_id_is_left_out_of_the_thread(stray: str) -> None:
    message = read(compose(LETTER, replace(HEADERS, in_reply_to=stray, references=(stray, "<good@mail.net>", stray))))
    assert message["In-Reply-To"] is None
    assert message["References"] == "<good@mail.net>"


@pytest.mark.parametrize("field", ["to", "sender", "reply_to"])
@pytest.mark.parametrize(
    "address",
    ["", "alice", "a@b\r\nBcc: evil@x.y", "a b@c.d", "a@b, c@d", "<a@b>", "é@b.c", "a" * 65 + "@b", "a@" + "b" * 260],
)
def test_an_address_that_mail_cannot_carry_makes_no_mail(field: str, address: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        compose(LETTER, replace(HEADERS, **{field: address}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"message_id": "<a@b>\r\nBcc: x@y"},
        {"message_id": "a@b"},
        {"automatic": "no\r\nBcc: x@y"},
        {"list_id": "a>\r\nBcc: x@y"},
    ],
)
def test_our_own_headers_are_refused_rather_than_repaired(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"not a|is one of"):
        compose(LETTER, replace(HEADERS, **wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["a\r\nBcc: x", "a\nb", "a\rb", "a\0b", "é", "", " a", "a  b", "a\tb", "x" * 1200])
def test_o3_the_choke_point_takes_printable_ascii_alone(value: str) -> None:
    with pytest.raises(ValueError, match=r"header line|longer"):
        safe_header("Subject", value)


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_o3_c12_a_hostile_subject_or_name_is_one_folded_header_and_nothing_else(hostile: str) -> None:
    raw = compose(replace(LETTER, subject=f"Re: {hostile}"), replace(HEADERS, to_name=hostile, sender_name=hostile))
    sound(raw)
    head = raw.split(b"\r\n\r\n")[0]
    assert [line.split(b":")[0].decode() for line in head.split(b"\r\n") if not line.startswith(b" ")] == NAMES
    assert max(map(len, head.split(b"\r\n"))) <= 78
    message = read(raw)
    for field, address in (("From", HEADERS.sender), ("To", HEADERS.to), ("Reply-To", HEADERS.reply_to)):
        assert [each.addr_spec for each in message[field].addresses] == [address]


def test_o3_an_encoded_newline_reaches_the_reader_as_the_text_it_is() -> None:
    assert str(read(compose(replace(LETTER, subject=ENCODED_NEWLINE), HEADERS))["Subject"]) == ENCODED_NEWLINE


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "李雷",
        "O'Brien",
        "Smith, John",
        'The "Judge"',
        "Dr. No",
        "\N{CROWN} King \N{CROWN}",
        "back\\slash",
        "a@b.c",
    ],
)
def test_a_name_reads_back_as_it_was_written(name: str) -> None:
    message = read(compose(replace(LETTER, subject=name), replace(HEADERS, to_name=name)))
    assert message["To"].addresses[0].display_name == name
    assert message["Subject"] == name


def test_a_name_that_overrides_the_direction_of_reading_is_shown_without_that() -> None:
    message = read(compose(replace(LETTER, subject="a\u202egpj.exe"), HEADERS))
    assert message["Subject"] == "a gpj.exe"


def test_a_long_subject_is_cut_and_says_so() -> None:
    subject = str(read(compose(replace(LETTER, subject="word " * 500), HEADERS))["Subject"])
    assert len(subject) <= 200
    assert subject.endswith("word…")


@given(st.text(), st.text())
def test_o3_no_text_at_all_starts_a_header_of_its_own(subject: str, name: str) -> None:
    raw = compose(replace(LETTER, subject=subject), replace(HEADERS, to_name=name))
    sound(raw)
    assert read(raw).keys() == NAMES


BODIES = {
    "a line of 5000": "x" * 5000,
    "5000 of two octets": "é" * 5000,
    "5000 equals signs": "=" * 5000,
    "5000 blanks": " " * 5000,
    "5000 of From": "From " * 1000,
    "From where a line is broken": "x" * 75 + "From " + "x" * 80,
    "a dot": ".\n..\n.x\nlast\n.\n",
    "From": "From the GameMaster\n>From quoted\n",
    "lone CR": "a\rb\n\rc\r\n",
    "blanks at the end": "a \nb\t\n \n\t\n",
    "emoji": "\N{CROWN} \U0001f1eb\U0001f1f7 \U0001f469\u200d\U0001f680\n",
    "controls": "\0\x01\x7f\x85\u2028\n",
    "an arrow": "A VIE → GAL – 5\N{EURO SIGN}\n",
    "a boundary": "--=_\n--=_x--\n",
    "soft break": "=\n=20\n=3D\n",
    "nothing": "",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_o4_a_body_arrives_equal_after_decoding(body: str) -> None:
    raw = compose(Letter("s", body, body or "<p>"), HEADERS)
    sound(raw)
    wanted = body.replace("\r\n", "\n")
    wanted = wanted if wanted.endswith("\n") or not wanted else wanted + "\n"
    assert part(read(raw), "plain") == wanted
    assert not any(line.startswith((b"From ", b".")) or line.endswith((b" ", b"\t")) for line in raw.split(b"\r\n"))


@given(st.text())
def test_o4_any_text_arrives_equal_after_decoding(body: str) -> None:
    raw = compose(Letter("s", body, ""), HEADERS)
    sound(raw)
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    wanted = body.replace("\r\n", "\n")
    assert part(read(raw), "plain") in (wanted, wanted + "\n")


# Pictures in a letter: multipart/related around its HTML, and no other byte of the mail changes.

PICTURED_HEADERS = Headers(
    "a@example.org",
    "A",
    "judge@example.org",
    "J",
    "judge+x@example.org",
    "<1@example.org>",
    datetime(2026, 1, 1, tzinfo=UTC),
)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9
IMAGE = Image("map", "<svg/>", "Map")
PICTURED = Letter("Results", "Text\n", '<p><img src="cid:map" alt="Map"></p>', (IMAGE,))


def test_a_picture_travels_beside_the_html_that_shows_it() -> None:
    message = email.message_from_bytes(
        with_images(compose(PICTURED, PICTURED_HEADERS), {IMAGE.digest: PNG}), policy=email.policy.default
    )
    text, related = message.iter_parts()
    html, picture = related.iter_parts()
    assert (message.get_content_type(), related.get_content_type()) == ("multipart/alternative", "multipart/related")
    assert text.get_content().strip() == "Text"
    assert 'src="cid:map"' in html.get_content()
    assert picture["Content-ID"] == "<map>"
    assert picture.get_content() == PNG
    assert picture.get_content_disposition() == "inline"


def test_lines_stay_short_and_ascii() -> None:
    raw = with_images(compose(PICTURED, PICTURED_HEADERS), {IMAGE.digest: PNG})
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_a_letter_is_kept_without_its_pictures_and_names_them() -> None:
    raw = compose(PICTURED, PICTURED_HEADERS)
    assert images_in(raw) == (IMAGE.digest,)
    assert len(raw) < 2000
    assert images_in(with_images(raw, {IMAGE.digest: PNG})) == ()


def test_pictures_are_told_apart_by_what_is_painted() -> None:
    others = (replace(IMAGE, svg="<svg></svg>"), replace(IMAGE, width=801))
    assert len({each.digest for each in (IMAGE, *others)}) == 3
    assert replace(IMAGE, name="other", alt="Another").digest == IMAGE.digest


def test_no_word_of_a_letter_is_taken_for_a_picture() -> None:
    blank = image_blank(IMAGE.digest).decode()
    forged = Letter(f"x\r\n{blank}", f"{blank}\n{blank}", f"<pre>\n{blank}</pre>", calendar=f"\r\n{blank}")
    headers = replace(PICTURED_HEADERS, to_name=f"\r\n{blank}", references=(f"<\r\n{blank}>",))
    assert images_in(compose(forged, headers)) == ()


def test_the_place_of_a_picture_that_is_not_there_stays_empty() -> None:
    message = email.message_from_bytes(
        with_images(compose(PICTURED, PICTURED_HEADERS), {}), policy=email.policy.default
    )
    (picture,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content() == b""


def test_without_html_there_is_nothing_to_show_a_picture_in() -> None:
    assert b"image/png" not in compose(replace(PICTURED, html=""), PICTURED_HEADERS)


def test_the_name_of_a_picture_cannot_carry_a_header() -> None:
    with pytest.raises(ValueError, match="not a name for an image"):
        compose(replace(PICTURED, images=(Image("a\r\nBcc: x@y", "<svg/>", ""),)), PICTURED_HEADERS)
