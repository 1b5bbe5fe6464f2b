"""A run of the corpus as text, line by line, and its differences to another run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.corpus.meant import Verdict

MISFILED = "misfiled"


def saved(verdicts: Mapping[str, Verdict]) -> str:
    """One line for each finding: the mail, a tab, and what was made of it (`filed | A VIE - GAL`)."""
    return "".join(f"{mail}\t{made}\n" for mail, verdict in verdicts.items() for made in _all(verdict))


def _all(verdict: Verdict) -> tuple[str, ...]:
    return (*verdict.made, *(f"{MISFILED} | {each}" for each in verdict.misfiled))


def loaded(text: str) -> dict[str, list[str]]:
    runs: dict[str, list[str]] = {}
    for line in text.splitlines():
        mail, _, made = line.partition("\t")
        runs.setdefault(mail, []).append(made)
    return runs


def differences(before: Mapping[str, list[str]], verdicts: Mapping[str, Verdict]) -> str:
    """Of the mails of this run: an order lost or gained, another line's verdict changed, and what is newly misfiled."""
    told, count = [], Counter(lost=0, gained=0, changed=0, **{"newly misfiled": 0})
    for mail, verdict in verdicts.items():
        was, now = Counter(before.get(mail, ())), Counter(_all(verdict))
        found = [
            *((_kind(made, "lost"), "-", made) for made in (was - now).elements()),
            *((_kind(made, "gained"), "+", made) for made in (now - was).elements()),
        ]
        count.update(kind for kind, _, _ in found)
        told += [f"{mail}: {kind}: {sign} {made}" for kind, sign, made in found]
    counts = ", ".join(f"{number} {kind}" for kind, number in count.items())
    return "\n".join((*told, f"against the saved run: {counts}"))


def _kind(made: str, filed: str) -> str:
    if made.startswith(MISFILED):
        return "newly misfiled" if filed == "gained" else "no longer misfiled"
    return filed if made.startswith("filed | ") else "changed"
