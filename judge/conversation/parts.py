"""The sections of a transcript while they grow: what became of the lines for each game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from judge.commands.request import Request
from judge.conversation.line_faults import NOT_SHOWN, LineFaults
from judge.games.current import Current
from judge.letters.values import Answer, Block, Section
from judge.mail.values import TextLine
from judge.phases import sheets
from judge.store.tables import Game


@dataclass
class Part:
    """What is told of one game's lines. `filed`: role -> its game after the sheet, to be shown at the end."""

    notes: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    filed: dict[str, Current] = field(default_factory=dict)

    def tell_below(self, heading: Answer) -> None:
        """What a heading was refused for is told once: with the first line below it, where that is refused for it."""
        below = next((each for each in self.answers if each.number > heading.number), None)
        if heading in self.answers and below is not None and below.message == heading.message:
            self.answers.remove(heading)
            told = f"{below.message} Nothing below {heading.text.strip()} was filed."
            self.answers[self.answers.index(below)] = replace(below, message=told)

    def copy(self) -> Part:
        return Part([*self.notes], [*self.answers], [*self.blocks], {**self.filed})


@dataclass
class Page:
    """A transcript while it is written. `parts`: game's name (empty for none) -> what is told of it; `offered`: what is
    told of words to a person; `passed_over`: the lines that were not taken for orders.
    """

    parts: dict[str, Part] = field(default_factory=dict)
    offered: list[Answer] = field(default_factory=list)
    passed_over: list[TextLine] = field(default_factory=list)

    def part(self, game: Game | None, named: str = "") -> Part:
        """Where what becomes of a line is told: below the game that it has `named`, or that the mail is about."""
        return self.parts.setdefault(named or (game.name if game else ""), Part())

    @property
    def waits(self) -> bool:
        """Does a line wait for a code?"""
        return any(answer.became == "waiting" for part in self.parts.values() for answer in part.answers)

    def copy(self) -> Page:
        parts = {name: part.copy() for name, part in self.parts.items()}
        return Page(parts, [*self.offered], [*self.passed_over])


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

        def show(here: Current = here, role: str = role) -> None:
            shown = sheets.file_block(request.session, here, role)
            # SHOW or NO ORDERS in the same mail may have shown what was there before.
            at = next((at for at, each in enumerate(blocks) if each.title == shown.title), len(blocks))
            blocks[at : at + 1] = [shown]

        if faults is None:
            show()
        elif trace := faults.raises(show, keep=True):
            notes.append(NOT_SHOWN)
            faults.note(0, trace)
    answers = sorted(part.answers, key=lambda each: each.number)
    return Section(name, tuple(notes), tuple(answers), tuple(blocks), due, _title(request, name), sheet)


def _title(request: Request, name: str) -> str:
    """What one of the writer's games is called beside its name; empty if it is called nothing else."""
    game = request.game if request.game is not None and request.game.name == name else None
    if game is None and name:
        game = next((each for each in request.every_game() if each.name == name), None)
    return f"{game.title} ({name})" if game is not None and game.title not in ("", name) else ""
