"""How a game ended, told as people write it. Rules give names as they are filed (`FRANCE`); readers see `France`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from judge.rules.values import Result

NO_RESULT = "The GameMaster has stopped the game. It has no result."

_STOPS = (".", "!", "?", "…")
_NAME = re.compile(r"\b[A-Z]{3,}\b")


def told_of_end(end: Mapping[str, Any], reader: str = "") -> str:
    """Return the sentences for an end (`Result.data`); `reader`: the role that reads them, marked as `you`."""
    said = [_sentence(in_prose(end["summary"], reader))]
    if powers := end.get("powers"):
        said.append(in_prose(_of_holders(end["winners"], powers, end.get("shares", 0), reader), reader))
    return " ".join((*said, in_their_words(end["why"]))) if end.get("why") else " ".join(said)


def _of_holders(winners: Sequence[str], powers: Sequence[str], shares: int, reader: str) -> str:
    if not shares:
        # Such a player may hold shares of powers that have not won.
        whose = "them" if len(powers) > 1 else "it"
        return f"Nobody who plays holds a share of {whose}, and all share the victory."
    several = len(winners) > 1
    who = f"{' and '.join(winners)} {'have' if several else 'has'}" if [*winners] != [reader] else "You have"
    return f"{who} won, with {shares} share{'' if shares == 1 else 's'}{' each' if several else ''}."


def stopped(why: str) -> Result:
    """Return the end of a game that the GameMaster stops."""
    return Result((), NO_RESULT, by_master=True, why=why)


def in_their_words(why: str) -> str:
    """Somebody's reason as what it is: their words, and not the judge's."""
    words = " ".join(why.split())
    return f'They write: "{words}"{"" if words[-1:] in _STOPS else "."}'


def from_master(why: str) -> str:
    """The GameMaster's reason, as theirs."""
    return f'The GameMaster writes: "{" ".join(why.split())}"'


def in_prose(text: str, reader: str = "") -> str:
    """The judge's own words on a game, with its names as people write them: `France` for `FRANCE`."""

    def name(found: re.Match[str]) -> str:
        return found[0].title() + (" (you)" if found[0] == reader else "")

    return _NAME.sub(name, text)


def with_names(text: str, names: Collection[str]) -> str:
    """The judge's own words with these names, and nothing else, as people write them: `paid to Austria F TRI`."""
    return re.sub(r"\b[A-Z0-9_]+\b", lambda found: found[0].title() if found[0] in names else found[0], text)


def _sentence(text: str) -> str:
    return text if text[-1:] in (".", "!", "?", '"') or not text else f"{text[:1].upper()}{text[1:]}."
