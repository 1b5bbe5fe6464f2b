"""Jinja's environment as letters and pages use it: it says the same, in half the steps for what they do most."""

from __future__ import annotations

from functools import lru_cache
from types import BuiltinMethodType, FunctionType
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from judge.letters.columns import Lines, one_line

SHORT = 60
"""Characters of a text of which is kept how it reads as HTML: names, orders and numbers come again and again."""
_OF_MAPPINGS = frozenset(dir(dict))


def shown(value: object) -> object:
    """What a template prints: text stays on its line, without control characters, unless it is marked as lines."""
    if type(value) is str:  # most of what a letter says
        return one_line(value)
    if isinstance(value, Markup | Lines) or not isinstance(value, str):
        return value
    return one_line(value)


def as_html(value: object) -> str:
    """The same as HTML."""
    kind = type(value)
    if kind is str:
        return _short(value) if len(value) <= SHORT else escape(one_line(value))  # type: ignore[arg-type]
    if kind is Markup:
        return value  # type: ignore[return-value]
    return str(value) if kind is int else escape(shown(value))


@lru_cache(maxsize=8192)
def _short(text: str) -> str:
    return str(escape(one_line(text)))


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
        if not (is_macro or kind is BuiltinMethodType or (kind is FunctionType and not called.__dict__)):
            return super().call(called, *args, **named)  # it may want to be told of the values around it
        if named:
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
        return called(self.eval_ctx, *args, **named) if is_macro else called(*args, **named)


class Quick(Environment):
    """Its `finalize` must be `shown`."""

    code_generator_class = _Written
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
