"""Names that a reader would take for one another, by the table of UTS 39, and those that are everybody's already."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

NO_NAMES = (
    *("ALL", "AND", "BUT", "EXCEPT", "LATER", "GREY", "NOBODY", "ME", "MYSELF"),
    # What letters, and people, call readers and writers by: who bore such a name would get what is for others.
    *("ANONYMOUS", "UNSIGNED", "GRAY", "WHITE", "EVERYBODY", "EVERYONE", "ANYBODY", "ANYONE", "SOMEBODY", "OTHERS"),
    *("LETTER", "LETTERS", "WRITER", "PLAYERS", "PLAYER", "PUBLIC", "OBSERVER", "OBSERVERS", "HOST", "NEWSPAPER"),
    *("PRESS", "MODERATOR", "ADMIN", "POSTMASTER"),
)
MASTER_WORDS = ("MASTER", "GM", "GAMEMASTER", "JUDGE")
"""Nobody else is called so, with a number behind it neither."""

_LOOKALIKES = {
    "3": "ƷȜꞫЗӠⳌꝪ",
    "4": "Ꮞ",
    "6": "БᏮⳒ",
    "9": "৭੧୨൭ⳊꝮ",
    "A": "ⱭΑАᎪᗅꓮ",
    "B": "ƄȢΒВЬ৪੪ᏏᏴᑲᖯᗷꓐꞴ",
    "C": "СᏟᴄⲤꓚ",
    "D": "ԀᎠᏧᑯᗞᗪꓒꓓ",
    "E": "ΕЕҼᎬⴹꓰꬲ",
    "F": "ϜՔᖴẝꓝꞘꬵ",
    "G": "ƍꞬԌՑᏀᏳᶃꓖ",
    "H": "ΗНҺՀᎻᏂᕼⲎꓧ",
    "J": "ꞲͿЈᎫᒍꓙ",
    "K": "ΚКᏦⲔꓗ",
    "L": "ƖǀꞮΙІӀᎥᏞᒪⲒⳐⵏꓡꓲꙆ",
    "M": "ΜϺМᎷᗰⲘꓟ",
    "N": "ΝՈՌⲚꓠ",
    "O": "ΟΣОՕ०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ᲿዐᴏᴑⲞⵔꓳꬽ",
    "P": "ΡРᏢᑭⲢꓑ",
    "Q": "ԚԳԶⵕ",
    "R": "ƦГᎡᎱᏒᖇᴦⲄꓣꭇꭈ",
    "S": "ƼЅՏᏕᏚꓢꜱ",
    "T": "ΤТᎢⲦꓔ",
    "U": "ƲՍሀᑌᴜꓴꞞꭎꭒ",
    "V": "ѴᏙᐯᴠⴸꓦ",
    "W": "ƜѠԜԱᎳᏔᴡꓪ",
    "X": "ΧХᕁᕽⲬⵝꓫꞳ",
    "Y": "ƔʏΓΥУҮᲧᎩᎽᶌỾⲨꓬꭚ",
    "Z": "ƧΖϨᏃᒿᴢꓜꙄꝚ",
}
"""Latin capitals and digits, and the capitals of living scripts that look like them, small or large."""
_ACCENT = 200
"""The classes of marks above and below a letter; vowels of Indian scripts are below it."""
_TABLE = str.maketrans(
    {other: latin for latin, others in _LOOKALIKES.items() for other in others}
    | dict(zip("01258I", "OLZSBL", strict=True))
)


def skeleton(name: str) -> str:
    """Return one key for names that look alike: `ENG1AND` as `England`, `Αnn` with a Greek letter as `Ann`."""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).upper())
    bare = "".join(part for part in parts if unicodedata.combining(part) < _ACCENT)
    return bare.translate(_TABLE).replace("RN", "M").replace("VV", "W")


def resembles(name: str, names: Collection[str], signatures: Collection[str]) -> bool:
    """Return whether a reader would take this name for another, or a word of it for a signature."""
    words = {name, name.replace("-", ""), *name.split("-")}
    words |= {word.rstrip("0123456789") for word in words}
    return skeleton(name) in map(skeleton, names) or not {*map(skeleton, words)}.isdisjoint(map(skeleton, signatures))
