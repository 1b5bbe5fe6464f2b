"""Rulings 1 (conflict), 2.3 to 2.7 (rebels in the field), 4 (sieges), 7.1 to 7.4 (Venice), 13.1 to 13.3 (straits).

Each case of `boards.txt` has its numbers and its title, and boards: the units with their orders, `sieges`, `rebellions`
(area and owner) and who is `allowed` to pass whom. Below stands what has become of them: who `stands` there, who is
`gone`, or `only` these; what each order `becomes`, those of `all`, or `every` one; and the rest by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.campaign import Campaign
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Json, Orders, Outcome, only, sheet_of
from tests.rules.machiavelli.field import outcomes, played, standing
from tests.rules.machiavelli.table import phase, state

BOARDS = Path(__file__).parent / "boards.txt"
GIVEN = ("sieges", "rebellions", "allowed", "stunned")
Said = list[tuple[str, list[str]]]


def cases() -> Iterator[Any]:
    for paragraph in BOARDS.read_text(encoding="utf-8").strip().split("\n\n"):
        title, *lines = paragraph.split("\n")
        boards: list[tuple[str, Said]] = []
        for line in (line.strip() for line in lines if "#" not in line):
            word, _, rest = line.partition(" ")
            said = boards[-1][1] if boards else []
            if word.islower() and said and said[-1][0] == word:
                said[-1][1].extend(rest.split("; "))
            elif word.islower():
                said.append((word, rest.split("; ")))
            elif boards and not boards[-1][1]:
                boards[-1] = (f"{boards[-1][0]}; {line}", [])
            else:
                boards.append((line, []))
        yield pytest.param(boards, id=title.replace(" ", "_"))


def _pairs(said: Iterable[str]) -> dict[str, str]:
    return {each.rpartition(" ")[0]: each.rpartition(" ")[2] for each in said}


def _holds(campaign: Campaign, word: str, said: list[str]) -> bool:
    names = set(said) - {"none"}
    became, position = outcomes(campaign), campaign.position
    if word == "paradox":
        return names <= set(campaign.paradox) if names else campaign.paradox == ()
    return {
        "stands": names <= standing(campaign),
        "gone": not names & standing(campaign),
        "only": names == standing(campaign),
        "becomes": became | _pairs(said) == became,
        "all": became == _pairs(said),
        "every": set(became.values()) == names,
        "dislodged": {line.unit for line in campaign.lines if line.dislodged} == names,
        "besieged": set(position.sieges) == names,
        "controls": all(position.control(area) == owner for area, owner in _pairs(said).items()),
    }[word]


@pytest.mark.parametrize("boards", list(cases()))
def test_what_becomes_of_a_board(boards: list[tuple[str, Said]]) -> None:
    for board, said in boards:
        given: dict[str, Any] = {word: words for word, words in said if word in GIVEN}
        if "rebellions" in given:
            given["rebellions"] = _pairs(given["rebellions"])
        if "allowed" in given:
            given["allowed"] = _pairs(given["allowed"]).items()
        campaign = played(board, **given)
        wrong = [(word, words) for word, words in said if word not in GIVEN and not _holds(campaign, word, words)]
        assert wrong == [], (board, outcomes(campaign), standing(campaign), campaign.paradox)


# ---- 1


def test_ruling_1_3_the_target_of_a_unit_forced_out_is_open_to_retreats() -> None:
    found = standing(
        played("PAPACY A BOL - MOD; VENICE A MAN - BOL; FLORENCE A FIR S BOL VENICE; MILAN A PAR - REG; MILAN G BOL H")
    )
    # The Pope's army, forced out of Bologna, may go where it had in vain been ordered to.
    assert "VENICE A BOL" in found
    assert any(each.startswith("PAPACY A ") for each in found)


HOLDS_FOR_A_FRIEND = (
    "MILAN A ARE - FIR; FRANCE A FIR H; MILAN A PER S ARE SAVOY; SAVOY A URB - ARE; MILAN A PAT S PER;"
    "NAPLES A ROM - PER; NAPLES A SPO S PER"
)


@pytest.mark.parametrize(
    ("board", "void"),
    [
        ("MILAN A PAR - MAN; MILAN A CRE - MAN", {"A PAR", "A CRE"}),
        ("MILAN A PAR - MAN; MILAN A MAN H", {"A PAR"}),
        ("MILAN A PAR S MAN VENICE; MILAN A MAN H; VENICE A VER - MAN", {"A PAR"}),
        ("MILAN A PAR - MAN; MILAN G MAN C A", {"A PAR", "G MAN"}),
        ("MILAN A PAR - MAN; MILAN A MAN - PAR", {"A PAR", "A MAN"}),
    ],
)
def test_ruling_1_8_friends_hold_instead_of_attacking_each_other(board: str, void: set[str]) -> None:
    assert {unit for unit, outcome in outcomes(played(board)).items() if outcome == "void"} == void


def test_ruling_1_8_a_support_against_a_friend_who_could_not_leave_is_a_hold_for_everybody() -> None:
    # Cremona would help the Pope into Mantua, where its own army is stuck: so the Austrians are two against one there.
    board = "SAVOY A MAN - MOD; SAVOY A CRE S MAN PAPACY; PAPACY A VER - MAN; PAPACY A MOD S MAN AUSTRIA; "
    board += "AUSTRIA A BRE - MAN"
    found = played(board)
    (line,) = (each for each in found.lines if each.unit == "A CRE")
    assert (line.outcome, line.why) == ("void", "it would support an attack on its own side")
    assert "AUSTRIA A MAN" in standing(found)


def test_ruling_1_8_nobody_is_said_to_have_cut_a_hold_whose_unit_is_forced_out() -> None:
    board = HOLDS_FOR_A_FRIEND + "; NAPLES A SIE S PER"
    (line,) = (each for each in played(board).lines if each.unit == "A PER")
    assert (line.outcome, line.why) == ("void", "it would support an attack on its own side")
    assert (line.dislodged, line.cause) == (True, ("A ROM",))


def test_ruling_1_8_nobody_helps_who_would_exchange_places_with_a_friend() -> None:
    """13.2, 13.4: the stronger of the two gets through. With the help that only counts if it does not, nobody could."""
    board = "FRANCE A AVI - LYO; FRANCE A SAV S LYO; FRANCE A SLZ S AVI FERRARA; FERRARA A LYO - AVI"
    found = played(board)
    assert outcomes(found) == {"A AVI": "moved", "A SAV": "supported", "A SLZ": "void", "A LYO": "bounced"}
    assert found.paradox == ()
    (line,) = (each for each in found.lines if each.unit == "A SLZ")
    assert line.why == "it would support an attack on its own side"
    elsewhere = "FRANCE A MAS - LUC; FRANCE A REG S MAS GENOA; GENOA A LUC - MAS VIA LIG; GENOA F LIG T"
    assert outcomes(played(elsewhere))["A REG"] == "supported", "they do not meet"


OUT = "FERRARA G MAN C A; FERRARA A FER S MAN VENICE; VENICE A VER - MAN"


def test_ruling_1_11_nobodys_support_drives_their_own_garrison_out_of_its_city() -> None:
    found = played(OUT)
    (line,) = (each for each in found.lines if each.unit == "A FER")
    assert (line.outcome, line.why) == ("void", "it would support an attack on its own side")
    assert standing(found) == {"FERRARA G MAN", "FERRARA A FER", "VENICE A VER"}


@pytest.mark.parametrize(
    "board",
    [
        "NAPLES A NAP - PAT VIA BON ETS; NAPLES F BON T SICILY; NAPLES F ETS T",
        "NAPLES A NAP - PAT VIA BON ETS; NAPLES F BON H; NAPLES F ETS T",
        "NAPLES A NAP - PAT VIA BON ETS; NAPLES F BON T",
        "NAPLES A NAP - PAT VIA ETS; NAPLES F ETS T",
        "NAPLES A AQU - PAT VIA BON ETS; NAPLES F BON T; NAPLES F ETS T",
        "NAPLES A NAP - PAT VIA BON ETS; NAPLES A SAL - TIV VIA BON; NAPLES F BON T; NAPLES F ETS T",
    ],
)
def test_ruling_1_9_an_incomplete_chain_is_a_hold(board: str) -> None:
    found = played(board)
    assert "NAPLES A PAT" not in standing(found)
    assert [line.outcome for line in found.lines if line.order.count("VIA")] == ["void"] * board.count("VIA")


# ---- 2, in the field


def rebels(board: str, *, sieges: Iterable[str] = (), stunned: Iterable[str] = ()) -> dict[str, str]:
    return dict(played(board, rebellions={"BOL": "FERRARA"}, sieges=sieges, stunned=stunned).position.rebellions)


def test_ruling_2_3_a_given_hold_puts_down_unless_a_city_rebels() -> None:
    assert rebels("FERRARA A BOL H; FERRARA G BOL H") == {}
    assert rebels("FERRARA A BOL H") == {"BOL": "FERRARA"}, "the city rebels too"
    assert rebels("FERRARA A BOL H; FERRARA G BOL H; VENICE A MAN - BOL") == {}, "a failed attack does not hinder"


@pytest.mark.parametrize("order", ["", "- MAN", "- ROM", "S MAN"])
def test_ruling_2_3_other_holds_do_not_put_down(order: str) -> None:
    assert rebels(f"FERRARA A BOL {order}; FERRARA G BOL H; VENICE A MAN H") == {"BOL": "FERRARA"}


def test_ruling_2_3_nor_the_hold_of_an_assassinated_leaders_unit() -> None:
    assert rebels("FERRARA A BOL H; FERRARA G BOL H", stunned=["FERRARA"]) == {"BOL": "FERRARA"}


def test_ruling_2_3_nor_one_forced_out_nor_a_garrisons() -> None:
    assert ("BOL", "FERRARA", "put down") not in played(
        "FERRARA A BOL H; FERRARA G BOL H; VENICE A MAN - BOL; VENICE A MOD S BOL", rebellions={"BOL": "FERRARA"}
    ).ended
    assert rebels("FERRARA G BOL H") == {"BOL": "FERRARA"}


def test_ruling_2_4_a_rebelling_fortified_city_wants_a_siege_of_two_seasons() -> None:
    first = played("FERRARA A BOL B BOL", rebellions={"BOL": "FERRARA"})
    assert first.position.rebellions
    assert first.position.sieges == {"BOL"}
    assert rebels("FERRARA A BOL B BOL", sieges=["BOL"]) == {}


def test_ruling_2_5_another_players_unit_liberates() -> None:
    found = played("VENICE A MAN - BOL", rebellions={"BOL": "FERRARA"})
    assert found.ended == (("BOL", "FERRARA", "liberated"),)
    assert found.position.control("BOL") == "VENICE"


def test_ruling_2_5_so_does_a_retreat() -> None:
    found = played("PAPACY A FIR H; FLORENCE A PIS - FIR; FLORENCE A PST S FIR", rebellions={"BOL": "FERRARA"})
    assert "PAPACY A BOL" in standing(found), "category 2 of Appendix A before the others here"
    assert found.ended == (("BOL", "FERRARA", "liberated"),)


# ---- 4


def test_ruling_4_1_a_siege_takes_two_seasons_and_may_change_owners() -> None:
    first = played("MILAN A MAN B MAN; NOBODY G MAN H")
    assert outcomes(first)["A MAN"] == "besieging"
    assert first.position.sieges == {"MAN"}
    second = played("VENICE A MAN B MAN; NOBODY G MAN H", sieges=["MAN"])
    assert standing(second) == {"VENICE A MAN"}
    assert second.taken == (("MAN", "VENICE", ""),)
    assert second.position.control("MAN") == "VENICE"
    assert second.position.sieges == frozenset()


# ---- 7


@pytest.mark.parametrize("board", ["TURKEY F LAG - VEN", "TURKEY A FER - VEN VIA LAG; TURKEY F LAG T"])
def test_ruling_7_2_whoever_converts_into_the_city_of_venice_is_not_forced_out(board: str) -> None:
    found = played(f"VENICE F VEN C G; {board}; TURKEY F UAD S VEN")
    assert "VENICE G VEN" in standing(found)
    told = {line.unit: (line.outcome, line.dislodged, line.retreat, line.why, line.cause) for line in found.lines}
    assert told["F VEN"] == ("converted", False, "", "", ()), "it goes in by itself (13.5)"
    attacker = "A FER" if "FER" in board else "F LAG"
    assert told[attacker] == ("bounced", False, "", "", ("F VEN",))


def test_ruling_7_2_a_superior_attack_from_the_lagoon_drives_the_defender_into_the_city() -> None:
    found = played("VENICE F VEN H; TURKEY F LAG - VEN; TURKEY F UAD S VEN")
    assert standing(found) == {"VENICE G VEN", "TURKEY F LAG", "TURKEY F UAD"}
    assert [line.retreat for line in found.lines if line.unit == "F VEN"] == ["city"]


# ---- 13


@pytest.mark.parametrize(
    ("board", "unit"),
    [
        ("NAPLES F BON - ION", "F BON"),
        ("NAPLES A NAP - OTR VIA BON ION; NAPLES F BON T; NAPLES F ION T", "A NAP"),
    ],
)
def test_ruling_13_3_a_fleet_that_arrives_closes_the_strait_from_the_next_campaign_on(board: str, unit: str) -> None:
    found = played(f"{board}; SICILY F PAL - MES")
    assert outcomes(found) | {unit: "moved", "F PAL": "moved"} == outcomes(found)
    assert outcomes(played(f"{board}; SICILY F MES H"))[unit] == "void", "the one that has arrived"


FORCED_OUT = (
    "VENICE A VER - MAN; MILAN A MAN H; MILAN A CRE S MAN; TURKEY A BRE - VER; TURKEY A PAD S VER; TURKEY A TRN S VER"
)


def _helped(text: str, **more: object) -> dict[str, tuple[str, ...]]:
    return {line.unit: line.help for line in played(text, **more).lines if line.help}  # type: ignore[arg-type]


@pytest.mark.ruling("12.4")
@pytest.mark.parametrize(
    ("fight", "rebels", "told"),
    [
        ("NOBODY G MAN; MILAN A MAN H; VENICE A VER - MAN", "", {"A VER": ("G MAN",)}),
        ("MILAN A MAN H; VENICE A VER - MAN", "MAN", {"A VER": ("rebellion",)}),
        ("NOBODY G MAN; MILAN A MAN H; VENICE A VER - MAN", "MAN", {"A VER": ("rebellion", "G MAN")}),
        # It helped, whether that was needed and enough or not.
        ("NOBODY G MAN; MILAN A MAN H; VENICE A VER - MAN; VENICE A BRE S MAN", "", {"A VER": ("G MAN",)}),
        ("NOBODY G MAN; MILAN A MAN H; MILAN A CRE S MAN; VENICE A VER - MAN", "", {"A VER": ("G MAN",)}),
        ("MILAN G MAN C A; VENICE A VER - MAN", "MAN", {"A VER": ("rebellion",)}),
        ("MILAN A MAN - VER; VENICE A VER - MAN", "MAN", {"A VER": ("rebellion",)}),
        ("NOBODY G MAN H; MILAN A MAN H; VENICE A VER - MAN", "", {}),  # bribed to hold: gives none
        ("MILAN A MAN H; VENICE A VER - MAN; FERRARA A FER - MAN", "MAN", {}),  # two players: it helps neither
        (FORCED_OUT, "MAN", {}),  # its order is void
        ("VENICE A VER - MAN; VENICE A MAN - CRE; TURKEY A CRE H", "MAN", {}),  # waits behind a friend: a Hold
        ("NAPLES A PAT - PIS VIA ETS; NAPLES F ETS H", "PIS", {}),  # no fleet carries it
    ],
)
def test_12_4_an_advance_says_who_supports_it_by_itself(
    fight: str, rebels: str, told: dict[str, tuple[str, ...]]
) -> None:
    assert _helped(fight, rebellions=dict.fromkeys(filter(None, [rebels]), "MILAN")) == told


@pytest.mark.ruling("12.2")
@pytest.mark.parametrize(
    ("unit", "why"), [("NOBODY G SLZ H", "a bribe told it to"), ("NOBODY G SLZ", ""), ("GENOA G SLZ H", "")]
)
def test_12_2_it_is_told_that_a_bribe_told_an_independent_unit_to_hold(unit: str, why: str) -> None:
    (line,) = played(unit).lines
    assert (line.outcome, line.why) == ("held", why)


def test_ruling_4_2_a_siege_remembers_what_it_is_of() -> None:
    rebelling = {"BOL": "FERRARA"}
    first = played("MILAN A BOL B BOL; FERRARA G BOL H").position
    assert (first.sieges, first.of_rebels) == (frozenset({"BOL"}), frozenset())
    victim = played("FERRARA A BOL B BOL", rebellions=rebelling).position
    assert (victim.sieges, victim.of_rebels) == (frozenset({"BOL"}), frozenset({"BOL"}))
    # The garrison is gone before F, so the city rebels with its province: nothing of the siege is left.
    gone: frozenset[str] = frozenset()
    free = played("FERRARA A BOL - MOD", rebellions=rebelling, sieges=["BOL"], of_rebels=gone)
    assert outcomes(free)["A BOL"] == "moved"
    anew = played("FERRARA A BOL B BOL", rebellions=rebelling, sieges=["BOL"], of_rebels=gone)
    assert outcomes(anew)["A BOL"] == "besieging"
    assert anew.position.of_rebels == frozenset({"BOL"})
    bound = played("FERRARA A BOL - MOD", rebellions=rebelling, sieges=["BOL"], of_rebels=frozenset({"BOL"}))
    assert outcomes(bound)["A BOL"] == "void"
    done = played("FERRARA A BOL B BOL", rebellions=rebelling, sieges=["BOL"], of_rebels=frozenset({"BOL"}))
    assert outcomes(done)["A BOL"] == "taken"


def test_ruling_4_2_the_siege_of_rebels_is_over_when_a_garrison_has_come() -> None:
    found = played("TURKEY F LAG - UAD; VENICE G VEN H", sieges=["LAG"], of_rebels=frozenset({"LAG"}))
    assert outcomes(found)["F LAG"] == "moved"


# Rulings 2.5, 13.5 and 13.8: rebellions that a bribe liberates, what is told before phase B, who sends nothing.

RNG = Rng(b"seed")
PAYEE = "PAPACY"
GIVER = "FLORENCE"


def opened() -> Any:
    return SYSTEM.start({}, SYSTEM.seating({}).names, RNG).state


def told_to(outcome: Outcome, role: str) -> list[Json]:
    return [event.data for event in outcome.events if event.audience.includes(only(role))]


def test_ruling_13_5_nothing_that_is_sent_before_the_deadline_is_known_to_the_one_who_gets_it() -> None:
    state = opened()
    gift = SYSTEM.read(SYSTEM.view(state, only(GIVER)), GIVER, sheet_of("Give 2 to the Pope"))
    # It is filed, not done: no act could tell anybody, and the payee's view is made of the state alone.
    assert gift.acts == ()
    assert gift.parts["gifts"] == f"GIVE 2 {PAYEE}"
    before = SYSTEM.view(state, only(PAYEE))
    outcome = SYSTEM.adjudicate(state, {GIVER: gift.parts}, RNG)
    assert SYSTEM.view(state, only(PAYEE)) == before
    without = SYSTEM.adjudicate(state, {}, RNG)
    assert outcome.state.ducats[PAYEE] == without.state.ducats[PAYEE] + 2
    assert told_to(outcome, PAYEE) != told_to(without, PAYEE)


def _read(state: Any, role: str, text: str) -> Orders:
    return SYSTEM.read(SYSTEM.view(state, only(role)), role, sheet_of(text)).parts


def test_ruling_13_8_whoever_sends_nothing_gets_the_default_orders_and_nobody_waits() -> None:
    state = opened()
    forms = {role: SYSTEM.form(SYSTEM.view(state, only(role)), {}) for role in BOARD.countries}
    raised = {role: _read(state, role, f"Raise {form.partition('Raise ')[2]}") for role, form in forms.items()}
    state = SYSTEM.adjudicate(state, raised, RNG).state
    for _ in range(4):
        phase = SYSTEM.phase(state)
        assert phase is not None
        assert phase.missing == "default"
        # What the sheet to answer with says before it is changed: salaries in the order of 7.3, all units hold.
        defaults = {role: _read(state, role, SYSTEM.form(SYSTEM.view(state, only(role)), {})) for role in phase.roles}
        assert any(defaults.values())
        silent, written = (SYSTEM.adjudicate(state, orders, RNG).state for orders in ({}, defaults))
        assert SYSTEM.dump(silent) == SYSTEM.dump(written)
        state = silent


def test_7_2_the_sheet_of_spring_offers_a_garrison_where_an_army_stands_beside_armies_elsewhere() -> None:
    view = SYSTEM.view(state("FLORENCE A FIR; FLORENCE A PIS; FLORENCE G PIS", "SPR1461A"), only("FLORENCE"))
    offered = [line.removeprefix("// ") for line in SYSTEM.form(view, {}).splitlines() if line.startswith("// Raise")]
    assert offered == ["Raise G FIR", "Raise A ARE", "Raise A PST"]
    assert not SYSTEM.read(view, "FLORENCE", sheet_of("\n".join(["Pay all", *offered]))).problems


@pytest.mark.parametrize(
    ("units", "sieges", "form"),
    [
        ("MILAN A MAN; VENICE G MAN", ["MAN"], "A MAN B MAN"),
        ("MILAN A MAN; VENICE G MAN", [], "A MAN H"),
        ("MILAN A MAN; MILAN G MAN", ["MAN"], "G MAN H\nA MAN H"),
        ("MILAN F LAG; VENICE G VEN", ["LAG"], "F LAG B VEN"),
        ("MILAN A MAN", ["MAN"], "A MAN H"),
    ],
)
def test_9_4_the_sheet_to_answer_with_goes_on_with_a_siege_of_one_season(
    units: str, sieges: list[str], form: str
) -> None:
    besieging = state(units, sieges=sieges)
    view = SYSTEM.view(besieging, only("MILAN"))
    assert SYSTEM.form(view, {}) == form
    assert SYSTEM.without_orders(view).startswith("your units hold")
    assert not SYSTEM.read(view, "MILAN", sheet_of(form)).problems


def test_ruling_2_5_a_rebellion_that_a_bribe_liberates_supports_until_the_season_ends_and_the_page_says_so() -> None:
    """11.3 does not say when it ends, and bribes come before the orders (D.4, F)."""
    board = "FERRARA A MAN; FERRARA G MAN; VENICE A VER; MILAN A CRE"
    letters = {"MILAN": "BUY G MAN 36", "FERRARA": "A MAN H", "VENICE": "A VER - MAN"}
    found = phase(board, letters, ducats={"MILAN": 36}, rebellions={"MAN": "FERRARA"}).state.position
    assert found.units["MAN/G"].owner == "MILAN"
    assert found.units["MAN"].owner == "VENICE", "two against one"
    assert found.rebellions == {}
    page = Path(__file__).parents[3] / "docs/rulings/machiavelli.md"
    (ruling,) = (line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("- **2.5**"))
    assert "until then the rebellion gives its support" in ruling


# Examples 1 to 4 of the rule text, every case, and what chapter 13 says besides.


def test_example_1_with_an_austrian_garrison_the_supporter_is_forced_out() -> None:
    found = played("MILAN A TIR S TOR FRANCE; FRANCE A COM - TOR; GENOA A TOR - TIR; AUSTRIA G TIR S TIR GENOA")
    assert {"FRANCE A TOR", "GENOA A TIR", "AUSTRIA G TIR"} <= standing(found)
    assert [line.dislodged for line in found.lines if line.unit == "A TIR"] == [True]
    assert "MILAN A COM" in standing(found) or "MILAN A MIL" in standing(found)


EXAMPLE_2 = """FLORENCE G MAN C A; VENICE A MAN {v}; GENOA A PAR {g}; MILAN A CRE S MAN FLORENCE;
AUSTRIA A VER S MAN PAPACY; TURKEY A FER S MAN PAPACY; PAPACY A BOL - MAN; FRANCE A MOD {r}"""


def example_2(v: str, g: str = "H", r: str = "H") -> set[str]:
    return standing(played(EXAMPLE_2.format(v=v, g=g, r=r)))


def test_example_2_with_support_venice_advances_and_florence_retreats_to_brescia() -> None:
    found = example_2("- CRE", g="S CRE VENICE")
    assert {"VENICE A CRE", "PAPACY A MAN", "FLORENCE A BRE"} <= found
    assert not any("MILAN A CRE" in each for each in found)


NAPLES = "; NAPLES A PIS - FIR; FRANCE F LIG S PIS TURKEY; TURKEY F WTS - PIS"


def test_example_4_the_stronger_half_of_a_circle_advances() -> None:
    found = standing(
        played(
            "GENOA A MOD - MAN; AUSTRIA A MAN S FER VENICE; VENICE A VER - FER; PAPACY A FER - BOL; "
            "FLORENCE A BOL S MOD FRANCE; FRANCE A LUC - MOD"
        )
    )
    assert {"FRANCE A MOD", "VENICE A FER", "AUSTRIA A MAN", "FLORENCE A BOL"} <= found
    assert not {"GENOA A MOD", "PAPACY A FER"} & found


def test_example_4_all_supports_are_cut_when_genoa_supports_milan() -> None:
    found = played(
        "GENOA A MOD S MAN MILAN; MILAN A PAR - MAN; AUSTRIA A MAN S FER VENICE; VENICE A VER - FER; "
        "PAPACY A FER - BOL; FLORENCE A BOL S MOD FRANCE; FRANCE A LUC - MOD"
    )
    assert set(outcomes(found).values()) == {"cut", "bounced"}
    assert not any(line.dislodged for line in found.lines)


def test_example_4_total_symmetry_is_a_standoff() -> None:
    found = played(
        "FRANCE A LUC - MOD; FLORENCE A BOL S MOD FRANCE; MILAN A PAR - MAN; GENOA A MOD S MAN MILAN; "
        "PAPACY A FER - BOL; AUSTRIA A MAN S BOL PAPACY"
    )
    assert set(outcomes(found).values()) == {"cut", "bounced"}
    assert not any(line.dislodged for line in found.lines)


FORCED_OUT_OF_THE_LAGOON = """VENICE F VEN H; FERRARA F LAG - VEN; FERRARA F FER S VEN;
DALMATIA F UAD - LAG; DALMATIA F FRI S LAG; DALMATIA F TRV S LAG"""


def test_13_5_who_is_forced_out_of_the_lagoon_drives_nobody_into_the_city_of_venice() -> None:
    found = played(FORCED_OUT_OF_THE_LAGOON)
    assert {"VENICE F VEN", "DALMATIA F LAG", "FERRARA F PAD"} <= standing(found)
    assert [(line.unit, line.retreat) for line in found.lines if line.dislodged] == [("F LAG", "PAD")]
    # Two against the two of the attack on Venice do not force it out, and it gets its way (13.3, 14).
    equal = standing(played(FORCED_OUT_OF_THE_LAGOON.replace("; DALMATIA F TRV S LAG", "")))
    assert {"VENICE G VEN", "FERRARA F LAG", "DALMATIA F UAD"} <= equal
