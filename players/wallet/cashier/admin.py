"""The cashier in the back office: withdrawals on hold are a queue; what came, went and was said is looked at."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Case, F, Q, When
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.shared.admin_base import ReadOnlyAdmin, TotalsAdmin, format_amount, format_moment
from players.wallet.cashier import views_staff
from players.wallet.cashier.adjustments import balance_of
from players.wallet.cashier.models import Adjustment, Errand, Notification, Payment
from players.wallet.cashier.payment_reasons import reason_said
from players.wallet.cashier.withdrawals import people_needed

STATES = {
    "refused": "danger", "asked": "info", "pending": "info", "held": "warning", "released": "info", "sent": "info", "paid": "success",
    "failed": "danger", "cancelled": "info", "returned": "warning",
}  # fmt: skip


@admin.register(Payment)
class PaymentAdmin(TotalsAdmin):
    """Withdrawals on hold stand first, the oldest on top; attempts that were refused are here as well."""

    total_columns: ClassVar[dict[str, Any]] = {"cents": (_("amount"), "cents")}
    currency_column = ""
    list_display = (
        "made_said",
        "player",
        "direction",
        "amount_said",
        "standing",
        "why",
        "before_said",
        "after_said",
    )
    list_filter = ("status", "direction", "cause")
    search_fields = ("=id", "player__alias", "=reference")
    list_select_related = ("player",)
    fields = (
        "id", "player", "direction", "amount_said", "status", "held_said", "why", "cause", "before_said", "after_said", "holder",
        "iban_said", "reference", "made_said", "changed_said", "credited_said",
    )  # fmt: skip
    readonly_fields = (
        "amount_said", "held_said", "why", "before_said", "after_said", "iban_said", "made_said", "changed_said", "credited_said",
    )  # fmt: skip
    change_form_outer_after_template = "backoffice/cashier/payment.html"

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        held = Q(status="held")
        return [
            Case(When(held, then=0), default=1).asc(),
            Case(When(held, then="made")).asc(),
            F("made").desc(),
        ]

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<uuid:pk>/decide/", guarded(views_staff.payment_decide), name="cashier_payment_decide"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        told: dict[str, Any] = {}
        payment = views_staff.payment_found(object_id)
        if payment is not None:
            told = {
                "payment": payment,
                "needed": people_needed(payment),
                "decisions": payment.decisions.select_related("person").order_by("id"),
                "words": Notification.objects.filter(payment=payment.pk).order_by("received", "id"),
                "errands": payment.errands.order_by("id"),
                "may_decide": payment.status == "held"
                and request.user.has_perm("cashier.release_payment")
                and not payment.decisions.filter(person=request.user.pk).exists(),
            }
        answer: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **told}
        )
        return answer

    @display(description=_("asked"), ordering="made")
    def made_said(self, payment: Payment) -> str:
        return format_moment(payment.made)

    @display(description=_("changed"))
    def changed_said(self, payment: Payment) -> str:
        return format_moment(payment.changed)

    @display(description=_("settled"))
    def credited_said(self, payment: Payment) -> str:
        return format_moment(payment.credited)

    @display(description=_("amount"), ordering="cents")
    def amount_said(self, payment: Payment) -> str:
        return format_amount(payment.cents, "EUR")

    @display(description=_("status"), label=STATES, ordering="status")
    def standing(self, payment: Payment) -> tuple[str, str]:
        return payment.status, payment.get_status_display()

    @display(description=_("held because"))
    def held_said(self, payment: Payment) -> str:
        return reason_said(payment.held) if payment.held else "–"

    @display(description=_("reason"))
    def why(self, payment: Payment) -> str:
        return reason_said(payment.reason) if payment.reason else "–"

    @display(description=_("balance before"))
    def before_said(self, payment: Payment) -> str:
        return format_amount(payment.before, "EUR")

    @display(description=_("balance after"))
    def after_said(self, payment: Payment) -> str:
        return format_amount(payment.after, "EUR")

    @display(description="IBAN")
    def iban_said(self, payment: Payment) -> str:
        return f"{payment.iban[:4]} ···· {payment.iban[-4:]}" if payment.iban else "–"


@admin.register(Adjustment)
class AdjustmentAdmin(TotalsAdmin):
    """Corrections: asked with a ticket and a reason, done when a second person approves."""

    currency_column = ""
    total_columns: ClassVar[dict[str, Any]] = {"cents": (_("amount"), "cents")}
    list_display = (
        "asked_said",
        "player",
        "amount_said",
        "ticket",
        "reason",
        "standing",
        "asked_by",
        "decided_by",
    )
    list_filter = ("status",)
    search_fields = ("ticket", "player__alias")
    list_select_related = ("player", "asked_by", "decided_by")
    ordering = ("-id",)
    fields = (
        "player",
        "amount_said",
        "ticket",
        "reason",
        "status",
        "asked_by",
        "asked_said",
        "decided_by",
        "before_said",
        "after_said",
    )
    readonly_fields = ("amount_said", "asked_said", "before_said", "after_said")
    change_form_outer_after_template = "backoffice/cashier/adjustment.html"
    change_list_template = "backoffice/cashier/adjustments.html"

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("ask/", guarded(views_staff.adjustment_ask), name="cashier_adjustment_ask"),
            path(
                "<int:pk>/decide/", guarded(views_staff.adjustment_decide), name="cashier_adjustment_decide"
            ),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        found = (
            Adjustment.objects.filter(pk=object_id).first()
            if object_id.isdecimal() and len(object_id) < 18
            else None
        )
        may = (
            found is not None
            and found.status == "asked"
            and found.asked_by_id != request.user.pk
            and request.user.has_perm("cashier.approve_adjustment")
        )
        told = {**(extra_context or {}), "adjustment": found, "may_decide": may}
        if found is not None and may:
            balance = balance_of(found.player)
            told |= {"balance": balance, "after": balance + found.cents}
        answer: HttpResponse = super().change_view(request, object_id, form_url, told)
        return answer

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        may = request.user.has_perm("cashier.add_adjustment")
        answer: HttpResponse = super().changelist_view(
            request, {**(extra_context or {}), "may_ask": may, "form": views_staff.AdjustmentForm()}
        )
        return answer

    @display(description=_("asked"), ordering="asked")
    def asked_said(self, found: Adjustment) -> str:
        return format_moment(found.asked)

    @display(description=_("amount"), ordering="cents")
    def amount_said(self, found: Adjustment) -> str:
        return format_amount(found.cents, "EUR")

    @display(description=_("balance before"))
    def before_said(self, found: Adjustment) -> str:
        return format_amount(found.before, "EUR")

    @display(description=_("balance after"))
    def after_said(self, found: Adjustment) -> str:
        return format_amount(found.after, "EUR")

    @display(
        description=_("status"),
        label={"asked": "warning", "done": "success", "refused": "danger"},
        ordering="status",
    )
    def standing(self, found: Adjustment) -> tuple[str, str]:
        return found.status, found.get_status_display()


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    list_display = ("received_said", "payment", "status", "outcome")
    list_filter = ("outcome", "status")
    search_fields = ("=id", "=payment")
    ordering = ("-received",)
    fields = ("id", "payment", "status", "outcome", "received_said", "body")
    readonly_fields = ("received_said",)

    @display(description=_("received"), ordering="received")
    def received_said(self, said: Notification) -> str:
        return format_moment(said.received)


@admin.register(Errand)
class ErrandAdmin(ReadOnlyAdmin):
    list_display = ("made_said", "kind", "payment", "done_said", "tries", "trouble")
    list_filter = ("kind",)
    search_fields = ("=payment__id",)
    list_select_related = ("payment",)
    ordering = ("-id",)
    fields = ("payment", "kind", "made_said", "done_said", "tries", "trouble")
    readonly_fields = ("made_said", "done_said")

    @display(description=_("made"), ordering="made")
    def made_said(self, errand: Errand) -> str:
        return format_moment(errand.made)

    @display(description=_("done"), ordering="done")
    def done_said(self, errand: Errand) -> str:
        return format_moment(errand.done)
