"""What people write in other words than the judge's: the phrase book `words/wishes.toml` over the lexer's tokens.

What is the same as a command is done. What a sentence wishes for is not: it waits for a code, or its writer is told
the command.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, TypeAlias

from judge.commands.command import commands
from judge.commands.seats.sheet import no_orders
from judge.games.calendar import with_iso_days
from judge.reading.lexer import FILLERS, Token, tokens_of
from judge.reading.lexicon import HARMLESS, lexicon, phrases_of, tells_of
from judge.reading.sheet import AND
from judge.reading.talk import is_talk

LONGEST = 200
"""Letters of a line that may be one in other words: what is longer is a letter."""

_SEEN = 512
"""Lines whose meaning is kept: a mail's lines are split once more without its secrets, and told of in the reply."""

_BOOK = "wishes"
_ANY = "*"
"""Any word within a phrase."""
_BESIDE = (*FILLERS, HARMLESS, AND, "POLITE")
_SIGNS = ".,!;:()\u2026"
_LETTERS = frozenset(("REPORT", "HOST"))
"""Commands that mail the words behind them, in small letters only behind a colon: `Host was very kind` is talk."""
FOR_LINES_BELOW = frozenset(("GAME", "PHASE", "KEY"))
"""Commands that say something of the lines below them: where one of them fails, its writer has to know."""
_MOST_SKIPPED = 3
_DAY = re.compile(r"(?<![\d.-])(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})(?![\d-])")
_A_DAY = "DAY"
_ENDS, _WORD, _LINE = " ", " _", " \u2026"
_Tree: TypeAlias = dict[str, Any]
"""Word -> the words that may follow it. Where a phrase ends, `_ENDS`, `_WORD` or `_LINE` -> what it means."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """`line`: as it would be written here; empty where this line does nothing. `said`: what its writer is told; `asks`:
    it is done only once a code has said so.
    """

    line: str
    said: str
    asks: bool = False


@lru_cache(maxsize=_SEEN)
def alias_in(text: str) -> Rendered | None:
    """What a whole line of another judge's is here; None of any other."""
    if len(text) > LONGEST:
        return None
    name, _, rest = text.strip().partition(" ")
    letter = name.rstrip(",.!;").upper()
    if rest and letter in _LETTERS and not name.isupper():
        return Rendered("", tells_of(_BOOK)[letter])
    if found := _alias(text, "TOLD").partition(" ")[0]:
        return Rendered("", tells_of(_BOOK)[found])
    if line := _alias(text, "ALIAS"):
        return Rendered(line, "" if line == no_orders.name else f"I read this as {line}.")
    days = [with_iso_days(day) for day in _DAY.findall(text)]
    said = _said(_DAY.sub(_A_DAY, text) if days else text)
    found, is_whole = said.phrase("CONFIRMED")
    if not is_whole or (found == "ABSENCE") != (len(days) == 2 and days[0] <= days[1]):
        return None
    line = f"{found} {days[0]} TO {days[1]}" if days else found
    return Rendered(line, f"I read this as {line}.", asks=True)


def wish_of(text: str) -> Rendered | None:
    """What to say of a line that only wishes for something; None of any other."""
    told, is_whole = _wish(text)
    return Rendered("", told) if is_whole else None


def told_of(text: str) -> str:
    """Which command does what this line wishes for, among other things; empty of talk."""
    return _wish(text)[0]


@lru_cache(maxsize=_SEEN)
def _wish(text: str) -> tuple[str, bool]:
    if len(text) > LONGEST or text.lstrip()[:1] in (">", "|"):
        return "", False
    found, is_whole = _said(text).phrase("POINTER")
    return tells_of(_BOOK).get(found, ""), is_whole


def _alias(text: str, kind: str) -> str:
    """The line that this one is here, by the longest phrase of this kind that begins it."""
    said = _said(text)
    found = ""
    for end, node in said.walk(_tree(kind), 0, skipped=0) if said.tokens else ():
        rest = text[said.tokens[end - 1].end :].strip()
        behind = rest.rstrip(" .!?")
        if _ENDS in node and _is_end(node[_ENDS], rest):
            found = node[_ENDS]
        elif behind and (_LINE in node or (_WORD in node and " " not in behind)):
            found = f"{node[_LINE if _LINE in node else _WORD]} {behind}"
    return found


def _is_end(value: str, rest: str) -> bool:
    """Does no more than courtesy stand behind it, where it does no harm?"""
    command = commands().get(value)
    if command is None or not (command.looks or command is no_orders):
        return not rest.strip(" .!")
    behind = rest.strip(" .,!?" if command.looks else " .,!")
    return not behind or is_talk(behind)


class _Said:
    """A line as tokens, and the phrases in it: found in O(n), since a phrase is a way down a tree of words."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens_of(text)
        self.words = [_plain(token) for token in self.tokens]

    def phrase(self, kind: str) -> tuple[str, bool]:
        """The longest phrase of this kind that is meant, and whether only harmless words stand beside it."""
        tree = _tree(kind)
        found = [
            (end - start, start, end, node[_ENDS])
            for start in range(len(self.tokens))
            for end, node in self.walk(tree, start)
            if _ENDS in node
        ]
        if not found:
            return "", False
        _, start, end, value = max(found, key=lambda match: match[0])
        parts = (at for at, word in enumerate(self.words) if word in _SIGNS or self.reach(at, (AND,)) > at)
        signs = [at for at in parts if not start <= at < end]
        begins = max((at for at in signs if at < start), default=0)
        ends = min((at for at in signs if at >= end), default=len(self.tokens))
        beside = (*range(begins, start), *range(end, ends))
        is_unmeant = any(self.reach(at, ("UNMEANT",)) > self.reach(at, ("POLITE",)) for at in beside)
        return ("", False) if is_unmeant else (value, self.holds_only(_BESIDE, _SIGNS, start, end))

    def walk(self, tree: _Tree, start: int, skipped: int = _MOST_SKIPPED) -> Iterator[tuple[int, _Tree]]:
        """Yield (end, node) of each step down the tree of phrases that begin here. `skipped`: so many fillers between
        two words.
        """
        for first in dict.fromkeys((self.tokens[start].text, self.words[start])):
            node, place = tree.get(first), start + 1
            while node is not None:
                yield place, node
                node, place = self._step(node, place, skipped)

    def _step(self, node: _Tree, place: int, skipped: int) -> tuple[_Tree | None, int]:
        for _ in range(skipped + 1):
            if place == len(self.words):
                break
            below = node.get(self.tokens[place].text) or node.get(self.words[place]) or node.get(_ANY)
            if below is not None:
                return below, place + 1
            place = self.reach(place, FILLERS)
        return None, place

    def reach(self, at: int, kinds: Collection[str], stop: int = LONGEST) -> int:
        """Where the longest words of these kinds end that begin here, before `stop`; the place itself where none do."""
        edges = lexicon("talk", _BOOK).edges(self.tokens, at)
        return max((edge.end for kind, edge in edges if kind in kinds and edge.end <= stop), default=at)

    def holds_only(self, kinds: Collection[str], signs: str, start: int = -1, end: int = -1) -> bool:
        """Are there only words of these kinds and these signs, but for what stands from `start` to `end`?"""
        at = 0
        while at < len(self.tokens):
            after = end if at == start else self.reach(at, kinds, start if at < start else LONGEST)
            if after == at and self.words[at] not in signs:
                return False
            at = max(after, at + 1)
        return True


_said = lru_cache(maxsize=64)(_Said)  # a line is looked at for one thing after another


def _plain(token: Token) -> str:
    """Its word; phones and hurry leave apostrophes out: `whats my balance`."""
    return "-" if token.shape == "arrow" else token.word.replace("'", "")


@cache
def _tree(kind: str) -> _Tree:
    """The phrases of this kind, word by word. One in capitals is found in capitals."""
    tree: _Tree = {}
    for each, value, _, phrase in phrases_of(_BOOK):
        if each == kind:
            behind = f" {phrase[-1]}" if phrase[-1] in _WORD + _LINE else _ENDS
            node = tree
            for token in tokens_of(phrase.rstrip(_WORD + _LINE)):
                is_capital = phrase.isupper() and token.text != _A_DAY
                node = node.setdefault(token.text if is_capital else _plain(token), {})
            node[behind] = value
    return tree
