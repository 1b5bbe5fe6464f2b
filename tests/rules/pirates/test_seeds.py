"""What the end of a match opens of its chance, and what it does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.archive.document import read_archive, write_archive
from judge.archive.verify import verify
from judge.play.archives import archive_of
from judge.rules.pirates.canonical import random_ballot
from judge.rules.pirates.system import SYSTEM
from judge.rules.rng import START_LABEL, Rng, commitment
from judge.store.tables import Game, OutboundRow
from judge.web.export import export
from judge.web.pages import Site
from tests.rules.pirates.test_by_mail import FOUR, Crew
from tests.support.house import House

NAMES = ("ANNA", "BOB", "CARL", "DORA")
OPTIONS: dict[str, Any] = {"players": 4, "garnets": 0, "aliases": [], "dummies": []}


def opening(seed: bytes, hidden: bytes) -> Any:
    return SYSTEM.start(OPTIONS, NAMES, Rng(seed, START_LABEL, 0, hidden)).state


def test_the_seed_that_is_opened_draws_the_rooms_alone() -> None:
    drawn = [opening(bytes([number]), b"hidden") for number in range(30)]
    assert len({tuple(each.rooms.items()) for each in drawn}) > 1
    assert len({tuple(each.opened.items()) for each in drawn}) == 1


def test_the_seed_that_is_never_opened_draws_the_packages_and_the_ballots() -> None:
    drawn = [opening(b"opened", bytes([number])) for number in range(30)]
    assert len({tuple(each.rooms.items()) for each in drawn}) == 1
    assert len({tuple(each.opened.items()) for each in drawn}) > 10
    voting = SYSTEM.adjudicate(drawn[0], {}, Rng(b"opened", "R1D", 0, b"hidden")).state
    passed = {
        str([event.data for event in SYSTEM.adjudicate(voting, {}, Rng(b"opened", "R1V", 0, bytes([number]))).events])
        for number in range(10)
    }
    assert len(passed) > 1


def test_a_match_of_one_seed_is_drawn_as_ever() -> None:
    old = Rng(b"seed", "R1V", 2)
    assert random_ballot(NAMES, old.hidden("ballot", "ANNA")) == random_ballot(NAMES, old.at("ballot", "ANNA"))


def whole_match(match: Crew) -> Iterator[tuple[str, dict[str, int]]]:
    """(phase, the packages that are open in it) until the end; nobody ever writes."""
    while (here := match.now()) is not None:
        yield here.row.label, dict(match.state.opened)
        match.next_phase()


def test_the_opened_seed_does_not_tell_the_packages(house: House) -> None:
    """The attack: whoever has the seed after the end draws as the judge would have."""
    match = Crew(house, FOUR)
    held = [opened for label, opened in whole_match(match) if label.endswith("D")]
    game = match.game()
    state, guessed = opening(game.seed, b""), []
    for number in range(1, 6):
        guessed.append(dict(state.opened))
        state = SYSTEM.adjudicate(state, {}, Rng(game.seed, f"R{number}D")).state
        state = SYSTEM.adjudicate(state, {}, Rng(game.seed, f"R{number}V")).state
    assert len(held) == len(guessed) == 5
    assert held != guessed  # alike by chance once in 120 to the fourth
    assert held[0] == dict(opening(game.seed, game.hidden_seed).opened)


def test_the_hidden_seed_is_in_no_letter_and_on_no_page(house: House, tmp_path: Path) -> None:
    match = Crew(house, FOUR)
    begun = match.newest("ANNA").text
    for _ in whole_match(match):
        pass
    game = match.game()
    assert game.hidden_seed is not None
    assert commitment(game.seed) in begun
    assert commitment(game.hidden_seed) in begun
    ended = match.newest("ANNA").text
    assert game.seed.hex() in ended
    assert commitment(game.hidden_seed) in ended
    letters = b"".join(match.house.every(select(OutboundRow.raw)))
    export(Site(match.house.judge), tmp_path / "site")
    pages = b"".join(file.read_bytes() for file in (tmp_path / "site").rglob("*") if file.is_file())
    assert game.seed.hex().encode() in letters
    assert game.seed.hex().encode() in pages
    assert game.hidden_seed.hex().encode() not in letters + pages


@pytest.fixture
def archive_text(house: House) -> str:
    match = Crew(house, FOUR)
    for _ in whole_match(match):
        pass
    with match.house.judge.db.reading() as session:
        return write_archive(archive_of(session, session.execute(select(Game)).scalar_one(), whole=True))


def test_a_whole_archive_is_verified_with_both_seeds(archive_text: str) -> None:
    found = read_archive(archive_text)
    assert found.broken == ()
    for commitment_given in (found.archive.commitment, found.archive.hidden_commitment):
        assert verify(found.archive, commitment_given).findings == ()
    wrong = verify(found.archive, "0" * 64).findings
    assert [each.where for each in wrong] == ["commitment"]


def test_another_hidden_seed_is_found(archive_text: str) -> None:
    archive = read_archive(archive_text).archive
    exchanged = replace(archive, hidden_seed="00" * 32)
    assert "hidden_seed" in {each.where for each in verify(exchanged).findings}
    with_its_own = replace(exchanged, hidden_commitment=commitment(bytes(32)))
    assert any("package" in str(each) or "state" in str(each) for each in verify(with_its_own).findings)


def test_an_archive_without_its_hidden_seed_is_found_out(archive_text: str) -> None:
    archive = replace(read_archive(archive_text).archive, hidden_seed="", hidden_commitment="")
    assert "hidden_seed" in {each.where for each in verify(archive).findings}
