"""`python -m tests.fuzz.run TARGET SECONDS`: atheris against one target. What it finds lies in build/fuzz/TARGET."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]

# Instrumented as they are imported: coverage of these alone leads the fuzzer.
with atheris.instrument_imports(include=["judge", "tests.fuzz.targets"]):
    from judge.rules.registry import systems
    from tests.fuzz.targets import MAX_OCTETS, TARGETS, within_time

    systems()  # the rules are imported when they are asked for

HERE = Path(__file__).parent


def main() -> None:
    name, seconds = sys.argv[1], int(sys.argv[2])
    found = HERE.parents[1] / "build" / "fuzz" / name
    found.mkdir(parents=True, exist_ok=True)
    seeds = [HERE / "corpus" / name, *([HERE.parent / "mails"] if name in ("mail", "reports") else [])]
    arguments = [
        sys.argv[0],
        str(found),
        *(str(seed) for seed in seeds if seed.is_dir()),
        f"-max_total_time={seconds}",
        f"-max_len={MAX_OCTETS}",
        f"-artifact_prefix={found}-",
        "-timeout=30",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
    ]
    target = TARGETS[name]
    atheris.Setup(arguments, lambda octets: within_time(target, octets))
    atheris.Fuzz()


main()
