"""The panels of a player's page that show the players' own records: money, sessions, limits, complaints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Case, Count, F, Sum, When
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.administration.player_page import (
    Panel,
    PanelCell,
    PanelTable,
    register_panels,
)
from players.administration.player_timeline import subject_of
from players.inbox.models import Complaint, Message
from players.models import Player, PlaySession
from players.play_records import game_name
from players.protection.limit_text import limit_name, limit_value
from players.protection.limits import limit_statuses
from players.protection.models import Exclusion, Pause
from players.shared.admin_base import format_moment
from players.shared.exports.list_document import Column
from players.shared.money import format_money
from players.wallet.cashier.models import Adjustment, Payment
from players.wallet.cashier.payment_reasons import reason_text
from players.wallet.models import Account, Transfer
from players.wallet.transfer_kinds import transfer_kind_name

MAX_ROWS = 50  # of one panel; the list behind it has all of them
PAYMENT_STATES = {"held": "warning", "refused": "danger", "failed": "danger", "returned": "warning"}


def _list_url(name: str, player: Player) -> str:
    return f"{reverse(f'admin:{name}_changelist')}?q={player.alias}"


def _money(cents: int | None, currency: str = "EUR", *, signed: bool = False) -> PanelCell:
    return PanelCell("–" if cents is None else format_money(cents, currency, signed=signed))


def _payment_totals(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    """What came in and went out for good, and what is on its way."""
    counted = (Payment.Status.PAID, Payment.Status.HELD, Payment.Status.SENT)
    paid = Payment.objects.filter(player=player, status__in=counted)
    sums = paid.order_by().values("direction", "status").annotate(payments=Count("id"), cents=Sum("cents"))
    rows = [
        [
            PanelCell(Payment.Direction(row["direction"]).label),
            PanelCell(Payment.Status(row["status"]).label),
            PanelCell(row["payments"]),
            _money(row["cents"]),
        ]
        for row in sums.order_by("direction", "status")
    ]
    paid_in = sum(row["cents"] for row in sums if (row["direction"], row["status"]) == ("deposit", "paid"))
    paid_out = sum(
        row["cents"] for row in sums if (row["direction"], row["status"]) == ("withdrawal", "paid")
    )
    columns = [
        Column(_("what")),
        Column(_("status")),
        Column(_("payments"), "count"),
        Column(_("amount"), "money"),
    ]
    net = format_money(paid_in - paid_out, "EUR", signed=True)
    note = _("Deposits less withdrawals: %(amount)s") % {"amount": net}
    return {"table": PanelTable(columns, rows, note)}


def _payments(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    rows = [
        [
            PanelCell(format_moment(row.made), reverse("admin:cashier_payment_change", args=[row.pk])),
            PanelCell(row.get_direction_display()),
            PanelCell(row.get_status_display(), state=PAYMENT_STATES.get(row.status, "")),
            PanelCell(reason_text(row.reason) if row.reason else "–"),
            _money(row.cents),
            _money(row.after),
        ]
        for row in Payment.objects.filter(player=player).order_by("-made", "-id")[:MAX_ROWS]
    ]
    columns = [
        Column(_("requested")),
        Column(_("what")),
        Column(_("status")),
        Column(_("reason")),
        Column(_("amount"), "money"),
        Column(_("balance after"), "money"),
    ]
    return {"table": PanelTable(columns, rows, all_url=_list_url("cashier_payment", player))}


def _adjustments(request: HttpRequest, player: Player) -> Mapping[str, Any] | None:
    adjustments = Adjustment.objects.filter(player=player).select_related("requested_by", "decided_by")
    rows = [
        [
            PanelCell(
                format_moment(row.requested_at), reverse("admin:cashier_adjustment_change", args=[row.pk])
            ),
            PanelCell(row.get_status_display()),
            PanelCell(row.ticket),
            PanelCell(row.requested_by.email),
            PanelCell(row.decided_by.email if row.decided_by else "–"),
            _money(row.cents, signed=True),
        ]
        for row in adjustments.order_by("-id")[:MAX_ROWS]
    ]
    columns = [
        Column(_("requested")),
        Column(_("status")),
        Column(_("ticket")),
        Column(_("requested by")),
        Column(_("decided by")),
        Column(_("amount"), "money"),
    ]
    return {"table": PanelTable(columns, rows)} if rows else None


def _transfers(request: HttpRequest, player: Player) -> Mapping[str, Any] | None:
    """The last movements of the wallet. Each side has its index, so the sides are queried separately."""
    wallet = Account.objects.filter(player=player, kind=Account.Kind.WALLET, currency="EUR").first()
    if wallet is None:
        return None
    transfers = [
        transfer
        for side in ("source", "target")
        for transfer in Transfer.objects.filter(**{side: wallet}).order_by("-at", "-id")[:MAX_ROWS]
    ]
    transfers.sort(key=lambda transfer: (transfer.at, transfer.pk), reverse=True)
    rows = [
        [
            PanelCell(format_moment(row.at), reverse("admin:wallet_transfer_change", args=[row.pk])),
            PanelCell(transfer_kind_name(row.kind)),
            PanelCell(row.round or "–"),
            _money(row.cents if row.target_id == wallet.pk else -row.cents, signed=True),
        ]
        for row in transfers[:MAX_ROWS]
    ]
    columns = [
        Column(_("at")),
        Column(_("kind")),
        Column(_("round")),
        Column(_("amount"), "money"),
    ]
    return {"table": PanelTable(columns, rows)}


def _sessions(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    rows = [
        [
            PanelCell(format_moment(row.started), reverse("admin:players_playsession_change", args=[row.pk])),
            PanelCell(row.table_name),
            PanelCell(game_name(row.system)),
            PanelCell(row.get_cause_display() if row.ended else _("open"), state="" if row.ended else "good"),
            PanelCell(row.rounds if row.ended else "–"),
            _money(row.staked if row.ended else None, row.currency),
            _money(row.net if row.ended else None, row.currency, signed=True),
        ]
        for row in PlaySession.objects.filter(player=player).order_by("-id")[:MAX_ROWS]
    ]
    columns = [
        Column(_("started")),
        Column(_("table")),
        Column(_("game")),
        Column(_("how it ended")),
        Column(_("rounds"), "count"),
        Column(_("staked"), "money"),
        Column(_("net"), "money"),
    ]
    return {"table": PanelTable(columns, rows, all_url=_list_url("players_playsession", player))}


def _limits(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    rows = [
        [
            PanelCell(limit_name(status.kind, status.period)),
            PanelCell(limit_value(status.value, status.kind)),
            PanelCell(limit_value(status.used, status.kind)),
            PanelCell(
                limit_value(status.remaining, status.kind) if status.remaining is not None else "–",
                state="warning" if status.value is not None and status.percent_used >= 90 else "",
            ),
            PanelCell(
                f"{limit_value(status.scheduled.value, status.kind)} · {_moment(status.scheduled.starts)}"
                if status.scheduled
                else "–"
            ),
        ]
        for status in limit_statuses(player)
    ]
    columns = [
        Column(_("limit")),
        Column(_("value"), "money"),
        Column(_("used"), "money"),
        Column(_("left"), "money"),
        Column(_("scheduled change")),
    ]
    return {"table": PanelTable(columns, rows, all_url=_list_url("protection_limit", player))}


def _moment(moment: Any) -> str:
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


def _exclusions(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    exclusions = Exclusion.objects.filter(player=player).order_by("-starts", "-id")[:MAX_ROWS]
    rows = [
        [
            PanelCell(format_moment(row.starts), reverse("admin:protection_exclusion_change", args=[row.pk])),
            PanelCell(row.get_source_display()),
            PanelCell(format_moment(row.ends) if row.ends else _("without end")),
        ]
        for row in exclusions
    ]
    columns = [Column(_("from")), Column(_("source")), Column(_("until"))]
    return {"table": PanelTable(columns, rows)}


def _pauses(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    rows = [
        [
            PanelCell(format_moment(row.starts), reverse("admin:protection_pause_change", args=[row.pk])),
            PanelCell(format_moment(row.ends)),
        ]
        for row in Pause.objects.filter(player=player).order_by("-starts", "-id")[:MAX_ROWS]
    ]
    return {"table": PanelTable([Column(_("from")), Column(_("until"))], rows)}


def _complaints(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    undecided_first = Case(When(state=Complaint.State.DECIDED, then=1), default=0)
    complaints = Complaint.objects.filter(player=player).select_related("handler")
    rows = [
        [
            PanelCell(row.number, reverse("admin:inbox_complaint_change", args=[row.pk])),
            PanelCell(row.get_category_display()),
            PanelCell(row.get_state_display(), state="" if row.decided else "warning"),
            PanelCell(row.get_outcome_display() or "–"),
            PanelCell(format_moment(row.opened)),
            PanelCell(format_moment(row.due)),
            PanelCell(row.handler.email if row.handler else "–"),
        ]
        for row in complaints.order_by(undecided_first, F("opened").desc(), "-id")[:MAX_ROWS]
    ]
    columns = [
        Column(_("number")),
        Column(_("about")),
        Column(_("status")),
        Column(_("outcome")),
        Column(_("received")),
        Column(_("decision due")),
        Column(_("handled by")),
    ]
    return {"table": PanelTable(columns, rows)}


def _messages(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    rows = [
        [
            PanelCell(format_moment(row.at), reverse("admin:inbox_message_change", args=[row.pk])),
            PanelCell(subject_of(row, player)),
            PanelCell(row.get_mail_display(), state="danger" if row.mail == Message.Mail.FAILED else ""),
            PanelCell(format_moment(row.read)),
        ]
        for row in Message.objects.filter(player=player).order_by("-id")[:MAX_ROWS]
    ]
    columns = [
        Column(_("at")),
        Column(_("subject")),
        Column(_("e-mail")),
        Column(_("read")),
    ]
    return {"table": PanelTable(columns, rows, all_url=_list_url("inbox_message", player))}


register_panels(
    Panel("payment-totals", "money", gettext_lazy("In all"), "cashier.view_payment", 10, _payment_totals),
    Panel(
        "payments", "money", gettext_lazy("Deposits and withdrawals"), "cashier.view_payment", 20, _payments
    ),
    Panel("adjustments", "money", gettext_lazy("Corrections"), "cashier.view_adjustment", 30, _adjustments),
    Panel("transfers", "money", gettext_lazy("Transfers"), "wallet.view_transfer", 40, _transfers),
    Panel("sessions", "play", gettext_lazy("Play sessions"), "players.view_playsession", 20, _sessions),
    Panel("limits", "protection", gettext_lazy("Limits"), "protection.view_limit", 10, _limits),
    Panel(
        "exclusions", "protection", gettext_lazy("Exclusions"), "protection.view_exclusion", 20, _exclusions
    ),
    Panel("pauses", "protection", gettext_lazy("Pauses"), "protection.view_pause", 30, _pauses),
    Panel("complaints", "complaints", gettext_lazy("Complaints"), "inbox.view_complaint", 10, _complaints),
    Panel("messages", "complaints", gettext_lazy("Messages"), "inbox.view_message", 20, _messages),
)
