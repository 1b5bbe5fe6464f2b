"""DEADLINE, EXTEND, PAUSE and RESUME, PROCESS: the GameMaster's hand on the clock."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.other_games import how_to_reach, other_game
from judge.commands.request import Request
from judge.commands.seats.time import ask_for_time
from judge.commands.words import length_and_reason, nothing_behind, rest_without_game
from judge.games.calendar import in_days, read_instant, wall_in
from judge.letters.columns import with_be
from judge.letters.dates import when
from judge.play import game_clock
from judge.rules.problems import Problem, Refused


@Command("DEADLINE time", Needs.MASTER, example="DEADLINE 2026-12-31 20:00", irrevocable=True)
def deadline(request: Request, line: Line) -> str:
    """Moves the deadline of the current phase and tells the players. Times are in your zone: 2026-12-31 20:00, or +48h
    from now.
    """
    try:
        text = rest_without_game(request, line)
        to = read_instant(text, request.player.zone, request.now)
    except ValueError as error:
        raise Refused(Problem("deadline/unreadable", f"{error}.")) from None
    # What was named by the clock on the wall keeps to that.
    on_the_clock = in_days(text.strip()[1:]) if text.strip().startswith("+") else True
    wall = wall_in(to, request.player.zone) if on_the_clock else None
    return game_clock.move_deadline(request.work, request.mastered_here(), to, request.player, wall=wall)


_UNTIL = re.compile(r"(?:(?:the )?(?:deadline|phase|game|turn) )?(?:until|till|to)\b", re.IGNORECASE)


def _extend_by_player(request: Request, line: Line) -> str:
    asked = ask_for_time(request, line)
    return asked if request.settle_game().practice else f"Only the GameMaster can EXTEND. Players write LATE. {asked}"


def _foretell_extend(request: Request, line: Line) -> str:
    try:
        length, _ = length_and_reason(rest_without_game(request, line))
        here = request.mastered_here()
    except (ValueError, Refused):
        return ""
    then, _ = game_clock.extended(here, request.accepted_at, length)
    now = f"{with_be(here.phase.title)} due {when(here.row.deadline, request.player)}."
    return f"{now} The new deadline would be {when(then, request.player)}."


@Command(
    "EXTEND length [why]",
    Needs.MASTER,
    example="EXTEND 24h Italy is snowed in.",
    free=True,
    irrevocable=True,
    foretell=_foretell_extend,
    by_player=_extend_by_player,
)
def extend(request: Request, line: Line) -> str:
    """Gives everybody that much more time in this phase."""
    try:
        length, why = length_and_reason(rest_without_game(request, line))
    except ValueError as error:
        instead = "DEADLINE 2026-12-31 20:00 sets a time." if _UNTIL.match(line.rest) else "EXTEND 24h"
        raise Refused(Problem("extend/usage", f"{error}.", hint=instead)) from None
    here = request.mastered_here()
    then, wall = game_clock.extended(here, request.accepted_at, length)
    return game_clock.move_deadline(request.work, here, then, request.player, why, wall)


@Command(
    "PAUSE [why]", Needs.MASTER, example="PAUSE Until the mail of Austria works again.", free=True, irrevocable=True
)
def pause(request: Request, line: Line) -> str:
    """Stops the clock of the game. Players may still send orders."""
    here, why = request.mastered_here(), line.rest.strip()
    other = other_game(request, why.partition(" ")[0])
    if other is not None:
        message = f"This mail is about {here.game.name}, not {other.name}."
        raise Refused(Problem("pause/which", message, hint=how_to_reach(other)))
    return game_clock.pause(request.work, here, request.player, why)


@Command("RESUME", Needs.MASTER, irrevocable=True)
def resume(request: Request, line: Line) -> str:
    """Lets the clock go on after PAUSE. The deadline comes later by the time that the clock stood still."""
    nothing_behind(line, "RESUME")
    return game_clock.resume(request.work, request.mastered_here(), request.player)


@Command("PROCESS phase", Needs.MASTER, example="PROCESS S1901M", irrevocable=True)
def process(request: Request, line: Line) -> str:
    """Adjudicates this phase now, with defaults for players who have not written. It is refused if the
    phase is over.
    """
    work = request.work.at(request.accepted_at)
    return game_clock.process(work, request.mastered_here(), rest_without_game(request, line).upper(), request.player)
