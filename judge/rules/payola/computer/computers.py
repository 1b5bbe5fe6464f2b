"""Which computer players Payola has."""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer
from judge.rules.payola.computer.players import Novice, Random
from judge.rules.payola.computer.steady import Steady

COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Random(), NOVICE: Novice(), STEADY: Steady()}
