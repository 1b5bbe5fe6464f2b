#!/bin/sh
# The mail system and the mail programs that the judge is played with. Debian, as root.
set -eu
for program in postfix swaks s-nail mutt; do
    command -v "$program" > /dev/null || missing="${missing:-} $program"
done
[ -z "${missing:-}" ] && exit 0
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
