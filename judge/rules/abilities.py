"""What only some games have. A rule system has one of these by having its method; the judge asks by the functions here,
which say what holds where a system has not.

What may change from phase to phase (offices, blind writers, private mail) is said by the Phase, and is off unless said.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from typing_extensions import TypeVar

from judge.rules.problems import Problem, Refused
from judge.rules.values import (
    DUMMY,
    END,
    RESIGN,
    SUCCEED,
    Act,
    Event,
    Json,
    Option,
    Orders,
    Outcome,
    PhaseRecord,
    RuleSystem,
    View,
)

AView_contra = TypeVar("AView_contra", bound=View, contravariant=True)
S = TypeVar("S")
V = TypeVar("V", bound=View)
Seen_contra = TypeVar("Seen_contra", contravariant=True)
Held_contra = TypeVar("Held_contra", contravariant=True)


@runtime_checkable
class Acting(Protocol[S]):
    """Something takes effect at once: the game's own words, votes on its end, a player's leaving."""

    def act(self, state: S, role: str, act: Act) -> Outcome[S]:
        """Raises Refused where the rules do not allow it now."""


@runtime_checkable
class Banking(Protocol[Held_contra]):
    """There is money, or something else that is counted in accounts."""

    def accounts(self, state: Held_contra) -> Mapping[tuple[str, str], int]:
        """(account, currency) -> balance; must equal the sum of all postings so far."""


@runtime_checkable
class Coining(Protocol):
    """A game whose money is called otherwise where there is one of it: `1 ducat`, `9 ducats`."""

    @property
    def coins(self) -> Mapping[str, tuple[str, str]]:
        """Currency -> what one of it is called, and what several are."""


def amount_in_words(system: RuleSystem[S, V], amount: int, currency: str) -> str:
    """`48 AgP`, `9 ducats`."""
    return f"{amount} {currency_in_words(system, amount, currency)}"


def currency_in_words(system: RuleSystem[S, V], amount: int, currency: str) -> str:
    """What so much of a currency is called: `ducats`."""
    names = system.coins.get(currency) if isinstance(system, Coining) else None
    return names[abs(amount) != 1] if names else currency


@runtime_checkable
class Opening(Protocol):
    """What was secret becomes public after the end, or some of it."""

    def opened(self, record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
        """What becomes public after the end."""


@runtime_checkable
class Sealing(Protocol):
    """Some events are only kept for the end. Before it nobody is told of them, the GameMaster neither."""

    @property
    def sealed(self) -> Collection[str]:
        """Their kinds; `opened` says what becomes of them."""


@runtime_checkable
class Hiding(Protocol):
    """Something is drawn that stays secret after the end."""

    @property
    def hidden_lots(self) -> str:
        """What is drawn by `Rng.hidden`, as it stands in a sentence."""


@runtime_checkable
class Customary(Protocol):
    """The rules say how their games are played among people: with which press, on which days."""

    @property
    def customs(self) -> Mapping[str, str]:
        """Option of the judge's, or kind of phase -> what it is in a new game unless CREATE says otherwise, as a
        GameMaster would write it: `{"press": "choice", "movement": "MON 12:00 GMT"}`.
        """


@runtime_checkable
class Bordering(Protocol[Seen_contra]):
    """There is a map of areas that touch."""

    def borders(self, view: Seen_contra, area: str) -> tuple[str, ...]:
        """What the area has and what it touches, as this reader may know it: a few sentences that begin with its code
        and name. All areas in order, shortly, if `area` is empty. Raises Refused where there is none of that name.
        """


@runtime_checkable
class Boarded(Protocol):
    """Its games are played on one of several boards."""

    @property
    def board_option(self) -> str:
        """The option, one of choices, that says on which."""


@runtime_checkable
class Varying(Protocol):
    """Some options turn the game into one that another system plays, which is made and kept under this one's name."""

    def played_by(self, options: Json) -> str:
        """The name of the system that plays a game with these options: its own, or another's. Never raises on what
        options may hold.
        """


@runtime_checkable
class Titled(Protocol):
    """Some options choose a variation that players know by a name of its own."""

    def title_with(self, options: Json) -> str:
        """How a game with these options, which have been checked, is called."""


def acted(system: RuleSystem[S, V], state: S, role: str, act: Act) -> Outcome[S]:
    """What an act leads to; raises Refused. Where nothing takes effect at once, players come and go without a trace,
    and the GameMaster may break the game off.
    """
    if isinstance(system, Acting):
        acting: Acting[S] = system
        return acting.act(state, role, act)
    if act.kind in (RESIGN, SUCCEED, DUMMY) or (act.kind == END and not {"draw", "win"} & set(act.data)):
        return Outcome(state)
    message = "Nobody can vote on the end of this game or declare it won. Its rules decide."
    raise Refused(Problem("act/none", message, act.line, text=act.text))


def accounts_of(system: RuleSystem[S, V], state: S) -> Mapping[tuple[str, str], int]:
    """(account, currency) -> balance; none where there is no money."""
    if isinstance(system, Banking):
        banking: Banking[S] = system
        return banking.accounts(state)
    return {}


def customs_of(system: RuleSystem[S, V]) -> Mapping[str, str]:
    """What the rules would have the judge's own options be; empty if nothing."""
    return system.customs if isinstance(system, Customary) else {}


def board_option(system: RuleSystem[S, V]) -> Option | None:
    """The option that chooses the board; None where there is nothing to choose."""
    name = system.board_option if isinstance(system, Boarded) else ""
    return next((option for option in system.options if option.name == name), None)


def sealed_by(system: RuleSystem[S, V]) -> Collection[str]:
    """The kinds of events that no letter tells; none unless the system says which."""
    return system.sealed if isinstance(system, Sealing) else ()


def hidden_lots_of(system: RuleSystem[S, V]) -> str:
    """What it draws that stays secret after the end, in words; empty if nothing."""
    return system.hidden_lots if isinstance(system, Hiding) else ""


def keeps_from_master(system: RuleSystem[S, V], *, hidden: bool) -> bool:
    """May the GameMaster never learn who has written, nor what only a player may know? `hidden`: whether the phase, or
    every phase, hides who has written.
    """
    return hidden and bool(hidden_lots_of(system))


def borders_of(system: RuleSystem[S, V], view: V, area: str) -> tuple[str, ...]:
    """What touches what; raises Refused where there is no map, or no such area on it."""
    if isinstance(system, Bordering):
        bordering: Bordering[V] = system
        return bordering.borders(view, area)
    raise Refused(Problem("borders/no-map", "This game is not played on a map."))


def opened_by(system: RuleSystem[S, V], record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
    """What becomes public after the end; nothing unless the system says what."""
    return system.opened(record) if isinstance(system, Opening) else ()


@runtime_checkable
class Repeating(Protocol[AView_contra]):
    """Of the orders of the phase before only some can be meant again, for a unit stands elsewhere now."""

    def again(self, view: AView_contra, last: Orders) -> Orders:
        """What `form` may fill in of a role's orders of the phase before, in parts that `form` knows."""


def again(system: RuleSystem[S, V], view: V, last: Orders) -> Orders:
    """What the sheet to answer with may hold of a role's orders of the phase before; all where a system has no say."""
    return system.again(view, last) if isinstance(system, Repeating) else last


@runtime_checkable
class Amending(Protocol):
    """Not every later sheet takes the place of all that is filed under a part."""

    @property
    def by_unit(self) -> Collection[str]:
        """Parts whose orders are each one unit's: a later one replaces that unit's alone."""

    @property
    def adding(self) -> Collection[str]:
        """Parts to which a sheet adds that begins with the line ADD."""


@runtime_checkable
class Entire(Protocol):
    """Of some parts no piece is ever kept: what is put on file there is all of it, so a later one cannot be meant as
    no more than a correction.
    """

    @property
    def entire(self) -> Collection[str]:
        """Those parts: a plan that must add up, a ballot with a vote on everything."""


def is_entire(system: RuleSystem[S, V], part: str) -> bool:
    """Whether what a sheet puts on file under this part is always the whole."""
    return isinstance(system, Entire) and part in system.entire


def how_to_mend(system: RuleSystem[S, V], parts: Collection[str]) -> str:
    """What to send where some lines of a sheet were wrong, and these parts of it are filed."""
    if not any(replaces_all(system, part) for part in parts):
        return "Send just the corrected ones."
    if any(knows_add(system, part) for part in parts):
        return "Send the whole sheet again, corrected, or just the corrected lines below a line ADD."
    return "Send the whole sheet again, corrected."


def replaces_all(system: RuleSystem[S, V], part: str) -> bool:
    """Whether a later sheet takes the place of all that is filed under this part, unless it says otherwise."""
    return system.parts[part] != "append" and not (isinstance(system, Amending) and part in system.by_unit)


def knows_add(system: RuleSystem[S, V], part: str) -> bool:
    """Whether a sheet adds to what is filed under this part where it begins with the line ADD."""
    return isinstance(system, Amending) and part in system.adding


@runtime_checkable
class Standing(Protocol[Seen_contra]):
    """Something counts at once and stands until its writer changes it."""

    def stands(self, view: Seen_contra) -> tuple[str, ...]:
        """What of it stands for the role whose view this is, as sentences: `Your acceptance list is AF?.`"""


def standing_of(system: RuleSystem[S, V], view: V) -> tuple[str, ...]:
    """What stands for a role until it is changed; nothing where all that counts is orders."""
    if isinstance(system, Standing):
        standing: Standing[V] = system
        return standing.stands(view)
    return ()


@runtime_checkable
class Commenting(Protocol):
    """There is something to learn from a phase for who has played it."""

    def comments(self, events: Sequence[Event], role: str) -> tuple[str, ...]:
        """Up to three sentences on what a role's player wrote, of the events of one phase that this reader is told."""


def comments_of(system: RuleSystem[S, V], events: Sequence[Event], role: str) -> tuple[str, ...]:
    """What somebody who practices might learn from a phase; nothing where a system has no say, or for no role."""
    return system.comments(events, role) if role and isinstance(system, Commenting) else ()


@runtime_checkable
class Abstaining(Protocol[Seen_contra]):
    """What it means to send no orders differs from game to game, and from phase to phase."""

    def without_orders(self, view: Seen_contra) -> str:
        """What becomes of the role whose view this is if it sends none now, as a clause: `your units hold`."""


def without_orders(system: RuleSystem[S, V], view: V) -> str:
    """What becomes of a role that sends no orders in this phase, as a clause; empty where the game does not say."""
    if isinstance(system, Abstaining):
        abstaining: Abstaining[V] = system
        return abstaining.without_orders(view)
    return ""


@runtime_checkable
class Blindable(Protocol):
    """Some options make a game in which nobody may learn in any phase who has written."""

    def hides_writers(self, options: Mapping[str, Json]) -> bool:
        """Do these? They have been checked."""


def hides_writers(system: RuleSystem[S, V], options: Mapping[str, Json]) -> bool:
    """May nobody ever learn who has written, in a game with these options?"""
    return isinstance(system, Blindable) and system.hides_writers(options)


@runtime_checkable
class Choosing(Protocol):
    """Some options do nothing beside others."""

    def idle_options(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        """The names of those, the judge's own and the lengths of kinds of phase among them. These have been checked."""


def idle_options(system: RuleSystem[S, V], options: Mapping[str, Json]) -> tuple[str, ...]:
    """The options that do nothing in a game with these."""
    return system.idle_options(options) if isinstance(system, Choosing) else ()


@runtime_checkable
class Forfeiting(Protocol[Seen_contra]):
    """What a role has may be lost for good when its player leaves."""

    def forfeits(self, view: Seen_contra) -> str:
        """What would be lost if the player of the role whose view this is left now, and how to keep it from that, as
        sentences; empty if a successor would get everything.
        """


def forfeits_of(system: RuleSystem[S, V], view: V) -> str:
    """What leaving would destroy; nothing where a successor gets all."""
    if isinstance(system, Forfeiting):
        forfeiting: Forfeiting[V] = system
        return forfeiting.forfeits(view)
    return ""


@runtime_checkable
class Eliminating(Protocol[Held_contra]):
    """Whoever is eliminated can do nothing more, so nobody is wanted for a seat of theirs."""

    def is_eliminated(self, state: Held_contra, seat: str) -> bool:
        """Is this seat out of the game, whoever might sit there?"""


def is_eliminated(system: RuleSystem[S, V], state: S, seat: str) -> bool:
    """Is nobody wanted for this seat any more?"""
    if isinstance(system, Eliminating):
        eliminating: Eliminating[S] = system
        return eliminating.is_eliminated(state, seat)
    return False


@runtime_checkable
class Outlasting(Protocol[Held_contra]):
    """Whoever has nothing left on the board may play on with what else they have, and so may a successor."""

    def is_off_the_board(self, state: Held_contra, seat: str) -> bool:
        """Does everybody know that this seat has nothing left there? It says nothing of what else is left to it."""


def is_off_the_board(system: RuleSystem[S, V], state: S, seat: str) -> bool:
    if isinstance(system, Outlasting):
        outlasting: Outlasting[S] = system
        return outlasting.is_off_the_board(state, seat)
    return is_eliminated(system, state, seat)


@runtime_checkable
class Tallying(Protocol[Held_contra]):
    """It can be said in numbers how the seats stand, in the middle of a game too."""

    def tally(self, state: Held_contra) -> Mapping[str, Mapping[str, int]]:
        """Seat -> its numbers by name, that which counts most first: `{"centers": 5, "money": 31}`. For the host and
        the arena: it holds what players may not know of each other.
        """


def tally_of(system: RuleSystem[S, V], state: S, seats: Collection[str]) -> Mapping[str, Mapping[str, int]]:
    """How each of these seats stands; no numbers where the game has none."""
    counted: Mapping[str, Mapping[str, int]] = {}
    if isinstance(system, Tallying):
        tallying: Tallying[S] = system
        counted = tallying.tally(state)
    return {seat: dict(counted.get(seat, {})) for seat in seats}


@runtime_checkable
class Naming(Protocol):
    """Its phases have names that people write above their orders."""

    def phase_named(self, text: str) -> str:
        """What the labels of the phases begin with that this text, and nothing else in it, names: `Fall 1901` ->
        `F1901`, `Fall 1901 retreats` and `f1901r` -> `F1901R`. Empty if it names none.
        """


def phase_named(system: RuleSystem[S, V], text: str) -> str:
    """What the labels of the phases begin with that this text names; empty where it names none."""
    return system.phase_named(text) if isinstance(system, Naming) else ""
