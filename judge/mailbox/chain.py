"""Why lines of a mail wait for a code or are refused: two ordered chains of reasons, the first that holds decides.

`COMMAND_CHAIN` is asked of each command, `SHEET_CHAIN` of the lines of each sheet. Where no reason holds, the command
is executed and the sheet filed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from judge.commands.command import Command, Line, check, proved, trust_wanted
from judge.commands.request import NO_GAME, Request
from judge.commands.seats.sheet import clear, no_orders
from judge.games import tenures
from judge.games.lookup import LiveGame, phase_mismatch, sheet_of
from judge.identity.trust import Trust, Writer
from judge.letters.values import Answer
from judge.mail.values import Proof
from judge.mailbox.limits import TOO_MANY_LINES, Budget
from judge.mailbox.lines.beginnings import may_be_order
from judge.mailbox.lines.items import Item
from judge.mailbox.press_reply import held_back, is_asked_first
from judge.play.sanity_checks import not_alone
from judge.reading.sheet import SheetLine
from judge.rules.problems import Problem, refusal
from judge.rules.registry import UNUSABLE
from judge.rules.values import Sheet, only
from judge.store.tables import Game


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is told of lines that wait or are refused. `remarks`: those among them that were not meant for the game;
    `note`: what is said once of all; `left`: the lines that the reason does not keep.
    """

    answers: tuple[Answer, ...] = ()
    remarks: tuple[SheetLine, ...] = ()
    note: str = ""
    left: tuple[SheetLine, ...] = ()


DONE_AT_ONCE = Verdict()


# ---- commands


@dataclass(frozen=True)
class CommandFiling:
    """A command on its way. `text`: the line as it is repeated."""

    request: Request
    item: Item
    command: Command
    text: str

    @property
    def line(self) -> Line:
        return self.item.line

    @cached_property
    def writer(self) -> Writer:
        """The writer as far as they are proved for this line. Raises Refused."""
        return proved(self.request, self.command, self.line)

    @property
    def wanted(self) -> Trust:
        return trust_wanted(self.command, self.line)

    @property
    def answers_person(self) -> bool:
        return self.request.writer.press is not None

    def waits(self, why: str = "", *, sparable: bool = False) -> Verdict:
        """The line waits; Refused where no code would help. `why`: a mail with a KEY is asked about all the same."""
        request, command = self.request, self.command
        check(request, command.needs)
        if command.leads:
            hint = "Answer a mail of the game, with your KEY on a line of its own."
            raise refusal(f"{command.name.lower()}/proofs", "This needs two proofs that it is you.", hint=hint)
        told = " ".join(filter(None, (self.item.remark, command.foretell(request, self.line))))
        changes = sheet_of(request.game) if command in (clear, no_orders) and request.game else ""
        number = self.line.number
        return Verdict((Answer(number, self.text, "waiting", told, why, sparable=sparable, changes=changes),))

    def key_is_not_enough(self) -> str:
        """Why the KEY in the mail does not spare the code; empty where there is none."""
        writer, session = self.request.writer, self.request.session
        if Proof.KEY not in writer.proofs or self.answers_person:
            return ""
        answered = writer.answers
        game = session.get(Game, answered.game_id) if answered is not None and answered.game_id else None
        only = f" The letter that you answered is a proof for {game.name} only." if game is not None else ""
        return f"This needs two proofs that it is you. Your KEY is one.{only}"


def orders_in_press(filing: CommandFiling) -> Verdict | None:
    """A letter to others waits if it holds what may be meant for the judge."""
    if not filing.command.reaches_others or filing.request.writer.has_sent_code:
        return None
    held = held_back(filing.request, filing.command, filing.line)
    return Verdict((Answer(filing.line.number, filing.text, "waiting", *held),)) if held is not None else None


def other_phase(filing: CommandFiling) -> None:
    """A command about the open phase is refused in an answer to a mail of an earlier one (fault C7)."""
    if not filing.command.of_phase:
        return
    request = filing.request
    request.settle_game()
    here = request.opened()
    meant = request.meant_phase(here) if here is not None else ""
    if here is not None and meant not in ("", here.row.label):
        hint = f"Answer the newest mail of the game, or write PHASE {here.row.label} on a line above."
        message = f"{phase_mismatch(request.session, here.game, meant, here.row.label)} Nothing was done."
        raise refusal("phase/other", message, hint=hint)


def has_code(filing: CommandFiling) -> Verdict | None:
    """What its writer has sent a code for is done."""
    return DONE_AT_ONCE if filing.writer.has_sent_code else None


def always_asked(filing: CommandFiling) -> Verdict | None:
    return filing.waits("I always ask for a code before I do this.") if filing.command.asks_always else None


def asked_for_its_words(filing: CommandFiling) -> Verdict | None:
    """A line waits that somebody who wants no such thing may write, too."""
    if not filing.item.asks:
        return None
    if filing.writer.with_key.trust < filing.wanted:
        return filing.waits(filing.key_is_not_enough())
    keyed = "" if filing.writer.trust >= filing.wanted else ", and your KEY on another"
    alone = f"{filing.command.name} {filing.line.rest}".strip()
    return filing.waits(f"Without a code: write {alone} alone on a line{keyed}.")


def said_to_a_person(filing: CommandFiling) -> Verdict | None:
    """In an answer to press, what would change something may only be talked about."""
    return filing.waits() if filing.answers_person and is_asked_first(filing.command) else None


def not_proved(filing: CommandFiling) -> Verdict | None:
    if filing.writer.trust >= filing.wanted:
        return None
    return filing.waits(filing.key_is_not_enough(), sparable=filing.writer.with_key.trust >= filing.wanted)


CommandRule: TypeAlias = Callable[[CommandFiling], Verdict | None]
COMMAND_CHAIN: tuple[CommandRule, ...] = (
    orders_in_press,
    other_phase,
    has_code,
    always_asked,
    asked_for_its_words,
    said_to_a_person,
    not_proved,
)


def verdict_on_command(filing: CommandFiling) -> Verdict:
    """Return the verdict of the first reason that holds. Raises Refused where no code would help."""
    return next((verdict for rule in COMMAND_CHAIN if (verdict := rule(filing)) is not None), DONE_AT_ONCE)


# ---- sheets


@dataclass(frozen=True, slots=True)
class SheetFiling:
    """The lines of a sheet on their way, for the game and the role that the mail speaks of. `here`, `role`: None and
    empty where there is no such role, and `refused` says why. `lines_read`: of this mail's sheets, before these.
    """

    request: Request
    lines: tuple[SheetLine, ...]
    budget: Budget
    lines_read: int
    here: LiveGame | None
    role: str = ""
    refused: Problem | None = None


def no_role(filing: SheetFiling) -> Verdict | None:
    """Lines that are no commands, from somebody who can have no sheet: words misspelled, or a letter to a human.

    Why they cannot be orders is said once, and not at all to one who has never had a game that they could be for.
    """
    why, lines, request = filing.refused, filing.lines, filing.request
    if why is None:
        return None
    if why.code == NO_GAME and not tenures.has_sat(request.session, request.player.id):
        return Verdict(remarks=lines)
    meant = next((line for line in lines if why.code == UNUSABLE or may_be_order(line.text)), None)
    told = (Answer.refusal(meant.number, meant.text, why),) if meant is not None else ()
    return Verdict(told, tuple(line for line in lines if line is not meant))


def went_to_others(filing: SheetFiling) -> Verdict | None:
    """Where orders count only if they come to the judge alone, none do that went to another player."""
    request, here = filing.request, filing.here
    if here is None or not (why := not_alone(request.session, here, request.player, request.mail.others)):
        return None
    reading = here.system.read(here.view(only(filing.role)), filing.role, Sheet(filing.lines, {}))
    meant = [line for line in filing.lines if line.number in reading.lines_meant]
    told = tuple(Answer.refusal(line.number, line.text, why) for line in meant)
    return Verdict(told, tuple(line for line in filing.lines if line not in meant))


def answers_person(filing: SheetFiling) -> Verdict | None:
    """Only what takes effect at once is left of a sheet in an answer to a person, and waits."""
    writer = filing.request.writer
    return _all_wait(filing) if writer.press is not None and not writer.has_sent_code else None


def too_many_lines(filing: SheetFiling) -> Verdict | None:
    """More lines than are read unasked within an hour wait."""
    count, has_code = filing.lines_read + len(filing.lines), filing.request.writer.has_sent_code
    if filing.budget.reads(count, is_confirmed=has_code):
        return None
    return _all_wait(filing, TOO_MANY_LINES, sparable=True)


def _all_wait(filing: SheetFiling, note: str = "", *, sparable: bool = False) -> Verdict:
    waiting = (Answer(line.number, line.text, "waiting", "", sparable=sparable) for line in filing.lines)
    return Verdict(tuple(waiting), note=note)


SheetRule: TypeAlias = Callable[[SheetFiling], Verdict | None]
SHEET_CHAIN: tuple[SheetRule, ...] = (no_role, went_to_others, answers_person, too_many_lines)


def verdict_on_sheet(filing: SheetFiling) -> Verdict:
    """Return what the reasons that hold say, and the lines that are left to be filed: each reason decides about those
    that the reasons before it have left.
    """
    told = Verdict(left=filing.lines)
    for rule in SHEET_CHAIN:
        verdict = rule(replace(filing, lines=told.left)) if told.left else None
        if verdict is not None:
            answers, remarks = (*told.answers, *verdict.answers), (*told.remarks, *verdict.remarks)
            told = Verdict(answers, remarks, verdict.note, verdict.left)
    return told
