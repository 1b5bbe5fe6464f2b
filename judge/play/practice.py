"""PRACTICE: a game for one person, who plays it among programs. Nobody else can see anything of it."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.lookup import LiveGame, find_game, live_game, seats_of
from judge.games.members import COMPUTER, strength_called
from judge.letters.columns import counted, wrapped
from judge.letters.tree import named
from judge.letters.values import Block
from judge.play.computers import Past, past_of, writing_of
from judge.play.creation import PREFIX, create, start
from judge.play.early_adjudication import LEFT, SILENT_DAYS, end_without_result
from judge.play.membership import seats_to_fill
from judge.play.seat_draw import ANY, read_wishes
from judge.rules.computers import Message
from judge.rules.game import AnySystem
from judge.rules.problems import refusal
from judge.rules.registry import find_system, playing, systems, unknown_in_words
from judge.rules.values import VOTE
from judge.store.tables import OVER, ActRow, Game, Joining, Player, Seat

_LETTERS = 5
LONGEST = 1000
"""Characters of a wish that are looked at."""
_AS = re.compile(r"(?:^|\s)AS\s+(.+)$", re.IGNORECASE)
_COURTESY = re.compile(r"(?:[\s,.!]+(?:please|thanks|thank\s+you))?[\s.,!?:)-]*\Z", re.IGNORECASE)
_A_GAME_OF = re.compile(r"\s*(?:a\s+)?(?:game\s+of\s+)?", re.IGNORECASE)


_AGAINST = re.compile(
    r"\s(?:against|versus|vs)\.?(?=\s)|\s(?:the|some|programs?|computers?|bots?)(?=\s|$)", re.IGNORECASE
)
"""Words around the strength of the programs: `against novice bots`."""


class Wanted(NamedTuple):
    """A wish for a practice game: `options` of the rules as (name, value); `seat` and `strength` may be empty."""

    system: AnySystem
    options: Sequence[tuple[str, str]]
    seat: str
    strength: str


def read_wish(text: str) -> Wanted:
    """`diplomacy map modern novice AS RUSSIA`, or `a game of Payola, please!`. Raises Refused with what there is."""
    text = _named_by_title(_COURTESY.sub("", _A_GAME_OF.sub("", text[:LONGEST], count=1), count=1))
    seat = _AS.search(text)
    name, *words = _AGAINST.sub("", text[: seat.start()] if seat else text).replace(",", " ").split() or [""]
    try:
        system = find_system(name)
    except KeyError as error:
        said = unknown_in_words(error, name) if name else f"Which game? There are: {', '.join(sorted(systems()))}."
        raise refusal("practice/no-such-system", said, hint="For instance PRACTICE payola.") from None
    known = {option.name: option for option in system.options}
    options: list[tuple[str, str]] = []
    strength = ""
    for word in words:
        one = word.lower().removesuffix("s")
        if one in system.computers and word.lower() not in known:
            strength = strength_called(system, one)
        elif word.lower() in known and not (
            # There may be an option that is called like a value of the one before: `variant loyal`.
            options and not options[-1][1] and word.lower() in known[options[-1][0]].choices
        ):
            options.append((word.lower(), ""))
        elif options:
            option, value = options[-1]
            options[-1] = (option, f"{value} {word}".strip())
        else:
            there = ", ".join(sorted(known)) or "none"
            hint = f"Its options are: {there}. Write a name and a value: PRACTICE {system.name} map modern AS RUSSIA."
            raise refusal("practice/no-such-option", f"{system.title} has no option {word[:30]!r}.", hint=hint)
    return Wanted(
        system, [(name, value or "yes") for name, value in options], seat[1].strip() if seat else "", strength
    )


def _named_by_title(text: str) -> str:
    """The same with a game's name in place of its title: `Payola Diplomacy blind` is `payola blind`."""
    plain = text.replace("’", "'")
    titles = [(title, each.name) for each in systems().values() for title in (each.title, each.title.split(": ")[-1])]
    for title, name in sorted(titles, key=lambda each: -len(each[0])):
        if re.match(rf"{re.escape(title)}(?!\w)", plain, re.IGNORECASE):
            return name + plain[len(title) :]
    return text


def begin(work: Work, player: Player, text: str, reserved: Collection[str]) -> Game:
    """Start a practice game, with programs at all other seats. Raises Refused. `reserved`: the words of commands."""
    _check_room(work, player)
    wish = read_wish(text)
    name = _free_name(work)
    lines = [(0, option, value) for option, value in (*wish.options, *_settings(wish))]
    game = create(work, player, wish.system.name, name, lines, reserved, practice=True)
    played = playing(game.system, game.options)
    strength = strength_called(played, wish.strength)
    seats = seats_to_fill(work.session, game)
    own = _own_seat(work, seats, wish.seat)
    for seat in seats:
        if seat is not own:
            seat.status, seat.computer = COMPUTER, strength
    work.session.add(Joining(game_id=game.id, player_id=player.id, wishes=[own.name]))
    work.session.flush()
    start(work, game, reserved)
    return game


def _settings(wish: Wanted) -> list[tuple[str, str]]:
    """Nobody is hurried, watched, or told twice."""
    lengths = [(kind, f"{SILENT_DAYS}d") for kind in wish.system.lengths]
    no = [(option, "no") for option in ("remind", "late", "observers", "takeover", "paper")]
    return [*lengths, *no, ("title", f"Practice: {wish.system.title}")]


def _own_seat(work: Work, seats: Sequence[Seat], wanted: str) -> Seat:
    """The best seat that they wish for; any, drawn by lot, where they do not say."""
    wishes = read_wishes(wanted, [seat.name for seat in seats]) if wanted else ()
    first = next((name for wish in wishes for name in wish.split() if name != ANY), "")
    return next((seat for seat in seats if seat.name == first), seats[work.judge.entropy(1)[0] % len(seats)])


def _check_room(work: Work, player: Player) -> None:
    most, of_all = work.settings.practice, work.settings.practice_games
    if not most or not of_all:
        raise refusal("practice/off", "This judge has no practice games.", hint="LIST shows its games.")
    query = select(func.count()).select_from(Game).where(Game.practice, Game.status.not_in(OVER))
    mine = work.session.execute(query.where(Game.master_id == player.id)).scalar_one()
    if mine >= most:
        hint = "Play one to its end, or write PRACTICE STOP in answer to a mail of it."
        raise refusal("practice/too-many", f"You have {counted(mine, 'practice game')} already.", hint=hint)
    if work.session.execute(query).scalar_one() >= of_all:
        message = "As many people practice here now as this judge allows."
        raise refusal("practice/full", message, hint="Try again tomorrow.")


def _free_name(work: Work) -> str:
    while True:
        letters = base64.b32encode(work.judge.entropy(_LETTERS)).decode("ascii").lower()[:_LETTERS]
        if find_game(work.session, PREFIX + letters) is None:
            return PREFIX + letters


def welcome_to_practice(work: Work, game: Game) -> str:
    """What to answer to who has begun to practice."""
    own = next((seat for seat in seats_of(work.session, game) if seat.player_id is not None), None)
    plays = f"You play {named(own.name)}, and programs play the others. " if own is not None else ""
    return (
        f"{game.name} has begun. {plays}The opening is on its way: answer it with your orders, and the results come at "
        "once. HINT tells what a program would write in your place."
    )


def stop(work: Work, game: Game) -> str:
    """Its player ends a practice game; raises Refused for any other."""
    live = live_game(work.session, game)
    if not game.practice or live is None:
        message = f"{game.name} is no practice game that is running."
        raise refusal("practice/no-practice", message, hint="GAMES lists your games.")
    end_without_result(work, live, LEFT)
    return f"{game.name} has ended. ARCHIVE {game.name} mails you everybody's sheets."


def hint_block(work: Work, live: LiveGame, seat: Seat) -> Block:
    """What a program would write at the player's seat, and why. Raises Refused outside of practice."""
    if not live.game.practice:
        hint = f"PRACTICE {live.system.name} begins a game with hints."
        raise refusal("hint/real", "Hints are for practice games. Here you play people.", hint=hint)
    strength = strength_called(live.system, "")
    past = past_of(work.session, live)
    writing = writing_of(live, past, seat, strength, turn=_turn(work.session, live, seat))
    lines: list[str] = []
    for role, text in writing.sheets.items():
        lines += [*([f"FOR {role}"] if role in live.phase.offices else []), *text.splitlines()]
    why = (wrapped(writing.why, first="// ", rest="// "), "") if writing.why else ()  # it may be copied with the sheet
    said = "\n".join((*why, *(lines or ["Nothing."]), *_press(past, live, seat, writing.messages)))
    return Block(f"What a program ({strength}) would write for {named(seat.name)}", said)


def _turn(session: Session, live: LiveGame, seat: Seat) -> int:
    """1 once something has been done at once in this phase: nobody is told to pay the same twice."""
    query = select(ActRow.id).filter_by(**live.row.key)
    query = query.where(ActRow.role.in_(live.roles_of(seat.name)), ActRow.kind != VOTE)
    return int(session.execute(query.limit(1)).first() is not None)


def _press(past: Past, live: LiveGame, seat: Seat, messages: Sequence[Message]) -> list[str]:
    """The letters as they would be mailed, without those that the seat has sent in this phase already."""
    said = {
        (tuple(each.named or ()), " ".join(each.text.split()))
        for label, each in past.press
        if label == live.row.label and each.sender == seat.name
    }
    lines: list[str] = []
    for each in messages:
        if (each.to, each.text) not in said:
            lines += ["", f"PRESS TO {', '.join(each.to) or 'ALL'}", wrapped(each.text), "END PRESS"]
    return lines
