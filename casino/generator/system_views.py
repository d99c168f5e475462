"""The pages of all components, and of the changes of the technical system."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from casino.compliance.workspace import page, shown_to, staff_person
from casino.generator.components import COMPONENTS, libraries
from casino.generator.entries import EVERY_COMPONENT, HOLDER_LENGTH, certificate_fields
from casino.generator.hardware import (
    HardwareForm,
    classification,
    enter_hardware,
    hardware_document,
    hardware_history_document,
    hardware_in_use,
)
from casino.generator.models import Manifest, SystemChange, SystemChangeStep
from casino.generator.system_changes import (
    StepRefused,
    needs_regulator,
    propose_system_change,
    take_step,
    with_states,
)
from casino.generator.system_forms import MANIFESTS_OFFERED, StepForm, SystemChangeForm
from casino.generator.system_register import (
    component_certificates,
    component_changes,
    component_changes_document,
    components,
    components_document,
)
from players.identity.sign_in.reauthentication import step_up_required
from players.shared.exports.csv_export import csv_response
from players.shared.staff_errors import MissingPermission

SEES, PROPOSES = "self_checks.view_systemchange", "self_checks.add_systemchange"
APPROVES, RECORDS = "self_checks.approve_systemchange", "self_checks.add_manifest"
RIGHT_OF_STEP = {
    kind: APPROVES if kind in ("approved", "rejected") else PROPOSES for kind in SystemChangeStep.Kind.values
}
MAX_SHOWN = 300
REFUSED = 422


@shown_to(SEES)
def components_page(request: HttpRequest) -> HttpResponseBase:
    changes = component_changes()
    wanted = request.GET.get("as")
    if wanted == "csv" and request.GET.get("list") == "changes":
        return csv_response(component_changes_document(changes, request.GET.get("part", "")))
    found = components(changes)
    if wanted == "csv":
        return csv_response(components_document(found))
    return page(
        request,
        "self_checks/components.html",
        _("Components of the system"),
        components=found,
        libraries=libraries(),
        changes=changes[:MAX_SHOWN],
        declared=COMPONENTS,
        every_component=EVERY_COMPONENT,
        holder_length=HOLDER_LENGTH,
        may_enter=request.user.has_perm(RECORDS),
        manifests=Manifest.objects.defer("files").order_by("-pk")[:MANIFESTS_OFFERED],
        certificates=component_certificates()[::-1],
        certificate_fields=certificate_fields(),
    )


@shown_to(SEES, act=RECORDS)
def hardware_page(request: HttpRequest) -> HttpResponseBase:
    """Where the hardware of the system stands, and the form that enters it."""
    if request.GET.get("as") == "csv":
        is_history = request.GET.get("list") == "changes"
        return csv_response(
            hardware_history_document(request.GET.get("number", "")) if is_history else hardware_document()
        )
    form = HardwareForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        enter_hardware(person=staff_person(request), **form.cleaned_data)
        messages.success(request, _("Recorded."))
        return redirect("compliance_hardware")
    response = page(
        request,
        "self_checks/hardware.html",
        _("Hardware of the system"),
        form=form,
        entries=[(entry, classification(entry)) for entry in hardware_in_use()],
        may_enter=request.user.has_perm(RECORDS),
    )
    if form.errors:
        response.status_code = REFUSED
    return response


@shown_to(SEES, act=PROPOSES)
def changes_page(request: HttpRequest) -> HttpResponseBase:
    """All changes, and the form that proposes one."""
    form = SystemChangeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        change = propose_system_change(person=staff_person(request), **form.cleaned_data)
        messages.success(request, _("Proposed. A second person approves or rejects it."))
        return redirect("compliance_system_change", change.pk)
    rows = list(with_states().order_by("is_verified", "is_rejected", "-pk")[:MAX_SHOWN])
    response = page(
        request,
        "self_checks/system_changes.html",
        _("Changes of the system"),
        form=form,
        rows=rows,
        most=MAX_SHOWN if len(rows) == MAX_SHOWN else 0,
        may_propose=request.user.has_perm(PROPOSES),
    )
    if form.errors:
        response.status_code = REFUSED
    return response


@step_up_required
@shown_to(SEES, act=SEES)
def change_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    """One change with its steps. Each step has its own right."""
    change = get_object_or_404(SystemChange.objects.select_related("person"), pk=pk)
    form = StepForm(request.POST or None)
    if request.method == "POST":
        person = staff_person(request)
        right = RIGHT_OF_STEP.get(request.POST.get("kind", ""), PROPOSES)
        if not person.has_perm(right):
            raise MissingPermission(right)
        if form.is_valid():
            try:
                take_step(change=change, person=person, **form.cleaned_data)
            except StepRefused as error:
                form.add_error("kind", str(error.sentence))
            else:
                messages.success(request, _("Recorded."))
                return redirect("compliance_system_change", pk)
    names = {part.number: f"{part.number} {part.name}" for part in COMPONENTS}
    response = page(
        request,
        "self_checks/system_change.html",
        change.title,
        change=change,
        components=[names.get(number, number) for number in change.components],
        steps=change.steps.select_related("person", "manifest").defer("manifest__files").order_by("pk"),
        needs_regulator=needs_regulator(change),
        form=form,
        may_step=request.user.has_perm(PROPOSES) or request.user.has_perm(APPROVES),
    )
    if form.errors:
        response.status_code = REFUSED
    return response
