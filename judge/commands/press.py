"""PRESS: a letter to one, some or all of the players."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import text_of
from judge.letters.values import Said
from judge.press.dispatch import Press
from judge.rules.problems import Problem, Refused

_WAYS = re.compile(r"(?:(LATER|GREY|GRAY|ANONYMOUS|WHITE)|AS\s+([\w-]+))\s+", re.IGNORECASE)
USAGE = "PRESS TO FRANCE, ITALY (or ALL, ALL BUT ITALY, MASTER, OBSERVERS), your lines, END PRESS"


def _names(text: str) -> tuple[str, ...]:
    return tuple(word.upper() for word in re.split(r"[,\s]+", text) if word and word.upper() != "AND")


def _run(desk: Desk, line: Line) -> Said:
    head, colon, text = line.rest.partition(":")
    ways, signed_as = set(), ""
    head = " ".join(head.split()) + " "
    while match := _WAYS.match(head):
        ways.add("GREY" if (match[1] or "").upper() in ("GRAY", "ANONYMOUS") else (match[1] or "").upper())
        signed_as = (match[2] or signed_as).upper()
        head = head[match.end() :]
    named = re.fullmatch(r"(?:TO )?(.+?)(?: (?:BUT|EXCEPT) (.+))?", head.strip(), re.IGNORECASE)
    to = _names(named[1]) if named else ()
    but = _names(named[2] or "") if named else ()
    # ALL beside anything else is not what it says: TO ALL (NOT ITALY) shall never reach Italy.
    if not to or ((but or "ALL" in to) and to != ("ALL",)):
        raise Refused(Problem("press/usage", "To whom?", hint=USAGE))
    lines = text_of(line, text if colon else "")
    if not lines:
        hint = "Write it below, and END PRESS behind it."
        raise Refused(Problem("press/empty", "This press has no text.", hint=hint))
    return desk.press(Press(to, lines, but, "GREY" in ways, signed_as, "LATER" in ways))


COMMAND = Command(
    "PRESS",
    "PRESS [LATER] [GREY or AS pseudonym] TO seat, seat … (or ALL, ALL BUT seat, MASTER, OBSERVERS)",
    "Sends the lines below, up to END PRESS or the end of the mail, signed by your seat, by a pseudonym, or (GREY) not "
    "at all, as the game allows; at once or, with LATER, with the results. PRESS TO FRANCE: text says it in one line.",
    Needs.GAME,
    _run,
    example="PRESS TO FRANCE, ITALY\nShall we?\nEND PRESS",
    ends_with="END PRESS",
    keeps_quotations=True,
    block_if=lambda rest: not rest.partition(":")[2].strip(),
)
