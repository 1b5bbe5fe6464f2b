"""The desk at which commands are answered: each one handed to its use case, in the transaction of the writer's mail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from judge.commands.desk import Press, Said
from judge.letters.values import Block
from judge.mail.read import read_mail
from judge.mail.values import TextLine
from judge.rules.abilities import acted
from judge.rules.problems import Problem, Refused
from judge.rules.registry import find_system
from judge.rules.system import VOTE, Act, Json, SheetLine
from judge.services import (
    absences,
    accounts,
    addresses,
    chronicle,
    codes,
    declaring,
    doors,
    early,
    holding,
    listing,
    making,
    news,
    newspaper,
    players,
    pressing,
    previewing,
    rolling,
    seating,
    sheets,
    timekeeping,
)
from judge.services.acting import act
from judge.services.current import current, joined_players, seat_called, seats_of
from judge.services.game_settings import BECOME, value_of
from judge.services.guessing import is_limited
from judge.services.schedule import wall_in
from judge.services.standing import Standing
from judge.services.trust import Trust, masked
from judge.store.tables import Confirmation, Game

TOO_MANY_GUESSES = Problem(
    "confirm/too-many",
    "Too many wrong codes and KEYs have come in your name.",
    hint="Answer the mail that asked for the code, or try again in an hour.",
)
# One wording, whether a game does not exist, is over, or is none of the writer's (fault C3).
NOT_YOURS = Problem("game/not-yours", "You are in no running game of that name.", hint="LIST shows the games.")


@dataclass
class WritersDesk(Standing):
    """Implements `judge.commands.desk.Desk`. Lives for one mail; nothing is kept in it afterwards.

    `confirmed` is the confirmation that a CONFIRM line has redeemed, for the interpreter to carry out.
    """

    confirmed: list[Confirmation] = field(default_factory=list)

    # ---- the mail itself

    def choose_game(self, name: str) -> Said:
        wanted = name.strip().lower()
        found = next((game for game in self.every_game() if game.name == wanted), None)
        self.borrowed = self.office = ""
        self.astray = found is None
        if found is None:
            self.game = None
            self.forward(making.find_game(self.session, wanted))
            raise Refused(NOT_YOURS)
        self.game = found
        self.meant_for = ""
        return Said(f"The lines below are for {found.name}.")

    def choose_phase(self, label: str) -> Said:
        here = self.here()
        self.meant_for = label.strip().upper()
        if self.meant_for != here.row.label:
            message = f"{here.game.name} is in {here.row.label} now: orders for another phase do not count."
            raise Refused(Problem("phase/other", message))
        return Said(f"The orders below are for {here.phase.title}.")

    def confirm(self, code: str) -> Said:
        if self.writer.trust == Trust.NONE and is_limited(self.player, self.now):
            raise Refused(TOO_MANY_GUESSES)
        changed = addresses.confirm_old(self.judge, self.session, self.player, code, self.now)
        if changed is not None:
            return Said(changed)
        self.confirmed.append(codes.redeem(self.session, self.player, code, self.now))
        return Said("Confirmed. What waited for it is below.")

    # ---- anybody

    def game_words(self) -> tuple[tuple[str, str, str], ...]:
        try:
            game = self.settle_game()
        except Refused:
            return ()
        return tuple((word.name, word.usage, word.help) for word in find_system(game.system).words)

    def list_games(self) -> Block:
        return listing.games_block(self.session)

    def register(self, name: str) -> Said:
        if name:
            self.player.name = players.clean_name(name) or self.player.name
        return Said(f"You are registered, as {self.player.name}.")

    # ---- players

    def set_zone(self, zone: str) -> Said:
        return Said(f"You read deadlines in the time of {players.set_zone(self.player, zone)} now.")

    def profile(self, what: str, value: str) -> Said:
        said = players.set_profile(self.player, what, value, self.now)
        return Said(said, (players.profile_block(self.player, self.now),))

    def revoke(self) -> Said:
        players.revoke(self.judge, self.session, self.player, self.now)
        return Said("Your KEY and the reply addresses of all my earlier mails are void. A new KEY is on its way.")

    def change_address(self, address: str) -> Said:
        addresses.ask_change(self.judge, self.session, self.player, address, self.now)
        return Said("Codes have been mailed to your old and your new address. The change needs both.")

    def _game_called(self, name: str) -> Game:
        game = making.find_game(self.session, name)
        self.forward(game)
        if game is None:
            message = "There is no such game waiting for players."
            raise Refused(Problem("join/no-such-game", message, hint="LIST shows them."))
        return game

    def join(self, name: str, wishes: str, word: str = "") -> Said:
        game = self._game_called(name)
        if game.status == "forming":
            doors.check_word(self.session, game, self.player, word)
        return Said(making.join(self.judge, self.session, game, self.player, wishes, self.now))

    def take_over(self, name: str, seat: str) -> Said:
        game = self._game_called(name)
        here = current(self.session, game)
        if here is None:
            raise Refused(Problem("takeover/not-running", f"{game.name} does not run.", hint="LIST shows the games."))
        hint = "Its GameMaster may INVITE you first, or give you the seat with REPLACE."
        doors.check_word(self.session, game, self.player, "", hint)
        done = seating.take_over(self.judge, self.session, here, seat, self.player, self.now, self.row.id)
        self.game = game
        return Said(done)

    def observe(self, name: str, *, stop: bool) -> Said:
        game = self._game_called(name) if name else self.settle_game()
        if stop:
            return Said(doors.stop_observing(self.session, game, self.player))
        doors.check_word(self.session, game, self.player, "")
        return Said(doors.observe(self.judge, self.session, game, self.player, self.now))

    def create(self, system: str, name: str, options: tuple[tuple[int, str, str], ...]) -> Said:
        if not self.judge.settings.may_create(self.mail.sender or ""):
            message = "You may not create games on this judge."
            raise Refused(Problem("create/not-allowed", message, hint="Ask its host to list your address."))
        game = making.create(self.judge, self.session, self.player, system, name, options, self.now)
        self.game = game
        rows = Block(f"The options of {game.name}", making.options_table(game, for_master=True))
        return Said(f"{game.name} is made. Players can JOIN {game.name} now; START begins it.", (rows,))

    def my_games_page(self) -> Said:
        return Said("", (listing.my_games_block(self.session, self.every_game(), self.player, self.now),))

    def info(self, name: str) -> Said:
        game = making.find_game(self.session, name) if name else self.settle_game()
        if game is None or not (game.status == "forming" or game == self.readable_game(game.name)):
            raise Refused(NOT_YOURS)
        return Said("", listing.info_blocks(self.session, game, self.player))

    # ---- in a game

    def status(self) -> Said:
        return Said("", (listing.status_block(self.session, self.settle_game(), self.player),))

    def history(self, words: tuple[str, ...]) -> Said:
        game, labels = self._asked_of(words)
        seat = self.own_seat(game)
        return Said("", chronicle.history_blocks(self.judge, self.session, game, self.player, seat, labels, self.now))

    def _asked_of(self, words: tuple[str, ...]) -> tuple[Game, tuple[str, ...]]:
        """The game that the first word names, else the one that the mail speaks of, and the phases behind it."""
        named = making.find_game(self.session, words[0]) if words else None
        game = self.readable_game(words[0] if named else "")
        return game, tuple(word.upper() for word in (words[1:] if named else words))

    def summary(self, name: str) -> Said:
        return Said("", chronicle.summary_blocks(self.session, self.readable_game(name), self.player))

    def position(self, words: tuple[str, ...]) -> Said:
        game, labels = self._asked_of(words)
        seat = self.own_seat(game)
        return Said("", (chronicle.map_block(self.judge, self.session, game, self.player, seat, labels, self.now),))

    def rules(self, name: str) -> Said:
        return Said("", chronicle.rules_blocks(self.readable_game(name)))

    def press(self, wish: Press) -> Said:
        clean = replace(wish, lines=tuple(masked(line) for line in wish.lines))  # fault C10
        return Said(pressing.send(self.judge, self.session, self.settle_game(), self.player, clean, self.now))

    def pseudonym(self, name: str) -> Said:
        return Said(pressing.take_pseudonym(self.session, self.settle_game(), self.player, name))

    def article(self, signed_as: str, lines: tuple[str, ...]) -> Said:
        clean = tuple(masked(line) for line in lines)
        game = self.settle_game()
        return Said(newspaper.submit(self.judge, self.session, game, self.player, signed_as, clean, self.now))

    def block(self, who: str, *, blocked: bool) -> Said:
        return Said(pressing.block(self.session, self.settle_game(), self.player, who, blocked=blocked))

    def complain(self, lines: tuple[str, ...]) -> Said:
        game = self.settle_game()
        answered = self.writer.answers
        about: tuple[str, ...] = ()
        if answered is not None and answered.purpose == "press" and answered.game_id == game.id:
            ours = read_mail(answered.raw, (), address="")
            about = tuple(line.text for line in (*ours.lines, *ours.dropped) if line.text.strip())
        clean = tuple(masked(line) for line in lines)
        return Said(pressing.complain(self.judge, self.session, game, self.player, clean, about, self.now))

    # ---- at a seat

    def show(self) -> Said:
        here, roles = self.roles()
        return Said("", tuple(sheets.file_block(self.session, here, role) for role in roles))

    def try_out(self, lines: tuple[TextLine, ...]) -> Said:
        before = self.office
        here, role = self.role()
        parts: dict[str, list[SheetLine]] = {}
        try:
            for line in lines:
                if line.text.strip() and self.choose_role(line.text) is None:
                    parts.setdefault(self.role()[1], []).append(SheetLine(line.number, line.text))
        finally:
            self.office = before
        tried = parts or {role: []}
        blocks = tuple(sheets.try_block(self.session, here, each, tuple(sheet)) for each, sheet in tried.items())
        return Said("Nothing of it is kept.", blocks)

    def clear(self) -> Said:
        here, roles = self.roles()
        meant_for = self.meant_phase(here.game)
        if meant_for not in ("", here.row.label):
            message = f"This was for {meant_for}; the game is in {here.row.label} now."
            raise Refused(Problem("phase/other", message))
        done = sheets.clear(self.session, here, roles, self.accepted_at, self.row.id)
        early.reconsider(self.judge, self.session, here, self.now)
        return Said(done)

    def balance(self) -> Said:
        here, roles = self.roles()
        return accounts.balance(self.session, here, roles, self.my_seat())

    def statement(self) -> Said:
        here, roles = self.roles()
        seat = self.my_seat()
        blocks = (accounts.statement_block(self.session, here, role, seat, self.player) for role in roles)
        return Said("", tuple(blocks))

    def vote(self, wish: Mapping[str, Json]) -> Said:
        here, role = self.role()
        vote = Act(VOTE, wish)
        said = acted(here.system, here.state, role, vote).said
        act(self.judge, self.session, here, role, vote, self.now, mail_id=self.row.id, actor=self.player)
        return Said(said)

    def resign(self) -> Said:
        seat = self.my_seat()
        seating.resign(self.judge, self.session, self.here(), seat, self.now, self.row.id)
        return Said(f"You have left {self.settle_game().name}. Thank you for playing.")

    def wait(self, *, waits: bool) -> Said:
        here, _ = self.role()
        return Said(early.wait(self.judge, self.session, here, self.my_seat(), self.player, self.now, waits=waits))

    def absence(self, begins: datetime, ends: datetime) -> Said:
        seat = self.my_seat()
        game = self.settle_game()
        return Said(
            absences.announce_absence(self.judge, self.session, game, seat, self.player, begins, ends, self.now)
        )

    def cancel_absence(self) -> Said:
        self.my_seat()
        return Said(absences.cancel(self.judge, self.session, self.settle_game(), self.player, self.now))

    def ask_for_time(self, length: str, why: str) -> Said:
        here, _ = self.role()
        seat = self.my_seat()
        return Said(timekeeping.ask_for_time(self.judge, self.session, here, seat, self.player, length, why, self.now))

    # ---- the GameMaster

    def set_option(self, name: str, value: str) -> Said:
        game = self.mastered()
        if not name:
            shown = making.options_table(game, for_master=True)
            return Said("", (Block(f"The options of {game.name}", shown),))
        done = making.set_option(self.judge, self.session, game, name, value, self.now)
        here = current(self.session, game)
        if here is not None:
            early.reconsider(self.judge, self.session, here, self.now)
        return Said(done)

    def start(self) -> Said:
        return Said(making.start(self.judge, self.session, self.mastered(), self.now))

    def move_deadline(self, to: datetime, *, on_the_wall: bool) -> Said:
        self.mastered()
        wall = wall_in(to, self.zone) if on_the_wall else None
        here = self.here()
        return Said(timekeeping.move_deadline(self.judge, self.session, here, to, self.now, self.player, wall=wall))

    def extend(self, by: timedelta, why: str) -> Said:
        self.mastered()
        here, asked_at = self.here(), self.accepted_at
        return Said(timekeeping.extend(self.judge, self.session, here, by, asked_at, self.now, self.player, why))

    def pause(self, why: str) -> Said:
        self.mastered()
        return Said(timekeeping.pause(self.judge, self.session, self.here(), self.now, self.player, why))

    def resume(self) -> Said:
        self.mastered()
        return Said(timekeeping.resume(self.judge, self.session, self.here(), self.now, self.player))

    def process(self, label: str) -> Said:
        self.mastered()
        return Said(timekeeping.process(self.session, self.here(), label, self.accepted_at, self.player))

    def preview(self) -> Said:
        self.mastered()
        return Said(previewing.preview(self.judge, self.session, self.here(), self.player, self.now))

    def hold(self) -> Said:
        self.mastered()
        return Said(holding.hold(self.session, self.here(), self.now, self.player))

    def publish(self) -> Said:
        self.mastered()
        return Said(holding.publish(self.session, self.here(), self.now, self.player))

    def roll_back(self, label: str, why: str) -> Said:
        game = self.mastered()
        return Said(rolling.rollback(self.judge, self.session, game, label, self.now, self.player, why))

    def roll_forward(self) -> Said:
        return Said(rolling.rollforward(self.judge, self.session, self.mastered(), self.now, self.player))

    def replace(self, seat: str, address: str) -> Said:
        self.mastered()
        return Said(seating.replace(self.judge, self.session, self.here(), seat, address, self.now, self.row.id))

    def eject(self, seat: str) -> Said:
        self.mastered()
        return Said(seating.eject(self.judge, self.session, self.here(), seat, self.now, self.row.id))

    def make_dummy(self, seat: str) -> Said:
        game = self.mastered()
        here = current(self.session, game)
        return Said(seating.make_dummy(self.judge, self.session, game, here, seat, self.now, self.row.id))

    def become(self, seat: str) -> Said:
        game = self.mastered()
        if not value_of(game.settings, BECOME):
            raise Refused(
                Problem("become/closed", "In this game nobody files orders for another.", hint="SET become yes")
            )
        if any(each.player_id == self.player.id for each in seats_of(self.session, game)):
            raise Refused(Problem("become/plays", "You play in this game yourself."))
        found = seat_called(self.session, game, seat)
        if found.player_id is None:
            raise Refused(
                Problem("become/empty", f"Nobody plays {found.name.title()}.", hint="REPLACE finds a player.")
            )
        self.borrowed, self.office = found.name, ""
        return Said(f"The orders in this mail are for {found.name.title()}, whose player is told.")

    def invite(self, address: str) -> Said:
        return Said(doors.invite(self.judge, self.session, self.mastered(), address, self.now, self.player))

    def appoint(self, address: str, *, dismissed: bool) -> Said:
        game = self.mastered()
        change = doors.dismiss_master if dismissed else doors.appoint
        return Said(change(self.judge, self.session, game, address, self.now, self.player))

    def hand_over(self, address: str) -> Said:
        return Said(doors.hand_over(self.judge, self.session, self.mastered(), address, self.now, self.player))

    def broadcast(self, lines: tuple[str, ...]) -> Said:
        game = self.mastered()
        pressing.check_size(lines)
        text = ("\n".join(masked(line) for line in lines),)
        title = f"From the GameMaster of {game.name}"
        news.announce(self.judge, self.session, game, title, text, self.now)
        for player in joined_players(self.session, game):
            news.to_player(self.judge, self.session, game, player, title, text, self.now)
        return Said("Sent to everybody in the game.")

    def refuse_article(self, number: int, why: str) -> Said:
        return Said(newspaper.refuse(self.judge, self.session, self.mastered(), number, why, self.now))

    def audit(self) -> Said:
        return Said("", (chronicle.audit_block(self.session, self.mastered(), self.player),))

    def end_game(self, result: Mapping[str, Json], why: str) -> Said:
        game = self.mastered()
        done = declaring.end_game(
            self.judge, self.session, game, result, why, self.now, by=self.player, mail_id=self.row.id
        )
        return Said(done)

    def foretell_end(self, result: Mapping[str, Json], why: str) -> str:
        return declaring.foretell_end(self.session, self.mastered(), result, why)
