"""What letters are about: who reads, which game, and what became of each line of a mail."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, TypeAlias

from judge.letters.columns import counted
from judge.mail.values import Image
from judge.rules.problems import Problem
from judge.rules.values import MASTER, PUBLIC, Audience, Phase, only

MASTER_ROLE = "MASTER"
"""The role of a reader who is the game's GameMaster."""

UNSIGNED = "ANONYMOUS"
"""Whose press nobody has signed is."""

Became: TypeAlias = Literal["ok", "warning", "problem", "waiting", "unread"]
"""Done; done but odd; not done; waits for a confirmation; not read as an order."""


Signed: TypeAlias = Literal["always", "never", "choice"]
"""Does press bear the name of a seat?"""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a letter goes to. `role` is the role played in the game it is about, MASTER_ROLE, or empty for an observer;
    `zone` and `dates` are their `judge.letters.dates.Habits`; `offices`: further roles they hold now, and reads for;
    `plays`: a GameMaster who also has a seat in the game, and so is told no more of it than everybody; `wants_data`:
    the letter also goes as JSON; `unsubscribe`: the command that ends such letters, for those who could do without.
    """

    name: str
    zone: str
    role: str
    address: str
    dates: str = ""
    offices: tuple[str, ...] = ()
    plays: bool = False
    wants_data: bool = False
    unsubscribe: str = ""

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.role, *self.offices)))

    def is_among(self, roles: Sequence[str]) -> bool:
        """Is one of these their role, or an office of theirs?"""
        return any(role in roles for role in self.roles)

    @property
    def audience(self) -> Audience:
        """As whom this reader may know things."""
        if self.role == MASTER_ROLE:
            return PUBLIC if self.plays else MASTER
        return only(*self.roles) if self.roles else PUBLIC


@dataclass(frozen=True, slots=True)
class Answering:
    """How press may be answered, and what it answers. `name`: by which this reader answers an unsigned letter, empty
    where they cannot. `about`: the reader's own unsigned letter that it answers, in words; empty if none. `pseudonym`:
    of the reader's, if it came to that and not to their seat. `signed`: of answers.
    """

    name: str = ""
    about: str = ""
    pseudonym: str = ""
    signed: Signed = "always"


@dataclass(frozen=True, slots=True)
class PressLetter:
    """What a press letter says, kept with it. `signed`: the seat, pseudonym or role, or UNSIGNED; empty: an issue of
    the newspaper. `text`: the press or articles.

    `to`: the names of its addressees; empty: everybody. `letter`: the name by which this reader answers an unsigned
    letter. `about`: the reader's own unsigned letter that it answers, in words; empty if none.
    """

    signed: str
    to: tuple[str, ...]
    text: str
    letter: str = ""
    about: str = ""

    @classmethod
    def of_row(cls, kept: Mapping[str, Any]) -> PressLetter:
        """Return what was kept with a letter."""
        return cls(**{**kept, "to": tuple(kept["to"])})


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as its letterhead shows it. `system` names the templates' folder; `master` is the GameMaster's name;
    `page`: where its pages are below those of the judge, empty where it has none that all the world may read.
    `composes`: one of them writes sheets by pointing.
    `practice`: one person plays it among programs. `press`: the option of that name.
    """

    name: str
    title: str
    system: str
    system_title: str
    status: str
    master: str
    page: str = ""
    practice: bool = False
    press: str = "white"
    composes: bool = False


@dataclass(frozen=True, slots=True)
class Lots:
    """What is told of a game's seeds, in hex: the SHA-256 of the one that is opened, that seed once it is (else empty),
    and the SHA-256 of the one that never is (empty where nothing stays secret). `hidden`: what is drawn from it, in
    words.
    """

    commitment: str
    seed: str = ""
    hidden_commitment: str = ""
    hidden: str = ""

    @property
    def for_templates(self) -> dict[str, str]:
        return {
            "commitment": self.commitment,
            "seed": self.seed,
            "hidden_commitment": self.hidden_commitment,
            "hidden_lots": self.hidden,
        }


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a phase is due: an aware instant."""

    at: datetime
    phase: Phase


@dataclass(frozen=True, slots=True)
class Grace:
    """How long a game waits for the late. `last`: until when, an aware instant; None for ever. Whoever has not written
    then `loses` their seat, or those of the roles in `losing`; otherwise defaults stand in. `vacant`: roles whose seat
    nobody has, so nobody can be late. `goes_on`: whether the game does not wait for a seat that is lost then.
    """

    last: datetime | None = None
    loses: bool = False
    vacant: tuple[str, ...] = ()
    losing: tuple[str, ...] = ()
    goes_on: bool = False


FOR_EVER = Grace()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game that wants so many players; `system`: the title of its rules."""

    name: str
    system: str
    wanted: int


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of the reader's mail, numbered from 1 (0: no line in particular), and what was made of it. `sparable`:
    it waits for a code, and would not if the mail had held its writer's KEY; `filed`: it stands among what is shown as
    being on file; `changes`: whose sheet it would change once its code comes, as it is kept (`sheet/17`); `instead`:
    what its code carries out in its place, empty if that is the line itself. `code`: of the problem for which it was
    refused.
    """

    number: int
    text: str
    became: Became
    message: str
    hint: str = ""
    sparable: bool = False
    filed: bool = False
    changes: str = ""
    instead: str = ""
    code: str = field(default="", compare=False)

    @classmethod
    def refusal(cls, number: int, text: str, problem: Problem, hint: str | None = None) -> Answer:
        """Return what is told of a line that was refused for this problem, with this `hint` or the problem's own."""
        told = problem.hint if hint is None else hint
        return cls(number, text, "problem", problem.message, told, code=problem.code)

    def stands_among(self, shown: OnFile) -> bool:
        """Is it on file in its writer's own words, as one of these lines shows it, and is there no more to say of it?
        Blanks, capitals, a remark behind `//`, and boxes that were left empty make no difference.
        """
        if not self.filed:
            return False
        same = shown.of(self.text.partition("//")[0])
        return same is not None and not self._says_more_than(same)

    def _says_more_than(self, shown: str) -> bool:
        """Does the message tell what the line on file does not: `you move to the other room` of MOVE?"""
        said, own = ("".join(filter(str.isalnum, _plain(text))) for text in (self.message, shown))
        return bool(said) and any(map(str.isalpha, own)) and not said.endswith(own)


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def _without_empty_boxes(plain: str) -> str:
    end = len(plain)
    while end and not plain[end - 1].isalnum():
        end -= 1
    return plain[:end]


class OnFile:
    """The lines that show what is on file, looked up by how a player would write them: once over each line."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines: dict[str, list[str]] = {}
        for line in map(_plain, lines):
            self._lines.setdefault(_without_empty_boxes(line), []).append(line)

    def of(self, written: str) -> str | None:
        """The line that is these words, with nothing but empty boxes behind them; None if there is none."""
        plain = _plain(written)
        same = self._lines.get(_without_empty_boxes(plain), ())
        return next((line for line in same if line.startswith(plain)), None)


@dataclass(frozen=True, slots=True)
class Question:
    """What waits for a code until it `expires`, an aware instant; `why` it does (a sentence or two, or nothing), and of
    which games these lines are. `unproved`: they are a whole mail that nothing shows to be its reader's.
    """

    what: tuple[Answer, ...]
    code: str
    expires: datetime
    why: str = ""
    games: tuple[str, ...] = ()
    unproved: bool = False

    @property
    def sparable(self) -> bool:
        """Would a KEY in the mail have answered it?"""
        return all(answer.sparable for answer in self.what)


@dataclass(frozen=True, slots=True)
class Block:
    """Preformatted text: what now stands on file, a listing; above it, where HTML is read, a picture. Of `prose`, help
    and the pages of the games, HTML wraps the paragraphs anew. `sheet`: the role whose sheet it shows, if any, and the
    phase's label. `of_players`: it repeats what a player wrote.
    """

    title: str
    text: str
    picture: Image | None = None
    prose: bool = False
    sheet: tuple[str, str] | None = None
    of_players: bool = False


NOTHING_FOUND = "I found no order and no command in your mail, so nothing has changed."


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a mail that concerns one game (or none): `heading` is its name, `title` what it is called where that
    is more. `due`: when its open phase is, for who has sent orders; `sheet`: that phase's title. `found_nothing`: it
    tells of a mail without any order or command.
    """

    heading: str
    notes: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    blocks: tuple[Block, ...] = ()
    due: str = ""
    title: str = ""
    sheet: str = ""
    found_nothing: bool = False

    def without(self, numbers: Collection[int]) -> Section:
        """The same without those lines of these numbers that were done."""
        kept = (each for each in self.answers if each.number not in numbers or each.became != "ok" or each.message)
        return replace(self, answers=tuple(kept))


UNREAD_LISTED = 40
"""So many lines that were not read are shown."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole mail, line by line.

    `unread`: lines not taken for orders (quotations, signatures, what follows); `quoted`: how many more lines did
    nothing but quote the judge's own mail; `questions`: what is asked about those of its lines that wait.
    """

    sections: tuple[Section, ...]
    unread: tuple[Answer, ...] = ()
    quoted: int = 0
    questions: tuple[Question, ...] = ()

    @property
    def told(self) -> tuple[Section, ...]:
        """The sections as they are shown: what is asked, and what stands on file as it was written, is told there and
        nowhere else; without sections that are empty then, and each game's heading once.
        """
        shown: list[Section] = []
        heading = ""
        for section in self.sections:
            on_file = OnFile(line for block in section.blocks for line in block.text.splitlines())
            answers = tuple(each for each in section.answers if not self._is_shown_elsewhere(section, on_file, each))
            if answers or section.notes or section.blocks:
                again = section.heading == heading
                shown.append(
                    replace(section, answers=answers, heading="" if again else section.title or section.heading)
                )
                heading = section.heading
        return tuple(shown)

    def _is_shown_elsewhere(self, section: Section, on_file: OnFile, answer: Answer) -> bool:
        """Is it asked, on file, or nothing but the name of what is shown below?"""
        if answer.became == "waiting":
            return bool(self.questions)
        says_nothing = answer.became == "ok" and not answer.message
        others = section.blocks or any(each.message or each.became != "ok" for each in section.answers)
        return answer.stands_among(on_file) or (says_nothing and bool(others))

    def count(self, became: Became) -> int:
        """How many lines became this."""
        found = sum(answer.became == became for section in self.sections for answer in section.answers)
        return found + sum(answer.became == became for answer in self.unread)

    @property
    def _waiting(self) -> int:
        """How many lines wait for a code: those that say so, or those that asked for one themselves."""
        return self.count("waiting") or sum(len(question.what) for question in self.questions)

    @property
    def lines_read(self) -> int:
        return sum(answer.became != "unread" for section in self.sections for answer in section.answers)

    @property
    def summary(self) -> str:
        """What came of the mail: `Your sheet for Fall 1901 Movement is on file, but 1 line has a problem.`"""
        if not self.lines_read:
            nothing = any(each.found_nothing for each in self.sections)
            return NOTHING_FOUND if nothing else "Your mail has arrived."
        filed = [each.sheet for each in self.sections if each.sheet and any(answer.filed for answer in each.answers)]
        problems, waiting = self.count("problem"), self._waiting
        have = f"{counted(problems, 'line')} {'has a problem' if problems == 1 else 'have problems'}"
        if filed:
            what = f"Your sheet for {filed[0]} is on file" if len(filed) == 1 else "Your sheets are on file"
            return f"{what}, but {have}." if problems else f"{what}."
        if problems:
            answers = [answer for each in self.sections for answer in each.answers]
            if any(answer.became == "problem" and not answer.number for answer in answers):
                return "Your sheet has a problem and is not filed."
            others = any(answer.became in ("ok", "warning") and (answer.message or answer.filed) for answer in answers)
            return f"{have}. The rest is done." if others else f"{have}."
        if waiting:
            return ""
        shown = any(each.blocks for each in self.sections)
        said = any(answer.message for each in self.sections for answer in each.answers)
        return "Here is what you asked for." if shown and not said else "Done."

    @property
    def listed(self) -> tuple[Answer, ...]:
        """Those of its unread lines that are shown."""
        return self.unread[:UNREAD_LISTED]

    @property
    def title(self) -> str:
        """What the only thing is that is shown, where nothing else is told; else empty."""
        told = self.told
        shown = [block.title for section in told for block in section.blocks]
        said = any(section.notes or section.answers for section in told) or self.questions or self.unread
        return shown[0] if len(shown) == 1 and not said else ""

    @property
    def details(self) -> str:
        """`1 warning. 2 lines wait for your confirmation. 3 lines were not read as orders.` Empty if none are."""
        parts = []
        if warnings := self.count("warning"):
            parts.append(f"{counted(warnings, 'warning')}.")
        if waiting := self._waiting:
            parts.append(f"{counted(waiting, 'line')} {'waits' if waiting == 1 else 'wait'} for your confirmation.")
        if unread := self.count("unread"):
            parts.append(
                f"{counted(unread, 'line')} {'was not read as an order' if unread == 1 else 'were not read as orders'}."
            )
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Said:
    """The answer to one command: a sentence, and what is shown below the lines."""

    message: str = ""
    blocks: tuple[Block, ...] = ()
