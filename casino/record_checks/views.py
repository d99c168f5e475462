"""The proof panel and its actions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from casino.compliance.workspace import page, shown_to, staff_person
from casino.generator.manifests import record_manifest
from casino.generator.models import Manifest
from casino.generator.views import RECORD_PERMISSION, VIEW_PERMISSION
from casino.record_checks import check_states
from casino.record_checks.labels import BEACON_TROUBLES, GUARANTEES, TITLES
from casino.record_checks.models import Proof
from casino.record_checks.record_roots import last_roots
from casino.tasks import task_runs
from casino.tasks.check_states import Standing, Verdict
from casino.tasks.task_names import name_of
from players.audit import note
from players.play_records import game_name
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.failure_reasons import failure_reason
from players.shared.staff_reasons import reason_of
from players.wallet.models import Account, Currency

RUN_PERMISSION = "self_checks.add_proof"
TASKS = "casino.record_checks.tasks"


# A result that is not known is grey, whatever it was before.
COLOURS = {Verdict.FINE: "yes", Verdict.WRONG: "no", Verdict.ERROR: "no"}
WORST_FIRST = (Verdict.ERROR, Verdict.LATE, Verdict.UNKNOWN, Verdict.FINE)


@shown_to(VIEW_PERMISSION)
def panel(request: HttpRequest) -> HttpResponseBase:
    states, now = check_states.states_by_name(), clock.now()
    kinds = dict(Account.Kind.choices)
    cards, tasks = [], _tasks()
    failing_tasks = [task for task in tasks if task["standing"].raises_alarm]
    unknown = [task for task in tasks if task["standing"].verdict is Verdict.UNKNOWN]
    for name, title in TITLES.items():
        state = states.get(name)
        standing = check_states.standing_of(state, now, name)
        if name == "schedule" and (failing_tasks or unknown):  # since the last check
            standing = Standing(Verdict.WRONG if failing_tasks else Verdict.UNKNOWN, now)
        has_result = state is not None and standing.verdict is not Verdict.ERROR
        cards.append(
            {
                "name": name,
                "title": title,
                "guarantee": GUARANTEES[name],
                "state": state,
                "standing": standing,
                "good": COLOURS.get(standing.verdict, "unknown"),
                "details": _details(name, state.details, kinds) if state is not None and has_result else {},
            }
        )
    return page(
        request,
        "self_checks/panel.html",
        _("Proof panel"),
        cards=cards,
        now=now,
        tasks=tasks,
        failing_tasks=failing_tasks,
        unknown=unknown,
        proofs=Proof.objects.select_related("person").order_by("-pk")[:10],
        roots=sum(root.number for root in last_roots().values()),
        manifest=Manifest.objects.select_related("person").order_by("-pk").first(),
        may_check=request.user.has_perm(RUN_PERMISSION),
        may_record=request.user.has_perm(RECORD_PERMISSION),
        watched=states.get("watch"),
    )


def _tasks() -> list[dict[str, Any]]:
    """Every task, the worst first: read from their runs, so that it is right when the checks have stopped."""
    rows = [
        {"name": name, "title": name_of(name), "standing": standing}
        for name, standing in task_runs.standings().items()
    ]
    return sorted(rows, key=lambda row: WORST_FIRST.index(row["standing"].verdict))


def _details(name: str, stored: dict[str, Any], kinds: dict[str, Any]) -> dict[str, Any]:
    """What the card of a check shows, by the check's name."""
    lines = stored.get("lines", ())
    if name == "balance":
        currencies = dict(Currency.choices)
        accounts = [
            {
                **line,
                "kind": kinds.get(line["kind"], line["kind"]),
                "currency_name": currencies.get(line["currency"], line["currency"]),
            }
            for line in lines
        ]
        return {"balance": accounts, "sums": sorted(stored.get("sums", {}).items(), reverse=True)}
    if name == "stakes":
        return {"stakes": [{**line, "kind": kinds.get(line["kind"], line["kind"])} for line in lines]}
    if name == "jackpots":
        return {
            "jackpots": [
                line for line in lines if line["came"] or line["went"] or line["cents"] or not line["good"]
            ]
        }
    if name == "beacon":
        return {
            "beacon": [
                {
                    **line,
                    "trouble": BEACON_TROUBLES.get(line["trouble"], line["trouble"]),
                    "why": BEACON_TROUBLES.get(line["why"], line["why"]),
                }
                for line in lines
            ]
        }
    if name == "national-list":
        stored = {**stored, "trouble": failure_reason(stored.get("trouble", ""))}
    if name == "voids":
        games = [{**line, "game": game_name(line["system"])} for line in lines]
        return {"voids": {**stored, "lines": games}}
    if name == "unfinished":
        moments = ("since", "due")
        dated = [
            {**line, **{key: localtime(parse_datetime(line[key])) for key in moments if line[key]}}
            for line in lines
        ]
        return {"unfinished": {**stored, "lines": dated}}
    # Times are stored as text and shown in Lisbon's time zone.
    keys = ("ran", "checked", "loaded", *(("until", "since") if name == "sealing" else ()))
    times = {key: localtime(parse_datetime(stored[key])) for key in keys if stored.get(key)}
    days = {key: parse_date(stored[key]) for key in ("counted",) if stored.get(key)}
    return {name.replace("-", "_"): {**stored, **times, **days}}


@shown_to(RUN_PERMISSION, act=RUN_PERMISSION)
def run_checks_now(request: HttpRequest) -> HttpResponseBase:
    """Have the worker run all checks now. A web process says nothing about what they find."""
    if request.method == "POST":
        with transaction.atomic():
            note("watch.looked", request=request, about="watch")
            enqueue_after_commit(f"{TASKS}.run_self_checks")
            enqueue_after_commit(f"{TASKS}.check_files")
            enqueue_after_commit(f"{TASKS}.check_record", staff_person(request).pk)
        messages.success(
            request,
            _(
                "The checks are running now, and their results will appear here; those of the chains "
                "take longer."
            ),
        )
    return redirect("compliance_panel")


@shown_to(RECORD_PERMISSION, act=RECORD_PERMISSION)
def manifest(request: HttpRequest) -> HttpResponseBase:
    """Record the installed files; the officer vouches for them."""
    if request.method == "POST" and (reason := reason_of(request)):
        recorded = record_manifest(reason=reason, person=staff_person(request))
        enqueue_after_commit(f"{TASKS}.check_files")
        message = _("Recorded.") if recorded else _("Nothing has changed since the last manifest.")
        messages.success(request, message)
    return redirect("compliance_panel")
