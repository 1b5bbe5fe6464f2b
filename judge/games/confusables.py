"""Names that a reader would take for one another, by the table of UTS 39, and those that are everybody's already."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Collection
from pathlib import Path

_FILE = Path(__file__).with_name("no_names.toml")
_NAMES: dict[str, list[str]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
NO_NAMES = tuple(name for names in _NAMES.values() for name in names)
"""Names that are everybody's already."""
STATES = tuple(_NAMES["states"])
"""Those that stand in place of a player's name."""
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
