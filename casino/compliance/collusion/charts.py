"""Small charts of the money between two players, hand by hand, all on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _

from casino.compliance.reports.charts import Chart, Point, Size, line_chart, short_euros
from players.shared.money import format_money

MAX_POINTS = 120  # of one line
SIZE = Size(width=300, height=130, left=66, bottom=22, lines=2, labels=2, top=8)


def flow_charts(flows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One chart per flow: its running total as a line. Zero is in the middle of every chart."""
    lines = [[0, *accumulate(flow["amounts"])] for flow in flows]
    reach = max((max(abs(cents) for cents in line) for line in lines), default=0) or 1
    return [
        {
            "one": flow["one"],
            "two": flow["two"],
            "pair": flow["pair"],
            "hands": len(flow["amounts"]),
            "cents": line[-1],
            "chart": _flow_chart(flow, line, reach, number),
        }
        for number, (flow, line) in enumerate(zip(flows, lines, strict=True))
    ]


def _flow_chart(flow: dict[str, Any], line: Sequence[int], reach: int, number: int) -> Chart:
    last = len(line) - 1
    count = max(1, min(MAX_POINTS, last))
    hands = sorted({round(place * last / count) for place in range(count + 1)})
    return line_chart(
        _("What %(one)s won from %(two)s") % {"one": flow["one"], "two": flow["two"]},
        [Point(_("hand %(hand)s") % {"hand": hand}, line[hand]) for hand in hands],
        reach=reach,
        show=lambda cents: format_money(cents, "EUR", signed=True),
        show_axis=short_euros,
        size=SIZE,
        number=number,
    )
