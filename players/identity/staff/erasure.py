"""Erasure of personal data, as far as the law allows. Two people decide.

When the second person approves, the password, second factors, passkeys and preferences are deleted. Ten years
after the account was closed (Regulation 903-B/2015, 2.3.6), name, documents, addresses and payment accounts
become pseudonyms, uploaded documents are deleted, and the player's keys are destroyed. Amounts, rounds and
times remain under the account number. The audit log also remains, because erasing lines would break its
chain; see docs/operating/records.md.  [GDPR 17.3 b]
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.audit.models import Line
from players.decisions.deciding import Decision, StepRefused, propose
from players.decisions.kinds import By, Kind, Step
from players.identity.models import Erasure
from players.identity.sign_in.reauthentication import step_up_required
from players.identity.staff.legal_holds import is_held
from players.identity.verification.uploads import delete_document_files
from players.models import Person, Player
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.keeping import RECORD, keeping_ends
from players.signals import erased
from players.wallet.models import Account

Status = Erasure.Status


class NotErasable(StepRefused):
    """The data may not be erased now. `code` is the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [str(REFUSALS[self.code])]


REFUSALS: dict[str, Promise] = {
    "open": _("The account has to be closed first."),
    "balance": _("The account still holds money; it has to be paid out first."),
    "waiting": _("The erasure has already been requested."),
    "too-early": _("By law these data must be kept longer."),
}


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
    return keeping_ends(RECORD, closed) if closed is not None else None


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
    return propose(
        ERASURE,
        person=by,
        details={"reason": reason},
        request=request,
        player=player,
        reason=reason,
        requested_at=clock.now(),
    )


def _refuse_if_held(player: int) -> None:
    """In the words that everybody reads whose data must be kept longer. The database refuses it too."""
    if is_held(player):
        raise NotErasable("too-early")


def _approve(decision: Decision[Erasure]) -> None:
    """Deletes all data without a retention period."""
    _refuse_if_held(decision.row.player_id)
    decision.write(decided=clock.now())
    # Password and second factors have gone with the approval (players/identity/database/erasure.sql).
    erased.send(sender=None, player=decision.row.player_id)


def _finish(decision: Decision[Erasure]) -> None:
    """Erases the retained data. The database also checks for two people, a closed account and ten years."""
    player = decision.row.player
    _refuse_if_held(player.pk)
    erasable = erasable_from(player)
    if erasable is None or erasable > clock.now():
        raise NotErasable("too-early")
    with connection.cursor() as cursor:
        cursor.execute("SELECT identity_erase(%s)", [player.pk])
    decision.write(done=clock.now())
    transaction.on_commit(lambda: delete_document_files(player.pk))
    enqueue_after_commit("players.identity.tasks.destroy_person_keys")


_step = partial(Step, rights=("identity.change_identity",), done=_("Done."))
ERASURE = Kind(
    name="erasure",
    model=Erasure,
    proposes="identity.change_identity",
    steps=(
        _step(
            start=Status.ASKED,
            end=Status.APPROVED,
            verb="approve",
            label=_("Approve the erasure"),
            audit="personal-data.erasure-approved",
            carry_out=_approve,
        ),
        _step(
            start=Status.ASKED,
            end=Status.REFUSED,
            verb="refuse",
            label=_("Refuse the erasure"),
            audit="personal-data.erasure-refused",
        ),
        _step(
            start=Status.APPROVED,
            end=Status.DONE,
            by=By.ANYBODY,
            verb="finish",
            label=_("Erase the data kept by law"),
            audit="personal-data.erased",
            person="done_by",
            at="done",
            carry_out=_finish,
        ),
    ),
    proposed="personal-data.erasure-asked",
    about=lambda erasure: f"erasure:{erasure.pk}",
    player=lambda erasure: erasure.player_id,
    details=lambda decision: {},
    confirmed_by=step_up_required,
    title=_("Erasures to approve"),
    record=lambda erasure: f"{gettext('Erasure of personal data')} · {erasure.player.alias}",
    item=lambda erasure: (erasure.player.alias, erasure.reason),
    page="admin:identity_identity_change",
    form="admin:identity_erase",
    key=lambda erasure: erasure.player.identity.pk,
    own=_("The person who requested it cannot approve it. Another person must decide."),
    related=("player__identity", "player__person", "requested_by", "decided_by", "done_by"),
    state="status",
    author="requested_by",
    at="requested_at",
    decider="decided_by",
)
