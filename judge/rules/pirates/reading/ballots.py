"""A ballot and a move as people write them (rulings R2 and R3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from typing_extensions import override

from judge.reading.grammar import Node
from judge.reading.lexer import PLAYER
from judge.reading.sheet import Line
from judge.rules.pirates.canonical import BALLOT, MOVE, MOVES, STAYS, YES, print_ballot
from judge.rules.pirates.reading.lines import A_VOTE, LinesReader, Unclear, kinds_on, reader_for
from judge.rules.pirates.state import ROOMS
from judge.rules.problems import Problem
from judge.rules.values import Reading
from judge.rules.words.lines import and_the_old
from judge.rules.words.prose import listed

_BEFORE_A_MOVE = frozenset(("and", "also", "please", "pls", "bitte", "svp", "so", "then", "hi", "judge", "captain"))
_LOOSE = frozenset(("VERDICT", "MOVE", "STAY"))


def fault(ballot: Mapping[str, str], room: Sequence[str]) -> Problem | None:
    """What keeps a ballot from being valid: the count, and what would balance it."""
    yes = sum(verdict == YES for verdict in ballot.values())
    no = len(ballot) - yes
    count = f"{yes} yes, {no} no"
    half = len(room) // 2
    wanted = f"{half} yes and {half} no" if len(room) % 2 == 0 else f"{half} of one and {half + 1} of the other"
    left = [name for name in room if name not in ballot]
    if left:
        message = f"I have not kept the ballot: {count}, and nothing on {', '.join(left)}."
        hint = f"You vote on all {len(room)} plans: {wanted}."
        return Problem("pirates/incomplete-ballot", message, hint=hint)
    most = len(room) - half
    over, kind, other = (yes - most, "yes", "no") if yes > no else (no - most, "no", "yes")
    if over <= 0:
        return None
    message = f"I have not kept the ballot: {count}. It needs {wanted}."
    hint = f"Turn {over} {kind} into {other} to balance it."
    return Problem("pirates/unbalanced-ballot", message, hint=hint)


@dataclass
class BallotReader(LinesReader):
    """Reads a ballot. `rest`: the vote on all whom no other line names; `moving`: numbers of lines about a move."""

    votes: dict[str, str] = field(default_factory=dict)
    rest: str = ""
    move: str = ""
    moving: dict[int, str] = field(default_factory=dict)

    def read(self) -> Reading:
        """Return the ballot that the lines make, whole or not at all, and the move."""
        self.read_lines()
        room, filed, parts = self.view.room, self.sheet.filed, {MOVE: self.move} if self.move else {}
        voted, before = bool(self.votes or self.rest), filed.get(BALLOT, "")
        if self.rest:  # who stands in a vote that was not read is not among all those who are not named
            named = self.votes.keys() | self._unread()
            self.votes |= {name: self.rest for name in room if name not in named}
        wrong = fault(self.votes, room) if voted else None
        self.problems += [wrong] if wrong is not None else []
        moved = filed.get(MOVE, self.move) if self.move else ""
        notes = [f"This replaces your earlier {moved}."] if moved != self.move else []
        if voted and wrong is None:
            parts[BALLOT] = text = print_ballot({name: self.votes[name] for name in room})
            said = "This ballot replaces your earlier one."
            notes += [and_the_old(said, before, text)] if before not in ("", text) else []
        elif voted and before:
            notes = ["Your earlier ballot stands."]
        lines = self.lines_read("; ", lambda at: MOVE if at in self.moving else BALLOT if BALLOT in parts else "")
        written = bool(parts.get(BALLOT) or before)
        return Reading(parts, (), written, lines, tuple(self.problems), tuple(notes), remarks=tuple(self.remarks))

    @override
    def take(self, node: Node, line: Line) -> str:
        self._check_loose(line)
        if node.name == "marked":
            return self._vote(node, line)
        if node.name == "votes":
            return "; ".join(self._vote(each, line) for each in node.children)
        if node.name == "total":
            return "what the package holds: it means nothing here"
        if node.name in ("move", "stay"):
            return self._moved(node, line)
        if node.name == "gift":
            raise Unclear("not-now", "The token is given at the end of the match")
        raise Unclear("not-now", "That reads like a plan, and it is too late for plans", "Vote on them: ANNA yes")

    def _vote(self, node: Node, line: Line) -> str:
        verdict = str(next(each.value for each in node.children if each.name in ("VERDICT", "SIDE_VOTE")))
        whom = next(each for each in node.children if each.name in ("whom", "ballot"))
        names = self.names_of(whom)
        seps = [each for each in whom.children[0].children if each.name == "sep"]
        if node.start and seps and whom.name == "whom" and not any(each.get("AND") for each in seps):
            # `A yes, Bob, C yes` may have forgotten what Bob gets.
            raise Unclear(
                "no-vote", f"I cannot tell whether {verdict} is for {listed(names)}", "Write AND before the last."
            )
        if not names and self.rest not in ("", verdict):
            self.warn("voted-twice", f"The rest had {self.rest} above; {verdict} counts.", line)
        for name in names:
            if self.votes.get(name, verdict) != verdict:
                self.warn("voted-twice", f"{name} had {self.votes[name]} above; {verdict} counts.", line)
            self.votes[name] = verdict
        self.rest = self.rest if names else verdict
        return f"{listed(names) or 'all not named'}: {verdict}"

    def _moved(self, node: Node, line: Line) -> str:
        number = node.get("NUMBER")
        clause: list[str] = []
        for _, token in kinds_on(self.view, line.line.text)[: node.start]:
            clause = [*clause, token.word] if token.shape == "word" else []
        if not _BEFORE_A_MOVE.issuperset(clause) or (number is not None and number.value not in ROOMS):
            raise Unclear("no-vote", "I cannot tell whether you want to move", "Write MOVE or STAY alone on a line.")
        if number is not None and number.value == self.view.room_number:
            raise Unclear("same-room", f"You are in room {number.value}", "MOVE leaves it, and STAY does not.")
        if node.name == "move" and self.view.no_move:
            raise Unclear("no-move", self.view.no_move)
        self.move = MOVES if node.name == "move" else STAYS
        self.moving[line.line.number] = self.move
        return "you move to the other room" if node.name == "move" else "you stay in your room"

    def _check_loose(self, line: Line) -> None:
        """Raise Unclear if a yes, a no or a move stands beside the statements."""
        for edges, token in kinds_on(self.view, line.line.text):
            is_inside = any(start <= token.start < end for start, end in (each.columns for each in line.statements))
            if _LOOSE & edges.keys() and not is_inside:
                raise Unclear("no-vote", f"I cannot tell what `{token.text}` stands for", A_VOTE)

    def _unread(self) -> set[str]:
        """Return the players whom lines name, or nearly name, of which nothing counts."""
        found: set[str] = set()
        for line in self.unread:
            for edges, token in kinds_on(self.view, line.text):
                found |= {str(edges[PLAYER].value)} if PLAYER in edges else set()
                found |= set(reader_for(self.view).names.nearly(token))
        return found
