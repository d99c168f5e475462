"""Staff actions of the cashier: release or refuse a withdrawal, request a correction, approve one
requested by another person.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person, Player
from players.shared.amount_field import AmountField
from players.shared.money import format_money
from players.shared.staff_errors import DecidedMeanwhile, MissingPermission
from players.shared.staff_reasons import MIN_LENGTH, reason_of
from players.wallet.cashier import adjustments
from players.wallet.cashier.models import Payment, WithdrawalDecision
from players.wallet.cashier.withdrawals import AccountNotUsableYet, NotHeld, decide_withdrawal


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

    def clean_player(self) -> Player:
        player = Player.objects.filter(alias=self.cleaned_data["player"].strip()).first()
        if player is None:
            raise forms.ValidationError(_("There is no player of that name."))
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
            adjustments.check_ceilings(player, self.cents)
        except adjustments.CeilingExceeded as error:
            self.add_error("amount", error.sentence)
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
            held = payment.status == Payment.Status.HELD
            messages.success(
                request,
                _("Recorded. A second person must also release it.")
                if held
                else _("Done; the player has been notified."),
            )
    return redirect("admin:cashier_payment_change", pk)


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


@require_POST
@step_up_required
def request_adjustment(request: HttpRequest) -> HttpResponse:
    """Repeats the amount as understood, with the balance before and after.

    The request counts when that is confirmed.
    """
    person = staff_with_permission(request, "cashier.add_adjustment")
    form = AdjustmentForm(request.POST)
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
