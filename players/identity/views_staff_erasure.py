"""The erasure of personal data on the back-office page of an identity. Two people take part."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from players.identity import erasure
from players.identity.erasure import NotErasable
from players.identity.models import Erasure, Identity
from players.identity.reauthentication import step_up_required
from players.identity.views_staff import require_permission
from players.models import Person
from players.shared import clock
from players.shared.staff_reasons import reason_of

PERMISSION = "identity.change_identity"
ACTION_LABELS: dict[str, Promise] = {
    "ask": gettext_lazy("Ask for the erasure"),
    "approve": gettext_lazy("Approve the erasure"),
    "refuse": gettext_lazy("Refuse the erasure"),
    "finish": gettext_lazy("Erase what had to be kept"),
}
REFUSALS: dict[str, Promise] = {
    "open": gettext_lazy("The account has to be closed first."),
    "balance": gettext_lazy("The account still holds money; it has to be paid out first."),
    "waiting": gettext_lazy("The erasure has been asked for already."),
    "not-yours": gettext_lazy("Whoever asked cannot approve: another person decides."),
    "decided": gettext_lazy("Somebody else has decided meanwhile."),
    "too-early": gettext_lazy("The law asks that these data be kept; their time is not over."),
}


def erasure_context(request: HttpRequest, identity: Identity) -> dict[str, Any] | None:
    """The erasure request and the actions available to this person, or None if the account is open."""
    if identity.player.status != "closed":
        return None
    current, erasable = erasure.erasure_of(identity.player), erasure.erasable_from(identity.player)
    actions: list[str] = []
    if request.user.has_perm(PERMISSION):
        if current is None:
            actions = ["ask"]
        elif current.status == Erasure.Status.ASKED and current.requested_by_id != request.user.pk:
            actions = ["approve", "refuse"]
        elif current.status == Erasure.Status.APPROVED and erasable is not None and erasable <= clock.now():
            actions = ["finish"]
    return {
        "request": current,
        "due": erasable,
        "actions": [(action, ACTION_LABELS[action]) for action in actions],
    }


@require_POST
@step_up_required
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    person = require_permission(request, PERMISSION)
    identity = get_object_or_404(Identity.objects.select_related("player"), pk=pk)
    try:
        if _apply(request, person, identity, request.POST.get("act", "")):
            messages.success(request, _("Done."))
    except NotErasable as error:
        messages.error(request, str(REFUSALS[error.code]))
    return redirect("admin:identity_identity_change", pk)


def _apply(request: HttpRequest, person: Person, identity: Identity, action: str) -> bool:
    if action == "ask":
        if reason := reason_of(request):
            erasure.request_erasure(player=identity.player, reason=reason, by=person, request=request)
        return bool(reason)
    current = erasure.erasure_of(identity.player)
    if current is None or action not in ACTION_LABELS:
        raise NotErasable("decided")
    if action == "finish":
        erasure.finish_erasure(pk=current.pk, by=person, request=request)
    else:
        erasure.decide_erasure(pk=current.pk, approve=action == "approve", by=person, request=request)
    return True
