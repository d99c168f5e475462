"""What staff do at the cashier: release or refuse a withdrawal, ask for a correction, approve one that somebody else asked for."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from players.identity.reauthentication import step_up_required
from players.models import Person, Player
from players.shared.amount_field import AmountField
from players.shared.money import format_money
from players.shared.staff_reasons import MIN_LENGTH, reason_of
from players.wallet.cashier import adjustments
from players.wallet.cashier.models import Adjustment, Decision, Payment
from players.wallet.cashier.withdrawals import AccountWaits, NotHeld, withdrawal_decide
from players.wallet.ledger import NotEnough


class AdjustmentForm(forms.Form):
    """What is wrong stands beside its field, and what was typed stays."""

    player = forms.CharField(label=gettext_lazy("player"), max_length=20)
    amount = AmountField(label=gettext_lazy("Amount in euros"), minimum=1)
    way = forms.ChoiceField(
        label=gettext_lazy("which way"),
        choices=[("in", gettext_lazy("into the balance")), ("out", gettext_lazy("out of it"))],
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
        """The ceilings, and that nothing is taken that is not there."""
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        player, self.cents = given["player"], given["amount"] if given["way"] == "in" else -given["amount"]
        self.before = adjustments.balance_of(player)
        if self.before + self.cents < 0:
            told = {"balance": format_money(self.before, "EUR")}
            self.add_error(
                "amount", _("The balance is %(balance)s: there is not as much to take out of it.") % told
            )
        try:
            adjustments.check_ceilings(player, self.cents)
        except adjustments.AboveCeiling as above:
            self.add_error("amount", above.sentence)
        return given


def payment_found(pk: Any) -> Payment | None:
    try:
        return Payment.objects.select_related("player").filter(pk=UUID(str(pk))).first()
    except ValueError:
        return None


def person_of(request: HttpRequest, right: str) -> Person:
    if not isinstance(request.user, Person) or not request.user.has_perm(right):
        raise PermissionDenied
    return request.user


@require_POST
@step_up_required
def payment_decide(request: HttpRequest, pk: UUID) -> HttpResponse:
    person = person_of(request, "cashier.release_payment")
    if payment_found(pk) is None:
        raise Http404
    verb = request.POST.get("verb", "")
    if verb not in Decision.Verb.values:
        messages.error(request, _("There is no such step."))
    elif reason := reason_of(request):
        try:
            payment = withdrawal_decide(pk, person, verb, reason)
        except AccountWaits:
            messages.error(
                request,
                _("Nobody can release it before the payment account has waited. It goes on by itself then."),
            )
        except NotHeld:
            messages.error(request, _("Somebody else has decided meanwhile."))
        else:
            held = payment.status == Payment.Status.HELD
            messages.success(
                request,
                _("Noted: a second person must release it too.")
                if held
                else _("Done, and the player is told."),
            )
    return redirect("admin:cashier_payment_change", pk)


@require_POST
@step_up_required
def adjustment_ask(request: HttpRequest) -> HttpResponse:
    """First what was understood is repeated, with the balance before and after; it counts when that is confirmed."""
    person = person_of(request, "cashier.add_adjustment")
    form = AdjustmentForm(request.POST)
    if not form.is_valid():
        return _asked(request, form, status=422)
    given, understood = form.cleaned_data, str(form.cents)
    if request.POST.get("confirmed") != understood:
        summary = None if "change" in request.POST else _summary(form)
        return _asked(request, form, summary=summary, understood=understood)
    try:
        adjustments.adjustment_ask(given["player"], form.cents, given["ticket"], given["reason"], person)
    except adjustments.AboveCeiling as above:  # somebody was faster
        form.add_error("amount", above.sentence)
        return _asked(request, form, status=422)
    messages.success(request, _("Asked: a second person must approve it."))
    return redirect("admin:cashier_adjustment_changelist")


def _summary(form: AdjustmentForm) -> list[tuple[str, str]]:
    given = form.cleaned_data
    return [
        (_("Player"), given["player"].alias),
        (_("Amount"), format_money(form.cents, "EUR", signed=True)),
        (_("Balance now"), format_money(form.before, "EUR")),
        (_("Balance after"), format_money(form.before + form.cents, "EUR")),
        (_("Ticket"), given["ticket"]),
        (_("Reason"), given["reason"]),
    ]


def _asked(request: HttpRequest, form: AdjustmentForm, *, status: int = 200, **told: Any) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": _("Ask for a correction"), "form": form, **told}
    return render(request, "backoffice/cashier/adjustment_ask.html", context, status=status)


@require_POST
@step_up_required
def adjustment_decide(request: HttpRequest, pk: int) -> HttpResponse:
    person = person_of(request, "cashier.approve_adjustment")
    get_object_or_404(Adjustment, pk=pk)
    try:
        adjustments.adjustment_decide(pk, person, approve=request.POST.get("verb") == "approve")
        messages.success(request, _("Done, and the player is told."))
    except adjustments.NotYours:
        messages.error(request, _("Whoever asked for it cannot approve it, and it is decided only once."))
    except adjustments.AboveCeiling as above:
        messages.error(request, above.sentence)
    except NotEnough:
        messages.error(request, _("The balance is lower than the amount."))
    return redirect("admin:cashier_adjustment_change", pk)
