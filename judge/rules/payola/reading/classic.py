"""What is told of a wrong line in Payola Classic, which has less than the other games of Payola (6.1, ruling P25)."""

from __future__ import annotations

from judge.rules.diplomacy.orders import BadOrder


def no_savings() -> BadOrder:
    hint = "leave the line out: what you do not offer stays yours"
    return BadOrder("payola/not-in-classic", "Payola Classic has no savings", hint)


def in_classic(bad: BadOrder) -> BadOrder:
    """The same fault without what Classic has not."""
    if bad.code == "payola/bad-savings":
        return no_savings()
    if bad.code == "payola/bad-amount":
        return BadOrder(bad.code, bad.message, "an amount is a whole number of silver pieces, such as `5`")
    if bad.code == "payola/no-type":
        return BadOrder(bad.code, "write a colon between the amount and the unit", bad.hint)
    return bad
