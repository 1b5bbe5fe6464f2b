"""CREATE: a new game, with its options below. PRACTICE and HINT: a game for one among programs."""

from __future__ import annotations

import difflib

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.options_below import begins_a_command, each_option, option_in, options_below
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.letters.values import Block, Said
from judge.play import practice, tournaments
from judge.play.creation import create
from judge.play.options import options_by_name, options_table
from judge.play.tournaments import OPTIONS
from judge.reading.talk import without_courtesies
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.registry import systems

_USAGE = "A game needs its rules and a name of one word."


def _rules_and_name(line: Line) -> tuple[str, str, str]:
    """And an option behind them, if the line goes on: `CREATE PAYOLA oslo movement 48h`. Raises Refused."""
    words = without_courtesies(line.rest).split(maxsplit=2)
    if len(words) == 1:
        system = words[0].lower()
        hint = f"CREATE {system.upper()} oslo" if system in systems() else f"CREATE PAYOLA {system}"
        raise refusal("create/usage", _USAGE, hint=f"{hint}.  HELP CREATE lists the games.")
    if not words:
        raise refusal("create/usage", _USAGE, hint="CREATE PAYOLA oslo.  HELP CREATE lists the games.")
    return words[0], words[1], words[2] if len(words) > 2 else ""


def _passed_over(words: tuple[str, ...], verb: str) -> str:
    return f" {verb} “{' / '.join(words)[:200]}”: it names no option." if words else ""


def _foretell(request: Request, line: Line) -> str:  # noqa: ARG001
    if (entered := _tournament(line)) is not None:
        return f"{entered[0]} would {'begin no further round' if _is_ending(line) else 'be open to everybody'}."
    name = create_command.game_named(line)
    system, _, _ = _rules_and_name(line)
    below = options_below(line, system)
    would = f"{name} would be created, with you as its GameMaster." if name else ""
    return f"{would}{_passed_over(below.passed_over, 'I would pass over')}".strip()


def _check_may_create(request: Request) -> None:
    if not request.work.settings.may_create(request.mail.sender or ""):
        message = "You may not create games on this judge."
        hint = f"Ask its host, {request.work.settings.host_address}, to list your address."
        raise refusal("create/not-allowed", message, hint=hint)


def _is_ending(line: Line) -> bool:
    return line.rest.upper().split()[2:] == ["STOP"]


def _tournament(line: Line) -> tuple[str, dict[str, str], tuple[str, ...]] | None:
    """(its name, its options, words that are none) of CREATE TOURNAMENT; None where the line creates a game. Raises
    Refused.
    """
    head = without_courtesies(line.rest).split(maxsplit=2)
    if not head or head[0].upper() != "TOURNAMENT":
        return None
    if len(head) == 1:
        raise refusal("create/usage", "A tournament needs a name of one word.", hint="CREATE TOURNAMENT autumn")
    given = {"tables": head[2]} if len(head) > 2 else {}
    passed_over = []
    for below in line.block:
        name, _, value = below.text.replace(":", " ").replace("=", " ").strip().lower().partition(" ")
        if name in OPTIONS:
            given[name] = " ".join(value.split())
        elif near := difflib.get_close_matches(name, OPTIONS, n=1):
            message = f"{below.text.strip()[:60]!r} is not an option of a tournament."
            raise Refused(Problem("create/option", message, below.number, f"Did you mean {near[0]}?"))
        elif name:
            passed_over.append(below.text.strip())
    return head[1], given, tuple(passed_over)


def _open_tournament(request: Request, name: str, given: dict[str, str], passed_over: tuple[str, ...]) -> Said:
    tournament = tournaments.create(request.work, request.player, name, given, commands())
    told = f"{tournament.name} is open: JOIN {tournament.name} takes part. The judge does all the rest."
    shown = tournaments.blocks(request.session, tournament, request.player)[:1]
    return Said(f"{told}{_passed_over(passed_over, 'I passed over')}", shown)


@Command(
    "CREATE system name",
    Needs.PLAYER,
    example="CREATE PAYOLA oslo\nmovement 72h\nnmr wait\nEND CREATE",
    irrevocable=True,
    ends_with="END CREATE",
    ends_before=begins_a_command,
    creates_game=True,
    foretell=_foretell,
)
def create_command(request: Request, line: Line) -> Said:
    """Creates a new game, with you as its GameMaster. Write its options below, one on each line, up to END CREATE or
    the end of the mail. CREATE TOURNAMENT name opens a tournament; its options are tables (payola 3d, as for SEAT ME),
    rounds, scoring (draw-size, squares, c-diplo, treasury), places, and days, how long people can enter. CREATE
    TOURNAMENT name STOP ends one of yours early.
    """
    tournament = _tournament(line)
    if tournament is None:
        return _create_game(request, line)
    _check_may_create(request)
    if _is_ending(line):
        return Said(tournaments.cancel(request.work, tournament[0], request.player))
    return _open_tournament(request, *tournament)


def _create_game(request: Request, line: Line) -> Said:
    system, name, behind = _rules_and_name(line)
    first = [option_in(each, line.number, system) for each in each_option(behind, system)] if behind else []
    named = [option for option in first if option is not None and option[1] in options_by_name(system)]
    if len(named) < len(first):
        raise refusal("create/usage", _USAGE, hint="CREATE PAYOLA oslo.  Its options stand below that.")
    below = options_below(line, system)
    options = (*named, *below.chosen)
    _check_may_create(request)
    game = create(request.work, request.player, system, name, options, commands())
    request.move(game=game)
    unusual = options_table(game, for_master=True, unusual=True)
    told = (
        f"{game.name} is created. Players can JOIN {game.name} now. You have nothing to do until the seats are taken."
        f"{_passed_over(below.passed_over, 'I passed over')} SET, alone on a line, lists all options."
    )
    return Said(told, (Block(f"What is special in {game.name}", unusual),) if unusual else ())


@Command(
    "PRACTICE system [option value …] [strength] [AS seat], or PRACTICE STOP",
    Needs.PLAYER,
    example="PRACTICE payola AS FRANCE",
    cost=30,
)
def practice_command(request: Request, line: Line) -> str:
    """Begins a game for you alone at once, in which programs play the others. Each phase is adjudicated as soon as you
    have written. Nobody else can see it. It ends after 14 days of silence, or with PRACTICE STOP.
    """
    words = line.rest.split()
    if words and words[0].upper() == "STOP":
        game = request.choose_game(words[1]) if len(words) > 1 else request.settle_game()
        return practice.stop(request.work, game)
    game = practice.begin(request.work, request.player, line.rest, commands())
    request.move(game=game)
    return practice.welcome_to_practice(request.work, game)


@Command("HINT", Needs.SEAT, cost=5, looks=True)
def hint(request: Request, line: Line) -> Said:
    """In a game for PRACTICE, shows what a program would write in your place, and why."""
    nothing_behind(line, "HINT")
    here = request.here()
    return Said("", (practice.hint_block(request.work, here, request.my_seat()),))
