"""Pushed changes of the national list: a web process takes them, the worker verifies and applies them.

A web process has neither the key of the register nor the right to write the list. One that was taken over
cannot take anybody off it.  [903-B 2.2.3]
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from players.identity.sign_in.proving import worker_answer
from players.protection.models import NationalPush
from players.protection.national_list import receive_change
from players.shared import clock, signed_http
from players.shared.background import enqueue_after_commit
from players.shared.sealing import UnsealError, seal, unseal
from players.shared.signed_notifications import UnreadableNotification

TASK = "players.protection.tasks.apply_national_push"
MAX_WAITING = 20  # pushes that the worker has not looked at; anybody can send one
MAX_SIGNATURE = 100
SEAL_PURPOSE = "national-push"  # a push names documents of people who are not players
LIFETIME = timedelta(hours=1)  # of a push that was looked at
Outcome = NationalPush.Outcome
REFUSALS = {
    Outcome.FORGED: (403, "The signature is wrong, or too old."),
    Outcome.UNREADABLE: (400, "The notification cannot be read."),
    Outcome.WAITING: (503, "The notification could not be looked at yet. Send it again."),
}
OUTCOME = "SELECT outcome = '', outcome FROM protection_nationalpush WHERE id = %s"


def receive_push(request: HttpRequest) -> HttpResponse:
    """Hands a change to the worker and waits for what it says."""
    outcome: str = Outcome.WAITING
    changed = 0
    if NationalPush.objects.filter(outcome=Outcome.WAITING).count() < MAX_WAITING:
        header = request.headers.get(signed_http.HEADER, "")[:MAX_SIGNATURE]
        push = NationalPush.objects.create(
            signature=header, body=seal(SEAL_PURPOSE, request.body.decode("latin-1"))
        )
        enqueue_after_commit(TASK, push.pk)
        worker_answer(OUTCOME, [push.pk])
        push.refresh_from_db(fields=["outcome", "changed"])
        outcome, changed = push.outcome, push.changed
    status, text = REFUSALS.get(Outcome(outcome), (200, f"{changed}"))
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")


@transaction.atomic
def apply_push(number: int) -> bool:
    """Run by the worker, once for each push, and erases what was pushed."""
    push = (
        NationalPush.objects.select_for_update(skip_locked=True)
        .filter(pk=number, outcome=Outcome.WAITING)
        .first()
    )
    if push is None:
        return False
    push.outcome = _apply(push)
    push.body = b""
    push.save(update_fields=["outcome", "changed", "body"])
    return push.outcome == Outcome.APPLIED


def _apply(push: NationalPush) -> Outcome:
    try:
        body = unseal(SEAL_PURPOSE, bytes(push.body)).encode("latin-1")
        if not signed_http.is_genuine(settings.REGISTER_KEY, push.signature, body):
            return Outcome.FORGED
        push.changed = receive_change(body)
    except (UnsealError, UnreadableNotification):
        return Outcome.UNREADABLE
    return Outcome.APPLIED


def sweep_pushes() -> int:
    """Looks at pushes whose message was lost, and deletes those that were looked at."""
    NationalPush.objects.exclude(outcome=Outcome.WAITING).filter(at__lt=clock.now() - LIFETIME).delete()
    waiting = list(NationalPush.objects.filter(outcome=Outcome.WAITING).values_list("pk", flat=True))
    return sum(apply_push(number) for number in waiting)
