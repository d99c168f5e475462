"""The right to be forgotten, as far as the law allows: two people decide, and what must be kept is erased when its time is over.

At once, when a second person approves: the password, second factors and passkeys, and what only served the player's comfort. After ten
years from the closing of the account (Regulation 903-B/2015, 2.3.6): name, documents, addresses and payment accounts become pseudonyms,
and the documents that were sent are deleted. What stays for ever are amounts, rounds and hours under the number of the account, and the
audit log, whose chain would break; see docs/operating/records.md.  [GDPR 17.3 b]
"""

from __future__ import annotations

from datetime import datetime

from allauth.mfa.models import Authenticator
from django.db import connection, transaction
from django.http import HttpRequest

from players.audit import note
from players.audit.models import Line
from players.identity.models import Erasure, Paper
from players.identity.uploads import path_of
from players.models import Person, Player
from players.shared import clock
from players.signals import erased
from players.wallet.models import Account

KEPT_YEARS = 10
Status = Erasure.Status


class NotErasable(Exception):
    """It may not be erased now, or not by this person; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code  # open, balance, waiting, not-yours, too-early, decided


def closed_at(player: Player) -> datetime | None:
    """When the account was closed, by the audit log."""
    return (
        Line.objects.filter(player=player, kind="account.closed")
        .values_list("at", flat=True)
        .order_by("id")
        .first()
    )


def due_at(player: Player) -> datetime | None:
    """From when on nothing has to be kept any more."""
    closed = closed_at(player)
    return clock.later_by_months(closed, KEPT_YEARS * 12) if closed is not None else None


def erasure_of(player: Player) -> Erasure | None:
    return (
        Erasure.objects.select_related("asked_by", "decided_by")
        .filter(player=player)
        .exclude(status=Status.REFUSED)
        .first()
    )


@transaction.atomic
def erasure_ask(*, player: Player, reason: str, by: Person, request: HttpRequest | None = None) -> Erasure:
    """Only of a closed account that holds no money: what it holds belongs to somebody who has to be found."""
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.status != Player.Status.CLOSED:
        raise NotErasable("open")
    if Account.objects.filter(player=player, currency="EUR").exclude(balance=0).exists():
        raise NotErasable("balance")
    if erasure_of(player) is not None:
        raise NotErasable("waiting")
    erasure = Erasure.objects.create(player=player, reason=reason, asked=clock.now(), asked_by=by)
    note(
        "personal-data.erasure-asked",
        person=by,
        player=player,
        about=f"erasure:{erasure.pk}",
        request=request,
        reason=reason,
    )
    return erasure


@transaction.atomic
def erasure_decide(*, pk: int, approve: bool, by: Person, request: HttpRequest | None = None) -> Erasure:
    """By a second person. What no law asks to be kept is gone with the commit."""
    erasure = _locked(pk)
    if erasure.status != Status.ASKED:
        raise NotErasable("decided")
    if erasure.asked_by_id == by.pk:
        raise NotErasable("not-yours")
    erasure.status = Status.APPROVED if approve else Status.REFUSED
    erasure.decided, erasure.decided_by = clock.now(), by
    erasure.save(update_fields=["status", "decided", "decided_by"])
    kind = "approved" if approve else "refused"
    note(
        f"personal-data.erasure-{kind}",
        person=by,
        player=erasure.player_id,
        about=f"erasure:{pk}",
        request=request,
    )
    if approve:
        person = erasure.player.person
        person.set_unusable_password()
        person.save(update_fields=["password"])
        Authenticator.objects.filter(user=person).delete()
        erased.send(sender=None, player=erasure.player_id)
    return erasure


@transaction.atomic
def erasure_finish(*, pk: int, by: Person, request: HttpRequest | None = None) -> Erasure:
    """What had to be kept is kept no longer. The database looks again: two people, a closed account, ten years."""
    erasure = _locked(pk)
    due = due_at(erasure.player)
    if erasure.status != Status.APPROVED:
        raise NotErasable("decided")
    if due is None or due > clock.now():
        raise NotErasable("too-early")
    with connection.cursor() as cursor:
        cursor.execute("SELECT identity_erase(%s)", [erasure.player_id])
    erasure.status, erasure.done, erasure.done_by = Status.DONE, clock.now(), by
    erasure.save(update_fields=["status", "done", "done_by"])
    note("personal-data.erased", person=by, player=erasure.player_id, about=f"erasure:{pk}", request=request)
    transaction.on_commit(lambda: documents_delete(erasure.player_id))
    return erasure


def documents_delete(player: int) -> int:
    """The files of one player; asked again, it finds none."""
    paths = [path_of(paper) for paper in Paper.objects.filter(player=player)]
    found = [path for path in paths if path.exists()]
    for path in found:
        path.unlink()
    return len(found)


def _locked(pk: int) -> Erasure:
    return Erasure.objects.select_for_update(of=("self",)).select_related("player__person").get(pk=pk)
