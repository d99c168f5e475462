"""Erasure in the back office: on the page of an identity, by two people."""

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
from players.identity.views_staff import may, reason_of
from players.shared import clock

RIGHT = "identity.change_identity"
ACTS: dict[str, Promise] = {
    "ask": gettext_lazy("Ask for the erasure"),
    "approve": gettext_lazy("Approve the erasure"),
    "refuse": gettext_lazy("Refuse the erasure"),
    "finish": gettext_lazy("Erase what had to be kept"),
}
WHY_NOT: dict[str, Promise] = {
    "open": gettext_lazy("The account has to be closed first."),
    "balance": gettext_lazy("The account still holds money; it has to be paid out first."),
    "waiting": gettext_lazy("The erasure has been asked for already."),
    "not-yours": gettext_lazy("Whoever asked cannot approve: another person decides."),
    "decided": gettext_lazy("Somebody else has decided meanwhile."),
    "too-early": gettext_lazy("The law asks that these data be kept; their time is not over."),
}


def shown(request: HttpRequest, identity: Identity) -> dict[str, Any] | None:
    """What there is to say and to do about it; nothing where the account is open."""
    if identity.player.status != "closed":
        return None
    found, due = erasure.erasure_of(identity.player), erasure.due_at(identity.player)
    offered: list[str] = []
    if request.user.has_perm(RIGHT):
        if found is None:
            offered = ["ask"]
        elif found.status == Erasure.Status.ASKED and found.asked_by_id != request.user.pk:
            offered = ["approve", "refuse"]
        elif found.status == Erasure.Status.APPROVED and due is not None and due <= clock.now():
            offered = ["finish"]
    return {"request": found, "due": due, "acts": [(act, ACTS[act]) for act in offered]}


@require_POST
@step_up_required
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    may(request, RIGHT)
    identity = get_object_or_404(Identity.objects.select_related("player"), pk=pk)
    try:
        if _act(request, identity, request.POST.get("act", "")):
            messages.success(request, _("Done."))
    except NotErasable as why:
        messages.error(request, str(WHY_NOT[why.code]))
    return redirect("admin:identity_identity_change", pk)


def _act(request: HttpRequest, identity: Identity, act: str) -> bool:
    if act == "ask":
        if reason := reason_of(request):
            erasure.erasure_ask(player=identity.player, reason=reason, by=request.user, request=request)  # type: ignore[arg-type]
        return bool(reason)
    found = erasure.erasure_of(identity.player)
    if found is None or act not in ACTS:
        raise NotErasable("decided")
    if act == "finish":
        erasure.erasure_finish(pk=found.pk, by=request.user, request=request)  # type: ignore[arg-type]
    else:
        erasure.erasure_decide(pk=found.pk, approve=act == "approve", by=request.user, request=request)  # type: ignore[arg-type]
    return True
