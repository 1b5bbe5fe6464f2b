"""`python -m tests.interop.relayhost FOLDER`: Postfix with TLS in, and out through a provider with a login."""

from __future__ import annotations

import shutil
import smtplib
import ssl
import sys
from pathlib import Path

import click
import trustme
from aiosmtpd.smtp import SMTP

from tests.interop.mail_system import DEPLOY, DOMAIN, Postfix, free_port, postfix, until
from tests.support.far_relay import Far
from tests.support.sockets import LoopThread

LOGIN = ("judge@provider.example", "app password")
MAIL = f"From: judge@{DOMAIN}\r\nTo: ann@elsewhere.example\r\nSubject: results\r\n\r\nSpring 1901\r\n"


def check(what: str, seen: bool) -> None:
    click.echo(f"{'ok  ' if seen else 'FAIL'} {what}")
    if not seen:
        raise SystemExit(f"interop failed: {what}")


def provider(loop: LoopThread, certificate: trustme.LeafCert) -> tuple[Far, int]:
    """A relay that takes mail by STARTTLS from who logs in, and its port."""
    far = Far()
    far.user, far.password = LOGIN
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    certificate.configure_cert(context)

    def connection() -> SMTP:
        return SMTP(far, hostname="localhost", loop=loop.loop, authenticator=far.authenticate, tls_context=context)

    port = free_port()
    loop.run(loop.loop.create_server(connection, "127.0.0.1", port))
    return far, port


def settings(folder: Path, port: int, authority: trustme.CA) -> dict[str, str]:
    """What the recipe names, for this provider instead."""
    authority.cert_pem.write_to_path(folder / "authority.pem")
    (folder / "relay_password").write_text(f"[localhost]:{port} {LOGIN[0]}:{LOGIN[1]}\n")
    return {
        "relayhost": f"[localhost]:{port}",
        "smtp_sasl_password_maps": f"texthash:{folder}/relay_password",
        "smtp_tls_policy_maps": f"inline:{{ {{ [localhost]:{port} = verify }} }}",
        "smtp_host_lookup": "native",  # localhost is in no DNS
        "smtp_tls_CAfile": str(folder / "authority.pem"),
    }


def hand_over(mx: Postfix) -> None:
    with smtplib.SMTP("127.0.0.1", mx.own_port) as smtp:
        smtp.ehlo()
        check("the judge's own way in offers no TLS, which nobody needs there", not smtp.has_extn("starttls"))
        smtp.sendmail(f"judge@{DOMAIN}", ["ann@elsewhere.example"], MAIL)


def takes_tls(mx: Postfix) -> None:
    with smtplib.SMTP("127.0.0.1", mx.port) as smtp:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        code, _ = smtp.starttls(context=context)
        check("Postfix takes mail in by TLS", code == 220 and smtp.ehlo()[0] == 250)


def send_by(
    loop: LoopThread, folder: Path, authority: trustme.CA, certificate: trustme.LeafCert, *, right: bool
) -> None:
    """Through a provider with this certificate, which is the `right` one or not."""
    folder.mkdir(parents=True)
    far, port = provider(loop, certificate)
    with postfix(folder, free_port(), [], DEPLOY / "relayhost.cf", settings(folder, port, authority)) as mx:
        takes_tls(mx)
        hand_over(mx)
        if right:
            until(lambda: bool(far.taken), "no mail goes out through the provider")
            check(
                "mail goes out through the provider, by TLS and login, as it was",
                b"Spring 1901" in far.taken[0][2] and far.by_tls == [True],
            )
        else:
            until(lambda: "status=deferred" in mx.log.read_text(), f"the mail does not wait ({folder.name})")
            check(f"with a wrong certificate ({folder.name}) login and sender are not shown", far.commands == [])


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    loop = LoopThread()
    authority = trustme.CA()
    try:
        send_by(loop, folder / "right", authority, authority.issue_cert("localhost"), right=True)
        send_by(loop, folder / "name", authority, authority.issue_cert("other.example"), right=False)
        send_by(loop, folder / "authority", authority, trustme.CA().issue_cert("localhost"), right=False)
    finally:
        loop.close()


main()
