"""Phases D and E: Example 5, chapters 10 to 12, and rulings 2.1, 2.2, 2.8 to 2.11, 3.1 to 3.8, 11, 13.4."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.table import account, phase, told

POPE = "PAPACY A PER; PAPACY A URB; PAPACY F ANC; PAPACY G ROM; NOBODY G SIE"


def test_example_5_the_bodyguard_goes_before_the_bribe() -> None:
    orders = "BUY G SIE 9; BODYGUARD PAPACY 3; A URB - ARE; A PER S ARE; F ANC - UAD; G ROM C A; G SIE C A"
    found = phase(POPE, {"PAPACY": orders}, ducats={"PAPACY": 10})
    assert account(found, "PAPACY") == [("BODYGUARD PAPACY 3", 3, "done"), ("BUY G SIE 9", 0, "too dear")]
    assert found.state.ducats["PAPACY"] == 7
    units = {str(unit) for unit in found.state.position.units_of("PAPACY")}
    assert units == {"A ARE", "A PER", "F UAD", "A ROM"}
    assert str(found.state.position.garrison("SIE")) == "G SIE"


def test_example_5_with_money_the_bribed_garrison_obeys_at_once() -> None:
    found = phase(POPE, {"PAPACY": "BUY G SIE 9; G SIE C A"}, ducats={"PAPACY": 10})
    assert "A SIE" in {str(unit) for unit in found.state.position.units_of("PAPACY")}


def test_ruling_1_10_two_different_orders_for_one_unit_are_a_hold() -> None:
    found = phase("PAPACY A URB", {"PAPACY": "A URB - ARE; A URB - PER"})
    assert [str(unit) for unit in found.state.position.units_of("PAPACY")] == ["A URB"]
    twice = phase("PAPACY A URB", {"PAPACY": "A URB - ARE; A URB - ARE"})
    assert [str(unit) for unit in twice.state.position.units_of("PAPACY")] == ["A ARE"]


# ---- 13.4 and D.1


def test_ruling_13_4_too_dear_items_are_skipped_and_cheaper_later_ones_run() -> None:
    found = phase("MILAN A PAR; NOBODY G MAN", {"MILAN": "BUY G MAN 9; OPERATE G MAN 3"}, ducats={"MILAN": 5})
    assert account(found, "MILAN") == [("BUY G MAN 9", 0, "too dear"), ("OPERATE G MAN 3", 3, "done")]


_BRIBES = "MILAN A PAR; MILAN A CRE; NOBODY G MAN; NOBODY G MOD"


def test_ruling_13_4_what_is_too_dear_stands_below_the_bribe_that_left_too_little() -> None:
    found = phase(_BRIBES, {"MILAN": "BUY G MAN 9; BUY G MOD 9"}, ducats={"MILAN": 12})
    assert account(found, "MILAN") == [("BUY G MAN 9", 9, "done"), ("BUY G MOD 9", 0, "too dear")]


def test_ruling_13_4_what_is_too_dear_stands_below_the_murder_that_left_too_little() -> None:
    orders = "ASSASSINATE VENICE 30; BODYGUARD MILAN 3; ASSASSINATE GENOA 30"
    found = phase("MILAN A PAR", {"MILAN": orders, "VENICE": "BODYGUARD VENICE 3"}, ducats={"MILAN": 40})
    assert account(found, "MILAN") == [
        ("ASSASSINATE VENICE 30", 30, "in vain"),
        ("BODYGUARD MILAN 3", 3, "done"),
        ("ASSASSINATE GENOA 30", 0, "too dear"),
    ]


def test_d_1_gifts_are_simultaneous_and_may_be_spent_in_the_later_sub_phases() -> None:
    letters = {"MILAN": "GIVE 12 VENICE", "VENICE": "GIVE 5 GENOA; BUY G TRN 9"}
    found = phase("VENICE A VER; NOBODY G TRN", letters, ducats={"MILAN": 12, "VENICE": 4})
    assert account(found, "VENICE") == [
        ("GIVE 5 GENOA", 0, "too dear"),
        ("GIFT FROM MILAN", -12, "done"),
        ("BUY G TRN 9", 9, "done"),
    ]
    assert found.state.ducats["VENICE"] == 7


# ---- 2


def test_ruling_2_1_a_rebellion_is_the_provinces_and_the_city_joins_without_its_garrison() -> None:
    found = phase("FERRARA G BOL H", {"MILAN": "REBEL BOL"}).state.position
    assert found.rebellions == {"BOL": "FERRARA"}
    assert not found.city_rebels("BOL")
    assert found.city_of("BOL") == "FERRARA"
    left = phase("FERRARA G BOL H", {"MILAN": "REBEL BOL", "FERRARA": "G BOL C A"}).state.position
    assert left.city_rebels("BOL")


def test_ruling_2_2_one_rebellion_and_all_pay() -> None:
    found = phase("", {"MILAN": "REBEL BOL", "VENICE": "REBEL BOL"}, ducats={"MILAN": 15, "VENICE": 16})
    assert found.state.position.rebellions == {"BOL": "FERRARA"}
    assert (found.state.ducats["MILAN"], found.state.ducats["VENICE"]) == (0, 1)


def test_ruling_2_2_pacifying_cannot_meet_a_rebellion_of_the_same_phase() -> None:
    found = phase("", {"MILAN": "REBEL BOL", "FERRARA": "PACIFY BOL"})
    assert found.state.position.rebellions == {"BOL": "FERRARA"}
    assert account(found, "FERRARA") == [("PACIFY BOL", 0, "not done")]


def test_11_3_any_player_pacifies_and_each_order_is_charged() -> None:
    found = phase("", {"MILAN": "PACIFY BOL", "FERRARA": "PACIFY BOL"}, rebellions={"BOL": "FERRARA"})
    assert found.state.position.rebellions == {}
    assert (found.state.ducats["MILAN"], found.state.ducats["FERRARA"]) == (3, 3)


@pytest.mark.parametrize(
    ("units", "markers", "province", "price"),
    [("", {}, "BOL", 15), ("", {"MAN": "FERRARA"}, "MAN", 9), ("NOBODY G MAN", {}, "MAN", 3), ("", {}, "SCH", 0),
     ("FERRARA A MAN; MILAN G MAN", {}, "MAN", 0), ("FERRARA F LAG", {}, "LAG", 0), ("", {}, "PAR", 0)],
)  # fmt: skip
def test_ruling_2_2_prices_by_the_state_before_and_impossible_ones_are_free(
    units: str, markers: dict[str, str], province: str, price: int
) -> None:
    found = phase(units, {"MILAN": f"REBEL {province}"}, ducats={"MILAN": 20}, markers=markers)
    assert 20 - found.state.ducats["MILAN"] == price


@pytest.mark.parametrize(("units", "started"), [("", True), ("VENICE G VEN", False), ("VENICE F VEN", False)])
def test_ruling_2_8_a_small_island_rebels_only_when_wholly_empty(units: str, started: bool) -> None:
    assert ("VEN" in phase(units, {"MILAN": "REBEL VEN"}).state.position.rebellions) is started


MURDER = {"MILAN": "ASSASSINATE FERRARA 30"}
FERRARESE = "FERRARA A MAN; FERRARA G BOL"


def test_ruling_2_9_conquered_provinces_rise_home_ones_do_not() -> None:
    found = phase(FERRARESE, MURDER, ducats={"MILAN": 30}, markers={"LUC": "FERRARA", "LIP": "FERRARA"})
    assert found.state.position.rebellions == {"MAN": "FERRARA", "LUC": "FERRARA", "LIP": "FERRARA"}
    assert told(found, "campaign")[0]["assassinated"] == ["FERRARA"]


def test_ruling_2_9_the_rising_supports_an_enemy_in_the_same_season() -> None:
    letters = {**MURDER, "VENICE": "A VER - MAN", "FERRARA": "A MAN H"}
    found = phase("FERRARA A MAN; VENICE A VER", letters, ducats={"MILAN": 30})
    assert str(found.state.position.field_unit("MAN")) == "A MAN"
    assert found.state.position.units["MAN"].owner == "VENICE"


def test_ruling_2_9_the_victims_later_orders_are_dropped_without_charge_the_earlier_stand() -> None:
    victim = "GIVE 2 GENOA; BODYGUARD MILAN 3; PACIFY BOL; OPERATE G MAN 3; A MAN - VER"
    found = phase(
        "FERRARA A FER; NOBODY G MAN", {**MURDER, "FERRARA": victim}, ducats={"MILAN": 30, "FERRARA": 20},
        rebellions={"BOL": "FERRARA"},
    )  # fmt: skip
    assert found.state.ducats["FERRARA"] == 15
    assert [row[2] for row in account(found, "FERRARA")] == ["done", "done", "not done", "not done"]


def test_ruling_2_10_a_murdered_leaders_permission_for_bribes_stands() -> None:
    murder = {"MILAN": "ASSASSINATE VENICE 30"}
    board = "GENOA A FOR; VENICE A VER; NOBODY G MAN"
    letters = {"GENOA": "BUY G MAN 9", "VENICE": "ALLOW GENOA BRIBES", **murder}
    found = phase(board, letters, ducats={"GENOA": 9, "MILAN": 30})
    assert told(found, "campaign")[0]["assassinated"] == ["VENICE"]
    assert found.state.position.units["MAN/G"].owner == "GENOA"


@pytest.mark.parametrize(("permission", "place"), [("ALLOW NAPLES STRAITS", "ION"), ("F MES - ION", "BON")])
def test_ruling_2_10_a_murdered_leaders_fleet_keeps_its_strait_and_lets_pass_whom_they_allowed(
    permission: str, place: str
) -> None:
    letters = {"NAPLES": "F BON - ION", "SICILY": permission, "TURKEY": "ASSASSINATE SICILY 30"}
    found = phase("NAPLES F BON; SICILY F MES", letters, ducats={"TURKEY": 30})
    assert told(found, "campaign")[0]["assassinated"] == ["SICILY"]
    assert [str(unit) for unit in found.state.position.units_of("NAPLES")] == [f"F {place}"]


def test_ruling_2_10_an_excommunication_by_a_murdered_pope_stands() -> None:
    letters = {"PAPACY": "EXCOMMUNICATE MILAN", "TURKEY": "ASSASSINATE PAPACY 30", "MILAN": "GIVE 5 GENOA"}
    found = phase("PAPACY A ROM", letters, ducats={"TURKEY": 30})
    assert told(found, "campaign")[0]["assassinated"] == ["PAPACY"]
    assert told(found, "excommunicated") == [{"power": "MILAN", "until": "SUM1460C"}]
    assert found.state.ducats["MILAN"] == 15, "the gift of D.1 is blocked"


@pytest.mark.parametrize(("price", "guard", "dead"), [(30, 0, True), (30, 3, False), (33, 3, True), (36, 9, False)])
def test_10_the_price_must_exceed_the_bodyguards_by_thirty(price: int, guard: int, dead: bool) -> None:
    letters = {"MILAN": f"ASSASSINATE FERRARA {price}"}
    if guard:
        letters["VENICE"] = f"BODYGUARD FERRARA {guard}; BODYGUARD FERRARA 3"
    found = phase(FERRARESE, letters, ducats={"MILAN": 40, "VENICE": 40})
    assert bool(told(found, "campaign")[0]["assassinated"]) is dead
    assert found.state.ducats["MILAN"] == 40 - price


def test_10_several_attempts_are_all_charged_and_only_the_highest_counts() -> None:
    letters = {"MILAN": "ASSASSINATE FERRARA 30", "VENICE": "ASSASSINATE FERRARA 30", "FERRARA": "BODYGUARD FERRARA 3"}
    found = phase(FERRARESE, letters, ducats={"MILAN": 30, "VENICE": 30})
    assert told(found, "campaign")[0]["assassinated"] == []
    assert found.state.ducats["MILAN"] == found.state.ducats["VENICE"] == 0


def test_10_of_several_attempts_the_lower_ones_are_in_vain_even_if_the_leader_falls() -> None:
    prices = {"MILAN": 33, "VENICE": 30, "GENOA": 33}
    letters = {killer: f"ASSASSINATE FERRARA {price}" for killer, price in prices.items()}
    found = phase(FERRARESE, letters | {"FERRARA": "BODYGUARD FERRARA 3"}, ducats=prices)
    assert told(found, "campaign")[0]["assassinated"] == ["FERRARA"]
    assert account(found, "VENICE") == [("ASSASSINATE FERRARA 30", 30, "in vain")]
    for killer in ("MILAN", "GENOA"):  # equals: one of them is carried out, and nothing says whose
        assert account(found, killer) == [("ASSASSINATE FERRARA 33", 33, "done")]


@pytest.mark.parametrize("risen", [True, False])
def test_ruling_2_11_a_rebellion_outlasts_the_independent_unit_that_is_disbanded(risen: bool) -> None:
    letters = {"MILAN": "" if risen else "REBEL MAN", "VENICE": "DISBAND G MAN 6"}
    rebellions = {"MAN": ""} if risen else {}
    found = phase("NOBODY G MAN; VENICE A VER", letters, rebellions=rebellions).state.position
    assert found.empty("MAN")
    assert found.rebellions == {"MAN": ""}
    assert (found.control("MAN"), found.province_of("MAN"), found.city_of("MAN")) == ("", "", "")
    assert found.city_rebels("MAN")


def test_ruling_2_11_it_ends_by_an_advance_a_payment_or_a_garrison_in_spring() -> None:
    alone = {"MAN": ""}
    taken = phase("VENICE A VER", {"VENICE": "A VER - MAN"}, rebellions=alone).state.position
    assert (taken.rebellions, taken.control("MAN")) == ({}, "VENICE")
    assert told(phase("", {"GENOA": "PACIFY MAN"}, rebellions=alone), "campaign")[0]["pacified"] == [
        {"province": "MAN", "victim": "INDEPENDENT"}
    ]
    winter = phase("", {}, "FAL1460C", rebellions=alone).state.position
    assert winter.rebellions == {}
    assert winter.garrison("MAN") is not None


def test_ruling_2_11_nobody_can_raise_another_there_meanwhile() -> None:
    found = phase("", {"MILAN": "REBEL MAN", "GENOA": "PACIFY MAN; REBEL MAN"}, rebellions={"MAN": ""}, ducats=RICH)
    assert account(found, "MILAN") == [("REBEL MAN", 0, "not done")]
    assert found.state.position.rebellions == {}
    again = phase("", {"MILAN": "REBEL MAN"})
    assert account(again, "MILAN") == [("REBEL MAN", 0, "not done")]


# ---- 3

RISEN = {"MAN": "FERRARA"}
MANTUA = "MILAN A CRE; VENICE A VER; FERRARA A FER; NOBODY G MAN"
RICH = {"MILAN": 60, "VENICE": 60, "FERRARA": 60, "GENOA": 60}


def owner(units: str, letters: dict[str, str], place: str = "MAN/G", **more: object) -> str | None:
    unit = phase(units, letters, ducats=RICH, **more).state.position.units.get(place)  # type: ignore[arg-type]
    return unit.owner if unit else None


@pytest.mark.parametrize(
    ("milan", "venice", "result"),
    [
        ("BUY G MAN 9", "BUY G MAN 12", "VENICE"),
        ("BUY G MAN 12", "DISBAND G MAN 12", None),
        ("BUY G MAN 12", "BUY G MAN 12", ""),
        ("DISBAND G MAN 9", "DISBAND G MAN 9", None),
        ("BUY G MAN 9", "OPERATE G MAN 12", ""),
    ],
)
def test_ruling_3_1_only_the_largest_bribe_is_tested(milan: str, venice: str, result: str | None) -> None:
    assert owner(MANTUA, {"MILAN": milan, "VENICE": venice}) == result


@pytest.mark.parametrize(
    ("bribe", "counters", "bought"),
    [(9, [3], False), (12, [3], True), (12, [3, 3], True), (12, [6], False), (15, [6], True)],
)
def test_ruling_3_2_what_exceeds_the_minimum_against_the_highest_counter(
    bribe: int, counters: list[int], bought: bool
) -> None:
    letters = {"MILAN": f"BUY G MAN {bribe}"}
    for payer, amount in zip(("GENOA", "VENICE"), counters, strict=False):
        letters[payer] = f"COUNTER G MAN {amount}"
    assert (owner(MANTUA, letters) == "MILAN") is bought


@pytest.mark.parametrize("amount", [8, 10, 11, 13])
def test_ruling_3_2_other_amounts_are_illegal_and_not_charged(amount: int) -> None:
    found = phase(MANTUA, {"MILAN": f"BUY G MAN {amount}"}, ducats=RICH)
    assert account(found, "MILAN")[0][1:] == (0, "not done")


@pytest.mark.parametrize(
    ("unit", "verb", "price"),
    [("FERRARA G MAN", "BUY", 36), ("FERRARA G MAN", "DISBAND", 24), ("FERRARA G MAN", "INDEPENDENT", 18),
     ("NOBODY G MAN", "BUY", 9), ("NOBODY G MAN", "DISBAND", 6), ("NOBODY G MAN", "OPERATE", 3),
     ("FERRARA A MAN", "BUY", 18), ("FERRARA G MOD", "BUY", 18), ("FERRARA A MAN", "DISBAND", 12),
     ("FERRARA A MAN", "INDEPENDENT", 9)],
)  # fmt: skip
def test_ruling_3_3_prices_double_only_for_committed_garrisons_of_major_cities(
    unit: str, verb: str, price: int
) -> None:
    units = f"MILAN A PAR; {unit}"
    text = unit.split(" ", 1)[1]
    for amount, outcome in ((price, "done"), (price - 3 or 1, "not done")):
        found = phase(units, {"MILAN": f"{verb} {text} {amount}"}, ducats=RICH)
        assert account(found, "MILAN")[0][2] == outcome


def test_ruling_3_4_adjacency_over_any_border_at_the_start_of_d4() -> None:
    assert owner("GENOA F LIG; NOBODY G LUC", {"GENOA": "BUY G LUC 9"}, "LUC/G") == "GENOA"
    assert owner("GENOA A PIS; NOBODY F LIG", {"GENOA": "BUY F LIG 9"}, "LIG") == "GENOA"
    assert owner("GENOA A ROM; NOBODY F LIG", {"GENOA": "BUY F LIG 9"}, "LIG") == ""
    # The unit bought in the same phase is no neighbor yet.
    two = {"GENOA": "BUY F LIG 9; BUY G MAS 9"}
    assert owner("GENOA A PIS; NOBODY F LIG; NOBODY G MAS", two, "MAS/G") == ""


def test_ruling_3_4_the_home_country_needs_no_neighbor() -> None:
    assert owner("VENICE A PAR", {"MILAN": "BUY A PAR 18"}, "PAR") == "MILAN"


def test_ruling_3_4_across_a_third_player_only_with_his_permission() -> None:
    units = "VENICE A VER; NOBODY G MAN"
    none = phase(units, {"GENOA": "BUY G MAN 9"}, ducats=RICH)
    assert account(none, "GENOA") == [("BUY G MAN 9", 9, "in vain")]
    assert owner(units, {"GENOA": "BUY G MAN 9", "VENICE": "ALLOW GENOA BRIBES"}) == "GENOA"
    assert owner(units, {"GENOA": "BUY G MAN 9", "VENICE": "ALLOW MILAN BRIBES"}) == ""
    assert owner(units, {"GENOA": "BUY G MAN 9", "VENICE": "ALLOW GENOA BRIBES G TRN"}) == ""


def test_ruling_3_4_next_to_nobody_it_is_illegal_and_free() -> None:
    assert account(phase("NOBODY G MAN", {"GENOA": "BUY G MAN 9"}), "GENOA") == [("BUY G MAN 9", 0, "not done")]


@pytest.mark.parametrize(
    ("keeper", "letters", "bought"),
    [
        ("", {}, True),
        ("; SICILY F MES", {}, False),
        ("; SICILY F MES", {"SICILY": "ALLOW NAPLES STRAITS"}, True),
    ],
)
def test_ruling_3_4_a_strait_closes_the_way_of_bribes(keeper: str, letters: dict[str, str], bought: bool) -> None:
    found = phase("NAPLES F BON; NOBODY F ION" + keeper, {"NAPLES": "BUY F ION 9", **letters}, ducats={"NAPLES": 9})
    assert ((found.state.position.units["ION"].owner) == "NAPLES") is bought


def test_ruling_3_5_a_garrison_is_adjacent_only_to_the_unit_of_its_province() -> None:
    both = "MILAN A MAN; NOBODY G MAN; VENICE A VER; FERRARA A BOL"
    assert owner(both, {"MILAN": "BUY G MAN 9"}) == "MILAN"
    assert owner(both, {"GENOA": "BUY G MAN 9", "MILAN": "ALLOW GENOA BRIBES"}) == "GENOA"
    assert account(phase(both, {"VENICE": "BUY G MAN 9"}), "VENICE")[0][2] == "in vain", "but by leave of Milan"
    # A garrison alone reaches out; one with a unit before its walls does not.
    assert owner("MILAN G PAR; NOBODY A BRE", {}, "BRE") == ""
    assert owner("MILAN G CRE; NOBODY A BRE", {"MILAN": "BUY A BRE 9"}, "BRE") == "MILAN"
    shut = phase("MILAN G CRE; GENOA A CRE; NOBODY A BRE", {"MILAN": "BUY A BRE 9"}, home=False)
    assert account(shut, "MILAN")[0][2] == "in vain"


def test_ruling_3_5_a_rebellion_opens_the_garrison_to_neighbors_and_shuts_it_as_one() -> None:
    units = "FERRARA A MAN; FERRARA G MAN; VENICE A VER"
    assert owner(units, {"VENICE": "BUY G MAN 36"}, rebellions={"MAN": "FERRARA"}) == "VENICE"
    closed = phase("MILAN G CRE; NOBODY A BRE", {"MILAN": "BUY A BRE 9"}, rebellions={"CRE": "MILAN"})
    assert account(closed, "MILAN") == [("BUY A BRE 9", 0, "not done")]


def test_ruling_3_5_a_besieged_garrison_cannot_be_bribed_and_is_not_charged() -> None:
    found = phase("MILAN A MAN B MAN; NOBODY G MAN", {"MILAN": "BUY G MAN 9; A MAN B MAN"}, sieges=["MAN"])
    assert account(found, "MILAN") == [("BUY G MAN 9", 0, "not done")]


def test_ruling_3_6_bribing_ones_own_unit_is_illegal_countering_it_is_not() -> None:
    found = phase("MILAN A PAR", {"MILAN": "BUY A PAR 18; COUNTER A PAR 3"}, ducats=RICH)
    assert [row[1:] for row in account(found, "MILAN")] == [(0, "not done"), (3, "done")]


def test_ruling_3_7_one_independent_unit_an_area() -> None:
    one = phase("FERRARA A MAN; NOBODY G MAN; VENICE A VER", {"VENICE": "INDEPENDENT A MAN 9"})
    assert account(one, "VENICE") == [("INDEPENDENT A MAN 9", 0, "not done")]
    units = "FERRARA A MAN; FERRARA G MAN; VENICE A VER; MILAN A CRE"
    larger = phase(
        units, {"VENICE": "INDEPENDENT A MAN 9", "MILAN": "INDEPENDENT G MAN 18"}, ducats=RICH, rebellions=RISEN
    )
    assert larger.state.position.units["MAN"].owner == "FERRARA"
    assert larger.state.position.units["MAN/G"].owner == ""
    equal = phase(
        units, {"VENICE": "INDEPENDENT A MAN 18", "MILAN": "INDEPENDENT G MAN 18"}, ducats=RICH, rebellions=RISEN
    )
    assert {unit.owner for unit in equal.state.position.units_in("MAN")} == {"FERRARA"}
    assert equal.state.ducats["MILAN"] == 42


def test_ruling_3_8_orders_for_a_bribed_unit_count_only_if_the_bribe_succeeds() -> None:
    bought = phase(
        "MILAN A CRE; FERRARA A MAN", {"MILAN": "BUY A MAN 18; A MAN - VER", "FERRARA": "A MAN - BOL"}, ducats=RICH
    )
    assert str(bought.state.position.units["VER"]) == "A VER"
    failed = phase(
        "MILAN A CRE; FERRARA A MAN",
        {"MILAN": "BUY A MAN 18; A MAN - VER", "FERRARA": "COUNTER A MAN 3; A MAN - BOL"},
        ducats=RICH,
    )
    assert str(failed.state.position.units["BOL"]) == "A BOL"
    text = str([event for event in failed.events if event.audience.kind == "public"])
    assert "A MAN - VER" not in text
    assert "BUY" not in text
    public = str([event for event in bought.events if event.audience.kind == "public"])
    assert "A MAN - BOL" not in public, "the original order of a bribed unit stays secret (8.2)"


def test_ruling_3_8_operated_units_do_anything_but_advance() -> None:
    found = phase("MILAN A CRE; NOBODY G MAN", {"MILAN": "OPERATE G MAN 3; G MAN C A"})
    assert str(found.state.position.units["MAN"]) == "A MAN"
    assert found.state.position.units["MAN"].owner == ""
    still = phase("MILAN A CRE; NOBODY A MAN", {"MILAN": "OPERATE A MAN 3; A MAN - VER"})
    assert str(still.state.position.units["MAN"]) == "A MAN"


# ---- 11


def ban(label: str, given: str = "EXCOMMUNICATE MILAN") -> dict[str, str]:
    return dict(phase("PAPACY G ROM", {"PAPACY": given}, label).state.position.banned)


@pytest.mark.parametrize(
    ("ducats", "bribes"),
    [
        (40, [("BUY G MAN 9", 9, "done"), ("DISBAND G MAN 6", 0, "not done")]),
        (8, [("BUY G MAN 9", 0, "too dear"), ("DISBAND G MAN 6", 6, "done")]),
    ],
)
def test_ruling_3_9_of_two_bribes_that_contradict_each_other_the_first_is_carried_out(
    ducats: int, bribes: list[tuple[str, int, str]]
) -> None:
    letters = {"MILAN": "BUY G MAN 9; DISBAND G MAN 6"}
    found = phase("MILAN A PAR; NOBODY G MAN", letters, ducats={"MILAN": ducats})
    assert sorted(account(found, "MILAN")) == sorted(bribes)


def test_ruling_3_9_bribes_of_one_kind_compete_and_a_counter_bribe_contradicts_none() -> None:
    letters = {"MILAN": "BUY G MAN 9; BUY G MAN 12; COUNTER G MAN 3"}
    found = phase("MILAN A PAR; NOBODY G MAN", letters, ducats={"MILAN": 40})
    assert found.state.ducats["MILAN"] == 40 - 9 - 12 - 3
    assert sorted(str(unit) for unit in found.state.position.units_of("MILAN")) == ["A PAR", "G MAN"]


@pytest.mark.parametrize(
    ("given", "until"),
    [("SPR1460A", "SPR1460C"), ("SPR1460C", "SUM1460C"), ("SUM1460C", "FAL1460C"), ("FAL1460C", "SPR1461A")],
)
def test_ruling_11_how_long_an_excommunication_lasts(given: str, until: str) -> None:
    assert ban(given) == {"MILAN": until}
    after = phase("PAPACY G ROM", {}, until, banned={"MILAN": until}, condemned=frozenset({"MILAN"}))
    assert after.state.position.banned == {}
    assert after.state.position.condemned == {"MILAN"}


def test_ruling_11_it_blocks_gifts_of_the_season_it_is_given_in_both_ways_uncharged() -> None:
    gifts = {"MILAN": "GIVE 5 GENOA", "VENICE": "GIVE 5 MILAN", "SAVOY": "GIVE 1 GENOA"}
    found = phase("", {"PAPACY": "EXCOMMUNICATE MILAN", **gifts}).state.ducats
    assert [found[player] for player in ("MILAN", "VENICE", "SAVOY", "GENOA")] == [15, 15, 14, 16]


def test_ruling_11_once_for_each_target_and_only_by_the_papacy() -> None:
    again = phase("", {"PAPACY": "EXCOMMUNICATE MILAN", "MILAN": "EXCOMMUNICATE GENOA"}, condemned=frozenset({"MILAN"}))
    assert again.state.position.banned == {}


def test_ruling_11_it_blocks_nothing_but_gifts_and_payments() -> None:
    found = phase("MILAN A CRE; NOBODY G MAN", {"PAPACY": "EXCOMMUNICATE MILAN", "MILAN": "BUY G MAN 9"})
    assert account(found, "MILAN")[0][2] == "done"


KEEPER = "SICILY F MES; SICILY F PIO; NAPLES F ION; NAPLES F PIS"


@pytest.mark.parametrize(
    ("leave", "passed"),
    [("ALLOW NAPLES STRAITS", "ION PIS"), ("ALLOW NAPLES STRAITS MES", "ION"), ("ALLOW NAPLES STRAITS PIO", "PIS")],
)
def test_9_3_who_keeps_two_straits_opens_only_the_one_that_they_name(leave: str, passed: str) -> None:
    found = phase(KEEPER, {"SICILY": leave, "NAPLES": "F ION - BON; F PIS - ETS"})
    stay = {unit.area for unit in found.state.position.units_of("NAPLES")}
    assert [area for area in ("ION", "PIS") if area not in stay] == passed.split()


@pytest.mark.parametrize(
    ("leave", "outcome"),
    [("ALLOW NAPLES STRAITS", "done"), ("ALLOW NAPLES STRAITS MES", "done"), ("ALLOW NAPLES STRAITS PIO", "in vain")],
)
def test_9_3_a_bribe_passes_only_the_strait_that_is_named(leave: str, outcome: str) -> None:
    units = "SICILY F MES; SICILY F PIO; NAPLES F ION; VENICE F BON"
    found = phase(units, {"SICILY": leave, "NAPLES": "BUY F BON 18"}, ducats={"NAPLES": 40})
    assert account(found, "NAPLES") == [("BUY F BON 18", 18, outcome)]
