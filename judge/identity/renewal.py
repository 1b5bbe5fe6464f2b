"""A letter that brought a KEY or a code is kept without it: to be sent again, it gets a new one."""

from __future__ import annotations

from judge.app import Work
from judge.identity import codes, players
from judge.identity.trust import hash_secret
from judge.outbox.outbox import Enclosed, enclose, rename
from judge.store.tables import AddressChange, Confirmation, Nomination, OutboundRow, Player


def renew(work: Work, letter: OutboundRow) -> bool:
    """Gives the letter a new KEY, or new codes, in place of what it brought, which is void; False where nothing waits
    for a code of its any more, or its player has left. Its Message-ID is new, too: programs that show a mail once shall
    show both.
    """
    kinds, numbers = letter.encloses.split(","), letter.enclosed_of or []
    if kinds == ["key"]:
        player = work.session.get(Player, letter.player_id)
        if player is None or player.status != "active":
            return False
        enclose(work, letter, [Enclosed("key", players.give_key(work, player))])
    else:
        of_each = kinds if len(kinds) > 1 else kinds * len(numbers)
        fresh = [
            Enclosed(kind, codes.new_code(work.judge), number) for kind, number in zip(of_each, numbers, strict=True)
        ]
        awaited = [_is_awaited(work, each) for each in fresh]
        if not any(awaited):
            return False
        # One that nothing waits for any more keeps its place in the letter, and does nothing.
        enclose(work, letter, fresh)
    rename(work, letter)
    return True


def _is_awaited(work: Work, code: Enclosed) -> bool:
    """Whether anything waits for the code of this row still; from now on it is this one."""
    kept = work.judge.secret.keyed(hash_secret(code.secret))
    if code.kind == "code":
        asked = work.session.get(Confirmation, code.number)
        if asked is None or asked.used_at is not None or asked.expires_at < work.now:
            return False
        asked.code_hash, asked.made_at = kept, work.now
        return True
    if code.kind == "named":
        nomination = work.session.get(Nomination, code.number)
        if nomination is None or nomination.ended_at is not None or nomination.expires_at <= work.now:
            return False
        nomination.code_hash = kept
        return True
    change = work.session.get(AddressChange, code.number)
    if change is None or change.done_at is not None or change.expires_at <= work.now:
        return False
    if code.kind == "old":
        change.old_code_hash = kept
    else:
        change.new_code_hash = kept
    return True
