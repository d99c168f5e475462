"""A notice to many players: proposed after a dry run, approved by a second person, sent in batches.

Each batch is one transaction: the messages, the receipts and the number of the last player. A worker that
dies has written all of a batch or nothing of it, and the next one continues after that player. The database
accepts one receipt of a notice for each player.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from players.audit import note
from players.inbox.messaging import mail_message
from players.inbox.models import BulkNotice, Message, NoticeReceipt
from players.inbox.notice_groups import (
    GETS_IT,
    NoticeGroup,
    decode_group,
    dry_run,
    encode_group,
    with_reason_left_out,
)
from players.inbox.notice_texts import NOTICE_KIND, NoticeText
from players.models import Person
from players.shared.exclusive_work import claim_work

State = BulkNotice.State
BATCH = 200
# E-mails of notices wait while this many others do, so that they delay none of them.
MAX_WAITING_MAILS = 500
SECONDS = 20.0
CLAIM = timedelta(minutes=5)


class NoticeRefused(Exception):
    """Nobody would receive the notice, or it was decided meanwhile, or its author tries to approve it."""


def propose_notice(
    *, purpose: str, texts: Mapping[str, NoticeText], group: NoticeGroup, person: Person, reason: str
) -> BulkNotice:
    expected = dry_run(group, purpose).recipients
    if not expected:
        raise NoticeRefused
    with transaction.atomic():
        notice = BulkNotice.objects.create(
            purpose=purpose,
            texts={
                language: {"subject": text.subject, "text": text.text} for language, text in texts.items()
            },
            recipients=encode_group(group),
            expected=expected,
            author=person,
            reason=reason,
        )
        _note("proposed", notice, person=person, recipients=expected, reason=reason)
    return notice


def approve_notice(*, notice: UUID, person: Person) -> BulkNotice:
    """Approve as the second person. The worker begins to send within seconds."""
    with transaction.atomic():
        row = _locked(notice, State.PROPOSED)
        if row.author_id == person.pk:
            raise NoticeRefused
        BulkNotice.objects.filter(pk=row.pk).update(state=State.APPROVED, decider=person, decided=Now())
        _note("approved", row, person=person, reason=row.reason)
    row.refresh_from_db()
    return row


def refuse_notice(*, notice: UUID, person: Person, reason: str) -> None:
    """Refuse a notice; its author withdraws it."""
    with transaction.atomic():
        row = _locked(notice, State.PROPOSED)
        is_own = row.author_id == person.pk
        state = State.WITHDRAWN if is_own else State.REFUSED
        BulkNotice.objects.filter(pk=row.pk).update(
            state=state, decider=None if is_own else person, decided=Now(), answer=reason
        )
        _note(state.value, row, person=person, reason=reason)


def stop_notice(*, notice: UUID, person: Person, reason: str) -> None:
    """Stop a notice that is being sent. The batch that is being written is completed; no other begins."""
    with transaction.atomic():
        row = _locked(notice, State.APPROVED, State.SENDING)
        BulkNotice.objects.filter(pk=row.pk).update(
            state=State.STOPPED, stopper=person, stopped=Now(), answer=reason
        )
        _note("stopped", row, person=person, recipients=row.sent, reason=reason)


def _locked(notice: UUID, *states: str) -> BulkNotice:
    rows = BulkNotice.objects.select_for_update(of=("self",), no_key=True)
    row = rows.filter(pk=notice, state__in=states).first()
    if row is None:
        raise NoticeRefused
    return row


def _note(event: str, notice: BulkNotice, *, person: Person | None = None, **details: Any) -> None:
    note(f"notices.{event}", person=person, about=f"notice:{notice.pk}", purpose=notice.purpose, **details)


def notices_to_send() -> QuerySet[BulkNotice]:
    return BulkNotice.objects.filter(state__in=[State.APPROVED, State.SENDING]).order_by("decided")


def send_approved_notices(seconds: float = SECONDS) -> int:
    """Sends approved notices for a while. Returns how many messages were written."""
    until, written = time.monotonic() + seconds, 0
    with claim_work("notices", duration=CLAIM) as claim:
        while claim is not None and time.monotonic() < until and claim.renew():
            notice = notices_to_send().values_list("pk", flat=True).first()
            if notice is None or _mails_wait():
                break
            written += len(messages := write_notice_batch(notice))
            _mail(messages, until)
    return written


def _mail(messages: Sequence[int], until: float) -> None:
    """Sends the e-mails of a batch. The sweep sends what is left when the time is over."""
    for message in messages:
        if time.monotonic() > until:
            return
        mail_message(message)


def _mails_wait() -> bool:
    waiting = Message.objects.filter(mail=Message.Mail.WAITING, due__lte=Now())
    return waiting[:MAX_WAITING_MAILS].count() == MAX_WAITING_MAILS


def write_notice_batch(notice: UUID) -> list[int]:
    """Writes the messages to the next players of a notice. Returns their ids."""
    with transaction.atomic():
        try:
            row = _locked(notice, State.APPROVED, State.SENDING)
        except NoticeRefused:
            return []  # stopped meanwhile
        group = with_reason_left_out(decode_group(row.recipients), row.purpose)
        players = list(
            group.filter(pk__gt=row.cursor).order_by("pk").values_list("pk", "reason_left_out")[:BATCH]
        )
        if not players:
            BulkNotice.objects.filter(pk=row.pk).update(state=State.SENT, ended=Now())
            _note("sent", row, recipients=row.sent, left_out=sum(row.left_out.values()))
            return []
        messages = Message.objects.bulk_create(
            Message(player_id=player, kind=NOTICE_KIND, details=_details(row))
            for player, reason in players
            if reason == GETS_IT
        )
        NoticeReceipt.objects.bulk_create(
            NoticeReceipt(notice=row, player_id=message.player_id, message=message) for message in messages
        )
        for _player, reason in players:
            if reason != GETS_IT:
                row.left_out[reason] = row.left_out.get(reason, 0) + 1
        BulkNotice.objects.filter(pk=row.pk).update(
            state=State.SENDING,
            cursor=players[-1][0],
            sent=row.sent + len(messages),
            left_out=row.left_out,
        )
    return [message.pk for message in messages]


def _details(notice: BulkNotice) -> dict[str, Any]:
    """The texts stand in each message, so that it stays complete in the player's copy of their data."""
    return {"notice": str(notice.pk), "purpose": notice.purpose, "texts": notice.texts}
