"""Names that a reader would take for one another, by the table of UTS 39, and those that are everybody's already."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

NO_NAMES = (
    *("ALL", "AND", "BUT", "EXCEPT", "LATER", "GREY", "NOBODY", "ME", "MYSELF"),
    # What people write between the names that a letter is for
    *("NOT", "ONLY", "BOTH", "JUST", "PLEASE", "WITHOUT", "ALSO", "TOO", "ALONE", "PRIVATELY", "SECRETLY", "THE", "TO"),
    *("CC", "BCC", "RE", "FYI", "URGENT", "ASAP", "PLS", "PRIVATE", "CONFIDENTIAL", "PERSONAL", "SECRET", "PRIVAT"),
    *("GEHEIM", "VERTRAULICH", "PRIVÉ", "CONFIDENTIEL", "PRIVADO", "CONFIDENCIAL", "SECRETO", "PRIVATO", "RISERVATO"),
    *(
        "SEGRETO",
        "SEGREDO",
        "VERTROUWELIJK",
        "HEMLIGT",
        "KONFIDENTIELLT",
        "PRYWATNE",
        "POUFNE",
        "TAJNE",
        "GIZLI",
        "ÖZEL",
    ),
    # What letters, and people, call readers and writers by: who bore such a name would get what is for others.
    *("ANONYMOUS", "UNSIGNED", "GRAY", "WHITE", "EVERYBODY", "EVERYONE", "ANYBODY", "ANYONE", "SOMEBODY", "OTHERS"),
    *("LETTER", "LETTERS", "WRITER", "PLAYERS", "PLAYER", "PUBLIC", "OBSERVER", "OBSERVERS", "HOST", "NEWSPAPER"),
    *(
        "PRESS",
        "MODERATOR",
        "ADMIN",
        "POSTMASTER",
        "REFEREE",
        "UMPIRE",
        "ADJUDICATOR",
        "ARBITER",
        "SPIELLEITER",
        "ARBITRE",
    ),
)
MASTER_WORDS = ("MASTER", "GM", "GAMEMASTER", "JUDGE")
"""Nobody else is called so, with a number behind it neither."""

_LOOKALIKES = """
    3ƷȜꞫЗӠⳌꝪ 4Ꮞ 6БᏮⳒ 9৭੧୨൭ⳊꝮ AⱭΑАᎪᗅꓮ B8ƄȢΒВЬ৪੪ᏏᏴᑲᖯᗷꓐꞴ CСᏟᴄⲤꓚ DԀᎠᏧᑯᗞᗪꓒꓓ EΕЕҼᎬⴹꓰꬲ FϜՔᖴẝꓝꞘꬵ GƍꞬԌՑᏀᏳᶃꓖ HΗНҺՀᎻᏂᕼⲎꓧ
    JꞲͿЈᎫᒍꓙ KΚКᏦⲔꓗ L1IƖǀꞮΙІӀᎥᏞᒪⲒⳐⵏꓡꓲꙆ MΜϺМᎷᗰⲘꓟ NΝՈՌⲚꓠ O0ΟΣОՕ०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ᲿዐᴏᴑⲞⵔꓳꬽ PΡРᏢᑭⲢꓑ QԚԳԶⵕ RƦГᎡᎱᏒᖇᴦⲄꓣꭇꭈ
    S5ƼЅՏᏕᏚꓢꜱ TΤТᎢⲦꓔ UƲՍሀᑌᴜꓴꞞꭎꭒ VѴᏙᐯᴠⴸꓦ WƜѠԜԱᎳᏔᴡꓪ XΧХᕁᕽⲬⵝꓫꞳ YƔʏΓΥУҮᲧᎩᎽᶌỾⲨꓬꭚ Z2ƧΖϨᏃᒿᴢꓜꙄꝚ
"""
"""A Latin capital or digit, and the capitals of living scripts that look like it, small or large."""
_ACCENT = 200
"""The classes of marks above and below a letter; vowels of Indian scripts are below it."""
_TABLE = str.maketrans({other: alike[0] for alike in _LOOKALIKES.split() for other in alike[1:]})


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
