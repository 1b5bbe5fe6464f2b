"""What in a mail is new and what is quotation, signature or a letter passed on. Conservative: in doubt a line is
new, and what is dropped is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.mail.text import habits
from judge.mail.values import TextLine

REPLY_MARKER = "--- Write your reply above this line ---"

_MARKER_WORDS = "write your reply above this line"
_MARKER_DRESS = " >*_-–—―=|#•"
_RULE = re.compile(r"\s*[_\-–—=*]{5,}\s*")
_MIN_HEADER_ROWS = 3
_MAX_ATTRIBUTION_LINES = 3
_WRAPPED = 50  # characters from which on a program may have broken a line
_MID_SENTENCE = re.compile(r"[a-z\u00df-\u00ff]{2}[^\d:;|>–—]*")  # no order: those have amounts, dashes or capitals
_SENTENCE_ENDS = ".!?]>)"
_LONGEST = 400  # characters; lines of people's mail programs are shorter


def split_quotation(lines: Sequence[TextLine]) -> tuple[tuple[TextLine, ...], tuple[TextLine, ...]]:
    """The new lines and the dropped ones, each in order. Empty lines at the ends of the new text, and all dropped
    ones, are left out.

    A line that begins with `>` is always quotation; one with an amount before it (`4 > A LON - YOR`) never is.
    """
    new = _new_lines([line.text for line in lines])
    kept: list[TextLine] = []
    for line, is_new in zip(lines, new, strict=True):
        # Where something was dropped between two empty lines, one is enough.
        if is_new and (line.text or not kept or kept[-1].text or kept[-1].number == line.number - 1):
            kept.append(line)
    while kept and not kept[-1].text.strip():
        kept.pop()
    start = next((at for at, line in enumerate(kept) if line.text.strip()), 0)
    dropped = [line for line, is_new in zip(lines, new, strict=True) if not is_new and line.text.strip()]
    return tuple(kept[start:]), tuple(dropped)


def _new_lines(texts: list[str]) -> list[bool]:
    quoted = [text.lstrip().startswith(">") for text in texts]
    new = [not is_quoted for is_quoted in quoted]
    _drop_banners(texts, new)
    _drop_passed_on(texts, quoted, new)
    _drop_signatures(texts, quoted, new)
    _drop_attributions(texts, quoted, new)
    _drop_device_lines(texts, new)
    return new


def _drop_banners(texts: list[str], new: list[bool]) -> None:
    """Warnings on top of the text that a mail system put there (`This email came from outside of the company`), with
    the rule below them.
    """
    at = _next_written(texts, 0)
    begun = False
    while at < len(texts) and len(texts[at]) <= _LONGEST and new[at]:
        text = texts[at].strip()
        wrapped = begun and len(texts[at - 1]) >= _WRAPPED and texts[at - 1].strip()[-1:] not in _SENTENCE_ENDS
        goes_on = begun and (habits.BANNER_ADVICE.fullmatch(text) or _RULE.fullmatch(text))
        if not (habits.BANNER.fullmatch(text) or goes_on or (wrapped and _MID_SENTENCE.fullmatch(text))):
            return
        new[at] = False
        begun = True
        at += 1 if at + 1 < len(texts) and texts[at + 1].strip() else _next_written(texts, at + 1) - at


def _drop_passed_on(texts: list[str], quoted: list[bool], new: list[bool]) -> None:
    """Letters below a marker, a separator or a block of header rows: to the end, to a closing separator, or as far
    as they are quoted with `>` anyway.
    """
    at = 0
    while at < len(texts):
        if quoted[at]:
            at += 1
            continue
        if is_marker(texts[at]):
            new[at:] = [False] * (len(new) - at)
            return
        rows = _header_rows(texts, at)
        separator = _is_separator(texts[at])
        if not rows and not separator:
            at += 1
            continue
        head = at + max(rows, 1)
        if separator:
            head = _next_written(texts, head)
            head += _row_run(texts, head)
        elif at and (_RULE.fullmatch(texts[at - 1][:_LONGEST]) or _says_original(texts[at - 1])):
            new[at - 1] = False
        following = _next_written(texts, head)
        end = head if following < len(texts) and quoted[following] else _closing(texts, head)
        new[at:end] = [False] * (end - at)
        at = max(end, at + 1)


def is_marker(text: str) -> bool:
    """Is it the line that stands on top of every mail of the judge, however a program has dressed it?"""
    plain = text[:_LONGEST].lower()
    return "above" in plain and " ".join(plain.strip(_MARKER_DRESS).split()) == _MARKER_WORDS


def _is_separator(text: str) -> bool:
    # Fenced by dashes, or Apple's words and a colon.
    if text[-1:] not in habits.SEPARATOR_ENDS or len(text) > _LONGEST:
        return False
    return bool(habits.SEPARATOR.fullmatch(text.strip()))


def _says_original(text: str) -> bool:
    return len(text) <= _LONGEST and bool(habits.UNFENCED.fullmatch(text.strip()))


def _closing(texts: list[str], at: int) -> int:
    """Behind the line that closes a passed-on letter (`----- End forwarded message -----`); the end of the text
    when there is none.
    """
    for index in range(at, len(texts)):
        if len(texts[index]) < _LONGEST and habits.CLOSING.fullmatch(texts[index].strip()):
            return index + 1
    return len(texts)


def _header_rows(texts: list[str], at: int) -> int:
    """How many rows of From, Sent, To, Subject begin here, if they head a letter passed on; else 0.

    Press may well hold `From: London` and `To: Paris`: only rows with a sender and a date with a time of day are
    taken for a mail's.
    """
    if not _row_key(texts[at]):
        return 0
    count = _row_run(texts, at)
    if count < _MIN_HEADER_ROWS:
        return 0
    rows = texts[at : at + count]
    has_sender = any(_row_key(row) == "from" for row in rows)
    has_date = any(_row_key(row) == "date" and habits.TIME_OF_DAY.search(row) for row in rows)
    return count if has_sender and has_date else 0


def _row_run(texts: list[str], at: int) -> int:
    # More rows than any mail program writes are none, and looking no further keeps the time linear.
    count = 0
    while (
        at + count < len(texts)
        and count < 12
        and (_row_key(texts[at + count]) or (count and _continues(texts[at + count])))
    ):
        count += 1
    return count


def _continues(text: str) -> bool:
    return text[:1] in (" ", "\t") and "@" in text


def _row_key(text: str) -> str:
    match = habits.HEADER_ROW.match(text) if ":" in text or "：" in text else None
    return habits.HEADER_KEYS.get(match[1].strip().lower(), "") if match else ""


def _next_written(texts: list[str], at: int) -> int:
    while at < len(texts) and not texts[at].strip():
        at += 1
    return at


def _drop_signatures(texts: list[str], quoted: list[bool], new: list[bool]) -> None:
    """From a `--` alone on its line (RFC 3676 4.3) to the end, or to quoted text, below which answers may stand."""
    within = False
    for at, text in enumerate(texts):
        if quoted[at] or not new[at]:
            within = False
        elif text.rstrip() == "--":
            within = True
        if within:
            new[at] = False


def _drop_attributions(texts: list[str], quoted: list[bool], new: list[bool]) -> None:
    """`On 5 May, the Judge wrote:`, over up to three lines, right above quoted text or at the end; elsewhere it may
    be press.
    """
    next_is_quoted = True
    for at in range(len(texts) - 1, -1, -1):
        text = texts[at].strip()
        if not text:
            continue
        if new[at] and next_is_quoted and text[-1] in ":：":
            count = _attribution_length(texts, quoted, new, at)
            new[at - count + 1 : at + 1] = [False] * count
        next_is_quoted = not new[at] if not quoted[at] else True


def heading_length(texts: Sequence[str]) -> int:
    """How many of these lines, which stand right above quoted text, a mail program put there to say whose it is:
    header rows, with a separator or a rule, or an attribution.
    """
    rows = 0
    for text in reversed(texts):
        if not (_row_key(text) or _is_separator(text) or _says_original(text) or _RULE.fullmatch(text[:_LONGEST])):
            break
        rows += 1
    if rows:
        return rows
    whole = list(texts[-_MAX_ATTRIBUTION_LINES:])
    if not whole or whole[-1].strip()[-1:] not in (":", "："):
        return 0
    return _attribution_length(whole, [False] * len(whole), [True] * len(whole), len(whole) - 1)


def _attribution_length(texts: list[str], quoted: list[bool], new: list[bool], end: int) -> int:
    """How many lines up to `end` are an attribution: with its opening word, else a verb and an address or a day."""
    joined = ""
    bare = 0
    for count in range(1, _MAX_ATTRIBUTION_LINES + 1):
        at = end - count + 1
        if at < 0 or not new[at] or quoted[at] or not texts[at].strip():
            break
        joined = f"{texts[at].strip()} {joined}".strip()
        if len(joined) > _LONGEST:
            break
        if habits.DATED.search(joined):
            if habits.ATTRIBUTION.fullmatch(joined):
                return count
            # Over several lines only with an address: else the line above may be an order.
            if not bare and (count == 1 or "@" in joined) and habits.BARE_ATTRIBUTION.search(joined):
                bare = count
    return bare


def _drop_device_lines(texts: list[str], new: list[bool]) -> None:
    """`Sent from my iPhone` where nothing new follows it."""
    last = True
    for at in range(len(texts) - 1, -1, -1):
        text = texts[at].strip()
        if not text or not new[at]:
            last = True if not new[at] else last
            continue
        last = last and len(text) < 160 and bool(habits.DEVICE_LINE.match(text))
        if last:
            new[at] = False
