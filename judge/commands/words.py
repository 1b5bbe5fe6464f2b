"""What several commands have in common in reading the words behind their names."""

from __future__ import annotations

import re

from judge.commands.command import Line
from judge.commands.request import Request
from judge.games.calendar import read_duration
from judge.mail.compose import is_address
from judge.reading.talk import LONGEST, is_talk, signs_off
from judge.rules.problems import refusal

_LENGTH = re.compile(
    r"(?:(?:THE\s+)?(?:DEADLINE|PHASE|GAME|TURN)\s+)?(?:(?:BY|FOR)\s+)?\+?\s*(\d+\s*[A-Z]+)\b[\s.,;:]*(.*)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_ADDRESS = re.compile(r"(?:[^<>@]*<)?([^\s<>@]+@[^\s<>@]*[^\s<>@.,;:!)])>?[.,;:!]*(?:[.,;]\s.*|\s\(.*)?", re.DOTALL)
"""`ann@example.org`, or as mail programs write it: `Ann <ann@example.org>`. A remark may stand behind it."""
_EACH = re.compile(r"(?<![^\s<>@,;])[^\s<>@,;]+@[^\s<>@,;]+")
"""Looked for where a word begins only: from each letter of a long word it would be read to its end again."""


_WHAT_OF = r"(?:(?:(?:the\s+)?(?:deadline|phase|turn)\s+)?(?:in|of|for|to)\s+)?"
_ENDS_IN = r"@[^\s<>@]+>?|\b\d+\s?[a-z]+"
"""What a game's name may stand behind: an address, or a length of time."""


def nothing_behind(line: Line, name: str) -> None:
    """Raises Refused if anything stands behind a command that takes nothing: it may be the beginning of a sentence."""
    if line.rest.strip(" .!"):
        message = f"{name} must stand alone on its line. Nothing was done."
        raise refusal("command/words-behind", message, hint=f"Write only {name}.")


def rest_without_game(request: Request, line: Line) -> str:
    """What stands behind a command for the mail's own game, without that game's name: `oslo by 24h`, `the deadline in
    oslo by 24h`, `ann@example.org to oslo`, `24h in oslo`.
    """
    if len(line.rest) > LONGEST:
        return line.rest
    name = rf"(?:the\s+)?(?:game\s+)?{re.escape(request.settle_game().name)}"
    text = re.sub(rf"\A\s*{_WHAT_OF}{name}(?:\s*[:,]\s*|\s+)(?=\S)", "", line.rest, flags=re.IGNORECASE)
    return re.sub(rf"({_ENDS_IN})\s+(?:to|in|for|of|from)\s+{name}(?=[\s.,!]|\Z)", r"\1", text, flags=re.IGNORECASE)


def one_address(text: str, usage: str) -> str:
    """The one address that stands there, in lower case, if mail can go there; raises Refused."""
    match = _ADDRESS.fullmatch(text.strip())
    if len(_EACH.findall(text)) > 1:
        raise refusal("command/address", "Only one address may stand on a line.", hint=usage)
    if match is None or not is_address(match[1]):
        raise refusal("command/address", "An address is needed.", hint=usage)
    return match[1].lower()


def addresses_in(text: str, usage: str) -> tuple[str, ...]:
    """Each address that stands there, in lower case and once, between commas, blanks and `and`, with a name before it
    or none; raises Refused where one of them is none, or mail cannot go there.
    """
    found: list[str] = []
    name: list[str] = []
    *_, last = re.split(r"(?<=\S)[,;.!]\s+(?=[^@]*\Z)", text.strip(), maxsplit=1) if len(text) <= LONGEST else (text,)
    if "@" not in last and signs_off(last):
        text = text.strip().removesuffix(last).rstrip(" ,;.!")
    for word in text.replace(",", " ").replace(";", " ").split():
        if "@" not in word:
            name += [word] if word.upper() not in ("AND", "&") else []
            continue
        found.append(one_address(word if not name or word.startswith("<") else "", usage))
        name = []
    if name or not found:
        raise refusal("command/address", "An address is needed.", hint=usage)
    return tuple(dict.fromkeys(found))


def length_and_reason(text: str) -> tuple[str, str]:
    """The length of time in `3d why`, `1 day, why` or `by 36 hours`, as it was written, and what stands behind it.
    ValueError says how a length is written.
    """
    found = _LENGTH.fullmatch(text.strip())
    length, why = (found[1], found[2]) if found else (text.strip().partition(" ")[0], "")
    read_duration(length)
    return " ".join(length.split()), "" if is_talk(why) else why.strip()


def names_in(text: str) -> tuple[str, ...]:
    """The names that stand there, between blanks, commas and `and`."""
    return tuple(word for word in re.split(r"[\s,;.!&]+", text) if word and word.upper() != "AND")


def text_of(line: Line, first: str = "") -> tuple[str, ...]:
    """The words on the command's own line, if any, and the lines of its block, without empty ones around them."""
    lines = [first.strip()] if first.strip() else []
    lines += [below.text for below in line.block]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return tuple(lines)
