"""Changes of staff in the back office: one person proposes a change, another approves it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from unfold.decorators import display

from casino.backoffice.change_effects import effect_of
from casino.backoffice.models import StaffChange
from casino.backoffice.role_conflicts import RoleConflict, conflicts_of_change, holders_of_conflicts
from casino.backoffice.roles import ROLES
from casino.backoffice.staff_changes import STAFF_CHANGE, StaffRefused, propose_staff_change
from players.decisions.deciding import check_right
from players.decisions.pages import DecisionAdmin
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared import clock
from players.shared.admin_base import format_moment, signed_in_staff
from players.shared.role_field import RoleField
from players.shared.staff_reasons import MIN_LENGTH

Kind, State = StaffChange.Kind, StaffChange.State


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
        label=_("Give the role even though the two must be kept separate; the reason says why"),
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
            self.add_error("last_day", gettext("A last day can be set only when a role is given."))
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
    apart = gettext("%(first)s and %(second)s must be kept separate.")
    return f"{apart % {'first': first.capitalize(), 'second': second}} {conflict.why}"


def _open_conflicts(change: StaffChange) -> list[str]:
    """Which roles the change would bring together, while it waits for a decision."""
    if change.role is None or (change.kind, change.state) != (Kind.GRANT, State.PROPOSED):
        return []
    return [conflict_sentence(conflict) for conflict in conflicts_of_change(change.email, change.role.name)]


@admin.register(StaffChange)
class StaffChangeAdmin(DecisionAdmin):
    """The proposals that wait for a decision, and the history of all changes."""

    kind = STAFF_CHANGE
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
    change_form_outer_before_template = "backoffice/staff/change.html"

    def get_urls(self) -> list[URLPattern]:
        admin_view = self.admin_site.admin_view
        return [
            path(
                "propose/",
                admin_view(require_POST(step_up_required(self.propose))),
                name="backoffice_staffchange_propose",
            ),
            *super().get_urls(),
        ]

    def propose(self, request: HttpRequest) -> HttpResponse:
        """Propose a change. A refused proposal returns the form with its data."""
        person = signed_in_staff(request)
        check_right(person, (STAFF_CHANGE.proposes,))
        form = StaffChangeForm(request.POST)
        if form.is_valid():
            try:
                data = dict(form.cleaned_data)
                data.pop("despite_conflict")
                propose_staff_change(person=person, **data)
                messages.success(request, gettext("Proposed. A second person must approve it."))
                return redirect("admin:backoffice_staffchange_changelist")
            except StaffRefused as error:
                form.add_error(None, error.sentences(STAFF_CHANGE))
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

    def page_context(self, row: StaffChange, person: Person) -> dict[str, Any]:
        effect, conflicts = effect_of(row), _open_conflicts(row)
        return {**super().page_context(row, person), "conflicts": conflicts, "effect": effect}

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
