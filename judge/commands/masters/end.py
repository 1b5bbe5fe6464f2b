"""END GAME and TERMINATE: the GameMaster ends a game. A plain END ends the reading of a mail and never comes here."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import names_in
from judge.play.acts import end_game, foretell_end
from judge.rules.problems import Problem, Refused
from judge.rules.values import Json

_GAME = re.compile(r"GAME\b[:,]?\s*(.*)", re.IGNORECASE | re.DOTALL)
_OF_REBELLIONS = re.compile(r"(?:(?:the|an?|my|our)\s+)?(?:rebellions?|revolts?|uprisings?)\b", re.IGNORECASE)
_RESULT = re.compile(
    r"(DRAW|WIN|VICTORY)\b(?:\s+(?:OF|FOR|BY|BETWEEN)\b)?\s*([^:]*)(?::\s*(.*))?", re.IGNORECASE | re.DOTALL
)


def _wish(line: Line) -> tuple[Mapping[str, Json], str]:
    """The result that the line names (none: empty), as an END act has it, and why. Raises Refused."""
    match = _GAME.fullmatch(line.rest)
    if match is None:
        hint = "Write END GAME DRAW, or END GAME WIN and the winner's name. END GAME and why ends it without a result."
        raise Refused(Problem("end/usage", "To end the game, write END GAME and how.", hint=hint))
    result = _RESULT.fullmatch(match[1].strip())
    if result is None:
        return {}, match[1].strip()
    names, why = names_in(result[2]), (result[3] or "").strip()
    if result[1].upper() == "DRAW":
        return {"draw": True, "among": [] if [name.upper() for name in names] == ["ALL"] else list(names)}, why
    if not names:
        raise Refused(
            Problem("end/who", "Who has won?", hint="Write END GAME WIN and the name; why stands behind a colon.")
        )
    return {"win": " ".join(names)}, why


def _ended(request: Request, result: Mapping[str, Json], why: str) -> str:
    return end_game(request.work, request.mastered(), result, why, by=request.player, mail_id=request.row.id)


def _foretell_end(request: Request, line: Line) -> str:
    return foretell_end(request.session, request.mastered(), *_wish(line))


@Command(
    "END GAME [DRAW [names] or WIN name:] [why]",
    Needs.MASTER,
    example="END GAME DRAW: by consent",
    free=True,
    irrevocable=True,
    asks_always=True,
    foretell=_foretell_end,
    is_order_if=lambda rest: _OF_REBELLIONS.match(rest) is not None,
)
def end(request: Request, line: Line) -> str:
    """Ends the game: in a draw between all who are left or those you name, with a victory, or without a result.
    Everybody is mailed what the rules open after the end. You cannot undo it, so you are told what would happen and
    asked for a code.
    """
    return _ended(request, *_wish(line))


def _foretell_terminate(request: Request, line: Line) -> str:
    return foretell_end(request.session, request.mastered(), {}, line.rest)


@Command(
    "TERMINATE [why]",
    Needs.MASTER,
    example="TERMINATE Too few are left.",
    free=True,
    irrevocable=True,
    asks_always=True,
    foretell=_foretell_terminate,
)
def terminate(request: Request, line: Line) -> str:
    """Stops the game for good, without a result. A game that has not begun is given up."""
    return _ended(request, {}, line.rest)
