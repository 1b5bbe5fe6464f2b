"""The mails that once stopped the judge, of any size: for `python -m bench hostile`, the fuzzer and the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Body(NamedTuple):
    """The text of a mail, and the HTML beside it, if any."""

    text: str
    html: str = ""


def _filled(line: str, octets: int) -> str:
    return line * max(1, octets // len(line))


def _orders(count: int) -> str:
    return "\n".join(f"4 : A XYZ{number} - QQQ{number}" for number in range(count)) + "\n"


def _many_orders(octets: int) -> str:
    return _orders(max(1, octets // 22))


def _html_lines(octets: int) -> Body:
    lines = octets // 4
    return Body("ab" + "x" * min(lines, 180_000) + "c", "<pre>" + "c\n" * lines + "</pre>")


SEATS: Mapping[str, Callable[[int], Body]] = {
    "LATE and blanks": lambda octets: Body("LATE PHASE" + " " * octets + "!"),
    "pay and blanks": lambda octets: Body(_filled("pay" + " " * 190 + "x!\n", octets)),
    "pay and many blanks": lambda octets: Body("pay" + " " * octets + "x!\n"),
    "CREATE and dots": lambda octets: Body("CREATE payola paris called " + "." * octets),
    "CREATE and options of blanks": lambda octets: Body(
        "CREATE payola paris\n" + _filled("movement" + " " * 900 + "x\n", octets)
    ),
    "CREATE and an option of blanks": lambda octets: Body("CREATE payola paris\nmovement" + " " * octets + "x\n"),
    "lines of CREATE": lambda octets: Body(_filled("CREATE \n", octets)),
    "HTML lines": _html_lines,
    "words i": lambda octets: Body(_filled("i " * 480 + "\n", octets)),
    "a line of words i": lambda octets: Body("i " * (octets // 2)),
    "orders": lambda octets: Body(_many_orders(octets)),
    "orders and NOTHING": lambda octets: Body(_orders(min(400, octets // 22)) + "NOTHING\n" * 30),
    "TRY and orders": lambda octets: Body("TRY\n" + _many_orders(octets)),
    "TRYs and orders": lambda octets: Body(_filled(f"TRY\n{_orders(200)}END TRY\n", octets)),
    "CREATEs and options": lambda octets: Body(
        _filled("CREATE payola paris\n" + "colours of the map are nice 5\n" * 200 + "END CREATE\n", octets)
    ),
    "PRESS without its end": lambda octets: Body("PRESS TO FRANCE\n" + _filled("a-b-c-d-e-f-g-h-" * 24 + "\n", octets)),
    "PRESS and amounts": lambda octets: Body(
        "PRESS TO FRANCE\n" + _filled("1 " + "a-b-c-d-e-f-g-h-" * 24 + "\n", octets) + "END PRESS\n"
    ),
    "PRESS and words that are nearly orders": lambda octets: Body(
        _filled("PRESS TO FRANCE\n" + ("&a" * 30 + "\n") * 290 + "END PRESS\n", octets)
    ),
    "PRESS to all and signs": lambda octets: Body(
        _filled("PRESS TO ALL\n" + ("<&" * 44 + "\n") * 290 + "END PRESS\n", octets)
    ),
    "words that are nearly orders": lambda octets: Body(_filled("&a" * 30 + "\n", octets)),
    "offers that order nothing": lambda octets: Body(
        "".join("5:A&" * 11 + f"5:A PAR{number}\n" for number in range(octets // 55))
    ),
    "lines of ACCEPT": lambda octets: Body(_filled("ACCEPT AEFGIRT\nACCEPT ATRIGFE\n", octets)),
    "wide letters below END": lambda octets: Body("SHOW\nEND\n" + _filled("\U0001d41a" * 900 + "\n", octets)),
    "PRESS TO many": lambda octets: Body("PRESS TO" + " a" * (octets // 2) + ": hello"),
    "lines of CONFIRM": lambda octets: Body(
        "".join(f"CONFIRM {number:05d}aaaabbbbccccddd\n" for number in range(octets // 29))
    ),
}
"""What a mail in the name of a seat may hold: name -> its body of about so many octets."""
