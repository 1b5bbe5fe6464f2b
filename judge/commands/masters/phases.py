"""The GameMaster's hand on phases: when they end, who has their results, and how they are undone."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.refusals import how_to_reach, other_game
from judge.commands.request import Request
from judge.commands.seats.time import ask_for_time
from judge.commands.words import length_and_reason, nothing_behind, rest_without_game
from judge.games.calendar import in_days, read_instant, wall_in
from judge.letters.columns import with_be
from judge.letters.dates import when
from judge.play import game_clock, publication
from judge.play.publication import preview
from judge.play.rollback import rollback, rollforward
from judge.rules.problems import Refused, refusal


@Command("DEADLINE time", Needs.MASTER, example="DEADLINE 2026-12-31 20:00", irrevocable=True)
def deadline(request: Request, line: Line) -> str:
    """Moves the deadline of the current phase and tells the players. Times are in your zone: 2026-12-31 20:00, or +48h
    from now.
    """
    try:
        text = rest_without_game(request, line)
        to = read_instant(text, request.player.zone, request.now)
    except ValueError as error:
        raise refusal("deadline/unreadable", f"{error}.") from None
    # What was named by the clock on the wall keeps to that.
    on_the_clock = in_days(text.strip()[1:]) if text.strip().startswith("+") else True
    wall = wall_in(to, request.player.zone) if on_the_clock else None
    return game_clock.move_deadline(request.work, request.mastered_here(), to, request.player, wall=wall)


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
        hint = "EXTEND 24h. DEADLINE 2026-12-31 20:00 sets a time."
        raise refusal("extend/usage", f"{error}.", hint=hint) from None
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
        raise refusal("pause/which", message, hint=how_to_reach(other))
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


@Command("PREVIEW", Needs.MASTER, cost=20, irrevocable=True)
def preview_command(request: Request, line: Line) -> str:
    """Mails you the results that an adjudication would have now. Nothing changes. It works only if you do not play
    yourself. Where it would tell who has written, it is refused until the phase is due.
    """
    nothing_behind(line, "PREVIEW")
    return preview(request.work, request.mastered_here(), request.player)


@Command("HOLD", Needs.MASTER, irrevocable=True)
def hold(request: Request, line: Line) -> str:  # noqa: ARG001
    """Holds the results of the open phase until you write PUBLISH. When the phase is due, you are mailed a preview (if
    you do not play). The players are told that the results are delayed. `SET results held` does this for every phase.
    """
    return publication.hold(request.work, request.mastered_here(), request.player)


@Command("PUBLISH", Needs.MASTER, irrevocable=True, of_phase=True)
def publish(request: Request, line: Line) -> str:  # noqa: ARG001
    """Mails the held results to everybody, and the next phase begins. Before the phase is due, it takes HOLD back."""
    return publication.publish(request.work, request.mastered_here(), request.player)


def _label_and_reason(line: Line) -> tuple[str, str]:
    """`to S1901M: why` -> (`S1901M`, `why`)."""
    label, _, why = line.rest.strip().partition(" ")
    if label.upper() in ("TO", "BEFORE"):
        label, _, why = why.strip().partition(" ")
    return label.upper().rstrip(":,."), why.strip()


def _foretell(request: Request, line: Line) -> str:  # noqa: ARG001
    label, _ = _label_and_reason(line)
    return f"The game would go back to the moment before {label} was adjudicated. ROLLFORWARD could undo that."


@Command(
    "ROLLBACK phase [why]",
    Needs.MASTER,
    example="ROLLBACK S1901M The map was wrong.",
    free=True,
    irrevocable=True,
    foretell=_foretell,
    cost=10,
)
def roll_back(request: Request, line: Line) -> str:
    """Goes back to the moment before this phase was adjudicated: position, accounts and orders on file together. There
    is a new deadline. The judge keeps what is undone.
    """
    label, why = _label_and_reason(line)
    return rollback(request.work, request.mastered(), label, request.player, why)


@Command("ROLLFORWARD", Needs.MASTER, irrevocable=True, cost=10)
def roll_forward(request: Request, line: Line) -> str:
    """Undoes the latest ROLLBACK, if nothing has been adjudicated since."""
    nothing_behind(line, "ROLLFORWARD")
    return rollforward(request.work, request.mastered(), request.player)
