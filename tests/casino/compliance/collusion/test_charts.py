"""The charts of the money between two players."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from casino.compliance.collusion.charts import MAX_POINTS, flow_charts


def flow(*amounts: int, pair: bool = False) -> dict[str, Any]:
    return {"one": "Ana", "two": "Bruno", "pair": pair, "amounts": list(amounts)}


def test_a_chart_adds_up_hand_by_hand_around_zero() -> None:
    with translation.override("en"):
        (row,) = flow_charts([flow(500, -200, 1_000)])
    chart = row["chart"]
    assert (row["hands"], row["cents"]) == (3, 1_300)
    assert [(bar.label, bar.text) for bar in chart.bars] == [
        ("hand 0", "€0.00"),
        ("hand 1", "+€5.00"),
        ("hand 2", "+€3.00"),
        ("hand 3", "+€13.00"),
    ]
    start, one, two, three = (bar.y for bar in chart.bars)
    assert three < one < two < start, "a gain lies above zero"
    assert "0 €" in [tick.label for tick in chart.across]


def test_all_charts_have_one_scale_and_parts_of_their_own() -> None:
    rows = flow_charts([flow(1_000, pair=True), flow(-100), flow()])
    scales = [[tick.label for tick in row["chart"].across] for row in rows]
    assert scales[0] == scales[1] == scales[2]
    drawn = [
        render_to_string("backoffice/chart.html", {"chart": row["chart"], "small": True}) for row in rows
    ]
    for number, svg in enumerate(drawn):
        assert f'id="inside-chart-{number}"' in svg and f"url(#inside-chart-{number})" in svg


def test_a_long_history_is_thinned_and_keeps_its_last_hand() -> None:
    (row,) = flow_charts([flow(*[10] * 5_000)])
    assert len(row["chart"].bars) == MAX_POINTS + 1
    assert row["chart"].bars[-1].text.strip("+€ ").startswith("500")
