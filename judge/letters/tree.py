"""What a letter's template makes: a tree of nodes, which one writer turns into text and another into HTML.

A template's own lines are its paragraphs, its empty lines the empty lines of the text, and calls such as
`{{ table(rows) }}` its other nodes. Text in a tree is nothing but text: only a node has a meaning, and no text of a
player becomes one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from judge.letters.columns import WIDTH, Lines, one_line
from judge.letters.values import MASTER_ROLE, Answer
from judge.mail.values import Image
from judge.maps.colors import color_of

Words: TypeAlias = object
"""What stands in a line: text, a number, an inline node, or a Fragment of these."""


class Node:
    """Never text by itself: what would lose its meaning fails instead."""

    __slots__ = ()

    def __str__(self) -> str:
        raise TypeError(f"{type(self).__name__} is no text: print it, or join it with ~")


class Inline(Node):
    """A part of a line."""

    __slots__ = ()


class Block(Node):
    """One or more lines of its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Fragment(Node):
    """Text without control characters, and nodes, in their order. Line breaks are those of the template."""

    parts: tuple[str | Inline | Block, ...]

    def __bool__(self) -> bool:
        return bool(self.parts)

    def trimmed(self) -> Fragment:
        """Without blanks and line breaks at either end."""
        parts = list(self.parts)
        for place, strip in ((0, str.lstrip), (-1, str.rstrip)):
            while parts:
                end = parts[place]
                if not isinstance(end, str):
                    break
                stripped = strip(end)
                if stripped:
                    parts[place] = stripped
                    break
                del parts[place]
        return Fragment(tuple(parts))


@dataclass(frozen=True, slots=True)
class Part(Block):
    """Begins a part of a letter: `subject`, `headline`, `lead`, `body` or `footer`."""

    name: str


@dataclass(frozen=True, slots=True)
class Strong(Inline):
    words: Words


@dataclass(frozen=True, slots=True)
class Code(Inline):
    """An order, as a player writes it."""

    words: Words


@dataclass(frozen=True, slots=True)
class Badge(Inline):
    """A word that stands out: `good`, `warn`, `bad` or `plain`. The word itself says it; the color only helps."""

    words: Words
    tone: str


@dataclass(frozen=True, slots=True)
class Swatch(Inline):
    """A name with its color beside it."""

    words: Words
    color: str


@dataclass(frozen=True, slots=True)
class Link(Inline):
    """`text`: what the text has in its place, if not both with a colon between them."""

    words: Words
    address: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class LineBreak(Inline):
    """Within a cell or a paragraph; `text` is what the text has in its place."""

    text: str = "\n"


@dataclass(frozen=True, slots=True)
class Paragraph(Block):
    """The text's first line begins with `first`, the others with `rest`. Text that is `whole` is not wrapped."""

    words: Words
    first: str = ""
    rest: str | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Small(Paragraph):
    """A line above a table, or one of less weight."""


@dataclass(frozen=True, slots=True)
class Verse(Block):
    """A text of which every line stays one; lines indented by four blanks are not wrapped."""

    text: str


@dataclass(frozen=True, slots=True)
class Heading(Block):
    """In capitals; or `underlined`, above a part that has headings of its own."""

    words: Words
    underlined: bool = False


@dataclass(frozen=True, slots=True)
class Pre(Block):
    """Text whose lines count: a sheet, a listing, press. The text indents it by so many blanks."""

    text: str
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Table(Block):
    """Rows of cells below the titles of `head`. `right` lists the columns set flush right (from 0), `code` those in
    fixed width. On a screen columns in `under` (column -> other) stand below that other one: a phone has no room for
    many. The text has so many `columns` of characters. The last column may break its words where `breaks`.
    """

    rows: Sequence[Sequence[Words]]
    right: Collection[int] = ()
    head: Sequence[Words] = ()
    code: Collection[int] = ()
    indent: int = 0
    columns: int = WIDTH
    under: Mapping[int, int] = field(default_factory=dict)
    breaks: bool = False


@dataclass(frozen=True, slots=True)
class Grouped(Block):
    """Groups of (heading, rows of an order and its outcome). `beside`: headings stand beside the rows."""

    groups: Sequence[tuple[Words, Sequence[tuple[Words, Words]]]]
    beside: bool = False
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Listing(Block):
    """Lines as they stand, unless they are Columns that still know their cells: a table that fits any screen."""

    text: str


@dataclass(frozen=True, slots=True)
class Prose(Block):
    """Help, or a page of the manual: text in lines, whose paragraphs a screen wraps anew."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture(Block):
    """For screens alone: the text says the same in words. `page`: the address that it leads to, if any."""

    image: Image
    page: str = ""


@dataclass(frozen=True, slots=True)
class Private(Block):
    """What only one reader is told: framed, and said in words."""

    whose: Words
    content: Words
    capitals: bool = True


@dataclass(frozen=True, slots=True)
class Answered(Block):
    """A line of the reader's mail and what was made of it; `asked`: what it waits for is said around it."""

    answer: Answer
    asked: bool = False


@dataclass(frozen=True, slots=True)
class InText(Block):
    """Left out on a screen."""

    content: Words


@dataclass(frozen=True, slots=True)
class InHtml(Block):
    """Left out of the text."""

    content: Words


@dataclass(frozen=True, slots=True)
class Shared(Block):
    """What reads alike in many letters; `written`: by which writer -> how it reads."""

    content: Words
    written: dict[str, str] = field(default_factory=dict, compare=False)


def named(role: str) -> str:
    """`AUSTRIA` as people write it: Austria. A code of two letters stays one."""
    if role == MASTER_ROLE:
        return "GameMaster"
    return role.title() if role.isupper() and len(role) > 2 else role


def side(role: str, words: Words = None) -> Swatch:
    """A power or country, with the color that it has on the map."""
    return Swatch(named(role) if words is None else words, color_of(role))


def private(whose: Words, content: Words = None, caller: Callable[[], Words] | None = None, **more: bool) -> Private:
    """What stands between `{% call private(...) %}` and `{% endcall %}`, or the content that is given."""
    return Private(whose, caller() if caller is not None else content, **more)


def collected(values: Iterable[Any]) -> Lines | Fragment:
    """What a template has printed. A line break in it is the template's own."""
    parts = values if isinstance(values, list) else list(values)
    try:
        return Lines("".join(parts))
    except TypeError:
        return Fragment(tuple(_flat(parts)))


def _flat(values: Iterable[Any]) -> Iterator[str | Inline | Block]:
    for value in values:
        if isinstance(value, str | Inline | Block):
            yield value
        elif isinstance(value, Fragment):
            yield from value.parts
        else:
            yield str(value)


def joined(values: Sequence[Any]) -> str | Fragment:
    """What `~` makes of these: text on one line, with the nodes that are among them."""
    try:
        return "".join(values)
    except TypeError:
        if not any(isinstance(value, Node) for value in values):
            return "".join(map(str, values))
    parts = _flat(values)
    return Fragment(tuple(one_line(part) if isinstance(part, str) else part for part in parts))


def trimmed(value: Any, characters: str | None = None) -> Any:
    """The filter `trim`."""
    if isinstance(value, Fragment):
        return value.trimmed()
    stripped = str(value).strip(characters)
    return Lines(stripped) if isinstance(value, Lines) else stripped


def inline(words: Words) -> tuple[str | Inline | Block, ...]:
    """The pieces of a line: text, and nodes."""
    if isinstance(words, Fragment):
        return words.parts
    return (words,) if isinstance(words, str | Inline | Block) else (str(words),)


def blocks(content: Words) -> list[Block | None]:
    """The blocks of what a template has printed; None is an empty line."""
    parts = content.parts if isinstance(content, Fragment) else (content,)
    found: list[Block | None] = []
    line: list[str | Inline] = []
    after_block = False
    for part in parts:
        if isinstance(part, Block):
            if any(each if isinstance(each, Inline) else each.strip() for each in line):
                found.append(Paragraph(_line(line)))
            line = []
            found.append(part)
            after_block = True
        elif isinstance(part, Inline):
            line.append(part)
        else:
            first, *others = str(part).split("\n")
            line.append(first)
            for other in others:
                if any(each if isinstance(each, Inline) else each.strip() for each in line):
                    found.append(Paragraph(_line(line)))
                elif not after_block:
                    found.append(None)
                after_block = False
                line = [other]
    if any(each if isinstance(each, Inline) else each.strip() for each in line):
        found.append(Paragraph(_line(line)))
    return found


def without_title(content: Fragment, title: str) -> Fragment:
    """The same without the first heading that is this title."""
    for place, part in enumerate(content.parts):
        found = part.content if isinstance(part, InText) else part
        if isinstance(found, Heading) and found.words == title:
            return Fragment((*content.parts[:place], *Fragment(content.parts[place + 1 :]).trimmed().parts))
    return content


def _line(pieces: Sequence[str | Inline]) -> Words:
    return pieces[0] if len(pieces) == 1 else Fragment(tuple(pieces))


NODES: Mapping[str, Callable[..., Node]] = {
    "answered": Answered,
    "badge": Badge,
    "br": LineBreak,
    "code": Code,
    "grouped": Grouped,
    "heading": Heading,
    "image": Picture,
    "in_html": InHtml,
    "in_text": InText,
    "link": Link,
    "listing": Listing,
    "p": Paragraph,
    "part": Part,
    "pre": Pre,
    "private": private,
    "prose": Prose,
    "side": side,
    "small": Small,
    "strong": Strong,
    "table": Table,
    "verse": Verse,
}
"""What a template can call, by name."""


@dataclass
class _Parts:
    """`made`: nodes by what they were made of. `keys`: what was reckoned of a value, by its id; `alive` keeps these
    values, so that no other gets the id of one.
    """

    made: dict[Hashable, Shared] = field(default_factory=dict)
    keys: dict[int, Hashable] = field(default_factory=dict)
    alive: list[object] = field(default_factory=list)

    def key(self, value: object) -> Hashable:
        """The same for values that are equal, of one type throughout."""
        if value is None or isinstance(value, str | int | float):
            return type(value), value
        known = self.keys.get(id(value))
        if known is None:
            if isinstance(value, Mapping):
                known = dict, tuple((self.key(name), self.key(each)) for name, each in value.items())
            elif isinstance(value, tuple | list):
                known = type(value), tuple(map(self.key, value))
            else:
                known = type(value), id(value)
            self.keys[id(value)] = known
            self.alive.append(value)
        return known


_parts: ContextVar[_Parts | None] = ContextVar("_parts", default=None)


@contextmanager
def one_occasion() -> Iterator[None]:
    """All letters that are written within it share what reads alike."""
    before = _parts.set(_Parts())
    try:
        yield
    finally:
        _parts.reset(before)


def once(macro: Callable[..., Words], *values: object) -> Shared:
    """What the macro says of these values; made once an occasion, and written once by each writer."""
    parts = _parts.get()
    if parts is None:
        return Shared(macro(*values))
    key = parts.key(macro), *map(parts.key, values)
    if key not in parts.made:
        parts.made[key] = Shared(macro(*values))
    return parts.made[key]
