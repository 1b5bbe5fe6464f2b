"""Templates compiled once, not by each process anew: as Python keeps modules, beside them and under the same settings
(PYTHONDONTWRITEBYTECODE, PYTHONPYCACHEPREFIX).
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import os
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType

import jinja2
from jinja2.bccache import Bucket, BytecodeCache


class CompiledTemplates(BytecodeCache):
    """In `folder`, if that can be written. What is there counts as long as its template reads the same, and what
    compiled it is the same. `kind`: of the environment; each compiles a template in its own way.
    """

    def __init__(self, folder: Path | None = None, kind: str = "") -> None:
        self._kind = kind
        self._folder = folder or Path(importlib.util.cache_from_source(__file__)).parent

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return super().get_cache_key(name, filename) + self._kind

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            by, checksum, code = marshal.loads(self._file(bucket).read_bytes())  # noqa: S302 - as trusted as our own .pyc
        except (OSError, EOFError, ValueError, TypeError):
            return
        if (by, checksum) == (_compiler(), bucket.checksum) and isinstance(code, CodeType):
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self._folder)
            os.fchmod(descriptor, 0o644)  # whoever runs the judge may read it
            with os.fdopen(descriptor, "wb") as file:
                file.write(marshal.dumps((_compiler(), bucket.checksum, bucket.code)))
            Path(name).replace(self._file(bucket))  # whole or not at all: another process may do the same

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.template"


@cache
def _compiler() -> str:
    """A mark of Python, Jinja and the modules here: filters are worked into a template where all that they need is
    known.
    """
    modules = sorted(Path(__file__).parent.glob("*.py"))
    seen = [(each.name, each.stat().st_mtime_ns, each.stat().st_size) for each in modules]
    return hashlib.sha256(repr((sys.version, jinja2.__version__, seen)).encode()).hexdigest()
