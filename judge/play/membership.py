"""Who becomes a member of a game: invitations, observers, GameMasters appointed or following."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, aliased

from judge.app import Work
from judge.club import doors
from judge.games.lookup import is_anonymous, is_hidden, is_public, joined_players, live_game, seats_of, system_of
from judge.games.members import MOST_OBSERVERS, is_computer, is_master, is_observer, masters, sits_in, was_master
from judge.games.settings import OBSERVERS, RATED, TAKEOVER, WORD, value_of
from judge.identity import rate_limits
from judge.identity.trust import player_at
from judge.letters.columns import counted
from judge.letters.values import Reader
from judge.mail.addresses import is_judges
from judge.outbox import news
from judge.outbox.queue import post_notice, reader_of
from judge.play import journal
from judge.play.position import mail_position
from judge.play.seat_draw import read_wishes, wishes_in_words
from judge.reading.talk import without_courtesies
from judge.rules.problems import Refused, refusal
from judge.store.tables import (
    OVER,
    CoMaster,
    FormerMaster,
    Game,
    InboundRow,
    Invitation,
    Joining,
    Observer,
    Player,
    Seat,
)

PRIVATE = "That game is private."
BEARS_NAME = "Your seat will bear your name, also on the public pages. PROFILE NAME changes it until the game begins."
MOST_INVITATIONS = 40

TO_STRANGERS = (
    "This is a judge: a program that runs games by e-mail. Somebody who runs a game here invites you to it.",
    "To see which game it is and who invites you, answer this mail with one line: REGISTER and your name.",
    "If you do not want to, do nothing: nothing will happen.",
)
"""No word of another's choosing goes to an address that is nobody's: not the game's name, nor who invites."""


def check_word(session: Session, game: Game, player: Player, word: str, hint: str = "") -> None:
    """Raise Refused, with this hint, unless the game is open, the word right, or the player invited or joined."""
    wanted = str(value_of(game.settings, WORD))
    if not wanted or word.strip().lower() == wanted.lower() or is_master(session, game, player):
        return
    if not is_invited(session, game, player) and player not in joined_players(session, game):
        hint = hint or f"Write JOIN {game.name} WITH and the word that the GameMaster told you."
        raise refusal("join/private", PRIVATE, hint=hint)


def is_invited(session: Session, game: Game, player: Player) -> bool:
    """Has a GameMaster let their address in, without the game's word?"""
    query = select(Invitation.id).where(Invitation.game_id == game.id, Invitation.address == reader_of(player).address)
    return session.execute(query).first() is not None


def invite_all(work: Work, game: Game, addresses: Sequence[str], by: Player) -> str:
    """Invites each; what is said of them. Raises Refused where nobody could be."""
    said: list[str] = []
    refused: list[Refused] = []
    for address in addresses:
        try:
            said.append(_invite(work, game, address, by))
        except Refused as refusal:
            refused.append(refusal)
            said.append(f"{address} is not invited: {refusal.problem.message}")
    if len(refused) == len(addresses):
        raise refused[0] if len(refused) == 1 else Refused(replace(refused[0].problem, message=" ".join(said), hint=""))
    return " ".join(said)


def _invite(work: Work, game: Game, address: str, by: Player) -> str:
    """Lets an address in without the game's word, and writes to it; raises Refused."""
    if game.status == "ended":
        raise refusal("invite/over", f"{game.name} is over.")
    if is_judges(address, work.judge.settings.address):
        raise refusal("invite/judge", "Mail to that address comes to me.")
    query = select(Invitation.address).where(Invitation.game_id == game.id)
    invited = work.session.scalars(query).all()
    if address in invited:
        raise refusal("invite/already", "That address is already invited.")
    if len(invited) >= MOST_INVITATIONS:
        raise refusal("invite/too-many", f"A game has at most {MOST_INVITATIONS} invitations.")
    guest = player_at(work.session, address)
    if guest is not None and guest.status == "active":
        _mail_invitation(work, game, guest, by)
    elif guest is None or guest.status == "unproved":
        # Whoever is not known here is written to once a day at most, whoever asks for it.
        if not rate_limits.may_answer(work, None, address):
            raise refusal("invite/today", "I have already written to that address today.", hint="Try tomorrow.")
        reader = Reader(name=address, zone="UTC", role="", address=address)
        post_notice(work, reader, "An invitation to a game", TO_STRANGERS, purpose="stranger", player=None)
    work.session.add(Invitation(game_id=game.id, address=address))
    journal.note(work, game, "somebody was invited", by)
    return f"{address} is invited."


def _mail_invitation(work: Work, game: Game, guest: Player, by: Player) -> None:
    said = (
        f"{by.name} invites you to {game.title or game.name}.",
        f"INFO {game.name} tells about it.{_way_in(work.session, game)}",
    )
    news.to_player(work, game, guest, f"An invitation to {game.name}", said)


def _way_in(session: Session, game: Game) -> str:
    """How an invited player comes into the game as it stands; empty where only its GameMaster can let them in."""
    if game.status == "forming":
        return f" JOIN {game.name} takes part."
    is_open = any(seat.status == "vacant" or is_computer(seat) for seat in seats_of(session, game))
    if is_open and value_of(game.settings, TAKEOVER):
        return f" It has begun. TAKEOVER {game.name} takes an open seat."
    watches = f" OBSERVE {game.name} lets you watch." if value_of(game.settings, OBSERVERS) else ""
    return f" It has begun.{watches}"


def tell_invitations(work: Work, player: Player) -> None:
    """Whoever has just proved their address reads to which games they are invited, and by whom."""
    query = (
        select(Game)
        .join(Invitation, Invitation.game_id == Game.id)
        .where(Invitation.address == reader_of(player).address, Game.status.not_in(OVER))
    )
    for game in work.session.scalars(query.order_by(Game.id)):
        first = next(iter(masters(work.session, game)), None)
        if first is not None and player not in joined_players(work.session, game):
            _mail_invitation(work, game, player, first)


def observe(work: Work, game: Game, player: Player) -> str:
    """From now on the player is mailed what everybody may know of the game; raises Refused."""
    if game.status == "ended":
        raise refusal("observe/over", f"{game.name} is over.", hint=f"SUMMARY {game.name}, HISTORY {game.name}")
    if sits_in(work.session, game, player) or is_master(work.session, game, player):
        raise refusal("observe/in-it", "You are already in that game.")
    if is_observer(work.session, game, player):
        raise refusal("observe/already", "You already observe that game.", hint=f"OBSERVE {game.name} STOP ends it.")
    check_word(work.session, game, player, "", "Its GameMaster can INVITE you first.")
    if not value_of(game.settings, OBSERVERS):
        raise refusal("observe/closed", f"Nobody can observe {game.name}.")
    count = work.session.execute(select(Observer.id).where(Observer.game_id == game.id)).all()
    if len(count) >= MOST_OBSERVERS:
        raise refusal("observe/full", "That game has no room for more observers.")
    work.session.add(Observer(game_id=game.id, player_id=player.id))
    work.session.flush()
    game.version += 1
    live = live_game(work.session, game)
    if live is not None:
        mail_position(work, live, news.Recipient(player, None, reader_of(player)), newcomer=True)
    if not is_hidden(game):
        said = f"{player.name} now observes the game"
        news.tell_masters(work, game, said, (f"{said}. You have nothing to do.",))
    return f"You now observe {game.name}. OBSERVE {game.name} STOP ends it."


def stop_observing(session: Session, game: Game, player: Player) -> str:
    if not is_observer(session, game, player):
        raise refusal("observe/not", "You do not observe that game.")
    session.execute(delete(Observer).where(Observer.game_id == game.id, Observer.player_id == player.id))
    game.version += 1
    return f"You no longer observe {game.name}."


def registered(session: Session, address: str) -> Player:
    """The registered player with this address; raises Refused."""
    player = player_at(session, address)
    if player is None or player.status != "active":
        raise refusal(
            "member/not-registered", "No registered player has that address.", hint="They must REGISTER first."
        )
    return player


def check_may_be_appointed(work: Work, game: Game, player: Player) -> None:
    """Raises Refused for who is a GameMaster of the game already."""
    if is_master(work.session, game, player):
        raise refusal("appoint/already", f"{player.name} is already GameMaster of {game.name}.")


def appoint(work: Work, game: Game, player: Player, by: Player) -> str:
    """Another GameMaster beside the first, who may do the same and has agreed; all others are told. Raises Refused."""
    check_may_be_appointed(work, game, player)
    work.session.add(CoMaster(game_id=game.id, player_id=player.id))
    work.session.execute(delete(Observer).where(Observer.game_id == game.id, Observer.player_id == player.id))
    work.session.flush()
    game.version += 1
    said = (f"{player.name} is now a GameMaster of {game.name} beside {by.name}.",)
    news.announce(work, game, f"{player.name} is now a GameMaster too", said, but=player)
    journal.note(work, game, f"{player.name} was appointed GameMaster", by)
    return said[0]


def dismiss_master(work: Work, game: Game, address: str, by: Player) -> str:
    """An appointed GameMaster is one no longer."""
    player = registered(work.session, address)
    query = select(CoMaster).where(CoMaster.game_id == game.id, CoMaster.player_id == player.id)
    found = work.session.scalar(query)
    if found is None:
        hint = "HANDOVER passes on the office of the first GameMaster."
        raise refusal("appoint/not", f"{player.name} was not appointed.", hint=hint)
    work.session.delete(found)
    _has_been_master(work.session, game, player)
    work.session.flush()
    game.version += 1
    said = (f"{player.name} is no longer a GameMaster of {game.name}.",)
    title = f"{player.name} is no longer a GameMaster"
    news.announce(work, game, title, said, but=by)
    if player.id != by.id and not sits_in(work.session, game, player):
        news.to_player(work, game, player, title, said)
    journal.note(work, game, f"{player.name} was dismissed as GameMaster", by)
    return said[0]


def _has_been_master(session: Session, game: Game, player: Player) -> None:
    """Remember who leaves the office of a running game; whoever holds it twice is remembered once."""
    if game.started_at is not None and not was_master(session, game, player):
        session.add(FormerMaster(game_id=game.id, player_id=player.id))


def check_may_hand_over(work: Work, game: Game, player: Player, by: Player | None) -> None:
    """Raises Refused where this player cannot follow as GameMaster, or `by` not pass the office on."""
    if by is not None and by.id != game.master_id:
        message = "Only the first GameMaster can hand over the office."
        raise refusal("handover/not-first", message, hint="APPOINT your address STOP ends your own.")
    if player.id == game.master_id:
        raise refusal("handover/same", f"{player.name} is already the GameMaster.")
    if sits_in(work.session, game, player):
        raise refusal("handover/plays", f"{player.name} plays in {game.name}.", hint="Choose somebody else.")


def hand_over(work: Work, game: Game, player: Player, by: Player | None) -> str:
    """Make this player the first GameMaster. `by` is None where the host replaces one who left. Raises Refused."""
    check_may_hand_over(work, game, player, by)
    work.session.execute(delete(CoMaster).where(CoMaster.game_id == game.id, CoMaster.player_id == player.id))
    work.session.execute(delete(Observer).where(Observer.game_id == game.id, Observer.player_id == player.id))
    former = next(iter(masters(work.session, game)), None)
    if former is not None:
        _has_been_master(work.session, game, former)
    game.master_id = player.id
    work.session.flush()
    game.version += 1
    after = f", after {former.name}" if former is not None else ""
    said = (f"{player.name} is now the GameMaster of {game.name}{after}.",)
    title = f"{player.name} is now the GameMaster"
    news.announce(work, game, title, said)
    if by is not None and former is not None:
        news.to_player(work, game, former, title, said)
    journal.note(work, game, f"{player.name} became GameMaster", by)
    return said[0]


def seats_to_fill(session: Session, game: Game) -> list[Seat]:
    """The seats that people are to sit in."""
    return [seat for seat in seats_of(session, game) if seat.status != "dummy" and not is_computer(seat)]


def told_of_name(game: Game) -> str:
    """What whoever joins is told where all the world will read their name as that of a seat; empty elsewhere."""
    seating = system_of(game).seating(game.options)
    return BEARS_NAME if seating.players_names and not seating.anonymous and is_public(game) else ""


def join(work: Work, game: Game, player: Player, wanted: str) -> str:
    """Joins a forming game, or changes one's wishes (`wanted`, as it was written); raises Refused."""
    if game.status != "forming":
        raise refusal("join/not-forming", "That game is not waiting for players.", hint="LIST shows games that are.")
    names = [seat.name for seat in seats_to_fill(work.session, game)]
    wishes = read_wishes(wanted, names)
    seating = system_of(game).seating(game.options)
    alike = seating.players_names or seating.anonymous  # one seat is like another until the game begins
    told = f"Your wishes: {wishes_in_words(wishes)}. " if wishes else "" if alike else "Any seat is fine with you. "
    query = select(Joining).where(Joining.game_id == game.id, Joining.player_id == player.id)
    joining = work.session.scalar(query)
    if joining is not None:
        joining.wishes = list(wishes)
        return f"You have changed your wishes for {game.name}. {told}".rstrip()
    if len(joined_players(work.session, game)) >= len(names):
        raise refusal("join/full", "All seats of that game are taken.", hint="LIST shows others.")
    standing = doors.check_join(work.session, game, player, work.settings.newcomers_games)
    work.session.add(Joining(game_id=game.id, player_id=player.id, wishes=list(wishes)))
    work.session.flush()
    left = _seats_left(work.session, game)
    _tell_of_joining(work, game, player, standing, left)
    if left == 0:
        more = "All seats are taken."
    else:
        more = f"{'One more player is' if left == 1 else f'{left} more players are'} needed."
    told = f"You have joined {game.name}. {told}{more} The judge mails you when the game begins."
    return f"{told} {told_of_name(game)}".rstrip()


def leave(work: Work, game: Game, player: Player) -> str:
    """Takes back one's joining of a forming game; raises Refused."""
    if game.status != "forming":
        over = game.status in OVER
        hint = "" if over else "RESIGN leaves a game for good."
        raise refusal("leave/begun", f"{game.name} {'is over' if over else 'has begun'}.", hint=hint)
    if player not in joined_players(work.session, game):
        raise refusal("leave/not-joined", f"You have not joined {game.name}.", hint="GAMES shows your games.")
    _strike_off(work, game, player)
    left = _seats_left(work.session, game)
    said = (f"{player.name} has left. {_are_free(left)}. You have nothing to do.",)
    news.tell_masters(work, game, f"{player.name} has left ({counted(left, 'seat')} free)", said, but=player)
    return f"You have left {game.name}. It begins without you. JOIN {game.name} takes part again."


def joined_called(session: Session, game: Game, name: str) -> Player:
    """Who has joined the forming game under this name or with this address; raises Refused."""
    joined = joined_players(session, game)
    found: list[Player] = []
    for written in (name, without_courtesies(name)):  # `Anna Tack` may be called so
        wanted = " ".join(written.split()).casefold()
        found = found or [
            each for each in joined if wanted in (each.name.casefold(), reader_of(each).address.casefold())
        ]
    if len(found) == 1:
        return found[0]
    names = ", ".join(each.name for each in joined) or "nobody yet"
    if found:
        message = f"{len(found)} players of that name have joined {game.name}."
        raise refusal("eject/which", message, hint="Write EJECT and an address.")
    raise refusal("eject/not-joined", f"Nobody of that name has joined {game.name}.", hint=f"Joined: {names}.")


def send_away(work: Work, game: Game, player: Player, by: Player) -> str:
    """Takes somebody who has joined a forming game out of it again, and their invitation back; they are told."""
    _strike_off(work, game, player)
    address = reader_of(player).address
    work.session.execute(delete(Invitation).where(Invitation.game_id == game.id, Invitation.address == address))
    journal.note(work, game, f"{player.name} was taken out of the game before it began", by)
    if player.id != by.id:
        text = f"The GameMaster has taken you out of {game.name}, which has not begun. LIST shows other games."
        news.to_player(work, game, player, f"You are not in {game.name} any more", (text,))
    return f"{player.name} is not in {game.name} any more. {_are_free(_seats_left(work.session, game))}."


def _strike_off(work: Work, game: Game, player: Player) -> None:
    work.session.execute(delete(Joining).where(Joining.game_id == game.id, Joining.player_id == player.id))
    work.session.flush()


def _seats_left(session: Session, game: Game) -> int:
    """How many players a forming game still needs."""
    return len(seats_to_fill(session, game)) - len(joined_players(session, game))


def _are_free(left: int, still: str = "") -> str:
    return f"{counted(left, 'seat')} {'is' if left == 1 else 'are'}{still} free"


ONE_NETWORK = "Two players write from one network. A family, a school or a provider may be why."
SEEN_FOR = timedelta(days=14)


def _share_network(work: Work, game: Game, player: Player) -> bool:
    """Whether this player and another who has joined have lately written from one network, on the same day."""
    mine, theirs = aliased(InboundRow), aliased(InboundRow)
    others = [each.id for each in joined_players(work.session, game) if each.id != player.id]
    query = select(mine.id).join(theirs, theirs.network == mine.network)
    query = query.where(mine.player_id == player.id, mine.network != "", mine.read_at > work.now - SEEN_FOR)
    return work.session.scalar(query.where(theirs.player_id.in_(others)).limit(1)) is not None


def _tell_of_joining(work: Work, game: Game, player: Player, standing: str, left: int) -> None:
    """The GameMasters read who has joined, and with the last player that it is their turn."""
    joined = f"{player.name} has joined."
    if not is_anonymous(game):
        joined = f"{joined} Their record: {standing}."
    if value_of(game.settings, RATED) and _share_network(work, game, player):
        joined = f"{joined} {ONE_NETWORK}"
    if left == 0:
        said: tuple[str, ...] = (f"{joined} All seats are taken.", "To begin the game, reply with: START")
        news.tell_masters(work, game, "All seats are taken: please START", said)
        return
    said = (f"{joined} {_are_free(left, ' still')}. You have nothing to do.",)
    news.tell_masters(work, game, f"{player.name} has joined ({counted(left, 'seat')} free)", said, but=player)
