"""8.1, 8.2, 17.1: of two acts that stand together none is lost unsaid, and what is filed is what each is alone."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.rules.machiavelli.test_letters import problems, read
from tests.support.soaking import stride

UNITS = """PAPACY A PER; PAPACY A URB; PAPACY F ANC; PAPACY G ROM; PAPACY A SPO; PAPACY F BON; PAPACY A SIE
NOBODY G SIE; FLORENCE A ARE; FLORENCE A FIR; NAPLES A CAP"""

ACTS = [
    ("Perugia holds", "A PER holds"),
    ("Urbino --> Arezzo", "The army in Urbino is ordered to advance into Arezzo"),
    ("A SPO S ROM", "Spoleto supports Rome"),
    ("F BON T FLORENCE", "Bay of Naples transports"),
    ("Siena besieges",),
    ("G ROM C A", "The garrison in Roma converts into an army"),
    ("Ancona --> Adr. Sup.", "F ANC converts"),
    ("Allow Florence bribes", "Venice may bribe past me"),
    ("Permit Naples the straits", "Naples may pass the straits"),
    ("Excommunicate Milan",),
    ("Give 5 ducats to Milan", "Transferring 5 ducats to Naples"),
    ("Hiring a bodyguard for 3 ducats", "Bodyguard for Naples for 6"),
    ("Assassinate Milan for 30",),
    ("Rebellion in Pisa", "Rebellion in Pisa against Florence"),
    ("Pacify Tivoli",),
    ("Buying the Sienese garrison for 9 ducats", "Operate G SIE for 3"),
    ("Disband A CAP for 12",),
    ("Counter-bribe A PER for 3",),
    ("Buy A FIR for 18",),
    ("INDEPENDENT A ARE for 9",),
]
APART = (". ", "; ", ", ", "\n")
TOGETHER = (" and ", " & ", " then ")
PAIRS = [(one, other) for ones, others in itertools.permutations(ACTS, 2) for one in ones for other in others]


def filed(text: str) -> tuple[set[str], bool]:
    """(what is filed, whether something is told)"""
    found = read(text, UNITS, rebellions={"TIV": "PAPACY"})
    return {line for part in found.parts.values() for line in part.splitlines()}, bool(problems(found))


ALONE = {text: filed(text)[0] for texts in ACTS for text in texts}


def drawn(salt: str) -> list[tuple[str, str]]:
    return random.Random(salt).sample(PAIRS, stride(len(PAIRS), 60))


def test_each_is_read_alone() -> None:
    assert all(ALONE.values())


@pytest.mark.parametrize("between", APART)
def test_17_1_what_stands_apart_is_filed_as_it_is_alone(between: str) -> None:
    for one, other in drawn(between):
        assert filed(one + between + other) == (ALONE[one] | ALONE[other], False), (one, other)


@pytest.mark.parametrize("between", TOGETHER)
def test_8_1_of_what_is_run_together_nothing_is_lost_unsaid(between: str) -> None:
    for one, other in drawn(between):
        found, told = filed(one + between + other)
        assert told or found == ALONE[one] | ALONE[other], (one, other, found)
