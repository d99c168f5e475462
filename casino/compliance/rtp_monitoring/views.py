"""The pages of return control."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from casino.compliance.reading import reading, rows
from casino.compliance.reports.charts import ChartEvent
from casino.compliance.reports.summaries import chart_events
from casino.compliance.rtp_monitoring import charts, offers, svg_chart
from casino.compliance.rtp_monitoring.alarms import AlreadyAnswered, answer_alarm
from casino.compliance.rtp_monitoring.labels import EXPLAINED, KINDS, STATES
from casino.compliance.rtp_monitoring.ledger_comparison import comparison
from casino.compliance.rtp_monitoring.models import Alarm, ReturnsFoldedUntil
from casino.compliance.rtp_monitoring.sequential_analysis import LEVEL, MINIMUM_ROUNDS
from casino.compliance.rtp_monitoring.theory import is_decided
from casino.compliance.workspace import page, shown_to, staff_person
from casino.tasks import task_runs
from players.play_records import game_name
from players.shared import clock
from players.shared.collation import collation_key
from players.shared.exports.csv_export import csv_response
from players.shared.exports.list_document import Column, ListDocument, Money
from players.shared.list_filters import chosen_value
from players.shared.money import format_money
from players.shared.staff_reasons import reason_of

SEE, ACT = "rtp_monitoring.view_day", "rtp_monitoring.add_answer"
WORST_FIRST = ("alarm", "outside", "calm", "below", "few", "unplayed", "rake")


@shown_to(SEE)
def overview(request: HttpRequest) -> HttpResponseBase:
    kind = chosen_value(request.GET, "by", KINDS, _("By")) or "game"
    alarms = list(Alarm.objects.select_related("answer__person").order_by("-pk")[:50])
    now = clock.now()
    with reading():
        all_charts = charts.all_charts()
        offered = offers.offers()
        names = charts.titles({*all_charts, *offered, *(alarm.scope for alarm in alarms)})
        compared = comparison()
        today = rows(offers.TODAY, {"since": clock.midnight(clock.day_of(now))})
    lines = [
        _line(scope, names[scope], walk, offered.get(scope))
        for scope, walk in all_charts.items()
        if scope.startswith(f"{kind}:")
    ]
    lines += [
        _line_of_offer(scope, names[scope], offer)
        for scope, offer in offered.items()
        if scope.startswith(f"{kind}:") and scope not in all_charts
    ]
    lines.sort(key=lambda line: (WORST_FIRST.index(line["state"]), collation_key(str(line["title"]))))
    if request.GET.get("as") == "csv":
        return csv_response(_sheet(lines, kind))
    games = [walk for scope, walk in all_charts.items() if scope.startswith("game:")]
    run = task_runs.standing("returns")
    upto = ReturnsFoldedUntil.objects.values_list("day", flat=True).first()
    return page(
        request,
        "rtp_monitoring/overview.html",
        _("Return control"),
        now=now,
        lines=lines,
        ways=[
            {
                "kind": chart_kind,
                "label": label,
                "count": sum(scope.startswith(f"{chart_kind}:") for scope in {*all_charts, *offered}),
                "here": chart_kind == kind,
            }
            for chart_kind, label in KINDS.items()
        ],
        kind=kind,
        alarms=[{"alarm": alarm, "title": names[alarm.scope]} for alarm in alarms],
        open_alarms=sum(not hasattr(alarm, "answer") for alarm in alarms),
        upto=upto,
        last_day=upto - timedelta(days=1) if upto is not None and games else None,
        run=run,
        next_run=task_runs.next_due("returns", run.at) if run.at is not None else None,
        rounds=svg_chart.figure(sum(walk.rounds for walk in games)),
        staked=sum(walk.staked for walk in games),
        since=min((walk.points[0].day for walk in games), default=None),
        today=sorted(
            (
                {"title": game_name(row["system"]), "came": _share(row["returned"], row["staked"]), **row}
                for row in today
            ),
            key=lambda row: collation_key(row["title"]),
        ),
        level=round(1 / LEVEL),
        minimum=svg_chart.figure(MINIMUM_ROUNDS),
        bands=svg_chart.band_labels(),
        compared=[{"title": game_name(line.system), "line": line} for line in compared],
        differs=any(line.difference for line in compared),
    )


def _line(scope: str, title: str, walk: charts.Walk, offer: offers.Offer | None = None) -> dict[str, Any]:
    point = walk.points[-1]
    deviation = point.variance**0.5
    seen = walk.rounds_to_detect() if walk.is_tested else 0
    return {
        "scope": scope,
        "title": title,
        "rounds": walk.rounds,
        "rounds_text": svg_chart.figure(walk.rounds),
        "staked": walk.staked,
        "returned": walk.returned,
        "came": _share(walk.returned, walk.staked),
        "expected": _share(walk.expected, walk.staked) if walk.is_tested else "–",
        "difference": round(walk.difference) if walk.is_tested else None,
        "times": svg_chart.times(walk.difference / deviation) if deviation and walk.is_tested else "–",
        "state": walk.state,
        "label": STATES[walk.state],
        "explained": EXPLAINED[walk.state],
        "strip": svg_chart.strip(walk),
        "room": _room(walk),
        "seen": svg_chart.figure(seen) if seen else _range(offer.rounds if offer else None, svg_chart.figure),
    }


def _line_of_offer(scope: str, title: str, offer: offers.Offer) -> dict[str, Any]:
    """A game or table of which no day is counted: what theory says of it."""
    state = "unplayed" if offer.has_theory else "rake"
    return {
        "scope": "",  # there is no chart
        "title": title,
        "rounds": 0,
        "rounds_text": svg_chart.figure(0),
        "staked": 0,
        "returned": 0,
        "came": "–",
        "expected": _range(offer.returns, svg_chart.percent),
        "difference": None,
        "times": "–",
        "state": state,
        "label": STATES[state],
        "explained": EXPLAINED[state],
        "strip": None,
        "room": "–",
        "seen": _range(offer.rounds, svg_chart.figure),
    }


def _share(part: float, whole: float) -> str:
    return svg_chart.percent(part / whole) if whole else "–"


def _range(ends: tuple[Any, Any] | None, show: Callable[[Any], str]) -> str:
    """Both ends, or one where they are shown alike; unknown without any."""
    if ends is None:
        return "–"
    low, high = map(show, ends)
    return low if low == high else f"{low} – {high}"


def _room(walk: charts.Walk) -> str:
    """What it would take to raise an alarm."""
    if not walk.is_tested:
        return "–"
    if walk.room is None:
        counted = {"count": svg_chart.figure(int(walk.weight)), "most": svg_chart.figure(MINIMUM_ROUNDS)}
        return _("%(count)s of %(most)s rounds of equal weight") % counted
    if not walk.room:
        return _("reached")
    share = svg_chart.percent(walk.room / walk.staked)
    return _("%(money)s · %(share)s of the stakes") % {
        "money": format_money(round(walk.room), "EUR"),
        "share": share,
    }


def _sheet(lines: list[dict[str, Any]], kind: str) -> ListDocument:
    labels = [
        _("Chart"),
        _("Rounds"),
        _("Staked"),
        _("Returned"),
        _("Return"),
        _("Expected"),
        _("Difference"),
        _("State"),
    ]
    return ListDocument(
        name=f"feltro-returns-{kind}",
        title=_("Return control"),
        who="",
        facts=[],
        sums=[],
        columns=[Column(label) for label in labels],
        rows=[
            [line["title"], line["rounds"], Money(line["staked"]), Money(line["returned"]),
             line["came"], line["expected"],
             Money(line["difference"]) if line["difference"] is not None else None, str(line["label"])]
            for line in lines
        ],
    )  # fmt: skip


@shown_to(SEE)
def chart(request: HttpRequest, scope: str) -> HttpResponseBase:
    parsed = charts.Scope.read(scope)
    whole = request.GET.get("whole") == "1"
    with reading():
        walk = charts.one_chart(parsed, from_start=whole) if parsed is not None else None
        if parsed is None or walk is None:
            raise Http404
        title = charts.titles([scope])[scope]
        events = _events(parsed, walk)
    alarms = list(Alarm.objects.filter(scope=scope).select_related("answer__person").order_by("-pk"))
    return page(
        request,
        "rtp_monitoring/chart.html",
        title,
        line=_line(scope, title, walk),
        walk=walk,
        picture=svg_chart.draw(walk, _("%(title)s: return so far, day by day") % {"title": title}, events),
        bands=svg_chart.band_labels(),
        days=svg_chart.table(walk),
        days_from=walk.points[0].day,
        days_to=walk.points[-1].day,
        decided=is_decided(walk.system),
        seen=svg_chart.figure(seen) if (seen := walk.rounds_to_detect()) and walk.is_tested else "",
        level=round(1 / LEVEL),
        alarms=alarms,
        begun_anew=walk.since,
        whole=whole,
        may=request.user.has_perm(ACT),
    )


def _events(scope: charts.Scope, walk: charts.Walk) -> list[ChartEvent]:
    """The rule sheets and incidents in the days of a chart."""
    since = clock.midnight(walk.points[0].day)
    until = clock.midnight(walk.points[-1].day + timedelta(days=1))
    table = int(scope.of) if scope.kind == "table" else 0
    return chart_events(since, until, system=walk.system, table=table)


@shown_to(ACT, act=ACT)
def answer(request: HttpRequest, pk: int) -> HttpResponseBase:
    alarm = get_object_or_404(Alarm, pk=pk)
    back = redirect("compliance_returns_chart", scope=alarm.scope)
    if request.method != "POST":
        return back
    reason = reason_of(request, maximum=400)
    if not reason:
        return back
    try:
        answer_alarm(alarm=alarm, person=staff_person(request), reason=reason)
    except AlreadyAnswered as error:
        messages.error(request, str(error.sentence))
    else:
        messages.success(request, _("Answered. The chart starts again."))
    return back
