"""Sentences that begin with the word of a command: `Wait, I have not decided yet`, `Map looks lovely, by the way.`

Only lines that could not be carried out are asked about here: what reads as talk is told as not read, and is no
problem.
"""

from __future__ import annotations

import re

from judge.commands.command import Command
from judge.mailbox.lines.other_words import LONGEST
from judge.mailbox.lines.trimmings import asks

_MEANS_LINES_BELOW = frozenset({"GAME", "PHASE", "KEY"})
"""Commands that say something of the lines below them: where one of them fails, its writer has to know."""

_FIRST = re.compile(r"\W*([^\W\d_]+)(,?)\s*(.*)", re.DOTALL)
_SMALL = re.compile(r"(?<![^\W_])[a-zà-ÿ]+(?:['’][a-z]+)?\b")
_ASKS = re.compile(r"\?\s*\S*[^\W\d_]")
_ENDS = re.compile(r"[^\W_][.!…]+\Z")
_TALK = 3
"""Words in small letters behind the first one, from which on a line is a sentence."""


def is_sentence(command: Command, text: str) -> bool:
    """Is this line, which this command could not make anything of, more likely talk?"""
    text = text.strip()
    found = _FIRST.fullmatch(text)
    if found is None or found[1].isupper() or len(text) > LONGEST or asks(text):
        return False
    if command.ends_with or command.name in _MEANS_LINES_BELOW or any(map(str.isdigit, text)):
        return False
    if _ASKS.search(text):
        return True
    goes_on = len(_SMALL.findall(found[3])) >= _TALK
    # What only shows something is soon asked for again.
    return goes_on and (bool(found[2]) or (command.looks and bool(_ENDS.search(text))))
