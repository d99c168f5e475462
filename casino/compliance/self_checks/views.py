"""The proof panel, and the acts of an officer there."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from casino.compliance.self_checks import check_states, checks, program_files
from casino.compliance.self_checks.labels import PROMISES, TITLES
from casino.compliance.self_checks.models import Manifest, Proof, Root
from casino.compliance.self_checks.program_files import manifest_record
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.shared import clock
from players.shared.staff_reasons import reason_of
from players.wallet.models import Account, Currency

SEE, LOOK, RECORD = "watch.view_state", "watch.add_proof", "watch.add_manifest"


@shown_to(SEE)
def panel(request: HttpRequest) -> HttpResponseBase:
    found, now = check_states.kept(), clock.now()
    kinds = dict(Account.Kind.choices)
    cards = []
    for name, title in TITLES.items():
        state = found.get(name)
        if state is None and name == "regulator-files":
            continue
        stale = name == "watch" and check_states.late(state, now)
        cards.append({
            "name": name,
            "title": title,
            "promise": PROMISES[name],
            "state": state,
            "good": "unknown" if state is None else "yes" if state.good and not stale else "no",
            "told": _told(name, state.said, kinds) if state is not None else {},
        })  # fmt: skip
    return page(
        request,
        "self_checks/panel.html",
        _("Proof panel"),
        cards=cards,
        proofs=Proof.objects.select_related("person").order_by("-pk")[:10],
        roots=Root.objects.count(),
        manifest=Manifest.objects.select_related("person").order_by("-pk").first(),
        may_look=request.user.has_perm(LOOK),
        may_record=request.user.has_perm(RECORD),
        wrong=[card["title"] for card in cards if card["good"] == "no"],
        watched=found.get("watch"),
    )


def _told(name: str, said: dict[str, Any], kinds: dict[str, Any]) -> dict[str, Any]:
    if name == "balance":
        called = dict(Currency.choices)
        lines = [
            {
                **line,
                "kind": kinds.get(line["kind"], line["kind"]),
                "currency_said": called.get(line["currency"], line["currency"]),
            }
            for line in said.get("lines", ())
        ]
        return {"balance": lines, "sums": sorted(said.get("sums", {}).items(), reverse=True)}
    if name == "stakes":
        return {
            "stakes": [
                {**line, "kind": kinds.get(line["kind"], line["kind"])} for line in said.get("lines", ())
            ]
        }
    if name == "jackpots":
        return {
            "jackpots": [
                line
                for line in said.get("lines", ())
                if line["came"] or line["went"] or line["cents"] or not line["good"]
            ]
        }
    # Kept as text; shown by Lisbon's clocks.
    moments = ("ran", "checked", "loaded", *(("until", "since") if name == "sealing" else ()))
    hours = {what: localtime(parse_datetime(said[what])) for what in moments if said.get(what)}
    return {name.replace("-", "_"): {**said, **hours}}


@shown_to(LOOK, act=LOOK)
def look(request: HttpRequest) -> HttpResponseBase:
    """Looks now at whatever is quick; the chains are checked by the worker, which may take a while."""
    if request.method == "POST":
        from casino.compliance.self_checks.tasks import check

        note("watch.looked", request=request, about="watch")
        checks.look({**checks.EACH_MINUTE, **checks.EACH_HOUR})
        program_files.check()
        check.delay(request.user.pk)
        messages.success(request, _("Looked at. The chains are being checked; their result will stand here."))
    return redirect("compliance_panel")


@shown_to(RECORD, act=RECORD)
def manifest(request: HttpRequest) -> HttpResponseBase:
    """Somebody answers for the files as they are installed now."""
    if request.method == "POST" and (reason := reason_of(request)):
        new = manifest_record(reason=reason, person=staff_person(request))
        program_files.check()
        messages.success(
            request, _("Recorded.") if new else _("Nothing has changed since the last manifest.")
        )
    return redirect("compliance_panel")
