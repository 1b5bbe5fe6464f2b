"""How the players of a game may agree on its end: each has one vote, for a draw or for another's victory.

What a vote may name, and who has one, is the game's own; what comes of the votes is the same in every game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, NamedTuple

from judge.rules.endings import in_prose
from judge.rules.game import AnySystem
from judge.rules.problems import refusal
from judge.rules.prose import listed
from judge.rules.values import PUBLIC, Event, Json, Result, options_in

DRAW: Final = "draw"
CONCEDE: Final = "concede"

OPTIONS = options_in(Path(__file__).with_name("votes.toml"))


def votes_on_its_end(system: AnySystem) -> bool:
    """Can the players of a game by these rules vote for a draw or another's victory?"""
    return any(option in system.options for option in OPTIONS)


_BACK: Final = "NODRAW takes your vote back."


class Wish(NamedTuple):
    """What one player votes for. `names`: of a draw those who share it (none: all who are left); of a concession the
    one who wins.
    """

    kind: Literal["draw", "concede"]
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.kind == CONCEDE:
            return f"to concede the game to {self.names[0]}"
        return f"for a draw between {listed(self.names)}" if self.names else "for a draw between all who are left"

    @property
    def command(self) -> str:
        """The line by which somebody votes so."""
        return f"CONCEDE TO {self.names[0]}" if self.kind == CONCEDE else f"DRAW {', '.join(self.names)}".rstrip()


@dataclass(frozen=True, slots=True)
class Votes:
    """The votes of a phase by their voters. `dias`: a draw includes all survivors; `public`: each vote is told."""

    cast: Mapping[str, Wish] = field(default_factory=dict)
    dias: bool = True
    public: bool = False

    def cleared(self) -> Votes:
        return replace(self, cast={})

    def without(self, *voters: str) -> Votes:
        return replace(self, cast={name: wish for name, wish in self.cast.items() if name not in voters})


def votes_of(options: Mapping[str, Json]) -> Votes:
    """No vote yet, in a game with these options."""
    return Votes({}, options.get("dias", True), options.get("votes", "secret") == "public")


def vote(
    votes: Votes,
    voter: str,
    data: Mapping[str, Json],
    players: Sequence[str],
    letters: Mapping[str, str],
    standing: Sequence[str],
    voiceless: Sequence[str] = (),
) -> tuple[Votes, str, tuple[Event, ...]]:
    """The votes after a VOTE act, what to answer to the voter, and the events.

    `players`: all names that could be meant, `letters` their letters; `standing`: those who may share in a victory, as
    far as the voter knows; `voiceless`: those who have no vote, and can win all the same if they are conceded the game.
    Raises Refused.
    """
    wish = _wish(votes, voter, data, players, letters)
    if wish is not None:
        _check_standing(wish.names, (*standing, *voiceless) if wish.kind == CONCEDE else standing)
    if wish == Wish(CONCEDE, (voter,)):
        message = "You cannot concede the game to yourself."
        raise refusal("vote/to-oneself", message, hint=f"The others can write CONCEDE TO {voter}.")
    after = votes.without(voter)
    if wish is None:
        changed, said = after, "You have no vote for a draw or a concession now."
    else:
        changed = replace(after, cast=dict(sorted({**after.cast, voter: wish}.items())))
        said = f"You now vote {in_prose(str(wish))}. {_comes_about(wish, voter)}"
    if not votes.public or changed.cast == votes.cast:
        return changed, said, ()
    return (
        changed,
        said,
        (Event(PUBLIC, "vote", {"power": voter, "vote": str(wish or ""), "command": wish.command if wish else ""}),),
    )


def _comes_about(wish: Wish, voter: str) -> str:
    if wish.kind == CONCEDE:
        wins = f"{in_prose(wish.names[0])} wins"
        return f"If all others who are left do so before this phase ends, {wins}. {_BACK}"
    without = " You would not share in it." if wish.names and voter not in wish.names else ""
    return f"If all who are left vote so before this phase ends, the game ends in that draw.{without} {_BACK}"


def _wish(
    votes: Votes, voter: str, data: Mapping[str, Json], players: Sequence[str], letters: Mapping[str, str]
) -> Wish | None:
    """None: no vote any more."""
    if DRAW not in data:
        return Wish(CONCEDE, (one_named(data.get(CONCEDE, ""), players, letters),))
    if not data[DRAW]:
        return None
    among = named(data.get("among", ()), players, letters)
    if among and votes.dias:
        message = "In this game a draw includes all survivors. It cannot be between some of them."
        raise refusal("vote/dias", message, hint="Write DRAW alone, or CONCEDE TO one player.")
    if len(among) == 1:
        message = "At least two must share a draw."
        hint = "Name all who share it, yourself included."
        if among != (voter,):
            hint = f"{hint} Or write CONCEDE TO {among[0]}."
        raise refusal("vote/one-alone", message, hint=hint)
    return Wish(DRAW, among)


def named(words: Sequence[str], players: Sequence[str], letters: Mapping[str, str]) -> tuple[str, ...]:
    """The players meant, in the order of `players`: by name, by the beginning of a name, or by letters (`AEF`). Raises
    Refused.
    """
    found: set[str] = set()
    by_letter = {letter: name for name, letter in letters.items()}
    for word in (str(each).upper() for each in words):
        long = [name for name in players if name == word] or [
            name for name in players if len(word) > 2 and name.startswith(word)
        ]
        if len(long) == 1:
            found.add(long[0])
        elif word and set(word) <= set(by_letter):
            found |= {by_letter[letter] for letter in word}
        else:
            message = f"There is no player {word[:30] or 'without a name'} in this game."
            raise refusal("vote/no-such-player", message, hint=f"There are {listed(players)}.")
    return tuple(name for name in players if name in found)


def one_named(word: Json, players: Sequence[str], letters: Mapping[str, str]) -> str:
    """The one player meant; raises Refused."""
    begun = [name for name in players if word and name.startswith(str(word).upper())]
    found = tuple(begun) if len(begun) == 1 else named((str(word),), players, letters)
    if len(found) != 1:
        raise refusal("vote/one", "Only one player can win.", hint=f"CONCEDE TO {found[0]}")
    return found[0]


def agreed(votes: Votes, voters: Sequence[str], voiceless: Sequence[str] = ()) -> Result | None:
    """What has come about; `voters` are all who must agree, those who would be left out of a draw included; `voiceless`
    as `vote` has it.
    """
    wishes = [votes.cast.get(name) for name in voters]
    for name in (*voters, *voiceless):
        others = [wish for voter, wish in zip(voters, wishes, strict=True) if voter != name]
        if others and all(wish == Wish(CONCEDE, (name,)) for wish in others):
            return Result((name,), f"{name} wins: all others have conceded.")
    shares = {wish.names or tuple(voters) if wish and wish.kind == DRAW else () for wish in wishes}
    if len(shares) == 1 and (sharing := shares.pop()) and set(sharing) <= set(voters):
        return _draw(tuple(name for name in voters if name in sharing))
    return None


def has_result(data: Mapping[str, Json]) -> bool:
    """Does an END act name a result?"""
    return DRAW in data or "win" in data


def decided(
    data: Mapping[str, Json], players: Sequence[str], letters: Mapping[str, str], standing: Sequence[str]
) -> Result:
    """The end that an END act of the GameMaster's names: a draw between these (nobody named: all who are `standing`),
    but for seats that are `open` in it), or the victory of one. Raises Refused.
    """
    why = str(data.get("why") or "")
    if "win" in data:
        winner = one_named(data["win"], players, letters)
        _check_standing((winner,), standing)
        return _declared((winner,), why)
    open_seats = data.get("open", ())
    played = tuple(name for name in standing if name not in open_seats)
    sharing = named(data.get("among", ()), players, letters) or played or tuple(standing)
    _check_standing(sharing, standing)
    return _declared(sharing, why)


def _declared(winners: tuple[str, ...], why: str) -> Result:
    """Return the GameMaster's end; a draw of one is a victory."""
    what = f"{winners[0]} the winner" if len(winners) == 1 else f"a draw between {listed(winners)}"
    return Result(winners, f"The GameMaster has declared {what}.", by_master=True, why=why)


def _check_standing(names: Sequence[str], standing: Sequence[str]) -> None:
    wrong = [name for name in names if name not in standing]
    if wrong:
        message = f"{wrong[0]} cannot win: only a player who is still in the game can."
        raise refusal("vote/not-in-the-game", message, hint=(f"These are still in the game: {listed(standing)}."))


def _draw(sharing: tuple[str, ...]) -> Result:
    if len(sharing) == 1:
        return Result(sharing, f"{sharing[0]} is left alone and wins.")
    return Result(sharing, f"The game is a draw between {listed(sharing)}.")
