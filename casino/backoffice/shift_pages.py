"""The page of shifts: one's own duty, handovers to read, and the roster of a week."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import roster, shifts, work_actions
from casino.backoffice.models import WorkClaim
from casino.backoffice.rights_page import with_permission
from casino.backoffice.work_queue import people_on_duty
from players.models import Person
from players.shared import clock
from players.shared.admin_base import parse_number, signed_in_staff
from players.shared.list_filters import chosen_day, chosen_value
from players.work_sources import works_on_any

LAST_HANDOVERS = 5
COMING = 5  # of one's own lines
FURTHEST = timedelta(days=366)
MOST_DAYS = 31  # of one step


class HandoverForm(forms.Form):
    """The end of one's shift. The choices are the colleagues who are on duty at this moment."""

    successor = forms.ChoiceField(label=lazy("Hands over to"), required=False)
    note = forms.CharField(
        label=lazy("Note for the next shift"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 3, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, colleagues: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.colleagues = {str(person.pk): person for person in colleagues}
        successor = self.fields["successor"]
        assert isinstance(successor, forms.ChoiceField)
        successor.choices = [
            ("", _("nobody: back to the queue")),
            *((pk, person.email) for pk, person in self.colleagues.items()),
        ]
        successor.error_messages["invalid_choice"] = _("This colleague is not on duty. Choose another one.")

    def chosen_colleague(self) -> Person | None:
        return self.colleagues.get(self.cleaned_data["successor"])


class RosterForm(forms.Form):
    """Lines for one person and role, on one day or on each of several days."""

    who = forms.ChoiceField(label=lazy("Who, and in which role"))
    day = forms.DateField(
        label=lazy("Day"),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    last_day = forms.DateField(
        label=lazy("Last day (empty: one day only)"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    begins = forms.TimeField(
        label=lazy("Begins"),
        input_formats=["%H:%M"],
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
    )
    ends = forms.TimeField(
        label=lazy("Ends"),
        input_formats=["%H:%M"],
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people: dict[str, tuple[Person, Group]] = {}
        groups = []
        for role, people in roster.people_by_role():
            pairs = {f"{person.pk}:{role.pk}": (person, role) for person in people}
            self.people |= pairs
            groups.append(
                (capfirst(_(role.name)), [(key, person.email) for key, (person, _role) in pairs.items()])
            )
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)
        who.choices = [("", _("Choose a person.")), *groups]
        who.error_messages["invalid_choice"] = _("This person no longer has the role. Choose again.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            data["spans"] = self._spans(data)
        return data

    def _spans(self, data: dict[str, Any]) -> list[roster.Span]:
        now = clock.now()
        first, last = data["day"], data["last_day"] or data["day"]
        days = (last - first).days + 1
        if last < first:
            self.add_error("last_day", _("The last day is before the first one."))
        elif days > MOST_DAYS:
            self.add_error("last_day", _("Choose at most %(most)s days.") % {"most": MOST_DAYS})
        elif not -1 <= (first - clock.day_of(now)).days <= FURTHEST.days:
            self.add_error("day", _("Choose today or a day of the coming year."))
        if self.errors:
            return []
        try:
            spans = [
                roster.duty_span(first + timedelta(days=number), data["begins"], data["ends"])
                for number in range(days)
            ]
        except roster.NoSuchHour as error:
            text = _("The clocks go forward on %(day)s, and %(time)s does not exist. Choose another time.")
            field = "begins" if error.local_time == data["begins"] else "ends"
            shown = {"day": date_format(error.day, "SHORT_DATE_FORMAT"), "time": f"{error.local_time:%H:%M}"}
            self.add_error(field, text % shown)
            return []
        if any(ends - begins > roster.LONGEST for begins, ends in spans):
            hours = round(roster.LONGEST.total_seconds() / 3600)
            self.add_error("ends", _("A shift has at most %(hours)s hours.") % {"hours": hours})
        elif spans[0][1] <= now:
            self.add_error("day", _("That shift would have ended already."))
        return spans


@require_safe
@with_permission(roster.SEES)
def shifts_page(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(
    request: HttpRequest, *, ending: HandoverForm | None = None, drawing: RosterForm | None = None
) -> HttpResponse:
    """The page; with a form that was refused it shows again what was typed."""
    person, now = signed_in_staff(request), clock.now()
    today = clock.day_of(now)
    day = chosen_day(request.GET, "week", _("Week")) or today
    monday = day - timedelta(days=day.weekday())
    role = chosen_value(request.GET, "role", roster.ROSTERED, _("Role"))
    on_duty = people_on_duty()
    own = next((shift for shift in on_duty if shift.person_id == person.pk), None)
    colleagues = [shift.person for shift in on_duty if shift.person_id != person.pk]
    open_now = None
    if own is not None:
        work_actions.end_finished_claims(person)
        claims = WorkClaim.objects.filter(person=person, ended=None).order_by("pk")
        open_now = shifts.show_open_work(shifts.count_open_work(person, claims=claims), person)
    if drawing is None and person.has_perm(roster.DRAWS):
        drawing = RosterForm(initial={"day": max(monday, today)})
    context = {
        **admin.site.each_context(request),
        "title": _("Shifts"),
        "now": now,
        "works": works_on_any(person),
        "on_duty": on_duty,
        "own_shift": own,
        "open_now": open_now,
        "ending": ending or HandoverForm(colleagues=colleagues),
        "handovers": shifts.handovers(person, most=LAST_HANDOVERS),
        "coming": roster.coming_plans(person, now)[:COMING],
        "days": roster.roster_week(monday, person=person, now=now, role=role),
        "monday": monday,
        "sunday": monday + timedelta(days=6),
        "weeks": [
            (_week_url(monday - roster.WEEK, role), _("Week before")),
            (_week_url(today, role), _("This week")),
            (_week_url(monday + roster.WEEK, role), _("Week after")),
        ],
        "roles": [("", _("All roles")), *((name, capfirst(_(name))) for name in roster.ROSTERED)],
        "role": role,
        "drawing": drawing,
    }
    is_refused = any(form is not None and form.errors for form in (ending, drawing))
    return render(request, "backoffice/work/shifts.html", context, status=422 if is_refused else 200)


def _week_url(day: date, role: str = "") -> str:
    query = {"week": day.isoformat(), **({"role": role} if role else {})}
    return f"{reverse('office_shifts')}?{urlencode(query)}"


@require_POST
@with_permission(roster.SEES)
def act_on_shift(request: HttpRequest) -> HttpResponse:
    """Begins or ends the shift of the person who is signed in."""
    person = signed_in_staff(request)
    if not works_on_any(person):
        raise PermissionDenied
    verb = request.POST.get("verb", "")
    if verb == "end":
        return _end_shift(request, person)
    if verb != "begin":
        messages.error(request, _("This step does not exist."))
        return redirect("office_shifts")
    try:
        shifts.begin_shift(person=person, request=request)
    except work_actions.ShiftRefused:
        messages.error(request, _("You have started a shift already."))
    else:
        messages.success(request, _("You are on duty."))
    waits = shifts.unread_handovers(person).exists()
    return redirect("office_work" if request.POST.get("from") == "queue" and not waits else "office_shifts")


def _end_shift(request: HttpRequest, person: Person) -> HttpResponse:
    colleagues = [shift.person for shift in people_on_duty() if shift.person_id != person.pk]
    form = HandoverForm(request.POST, colleagues=colleagues)
    if not form.is_valid():
        return _page(request, ending=form)
    successor = form.chosen_colleague()
    try:
        shift = shifts.end_shift(
            person=person, successor=successor, text=form.cleaned_data["note"], request=request
        )
    except work_actions.ShiftRefused:
        form.add_error(None, _("The shift has changed meanwhile: look at it again. Nothing has changed."))
        return _page(request, ending=form)
    if successor is None:
        messages.success(request, _("Your shift has ended. What you had claimed is back in the queue."))
    else:
        messages.success(
            request,
            _("Your shift has ended. %(who)s has %(count)s of your items; the others are back in the queue.")
            % {"who": successor.email, "count": shift.items},
        )
    return redirect("office_shifts")


@require_POST
@with_permission(roster.SEES)
def read_handover(request: HttpRequest, pk: int) -> HttpResponse:
    person = signed_in_staff(request)
    if shifts.confirm_handover(pk=pk, person=person, request=request):
        messages.success(request, _("You have confirmed that you read the handover."))
    else:
        messages.info(request, _("This handover does not wait for you. Nothing has changed."))
    return redirect("office_shifts")


@require_POST
@with_permission(roster.DRAWS)
def act_on_roster(request: HttpRequest) -> HttpResponse:
    """Draws lines, copies a week to the next, or withdraws a line."""
    person = signed_in_staff(request)
    match request.POST.get("verb", ""):
        case "draw":
            return _draw(request, person)
        case "copy":
            return _copy_week(request, person)
        case "withdraw":
            return _withdraw(request, person)
    messages.error(request, _("This step does not exist."))
    return redirect("office_shifts")


def _copy_week(request: HttpRequest, person: Person) -> HttpResponse:
    day = chosen_day(request.POST, "week", _("Week")) or clock.day_of(clock.now())
    monday = day - timedelta(days=day.weekday())
    try:
        drawn, left = roster.copy_week(monday=monday, by=person, request=request)
    except roster.PlannedAlready:
        messages.error(request, _("Somebody else draws this week now. Nothing has changed."))
        return redirect(_week_url(monday))
    if drawn:
        text = ngettext("%(count)s shift was copied.", "%(count)s shifts were copied.", drawn)
        messages.success(request, text % {"count": drawn})
    if left:
        text = ngettext(
            "%(count)s shift was left out: its person is planned already, or no longer has the role.",
            "%(count)s shifts were left out: their people are planned already, or no longer have the role.",
            left,
        )
        messages.warning(request, text % {"count": left})
    if not drawn and not left:
        messages.info(request, _("There was nothing to copy."))
    return redirect(_week_url(monday + roster.WEEK))


def _withdraw(request: HttpRequest, person: Person) -> HttpResponse:
    pk = parse_number(request.POST.get("line", ""))
    line = None if pk is None else roster.withdraw_plan(pk=pk, by=person, request=request)
    if line is None:
        messages.error(request, _("This shift has ended or was withdrawn. Nothing has changed."))
        return redirect("office_shifts")
    day = clock.day_of(line.begins)
    text = _("%(who)s is no longer planned on %(day)s.")
    shown = {"who": line.person.email, "day": date_format(day, "SHORT_DATE_FORMAT")}
    messages.success(request, text % shown)
    return redirect(_week_url(day))


def _draw(request: HttpRequest, person: Person) -> HttpResponse:
    form = RosterForm(request.POST)
    if not form.is_valid():
        return _page(request, drawing=form)
    colleague, role = form.people[form.cleaned_data["who"]]
    spans = form.cleaned_data["spans"]
    try:
        lines = roster.plan_shifts(person=colleague, role=role, spans=spans, by=person, request=request)
    except roster.PlannedAlready as error:
        text = _("%(who)s is planned at that time already. Nothing has changed.")
        if error.day is not None:
            text = _("%(who)s is planned at that time on %(day)s already. Nothing has changed.")
        day = date_format(error.day, "SHORT_DATE_FORMAT") if error.day else ""
        form.add_error(None, text % {"who": colleague.email, "day": day})
        return _page(request, drawing=form)
    text = ngettext("%(count)s shift was planned.", "%(count)s shifts were planned.", len(lines))
    messages.success(request, text % {"count": len(lines)})
    return redirect(_week_url(form.cleaned_data["day"]))


admin_view = admin.site.admin_view
urlpatterns = [
    path("shifts/", admin_view(shifts_page), name="office_shifts"),
    path("shifts/own/", admin_view(act_on_shift), name="office_shift"),
    path("shifts/roster/", admin_view(act_on_roster), name="office_roster"),
    path("shifts/<int:pk>/read/", admin_view(read_handover), name="office_handover_read"),
]
