"""One function a letter: what it is about goes in, typed; a Letter comes out.

Those about a position are written of what is Known, which holds nothing that is another's to know (promise 3).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from judge.letters.briefing import Known
from judge.letters.renderer import SHARED, Renderer
from judge.letters.tree import named
from judge.letters.values import (
    FOR_EVER,
    MASTER_ROLE,
    UNSIGNED,
    Answering,
    Deadline,
    GameCard,
    Grace,
    Lots,
    Question,
    Reader,
    Transcript,
    Wanted,
)
from judge.mail.values import Image, Letter
from judge.rules.values import Phase

MOST_SHOWN = 100_000
"""Octets of HTML. Of a larger letter Gmail, which many read with, shows only the beginning."""


def reply(renderer: Renderer, reader: Reader, transcript: Transcript, subject: str, now: datetime) -> Letter:
    """The one reply to a mail: what was made of each line, and codes. `subject`: that mail's own."""
    letter = renderer.render(SHARED, "reply", reader=reader, transcript=transcript, asked=subject, now=now)
    blocks = (block for section in transcript.sections for block in section.blocks)
    pictures = {block.picture.name: block.picture for block in blocks if block.picture is not None}
    return replace(letter, images=tuple(pictures.values()))


def results(
    renderer: Renderer,
    known: Known,
    deadline: Deadline | None,
    form: str,
    now: datetime,
    *,  # by name: what not each of these letters has
    picture: Image | None = None,
    notice: Sequence[str] = (),
    again: str = "",
    filed: str = "",
) -> Letter:
    """An adjudication: first, clearly apart, what only the reader learns, then what everybody does.

    `form` is the sheet to answer with; empty if nothing is wanted of the reader. `deadline` is None when none is set.
    `picture`: the phase as a map, of what the reader may know. `notice`: why the letter comes, where it is not for an
    adjudication: its subject, then the paragraphs on top. `again`: that it takes the place of an earlier one, as a
    sentence; empty if it does not. `filed`: what the reader has on file for the open phase, if nothing is missing.
    """
    values = {"picture": picture, "notice": tuple(notice), "again": again} | ({"filed": filed} if filed else {})
    return _of(renderer, "results", known, deadline=deadline, form=form, now=now, **values)


def news_below(renderer: Renderer, title: str, known: Known, now: datetime) -> str:
    """Return what the same letter tells, as text to stand below the `title`; empty if nothing."""
    values = {"deadline": None, "form": "", "now": now}
    return renderer.body(known.game.system, "results", title, **known.for_templates, **values)


def started(
    renderer: Renderer,
    known: Known,
    deadline: Deadline | None,
    form: str,
    now: datetime,
    lots: Lots,
    *,  # by name: what not every game tells
    players: Sequence[tuple[str, str]] = (),
    picture: Image | None = None,
) -> Letter:
    """The opening.

    `lots` tells of the seeds; `players` are (role, name), none if who plays what is not told. `picture`: the board as a
    map, of what the reader may know.
    """
    opening = {"players": tuple(players), "picture": picture, **lots.for_templates}
    return _of(renderer, "started", known, deadline=deadline, form=form, now=now, **opening)


def reminder(renderer: Renderer, known: Known, deadline: Deadline, filed: str, form: str, now: datetime) -> Letter:
    """To one who has not written, or not all. `filed` is what stands on file, empty if nothing does."""
    return _of(renderer, "reminder", known, deadline=deadline, filed=filed, form=form, now=now)


def late(
    renderer: Renderer,
    known: Known,
    deadline: Deadline,
    missing: tuple[str, ...],
    form: str,
    now: datetime,
    grace: Grace = FOR_EVER,
) -> Letter:
    """The deadline has passed. `form`: for readers among the `missing`, who are unnamed in a secret phase."""
    named = () if deadline.phase.hides_writers else missing
    reader = known.reader
    awaited = reader.is_among(missing)
    losing = [role for role in named if role in grace.losing]
    all_lose = bool(losing) and set(named) <= {*losing, *grace.vacant}
    return renderer.render(
        known.game.system,
        "late",
        reader=reader,
        game=known.game,
        phase=deadline.phase,
        deadline=deadline,
        missing=named,
        vacant=[role for role in named if role in grace.vacant],
        ways=_ways_on(deadline.phase, named, grace.vacant),
        awaited=awaited,
        form=form if awaited else "",
        for_master=reader.role == MASTER_ROLE,
        now=now,
        last=grace.last,
        loses=grace.loses or (reader.is_among(grace.losing) if awaited else all_lose),
        losing=losing,
        goes_on=grace.goes_on,
    )


def _ways_on(phase: Phase, missing: Sequence[str], vacant: Collection[str]) -> list[tuple[str, str]]:
    """What a GameMaster can write where a game waits for these, and what each line does."""
    # Who is late may be a role that a seat holds for now (ruling P28): it is the seat that is given.
    late, open_to_all = (
        [phase.roles.get(role, role) for role in missing if (role in vacant) is way] for way in (False, True)
    )
    ways = [
        ("EXTEND 24h", "give everybody more time"),
        (f"PROCESS {phase.label}", "adjudicate now; defaults stand in for them"),
    ]
    if late or not missing:
        seat = late[0] if late else "<seat>"
        ways.append((f"REPLACE {seat} WITH <address>", "give the seat to somebody else"))
        ways.append((f"EJECT {seat}", f"open the seat to others; then DUMMY {seat} goes on without a player"))
    if open_to_all:
        seat = open_to_all[0]
        ways += [
            (f"REPLACE {seat} WITH <address>", "give the seat to somebody"),
            (f"DUMMY {seat}", "go on without a player"),
        ]
    return ways


def notice(
    renderer: Renderer, reader: Reader, game: GameCard | None, title: str, paragraphs: tuple[str, ...], now: datetime
) -> Letter:
    """Anything that plain words can say; a line break within a paragraph stays."""
    folder = game.system if game else SHARED
    return renderer.render(folder, "notice", reader=reader, game=game, title=title, paragraphs=paragraphs, now=now)


def code(renderer: Renderer, reader: Reader, questions: tuple[Question, ...], now: datetime) -> Letter:
    """Confirmations are wanted, and that is all there is to tell."""
    return renderer.render(SHARED, "code", reader=reader, questions=questions, now=now)


def welcome(
    renderer: Renderer,
    reader: Reader,
    key: str,
    judge_address: str,
    proved: bool,
    now: datetime,
    *,
    practice: str = "",
    begins: bool = False,
) -> Letter:
    """The answer to REGISTER: first how to prove the address; once that is done, the KEY, and what to write next:
    `practice` begins a game for practice, empty where there are none. `begins`: one begins once the address is proved.
    """
    return renderer.render(
        SHARED,
        "welcome",
        reader=reader,
        key=key,
        judge_address=judge_address,
        proved=proved,
        now=now,
        practice=practice,
        begins=begins,
    )


def press(
    renderer: Renderer,
    reader: Reader,
    game: GameCard,
    sender: str,
    to: tuple[str, ...],
    lines: tuple[str, ...],
    now: datetime,
    answering: Answering = Answering(),  # noqa: B008 -- it cannot be changed
) -> Letter:
    """Press keeps its lines exactly, control characters apart. `to` are roles; empty means everybody."""
    if sender == UNSIGNED or answering.about:
        answer = _how_to_answer_unsigned(reader, sender, answering)
    else:
        answer = _how_to_answer(reader, sender, to, answering.pseudonym)
    values = {"sender": sender, "to": to, "press_lines": lines, "answer": answer}
    values |= {"letter_name": answering.name, "about": answering.about}
    return renderer.render(game.system, "press", reader=reader, game=game, now=now, **values)


def _how_to_answer_unsigned(reader: Reader, sender: str, answering: Answering) -> str:
    """The same where its writer is not told, or does not know whose letter it answers: how either stays so."""
    if sender == UNSIGNED and not answering.name:
        return "You cannot answer this: who observes a game writes to the GameMaster only."
    to = f"LETTER {answering.name}" if sender == UNSIGNED else sender
    whom = "whoever wrote this" if sender == UNSIGNED else named(sender)
    said = f"To answer, just reply: I ask you before I pass your words on to {whom}"
    grey = "PRESS GREY TO" if answering.signed == "choice" else "PRESS TO"
    if answering.about and answering.signed == "always":
        said = f"To answer, write PRESS TO {to}: your words. Your seat signs them."
    elif answering.about:
        said += f", unsigned as your letter was. Or write {grey} {to}: your words."
        said += f" What begins with PRESS TO {to} is signed by your seat." if answering.signed == "choice" else ""
    else:
        said += f". Or write PRESS TO {to}: your words."
        if answering.signed != "always" and reader.role != MASTER_ROLE:
            said += f" {grey} {to} sends them unsigned." if answering.signed == "choice" else " Nobody signs them."
            said += " But whoever wrote this knows who got it."
    return f"{said} Orders in an answer to press are not filed."


def _how_to_answer(reader: Reader, sender: str, to: Sequence[str], pseudonym: str) -> str:
    """What stands below press: the lines that answer it, ready to be written. `pseudonym`: to which it came."""
    if " " in sender:  # the letter book: letters of several
        return "To answer, reply with PRESS TO, a name and a colon, and your words behind it."
    signed, others = named(sender), [each for each in to if each not in (*reader.roles, sender, pseudonym)]
    under, press = (f", as from {named(pseudonym)}", f"PRESS AS {pseudonym}") if pseudonym else ("", "PRESS")
    asked = f"To answer, just reply: I ask you before I pass your words on to {signed}{under}."
    said = f"{asked} Or write {press} TO {sender}: your words."
    all_of_them = f" To all of them: {press} TO {', '.join((sender, *others))}: your words." if others else ""
    return f"{said}{all_of_them} Orders in an answer to press are not filed."


def newspaper(
    renderer: Renderer, reader: Reader, game: GameCard, title: str, articles: Sequence[tuple[str, str]], now: datetime
) -> Letter:
    """An issue with the articles of the phase of this title: whose each is, and its words."""
    return renderer.render(game.system, "newspaper", reader=reader, game=game, title=title, articles=articles, now=now)


def news(renderer: Renderer, known: Known, deadline: Deadline, now: datetime) -> Letter:
    """What happened at once, between two adjudications: a transfer received, a seat left or taken."""
    return _of(renderer, "news", known, deadline=deadline, form="", now=now)


def ended(
    renderer: Renderer,
    known: Known,
    now: datetime,
    lots: Lots,
    *,  # by name: what not every game tells
    players: Sequence[tuple[str, str]] = (),
    wanted: Sequence[Wanted] = (),
    picture: Image | None = None,
) -> Letter:
    """The end: the result, how it stood at last, everything that was secret and is opened, and the seed. Where mail
    programs would clip that, its HTML leaves what is opened to the text; one that is too long even so is text alone.

    `players`: (role, name) of those who are told; `wanted`: games that want players; `picture`: the board as it was at
    last, as a map, of what the reader may know.
    """
    values = {"players": tuple(players), "wanted": tuple(wanted), "picture": picture, **lots.for_templates}
    letter = _of(renderer, "ended", known, now=now, **values)
    if _is_clipped(letter.html):
        brief = _of(renderer, "ended", known, now=now, brief=True, **values)
        letter = replace(letter, html="", images=()) if _is_clipped(brief.html) else replace(letter, html=brief.html)
    return letter


def _is_clipped(html: str) -> bool:
    return len(html.encode()) > MOST_SHOWN


def _of(renderer: Renderer, purpose: str, known: Known, **values: object) -> Letter:
    """A letter about a position, with the `picture` of it if there is one."""
    letter = renderer.render(known.game.system, purpose, **known.for_templates, **values)
    picture = values.get("picture")
    return replace(letter, images=(picture,)) if isinstance(picture, Image) else letter
