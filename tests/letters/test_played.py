"""Letters about what a real board's phases say happened: every outcome that play can bring has its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.letters import write
from judge.letters.briefing import Known
from judge.letters.renderer import Renderer
from judge.letters.values import Deadline, Lots
from judge.mail.values import Letter
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.case import results_of
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.play import Step, ended, play_adjustments, play_movement, play_retreats
from judge.rules.diplomacy.reading.sheets import read_order
from judge.rules.diplomacy.table import Table
from judge.rules.values import PUBLIC, Result
from tests.letters.examples import DUE, MOVES, NOW, OBSERVER, PLAIN, BoardView
from tests.rules.diplomacy.tables import load_table

RENDERER = Renderer()
BOARD = load_board("standard")
# A bounce, a cut support, a disrupted convoy and two dislodged units: one may retreat, one is surrounded.
FALL = load_table(
    "standard",
    {
        "phase": "F1901M",
        "units": {
            "AUSTRIA": ["A BOH", "A TYR", "A SER"],
            "FRANCE": ["A BUR", "F ENG", "A PIC"],
            "GERMANY": ["A MUN", "A RUH", "F HEL"],
            "ENGLAND": ["F NTH", "A LON", "F NWG", "F IRI", "F LVP"],
            "ITALY": ["A SMY"],
            "TURKEY": ["A ANK", "F CON", "F SYR"],
        },
        "centers": {"ITALY": ["SMY"], "GERMANY": ["MUN", "BER", "KIE"], "ENGLAND": ["LON", "LVP"], "TURKEY": ["ANK"]},
    },
)
FALL_ORDERS = [
    "A BOH S A TYR - MUN",
    "A TYR - MUN",
    "A BUR - RUH",
    "A RUH - BUR",
    "A SER - BUL",
    "F CON - BUL/SC",
    "A MUN - BOH",
    "F ENG C A PIC - WAL",
    "A PIC - WAL",
    "F IRI S F LVP - WAL",
    "F NTH - ENG",
    "A LON S F NTH - ENG",
    "A SMY H",
    "A ANK - SMY",
    "F SYR S A ANK - SMY",
]


def orders(table: Table, lines: list[str]) -> dict[str, Order]:
    found = {}
    for line in lines:
        unit, order = read_order(BOARD, table.position, line)
        found[unit.province] = order
    return found


def told(step: Step) -> Letter:
    table = step.table
    view = BoardView(
        PUBLIC,
        units=tuple((power, tuple(map(str, table.units_of(power)))) for power in BOARD.powers),
        dislodged=tuple(
            {"power": each.unit.power, "unit": str(each.unit), "retreats": each.retreats} for each in table.dislodged
        ),
        centers=table.centers,  # type: ignore[arg-type]
        dummies=(),
    )
    return write.results(RENDERER, Known(OBSERVER, PLAIN, view, step.events), Deadline(DUE, MOVES), "", NOW)


def outcomes(results: Mapping[str, Mapping[str, object]]) -> set[object]:
    return {entry["outcome"] for entry in results.values()}


def test_a_year_as_it_was_played_reads_in_text_and_html() -> None:
    fall = play_movement(FALL, orders(FALL, FALL_ORDERS))
    letter = told(fall)
    for unit, entry in results_of(fall).items():
        assert str(entry["order"]) in letter.text, unit
        assert str(entry["order"]) in letter.html, unit
    assert {"moved", "bounced", "held", "supported"} <= outcomes(results_of(fall))
    assert letter.text.count("DISLODGED") == sum("dislodged" in entry for entry in results_of(fall).values()) > 0

    retreats = play_retreats(fall.table, {})
    letter = told(retreats)
    assert "Fall 1901 Retreats: results" in letter.subject
    assert "disbanded (no order)" in letter.text
    assert "disbanded (no order)" in letter.html
    assert "CENTERS AFTER 1901" in letter.text

    winter = play_adjustments(retreats.table, {})
    letter = told(winter)
    assert "Winter 1901 Adjustments: results" in letter.subject
    for event in winter.events:
        if event.kind == "adjustments":
            assert all(row["order"] in letter.text for row in event.data["orders"])


def test_the_end_as_the_board_tells_it() -> None:
    event = ended(FALL, Result(("GERMANY",), "Germany wins."))
    view = replace(BoardView(PUBLIC), dummies=())
    letter = write.ended(RENDERER, Known(OBSERVER, PLAIN, view, (event,)), NOW, Lots("bb", "aa"))
    assert "Germany  3  winner" in letter.text
    assert "Germany wins." in letter.html
