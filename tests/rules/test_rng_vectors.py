"""The streams of chance, by value: whoever changes them makes every archive and every commitment a lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from judge.rules.game import Game
from judge.rules.registry import find_system
from judge.rules.rng import START_LABEL, Rng, commitment
from judge.rules.values import Outcome, only, sheet_of

SEED = bytes(range(32))
SPRING = Rng(SEED, "S1901M", 0)
HIGH = 1 << 32


def test_a_stream_begins_with_these_words() -> None:
    stream = SPRING.at("order")
    assert [stream.below(1 << 64) for _ in range(3)] == [9673713296021360456, 10488212566558709122, 8520726861469597956]


def test_numbers_below_a_bound_are_drawn_so() -> None:
    stream = SPRING.at("order")
    assert [stream.below(bound) for bound in (1, 2, 6, 10, 1000, (1 << 63) + 1)] == [
        0,
        0,
        0,
        0,
        446,
        8558341725114166701,
    ]


def test_words_of_the_last_incomplete_multiple_are_passed_over() -> None:
    """Of so high a bound it is every second word."""
    stream = SPRING.at("order")
    assert [stream.below((1 << 63) + 1) // HIGH for _ in range(5)] == [
        1983886319,
        2009286276,
        1992644212,
        1992566496,
        2047861997,
    ]
    assert stream.below(HIGH) == 1278258135


def test_choices_are_drawn_so() -> None:
    stream = SPRING.at("order")
    assert "".join(stream.choice("ABCDEFG") for _ in range(12)) == "DAGAFCBECCED"


def test_lots_are_shuffled_so() -> None:
    stream = SPRING.at("order")
    assert ["".join(stream.shuffled("ABCDEFG")) for _ in range(3)] == ["GFACBED", "DFCEGAB", "EDGCFBA"]
    assert stream.shuffled(()) == ()
    assert stream.shuffled("A") == ("A",)
    assert stream.below(HIGH) == 1999786930, "nothing is drawn where nothing is to be decided"


@pytest.mark.parametrize(
    ("rng", "key", "first"),
    [
        (SPRING, (), 2181525737),
        (SPRING, ("order",), 1012109128),
        (SPRING, ("accept", "FRANCE"), 1649391808),
        (SPRING, ("acceptFRANCE",), 2621223062),
        (SPRING, ("Zürich",), 2886490002),
        (Rng(SEED, "S1901M", 1), ("order",), 713193273),
        (Rng(SEED, "F1901M", 0), ("order",), 4255569434),
        (Rng(bytes(32), "S1901M", 0), ("order",), 2144354444),
        (Rng(SEED), ("order",), 3304283279),
    ],
)
def test_each_seed_label_run_and_key_has_its_own_stream(rng: Rng, key: tuple[str, ...], first: int) -> None:
    assert rng.at(*key).below(HIGH) == first


def test_the_opening_is_drawn_under_its_own_label() -> None:
    assert START_LABEL == "START"


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def begun(name: str, seats: tuple[str, ...] = (), **options: Any) -> tuple[Game, Outcome]:
    """A game with these options, opened by SEED."""
    system = find_system(name)
    chosen = {option.name: option.default for option in system.options} | options
    return system, system.start(chosen, seats or system.seating(chosen).names, Rng(SEED, START_LABEL, 0))


def adjudicated(system: Game, state: Any, sheets: Mapping[str, str]) -> Outcome:
    """The open phase with these sheets, by role."""
    phase = system.phase(state)
    assert phase is not None
    orders = {
        role: system.read(system.view(state, only(role)), role, sheet_of(text)).parts for role, text in sheets.items()
    }
    return system.adjudicate(state, orders, Rng(SEED, phase.label, 0))


def view_of(system: Game, outcome: Outcome, role: str) -> Any:
    return system.view(outcome.state, only(role))


def told(outcome: Outcome, kind: str) -> list[Mapping[str, Any]]:
    return [event.data for event in outcome.events if event.kind == kind]


def test_payola_draws_who_is_not_named_in_an_acceptance_list() -> None:
    system, opening = begun("payola")
    offers = {"FRANCE": "5 : A MUN - BUR", "RUSSIA": "5 : A MUN - TYR", "ITALY": "5 : A MUN - SIL"}
    done = adjudicated(system, opening.state, offers)
    (auction,) = told(done, "auction")
    assert {power: each["expanded"] for power, each in auction["lists"].items()} == {
        "AUSTRIA": "AIRTFGE",
        "ENGLAND": "ERTAIGF",
        "FRANCE": "FGATEIR",
        "GERMANY": "GARITFE",
        "ITALY": "IFTAGER",
        "RUSSIA": "REIFTGA",
        "TURKEY": "TGREIAF",
    }
    (movement,) = told(done, "movement")
    assert [each["order"] for each in movement["orders"] if each["unit"] == "A MUN"] == ["A MUN - TYR"]


def test_an_exchange_draws_the_order_of_its_investors() -> None:
    system, opening = begun("exchange", ("ANNA", "BERT", "CARL", "DORA"), players=4)
    sheets = dict.fromkeys(("ANNA", "BERT", "CARL", "DORA"), "BUY 6 FRANCE")
    done = adjudicated(system, opening.state, sheets)
    (auction,) = told(done, "auction")
    assert auction["order"] == ["BERT", "ANNA", "DORA", "CARL"]
    bought = {
        event.audience.roles[0]: event.data["bought"][0]["shares"] for event in done.events if event.kind == "settled"
    }
    assert list(bought.items()) == [("DORA", 2), ("BERT", 3), ("CARL", 2), ("ANNA", 3)], "in the order of their seats"


def test_empires_draws_the_order_of_play_and_what_happens_where_nobody_rules() -> None:
    system, opening = begun("empires")
    (roundup,) = told(opening, "roundup")
    assert [each["country"] for each in roundup["order"]] == ["NO", "EA", "WE", "SO"]
    done = adjudicated(system, opening.state, {})
    seen = [area for country in ("EA", "NO", "SO", "WE") for area in view_of(system, done, country).borders]
    wild = {area["code"]: (area["people"], area["forts"], area["armies"]) for area in seen if not area["owner"]}
    assert {code: wild[code] for code in ("NEM", "OAK", "PAS", "ULM")} == {
        "NEM": (1, 1, 1),
        "OAK": (1, 1, 1),
        "PAS": (1, 1, 1),
        "ULM": (1, 0, 1),
    }


def test_pirates_proposal_draws_rooms_packages_and_ballots() -> None:
    six = ("ANNA", "BERT", "CARL", "DORA", "EVE", "FAY")
    system, opening = begun("pirates", six, players=6)
    assert told(opening, "rooms")[0]["rooms"] == {"1": ["BERT", "CARL", "EVE"], "2": ["ANNA", "DORA", "FAY"]}
    assert [each["amount"] for each in told(opening, "package")] == [20, 10, 30, 50, 20, 30]
    voted = adjudicated(system, adjudicated(system, opening.state, {}).state, {})
    assert "".join("x-"[plan["passed"]] for plan in told(voted, "verdict")[0]["plans"]) == "-xx--x"
    assert [each["amount"] for each in told(voted, "package")] == [10, 50, 20, 40, 50, 40]


def test_an_item_is_drawn_as_often_as_its_weight_says() -> None:
    stream = SPRING.at("weights")
    drawn = Counter(stream.drawn("abc", (0, 1, 3)) for _ in range(4_000))
    assert set(drawn) == {"b", "c"}
    assert 2_850 < drawn["c"] < 3_150
    with pytest.raises(ValueError, match="nothing to choose from"):
        stream.drawn("abc", (0, 0, 0))
