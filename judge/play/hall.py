"""A family's hall: what its finished games were remarkable for, and who won how often on which board. It tells what the
pages of these games tell, and names those who want it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import NamedTuple

from sqlalchemy import distinct, func, select
from sqlalchemy.orm import Session, load_only

from judge.club.rated import Score, scores_in_public
from judge.club.ratings import interval
from judge.games.lookup import BRIEF, is_shown, shown_games, system_of, winners_of
from judge.letters.columns import counted
from judge.letters.tree import named
from judge.rules.endings import with_names
from judge.rules.registry import is_usable, title_of
from judge.rules.story import LEDGER, OPENED, ledger_lines
from judge.rules.values import PUBLIC, Event, dummies_of
from judge.store.tables import EventRow, Game, PhaseRow, Player, Seat

LATEST = 200
"""So many finished games are looked at, the latest: a hall costs the same however many there are."""
KEPT = 2000


@dataclass(frozen=True)
class Feat:
    """What a game is remembered for. `people`: the public names of those whose feat it is."""

    what: str
    how: str
    game: str
    title: str
    people: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wins:
    """How often a seat won, alone or with others, of how often it was played; the share between which it lies."""

    seat: str
    won: int
    played: int
    least: float
    most: float


@dataclass(frozen=True)
class Board:
    """Games of one sort on one board. `usual`: how many phases half of them took at most."""

    title: str
    games: int
    alone: int
    shared: int
    usual: int
    wins: tuple[Wins, ...]


@dataclass(frozen=True)
class Hall:
    """`games`: so many were looked at."""

    games: int
    feats: tuple[Feat, ...]
    boards: tuple[Board, ...]
    rated: tuple[tuple[str, Score], ...]


class _Most(NamedTuple):
    """The most money of one kind in a game, whose it was, and what more there is to say."""

    amount: int
    seat: str
    said: str = ""


_NONE = _Most(0, "")


class Halls:
    """Makes halls. What the end of a game opened of its money is looked through once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], tuple[_Most, _Most]] = OrderedDict()

    def hall(self, session: Session, family: str) -> Hall:
        """Return the hall of the games made under this name."""
        games = _finished(session, family) if is_usable(family) else []
        phases = _phases(session, games)
        rated = tuple(scores_in_public(session, family))
        return Hall(len(games), tuple(self._feats(session, games, phases)), _boards(games, phases), rated)

    def _feats(self, session: Session, games: Sequence[Game], phases: Counter[int]) -> list[Feat]:
        found: list[tuple[str, str, Game, Sequence[str]]] = []
        lasted = [game for game in games if phases[game.id]]
        won = [game for game in lasted if len(winners_of(game)) == 1]
        if won:
            fastest = min(won, key=lambda game: (phases[game.id], game.ended_at, game.id))
            seat = winners_of(fastest)[0]
            found.append(
                ("Fastest win", f"{counted(phases[fastest.id], 'phase')}{_by(fastest, seat, 'won')}", fastest, [seat])
            )
        money = [(game, self._money(session, game)) for game in games]
        for place, (what, how) in enumerate((("Greatest fortune", "held"), ("Largest bribe", "paid"))):
            game, most = max(
                ((game, each[place]) for game, each in money), key=lambda each: each[1].amount, default=(None, _NONE)
            )
            if game is not None and most.amount:
                found.append((what, f"{most.amount}{most.said}{_by(game, most.seat, how)}", game, [most.seat]))
        if lasted:
            longest = max(lasted, key=lambda game: phases[game.id])
            found.append(("Longest game", counted(phases[longest.id], "phase"), longest, winners_of(longest)))
        ids = {game.id for _, _, game, _ in found}
        query = select(Seat.game_id, Seat.name, Player.public_name).join(Player, Player.id == Seat.player_id)
        names = {(each[0], each[1]): each[2] for each in session.execute(query.where(Seat.game_id.in_(ids)))}
        return [
            Feat(
                what,
                how,
                game.name,
                game.title or game.name,
                tuple(name for seat in seats if (name := names.get((game.id, seat), ""))),
            )
            for what, how, game, seats in found
        ]

    def _money(self, session: Session, game: Game) -> tuple[_Most, _Most]:
        """(the greatest fortune, the largest bribe), as far as the end opened them."""
        key = game.id, game.version
        if key not in self._kept:
            told = select(EventRow.kind, EventRow.data).where(
                EventRow.game_id == game.id, EventRow.audience == PUBLIC.kind, EventRow.kind.in_((LEDGER, OPENED))
            )
            rows = session.execute(told.order_by(EventRow.id))
            opened = [Event(PUBLIC, kind, data) for kind, data in rows]
            self._kept[key] = _fortune(game, opened), _bribe(game, opened)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


def _finished(session: Session, family: str) -> list[Game]:
    query = (
        select(Game)
        .options(load_only(*BRIEF, Game.version))
        .where(Game.status == "ended", Game.system == family, shown_games())
    )
    games = session.scalars(query.order_by(Game.ended_at.desc(), Game.id.desc()).limit(LATEST))
    return [game for game in games if is_shown(game)]


def _phases(session: Session, games: Sequence[Game]) -> Counter[int]:
    """Game (id) -> how many phases it had; one that ROLLBACK opened again counts once."""
    count = select(PhaseRow.game_id, func.count(distinct(PhaseRow.label))).group_by(PhaseRow.game_id)
    query = count.where(PhaseRow.game_id.in_([game.id for game in games]), PhaseRow.closed_at.is_not(None))
    return Counter({game: number for game, number in session.execute(query)})  # noqa: C416 - rows are no pairs to mypy


def _by(game: Game, seat: str, how: str) -> str:
    """Whose feat it is, where the seat is no player's name: those are on the pages of their own game alone."""
    return "" if system_of(game).seating(game.options).players_names else f", {how} by {named(seat)}"


def _fortune(game: Game, opened: Sequence[Event]) -> _Most:
    names = {*system_of(game).seating(game.options).names}
    held: Counter[str] = Counter()
    most = _NONE
    for line in ledger_lines(opened):
        if not line.currency and line.account in names:
            held[line.account] += line.amount
            most = max(most, _Most(held[line.account], line.account), key=lambda each: each.amount)
    return most


def _bribe(game: Game, opened: Sequence[Event]) -> _Most:
    names = system_of(game).seating(game.options).names
    told = ((payer, with_names(unit, names), paid) for payer, unit, paid in system_of(game).bribes(opened))
    bribes = (_Most(paid, payer, f" for {unit}") for payer, unit, paid in told)
    return max(bribes, key=lambda each: each.amount, default=_NONE)


def _boards(games: Sequence[Game], phases: Counter[int]) -> tuple[Board, ...]:
    """Those played most often first."""
    groups: dict[str, list[Game]] = defaultdict(list)
    for game in games:
        option = system_of(game).board_option
        on = f", {option.told(option.of(game.options))}" if option is not None else ""
        groups[f"{title_of(game.system, game.options)}{on}"].append(game)
    return tuple(
        Board(
            title,
            len(group),
            sum(len(winners_of(game)) == 1 for game in group),
            sum(len(winners_of(game)) > 1 for game in group),
            median_low([phases[game.id] for game in group]),
            _wins(group),
        )
        for title, group in sorted(groups.items(), key=lambda each: (-len(each[1]), each[0]))
    )


def _wins(games: Sequence[Game]) -> tuple[Wins, ...]:
    """None for seats that bear players' names or aliases."""
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for game in games:
        seating = system_of(game).seating(game.options)
        if not (seating.players_names or seating.anonymous):
            people = {*seating.names} - {*seating.dummies, *dummies_of(game.options)}
            played.update(people)
            won.update(people & {*winners_of(game)})
    order = sorted(played, key=lambda seat: (-won[seat] / played[seat], seat))
    return tuple(Wins(seat, won[seat], played[seat], *interval(won[seat], played[seat])) for seat in order)
