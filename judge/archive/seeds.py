"""The seeds of an archive: do they fit what was promised of them, and the streams that a replay draws from them."""

from __future__ import annotations

from collections.abc import Iterator

from judge.archive.document import Archive
from judge.rules.game import AnySystem
from judge.rules.rng import Rng, commitment


def broken_seeds(archive: Archive, system: AnySystem, seen: str) -> Iterator[tuple[str, str]]:
    """(field, what is wrong with it). `seen`: a commitment as the opening mail gave it, or empty."""
    promised = [("seed", archive.seed, archive.commitment)]
    if system.hidden_lots and not system.opens_all:
        promised.append(("hidden_seed", archive.hidden_seed, archive.hidden_commitment))
    elif archive.hidden_seed or archive.hidden_commitment:
        yield "hidden_seed", "is given, but these rules draw nothing in secret"
    for name, written, due in promised:
        seed = _bytes(written)
        if seed is None or seed.hex() != written:
            yield name, "is not written in lower-case hexadecimal digits, and nothing else"
        elif commitment(seed) != due:
            yield name, f"does not fit its commitment: its SHA-256 is {commitment(seed)}, not {due}"
    if seen and seen.strip().lower() not in (due for _, _, due in promised):
        yield "commitment", f"is not the one you were given: {' or '.join(due for _, _, due in promised)}"


def rng_of(archive: Archive, label: str, run: int) -> Rng:
    """The streams of a phase as the judge drew them; of a seed that cannot be read, those of the empty one."""
    return Rng(_bytes(archive.seed) or b"", label, run, _bytes(archive.hidden_seed) or b"")


def _bytes(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None
