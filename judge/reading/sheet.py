"""A mail's lines as statements of a game, and one verdict for each line.

| on the line | only harmless words beside | another word, number or name | a word of doubt, or `?` |
| --- | --- | --- | --- |
| statements | read | problem | doubt |
| none, but an attempt | problem | problem | doubt; with `?` a remark |
| none, and no attempt | remark | remark | remark |

Of a line in doubt, or with a problem, nothing is filed. Words in brackets reach the statement before them only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from judge.reading.grammar import Grammar, Node, Parse
from judge.reading.lexer import PLAYER, Lexicon, Names, Text, comment_of, without_comment
from judge.reading.lexicon import HARMLESS

ARTICLE = "ARTICLE"
DOUBT = "DOUBT"
AND = "AND"

LONGEST_LINE = 600
"""Letters of a line that are read."""
MOST_TOKENS = 120
LEAST_SENTENCE = 4
"""Words of the shortest sentence that stands alone: `Maybe.` is about the one before it."""
MOST_JOINED = 8
"""Lines over which one statement may be broken."""

_SIGNS = frozenset(
    "'" + sign + "'"
    for sign in ",;.:!\"'*()[]\u2026\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb\u00a1\u2022\u00b7\u25aa\u25cf\u25e6"
)
_SEPARATORS = frozenset(("','", "';'", "'.'", "'!'", "':'", AND))
INERT = frozenset(("AND", "ARTICLE", "DOUBT", "FILLER", "HARMLESS", "LETTERS", "SECOND_THOUGHT", "TITLE", "WORD"))
"""The kinds of words with which no statement begins that does not also begin at the next word."""
_DASHES = tuple(f"{dash} " for dash in "-\u2013\u2014")
_CLOSING = {"(": ")", "[": "]"}
_SENTENCE = re.compile(r"(?<=[^\W\d_]{3}[.!])\s+(?=\w)")
_SHORT = 2
"""Letters of a word of doubt that is quoted with what follows: alone it says nothing to whom it means another word."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a mail."""

    number: int
    text: str


class Verdict(Enum):
    """What a line is."""

    READ = "read"
    PROBLEM = "problem"
    DOUBT = "doubt"
    REMARK = "remark"
    BROKEN = "broken"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Stray:
    """A piece of a line that is neither part of a statement nor harmless, as written. `is_doubt`: a word of doubt;
    `end`: the token behind its clause.
    """

    piece: str
    is_doubt: bool = False
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Statement:
    """One order. `text`: as written; `columns`: where; `heading`: what stands above it; `stray`: what is in brackets
    behind it.
    """

    node: Node
    text: str
    columns: tuple[int, int] = (0, 0)
    heading: Node | None = None
    stray: Stray | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line, or one order on several: `tails` are the lines that were put behind it.

    stray: the first piece that is not harmless; reached: how far an attempt was understood, as written; stopped: the
    rest of the line from there; expected: the kinds of what could have come there; `names_more`: a place stands behind
    the stray's clause that belongs to no statement
    """

    line: SheetLine
    verdict: Verdict
    statements: tuple[Statement, ...] = ()
    stray: Stray | None = None
    reached: str = ""
    stopped: str = ""
    expected: frozenset[str] = frozenset()
    tails: tuple[SheetLine, ...] = ()
    names_more: bool = False

    @property
    def text(self) -> str:
        """All that was written, with ` / ` between its lines."""
        return " / ".join(each.text.strip() for each in (self.line, *self.tails)) if self.tails else self.line.text

    @property
    def comment(self) -> str:
        """What stands behind the sign of a comment."""
        return comment_of((self.tails[-1] if self.tails else self.line).text)


@dataclass(frozen=True)
class Reader:
    """Reads lines by a grammar with the rules `statement` and `attempt`; `continuation`, `heading` and `item` if it has
    them; `aside` is what may stand beside a statement, `command` what may not behind one, though it is harmless.
    `open_ends`: kinds of tokens with which no statement ends; `telling`: a line that holds a kind of each of these was
    meant as a statement, though there is no attempt in it.
    """

    grammar: Grammar
    lexicon: Lexicon
    names: Names
    open_ends: Collection[str] = ()
    telling: tuple[frozenset[str], ...] = ()

    def read(self, lines: Sequence[SheetLine]) -> list[Line]:
        """Return a verdict for each line, in order. O(letters)."""
        found: list[Line] = []
        heading: Node | None = None
        at = 0
        while at < len(lines):
            line = self._joined(lines, at, heading)
            at += 1 + len(line.tails)
            if line.verdict is Verdict.HEADING:
                heading = line.statements[0].node
            elif line.verdict is not Verdict.READ:
                heading = None
            found += self._sentences(line) or [line]
        return _without_empty_headings(found)

    def _sentences(self, line: Line) -> list[Line]:
        """Return the sentences of a line that is not read as a whole, each with its verdict; none where one might be
        about another: it is short, or holds a doubt.
        """
        is_long = len(line.line.text) > LONGEST_LINE
        if line.tails or line.verdict is not Verdict.PROBLEM or is_long or line.comment:
            return []
        pieces = _SENTENCE.split(line.line.text)
        if len(pieces) < 2:
            return []
        found = [self.read_line(SheetLine(line.line.number, piece)) for piece in pieces]
        is_apart = all(map(self._stands_alone, found))
        return found if is_apart and any(each.verdict is Verdict.READ for each in found) else []

    def _stands_alone(self, line: Line) -> bool:
        """Tell whether a sentence says nothing of those beside it: it is read, or is more than a word or two, without a
        doubt, a place or `them`.
        """
        text = self.parse(line.line.text).text
        count = sum(token.shape in ("word", "number") for token in text.tokens)
        if line.verdict is Verdict.READ:
            return count > 1
        about_others = {"PRONOUN"} if line.verdict is Verdict.PROBLEM else {"PRONOUN", DOUBT, "SURE", "CODE", "'?'"}
        is_doubt = line.verdict is Verdict.DOUBT
        return count >= LEAST_SENTENCE and not is_doubt and about_others.isdisjoint(frozenset().union(*text.edges))

    def read_line(self, line: SheetLine, heading: Node | None = None) -> Line:
        """Return the verdict of one line by itself, below a heading or none."""
        # A line that may go on with the one above it is looked at below that, and then for itself.
        read = _read_lately if heading is None else _read
        return read(self, line, heading)

    def _joined(self, lines: Sequence[SheetLine], at: int, heading: Node | None) -> Line:
        """Return the verdict of a line together with those below that it goes on with; BROKEN if it may, or may not."""
        line = self.read_line(lines[at], heading)
        tails: list[SheetLine] = []
        for above, below in pairwise(lines[at : at + MOST_JOINED + 1]):
            is_parted = below.number != above.number + 1 or without_comment(above.text) != above.text
            if is_parted or line.verdict in (Verdict.HEADING, Verdict.DOUBT):
                break
            goes_on = self._continues(below)
            if not (goes_on or self._ends_open(above.text)):
                break
            whole = self._one_of(line.line, tails, below, heading)
            apart = self.read_line(below, heading)
            is_end = line.verdict is not Verdict.READ and not self._begins_anew(apart)
            if whole is None and (apart.verdict is Verdict.READ or line.verdict is Verdict.REMARK or not goes_on):
                break
            if whole is not None and apart.verdict is Verdict.READ and not is_end:
                if line.verdict is Verdict.READ and _is_list(line.line, below):
                    break
                return Line(line.line, Verdict.BROKEN, tails=(*tails, below))
            tails.append(below)
            if whole is not None:
                line = replace(whole, line=line.line, tails=tuple(tails))
        return Line(line.line, Verdict.BROKEN, tails=tuple(tails)) if len(tails) > len(line.tails) else line

    def _one_of(
        self, first: SheetLine, taken: Sequence[SheetLine], below: SheetLine, heading: Node | None
    ) -> Line | None:
        """Return these lines read as one, if a statement reaches from those above into the last one."""
        above = " ".join((first.text.rstrip(), *(each.text.strip() for each in taken)))
        whole = self.read_line(SheetLine(first.number, f"{above} {below.text.strip()}"), heading)
        crossed = any(start < len(above) < end for start, end in (each.columns for each in whole.statements))
        return whole if crossed and whole.verdict is Verdict.READ else None

    def _continues(self, below: SheetLine) -> bool:
        """Tell whether a line can only go on with the one above it."""
        if "continuation" not in self.grammar.rules:
            return False
        parse = self.parse(without_comment(below.text))
        return bool(parse.text.tokens) and parse.at("continuation", 0) is not None

    def _begins_anew(self, line: Line) -> bool:
        """Tell whether a line's first statement begins with a word that no other statement goes on with."""
        first = next(iter(line.statements), None)
        return first is not None and any(
            each.start == first.node.start and each.name in self.open_ends for each in first.node.walk()
        )

    def parse(self, line: str) -> Parse:
        """Return what reads as much of a line as is read."""
        return _parse_of(line[:LONGEST_LINE], self.grammar, self.lexicon, self.names)

    def _ends_open(self, line: str) -> bool:
        text = self.parse(line[-LONGEST_LINE:]).text
        return bool(text.tokens) and any(kind in text.edges[len(text.tokens) - 1] for kind in self.open_ends)


def _read(reader: Reader, line: SheetLine, heading: Node | None) -> Line:
    parse = reader.parse(without_comment(line.text))
    return _LineReader(reader, line, parse, heading).verdict() if parse.text.tokens else Line(line, Verdict.REMARK)


_read_lately = lru_cache(maxsize=2)(_read)


@lru_cache(maxsize=2 * MOST_JOINED)
def _parse_of(line: str, grammar: Grammar, lexicon: Lexicon, names: Names) -> Parse:
    """Return what reads a line, which is looked at several times while those around it are read."""
    return Parse(grammar, Text(line, lexicon, names))


def _without_empty_headings(lines: Sequence[Line]) -> list[Line]:
    """Return the lines; a heading with no item below it is a remark."""
    found: list[Line] = []
    for at, line in enumerate(lines):
        below = lines[at + 1 : at + 2]
        if line.verdict is Verdict.HEADING and not (below and any(each.heading for each in below[0].statements)):
            found.append(Line(line.line, Verdict.REMARK))
        else:
            found.append(line)
    return found


class _LineReader:
    """Takes one line apart into statements and loose tokens."""

    def __init__(self, reader: Reader, line: SheetLine, parse: Parse, heading: Node | None) -> None:
        self.line = line
        self.text = parse.text
        self.heading = heading
        self.parse = parse
        self.statements: list[Statement] = []
        self.loose: list[int] = []
        self.rules = reader.grammar.rules
        self.telling = reader.telling

    def verdict(self) -> Line:
        count = len(self.text.tokens)
        if "heading" in self.rules and (head := self._heading()) is not None:
            return Line(self.line, Verdict.HEADING, (Statement(head, self.text.text),))
        if count <= MOST_TOKENS:
            self._take_apart()
        if self.statements:
            stray = self._stray(self.loose) or self._set_aside() or self._doubt_across()
            if stray is None:
                return Line(self.line, Verdict.READ, tuple(self.statements))
            tried = (self._may_begin(at) and self.parse.at("attempt", at) is not None for at in range(count))
            if len(self.statements) > 1 or any(tried):
                kind = Verdict.DOUBT if stray.is_doubt else Verdict.PROBLEM
                read = "; ".join([each.text for each in self.statements])
                more = any({"SURE", "CODE"} & self.text.edges[at].keys() for at in self.loose if at >= stray.end)
                return Line(self.line, kind, tuple(self.statements), stray, read, names_more=more)
        return self._without_statement()

    def _heading(self) -> Node | None:
        """Return the heading that the line is, with nothing but harmless words around it."""
        count = len(self.text.tokens)
        for at in range(min(count, MOST_TOKENS)):
            head = self.parse.at("heading", at)
            if head is not None:
                return None if self._stray(range(head.end, count)) else head
            if self._stray((at,)) is not None:
                break
        return None

    def _without_statement(self) -> Line:
        count = len(self.text.tokens)
        is_talk = any(token.text == "?" for token in self.text.tokens) or self._set_aside() is not None
        for at in range(min(count, MOST_TOKENS)):
            if is_talk or not self._may_begin(at) or self.parse.at("attempt", at) is None:
                continue
            furthest, expected = self.parse.failure("statement", at)
            stray = self._stray(range(count), doubt_only=True)
            kind = Verdict.DOUBT if stray else Verdict.PROBLEM
            reached, stopped = self.text.span(at, furthest), self.text.span(furthest, count)
            return Line(self.line, kind, (), stray, reached, stopped, expected)
        if not is_talk and self._tells():
            stray = self._stray(range(count), doubt_only=True)
            return Line(self.line, Verdict.DOUBT if stray else Verdict.PROBLEM, (), stray)
        return Line(self.line, Verdict.REMARK)

    def _tells(self) -> bool:
        kinds = frozenset().union(*self.text.edges)
        return bool(self.telling) and all(kinds & each for each in self.telling)

    def _take_apart(self) -> None:
        at, count, is_open = 0, len(self.text.tokens), True
        while at < count:
            statement = self._statement(at) if is_open else None
            if statement is not None:
                self.statements.append(statement)
                at = statement.node.end
                at = self._past_bracket(at)
                is_open = False
            elif (number := self._list_number(at, is_open=is_open)) > at:
                at, is_open = number, True
            else:
                self.loose.append(at)
                is_open = is_open or bool(_SEPARATORS & self.text.edges[at].keys())
                at += 1

    def _may_begin(self, at: int) -> bool:
        return not self.text.edges[at].keys() <= INERT

    def _statement(self, at: int) -> Statement | None:
        if not self._may_begin(at):
            return None
        node = self.parse.at("item", at) if self.heading is not None else None
        heading = self.heading if node is not None else None
        node = node or self.parse.at("statement", at)
        if node is None:
            return None
        tokens = self.text.tokens
        columns = (tokens[node.start].start, tokens[node.end - 1].end)
        return Statement(node, self.text.span(node.start, node.end), columns, heading)

    def _list_number(self, at: int, *, is_open: bool) -> int:
        """Return where the number of a list ends; `at` where there is none. Directly behind a statement, another must
        follow it.
        """
        end = at + 1 if self.text.tokens[at].text == "(" else at
        edges = self.text.edges
        if "NUMBER" not in edges[end]:
            return at
        end += 1
        if end + 1 < len(self.text.tokens) and self.text.tokens[end].text in ".)":
            below = self.text.tokens[end + 1]
            is_item = below.spaced and below.shape in ("word", "number")
            return end + 1 if (is_item if is_open else self._statement(end + 1) is not None) else at
        return at

    def _past_bracket(self, at: int) -> int:
        """Return where the bracket behind the last statement ends; what it holds is that statement's."""
        tokens = self.text.tokens
        closing = _CLOSING.get(tokens[at].text) if at < len(tokens) else None
        if closing is None:
            return at
        end = next((place for place in range(at, len(tokens)) if tokens[place].text == closing), len(tokens))
        stray = self._stray(range(at + 1, end))
        if stray is not None:
            whole = replace(stray, piece=self.text.span(at, min(end + 1, len(tokens))))
            self.statements[-1] = replace(self.statements[-1], stray=whole)
        return min(end + 1, len(tokens))

    def _stray(self, places: Sequence[int], *, doubt_only: bool = False) -> Stray | None:
        """Return the first piece of doubt among loose tokens, else the first that is not harmless; None if all are."""
        unknown: Stray | None = None
        loose = frozenset(places)
        skip_to = 0
        for at in places:
            if at < skip_to:
                continue
            kind, end = self._kind_of_loose(at, loose)
            skip_to = end
            if kind is DOUBT:
                token, behind = self.text.tokens[at], self._clause(at, loose)
                is_short = end == at + 1 and token.shape == "word" and len(token.word) <= _SHORT
                return Stray(self.text.span(at, behind if is_short else end), is_doubt=True, end=max(behind, end))
            if kind is None and unknown is None:
                behind = self._clause(at, loose)
                unknown = Stray(self.text.span(at, behind), end=behind)
        return None if doubt_only else unknown

    def _set_aside(self) -> Stray | None:
        """Return the sign that sets a whole line aside: a semicolon before it, or brackets around it."""
        signs = [token.text for token in self.text.tokens if token.text in ";()[]" or token.shape != "mark"]
        first = signs[0] if signs else ""
        closing = _CLOSING.get(first, "")
        is_whole = closing in signs and signs.index(closing) == len(signs) - 1
        return Stray(first, is_doubt=True) if first == ";" or is_whole else None

    def _doubt_across(self) -> Stray | None:
        """Return a phrase of doubt that begins within a statement and ends behind it: `holds in place of`."""
        for statement in self.statements:
            for at in range(statement.node.start, statement.node.end):
                doubt = self.text.edges[at].get(DOUBT)
                if doubt is not None and doubt.end > statement.node.end:
                    return Stray(self.text.span(at, doubt.end), is_doubt=True)
        return None

    def _clause(self, at: int, loose: Collection[int]) -> int:
        """Return where the loose piece that begins at a token ends: at the next statement, separator or end."""
        end = at + 1
        while end in loose and not ({"','", "';'", "'.'"} & self.text.edges[end].keys()):
            end += 1
        return end

    def _kind_of_loose(self, at: int, loose: Collection[int]) -> tuple[str | None, int]:
        """Return HARMLESS or DOUBT, and where it ends; None for anything else. The longest phrase decides, and of two
        alike the harmless one.
        """
        edges, token = self.text.edges[at], self.text.tokens[at]
        if "aside" in self.rules and (aside := self.parse.at("aside", at)) is not None:
            return HARMLESS, aside.end
        if token.text == "?":
            return DOUBT, at + 1
        if token.shape == "arrow":
            # A dash before words, as in ` -- as promised`; words that are not harmless stand for themselves.
            is_aside = at + 1 in loose and at + 1 < len(self.text.tokens)
            is_bullet = at == 0 and len(self.text.tokens) > 1 and self.text.tokens[1].spaced
            return (HARMLESS if is_aside or is_bullet else None), at + 1
        harmless = max((edges[kind].end for kind in (HARMLESS, ARTICLE, AND) if kind in edges), default=0)
        doubt = edges[DOUBT].end if DOUBT in edges else 0
        if doubt > harmless:
            return DOUBT, doubt
        is_code = PLAYER in edges or (token.is_code and "PLACE" in edges) or (token.text == "A" and at > 0)
        is_behind = bool(self.statements) and at >= self.statements[0].node.end
        if "command" in self.rules and is_behind and self.parse.at("command", at) is not None:
            harmless = 0  # `my moves` before an order, and not behind it
        if harmless and not is_code:
            return HARMLESS, harmless
        if token.shape == "mark" and _SIGNS & edges.keys():
            return HARMLESS, at + 1
        return None, at + 1


def _is_list(*lines: SheetLine) -> bool:
    """Tell whether each line begins with the dash of a list."""
    return all(each.text.lstrip().startswith(_DASHES) for each in lines)
