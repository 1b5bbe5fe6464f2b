"""What to say of a line that nothing was made of: a word of another judge, a command misspelled, a slip of the hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from judge.commands.command import Needs, commands, near_commands
from judge.commands.request import Request
from judge.games.lookup import system_of
from judge.letters.columns import sentence
from judge.letters.values import Answer
from judge.mailbox.lines.listed import said_of
from judge.mailbox.lines.other_words import LONGEST, TOLD
from judge.mailbox.lines.slips import slip_in
from judge.play.topics import page_of
from judge.rules.problems import Refused
from judge.rules.registry import systems
from judge.rules.votes import votes_on_its_end
from judge.rules.words.misspelled import nearly

NO_COMMAND = "That is not a command."

LEAST_WORD = 4
"""Letters from which on a word of a sheet may be a command misspelled: shorter ones are places."""
LONG_WORD = 6

_OF_VOTES = re.compile(r"\b(?:NO)?DRAW\b|\bCONCEDE\b")
_TALK = re.compile(r"\s*[Vv]ote\s+(?:for\s+(?:me|us)|often|early|wisely|well)\b")
"""What people call out to each other: `Vote for me!`"""


def fitting(request: Request, told: str) -> str:
    """What a line is told, unless it names commands by which players vote on the end of a game, and the game that the
    mail speaks of knows no such votes.
    """
    if not _OF_VOTES.search(told):
        return told
    try:
        system = system_of(request.settle_game())
    except Refused:
        return told
    if votes_on_its_end(system):
        return told
    page = page_of(system.name)
    if told == TOLD["VOTE"]:  # its writer has not said on what
        more = f" MANUAL {page.upper()} mails you its page." if page else ""
        return f"RULES explains the words of {system.title}.{more}"
    how = f" MANUAL {page.upper()} mails you how it ends." if page else ""
    return f"In a game of {system.title} nobody votes for a draw or a victory.{how}"


@cache
def _words_of_games() -> frozenset[str]:
    return frozenset(word.name for system in systems().values() for word in system.words)


def _meant(near: Sequence[str], *, by_master: bool) -> str:
    """The question whether one of these was meant: the nearest one that its writer can use, if there is any."""
    known = commands()
    own = [name for name in near if by_master or known[name].needs < Needs.MASTER or known[name].by_player is not None]
    return f"did you mean {own[0]}?" if own else f"did you mean {near[0]}? Only the GameMaster can use that."


def _near(word: str) -> Sequence[str]:
    """The commands that a word may be. A short one is like many: of those only what one slip of the hand makes (dora is
    no DRAW).
    """
    return nearly(word.upper(), commands()) if len(word) < LONG_WORD else near_commands(word)


def misspelled(text: str, *, by_master: bool = False) -> str:
    """What to say of a line that begins with a command misspelled, in capitals or alone; empty for any other. A name
    that is signed alone begins with a capital and goes on without: Jules is no RULES. `by_master`: its writer is the
    GameMaster of the game.
    """
    words = text.split()
    near: Sequence[str] = ()
    if words and len(words[0]) >= LEAST_WORD and words[0].isalpha():
        near = _near(words[0])
    meant = near and near[0] != words[0].upper() and (words[0].isupper() or (len(words) == 1 and words[0].islower()))
    return sentence(_meant(near, by_master=by_master)) if meant else ""


def hint_for(text: str) -> str:
    """What to write here instead of this line, if it begins with a word of another judge's; else nothing."""
    words = text[:LONGEST].upper().split()
    if _TALK.match(text) or said_of(text):
        return ""
    return next((TOLD[key] for key in (" ".join(words[:2]), *words[:1]) if key in TOLD), "")


def with_hint(answer: Answer, *, by_master: bool = False) -> Answer:
    """The same, but where the game made nothing of a word that other judges have: then with what it is called here; or
    where it may be a command misspelled, or is no more than its letters or its place on the line that are wrong.
    """
    word = answer.text.split(maxsplit=1)[0] if answer.became == "problem" and answer.text.strip() else ""
    if hint := hint_for(answer.text) if word else "":
        return replace(answer, message=NO_COMMAND, hint=hint)
    if slip := slip_in(answer.text) if word else "":
        return replace(answer, hint=f"{sentence(answer.hint)} {slip}".strip())
    could_be = len(word) >= LEAST_WORD and word.isalpha() and "-" not in answer.text
    near = _near(word) if could_be else ()
    if not near or near[0] == word.upper() or word.upper() in _words_of_games():
        return answer
    meant = _meant(near, by_master=by_master)
    return replace(answer, hint=f"{sentence(answer.hint)} If it is a command: {meant}".strip())
