"""What a viewer may know of an Exchange game: an investor their holdings, a CEO their power's books (Payola 6.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from judge.rules.diplomacy.adjudication.adjustments import owed
from judge.rules.diplomacy.labels import ADJUSTMENTS
from judge.rules.diplomacy.view import examples_of
from judge.rules.exchange.state import Books, ExchangeState, most_income, worths_of
from judge.rules.payola.variants import EXCHANGE, LENGTHS
from judge.rules.payola.view import PayolaView, phase_of, view_of
from judge.rules.values import Audience, Phase, only

KIND = EXCHANGE


@dataclass(frozen=True)
class Office:
    """A power's books, for its CEO alone.

    units and adjust as in a view of the power; worths: (center, what it brings at the next income), by name; most: what
    they bring at most; later: (center, worth as set) of those that have not paid this power yet, which it binds only
    from the income after that; dividend: silver pieces a share on record; holders: investor -> shares; unsold: shares
    left.
    """

    power: str
    balance: int
    accept: str
    units: tuple[str, ...]
    adjust: int
    worths: tuple[tuple[str, int], ...]
    most: int
    later: tuple[tuple[str, int], ...]
    dividend: int
    holders: Mapping[str, int]
    unsold: int


@dataclass(frozen=True)
class ExchangeView(PayolaView):
    """seat: the viewer's own, or empty; `balance` is its money, or that of the power for which the viewer asks.

    investors: all seats, the earlier wins ties; ceos: power -> the investor who leads it; price, shares: of each power;
    holdings: power -> the seat's own shares; votes: power -> whom it elects; offices: the powers among the viewer's
    roles; treasuries: of these and of all that the seat leads, what is in the treasury and how many shares are held;
    most_dividend: how much it may be a share; 0: no limit; payees: investors to whom money and shares can go.
    """

    seat: str
    investors: tuple[str, ...]
    ceos: Mapping[str, str]
    price: int
    shares: int
    holdings: Mapping[str, int]
    votes: Mapping[str, str]
    offices: tuple[Office, ...]
    treasuries: Mapping[str, tuple[int, int]]
    most_dividend: int

    @property
    def player(self) -> str:
        return self.seat or self.power

    @property
    def others(self) -> tuple[str, ...]:
        """The investors whom somebody else plays."""
        return tuple(each for each in self.payees if each != self.seat)

    @property
    def example_power(self) -> str:
        """A power that has shares, for examples."""
        return next(power for power in self.board.powers if power not in self.board.dummies)

    @property
    def example_move(self) -> str:
        """A move of one of its units, or nothing."""
        return examples_of(self.table, self.example_power, ()).move

    @property
    def trading(self) -> bool:
        return self.phase.kind == KIND

    @property
    def led(self) -> tuple[str, ...]:
        """The powers that the seat leads."""
        return tuple(power for power, ceo in self.ceos.items() if ceo == self.seat)


def exchange_phase(state: ExchangeState) -> Phase | None:
    """What the game waits for; None once it is over. Of a power without units that is awaited see `phase_of`."""
    found = phase_of(state.game)
    if found is None:
        return None
    books = state.books
    powers = state.table.board.powers
    roles = {seat: seat for seat in books.payees} | dict(sorted(books.ceos.items()))
    if state.trading:
        return Phase(
            label=str(state.label),
            title=state.title,
            kind=KIND,
            hours=LENGTHS[KIND],
            roles=roles,
            wanted=(),
            missing="default",
            hides_writers=True,
            offices=powers,
        )
    return replace(found, roles=roles, offices=powers)


def exchange_view(state: ExchangeState, viewer: Audience) -> ExchangeView:
    """The board lies open, and who leads what; of all else a role knows its own."""
    books, balances = state.books, state.balances
    roles = viewer.roles if viewer.kind == "roles" else ()
    seat = next((role for role in roles if role in books.investors), "")
    powers = tuple(role for role in roles if role in state.table.board.powers)
    first = view_of(state.game, viewer)
    known = {field.name: getattr(first, field.name) for field in fields(first)}
    phase = exchange_phase(state)
    if phase is not None:
        # Whether a power without units is awaited shows whether it has money: its CEO's business.
        told = set(first.phase.wanted).union(*(view_of(state.game, only(power)).phase.wanted for power in powers))
        known["phase"] = replace(phase, wanted=tuple(role for role in phase.wanted if role in told))
        if viewer.kind == "master":
            known["phase"] = phase
    if seat:
        known |= {"power": "", "own_units": (), "adjust": 0, "balance": balances[seat], "accept": None}
    return ExchangeView(
        **{**known, "payees": books.payees},
        seat=seat,
        investors=books.investors,
        ceos=dict(sorted(books.ceos.items())),
        price=books.price,
        shares=books.shares,
        holdings=dict(books.holdings.get(seat, {})),
        votes=dict(books.votes.get(seat, {})),
        offices=tuple(_office(state, books, power) for power in powers),
        treasuries={
            power: (balances[power], sum(books.holders(power).values()))
            for power in sorted({*powers, *books.led_by(seat)})
        },
        most_dividend=books.most_dividend,
    )


def _office(state: ExchangeState, books: Books, power: str) -> Office:
    table, game = state.table, state.game
    adjusts = table.label.kind == ADJUSTMENTS and not state.trading and not game.match.winners
    worths, wanted = worths_of(books, table, power), books.worths.get(power, {})
    return Office(
        power=power,
        balance=game.balances[power],
        accept=game.accept[power],
        units=tuple(str(unit) for unit in table.units_of(power)),
        adjust=owed(table, power) if adjusts else 0,
        worths=tuple(worths.items()),
        most=most_income(table, power),
        later=tuple((center, wanted[center]) for center, worth in worths.items() if wanted.get(center, worth) != worth),
        dividend=books.dividends.get(power, 0),
        holders=books.holders(power),
        unsold=books.unsold(power),
    )
