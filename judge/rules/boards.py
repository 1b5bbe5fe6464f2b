"""Boards that the host has added, in a folder beside the judge's own."""

from __future__ import annotations

from pathlib import Path

DRAWINGS = "drawings"
"""In the host's folder, the folder of the maps on which its boards are drawn."""

_added: list[Path] = []


def use_boards(folder: Path | None) -> None:
    """Let games be made on the boards in this folder too; None: on the judge's own alone. For the whole process."""
    _added[:] = [] if folder is None else [folder]


def board_files(own: Path) -> dict[str, Path]:
    """Name -> file, of the boards in the folder `own` and of those that the host has added, as they are now. Nothing
    takes the place of one of the judge's own.
    """
    return {file.stem: file for folder in (*_added, own) for file in sorted(folder.glob("*.json"))}


def drawing_folders(own: Path) -> tuple[Path, ...]:
    """The folders of maps: `own`, and that of the host."""
    return (own, *(folder / DRAWINGS for folder in _added))
