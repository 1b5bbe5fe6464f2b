"""A player's lines as a plan, a ballot, a move or a gift (rulings R1 to R3), and what is wrong with them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import ClassVar

from typing_extensions import override

from judge.reading.faults import fault_of, in_brackets
from judge.reading.grammar import Node
from judge.reading.lexer import PLAYER, Text
from judge.reading.sheet import Line, SheetLine, Statement, Stray, Verdict
from judge.rules.notes import and_the_old
from judge.rules.pirates.canonical import (
    BALLOT,
    GIFT,
    MOVE,
    MOVES,
    NO,
    PLAN,
    STAYS,
    YES,
    Plan,
    print_ballot,
    print_plan,
)
from judge.rules.pirates.names import reader_of
from judge.rules.pirates.state import CLOSING, DISTRIBUTION, GARNET_WORTH, ROOMS, VOTING
from judge.rules.pirates.view import PirateView
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.prose import listed
from judge.rules.values import LineRead, Reading, Sheet

A_SHARE = "Write a name and an amount: ANNA 3"
A_VOTE = "Write a name and yes or no: ANNA yes"
A_GIFT = "Write: GIVE TOKEN and a name"
_TOO_EARLY = "The vote comes when all plans are in. I have read the share alone, here and below"
_LEFT, _EQUAL = "what is left", "the rest in equal parts to all not named"
_NO_LINE = SheetLine(0, "")
_PLAIN = ("not-now", "same-room", "no-move", "too-few-garnets")
"""The codes of problems of lines that are plain, and not allowed."""
_HINTS = {DISTRIBUTION: A_SHARE, VOTING: A_VOTE}


def read_sheet(view: PirateView, sheet: Sheet) -> Reading:
    """Return what the lines mean in the phase at hand."""
    readers: Mapping[str, type[LinesReader]] = {DISTRIBUTION: PlanReader, VOTING: BallotReader} if view.player else {}
    return readers.get(view.stage, GiftReader)(view, sheet).read()


@dataclass
class LinesReader(ABC):
    """Reads the lines of one player in one kind of phase. `unclear`: whether one was meant, and cannot be read;
    `files`: the parts that it can file, first the one that is wanted.
    """

    view: PirateView
    sheet: Sheet
    lines: list[LineRead] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)
    unclear: bool = False
    files: ClassVar[tuple[str, ...]]
    between: ClassVar[str] = "; "

    def __post_init__(self) -> None:
        """All players can be named in the closing phase, and those of the room before."""
        self.room = self.view.players if self.view.stage == CLOSING else self.view.room
        strangers = tuple(name for name in self.view.players if name not in self.room)
        self.reader = reader_of(self.view.player, self.room, strangers)

    @abstractmethod
    def take(self, node: Node, line: Line) -> tuple[str, str]:
        """Take note of a statement. Return its meaning and its part. Raises Refused: nothing of its line is kept."""

    @abstractmethod
    def parts(self) -> Iterator[tuple[str, str]]:
        """Yield what the lines file: (part, text). Raises Refused if they make no whole."""

    def read(self) -> Reading:
        """Return what the lines file, and what was wrong with them."""
        self._read_lines()
        filed, found, notes = self.sheet.filed, dict[str, str](), []
        try:
            found.update(self.parts())
        except Refused as refused:
            self.tell(refused, f"I have not kept the {self.files[0]}. ")
        for part in self.files:
            old, new = filed.get(part, ""), found.get(part, "")
            if old and new and old != new:
                notes.append(and_the_old(f"This {part} replaces your earlier one.", old, new))
            elif old and not new and self.problems:
                notes.append(f"Your earlier {part} stands.")
        lines = tuple(each if each.part in found else replace(each, part="") for each in self.lines)
        written = bool((dict(filed) | found).get(self.files[0]))
        return Reading(found, (), written, lines, tuple(self.problems), tuple(notes), remarks=tuple(self.remarks))

    def _read_lines(self) -> None:
        for line in self.reader.read(self.sheet.lines):
            if line.verdict is Verdict.REMARK:
                self.remarks.append(line.line)
                continue
            before = {name: copy(each) if isinstance(each, dict | list) else each for name, each in vars(self).items()}
            try:
                if line.verdict is not Verdict.READ:
                    raise self._fault_of(line)
                said, parts = zip(*(self._taken(statement, line) for statement in line.statements), strict=True)
                self.lines.append(LineRead(line.line.number, line.line.text, self.between.join(said), parts[-1]))
            except Refused as refused:
                vars(self).update(before)
                self.unclear = self.unclear or refused.problem.code not in _PLAIN
                self.tell(refused, line=line.line)

    def tell(self, refused: Refused, above: str = "", line: SheetLine = _NO_LINE, *, warning: bool = False) -> None:
        """Tell the writer what is wrong with a line, or with all lines together. `above`: what is said before it."""
        wrong = refused.problem
        code, said = wrong.code if "/" in wrong.code else f"pirates/{wrong.code}", f"{above}{wrong.message}."
        self.problems.append(replace(wrong, code=code, message=said, line=line.number, text=line.text, warning=warning))

    def note_twice(self, name: str, before: object, now: object, line: Line) -> None:
        """Tell the writer if a line that counts says something else than one above it."""
        if before not in (None, "", now):
            self.tell(refusal("named-twice", f"{name} had {before} above; {now} counts"), line=line.line, warning=True)

    def names_of(self, node: Node) -> tuple[str, ...]:
        """Return the players whom a part of a statement names, each once. Raises Refused."""
        found: list[str] = []
        for leaf in node.walk():
            if leaf.name == "SEVERAL":
                raise Refused(Problem("ambiguous", "That could be several players", readings=leaf.value))
            if leaf.name == "STRANGER":
                raise self.nobody(str(leaf.value))
            if leaf.name in (PLAYER, "OWN", "SELF"):
                found.append(self.view.player if leaf.name == "SELF" else str(leaf.value))
        return tuple(dict.fromkeys(found))

    def nobody(self, name: str, near: Sequence[str] = ()) -> Refused:
        """Return that nobody is called so."""
        where = "in this match" if self.view.stage == CLOSING else "in your room"
        hint = f"Did you mean {near[0]}?" if near else f"{where.capitalize()}: {', '.join(self.room)}."
        return refusal("no-such-player", f"Nobody {where} is called {name}", hint)

    def _taken(self, statement: Statement, line: Line) -> tuple[str, str]:
        if statement.stray is not None:
            raise refusal(*in_brackets(statement))
        return self.take(statement.node.children[0], line)

    def _fault_of(self, line: Line) -> Refused:
        """Return what to tell of a line that was not read."""
        stray = line.stray or Stray(line.stopped)
        text = Text(stray.piece, self.reader.lexicon, self.reader.names)
        if "VERDICT" in text.edges[0]:  # whose vote it was stands before it
            text = Text(line.line.text, self.reader.lexicon, self.reader.names)
        called = next((token for edges, token in zip(text.edges, text.tokens, strict=False) if "NOBODY" in edges), None)
        if called is not None:
            return self.nobody(called.text, self.reader.names.nearly(called))
        hint = _HINTS.get(self.view.stage, A_GIFT) if not stray.is_doubt else "Write what shall count in any case."
        return refusal(*fault_of(line, "", hint, self.reader))


@dataclass
class PlanReader(LinesReader):
    """Reads a plan. `rest`: gold for each player who is not named; `own_too`: the writer as well; `heir`: who gets what
    is left, or _EQUAL; `among`: those who share it equally, where it says so.
    """

    given: dict[str, int] = field(default_factory=dict)
    rest: int | None = None
    own_too: bool = False
    garnets: int = 0
    heir: str = ""
    among: tuple[str, ...] = ()
    files = (PLAN,)
    between = ", "

    @override
    def parts(self) -> Iterator[tuple[str, str]]:
        if self.given or self.rest is not None or self.heir or self.garnets:
            yield PLAN, print_plan(Plan(self._shares(), self.garnets))

    @override
    def take(self, node: Node, line: Line) -> tuple[str, str]:
        if node.name in ("votes", "move", "stay", "gift") or (node.name == "marked" and len(line.statements) > 1):
            raise refusal("not-now", "Plans are wanted now, and votes, moves and gifts come later")
        if node.name == "and_so_on":
            raise refusal("no-share", "I cannot tell what the dots stand for", "Write what each of them gets.")
        if node.name == "marked":
            if all(each.code != "pirates/too-early" for each in self.problems):
                self.tell(refusal("too-early", _TOO_EARLY), line=line.line, warning=True)
            return self._share(node, line), PLAN
        if node.name == "shares":
            return ", ".join(self._share(each, line) for each in node.children), PLAN
        if node.name == "garnet":
            return self._garnets(next(each.value for each in node.children if each.name == "NUMBER")), PLAN
        if node.name == "total":
            return "what it adds up to", PLAN
        who, names = node.get("who"), node.get("names")
        heir = _EQUAL if node.name == "equal" else self.names_of(who)[0] if who is not None else self.view.player
        if self.heir not in ("", heir):
            raise refusal("named-twice", "Another line says who gets what is left", A_SHARE)
        self.heir = heir
        self.note_twice(heir, self.given.get(heir), _LEFT, line)
        if names is not None:
            self.among = tuple(self.names_of(names))
            return f"the rest in equal parts to {listed(self.among)}", PLAN
        return _EQUAL if heir == _EQUAL else f"{heir}: {_LEFT}", PLAN

    def _share(self, node: Node, line: Line) -> str:
        amount = next((each.value for each in node.walk() if each.name == "GOLD"), 0)  # `nothing for Bob`
        if amount is None:
            raise refusal("not-whole", "Gold comes in whole numbers, and in no such number", A_SHARE)
        whom = node.get("whom") or node.get("getters")
        if whom is not None and whom.children[0].name in ("others", "everyone"):
            self.note_twice("Each not named", self.rest, amount, line)
            self.rest, self.own_too = amount, whom.get("everyone") is not None
            return f"{amount} to each player not named{', you too' if self.own_too else ''}"
        names = self.names_of(whom) if whom is not None else (self.view.player,)
        if (node.get("EACH") or node.get("PER")) and len(names) == 1:
            raise refusal("no-share", "I cannot tell who each of them is", A_SHARE)
        for name in names:
            self.note_twice(name, _LEFT if name == self.heir else self.given.get(name), amount, line)
            self.heir = "" if name == self.heir else self.heir
            self.given[name] = amount
        return ", ".join(f"{name}: {amount}" for name in names)

    def _garnets(self, number: int | None) -> str:
        wanted = f"{'too many' if number is None else number} garnet{'' if number == 1 else 's'}"
        if number is None or number > self.view.garnets:
            raise refusal("too-few-garnets", f"That takes {wanted}, and you have {self.view.garnets or 'none'}")
        self.garnets = number
        return f"{wanted} in the plan"

    def _shares(self) -> Mapping[str, int]:
        """Return what each player of the room gets. Raises Refused if that is no whole plan."""
        room, own, heir = self.view.room, self.view.player, self.heir
        if not self.given and self.rest is None and not (heir and len(room) == 1):
            what = "It gives nobody else anything" if heir else "Garnets belong to a plan, in the same mail"
            raise refusal("no-share", what, "Write what the others get: give 4 to the others")
        if heir and self.unclear:  # what that line was to give would go to somebody else
            raise refusal("rest-unsure", "It shares out the rest, and one of its lines is unclear")
        named = {name: amount for name, amount in self.given.items() if name != heir}
        if twice := next((name for name in self.among if name in named), ""):
            raise refusal("named-twice", f"{twice} would get a share, and a part of what is left", A_SHARE)
        unnamed = (name for name in room if name != own or self.own_too)
        others = [name for name in self.among or unnamed if name not in (*named, heir)]
        shares = dict.fromkeys(room, 0) | dict.fromkeys(others, self.rest or 0) | named
        worth = GARNET_WORTH * self.garnets
        needed = self.view.package + worth
        left = needed - sum(shares.values())
        if heir == _EQUAL:
            if self.rest is not None or not others or left < 0 or left % len(others):
                uneven = f"{left} gold cannot go in equal parts to {len(others)} others"
                raise refusal("uneven", uneven, "Write what each of them gets.")
            return shares | dict.fromkeys(others, left // len(others))
        if heir and left >= 0:
            return shares | {heir: left}
        if left:
            what = f" (the package holds {self.view.package}, the garnets add {worth})" if worth else ""
            more = f"{left} more must be given" if left > 0 else f"that is {-left} too many"
            found = f"It adds up to {needed - left}, and must add up to {needed}{what}: {more}"
            hint = "EVERYONE is you, too, and THE OTHERS is not." if self.own_too else ""
            raise refusal("wrong-sum", found, hint)
        return shares


@dataclass
class BallotReader(LinesReader):
    """Reads a ballot and a move. `rest`: the vote on all whom no other line names."""

    votes: dict[str, str] = field(default_factory=dict)
    rest: str = ""
    move: str = ""
    files = (BALLOT, MOVE)

    @override
    def parts(self) -> Iterator[tuple[str, str]]:
        if self.move:
            yield MOVE, self.move
        if self.votes or self.rest:
            yield BALLOT, print_ballot(self._ballot())

    @override
    def take(self, node: Node, line: Line) -> tuple[str, str]:
        if node.name == "marked":
            return self._vote(node, line), BALLOT
        if node.name == "votes":
            return "; ".join(self._vote(each, line) for each in node.children), BALLOT
        if node.name == "total":
            return "what the package holds: it means nothing here", ""
        if node.name in ("move", "stay"):
            return self._moved(node), MOVE
        raise refusal(
            "not-now", "Votes and moves are wanted now. It is too late for plans, and too early for gifts", A_VOTE
        )

    def _ballot(self) -> Mapping[str, str]:
        """Return the vote on each plan. Raises Refused if some are left out, or the ballot is out of balance."""
        ballot = {name: self.votes.get(name, self.rest) for name in self.view.room}
        yes, no = (list(ballot.values()).count(verdict) for verdict in (YES, NO))
        half, odd = divmod(len(ballot), 2)
        why, hint = f"It has {yes} yes, {no} no", f"You vote on all {len(ballot)} plans."
        if self.rest and self.unclear:  # who stands in that line is not among the rest
            raise refusal("rest-unsure", "It says REST, and one of its lines is unclear")
        if left := [name for name, verdict in ballot.items() if not verdict]:
            why = f"{why}, and nothing on {', '.join(left)}"
        elif (over := max(yes, no) - half - odd) > 0:
            hint = f"Turn {over} {'yes into no' if yes > no else 'no into yes'} to balance it."
        else:
            return ballot
        wanted = f"{half} of one and {half + 1} of the other" if odd else f"{half} yes and {half} no"
        raise refusal("unbalanced-ballot", f"{why}. It needs {wanted}", hint)

    def _vote(self, node: Node, line: Line) -> str:
        verdict = str(next(each.value for each in node.children if each.name in ("VERDICT", "SIDE_VOTE")))
        whom = next(each for each in node.children if each.name in ("whom", "ballot"))
        names = self.names_of(whom)
        seps = [each for each in whom.children[0].children if each.name == "sep"]
        if node.start and seps and whom.name == "whom" and not any(each.get("AND") for each in seps):
            # `A yes, Bob, C yes` may have forgotten what Bob gets.
            raise refusal(
                "no-vote", f"I cannot tell whether {verdict} is for {listed(names)}", "Say AND before the last."
            )
        if not names:
            self.note_twice("The rest", self.rest, verdict, line)
            self.rest = verdict
        for name in names:
            self.note_twice(name, self.votes.get(name), verdict, line)
            self.votes[name] = verdict
        return f"{listed(names) or 'all not named'}: {verdict}"

    def _moved(self, node: Node) -> str:
        number = next((each.value for each in node.walk() if each.name == "NUMBER"), None)
        if number == self.view.room_number or number not in (None, *ROOMS):
            raise refusal("same-room", f"You are in room {self.view.room_number}", "MOVE leaves it, and STAY does not.")
        if node.name == "move" and self.view.no_move:
            raise refusal("no-move", self.view.no_move)
        self.move = MOVES if node.name == "move" else STAYS
        return "you move to the other room" if node.name == "move" else "you stay in your room"


@dataclass
class GiftReader(LinesReader):
    """Reads to whom the token goes, and the lines of those who may write nothing."""

    to: str = ""
    files = (GIFT,)

    @override
    def parts(self) -> Iterator[tuple[str, str]]:
        if self.to:
            yield GIFT, self.to

    @override
    def take(self, node: Node, line: Line) -> tuple[str, str]:
        if not self.view.player or self.view.stage != CLOSING:
            raise refusal("not-now", "The match is over" if self.view.player else "You are not one of the players")
        if not self.view.gives_token:
            raise refusal("no-token", "You have no token to give away")
        if node.name != "gift":
            raise refusal("no-gift", "I cannot read that", A_GIFT)
        (named,) = (each for each in node.children if each.name in ("names", "WORD"))
        names = self.names_of(named)
        if not names:
            raise self.nobody(str(named.value))
        if len(names) > 1 or names[0] == self.view.player:
            raise refusal("own-token", "The token goes to one other player", A_GIFT)
        self.to = names[0]
        return f"the token goes to {self.to}", GIFT
