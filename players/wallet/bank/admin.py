"""The bank in the back office: files, statements, days with what is to be decided, chargebacks."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import display

from players.decisions.pages import DecisionAdmin
from players.identity.sign_in.reauthentication import has_stepped_up
from players.models import Person
from players.shared.admin_base import ReadOnlyAdmin, format_amount, format_moment, signed_in_staff
from players.wallet.bank import views_staff
from players.wallet.bank.chargebacks import RECOVERY
from players.wallet.bank.deciding import MATCH_DECISION, decides_alone
from players.wallet.bank.importing import SETTLEMENT
from players.wallet.bank.models import (
    BankFile,
    Chargeback,
    FundsDay,
    Match,
    MatchDecision,
    PayoutBatch,
    ReconciliationDay,
    Recovery,
    SettlementLine,
    Statement,
    StatementLine,
)
from players.wallet.models import Transfer
from players.wallet.transfer_kinds import transfer_kind_name

MOST_LINES = 200  # of a statement or a match that a page shows
FILE_LABELS = {"waiting": "info", "imported": "success", "refused": "danger"}
MATCH_LABELS = {"matched": "success", "open": "warning", "decided": "success", "superseded": "info"}


def number_of(object_id: str) -> int:
    """The number in an address; 0 is that of no row."""
    return int(object_id) if object_id.isdecimal() and len(object_id) < 18 else 0


@admin.register(BankFile)
class BankFileAdmin(ReadOnlyAdmin):
    """What came from bank and provider; refused files are listed with their reason."""

    list_display = ("received_display", "name", "state_badge", "kind_display", "sentence_display", "person")
    list_filter = ("state",)
    search_fields = ("name", "=digest")
    list_select_related = ("person",)
    ordering = ("-id",)
    fields = (
        "name", "state", "kind_display", "sentence_display", "received_display", "read_display", "person",
        "size", "digest",
    )  # fmt: skip
    readonly_fields = ("kind_display", "sentence_display", "received_display", "read_display")
    change_list_template = "backoffice/bank/files.html"

    def get_urls(self) -> list[URLPattern]:
        send = self.admin_site.admin_view(views_staff.send_file)
        return [path("send/", send, name="bank_bankfile_send"), *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        may_send = request.user.has_perm("bank.add_bankfile")
        context = {
            "may_send": may_send,
            "has_stepped_up": may_send and has_stepped_up(request),
            "form": views_staff.FileForm(),
        }
        response: HttpResponse = super().changelist_view(request, {**(extra_context or {}), **context})
        return response

    @display(description=pgettext_lazy("file", "received"), ordering="received")
    def received_display(self, file: BankFile) -> str:
        return format_moment(file.received)

    @display(description=pgettext_lazy("file", "read"))
    def read_display(self, file: BankFile) -> str:
        return format_moment(file.read)

    @display(description=_("state"), label=FILE_LABELS, ordering="state")
    def state_badge(self, file: BankFile) -> tuple[str, str]:
        return file.state, file.get_state_display()

    @display(description=_("kind"))
    def kind_display(self, file: BankFile) -> str:
        return str(_("settlement file")) if file.kind == SETTLEMENT else file.kind or "–"

    @display(description=_("refused because"))
    def sentence_display(self, file: BankFile) -> str:
        return file.sentence or "–"


@admin.register(Statement)
class StatementAdmin(ReadOnlyAdmin):
    list_display = (
        "number",
        "kind",
        "iban_display",
        "since",
        "until",
        "opening_display",
        "closing_display",
        "gap_display",
    )
    list_filter = ("kind",)
    search_fields = ("=number",)
    ordering = ("-until", "-id")
    fields = (
        "number", "kind", "iban_display", "since", "until", "opening_display", "closing_display",
        "gap_display", "file",
    )  # fmt: skip
    readonly_fields = ("iban_display", "opening_display", "closing_display", "gap_display")
    change_form_outer_after_template = "backoffice/bank/lines.html"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        lines = StatementLine.objects.filter(statement=number_of(object_id)).order_by("position")
        context = {"bank_lines": list(lines[:MOST_LINES]), "most": MOST_LINES, "count": lines.count()}
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description="IBAN")
    def iban_display(self, statement: Statement) -> str:
        return f"{statement.iban[:4]} ···· {statement.iban[-4:]}"

    @display(description=_("opening balance"))
    def opening_display(self, statement: Statement) -> str:
        return format_amount(statement.opening, "EUR")

    @display(description=_("closing balance"))
    def closing_display(self, statement: Statement) -> str:
        return format_amount(statement.closing, "EUR")

    @display(description=_("break since the statement before"))
    def gap_display(self, statement: Statement) -> str:
        return format_amount(statement.gap, "EUR", signed=True)


@admin.register(ReconciliationDay)
class ReconciliationDayAdmin(ReadOnlyAdmin):
    """A day with the list of what is to be decided, before it can close."""

    list_display = ("day", "closed_display", "waiting", "open_display")
    ordering = ("-day",)
    fields = ("day", "closed_display", "waiting", "seal")
    readonly_fields = ("closed_display",)
    change_form_outer_after_template = "backoffice/bank/day.html"

    def get_queryset(self, request: HttpRequest) -> Any:
        open_ones = Count("matches", filter=Q(matches__state=Match.State.OPEN))
        return super().get_queryset(request).annotate(open_matches=open_ones)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **day_context(object_id)}
        )
        return response

    @display(description=pgettext_lazy("day", "closed"), ordering="closed")
    def closed_display(self, day: ReconciliationDay) -> str:
        return format_moment(day.closed)

    @display(description=_("to be decided"))
    def open_display(self, day: Any) -> int:
        return int(day.open_matches)


def day_context(object_id: str) -> dict[str, Any]:
    try:
        day = date.fromisoformat(unquote(object_id))
    except ValueError:
        return {}
    matches = Match.objects.filter(day=day)
    return {
        "open_matches": list(matches.filter(state="open").order_by("pk")[:MOST_LINES]),
        "decided_matches": list(matches.filter(state="decided").order_by("pk")[:MOST_LINES]),
        "agreeing": matches.filter(state="matched").count(),
    }


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Lines that belong together. A person decides about those that do not agree."""

    list_display = ("day", "amount_display", "reason_display", "state_badge")
    list_filter = ("state", "reason")
    list_select_related = ("day",)
    ordering = ("-id",)
    fields = ("day", "amount_display", "reason_display", "state", "made_display")
    readonly_fields = ("amount_display", "reason_display", "made_display")
    change_form_outer_before_template = "backoffice/bank/match.html"

    def get_urls(self) -> list[URLPattern]:
        decide = self.admin_site.admin_view(views_staff.decide)
        return [path("<int:pk>/propose/", decide, name="bank_match_propose"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        match = Match.objects.filter(pk=number_of(object_id)).first()
        context = {} if match is None else match_context(match, request)
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description=_("amount"), ordering="cents")
    def amount_display(self, match: Match) -> str:
        return match.amount

    @display(description=_("reason"))
    def reason_display(self, match: Match) -> str:
        return match.get_reason_display()

    @display(description=_("found"))
    def made_display(self, match: Match) -> str:
        return format_moment(match.made)

    @display(description=_("state"), label=MATCH_LABELS, ordering="state")
    def state_badge(self, match: Match) -> tuple[str, str]:
        return match.state, match.get_state_display()


def match_context(match: Match, request: HttpRequest) -> dict[str, Any]:
    """The lines of the three sides, the decisions, and the form while there is something to decide."""
    decisions = list(match.decisions.select_related("author", "decider").order_by("pk"))
    pending = any(decision.state == MatchDecision.State.PROPOSED for decision in decisions)
    may_decide = (
        match.state == Match.State.OPEN and not pending and request.user.has_perm("bank.add_matchdecision")
    )
    transfers = Transfer.objects.filter(pk__in=match.ledger[:MOST_LINES]).order_by("at")
    return {
        "match": match,
        "decides_alone": may_decide and decides_alone(match, signed_in_staff(request)),
        "bank_lines": list(StatementLine.objects.filter(pk__in=match.bank[:MOST_LINES]).order_by("pk")),
        "provider_lines": list(
            SettlementLine.objects.filter(pk__in=match.provider[:MOST_LINES]).order_by("pk")
        ),
        "ledger_lines": [(row, transfer_kind_name(row.kind)) for row in transfers],
        "most": MOST_LINES,
        "count": len(match.provider),
        "decisions": decisions,
        "may_decide": may_decide,
        "outcomes": MatchDecision.Outcome.choices,
        "typed": views_staff.typed_before(request, "admin:bank_match_change", match.pk),
    }


@admin.register(MatchDecision)
class MatchDecisionAdmin(DecisionAdmin):
    kind = MATCH_DECISION
    list_display = ("at_display", "match", "outcome", "state", "author", "decider")
    list_filter = ("state", "outcome")
    list_select_related = ("match", "author", "decider")
    ordering = ("-id",)
    fields = ("match_display", "outcome", "reason", "state", "author", "at_display", "decider", "answer")
    readonly_fields = ("match_display", "at_display")
    change_form_outer_before_template = "backoffice/bank/decision.html"

    @display(description=_("proposed"), ordering="at")
    def at_display(self, decision: MatchDecision) -> str:
        return format_moment(decision.at)

    @display(description=_("match"))
    def match_display(self, decision: MatchDecision) -> str:
        url = reverse("admin:bank_match_change", args=[decision.match_id])
        return format_html('<a href="{}">{}</a>', url, decision.match)


@admin.register(Chargeback)
class ChargebackAdmin(ReadOnlyAdmin):
    list_display = ("opened_display", "player", "amount_display", "state")
    list_filter = ("state",)
    search_fields = ("player__alias",)
    list_select_related = ("player",)
    ordering = ("-id",)
    fields = ("player", "payment", "amount_display", "state", "opened_display")
    readonly_fields = ("amount_display", "opened_display")
    change_form_outer_before_template = "backoffice/bank/chargeback.html"

    def get_urls(self) -> list[URLPattern]:
        recover = self.admin_site.admin_view(views_staff.recover)
        return [path("<int:pk>/recover/", recover, name="bank_chargeback_recover"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        chargeback = Chargeback.objects.filter(pk=number_of(object_id)).first()
        context: dict[str, Any] = {}
        if chargeback is not None:
            recoveries = list(chargeback.recoveries.select_related("author", "decider").order_by("pk"))
            pending = any(recovery.state == Recovery.State.PROPOSED for recovery in recoveries)
            is_loss = chargeback.state == Chargeback.State.LOSS
            context = {
                "chargeback": chargeback,
                "recoveries": recoveries,
                "typed": views_staff.typed_before(request, "admin:bank_chargeback_change", chargeback.pk),
                "may_recover": is_loss and not pending and request.user.has_perm("bank.add_recovery"),
            }
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description=_("opened"), ordering="opened")
    def opened_display(self, chargeback: Chargeback) -> str:
        return format_moment(chargeback.opened)

    @display(description=_("amount"), ordering="cents")
    def amount_display(self, chargeback: Chargeback) -> str:
        return format_amount(chargeback.cents, "EUR")


@admin.register(Recovery)
class RecoveryAdmin(DecisionAdmin):
    kind = RECOVERY
    list_display = ("at_display", "chargeback", "state", "taken_display", "author", "decider")
    list_filter = ("state",)
    list_select_related = ("chargeback", "author", "decider")
    ordering = ("-id",)
    fields = ("chargeback", "reason", "state", "taken_display", "author", "at_display", "decider", "answer")
    readonly_fields = ("taken_display", "at_display")
    change_form_outer_before_template = "backoffice/bank/decision.html"

    def page_context(self, row: Recovery, person: Person) -> dict[str, Any]:
        return {**super().page_context(row, person), "recovery": row}

    @display(description=_("proposed"), ordering="at")
    def at_display(self, recovery: Recovery) -> str:
        return format_moment(recovery.at)

    @display(description=pgettext_lazy("from the balance", "taken"))
    def taken_display(self, recovery: Recovery) -> str:
        return format_amount(recovery.taken, "EUR")


@admin.register(PayoutBatch)
class PayoutBatchAdmin(ReadOnlyAdmin):
    list_display = ("number", "made_display", "payments", "amount_display", "instant")
    search_fields = ("=number",)
    ordering = ("-id",)
    fields = ("number", "made_display", "payments", "amount_display", "instant")
    readonly_fields = ("made_display", "amount_display")
    change_form_outer_after_template = "backoffice/bank/orders.html"

    def get_urls(self) -> list[URLPattern]:
        fetch = self.admin_site.admin_view(views_staff.fetch_batch)
        return [path("<int:pk>/file/", fetch, name="bank_payoutbatch_file"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        batch = PayoutBatch.objects.filter(pk=number_of(object_id)).first()
        orders = [] if batch is None else list(batch.orders.select_related("payment__player").order_by("pk"))
        may_fetch = request.user.has_perm("bank.add_bankfile")
        context = {"batch": batch, "orders": orders, "may_fetch": may_fetch}
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description=_("made"), ordering="made")
    def made_display(self, batch: PayoutBatch) -> str:
        return format_moment(batch.made)

    @display(description=_("amount"), ordering="cents")
    def amount_display(self, batch: PayoutBatch) -> str:
        return format_amount(batch.cents, "EUR")


@admin.register(FundsDay)
class FundsDayAdmin(ReadOnlyAdmin):
    """Each day: what is owed to players, and what the accounts for it held."""

    list_display = ("day", "owed_display", "held_display", "difference_display")
    ordering = ("-day",)
    fields = ("day", "owed_display", "held_display", "difference_display", "compared_display")
    readonly_fields = ("owed_display", "held_display", "difference_display", "compared_display")

    @display(description=_("owed to players"))
    def owed_display(self, day: FundsDay) -> str:
        return format_amount(day.owed, "EUR")

    @display(description=_("held for players"))
    def held_display(self, day: FundsDay) -> str:
        return format_amount(day.held, "EUR", none=_("unknown"))

    @display(description=_("difference"))
    def difference_display(self, day: FundsDay) -> str:
        return format_amount(day.difference, "EUR", signed=True, none=_("unknown"))

    @display(description=_("compared"))
    def compared_display(self, day: FundsDay) -> str:
        return format_moment(day.compared)
