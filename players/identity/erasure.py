"""Erasure of personal data, as far as the law allows. Two people decide.

When the second person approves, the password, second factors, passkeys and preferences are deleted. Ten years
after the account was closed (Regulation 903-B/2015, 2.3.6), name, documents, addresses and payment accounts
become pseudonyms, and uploaded documents are deleted. Amounts, rounds and times remain under the account
number. The audit log also remains, because erasing lines would break its chain; see
docs/operating/records.md.  [GDPR 17.3 b]
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction
from django.http import HttpRequest

from players.audit import note
from players.audit.models import Line
from players.identity.models import Erasure, Paper
from players.identity.uploads import document_store
from players.models import Person, Player
from players.shared import clock
from players.shared.file_store import delete_file
from players.signals import erased
from players.wallet.models import Account

RETENTION_YEARS = 10
Status = Erasure.Status


class NotErasable(Exception):
    """The data may not be erased now, or not by this person. `code` is the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code  # open, balance, waiting, not-yours, too-early, decided


def closed_at(player: Player) -> datetime | None:
    """The time at which the account was closed, from the audit log."""
    return (
        Line.objects.filter(player=player, kind="account.closed")
        .values_list("at", flat=True)
        .order_by("id")
        .first()
    )


def erasable_from(player: Player) -> datetime | None:
    """The end of the retention period, or None if the account is open."""
    closed = closed_at(player)
    return clock.later_by_months(closed, RETENTION_YEARS * 12) if closed is not None else None


def erasure_of(player: Player) -> Erasure | None:
    return (
        Erasure.objects.select_related("requested_by", "decided_by")
        .filter(player=player)
        .exclude(status=Status.REFUSED)
        .first()
    )


@transaction.atomic
def request_erasure(
    *, player: Player, reason: str, by: Person, request: HttpRequest | None = None
) -> Erasure:
    """Requests an erasure.

    The account must be closed and empty, because a balance has to be paid to its owner.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.status != Player.Status.CLOSED:
        raise NotErasable("open")
    if Account.objects.filter(player=player, currency="EUR").exclude(balance=0).exists():
        raise NotErasable("balance")
    if erasure_of(player) is not None:
        raise NotErasable("waiting")
    erasure = Erasure.objects.create(player=player, reason=reason, requested_at=clock.now(), requested_by=by)
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
def decide_erasure(*, pk: int, approve: bool, by: Person, request: HttpRequest | None = None) -> Erasure:
    """Approves or refuses, by a second person. An approval deletes all data without a retention period."""
    erasure = _locked(pk)
    if erasure.status != Status.ASKED:
        raise NotErasable("decided")
    if erasure.requested_by_id == by.pk:
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
        # Password and second factors have gone with the approval (players/identity/database/erasure.sql).
        erased.send(sender=None, player=erasure.player_id)
    return erasure


@transaction.atomic
def finish_erasure(*, pk: int, by: Person, request: HttpRequest | None = None) -> Erasure:
    """Erases the retained data. The database also checks for two people, a closed account and ten years."""
    erasure = _locked(pk)
    erasable = erasable_from(erasure.player)
    if erasure.status != Status.APPROVED:
        raise NotErasable("decided")
    if erasable is None or erasable > clock.now():
        raise NotErasable("too-early")
    with connection.cursor() as cursor:
        cursor.execute("SELECT identity_erase(%s)", [erasure.player_id])
    erasure.status, erasure.done, erasure.done_by = Status.DONE, clock.now(), by
    erasure.save(update_fields=["status", "done", "done_by"])
    note("personal-data.erased", person=by, player=erasure.player_id, about=f"erasure:{pk}", request=request)
    transaction.on_commit(lambda: delete_document_files(erasure.player_id))
    return erasure


def delete_document_files(player: int) -> int:
    """Deletes the document files of a player and returns how many there were."""
    names = [str(number) for number in Paper.objects.filter(player=player).values_list("pk", flat=True)]
    return sum(delete_file(document_store(), name) for name in names)


def _locked(pk: int) -> Erasure:
    return Erasure.objects.select_for_update(of=("self",)).select_related("player__person").get(pk=pk)
