"""Talk, whatever the game is: greetings, courtesies, signatures. Its words stand in `words/talk.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from judge.reading.lexer import Lexicon, Token, tokens_of
from judge.reading.lexicon import CLOSING, GREETING, PLEASE, TALK, THANKS, phrases_of
from judge.reading.sheet import AND

LONGEST = 1000
"""Letters of a line that are looked at."""
_LONGEST_TALK = 200
_SIGNS = frozenset(".,;:!()\u2026*_")
_LONGEST_NAME, _MOST_WORDS_OF_NAME = 30, 4
_WITHIN_NAMES = frozenset(
    ("af", "av", "da", "de", "den", "der", "di", "dos", "du", "el", "la", "le", "ter", "van", "von")
)
_SMILE = re.compile(r"\s[:;]-?[)D]\s*\Z")
_AMONG_FIRST = 3
_MOST_WORDS_OF_GREETING, _MOST_WORDS_OF_CLOSING = 6, 14
_LONGEST_PHRASE = 8


@cache
def _talk() -> Lexicon:
    return Lexicon((kind, kind, phrase) for kind, _, _, phrase in phrases_of("talk") if kind in (*TALK, AND))


@cache
def words_of(*kinds: str) -> frozenset[str]:
    """Return each word of the phrases of these kinds, folded."""
    phrases = (phrase for kind, _, _, phrase in phrases_of("talk") if kind in kinds)
    return frozenset(token.word for phrase in phrases for token in tokens_of(phrase) if token.shape == "word")


def is_talk(text: str, names: Iterable[str] = ()) -> bool:
    """Tell whether a line holds nothing but talk and these names, its writer's: `Thanks, Anna`."""
    if len(text) > _LONGEST_TALK:
        return False
    own = {token.word for name in names for token in tokens_of(name) if len(token.word) > 1}
    tokens, at, is_said = tokens_of(text), 0, False
    while at < len(tokens):
        ends = {kind: edge.end for kind, edge in _talk().edges(tokens, at)}
        is_own = tokens[at].word in own
        is_hyphen = tokens[at].text == "-" and not tokens[at].spaced
        if not (ends or is_own or is_hyphen or tokens[at].text in _SIGNS or (at == 0 and tokens[0].shape == "arrow")):
            return False
        is_said = is_said or is_own or not ends.keys() <= {AND}
        at = max((*ends.values(), at + 1))
    return is_said


def greets(text: str) -> bool:
    """Tell whether a line begins with a greeting and hardly goes on: `Hi judge,`, `Good morning all!`."""
    return _begins(text, (GREETING,), among=1, most=_MOST_WORDS_OF_GREETING)


def signs_off(text: str) -> bool:
    """Tell whether a line holds thanks or a goodbye: `Thanks, Gus`, `Mit freundlichen Grüßen`."""
    return _begins(text, (THANKS, CLOSING), among=_AMONG_FIRST, most=_MOST_WORDS_OF_CLOSING)


def signatures(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the words that are names in goodbyes: `Cheers, Tom`, and `Tom Smith` alone below one."""
    signed = [line for line in lines if signs_off(line)]
    below = [after for line, after in pairwise(lines) if line in signed and after[:1].isupper() and _is_name(after)]
    return (*(word for line in signed for word in line.split() if word.istitle()), *below)


def _is_name(line: str) -> bool:
    """Tell whether a line may be a whole name: `Wim de Boer`, `Jean-Pierre Morel`."""
    words = line.split()
    is_short = len(line) <= _LONGEST_NAME and len(words) <= _MOST_WORDS_OF_NAME
    return is_short and all(word[:1].isupper() or word in _WITHIN_NAMES for word in words)


def _begins(text: str, kinds: Sequence[str], among: int, most: int) -> bool:
    """Tell whether a phrase of these kinds begins at one of the first words of a short line without numbers."""
    tokens = tokens_of(text[:LONGEST])
    words = [at for at, token in enumerate(tokens) if token.shape == "word"]
    if len(words) > most or "=" in text or any(map(str.isdigit, text)):
        return False
    return any(kind in kinds for at in words[:among] for kind, _ in _talk().edges(tokens, at))


def is_of(word: str, *kinds: str) -> bool:
    """Tell whether a word by itself is of one of these kinds."""
    return any(kind in kinds for kind, _ in _talk().edges(tokens_of(word), 0))


def without_courtesies(text: str) -> str:
    """Return a line without the courtesies at its ends, as in `the map, please`; whole if it holds nothing else."""
    if len(text) > LONGEST:
        return text
    smile = _SMILE.search(text)
    tokens = tokens_of(text[: smile.start()] if smile else text)
    first, last = 0, len(tokens)
    while first < last and (ends := [edge.end for kind, edge in _talk().edges(tokens, first) if kind == PLEASE]):
        first = max(ends)
    while (begins := _courtesy_before(tokens, last)) < last:
        last = begins
    if first >= last or (first == 0 and last == len(tokens) and not smile):
        return text
    said = text[tokens[first].start : tokens[last - 1].end]
    return said.rstrip(" ,;.!\u2013\u2014-") if last < len(tokens) else said


def _courtesy_before(tokens: Sequence[Token], last: int) -> int:
    """Return where a courtesy begins that ends at a token; that token if none does. Wishes want a sign before them."""
    end = last
    while end and tokens[end - 1].text in _SIGNS:
        end -= 1
    for start in range(end - 1, max(-1, end - _LONGEST_PHRASE), -1):
        kinds = {kind for kind, edge in _talk().edges(tokens, start) if edge.end == end}
        is_apart = start > 0 and tokens[start - 1].shape in ("mark", "arrow")
        if not (is_apart or start == 0 or tokens[start].spaced):
            continue  # the end of a word with digits in it, such as a code
        if kinds & {PLEASE, THANKS} or (is_apart and kinds & {CLOSING}):
            return start
    return last
