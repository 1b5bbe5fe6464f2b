"""What is said of a line that is listed as not read, where it seems to ask for something: with which command that is
done. Nothing was wrong with it, and nothing is done.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from judge.mailbox.lines.other_words import wished_in
from judge.rules.words.questions import asks_about_the_game
from judge.rules.words.said import said

LONGEST = 300

_QUESTION = "The GameMaster answers questions. Write PRESS TO MASTER, and your words below it."
_GREETING = re.compile(
    r"""\A\W*(?:(?:hi|hello|hey|dear|ok|okay|so|and|well|sorry|please|pls|hallo|bonjour|hola|ciao)\b(?:\s+(?:judge|there|all))?
    [\s,!.:\u2013-]+)+""",
    re.IGNORECASE | re.VERBOSE,
)
_COURTESIES = re.compile(
    said(
        r"""[\s,]*(?<![\w'-])(?:please|pls|plz|kindly|just|sorry|thanks(?: (?:a lot|so much|in advance))?|thx
        |thank you(?: very much)?
        |if (?:at all )?possible|if you (?:can|could|may|please|like)|for (?:me|us))(?![\w'-])[,!.]*"""
    ),
    re.IGNORECASE,
)
_FILE = files(__package__).joinpath("asked.toml")


class Asked(NamedTuple):
    """`sure`: it counts though the line says `not`, `if` or the like."""

    pattern: re.Pattern[str]
    tells: str
    sure: bool


@cache
def read_asked(kind: str) -> tuple[Asked, ...]:
    """What `asked.toml` holds of one kind (`shows`, `asks`)."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        Asked(re.compile(_either(each["says"]), re.IGNORECASE), each["tells"], each.get("sure", False))
        for each in data[kind]
    )


def _either(patterns: Sequence[str]) -> str:
    """Phones and hurry leave apostrophes out: `whats my balance`."""
    return "|".join(said(each.replace("'", "'?")) for each in patterns)


_DOUBT = re.compile(
    said(
        r"""\b(?:not|never|no (?:need|longer)|was|were|had|would have|unless
        |if(?! (?:you (?:can|could|may|please|like)|(?:at all )?possible|(?:it|that)(?:'s| is) (?:ok|okay|possible))\b)
        |thanks for|thank you for|before i)\b
        |n't\b(?! (?:process|adjudicate|run)\b)"""
    ),
    re.IGNORECASE,
)


def _first(kind: str, texts: Collection[str], *, in_doubt: bool) -> str:
    found = (each for each in read_asked(kind) if any(map(each.pattern.search, texts)))
    return next((each.tells for each in found if each.sure or not in_doubt), "")


def said_of(text: str) -> str:
    """Which command does what this line seems to ask for; empty of talk."""
    if len(text) > LONGEST or text.lstrip()[:1] in (">", "|"):
        return ""
    in_doubt = _DOUBT.search(text) is not None and "?" not in text
    bare = _GREETING.sub("", text)
    texts = dict.fromkeys((text, bare, _COURTESIES.sub("", bare)))  # one, where nobody is greeted or thanked
    shown = _first("shows", texts, in_doubt=in_doubt)
    told = shown or ("" if in_doubt else wished_in(text)) or _first("asks", texts, in_doubt=in_doubt)
    return told or (_QUESTION if asks_about_the_game(text) else "")
