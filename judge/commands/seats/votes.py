"""DRAW, NODRAW, CONCEDE: votes that end a game. VOTE: what its players decide among themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import names_in, nothing_behind
from judge.games.lookup import check_unsealed, seat_called, seats_of, system_of
from judge.letters.tree import named
from judge.play import decisions, practice, seats
from judge.play.acts import act
from judge.play.computers import concur
from judge.play.decisions import Motion
from judge.rules.endings import in_prose, told_of_end
from judge.rules.problems import Refused, refusal
from judge.rules.prose import listed
from judge.rules.values import VOTE, Act, Json, only
from judge.rules.votes import votes_on_its_end
from judge.store.tables import Game

ENDS_IT = "The game ends as soon as everybody it takes votes the same."
_NO = ("NO", "NONE", "OFF")


def _vote(request: Request, wish: Mapping[str, Json]) -> str:
    """`wish` as a VOTE act has it, with names as they were written."""
    here, role = request.role()
    vote = Act(VOTE, wish)
    check_unsealed(here.row)
    said = here.system.act(here.state, role, vote).said
    if wish.get("draw", True):
        said = f"{said}{_missed(request, here.game, str(wish.get('concede', '')))}"
    if request.is_trial:
        # The last vote ends the game: how long that takes must not tell that all others agree.
        return said
    here = act(request.work, here, role, vote, mail_id=request.row.id, actor=request.player)
    concur(request.work, here, request.row.id)
    if here.game.status == "ended" and here.game.result:
        return f"Your vote was the last one needed, and the game is over. {told_of_end(here.game.result)}"
    return said


def _missed(request: Request, game: Game, winner: str) -> str:
    """What to tell beside a vote while seats are open: nobody votes there (ruling P49). It does not say whose votes it
    takes, which a blind game must not tell; that of the `winner` who is conceded the game, as written, it never does.
    """
    left = [seat.name for seat in seats_of(request.session, game) if seat.status == "vacant"]
    if winner:
        with suppress(Refused):
            conceded = seat_called(request.session, game, winner.upper()).name
            left = [name for name in left if name != conceded]
    if not left:
        return ""
    have, theirs = ("has", "its vote") if len(left) == 1 else ("have", "one of their votes")
    seat = "the seat" if len(left) == 1 else "that seat"
    return (
        f" {in_prose(listed(left))} {have} no player. If {theirs} is needed, nothing comes of this until somebody takes"
        f" {seat} or it is a dummy."
    )


def _is_taken_back(rest: str) -> bool:
    return re.sub(r"^TO\b[:\s]*", "", rest.upper().strip(" .!")) in _NO


@Command(
    "DRAW [NO, or who shares it]",
    Needs.SEAT,
    example="DRAW",
    free=True,
    irrevocable=True,
    harmless_if=_is_taken_back,
    foretell=lambda request, line: ENDS_IT,  # noqa: ARG005 - the same for every vote, the last one too
    of_phase=True,
)
def draw(request: Request, line: Line) -> str:
    """Votes for a draw between all who are left, or takes the vote back. The draw comes about when all of them vote the
    same in the same phase. If the game's option `dias` is off, DRAW and two or more names votes for a draw between
    those.
    """
    if _is_taken_back(line.rest):
        return _vote(request, {"draw": False})
    among = () if line.rest.upper().strip(" .!") in ("", "YES", "ALL") else names_in(line.rest)
    return _vote(request, {"draw": True, "among": list(among)} if among else {"draw": True})


@Command("NODRAW", Needs.SEAT, aliases=("NOCONCEDE",))
def no_draw(request: Request, line: Line) -> str:
    """Takes back your vote for a draw or a concession."""
    nothing_behind(line, "NODRAW")
    return _vote(request, {"draw": False})


@Command(
    "CONCEDE TO player, or CONCEDE NO",
    Needs.SEAT,
    example="CONCEDE TO ITALY",
    irrevocable=True,
    harmless_if=_is_taken_back,
    foretell=lambda request, line: ENDS_IT,  # noqa: ARG005 - the same for every vote, the last one too
    of_phase=True,
)
def concede(request: Request, line: Line) -> str:
    """Votes for the victory of that player, or takes the vote back. It comes about when all others who are left vote
    the same in the same phase. You have one vote, so this replaces a vote for a draw.
    """
    if _is_taken_back(line.rest):
        return _vote(request, {"draw": False})
    who = re.sub(r"^TO\b[:\s]*", "", line.rest.strip(" .!"), flags=re.IGNORECASE)
    if not who and votes_on_its_end(system_of(request.settle_game())):
        raise refusal("concede/usage", "Whom do you concede the game to?", hint="CONCEDE TO FRANCE")
    return _vote(request, {"concede": who})


def _is_no_motion(rest: str) -> bool:
    """Is it a vote of the game's own, such as one for a plan?"""
    said = rest.upper().strip(" .!")
    return said != "NO" and said.partition(" ")[0] not in {motion.value for motion in Motion}


@Command(
    "VOTE EXTEND 24h, PAUSE, RESUME, REPLACE seat, or NO",
    Needs.SEAT,
    example="VOTE EXTEND 24h",
    is_order_if=_is_no_motion,
    of_phase=True,
)
def vote(request: Request, line: Line) -> str:
    """Votes for more time, for a pause and its end, or that somebody whose orders are late loses their seat. It is done
    when more than half of the players want it; nobody learns who does. NO takes your votes in this phase back. The
    game's option `decisions` allows it.
    """
    here, seat = request.here(), request.my_seat()
    word, _, about = line.rest.strip(" .!").partition(" ")
    if word.upper() == "NO":
        return decisions.take_back(request.work, here, request.player)
    if _is_no_motion(line.rest):
        raise refusal("vote/usage", "What do you vote for?", hint="VOTE EXTEND 24h, or VOTE PAUSE")
    return decisions.vote(request.work, here, seat, request.player, Motion(word.upper()), about)


def _foretell_resign(request: Request, line: Line) -> str:  # noqa: ARG001
    here, seat = request.here(), request.my_seat()
    if here.game.practice:
        return "This practice game would end, and everybody's sheets would be opened to you."
    if here.system.is_eliminated(here.state, seat.name):
        return (
            f"You would leave your seat. {named(seat.name)} is out of the game, so nobody takes it. You may then take "
            "another seat whose player has left: TAKEOVER."
        )
    lost = [here.system.forfeits(here.view(only(role))) for role in here.roles_of(seat.name)]
    if any(lost):
        return " ".join(("You would leave the game for good.", *filter(None, lost)))
    return "You would leave the game for good. Your seat would wait for a successor, who would get what is yours."


@Command("RESIGN", Needs.SEAT, irrevocable=True, asks_always=True, foretell=_foretell_resign)
def resign(request: Request, line: Line) -> str:  # noqa: ARG001
    """Leaves the game. Your seat waits for a successor. You cannot come back by yourself, so you are asked
    for a code.
    """
    seat, here = request.my_seat(), request.here()
    if here.game.practice:
        return practice.stop(request.work, here.game)
    seats.vacate(request.work, here, seat, "resigned", request.row.id)
    return f"You have left {request.settle_game().name}. Thank you for playing!"
