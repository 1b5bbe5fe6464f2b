"""A whole game on a Diplomacy board: who owned how many centers when, and what of a blind game is told in the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from typing_extensions import TypeVar

from judge.rules.diplomacy.adjudication.movement import BOUNCED, BY_LAND, CUT, DISRUPTED, MOVED, SUPPORTED, VOID
from judge.rules.diplomacy.view import BoardView
from judge.rules.story import ENDED, Chart, Ranking, Story, Table, chart_of
from judge.rules.values import Event, Json

Seen = TypeVar("Seen", bound=BoardView, default=BoardView)

CENTERS = "centers"
BOARD = frozenset({"movement", "retreats", "adjustments", CENTERS, "eliminated"})
"""The kinds of events that a blind game tells to its GameMaster whole, and the world once it is over."""


MOST_YEARS = 9
"""As many columns stand beside a name in the width of a letter."""

SUMMARY_KINDS = frozenset({CENTERS, ENDED})
"""The kinds of events of which `centers_by_year` is made."""


def ranking_by_centers(view: BoardView) -> Ranking | None:
    """By centers; nothing of a blind game."""
    if view.blind:
        return None
    counts = {each: len(held) for each in view.board.powers if (held := view.centers.get(each))}
    return Ranking("centers", counts, won=view.winners, one="center", mark=_mark(view.winners))


def centers_by_year(events: Sequence[Event]) -> tuple[Table, ...]:
    """Chart the centers by year, as many years a table as fit; after the end winners come first."""
    counts = [(str(event.data["year"]), event.data["counts"]) for event in events if event.kind == CENTERS]
    if not counts:
        return ()
    won = {name for event in events if event.kind == ENDED for name in event.data.get("powers", event.data["winners"])}
    owners = sorted({owner for _, held in counts for owner in held}, key=lambda owner: (owner not in won, owner))
    parts = -(-len(counts) // MOST_YEARS)
    size = -(-len(counts) // parts)
    tables = []
    for start in range(0, len(counts), size):
        some = counts[start : start + size]
        marked = won if start + size >= len(counts) else set()
        marks = {owner: (_mark(won) if owner in marked else "",) if marked else () for owner in owners}
        rows = [("", *(year for year, _ in some), *(("",) if marked else ()))]
        rows += [(owner.title(), *(str(held.get(owner, 0)) for _, held in some), *marks[owner]) for owner in owners]
        years = f", {some[0][0]} to {some[-1][0]}" if parts > 1 else ""
        tables.append(Table(f"Centers by year{years}", tuple(rows), tuple(range(1, len(some) + 1))))
    return tuple(tables)


def center_charts(story: Story[Seen]) -> tuple[Chart, ...]:
    """Centers after each year, and those of the start."""
    if not story.chapters:
        return ()
    start = {power: len(held) for power, held in story.chapters[0].before.centers.items()}
    told = [event.data for chapter in story.chapters for event in chapter.events if event.kind == CENTERS]
    years = [(str(data["year"]), data["counts"]) for data in told]
    return (chart_of("centers", "Centers", [("Start", start), *years]),) if years else ()


def _mark(won: Collection[str]) -> str:
    """What stands beside each of those with whom a game ended: nobody wins a draw."""
    return "draw" if len(won) > 1 else "winner"


MOVEMENT = "movement"

Row = Mapping[str, Json]
_FOR_OTHERS = {"S": ("helped", "support"), "C": ("carried", "convoy")}


def comments_on(events: Sequence[Event], power: str) -> tuple[str, ...]:
    """Say what more support would have won, who stood idle, and what was done to them."""
    told = {event.kind: event.data for event in events}
    rows: Sequence[Row] = told.get(MOVEMENT, {}).get("orders", ())
    own = [row for row in rows if row["power"] == power]
    if not own:
        return ()
    return (_bounced(rows, own), _idle(rows, own), _suffered(rows, own, told.get(CENTERS, {}), power))


def _bounced(rows: Sequence[Row], own: Sequence[Row]) -> str:
    """The move that failed by least."""
    failed = [row for row in own if row["outcome"] == BOUNCED]
    units = {row["unit"]: row for row in rows}
    mine = {row["unit"] for row in own}
    short: list[tuple[int, str, str]] = []
    for row in failed:
        by = [each for each in row["cause"].get("by", ()) if each in units]
        if friend := next((each for each in by if each in mine), ""):
            return f"{row['order']} ran into your own {friend}. Two of yours never drive each other out."
        if by:
            rival = max(by, key=lambda each: _strength(rows, units[each], row))
            short.append((_missing(rows, row), str(row["order"]), rival))
    if not short:
        return "A move of yours failed." if failed else _carried(own)
    missing, order, rival = min(short)
    more = "One more support" if missing == 1 else f"{missing} more supports"
    return f"{order} bounced with {rival}. {more} would have carried it, had all others done the same."


def _carried(own: Sequence[Row]) -> str:
    """Of moves of which none bounced: the army that no convoy brought over."""
    left = next((row["order"] for row in own if _goal(row) and row["outcome"] in (DISRUPTED, VOID)), "")
    return f"{left} failed, because no whole convoy carried it." if left else "None of your moves failed."


def _missing(rows: Sequence[Row], row: Row) -> int:
    """Return how many more own supports would have carried a bounced move against all who opposed it."""
    goal, by = _goal(row), row["cause"]["by"]
    stayed = [each for each in rows if _province(each) == goal and (each["outcome"] != MOVED or each["unit"] in by)]
    rivals = [each for each in rows if _goal(each) == goal and each is not row and each["outcome"] in (BOUNCED, MOVED)]
    uncounted = stayed[0]["power"] if stayed else ""
    strongest = max(_strength(rows, each, row) for each in (*stayed, *rivals))
    return strongest - _strength(rows, row, row, without=uncounted) + 1


def _goal(row: Row) -> str:
    """The province that a unit was ordered to; empty if to none."""
    words = str(row["order"]).split()
    return words[3].partition("/")[0] if len(words) > 3 and words[2] == "-" else ""


def _province(row: Row) -> str:
    return str(row["unit"]).split()[1].partition("/")[0]


def _strength(rows: Sequence[Row], row: Row, against: Row, *, without: str = "") -> int:
    """Return the strength of a unit at a move's goal, without supports by one power."""
    goes = _goal(row)
    if goes and goes != _goal(against) and goes != _province(against):
        return 1
    helped = f"{' '.join(str(row['unit']).split()[:2])}".partition("/")[0]
    given = 0
    for each in rows:
        words = str(each["order"]).partition(" S ")
        counts = each.get("outcome") == SUPPORTED and each["power"] != without
        if counts and words[2].partition(" - ")[0].partition("/")[0] == helped:
            to = words[2].partition(" - ")[2].split()
            given += (to[0].partition("/")[0] if to else "") == goes
    return 1 + given


def _idle(rows: Sequence[Row], own: Sequence[Row]) -> str:
    """A support or convoy that came to nothing, or a unit that stayed for nothing."""
    for row in own:
        words = str(row["order"]).split()
        cause = row["cause"]
        if words[2] == "S" and row["outcome"] == CUT and cause.get("by"):
            return f"{row['order']} was cut by {' and '.join(cause['by'])}. A supporter that nobody can attack is safe."
        if words[2] in _FOR_OTHERS and row["outcome"] == VOID:
            return f"{row['order']} {_for_nothing(words[2], cause)}"
    goals = {_goal(row) for row in rows}
    idle = next((row for row in own if str(row["order"]).split()[2:] == ["H"] and _province(row) not in goals), None)
    if idle is not None:
        return f"{idle['unit']} stayed, and you saw nobody go there. It might have supported another."
    return "None of your units stood idle."


def _for_nothing(kind: str, cause: Mapping[str, Json]) -> str:
    """What became of a support or a convoy that is void."""
    did, noun = _FOR_OTHERS[kind]
    if cause.get("instead"):
        must = f"A {noun} must name what that unit is ordered."
        return f"{did} nobody: the order was {cause['instead']}. {must}"
    how = "went by land" if cause.get("kind") == BY_LAND else "had no convoy"
    why = f": {' and '.join(cause['by'])} {how}" if cause.get("by") else ""
    return f"{did} nobody{why}."


def _suffered(rows: Sequence[Row], own: Sequence[Row], centers: Mapping[str, Json], power: str) -> str:
    """What others did to them."""
    orders = {row["unit"]: row["order"] for row in rows}
    for row in own:
        if row["dislodged"]:
            by = f" by {orders.get(row['dislodger'], row['dislodger'])}" if row["dislodger"] else ""
            # A support for a unit to stay is void where that unit is ordered to move.
            counts = "A support for it to stay would have counted against that."
            told = "Ordered to move, it could not be supported to stay." if _goal(row) else counts
            return f"{row['unit']} was dislodged{by}. {told}"
    lost = [each for each in centers.get("changes", ()) if each["from"] == power]
    if lost:
        gone = " and ".join(f"{each['center']} to {str(each['to']).title()}" for each in lost if each["to"])
        if gone:
            return f"You lost {gone}. A center is lost to whoever stands there after the Fall."
    return "Nothing happened to your units that your own orders did not say."
