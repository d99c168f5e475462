"""The erasure of personal data on the back-office page of an identity. Two people take part."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from players.decisions.deciding import AlreadyDecided, StepRefused, check_right, take_step
from players.decisions.pages import decision_context
from players.identity.models import Identity
from players.identity.sign_in.reauthentication import step_up_required
from players.identity.staff import erasure
from players.identity.staff.erasure import ERASURE
from players.identity.staff.legal_holds import is_held
from players.shared import clock
from players.shared.admin_base import signed_in_staff
from players.shared.staff_reasons import reason_of


def erasure_context(request: HttpRequest, identity: Identity) -> dict[str, Any] | None:
    """The erasure request and the actions available to this person, or None if the account is open."""
    if identity.player.status != "closed":
        return None
    current, erasable = erasure.erasure_of(identity.player), erasure.erasable_from(identity.player)
    actions: list[tuple[str, Any]] = []
    if current is not None:
        is_early = erasable is None or erasable > clock.now() or is_held(identity.player_id)
        prevented = ("finish",) if is_early else ()
        offered = decision_context(ERASURE, current, signed_in_staff(request), prevented=prevented)
        actions = [(step.verb, step.label) for step in offered["steps"]]
    elif request.user.has_perm(ERASURE.proposes):
        actions = [("ask", _("Request the erasure"))]
    return {"request": current, "due": erasable, "actions": actions}


@require_POST
@step_up_required
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """The erasure is asked for, or a person takes a step of it."""
    person = signed_in_staff(request)
    check_right(person, (ERASURE.proposes,))
    identity = get_object_or_404(Identity.objects.select_related("player"), pk=pk)
    current, action = erasure.erasure_of(identity.player), request.POST.get("act", "")
    try:
        if action == "ask":
            if reason := reason_of(request):
                erasure.request_erasure(player=identity.player, reason=reason, by=person, request=request)
                messages.success(request, _("Done."))
        elif current is None:
            raise AlreadyDecided
        else:
            take_step(ERASURE, current.pk, action, person=person, request=request)
            messages.success(request, _("Done."))
    except AlreadyDecided:
        messages.error(request, _("Somebody else decided this in the meantime."))
    except StepRefused as error:
        for sentence in error.sentences(ERASURE):
            messages.error(request, sentence)
    return redirect("admin:identity_identity_change", pk)
