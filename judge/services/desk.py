"""The desk at which commands are answered: the use cases for the writer of one mail, in that mail's transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from judge.commands.command import Needs
from judge.commands.desk import Said
from judge.letters import write
from judge.letters.columns import table
from judge.letters.values import MASTER_ROLE, Block
from judge.letters.when import when
from judge.mail.values import InboundMail
from judge.rules.problems import Problem, Refused
from judge.rules.registry import find_system, systems
from judge.rules.system import VOTE, Act, Result
from judge.services import addresses, codes, ledger, making, news, players, seating, sheets
from judge.services.acting import act
from judge.services.current import (
    STATUS_WORDS,
    Current,
    card_of,
    current,
    missing_roles,
    on_file,
    players_of,
    seats_of,
)
from judge.services.ending import finish
from judge.services.guessing import count_wrong, is_limited
from judge.services.judge import Judge
from judge.services.trust import Trust, Writer, masked
from judge.store.tables import Confirmation, Game, InboundRow, OutboundRow, Player, Seat

STATEMENT_LINES = 12
TRESPASS = "trespass"
TOO_MANY_GUESSES = Problem(
    "confirm/too-many",
    "Too many wrong codes and KEYs have come in your name.",
    hint="Answer the mail that asked for the code, or try again in an hour.",
)
# One wording, whether a game does not exist, is over, or is none of the writer's (fault C3).
NOT_YOURS = Problem("game/not-yours", "You are in no running game of that name.", hint="LIST shows the games.")


@dataclass
class WritersDesk:
    """Implements `judge.commands.desk.Desk`. Lives for one mail; nothing is kept in it afterwards.

    `accepted_at` is the instant from which the mail counts: its own or, for lines that waited for a code, that of the
    confirmation.
    `game` is the game that the mail speaks of now; `meant_for` the phase it answers or names. `confirmed` is the
    confirmation
    that a CONFIRM line has redeemed, for the interpreter to carry out.
    """

    judge: Judge
    session: Session
    writer: Writer
    row: InboundRow
    mail: InboundMail
    now: datetime
    accepted_at: datetime
    game: Game | None = None
    meant_for: str = ""
    confirmed: list[Confirmation] = field(default_factory=list)

    # ---- what the others stand on

    @property
    def player(self) -> Player:
        return self.writer.player

    @property
    def zone(self) -> str:
        return self.player.zone

    def my_games(self) -> list[Game]:
        """The games not ended in which the writer sits or is GameMaster; nobody else changes them meanwhile."""
        seated = select(Seat.game_id).where(Seat.player_id == self.player.id)
        query = select(Game).where(Game.status != "ended", or_(Game.id.in_(seated), Game.master_id == self.player.id))
        return list(self.session.execute(query.order_by(Game.id).with_for_update()).scalars())

    def settle_game(self) -> Game:
        """The game that the mail speaks of: the one named, else the one whose mail it answers, else the only one.
        Raises Refused.
        """
        if self.game is None:
            mine = self.my_games()
            if not mine:
                raise Refused(
                    Problem("game/none", "You are in no running game.", hint="LIST shows the games, JOIN joins one.")
                )
            if len(mine) > 1:
                names = ", ".join(game.name for game in mine)
                raise Refused(
                    Problem(
                        "game/which",
                        "For which of your games?",
                        hint=f"Put a line above: GAME name. Yours are {names}.",
                    )
                )
            self.game = mine[0]
        return self.game

    def my_seat(self) -> Seat:
        game = self.settle_game()
        query = select(Seat).where(Seat.game_id == game.id, Seat.player_id == self.player.id).order_by(Seat.id)
        seat = self.session.execute(query).scalars().first()
        if seat is None:
            raise Refused(Problem("game/no-seat", f"You have no seat in {game.name}."))
        return seat

    def here(self) -> Current:
        """The running game; raises Refused if it has not started, is held or over."""
        game = self.settle_game()
        found = current(self.session, game)
        if found is None:
            state = STATUS_WORDS.get(game.status, game.status)
            raise Refused(Problem("game/not-running", f"{game.name} is {state}: nothing is awaited now."))
        return found

    def role(self) -> tuple[Current, str]:
        """The running game and the writer's role in it."""
        seat = self.my_seat()
        here = self.here()
        roles = here.roles_of(seat.name)
        return here, roles[0] if roles else seat.name

    def mastered(self) -> Game:
        game = self.settle_game()
        if game.master_id != self.player.id:
            self._tell_of_trespass(game)
            raise Refused(Problem("game/not-master", "Only the GameMaster of the game may do that."))
        return game

    def _tell_of_trespass(self, game: Game) -> None:
        """The GameMaster reads that a player tries his commands, once a day (fault C11)."""
        if self.writer.trust == Trust.NONE:
            return
        told = select(OutboundRow.id).where(
            OutboundRow.game_id == game.id,
            OutboundRow.purpose == TRESPASS,
            OutboundRow.made_at > self.now - timedelta(days=1),
        )
        if self.session.execute(told.limit(1)).first() is not None:
            return
        title = f"{self.player.name} sent a GameMaster's command"
        text = "It was refused, and nothing has happened."
        master = self.session.get_one(Player, game.master_id)
        news.to_player(
            self.judge, self.session, game, master, title, (text,), self.now, as_master=True, purpose=TRESPASS
        )

    def check(self, needs: Needs) -> None:
        """Raises Refused unless the writer is what a command needs him to be: before a code is asked for in vain."""
        if needs == Needs.MASTER:
            self.mastered()
        elif needs == Needs.SEAT:
            self.my_seat()
        elif needs == Needs.GAME:
            self.settle_game()

    # ---- the mail itself

    def choose_game(self, name: str) -> Said:
        wanted = name.strip().lower()
        found = next((game for game in self.my_games() if game.name == wanted), None)
        if found is None:
            self.game = None
            raise Refused(NOT_YOURS)
        self.game = found
        self.meant_for = ""
        return Said(f"The lines below are for {found.name}.")

    def choose_phase(self, label: str) -> Said:
        here = self.here()
        self.meant_for = label.strip().upper()
        if self.meant_for != here.row.label:
            raise Refused(
                Problem(
                    "phase/other",
                    f"{here.game.name} is in {here.row.label} now: orders for another phase do not count.",
                )
            )
        return Said(f"The orders below are for {here.phase.title}.")

    def confirm(self, code: str) -> Said:
        if self.writer.trust == Trust.NONE and is_limited(self.player, self.now):
            raise Refused(TOO_MANY_GUESSES)
        changed = addresses.confirm_old(self.judge, self.session, self.player, code, self.now)
        if changed is not None:
            return Said(changed)
        try:
            self.confirmed.append(codes.redeem(self.session, self.player, code, self.now))
        except Refused:
            count_wrong(self.player, self.now)
            raise
        return Said("Confirmed. What waited for it is below.")

    # ---- anybody

    def game_words(self) -> tuple[tuple[str, str, str], ...]:
        try:
            game = self.settle_game()
        except Refused:
            return ()
        return tuple((word.name, word.usage, word.help) for word in find_system(game.system).words)

    def list_games(self) -> Block:
        return games_block(self.session)

    def register(self, name: str) -> Said:
        if name:
            self.player.name = players.clean_name(name) or self.player.name
        return Said(f"You are registered, as {self.player.name}.")

    # ---- players

    def set_zone(self, zone: str) -> Said:
        return Said(f"You read deadlines in the time of {players.set_zone(self.player, zone)} now.")

    def revoke(self) -> Said:
        players.revoke(self.judge, self.session, self.player, self.now)
        return Said("Your KEY and the reply addresses of all my earlier mails are void. A new KEY is on its way.")

    def change_address(self, address: str) -> Said:
        addresses.ask_change(self.judge, self.session, self.player, address, self.now)
        return Said("Codes have been mailed to your old and your new address. The change needs both.")

    def join(self, name: str, wishes: tuple[str, ...]) -> Said:
        game = making.find_game(self.session, name)
        if game is None:
            raise Refused(
                Problem("join/no-such-game", "There is no such game waiting for players.", hint="LIST shows them.")
            )
        return Said(making.join(self.judge, self.session, game, self.player, wishes, self.now))

    def create(self, system: str, name: str, options: tuple[tuple[int, str, str], ...]) -> Said:
        if not self.judge.settings.may_create(self.mail.sender or ""):
            raise Refused(
                Problem(
                    "create/not-allowed",
                    "You may not create games on this judge.",
                    hint="Ask its host to list your address.",
                )
            )
        game = making.create(self.judge, self.session, self.player, system, name, options, self.now)
        self.game = game
        rows = Block(f"The options of {game.name}", making.options_table(game))
        return Said(f"{game.name} is made. Players can JOIN {game.name} now; START begins it.", (rows,))

    # ---- in a game

    def status(self) -> Said:
        game = self.settle_game()
        return Said("", (status_block(self.session, game, self.player),))

    def press(self, to: tuple[str, ...], lines: tuple[str, ...]) -> Said:
        lines = tuple(masked(line) for line in lines)  # a KEY in press would be everybody's (fault C10)
        game = self.settle_game()
        seats = {seat.name: seat for seat in seats_of(self.session, game)}
        mine = next((seat for seat in seats.values() if seat.player_id == self.player.id), None)
        if mine is None and game.master_id != self.player.id:
            raise Refused(Problem("game/no-seat", f"You have no seat in {game.name}."))
        if game.status == "forming":
            raise Refused(Problem("press/not-started", f"{game.name} has not started: nobody has a seat yet."))
        sender = mine.name if mine else MASTER_ROLE
        everybody = "ALL" in to
        wanted = set(seats) if everybody else set()
        for word in to if not everybody else ():
            if word in (MASTER_ROLE, "GM", "GAMEMASTER"):
                wanted.add(MASTER_ROLE)
            else:
                wanted.add(seating.seat_called(self.session, game, word).name)
        card = card_of(self.session, game)
        told = () if everybody else tuple(sorted(wanted))
        reached = []
        for recipient in news.recipients(self.session, game):
            role = recipient.reader.role
            own = role == sender and recipient.player.id == self.player.id
            if own or not (role in wanted or (everybody and role == MASTER_ROLE)):
                continue
            letter = write.press(self.judge.renderer, recipient.reader, card, sender, told, lines, self.now)
            news.deliver(self.judge, self.session, game, recipient, letter, "press", "", self.now)
            reached.append(role.title())
        if not reached:
            raise Refused(Problem("press/nobody", "Nobody plays there, so nobody would read it."))
        vacant = sorted(wanted - {MASTER_ROLE, sender} - {seat.name for seat in seats.values() if seat.player_id})
        missed = f" Nobody plays {', '.join(name.title() for name in vacant)} now." if vacant and not everybody else ""
        return Said(f"Sent to {', '.join(reached)}.{missed}")

    # ---- at a seat

    def show(self) -> Said:
        here, role = self.role()
        return Said("", (sheets.file_block(self.session, here, role),))

    def clear(self) -> Said:
        here, role = self.role()
        if self.meant_for not in ("", here.row.label):
            raise Refused(
                Problem("phase/other", f"This was for {self.meant_for}; the game is in {here.row.label} now.")
            )
        return Said(sheets.clear(self.session, here, role, self.accepted_at, self.row.id))

    def balance(self) -> Said:
        here, role = self.role()
        own = {
            currency: amount
            for (account, currency), amount in here.system.accounts(here.state).items()
            if account == role
        }
        if not own:
            raise Refused(Problem("balance/none", "There is no money in this game."))
        rows = [
            (entry.phase, f"{entry.amount:+d}", entry.currency, entry.reason)
            for entry in ledger.statement(self.session, here.game, role, STATEMENT_LINES)
        ]
        text = ", ".join(f"{amount} {currency}" for currency, amount in own.items())
        return Said(
            f"Your balance is {text}.",
            (Block("Latest entries of your account", table(rows, right=(1,))),) if rows else (),
        )

    def vote(self, *, draw: bool) -> Said:
        here, role = self.role()
        act(
            self.judge,
            self.session,
            here,
            role,
            Act(VOTE, {"draw": draw}),
            self.now,
            mail_id=self.row.id,
            actor=self.player,
        )
        return Said("Your vote for a draw is noted for this phase." if draw else "You do not vote for a draw.")

    def resign(self) -> Said:
        seat = self.my_seat()
        seating.resign(self.judge, self.session, self.here(), seat, self.now, self.row.id)
        return Said(f"You have left {self.settle_game().name}. Thank you for playing.")

    # ---- the GameMaster

    def set_option(self, name: str, value: str) -> Said:
        game = self.mastered()
        if not name:
            return Said("", (Block(f"The options of {game.name}", making.options_table(game)),))
        return Said(making.set_option(self.judge, self.session, game, name, value, self.now))

    def start(self) -> Said:
        return Said(making.start(self.judge, self.session, self.mastered(), self.now))

    def move_deadline(self, to: datetime) -> Said:
        game = self.mastered()
        here = self.here()
        if to <= self.now:
            raise Refused(
                Problem("deadline/past", "That is in the past.", hint=f"PROCESS {here.row.label} adjudicates at once.")
            )
        here.row.deadline = to
        here.row.late_told_at = here.row.reminded_at = here.row.cut = None
        game.version += 1
        card = card_of(self.session, game)
        for recipient in news.recipients(self.session, game):
            moved = f"{here.phase.title} is now due {when(to, recipient.reader.zone)}."
            letter = write.notice(
                self.judge.renderer, recipient.reader, card, "The deadline has moved", (moved,), self.now
            )
            news.deliver(self.judge, self.session, game, recipient, letter, "notice", here.row.label, self.now)
        return Said(f"{here.phase.title} is due {when(to, self.zone)}.")

    def process(self, label: str) -> Said:
        game = self.mastered()
        here = self.here()
        if label != here.row.label:
            raise Refused(
                Problem(
                    "process/other-phase", f"The current phase is {here.row.label}.", hint=f"PROCESS {here.row.label}"
                )
            )
        if game.status == "held":
            game.status, game.held_why = "active", ""
        # From this mail on: whatever was accepted before it counts, nothing after it.
        here.row.cut = self.accepted_at
        here.row.deadline = min(here.row.deadline, self.accepted_at)
        game.version += 1
        return Said(f"{here.phase.title} is adjudicated now, without those who have not written.")

    def replace(self, seat: str, address: str) -> Said:
        self.mastered()
        return Said(seating.replace(self.judge, self.session, self.here(), seat, address, self.now, self.row.id))

    def make_dummy(self, seat: str) -> Said:
        game = self.mastered()
        here = current(self.session, game)
        return Said(seating.make_dummy(self.judge, self.session, game, here, seat, self.now, self.row.id))

    def end_game(self, summary: str) -> Said:
        game = self.mastered()
        here = current(self.session, game)
        if here is None:
            game.status, game.ended_at = "ended", self.now
            news.announce(
                self.judge, self.session, game, f"{game.name} is given up", (summary or "It will not start.",), self.now
            )
            for player in making.joined_players(self.session, game):
                if player.id != game.master_id:
                    text = (summary or "It will not start.",)
                    news.to_player(self.judge, self.session, game, player, f"{game.name} is given up", text, self.now)
            return Said(f"{game.name} is given up.")
        result = Result((), summary or "Ended by the GameMaster.")
        finish(self.judge, self.session, here, here.state, (), result, self.now)
        return Said(f"{game.name} has ended.")


def games_block(session: Session) -> Block:
    """The games that form and run, and the latest that have ended."""
    query = select(Game).order_by(Game.id)
    rows = []
    for game in session.execute(query).scalars():
        seats = seats_of(session, game)
        taken = sum(seat.status == "taken" for seat in seats)
        if game.status == "forming":
            wanted = len(making.seats_to_fill(session, game))
            about = f"{len(making.joined_players(session, game))} of {wanted} players"
        else:
            about = f"{taken} players"
        rows.append((game.name, systems()[game.system].title, STATUS_WORDS.get(game.status, game.status), about))
    return Block("Games", table(rows) if rows else "There are none yet.")


def status_block(session: Session, game: Game, viewer: Player) -> Block:
    """How a game stands; its GameMaster also reads who has written, never what."""
    here = current(session, game)
    is_master = game.master_id == viewer.id
    seats = seats_of(session, game)
    people = players_of(session, seats)
    lines = [f"{game.title or game.name}: {systems()[game.system].title}, {STATUS_WORDS.get(game.status, game.status)}"]
    if here is not None:
        lines += [f"Phase {here.row.label}, {here.phase.title}", f"Due {when(here.row.deadline, viewer.zone)}"]
    rows = []
    missing: tuple[str, ...] = ()
    hidden = game.status in ("active", "held") and find_system(game.system).seating(game.options).anonymous
    if here is not None:
        missing = missing_roles(here.phase, on_file(session, game, here.row.label))
    for seat in seats:
        person = (
            people[seat.id].name
            if seat.id in people
            else {"dummy": "dummy", "vacant": "vacant"}.get(seat.status, "open")
        )
        note = ""
        own = seat.id in people and people[seat.id].id == viewer.id
        if hidden and seat.id in people and not (is_master or own):
            person = "played"
        if here is not None and (own or (is_master and not here.phase.hides_writers)):
            roles = here.roles_of(seat.name) or (seat.name,)
            if any(role in missing for role in roles):
                note = "awaited"
            elif any(role in here.phase.wanted for role in roles):
                note = "has written"
        rows.append((seat.name.title(), person, note))
    if game.status == "forming":
        joined = ", ".join(player.name for player in making.joined_players(session, game)) or "nobody yet"
        lines.append(f"Joined: {joined}")
    return Block(f"Status of {game.name}", "\n".join((*lines, "", table(rows))))
