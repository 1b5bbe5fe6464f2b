"""How letters are read: the plain forms that people use, what files nothing and is told, and words that count units."""

from __future__ import annotations

import pytest

from judge.reading.lexicon import phrases_of
from tests.rules.machiavelli.test_letters import problems, read

TUSCANY = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; MILAN A MOD; NOBODY G SIE"


@pytest.mark.parametrize(
    ("role", "units", "label", "line", "parts"),
    [
        ("PAPACY", "", "SPR1460A", "Armies in Rome and Perugia; fleet at Ancona.",
         {"payments": "RAISE A ROM\nRAISE A PER\nRAISE F ANC"}),
        ("PAPACY", "PAPACY A ROM; PAPACY A PER; PAPACY F ANC", "SPR1460A",
         "Armies in Rome and Perugia; fleet at Ancona.", {"payments": "PAY A ROM\nPAY A PER\nPAY F ANC"}),
        ("TURKEY", "TURKEY F DUR; TURKEY A ALB; TURKEY A BOS", "SPR1460A", "fleet durazzo, army albania, army bosnia",
         {"payments": "PAY F DUR\nPAY A ALB\nPAY A BOS"}),
        ("FLORENCE", "", "SPR1460A", "I'd like to raise an army in Firenze, an army in Arezzo and a fleet in Pisa",
         {"payments": "RAISE A FIR\nRAISE A ARE\nRAISE F PIS"}),
        ("TURKEY", "TURKEY F DUR; TURKEY A ALB; FERRARA A BOS; TURKEY G RAG", "SPR1460C",
         "Advance Durazzo fleet to Lower Adriatic, Albania to Durazzo, Ragusa converts into an army",
         {"orders": "F DUR - LAD\nA ALB - DUR\nG RAG C A"}),
    ],
)  # fmt: skip
def test_17_1_plain_forms_are_read(role: str, units: str, label: str, line: str, parts: dict[str, str]) -> None:
    found = read(line, units, role, label)
    assert (found.parts, problems(found)) == (parts, [])


def test_9_7_what_one_unit_cannot_do_loses_no_other_order() -> None:
    line = "Advance Durazzo fleet to Lower Adriatic, Albania to Durazzo, Bosnia converts"
    found = read(line, "TURKEY F DUR; TURKEY A ALB; TURKEY A BOS", "TURKEY")
    assert found.parts == {"orders": "F DUR - LAD\nA ALB - DUR"}
    assert [each.text for each in problems(found)] == ["Bosnia converts"]


CAMPAIGN = [
    *("If Genoa attacks, A FIR holds", "A FIR - BOL, unless Milan attacks", "A FIR - BOL, or SIE", "A ARE - PER?"),
    *("Rebellion in Modena, if Genoa agrees", "Should Milan attack, A ARE supports Firenze", "A FIR - PRA (or Pisa)"),
    *("Wenn Mailand zahlt, A ARE - PER", "Se Milano paga, A ARE - PER", "Buy G SIE for 9, no, 12"),
    *("Give 5 ducats to Milan, conditional on A MOD holding", "Give 3 ducats to Milan or the Pope"),
    *("Give 9 ducats to Genoa for a rebellion in Modena", "Send Genoa 3 ducats for a bodyguard"),
    *("Give 30 to Genoa to assassinate Milan", "Give Savoy 3 ducats for Nizza", "Give 3 ducats to Atlantis"),
    *("Give all my ducats to Milan", "Give Milan the rest", "Give nothing to Milan", "Bodyguard against Genoa for 3"),
    *("Do not allow Genoa to bribe", "Never allow Genoa the straits", "Genoa may not pass the straits"),
    *(
        "Genoa permits my fleet to pass the strait",
        "Allow Genoa straits for 5 ducats",
        "Allow everybody but Genoa bribes",
    ),
    *("Allow Genoa the straits of Bonifacio", "Genoa may bribe past my glorious flank", "Rebellion against Milan"),
    *("Operate G SIE for 3 and support everybody", "Counter-bribe A FIR 3, A LUC 3", "Both A FIR - PRA"),
    *("A ARE - FIR, supported by A MOD", "A FIR and A ARE hold, supported by Pisa", "supported by Perugia"),
    *("Excommunicate Milan and Venice", "12 ducats against the rebellion in Pisa", "Put down the rebellion in Pisa"),
    *("Counter-bribe A FIR 3, the Pope", "Bodyguard for 3, Genoa", "Bodyguard for 3 each"),
    *("Rebellion in Pisa (Give 5 ducats to Milan)", "A FIR S SIE (the rebels)", "Perugia supports for Genoa"),
]
SPRING = [
    *(
        "Raise A PST, or G ARE",
        "If Milan gives me ducats, raise A PST",
        "Raise A ARE when Milan pays",
        "Don't raise A PST",
    ),
    *("Do not disband F PIS", "Do not pay the fleet", "Pay all. Not F PIS.", "Tax all my provinces except Prato"),
    *("Raise fleet", "Raising a garrison", "Pay A FIR before A ARE", "Give 5 ducats to Genoa, if they sell me Lucca"),
    *("Raise A Atlantis", "Raise 0 armies", "Spoleto was sold to Florence for 3 ducats", "Both A FIR"),
]


@pytest.mark.parametrize(
    ("label", "line"), [*(("SUM1460C", line) for line in CAMPAIGN), *(("SPR1460A", line) for line in SPRING)]
)
def test_17_1_of_what_is_not_plain_nothing_is_filed_and_it_is_told(label: str, line: str) -> None:
    found = read(line, TUSCANY, "FLORENCE", label, rebellions={"PIS": "FLORENCE"})
    assert found.parts == {}
    assert problems(found)
    assert all(each.text in line for each in problems(found))


COUNTING = sorted({phrase for kind, _, _, phrase in phrases_of("machiavelli") if kind in ("BOTH", "EACH")})


@pytest.mark.parametrize(
    ("label", "line"),
    [
        *(
            ("SUM1460C", line)
            for line in ("{} A FIR - PRA", "A FIR {} - PRA", "bodyguard for 3 {}", "give 5 to Milan {}")
        ),
        *(("SPR1460A", line) for line in ("raise {} G FIR", "raise G FIR {}", "pay {} A FIR")),
    ],
)
def test_17_1_a_word_for_several_beside_one_is_told(label: str, line: str) -> None:
    """These words are doubts beside any other order, and count units within one."""
    for word in COUNTING:
        found = read(line.format(word), TUSCANY, "FLORENCE", label)
        assert found.parts == {}, word
        assert problems(found) or found.remarks, word
