"""What a rule sheet says about the draw: whether it depends on a public beacon, and how.

Beacon and shares are parts of the generator: a sheet that changes these terms changes the generator.
"""

from __future__ import annotations

from msgspec import Struct

from games.rules.shared.checks import check_range
from games.rules.shared.refusals import Breach

NO_BEACON = "none"
BEACONS = ("quicknet", "sandbox")
# The process that follows a beacon accepts a value this long before its time by the database's clock. A relay
# that has it earlier shows that one of the clocks is wrong. The margin must be longer, so that bets are
# closed before anybody has the value.
EARLIEST_VALUE_MS = 200
MARGIN_MS = (EARLIEST_VALUE_MS + 100, 60_000)
LEAST_WAIT_SECONDS, MOST_WAIT_SECONDS = 5, 600


class DrawTerms(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The beacon that the draw depends on.

    Without one, the operator's seed and the browsers' shares decide alone.
    """

    beacon: str = NO_BEACON
    margin_ms: int = 500  # the value is scheduled at least this long after the recorded close
    wait_seconds: int = 60  # after its scheduled time; a round whose value has not come then is void

    @property
    def has_beacon(self) -> bool:
        return self.beacon != NO_BEACON


def check_draw_terms(rule: str, terms: DrawTerms, resume_within: int) -> list[Breach]:
    """The rule is the one that says which rounds are void.

    A round does not wait longer for a value than for the end of another fault.
    """
    known = terms.beacon in (NO_BEACON, *BEACONS)
    breaches = [] if known else [Breach(rule, "draw.beacon", "unknown", {"given": terms.beacon})]
    longest = min(resume_within, MOST_WAIT_SECONDS) if terms.has_beacon else MOST_WAIT_SECONDS
    return [
        *breaches,
        *check_range(rule, "draw.margin_ms", terms.margin_ms, *MARGIN_MS),
        *check_range(rule, "draw.wait_seconds", terms.wait_seconds, LEAST_WAIT_SECONDS, longest),
    ]
