"""What is told of a mail's lines while they are executed, as values: what a faulty line has told is gone with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from judge.commands.request import Request
from judge.games.lookup import LiveGame
from judge.letters.values import Answer, Block, Section
from judge.mail.values import TextLine
from judge.mailbox.line_faults import NOT_SHOWN, LineFaults
from judge.play import sheets
from judge.store.tables import Game


@dataclass(frozen=True, slots=True)
class Part:
    """What is told of one game's lines. `filed`: role -> its game after the sheet, to be shown at the end.
    `held_open`: the game waits until a line of the sheet is mended.
    """

    notes: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    blocks: tuple[Block, ...] = ()
    filed: Mapping[str, LiveGame] = field(default_factory=dict)
    held_open: bool = False

    def followed_by(self, more: Part) -> Part:
        return Part(
            (*self.notes, *more.notes),
            (*self.answers, *more.answers),
            (*self.blocks, *more.blocks),
            {**self.filed, **more.filed},
            self.held_open or more.held_open,
        )

    def below(self, heading: Answer, headings: Collection[Answer]) -> Part:
        """The same with what a heading was refused for told once: with the first line below it, where that is refused
        for it. `headings`: all that were refused.
        """
        first = next((each for each in self.answers if each.number > heading.number), None)
        if heading not in self.answers or first is None or first in headings or first.code != heading.code:
            return self
        told = replace(first, message=f"{first.message} Nothing below {heading.text.strip()} was filed.")
        return replace(self, answers=tuple(told if each is first else each for each in self.answers if each != heading))


@dataclass(frozen=True, slots=True)
class Page:
    """A transcript while it is written. `parts`: game's name (empty for none) -> what is told of it. `offered`: what is
    told of words to a person; `passed_over`: the lines that were not taken for orders; `lines`: how many lines of
    sheets were read.
    """

    parts: Mapping[str, Part] = field(default_factory=dict)
    offered: tuple[Answer, ...] = ()
    passed_over: tuple[TextLine, ...] = ()
    lines: int = 0

    def part(self, name: str) -> Part:
        return self.parts.get(name, Part())

    def telling(self, name: str, part: Part) -> Page:
        """The same with this told, too, of a game's lines."""
        return self.having(name, self.part(name).followed_by(part))

    def having(self, name: str, part: Part) -> Page:
        """The same with this as all that is told of a game's lines."""
        return replace(self, parts={**self.parts, name: part})

    @property
    def waits(self) -> bool:
        """Whether a line waits for a code."""
        return any(answer.became == "waiting" for part in self.parts.values() for answer in part.answers)


def name_of(game: Game | None) -> str:
    """Return by which name what is told of a game stands on the page."""
    return game.name if game is not None else ""


def section_of(request: Request, faults: LineFaults | None, name: str, part: Part) -> Section:
    """The part as it is told, with what is on file after it. `faults`: of a mail that is read with care."""
    notes, blocks = list(part.notes), list(part.blocks)
    due = sheet = ""
    for role, here in part.filed.items():
        if here.game.status not in ("active", "paused") or role not in here.phase.roles:
            continue
        if not sheets.nothing_to_file(request.session, here, role):
            due = sheets.due(here, request.player, request.now)
        sheet = here.phase.title

        def show(here: LiveGame = here, role: str = role) -> None:
            block = sheets.file_block(request.session, here, role)
            # SHOW or NO ORDERS in the same mail may have shown what was there before.
            at = next((at for at, each in enumerate(blocks) if each.sheet == block.sheet), len(blocks))
            blocks[at : at + 1] = [block]

        if faults is None:
            show()
        elif trace := faults.trace_of(show):
            notes.append(NOT_SHOWN)
            faults.note(0, trace)
    answers = tuple(sorted(part.answers, key=lambda each: each.number))
    return Section(name, tuple(notes), answers, tuple(blocks), due, _title(request, name), sheet)


def _title(request: Request, name: str) -> str:
    """What one of the writer's games is called beside its name; empty if it is called nothing else."""
    game = request.game if request.game is not None and request.game.name == name else None
    if game is None and name:
        game = next((each for each in request.every_game() if each.name == name), None)
    return f"{game.title} ({name})" if game is not None and game.title not in ("", name) else ""
