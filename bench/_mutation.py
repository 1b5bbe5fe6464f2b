"""Mutants of the judge: where its code can be changed in a small way, and how one is found again after a move.

A site is one place in one function where one change can be made. It is known by what it says, not by where it lies:
the function's qualified name, the statement's text (of a compound statement its header), the text that changes, the
kind of the change, and which of several equal ones it is. So the mutants drawn from one tree can be made in a later one
in which modules have moved and commands have been regrouped.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

LIKENESS = 0.75  # a statement that was rewritten is the same one if so much of its text is
KINDS = ("and-or", "arithmetic", "boundary", "call", "compare", "constant", "if", "not", "raise", "return")

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}
SHIFTED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
SUBJECTS = re.compile(r"\b(?:self\.)?_?(?:judge|session|now|work|unit|app)\b(?:, (?:self\.)?_?(?:session|now)\b)*")


@dataclass(frozen=True)
class Mutant:
    """`before` and `after` are the text that changes; `beside` the statements around it; `package` where it was."""

    package: str
    function: str
    statement: str
    kind: str
    before: str
    after: str
    occurrence: int
    beside: str


@dataclass(frozen=True)
class Site:
    """A place of a file, `span` as (line, column, end line, end column), lines from 1 and columns in bytes; `header`
    the first and last line of the statement's own text.
    """

    file: Path
    mutant: Mutant
    span: tuple[int, int, int, int]
    header: tuple[int, int]


@dataclass(frozen=True)
class Found:
    """Where a drawn mutant is in this tree, how like its statement is (1 for the same text), and how it was found."""

    site: Site
    likeness: float
    how: str = field(default="same")


def package_of(file: Path) -> str:
    """Where a file of judge/ stands, two folders deep within the rules: `services`, `rules/payola`."""
    parts = file.parts[:-1][1:]
    return "/".join(parts[:2] if parts[:1] == ("rules",) else parts[:1]) or "judge"


def sites_of(tree: Path, file: Path) -> list[Site]:
    """Every site of a file, which is named from the top of the tree."""
    source = (tree / file).read_text(encoding="utf-8")
    found: list[Site] = []
    for name, function in _functions(ast.parse(source), ""):
        statements = list(_statements(function.body))
        texts = [header_text(each) for each in statements]
        seen: Counter[tuple[str, ...]] = Counter()
        for number, statement in enumerate(statements):
            beside = "\n".join(texts[max(0, number - 1) : number] + texts[number + 1 : number + 2])
            for kind, node, after in _changes(statement):
                before = header_text(node) if isinstance(node, ast.stmt) else ast.unparse(node)
                key = (texts[number], kind, before, after)
                mutant = Mutant(
                    package_of(file), name, texts[number], kind, before, after, occurrence=seen[key], beside=beside
                )
                seen[key] += 1
                found.append(Site(file, mutant, _span(node), _header(statement)))
    return found


def all_sites(tree: Path) -> list[Site]:
    """Every site of judge/, by file."""
    files = sorted(path.relative_to(tree) for path in (tree / "judge").rglob("*.py"))
    return [site for file in files for site in sites_of(tree, file)]


def mutate(tree: Path, site: Site) -> str:
    """The file's text with that one change; raises SyntaxError if it were no Python."""
    lines = (tree / site.file).read_bytes().splitlines(keepends=True)
    line, column, end_line, end_column = site.span
    after = site.mutant.after
    if site.mutant.kind not in ("call", "raise", "return"):
        after = f"({after})"
    head, tail = lines[line - 1][:column], lines[end_line - 1][end_column:]
    lines[line - 1 : end_line] = [head + after.encode() + tail]
    text = b"".join(lines).decode()
    ast.parse(text)
    return text


def find(mutant: Mutant, sites: list[Site]) -> Found | None:
    """The site that this mutant is now: in a function of its name, or else, if its statement still says nearly the
    same between nearly the same neighbours, in any.
    """
    alike = [site for site in sites if site.mutant.kind == mutant.kind]
    named = [site for site in alike if site.mutant.function == mutant.function]
    same = [site for site in named if _identity(site.mutant) == _identity(mutant)]
    if same:
        return Found(max(same, key=lambda site: _nearness(mutant, site)), 1.0)
    last = mutant.function.rpartition(".")[2]
    by_last = [site for site in alike if site.mutant.function.rpartition(".")[2] == last]
    for how, candidates in (("same function", named), ("same name", by_last), ("elsewhere", alike)):
        found = _likest(mutant, candidates, how)
        if found is not None:
            return found
    return None


def as_json(mutant: Mutant) -> dict[str, object]:
    return asdict(mutant)


def header_text(node: ast.stmt) -> str:
    """A statement on one line, a compound one without its body."""
    lines = ast.unparse(node).splitlines()
    body = getattr(node, "body", None)
    return lines[0] if isinstance(body, list) else " ".join(line.strip() for line in lines)


def normal(text: str) -> str:
    """Without what every signature has in common: the judge, the session and the instant, or the value they became."""
    return SUBJECTS.sub("work", text).replace("work.work", "work")


def _likest(mutant: Mutant, candidates: list[Site], how: str) -> Found | None:
    wanted = normal(mutant.statement)
    best: tuple[tuple[float, float], Found] | None = None
    for site in candidates:
        matcher = SequenceMatcher(None, wanted, normal(site.mutant.statement), autojunk=False)
        if matcher.real_quick_ratio() < LIKENESS or matcher.quick_ratio() < LIKENESS:
            continue
        ratio, near = matcher.ratio(), _nearness(mutant, site)
        if ratio < LIKENESS or (how == "elsewhere" and near < LIKENESS / 2):
            continue
        rank = (round(ratio, 2) + near, _likeness(mutant.before, site.mutant.before))
        if best is None or rank > best[0]:
            best = (rank, Found(site, round(ratio, 2), how))
    return best[1] if best else None


def _nearness(mutant: Mutant, site: Site) -> float:
    return _likeness(mutant.beside, site.mutant.beside)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, normal(one), normal(other), autojunk=False).ratio()


def _identity(mutant: Mutant) -> tuple[object, ...]:
    return (mutant.statement, mutant.before, mutant.after, mutant.occurrence)


def _functions(node: ast.AST, name: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        inner = f"{name}.{child.name}".strip(".") if isinstance(child, (ast.ClassDef, *_FUNCTION)) else name
        if isinstance(child, _FUNCTION):
            yield inner, child
        yield from _functions(child, inner)


_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a function in order, those of functions and classes within it apart."""
    for statement in body:
        if isinstance(statement, (ast.ClassDef, *_FUNCTION)):
            continue
        yield statement
        for block in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, block, []))
        for part in (*getattr(statement, "handlers", []), *getattr(statement, "cases", [])):
            yield from _statements(part.body)


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a statement's own header; none within an f-string, whose places the parser does not tell, or
    a type, and not zip's `strict`, which says only what is so.
    """
    for name, value in ast.iter_fields(node):
        if name == "annotation" or (isinstance(node, ast.keyword) and node.arg == "strict"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, (ast.JoinedStr, ast.stmt)) or (isinstance(node, ast.Subscript) and name == "slice"):
                continue
            if isinstance(child, ast.expr):
                yield child
            if isinstance(child, (ast.expr, ast.comprehension, ast.keyword, ast.withitem)):
                yield from _expressions(child)


def _changes(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt | ast.expr, str]]:
    """(kind, what changes, the text it becomes) of each change to one statement's own text."""
    match statement:
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and not value.value):
            yield "return", statement, "return None"
        case ast.Raise():
            yield "raise", statement, "pass"
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "call", statement, "pass"
        case ast.If(test=test):
            yield "if", test, f"not ({ast.unparse(test)})"
    for node in _expressions(statement):
        yield from _changed(node)


def _changed(node: ast.expr) -> Iterator[tuple[str, ast.expr, str]]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=comparators):
            for kind, table in (("compare", FLIPPED), ("boundary", SHIFTED)):
                if type(op) in table:
                    yield kind, node, ast.unparse(ast.Compare(left, [table[type(op)]()], comparators))
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "and-or", node, ast.unparse(ast.BoolOp(other, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", node, ast.unparse(operand)
        case ast.IfExp(test=test):
            yield "if", test, f"not ({ast.unparse(test)})"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right) if not (_text(left) or _text(right)):
            sign = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            yield "arithmetic", node, ast.unparse(ast.BinOp(left, sign, right))
        case ast.Constant(value=bool() as value):
            yield "constant", node, str(not value)
        case ast.Constant(value=int() as value):
            yield "constant", node, str(value + 1)


def _text(node: ast.expr) -> bool:
    """Whether taking away from it can only raise: a string or a sequence that is written out."""
    string = isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
    return string or isinstance(node, (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp))


def _span(node: ast.stmt | ast.expr) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0


def _header(statement: ast.stmt) -> tuple[int, int]:
    body = getattr(statement, "body", None)
    end = body[0].lineno - 1 if isinstance(body, list) else statement.end_lineno or statement.lineno
    return statement.lineno, max(statement.lineno, end)
