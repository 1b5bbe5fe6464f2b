"""What has happened in a game, told again to one reader. A seat's past is theirs from their tenure on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.lookup import card_of, is_hidden, live_game, load_state, seats_of, state_before, system_of
from judge.games.members import computer_title, is_computer
from judge.letters import write
from judge.letters.briefing import Known, known_of
from judge.letters.columns import sentence, table, wrapped
from judge.letters.dates import when
from judge.letters.tree import named
from judge.letters.values import Block, Reader
from judge.outbox.pictures import picture_of, plot_of
from judge.outbox.queue import reader_of
from judge.play import journal, options
from judge.play.timeline import events_in, events_of, phases_of
from judge.rules.endings import told_of_end
from judge.rules.problems import refusal
from judge.rules.registry import find_system
from judge.rules.values import PUBLIC
from judge.store.tables import Game, InboundRow, OrdersRow, PhaseRow, Player, Seat

MOST_PHASES = 12
_MINUTE = timedelta(minutes=1)
USUAL_PHASES = 3


class _Closed(NamedTuple):
    """A phase that has been adjudicated, and the one that it led to: None for the last of a game that is over."""

    row: PhaseRow
    later: PhaseRow | None


def history_blocks(
    work: Work, game: Game, player: Player, seat: Seat | None, words: tuple[str, ...]
) -> tuple[Block, ...]:
    """Return the adjudicated phases named (a label, or the ends of a range; else three). Raises Refused."""
    reader = _readers(work.session, game, player, seat)
    return tuple(
        _phase_block(work, game, closed, reader(closed.row)) for closed in _chosen(_closed(work.session, game), words)
    )


def _closed(session: Session, game: Game) -> list[_Closed]:
    line = phases_of(session, game, states=False)
    return [_Closed(row, later) for row, later in zip_longest(line, line[1:]) if row.closed_at is not None]


def _readers(session: Session, game: Game, player: Player, seat: Seat | None) -> Callable[[PhaseRow], Reader]:
    """As whom somebody may read of a phase."""
    live = live_game(session, game) if seat is not None else None
    # What an office has been told is for whoever holds it now, all of it.
    held = live.roles_of(seat.name) if live is not None and seat is not None else ()
    offices = tuple(role for role in held if live is not None and role in live.phase.offices)
    since = tenures.since(session, seat) if seat is not None else None

    def of(row: PhaseRow) -> Reader:
        knows = since is not None and row.closed_at is not None and since < row.closed_at
        return reader_of(player, seat.name if seat is not None and knows else "", offices)

    return of


def _chosen(line: list[_Closed], words: tuple[str, ...]) -> list[_Closed]:
    if not line:
        raise refusal("history/none", "Nothing has been adjudicated yet.")
    if not words:
        return line[-USUAL_PHASES:]
    labels = [closed.row.label for closed in line]
    for word in words:
        if word not in labels:
            hint = f"There are {labels[0]} to {labels[-1]}."
            raise refusal("history/no-such-phase", f"No phase {word[:20]} has been adjudicated.", hint=hint)
    first, last = labels.index(words[0]), labels.index(words[-1])
    chosen = line[min(first, last) : max(first, last) + 1]
    if len(chosen) > MOST_PHASES:
        raise refusal("history/too-many", f"One HISTORY shows at most {MOST_PHASES} phases.")
    return chosen


def _phase_block(work: Work, game: Game, closed: _Closed, reader: Reader, *, drawn: bool = False) -> Block:
    system = system_of(game)
    row, later = closed
    state = state_before(later, system) if later is not None else load_state(game, system)
    known = known_of(system, state, card_of(work.session, game), reader, events_of(work.session, row))
    told = write.news_below(work.renderer, row.title, known, work.now)
    block = Block(row.title, told or "Nothing was published.")
    if not drawn:
        return block
    before = system.view(state_before(row, system), reader.audience)
    shown, name = partial(system.phase_picture, before, known.events, known.view), f"map-{game.name}-{row.label}"
    return replace(block, picture=picture_of(work, game.name, shown, reader, name))


def map_block(work: Work, game: Game, player: Player, seat: Seat | None, words: tuple[str, ...]) -> Block:
    """Return the phase named, or the position now, as picture and text. Raises Refused."""
    if words:
        closed, *more = _chosen(_closed(work.session, game), words)
        if more:
            hint = f"HISTORY {' '.join(words)} shows all of them."
            raise refusal("map/too-many", "One MAP shows one phase.", hint=hint)
        reader = _readers(work.session, game, player, seat)(closed.row)
        return _phase_block(work, game, closed, reader, drawn=True)
    live = live_game(work.session, game)
    if live is None:
        forms = game.status == "forming"
        message = f"{game.name} has not begun." if forms else f"{game.name} has no position now."
        hint = "" if forms or game.started_at is None else f"HISTORY {game.name} shows its last phases."
        raise refusal("map/not-running", message, hint=hint)
    reader, view = reader_of(player), live.view(PUBLIC)
    if seat is not None and live.system.differs_by_reader(view):
        reader = reader_of(player, seat.name)
        view = live.view(reader.audience)
    known = Known(reader, card_of(work.session, game), view)
    told = write.news_below(work.renderer, live.phase.title, known, work.now)
    drawn, whose = partial(live.system.position_picture, view), reader_of(player, seat.name if seat else "")
    picture = picture_of(work, game.name, drawn, whose, f"map-{game.name}-{live.row.label}")
    nothing = f"{live.system.title} has no map. HISTORY tells its phases again."
    return Block(live.phase.title, told or nothing, picture)


def price_blocks(work: Work, game: Game, player: Player, seat: Seat | None) -> tuple[Block, ...]:
    """Return what a seat paid so far; after the end, what all paid. Raises Refused."""
    session, reader, system = work.session, _readers(work.session, game, player, seat), system_of(game)
    if not system.price_kinds:
        if not system.coins:
            raise refusal("prices/none", "In this game nobody pays for what is done.")
        hint = "HISTORY shows the phases again, with what you may know of their money."
        raise refusal("prices/none", "This game has no tables of prices.", hint=hint)
    phases = phases_of(session, game, states=False)
    audiences = {row.id: reader(row).audience for row in phases}
    happened = events_in(session, game, phases, system.price_kinds)
    told = [event for row, _, event in happened if event.audience.includes(audiences[row.id])]
    found = system.prices(told)
    if not found and seat is None:
        raise refusal("game/no-seat", f"You have no seat in {game.name}.")
    if not found:
        raise refusal("prices/not-yet", "You have been told of no payments yet.", hint="Results tell what was.")
    return tuple(
        Block(
            each.table.title,
            table(each.table.rows, right=each.table.right),
            plot_of(work, game.name, each.chart, f"prices-{game.name}-{number}") if each.chart else None,
        )
        for number, each in enumerate(found, 1)
    )


def summary_blocks(session: Session, game: Game, viewer: Player) -> tuple[Block, ...]:
    """The game's own tables of how it has gone, and who played what from when to when."""
    system, phases = system_of(game), phases_of(session, game, states=False)
    events = [event for _, _, event in events_in(session, game, phases, system.summary_kinds, public=True)]
    tables = system.summary(events)
    blocks = [Block(each.title, table(each.rows, right=each.right)) for each in tables]
    blocks.append(Block("Who has played", table(_players(session, game, viewer))))
    if game.result:
        blocks.append(Block("The end", wrapped(told_of_end(game.result))))
    return tuple(blocks)


def _players(session: Session, game: Game, viewer: Player) -> list[tuple[str, ...]]:
    hidden = is_hidden(game)
    live = live_game(session, game)
    untold = tenures.LATE if live is not None and live.phase.hides_writers else None
    rows: list[tuple[str, ...]] = []
    everybody = tenures.of_game(session, game)
    for seat in seats_of(session, game):
        served = everybody.get(seat.id, [])
        if not served:
            rows.append((named(seat.name), computer_title(seat) if is_computer(seat) else seat.status, "", ""))
        for each, person in served:
            name = "played" if hidden and person.id != viewer.id else person.name
            how = each.ended if each.ended != untold else ""
            until = f"to {when(each.until, viewer)}, {how}".rstrip(", ") if each.until else ""
            rows.append((named(seat.name), name, f"from {when(each.since, viewer)}", until))
        if served and is_computer(seat):
            left = served[-1][0].until
            since = f"from {when(left, viewer)}" if left else ""
            rows.append((named(seat.name), computer_title(seat), since, ""))
    return rows


def rules_blocks(game: Game) -> tuple[Block, ...]:
    """The game's own words with an example of each, and the options of its rules with what they mean."""
    system, played = find_system(game.system), system_of(game)
    blocks = []
    if words := [(word.usage, word.help) for word in played.words]:
        blocks.append(Block(f"The words of {played.title}", table(words)))
    if examples := [word.example for word in played.words if word.example]:
        blocks.append(Block("As they are written", "\n".join(examples)))
    meant = options.meant(game, system.options)
    chosen = [
        (option.name, options.shown(option.told(option.of(game.options))), sentence(option.help)) for option in meant
    ]
    return (*blocks, Block(f"The rules of {game.name}", table(chosen)))


def audit_block(session: Session, game: Game, viewer: Player) -> Block:
    """What happened when, and who wrote when; never what. Where a phase hides who has written, neither is that told."""
    entries: list[tuple[datetime, str]] = [(game.created_at, "the game was created")]
    entries += [(row.at, row.text + _by(session, row.player_id)) for row in journal.of_game(session, game)]
    secret, titles = set(), {}
    system = system_of(game)
    query = select(PhaseRow).where(PhaseRow.game_id == game.id).order_by(PhaseRow.number)
    for row in session.scalars(query):
        entries.append((row.opened_at, f"{row.label}: opened"))
        if row.closed_at is not None:
            entries.append((row.closed_at, f"{row.label}: adjudicated"))
        phase = system.phase(state_before(row, system))
        titles[row.label] = row.title
        if phase is None or phase.hides_writers:
            secret.add((row.run, row.label))
    written = (
        select(OrdersRow.run, OrdersRow.phase, OrdersRow.role, OrdersRow.at, InboundRow.id, InboundRow.accepted_at)
        .join(InboundRow, InboundRow.id == OrdersRow.mail_id)
        .where(OrdersRow.game_id == game.id)
    )
    seen = set()
    for run, label, role, at, mail_id, accepted_at in session.execute(written.order_by(OrdersRow.id)):
        if (run, label) not in secret and (role, mail_id) not in seen:
            seen.add((role, mail_id))
            accepted = "" if accepted_at >= at - _MINUTE else f", accepted {when(accepted_at, viewer)}"
            entries.append((at, f"{named(role)} wrote for {label}{accepted}"))
    entries.sort(key=lambda entry: entry[0])
    label_in = re.compile(rf"\b(?:{'|'.join(map(re.escape, titles)) or '(?!)'})\b")
    told = ((at, label_in.sub(lambda found: titles[found[0]], text)) for at, text in entries)
    return Block(
        f"Audit of {game.name}", table([(when(at, viewer), f"{text[:1].upper()}{text[1:]}") for at, text in told])
    )


def _by(session: Session, player_id: int | None) -> str:
    player = session.get(Player, player_id) if player_id else None
    return f" ({player.name})" if player else ""
