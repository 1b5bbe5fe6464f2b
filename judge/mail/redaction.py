"""A mail as it is kept once it was read or sent: without KEYs, codes and tokens of reply addresses. Of one that was
read the text is kept, and nothing else that may hide them.
"""

from __future__ import annotations

import contextlib
import email
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from judge.mail.compose import mailbox, safe_header, text_words
from judge.mail.fields import Fields, decode_text, split_message
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
# A KEY behind its word, however it is grouped
_NAMED = rf"\b(?P<word>KEY)[ :=]{{1,3}}(?:[a-z2-7]{{4}}(?:{_DASH}|\s)?){{3}}[a-z2-7]{{4}}(?![a-z0-9])"
_NAMED_SECRET = re.compile(_NAMED, re.IGNORECASE)
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
    rf"|{_NAMED}"
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
# What every one of these needs but a KEY behind its word, looked for first, since most of what is kept holds none of
# it. Both in plain small letters: sixteen in a row, or four groups of four; and dashes with groups between them.
_LIKE_SECRETS = re.compile(r"[^a-z2-7](?:[a-z2-7]{16}|[a-z2-7]{4}(?:[^a-z0-9]{1,4}[a-z2-7]{4}){3}(?![a-z0-9]))")
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
    if not _LINK.search(_as_linked(text)):
        return text
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
    if _LIKE_SECRETS.search(f" {low}") is not None:
        text = _SECRET.sub(lambda found: said.secret(found) if _is_grouped_as_one(found) else found[0], text)
    elif "key" in low:
        text = _NAMED_SECRET.sub(said.secret, text)
    if _DASHES.search(_low(text)) is not None:
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


_BETWEEN = r"[\s>|]+"  # a name may be broken between two lines, and these be quoted


def words_of(names: Collection[str], addresses: Collection[str]) -> re.Pattern[str]:
    """What to look for: names as whole words, however broken, and addresses; in any case."""
    spelled = [_BETWEEN.join(map(re.escape, name.split())) for name in names if name.split()]
    parts = [rf"(?<!\w){name}(?!\w)" for name in spelled] + [re.escape(address) for address in addresses]
    return re.compile("|".join(sorted(parts, key=len, reverse=True)) or r"(?!)", re.IGNORECASE)


def kept_text(mail: InboundMail, fields: Fields) -> bytes:
    """What is kept of a mail once it was read: its header fields, and its text alone, with zeros for secrets."""
    return _as_text(mail, fields, blanked_text)


def _as_text(mail: InboundMail, fields: Fields, change: Callable[[str], str]) -> bytes:
    """A plain mail with these fields, its lines at their numbers, all of it changed."""
    head = []
    for name, value in fields.items:
        if not name.startswith(("content-", "mime-")):
            with contextlib.suppress(ValueError):  # others' mail programs write what ours may not
                head.append(safe_header(name.title(), _changed(mail, name, " ".join(value.split()), change)))
    head.append(
        b"Mime-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    )
    lines = {line.number: line.text for line in (*mail.dropped, *mail.lines)}
    text = change("\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1)))
    return b"".join([*head, text.encode("utf-8", "replace")])


def _changed(mail: InboundMail, name: str, value: str, change: Callable[[str], str]) -> str:
    shown = decode_text(value, len(value))
    if (changed := change(shown)) == shown:
        return value if value.isascii() else text_words(shown, len(shown))
    if name == "from" and mail.sender and change(mail.sender) == mail.sender:
        return mailbox(mail.sender, change(mail.sender_name))
    return text_words(changed, len(changed))


def redact_person(raw: bytes, mail: InboundMail, words: re.Pattern[str], instead: str) -> bytes:
    """The same octets if the words stand nowhere in the mail; else its text alone, with `instead` for each of them.
    Nothing is left of a mail that holds them and cannot be read.
    """
    if not any(words.search(text) for text in _everything(raw, mail)):
        return raw
    return _as_text(mail, split_message(raw)[0], partial(words.sub, instead))


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
