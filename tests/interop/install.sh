#!/bin/sh
# The mail system and its filters, the mail programs, the web servers, the database's servers and the browser that the judge is played and read with. Debian, as root.
set -eu
for program in postfix swaks s-nail mutt chromium nginx caddy rspamd procmail fetchmail; do
    command -v "$program" > /dev/null || missing="${missing:-} $program"
done
for program in opendkim opendmarc; do
    [ -x "/usr/sbin/$program" ] || missing="${missing:-} $program"
done
[ -e /usr/lib/*/sasl2/libplain.so ] || missing="${missing:-} libsasl2-modules"
[ -x /usr/sbin/dovecot ] || missing="${missing:-} dovecot-imapd"
command -v getmail > /dev/null || missing="${missing:-} getmail6"
command -v pg_autoctl > /dev/null || missing="${missing:-} postgresql-15-auto-failover pg-auto-failover-cli"
command -v opendkim-genkey > /dev/null || missing="${missing:-} opendkim-tools"
# As wide as what phones have; without it pages and letters are measured in a wider one.
fc-match Arial 2> /dev/null | grep -q Liberation || missing="${missing:-} fonts-liberation fontconfig"
[ -z "${missing:-}" ] && exit 0
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
