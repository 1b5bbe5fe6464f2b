"""Where the judge's own data lie: inside the package when installed from a wheel, else beside it in the source tree."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(packaged: str, source: str) -> Path:
    for folder in (_PACKAGE / packaged, _PACKAGE.parent / source):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the judge's {source} are missing: reinstall it (looked in {_PACKAGE} and beside it)")


def templates_dir() -> Path:
    """The folder of the Jinja2 templates. FileNotFoundError if the installation is broken."""
    return _folder("_templates", "templates")


def migrations_dir() -> Path:
    """The folder of Alembic's env.py and versions. FileNotFoundError if the installation is broken."""
    return _folder("_migrations", "migrations")


def docs_dir() -> Path:
    """The folder of the rules and manuals. FileNotFoundError if the installation is broken."""
    return _folder("_docs", "docs")


def deploy_dir() -> Path:
    """The folder of the recipes for hosts. FileNotFoundError if the installation is broken."""
    return _folder("_deploy", "deploy")
