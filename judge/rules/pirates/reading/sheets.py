"""A player's sheet, in whatever phase: what it puts on file, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override

from judge.reading.grammar import Node
from judge.reading.sheet import Line, SheetLine, Verdict
from judge.rules.pirates.canonical import GIFT
from judge.rules.pirates.reading.ballots import BallotReader
from judge.rules.pirates.reading.lines import A_GIFT, LinesReader, Unclear, nobody, reader_for
from judge.rules.pirates.reading.plans import PlanReader
from judge.rules.pirates.state import CLOSING, DISTRIBUTION, VOTING
from judge.rules.pirates.view import PirateView
from judge.rules.values import Reading, Sheet


def read_sheet(view: PirateView, sheet: Sheet) -> Reading:
    """Return what the lines mean in the phase at hand."""
    if view.player and view.stage == DISTRIBUTION:
        return PlanReader(view, sheet).read()
    return BallotReader(view, sheet).read() if view.player and view.stage == VOTING else GiftReader(view, sheet).read()


def is_attempt(view: PirateView, line: str) -> bool:
    """Tell whether a line was meant for the match."""
    return reader_for(view).read_line(SheetLine(1, line)).verdict is not Verdict.REMARK


@dataclass
class GiftReader(LinesReader):
    """Reads to whom the token goes, and the lines of those who may write nothing."""

    to: str = ""

    def read(self) -> Reading:
        """Return the gift of the last line."""
        self.read_lines()
        before, parts = self.sheet.filed.get(GIFT, ""), {GIFT: self.to} if self.to else {}
        notes = (f"Before, the token was to go to {before}.",) if self.to and before not in ("", self.to) else ()
        lines = self.lines_read("; ", lambda _: GIFT)
        written = bool(self.to or before)
        return Reading(parts, (), written, lines, tuple(self.problems), notes, remarks=tuple(self.remarks))

    @override
    def take(self, node: Node, line: Line) -> str:
        if not self.view.player or self.view.stage != CLOSING:
            raise Unclear("not-now", "The match is over" if self.view.player else "You are not one of the players")
        if not self.view.gives_token:
            raise Unclear("no-token", "You have no token to give away")
        if node.name != "gift":
            raise Unclear("no-gift", "I cannot read that", A_GIFT)
        named, word = node.get("names"), node.get("WORD")
        if named is None:
            raise nobody(self.view, str(word.value) if word is not None else "")
        names = self.names_of(named)
        if len(names) > 1 or names[0] == self.view.player:
            several = ("one-only", "There is one token to give, to one player")
            raise Unclear(*(several if len(names) > 1 else ("own-token", "The token is for another player")))
        self.to = names[0]
        return f"the token goes to {self.to}"
