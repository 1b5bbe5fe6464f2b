"""What players of other judges write, and what it is called here: for hints, never to act upon."""

from __future__ import annotations

from collections.abc import Mapping

_ON = "Nobody signs on here: an answer to my mails is yours. JOIN and the game's name joins a game."

_WORDS: Mapping[str, str] = {
    "SIGNON": _ON,
    "SIGN ON": _ON,
    "PASSWORD": "There are no passwords here: an answer to my mails is yours, any other mail needs a line KEY.",
    "VOTE": "DRAW votes for a draw, CONCEDE TO and a name for a victory.",
    "WITHDRAW": "RESIGN leaves the game.",
    "WHOGAME": "INFO and the game's name tells who plays.",
    "WHOIS": "INFO and the game's name tells who plays.",
    "POSTAL": "PRESS LATER TO goes out with the results.",
    "ENDBROADCAST": "END PRESS ends press.",
}


def hint_for(text: str) -> str:
    """What to write here instead of this line, if it begins with a word of another judge's; else nothing."""
    words = text.upper().split()
    return next((_WORDS[key] for key in (" ".join(words[:2]), *words[:1]) if key in _WORDS), "")
