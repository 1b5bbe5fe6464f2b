"""A mail as it is kept once it was read or sent: without KEYs, codes and tokens of reply addresses, whatever part,
encoding or form they stand in, and with as many lines as before.

What nothing was found in stays to the octet. A part in which something was found may be encoded anew.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import email
import html
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from judge.mail.charsets import decode_charset, decode_transfer_base64
from judge.mail.fields import decode_text, parameters, split_message, transfer_encoding
from judge.mail.headers import mailbox, safe_header, text_words
from judge.mail.read import read_if_readable
from judge.mail.text.html_text import html_text
from judge.mail.text.mime import MAX_DEPTH, MAX_HTML, MAX_PARTS
from judge.mail.values import InboundMail

KEY_BLANK = "0000-0000-0000-0000"
CODE_BLANKS = ("0" * 16, "1" * 16)  # a letter may bring two
TOKEN_BLANK = "0" * 24

MASK = "········"

Said = Callable[[re.Match[str]], str]

_DASH = "[-\u2010-\u2015]"
_BREAK = r"(?:=?[ \t]?\r?\n[>|\s]{0,4})?"  # where a mail program has broken a line, in whatever way
_FOUR = rf"[a-z2-7](?:{_BREAK}[a-z2-7]){{3}}"
_FEW = "[a-z0-9]{3,5}"
_SECRET = re.compile(
    # Most places in a text are within a word or before a short one: a look at that comes first
    r"(?<![a-z0-9])(?=[a-z2-7]{4})(?:"
    # A KEY in groups
    rf"(?:[a-z2-7]{{4}}{_DASH}\s{{0,3}}){{3}}[a-z2-7]{{4}}(?![a-z0-9])"
    # One without its word, however its groups are parted: four times four with a letter and a digit
    r"|(?=[^\n]{0,24}[2-7])(?=[^\n]{0,24}[a-z])[a-z2-7]{4}(?P<gap>[ \t]|[^\sa-z0-9]{1,3})"
    r"(?:[a-z2-7]{4}(?P=gap)){2}[a-z2-7]{4}(?![a-z0-9])"
    # A word as long as a code or a token, with a digit: every code has one, and no language has such words
    r"|(?=[a-z]{0,23}[2-7])(?:[a-z2-7]{24}|[a-z2-7]{16})(?![a-z0-9])"
    r")"
    # A KEY behind its word, however it is grouped
    rf"|\b(?P<word>KEY)[ :=]{{1,3}}(?:[a-z2-7]{{4}}(?:{_DASH}|\s)?){{3}}[a-z2-7]{{4}}(?![a-z0-9])"
    # The token of a reply address or of a Message-ID
    r"|(?:(?<=-)|(?<=[0-9a-f]{24}\.))[a-z2-7]{24}(?=@)"
    r"|(?<=[+=bd])(?:(?<=[+=])|(?<=%2b)|(?<=%3d))[a-z2-7]{24}(?![a-z0-9])",
    re.IGNORECASE,
)
# What is nearly a KEY: mistyped by a letter or two, or broken in two by a mail program. Who reads it knows the rest.
_NEARLY = re.compile(
    rf"(?:(?<![a-z0-9])|(?<=%[0-9a-f][0-9a-f]))(?:{_FOUR}(?:{_BREAK}{_DASH}\s{{0,3}}{_FOUR}){{3}}"
    rf"|{_FEW}(?:{_DASH}{_FEW}){{3}})(?![a-z0-9])",
    re.IGNORECASE,
)
# What stands behind the word is squeezed where it is read: `KEY m n b v …` counts.
_SPACED = re.compile(
    r"^([^\na-z0-9]{0,20}(?:\d{1,3}[.)]\s?)?(KEY|CONFIRM)\b)([^\n]{8,400})$", re.IGNORECASE | re.MULTILINE
)
# The first line of a mail to judges of old: `SIGNON Foslo password`. People have the same password elsewhere.
_SIGNED_ON = re.compile(
    r"^([^\na-z0-9]{0,20}(?:signon|sign on(?=[ \t]+\?))[ \t]+\S{1,40}[ \t]+)(\S{1,60})(?=[ \t\r.!]*$)",
    re.IGNORECASE | re.MULTILINE,
)
# What every one of these needs, looked for first, since most of what is kept holds none of it. Both in plain small
# letters: sixteen in a row, or three groups of four; and dashes with groups between them.
_LIKE_SECRETS = re.compile(r"[^a-z2-7](?:[a-z2-7]{16}|[a-z2-7]{4}(?:[^a-z0-9]{1,4}[a-z2-7]{4}){2})")
_DASHES = re.compile(rf"{_DASH}(?:[a-z0-9=>|\s]{{3,50}}{_DASH}){{2}}")
_AROUND = " \t\r:=.,;!?\"'<>()*_"
_ONE_WORD = re.compile(r"[a-z0-9]+(?:[-\u2010-\u2015._/,][a-z0-9]+)*", re.IGNORECASE)
_FEW_LETTERS = re.compile(_FEW, re.IGNORECASE)
_ENTITY = re.compile(r"&(?:amp|nbsp|lt|gt|quot|shy);")
_NOT_LETTERS = re.compile(r"[^a-z0-9]")
_LETTERS = re.compile(r"[a-z2-7]{16}")
_LETTER = re.compile(r"[a-z2-7]", re.IGNORECASE)
_SIGN = re.compile(r"[\x21-\x7e]")


def masked(text: str) -> str:
    """Text fit to be repeated: KEYs, codes and reply tokens in it are made unreadable."""
    plain = text.translate(_shapes(text))
    if plain != text and _blanked(plain) != plain:
        text = plain
    return _without(text, _MASKED)


_PLAIN = re.compile(
    r"""(?:\w|[ ,;!?()\[\]'"“”‘’«»–—*=\#%&$€£+>|^·/-]
    |\.(?!\w)|(?<=\b[^\W\d_])\.(?=[^\W\d_]\b)|(?<=\d)\.(?=\d{1,9}(?!\d|\.\w))
    |:(?!\S)|(?<=\d):|(?<!\S):|(?<!\S)@(?!\S))*""",
    re.VERBOSE,
)
_PHONE = re.compile(r"(?:\d[ ().-]{0,2}){7}")
_DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
_LINK = re.compile(
    r"://|\\\\|\w@\w|\w\.[^\W\d_]{2}|\d\.\d{1,3}\.\d|\b(?:https?|ftp|mailto|tel|sms|callto|skype|file):\S",
    re.IGNORECASE,
)


def is_plain(text: str) -> bool:
    """Is there nothing in this line that a mail program could make a link of? In doubt there is."""
    if unicodedata.normalize("NFKC", text) != text or not _PLAIN.fullmatch(text):
        return False
    return _PHONE.search(_DATE.sub("", text)) is None


def unlinked(text: str) -> str:
    """The text without its web and mail addresses."""
    return re.sub(r"\S+", lambda word: MASK if _LINK.search(_as_linked(word[0])) else word[0], text)


def _as_linked(word: str) -> str:
    return unicodedata.normalize("NFKC", word).replace("。", ".")


def blanked_text(text: str) -> str:
    """Text fit to be kept: zeros for KEYs, codes and reply tokens, each letter for itself, in whatever width or shape
    somebody has typed them.
    """
    shapes = _shapes(text)
    plain = text.translate(shapes)
    blank = _blanked(plain)
    if blank == plain:
        return text
    kept = list(text)
    places = (place for place, letter in enumerate(text) if shapes.get(ord(letter), letter))
    for place, before, after in zip(places, plain, blank, strict=True):
        if before != after:
            kept[place] = after
    return "".join(kept)


def _shapes(text: str) -> dict[int, str]:
    """Plain letters and digits for those of other widths and shapes, nothing for what nobody sees."""
    return {} if text.isascii() else {ord(letter): _shape(letter) for letter in set(text)}


@lru_cache(maxsize=10_000)
def _shape(letter: str) -> str:
    if letter.isascii():
        return letter
    if unicodedata.category(letter) in ("Cf", "Mn"):
        return ""
    plain = unicodedata.normalize("NFKC", letter)
    return plain if len(plain) == 1 and (plain.isalnum() or plain in " -+=@") and plain.isascii() else letter


def _blanked(text: str) -> str:
    return _without(text, _ZEROS)


class _Said(NamedTuple):
    """What is said in place of what each of the patterns finds."""

    spaced: Said
    signed_on: Said
    secret: Said
    nearly: Said


def _without(text: str, said: _Said) -> str:
    low = _low(text)
    if "key" in low or "confirm" in low:
        text = _SPACED.sub(lambda found: said.spaced(found) if _is_secret(found) else found[0], text)
    if "sign" in low:
        text = _SIGNED_ON.sub(said.signed_on, text)
    low = _low(text)
    if "key" in low or _LIKE_SECRETS.search(f" {low}") is not None:
        text = _SECRET.sub(lambda found: said.secret(found) if _is_grouped_as_one(found) else found[0], text)
        low = _low(text)
    if _DASHES.search(low) is not None:
        text = _NEARLY.sub(lambda found: said.nearly(found) if _is_mixed(found[0]) else found[0], text)
    return text


def _low(text: str) -> str:
    """In small letters, among them what counts as i and s where case is ignored."""
    return text.replace("İ", "i").lower().replace("ı", "i").replace("ſ", "s")


def _is_grouped_as_one(found: re.Match[str]) -> bool:
    return not found["gap"] or _is_mixed(found[0])


def _blank(found: re.Match[str]) -> str:
    word = found["word"] or ""
    return word + _zeros(found[0][len(word) :])


_MASKED = _Said(
    spaced=lambda found: f"{found[1]} {MASK}",
    signed_on=lambda found: found[1] + MASK,
    secret=lambda found: f"{found['word']} {MASK}" if found["word"] else MASK,
    nearly=lambda _: MASK,
)
_ZEROS = _Said(
    spaced=lambda found: found[1] + _zeros(found[3]),
    signed_on=lambda found: found[1] + _SIGN.sub("0", found[2]),
    secret=_blank,
    nearly=lambda found: _zeros(found[0]),
)


def _zeros(text: str) -> str:
    return _LETTER.sub("0", text)


def _is_mixed(text: str) -> bool:
    """Does it hold a letter and a digit, as all but the oldest KEYs do?"""
    return any(letter.isdigit() for letter in text) and any(letter.isalpha() for letter in text)


def _is_secret(found: re.Match[str]) -> bool:
    """Is what stands behind the word a KEY, or a code (which has a digit), or nearly one?"""
    letters = _NOT_LETTERS.sub("", _ENTITY.sub("", found[3].lower()))
    if _LETTERS.fullmatch(letters) is not None:
        return found[2].upper() == "KEY" or not letters.isalpha()
    words = found[3].strip(_AROUND).split()
    if len(words) == 1:
        return 8 <= len(letters) <= 24 and _ONE_WORD.fullmatch(words[0]) is not None and _is_mixed(letters)
    grouped = 3 <= len(words) <= 5 and all(map(_FEW_LETTERS.fullmatch, words))
    return grouped and 13 <= len(letters) <= 19 and any(map(_is_mixed, words))


_REPLY_TO = re.compile(
    rb"(\r\n(?:Reply-To|List-Unsubscribe):(?:[^\r]|\r\n ){0,200}?[+=-])" + TOKEN_BLANK.encode() + rb"(?=@)"
)
_MESSAGE_ID = re.compile(rb"(\r\nMessage-ID: <[0-9a-f]+\.)" + TOKEN_BLANK.encode() + rb"(?=@)")
_LEAVE = re.compile(rb"(?<=/leave/)" + TOKEN_BLANK.encode() + rb"(?=>\r\n)")
_SOFT_BREAK = re.compile(rb"=\r\n|.", re.DOTALL)


def _within(blank: str) -> re.Pattern[bytes]:
    """The blank as it stands in quoted-printable, which may break it."""
    broken = rb"(?:=\r\n)?".join(re.escape(letter.encode()) for letter in blank)
    return re.compile(rb"(?<![0-9A-Za-z-])" + broken + rb"(?![0-9A-Za-z-])")


_KEY_WITHIN = _within(KEY_BLANK)
_CODES_WITHIN = tuple(map(_within, CODE_BLANKS))
_CODE_LENGTH = len(CODE_BLANKS[0])


def filled(raw: bytes, token: str, secrets: str = "", in_id: str = "", leave: str = "") -> bytes:
    """A letter of ours as it goes out, from what is kept of it: the tokens of its reply address, its Message-ID and the
    page to leave by, and the KEY or codes (one behind the other) that it brings, stand where their blanks stood.
    """
    head, end, body = raw.partition(b"\r\n\r\n")
    head = _REPLY_TO.sub(lambda found: found[1] + token.encode("ascii"), head)
    head = _LEAVE.sub(leave.encode("ascii"), head, count=1)
    raw = _MESSAGE_ID.sub(lambda found: found[1] + in_id.encode("ascii"), head, count=1) + end + body
    if "-" in secrets:
        return _put(raw, _KEY_WITHIN, secrets)
    codes = [secrets[start : start + _CODE_LENGTH] for start in range(0, len(secrets), _CODE_LENGTH)]
    for blank, code in zip(_CODES_WITHIN, codes, strict=False):
        raw = _put(raw, blank, code)
    return raw


def _put(raw: bytes, blank: re.Pattern[bytes], secret: str) -> bytes:
    def put(found: re.Match[bytes]) -> bytes:
        letters = iter(secret.encode("ascii"))
        return _SOFT_BREAK.sub(lambda each: each[0] if each[0][:1] == b"=" else bytes((next(letters),)), found[0])

    return blank.sub(put, raw)


_HEAD_END = re.compile(rb"(?:\A|\n)(?:\r\n|\n)")
_FIELD = re.compile(rb"[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)")
_WIDE = re.compile(r"(?:utf-?|ucs-?)(?:16|32|2|4)", re.IGNORECASE)

_RUN = re.compile(rb"[A-Za-z0-9+/][A-Za-z0-9+/\r\n]{22,}")
_UUENCODED = re.compile(rb"((?:\A|(?<=\n))begin [0-7]{3,4} [^\n]*\n)((?:[ -`]{1,64}\r?\n)+)")
_PIECE = re.compile(rb"[A-Za-z2-7]{4}(?:-[A-Za-z2-7]{1,4}){1,3}|[A-Za-z]{0,20}[2-7][A-Za-z2-7]{7,}")
_ASCII = bytes(range(128)) + b"?" * 128
_NO_LETTER = bytes(octet for octet in range(256) if not chr(octet).isascii() or not chr(octet).isalnum())
_LEAST = 8
"""So many letters and digits the shortest secret has: SIGNON, a seat and a password."""
_TAG = re.compile(r"<[^<>]*>")
_ESCAPE = re.compile(rb"[%=]([0-9A-Fa-f]{2})")
_ESCAPED = re.compile(rb"(?:\A|(?<=[\r\n]))(?:[^%=\r\n]*[%=]){4}[^\r\n]*")


def redact_secrets(raw: bytes) -> bytes:
    """Never raises: what cannot be taken apart is searched as it lies there."""
    try:
        return _message(raw, 0)
    except Exception:  # noqa: BLE001 - it was read, or put in quarantine; no oddity of it may keep a secret
        return _stretch(raw)


def _message(raw: bytes, depth: int) -> bytes:
    """A mail, or a part of one with its header."""
    end = _HEAD_END.search(raw)
    head, body = (raw[: end.end()], raw[end.end() :]) if end is not None else (raw, b"")
    if end is None or b":" not in head:  # it has no header, as what stands behind the last part has none
        return _stretch(_head(raw))
    fields, _ = split_message(head)
    kind, more = parameters(fields.first("content-type"))
    return _head(head) + _body(body, kind, more, transfer_encoding(fields), depth)


def _head(head: bytes) -> bytes:
    return b"".join(_field(found) for found in _FIELD.findall(head) if found)


def _field(field: bytes) -> bytes:
    """One field with its folds; written anew where the secret stands in encoded words, or is broken by a fold."""
    found = _octets(field)
    name, colon, value = found.partition(b":")
    shown = decode_text(" ".join(value.decode("utf-8", "replace").split()), len(value))
    if not colon or blanked_text(shown) == shown:
        return found
    try:
        return safe_header(name.decode("ascii", "replace").strip(), text_words(blanked_text(shown), len(shown)))
    except ValueError:  # no program can have read it
        return b""


def _body(body: bytes, kind: str, more: dict[str, str], encoding: str, depth: int) -> bytes:
    if kind.startswith("multipart/") and more.get("boundary") and depth < MAX_DEPTH:
        return _parts(body, more["boundary"], depth)

    def inner(octets: bytes) -> bytes:
        if kind == "message/rfc822" and depth < MAX_DEPTH:
            return _message(octets, depth + 1)
        if kind and not kind.startswith("text/"):
            return _stretch(octets)
        return _text(octets, more.get("charset", ""), is_html=kind == "text/html")

    if encoding == "base64":
        octets, is_whole = decode_transfer_base64(body)
        if (found := inner(octets)) != octets:
            return _as_base64(found) + _end_of(body)
        return body if is_whole else _stretch(body)
    if encoding == "quoted-printable":
        octets = binascii.a2b_qp(body)
        if (found := inner(octets)) != octets:
            return _as_quoted(found) + _end_of(body)
        return _stretch(body)
    return inner(body)


def _parts(body: bytes, boundary: str, depth: int) -> bytes:
    fence = re.compile(rb"((?:\A|(?<=\n))--" + re.escape(boundary.encode("utf-8", "replace")) + rb"[^\n]*(?:\n|\Z))")
    pieces = fence.split(body)
    if len(pieces) > 2 * MAX_PARTS + 1:
        return _stretch(body)
    # Before the first fence stands what no program shows; behind it parts and fences in turn.
    return b"".join(
        piece if place % 2 else _message(piece, depth + 1) if place else _stretch(piece)
        for place, piece in enumerate(pieces)
    )


def _end_of(body: bytes) -> bytes:
    """The line ends before the next fence."""
    return body[len(body.rstrip(b"\r\n")) :]


def _as_base64(octets: bytes) -> bytes:
    return base64.encodebytes(octets).rstrip(b"\n").replace(b"\n", b"\r\n")


def _as_quoted(octets: bytes) -> bytes:
    text = octets.rstrip(b"\r\n")
    return binascii.b2a_qp(text.replace(b"\r\n", b"\n"), istext=True).replace(b"\n", b"\r\n")


def _text(octets: bytes, charset: str, *, is_html: bool) -> bytes:
    found = _wide(octets) if _WIDE.match(charset) else _stretch(octets)
    shown, _ = decode_charset(found, charset)
    if is_html:
        shown = html_text(shown) if len(shown) <= MAX_HTML else html.unescape(_TAG.sub("", shown))
    if shown.encode("utf-8", "replace") == found:  # it was searched as such
        return found
    blank = blanked_text(shown)
    if blank == shown:
        return found
    # HTML in which it is broken by tags, or written in entities, is kept as its text.
    return html.escape(blank).encode("utf-8") if is_html else _encoded(blank, charset)


def _encoded(text: str, charset: str) -> bytes:
    try:
        return text.encode(charset)
    except (LookupError, UnicodeError):
        return text.encode("utf-8", "replace")


def _wide(octets: bytes) -> bytes:
    """Text of more than one octet a character: searched without the others, and written as it was."""
    shown = octets.translate(None, b"\0").decode("latin-1")
    blank = blanked_text(shown)
    if blank == shown:
        return octets
    letters = iter(blank.encode("latin-1"))
    return bytes(next(letters) if octet else 0 for octet in octets)


def _stretch(octets: bytes) -> bytes:
    """Octets that nothing says how to read, and text that may quote such ones: searched as they are, and as the
    base64, the uuencoded file, the addresses of web pages and the quoted-printable that may stand in them.
    """
    found = _wide(octets) if b"\0" in octets[:1000] else _octets(octets)
    found = _UUENCODED.sub(lambda each: each[1] + b"".join(map(_uuencoded, each[2].splitlines(keepends=True))), found)
    once = cache(_run)
    return _ESCAPED.sub(_unescaped, _RUN.sub(lambda each: once(each[0]), found))


def _run(found: bytes) -> bytes:
    """What may be base64, wherever in it that begins."""
    run = found.translate(None, b"\r\n")
    kept = run
    for start in range(4):
        end = len(run) - (len(run) - start) % 4
        octets = binascii.a2b_base64(kept[start:end])
        blank = _same_length(octets)
        if blank != octets:
            kept = kept[:start] + base64.b64encode(blank) + kept[end:]
    if kept == run:
        return found
    letters = iter(kept)
    return bytes(octet if octet in b"\r\n" else next(letters) for octet in found)


def _same_length(octets: bytes) -> bytes:
    if len(octets.translate(None, _NO_LETTER)) < _LEAST:  # nearly all that is no base64 of text
        return octets
    if octets.count(b"\0") * 3 > len(octets):
        return _wide(octets)
    text = octets.translate(_ASCII).decode("ascii")
    blank = blanked_text(text)
    if blank == text:
        return octets
    pairs = zip(octets, text, blank, strict=True)
    return bytes(octet if before == after else ord(after) for octet, before, after in pairs)


def _uuencoded(line: bytes) -> bytes:
    """A line of a uuencoded file. A KEY may be broken between two, so it goes where there is half a one."""
    try:
        octets = binascii.a2b_uu(line.rstrip(b"\r\n"))
    except binascii.Error:
        return line
    blank = _PIECE.sub(lambda each: b"0" * len(each[0]), octets)
    return line if blank == octets else binascii.b2a_uu(blank).rstrip(b"\n") + line[len(line.rstrip(b"\r\n")) :]


def _unescaped(line: re.Match[bytes]) -> bytes:
    """A line in which letters are written by their numbers: plainly, if that shows a secret."""
    shown = _ESCAPE.sub(lambda each: bytes((int(each[1], 16),)), line[0])
    blank = _octets(shown)
    return line[0] if blank == shown else blank.replace(b"\r", b" ").replace(b"\n", b" ")


def _octets(octets: bytes) -> bytes:
    """The same octets with zeros for secrets; their number does not change."""
    try:
        text = octets.decode("utf-8")
    except UnicodeDecodeError:
        return blanked_text(octets.decode("latin-1")).encode("latin-1")
    blank = blanked_text(text)
    return octets if blank == text else blank.encode("utf-8")


_KEPT = ("To", "Reply-To", "Message-ID", "In-Reply-To", "References", "Auto-Submitted", "X-Judge-Loop", "List-Id")
"""Fields that a mail cannot do without that is yet to be sent, or answered."""

_BETWEEN = r"[\s>|]+"  # a name may be broken between two lines, and these be quoted


def words_of(names: Collection[str], addresses: Collection[str]) -> re.Pattern[str]:
    """What to look for: names as whole words, however broken, and addresses; in any case."""
    spelled = [_BETWEEN.join(map(re.escape, name.split())) for name in names if name.split()]
    parts = [rf"(?<!\w){name}(?!\w)" for name in spelled] + [re.escape(address) for address in addresses]
    return re.compile("|".join(sorted(parts, key=len, reverse=True)) or r"(?!)", re.IGNORECASE)


def redact_person(raw: bytes, words: re.Pattern[str], instead: str) -> bytes:
    """The same octets if the words stand nowhere in the mail; else its text alone, as a plain mail from the same
    address, with `instead` for each of them. Nothing is left of a mail that holds them and cannot be read.
    """
    mail = read_if_readable(raw)
    if not any(words.search(text) for text in _everything(raw, mail)):
        return raw
    lines = sorted((*mail.lines, *mail.dropped), key=lambda line: line.number)
    text = words.sub(instead, "\n".join(line.text for line in lines))
    sender = mail.sender if mail.sender and not words.search(mail.sender) else ""
    head = [safe_header("From", mailbox(sender, words.sub(instead, mail.sender_name)))] if sender else []
    if mail.date is not None:
        head.append(safe_header("Date", mail.date.strftime("%d %b %Y %H:%M:%S %z")))
    if subject := text_words(words.sub(instead, mail.subject), 200):
        head.append(safe_header("Subject", subject))
    head += _kept(raw, words)
    head += [b"MIME-Version: 1.0\r\n", b"Content-Type: text/plain; charset=utf-8\r\n"]
    return b"".join([*head, b"Content-Transfer-Encoding: 8bit\r\n\r\n", text.encode("utf-8", "replace")])


def _kept(raw: bytes, words: re.Pattern[str]) -> Iterator[bytes]:
    fields = split_message(raw)[0]
    for name in _KEPT:
        value = " ".join(fields.first(name.lower()).split())
        if value and not words.search(decode_text(value)):
            with contextlib.suppress(ValueError):  # others' mail programs write what ours may not
                yield safe_header(name, value)


def _everything(raw: bytes, mail: InboundMail) -> Iterator[str]:
    """The mail as it came, and all that its parts and encodings hide."""
    yield raw.decode("utf-8", "replace")
    yield "\n".join((mail.subject, mail.sender_name, *(line.text for line in (*mail.lines, *mail.dropped))))
    try:
        for part in email.message_from_bytes(raw).walk():
            found = part.get_payload(decode=True)
            if isinstance(found, bytes):
                yield found.decode("utf-8", "replace")
                yield found.decode("latin-1")
    except Exception:  # noqa: BLE001 - the library raises on odd mails; what they say was read above all the same
        return
