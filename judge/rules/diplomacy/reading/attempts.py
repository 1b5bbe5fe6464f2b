"""Whether a line that is no order was meant as one: by its units, places, arrows and verbs, on this board."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.rules.diplomacy.board import Board, squeeze
from judge.rules.diplomacy.reading.spelling import without_remark
from judge.rules.words.attempts import LONGEST, words
from judge.rules.words.misspelled import nearly

_TOKEN = re.compile(
    r"(?P<word>[^\W\d_]+(?:'[^\W\d_]+)?)|(?P<number>[0-9]+)"
    r"|(?P<dash>[-\u2010-\u2015\u2212\u2190-\u21ff\u27a1\u27f5-\u27ff\u2794\u279c~=>]+)|(?P<mark>[^\w\s])"
)
_ARROWS = frozenset(">\u2190\u2192\u21d2\u2794\u279c\u27a1\u27f6")
_COAST = re.compile(r"\s*/\s*[NSEW]C?\b|\s*[(\[]\s*[A-Z]\.?\s*[A-Z]?\.?\s*[)\]]", re.IGNORECASE)
"""In parentheses any two letters: the coasts of another language, too."""

LETTERS = ("A", "F")
KINDS = words(
    "ARMY ARMIES FLEET FLEETS ARMEE ARMEEN FLOTTE FLOTTEN ARMÉE ARMÉES FLOTTES ARMATA ESERCITO FLOTTA EJÉRCITO EJERCITO"
    " FLOTA EXÉRCITO FROTA LEGER VLOOT ARMIA ORDU DONANMA"
)
HOLDS = words("H HOLD HOLDS HOLDING STAND STANDS STAY STAYS REMAINS HOL HODL HLD")
VERBS = HOLDS | words(
    "S SUP SUPP SUPPORT SUPPORTS SUPPORTING C CONV CONVOY CONVOYS CONVOYING M MOVE MOVES MOVING TO"
    " ATTACK ATTACKS GOES HEADS SAILS MARCHES ADVANCES INVADES ENTERS VIA RETREAT RETREATS DISBAND DISBANDS"
)
FREELY = words("BUILD BUILDS DISBAND DISBANDS REMOVE REMOVES WAIVE WAIVES RETREAT RETREATS")
"""Words that begin an order of retreats or adjustments."""
_BEFORE_PLACES = words("IN AT OF THE FROM DE D DU DI VON VAN DA EM EN")
_ANY = words("ALL ANY ANYTHING EVERYTHING NOTHING NONE BOTH WHATEVER")

NONE, WEAK, STRONG = 0, 1, 2
_SHORT, _LONG = 5, 8
"""Words of a line in which little, or something more, shows an order."""
_LONGEST_NAME = 3
_LONGEST_CODE = 4


class Token(NamedTuple):
    """kind: word, number, dash or mark; spaced: blanks stand on both sides, or the line ends there."""

    kind: str
    text: str
    spaced: bool

    @property
    def upper(self) -> str:
        return self.text.upper()


def tokens_of(line: str) -> list[Token]:
    text = _COAST.sub("", without_remark(line[:LONGEST]))
    return [
        Token(
            found.lastgroup or "mark",
            found[0],
            not text[found.start() - 1 : found.start()].strip() and not text[found.end() : found.end() + 1].strip(),
        )
        for found in _TOKEN.finditer(text)
    ]


def is_board_attempt(board: Board, line: str) -> bool:
    """Was an order for a unit meant: a unit and a place, an arrow at a place, two places and a verb, BUILD A PAR?"""
    tokens = tokens_of(line)
    return bool(tokens) and _Line(board, tokens).is_attempt()


class _Line:
    def __init__(self, board: Board, tokens: list[Token]) -> None:
        self.board = board
        self.tokens = tokens
        self.words = sum(token.kind == "word" for token in tokens)
        self.near: dict[str, bool] = {}

    def is_attempt(self) -> bool:
        everywhere = range(len(self.tokens))
        return (
            any(self._unit(at) for at in everywhere)
            or self._ends_an_order()
            or any(self._arrow(at) for at in everywhere if self.tokens[at].kind == "dash")
            or self._places_and_verb()
            or self._freely()
            or self._codes_alone()
        )

    def _ends_an_order(self) -> bool:
        """`- BUR` or `| - BUR`: the end of an order that stands above, or stood there."""
        dashes = [at for at in range(min(2, len(self.tokens))) if self.tokens[at].kind == "dash"]
        return any(self.place(at + 1) == (STRONG, len(self.tokens)) for at in dashes)

    def _is(self, at: int, kind: str) -> bool:
        return 0 <= at < len(self.tokens) and self.tokens[at].kind == kind

    def place(self, at: int) -> tuple[int, int]:
        """(how sure, where it ends) of the place that is named from here on; (NONE, at) if none is."""
        for length in range(_LONGEST_NAME, 0, -1):
            piece = self.tokens[at : at + length]
            if len(piece) == length and all(token.kind == "word" for token in piece):
                sure = self._known([token.text for token in piece])
                if sure:
                    return sure, at + length
        return NONE, at

    def _place_before(self, end: int) -> int:
        return max((self.place(at)[0] for at in range(max(0, end - 3), end) if self.place(at)[1] == end), default=NONE)

    def _known(self, written: list[str]) -> int:
        name = squeeze("".join(written))
        found = self.board.words.get(name, ())
        if not found:
            return NONE
        in_full = any(squeeze(self.board.names[code]) == name for code in found)
        return STRONG if in_full or (all(word.isupper() for word in written) and len(name) > 1) else WEAK

    def _is_near(self, at: int, *, beside_kind: bool = False) -> bool:
        """Is this word nearly a place? A short one must be in capitals, or stand behind a unit's letter."""
        if not self._is(at, "word"):
            return False
        name = squeeze(self.tokens[at].text)
        if len(name) <= _LONGEST_CODE and not beside_kind and not self.tokens[at].text.isupper():
            return False
        if name not in self.near:
            spellings = self.board.provinces if len(name) <= _LONGEST_CODE else map(squeeze, self.board.names.values())
            self.near[name] = bool(nearly(name, tuple(spellings)))
        return self.near[name]

    def _is_code(self, at: int) -> bool:
        """A word of two to four capitals, known or not."""
        return self._is(at, "word") and self.tokens[at].text.isupper() and 2 <= len(self.tokens[at].text) <= 4

    def _goes_on(self, at: int) -> bool:
        """Does what stands here go on with an order: a dash, a verb, the end?"""
        if at >= len(self.tokens):
            return True
        token = self.tokens[at]
        return token.kind == "dash" or token.upper in VERBS or (token.kind == "mark" and at == len(self.tokens) - 1)

    def _begins(self, at: int) -> bool:
        """Can an order begin here: at the start of the line, after an amount, a mark, a dash or a verb?"""
        before = self.tokens[at - 1] if at else None
        return before is None or before.kind != "word" or before.upper in VERBS | FREELY

    def _unit(self, at: int) -> bool:
        if not self._is(at, "word"):
            return False
        word = self.tokens[at].text
        if word.upper() in KINDS:
            at += 1
            while self._is(at, "word") and self.tokens[at].upper in _BEFORE_PLACES:
                at += 1
            return bool(self.place(at)[0]) or (self._is_near(at, beside_kind=True) and self._goes_on(at + 1))
        if word.upper() not in LETTERS:
            return False
        sure, end = self.place(at + 1)
        if sure:
            in_capitals = self.tokens[end - 1].text.isupper()
            if sure == STRONG and in_capitals:
                return True
            return self._goes_on(end) and (self._begins(at) or (word.isupper() and end < len(self.tokens)))
        if self._is_code(at + 1):
            return self._is_near(at + 1) or (at + 2 < len(self.tokens) and self._goes_on(at + 2))
        return self._begins(at) and self._is_near(at + 1, beside_kind=True) and self._goes_on(at + 2)

    def _arrow(self, at: int) -> bool:
        token = self.tokens[at]
        after = at + 1
        if self._is(after, "word") and self.tokens[after].upper in (*LETTERS, "THE", *KINDS):
            after += 1
        left = self._place_before(at) if self._is(at - 1, "word") else NONE
        right = self.place(after)[0]
        if left and right:
            return True
        if not left and not right:
            return self._is_code(at - 1) and self._is_code(after) and self._is_near(at - 1) and self._is_near(after)
        if at == 0:
            return right == STRONG and self.tokens[after].text.isupper() and self.words <= _LONGEST_NAME
        if at == len(self.tokens) - 1:
            return left == STRONG and self.words <= _SHORT
        other = after if left else at - 1
        if not self._is(other, "word"):
            return False
        if self._is_code(other) or (self._is_near(other) and self.words <= _LONG):
            return True
        if not token.spaced and not _ARROWS & set(token.text):
            return False
        return bool(_ARROWS & set(token.text)) or (STRONG in (left, right) and self.words <= _SHORT)

    def _places_and_verb(self) -> bool:
        """`Paris supports Marseilles`, `PAR H`, `hold Paris`."""
        if self.words > _LONG + _LONGEST_NAME:
            return False
        places: list[tuple[int, int, int]] = []
        at = 0
        while at < len(self.tokens):
            sure, end = self.place(at) if self.tokens[at].upper not in VERBS else (NONE, at)
            if sure:
                places.append((sure, at, end))
            at = max(end, at + 1)
        verbs = [at for at, token in enumerate(self.tokens) if token.kind == "word" and token.upper in VERBS]
        if not places or not verbs:
            return False
        sure, begin, end = places[0]
        if len(places) > 1 and places[1][0] == STRONG == sure and self.words <= _LONG:
            return True
        if begin == 0 or not self._is(begin - 1, "word"):
            # The line begins with the place, after an amount or none.
            follows = self.tokens[end] if self._is(end, "word") else None
            if follows is not None and follows.upper in VERBS and self.words <= _SHORT + (len(places) > 1):
                return sure == STRONG or len(places) > 1 or follows.upper in HOLDS
        return begin == 1 and verbs[0] == 0 and sure == STRONG and self.words <= _LONGEST_NAME

    def _freely(self) -> bool:
        """`BUILD A PAR`, `waive`, `disband all`: an order of retreats or adjustments, or its word alone."""
        first = self.tokens[0]
        if first.upper in HOLDS and first.upper != "H" and self.words <= _LONG:
            # `Hold all my fleets`, but not `Hold on`.
            said = {token.upper for token in self.tokens[1:]}
            return bool(said & KINDS) and bool(said & (_ANY | {"MY"}))
        if first.upper not in FREELY:
            return self.words == len(self.tokens) == 1 and first.text.isupper() and first.upper in VERBS - {"TO"}
        if self.words == 1:
            return True
        given = [token for token in self.tokens[1:] if token.kind in ("word", "number")]
        if (
            given[0].upper in (*LETTERS, *KINDS)
            and self.words <= _LONG + _LONG
            and self.place(self.tokens.index(given[0]) + 1)[0]
        ):
            return True  # `Build A Paris, F Brest and A Marseilles please`
        return given[0].kind == "number" or (
            self.words <= _LONG
            and (
                given[0].upper in (*LETTERS, *KINDS, *_ANY)
                or first.text.isupper()
                or any(self.place(at)[0] or self._is_near(at) for at in range(1, min(4, len(self.tokens))))
            )
        )

    def _codes_alone(self) -> bool:
        """Nothing but places in capitals: what is left of an order that was cut in two."""
        return self.words <= _LONGEST_NAME and all(
            self._is_code(at) and self.place(at)[0] == STRONG for at in range(len(self.tokens))
        )
