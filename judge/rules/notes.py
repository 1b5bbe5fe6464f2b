"""How a reply tells that something on file was replaced, in any game."""

from __future__ import annotations


def replaced_by(what: str, of: str, before: int, after: int) -> str:
    """`Replaced your sheet of 3 offers by one of 1.`"""
    named = of if before == 1 else " and ".join(f"{each}s" for each in of.split(" or "))
    return f"Replaced your {what} of {before} {named} by one of {after}."


def and_the_old(said: str, text: str, new: str) -> str:
    """A note that something on file has been replaced; where lines of it are gone, with the old text below, one line a
    line as it was filed: sent back it files the same.
    """
    kept = new.splitlines()
    return f"{said} The old one, to copy:\n{text}" if any(line not in kept for line in text.splitlines()) else said
