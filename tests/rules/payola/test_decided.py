"""What the end tells of bribes without which a unit might have done something else."""

from __future__ import annotations

from judge.maps.draw import draw
from judge.rules.drawing import Picture
from judge.rules.payola.play import AUCTION
from judge.rules.payola.story import MOST_BRIBES
from judge.rules.payola.system import SYSTEM
from judge.rules.story import OPENED
from judge.rules.values import PUBLIC, Event
from tests.rules.payola.played import adjudicate, opening

STATE = opening()
PLAYED = adjudicate(
    STATE,
    FRANCE="6 : A MUN - RUH\n2 : A PAR - PIC\n1 : F KIE - DEN\n3 : A VIE - GAL",
    GERMANY="5 : A MUN - BER\n3 : F KIE - DEN",
)
SEALED = next(event for event in PLAYED.events if event.kind == AUCTION)
OPEN = Event(PUBLIC, OPENED, dict(SEALED.data))


def _picture(*opened: Event) -> Picture:
    public = [event for event in PLAYED.events if event.audience == PUBLIC]
    found = SYSTEM.phase_picture(SYSTEM.view(STATE, PUBLIC), [*public, *opened], SYSTEM.view(PLAYED.state, PUBLIC))
    assert found is not None
    return found


def test_only_money_of_others_that_made_the_difference_decided_anything() -> None:
    table = SYSTEM.decided([OPEN])
    assert table is not None
    assert table.rows[1:] == (
        ("S1901M", "France", "6", "A MUN - RUH (Germany)", "- BER (5)"),
        ("S1901M", "France", "3", "A VIE - GAL (Austria)", "nothing"),
    ), "Kiel would have sailed to Denmark for Germany's own three"


def test_at_most_ten_are_told() -> None:
    table = SYSTEM.decided([OPEN] * 6)
    assert table is not None
    assert table.title == "The ten bribes that decided it"
    assert len(table.rows) == 1 + MOST_BRIBES


def test_before_the_end_opens_them_none_is_told() -> None:
    assert SYSTEM.decided([event for event in PLAYED.events if event.audience == PUBLIC]) is None


def test_a_unit_that_was_bribed_bears_its_payer_s_ring_once_the_phase_is_open() -> None:
    assert not [piece for piece in _picture().pieces if piece.ring]
    assert "bribed by" not in draw(_picture())
    shown = _picture(OPEN)
    assert {piece.place: piece.ring for piece in shown.pieces if piece.ring} == {"MUN": "FRANCE", "VIE": "FRANCE"}
    assert shown.spaces["MUN"].note == "F 6", "it can be read without color"
    assert "bribed by" in draw(shown)
