"""The seeds of a game: one is opened after the end; another never is, where something stays secret for ever."""

from __future__ import annotations

from judge.games.lookup import system_of
from judge.letters.values import Lots
from judge.rules.registry import is_usable
from judge.rules.rng import Rng, commitment
from judge.store.tables import Game

SEED_BYTES = 32


def hidden_lots(game: Game) -> str:
    """What is drawn in this game that nobody may work out after its end, in words; empty if nothing is."""
    if not is_usable(game.system):
        return ""
    system = system_of(game)
    return "" if system.opens_all else system.hidden_lots


def rng_of(game: Game, label: str) -> Rng:
    """The streams of a phase in the game's present run."""
    return Rng(game.seed, label, game.run, game.hidden_seed)


def lots_of(game: Game, *, opened: bool) -> Lots:
    """What is told of the seeds of a game that has begun; with the seed itself once it is `opened`."""
    return Lots(
        commitment=commitment(game.seed),
        seed=game.seed.hex() if opened else "",
        hidden_commitment=commitment(game.hidden_seed) if game.hidden_seed else "",
        hidden=hidden_lots(game),
    )
