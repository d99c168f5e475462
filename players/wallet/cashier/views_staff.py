"""Staff actions of the cashier: release or refuse a withdrawal, request a correction, propose a ceiling."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person, Player
from players.shared import clock
from players.shared.amount_field import AmountField
from players.shared.money import format_money
from players.shared.staff_errors import DecidedMeanwhile, MissingPermission
from players.shared.staff_reasons import MIN_LENGTH, reason_of
from players.wallet.cashier import adjustments, ceilings
from players.wallet.cashier.models import Ceiling, Payment, WithdrawalDecision
from players.wallet.cashier.withdrawals import AccountNotUsableYet, NotHeld, decide_withdrawal, is_released
from players.wallet.methods.descriptions import PAYOUT_CODES, method_name

LATEST_BEGINNING = timedelta(days=365)


class AdjustmentForm(forms.Form):
    """The form of a correction. Errors appear beside their fields and the input is kept."""

    player = forms.CharField(label=gettext_lazy("player"), max_length=20)
    amount = AmountField(label=gettext_lazy("Amount in euros"), minimum=1)
    way = forms.ChoiceField(
        label=gettext_lazy("direction"),
        choices=[("in", gettext_lazy("add to the balance")), ("out", gettext_lazy("take from the balance"))],
    )
    ticket = forms.CharField(label=gettext_lazy("ticket"), max_length=40)
    reason = forms.CharField(
        label=gettext_lazy("reason"),
        min_length=MIN_LENGTH,
        max_length=200,
        help_text=gettext_lazy("At least %(least)s characters.") % {"least": MIN_LENGTH},
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_player(self) -> Player:
        player = Player.objects.filter(alias=self.cleaned_data["player"].strip()).first()
        if player is None:
            raise forms.ValidationError(_("There is no player with that name."))
        return player

    def clean(self) -> dict[str, Any]:
        """Checks the ceilings and the balance."""
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        player, amount = cleaned["player"], cleaned["amount"]
        self.cents = amount if cleaned["way"] == "in" else -amount
        self.before = adjustments.balance_of(player)
        if self.before + self.cents < 0:
            values = {"balance": format_money(self.before, "EUR")}
            self.add_error(
                "amount", _("The balance is %(balance)s, which is less than the amount to take out.") % values
            )
        try:
            adjustments.check_ceilings(player, self.cents, self.person)
        except adjustments.CeilingExceeded as error:
            self.add_error("amount", error.sentence)
        return cleaned


class CeilingForm(forms.Form):
    """The proposal of a ceiling. Errors appear beside their fields and the input is kept."""

    what = forms.ChoiceField(label=gettext_lazy("ceiling"), choices=Ceiling.What.choices)
    role = forms.ModelChoiceField(
        Group.objects.order_by("name"),
        label=gettext_lazy("role"),
        required=False,
        empty_label=gettext_lazy("everybody"),
        help_text=gettext_lazy("Of the person who decides. A review and the sum of a day have no role."),
    )
    method = forms.ChoiceField(
        label=gettext_lazy("payment method"),
        required=False,
        choices=[("", gettext_lazy("any")), *((code, method_name(code)) for code in PAYOUT_CODES)],
        help_text=gettext_lazy("By which a withdrawal goes out. Other ceilings have no method."),
    )
    amount = AmountField(label=gettext_lazy("Amount in euros"), minimum=1, required=False)
    is_lifted = forms.BooleanField(
        label=gettext_lazy("no amount of its own: the more general ceiling applies again"), required=False
    )
    first_day = forms.DateField(
        label=gettext_lazy("in force from the beginning of"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Empty: as soon as a second person approves it."),
    )
    reason = forms.CharField(
        label=gettext_lazy("reason"),
        min_length=MIN_LENGTH,
        max_length=200,
        help_text=gettext_lazy("At least %(least)s characters.") % {"least": MIN_LENGTH},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role: Any = self.fields["role"]
        role.label_from_instance = lambda group: _(group.name)

    def clean_first_day(self) -> date | None:
        day: date | None = self.cleaned_data["first_day"]
        today = clock.day_of(clock.now())
        if day is not None and not today < day <= today + LATEST_BEGINNING:
            raise forms.ValidationError(_("Choose a day from tomorrow on, within a year, or leave it empty."))
        return day

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        if cleaned["role"] and cleaned["what"] not in Ceiling.OF_ROLES:
            self.add_error("role", _("This ceiling is the same for everybody."))
        if cleaned["method"] and cleaned["what"] not in Ceiling.OF_METHODS:
            self.add_error("method", _("This ceiling is the same for any payment method."))
        if (cleaned["amount"] is None) != cleaned["is_lifted"]:
            self.add_error("amount", _("Write an amount, or tick that there is none of its own."))
        return cleaned


def payment_or_none(pk: object) -> Payment | None:
    try:
        return Payment.objects.select_related("player").filter(pk=UUID(str(pk))).first()
    except ValueError:
        return None


def staff_with_permission(request: HttpRequest, permission: str) -> Person:
    if not isinstance(request.user, Person) or not request.user.has_perm(permission):
        raise MissingPermission(permission)
    return request.user


@require_POST
@step_up_required
def decide_payment(request: HttpRequest, pk: UUID) -> HttpResponse:
    person = staff_with_permission(request, "cashier.release_payment")
    if payment_or_none(pk) is None:
        raise Http404
    verb = request.POST.get("verb", "")
    if verb not in WithdrawalDecision.Verb.values:
        messages.error(request, _("This step does not exist."))
    elif reason := reason_of(request):
        try:
            payment = decide_withdrawal(pk, person, verb, reason)
        except AccountNotUsableYet:
            messages.error(
                request,
                _(
                    "Nobody can release it before the waiting time of the payment account is over. It "
                    "then continues automatically."
                ),
            )
        except NotHeld as error:
            if Payment.objects.filter(pk=pk, status=Payment.Status.HELD).exists():
                messages.error(
                    request, _("You have decided this already. A second person must decide it too.")
                )
            else:
                raise _decided_meanwhile(pk) from error
        else:
            messages.success(request, _after_decision(payment))
    return redirect("admin:cashier_payment_change", pk)


def _after_decision(payment: Payment) -> str:
    if payment.status != Payment.Status.HELD:
        return _("Done; the player has been notified.")
    if is_released(payment):
        return _("Recorded. It continues automatically when the others have answered.")
    return _("Recorded. A second person must also release it.")


def _decided_meanwhile(pk: UUID) -> DecidedMeanwhile:
    payment = Payment.objects.select_related("player").get(pk=pk)
    decision = WithdrawalDecision.objects.filter(payment=pk).select_related("person").order_by("-id").first()
    return DecidedMeanwhile(
        record=f"{payment} · {payment.player.alias}",
        url=reverse("admin:cashier_payment_change", args=[pk]),
        by=decision.person.email if decision else "",
        at=decision.at if decision else payment.changed,
        outcome=payment.get_status_display(),
    )


@require_http_methods(["GET", "POST"])
@step_up_required
def propose_ceiling(request: HttpRequest) -> HttpResponse:
    person = staff_with_permission(request, ceilings.PROPOSES)
    form = CeilingForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            ceilings.propose_ceiling(
                what=data["what"],
                cents=data["amount"],
                role=data["role"],
                method=data["method"],
                begins=clock.midnight(data["first_day"]) if data["first_day"] else None,
                reason=data["reason"],
                person=person,
                request=request,
            )
        except ceilings.ChangeWaits:
            form.add_error(
                None, _("A change of this ceiling is already waiting for a second person. Withdraw it first.")
            )
        else:
            messages.success(request, _("Proposed. A second person must approve it."))
            return redirect("admin:cashier_ceiling_changelist")
    context = {
        **admin.site.each_context(request),
        "title": _("Propose a ceiling"),
        "form": form,
        "list_url": reverse("admin:cashier_ceiling_changelist"),
        "list_title": ceilings.CEILING.title,
    }
    return render(request, "backoffice/decisions/proposal.html", context, status=422 if form.errors else 200)


@require_POST
@step_up_required
def request_adjustment(request: HttpRequest) -> HttpResponse:
    """Repeats the amount as understood, with the balance before and after.

    The request counts when that is confirmed.
    """
    person = staff_with_permission(request, "cashier.add_adjustment")
    form = AdjustmentForm(request.POST, person=person)
    if not form.is_valid():
        return _render_request(request, form, status=422)
    data, understood = form.cleaned_data, str(form.cents)
    if request.POST.get("confirmed") != understood:
        summary = None if "change" in request.POST else _summary(form)
        return _render_request(request, form, summary=summary, understood=understood)
    try:
        adjustments.request_adjustment(data["player"], form.cents, data["ticket"], data["reason"], person)
    except adjustments.CeilingExceeded as error:  # a concurrent request came first
        form.add_error("amount", error.sentence)
        return _render_request(request, form, status=422)
    messages.success(request, _("Requested. A second person must approve it."))
    return redirect("admin:cashier_adjustment_changelist")


def _summary(form: AdjustmentForm) -> list[tuple[str, str]]:
    data = form.cleaned_data
    return [
        (_("Player"), data["player"].alias),
        (_("Amount"), format_money(form.cents, "EUR", signed=True)),
        (_("Balance now"), format_money(form.before, "EUR")),
        (_("Balance after"), format_money(form.before + form.cents, "EUR")),
        (_("Ticket"), data["ticket"]),
        (_("Reason"), data["reason"]),
    ]


def _render_request(
    request: HttpRequest, form: AdjustmentForm, *, status: int = 200, **context: Any
) -> HttpResponse:
    page_context = {
        **admin.site.each_context(request),
        "title": _("Request a correction"),
        "form": form,
        **context,
    }
    return render(request, "backoffice/cashier/adjustment_request.html", page_context, status=status)
