"""Standing tables: whoever wants to play waits for others who want the same. When there are enough, each confirms, and
the judge opens an ordinary game of which it is the GameMaster itself. Who waits is told to nobody: numbers are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count, groupby
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import delete, exists, or_, select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.club import doors
from judge.club.records import record_of
from judge.games.calendar import read_duration
from judge.games.lookup import NOBODYS, find_game, joined_players, live_game, system_of
from judge.games.members import COMPUTER, GONE, nobody, strength_called
from judge.games.settings import PRESS, RATED, TAKEOVER, WORD, value_of
from judge.letters.columns import counted, table
from judge.letters.dates import when
from judge.letters.values import Block
from judge.outbox.queue import post_notice, reader_of
from judge.play import agenda, seats
from judge.play.creation import create, start
from judge.play.early_adjudication import end_without_result
from judge.play.membership import seats_to_fill, told_of_name
from judge.play.practice import read_wish
from judge.play.seat_draw import read_wishes
from judge.rules.game import AnySystem
from judge.rules.problems import Refused, refusal
from judge.rules.registry import find_system, playing, title_of
from judge.store.tables import Game, Host, Joining, OfTables, Player, Seat, Tournament, Waiting

T = TypeVar("T")

CONFIRM_WITHIN = timedelta(days=2)
CONFIRMED_FOR = timedelta(days=14)
"""A confirmation holds so long while somebody who did not confirm is replaced."""
LEAST = 3
"""So many people begin a table at which programs fill the other seats."""
NEWS, STOP_NEWS = "news", "PROFILE NEWS NO"
"""The purpose of the weekly letters, and what ends them."""
MOST = 3
"""Tables that one person may wait for at a time."""
_EVER = datetime(9999, 1, 1, tzinfo=UTC)
"""Everybody has waited since before; so they are found by an index, as in every idle round."""
WEEK = timedelta(days=7)
USUAL_PACE, SHORTEST_PACE, LONGEST_PACE = "3d", timedelta(hours=12), timedelta(days=14)
RULES = (("decisions", "yes"), ("abandon", "4d"), ("reliable", "60"))
"""What every table is set to, beside pace and press: docs/tables.md states it."""
MISSES = ("misses", "2")
"""The same, where it does not tell who has not written."""

_FILL = re.compile(r"\bfill(?:\s+(?:with|by))?\s+(?:computers?|programs?|bots?)\b", re.IGNORECASE)
_PRESS = re.compile(rf"\b(?:press\s+({'|'.join(PRESS.choices)})|no\s+press|gunboat)\b", re.IGNORECASE)
_RATED = re.compile(r"\srated\b", re.IGNORECASE)
_AS = re.compile(r"\sAS\s", re.IGNORECASE)
_PACE = re.compile(r"\s(\d{1,3}\s?(?:d|h|days?|hours?))\b", re.IGNORECASE)


class Kind(NamedTuple):
    """What those who come together at a table agree on."""

    system: str
    options: tuple[tuple[str, str], ...]
    pace: str
    press: str
    rated: bool = False

    def columns(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return self._asdict() | {"options": [list(each) for each in self.options]}

    def __str__(self) -> str:
        own = "".join(f", {name} {value}" for name, value in self.options)
        return f"{self.system}{own}, {self.pace}, press {self.press}{', rated' * self.rated}"


def wait(work: Work, player: Player, text: str, reserved: Collection[str]) -> str:
    """Let a player wait for a table as `text` wishes it: `payola 3d fill computer AS FRANCE`. Raises Refused."""
    kind, filled, wanted = read_kind(text)
    names, told = seats_of(work, kind, reserved), trial(work, kind, reserved, told_of_name)
    wishes = read_wishes(wanted, names) if wanted else ()
    mine = _rows(work.session, player)
    row = next((each for each in mine if kind_of(each) == kind), None)
    if row is None and len(mine) >= MOST:
        hint = "SEAT ME shows them, and SEAT ME NO takes them back."
        raise refusal("seat/many", f"You wait for {counted(MOST, 'table')} already.", hint=hint)
    check_doors(work, player, rated=kind.rated)
    if row is None:
        row = Waiting(player_id=player.id, since=work.now, **kind.columns())
        work.session.add(row)
    row.size, row.filled, row.wishes = len(names), filled, list(wishes)
    work.session.flush()
    waits = next((len(rows) for each, rows in _pools(work.session) if each == kind), 0)
    more = f"{waits} of {len(names)} wait." if waits < len(names) else "There are enough for a table."
    return f"You wait for a table: {kind}. {more} The judge asks you to confirm when there are enough. {told}".rstrip()


def confirm(work: Work, player: Player) -> str:
    """Take the seats that this player was asked to confirm. Raises Refused."""
    asked = [row for row in _rows(work.session, player) if row.asked_until is not None and work.now < row.asked_until]
    if not asked:
        raise refusal("seat/nothing", "No table waits for your answer.", hint="SEAT ME payola 3d waits for one.")
    check_doors(work, player, rated=any(row.rated for row in asked))
    for row in asked:
        row.asked_until, row.confirmed_at = None, work.now
    tables = "; ".join(str(kind_of(row)) for row in asked)
    return f"Your seat is confirmed: {tables}. The game begins when the others have confirmed theirs."


def check_doors(work: Work, player: Player, *, rated: bool) -> None:
    """Raises Refused where this player's record, or no wish to be rated, keeps them from such a table."""
    record = record_of(work.session, player, by_others=True)
    doors.check_room(work.session, player, record, work.settings.newcomers_games)
    if rated:
        doors.check_rated("That table", player, record)


def stop_waiting(work: Work, player: Player) -> str:
    """Take back all of a player's wishes."""
    work.session.execute(delete(Waiting).where(Waiting.player_id == player.id))
    return "You wait for no table now."


def own_block(work: Work, player: Player) -> Block:
    """Return what this player waits for."""
    rows = []
    for row in _rows(work.session, player):
        state = "waiting"
        if row.asked_until is not None:
            state = f"SEAT YES confirms it, until {when(row.asked_until, player)}"
        elif row.confirmed_at is not None:
            state = "confirmed"
        rows.append((str(kind_of(row)), state))
    return Block("Your tables", table(rows) if rows else "You wait for no table.")


def open_block(session: Session) -> Block:
    """Return what waits for players: standing tables in numbers, games that form, seats to take over."""
    rows = _open_rows(session)
    return Block("Tables that wait for players", table(rows) if rows else "None now. SEAT ME payola 3d begins one.")


def _open_rows(session: Session) -> list[tuple[str, str]]:
    rows = []
    for kind, waiting in _pools(session):
        size = waiting[0].size
        rows.append((f"SEAT ME {kind}".replace(",", ""), f"{len(waiting)} wait, {-len(waiting) % size} missing"))
    rows += [
        (f"JOIN {each.name}", f"a tournament: {counted(each.rounds, 'round')} of {kind_of(each)}")
        for each in session.scalars(select(Tournament).where(Tournament.status == "open").order_by(Tournament.id))
    ]
    forming = select(Game).where(Game.status == "forming", ~Game.practice).order_by(Game.id)
    for game in session.scalars(forming):
        missing = len(seats_to_fill(session, game)) - len(joined_players(session, game))
        if missing > 0 and not value_of(game.settings, WORD):
            rows.append((f"JOIN {game.name}", f"{title_of(game.system, game.options)}, {missing} missing"))
    vacant = (Seat.game_id == Game.id, or_(Seat.status == "vacant", Seat.status == COMPUTER))
    running = select(Game).where(Game.status == "active", ~Game.practice, exists().where(*vacant)).order_by(Game.id)
    rows += [
        (f"TAKEOVER {game.name}", f"{title_of(game.system, game.options)}, a seat is open")
        for game in session.scalars(running)
        if value_of(game.settings, TAKEOVER) and not value_of(game.settings, WORD)
    ]
    return rows


# What the judge does by itself


def tend(judge: Judge, reserved: Collection[str]) -> bool:
    """Ask those who are enough for a table, open tables that all have confirmed, fill seats, send the weekly news.
    Return whether there was any of that to do. `reserved`: words of commands.
    """
    with judge.reading() as work:
        if not (_is_pool_ripe(work) or _is_news_due(work) or _deserted(work) or _seats_to_program(work)):
            return False
    judge.write(lambda work: _tend(work, reserved))
    return True


def _tend(work: Work, reserved: Collection[str]) -> None:
    work.session.execute(select(Host).with_for_update()).scalar_one()  # one node at a time
    work.session.execute(select(Waiting.id).with_for_update())
    _give_up(work)
    for kind, waiting in list(_pools(work.session)):
        for group in _groups(waiting):
            _gather(work, kind, group, reserved)
    for game_id in _deserted(work):
        _end(work, game_id)
    for game_id, seat_id in _seats_to_program(work):
        _fill(work, game_id, seat_id)
    _send_news(work)


def _is_pool_ripe(work: Work) -> bool:
    """Whether somebody has not confirmed in time, is to be asked, or a table can be opened."""
    late = select(Waiting.id).where(Waiting.asked_until <= work.now).limit(1)
    if work.session.execute(late).first() is not None:
        return True
    for _, waiting in _pools(work.session):
        for group in _groups(waiting):
            if _to_ask(work, group) or all(row.asked_until is None for row in group):
                return True
    return False


def _give_up(work: Work) -> None:
    """Whoever has not confirmed in time waits no longer, and is told so."""
    for row in work.session.scalars(select(Waiting).where(Waiting.asked_until <= work.now).order_by(Waiting.id)).all():
        player = work.session.get_one(Player, row.player_id)
        said = (f"You have not confirmed in time: {kind_of(row)}. You do not wait for it any more.",)
        tell(work, player, "Your seat goes to somebody else", (*said, "SEAT ME and the same words wait again."))
        work.session.delete(row)
    work.session.flush()


def _pools(session: Session) -> Iterator[tuple[Kind, list[Waiting]]]:
    """Yield those who wait for the same, the longest first. Nobody waits twice for one table."""
    rows = session.scalars(select(Waiting).where(Waiting.since < _EVER)).all()
    people = select(Player.id).where(Player.id.in_({row.player_id for row in rows}), Player.status == "active")
    active = {*session.scalars(people)} if rows else set()
    found = sorted((row for row in rows if row.player_id in active), key=lambda row: (kind_of(row), row.since, row.id))
    for kind, alike in groupby(found, key=kind_of):
        yield kind, list({row.player_id: row for row in reversed(list(alike))}.values())[::-1]


def _groups(waiting: Sequence[Waiting]) -> list[list[Waiting]]:
    """Divide those who wait for the same into full tables, and one with programs if enough of the others want it."""
    size = waiting[0].size
    full = [list(waiting[at : at + size]) for at in range(0, len(waiting) - size + 1, size)]
    rest = [row for row in waiting[len(full) * size :] if row.filled]
    return [*full, rest] if len(rest) >= min(LEAST, size) else full


def _to_ask(work: Work, group: Sequence[Waiting]) -> list[Waiting]:
    return [
        row
        for row in group
        if row.asked_until is None and (row.confirmed_at is None or row.confirmed_at + CONFIRMED_FOR <= work.now)
    ]


def _gather(work: Work, kind: Kind, group: Sequence[Waiting], reserved: Collection[str]) -> None:
    """Ask everybody at a table who is not asked yet; open it when all have confirmed."""
    for row in _to_ask(work, group):
        player = work.session.get_one(Player, row.player_id)
        row.asked_until, row.confirmed_at = work.now + CONFIRM_WITHIN, None
        people = f"{counted(len(group), 'person')}, and programs" if len(group) < row.size else f"{len(group)} people"
        people = people.replace("persons", "people")
        said = (
            f"A table has its players: {kind}. {people[0].upper()}{people[1:]} will play.",
            f"To take your seat, answer with one line until {when(row.asked_until, player)}: SEAT YES",
            "If you do not, somebody else takes it. SEAT ME NO says at once that you do not want it.",
        )
        tell(work, player, "Your table is ready: please confirm", said)
    if all(row.confirmed_at is not None for row in group):
        try:
            open_table(work, kind, [(row.player_id, row.wishes) for row in group], reserved)
        except Refused as wrong:  # the rules have changed since they asked
            for row in group:
                player = work.session.get_one(Player, row.player_id)
                tell(work, player, "Your table cannot begin", (f"{kind}: {wrong.problem.message}",))
        for row in group:
            work.session.delete(row)
        work.session.flush()


def open_table(
    work: Work,
    kind: Kind,
    people: Sequence[tuple[int, Sequence[str]]],
    reserved: Collection[str],
    name: str = "",
    **columns: int,
) -> Game:
    """Open the game with these people (player, wishes), drawn to their seats as in any other. Programs play the rest.
    Raises Refused. `name`: how its name begins; `columns`: what else the game is to know of itself.
    """
    with work.session.begin_nested():
        game = _created(work, kind, reserved, name)
        for column, value in columns.items():
            setattr(game, column, value)
        wished = {name for _, wishes in people for wish in wishes for name in wish.split()}
        lots = {seat.id: (seat.name in wished, work.judge.entropy(4)) for seat in seats_to_fill(work.session, game)}
        programs = sorted(seats_to_fill(work.session, game), key=lambda seat: lots[seat.id])[: len(lots) - len(people)]
        for seat in programs:
            seat.status, seat.computer = COMPUTER, strength_called(system_of(game), "")
        for player, wishes in people:
            work.session.add(Joining(game_id=game.id, player_id=player, wishes=list(wishes)))
        work.session.flush()
        start(work, game, reserved)
    return game


def _created(work: Work, kind: Kind, reserved: Collection[str], name: str = "") -> Game:
    system = find_system(kind.system)
    options = dict(kind.options)
    rules = playing(system.name, {each.name: options.get(each.name, each.default) for each in system.options})
    lines = [*options.items(), (next(iter(system.lengths)), kind.pace), (PRESS.name, kind.press), *RULES]
    if kind.rated:
        lines.append((RATED.name, "yes"))
    if not rules.hides_writers(_parsed(system, options)):
        lines.append(MISSES)
    names = (f"{name or system.name}-{n}" for n in count(1))
    free = next(each for each in names if find_game(work.session, each) is None)
    master = nobody(work.session, NOBODYS, work.now)
    return create(work, master, system.name, free, [(0, *each) for each in lines], reserved)


def _seats_to_program(work: Work) -> list[tuple[int, int]]:
    """Return the (game, seat) of tables of the judge's own that nobody has taken over for VACANT_FOR."""
    query = agenda.VACANT.order_by(Seat.id)
    vacant = work.session.execute(query, {"left": work.now - agenda.VACANT_FOR}).all()
    return [(game_id, seat_id) for master_id, game_id, seat_id in vacant if _is_the_judge(work.session, master_id)]


def _is_the_judge(session: Session, master_id: int) -> bool:
    master = session.get_one(Player, master_id)
    return master.status == GONE and master.name == NOBODYS


def _deserted(work: Work) -> list[int]:
    """Return the games of the judge's own in which nobody has sat for VACANT_FOR."""
    found = work.session.execute(agenda.DESERTED.order_by(Game.id), {"left": work.now - agenda.VACANT_FOR}).all()
    return list(dict.fromkeys(game for master, game in found if _is_the_judge(work.session, master)))


def _end(work: Work, game_id: int) -> None:
    live = live_game(work.session, work.session.get_one(Game, game_id, with_for_update=True))
    if live is not None:
        end_without_result(work, live, f"Nobody has played for {agenda.VACANT_FOR.days} days, so this game has ended")


def _fill(work: Work, game_id: int, seat_id: int) -> None:
    """Let a program play a seat that nobody has taken over, or nobody where no program can."""
    game = work.session.get_one(Game, game_id, with_for_update=True)
    live, seat = live_game(work.session, game), work.session.get_one(Seat, seat_id)
    if live is None or seat.status != "vacant":
        return
    if live.system.opponents:
        seats.become_computer(work, live, seat, strength_called(live.system, ""), None)
    else:
        seats.become_dummy(work, live, seat, None)


# The weekly news


def _is_news_due(work: Work) -> bool:
    return work.session.execute(select(Player.id).where(Player.news_at <= work.now).limit(1)).first() is not None


def _send_news(work: Work) -> None:
    """Tell those who want it, once a week, which tables wait; nothing where none does."""
    due = work.session.scalars(select(Player).where(Player.news_at <= work.now).order_by(Player.id)).all()
    rows = _open_rows(work.session) if due else []
    for player in due:
        player.news_at = work.now + WEEK
        if rows and player.status == "active":
            said = ("These tables wait for players. Answer with the line of one of them.", table(rows))
            tell(work, player, "Tables that wait for players", said, unsubscribe=STOP_NEWS)


def tell(work: Work, player: Player, title: str, said: tuple[str, ...], *, unsubscribe: str = "") -> None:
    """Mail a player something of no game."""
    reader = replace(reader_of(player), unsubscribe=unsubscribe)
    post_notice(work, reader, title, said, purpose=NEWS if unsubscribe else "notice", player=player)


# What is wished for


def read_kind(text: str) -> tuple[Kind, bool, str]:
    """Read `payola 3d AS ITALY`: (what table, whether programs may fill it, the seats wished for). Raises Refused."""
    text = f" {text.replace(',', ' ')} "
    head, _, wanted = _AS.sub("\n", text, count=1).partition("\n")
    press = _PRESS.search(head)
    pace = _PACE.search(head)
    rest = _PACE.sub(" ", _FILL.sub(" ", _RATED.sub(" ", _PRESS.sub(" ", head))), count=1)
    try:
        wish = read_wish(" ".join(rest.split()))
    except Refused as wrong:
        raise Refused(replace(wrong.problem, hint="For instance SEAT ME payola 3d AS FRANCE, or SEAT ME NO.")) from None
    length = pace[1].replace(" ", "").lower() if pace else USUAL_PACE
    length = re.sub(r"(\d+)(d|h).*", r"\1\2", length)
    if not SHORTEST_PACE <= read_duration(length) <= LONGEST_PACE:
        raise refusal("seat/pace", "A phase of a table lasts 12h to 14d.", hint="SEAT ME payola 3d")
    signs = (press[1] or "none").lower() if press else PRESS.default
    parsed = _parsed(wish.system, dict(wish.options))
    default = {each.name: each.default for each in wish.system.options}
    own = tuple(sorted((name, value.lower()) for name, value in wish.options if parsed[name] != default[name]))
    kind = Kind(wish.system.name, own, length, signs, bool(_RATED.search(head)))
    return kind, bool(_FILL.search(head)), wanted.strip()


def _parsed(system: AnySystem, options: dict[str, str]) -> dict[str, object]:
    """The rules' options as they are kept. Raises Refused for one that holds words of one's own."""
    known = {each.name: each for each in system.options}
    for name in options:
        if known[name].kind not in ("choice", "flag", "int"):
            raise refusal("seat/option", f"A table has the usual {name}.", hint="CREATE makes a game of your own.")
    try:
        given = {name: known[name].parse(value) for name, value in options.items()}
    except ValueError as error:
        raise refusal("set/bad-value", f"{error}.") from None
    return {name: each.default for name, each in known.items()} | given


def seats_of(work: Work, kind: Kind, reserved: Collection[str]) -> list[str]:
    """Return the names of the seats that people take at such a table. Raises Refused."""
    return trial(work, kind, reserved, lambda game: [seat.name for seat in seats_to_fill(work.session, game)])


def trial(work: Work, kind: Kind, reserved: Collection[str], look: Callable[[Game], T]) -> T:
    """Return what `look` finds in the game of such a table, which is not kept. Raises Refused where the rules or the
    judge refuse it.
    """
    begun = work.session.begin_nested()
    try:
        return look(_created(work, kind, reserved))
    finally:
        begun.rollback()


def kind_of(row: OfTables) -> Kind:
    """Return what is played there."""
    return Kind(row.system, tuple((name, value) for name, value in row.options), row.pace, row.press, row.rated)


def _rows(session: Session, player: Player) -> list[Waiting]:
    return list(session.scalars(select(Waiting).where(Waiting.player_id == player.id).order_by(Waiting.id)))
