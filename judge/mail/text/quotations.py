"""What in a mail is new and what is quotation, signature or a letter passed on. Conservative: in doubt a line is
new, and what is dropped is kept.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from judge.mail.values import TextLine

_WORDS = tomllib.loads(Path(__file__).with_name("quotations.toml").read_text(encoding="utf-8"))


def _either(name: str) -> str:
    """Return the phrases of this name as the alternatives of an expression; blanks in them match any."""
    return "|".join(phrase.replace(" ", r"\s+") for phrase in _WORDS[name])


HEADER_KEYS = {word: meaning for meaning, words in _WORDS["keys"].items() for word in words}
"""Keys of the rows that stand above a letter quoted or passed on."""
HEADER_ROW = re.compile(r"[\s*_]{0,8}([^\W\d_][^:：*\n]{0,20}?)\s?[*_]{0,2}[:：](?!\d)")
# The date of a mail has a time of day, or a year that no game is in.
SENT = re.compile(r"\d{1,2}[:.h時时]\s?\d{2}|(?<!\d)20\d\d(?!\d)")

_FENCED, _UNFENCED = _either("fenced"), _either("unfenced")
SEPARATOR = re.compile(
    rf"\*{{0,2}}[-–—_]{{2,20}}\s?(?:{_FENCED})\s?:?[-–—_]{{2,20}}\*{{0,2}}|(?:{_UNFENCED})\s?:", re.IGNORECASE
)
# BlackBerry writes it without a fence.
UNFENCED = re.compile(_FENCED, re.IGNORECASE)
SEPARATOR_ENDS = "-–—_*:"
CLOSING = re.compile(r"[-–—]{2,20}\s?end (?:of )?(?:forwarded|original) message\s?[-–—]{2,20}", re.IGNORECASE)

DEVICE_LINE = re.compile(rf"\W{{0,3}}(?:{_either('devices')})", re.IGNORECASE)

# What mail systems put on top of the mails that pass them: how it begins, and what it is about.
_BANNERS = _either("banners")
BANNER = re.compile(
    rf"""\W{{0,3}}(?:\[?external\]?|(?:caution|warning|attention|notice|alert|external|extern|achtung|vorsicht|hinweis
    |atención|advertencia|precaución|attenzione|atenção|let\ op|waarschuwing|varning|obs|this\ (?:e-?mail|message)|you
    |some\ people|diese\ |sie\ |ce\ |vous\ |este\ |no\ suele|questo\ |questa\ |esta\ |dit\ |deze\ |detta\ )
    .{{0,200}}(?:{_BANNERS}).*)""",
    re.IGNORECASE | re.VERBOSE,
)
BANNER_ADVICE = re.compile(
    r"\D{0,80}\b(?:click|klick\w*|links?|attachments?|anhänge|cliquez|liens|pièces jointes|enlaces|adjuntos)\b[^\d:]*",
    re.IGNORECASE,
)


REPLY_MARKER = "--- Write your reply above this line ---"
MARK = "> "

_MARKS = re.compile(r"\s*(?:\w{0,4}[>|]\s?)+")  # `> `, `>> `, `| `, and `JD> ` of those who quote by initials
_INITIALS = re.compile(r"\s*([^\W\d_]{1,4}>)")
_MARKER_WORDS = "write your reply above this line"
_MARKER_DRESS = " >*_-–—―=|#•"
_RULE = re.compile(r"\s*[_\-–—=*]{5,}\s*")
_SHORTEST_RULE = 5
_FENCE = frozenset("_-–—=*")
_STAMP = re.compile(r"\d:\d\d:\d\d")  # as only a program writes the time
_MIN_HEADER_ROWS = 3
_MAX_ATTRIBUTION_LINES = 3
_HEADING = 12  # lines above a quotation that may say whose it is; more are none
_WRAPPED = 50  # characters from which on a program may have broken a line
_MID_SENTENCE = re.compile(r"[a-z\u00df-\u00ff]{2}[^\d:;|>–—]*")  # no order: those have amounts, dashes or capitals
_SENTENCE_ENDS = ".!?]>)"
_LONGEST = 400  # characters; lines of people's mail programs are shorter
_NARROWEST = 40  # columns; whoever breaks a shorter line does so by hand, to answer within it
_NO_MAILBOX = re.compile(r"(?!)")


def mailboxes(*addresses: str) -> re.Pattern[str]:
    """Return what finds these addresses in a line, and the reply addresses that belong to them."""
    parts = (address.rpartition("@") for address in addresses if address)
    found = [
        rf"(?:{re.escape(local)}(?:[+=-][\w.=+-]{{0,64}})?|reply-[a-z2-7]{{24}})@{re.escape(domain)}"
        for local, _, domain in parts
    ]
    return re.compile("|".join(found), re.IGNORECASE) if found else _NO_MAILBOX


def split_quotation(
    lines: Sequence[TextLine], named: re.Pattern[str] = _NO_MAILBOX
) -> tuple[tuple[TextLine, ...], tuple[TextLine, ...]]:
    """The new lines and the dropped ones, each in order. Empty lines at the ends of the new text, and all dropped
    ones, are left out. `named`: finds the mailboxes of the judge and the writer.

    A line that begins with `>` is always quotation; one with an amount before it (`4 > A LON - YOR`) never is.
    """
    new = _new_lines([line.text for line in lines], named)
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


def letter_begins(kept: Sequence[TextLine], dropped: Sequence[TextLine], named: re.Pattern[str]) -> int:
    """Return the number of the line with which the judge's letter begins that a mail quotes, or the heading above it;
    0 where it quotes none.
    """
    marker = next((line.number for line in dropped if is_marker(line.text)), 0)
    own = max((line.number for line in kept if line.number < marker and line.text), default=0)
    above = [line for line in dropped if own < line.number < marker and _unmarked(line.text).strip()][-_HEADING:]
    bare = [_unmarked(line.text) for line in above]
    rows = heading_length(bare, named)
    first = next((at for at, text in enumerate(bare) if _is_separator(text)), len(bare) - rows)
    return above[first].number if first < len(above) else marker


def _new_lines(texts: list[str], named: re.Pattern[str]) -> list[bool]:
    initials = {match[1] for text in texts if is_marker(text) and (match := _INITIALS.match(text))}
    marks = (">", *initials)
    quoted = [text.lstrip().startswith(marks) for text in texts]
    new = [not is_quoted for is_quoted in quoted]
    _drop_banners(texts, new)
    _drop_passed_on(texts, quoted, new)
    _drop_signatures(texts, quoted, new)
    _drop_headings(texts, new, named)
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
        goes_on = begun and (BANNER_ADVICE.fullmatch(text) or _RULE.fullmatch(text))
        if not (BANNER.fullmatch(text) or goes_on or (wrapped and _MID_SENTENCE.fullmatch(text))):
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
        elif at and _is_fence(texts[at - 1]):
            new[at - 1] = False
        following = _next_written(texts, head)
        end = head if following < len(texts) and quoted[following] else _closing(texts, head)
        new[at:end] = [False] * (end - at)
        at = max(end, at + 1)


def is_marker(text: str) -> bool:
    """Is it the line that stands on top of every mail of the judge, however a program has dressed it?"""
    plain = text[:_LONGEST].lower()
    return "above" in plain and " ".join(_unmarked(plain).strip(_MARKER_DRESS).split()) == _MARKER_WORDS


def _unmarked(text: str) -> str:
    marks = _MARKS.match(text)
    return text[marks.end() :] if marks else text


def _is_separator(text: str) -> bool:
    # Fenced by dashes, or Apple's words and a colon.
    if text[-1:] not in SEPARATOR_ENDS or len(text) > _LONGEST:
        return False
    return bool(SEPARATOR.fullmatch(text.strip()))


def _says_original(text: str) -> bool:
    return len(text) <= _LONGEST and bool(UNFENCED.fullmatch(text.strip()))


def _closing(texts: list[str], at: int) -> int:
    """Behind the line that closes a passed-on letter (`----- End forwarded message -----`); the end of the text
    when there is none.
    """
    for index in range(at, len(texts)):
        if len(texts[index]) < _LONGEST and CLOSING.fullmatch(texts[index].strip()):
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
    has_date = any(_row_key(row) == "date" and SENT.search(row) for row in rows)
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
    match = HEADER_ROW.match(text) if ":" in text or "：" in text else None
    return HEADER_KEYS.get(match[1].strip().lower(), "") if match else ""


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


def _drop_headings(texts: list[str], new: list[bool], named: re.Pattern[str]) -> None:
    """What says whose a quotation is: `On 5 May, the Judge wrote:`, right above it or at the end; elsewhere it may be
    press.
    """
    is_quoted = at_end = True  # what stands below
    is_letter = False
    for at in range(len(texts) - 1, -1, -1):
        text = texts[at].strip()
        if not new[at]:
            is_quoted, at_end = True, False
            is_letter = is_marker(text) or (is_letter and not text.strip("> :"))
        elif text:
            if is_quoted:
                above = texts[max(0, at + 1 - _HEADING) : at + 1]
                count = heading_length(above, named, is_letter=is_letter, at_end=at_end)
                new[at - count + 1 : at + 1] = [False] * count
            is_quoted = at_end = False


def heading_length(
    texts: Sequence[str], named: re.Pattern[str] = _NO_MAILBOX, *, is_letter: bool = True, at_end: bool = False
) -> int:
    """How many of these lines, which stand right above quoted text, a mail program put there to say whose it is:
    an attribution or, above a letter of the judge's (`is_letter`), rows of `Word: value` in any language.
    """
    rows = 0
    while is_letter and rows < len(texts) and _is_row(texts[-rows - 1]):
        rows += 1
    block = texts[len(texts) - rows :]
    if rows and (_is_fence(block[0]) or any(_row_key(row) or named.search(row) for row in block)):
        return rows
    # A block of options has such rows, too, but a command above them.
    stands_apart = rows == len(texts) or not texts[-rows - 1].strip()
    if rows > 1 and stands_apart and any(map(SENT.search, block)):
        return rows
    return _attribution_length(texts, named, is_letter=is_letter, at_end=at_end)


def _is_row(text: str) -> bool:
    """Is it a row of a letter's header, or what stands around these?"""
    return HEADER_ROW.match(text) is not None or _continues(text) or _is_fence(text)


def _is_fence(text: str) -> bool:
    bare = text.strip().rstrip(":")
    is_fenced = len(bare) >= _SHORTEST_RULE and _FENCE.issuperset(bare[:2] + bare[-2:])
    return is_fenced or _is_separator(text) or _says_original(text)


def _attribution_length(texts: Sequence[str], named: re.Pattern[str], *, is_letter: bool, at_end: bool) -> int:
    """How many of the last lines are an attribution, whatever its language: they name an address or say when the mail
    was sent, and end in a colon. None is needed behind an address of `named` and the date, above the letter not even
    the date.
    """
    joined, complete = "", 0
    for count in range(1, min(_MAX_ATTRIBUTION_LINES, len(texts)) + 1):
        text = texts[-count].strip()
        # Else the line above may be an order.
        is_wrapped = len(text) + 1 + len(joined.partition(" ")[0]) > _NARROWEST or _STAMP.search(text) is not None
        joined = f"{text} {joined}".strip()
        if not text or len(joined) > _LONGEST or (complete and not is_wrapped):
            break
        is_closed, is_named = joined.endswith((":", "：", "--")), named.search(joined) is not None
        has_address, is_dated = "@" in joined, SENT.search(joined) is not None
        if has_address and is_dated and (is_closed or (is_named and not at_end)):
            return count
        is_one = is_closed and (has_address or (is_dated and (count == 1 or is_wrapped)))
        if not complete and (is_one or (is_named and is_letter)):
            complete = count
    return complete


_QUOTE = re.compile(r"[>|\s]+")


def without_letter(
    lines: Sequence[TextLine], letter: Sequence[str], names: Sequence[str], as_kept: Callable[[str], str], begins: int
) -> tuple[list[TextLine], int]:
    """Return the lines that do not quote a letter of the judge's, and how many do or introduce that. `letter`: its
    lines, none where none is answered; `names`: of its sender, one of which stands in what introduces it; `as_kept`: a
    line as our letters are kept; `begins`: the number of the line with which it begins, 0 where that is not known.
    """
    ours = tuple(_QUOTE.sub("", line) for line in letter)
    known, whole = frozenset(ours), "".join(ours)
    others: list[TextLine] = []
    quoted = headless = 0  # `headless`: how many of the others have been looked at, and end in no heading
    below = False  # our marker; what stands above it without a quotation mark is the writer's, and they may repeat us
    for line in sorted(lines, key=lambda line: line.number):
        bare = _QUOTE.sub("", line.text)
        if ours and bare not in known and bare not in whole:
            bare = _QUOTE.sub("", as_kept(line.text))
        below = below or is_marker(line.text)
        marked = line.text.lstrip()[:1] in (">", "|")
        # A mail program that quotes wraps anew; and it begins with "On … X wrote:".
        introduced = bool(ours) and bare.endswith(":") and any(name in line.text for name in names)
        heads = bool(ours) and 0 < begins <= line.number and not below
        if introduced or heads or (bare in known and (below or marked)) or (marked and bare in whole):
            quoted += 1
            if len(others) == headless and not introduced:
                continue
            above = [each.text for each in (*others[-_HEADING:], *([line] * introduced))]
            heading = max(0, heading_length(above) - introduced)
            quoted += heading
            del others[len(others) - heading :]
            headless = 0 if heading or introduced else len(others)
        elif bare.strip("-"):
            others.append(line)
    return others, quoted


def _drop_device_lines(texts: list[str], new: list[bool]) -> None:
    """`Sent from my iPhone` where nothing new follows it."""
    last = True
    for at in range(len(texts) - 1, -1, -1):
        text = texts[at].strip()
        if not text or not new[at]:
            last = True if not new[at] else last
            continue
        last = last and len(text) < 160 and bool(DEVICE_LINE.match(text))
        if last:
            new[at] = False


_PIECES = 24  # a line of 998 octets has no more; it keeps the time linear


def may_be_broken(lines: Sequence[TextLine]) -> bool:
    """Is there a line of these, in order, that could be the end of the quoted one above it?"""
    return any(_MARKS.match(above.text) is not None and _goes_on(above, here) for above, here in pairwise(lines))


def broken_off(lines: Sequence[TextLine], answered: Iterable[str]) -> frozenset[int]:
    """The numbers of those lines without a mark that go on with a quoted one as the letter does that is answered.

    `lines`: those of the mail in order, the quoted ones among them; `answered`: those of the letter. A line counts only
    where its first word would not have fitted on the one above: who writes a word of their own into a quotation, or
    takes the mark from a whole line to send it, means it. Linear in the mail, but for a logarithm of the letter.
    """
    known = sorted({_bare(line) for line in answered})
    found: set[int] = set()
    for at, line in enumerate(lines):
        if not _MARKS.match(line.text):
            continue
        joined, above = _bare(line.text), line
        for here in lines[at + 1 : at + 1 + _PIECES]:
            longer = _joined(joined, _squeezed(here.text), known) if _goes_on(above, here) else ""
            if not longer:
                break
            found.add(here.number)
            joined, above = longer, here
    return frozenset(found)


def _goes_on(above: TextLine, here: TextLine) -> bool:
    """Does it stand right below, without a mark, and begin with a word for which there was no room above?"""
    word = here.text.split(maxsplit=1)[:1]
    if not word or here.number != above.number + 1 or _MARKS.match(here.text):
        return False
    return len(above.text) + 1 + len(word[0]) > _NARROWEST


def _joined(beginning: str, end: str, known: Sequence[str]) -> str:
    """Both as one, with a blank or, where a word was broken, without, if a line of the letter begins so; else empty."""
    for joined in (f"{beginning} {end}".strip(), f"{beginning}{end}"):
        place = bisect_left(known, joined)
        if place < len(known) and known[place].startswith(joined):
            return joined
    return ""


def _bare(text: str) -> str:
    return _squeezed(_unmarked(text))


def _squeezed(text: str) -> str:
    return " ".join(text.split())
