"""A correction below an offer: of its sum, with its order and both sums (`Oops - make that 6 for A MAR - SPA, not 4.`),
or a whole offer to the same unit in its place (`Hmm, no. Make that 6 : F SEV - RUM instead.`).

It counts where exactly one offer above is that one. Anything less stays a line that nobody could read, and is asked
about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.spelling import without_remark
from judge.rules.payola.canonical import Amount, Offer, print_line
from judge.rules.payola.reading.sheet import SheetReader
from judge.rules.words.corrections import SumCorrected, corrected, sum_corrected

MOST_CORRECTIONS = 10
"""On one sheet; of more, none is done."""


def with_corrections(
    reader: Callable[[], SheetReader], lines: Sequence[SheetLine]
) -> tuple[list[SheetLine], dict[SheetLine, int]]:
    """(the lines as corrected, those that correct one and the number of that). `reader`: makes one that has read
    nothing yet. Each line is read once.
    """
    said = {line: found for line in lines if (found := _said(without_remark(line.text)))}
    if not 0 < len(said) <= MOST_CORRECTIONS:
        return list(lines), {}
    offers = {line: offer for line in lines if line not in said and (offer := _offer(reader, line.text))}
    mended: dict[SheetLine, SheetLine] = {}
    corrects: dict[SheetLine, int] = {}
    for line, correction in said.items():
        alike, new = _corrected(reader, correction, offers)
        if len(alike) == 1 and new is not None and alike[0].number < line.number:
            (above,) = alike
            offers[above] = new
            mended[above] = replace(above, text=print_line(reader().position, new))
            corrects[line] = above.number
    return [mended.get(line, line) for line in lines if line not in corrects], corrects


def _said(text: str) -> SumCorrected | str:
    """What a correction says: the sums, or the whole offer with its amount; empty of any other line, and behind another
    offer.
    """
    offer = corrected(text)
    is_whole = any(map(str.isdigit, offer)) and not any(map(str.isdigit, text[: text.rfind(offer)]))
    return sum_corrected(text) or (offer if is_whole else "")


def _corrected(
    reader: Callable[[], SheetReader], said: SumCorrected | str, offers: Mapping[SheetLine, Offer]
) -> tuple[list[SheetLine], Offer | None]:
    """The lines that it may correct, and what the one would say then."""
    if isinstance(said, str):
        new = _offer(reader, said)
        return [line for line, offer in offers.items() if new and offer.unit == new.unit], new
    wanted = _offer(reader, f"{said.old} : {said.order}")
    if wanted is None:
        return [], None
    alike = [line for line, offer in offers.items() if _is_for(offer, wanted)]
    if len(alike) != 1 or offers[alike[0]].amounts != wanted.amounts:
        return [], None
    return alike, offers[alike[0]]._replace(amounts=(Amount(int(said.new)),))


def _is_for(offer: Offer, wanted: Offer) -> bool:
    return (offer.unit, offer.orders) == (wanted.unit, wanted.orders)


def _offer(reader: Callable[[], SheetReader], text: str) -> Offer | None:
    try:
        read = reader().read(text)
    except BadOrder:
        return None
    return read if isinstance(read, Offer) else None
