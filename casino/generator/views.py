"""The page of the random generator's component register and its register of changes, and both as files."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from casino.compliance.workspace import page, shown_to, staff_person
from casino.generator.changes import ChangeKind, approved_changes, part_states, register_changes
from casino.generator.documents import CHANGE_KINDS, CHANGE_TROUBLES, changes_document, parts_document
from casino.generator.entries import (
    CERTIFICATE_TEXTS,
    EVERY_PART,
    HOLDER_LENGTH,
    EntryRefused,
    certificate_fields,
    enter_approval,
    enter_certificate,
    enter_holder,
)
from casino.generator.models import Manifest
from casino.generator.parts import PARTS
from casino.generator.register import draws_in_force, registered_parts
from players.shared.exports.csv_export import csv_response
from players.shared.staff_reasons import reason_of

VIEW_PERMISSION, RECORD_PERMISSION = "self_checks.view_state", "self_checks.add_manifest"


@shown_to(VIEW_PERMISSION)
def parts_page(request: HttpRequest) -> HttpResponseBase:
    manifest = Manifest.objects.select_related("person").order_by("-pk").first()
    changes = register_changes()
    parts = registered_parts(manifest)
    states = part_states(changes)
    if request.GET.get("as") == "csv":
        if request.GET.get("list") == "changes":
            return csv_response(changes_document(changes, request.GET.get("part", "")))
        return csv_response(parts_document(parts, states, manifest))
    return page(
        request,
        "self_checks/generator.html",
        _("Parts of the generator"),
        parts=[(part, states[part.declared.number]) for part in parts],
        manifest=manifest,
        changes=[
            (change, CHANGE_KINDS[change.kind], CHANGE_TROUBLES.get(change.trouble, "")) for change in changes
        ],
        draws=draws_in_force(),
        may_enter=request.user.has_perm(RECORD_PERMISSION),
        every_part=EVERY_PART,
        holder_length=HOLDER_LENGTH,
        declared=PARTS,
        approvals=approved_changes().values(),
        manifests=[change for change in changes if change.kind is ChangeKind.FILES],
        bases=[change for change in changes if change.manifest is not None],
        certificates=[change for change in changes if change.certificate is not None],
        certificate_fields=certificate_fields(),
    )


@shown_to(RECORD_PERMISSION, act=RECORD_PERMISSION)
def enter(request: HttpRequest) -> HttpResponseBase:
    """Enter who answers for a part, a certificate, or the approved change that a manifest belongs to."""
    if request.method == "POST" and (reason := reason_of(request)):
        try:
            _enter(request, reason)
        except EntryRefused as error:
            messages.error(request, str(error.sentence))
        else:
            messages.success(request, _("Entered in the register."))
    return redirect("compliance_components" if request.POST.get("of") == "system" else "compliance_generator")


def _enter(request: HttpRequest, reason: str) -> None:
    form, person = request.POST, staff_person(request)
    if "norm" in form:
        enter_certificate(
            part=form.get("part", ""),
            manifest=_number(form.get("base", "")),
            texts={name: form.get(name, "") for name in CERTIFICATE_TEXTS},
            dated=_day(form.get("dated", "")),
            quarter=(_day(form.get("first", "")), _day(form.get("last", ""))),
            reason=reason,
            person=person,
        )
        return
    if "part" in form:
        enter_holder(part=form["part"], holder=form.get("holder", ""), reason=reason, person=person)
        return
    enter_approval(
        manifest=_number(form.get("manifest", "")),
        change=_number(form.get("change", "")),
        reason=reason,
        person=person,
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
