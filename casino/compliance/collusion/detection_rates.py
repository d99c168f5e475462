"""The measured detection rates, as counted by `python -m tests.proofs.collusion` and shown on a page.

The limits in `collusion_statistics.Limits` were tuned on other seeds: "tune-0" to "tune-5".
"""

from __future__ import annotations

from typing import Any, Final

PUBLISHED: Final[dict[str, Any]] = {
    "seed": "kept-apart",
    "day": "2026-11-22",
    "ponds": 16,
    "hands": 184_320,
    "each": 1_920,
    # The same players after fewer hands: the pairs of rings detected, and the honest pairs flagged.
    "sooner": [(480, (71, 86), (5, 2_973)), (960, (85, 86), (8, 6_382))],
    "kinds": {"dump": (19, 19), "soft": (24, 24), "whipsaw": (26, 26), "shared": (17, 17)},
    "rings": (86, 86),
    "false": (14, 9_294),
    "flagged": (86, 100),
    "programs": (32, 32),
    "mistaken": (0, 544),
}
