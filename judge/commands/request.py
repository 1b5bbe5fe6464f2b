"""The mail that is being carried out: who wrote it, which of their games it speaks of, and what they are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.lookup import (
    RUNNING,
    STATUS_WORDS,
    LiveGame,
    find_game,
    is_known_to,
    is_public,
    joined_games,
    live_game,
    returned_game,
    system_of,
)
from judge.games.members import MASTERLESS, has_part, is_master, own_games, watched_games
from judge.identity.trust import Writer, within
from judge.letters.values import Question, Said
from judge.mail.values import InboundMail
from judge.outbox.queue import Enclosed
from judge.play.options import tell_changes
from judge.reading.lexer import tokens_of
from judge.reading.lexicon import lexicon
from judge.reading.sheet import ARTICLE
from judge.reading.talk import LONGEST, without_courtesies
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.registry import check_usable
from judge.store.tables import MOVED, OVER, Confirmation, Game, InboundRow, Move, PhaseRow, Player, Seat

_AROUND = " \t:.,!"
_MOST_WORDS = 8


class Heading(NamedTuple):
    """`name`: in capitals, without courtesies; `surely`: it says that the lines below are for somebody."""

    name: str
    surely: bool


def heading_of(text: str) -> Heading | None:
    """What follows FOR, or words like it in another language, or stands before a colon at the end; None of other lines,
    and where FOR goes on with a number as a trade does that was broken over two lines.
    """
    line = text.strip(_AROUND)
    tokens, words = tokens_of(line[:LONGEST]), lexicon("talk")
    is_for, ends_line = bool(tokens) and tokens[0].word == "for", text.rstrip().endswith(":")
    office = at = max((edge.end for kind, edge in words.edges(tokens, 0) if kind == "OFFICE"), default=0)
    at = max((edge.end for kind, edge in words.edges(tokens, at) if kind == ARTICLE), default=at)
    if at == len(tokens) or (is_for and tokens[at].shape == "number"):
        return Heading("", surely=True) if is_for else None
    if ends_line and not office and "OFFICE" in dict(words.edges(tokens, len(tokens) - 1)):
        return Heading(line[: tokens[-1].start].strip(_AROUND).upper(), surely=True)  # `Fransa için:`
    if not (office or ends_line):
        return None
    return Heading(without_courtesies(line[tokens[at].start :].strip(_AROUND).upper()), surely=office > 0)


_OWN = frozenset({"ME", "MYSELF"})


@dataclass(frozen=True, slots=True)
class RoleHeading:
    """Whom a line says that those below it are for: a role, or what it names instead of one. `is_unsure`: a power alone
    before a colon, whose lines may be the writer's own for its units.
    """

    role: str
    is_unsure: bool = False


def role_heading(text: str, here: LiveGame, seat: str) -> RoleHeading | None:
    """Return whom this line names; None where it names nobody. `seat`: whose lines they are."""
    heading = heading_of(text)
    if heading is None:
        return None
    known = (seat, *here.phase.offices)
    name = heading.name
    if tokens_of(text[:LONGEST])[0].word == "for":
        name = bare if (bare := without_courtesies(name)) in (*known, *_OWN) else name
        name = seat if name in _OWN else name
        found = [role for role in known if role == name] or [role for role in known if name and role.startswith(name)]
        return RoleHeading(found[0] if len(found) == 1 else name)
    # In other words: only what a power is called in full. Without any: a line that names one of theirs.
    named = here.system.role_named(name)
    if named in here.phase.offices and (heading.surely or named in here.roles_of(seat)):
        return RoleHeading(named, is_unsure=not heading.surely)
    words = [token.word.partition("'")[0] for token in tokens_of(name) if token.shape == "word"]
    within = {here.system.role_named(each) for each in words} & {*here.phase.offices} & {*here.roles_of(seat)}
    if not (within and text.rstrip().endswith(":")) or len(words) > _MOST_WORDS or any(map(str.isdigit, name)):
        return None
    return RoleHeading(min(within), is_unsure=True)


def not_held(here: LiveGame, seat: str, power: str, *, is_unsure: bool) -> Problem:
    """Return why nothing is for the role that was chosen."""
    if is_unsure:
        message = f"I cannot tell whether the lines below are for {power.title()}, or your own for its units."
        return Problem("for/unsure", message, hint=f"Write FOR {power}, or FOR {seat}, on the line above them.")
    held = ", ".join(f"FOR {role}" for role in here.roles_of(seat) if role != seat)
    if named := [role for role in (seat, *here.phase.offices) if power.startswith((f"{role} ", f"{role}:"))]:
        hint = f"Write FOR {named[0]}, and what is for it on the lines below."
        return Problem("for/not-alone", f"FOR {named[0]} stands alone on its line.", hint=hint)
    message = f"You cannot write for {power.title()[:40] or 'nobody'} now."
    return Problem("for/not-yours", message, hint=f"You can write {held}, or FOR {seat}." if held else "")


BELOW_REFUSED = "The GAME line above these lines was refused, so they are for no game."
NO_GAME = "game/none"
_SEAT = (
    select(Seat)
    .where(Seat.game_id == bindparam("game_id"), Seat.player_id == bindparam("player_id"))
    .order_by(Seat.id)
    .limit(1)
)
# One wording, whether a game does not exist, is over, or is none of the writer's (fault C3).
NOT_YOURS = Problem("game/not-yours", "You are in no running game of that name.", hint="LIST shows the games.")
NOT_MASTER = Problem("game/not-master", "Only the GameMaster of the game can do that.")
NO_MASTER = Problem("game/no-master", MASTERLESS, hint="Whenever you have written, the phase ends at once.")
NOT_READABLE = Problem(
    "game/not-readable", "There is no game of that name that you can read.", hint="LIST shows the games."
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """What the next line of a mail is for. `game`: None while none is named; `astray`: why it is for none at all, as
    below a GAME line that was refused. `role`: the one of the latest FOR line, empty for the writer's own; `is_unsure`:
    its line may have been the writer's own. `borrowed`: the seat for which a GameMaster files the sheet. `phase`: what
    the latest PHASE line names.
    """

    game: Game | None = None
    astray: str = ""
    role: str = ""
    is_unsure: bool = False
    borrowed: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the lines of a mail have got. `cursor`: what the next line is for. `confirmed`: what CONFIRM lines have
    let happen, to be executed behind them. `asks`: what commands themselves ask a code for. `options_changed`: game's
    id and option -> what its players are to be told of it. `wrong_words`: how many words of private games were wrong.
    `read_in_letters`: how many lines of letters to others were read as orders.
    """

    cursor: Cursor = Cursor()
    confirmed: tuple[Confirmation, ...] = ()
    asks: tuple[tuple[Question, Enclosed], ...] = ()
    options_changed: Mapping[tuple[int, str], str] = field(default_factory=dict)
    wrong_words: int = 0
    read_in_letters: int = 0


@dataclass
class Request:
    """One mail that is being executed. It lives for that mail alone.

    `accepted_at` is the instant from which the mail counts: its own or, for lines that waited for a code, that of the
    confirmation. `doubted`: the CONFIRM lines that no person may have written, by number, and why. `is_trial`: a line
    is tried out, and what it does is taken back. `with_care`: the mail has crashed its reader before, and a line of it
    that raises is left out. `progress`: how far its lines have got. `_mine`: the games of its writer, until a line
    acts.
    """

    work: Work
    writer: Writer
    row: InboundRow
    mail: InboundMail
    accepted_at: datetime
    progress: Progress = field(default_factory=Progress)
    doubted: Mapping[int, Problem] = field(default_factory=dict)
    is_trial: bool = False
    with_care: bool = False
    _read: tuple[tuple[int, int, str], LiveGame] | None = None
    _seat: Seat | None = None
    _mine: list[Game] | None = None

    @property
    def session(self) -> Session:
        return self.work.session

    @property
    def now(self) -> datetime:
        return self.work.now

    def meant_phase(self, here: LiveGame) -> str:
        """The phase that orders for this game are meant for (fault C7); empty: the present one. A PHASE line names it.
        Else it is that in which the letter was written that the mail answers. A mail may itself be earlier than that.
        """
        letter, written = self.writer.answers, self.row.accepted_at
        if letter is not None and letter.game_id == here.game.id:
            written = min(written, letter.made_at)
        if self.cursor.phase or written >= here.row.opened_at:
            return self.cursor.phase
        query = (
            select(PhaseRow.label)
            .where(PhaseRow.game_id == here.game.id, PhaseRow.opened_at <= written)
            .order_by(PhaseRow.number.desc())
        )
        label = self.session.scalar(query.limit(1)) or ""
        if label != here.row.label:
            return label
        # The board of a phase that ROLLBACK has opened again is as it was; of those behind it, it is another.
        first = select(func.min(PhaseRow.number)).filter_by(game_id=here.game.id, run=here.row.run)
        return label if here.row.number == self.session.scalar(first) else f"{label} before ROLLBACK"

    # ---- what the others stand on

    @property
    def player(self) -> Player:
        return self.writer.player

    @property
    def cursor(self) -> Cursor:
        return self.progress.cursor

    @property
    def game(self) -> Game | None:
        """The game that the mail speaks of now."""
        return self.cursor.game

    def move(self, **to: Any) -> None:
        """The next lines are for another game, role or phase: `move(role="FRANCE")`."""
        self.note(cursor=replace(self.cursor, **to))

    def note(self, **changes: Any) -> None:
        """The lines have got further: `note(wrong_words=1)`."""
        self.progress = replace(self.progress, **changes)

    def my_games(self) -> list[Game]:
        """The games not over in which the writer sits or is GameMaster, else those that they watch; nobody else changes
        them meanwhile.
        """
        own = own_games(self.session, self.player)
        if len(own) == 1:
            self._seat = next(iter(own.values())) or self._seat
        return [*own] or watched_games(self.session, self.player)

    def every_game(self) -> list[Game]:
        """The same, with those that they only watch."""
        return list(dict.fromkeys((*self.my_games(), *watched_games(self.session, self.player))))

    def has_games(self) -> bool:
        """Whether there is any of these. A seat in the running game that the mail speaks of tells it at once."""
        if self.game is not None and self.game.status not in OVER and self.own_seat(self.game) is not None:
            return True
        self._mine = self.my_games()  # which are those that they watch, where there are no others
        return bool(self._mine)

    def _say_what_forms(self, wanted: str = "") -> None:
        """Raises Refused, if the writer has joined a game (of this name) that has not begun: they have no seat yet."""
        for game in joined_games(self.session, self.player):
            if wanted in ("", game.name):
                shows = f"INFO {game.name} shows who has joined. JOIN {game.name} STOP leaves it."
                hint = f"You are mailed when it begins. {shows}"
                raise refusal(NO_GAME, f"{game.name} has not begun, so you have no seat yet.", hint=hint)

    def forward(self, game: Game | None) -> None:
        """Raises Refused with the new address of a game that has moved to another judge, if the writer may know it."""
        if game is None or game.status != MOVED:
            return
        if not is_public(game) and not has_part(self.session, self.player, game):
            return
        back = returned_game(self.session, game)
        if back is not None:
            hint = f"Answer its newest mail, or write GAME {back.name} above your lines."
            raise refusal("game/moved", f"{game.name} has come back. It is now called {back.name}.", hint=hint)
        query = select(Move.elsewhere).where(Move.game_id == game.id, Move.way == "out").order_by(Move.id.desc())
        to = self.session.execute(query.limit(1)).scalar_one()
        message = f"{game.name} has moved. It is now played at {to}."
        raise refusal("game/moved", message, hint="Write to that judge, best in answer to one of its mails.")

    def find(self, name: str) -> Game | None:
        """The game of this name, unless the writer may not know that there is one."""
        game = find_game(self.session, name)
        return game if game is not None and is_known_to(game, self.player) else None

    def choose_game(self, name: str) -> Game:
        """The lines below are for this game; raises Refused, and then they are for none."""
        wanted = name.strip().lower()
        mine = (*self.every_game(), *joined_games(self.session, self.player))
        found = next((game for game in mine if game.name == wanted), None)
        if found is None:
            self.move(game=None, astray=BELOW_REFUSED, borrowed="", role="", is_unsure=False)
            self.forward(self.find(wanted))
            raise Refused(NOT_YOURS)
        self.note(cursor=Cursor(found))
        return found

    def forming_games(self, name: str) -> Sequence[Game]:
        """Return the forming game of this name that the writer has no part in. Without a name: those that they have
        joined, unless the mail speaks of another game.
        """
        joined = joined_games(self.session, self.player)
        if not name:
            return () if self.game is not None or self.cursor.astray or self.has_games() else joined
        game = self.find(name)
        is_free = game is not None and game.status == "forming" and game not in (*self.every_game(), *joined)
        return (game,) if game is not None and is_free else ()

    def game_words(self) -> tuple[tuple[str, str, str], ...]:
        """The words of the game that the mail speaks of, if any: name, usage, help."""
        try:
            game = self.settle_game()
        except Refused:
            return ()
        return tuple((word.name, word.usage, word.help) for word in system_of(game).words)

    def settle_game(self) -> Game:
        """The game that the mail speaks of: the one named, else the one whose mail it answers, else the only one.
        Raises Refused, also where its rules cannot be used now.
        """
        game = self.game
        self.forward(game)
        if game is None and self.cursor.astray:
            raise refusal("game/astray", "Which of your games is this for?", hint=self.cursor.astray)
        if game is None:
            mine = self.my_games() if self._mine is None else self._mine
            if not mine:
                self._say_what_forms()
                raise refusal(NO_GAME, "You are in no running game.", hint="LIST shows the games, and JOIN joins one.")
            if len(mine) > 1:
                names = ", ".join(each.name for each in mine)
                raise refusal(
                    "game/which",
                    "Which of your games is this for?",
                    hint=f"Write GAME and its name on a line above. Your games are {names}.",
                )
            self.move(game=mine[0])
            game = mine[0]
        check_usable(game.system)
        return game

    def my_seat(self) -> Seat:
        game = self.settle_game()
        seat = self.own_seat(game)
        if seat is None:
            self._say_what_forms(game.name)
            raise refusal("game/no-seat", f"You have no seat in {game.name}.")
        return seat

    def here(self) -> LiveGame:
        """The running game; raises Refused if it has not started, is suspended or over."""
        game = self.settle_game()
        found = self._current(game)
        if found is None:
            if game.status == "forming":
                runs = is_master(self.session, game, self.player)
                hint = "START begins it when its seats are taken." if runs else "You are mailed when it begins."
                raise refusal("game/not-running", f"{game.name} has not begun.", hint=hint)
            state = STATUS_WORDS.get(game.status, game.status)
            raise refusal("game/not-running", f"{game.name} is {state}. It needs nothing from you now.")
        return found

    def _current(self, game: Game) -> LiveGame | None:
        """The game as it stands. Its version rises with everything that changes it: until then it is read once."""
        if self._read is None or self._read[0] != (game.id, game.version, game.status):
            found = live_game(self.session, game)
            self._read = ((game.id, game.version, game.status), found) if found is not None else None
            return found
        return self._read[1]

    def stands(self, here: LiveGame) -> None:
        """The game has become this, by lines that were carried out: it need not be read anew."""
        self._mine = None
        if here.game.status in RUNNING and here.row.closed_at is None:
            self._read = ((here.game.id, here.game.version, here.game.status), here)

    def acts(self) -> None:
        """A line is carried out: its writer may be in other games from now on."""
        self._mine = None

    def forget(self) -> None:
        """What a line had changed is taken back, and the game's version with it: it is read anew."""
        self._read = self._seat = self._mine = None

    def opened(self) -> LiveGame | None:
        """The game that the mail speaks of as it stands; None where no phase of one is open."""
        return self._current(self.game) if self.game is not None else None

    def role(self) -> tuple[LiveGame, str]:
        """The running game and the writer's role in it."""
        here, seat = self._seated_here()
        return here, self._role_of(here, seat)

    def roles(self) -> tuple[LiveGame, tuple[str, ...]]:
        """The running game and the role that a FOR line has chosen; without one all that the writer files for."""
        here, seat = self._seated_here()
        role = self._role_of(here, seat)
        return here, (role,) if self.cursor.role else here.roles_of(seat) or (role,)

    def _seated_here(self) -> tuple[LiveGame, str]:
        """The running game and the name of the writer's seat in it."""
        seat = self.my_seat()
        return self.here(), seat.name

    def _role_of(self, here: LiveGame, seat: str) -> str:
        """The role that lines are for: the one of a FOR line, or the seat's first; raises Refused."""
        roles = here.roles_of(seat)
        role, is_unsure = self.cursor.role, self.cursor.is_unsure
        if not role:
            return roles[0] if roles else seat
        if is_unsure or role not in roles:
            raise Refused(not_held(here, seat, role, is_unsure=is_unsure))
        return role

    def choose_role(self, text: str) -> Said | None:
        """Whom the lines below are for, if this is a FOR line of a game in which seats hold offices; else None, and the
        line is one of the sheet. Raises Refused: the lines below are for nobody then.
        """
        if heading_of(text) is None:
            return None
        try:
            here = self.here()
            seat = self.cursor.borrowed or self.my_seat().name
        except Refused:
            return None
        if not here.phase.offices:
            return None
        heading = role_heading(text, here, seat)
        if heading is None:
            return None
        role = "" if heading == RoleHeading(seat) else heading.role or "?"
        self.move(role=role, is_unsure=heading.is_unsure)
        self._role_of(here, seat)
        return Said()

    def sheet_role(self) -> tuple[LiveGame, str]:
        """The running game and the role that the lines of the sheet are for: a borrowed one or the writer's own."""
        if not self.cursor.borrowed:
            return self.role()
        here = self.here()
        return here, self._role_of(here, self.cursor.borrowed)

    def mastered(self) -> Game:
        """The game, if the writer is its GameMaster; raises Refused."""
        game = self.settle_game()
        if not is_master(self.session, game, self.player):
            raise Refused(NO_MASTER if game.practice else NOT_MASTER)
        return game

    def mastered_here(self) -> LiveGame:
        """The same as a game that runs; raises Refused."""
        self.mastered()
        return self.here()

    def option_changed(self, game: Game, option: str, told: str) -> None:
        """An option was changed, of which `told` is to be said to the players."""
        self.note(options_changed={**self.progress.options_changed, (game.id, option): told})

    def tell_options(self) -> None:
        """The players read in one letter a game of all options that lines so far have changed."""
        changed = self.progress.options_changed
        for game_id in dict.fromkeys(game_id for game_id, _ in changed):
            told = {option: text for (number, option), text in changed.items() if number == game_id}
            tell_changes(self.work, self.session.get_one(Game, game_id), told)
        self.note(options_changed={})

    def readable_game(self, name: str) -> Game:
        """A game whose public side the writer may read: one of their own, one that is over, or one open to all. The
        game the mail speaks of, if none is named. Raises Refused.
        """
        if not name:
            return self.settle_game()
        game = self.find(name)
        self.forward(game)
        mine = (*self.every_game(), *joined_games(self.session, self.player))
        if game is None or not (game in mine or game.status == "ended" or is_public(game)):
            raise Refused(NOT_READABLE)
        return game

    def proved_in(self, game: Game) -> Writer:
        """The writer as far as they are proved for their part in this game."""
        return within(self.session, self.writer, game, self.own_seat(game))

    def own_seat(self, game: Game) -> Seat | None:
        """The writer's seat, asked for once as long as they sit there: nobody who does takes another."""
        if self._seat is not None and (self._seat.game_id, self._seat.player_id) == (game.id, self.player.id):
            return self._seat
        self._seat = self.session.scalars(_SEAT, {"game_id": game.id, "player_id": self.player.id}).first()
        return self._seat
