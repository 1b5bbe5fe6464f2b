"""A small parsing expression grammar (PEG) over tokens of several kinds.

A grammar is text, one rule a line: `move <- unit to place via?`. Words in capitals are kinds of tokens, those in small
letters rules, `'x'` is a mark. `a b` follows, `a / b` is the first that fits, `?` `*` `+` repeat, `&` and `!` look
ahead, `( )` groups. A line that begins with `#` is a remark; one that begins with blanks goes on with the rule above.

Between two tokens of a statement filler words are skipped. Parsing is memoised, so it is linear in the tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from judge.reading.lexer import Text

PLACE = "PLACE"
"""The kind of the names of places. `den` before another place is an article, and else Denmark."""
WORD = "WORD"
"""The kind of any word that is no filler, for names that the game does not know."""
NEAR, NEAR_CODE = "NEAR", "NEAR_CODE"
"""The kinds of a word that is no name, and nearly one; NEAR_CODE: a short one in capitals only."""


class Node(NamedTuple):
    """What a rule or a kind matched. `value`: of a kind; `start`, `end`: positions of tokens."""

    name: str
    start: int
    end: int
    value: Any = None
    children: tuple[Node, ...] = ()

    def get(self, name: str) -> Node | None:
        """Return the first child of this name."""
        return next((each for each in self.children if each.name == name), None)

    def all(self, name: str) -> list[Node]:
        """Return the children of this name."""
        return [each for each in self.children if each.name == name]

    def below(self, *names: str) -> list[Node]:
        """Return the nodes of these names, at or below this one."""
        return [each for each in self.walk() if each.name in names]

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for each in self.children:
            yield from each.walk() if each.children else (each,)


Match: TypeAlias = "tuple[int, tuple[Node, ...]] | None"
ANY, NOTHING = 1, 2
"""Bits that each token has besides those of its kinds: for a piece that can begin with any, or match nothing."""


class Piece(NamedTuple):
    """What matches a piece of a rule. begins: the bits of the kinds with which it can begin; needs: those of which it
    holds at least one.
    """

    match: Callable[[Parse, int], Match]
    begins: int
    needs: int


_PIECE = re.compile(r"\s*(?:(?P<kind>[A-Z][A-Z_]*)|(?P<rule>[a-z][a-z_]*)|(?P<mark>'[^']+')|(?P<sign>[()/?*+&!]))")
_RULE = re.compile(r"(?P<name>[a-z][a-z_]*)\s*<-\s*")


class Grammar:
    """The rules of a grammar. Raises ValueError if the text is none."""

    def __init__(self, text: str) -> None:
        joined = re.sub(r"\n[ \t]+", " ", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
        self.rules: dict[str, Piece] = {}
        self.bits = dict.fromkeys((NEAR, NEAR_CODE), ANY)
        bodies: dict[str, str] = {}
        for line in filter(str.strip, joined.splitlines()):
            found = _RULE.match(line)
            if found is None:
                raise ValueError(f"this is no rule: {line}")
            bodies[found["name"]] = line[found.end() :]
        for name in bodies:
            self.rule(name, bodies)

    @classmethod
    def of(cls, *files: Path, more: str = "") -> Grammar:
        """Return the grammar in these files, of which a later rule stands for an earlier one of its name."""
        return cls("\n".join((*(each.read_text(encoding="utf-8") for each in files), more)))

    def rule(self, name: str, bodies: Mapping[str, str]) -> Piece:
        """Return the rule of this name, which is read when it is first named."""
        if name not in self.rules:
            self.rules[name] = Piece(lambda parse, at: parse.rule(name, at), ANY | NOTHING, ANY)  # if it names itself
            reader = _Reader(self, bodies, bodies[name])
            self.rules[name] = reader.choice()
            if reader.left:
                raise ValueError(f"in rule {name}, this cannot be read: {reader.left[0]}")
        return self.rules[name]


class Parse:
    """One text on its way through a grammar. ahead: the bits of the kinds that each token can be, or what follows it if
    it is skipped; left: those of all tokens from each on; furthest, expected: the last token that did not fit, and the
    kinds that do.
    """

    def __init__(self, grammar: Grammar, text: Text) -> None:
        self.grammar = grammar
        self.text = text
        self.begin = self.furthest = 0
        self.expected: set[str] = set()
        bits = grammar.bits
        self.ahead = [sum([bits.get(kind, 0) for kind in edges], ANY | NOTHING) for edges in text.edges]
        self.left = [*accumulate(reversed(self.ahead), or_)][::-1]
        for at in range(len(text.tokens) - 1, -1, -1):
            if text.is_filler[at]:
                self.ahead[at] |= self.ahead[at + 1]
        self._memo: dict[tuple[str, int, bool], Match] = {}

    def at(self, rule: str, at: int) -> Node | None:
        """Return what this rule matches from a token on. Fillers are not skipped before it."""
        _, begins, needs = self.grammar.rules[rule]
        if not (begins & self.ahead[at] and needs & self.left[at]):
            return None
        self.begin = at
        found = self.rule(rule, at)
        return found[1][0] if found else None

    def failure(self, rule: str, at: int) -> tuple[int, frozenset[str]]:
        """Return the furthest token at which this rule fails from a token on, and the kinds that could come there."""
        parse = Parse(self.grammar, self.text)
        parse.ahead = parse.left = [-1] * len(self.ahead)  # each way is tried, and tells what it wants
        parse.furthest = at
        parse.at(rule, at)
        return parse.furthest, frozenset(parse.expected)

    def rule(self, name: str, at: int) -> Match:
        key = (name, at, at == self.begin)  # there alone fillers are not skipped, from wherever it began
        if key not in self._memo:
            found = self.grammar.rules[name].match(self, at)
            if found is not None:
                start = found[1][0].start if found[1] else at
                found = (found[0], (Node(name, start, found[0], None, found[1]),))
            self._memo[key] = found
        return self._memo[key]

    def kind(self, kind: str, at: int) -> Match:
        text = self.text
        edge = text.edges[at].get(kind)
        while text.is_filler[at] and at != self.begin and (edge is None or _is_skipped(kind, text, at)):
            at += 1
            edge = text.edges[at].get(kind)
        if edge is not None:
            return edge.end, (Node(kind, at, edge.end, edge.value),)
        if kind in (NEAR, NEAR_CODE) and at < len(text.tokens):
            token = text.tokens[at]
            if text.names.nearly(token, surely=kind == NEAR_CODE):
                return at + 1, (Node(kind, at, at + 1, token.text),)
        if at > self.furthest:
            self.furthest, self.expected = at, {kind}
        elif at == self.furthest:
            self.expected.add(kind)
        return None


def _is_skipped(kind: str, text: Text, at: int) -> bool:
    """Tell whether a filler is no such word, as one follows: `den` before the name of a place is no Denmark."""
    small = kind == WORD or (kind == PLACE and text.tokens[at].text.islower())
    return small and kind in text.edges[at + 1]


class _Reader:
    """Reads the right side of a rule."""

    def __init__(self, grammar: Grammar, bodies: Mapping[str, str], body: str) -> None:
        self.grammar = grammar
        self.bodies = bodies
        self.left: list[str] = []
        end = 0
        for found in _PIECE.finditer(body):
            if found.start() != end:
                break
            self.left.append(found[0].strip())
            end = found.end()
        if body[end:].strip():
            raise ValueError(f"this is no rule: {body}")

    def choice(self) -> Piece:
        ways = [self._sequence()]
        while self.left[:1] == ["/"]:
            self.left.pop(0)
            ways.append(self._sequence())
        return ways[0] if len(ways) == 1 else _choice(ways)

    def _sequence(self) -> Piece:
        parts: list[Piece] = []
        while self.left and self.left[0] not in ("/", ")"):
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else _sequence(parts)

    def _repeated(self) -> Piece:
        sign = self.left.pop(0) if self.left else ""
        if sign in ("", "?", "*", "+", ")"):
            raise ValueError(f"a rule lacks something before {sign or 'its end'}")
        if sign in ("&", "!"):
            return _ahead(self._repeated(), wanted=sign == "&")
        part = self._part(sign)
        if self.left[:1] and self.left[0] in ("?", "*", "+"):
            times = self.left.pop(0)
            return _times(part, least=int(times == "+"), most=1 if times == "?" else None)
        return part

    def _part(self, sign: str) -> Piece:
        if sign == "(":
            inner = self.choice()
            if self.left[:1] != [")"]:
                raise ValueError("a bracket is not closed")
            self.left.pop(0)
            return inner
        if sign in self.bodies:
            return self.grammar.rule(sign, self.bodies)._replace(match=lambda parse, at: parse.rule(sign, at))
        if sign[0].islower():
            raise ValueError(f"there is no rule {sign}")
        bit = self.grammar.bits.setdefault(sign, 4 << len(self.grammar.bits))
        return Piece(lambda parse, at: parse.kind(sign, at), bit, bit)


def _choice(ways: Sequence[Piece]) -> Piece:
    def match(parse: Parse, at: int) -> Match:
        ahead, left = parse.ahead[at], parse.left[at]
        for way, begins, needs in ways:
            if begins & ahead and needs & left and (found := way(parse, at)) is not None:
                return found
        return None

    return Piece(match, reduce(or_, (way.begins for way in ways)), reduce(or_, (way.needs for way in ways)))


def _sequence(parts: Sequence[Piece]) -> Piece:
    def match(parse: Parse, at: int) -> Match:
        nodes: tuple[Node, ...] = ()
        for part, begins, _ in parts:
            if not begins & parse.ahead[at] or (found := part(parse, at)) is None:
                return None
            at, more = found
            nodes += more
        return at, nodes

    begins = NOTHING
    for part in parts:
        begins = begins & ~NOTHING | part.begins
        if not part.begins & NOTHING:
            break
    # Of its parts' needs the one that tells most: not any kind, not only those with which it begins, and few.
    ranked = sorted([part.needs for part in parts], key=lambda bits: (bits & ANY, not bits & ~begins, bits.bit_count()))
    return Piece(match, begins, ranked[0])


def _times(part: Piece, *, least: int, most: int | None) -> Piece:
    def match(parse: Parse, at: int) -> Match:
        nodes: tuple[Node, ...] = ()
        count = 0
        while (most is None or count < most) and part.begins & parse.ahead[at]:
            found = part.match(parse, at)
            if found is None or found[0] == at:
                break
            at, more = found
            nodes += more
            count += 1
        return (at, nodes) if count >= least else None

    return Piece(match, part.begins, part.needs) if least else Piece(match, part.begins | NOTHING, ANY)


def _ahead(part: Piece, *, wanted: bool) -> Piece:
    def match(parse: Parse, at: int) -> Match:
        return (at, ()) if (part.match(parse, at) is not None) == wanted else None

    return Piece(match, NOTHING, ANY)
