"""Variations of Payola as values made of switches (Payola 6): nothing but a switch ever asks what is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.match import LENGTHS as BOARD_LENGTHS
from judge.rules.payola.income import FLAT, Income, income_table, read_income, read_seasons
from judge.rules.values import Json, dummies_of, options_in

EXCHANGE = "exchange"


class Variant(NamedTuple):
    """What is played.

    income: what centers earn; plain: only direct offers, one a unit and power (6.1); blind: what one sees depends on
    where one's units are (6.3); discount: what wins costs one more than what came second (6.4); loyal: own units obey,
    only those of dummies are for sale (6.5); zerosum: money is neither made nor lost (6.7).
    """

    name: str = "standard"
    income: Income = Income()
    plain: bool = False
    blind: bool = False
    discount: bool = False
    loyal: bool = False
    zerosum: bool = False

    @property
    def exchange(self) -> bool:
        """Whether investors play, who elect who leads a power (6.8)."""
        return self.name == EXCHANGE


STANDARD = Variant()

_TITLED = {
    "Payola Diplomacy": STANDARD,
    "Payola Classic": Variant("classic", Income(FLAT, 7), plain=True),
    "Tin Cup Diplomacy": Variant("tincup", blind=True),
    "eBayola": Variant("ebayola", discount=True),
    "Payola with Loyal Units": Variant("loyal", loyal=True),
    "Zero Sum Payola": Variant("zerosum", zerosum=True),
    "Payola Exchange": Variant(EXCHANGE, Income(pays=())),
}
"""What players call each variant."""
VARIANTS = {each.name: each for each in _TITLED.values()}
TITLES = {each.name: title for title, each in _TITLED.items()}

SWITCHES = {
    "blind": ("blind", "blind"),
    "ebayola": ("discount", "eBayola"),
    "loyal": ("loyal", "loyal units"),
    "zerosum": ("zerosum", "zero sum"),
}
"""Option -> what it turns on whatever the variant, and how that is told of a game whose variant has it not anyway."""

DIVIDENDS = "dividends"
"""The option of an Exchange game that limits them."""
HALF, FREE = "half", "free"

OPTIONS = options_in(Path(__file__).with_name("options.toml"))

LENGTHS: Mapping[str, int] = {**BOARD_LENGTHS, EXCHANGE: 72}
"""The usual length of each kind of phase, in hours, those of its variations included."""


def title_with(options: Mapping[str, Json]) -> str:
    """What players call a game with these options, which have been checked: `Zero Sum Payola (blind)`."""
    variant = variant_named(options.get("variant") or STANDARD.name)
    added = [words for each, (field, words) in SWITCHES.items() if options.get(each) and not getattr(variant, field)]
    return TITLES[variant.name] + (f" ({', '.join(added)})" if added else "")


def is_exchange(options: Json) -> bool:
    """Do these options choose the Exchange variation?"""
    chosen = options.get("variant") if isinstance(options, Mapping) else None
    return isinstance(chosen, str) and chosen.strip().lower() == EXCHANGE


def variant_named(name: str) -> Variant:
    """The variant of this name, in any case. ValueError if there is none."""
    wanted = name.strip().lower()
    if wanted not in VARIANTS:
        raise ValueError(f"no variant {name[:40]!r}; there are: {', '.join(VARIANTS)}")
    return VARIANTS[wanted]


def is_blind(options: Mapping[str, Json]) -> bool:
    """Do these options, which have been checked, choose a blind game?"""
    return options.get("blind", False) or variant_named(options.get("variant") or STANDARD.name).blind


def variant_of(options: Mapping[str, Json], board: Board) -> Variant:
    """What these options choose. ValueError tells which of them do not go together, and why."""
    chosen = variant_named(options.get("variant") or STANDARD.name)
    switched: dict[str, Any] = {field: True for option, (field, _) in SWITCHES.items() if options.get(option)}
    chosen = chosen._replace(**switched)
    scheme = _scheme(options, board)
    limits = _limits(options)
    if chosen.zerosum and (scheme or limits):
        named = "income" if scheme else " and ".join(limits)
        raise ValueError(f"{named} cannot be set in a Zero Sum game: it pays no income at all (6.7)")
    if chosen.exchange:
        _check_exchange(options, chosen, [*(["income"] if scheme else []), *limits])
    else:
        _check_no_exchange(options)
    return chosen._replace(income=(scheme or chosen.income)._replace(**limits))


def _check_exchange(options: Mapping[str, Json], chosen: Variant, incomes: Sequence[str]) -> None:
    """ValueError for what does not go with an Exchange game; eBayola does."""
    if incomes:
        raise ValueError(
            f"{' and '.join(incomes)} cannot be set in an Exchange game: CEOs set what centers are worth (6.8)"
        )
    if dummies_of(options):
        raise ValueError(
            "you cannot name dummies in an Exchange game; a power is a dummy in a year in which nobody is elected "
            "to lead it; `players` says how many play"
        )
    reasons = {
        "blind": "what is seen depends on whose units they are, and investors have none (6.3)",
        "loyal": "units do not obey investors (6.5)",
        "zerosum": "shares bring money into treasuries, and centers pay (6.7)",
    }
    for switch, reason in reasons.items():
        if getattr(chosen, switch):
            raise ValueError(f"{switch} does not go with an Exchange game: {reason}")


def _check_no_exchange(options: Mapping[str, Json]) -> None:
    for option in OPTIONS:
        if option.only == ("variant", EXCHANGE) and option.of(options) != option.default:
            raise ValueError(f"{option.name} is an option of the Exchange game alone (6.8): add `variant {EXCHANGE}`")


def _scheme(options: Mapping[str, Json], board: Board) -> Income | None:
    given: Any = options.get("income")
    if isinstance(given, Mapping):
        return income_table(board, given)
    if given is not None and not isinstance(given, str):
        raise ValueError("options.income is a text such as `flat 7`")
    return read_income(board, given) if given else None


def _limits(options: Mapping[str, Json]) -> dict[str, Any]:
    limits: dict[str, Any] = {}
    if cap := options.get("cap"):
        limits["cap"] = cap
    pays: Any = options.get("pays")
    if pays is not None:
        names = pays.replace(",", " ").split() if isinstance(pays, str) else pays
        if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
            raise ValueError("options.pays lists seasons: SPRING, FALL or both")
        seasons = read_seasons(names)
        if seasons != Income().pays:
            limits["pays"] = seasons
    return limits
