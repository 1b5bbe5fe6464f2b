"""No word of doubt, in any language, is overlooked beside an order or within one."""

from __future__ import annotations

import pytest

from judge.reading.lexicon import phrases_of
from judge.reading.sheet import DOUBT, Reader, SheetLine, Verdict
from judge.rules.diplomacy.board import load_board
from judge.rules.diplomacy.reading.sheets import reader_of as diplomacy
from judge.rules.exchange.reading.letter import reader_of as exchange
from judge.rules.payola.reading.sheet import reader_of as payola

BOARD = load_board("standard")
WORDS = sorted({phrase for kind, _, _, phrase in phrases_of("talk") if kind == DOUBT})
SAFE_ELSEWHERE = {"ma", "of", "per", "son", "só", "should", "till"}
"""Words that mean nothing within an order of another language: French `ma`, English `of`, Swedish `till`."""
WISHES = {"chciałbym", "me gustaría", "quisiera", "vorrei"}
"""They begin an order, and are a doubt anywhere else."""


@pytest.mark.parametrize(
    ("reader", "line"),
    [
        *(
            (diplomacy(BOARD), line)
            for line in (
                *("A PAR - BUR {}", "{} A PAR - BUR", "A PAR {} - BUR", "A PAR - {} BUR", "A PAR H {}", "A PAR {} H"),
                *("A MAR {} S A PAR", "A MAR S A PAR - BUR {}", "Army Paris {} to Burgundy", "build A PAR {}"),
            )
        ),
        *(
            (payola(BOARD), line)
            for line in (
                *("5 : A PAR - BUR {}", "5 {} : A PAR - BUR", "{} 5 : A PAR - BUR", "5 {} for A PAR - BUR"),
                *("save {} 20", "20 $ {}", "{} transfer 5 to France", "transfer {} 5 to France"),
            )
        ),
        *((exchange(BOARD), line) for line in ("buy {} 3 France", "buy 3 France {}", "{} elect France Anna")),
    ],
)
def test_a_word_of_doubt_keeps_its_line_from_being_filed(reader: Reader, line: str) -> None:
    assert reader.read_line(SheetLine(1, line.format(""))).verdict is Verdict.READ
    read = {word for word in WORDS if reader.read_line(SheetLine(1, line.format(word))).verdict is Verdict.READ}
    assert read - SAFE_ELSEWHERE - (WISHES if line.startswith("{} ") else set()) == set()
