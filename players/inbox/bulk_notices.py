"""A notice to many players: proposed after a dry run, approved by a second person, sent in batches.

Each batch is one transaction: the messages, the receipts and the number of the last player. A worker that
dies has written all of a batch or nothing of it, and the next one continues after that player. The database
accepts one receipt of a notice for each player.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.audit import note
from players.decisions.deciding import Decision, lock_row, propose
from players.decisions.kinds import By, Kind, Step, closing_steps
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
from players.inbox.notice_texts import NOTICE_KIND, NoticeText, shown_notice
from players.models import Person
from players.shared import clock
from players.shared.exclusive_work import claim_work
from players.shared.staff_reasons import MAX_LENGTH

State = BulkNotice.State
BATCH = 200
# E-mails of notices wait while this many others do, so that they delay none of them.
MAX_WAITING_MAILS = 500
SECONDS = 20.0
CLAIM = timedelta(minutes=5)
NOTICE_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it


class NobodyReceives(Exception):
    """Nobody would receive the notice."""


def _details(decision: Decision[BulkNotice]) -> dict[str, Any]:
    notice, step = decision.row, decision.step
    details = {"purpose": notice.purpose, "reason": decision.reason or notice.reason}
    return {**details, "recipients": notice.sent} if step.end == State.STOPPED else details


_approves = ("inbox.approve_bulknotice",)
_progress = ("cursor", "left_out", "sent")
_stop = partial(
    Step,
    end=State.STOPPED,
    verb="stop",
    label=_("Stop sending"),
    rights=(*_approves, "inbox.add_bulknotice"),
    audit="notices.stopped",
    done=_("Stopped. Nobody else receives it."),
    by=By.ANYBODY,
    reason=MAX_LENGTH,
    person="stopper",
    at="stopped",
)
NOTICE = Kind(
    name="bulk-notice",
    model=BulkNotice,
    proposes="inbox.add_bulknotice",
    steps=(
        Step(
            State.PROPOSED,
            State.APPROVED,
            "approve",
            _("Approve and send"),
            _approves,
            "notices.approved",
            _("Approved. It is sent within a minute; the progress is below."),
        ),
        *closing_steps(
            State.PROPOSED, _approves, "notices.", author_rights=("inbox.add_bulknotice", *_approves)
        ),
        _stop(State.APPROVED),
        _stop(State.SENDING),
        Step(State.APPROVED, State.SENDING, by=By.WORKER, columns=_progress),
        Step(State.SENDING, State.SENDING, by=By.WORKER, columns=_progress),
        Step(State.APPROVED, State.SENT, by=By.WORKER, columns=("ended",)),
        Step(State.SENDING, State.SENT, by=By.WORKER, columns=("ended",)),
    ),
    proposed="notices.proposed",
    about=lambda notice: f"notice:{notice.pk}",
    details=_details,
    title=_("Notices to players"),
    record=lambda notice: gettext("Notice to players"),
    item=lambda notice: (
        shown_notice({"texts": notice.texts, "purpose": notice.purpose}).subject,
        notice.reason,
    ),
    page="office_notice",
    form="office_notice_decide",
    own=_("Another person must approve it: you wrote it yourself."),
    waits=_("A second person must approve it."),
    related=("author", "decider", "stopper"),
    target=NOTICE_TARGET,
)


def propose_notice(
    *,
    purpose: str,
    texts: Mapping[str, NoticeText],
    group: NoticeGroup,
    person: Person,
    reason: str,
    starts: datetime | None = None,
) -> BulkNotice:
    expected = dry_run(group, purpose).recipients
    if not expected:
        raise NobodyReceives
    return propose(
        NOTICE,
        person=person,
        details={"purpose": purpose, "recipients": expected, "reason": reason},
        **notice_details(purpose=purpose, texts=texts),
        starts=starts,
        recipients=encode_group(group),
        expected=expected,
        reason=reason,
    )


def notice_details(*, purpose: str, texts: Mapping[str, NoticeText]) -> dict[str, Any]:
    """What a notice says, as its row keeps it and `shown_notice` reads it."""
    written = {language: {"subject": text.subject, "text": text.text} for language, text in texts.items()}
    return {"purpose": purpose, "texts": written}


def notices_to_send() -> QuerySet[BulkNotice]:
    """The approved ones whose time has come."""
    approved = BulkNotice.objects.filter(state__in=[State.APPROVED, State.SENDING])
    return approved.filter(Q(starts=None) | Q(starts__lte=clock.now())).order_by("decided")


def send_approved_notices(seconds: float = SECONDS) -> int:
    """Sends approved notices for a while. Returns how many messages were written."""
    until, written = time.monotonic() + seconds, 0
    with claim_work("notices", duration=CLAIM) as claim:
        while claim is not None and time.monotonic() < until and claim.renew():
            notice = notices_to_send().values_list("pk", flat=True).first()
            if notice is None or _are_mails_waiting():
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


def _are_mails_waiting() -> bool:
    waiting = Message.objects.filter(mail=Message.Mail.WAITING, due__lte=Now())
    return waiting[:MAX_WAITING_MAILS].count() == MAX_WAITING_MAILS


def write_notice_batch(notice: UUID) -> list[int]:
    """Writes the messages to the next players of a notice. Returns their ids."""
    with transaction.atomic():
        row = lock_row(NOTICE, notice)
        if row is None or row.state not in (State.APPROVED, State.SENDING):
            return []  # stopped meanwhile
        group = with_reason_left_out(decode_group(row.recipients), row.purpose)
        players = list(
            group.filter(pk__gt=row.cursor).order_by("pk").values_list("pk", "reason_left_out")[:BATCH]
        )
        if not players:
            BulkNotice.objects.filter(pk=row.pk).update(state=State.SENT, ended=Now())
            note(
                "notices.sent",
                about=NOTICE.about(row),
                purpose=row.purpose,
                recipients=row.sent,
                left_out=sum(row.left_out.values()),
            )
            return []
        messages = Message.objects.bulk_create(
            Message(player_id=player, kind=NOTICE_KIND, details=_content(row))
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


def _content(notice: BulkNotice) -> dict[str, Any]:
    """The texts stand in each message, so that it stays complete in the player's copy of their data."""
    return {"notice": str(notice.pk), "purpose": notice.purpose, "texts": notice.texts}
