"""What was wrong with a line, told in its writer's own words: capitals, blanks and all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.diplomacy.board import Board, unaccented
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.attempts import FREELY, KINDS, LETTERS, VERBS
from judge.rules.diplomacy.reading.spelling import NO_ORDER, without_remark
from judge.rules.words.misspelled import nearly

_PIECE = re.compile(r"[^A-Z0-9]+")
_WORD = re.compile(r"[^\W_]+(?:[.'\u2019/-][^\W_]+)*\.?")
_LONGEST = 40
_SHORT = 3
_MOST_WORDS = 12
_NO_NAMES = VERBS | KINDS | frozenset((*LETTERS, "AN", "THE", "MY", "IN", "AT"))
_EXAMPLES = "an order is `A LON - YOR`, `A LON H`, `F NTH S A LON - YOR`, `F NTH S A LON` or `F NTH C A LON - NWY`"
_SPEAKERS = re.compile(r"(?:I|WE|YOU|HE|SHE|THEY|LET)(?:['\u2019][A-Z]+)?", re.IGNORECASE)
"""With these a sentence begins, and no place: `I'd also like to pay`."""
_BUILDS = ("BUILD", "BUILDS", "WAIVE", "WAIVES")
_SLIPPED_VERBS = ("HOLD", "HOLDS", "STAND", "SUPPORT", "SUPPORTS", "CONVOY", "CONVOYS", "MOVE", "MOVES")
_VERB = re.compile(r"(?P<before>-?)\s*(?P<word>[^\W\d_]{4,})")


def in_writers_words(fault: BadOrder, line: str) -> BadOrder:
    """The fault, with the place that is none as it stands in the line, and the places that it may be."""
    if not fault.piece or fault.board is None:
        # `F SEV` in Winter was quoted as '-FSEV', squeezed and made a move to be read.
        return _no_order(fault, line) if fault.message.endswith(NO_ORDER) else fault
    words = _WORD.findall(_written(without_remark(line), fault.piece))
    if not words:
        return _no_order(fault, line)
    if words[0].upper() in fault.begins or (len(words) > 1 and _SPEAKERS.fullmatch(words[0])):
        return _no_order(fault, line)
    if words[0].upper() in FREELY:
        builds = words[0].upper() in _BUILDS
        when = "units are built after the Fall" if builds else "units retreat or disband when the moves are done"
        return BadOrder("diplomacy/not-now", f"`{' '.join(words)[:_LONGEST]}` belongs to another phase", when)
    board = fault.board
    slip, verb = _slip_of_a_verb(board, line)
    if verb:
        return BadOrder("diplomacy/no-order", f"{slip[:_LONGEST]} is not a word of orders", f"did you mean {verb}?")
    while len(words) > 1 and words[0].upper() in _NO_NAMES and not board.find(words[0]):
        words = words[1:]
    ends = (at for at, word in enumerate(words) if at and word.upper().rstrip(".") in VERBS and not board.find(word))
    end = next(ends, len(words))
    name = " ".join(words[:end])
    if any(board.find(word) for word in words[:end]):
        # The places are right, and something about them is not: perhaps another word of the line.
        slips = [word for word in _WORD.findall(line)[:_MOST_WORDS] if _is_slip(board, word)]
        if not slips:
            return _no_order(fault, line)
        name = slips[0]
    near = board.slips(name) or (board.slips(words[0]) if end > 1 else board.suggest(name))
    hint = f"did you mean {_any_of([f'{code} ({board.names[code]})' for code in near])}?" if near else ""
    return BadOrder(fault.code, f"{name[:_LONGEST]} is not a place on this map", hint)


def _no_order(fault: BadOrder, line: str) -> BadOrder:
    return BadOrder("diplomacy/no-order", f"`{line.strip()[:_LONGEST]}`{NO_ORDER}", _hint(fault))


def _hint(fault: BadOrder) -> str:
    return fault.examples or (fault.hint if fault.message.endswith(NO_ORDER) else "") or _EXAMPLES


def _slip_of_a_verb(board: Board, line: str) -> tuple[str, str]:
    """A word that is nearly HOLD, SUPPORT or the like, and which; not behind a dash, where a place is meant."""
    for found in _VERB.finditer(line[: _LONGEST * 3]):
        word = found["word"].upper()
        if not found["before"] and word not in VERBS and not board.find(word) and not board.slips(word):
            near = nearly(word, _SLIPPED_VERBS)
            if near:
                return found["word"], min(near, key=_SLIPPED_VERBS.index)
    return "", ""


def _is_slip(board: Board, word: str) -> bool:
    """Is it none of the words of orders, no place, and nearly one?"""
    known = word.upper() in VERBS | KINDS or board.find(word)
    return len(word) > _SHORT and not known and bool(board.slips(word))


def _written(line: str, piece: str) -> str:
    """The words of the line that the squeezed piece was made of; nothing if others stood between them."""
    bare = ((letter, at) for at, each in enumerate(line) for letter in unaccented(each.upper()))
    letters = [(letter, at) for letter, at in bare if not _PIECE.match(letter)]
    squeezed = "".join(letter for letter, _ in letters)
    wanted = _PIECE.sub("", piece)
    starts = [found.start() for found in re.finditer(f"(?={wanted})", squeezed)] if wanted else []
    if not starts:
        return ""
    start = next((at for at in starts if not line[letters[at][1] - 1 : letters[at][1]].isalpha()), starts[0])
    begin, end = letters[start][1], letters[start + len(wanted) - 1][1] + 1
    while begin and line[begin - 1].isalpha():
        begin -= 1
    while end < len(line) and line[end].isalpha():
        end += 1
    return line[begin:end]


def _any_of(names: Sequence[str]) -> str:
    """`MAO, ALB or NAO`."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
