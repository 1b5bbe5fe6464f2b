"""Words beside orders that take them back, put others in their place, or make them hang on something.

None of it is carried out: the writer is asked. The words stand in `words/second_thoughts.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from judge.reading.lexer import Edge, tokens_of
from judge.reading.lexicon import HARMLESS, TALK, lexicon
from judge.reading.sheet import DOUBT
from judge.reading.talk import is_talk

LONGEST = 400
"""Letters of a line that are looked at."""
SECOND_THOUGHT, REVISION = "SECOND_THOUGHT", "REVISION"
CONDITION, PROVISO, EITHER = "CONDITION", "PROVISO", "EITHER"
"""The values of doubts on which an order hangs: `if`, `only if`, `or`."""
_SPOKEN_OF = ("LINE", "ARMY", "FLEET", "NUMBER")
_REACH = 5
"""Tokens between a word that drops something and what it drops."""


class Said:
    """A line, and where each kind of phrase stands in it."""

    def __init__(self, text: str) -> None:
        self.text = text[:LONGEST]
        self.tokens = tokens_of(self.text)
        self.asks = next((token.text for token in self.tokens if token.text in ".!?"), "") == "?"
        words = lexicon("talk", "orders", "second_thoughts")
        self.found: dict[str, list[tuple[int, Edge]]] = {}
        for at, token in enumerate(self.tokens):
            for kind, edge in words.edges(self.tokens, at) if token.shape == "word" else ():
                self.found.setdefault(kind, []).append((at, edge))

    def phrases(self, kind: str, *values: str) -> Mapping[int, int]:
        """Return where each phrase of a kind begins and ends; of a kind with values, of one of these."""
        return {at: edge.end for at, edge in self.found.get(kind, ()) if not values or edge.value in values}

    def holds(self, kind: str, start: int = 0, end: int = LONGEST) -> bool:
        """Tell whether a phrase of a kind begins from one token up to another."""
        return any(start <= at < end for at, _ in self.found.get(kind, ()))

    def begins(self, kind: str, *values: str) -> int:
        """Return where a phrase of a kind ends that begins the line, but for talk; 0 if none does."""
        ends, at = self.phrases(kind, *values), 0
        talk = self.phrases(HARMLESS, *TALK) if ends else {}
        while ends and at < len(self.tokens) and at not in ends:
            if at not in talk and self.tokens[at].shape == "word":
                return 0
            at = talk.get(at, at + 1)
        return ends.get(at, 0)

    def heading(self, kind: str) -> int:
        """Return where a phrase of a kind ends that begins the line and has a sign behind it; 0 if none does."""
        end = self.begins(kind)
        return end if 0 < end < len(self.tokens) and self.tokens[end].text in ":,.!" else 0

    def names_a_line(self) -> bool:
        """Tell whether it speaks of lines, orders or units, or holds a number or a unit in capitals."""
        pairs = zip(self.tokens, self.tokens[1:], strict=False)
        return (
            any(map(self.holds, _SPOKEN_OF))
            or any(token.shape == "number" for token in self.tokens)
            or any(unit.text in ("A", "F", "G") and place.is_code for unit, place in pairs)
        )


_said = lru_cache(maxsize=256)(Said)  # the lines of a mail are looked at for one thing after another


def takes_back(text: str) -> bool:
    """Tell whether a line says that the orders beside it are not to be filed, or not yet; what it says of earlier ones
    does not.
    """
    said = _said(text)
    if any(not said.holds("EARLIER", at, end + _REACH) for at, end in said.phrases("RETRACTION").items()):
        return True
    return any(
        said.holds("LINE", end, end + _REACH)
        and not said.holds("EARLIER", end, end + _REACH)
        and at not in said.phrases("NEGATION").values()
        for at, end in said.phrases("DROP").items()
    )


def thinks_again(text: str) -> bool:
    """Tell whether a line begins with a second thought and goes on, asking nothing: `oops no wait, London holds`."""
    said = _said(text)
    end = said.begins(SECOND_THOUGHT) or said.heading("NEGATION")
    rest = said.tokens[end:]
    return (
        bool(end)
        and not said.asks
        and any(token.shape == "word" for token in rest)
        and not is_talk(said.text[rest[0].start :])
    )


def revises(text: str, *, is_order: bool = False) -> bool:
    """Tell whether a line that nothing could be made of puts something in the place of another: `make that 7 instead`,
    `Correction: the Venice one is wrong`. `is_order`: it was meant as an order, which says what it
    changes unless it hangs on something itself.
    """
    said = _said(text)
    if said.asks:
        return False
    is_order = is_order and not said.phrases(DOUBT, CONDITION)
    is_said = said.holds(REVISION) or bool(said.begins(SECOND_THOUGHT))
    return bool(said.heading(REVISION)) or (is_said and (is_order or said.names_a_line()))


def adds(text: str) -> bool:
    """Tell whether a line says that it comes on top of what was sent before: `also 3 for Mar-Spa`, `and 10 $`."""
    said = _said(text)
    return bool(said.phrases("ADDITION")) or bool(said.begins("AND"))


def starts_anew(text: str) -> bool:
    """Tell whether a line that orders nothing says that those below it stand in the place of those above."""
    said = _said(text)
    last = max((at + 1 for at, token in enumerate(said.tokens) if token.shape == "word"), default=0)
    if last in said.phrases(REVISION).values():
        return True
    end = said.heading(REVISION) or said.heading(SECOND_THOUGHT)
    is_address = end and said.tokens[end].text == "," and sum(each.shape == "word" for each in said.tokens[end:]) == 1
    return bool(end) and not is_address  # `Hold on, Anna`


def is_condition(text: str, *values: str) -> bool:
    """Tell whether a line that asks nothing holds a condition of one of these kinds: `the 8 only if Paris pays me`."""
    said = _said(text)
    return not said.asks and bool(said.phrases(DOUBT, *values))


def heads_condition(text: str) -> bool:
    """Tell whether a line is a condition for what stands below it: `If Germany pays me:`."""
    said = _said(text)
    ends = bool(said.tokens) and said.tokens[-1].text == ":" and not said.asks and not said.holds("POLITE")
    return ends and bool(said.begins(DOUBT, CONDITION, PROVISO))


def adds_proviso(text: str) -> bool:
    """Tell whether a line is a condition for what stands above it: `but only if I have the money`."""
    said = _said(text)
    commas = [at for at, token in enumerate(said.tokens[:-1]) if token.text == ","]
    goes_on = any(at + 1 not in said.phrases("THEN") for at in commas[:1])
    return bool(said.begins(DOUBT, PROVISO)) and not (goes_on or said.asks or said.holds("POLITE"))


def named_behind_office(text: str) -> Iterator[str]:
    """Yield the words of a line that may name a role for which lines are: `all from the treasury of France`."""
    said = _said(text)
    for end in said.phrases("OFFICE").values():
        yield from (token.word for token in said.tokens[end : end + 2])  # an article may stand before it


def is_choice(text: str) -> bool:
    """Tell whether a line says no more than `or`."""
    said = _said(text)
    words = {at for at, token in enumerate(said.tokens) if token.shape == "word"}
    return bool(words) and words <= {
        at for start, end in said.phrases(DOUBT, EITHER).items() for at in range(start, end)
    }
