"""Who gets which seat: wishes as players write them, and the draw. The draw is a serial dictatorship. In an order drawn
by lot, each player gets the best of their wishes that leaves all before them as content as they were. So nobody gains
by hiding a wish, and with the seed anybody can draw again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.letters.tree import named
from judge.rules.problems import Refused, refusal
from judge.rules.rng import Rng

ANY = "?"
"""In a list of wishes: any of the seats that it does not name."""

_PART = re.compile(r"\[([^][]*)\]|([^][,;\s]+)")
_LEFT_OVER = re.compile(r"[,;\s]*")
_LEAST_PREFIX = 3
_ANY_SEAT = re.compile(r"\bANY(?:THING|BODY|ONE)?(?: (?:OTHER|POWER|SEAT|COUNTRY|SIDE|ONE))*(?: IS FINE| IS OK)?\b")
_BETWEEN = re.compile(r"\b(?:OR|AND|THEN|ELSE|IF POSSIBLE|IF NOT|OTHERWISE|PREFERABLY|PREFERRED|PLEASE)\b")


def read_wishes(text: str, seats: Sequence[str]) -> tuple[str, ...]:
    """Return wishes, best first: `FRANCE, [ENG GER], ?` -> ("FRANCE", "ENGLAND GERMANY", "?"). Names may be cut to
    three letters; `FAE?` are initials. Raises Refused.
    """
    text = _as_listed(text.upper(), seats)
    if not _LEFT_OVER.fullmatch(_PART.sub("", text)):
        raise _refused("A bracket is open or closed without the other", "Equally welcome: JOIN oslo AS F, [E G], ?")
    wishes = []
    for alike, single in _PART.findall(text):
        # FAE? are three wishes and a rest; [FAE] is one wish for three seats.
        if single:
            wishes += _read_word(single, seats)
        elif found := [seat for word in re.split(r"[,;\s]+", alike) if word for seat in _read_word(word, seats)]:
            wishes.append(" ".join(found))
    wished = [seat for wish in wishes for seat in wish.split()]
    twice = next((seat for seat in wished if wished.count(seat) > 1), None)
    if twice is not None:
        raise _refused(f"You name {named(twice)} twice" if twice != ANY else "One ? is enough", _usage(seats))
    if any(ANY in wish.split() and wish != ANY for wish in wishes):
        raise _refused("Write ? outside brackets. It stands for all seats that you do not name", _usage(seats))
    return tuple(wishes)


def _as_listed(text: str, seats: Sequence[str]) -> str:
    """`ITALY OR FRANCE IF POSSIBLE, ELSE ANY` -> `ITALY , FRANCE  , , ?`: only what is no seat is said between them."""
    text = text.replace("/", ",")
    text = _ANY_SEAT.sub(lambda found: found[0] if found[0] in seats else ANY, text)
    return _BETWEEN.sub(lambda found: found[0] if found[0] in seats else ",", text)


def _read_word(word: str, seats: Sequence[str]) -> list[str]:
    """The seats that a word names: one by its name or its beginning, or several by their initials."""
    if word in seats or word == ANY:
        return [word]
    begins = [seat for seat in seats if seat.startswith(word)] if len(word) >= _LEAST_PREFIX else []
    letters = [[seat for seat in seats if seat.startswith(letter)] if letter != ANY else [ANY] for letter in word]
    initials = [found[0] for found in letters] if all(len(found) == 1 for found in letters) else []
    if len(begins) == 1 and initials:
        hint = f"Write {begins[0]}, or {', '.join(word)}."
        raise _refused(f"{word[:30]} may be {named(begins[0])}, or {len(word)} initials", hint)
    found = begins if len(begins) == 1 else initials
    if not found:
        raise _refused(f"There is no seat {word[:30]}", _usage(seats))
    return found


def _usage(seats: Sequence[str]) -> str:
    return f"Seats: {', '.join(seats)}; or ? for any."


def _refused(message: str, hint: str) -> Refused:
    return refusal("join/no-such-seat", f"{message}.", hint=hint)


def wishes_in_words(wishes: Sequence[str]) -> str:
    """As they are written, so that they can be read back: `FRANCE, [ENGLAND GERMANY], ?`."""
    return ", ".join(f"[{wish}]" if " " in wish else wish for wish in wishes) or ANY


def ranks(wishes: Sequence[str], seats: Sequence[str]) -> tuple[frozenset[str], ...]:
    """All seats, the most welcome first: what a list does not name stands where its ? is, or else last."""
    named = {seat for wish in wishes for seat in wish.split()}
    rest = frozenset(seat for seat in seats if seat not in named)
    listed = wishes if ANY in wishes else (*wishes, ANY)
    found = (rest if wish == ANY else frozenset(wish.split()) & frozenset(seats) for wish in listed)
    return tuple(rank for rank in found if rank)


def draw_seats(rng: Rng, seats: Sequence[str], wishes: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return seat -> index, in `wishes`, of its player. Stream `order` draws the players, `rest` equal seats."""
    lot = rng.at("rest")
    given: dict[str, int] = {}
    content: dict[int, tuple[str, ...]] = {}  # a player -> the seats that make them as content as they are
    for player in rng.at("order").shuffled(range(len(wishes))):
        for rank in ranks(wishes[player], seats):
            content[player] = lot.shuffled([seat for seat in seats if seat in rank])
            if _seat(player, content, given, set()):
                break
    return given


def _seat(player: int, content: dict[int, tuple[str, ...]], given: dict[str, int], asked: set[str]) -> bool:
    """Finds the player a seat that makes them content; who sits there moves, if that leaves them content too."""
    for seat in content[player]:
        if seat in asked:
            continue
        asked.add(seat)
        if seat not in given or _seat(given[seat], content, given, asked):
            given[seat] = player
            return True
    return False
