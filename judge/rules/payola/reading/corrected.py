"""A correction below an offer that names its order and both sums: `Oops - make that 6 for A MAR - SPA, not 4.`

It counts where exactly one offer above is that one. Anything less stays a line that nobody could read, and is asked
about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.spelling import without_remark
from judge.rules.payola.offers import Amount, Offer
from judge.rules.payola.reading.sheet import SheetReader, line_text
from judge.rules.system import SheetLine
from judge.rules.words.corrections import sum_corrected

MOST_CORRECTIONS = 10
"""On one sheet; of more, none is done."""


def with_sums_corrected(
    reader: Callable[[], SheetReader], lines: Sequence[SheetLine]
) -> tuple[list[SheetLine], dict[SheetLine, int]]:
    """(the lines as corrected, those that correct one and the number of that). `reader`: makes one that has read
    nothing yet. Each line is read once.
    """
    corrections = {line: said for line in lines if (said := sum_corrected(without_remark(line.text))) is not None}
    if not 0 < len(corrections) <= MOST_CORRECTIONS:
        return list(lines), {}
    offers = {line: offer for line in lines if line not in corrections and (offer := _offer(reader, line.text))}
    mended: dict[SheetLine, SheetLine] = {}
    corrects: dict[SheetLine, int] = {}
    for line, correction in corrections.items():
        wanted = _offer(reader, f"{correction.old} : {correction.order}")
        alike = [each for each, offer in offers.items() if wanted and _is_for(offer, wanted)]
        if len(alike) != 1 or wanted is None:
            continue
        (above,) = alike
        if above.number < line.number and offers[above].amounts == wanted.amounts:
            offers[above] = offers[above]._replace(amounts=(Amount(int(correction.new)),))
            mended[above] = replace(above, text=line_text(reader().position, offers[above]))
            corrects[line] = above.number
    return [mended.get(line, line) for line in lines if line not in corrects], corrects


def _is_for(offer: Offer, wanted: Offer) -> bool:
    return (offer.unit, offer.orders) == (wanted.unit, wanted.orders)


def _offer(reader: Callable[[], SheetReader], text: str) -> Offer | None:
    try:
        read = reader().read(text)
    except BadOrder:
        return None
    return read if isinstance(read, Offer) else None
