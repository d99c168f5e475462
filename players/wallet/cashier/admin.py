"""The cashier in the back office: withdrawals on hold, and the records of payments and notifications."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.views import ChangeList

from players.decisions.pages import DecisionAdmin
from players.models import Person
from players.shared.admin_base import (
    ReadOnlyAdmin,
    RepeatedRequestAdmin,
    TotalsAdmin,
    choices_filter,
    format_amount,
    format_moment,
    link_filter,
    signed_in_staff,
)
from players.shared.answer_templates import ready_answers
from players.shared.list_filters import between, days_filter, player_filter
from players.wallet.cashier import views_staff
from players.wallet.cashier.adjustments import ADJUSTMENT, balance_of
from players.wallet.cashier.ceilings import CEILING, PROPOSES, ceilings_now
from players.wallet.cashier.models import (
    QUEUE_ORDER,
    Adjustment,
    Ceiling,
    GatewayRequest,
    Notification,
    Payment,
)
from players.wallet.cashier.payment_reasons import reason_text
from players.wallet.cashier.withdrawal_facts import withdrawal_facts
from players.wallet.cashier.withdrawals import people_needed
from players.wallet.methods.descriptions import method_name
from players.wallet.wallet_movements import FEW, last_before, wallet_movements

Status = Payment.Status

REPORTED = {status.value: status.label for status in (Status.PENDING, Status.PAID, Status.FAILED)}
STATUS_LABELS = {
    "refused": "danger", "asked": "info", "pending": "info", "held": "warning", "released": "info",
    "sent": "info", "paid": "success", "failed": "danger", "cancelled": "info", "declined": "danger",
    "returned": "warning",
}  # fmt: skip


@admin.register(Payment)
class PaymentAdmin(TotalsAdmin):
    """Withdrawals on hold come first, the oldest on top. Refused attempts are listed too."""

    total_columns: ClassVar[dict[str, Any]] = {"cents": (_("amount"), "cents")}
    currency_column = ""
    list_display = (
        "made_display",
        "player",
        "direction",
        "method_display",
        "amount_display",
        "status_badge",
        "why",
        "before_display",
        "after_display",
    )
    list_filter = (
        days_filter("made", _("requested"), between("made")),
        player_filter(lambda payments, players: payments.filter(player__in=players)),
        "status",
        "direction",
        link_filter("method", _("payment method"), method_name),
        "cause",
        link_filter("reason", _("reason"), reason_text),
    )
    search_fields = ("=id", "player__alias", "=reference")
    list_select_related = ("player",)
    readonly_fields = (
        "number",
        "method_display",
        "amount_display",
        "held_display",
        "why",
        "before_display",
        "after_display",
        "holder_display",
        "iban_display",
        "made_display",
        "changed_display",
        "credited_display",
    )
    change_form_outer_before_template = "backoffice/cashier/payment_decision.html"
    change_form_outer_after_template = "backoffice/cashier/payment.html"

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return list(QUEUE_ORDER)

    def get_fieldsets(self, request: HttpRequest, obj: Payment | None = None) -> Any:
        """Two facts beside each other. Only a withdrawal can be held and goes to an account."""
        is_withdrawal = obj is not None and not obj.incoming
        held = (("held_display", "why"),) if is_withdrawal else ("why",)
        account = (("holder_display", "iban_display"),) if is_withdrawal else ()
        return [
            (
                _("Payment"),
                {"fields": (("player", "direction"), ("amount_display", "status"), *held, "cause")},
            ),
            (_("Balance"), {"fields": (("before_display", "after_display"),)}),
            (
                _("Gateway"),
                {"fields": (("method_display", "instrument"), ("payer",), *account, ("reference", "number"))},
            ),
            (_("Times"), {"fields": (("made_display", "changed_display"), "credited_display")}),
        ]

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<uuid:pk>/decide/", wrap(views_staff.decide_payment), name="cashier_payment_decide"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        payment = views_staff.payment_or_none(object_id)
        context = payment_context(request, payment) if payment is not None else {}
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description=_("requested"), ordering="made")
    def made_display(self, payment: Payment) -> str:
        return format_moment(payment.made)

    @display(description=_("changed"))
    def changed_display(self, payment: Payment) -> str:
        return format_moment(payment.changed)

    @display(description=_("settled"))
    def credited_display(self, payment: Payment) -> str:
        return format_moment(payment.credited)

    @display(description=_("amount"), ordering="cents")
    def amount_display(self, payment: Payment) -> str:
        return format_amount(payment.cents, "EUR")

    @display(description=_("status"), label=STATUS_LABELS, ordering="status")
    def status_badge(self, payment: Payment) -> tuple[str, str]:
        return payment.status, payment.get_status_display()

    @display(description=_("payment method"), ordering="method")
    def method_display(self, payment: Payment) -> str:
        return payment.method_name or "–"

    @display(description=_("held because"))
    def held_display(self, payment: Payment) -> str:
        return reason_text(payment.held) if payment.held else "–"

    @display(description=_("reason"))
    def why(self, payment: Payment) -> str:
        return reason_text(payment.reason) if payment.reason else "–"

    @display(description=_("balance before"))
    def before_display(self, payment: Payment) -> str:
        return format_amount(payment.before, "EUR")

    @display(description=_("balance after"))
    def after_display(self, payment: Payment) -> str:
        return format_amount(payment.after, "EUR")

    @display(description=_("number of the payment"))
    def number(self, payment: Payment) -> str:
        return str(payment.pk)

    @display(description=_("holder"))
    def holder_display(self, payment: Payment) -> str:
        return payment.payee.holder or "–"

    @display(description="IBAN")
    def iban_display(self, payment: Payment) -> str:
        iban = payment.payee.iban
        return f"{iban[:4]} ···· {iban[-4:]}" if iban else "–"


def payment_context(request: HttpRequest, payment: Payment) -> dict[str, Any]:
    """The record of a payment and, while it is on hold, what its decision needs."""
    context: dict[str, Any] = {
        "payment": payment,
        "decisions": payment.decisions.select_related("person").order_by("id"),
        "notifications": Notification.objects.filter(payment=payment.pk).order_by("received", "id"),
        "gateway_requests": payment.gateway_requests.order_by("id"),
    }
    if payment.status != Payment.Status.HELD:
        return context
    waits = payment.reason == "new-account"
    return {
        **context,
        "needed": people_needed(payment, signed_in_staff(request)),
        "held_reason": reason_text(payment.held),
        "facts": withdrawal_facts(payment),
        "movements": wallet_movements(payment.player_id, partial(last_before, payment.made, most=FEW))
        if request.user.has_perm("wallet.view_account")
        else [],
        "waits_for_account": waits,
        "may_decide": request.user.has_perm("cashier.release_payment")
        and not payment.decisions.filter(person=request.user.pk).exists(),
        **ready_answers(request, "withdrawal", payment.player.person.language),
    }


@admin.register(Adjustment)
class AdjustmentAdmin(DecisionAdmin, TotalsAdmin):
    """Corrections: requested with a ticket and a reason, posted when a second person approves."""

    kind = ADJUSTMENT
    currency_column = ""
    total_columns: ClassVar[dict[str, Any]] = {"cents": (_("amount"), "cents")}
    list_display = (
        "asked_display",
        "player",
        "amount_display",
        "ticket",
        "reason",
        "status_badge",
        "requested_by",
        "decided_by",
    )
    list_filter = ("status",)
    search_fields = ("ticket", "player__alias")
    list_select_related = ("player", "requested_by", "decided_by")
    ordering = ("-id",)
    fields = (
        "player",
        "amount_display",
        "ticket",
        "reason",
        "status",
        "requested_by",
        "asked_display",
        "decided_by",
        "before_display",
        "after_display",
    )
    readonly_fields = ("amount_display", "asked_display", "before_display", "after_display")
    change_form_outer_before_template = "backoffice/cashier/adjustment.html"
    change_list_template = "backoffice/cashier/adjustments.html"

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("ask/", wrap(views_staff.request_adjustment), name="cashier_adjustment_ask"),
            *super().get_urls(),
        ]

    def page_context(self, row: Adjustment, person: Person) -> dict[str, Any]:
        context = {**super().page_context(row, person), "adjustment": row}
        if context["decision"]["steps"]:
            balance = balance_of(row.player)
            context |= {"balance": balance, "after": balance + row.cents}
        return context

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        may_request = request.user.has_perm("cashier.add_adjustment")
        form = views_staff.AdjustmentForm(person=signed_in_staff(request))
        response: HttpResponse = super().changelist_view(
            request, {**(extra_context or {}), "may_ask": may_request, "form": form}
        )
        return response

    @display(description=_("requested"), ordering="requested_at")
    def asked_display(self, adjustment: Adjustment) -> str:
        return format_moment(adjustment.requested_at)

    @display(description=_("amount"), ordering="cents")
    def amount_display(self, adjustment: Adjustment) -> str:
        return format_amount(adjustment.cents, "EUR")

    @display(description=_("balance before"))
    def before_display(self, adjustment: Adjustment) -> str:
        return format_amount(adjustment.before, "EUR")

    @display(description=_("balance after"))
    def after_display(self, adjustment: Adjustment) -> str:
        return format_amount(adjustment.after, "EUR")

    @display(
        description=_("status"),
        label={"asked": "warning", "done": "success", "refused": "danger"},
        ordering="status",
    )
    def status_badge(self, adjustment: Adjustment) -> tuple[str, str]:
        return adjustment.status, adjustment.get_status_display()


@admin.register(Ceiling)
class CeilingAdmin(DecisionAdmin):
    """What counts now, and every proposal."""

    kind = CEILING
    list_display = ("at_display", "name_display", "begins_display", "state_badge", "author", "decider")
    list_filter = ("state", "what")
    list_select_related = ("role", "author", "decider")
    ordering = ("-id",)
    fields = (
        "name_display", "begins_display", "reason", "state", "author", "at_display", "decider",
        "decided_display", "answer",
    )  # fmt: skip
    readonly_fields = ("name_display", "begins_display", "at_display", "decided_display")
    change_form_outer_before_template = "backoffice/cashier/ceiling.html"
    list_before_template = "backoffice/cashier/ceilings_now.html"

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("propose/", wrap(views_staff.propose_ceiling), name="cashier_ceiling_propose"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        context = {"may_propose": request.user.has_perm(PROPOSES), "ceilings": ceilings_now()}
        response: HttpResponse = super().changelist_view(request, {**(extra_context or {}), **context})
        return response

    def page_context(self, row: Ceiling, person: Person) -> dict[str, Any]:
        return {**super().page_context(row, person), "ceiling": row}

    @display(description=_("proposed"), ordering="at")
    def at_display(self, row: Ceiling) -> str:
        return format_moment(row.at)

    @display(description=_("ceiling"), ordering="what")
    def name_display(self, row: Ceiling) -> str:
        return str(row)

    @display(description=_("in force from"), ordering="begins")
    def begins_display(self, row: Ceiling) -> str:
        return format_moment(row.begins) if row.begins else str(_("its approval"))

    @display(description=_("decided"))
    def decided_display(self, row: Ceiling) -> str:
        return format_moment(row.decided) if row.decided else "–"

    @display(
        description=_("state"),
        label={"proposed": "warning", "in-force": "success", "refused": "danger", "withdrawn": "info"},
        ordering="state",
    )
    def state_badge(self, row: Ceiling) -> tuple[str, str]:
        return row.state, row.get_state_display()


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    list_display = ("received_display", "payment_display", "status_display", "outcome")
    list_filter = ("outcome", choices_filter("status", _("status reported"), lambda: REPORTED))
    search_fields = ("=id", "=payment")
    ordering = ("-received",)
    fields = ("id", "payment_display", "status_display", "outcome", "received_display", "body_display")
    readonly_fields = ("payment_display", "status_display", "received_display", "body_display")

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The payments are named, in one query for the page: a notification holds only a number."""
        changelist = super().get_changelist_instance(request)
        payments = Payment.objects.in_bulk({row.payment for row in changelist.result_list if row.payment})
        for row in changelist.result_list:
            row.payment_row = payments.get(row.payment)
        return changelist

    @display(description=_("payment"))
    def payment_display(self, notification: Notification) -> str:
        if hasattr(notification, "payment_row"):
            payment = notification.payment_row
        else:
            payment = Payment.objects.filter(pk__in=[notification.payment]).first()
        if payment is None:
            return "–"
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:cashier_payment_change", args=[payment.pk]), payment
        )

    @display(description=_("status reported"), ordering="status")
    def status_display(self, notification: Notification) -> str:
        return notification.reported

    @display(description=_("original text"))
    def body_display(self, notification: Notification) -> str:
        return format_html('<pre class="written"><code>{}</code></pre>', notification.body)

    @display(description=_("received"), ordering="received")
    def received_display(self, notification: Notification) -> str:
        return format_moment(notification.received)


@admin.register(GatewayRequest)
class GatewayRequestAdmin(RepeatedRequestAdmin):
    list_display = ("made_display", "kind", "payment", "done_display", "tries", "trouble_display")
    list_filter = ("kind",)
    search_fields = ("=payment__id",)
    list_select_related = ("payment",)
    ordering = ("-id",)
    fields = ("payment", "kind", "made_display", "done_display", "tries", "trouble_display", "text_display")
    readonly_fields = ("made_display", "done_display", "trouble_display", "text_display")

    @display(description=_("asked"), ordering="made")
    def made_display(self, request: GatewayRequest) -> str:
        return format_moment(request.made)

    @display(description=_("done"), ordering="done")
    def done_display(self, request: GatewayRequest) -> str:
        return format_moment(request.done)
