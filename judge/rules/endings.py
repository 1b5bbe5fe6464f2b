"""How a game ended, told as people write it.

The rules keep an end in short words with the names as they are filed (`A draw between AUSTRIA and FRANCE`). Archives
hold those words to the byte, and so they stay as they are; whoever reads them is told sentences.
"""

from __future__ import annotations

import re
from collections.abc import Collection

NO_RESULT = "The GameMaster has stopped the game. It has no result."

_SHARES = re.compile(r"(?P<end>.*): (?P<who>[^:]+ (?:has|have) won, with [^:]+|nobody who plays [^:]+)")
_SEVERAL = re.compile(r"draw between [^:]+ and ")
_FORMS = (
    (re.compile(r"All others have conceded the game to ([^:]+)"), "{} wins: all others have conceded."),
    (re.compile(r"A draw between ([^:]+)"), "The game is a draw between {}."),
    (re.compile(r"([^: ]+) is left alone"), "{} is left alone and wins."),
    (  # a draw of one is a victory
        re.compile(r"The GameMaster has declared a draw between ((?:(?! and )[^:])+)(?:: (.+))?"),
        "The GameMaster has declared {} the winner.",
    ),
    (
        re.compile(r"The GameMaster has declared a draw between ([^:]+)(?:: (.+))?"),
        "The GameMaster has declared a draw between {}.",
    ),
    (
        re.compile(r"The GameMaster has declared ([^:]+) the winner(?:: (.+))?"),
        "The GameMaster has declared {} the winner.",
    ),
)
_YOU_ALONE = re.compile(r"^[^ ]+ \(you\) has won")
_THEIR_WORDS = " They write: "
_STOPS = (".", "!", "?", "…")
_NAME = re.compile(r"\b[A-Z]{3,}\b")


def told_of_end(summary: str, reader: str = "") -> str:
    """The sentences for an end as the rules keep it; `reader`: the role that is told so, and is marked as `you`."""
    shares = _SHARES.fullmatch(summary)
    if shares is not None:
        end, theirs, words = told_of_end(shares["end"], reader).partition(_THEIR_WORDS)
        # Such a player may hold shares of powers that have not won.
        of = "of them" if _SEVERAL.search(shares["end"]) else "of it"
        who = _sentence(in_prose(shares["who"].replace("holds a share,", f"holds a share {of},"), reader))
        return f"{end} {_YOU_ALONE.sub('You have won', who)}{theirs}{words}"
    for form, words in _FORMS:
        found = form.fullmatch(summary)
        if found is not None:
            why = found[2] if form.groups > 1 else None
            names = found[1].removesuffix(".")  # Empires keeps its end as a sentence
            return words.format(in_prose(names, reader)) + (f" {in_their_words(why)}" if why else "")
    return _sentence(summary if summary.startswith("The GameMaster") else in_prose(summary, reader))


def stopped(why: str) -> str:
    """The end of a game that the GameMaster stops."""
    return f"{NO_RESULT} {in_their_words(why)}" if why else NO_RESULT


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
