"""Changes of staff in the back office: one person proposes a change, another approves it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from unfold.decorators import display

from casino.backoffice.models import StaffChange
from casino.backoffice.role_conflicts import RoleConflict, conflicts_of_change, holders_of_conflicts
from casino.backoffice.roles import ROLES
from casino.backoffice.staff_changes import (
    StaffChangeRefusal,
    StaffRefused,
    decide_staff_change,
    propose_staff_change,
)
from players.identity.reauthentication import step_up_required
from players.models import Person
from players.shared import clock
from players.shared.admin_base import ReadOnlyAdmin, format_moment
from players.shared.role_field import RoleField
from players.shared.staff_errors import DecidedMeanwhile, MissingPermission
from players.shared.staff_reasons import MIN_LENGTH

Kind, State = StaffChange.Kind, StaffChange.State
REFUSAL_MESSAGES = {
    StaffChangeRefusal.DECIDED: _("This proposal has been decided meanwhile."),
    StaffChangeRefusal.OWN: _(
        "Nobody decides what they proposed themselves, or what concerns their own account."
    ),
    StaffChangeRefusal.NO_ROLE: _("Your role does not allow this."),
    StaffChangeRefusal.TOO_NEW: _("Your account is too new to approve changes of staff."),
    StaffChangeRefusal.NOT_FOUND: _(
        "A new member of staff needs an address without an account; any other change needs the address of a"
        " member of staff."
    ),
    StaffChangeRefusal.OPEN_ALREADY: _(
        "A proposal for this address is waiting already. Decide or withdraw that one first."
    ),
    StaffChangeRefusal.OVER: _("The last day of the role is over. Propose the role with a later day."),
}
VERDICTS = {
    "approve": (State.APPROVED, _("Approved. The change is in force.")),
    "refuse": (State.REFUSED, _("Refused. Nothing has changed.")),
    "withdraw": (State.WITHDRAWN, _("Withdrawn. Nothing has changed.")),
}


class StaffChangeForm(forms.Form):
    kind = forms.ChoiceField(label=_("change"), choices=Kind.choices)
    email = forms.EmailField(label=_("e-mail"))
    role = RoleField(label=_("role"), queryset=Group.objects.none(), required=False)
    last_day = forms.DateField(
        label=_("last day of the role (empty: no end)"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    despite_conflict = forms.BooleanField(
        label=_("Give the role although the two are kept apart; the reason says why"),
        required=False,
        widget=forms.HiddenInput,
    )
    reason = forms.CharField(label=_("reason"), min_length=MIN_LENGTH, max_length=200)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role = self.fields["role"]
        assert isinstance(role, forms.ModelChoiceField)
        role.queryset = Group.objects.filter(name__in=ROLES).order_by("name")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        needs_role = data.get("kind") not in (Kind.SUSPEND, Kind.RESTORE)
        if needs_role and not data.get("role") and "role" not in self.errors:
            self.add_error("role", gettext("Choose a role."))
        if not needs_role:
            data["role"] = None
        last_day = data.get("last_day")
        if last_day and data.get("kind") not in (Kind.HIRE, Kind.GRANT):
            self.add_error("last_day", gettext("Only a role that is given has a last day."))
        elif last_day and last_day < clock.day_of(clock.now()):
            self.add_error("last_day", gettext("Choose today or a later day."))
        self._check_conflicts(data)
        return data

    def _check_conflicts(self, data: dict[str, Any]) -> None:
        """A role that is kept apart from one that the person has is given only knowingly."""
        role, email = data.get("role"), data.get("email")
        if data.get("kind") != Kind.GRANT or not role or not email:
            return
        conflicts = conflicts_of_change(email, role.name)
        if not conflicts:
            return
        self.fields["despite_conflict"].widget = forms.CheckboxInput()
        if not data.get("despite_conflict"):
            for conflict in conflicts:
                self.add_error("role", conflict_sentence(conflict))


def conflict_sentence(conflict: RoleConflict) -> str:
    first, second = (gettext(role) for role in conflict.roles)
    apart = gettext("%(first)s and %(second)s are kept apart.")
    return f"{apart % {'first': first.capitalize(), 'second': second}} {conflict.why}"


def staff_member(request: HttpRequest, permission: str) -> Person:
    if not isinstance(request.user, Person) or not request.user.has_perm(permission):
        raise MissingPermission(permission)
    return request.user


@require_POST
@step_up_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    verb = request.POST.get("verb", "")
    action = "propose" if verb == "withdraw" else "approve"
    person = staff_member(request, f"backoffice.{action}_staffchange")
    change = get_object_or_404(StaffChange, pk=pk)
    if verb not in VERDICTS:
        messages.error(request, gettext("There is no such step."))
    else:
        verdict, message = VERDICTS[verb]
        try:
            decide_staff_change(change=change.pk, person=person, verdict=verdict)
            messages.success(request, message)
        except StaffRefused as error:
            if error.code == StaffChangeRefusal.DECIDED:
                raise _decided_meanwhile(pk) from error
            messages.error(request, REFUSAL_MESSAGES[error.code])
    return redirect("admin:backoffice_staffchange_change", pk)


def _decided_meanwhile(pk: int) -> DecidedMeanwhile:
    change = StaffChange.objects.select_related("decided_by").get(pk=pk)
    return DecidedMeanwhile(
        record=str(change),
        url=reverse("admin:backoffice_staffchange_change", args=[pk]),
        by=change.decided_by.email if change.decided_by else "",
        at=change.decided,
        outcome=change.get_state_display(),
    )


def _open_conflicts(change: StaffChange | None) -> list[str]:
    """Which roles the change would bring together, while it waits for a decision."""
    if change is None or change.role is None or (change.kind, change.state) != (Kind.GRANT, State.PROPOSED):
        return []
    return [conflict_sentence(conflict) for conflict in conflicts_of_change(change.email, change.role.name)]


@admin.register(StaffChange)
class StaffChangeAdmin(ReadOnlyAdmin):
    """The proposals that wait for a decision, and the history of all changes."""

    list_display = (
        "proposed_at",
        "change_of",
        "email",
        "role_name",
        "last_day_shown",
        "standing",
        "proposed_by",
        "decided_by",
    )
    list_filter = ("state", "kind")
    search_fields = ("email",)
    list_select_related = ("role", "proposed_by", "decided_by")
    ordering = ("-id",)
    fields = (
        "change_of",
        "email",
        "role_name",
        "last_day_shown",
        "reason",
        "status",
        "proposed_by",
        "proposed_at",
        "decided_by",
        "decided_at",
    )
    readonly_fields = ("change_of", "role_name", "last_day_shown", "status", "proposed_at", "decided_at")
    change_list_template = "backoffice/staff/changes.html"
    change_form_outer_after_template = "backoffice/staff/change.html"

    def get_urls(self) -> list[URLPattern]:
        admin_view = self.admin_site.admin_view
        return [
            path(
                "propose/",
                admin_view(require_POST(step_up_required(self.propose))),
                name="backoffice_staffchange_propose",
            ),
            path("<int:pk>/decide/", admin_view(decide), name="backoffice_staffchange_decide"),
            *super().get_urls(),
        ]

    def propose(self, request: HttpRequest) -> HttpResponse:
        """Propose a change. A refused proposal returns the form with its data."""
        person = staff_member(request, "backoffice.propose_staffchange")
        form = StaffChangeForm(request.POST)
        if form.is_valid():
            try:
                data = dict(form.cleaned_data)
                data.pop("despite_conflict")
                propose_staff_change(person=person, **data)
                messages.success(request, gettext("Proposed. A second person must approve it."))
                return redirect("admin:backoffice_staffchange_changelist")
            except StaffRefused as error:
                form.add_error(None, REFUSAL_MESSAGES[error.code])
        request.method = "GET"
        return self.changelist_view(request, {"form": form})

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        pairs = holders_of_conflicts()
        context = {
            "form": StaffChangeForm(),
            "conflicts": [(conflict_sentence(pair.conflict), pair.people) for pair in pairs],
            "has_conflicts": any(pair.people for pair in pairs),
            "may_propose": request.user.has_perm("backoffice.propose_staffchange"),
        }
        response: HttpResponse = super().changelist_view(request, context | (extra_context or {}))
        return response

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        is_id = object_id.isdecimal() and len(object_id) < 18
        change = StaffChange.objects.filter(pk=object_id).first() if is_id else None
        is_open = change is not None and change.state == State.PROPOSED
        is_own = change is not None and change.proposed_by_id == request.user.pk
        context = {
            "staff_change": change,
            "conflicts": _open_conflicts(change),
            "may_decide": is_open and not is_own and request.user.has_perm("backoffice.approve_staffchange"),
            "may_withdraw": is_open and is_own,
        }
        response: HttpResponse = super().change_view(
            request, object_id, form_url, context | (extra_context or {})
        )
        return response

    @display(description=_("proposed"), ordering="proposed")
    def proposed_at(self, change: StaffChange) -> str:
        return format_moment(change.proposed)

    @display(description=_("decided"), ordering="decided")
    def decided_at(self, change: StaffChange) -> str:
        return format_moment(change.decided)

    @display(description=_("change"), ordering="kind")
    def change_of(self, change: StaffChange) -> str:
        return change.get_kind_display()

    @display(description=_("role"))
    def role_name(self, change: StaffChange) -> str:
        return gettext(change.role.name) if change.role else "–"

    @display(description=_("last day"), ordering="last_day")
    def last_day_shown(self, change: StaffChange) -> str:
        if change.last_day is None:
            return gettext("no end") if change.kind in (Kind.HIRE, Kind.GRANT) else "–"
        return date_format(change.last_day, "SHORT_DATE_FORMAT")

    @display(
        description=_("status"),
        label={"proposed": "warning", "approved": "success", "refused": "danger", "withdrawn": "info"},
        ordering="state",
    )
    def standing(self, change: StaffChange) -> tuple[str, str]:
        return change.state, change.get_state_display()

    @display(description=_("status"))
    def status(self, change: StaffChange) -> str:
        """For the form. Only lists show the pair that `standing` returns as a coloured label."""
        return change.get_state_display()
