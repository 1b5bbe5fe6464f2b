"""The one style sheet of every picture, always the same: pages allow this one and no other."""

from __future__ import annotations

from judge.maps.colors import DARK_STYLE

STAND, BARE = "stand", "bare"
"""What may stand behind `#` in the address of a phase's map: how the phase began, without what came of it; and that
without its units.
"""
_WITHOUT = {STAND: "#orders,#standoffs,#ends", BARE: "#orders,#standoffs,#ends,#units"}
_HIDDEN = ",".join(
    (
        *(f"#{aim}:target~:is({groups})" for aim, groups in _WITHOUT.items()),
        f"#{STAND}:target~#units .told",
    )
)
STYLE = f"{DARK_STYLE}@media all{{{_HIDDEN}{{display:none}}}}"
"""What paints the PNGs of mails passes over all of it."""
