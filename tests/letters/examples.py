"""One example of every letter: what the golden texts are made from. `python -m tests.letters.examples` writes them
anew: read the difference before you commit it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from judge.letters import write
from judge.letters.briefing import Known
from judge.letters.renderer import Renderer
from judge.letters.values import (
    MASTER_ROLE,
    UNSIGNED,
    Answer,
    Answering,
    Block,
    Deadline,
    GameCard,
    Lots,
    Question,
    Reader,
    Section,
    Transcript,
)
from judge.mail.values import Letter
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.table import Table, opening
from judge.rules.diplomacy.view import Examples, examples_of
from judge.rules.payola.variants import Variant
from judge.rules.rng import commitment
from judge.rules.values import PUBLIC, Event, Json, Phase, View, only

USUAL = Variant()
GOLDEN = Path(__file__).parent / "golden"
NOW = datetime(2026, 11, 24, 19, 5, tzinfo=UTC)
DUE = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
RETREATS = Phase("S1901R", "Spring 1901 Retreats", "retreats", 24, {"GERMANY": "GERMANY"}, ("GERMANY",))
MOVES = Phase("F1901M", "Fall 1901 Movement", "movement", 72, dict(zip(POWERS, POWERS, strict=True)), POWERS)

AUSTRIAN = Reader("Anna Weiß", "Europe/Vienna", "AUSTRIA", "anna@example.org")
OBSERVER = Reader("Olu", "Africa/Lagos", "", "olu@example.org")
MASTER = Reader("Grete", "UTC", MASTER_ROLE, "grete@example.org")
GAME = GameCard("alpha", "The Vienna Opening", "payola", "Payola Diplomacy", "running", "Grete")
STANDARD = opening("standard")
PLAIN = GameCard("beta", "A plain game", "diplomacy", "Diplomacy", "running", "Grete")


@dataclass(frozen=True)
class BoardView(View):
    """The attributes of a Payola view that templates read."""

    phase: Phase = MOVES
    blind: bool = False
    units: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("AUSTRIA", ("A BUD", "A GAL", "F TRI")),
        ("ENGLAND", ("F NTH", "F NWG", "A YOR")),
        ("FRANCE", ("F MAO", "A BUR", "A SPA")),
        ("GERMANY", ("A RUH", "A MUN", "F DEN")),
        ("ITALY", ("A VEN", "A APU", "F ION")),
        ("RUSSIA", ("A UKR", "A WAR", "F GOB", "F SEV")),
        ("TURKEY", ("A BUL", "A ARM", "F BLA")),
    )
    dislodged: tuple[dict[str, Json], ...] = ()
    centers: MappingProxyType[str, tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType(
            {
                "AUSTRIA": ("BUD", "TRI", "VIE"),
                "ENGLAND": ("EDI", "LON", "LVP"),
                "FRANCE": ("BRE", "MAR", "PAR"),
                "GERMANY": ("BER", "KIE", "MUN"),
                "ITALY": ("NAP", "ROM", "VEN"),
                "RUSSIA": ("MOS", "SEV", "STP", "WAR"),
                "TURKEY": ("ANK", "CON", "SMY"),
            }
        )
    )
    dummies: tuple[str, ...] = ("ITALY",)
    eliminated: tuple[str, ...] = ()
    power: str = ""
    variant: Variant = USUAL
    own_units: tuple[str, ...] = ()
    balance: int | None = None
    accept: str | None = None
    adjust: int = 0
    table: Table = STANDARD

    @property
    def player(self) -> str:
        return self.power

    @property
    def board(self) -> Board:
        return self.table.board

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(each for each in POWERS if each not in (self.power, *self.dummies))

    @property
    def receivers(self) -> tuple[str, ...]:
        return self.others

    @property
    def examples(self) -> Examples:
        return examples_of(self.table, self.power, self.others)

    @property
    def example_list(self) -> str:
        return self.accept or ""


AUSTRIAN_VIEW = BoardView(
    only("AUSTRIA"), power="AUSTRIA", own_units=("A BUD", "A GAL", "F TRI"), balance=39, accept="AEFG?"
)
PUBLIC_VIEW = BoardView(PUBLIC)


def _order(power: str, order: str, outcome: str, retreats: list[str] | None = None) -> Json:
    unit = " ".join(order.split()[:2])
    dislodged = retreats is not None
    return {
        "power": power,
        "unit": unit,
        "order": order,
        "outcome": outcome,
        "dislodged": dislodged,
        "retreats": retreats or [],
        "dislodger": "",
        "cause": {},
    }


def _retreat(power: str, unit: str, order: str, outcome: str, why: str) -> Json:
    return {"power": power, "unit": unit, "order": order, "outcome": outcome, "why": why, "nowhere": False}


MOVEMENT = Event(
    PUBLIC,
    "movement",
    {
        "phase": "S1901M",
        "title": "Spring 1901 Movement",
        "orders": [
            _order("AUSTRIA", "A BUD H", "held"),
            _order("AUSTRIA", "A VIE - GAL", "moved"),
            _order("AUSTRIA", "F TRI S A VEN - TYR", "void"),
            _order("ENGLAND", "F LON - NTH", "moved"),
            _order("ENGLAND", "A LVP - YOR", "moved"),
            _order("ENGLAND", "F EDI - NWG", "moved"),
            _order("FRANCE", "F BRE - MAO", "moved"),
            _order("FRANCE", "A PAR - BUR", "moved"),
            _order("FRANCE", "A MAR S A PAR - BUR", "supported"),
            _order("GERMANY", "A BER S A MUN", "cut"),
            _order("GERMANY", "A MUN H", "held", ["RUH", "KIE", "TYR"]),
            _order("GERMANY", "F KIE - DEN", "moved"),
            _order("ITALY", "A VEN H", "held", []),
            _order("RUSSIA", "F STP/SC - GOB", "moved"),
            _order("RUSSIA", "F SEV - BLA", "bounced"),
            _order("TURKEY", "F ANK - BLA", "bounced"),
            _order("TURKEY", "F CON C A SMY - BUL", "disrupted"),
        ],
    },
)
STATEMENT = Event(
    only("AUSTRIA"),
    "statement",
    {
        "phase": "S1901M",
        "title": "Spring 1901 Movement",
        "units": [
            {"unit": "A BUD", "order": "A BUD H", "total": 0, "own": 0},
            {"unit": "A VIE", "order": "A VIE - GAL", "total": 7, "own": 3},
            {"unit": "F TRI", "order": "F TRI S A VEN - TYR", "total": 12, "own": 5},
        ],
        "accepted": [
            {"order": "A VIE - GAL", "amount": 3},
            {"order": "F TRI S A VEN - TYR", "amount": 5},
            {"order": "A MUN H", "amount": 1},
        ],
        "lines": [
            {"line": "5#3 : A VIE - GAL", "offered": 3, "paid": 3, "for": "", "promised": False},
            {
                "line": "7 : F TRI S A VEN - TYR | S A VEN",
                "offered": 5,
                "paid": 5,
                "for": "S A VEN - TYR",
                "promised": False,
            },
            {"line": "3 ! A MUN - BOH", "offered": 1, "paid": 1, "for": "H", "promised": True},
            {"line": "6 : A TYR - MUN", "offered": 4, "paid": None, "for": "", "promised": False},
        ],
        "held_back": 10,
        "expended": 9,
        "reductions": 2,
        "balance": 39,
        "next": {"amount": 62, "centers": 4, "when": "Spring 1902"},
    },
)
RECEIVED = Event(only("AUSTRIA"), "received", {"from": "RUSSIA", "to": "AUSTRIA", "amount": 5, "balance": 48})
INCOME = Event(only("AUSTRIA"), "income", {"amount": 48, "centers": 3, "balance": 48})
RETREATED = Event(
    PUBLIC,
    "retreats",
    {
        "phase": "F1901R",
        "title": "Fall 1901 Retreats",
        "orders": [
            _retreat("AUSTRIA", "A BUD", "A BUD - VIE", "moved", ""),
            _retreat("GERMANY", "A MUN", "A MUN DISBAND", "disbanded", "no order"),
        ],
    },
)
CENTERS = Event(
    PUBLIC,
    "centers",
    {
        "year": 1901,
        "owned": {"AUSTRIA": ["BUD", "SER", "TRI", "VIE"], "ITALY": ["NAP", "ROM"], "TURKEY": []},
        "counts": {"AUSTRIA": 4, "ITALY": 2, "TURKEY": 0},
        "changes": [{"center": "SER", "from": "", "to": "AUSTRIA"}, {"center": "VEN", "from": "ITALY", "to": "FRANCE"}],
    },
)
ADJUSTED = Event(
    PUBLIC,
    "adjustments",
    {
        "phase": "W1901A",
        "title": "Winter 1901 Adjustments",
        "orders": [
            {"power": "AUSTRIA", "order": "BUILD A VIE", "default": False},
            {"power": "ITALY", "order": "DISBAND A VEN", "default": True},
        ],
    },
)
ELIMINATED = Event(PUBLIC, "eliminated", {"power": "TURKEY"})
RESIGNED = Event(PUBLIC, "resigned", {"power": "TURKEY"})
ENDED = Event(
    PUBLIC,
    "ended",
    {
        "winners": ["AUSTRIA"],
        "summary": "Austria wins with 18 centers.",
        "centers": {"AUSTRIA": 18, "ENGLAND": 10, "RUSSIA": 6},
    },
)
OPENED = Event(
    PUBLIC,
    "opened",
    {
        "phase": "S1901M",
        "title": "Spring 1901 Movement",
        "sheets": {"AUSTRIA": "3 : A VIE - GAL  % for the Russian\n0 : A BUD H", "ENGLAND": ""},
        "lists": {
            "AUSTRIA": {"written": "AEFG?", "expanded": "AEFGTRI"},
            "ENGLAND": {"written": "E?", "expanded": "ERTAFGI"},
        },
        "balances": {"AUSTRIA": 48, "ENGLAND": 48},
    },
)
FORM = """GAME alpha
PHASE F1901M
% balance 39 AgP
ACCEPT AEFG?
0 : A BUD H
0 : A GAL H
0 : F TRI H"""
SEED = "5eed" * 16

TRANSCRIPT = Transcript(
    (
        Section(
            "alpha: The Vienna Opening, Spring 1901 Movement (Austria)",
            (
                (
                    "Replaced your sheet of 4 offers by one of 3. The old one, to copy:\n"
                    "2 : A VIE - GAL | - BOH | - TYR  % whatever it does, it should not stay where it is now\n"
                    "2*3#1 : A BUD - SER\n"
                    "10 $"
                ),
            ),
            (
                Answer(1, "3 : A VIE - GAL", "ok", "A VIE - GAL: 3 AgP"),
                Answer(
                    2,
                    "2 : A BDU - SER",
                    "problem",
                    "There is no unit in BDU, nor is there such a place.",
                    "Did you mean A BUD - SER?",
                ),
                Answer(3, "2*4#1 : F TRI S A VEN - TYR", "warning", "Counts; but Italy's A VEN is a dummy's."),
                Answer(
                    4,
                    "TRANSFER 5 TO FRANCE",
                    "waiting",
                    "A transfer cannot be undone: confirm it with the code that is mailed to you.",
                ),
                Answer(5, "ACCEPT AEFG?", "ok", "Acceptance list AEFG?"),
            ),
            (Block("On file", "ACCEPT AEFG?\n3 : A VIE - GAL\n4#1 : F TRI S A VEN - TYR\n4#1 : F TRI S A VEN - TYR"),),
        ),
    ),
    (Answer(8, "Best wishes, Anna", "unread", ""),),
)
OWN = "your unsigned letter of Mon 2 Mar 2026, 13:15 CET (12:15 UTC), “Shall we meet?”"
PRESS = ("Dear all,", "", "    who   wants  peace?", "  > not I, said the fly", "Anna")


def letters(renderer: Renderer) -> dict[str, Letter]:
    """Every letter by a name that says what it is and to whom."""
    due = Deadline(DUE, MOVES)
    sum_of_seed = commitment(bytes.fromhex(SEED))
    retreating = BoardView(
        only("GERMANY"),
        power="GERMANY",
        dislodged=({"power": "GERMANY", "unit": "A MUN", "retreats": ("RUH", "KIE", "TYR")},),
    )
    german = Reader("Gert", "America/Sao_Paulo", "GERMANY", "gert@example.org")
    richer = BoardView(only("AUSTRIA"), power="AUSTRIA", adjust=1, balance=39, accept="AEFG?", eliminated=("TURKEY",))

    def austrian(*events: Event) -> Known:
        return Known(AUSTRIAN, GAME, AUSTRIAN_VIEW, events)

    return {
        "reply": write.reply(renderer, AUSTRIAN, TRANSCRIPT, "orders for spring", NOW),
        "results_austria": write.results(renderer, austrian(MOVEMENT, RECEIVED, STATEMENT), due, FORM, NOW),
        "results_public": write.results(renderer, Known(OBSERVER, GAME, PUBLIC_VIEW, (MOVEMENT,)), due, "", NOW),
        "results_germany": write.results(
            renderer, Known(german, PLAIN, retreating, (MOVEMENT,)), Deadline(DUE, RETREATS), "A MUN - RUH", NOW
        ),
        "results_year": write.results(
            renderer, Known(AUSTRIAN, GAME, richer, (RETREATED, CENTERS, ELIMINATED)), due, "BUILD A VIE", NOW
        ),
        "results_winter": write.results(renderer, austrian(ADJUSTED, INCOME), None, "", NOW),
        "started": write.started(
            renderer,
            austrian(INCOME),
            due,
            FORM,
            NOW,
            Lots(sum_of_seed),
            players=tuple(zip(POWERS, ("Anna Weiß", "Ed", "Fanny", "Gert", "nobody", "Raja", "Tomás"), strict=True)),
        ),
        "started_plain": write.started(renderer, Known(OBSERVER, PLAIN, PUBLIC_VIEW), due, "", NOW, Lots(sum_of_seed)),
        "reminder": write.reminder(renderer, austrian(), due, "", FORM, NOW),
        "reminder_filed": write.reminder(renderer, austrian(), due, "10 $", FORM, NOW),
        "late_player": write.late(
            renderer, austrian(), Deadline(NOW.replace(hour=11), RETREATS), ("AUSTRIA",), FORM, NOW
        ),
        "late_master": write.late(
            renderer,
            Known(MASTER, GAME, PUBLIC_VIEW),
            Deadline(NOW.replace(hour=11), RETREATS),
            ("AUSTRIA", "GERMANY"),
            "",
            NOW,
        ),
        "notice": write.notice(
            renderer,
            AUSTRIAN,
            GAME,
            "A new deadline",
            ("The GameMaster has moved the deadline of Spring 1901 Movement.", "It was Friday.\nIt is Saturday."),
            NOW,
        ),
        "code": write.code(
            renderer,
            AUSTRIAN,
            (
                Question(
                    (Answer(4, "TRANSFER 5 TO FRANCE", "waiting", "5 AgP go from you (43 AgP left) to France."),),
                    "7QK2-M9XD",
                    DUE,
                    "A transfer cannot be undone.",
                    ("alpha",),
                ),
            ),
            NOW,
        ),
        "welcome_unproved": write.welcome(renderer, AUSTRIAN, "", "judge@example.net", False, NOW),
        "welcome": write.welcome(
            renderer, AUSTRIAN, "lantern-orbit-42-quiet", "judge@example.net", True, NOW, practice="PRACTICE payola"
        ),
        "press": write.press(renderer, AUSTRIAN, GAME, "RUSSIA", ("AUSTRIA", "TURKEY"), PRESS, NOW),
        **unsigned_letters(renderer),
        "newspaper": write.newspaper(
            renderer, AUSTRIAN, GAME, "Spring 1901 Movement", [("By France", "\n".join(PRESS))], NOW
        ),
        "press_all": write.press(renderer, OBSERVER, GAME, "MASTER", (), PRESS, NOW),
        "news": write.news(renderer, austrian(RECEIVED), due, NOW),
        "news_public": write.news(renderer, Known(OBSERVER, PLAIN, PUBLIC_VIEW, (RESIGNED,)), due, NOW),
        "position": write.results(renderer, austrian(), due, FORM, NOW),
        "ended": write.ended(renderer, austrian(MOVEMENT, STATEMENT, ENDED, OPENED), NOW, Lots(sum_of_seed, SEED)),
    }


def unsigned_letters(renderer: Renderer) -> dict[str, Letter]:
    """Press of which somebody does not know who reads or writes it."""
    said = {
        "press_unsigned": (UNSIGNED, (), Answering(name="K7F3", signed="choice")),
        "press_unsigned_answer": (UNSIGNED, (UNSIGNED,), Answering(name="K7F3", about=OWN, signed="never")),
        "press_answer": ("RUSSIA", (UNSIGNED,), Answering(about=OWN, signed="choice")),
        "press_to_pseudonym": ("RUSSIA", ("OWL", "TURKEY"), Answering(pseudonym="OWL")),
    }
    return {
        name: write.press(renderer, AUSTRIAN, GAME, sender, to, PRESS, NOW, answering)
        for name, (sender, to, answering) in said.items()
    }


def as_text(letter: Letter) -> str:
    return f"Subject: {letter.subject}\n\n{letter.text}"


if __name__ == "__main__":
    for name, letter in letters(Renderer()).items():
        (GOLDEN / f"{name}.txt").write_text(as_text(letter), "utf-8")
