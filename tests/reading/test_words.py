"""The words of every language: whole, without contradiction, and each read in the sentences that stand beside them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.reading.lexer import FILLERS, fold, tokens_of
from judge.reading.lexicon import HARMLESS, TALK, phrases_of
from judge.reading.sheet import AND, ARTICLE, DOUBT, Reader, SheetLine, Verdict
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.reading.sheets import reader_of as diplomacy
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.empires.reading import reader_of as empires
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.exchange.reading.letter import reader_of as exchange
from judge.rules.machiavelli.reading.letter import reader_of as plague
from judge.rules.machiavelli.system import SYSTEM as PLAGUE
from judge.rules.payola.reading.sheet import reader_of as payola
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of
from tests.reading.page import ELSEWHERE, FILES, LANGUAGES, examples_of, page
from tests.rules.machiavelli.table import state as italy
from tests.rules.pirates.matches import FOUR, match, read, voting

ROOT = Path(__file__).parents[2]
GRAMMARS = sorted((ROOT / "judge" / "rules").glob("*/grammar.peg"))
OF_THE_ENGINE = {
    *("ARROW", "NUMBER", "TITLE", "CAPITALS", "END", "NEAR", "NEAR_CODE"),
    *("PLACE", "SURE", "CODE", "POWER", "LETTER", "CAPITAL"),
    *("NATION", "TURN_CODE", "ALL_BUT", "NEAR_ACTION", "FIRST", "PEOPLE", "PHASE"),
    *("AMOUNTS", "SIGNED_AMOUNTS", "TYPE", "EQUALS", "LETTERS", "LIST_WITH_REST", "WORD", "QUOTE"),
    *("PLAYER", "OWN", "SEVERAL", "STRANGER", "NOBODY", "GOLD"),
}
"""Kinds that no word file lists: the lexer and the names of a game know them."""
OF_THE_SHEET = {HARMLESS, DOUBT, AND, *FILLERS, *TALK}
OF_THE_NAMES = {"ADJECTIVE"}
OF_SECOND_THOUGHTS = {
    "ADDITION",
    "SECOND_THOUGHT",
    "REVISION",
    "RETRACTION",
    "DROP",
    "LINE",
    "EARLIER",
    "NEGATION",
    "POLITE",
}
OF_THE_MAILBOX = {"ALIAS", "OFFICE", "TOLD", "CONFIRMED", "POINTER", "UNMEANT", "OPENER", "RUNS_ON", "SENTENCE"}
OF_ONE_LANGUAGE = {"CODE", "SIDE", "PRONOUN", "NUMBERED", "SHORT", "AN", "AB", "ALIAS", "TOLD", "POLITE", "SIGNON"} | {
    *("RUNS_ON", "SENTENCE", "TIMES", "AWAY"),
}
"""Letters, `von Paris aus`, and words that mean too much else in some language: `due` and `on` are numbers in Italian
and Turkish.
"""
ENDINGS = {("PAYEE", "tr"), ("FROM", "tr"), ("CEO", "tr")}
"""What a language says by an ending of the name."""
LEAST_EXAMPLES = 3
ITALY = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; NOBODY G SIE; MILAN A MOD"
BOARD = load_board("standard")


def _words(phrase: str) -> tuple[str, ...]:
    return (fold(phrase),) if phrase.endswith("'") else tuple(token.word for token in tokens_of(phrase))


def _all() -> Iterator[tuple[str, str, str, str, str]]:
    for file in FILES:
        yield from ((file, *each) for each in phrases_of(file))


def _of(kind: str, language: str) -> set[tuple[str, ...]]:
    return {_words(phrase) for _, other, _, spoken, phrase in _all() if (other, spoken) == (kind, language)}


def test_every_language_of_a_word_has_a_name() -> None:
    assert {language for _, _, _, language, _ in _all()} - {*LANGUAGES, ELSEWHERE} == set()


def test_every_phrase_has_a_word() -> None:
    assert [each for each in _all() if not _words(each[-1])] == []


def test_no_phrase_stands_twice_in_one_kind_and_language() -> None:
    """Accents and capitals count for nothing, and one spelling is enough."""
    found = Counter((file, kind, language, _words(phrase)) for file, kind, _, language, phrase in _all())
    assert [each for each, count in found.items() if count > 1] == []


@pytest.mark.parametrize("language", [*LANGUAGES, ELSEWHERE])
def test_no_phrase_is_both_harmless_and_a_doubt(language: str) -> None:
    for kind in (HARMLESS, *TALK):
        assert _of(kind, language) & _of(DOUBT, language) == set()
    assert _of(ARTICLE, language) & _of(DOUBT, language) == set()


def test_every_kind_of_a_grammar_is_known_and_every_kind_known_is_used() -> None:
    used: set[str] = set()
    for file in GRAMMARS:
        rules = "\n".join(line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
        used |= set(re.findall(r"\b[A-Z][A-Z_]*\b", re.sub(r"'[^']+'", "", rules)))
    listed = {f"{kind}_{value}" if kind == "CODE" else kind for _, kind, value, _, _ in _all()}
    assert used - OF_THE_ENGINE - listed == set()
    assert listed - used - OF_THE_SHEET - OF_THE_NAMES - OF_SECOND_THOUGHTS == OF_THE_MAILBOX
    assert OF_THE_ENGINE - used == set()


def test_every_language_has_words_for_every_kind() -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for _, kind, value, language, _ in _all():
        found.setdefault((kind, value), set()).add(language)
    found = {name: those for name, those in found.items() if OF_ONE_LANGUAGE.isdisjoint(name)}
    missing = {(kind, language) for (kind, _), those in found.items() for language in LANGUAGES.keys() - those}
    assert missing == ENDINGS


@pytest.mark.parametrize("file", ["orders", "payola", "empires", "machiavelli", "pirates"])
def test_every_language_has_its_examples(file: str) -> None:
    found = examples_of(file)
    assert list(found) == list(LANGUAGES)
    assert min(map(len, found.values())) >= LEAST_EXAMPLES


def _examples(file: str) -> list[tuple[str, str]]:
    return [each for examples in examples_of(file).values() for each in examples]


@pytest.mark.parametrize(("said", "meant"), _examples("orders"))
def test_an_example_is_the_order_that_it_means(said: str, meant: str) -> None:
    state = DIPLOMACY.start({}, BOARD.powers, Rng(b"seed", "S1901M")).state
    owners = {unit: power for power, units in BOARD.start_units.items() for unit in map(str, units)}
    power = next(power for unit, power in owners.items() if meant.startswith(unit))
    reading = DIPLOMACY.read(DIPLOMACY.view(state, only(power)), power, sheet_of(said))
    assert [each.meaning for each in reading.lines] == [meant], reading.problems


@pytest.mark.parametrize(("said", "meant"), _examples("payola"))
def test_an_example_is_the_offer_or_the_word_that_it_means(said: str, meant: str) -> None:
    state = PAYOLA.start({}, BOARD.powers, Rng(b"seed", "S1901M")).state
    sheet = sheet_of(f"1 : A WAR H\n{said}")  # savings are kept beside an offer only
    reading = PAYOLA.read(PAYOLA.view(state, only("AUSTRIA")), "AUSTRIA", sheet)
    assert [each.meaning for each in reading.lines if each.line == 2] == [meant], reading.problems
    assert reading.problems == ()


@pytest.mark.parametrize(("said", "meant"), _examples("machiavelli"))
def test_an_example_is_what_it_means_in_italy(said: str, meant: str) -> None:
    start = italy("", "SPR1460A") if meant.startswith("RAISE") else italy(ITALY, "SUM1460C")
    reading = PLAGUE.read(PLAGUE.view(start, only("FLORENCE")), "FLORENCE", sheet_of(said))
    assert [each.meaning for each in reading.lines] == [meant], reading.problems


@pytest.mark.parametrize(("said", "meant"), _examples("pirates"))
def test_an_example_is_the_plan_the_vote_or_the_move_that_it_means(said: str, meant: str) -> None:
    votes = any(word in meant for word in ("YES", "NO;", "you move"))
    reading = read((voting if votes else match)(**FOUR), "ANNA", said)
    assert [each.meaning for each in reading.lines] == [meant], reading.problems
    assert reading.parts
    assert reading.problems == ()


@pytest.mark.parametrize(("said", "meant"), _examples("empires"))
def test_an_example_is_the_order_of_a_sheet_that_it_means(said: str, meant: str) -> None:
    state = EMPIRES.start({}, EMPIRES.seating({}).names, Rng(b"seed", "T1")).state
    reading = EMPIRES.read(EMPIRES.view(state, only("NO")), "NO", sheet_of(said))
    slots = {"slots": reading.parts.get("slots", "")}
    assert EMPIRES.show(EMPIRES.view(state, only("NO")), slots).splitlines() == meant.split("; "), reading.problems
    assert reading.problems == ()


def test_the_page_of_languages_is_what_the_files_say() -> None:
    written = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    assert written == page(), "run: python -m tests.reading.page > docs/languages.md"


# No word of doubt, in any language, is overlooked beside an order or within one.

WORDS = sorted({phrase for kind, _, _, phrase in phrases_of("talk") if kind == DOUBT})
SAFE_ELSEWHERE = {"ma", "of", "per", "son", "só", "should", "till"}
"""Words that mean nothing within an order of another language: French `ma`, English `of`, Swedish `till`."""
WISHES = {"chciałbym", "me gustaría", "quisiera", "vorrei"}
"""They begin an order, and are a doubt anywhere else."""
COUNTING = (
    {"last"}
    | {
        phrase
        for kind, _, _, phrase in (*phrases_of("machiavelli"), *phrases_of("payola"))
        if kind in ("BOTH", "EACH", "MORE") or (kind == "ALL" and phrase == "each")
    }
    | {"every", "mas"}
)
"""They count units, or add to a gift, in letters of Absence of Plague, which tells of them where there is only one."""


@pytest.mark.parametrize(
    ("reader", "line"),
    [
        *(
            (diplomacy(BOARD), line)
            for line in (
                *("A PAR - BUR {}", "{} A PAR - BUR", "A PAR {} - BUR", "A PAR - {} BUR", "A PAR H {}", "A PAR {} H"),
                *("A MAR {} S A PAR", "A MAR S A PAR - BUR {}", "Army Paris {} to Burgundy", "build A PAR {}"),
                *("{} A PAR - BUR; F BRE - MAO", "A PAR - BUR, {} F BRE - MAO", "A PAR - BUR and F BRE - MAO {}"),
            )
        ),
        *(
            (payola(BOARD), line)
            for line in (
                *("5 : A PAR - BUR {}", "5 {} : A PAR - BUR", "{} 5 : A PAR - BUR", "5 {} for A PAR - BUR"),
                *("save {} 20", "20 $ {}", "{} transfer 5 to France", "transfer {} 5 to France"),
            )
        ),
        *(
            (empires("corners"), line)
            for line in (
                *("1 MOVE AKE CAL {}", "{} 1 MOVE AKE CAL 1", "1 {} MOVE AKE CAL 1", "1 MOVE {} AKE CAL 1"),
                *(
                    "1 MOVE AKE {} CAL 1",
                    "1 MOVE AKE CAL {} 1",
                    "Move 2 {} armies from AKE to CAL",
                    "slot {} 1 levy AKE",
                ),
                *("Move 2 armies {} from AKE to CAL", "levy {} AKE", "1 LEVY AKE, {} 2 GROW CAL", "16 ORDER {}"),
            )
        ),
        *(
            (plague(kind), line)
            for kind, lines in (
                ("C", ("A FIR - PRA {}", "{} A FIR - PRA", "A FIR {} - PRA", "A FIR - {} PRA", "Firenze {} holds")),
                ("C", ("A ARE S {} SIE", "give {} 5 to Milan", "give 5 ducats {} to Milan", "bodyguard for 3 {}")),
                ("A", ("raise {} A FIR", "raise A FIR {}", "{} pay A FIR, F PIS", "sell Prato {} to Genoa for 5")),
            )
            for line in lines
        ),
        *((exchange(BOARD), line) for line in ("buy {} 3 France", "buy 3 France {}", "{} elect France Anna")),
    ],
)
def test_a_word_of_doubt_keeps_its_line_from_being_filed(reader: Reader, line: str) -> None:
    assert reader.read_line(SheetLine(1, line.format(""))).verdict is Verdict.READ
    read = {word for word in WORDS if reader.read_line(SheetLine(1, line.format(word))).verdict is Verdict.READ}
    if reader.lexicon is plague("C").lexicon:
        read -= COUNTING
    assert read - SAFE_ELSEWHERE - (WISHES if line.startswith("{} ") else set()) == set()
