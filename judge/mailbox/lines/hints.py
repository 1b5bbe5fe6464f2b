"""What to say of a line that nothing was made of: which command it wishes for, or what is misspelled."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from judge.commands.command import Needs, commands, near_commands
from judge.commands.everybody.help import page_of
from judge.commands.request import Request
from judge.games.lookup import system_of
from judge.letters.columns import sentence
from judge.letters.values import Answer
from judge.mailbox.lines.beginnings import words_of_games
from judge.mailbox.lines.wishes import told_of
from judge.reading.nearness import nearly
from judge.reading.talk import is_talk
from judge.rules.problems import Refused
from judge.rules.votes import votes_on_its_end

NO_COMMAND = "That is not a command."

LEAST_WORD, LONG_WORD = 4, 6
"""Letters from which on a word of a sheet may be a command misspelled: shorter ones are places."""


def fitting(request: Request, told: str) -> str:
    """What a line is told, unless it names commands by which players vote on the end of a game, and the game that the
    mail speaks of knows no such votes.
    """
    if not ("DRAW" in told or "CONCEDE" in told):
        return told
    try:
        system = system_of(request.settle_game())
    except Refused:
        return told
    if votes_on_its_end(system):
        return told
    page = page_of(system.name)
    how = f" MANUAL {page.upper()} mails you how it ends." if page else ""
    return f"In a game of {system.title} nobody votes for a draw or a victory.{how}"


def _meant(near: Sequence[str]) -> str:
    """The question whether one of these was meant: the nearest one that players can use, if there is any."""
    own = _own(near)
    return f"did you mean {own[0]}?" if own else f"did you mean {near[0]}? That is the GameMaster's."


def _own(near: Sequence[str]) -> list[str]:
    """Those of these that players can use."""
    known = commands()
    return [name for name in near if name not in known or known[name].needs < Needs.MASTER or known[name].by_player]


def _near(word: str, own: Collection[str] = ()) -> Sequence[str]:
    """The commands that a word may be, and the words of the game's `own`. A short one is like many: of those only what
    one slip of the hand makes (dora is no DRAW).
    """
    if len(word) < LEAST_WORD or not word.isalpha() or word.upper() in {*commands(), *own}:
        return ()
    near = nearly(word.upper(), commands()) if len(word) < LONG_WORD else near_commands(word)
    return (*nearly(word.upper(), sorted(own)), *near)


def misspelled(text: str, system: str = "") -> str:
    """What to say of a line that begins with a command misspelled, in capitals or alone; empty for any other. A name
    that is signed alone begins with a capital and goes on without: Jules is no RULES. `system`: the rules of the game,
    of which a word may be meant.
    """
    words = text.split()
    is_word = bool(words) and not is_talk(text) and (words[0].isupper() or (len(words) == 1 and words[0].islower()))
    near = _near(words[0], words_of_games(system, at_once=True) if system else ()) if is_word else ()
    return sentence(_meant(near)) if near else ""


def with_hint(answer: Answer) -> Answer:
    """The same, but where the game made nothing of a line that wishes for something: then with the command for that; or
    where it may be a command misspelled.
    """
    if answer.became != "problem" or not answer.text.strip():
        return answer
    word = answer.text.split(maxsplit=1)[0]
    told = told_of(answer.text)
    near = _near(word) if not told and "-" not in answer.text and word.upper() not in words_of_games() else ()
    told = told or (f"If it is a command: {_meant(near)}" if _own(near) else "")
    return replace(answer, hint=f"{sentence(answer.hint)} {told}".strip()) if told else answer
