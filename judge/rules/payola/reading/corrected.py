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


def with_sums_corrected(
    reader: Callable[[], SheetReader], lines: Sequence[SheetLine]
) -> tuple[list[SheetLine], dict[SheetLine, int]]:
    """(the lines as corrected, those that correct one and the number of that). `reader`: makes one that has read
    nothing yet.
    """
    found = list(lines)
    corrects: dict[SheetLine, int] = {}
    for line in lines:
        correction = sum_corrected(without_remark(line.text))
        if correction is None:
            continue
        wanted = _offer(reader, f"{correction.old} : {correction.order}")
        offers = [(each, _offer(reader, each.text)) for each in found if each is not line]
        alike = [
            (each, offer)
            for each, offer in offers
            if offer and wanted and (offer.unit, offer.orders) == (wanted.unit, wanted.orders)
        ]
        if len(alike) != 1 or wanted is None:
            continue
        ((above, offer),) = alike
        new = Amount(int(correction.new))
        if above.number < line.number and offer is not None and offer.amounts == wanted.amounts:
            text = line_text(reader().position, offer._replace(amounts=(new,)))
            found[found.index(above)] = replace(above, text=text)
            found.remove(line)
            corrects[line] = above.number
    return found, corrects


def _offer(reader: Callable[[], SheetReader], text: str) -> Offer | None:
    try:
        read = reader().read(text)
    except BadOrder:
        return None
    return read if isinstance(read, Offer) else None
