"""Pictures as they are stored: as drawn, once each. They are painted as the first letter with them is sent."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import BigInteger, CursorResult, bindparam, delete, insert, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.mail.compose import images_in, with_images
from judge.mail.values import Image
from judge.maps.png import png_of
from judge.store.tables import Base, OutboundRow, PictureRow, ShownRow, upsert

LARGEST = 3_000_000
"""Octets of all pictures of a letter."""
Kept: TypeAlias = Mapping[str, int]
"""The numbers of pictures that are kept, by digest."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture before it is painted: `packed` is its SVG, compressed."""

    packed: bytes
    width: int

    def painted(self) -> bytes:
        """The PNG. Raises whatever painting raises."""
        return png_of(zlib.decompress(self.packed).decode(), self.width)


Drawings: TypeAlias = Mapping[str, Drawing]
"""The pictures of a letter, by digest."""


def keep(work: Work, images: Iterable[Image]) -> Kept:
    """Keeps each of these pictures once, in one statement; one that is there already stays longer."""
    wanted = {image.digest: image for image in images}
    if not wanted:
        return {}
    # In one order: two that keep the same pictures must not wait for each other.
    rows = [
        {"digest": digest, "width": image.width, "drawing": zlib.compress(image.svg.encode(), 1), "shown_at": work.now}
        for digest, image in sorted(wanted.items())
    ]
    new = upsert(work.judge.db.dialect, PictureRow).values(rows)
    # Written, and not passed over: whoever forgets pictures at this moment sees that this one is shown again.
    unless_there = new.on_conflict_do_update(index_elements=["digest"], set_={"shown_at": new.excluded.shown_at})
    found = work.session.execute(unless_there.returning(PictureRow.digest, PictureRow.id))
    return {row.digest: row.id for row in found}


_MAIL = select(OutboundRow.id, bindparam("picture", type_=BigInteger)).where(
    OutboundRow.message_id == bindparam("message_id")
)
_SHOWN = insert(Base.metadata.tables[ShownRow.__tablename__]).from_select(["mail_id", "picture_id"], _MAIL)


def show(session: Session, shown: Iterable[tuple[str, int]]) -> None:
    """Note which letter (by its Message-ID) shows which picture, in one statement."""
    pairs = sorted(set(shown))
    if pairs:
        session.execute(_SHOWN, [{"message_id": message_id, "picture": number} for message_id, number in pairs])


def drawings_of(session: Session, letters: Mapping[int, bytes]) -> dict[int, dict[str, Drawing]]:
    """Return letter number -> its pictures, only those that were written into that letter."""
    numbers = [number for number, raw in letters.items() if images_in(raw)]
    if not numbers:
        return {}
    shown = session.execute(select(ShownRow.mail_id, ShownRow.picture_id).where(ShownRow.mail_id.in_(numbers))).all()
    which = PictureRow.id.in_({picture for _, picture in shown})
    columns = (PictureRow.id, PictureRow.digest, PictureRow.drawing, PictureRow.width)
    kept = {row.id: row for row in session.execute(select(*columns).where(which))}
    found: dict[int, dict[str, Drawing]] = {}
    for mail, picture in shown:
        row = kept[picture]
        found.setdefault(mail, {})[row.digest] = Drawing(row.drawing, row.width)
    return found


def complete(raw: bytes, drawings: Drawings, undrawn: Callable[[Exception], None]) -> bytes:
    """Return a letter with its pictures painted, without those that raise, up to LARGEST in all."""
    pngs: dict[str, bytes] = {}
    for digest in images_in(raw):
        if digest not in drawings:
            continue
        try:
            png = drawings[digest].painted()
        except Exception as error:  # noqa: BLE001 - whatever a picture holds, its letter goes out
            undrawn(error)
            continue
        if sum(map(len, pngs.values())) + len(png) > LARGEST:
            break  # painting takes long
        pngs[digest] = png
    return with_images(raw, pngs)


def forget_unshown(session: Session, before: datetime) -> int:
    """Forgets the pictures that no letter shows any more, and none has since then; how many."""
    shown = select(ShownRow.id).where(ShownRow.picture_id == PictureRow.id).exists()
    result = session.execute(delete(PictureRow).where(PictureRow.shown_at < before, ~shown))
    return result.rowcount if isinstance(result, CursorResult) else 0
