"""PRESS, PSEUDONYM, ARTICLE, BLOCK and UNBLOCK, REPORT: what players write to each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.request import Request
from judge.commands.words import text_of
from judge.games.lookup import seats_of
from judge.letters.values import Block, PressLetter, Said
from judge.mail.redaction import masked
from judge.press import anonymity, dispatch, newspaper
from judge.press.letter_book import quoted_to_master
from judge.rules.problems import Refused, refusal
from judge.store.tables import Game

_UNSIGNED = frozenset({"GREY", "GRAY", "UNSIGNED", "ANONYMOUS", "ANONYMOUSLY"})
_WAY = rf"(?:(LATER|WHITE|{'|'.join(sorted(_UNSIGNED, reverse=True))})|AS\s+([\w-]+))"
_WAYS = re.compile(rf"{_WAY}\s+", re.IGNORECASE)
_WAYS_BEHIND = re.compile(rf"(?<=[\w\s])[\s(,]+{_WAY}[\s).]*\Z", re.IGNORECASE)
_LETTER = re.compile(
    r"(?:(?<=\bTO )(?:ANONYMOUS(?:, | (?=\())|THE UNSIGNED ))?(?:THE )?(?:WRITER OF |AUTHOR OF )?(?:THE )?"
    rf"[(\[\"'“]{{0,3}}{anonymity.LETTER}S? [\"'“]{{0,3}}(?!(?:AND|BUT|EXCEPT|AS|TO)\b)(\w{{1,12}})\b[\"'”)\]]{{0,3}}",
    re.IGNORECASE,
)
"""An unsigned letter as addressee: `letter K7F3`, `Anonymous (letter K7F3)`, `the writer of letter K7F3`. Not
`unsigned letter K7F3`: is that letter unsigned, or the answer?
"""
_MARK = "§"
_NOBODY = re.compile(r"\s*TO\s*", re.IGNORECASE)
_NAME_WORD = rf"(?!(?:TO|AS|LATER|WHITE|{'|'.join(sorted(_UNSIGNED))})\b)[\w-]+"
_LONG_NAME = re.compile(rf"AS\s({_NAME_WORD}(?:\s{_NAME_WORD}){{1,4}})\sTO\s", re.IGNORECASE)
"""A heading whose pseudonym is of several words."""
MOST_NAMES = 40
MOST_WAYS = 4
LONGEST_HEAD = 1_000
"""Characters of the names that a letter is for."""
LONGEST_WAY = 80
"""Characters of a way behind the addressees: it is looked for no further ahead, however long the line."""
USAGE = "PRESS TO FRANCE, ITALY (or ALL, ALL BUT ITALY, MASTER, OBSERVERS), your lines, END PRESS"

UNSIGNED_USAGE = "PRESS GREY TO FRANCE"


def _names(text: str) -> tuple[str, ...]:
    words = (word.upper() for word in re.split(r"[,&\s]+", text) if word and word.upper() not in ("AND", "THE"))
    found = (f"{anonymity.LETTER} {word[1:]}" if word.startswith(_MARK) else word for word in words)
    # No seat is called so. Each name costs a look at the game, and so they are counted before that.
    return tuple(dict.fromkeys("ALL" if word in ("EVERYBODY", "EVERYONE") else word for word in found))


def _beside(head: str) -> frozenset[str]:
    """The names that no comma and no AND parts from another: a pseudonym is none of them."""
    parts = (_names(part) for part in re.split(r"[,&]|\bAND\b", head, flags=re.IGNORECASE))
    return frozenset(name for part in parts if len(part) > 1 for name in part)


def _with_letters(head: str, names: Collection[str]) -> str:
    """A heading in which each `LETTER K7F3` is one word, however it is written."""
    if any(name.startswith(anonymity.LETTER) for name in names):
        return head
    return _LETTER.sub(rf"{_MARK}\1", head)


def _wish(line: Line, names: Collection[str]) -> dispatch.Press:
    """What is to be sent to whom, and how: `GREY TO VENICE`, `TO VENICE UNSIGNED`; raises Refused. `names`: those of
    seats, which mean these and no way to send it.
    """
    head, colon, text = line.rest.partition(":")
    if len(head) > LONGEST_HEAD:
        raise refusal("press/usage", "To whom? These are more names than I read.", hint=USAGE)
    ways, signed_as = set(), ""
    head = _with_letters(" ".join(head.split()) + " ", names)
    for _ in range(0 if _LONG_NAME.match(head) else MOST_WAYS):
        match = _WAYS.match(head) or _WAYS_BEHIND.search(head, max(len(head) - LONGEST_WAY, 0))
        if match is None:
            break
        if match.end() == len(head) and (match[1] or "").upper() in names:
            break
        ways.add("GREY" if (match[1] or "").upper() in _UNSIGNED else (match[1] or "").upper())
        signed_as = (match[2] or signed_as).upper()
        head = f"{head[: match.start()]} " if match.start() else head[match.end() :]
    if _NOBODY.fullmatch(head) and "GREY" in ways:
        hint = f"{anonymity.WHERE} To write without your name: {UNSIGNED_USAGE}"
        raise refusal("press/unsigned", "Which unsigned letter do you answer?", hint=hint)
    if long := _LONG_NAME.match(head):
        why = f"{long[1]} is no pseudonym: it is one word."
        raise refusal("press/pseudonym", why, hint="PSEUDONYM Nightingale takes one, where the game allows it.")
    named = re.fullmatch(r"(?:TO )?(.+?)(?: (?:BUT|EXCEPT) (.+))?", head.strip(), re.IGNORECASE)
    to, beside = (_names(named[1]), _beside(named[1])) if named else ((), frozenset())
    but = _names(named[2] or "") if named else ()
    if "ALL" in to:  # it reaches these anyway
        to = tuple(name for name in to if name not in ("MASTER", "OBSERVERS"))
    # ALL beside anything else is not what it says: TO ALL (NOT ITALY) shall never reach Italy.
    if not to or len(to) + len(but) > MOST_NAMES or ((but or "ALL" in to) and to != ("ALL",)):
        raise refusal("press/usage", "To whom?", hint=USAGE)
    lines = text_of(line, text if colon else "")
    if not lines:
        hint = "Write it behind a colon (PRESS TO ITALY: hello), or below, and END PRESS below that."
        raise refusal("press/empty", "This press has no text.", hint=hint)
    return dispatch.Press(to, _masked(lines), but, "GREY" in ways, signed_as, "LATER" in ways, beside)


def _seats(request: Request, game: Game) -> tuple[str, ...]:
    return tuple(seat.name for seat in seats_of(request.session, game))


def _foretold(request: Request, line: Line) -> str:
    try:
        game = request.settle_game()
        wish = _wish(line, _seats(request, game))
        names = dispatch.names_of(request.session, game, request.player, wish)
    except Refused:
        return ""
    return f"This would go to {names}: “{' / '.join(filter(None, wish.lines))}”"


def _is_veiled(request: Request, line: Line) -> bool:
    game = request.settle_game()
    return dispatch.is_veiled(request.session, game, request.player, _wish(line, _seats(request, game)))


def _masked(lines: Iterable[str]) -> tuple[str, ...]:
    """Without KEYs and reply tokens (fault C10)."""
    return tuple(masked(line) for line in lines)


@Command(
    "PRESS [LATER] [GREY or AS pseudonym] TO seat, seat … (or ALL, ALL BUT seat, MASTER, OBSERVERS)",
    Needs.GAME,
    example="PRESS TO FRANCE, ITALY\nShall we?\nEND PRESS",
    cost=2,
    ends_with="END PRESS",
    keeps_quotations=True,
    reaches_others=True,
    is_veiled=_is_veiled,
    foretell=_foretold,
    block_if=lambda rest: not rest.partition(":")[2].strip(),
)
def press(request: Request, line: Line) -> Said:
    """Sends the lines below, up to END PRESS or the end of the mail. Your seat signs them, or a pseudonym, or (with
    GREY, or UNSIGNED behind the names) nobody, as the game allows. With LATER they go out with the results. What your
    seat does not sign waits for the next quarter of an hour, so that its time tells nobody who wrote it. PRESS TO
    LETTER K7F3 answers the unsigned letter of that name. PRESS TO FRANCE: text does it in one line.
    """
    game = request.settle_game()
    wish = _wish(line, _seats(request, game))
    said = dispatch.send(request.work, game, request.player, wish)
    return Said(said, (Block("Your words", "\n".join(wish.lines), of_players=True),))


@Command("PSEUDONYM name", Needs.GAME, example="PSEUDONYM Nightingale", free=True)
def pseudonym(request: Request, line: Line) -> str:
    """Takes a name under which you can write press and articles, if the game allows it. Answers reach you, and nobody
    learns who you are.
    """
    return dispatch.take_pseudonym(request.session, request.settle_game(), request.player, line.rest, commands())


@Command(
    "ARTICLE [AS pseudonym, or UNSIGNED]",
    Needs.GAME,
    example="ARTICLE\nThe harvest was poor.\nEND ARTICLE",
    cost=2,
    ends_with="END ARTICLE",
    keeps_quotations=True,
    reaches_others=True,
    is_veiled=lambda request, line: bool(line.rest.strip()),  # noqa: ARG005
)
def article(request: Request, line: Line) -> str:
    """Sends the lines below, up to END ARTICLE, to the newspaper. It comes out with the results. The GameMaster may
    refuse an article.
    """
    match = re.fullmatch(rf"(?:({'|'.join(_UNSIGNED)})|AS\s+(\S+))?", line.rest.strip(), re.IGNORECASE)
    if match is None:
        hint = "ARTICLE, ARTICLE AS Nightingale, ARTICLE UNSIGNED"
        raise refusal("article/usage", "How is it signed?", hint=hint)
    lines = text_of(line)
    if not lines:
        hint = "Write it below, and END ARTICLE below that."
        raise refusal("article/empty", "This article has no text.", hint=hint)
    signed_as = "NOBODY" if match[1] else (match[2] or "").upper()
    return newspaper.submit(request.work, request.settle_game(), request.player, signed_as, _masked(lines))


@Command("BLOCK seat (or pseudonym, or ANONYMOUS)", Needs.GAME, example="BLOCK FRANCE")
def block(request: Request, line: Line) -> str:
    """Stops private press from this seat or name. Nobody is told."""
    return dispatch.block(request.session, request.settle_game(), request.player, line.rest, blocked=True)


@Command("UNBLOCK seat (or pseudonym, or ANONYMOUS)", Needs.GAME, example="UNBLOCK FRANCE")
def unblock(request: Request, line: Line) -> str:
    """Takes a BLOCK back."""
    return dispatch.block(request.session, request.settle_game(), request.player, line.rest, blocked=False)


@Command(
    "REPORT your words",
    Needs.GAME,
    example="REPORT This is abuse.",
    cost=10,
    ends_with="END REPORT",
    keeps_quotations=True,
    reaches_others=True,
    block_if=lambda rest: not rest.strip(),
)
def report(request: Request, line: Line) -> str:
    """Complains to the GameMaster. Answer the press that it is about, and that press goes along. If REPORT stands alone
    on its line, it takes the lines below, up to END REPORT.
    """
    game = request.settle_game()
    answered = request.writer.answers
    about: tuple[str, ...] = ()
    if answered is not None and answered.purpose in ("press", newspaper.NEWSPAPER) and answered.game_id == game.id:
        seats = [seat.name for seat in seats_of(request.session, game) if seat.player_id == request.player.id]
        about = tuple(filter(str.strip, quoted_to_master(PressLetter.of_row(answered.press), seats)))
    words = _masked(text_of(line, line.rest))
    return dispatch.complain(request.work, game, request.player, words, about)
