"""RECORD: how far a player can be relied on. RATING: how well they play."""

from __future__ import annotations

from sqlalchemy import func, select

from judge.club import rated, records
from judge.club.records import NEW_BELOW, Record, Standing, Timing
from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.letters.columns import counted, table
from judge.letters.values import Block, Said
from judge.rules.problems import refusal
from judge.rules.registry import find_system, unknown_in_words
from judge.store.tables import Player

MOST_LISTED = 20
"""Players whom RATING shows, the best."""


@Command("RECORD [name]", Needs.PLAYER, example="RECORD", looks=True, changes_nothing=True, free=True)
def record(request: Request, line: Line) -> Said:
    """Shows how you have kept your deadlines, and what others read of it. With the name of somebody who plays in a game
    with you, or has joined one: whether they are new, reliable or often late. A game that hides who plays or who has
    written counts when it is over.
    """
    if not line.rest:
        return Said("", (Block("Your record", _whole(request)),))
    found = [
        each for each in _called(request, line.rest) if records.shares_table(request.session, request.player, each)
    ]
    if not found:
        message = f"You share no table with anybody called {line.rest[:60]}."
        raise refusal("record/nobody", message, hint="RECORD alone shows your own.")
    return Said(" ".join(f"{each.name} is {_to_others(request, each).standing}." for each in found))


def _called(request: Request, name: str) -> list[Player]:
    wanted = func.lower(Player.name) == " ".join(name.split()).lower()
    return list(request.session.scalars(select(Player).where(wanted, Player.status == "active").order_by(Player.id)))


def _to_others(request: Request, player: Player) -> Record:
    return records.record_of(request.session, player, by_others=True)


def _whole(request: Request) -> str:
    mine, shown = (
        records.record_of(request.session, request.player, by_others=False),
        _to_others(request, request.player),
    )
    begun = (
        f"{mine.begun} begun, {mine.finished} played to the end, {mine.resigned} resigned, {mine.lost} lost by lateness"
    )
    if mine.taken_over:
        begun += f"; {counted(mine.taken_over, 'seat')} taken over"
    reads = f"that you are {shown.standing}"
    if shown.standing is Standing.NEW:
        reads += f", until {NEW_BELOW} phases have wanted your orders"
    rows = [
        ("Phases", ", ".join(f"{mine.phases[timing]} {timing}" for timing in Timing)),
        ("Games", begun),
        ("Reliability", f"{mine.percent} %; the latest phases weigh most" if mine.marks else "nothing counts yet"),
        ("Others read", reads),
    ]
    rows += [
        (f"Rating, {family}", _told(score))
        for family, score in rated.scores_of(request.session, request.player).items()
    ]
    return table(rows)


def _told(score: rated.Score) -> str:
    return f"{score.rating.value:.1f} \u00b1 {score.rating.error:.1f}, from {counted(score.games, 'table')}"


@Command("RATING [game]", Needs.PLAYER, example="RATING payola", looks=True, changes_nothing=True, cost=20)
def rating(request: Request, line: Line) -> Said:
    """Shows how well you play by what came of rated tables, if you want to be rated: PROFILE RATING YES. With the name
    of a game: the best of those who want to be rated and named in public.
    """
    if line.rest:
        try:
            system = find_system(line.rest)
        except KeyError as unknown:
            raise refusal("rating/game", unknown_in_words(unknown, line.rest), hint="RATING payola") from None
        listed = rated.scores_in_public(request.session, system.name)[:MOST_LISTED]
        rows = [(str(place), name, _told(score)) for place, (name, score) in enumerate(listed, 1)]
        return Said("", (Block(f"Ratings, {system.title}", table(rows) if rows else "Nobody is rated in public yet."),))
    mine = [(family, _told(score)) for family, score in rated.scores_of(request.session, request.player).items()]
    none = (
        "No rated table of yours is over."
        if request.player.rated
        else "You are not rated. PROFILE RATING YES begins it."
    )
    return Said("", (Block("Your ratings", table(mine) if mine else none),))
