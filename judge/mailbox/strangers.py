"""Mail from addresses that are nobody's: answered shortly and once a day at most, until it answers a mail of the judge.

Any From may be forged, so that the judge's answers could be made to annoy somebody. A mail that comes to the secret
address of one of them is from whoever reads it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from judge.app import Work
from judge.commands.command import commands
from judge.commands.everybody.host import host
from judge.commands.players.create import practice_command
from judge.commands.words import text_of
from judge.identity import players, rate_limits
from judge.identity.trust import Stranger, Writer
from judge.letters import write
from judge.letters.columns import counted, table
from judge.letters.values import Block, Reader, Section, Transcript
from judge.mail.compose import is_address
from judge.mail.redaction import masked
from judge.mail.values import InboundMail, Proof
from judge.mailbox.confirmation import doubts
from judge.mailbox.lines.beginnings import may_be_order
from judge.mailbox.lines.items import Item
from judge.mailbox.parser import Parsed
from judge.outbox import queue
from judge.outbox.queue import post, post_notice, reader_of
from judge.play import practice
from judge.play.listing import games_block
from judge.reading.talk import signs_off
from judge.rules.problems import Refused
from judge.rules.prose import listed
from judge.store.sealed_mail import as_it_came
from judge.store.tables import InboundRow, LineRow, Player

SUBJECT = "Your mail to the judge"
TOO_MANY = "a stranger, answered today already, or too many strangers"
DISOWNED = "a stranger, and not from where it says"
WHO_ARE_YOU = (
    "I cannot tell who you are. In your mail, {problem}. Nothing in it was done. Please write again with one "
    "address, yours, as the sender."
)
UNKNOWN = (
    "This is a judge: a program that runs games by e-mail. It does not know your address yet. "
    "To take part, answer this mail with one line: REGISTER and your name. Other mail "
    "from an address that it does not know is answered once a day."
)
OR_PRACTICE = f"To try a game at once, against programs, write {players.FIRST_GAME} instead."

LIST_LINES = 60

PRACTICE_WAITS = "practice/waits"
"""The code of a line by which somebody wants to practice whose address is not proved yet."""
BESIDE = "practice/beside"
"""The code of a line of a first mail that is not read, since it registers first."""
LONGEST_WISH = 200
NOT_READ = "Some lines of your first mail were not read"
MEND_WISH = "To begin it, answer this mail with the PRACTICE line put right."

OTHER_ADDRESS = (
    "You answered one of my mails, but from another address than the one it went to. Nothing in your mail was done. "
    "Please write from that address. ADDRESS, written from there, changes it. If that mail was not for you and you "
    "want to take part, answer this one with one line: REGISTER and your name."
)


def ask_who(work: Work, row: InboundRow, mail: InboundMail) -> None:
    """The From names nobody: the sender of the envelope is told, once a day (fault M1). Not where it names two: each of
    them would be another's word for who is answered.
    """
    if mail.fails_authentication or mail.names_several:
        row.trouble = f"{mail.sender_problem}, and not answered"
        return
    sender = as_it_came(row, work.judge.secret).mail_from.lower()
    if is_address(sender) and rate_limits.may_answer(work, row, sender):
        note = WHO_ARE_YOU.format(problem=mail.sender_problem)
        _reply(work, sender, note, ())


def welcome(work: Work, row: InboundRow, parsed: Parsed, stranger: Stranger) -> Writer | None:
    """REGISTER registers; a code agrees to a change of address; everybody else is told what this is.

    REGISTER in answer to a mail of the judge needs no other proof of the address: its writer is returned, and the rest
    of the mail can be carried out.
    """
    mail, sender = parsed.mail, parsed.evidence.sender
    proved = stranger.answers is not None or mail.is_authenticated
    code = _rest_of(parsed.items, "CONFIRM")
    if code and not doubts(work, row, parsed, None) and players.confirm_new(work, sender, code) is not None:
        row.trouble = "agreed to a change of address"
        return None
    if mail.fails_authentication and not proved:
        row.trouble = DISOWNED
        return None
    name = _rest_of(parsed.items, "REGISTER")
    if name is not None or _practice_item(parsed) is not None:
        name = players.clean_name(name or "") or mail.sender_name
        if stranger.answers is not None:
            player = players.enter(work, sender, name)
            return Writer(player, frozenset({Proof.TOKEN}), stranger.answers, letters=stranger.letters)
        _register_first(work, row, parsed, name, proved=proved)
        return None
    if not rate_limits.may_answer(work, row, sender, proved=proved):
        row.trouble = TOO_MANY
        return None
    said = next((item.line for item in parsed.items if item.command is host), None)
    words = tuple(masked(each) for each in text_of(said, said.rest)) if said is not None else ()
    if words:
        if queue.forward_to_host(work, row.id, (mail.sender_name, sender), masked(mail.subject), words, proved=proved):
            queue.confirm_forwarding(work, sender)
        return None
    asked = {item.command.name for item in parsed.items if item.command is not None}
    listed = (_beginning(games_block(work.session)),) if "LIST" in asked else ()
    blocks = (*((_help(),) if "HELP" in asked else ()), *listed)
    unknown = f"{UNKNOWN} {OR_PRACTICE}" if work.settings.has_practice else UNKNOWN
    _reply(work, sender, OTHER_ADDRESS if stranger.elsewhere else unknown, blocks)
    return None


def _practice_item(parsed: Parsed) -> Item | None:
    """The first line by which somebody wants to practice."""
    return next((item for item in parsed.items if item.command is practice_command), None)


def _register_first(work: Work, row: InboundRow, parsed: Parsed, name: str, *, proved: bool) -> None:
    """REGISTER or PRACTICE in a first mail. Once the address is proved the game begins, and of what else stands in the
    mail its writer is told that it was not read.
    """
    sender, wish = parsed.evidence.sender, _practice_item(parsed)
    if not rate_limits.may_answer(work, row, sender, proved=proved, purposes=("welcome",)):
        row.trouble = TOO_MANY
        return
    player = players.enter(work, sender, name)
    players.welcome(work, player, "", begins=wish is not None and work.settings.has_practice)
    row.player_id, row.trouble = player.id, ""
    signed = False  # below thanks stands a signature, whatever it looks like
    for item in parsed.items:
        signed = signed or (item.command is None and signs_off(item.line.text))
        if item is wish:
            _note(
                work, row, item, f"{practice_command.name} {item.line.rest}"[:LONGEST_WISH], "waiting", PRACTICE_WAITS
            )
            continue
        # Of what anybody may have written no more is kept and told than which command it was.
        what = item.command.name if item.command is not None else ""
        if (what or (may_be_order(item.line.text) and not signed)) and what != "REGISTER":
            _note(work, row, item, what, "unread", BESIDE)


def _note(work: Work, row: InboundRow, item: Item, text: str, became: str, code: str) -> None:
    work.session.add(LineRow(mail_id=row.id, number=item.line.number, text=text, became=became, code=code))


def take_up_first_mail(work: Work, player: Player) -> None:
    """What somebody wanted beside REGISTER, now that their address is proved: their game for practice begins, or they
    are told why not; and what else they would have to send again.
    """
    line = first_wish(work, player)
    _tell_of_lines_beside(work, player, [each.text for each in _noted(work, player, BESIDE)], line)
    if line is None:
        return
    line.became = "ok"
    try:
        practice.begin(work, player, line.text.partition(" ")[2], commands())
    except Refused as refusal:
        problem = refusal.problem
        why = f"Your practice game has not begun: {problem.message}"
        said = [each for each in (why, problem.hint, MEND_WISH) if each]
        post_notice(work, reader_of(player), "Your practice game has not begun", said, player=player)


def first_wish(work: Work, player: Player) -> LineRow | None:
    """The line by which a practice game begins once its writer's address is proved."""
    return next((each for each in _noted(work, player, PRACTICE_WAITS) if each.became == "waiting"), None)


def _noted(work: Work, player: Player, code: str) -> Sequence[LineRow]:
    query = select(LineRow).join(InboundRow, InboundRow.id == LineRow.mail_id)
    query = query.where(InboundRow.player_id == player.id, LineRow.code == code).order_by(LineRow.id)
    return work.session.scalars(query).all()


def _tell_of_lines_beside(work: Work, player: Player, beside: Sequence[str], wish: LineRow | None) -> None:
    """What of the first mail was for the judge as well, and not read: commands by their names, orders by none."""
    if not beside:
        return
    orders = beside.count("")
    words = [*dict.fromkeys(filter(None, beside)), *([counted(orders, "line") + " of orders"] if orders else [])]
    read = "REGISTER" if wish is None else "PRACTICE"
    said = (
        f"Of your first mail I read the {read} line alone. What I did not read: {listed(words)}.",
        "Please send that again, in a mail of its own.",
    )
    post_notice(work, reader_of(player), NOT_READ, said, player=player)


def _help() -> Block:
    known = commands()
    rows = [(known[name].usage, known[name].summary) for name in ("REGISTER", "LIST", "HOST")]
    return Block("To begin with", table([*rows, ("HELP", "Once you are registered, lists everything else.")]))


def _beginning(block: Block) -> Block:
    """So much of a long list as goes to somebody who may not have asked for it."""
    lines = block.text.splitlines()
    if len(lines) <= LIST_LINES:
        return block
    return Block(block.title, "\n".join((*lines[:LIST_LINES], "…", "Once you are registered, LIST tells all of them.")))


def _rest_of(items: tuple[Item, ...], command: str) -> str | None:
    """What stands behind the first such command; None where there is none."""
    return next((item.line.rest for item in items if item.command is not None and item.command.name == command), None)


def _reply(work: Work, address: str, note: str, blocks: tuple[Block, ...]) -> None:
    """Nothing in it is their writer's: a From may be forged to have the judge mail somebody what another wants."""
    reader = Reader(name=address, zone="UTC", role="", address=address)
    transcript = Transcript((Section("", (note,), (), blocks),))
    letter = write.reply(work.renderer, reader, transcript, SUBJECT, work.now)
    post(work, letter, reader, purpose="stranger", player=None)
