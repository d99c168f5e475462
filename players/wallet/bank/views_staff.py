"""Staff actions of the bank: send a file, fetch a batch, decide about a match, propose a recovery."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from players.audit import note
from players.decisions.deciding import AlreadyDecided, check_right
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.admin_base import signed_in_staff
from players.shared.staff_reasons import MAX_LENGTH, reason_of
from players.wallet.bank import chargebacks, deciding
from players.wallet.bank.documents import MAX_BYTES
from players.wallet.bank.importing import receive_file
from players.wallet.bank.models import BankFile, Chargeback, Match, MatchDecision, PayoutBatch

TYPED = "bank.typed"
FIELDS = ("outcome", "reason")


class FileForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("Bank or provider file"))


def _staff_with(request: HttpRequest, right: str) -> Person:
    person = signed_in_staff(request)
    check_right(person, (right,))
    return person


def _back_with_typed(request: HttpRequest, page: str, pk: int) -> HttpResponse:
    """After a refusal the form shows again what was typed. An address would carry it into logs."""
    typed = {name: request.POST.get(name, "").replace("\0", "")[:MAX_LENGTH] for name in FIELDS}
    request.session[TYPED] = [page, pk, typed]
    return redirect(page, pk)


def typed_before(request: HttpRequest, page: str, pk: int) -> dict[str, str]:
    """What was typed for a step on this page that was refused, once."""
    of_page, of_row, typed = request.session.pop(TYPED, None) or ("", 0, {})
    return typed if (of_page, of_row) == (page, pk) else {}


@require_http_methods(["GET", "POST"])
@step_up_required
def send_file(request: HttpRequest) -> HttpResponse:
    """Stores a file for the worker. What cannot be read is refused at once and stays in the list.

    The list offers its form only to staff who have just confirmed who they are, because a confirmation keeps
    no files; by GET they come here to confirm.
    """
    person = _staff_with(request, "bank.add_bankfile")
    if request.method == "GET":
        return redirect("admin:bank_bankfile_changelist")
    file = request.FILES.get("file")
    if file is None:
        messages.error(request, _("No file was sent. Choose it again: a confirmation does not keep files."))
        return redirect("admin:bank_bankfile_changelist")
    if not file.size:
        messages.error(request, _("Choose a file that is not empty."))
        return redirect("admin:bank_bankfile_changelist")
    received = receive_file(name=file.name or "", content=file.read(MAX_BYTES + 1), person=person)
    if received.state == BankFile.State.REFUSED:
        messages.error(request, received.sentence)
    else:
        messages.success(
            request, _("Received. It is read within a minute, and its page says what came of it.")
        )
    return redirect("admin:bank_bankfile_change", received.pk)


@require_POST
@step_up_required
def fetch_batch(request: HttpRequest, pk: int) -> HttpResponse:
    """The file for the bank. It has names and accounts of players, so its way out stays on the record."""
    person = _staff_with(request, "bank.add_bankfile")
    batch = PayoutBatch.objects.filter(pk=pk).first()
    if batch is None:
        raise Http404
    note("bank.batch-fetched", person=person, about=f"payoutbatch:{batch.pk}")
    return HttpResponse(
        batch.content,
        content_type="application/xml",
        headers={"Content-Disposition": f'attachment; filename="{batch.number}.xml"'},
    )


@require_POST
@step_up_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    person = _staff_with(request, deciding.PROPOSES)
    if not Match.objects.filter(pk=pk).exists():
        raise Http404
    outcome = request.POST.get("outcome", "")
    if outcome not in MatchDecision.Outcome.values:
        messages.error(request, _("Choose an outcome."))
    elif reason := reason_of(request):
        try:
            decision = deciding.decide_match(
                pk, outcome=outcome, reason=reason, person=person, request=request
            )
        except AlreadyDecided:
            messages.error(
                request, _("This has already been decided, or a decision is waiting for a second person.")
            )
        else:
            is_settled = decision.state == MatchDecision.State.SETTLED
            messages.success(
                request,
                _("Done and recorded.") if is_settled else _("Recorded. A second person must confirm it."),
            )
            return redirect("admin:bank_match_change", pk)
    return _back_with_typed(request, "admin:bank_match_change", pk)


@require_POST
@step_up_required
def recover(request: HttpRequest, pk: int) -> HttpResponse:
    person = _staff_with(request, chargebacks.PROPOSES)
    if not Chargeback.objects.filter(pk=pk).exists():
        raise Http404
    if reason := reason_of(request):
        try:
            chargebacks.propose_recovery(pk, reason=reason, person=person, request=request)
        except AlreadyDecided:
            messages.error(
                request, _("This has already been decided, or a decision is waiting for a second person.")
            )
        else:
            messages.success(request, _("Recorded. A second person must confirm it."))
            return redirect("admin:bank_chargeback_change", pk)
    return _back_with_typed(request, "admin:bank_chargeback_change", pk)
