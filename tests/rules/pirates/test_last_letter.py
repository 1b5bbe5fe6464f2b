"""The last letter of a match that ends with the vote of round five, where nobody has a token to give away."""

from __future__ import annotations

from dataclasses import replace

from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.renderer import Renderer
from judge.letters.values import GameCard, Lots, Reader
from judge.rules.pirates.state import VOTING
from judge.rules.pirates.system import SYSTEM
from judge.rules.rng import Rng
from tests.letters.examples import NOW

FOUR = ("ANNA", "BOB", "CARL", "DORA")
RNG = Rng(b"seed", "START")


def test_r6_the_last_letter_too_tells_what_the_own_plan_brought() -> None:
    start = SYSTEM.start({"players": 4, "garnets": 0}, FOUR, RNG).state
    plans = {name: dict.fromkeys(start.room_of(name), 0) for name in FOUR}
    voting = replace(start, round=5, stage=VOTING, plans=plans, gold=dict.fromkeys(FOUR, 100))
    over = SYSTEM.adjudicate(voting, {}, RNG)
    assert over.result is not None
    card = GameCard("hoard", "Hoard", "pirates", SYSTEM.title, "ended", "Manus")
    known = known_of(SYSTEM, over.state, card, Reader("Ada", "UTC", "ANNA", "ada@example.org"), over.events)
    letter = write.ended(Renderer(), known, NOW, Lots("bb", "aa"))
    verdicts = next(each for each in over.events if each.kind == "verdict").data["plans"]
    passed = next(each["passed"] for each in verdicts if each["player"] == "ANNA")
    due = "Your own plan passed, and you kept 0 of it." if passed else "Your own plan failed, and brought you nothing."
    for words in (letter.text, letter.html):
        assert due in " ".join(words.split())
