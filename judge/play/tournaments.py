"""Tournaments: rounds of tables among people who have entered. The tables are ordinary games, of which the judge is the
GameMaster as of standing tables. Standings follow from tables that are over, and from nothing else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum, auto
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.club import seating
from judge.club.scoring import SCORINGS, Points, does_fit, score
from judge.games.lookup import SEED_BYTES, find_game, is_anonymous, load_state, system_of, winners_of
from judge.games.tenures import ELIMINATED
from judge.letters.columns import table
from judge.letters.dates import when
from judge.letters.values import Block
from judge.play import agenda, standing_tables
from judge.play.creation import NAME, RESERVED
from judge.play.membership import seats_to_fill, told_of_name
from judge.play.standing_tables import LEAST, kind_of, open_table, read_kind, tell, trial
from judge.rules.problems import Refused, refusal
from judge.rules.registry import is_usable
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import Option
from judge.store.tables import OVER, Entry, Game, Player, Seat, Tenure, Tournament

LONGEST_NAME = 18
TABLES = Option("tables", "text", "", "What its tables play, in the words of SEAT ME: payola 3d map modern.")
ROUNDS = Option("rounds", "int", 3, "How many rounds there are.", least=1, most=9)
SCORING = Option("scoring", "choice", "draw-size", "What a table is worth.", choices=tuple(SCORINGS))
PLACES = Option(
    "places", "int", 49, "How many can play a round; whoever enters behind them is a reserve.", least=2, most=140
)
DAYS = Option(
    "days", "int", 14, "How many days people can enter, unless all places are taken before.", least=1, most=60
)
OPTIONS = {each.name: each for each in (TABLES, ROUNDS, SCORING, PLACES, DAYS)}
MOST_LISTED = 20
UNNAMED = "a player"
OPEN, RUNNING, ENDED = "open", "running", "ended"


class Step(Enum):
    """What a tournament does next by itself."""

    WAIT = auto()
    BEGIN = auto()  # a round
    END = auto()


class Sitting(NamedTuple):
    """Somebody's first seat in a round. `stayed`: they sit there still, or sat there at the end."""

    game_id: int
    seat: str
    player: int
    stayed: bool


def next_step(tournament: Tournament, entered: int, unfinished: int, now: datetime) -> Step:
    """Return what is to be done. `entered`: so many people want to sit in the next round; `unfinished`: so many tables
    of the last one run.
    """
    if unfinished or tournament.status == ENDED or (tournament.status == OPEN and now < tournament.closes_at):
        return Step.WAIT
    least = min(LEAST, tournament.size) if tournament.filled else tournament.size
    return Step.BEGIN if tournament.round < tournament.rounds and entered >= least else Step.END


def totals(
    entered: Collection[int], sittings: Sequence[Sitting], points: Mapping[int, Points]
) -> dict[int, tuple[Fraction, int]]:
    """Return player -> (points, tables that are over). `points`: game -> seat -> points, of those over."""
    sums: dict[int, Fraction] = dict.fromkeys(entered, Fraction(0))
    tables: Counter[int] = Counter()
    for each in sittings:
        if each.player in sums and each.game_id in points:
            tables[each.player] += 1
            sums[each.player] += points[each.game_id].get(each.seat, 0) if each.stayed else 0
    return {player: (sums[player], tables[player]) for player in sums}


def create(work: Work, by: Player, name: str, given: Mapping[str, str], reserved: Collection[str]) -> Tournament:
    """Open a tournament to everybody. `given`: OPTIONS as they were written. Raises Refused."""
    name = name.lower()
    if not NAME.fullmatch(name) or name in RESERVED or len(name) > LONGEST_NAME:
        hint = f"A name has 2 to {LONGEST_NAME} letters, digits and hyphens. It begins with a letter."
        raise refusal("create/bad-name", f"A tournament cannot be called {name[:40]!r}.", hint=hint)
    if find_game(work.session, name) is not None or find(work.session, name) is not None:
        raise refusal("create/name-taken", f"There is already a game or tournament called {name}.")
    if not given.get(TABLES.name):
        hint = "Write below it what its tables play, as for SEAT ME:  tables payola 3d"
        raise refusal("tournament/tables", "What is played at its tables?", hint=hint)
    try:
        chosen: dict[str, Any] = {
            each.name: each.parse(given[each.name]) if each.name in given else each.default for each in OPTIONS.values()
        }
    except ValueError as error:
        raise refusal("set/bad-value", f"{error}.") from None
    kind, filled, _ = read_kind(chosen[TABLES.name])
    size = trial(work, kind, reserved, lambda game: _checked(work, game, chosen[SCORING.name]))
    tournament = Tournament(
        name=name,
        master_id=by.id,
        size=size,
        filled=filled,
        status=OPEN,
        closes_at=work.now + timedelta(days=chosen[DAYS.name]),
        **{each.name: chosen[each.name] for each in (ROUNDS, SCORING, PLACES)},
        **kind.columns(),
    )
    work.session.add(tournament)
    work.session.flush()
    return tournament


def _checked(work: Work, game: Game, scoring: str) -> int:
    """How many seats such a table has. Raises Refused where it does not go with tournaments, or with this scoring."""
    if is_anonymous(game):
        message = "The standings would tell who plays in such a game, which hides it."
        raise refusal("tournament/anonymous", message, hint="Choose other options, or another game.")
    seats = [seat.name for seat in seats_to_fill(work.session, game)]
    system = system_of(game)
    numbers = system.tally(system.start(game.options, seats, Rng(b"", START_LABEL)).state)
    if not does_fit(scoring, next(iter(numbers.values()), {})):
        fit = ", ".join(each for each in SCORINGS if does_fit(each, next(iter(numbers.values()), {})))
        raise refusal("tournament/scoring", f"{system.title} cannot be scored by {scoring}.", hint=f"It can by: {fit}.")
    return len(seats)


def find(session: Session, words: str) -> Tournament | None:
    """Return the tournament that these words begin with: `autumn`, `autumn STOP`, `tournament autumn`."""
    name = words.lower().removeprefix("tournament ").split()[:1]
    return session.scalar(select(Tournament).where(Tournament.name.in_(name)))


def enter(work: Work, tournament: Tournament, player: Player) -> str:
    """Let a player take part from the next round on. Raises Refused."""
    name, entry = tournament.name, _entry(work, tournament, player)
    if tournament.status == ENDED or tournament.round >= tournament.rounds:
        raise refusal("tournament/closed", f"Nobody can enter {name} any more.", hint="TOURNAMENT lists others.")
    if entry is not None and not entry.withdrawn:
        raise refusal("tournament/in-it", f"You take part in {name} already.", hint=f"TOURNAMENT {name} shows it.")
    standing_tables.check_doors(work, player, rated=tournament.rated)
    if entry is None:
        work.session.add(entry := Entry(tournament_id=tournament.id, player_id=player.id))
    entry.withdrawn = False
    work.session.flush()
    number = len(_entered(work.session, tournament))
    begins = "You play from the next round on."
    if tournament.status == OPEN:
        begins = f"The first round begins {when(tournament.closes_at, player)}, or as soon as all places are taken."
        if number >= tournament.places:
            tournament.closes_at = work.now
    if number > tournament.places:
        begins = "All places are taken, so you are a reserve: you play when somebody leaves."
    told = trial(work, kind_of(tournament), (), told_of_name)
    return f"You take part in {name}. Its standings name you to the others who do. {begins} {told}".rstrip()


def withdraw(work: Work, tournament: Tournament, player: Player) -> str:
    """Take a player out of the rounds to come. Raises Refused."""
    entry = _entry(work, tournament, player)
    if entry is None or entry.withdrawn:
        raise refusal("tournament/not-in-it", f"You do not take part in {tournament.name}.")
    if tournament.status == OPEN:
        work.session.delete(entry)
    entry.withdrawn = True
    stays = "" if tournament.status == OPEN else " Your points stay. RESIGN leaves a table that runs."
    return f"You take no part in the rounds of {tournament.name} to come.{stays}"


def cancel(work: Work, name: str, by: Player) -> str:
    """End a tournament early, as its creator wants it. Its tables go on as any other game. Raises Refused."""
    mine = (Tournament.name == name.lower(), Tournament.master_id == by.id, Tournament.status != ENDED)
    tournament = work.session.scalar(select(Tournament).where(*mine).with_for_update())
    if tournament is None:
        raise refusal("tournament/not-yours", f"You have created no tournament {name} that runs.", hint="TOURNAMENT")
    _end(work, tournament, "Its creator has ended it. Tables that run go on as games of their own.")
    return f"{tournament.name} has ended. All who take part are told."


# What the judge does by itself


def tend(judge: Judge, reserved: Callable[[], Collection[str]]) -> None:
    """Tend standing tables, begin the rounds that are due, and end tournaments. `reserved`: asked for the words of
    commands if there is any of that to do.
    """
    with judge.reading() as work:
        now = {"now": work.now, "left": work.now - agenda.VACANT_FOR}
        stirs, goes_on = work.session.execute(agenda.STIRS, now).one()
    # A table that ends for want of players may have been the last of its round.
    if (stirs and standing_tables.tend(judge, reserved())) or goes_on:
        judge.write(lambda work: _tend(work, reserved()))


def _tend(work: Work, reserved: Collection[str]) -> None:
    query = select(Tournament).where(Tournament.status.in_((OPEN, RUNNING))).order_by(Tournament.id)
    for tournament in work.session.scalars(query.with_for_update()).all():
        tables = select(Game.id).where(Game.tournament_id == tournament.id, Game.status.not_in(OVER))
        unfinished = len(work.session.scalars(tables).all())
        step = next_step(tournament, len(_entered(work.session, tournament)), unfinished, work.now)
        if step is Step.BEGIN:
            try:
                _begin(work, tournament, reserved)
            except Refused as wrong:  # the rules have changed since it was created
                _end(work, tournament, f"Its tables cannot begin: {wrong.problem.message}")
        elif step is Step.END:
            over = tournament.round >= tournament.rounds
            _end(work, tournament, "All its tables are over." if over else "Too few players are left for a table.")


def _begin(work: Work, tournament: Tournament, reserved: Collection[str]) -> None:
    """Seat everybody for whom there is a place, those first who have played least, and open the tables."""
    sittings = _sittings(work.session, tournament)
    entered = _entered(work.session, tournament)[: tournament.places]
    sizes = seating.sizes(len(entered), tournament.size, LEAST if tournament.filled else 0)
    played = Counter(each.player for each in sittings)
    lot = Rng(work.judge.entropy(SEED_BYTES)).at("tables")
    chosen = sorted(lot.shuffled(entered), key=lambda player: played[player])[: sum(sizes)]
    tables = seating.seat(chosen, sizes, _met(sittings), lot)
    kind = kind_of(tournament)
    names = standing_tables.seats_of(work, kind, reserved)
    had: dict[int, Counter[str]] = defaultdict(Counter)
    for each in sittings:
        had[each.player][each.seat] += 1
    number = tournament.round + 1
    at: dict[int, str] = {}
    with work.session.begin_nested():
        for people in tables:
            wished = [(player, _least_often(names, had[player])) for player in people]
            place = {"tournament_id": tournament.id, "round": number}
            game = open_table(work, kind, wished, reserved, f"{tournament.name}-{number}", **place)
            at |= dict.fromkeys(people, game.name)
    tournament.status, tournament.round = RUNNING, number
    _tell_all(work, tournament, f"{tournament.name}: round {number} of {tournament.rounds} begins", at)


def _least_often(names: Sequence[str], had: Mapping[str, int]) -> list[str]:
    """Wishes for the seats that somebody has had least often; none where all are alike."""
    times = sorted({had.get(name, 0) for name in names})
    return [" ".join(name for name in names if had.get(name, 0) == each) for each in times] if len(times) > 1 else []


def _met(sittings: Sequence[Sitting]) -> Counter[frozenset[int]]:
    tables: dict[int, list[int]] = defaultdict(list)
    for each in sittings:
        tables[each.game_id].append(each.player)
    return Counter(frozenset(pair) for people in tables.values() for pair in combinations(people, 2))


def _end(work: Work, tournament: Tournament, why: str) -> None:
    tournament.status = ENDED
    _tell_all(work, tournament, f"{tournament.name} has ended", {}, why)


def _tell_all(work: Work, tournament: Tournament, title: str, at: Mapping[int, str], why: str = "") -> None:
    """Mail everybody who takes part. `at`: player -> the table at which they play now; `why`: why it ends."""
    work.session.flush()
    query = select(Player).join(Entry).where(Entry.tournament_id == tournament.id, ~Entry.withdrawn)
    shown = show(work.session, tournament, by_name=True)
    standing = (shown.table(),) if tournament.round > 1 or (why and tournament.round) else ()
    for player in work.session.scalars(query.where(Player.status == "active").order_by(Entry.id)):
        said = why or (
            f"You play at {at[player.id]}. The letter of that game tells what to do."
            if player.id in at
            else "You have no table in this round. LIST OPEN shows seats that others leave, for TAKEOVER."
        )
        tell(work, player, title, (said, *standing))


# What is told


class Shown(NamedTuple):
    """A tournament as somebody may read of it. `lines`: place, name, points and tables that are over; `games`: round,
    name and state of its tables.
    """

    row: Tournament
    lines: tuple[tuple[int, str, str, int], ...]
    games: tuple[tuple[int, str, str], ...]

    def table(self) -> str:
        """The standings as text."""
        return table([("", "Player", "Points", "Tables over"), *self.lines], right=(0, 2, 3))


def show(session: Session, tournament: Tournament, *, by_name: bool) -> Shown:
    """Return what there is to read. `by_name`: the reader takes part, so they read everybody's name; others read those
    that are public.
    """
    query = select(Player).join(Entry).where(Entry.tournament_id == tournament.id)
    people = {each.id: each.name if by_name else each.public_name or UNNAMED for each in session.scalars(query)}
    games = session.scalars(select(Game).where(Game.tournament_id == tournament.id).order_by(Game.id)).all()
    scores = {game.id: _points(tournament, game) for game in games if game.status == "ended" and is_usable(game.system)}
    found = totals(people, _sittings(session, tournament), scores)
    lines = sorted(
        (1 + sum(other > points for other, _ in found.values()), people[player], f"{float(points):.1f}", tables)
        for player, (points, tables) in found.items()
    )
    states = ((game.round, game.name, "over" if game.status in OVER else "running") for game in games)
    return Shown(tournament, tuple(lines), tuple(states))


def blocks(session: Session, tournament: Tournament, reader: Player) -> tuple[Block, ...]:
    """Return what TOURNAMENT tells this reader."""
    entered = select(Entry.player_id).where(Entry.tournament_id == tournament.id)
    shown = show(session, tournament, by_name=reader.id in {tournament.master_id, *session.scalars(entered)})
    closes = f", the first round begins {when(tournament.closes_at, reader)}" if tournament.status == OPEN else ""
    facts = [
        ("Tables", str(kind_of(tournament))),
        ("Rounds", f"{tournament.rounds}, {tournament.round} begun"),
        ("Scoring", tournament.scoring),
        ("Places", f"{tournament.places}, {len(shown.lines)} have entered"),
        ("State", f"{tournament.status}{closes}"),
    ]
    games = [(f"Round {number}", name, state) for number, name, state in shown.games]
    return (
        Block(f"Tournament {tournament.name}", table(facts)),
        *((Block("Standings", shown.table()),) if shown.lines else ()),
        *((Block("Tables", table(games)),) if games else ()),
    )


def newest(session: Session) -> Sequence[Tournament]:
    """Return the tournaments that lists show, the newest first."""
    return session.scalars(select(Tournament).order_by(Tournament.id.desc()).limit(MOST_LISTED)).all()


def list_block(session: Session) -> Block:
    """Return what TOURNAMENT alone tells."""
    rows = [
        (each.name, str(kind_of(each)), f"round {each.round} of {each.rounds}", each.status) for each in newest(session)
    ]
    return Block("Tournaments", table(rows) if rows else "There is none.")


def pages(session: Session) -> list[str]:
    """Return the paths of their pages, the newest first."""
    names = session.scalars(select(Tournament.name).order_by(Tournament.id.desc()))
    return [f"tournaments/{name}.html" for name in names]


# How it is stored


def _entry(work: Work, tournament: Tournament, player: Player) -> Entry | None:
    """A player's entry; the tournament stays as it is until this transaction ends."""
    work.session.refresh(tournament, with_for_update=True)
    query = select(Entry).where(Entry.tournament_id == tournament.id, Entry.player_id == player.id)
    return work.session.scalar(query)


def _entered(session: Session, tournament: Tournament) -> list[int]:
    """The players who want to sit in the next round, in the order in which they entered. Whoever has left or lost a
    seat is none of them.
    """
    query = select(Entry.player_id).join(Player).where(Entry.tournament_id == tournament.id, ~Entry.withdrawn)
    tenures = select(Tenure.player_id).join(Seat, Seat.id == Tenure.seat_id).join(Game, Game.id == Seat.game_id)
    has_left = (Game.tournament_id == tournament.id, Tenure.ended != "", Seat.status != ELIMINATED)
    left = {*session.scalars(tenures.where(*has_left))}
    found = session.scalars(query.where(Player.status == "active").order_by(Entry.id))
    return [player for player in found if player not in left]


def _sittings(session: Session, tournament: Tournament) -> list[Sitting]:
    query = (
        select(Game.round, Game.id, Seat.name, Tenure.player_id, Tenure.ended)
        .join(Seat, Seat.game_id == Game.id)
        .join(Tenure, Tenure.seat_id == Seat.id)
        .where(Game.tournament_id == tournament.id)
        .order_by(Game.round, Tenure.id)
    )
    first: dict[tuple[int, int], Sitting] = {}
    for number, game, seat, player, ended in session.execute(query):
        first.setdefault((number, player), Sitting(game, seat, player, not ended))
    return list(first.values())


def _points(tournament: Tournament, game: Game) -> Points:
    system = system_of(game)
    return score(tournament.scoring, winners_of(game), system.tally(load_state(game, system)))
