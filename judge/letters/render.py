"""Templates to letters. One renderer a process; it reads no file outside the folders that it is given, but what it has
compiled of them. Its environment says what Jinja's would, in half the steps for what letters and pages do most.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import BuiltinMethodType, FunctionType
from typing import Any

from jinja2 import (
    BaseLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateNotFound,
    nodes,
    select_autoescape,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nativetypes import NativeCodeGenerator
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from judge.letters import tree
from judge.letters.columns import Lines, clean_lines, counted, one_line, table, whole, with_be, wrapped
from judge.letters.compiled import CompiledTemplates
from judge.letters.data import data_of
from judge.letters.html import LETTERS, escaped
from judge.letters.next_step import in_subject, on_top, to_confirm
from judge.letters.page import passages
from judge.letters.shared_parts import once, shared
from judge.letters.text import plain, text_of
from judge.letters.tree import Fragment, Node, Words
from judge.letters.tree import named as named  # noqa: PLC0414 - moved
from judge.letters.values import GameCard, Reader
from judge.letters.when import after_this, briefly, relative, when
from judge.mail.text.quotations import REPLY_MARKER
from judge.mail.values import Letter
from judge.maps.colors import color_of
from judge.resources import templates_dir
from judge.rules.endings import in_prose, told_of_end, with_names
from judge.rules.votes import same_vote
from judge.rules.words.prose import listed

_OF_MAPPINGS = frozenset(dir(dict))

SHARED = "shared"
DEFAULTS: Mapping[str, object] = {
    "again": "",
    "asks": "orders",
    "comments": (),
    "deadline": None,
    "filed": "",
    "form": "",
    "game": None,
    "newcomer": False,
    "notice": (),
    "picture": None,
}
"""What a template finds of what is not in every letter."""

LONGEST_SUBJECT = 150
LONGEST_PREHEADER = 140
"""Characters of a letter's beginning that a list of mails shows beside its subject."""


def shown(value: object) -> object:
    """What a template prints: text stays on its line, without control characters, unless it is marked as lines."""
    if type(value) is str:  # most of what a letter says
        return one_line(value)
    if isinstance(value, Markup | Lines | Node) or not isinstance(value, str):
        return value
    return one_line(value)


def as_html(value: object) -> str:
    """The same as HTML."""
    kind = type(value)
    if kind is str:
        return escaped(value)  # type: ignore[arg-type]
    if kind is Markup:
        return value  # type: ignore[return-value]
    return str(value) if kind is int else escape(shown(value))


class _Written(CodeGenerator):
    """What is printed as HTML is cleaned and escaped in one call."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _is_html(frame):
            self.write("environment.as_html(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _is_html(frame):
            self.write(")")
        else:
            super()._output_child_post(node, frame, finalize)


def _is_html(frame: Frame) -> bool:
    return bool(frame.eval_ctx.autoescape) and not frame.eval_ctx.volatile


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
    """Its `finalize` must be `shown`."""

    code_generator_class: type[CodeGenerator] = _Written
    context_class = _Values
    as_html = staticmethod(as_html)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Most values are mappings of the rules, which have no such attribute."""
        if type(obj) is dict and attribute not in _OF_MAPPINGS:
            try:
                return obj[attribute]
            except KeyError:
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)


def grown(value: object) -> object:
    """What a tree is made of: nodes, lines that are meant, and text on one line."""
    if isinstance(value, Lines | Node):
        return value
    return one_line(value if isinstance(value, str) else str(value))


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


def _breaks(text: str) -> Markup:
    """For HTML: line breaks stay."""
    return Markup("<br>").join(one_line(line) for line in text.splitlines())


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line."""
    return [" ".join(each.split()) for each in re.split(r"\n[ \t]*\n", text) if each.strip()]


def _headline(text: str) -> str:
    """The news of a text, for a subject: its first sentence without the full stop, and whether there is more."""
    first, *more = _paragraphs(text) or [""]
    sentence, _, rest = first.partition(". ")
    return sentence.removesuffix(".") + (" and more" if more and not rest else "")


def _headline_of(content: Words) -> str:
    return _headline(text_of(content))


def _preheader(body: str) -> str:
    """What stands first in a letter, below the line that replies go above."""
    first = next(iter(_paragraphs(body.removeprefix(REPLY_MARKER).partition("\n-- \n")[0])), "")
    return first if len(first) <= LONGEST_PREHEADER else first[: LONGEST_PREHEADER - 1] + "…"


def environment(loaders: Mapping[str, BaseLoader], kind: type[Quick] = Quick) -> Environment:
    """What templates of these folders (name -> loader) can say: those of pages, or those of letters (Trees)."""
    made = kind(
        loader=PrefixLoader(loaders),
        # The default does not know the ending .html.j2 and would leave it unescaped.
        autoescape=select_autoescape(enabled_extensions=("html.j2",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=grown if kind is Trees else shown,
        auto_reload=False,
        bytecode_cache=CompiledTemplates(),
    )
    made.filters.update(
        breaks=_breaks,
        color=color_of,
        counted=counted,
        ending=told_of_end,
        headline=_headline,
        lines=clean_lines,
        listed=lambda names: listed(list(names)),
        named=named,
        passages=passages,
        prose=in_prose,
        table=table,
        whole=whole,
        with_be=with_be,
        with_names=with_names,
        wrapped=wrapped,
    )
    made.globals.update(
        marker=REPLY_MARKER,
        once=once,
        relative=relative,
        after_this=after_this,
        briefly=briefly,
        when=when,
        in_subject=in_subject,
        on_top=on_top,
        same_vote=same_vote,
        to_confirm=to_confirm,
        page="",
        web_base="",
        brief=False,
    )
    if kind is Trees:
        made.filters.update(trim=tree.trimmed, headline=_headline_of)
        made.globals.update(tree.NODES)
        made.globals.update(once=shared)
        made.globals.update(DEFAULTS)
    return made


@cache
def _letters(folders: tuple[tuple[str, Path], ...]) -> Environment:
    """Compiled templates are kept for the life of the process: judges of the same folders share them."""
    return environment({name: FileSystemLoader(folder) for name, folder in folders})


@cache
def letter_trees(folders: tuple[tuple[str, Path], ...]) -> Environment:
    """The same for templates that make trees."""
    return environment({name: FileSystemLoader(folder) for name, folder in folders}, Trees)


def parts_of(made: Words) -> dict[str, Fragment]:
    """A letter's tree in its parts, by their names."""
    parts: dict[str, list[Any]] = {}
    for node in made.parts if isinstance(made, Fragment) else ():
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
        self._environment = _letters(tuple(self.folders.items()))
        self._trees = letter_trees(tuple(self.folders.items()))

    def _page_of(self, game: object) -> str:
        """Where the pages of the game are that a letter is about; empty where there are none."""
        below = game.page if isinstance(game, GameCard) else ""
        return self._web_base + below if self._web_base and below else ""

    def render(self, folder: str, purpose: str, **values: object) -> Letter:
        """The letter of this purpose. jinja2.UndefinedError if the template needs a value that is not given."""
        given = {**values, "web_base": self._web_base, "page": self._page_of(values.get("game"))}
        for name in (f"{folder}/{purpose}", f"{SHARED}/{purpose}"):
            try:
                return self._of_tree(name, purpose, given)
            except TemplateNotFound as error:
                if error.name != f"{name}.j2":
                    raise
            try:
                self._environment.get_template(f"{name}.txt.j2")
            except TemplateNotFound:
                continue
            return self._of_two(name, purpose, given)
        raise TemplateNotFound(purpose)

    def _of_two(self, name: str, purpose: str, given: Mapping[str, Any]) -> Letter:
        text = self._environment.get_template(f"{name}.txt.j2").render(given)
        head, _, body = text.partition("\n\n")
        subject = _subject(head.removeprefix("Subject:"))
        html = self._environment.get_template(f"{name}.html.j2").render(
            given, subject=subject, preheader=_preheader(body)
        )
        return self._letter(purpose, subject, body, html, given)

    def _of_tree(self, name: str, purpose: str, given: Mapping[str, Any]) -> Letter:
        template = self._trees.get_template(f"{name}.j2")
        parts = parts_of(tree.collected(template.root_render_func(template.new_context(dict(given)))))
        subject = _subject(plain(parts["subject"]))
        foot = parts["footer"].trimmed()
        lead, below = text_of(parts["lead"]), f"\n-- \n{text_of(foot)}" if foot else ""
        body = f"{REPLY_MARKER}\n\n{lead}{text_of(parts['body'])}{below}"
        html = self._environment.get_template(f"{SHARED}/_frame.html.j2").render(
            subject=subject,
            preheader=_preheader(body),
            game=given.get("game"),
            headline=Markup(LETTERS.inline(parts["headline"])),  # noqa: S704 - the writer escapes all text
            body=LETTERS.write(parts["body"]),
            foot=LETTERS.write(foot),
        )
        return self._letter(purpose, subject, body, html, given)

    def _letter(self, purpose: str, subject: str, body: str, html: str, given: Mapping[str, Any]) -> Letter:
        reader = given.get("reader")
        values = {name: value for name, value in given.items() if name not in ("web_base", "page")}
        data = data_of(purpose, subject, values) if isinstance(reader, Reader) and reader.wants_data else ""
        return Letter(subject, body, html, data=data)


def _subject(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SUBJECT else line[: LONGEST_SUBJECT - 1] + "…"
