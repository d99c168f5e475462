"""Complaints: received with a number and a deadline, discussed, and decided with reasons.

Each step is audited and reported to the player.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.audit import note
from players.inbox import send_message
from players.inbox.models import Complaint, ComplaintMessage
from players.models import Person, Player
from players.play_records import play_records
from players.shared import clock
from players.wallet.models import Account, Transfer

DAYS = 15  # within which a complaint is decided
OPEN_AT_ONCE = 10
MESSAGES_A_DAY = 30

REFUSALS: dict[str, Promise] = {
    "too-many-open": _("You have ten complaints open. Write in one of them, or wait for a decision."),
    "too-many-messages": _("You have written thirty messages in a day. Please continue tomorrow."),
    "decided": _(
        "This complaint has been decided and takes no more messages. Open another one if something is "
        "still wrong."
    ),
    "not-yours": _("There is no such round or movement in your account."),
}


class ComplaintRefused(Exception):
    """A refusal, with a code and a sentence."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(REFUSALS[self.code])


def due_after(moment: datetime) -> datetime:
    """The deadline: the end of the last day for the decision."""
    return clock.midnight(clock.day_of(moment) + timedelta(days=DAYS + 1)) - timedelta(seconds=1)


def open_complaint(
    *,
    player: Player,
    category: str,
    text: str,
    round: int | None = None,  # noqa: A002 (named in the form and the API)
    transfer: UUID | None = None,
    table: int | None = None,
    reported: Player | None = None,
    request: Any = None,
) -> Complaint:
    with transaction.atomic():
        # Concurrent complaints of the same player wait here, so that the count below is exact.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        undecided = Complaint.objects.filter(player=player).exclude(state=Complaint.State.DECIDED)
        if undecided.count() >= OPEN_AT_ONCE:
            raise ComplaintRefused("too-many-open")
        if not belongs_to(player, round, transfer):
            raise ComplaintRefused("not-yours")
        now = clock.now()
        with connection.cursor() as cursor:
            cursor.execute("SELECT nextval('inbox_complaint_number')")
            number = f"R-{clock.day_of(now).year}-{cursor.fetchone()[0]:06}"
        name = table_name_of(table)
        complaint = Complaint.objects.create(
            number=number,
            player=player,
            category=category,
            round=round,
            transfer=transfer,
            table=table if name else None,
            table_name=name,
            reported=reported,
            opened=now,
            due=due_after(now),
        )
        _append_message(complaint, player.person, text, house=False)
        note(
            "complaints.opened",
            person=player.person,
            player=player,
            about=f"complaint:{number}",
            request=request,
            category=category,
        )
        send_message(player, "complaint-received", number=number, due=complaint.due)
    return complaint


def table_name_of(table: int | None) -> str:
    """The name of a table, by its number; empty if there is no such table."""
    return play_records().table_name(table) if table is not None else ""


def belongs_to(player: Player, round_id: int | None, transfer: UUID | None) -> bool:
    """Whether the round and the movement are in this player's account."""
    accounts = Account.objects.filter(player=player).values("pk")
    transfers = Transfer.objects.filter(Q(source__in=accounts) | Q(target__in=accounts))
    if round_id is not None and not (
        transfers.filter(round=round_id).exists() or play_records().settled_rounds(player.pk, [round_id])
    ):
        return False
    return transfer is None or transfers.filter(pk=transfer).exists()


def reply_to_complaint(*, complaint: Complaint, player: Player, text: str, request: Any = None) -> None:
    with transaction.atomic():
        current = Complaint.objects.select_for_update().get(pk=complaint.pk)
        if current.state == Complaint.State.DECIDED:
            raise ComplaintRefused("decided")
        recent = ComplaintMessage.objects.filter(
            complaint__player=player, house=False, at__gt=clock.now() - timedelta(days=1)
        )
        if recent.count() >= MESSAGES_A_DAY:
            raise ComplaintRefused("too-many-messages")
        _append_message(current, player.person, text, house=False)
        Complaint.objects.filter(pk=current.pk).update(state=Complaint.State.OPEN)
        note(
            "complaints.written-to",
            person=player.person,
            player=player,
            about=f"complaint:{current.number}",
            request=request,
        )


def answer_complaint(
    *, complaint: Complaint, person: Person, text: str, outcome: str = "", request: Any = None
) -> None:
    """Adds an answer of staff. With an outcome it is the decision, and the answer gives the reasons."""
    with transaction.atomic():
        current = Complaint.objects.select_for_update().select_related("player__person").get(pk=complaint.pk)
        if current.state == Complaint.State.DECIDED:
            raise ComplaintRefused("decided")
        _append_message(current, person, text, house=True)
        about = f"complaint:{current.number}"
        if outcome:
            fields = {
                "state": Complaint.State.DECIDED,
                "outcome": Complaint.Outcome(outcome),
                "decided": Now(),
            }
            Complaint.objects.filter(pk=current.pk).update(**fields, handler=person)
            note(
                "complaints.decided",
                person=person,
                player=current.player,
                about=about,
                request=request,
                outcome=outcome,
            )
            send_message(current.player, "complaint-decided", number=current.number, outcome=outcome)
        else:
            Complaint.objects.filter(pk=current.pk).update(state=Complaint.State.ANSWERED, handler=person)
            note("complaints.answered", person=person, player=current.player, about=about, request=request)
            send_message(current.player, "complaint-answered", number=current.number)


def _append_message(complaint: Complaint, author: Person, text: str, *, house: bool) -> None:
    ComplaintMessage.objects.create(complaint=complaint, author=author, house=house, text=text)


def is_late(complaint: Complaint, now: datetime | None = None) -> bool:
    """Whether the deadline passed without a decision."""
    return complaint.state != Complaint.State.DECIDED and (now or clock.now()) > complaint.due
