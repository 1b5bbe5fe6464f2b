"""Boards as files that a host may write: a system that has such can say whether one is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """`about`: what the board is, in a few words; empty where there are `mistakes`."""

    about: str
    mistakes: tuple[str, ...] = ()


@runtime_checkable
class HasBoards(Protocol):
    """A system that is played on boards which are files."""

    def check_board(self, name: str, text: str) -> BoardCheck:
        """Is this text right for a board whose file bears this name (without its ending)? Never raises."""
