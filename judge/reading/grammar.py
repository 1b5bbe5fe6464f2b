"""A small parsing expression grammar (PEG) over tokens of several kinds.

A grammar is text, one rule a line: `move <- unit to place via?`. Words in capitals are kinds of tokens, those in small
letters rules, `'x'` is a mark. `a b` follows, `a / b` is the first that fits, `?` `*` `+` repeat, `&` and `!` look
ahead, `( )` groups. A line that begins with `#` is a remark; one that begins with blanks goes on with the rule above.

Between two tokens of a statement filler words are skipped. Parsing is memoised, so it is linear in the tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
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

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for each in self.children:
            yield from each.walk()


Match: TypeAlias = "tuple[int, tuple[Node, ...]] | None"
Matcher: TypeAlias = "Callable[[Parse, int], Match]"

_PIECE = re.compile(r"\s*(?:(?P<kind>[A-Z][A-Z_]*)|(?P<rule>[a-z][a-z_]*)|(?P<mark>'[^']+')|(?P<sign>[()/?*+&!]))")
_RULE = re.compile(r"(?P<name>[a-z][a-z_]*)\s*<-\s*")


class Grammar:
    """The rules of a grammar. Raises ValueError if the text is none."""

    def __init__(self, text: str) -> None:
        joined = re.sub(r"\n[ \t]+", " ", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
        self.rules: dict[str, Matcher] = {}
        bodies: dict[str, str] = {}
        for line in filter(str.strip, joined.splitlines()):
            found = _RULE.match(line)
            if found is None:
                raise ValueError(f"this is no rule: {line}")
            bodies[found["name"]] = line[found.end() :]
        for name, body in bodies.items():
            reader = _Reader(body, bodies)
            self.rules[name] = reader.choice()
            if reader.left:
                raise ValueError(f"in rule {name}, this cannot be read: {reader.left[0]}")


@dataclass
class Parse:
    """One text on its way through a grammar. `furthest`: the token at which the last attempt failed, at most."""

    grammar: Grammar
    text: Text
    furthest: int = 0
    expected: set[str] = field(default_factory=set)
    _begin: int = 0
    _memo: dict[tuple[str, int], Match] = field(default_factory=dict)

    def at(self, rule: str, at: int) -> Node | None:
        """Return what this rule matches from a token on. Fillers are not skipped before it."""
        if self._begin != at:
            self._begin = at
            self._memo.clear()
        self.furthest, self.expected = at, set()
        found = self.rule(rule, at)
        return found[1][0] if found else None

    def rule(self, name: str, at: int) -> Match:
        key = (name, at)
        if key not in self._memo:
            found = self.grammar.rules[name](self, at)
            if found is not None:
                start = found[1][0].start if found[1] else at
                found = (found[0], (Node(name, start, found[0], None, found[1]),))
            self._memo[key] = found
        return self._memo[key]

    def kind(self, kind: str, at: int) -> Match:
        edges = self.text.edges
        filler = self.text.is_filler
        begin = self._begin
        place = at
        while True:
            edge = edges[place].get(kind)
            skips = filler[place] and place != begin
            # `den` before the name of a place is no Denmark.
            small = kind == WORD or (kind == PLACE and skips and self.text.tokens[place].text.islower())
            if edge is not None and not (skips and small and kind in edges[place + 1]):
                return edge.end, (Node(kind, place, edge.end, edge.value),)
            if not skips:
                break
            place += 1
        if kind in (NEAR, NEAR_CODE) and place < len(self.text.tokens):
            token = self.text.tokens[place]
            if self.text.names.nearly(token, surely=kind == NEAR_CODE):
                return place + 1, (Node(kind, place, place + 1, token.text),)
        if place > self.furthest:
            self.furthest, self.expected = place, {kind}
        elif place == self.furthest:
            self.expected.add(kind)
        return None


class _Reader:
    """Reads the right side of a rule."""

    def __init__(self, body: str, rules: Mapping[str, str]) -> None:
        self.rules = rules
        self.left: list[str] = []
        end = 0
        for found in _PIECE.finditer(body):
            if found.start() != end:
                break
            self.left.append(found[0].strip())
            end = found.end()
        if body[end:].strip():
            raise ValueError(f"this is no rule: {body}")

    def choice(self) -> Matcher:
        ways = [self._sequence()]
        while self.left[:1] == ["/"]:
            self.left.pop(0)
            ways.append(self._sequence())
        return ways[0] if len(ways) == 1 else _choice(tuple(ways))

    def _sequence(self) -> Matcher:
        parts: list[Matcher] = []
        while self.left and self.left[0] not in ("/", ")"):
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else _sequence(tuple(parts))

    def _repeated(self) -> Matcher:
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

    def _part(self, sign: str) -> Matcher:
        if sign == "(":
            inner = self.choice()
            if self.left[:1] != [")"]:
                raise ValueError("a bracket is not closed")
            self.left.pop(0)
            return inner
        if sign in self.rules:
            return lambda parse, at: parse.rule(sign, at)
        if sign[0].islower():
            raise ValueError(f"there is no rule {sign}")
        return lambda parse, at: parse.kind(sign, at)


def _choice(ways: tuple[Matcher, ...]) -> Matcher:
    def match(parse: Parse, at: int) -> Match:
        for way in ways:
            found = way(parse, at)
            if found is not None:
                return found
        return None

    return match


def _sequence(parts: tuple[Matcher, ...]) -> Matcher:
    def match(parse: Parse, at: int) -> Match:
        nodes: tuple[Node, ...] = ()
        for part in parts:
            found = part(parse, at)
            if found is None:
                return None
            at, more = found
            nodes += more
        return at, nodes

    return match


def _times(part: Matcher, *, least: int, most: int | None) -> Matcher:
    def match(parse: Parse, at: int) -> Match:
        nodes: tuple[Node, ...] = ()
        count = 0
        while most is None or count < most:
            found = part(parse, at)
            if found is None or found[0] == at:
                break
            at, more = found
            nodes += more
            count += 1
        return (at, nodes) if count >= least else None

    return match


def _ahead(part: Matcher, *, wanted: bool) -> Matcher:
    def match(parse: Parse, at: int) -> Match:
        return (at, ()) if (part(parse, at) is not None) == wanted else None

    return match
