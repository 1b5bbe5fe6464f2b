"""Press: letters between players, pseudonyms, blocks and complaints. A letter tells only its signature."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.confusables import MASTER_WORDS, NO_NAMES, resembles
from judge.games.lookup import is_anonymous, live_game, players_of, seat_called, seats_of, system_of
from judge.games.members import MOST_OBSERVERS, check_has_master, is_master, is_observer
from judge.games.settings import PRESS, PSEUDONYMS, value_of
from judge.letters.dates import when
from judge.letters.tree import named
from judge.letters.values import MASTER_ROLE, UNSIGNED
from judge.outbox import news
from judge.press import anonymity, programs
from judge.press.anonymity import without_traces
from judge.press.delivery import OBSERVERS, deliver, quarter_after, reached
from judge.reading.lexicon import single_words_of
from judge.reading.nearness import nearly
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.prose import listed
from judge.store.tables import Dispatch, Game, Player, PressBlock, Pseudonym, Seat

LONGEST_LINES, LONGEST_TEXT = 300, 30_000
MOST_PSEUDONYMS = 3
_SHORT = 4  # letters: of what may abbreviate a name
_OBSERVES = Problem("press/observer", "Observers write to the GameMaster only.", hint="PRESS TO MASTER")
_MASTERS = Problem("press/self", "You are GameMaster yourself.", hint="BROADCAST reaches everybody in the game.")
_NOBODYS = frozenset({UNSIGNED, "UNSIGNED", "GREY", "GRAY", anonymity.LETTER})
"""What people call whoever signs nothing by."""
NAME = re.compile(r"[A-Z][A-Z0-9-]{2,19}")


def sender_of(session: Session, game: Game, player: Player) -> str:
    """The seat's name, or MASTER_ROLE, or OBSERVERS for one who watches; raises Refused."""
    if game.status == "forming":
        raise refusal("press/not-started", f"{game.name} has not started: nobody has a seat yet.")
    query = select(Seat.name).where(Seat.game_id == game.id, Seat.player_id == player.id).order_by(Seat.id)
    seat = session.scalars(query).first()
    if seat is not None:
        return seat
    if is_master(session, game, player):
        return MASTER_ROLE
    if is_observer(session, game, player):
        return OBSERVERS
    raise refusal("game/no-seat", f"You have no seat in {game.name}.")


def check_size(lines: Sequence[str]) -> None:
    if len(lines) > LONGEST_LINES or sum(map(len, lines)) > LONGEST_TEXT:
        raise refusal("press/too-long", f"Press has at most {LONGEST_LINES} lines and {LONGEST_TEXT} characters.")


def send(work: Work, game: Game, player: Player, wish: Press) -> str:
    """Deliver press at once, at the next quarter if unsigned, or with the results. Raises Refused."""
    check_size(wish.lines)
    sender = sender_of(work.session, game, player)
    to, told = _addressees(work.session, game, player, wish)
    readers = len(told) or len(seats_of(work.session, game)) + 1
    work.reckon(readers + MOST_OBSERVERS * (OBSERVERS in to), sum(map(len, wish.lines)))
    if MASTER_ROLE in told:
        check_has_master(work.session, game)
    masked = _pseudonyms(work.session, game, [name for name in told if name not in to])
    if told and to <= {sender} and all(each.player_id == player.id for each in masked) and not _answers(told):
        if sender in (MASTER_ROLE, OBSERVERS):
            raise Refused(_OBSERVES if sender == OBSERVERS else _MASTERS)
        raise refusal("press/self", "That is your own seat: nobody else would read it.")
    signed = _signature(work.session, game, player, sender, wish, to, told)
    if wish.but and signed == sender:
        # A writer who does not sign with the seat stands in the heading too: a list without them would name them.
        told = tuple(name for name in told if name != sender)
    veiled = signed != sender
    dispatch = Dispatch(
        game_id=game.id,
        player_id=player.id,
        kind="press",
        signed=signed,
        sender=sender,
        named=list(told) if told else None,
        reach=sorted(to),
        text="\n".join(without_traces(wish.lines) if veiled else wish.lines),
        status="waiting" if wish.later else "veiled" if veiled else "out",
        made_at=work.now,
        due_at=quarter_after(work.now) if veiled and not wish.later else None,
        out_at=None if wish.later or veiled else work.now,
    )
    if wish.later:
        work.session.add(dispatch)
        return "It goes out with the results."
    to_whom = reached(work.session, game, dispatch)
    roles = [to.reader.role or OBSERVERS for to in to_whom.readers]
    roles += programs.hear(work, game, dispatch)
    if not roles and not masked and not _answers(told):
        raise refusal("press/nobody", _unread(told))
    if not veiled:
        deliver(work, game, dispatch, to_whom)
    if veiled or not told:  # what everybody may read is kept for the public pages
        work.session.add(dispatch)
    names = listed([_public_name(name) for name in (told or dict.fromkeys(roles)) if name != sender])
    seats = {seat.name: seat for seat in seats_of(work.session, game)}
    empty = [name for name in told if name in seats and name not in roles and seats[name].player_id is None]
    missed = f" Nobody plays {', '.join(named(name) for name in empty)} now." if empty else ""
    if dispatch.due_at is not None:
        earlier = "" if game.status == "ended" else ", or earlier if the phase ends first"
        at = f"on {when(dispatch.due_at, player)}, with all press that no seat signs{earlier}"
        return f"It goes to {names} {at}.{missed}"
    return f"Sent to {names}.{missed}"


def _unread(told: Sequence[str]) -> str:
    """Why nobody would read what is to these."""
    if told == (OBSERVERS,):
        return "Nobody observes this game."
    return "Nobody plays there, so nobody would read it."


def names_of(session: Session, game: Game, player: Player, wish: Press) -> str:
    """To whom it would go, in words; raises Refused where somebody is named who is not there."""
    _, told = _addressees(session, game, player, wish)
    return listed([*map(_public_name, told)]) or "everybody"


def how_signed(session: Session, game: Game, player: Player, wish: Press) -> str:
    """What it would be signed with, in words; raises Refused as sending it would."""
    sender = sender_of(session, game, player)
    signed = _signature(session, game, player, sender, wish, *_addressees(session, game, player, wish))
    return f"signed by {_public_name(signed)}" if signed else "unsigned"


def is_veiled(session: Session, game: Game, player: Player, wish: Press) -> bool:
    """Would it go out under another name than its seat's, or under none? Raises Refused as sending it would."""
    sender = sender_of(session, game, player)
    return _signature(session, game, player, sender, wish, *_addressees(session, game, player, wish)) != sender


def _public_name(role: str) -> str:
    if anonymity.name_in(role):
        return anonymity.in_words(role)
    return {MASTER_ROLE: "the GameMaster", OBSERVERS: "the observers"}.get(role) or named(role)


def _answers(told: Sequence[str]) -> bool:
    """Is it to whoever wrote an unsigned letter?"""
    return any(map(anonymity.name_in, told))


def _addressees(session: Session, game: Game, player: Player, wish: Press) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the roles reached by their names, and the names for the heading (none: everybody)."""
    seats = [seat.name for seat in seats_of(session, game)]
    if any(_is_letter(session, game, seats, word) for word in (*wish.to, *wish.but)):
        return frozenset(), (_letter(session, game, player, wish),)
    but = {seat_called(session, game, word).name for word in wish.but}
    if "ALL" in wish.to:
        reach = {*seats, MASTER_ROLE} - but
        if but:
            return frozenset(reach), tuple(name for name in seats if name not in but)
        return frozenset({*reach, OBSERVERS}), ()
    reach, told = set(), []
    for word in _spelled_out(seats, wish.to, system_of(game).seating(game.options).called):
        name, roles = _addressee(session, game, word, may_be_pseudonym=word not in wish.beside)
        reach |= roles
        told.append(name)
    return frozenset(reach), tuple(dict.fromkeys(told))


def _is_letter(session: Session, game: Game, seats: Sequence[str], word: str) -> bool:
    """Does it name an unsigned letter: `LETTER K7F3`, or its name alone, or nobody who writes such letters?"""
    if anonymity.name_in(word):
        return True
    if word not in _NOBODYS and not anonymity.NAME.fullmatch(word):
        return False
    return not any(seat.startswith(word) for seat in seats) and not _pseudonyms(session, game, (word,))


def _letter(session: Session, game: Game, player: Player, wish: Press) -> str:
    """The unsigned letter that is answered, as `LETTER K7F3`; raises Refused."""
    named = next((word for word in wish.to if anonymity.name_in(word)), "")
    if named and not _NOBODYS.isdisjoint(wish.to):
        hint = f"PRESS TO {named} is signed by your seat, PRESS GREY TO {named} by nobody."
        raise refusal("press/letter-unsigned", "Is that letter unsigned, or is your answer?", hint=hint)
    if wish.but or len(dict.fromkeys(wish.to)) > 1:
        why = "What answers an unsigned letter goes to whoever wrote it, and to nobody else."
        raise refusal("press/letter-alone", why, hint="Write to others in a PRESS of its own.")
    if sender_of(session, game, player) == OBSERVERS:
        raise Refused(_OBSERVES)
    word = wish.to[0]
    name = anonymity.name_in(word) or (word if anonymity.NAME.fullmatch(word) else "")
    anonymity.check_answerable(session, game, player, name)
    return f"{anonymity.LETTER} {name}"


def _spelled_out(seats: Sequence[str], words: Sequence[str], called: Collection[str]) -> Iterator[str]:
    """With `FT` as France and Turkey, as other judges write it: where every letter is one seat's alone."""
    by_initial = {letter: [seat for seat in seats if seat.startswith(letter)] for word in words for letter in word}
    for word in words:
        known = word in MASTER_WORDS or word in called or any(seat.startswith(word) for seat in seats)
        if not known and len(word) <= len(seats) and all(len(by_initial[letter]) == 1 for letter in word):
            yield from (by_initial[letter][0] for letter in word)
        else:
            yield word


def _addressee(session: Session, game: Game, word: str, *, may_be_pseudonym: bool = True) -> tuple[str, set[str]]:
    if word in MASTER_WORDS:
        return MASTER_ROLE, {MASTER_ROLE}
    if word == OBSERVERS:
        return OBSERVERS, {OBSERVERS}
    # `TO FRANCE PRIVATE` is for France alone, whoever has taken a word for a name.
    if may_be_pseudonym and _pseudonyms(session, game, (word,)):
        return word, set()
    live = live_game(session, game)
    office = live.system.role_named(word) or word if live is not None else ""
    if live is not None and office in live.phase.offices:
        holder = live.phase.roles.get(office)
        if holder is None:
            raise refusal("press/nobody", f"Nobody leads {office.title()} now.")
        return holder, {holder}
    seat = seat_called(session, game, word)
    return seat.name, {seat.name}


def _signature(
    session: Session, game: Game, player: Player, sender: str, wish: Press, to: Collection[str], told: Sequence[str]
) -> str:
    """How it is signed: a seat, a pseudonym, or empty for not at all. Raises Refused for what the game forbids."""
    if sender == MASTER_ROLE:
        if wish.grey or wish.signed_as:
            raise refusal("press/master", "The GameMaster signs as GameMaster.", hint="PRESS TO ALL")
        return sender
    kind = value_of(game.settings, PRESS)
    to_master = set(to) == {MASTER_ROLE} and set(told) <= {MASTER_ROLE}
    if not to_master:
        _check_allowed(session, game, sender, kind, to)
    if wish.signed_as:
        return own_pseudonym(session, game, player, wish.signed_as)
    if wish.grey and kind not in ("grey", "choice"):
        raise refusal("press/white", "In this game press is signed.", hint="Leave GREY out.")
    return "" if wish.grey or (kind == "grey" and not to_master) else sender


def _check_allowed(session: Session, game: Game, sender: str, kind: str, to: Collection[str]) -> None:
    """Raises Refused where a player may not write to others than the GameMaster, or not to these."""
    if sender == OBSERVERS:
        raise Refused(_OBSERVES)
    if kind == "none":
        raise refusal("press/none", "This game has no press.", hint="PRESS TO MASTER reaches the GameMaster.")
    everybody = {*(seat.name for seat in seats_of(session, game)), MASTER_ROLE, OBSERVERS}
    if kind == "public" and not everybody <= set(to):
        raise refusal("press/public", "In this game press is for everybody.", hint="PRESS TO ALL")


def _pseudonyms(session: Session, game: Game, told: Collection[str]) -> Sequence[Pseudonym]:
    """Those among them. That one reaches nobody would tell who had it: one who has left."""
    query = select(Pseudonym).where(Pseudonym.game_id == game.id, Pseudonym.name.in_(told))
    return session.scalars(query).all() if told else ()


def own_pseudonym(session: Session, game: Game, player: Player, name: str) -> str:
    query = select(Pseudonym.name).where(Pseudonym.game_id == game.id, Pseudonym.player_id == player.id)
    own = session.scalars(query).all()
    if not value_of(game.settings, PSEUDONYMS) or name not in own:
        hint = f"Yours: {', '.join(own)}." if own else "PSEUDONYM name takes one, where the game allows it."
        raise refusal("press/pseudonym", f"You do not write as {named(name)} here.", hint=hint)
    return name


def _is_short_for(name: str, seat: str) -> bool:
    """Would somebody write so for that seat: `AUT` for Austria?"""
    letters = iter(seat)
    return len(name) <= _SHORT and name[0] == seat[0] and all(letter in letters for letter in name)


def take_pseudonym(session: Session, game: Game, player: Player, name: str, reserved: Collection[str]) -> str:
    """A name to write under in this game, none of the `reserved`; raises Refused."""
    if not value_of(game.settings, PSEUDONYMS):
        raise refusal("pseudonym/none", "In this game nobody writes under a pseudonym.")
    if sender_of(session, game, player) in (MASTER_ROLE, OBSERVERS):
        raise refusal("pseudonym/no-seat", "Only whoever has a seat writes under a pseudonym.")
    name = name.strip().upper()
    if not NAME.fullmatch(name):
        hint = "One word of 3 to 20 letters, digits and hyphens: PSEUDONYM Nightingale"
        raise refusal("pseudonym/name", f"{name[:30].title()!r} is no pseudonym.", hint=hint)
    live = live_game(session, game)
    every = seats_of(session, game)
    seats = {*(seat.name for seat in every), *(live.phase.offices if live is not None else ())}
    system = system_of(game)
    parties = system.seating(game.options).reserved
    taken = session.scalars(select(Pseudonym).where(Pseudonym.game_id == game.id)).all()
    names = {*NO_NAMES, *reserved, *(each.name for each in taken)}
    if not is_anonymous(game):  # else a refusal would tell who plays
        names |= {word for each in players_of(session, every).values() for word in each.name.upper().split()}
    if (
        anonymity.NAME.fullmatch(name)
        or any(seat.startswith(name) or _is_short_for(name, seat) for seat in seats)
        or name in single_words_of("talk")
        or any(abs(len(near) - len(name)) <= 1 for near in nearly(name, seats | {each.name for each in taken}))
        or system.role_named(name)
        or resembles(name, names, {*seats, *parties, *MASTER_WORDS})
    ):
        raise refusal("pseudonym/taken", f"{name.title()} cannot be taken as a name here.", hint="Choose another.")
    if sum(each.player_id == player.id for each in taken) >= MOST_PSEUDONYMS:
        raise refusal("pseudonym/too-many", f"You have {MOST_PSEUDONYMS} pseudonyms, and no more are allowed.")
    session.add(Pseudonym(game_id=game.id, player_id=player.id, name=name))
    session.flush()
    told = f"Answers to {name.title()} reach you, and nobody learns whose name it is."
    return f"You can write PRESS AS {name.title()} TO … now. {told}"


def block(session: Session, game: Game, player: Player, who: str, *, blocked: bool) -> str:
    """No more private press signed so, or again."""
    who = who.strip().upper()
    if not who:
        raise refusal("block/nobody", "Whose press?", hint="BLOCK FRANCE, or UNBLOCK FRANCE")
    if who in MASTER_WORDS:
        raise refusal("block/master", "The GameMaster's mail cannot be blocked.")
    if anonymity.name_in(who) or anonymity.NAME.fullmatch(who):
        why = "A letter's name does not block whoever wrote it."
        raise refusal("block/letter", why, hint="BLOCK ANONYMOUS stops all private press that nobody signs.")
    signed = UNSIGNED if who in (UNSIGNED, "GREY") else _addressee(session, game, who)[0]
    query = select(PressBlock).where(
        PressBlock.game_id == game.id, PressBlock.player_id == player.id, PressBlock.signed == signed
    )
    found = session.scalar(query)
    if blocked and found is None:
        session.add(PressBlock(game_id=game.id, player_id=player.id, signed=signed))
    elif not blocked and found is not None:
        session.delete(found)
    name = named(signed)
    if blocked:
        return f"Private press signed by {name} does not reach you any more; nobody is told. UNBLOCK lets it in again."
    return f"Press signed by {name} reaches you again."


def complain(work: Work, game: Game, player: Player, words: Sequence[str], about: Sequence[str]) -> str:
    """A complaint to the GameMaster, with the press that it answers; raises Refused."""
    if not words:
        raise refusal("report/empty", "What is wrong with it?", hint="REPORT and your words, or a block of them.")
    check_has_master(work.session, game)
    check_size(words)
    said = ["\n".join(words)]
    if about:
        said += ["It is about this press:", "\n".join(f"> {line}" for line in about)]
    news.tell_masters(work, game, f"{player.name} complains about press", tuple(said))
    return "The GameMaster has been told" + (", with the press that you answered." if about else ".")


@dataclass(frozen=True, slots=True)
class Press:
    """A letter as its writer wants it. `to`: seats, pseudonyms, ALL, MASTER or OBSERVERS; `but`: seats that ALL leaves
    out; `grey`: unsigned; `later`: with the results; `beside`: those of `to` that no comma parts from another name.
    """

    to: tuple[str, ...]
    lines: tuple[str, ...]
    but: tuple[str, ...] = ()
    grey: bool = False
    signed_as: str = ""
    later: bool = False
    beside: frozenset[str] = frozenset()
