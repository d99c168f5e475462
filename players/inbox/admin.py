"""The queue of complaints, the most urgent first, and the messages sent to players."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import F, Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from players.inbox import complaints
from players.inbox.admin_names import MESSAGE_NAMES
from players.inbox.complaint_movements import complaint_movements
from players.inbox.messaging import subject_and_text
from players.inbox.models import Complaint, Message
from players.play_records import play_records
from players.record_names import moment_name
from players.shared import clock
from players.shared.admin_base import (
    MAX_DIGITS,
    ReadOnlyAdmin,
    StaffAdmin,
    choices_filter,
    format_moment,
    signed_in_staff,
)
from players.shared.answer_templates import ready_answers, template_text


class AnswerForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument at run time
    """The answer to a complaint. With an outcome it is the decision, and the answer gives the reasons."""

    answer = forms.CharField(
        label=_("Answer to the player"),
        min_length=3,
        max_length=4000,
        help_text=_("The player reads it as it is written here. With a decision, it gives the reasons."),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 8}),
    )
    decision = forms.ChoiceField(
        label=_("Decision"),
        required=False,
        choices=[("", _("No decision yet: an answer or a question")), *Complaint.Outcome.choices],
        widget=UnfoldAdminSelectWidget,
    )
    # The last message shown on the page when it was opened.
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    ready_answer = ""  # the text of a chosen template

    class Meta:
        model = Complaint
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        last = self.instance.messages.order_by("-id").first()
        self.fields["seen"].initial = last.pk if last else None
        if "answer" in self.fields:
            self.fields["answer"].initial = self.ready_answer

    def clean(self) -> dict[str, Any]:
        """Rejects a stale answer but keeps its text.

        The row stays locked until the answer is saved, so no other answer can come between.
        """
        cleaned: dict[str, Any] = super().clean() or {}
        current = (
            Complaint.objects.select_for_update(of=("self",))
            .select_related("handler")
            .get(pk=self.instance.pk)
        )
        last = current.messages.select_related("author").order_by("-id").first()
        if current.state == Complaint.State.DECIDED:
            values = {
                "who": current.handler,
                "at": date_format(localtime(current.decided), "SHORT_DATETIME_FORMAT"),
                "outcome": current.get_outcome_display(),
            }
            raise forms.ValidationError(
                _(
                    "%(who)s decided this complaint on %(at)s: %(outcome)s. Your text was not sent; it is "
                    "kept below."
                )
                % values
            )
        if last is not None and cleaned.get("seen") not in (None, last.pk):
            self.data = (
                {**self.data.dict(), "seen": str(last.pk)} if isinstance(self.data, QueryDict) else self.data
            )
            raise forms.ValidationError(
                _(
                    "%(who)s wrote in this complaint while you did. Read it above; your text is kept below, "
                    "and is sent when you save again."
                )
                % {"who": last.author.email if last.house else current.player.alias}
            )
        return cleaned


@admin.register(Complaint)
class ComplaintAdmin(StaffAdmin):
    """Undecided complaints come first, by deadline."""

    form = AnswerForm
    change_form_outer_before_template = "backoffice/complaints/panel.html"
    change_form_outer_after_template = "backoffice/complaints/record.html"
    list_display = (
        "number",
        "player",
        "category",
        "status_badge",
        "due_display",
        "opened_display",
        "handler",
    )
    list_filter = ("state", "outcome", "category")
    search_fields = ("number", "player__alias", "=round")
    list_select_related = ("player", "handler")
    show_full_result_count = False
    actions = None
    readonly_fields = (
        "number",
        "player",
        "category",
        "status_display",
        "opened_display",
        "due_display",
        "decided_display",
        "table_name",
        "round_display",
        "transfer",
        "handler",
    )

    ordering = (F("decided").asc(nulls_first=True), "due")

    def get_fieldsets(self, request: HttpRequest, obj: Complaint | None = None) -> Any:
        """What was written stands above (panel.html), and the answer right below it."""
        facts = (_("The complaint"), {"fields": self.readonly_fields})
        answer = (_("Answer"), {"fields": ("answer", "decision", "seen")})
        may_answer = obj is not None and self.has_change_permission(request, obj)
        return [answer, facts] if may_answer else [facts]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        context = dict(extra_context or {})
        is_id = object_id.isdecimal() and len(object_id) <= MAX_DIGITS
        complaint = (
            Complaint.objects.select_related("player__person").filter(pk=object_id).first() if is_id else None
        )
        if complaint is not None:
            now = clock.now()
            sees_movements = request.user.has_perm("wallet.view_account")
            context |= {
                "complaint": complaint,
                "conversation": complaint.messages.select_related("author").order_by("id"),
                "status": self.status_badge(complaint, now)[1],
                "is_late": complaints.is_late(complaint, now),
                "now": now,
                "show_save_and_continue": False,
                "movements": complaint_movements(complaint) if sees_movements else [],
            } | ready_answers(
                request,
                "complaint",
                complaint.player.person.language,
                may_answer=self.has_change_permission(request, complaint),
            )
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        return response

    def get_form(self, request: HttpRequest, obj: Complaint | None = None, **options: Any) -> Any:
        """A chosen template fills the answer, in the language of the player."""
        form = super().get_form(request, obj, **options)  # a new class for each request
        if obj is not None:
            code = request.GET.get("template", "")
            form.ready_answer = template_text("complaint", code, obj.player.person.language)
        return form

    def response_change(self, request: HttpRequest, obj: Complaint) -> HttpResponse:
        return redirect("admin:inbox_complaint_changelist")

    def save_model(self, request: HttpRequest, obj: Complaint, form: Any, change: bool) -> None:
        cleaned = form.cleaned_data
        try:
            complaints.answer_complaint(
                complaint=obj,
                person=signed_in_staff(request),
                text=cleaned["answer"],
                outcome=cleaned["decision"],
                request=request,
            )
        except complaints.ComplaintRefused as refused:
            messages.error(request, refused.sentence)
            return
        text = (
            gettext("Complaint %(number)s decided; the player has been informed.")
            if cleaned["decision"]
            else gettext("Answer to complaint %(number)s sent to the player.")
        )
        messages.success(request, text % {"number": obj.number})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Complaint | None = None) -> bool:
        # An answer to a complaint decided meanwhile returns to its author with an explanation; it is not a
        # matter of permissions.
        answered = request.method == "POST" or obj is None or obj.state != Complaint.State.DECIDED
        return answered and bool(super().has_change_permission(request, obj))

    @display(
        description=_("status"),
        label={
            "open": "warning",
            "answered": "info",
            "accepted": "success",
            "partial": "success",
            "rejected": "danger",
            "late": "danger",
        },
    )
    def status_badge(self, complaint: Complaint, now: datetime | None = None) -> tuple[str, str]:
        if complaint.outcome:
            return complaint.outcome, complaint.get_outcome_display()
        names = {"open": gettext("waiting for the house"), "answered": gettext("waiting for the player")}
        return (
            ("late", gettext("late"))
            if complaints.is_late(complaint, now)
            else (complaint.state, names[complaint.state])
        )

    @display(description=_("status"))
    def status_display(self, complaint: Complaint) -> str:
        status: tuple[str, str] = self.status_badge(complaint)
        return status[1]

    @display(description=_("decision due"), ordering="due")
    def due_display(self, complaint: Complaint) -> str:
        return str(date_format(localtime(complaint.due), "SHORT_DATE_FORMAT"))

    @display(description=_("decided on"), ordering="decided")
    def decided_display(self, complaint: Complaint) -> str:
        return format_moment(complaint.decided)

    @display(description=_("received"), ordering="opened")
    def opened_display(self, complaint: Complaint) -> str:
        return format_moment(complaint.opened)

    @display(description=_("round"))
    def round_display(self, complaint: Complaint) -> str:
        if complaint.round is None:
            return "–"
        url = play_records().round_admin_url(complaint.round)
        return format_html('<a href="{}">{}</a>', url, complaint.round)


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    """The messages to players, and whether the e-mail was sent."""

    list_display = ("at_display", "player", "subject", "mail", "tries", "mailed_display", "read_display")
    list_filter = ("mail", choices_filter("kind", _("kind"), lambda: MESSAGE_NAMES))
    search_fields = ("player__alias", "=kind")
    list_select_related = ("player",)
    ordering = ("-id",)
    fields = ("at_display", "player", "subject", "text", "mail", "tries", "mailed_display", "read_display")
    readonly_fields = ("at_display", "subject", "text", "mailed_display", "read_display")

    def record_name(self, record: Model) -> str:
        assert isinstance(record, Message)
        return f"{MESSAGE_NAMES.get(record.kind, record.kind)} · {moment_name(record.at)}"

    @display(description=_("at"), ordering="id")
    def at_display(self, message: Message) -> str:
        return format_moment(message.at)

    @display(description=_("subject"))
    def subject(self, message: Message) -> str:
        return subject_and_text(message)[0]

    @display(description=_("text"))
    def text(self, message: Message) -> str:
        return subject_and_text(message)[1]

    @display(description=_("e-mail sent"))
    def mailed_display(self, message: Message) -> str:
        return format_moment(message.mailed)

    @display(description=_("read"))
    def read_display(self, message: Message) -> str:
        return format_moment(message.read)
