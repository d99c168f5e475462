"""What the desk found of rings and programs that nobody tuned it for: counted by `python -m tests.proofs.collusion`, and said on a page."""

from __future__ import annotations

from typing import Any, Final

PUBLISHED: Final[dict[str, Any]] = {
    "seed": "kept-apart",
    "day": "2026-11-22",
    "ponds": 0,
    "hands": 0,
    "each": 0,
    "kinds": {"dump": (0, 0), "soft": (0, 0), "whipsaw": (0, 0), "shared": (0, 0)},
    "rings": (0, 0),
    "false": (0, 0),
    "flagged": (0, 0),
    "programs": (0, 0),
    "mistaken": (0, 0),
}
