"""What the host's own mail system says of a mail, and what others only claim that it says (M15, RFC 8601)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from judge.mail.fields import split_message
from judge.mail.read import read_mail
from judge.mail.upstream import stamped, trace_line, vouched

DOMAIN = "judge.example"
MX = "mx.judge.example"
AT = datetime(2026, 5, 5, 10, tzinfo=UTC)

OURS = trace_line("mx", DOMAIN, "LMTP", AT, trusted=True).decode()
FROM_MX = (
    "Received: from mail.x.org (unknown [192.0.2.1]) by mx.judge.example (Postfix); Tue, 5 May 2026 09:59:58 +0000\n"
)
FOREIGN = "Received: from a by mail.x.org; Tue, 5 May 2026 09:59:50 +0000\n"
PASS = "Authentication-Results: mx.judge.example; dmarc=pass (p=reject) header.from=x.org\n"
ALIGNED = "Authentication-Results: mx.judge.example; spf=fail smtp.mailfrom=x.org; dkim=pass header.d=x.org\n"


def believed(head: str, *, sender: str = "ann@x.org", authserv_id: str = MX) -> bool:
    fields, _ = split_message(f"{head}From: {sender}\n\nSHOW\n".encode())
    return vouched(fields, sender, DOMAIN, authserv_id)


@pytest.mark.fault("M15")
@pytest.mark.parametrize(
    "head",
    [
        OURS + FROM_MX + PASS + FOREIGN,
        OURS + PASS + FROM_MX + FOREIGN,
        OURS + FROM_MX + ALIGNED,
        OURS + "AUTHENTICATION-RESULTS: MX.Judge.Example 1; DMARC=pass header.from=X.ORG\n",
        OURS + "Authentication-Results: mx.judge.example; dkim=fail header.d=x.org; dkim=pass header.d=x.org\n",
        OURS + "Authentication-Results: elsewhere.org; dmarc=fail header.from=x.org\n" + PASS,
    ],
)
def test_m15_dmarc_or_aligned_dkim_by_our_own_mail_system_is_a_proof(head: str) -> None:
    assert believed(head)


FORGED = {
    "below a foreign Received": OURS + FROM_MX + FOREIGN + PASS,
    "below a Received that only claims our name": OURS + FROM_MX + FROM_MX + PASS,
    "a name in a greeting": OURS + FROM_MX + "Received: from by mx.judge.example by evil.org; x\n" + PASS,
    "foreign id": OURS + FROM_MX + PASS.replace(MX, "mx.evil.org"),
    "id that only begins like ours": OURS + FROM_MX + PASS.replace(MX, MX + ".evil.org"),
    "top-most ours says no": OURS + PASS.replace("dmarc=pass", "dmarc=fail") + FROM_MX + PASS,
    "top-most ours says nothing": OURS + "Authentication-Results: mx.judge.example; none\n" + FROM_MX + PASS,
    "top-most ours is garbage": OURS + "Authentication-Results: mx.judge.example; ;;dmarc=\n" + FROM_MX + PASS,
    "garbage": OURS + "Authentication-Results: mx.judge.example; dmarc=pass (((\n",
    "far too long": OURS + PASS.strip() + "; dkim=pass header.d=x.org" * 1000 + "\n",
    "another domain": OURS + FROM_MX + PASS.replace("x.org", "y.org"),
    "a domain above": OURS + FROM_MX + ALIGNED.replace("d=x.org", "d=org"),
    "SPF alone": OURS + "Authentication-Results: mx.judge.example; spf=pass smtp.mailfrom=x.org\n",
    "a comment": OURS + "Authentication-Results: mx.judge.example; none (dmarc=pass header.from=x.org)\n",
    "a quoted string": OURS
    + 'Authentication-Results: mx.judge.example; x=fail reason="; dmarc=pass header.from=x.org"\n',
    "not stamped by us": FROM_MX + PASS,
    "nothing above it": PASS,
    "from somebody else than our mail system": trace_line("evil", DOMAIN, "ESMTP", AT, trusted=False).decode() + PASS,
    "our stamp forged below our stamp": trace_line("evil", DOMAIN, "ESMTP", AT, trusted=False).decode() + OURS + PASS,
}


@pytest.mark.fault("M15")
@pytest.mark.parametrize("case", FORGED)
def test_m15_what_anybody_could_have_written_proves_nothing(case: str) -> None:
    assert not believed(FORGED[case])


@pytest.mark.fault("M15")
def test_m15_without_an_id_nothing_is_believed() -> None:
    assert not believed(OURS + PASS, authserv_id="")


@pytest.mark.fault("M15")
def test_m15_a_mail_without_one_sender_is_vouched_for_by_nobody() -> None:
    raw = (OURS + PASS + "From: ann@x.org\nFrom: bob@x.org\n\nSHOW\n").encode()
    assert not read_mail(raw, [], address=f"judge@{DOMAIN}", authserv_id=MX).vouched


@pytest.mark.fault("M15")
def test_m15_read_with_the_mail() -> None:
    raw = (OURS + FROM_MX + PASS + "From: ann@x.org\n\nSHOW\n").encode()
    assert read_mail(raw, [], address=f"judge@{DOMAIN}", authserv_id=MX).vouched
    assert not read_mail(raw, [], address=f"judge@{DOMAIN}").vouched


@pytest.mark.parametrize(
    ("head", "at"),
    [
        (OURS + FROM_MX + FOREIGN, datetime(2026, 5, 5, 9, 59, 58, tzinfo=UTC)),
        (OURS + PASS + FROM_MX, datetime(2026, 5, 5, 9, 59, 58, tzinfo=UTC)),
        (OURS + FOREIGN + FROM_MX, None),
        (OURS, None),
        (FROM_MX, None),
        (OURS + "Received: from a by mx.judge.example; yesterday\n", None),
        (trace_line("evil", DOMAIN, "ESMTP", AT, trusted=False).decode() + FROM_MX, None),
    ],
)
def test_promise_5_the_stamp_of_our_own_mail_system_and_of_no_other(head: str, at: datetime | None) -> None:
    fields, _ = split_message(f"{head}From: a@x.org\n\nx\n".encode())
    assert stamped(fields, DOMAIN, MX) == at
    assert stamped(fields, DOMAIN, "") is None
