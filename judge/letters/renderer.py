"""Templates to letters: each makes a tree of nodes, and of the tree come the text and the HTML.

One renderer a process; it reads no file outside the folders that it is given, but what it has compiled of them.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError
from types import BuiltinMethodType, FunctionType
from typing import Any
from urllib.parse import quote

import jinja2
from jinja2 import BaseLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template, nodes
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nativetypes import NativeCodeGenerator
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from judge.letters import tree
from judge.letters.columns import Lines, clean_lines, counted, one_line, whole, with_be
from judge.letters.data import data_of
from judge.letters.dates import after_this, briefly, relative, when
from judge.letters.html import LETTERS, escaped
from judge.letters.text import plain, text_of
from judge.letters.tree import Fragment, Node, Words, named, once
from judge.letters.values import MASTER_ROLE, Deadline, GameCard, Question, Reader
from judge.mail.text.quotations import REPLY_MARKER
from judge.mail.values import Letter
from judge.maps.colors import color_of
from judge.resources import templates_dir
from judge.rules.endings import in_prose, told_of_end, with_names
from judge.rules.prose import listed

COMPOSER = "compose.html"
"""The page of a game on which sheets are written by pointing."""
ORDERS = "orders"
"""What is asked for, where a game has no better word for it."""


def _is_player(reader: Reader) -> bool:
    return bool(reader.role) and reader.role != MASTER_ROLE


def _within(title: str) -> str:
    """A phase's title within a sentence: `the token to give away`."""
    return f"the {title[4:]}" if title.startswith("The ") else title


def in_subject(reader: Reader, deadline: Deadline | None, form: str, now: datetime, asks: str = ORDERS) -> str:
    """`; orders due Mon 9 Mar, 13:00 UTC` or `; nothing to do`, for the end of a subject. Empty for readers of whom
    nothing is ever asked, and where no deadline is set. `asks`: what is asked for, such as `vote`.
    """
    if deadline is None or not _is_player(reader):
        return ""
    if reader.is_among(deadline.phase.wanted):
        return f"; {asks} due {briefly(deadline.at, reader)}" if deadline.at > now else f"; {asks} overdue"
    return f"; open until {briefly(deadline.at, reader)}" if form and deadline.at > now else "; nothing to do"


def on_top(reader: Reader, deadline: Deadline | None, form: str, now: datetime, asks: str = ORDERS) -> str:
    """Return the same as sentences; observers too are told when the open phase is due. Empty without a deadline."""
    if deadline is None:
        return ""
    title, at = deadline.phase.title, when(deadline.at, reader)
    is_past = deadline.at <= now
    due = f"{with_be(title, was=is_past)} due {at}."
    if not _is_player(reader):
        return due
    if reader.is_among(deadline.phase.wanted):
        many = asks.endswith("s")
        be = ("were" if many else "was") if is_past else ("are" if many else "is")
        urged = f" Please send {'them' if many else 'it'} now." if is_past else ""
        return f"Your {asks} for {_within(title)} {be} due {at}.{urged}"
    return (
        f"You can write for {_within(title)} until {at}." if form and not is_past else f"You have nothing to do. {due}"
    )


def to_confirm(questions: Sequence[Question]) -> str:
    """Return the subject that asks for a code: for what, if it is one line that is surely the reader's."""
    if any(question.unproved for question in questions):
        return "Was this mail yours?"
    what = [answer.text for question in questions for answer in question.what]
    return f"Please confirm: {what[0]}" if len(what) == 1 else f"Please confirm {counted(len(what), 'line')}"


class CompiledTemplates(FileSystemBytecodeCache):
    """In `folder`, if that can be written. What is there counts as long as its template reads the same, and what
    compiled it is the same. `kind`: of the environment; each compiles a template in its own way.
    """

    def __init__(self, folder: Path | None = None, kind: str = "") -> None:
        super().__init__(str(folder or Path(cache_from_source(__file__)).parent), f"%s{kind}.template")

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(_compiler() + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, EOFError, UnpicklingError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


@cache
def _compiler() -> str:
    """Return a mark of Python, Jinja and the modules here: compiled templates contain constant filters."""
    modules = sorted(Path(__file__).parent.glob("*.py"))
    seen = [(each.name, each.stat().st_mtime_ns, each.stat().st_size) for each in modules]
    return hashlib.sha256(repr((sys.version, jinja2.__version__, seen)).encode()).hexdigest()


_OF_MAPPINGS = frozenset(dir(dict))

SHARED = "shared"
NOT_ALWAYS_GIVEN: Mapping[str, object] = {
    "again": "",
    "asks": "orders",
    "brief": False,
    "comments": (),
    "deadline": None,
    "filed": "",
    "form": "",
    "game": None,
    "newcomer": False,
    "notice": (),
    "page": "",
    "picture": None,
    "players": (),
    "wanted": (),
    "web_base": "",
}
"""What a template finds where a letter has none of it."""

LONGEST_SUBJECT = 150
LONGEST_PREHEADER = 140
"""Characters of a letter's beginning that a list of mails shows beside its subject."""


def as_html(value: object) -> str:
    """What a page prints: Markup as it is, all else escaped; text stays on its line, without control characters."""
    kind = type(value)
    if kind is str:  # most of what a page says
        return escaped(value)  # type: ignore[arg-type]
    if kind is Markup:
        return value  # type: ignore[return-value]
    if isinstance(value, Markup | Lines):
        return str(escape(value))
    return str(value) if kind is int else escaped(str(value))


def _printed(value: object) -> object:
    """What a tree is made of: nodes, lines that are meant, and text on one line."""
    if isinstance(value, Lines | Node):
        return value
    return one_line(value if isinstance(value, str) else str(value))


class _Written(CodeGenerator):
    """What is printed as HTML is cleaned and escaped in one call."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:  # noqa: ARG002
        self.write("environment.as_html(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:  # noqa: ARG002
        self.write(")")


class _Values(Context):
    """Macros and functions, which are most of what is called, are called at once."""

    def call(self, called: Any, *args: Any, **named: Any) -> Any:
        kind = type(called)
        is_macro = kind is Macro
        if not (
            is_macro or kind is type or kind is BuiltinMethodType or (kind is FunctionType and not called.__dict__)
        ):
            return super().call(called, *args, **named)  # it may want to be told of the values around it
        if named:
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
        return called(self.eval_ctx, *args, **named) if is_macro else called(*args, **named)


class Quick(Environment):
    """Pages, in half the steps that Jinja would take for what they do most."""

    code_generator_class: type[CodeGenerator] = _Written
    context_class = _Values
    as_html = staticmethod(as_html)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """In one mapping, not a chain of two: each import of a template compares all their names."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Most values are mappings of the rules, which have no such attribute."""
        if type(obj) is dict and attribute not in _OF_MAPPINGS:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)


class _Grown(NativeCodeGenerator):
    """Nodes stay nodes, where they are printed and where `~` joins them."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        self.write("environment.joined((")
        for argument in node.nodes:
            self.visit(argument, frame)
            self.write(", ")
        self.write("))")


class Trees(Quick):
    """Its templates make trees of nodes."""

    code_generator_class = _Grown
    concat = staticmethod(tree.collected)  # type: ignore[assignment]
    joined = staticmethod(tree.joined)


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line."""
    return [" ".join(each.split()) for each in re.split(r"\n[ \t]*\n", text) if each.strip()]


def _headline(content: Words) -> str:
    """The news that this tells, for a subject: its first sentence without the full stop, and whether there is more."""
    first, *more = _paragraphs(text_of(content)) or [""]
    sentence, _, rest = first.partition(". ")
    return sentence.removesuffix(".") + (" and more" if more and not rest else "")


def _preheader(body: str) -> str:
    """What stands first in a letter, below the line that replies go above."""
    first = next(iter(_paragraphs(body.removeprefix(REPLY_MARKER).partition("\n-- \n")[0])), "")
    return first if len(first) <= LONGEST_PREHEADER else first[: LONGEST_PREHEADER - 1] + "…"


def environment(loaders: Mapping[str, BaseLoader]) -> Environment:
    """What templates of pages in these folders (name -> loader) can say."""
    made = _environment(Quick, loaders, autoescape=True)
    made.filters.update(lines=clean_lines)
    return made


@cache
def letter_trees(folders: tuple[tuple[str, Path], ...]) -> Environment:
    """What templates of letters in these folders (name -> folder) can say.

    Compiled templates are kept for the life of the process: judges of the same folders share them.
    """
    loaders = {name: FileSystemLoader(folder) for name, folder in folders}
    made = _environment(Trees, loaders, finalize=_printed)
    made.filters.update(ending=told_of_end, headline=_headline, prose=in_prose, trim=tree.trimmed, whole=whole)
    made.globals.update(
        tree.NODES,
        after_this=after_this,
        briefly=briefly,
        in_subject=in_subject,
        on_top=on_top,
        once=once,
        relative=relative,
        to_confirm=to_confirm,
        when=when,
    )
    made.globals.update(NOT_ALWAYS_GIVEN)
    return made


def _environment(kind: type[Quick], loaders: Mapping[str, BaseLoader], **more: Any) -> Environment:
    made = kind(
        loader=PrefixLoader(loaders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        bytecode_cache=CompiledTemplates(kind=kind.__name__),
        **more,
    )
    made.filters.update(
        color=color_of,
        counted=counted,
        listed=lambda names: listed(list(names)),
        named=named,
        with_be=with_be,
        with_names=with_names,
    )
    return made


@cache
def _frame() -> Template:
    """What is around the HTML of every letter."""
    loaders = {SHARED: FileSystemLoader(templates_dir() / SHARED)}
    return environment(loaders).get_template(f"{SHARED}/_frame.html.j2")


def grown(template: Template, **values: object) -> Words:
    """What a template makes of these values."""
    return tree.collected(template.root_render_func(template.new_context(values)))


def parts_of(letter: Words) -> dict[str, Fragment]:
    """A letter's tree in its parts, by their names."""
    parts: dict[str, list[Any]] = {}
    for node in letter.parts if isinstance(letter, Fragment) else ():
        if isinstance(node, tree.Part):
            parts[node.name] = []
        elif parts:
            parts[next(reversed(parts))].append(node)
    return {name: Fragment(tuple(nodes)) for name, nodes in parts.items()}


class Renderer:
    """Renders `<folder>/<purpose>.j2`, a system's own folder first, then `shared`.

    `folders` adds the template folders of installed systems: system's name -> folder; they extend the judge's own but
    cannot take their place. `web_base`: where the public pages are on the web, empty where there are none.
    """

    def __init__(self, folders: Mapping[str, Path] | None = None, web_base: str = "") -> None:
        self._web_base = web_base.rstrip("/") + "/" if web_base else ""
        own = templates_dir()
        mine = {folder.name: folder for folder in sorted(own.iterdir()) if folder.is_dir()}
        self.folders: Mapping[str, Path] = dict(folders or {}) | mine
        self._environment = letter_trees(tuple(self.folders.items()))

    def _page_of(self, game: object) -> str:
        """Where the pages of the game are that a letter is about; empty where there are none."""
        below = game.page if isinstance(game, GameCard) else ""
        return self._web_base + below if self._web_base and below else ""

    def _composer_of(self, values: Mapping[str, Any]) -> str:
        """Return where this reader writes the sheet of the letter by pointing; empty without such a page."""
        if not (values.get("form") and values.get("deadline")):
            return ""
        game, reader, deadline = (values[name] for name in ("game", "reader", "deadline"))
        page = self._page_of(game)
        if not (page and game.composes):
            return ""
        role = next((role for role in reader.roles if role in deadline.phase.wanted), reader.role)
        return f"{page}{COMPOSER}#{quote(role)}"

    def _parts(self, folder: str, purpose: str, values: Mapping[str, object]) -> dict[str, Fragment]:
        template = self._environment.select_template([f"{folder}/{purpose}.j2", f"{SHARED}/{purpose}.j2"])
        page, composer = self._page_of(values.get("game")), self._composer_of(values)
        return parts_of(grown(template, **values, web_base=self._web_base, page=page, composer=composer))

    def body(self, folder: str, purpose: str, title: str, **values: object) -> str:
        """The text of this letter's body, without the heading that says no more than the `title`."""
        body = self._parts(folder, purpose, values)["body"]
        return text_of(tree.without_title(body, title)).strip("\n")

    def render(self, folder: str, purpose: str, **values: object) -> Letter:
        """The letter of this purpose. jinja2.UndefinedError if the template needs a value that is not given."""
        parts = self._parts(folder, purpose, values)
        subject = " ".join(plain(parts["subject"]).split())
        subject = subject if len(subject) <= LONGEST_SUBJECT else subject[: LONGEST_SUBJECT - 1] + "…"
        foot = parts["footer"].trimmed()
        below = f"\n-- \n{text_of(foot)}" if foot else ""
        body = Fragment((*parts["lead"].parts, *parts["body"].parts))
        text = f"{REPLY_MARKER}\n\n{text_of(body)}{below}"
        html = _frame().render(
            subject=subject,
            preheader=_preheader(text),
            marker=REPLY_MARKER,
            game=values.get("game"),
            headline=LETTERS.line(parts["headline"]),
            body=LETTERS.write(body),
            foot=LETTERS.write(foot),
        )
        reader = values.get("reader")
        data = data_of(purpose, subject, values) if isinstance(reader, Reader) and reader.wants_data else ""
        return Letter(subject, text, html, data=data)
