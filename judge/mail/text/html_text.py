"""HTML mail as the text that its reader sees: one pass over the tags, time linear in the length whatever is sent
(`html.parser` is quadratic).

It is no browser: what it must get right is where lines end, what is quoted, and the characters of orders.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})")
# Possessive, so that it never goes back. It stops at the `>`, or at a quote that is never closed: then none of its
# kind comes later.
_ATTRIBUTES = re.compile(r"""(?:[^>"']++|"[^"]*+"|'[^']*+')*+""")
_SPACES = re.compile(r"[ \t\r\n\f]+")
_LINE_END = re.compile(r"\r\n|\r|\n")
# `int` refuses numbers of thousands of digits, and no character has a number as long as this.
_HUGE_NUMBER = re.compile(r"&#[xX]?[0-9a-fA-F]{8,};?")
_INDENTED = re.compile(r"^(?!.*(?:\bcite\b|\bclass\s*=|\bborder-)).*\bborder\s*:\s*none", re.IGNORECASE | re.DOTALL)
"""A blockquote as webmail writes it for the button that indents: the writer's own words."""
_QUOTE_CLASS = re.compile(r"yahoo_quoted|zmail_extra", re.IGNORECASE)
_NO_MARGIN = re.compile(r"MsoNormal|margin(?:-top)?\s{0,9}:\s{0,9}0", re.IGNORECASE)

_LINES = frozenset(
    {
        *("address", "article", "aside", "body", "center", "dd", "details", "dl", "dt", "fieldset", "figure", "footer"),
        *("form", "h4", "h5", "h6", "header", "html", "li", "main", "nav", "ol", "pre", "section", "summary", "table"),
        *("tbody", "tfoot", "thead", "ul"),
    }
)
_LISTS = frozenset({"ol", "ul"})
_SET_OFF = frozenset({"h1", "h2", "h3", "p"})
_CONTAINERS = frozenset({"blockquote", "div"})
_UNSEEN = frozenset(
    {
        *("script", "style", "title", "template", "textarea", "select", "svg", "math", "object", "iframe"),
        *("audio", "canvas", "datalist", "dialog", "video"),
    }
)
_HIDDEN = re.compile(
    r"""display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|mso-hide\s{0,9}:\s{0,9}all"""
    r"""|(?:font-size|opacity|max-height)\s{0,9}:\s{0,9}0(?:px|pt|em)?\s{0,9}["';]""",
    re.IGNORECASE,
)
_MEDIA = re.compile(r"@[^{}@]*+\{(?:[^{}]*+\{[^{}]*+\})*+[^{}]*+\}")
"""Rules for some screens alone: nobody knows on which the writer looked."""
_RULE_OF_STYLE = re.compile(r"(?<![^{}])([^{}]*+)\{([^{}]*+)\}")
_CLASS_NAME = re.compile(r"\.([\w-]+)")
_CLASS = re.compile(r"""(?<![\w-])class\s{0,9}=\s{0,9}(?:"([^"]*+)"|'([^']*+)'|([^\s>]++))""", re.IGNORECASE)
_QUOTED = re.compile(r"""=\s*(?:"[^"]*+"|'[^']*+')""")
_HIDDEN_BY_ATTRIBUTE = re.compile(r"\shidden(?=[\s>=])", re.IGNORECASE)
_EMPTY = frozenset({"br", "hr", "img", "input", "wbr", "meta", "link", "col", "area", "base"})
"""Tags of elements that hold nothing."""
_CELLS = frozenset({"td", "th"})
_EMPHASIS = frozenset({"em", "i"})
_STRUCK = frozenset({"s", "strike", "del", "bdo"})
"""Tags of what is no order: crossed out, or shown in another direction than it is written."""
_RAISED = frozenset({"sup", "sub", "rt"})
_END_BY_NEXT = frozenset({"p", "li", "td", "th", "tr"})
"""Tags of elements that the next of their kind ends."""
_LINE_THROUGH = re.compile(r"text-decoration[\w-]{0,9}\s{0,9}:[^;\"'>]{0,60}line-through", re.IGNORECASE)
_START = re.compile(r"""(?<![\w-])start\s{0,9}=\s{0,9}["']?(-?[0-9]{1,4})(?![0-9])""", re.IGNORECASE)
_VALUE = re.compile(r"""(?<![\w-])value\s{0,9}=\s{0,9}["']?(-?[0-9]{1,4})(?![0-9])""", re.IGNORECASE)
_NO_NUMBERS = re.compile(
    r"""(?<![\w-])type\s{0,9}=\s{0,9}["']?[aiAI]\b|list-style(?:-type)?\s{0,9}:\s{0,9}(?!decimal)[a-z]""", re.ASCII
)
"""A list of letters or bullets, whatever its tag is."""
_MOST_LISTS = 20
"""So deep may lists stand in each other and have numbers."""
STRUCK = "~~"
"""Before and behind what its writer has crossed out."""
_LINE = "_" * 32
_MAX_QUOTE_DEPTH = 5


def html_text(source: str) -> str:
    """The visible text, a line for each line; lines within a blockquote begin with `> ` for each level. Never
    raises.
    """
    page = _Page()
    never_closed: set[str] = set()
    styles: dict[str, str] = {}
    at = 0
    while (opening := source.find("<", at)) >= 0:
        if opening > at:
            page.add(source[at:opening])
        match = _TAG.match(source, opening)
        if not match:
            at = _after_no_tag(source, opening)
            if at == opening + 1:
                page.add("<")
            continue
        attributes = _ATTRIBUTES.match(source, match.end())
        at = source.find(">", attributes.end() if attributes else match.end()) + 1 or len(source)
        name, closes = match[2].lower(), bool(match[1])
        written = source[match.end() : at]
        if styles and (classes := _CLASS.search(written)):
            written += "".join(styles.get(one, "") for one in set("".join(classes.groups("")).split()))
        hides = not closes and name not in _EMPTY and _hides(written)
        if name in _UNSEEN or hides:
            end = None if closes or name in never_closed else _end_of(name).search(source, at)
            if end:
                if name == "style":
                    styles |= _styles(source[at : end.start()])
                at = end.start()
            elif not closes:
                never_closed.add(name)
            if hides and end:
                at = source.find(">", at) + 1 or len(source)
        elif name in _EMPHASIS and source[opening - 1 : opening].isdigit() and source[at : at + 1].isdigit():
            # `4*5#2+5*10` that a mail program took for *emphasis*: the asterisks were the writer's.
            page.add("*")
        elif name in _RAISED:
            # A footnote's digit is none of the amount beside it.
            if page.ends_in_digit() and (not closes or source[at : at + 1].isdigit()):
                page.add("^")
        else:
            crosses = name in _STRUCK or bool(_LINE_THROUGH.search(written))
            if closes:
                page.close(name)
            page.tag(name, written, closes=closes)
            if not closes and name not in _EMPTY:
                page.open(name, crosses=crosses)
    page.add(source[at:])
    return page.text()


def _hides(attributes: str) -> bool:
    return bool(_HIDDEN.search(attributes) or _HIDDEN_BY_ATTRIBUTE.search(_QUOTED.sub("=", attributes)))


def _styles(sheet: str) -> dict[str, str]:
    """What a style sheet does to the text of classes: the declaration that hides it, or crosses it out."""
    found = {}
    for selector, declarations in _RULE_OF_STYLE.findall(_MEDIA.sub("", sheet)):
        does = _HIDDEN.search(declarations + ";") or _LINE_THROUGH.search(declarations)
        if does:
            found.update(dict.fromkeys(_CLASS_NAME.findall(selector), f" {does[0]};"))
    return found


@cache
def _end_of(name: str) -> re.Pattern[str]:
    return re.compile(f"</{name}", re.IGNORECASE)


def _after_no_tag(source: str, opening: int) -> int:
    """Behind a comment, declaration or nameless end tag; one further than `opening` where the `<` is only a
    character.
    """
    if source.startswith("<!--", opening):
        end = source.find("-->", opening + 2)
        return end + 3 if end >= 0 else len(source)
    if source[opening + 1 : opening + 2] in ("!", "?", "/"):
        return source.find(">", opening) + 1 or len(source)
    return opening + 1


@dataclass(slots=True)
class _Row:
    """An open row of a table: where its lines begin, and those of its latest cell; `tall`: a cell has several."""

    begin: int
    cell: int
    cells: int = 0
    tall: bool = False


class _Page:
    """Text as it grows: blanks in a row are one, blocks begin and end lines, quotation is a prefix."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._run: list[str] = []
        # The open containers, and which of them quote; the names are counted so that a stray end tag costs nothing.
        self._open: list[tuple[str, bool]] = []
        self._counts = dict.fromkeys(_CONTAINERS, 0)
        self._quotes = 0
        self._pre = 0
        # An empty line sets paragraphs off, as it does on the screen; not those that their program made without a
        # margin.
        self._gap = False
        self._tight = False
        self._rows: list[_Row] = []
        # The open lists: the number of the next item of each, none where it has bullets; and what the next line of
        # text begins with.
        self._lists: list[int | None] = []
        self._number = ""
        # The names of the open elements from the outermost that crosses out its text; what stands in them is shown so,
        # and is no order.
        self._crossed: list[str] = []
        self._crossed_of: Counter[str] = Counter()

    def open(self, name: str, *, crosses: bool) -> None:
        """An element begins that crosses out what it holds, or that stands in such a one."""
        if name in _END_BY_NEXT and self._crossed[-1:] == [name]:
            self.close(name)
        if crosses and not self._crossed:
            self._run.append(STRUCK)
        if crosses or self._crossed:
            self._crossed.append(name)
            self._crossed_of[name] += 1

    def close(self, name: str) -> None:
        """An element ends, and all that are open within it."""
        inner = "" if self._crossed_of[name] else name
        while inner != name:
            inner = self._crossed.pop()
            self._crossed_of[inner] -= 1
            if not self._crossed:
                self._run = [] if self._run == [STRUCK] else [*self._run, STRUCK]

    def ends_in_digit(self) -> bool:
        return bool(self._run) and self._run[-1][-1:].isdigit()

    def add(self, text: str) -> None:
        if "&" in text:
            text = html.unescape(_HUGE_NUMBER.sub("\N{REPLACEMENT CHARACTER}", text) if "&#" in text else text)
        if not self._pre:
            self._run.append(text)
            return
        first, *others = _LINE_END.split(text)
        self._run.append(first)
        for line in others:
            self._end_line(always=True)
            self._run.append(line)

    def tag(self, name: str, attributes: str, *, closes: bool) -> None:
        if name == "br":
            self._end_line(always=True)
        elif name in _CONTAINERS:
            self._end_line()
            self._contain(name, attributes, closes=closes)
        elif name in _SET_OFF:
            self._end_line()
            if not closes:
                self._tight = bool(_NO_MARGIN.search(attributes))
            self._gap = self._gap or not self._tight
        elif name in _CELLS:
            self._cell(closes=closes)
        elif name == "tr":
            self._row(closes=closes)
        elif name == "hr":
            self._end_line()
            self._run.append(_LINE)
            self._end_line()
        elif name in _LINES:
            self._end_line()
            if name == "pre":
                self._pre = max(0, self._pre + (-1 if closes else 1))
            elif name in _LISTS:
                self._list(name, attributes, closes=closes)
            elif name == "li":
                self._item(attributes, closes=closes)

    def _list(self, name: str, attributes: str, *, closes: bool) -> None:
        self._number = ""
        if closes:
            del self._lists[-1:]
        elif len(self._lists) < _MOST_LISTS:
            start = _START.search(attributes)
            counts = name == "ol" and not _NO_NUMBERS.search(attributes)
            self._lists.append((int(start[1]) if start else 1) if counts else None)

    def _item(self, attributes: str, *, closes: bool) -> None:
        """An item of an ordered list begins with its number, as its writer saw it."""
        self._number = ""
        number = self._lists[-1] if self._lists else None
        if closes or number is None:
            return
        value = _VALUE.search(attributes)
        number = int(value[1]) if value else number
        self._number = f"{number}. "
        self._lists[-1] = number + 1

    def _cell(self, *, closes: bool) -> None:
        if not self._rows:
            self._run.append(" ")
        elif not closes:
            self._end_line()
            row = self._rows[-1]
            self._finish_cell(row)
            row.cells += 1
            row.cell = len(self._lines)

    def _row(self, *, closes: bool) -> None:
        """A row whose cells hold a line each is one line, whatever its program put around what stands in them; tables
        that lay a page out have cells of many lines.
        """
        self._end_line()
        if not closes:
            self._rows.append(_Row(len(self._lines), len(self._lines)))
            return
        if not self._rows:
            return
        row = self._rows.pop()
        self._finish_cell(row)
        if row.cells < 2 or row.tall:
            return
        written = self._written(row.begin)
        prefix = self._prefix()
        if len(written) > 1 and all(line.startswith(prefix) for line in written):
            self._lines[row.begin :] = [prefix + " ".join(line.removeprefix(prefix) for line in written)]
            self._gap = False

    def _finish_cell(self, row: _Row) -> None:
        # Looking at no more than an empty line before and behind the one keeps the time linear.
        row.tall = row.tall or len(self._lines) - row.cell > 3 or len(self._written(row.cell)) > 1

    def _written(self, begin: int) -> list[str]:
        empty = ("", self._prefix().rstrip())
        return [line for line in self._lines[begin:] if line not in empty]

    def _prefix(self) -> str:
        return "> " * min(self._quotes, _MAX_QUOTE_DEPTH)

    def _contain(self, name: str, attributes: str, *, closes: bool) -> None:
        if not closes:
            indents = name == "blockquote" and bool(_INDENTED.search(attributes))
            quotes = (name == "blockquote" and not indents) or bool(_QUOTE_CLASS.search(attributes))
            self._open.append((name, quotes))
            self._counts[name] += 1
            self._quotes += quotes
        elif self._counts[name]:
            inner = ""
            while inner != name:
                inner, quotes = self._open.pop()
                self._counts[inner] -= 1
                self._quotes -= quotes

    def _end_line(self, *, always: bool = False) -> None:
        text = "".join(self._run)
        self._run.clear()
        if self._crossed:
            text = "" if text.strip() == STRUCK else text + STRUCK
            self._run.append(STRUCK)
        text = text.rstrip(" ") if self._pre else _SPACES.sub(" ", text).strip(" ")
        if not text and not always:
            return
        prefix = self._prefix()
        if text and self._number:
            text, self._number = self._number + text, ""
        if self._gap and self._lines and self._lines[-1].strip("> "):
            self._lines.append(prefix.rstrip())
        self._gap = False
        self._lines.append(prefix + text if text else prefix.rstrip())

    def text(self) -> str:
        self._end_line()
        return "\n".join(self._lines)
