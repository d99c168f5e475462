"""What the players' own records bring to the timeline of a player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from players.administration.timeline import (
    PlayerTimelineEntry,
    TimelineQuery,
    TimelineSource,
    register_sources,
)
from players.identity.models import SignIn
from players.identity.sign_in.sign_ins import device_name
from players.identity.staff.admin_names import method_name
from players.inbox.messaging import subject_and_text
from players.inbox.models import Complaint, Message
from players.models import Player, PlaySession
from players.play_records import game_name
from players.protection.limit_text import limit_name, limit_value
from players.protection.models import Exclusion, Limit, Pause, RealityCheck
from players.shared.admin_base import format_moment
from players.shared.money import format_money
from players.wallet.cashier.models import Payment
from players.wallet.cashier.payment_reasons import reason_text

PAYMENT_STATES = {"held": "warning", "refused": "danger", "failed": "danger", "returned": "warning"}


def _join(parts: Iterable[object]) -> str:
    return " · ".join(str(part) for part in parts if part)


def _sign_ins(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(SignIn.objects.filter(person=player.person_id), "sign-in", "began")
    return [
        PlayerTimelineEntry(
            row.began,
            row.pk,
            _("Signed in"),
            _join([device_name(row.device), row.address, method_name(row.method), row.get_cause_display()]),
            url=reverse("admin:identity_signin_change", args=[row.pk]),
        )
        for row in rows
    ]


def _payments(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(Payment.objects.filter(player=player), "payment", "made")
    return [
        PlayerTimelineEntry(
            row.made,
            row.pk,
            _("Deposit") if row.incoming else _("Withdrawal"),
            _join([row.get_status_display(), reason_text(row.reason).rstrip(".") if row.reason else ""]),
            format_money(row.cents if row.incoming else -row.cents, "EUR", signed=True),
            reverse("admin:cashier_payment_change", args=[row.pk]),
            PAYMENT_STATES.get(row.status, ""),
        )
        for row in rows
    ]


def _sessions(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(PlaySession.objects.filter(player=player), "session", "started")
    return [
        PlayerTimelineEntry(
            row.started,
            row.pk,
            _("Sat down at %(table)s") % {"table": row.table_name},
            _join([game_name(row.system), row.get_cause_display() if row.ended else _("open")]),
            format_money(row.net, row.currency, signed=True) if row.ended else "",
            reverse("admin:players_playsession_change", args=[row.pk]),
        )
        for row in rows
    ]


def _limits(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(Limit.objects.filter(player=player), "limit", "requested_at")
    return [
        PlayerTimelineEntry(
            row.requested_at,
            row.pk,
            _("Limit requested: %(limit)s") % {"limit": limit_name(row.kind, row.period)},
            _join(
                [
                    limit_value(row.value, row.kind),
                    _("cancelled") if row.cancelled else "",
                    _("counts from a later time") if row.starts > row.requested_at else "",
                ]
            ),
            url=reverse("admin:protection_limit_change", args=[row.pk]),
        )
        for row in rows
    ]


def _pauses(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(Pause.objects.filter(player=player), "pause", "starts")
    return [
        PlayerTimelineEntry(
            row.starts,
            row.pk,
            _("Pause started"),
            format_moment(row.ends),
            url=reverse("admin:protection_pause_change", args=[row.pk]),
            state="warning",
        )
        for row in rows
    ]


def _exclusions(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(Exclusion.objects.filter(player=player), "exclusion", "starts")
    return [
        PlayerTimelineEntry(
            row.starts,
            row.pk,
            _("Exclusion started: %(source)s") % {"source": row.get_source_display()},
            format_moment(row.ends) if row.ends else _("without end"),
            url=reverse("admin:protection_exclusion_change", args=[row.pk]),
            state="danger",
        )
        for row in rows
    ]


def _reality_checks(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(RealityCheck.objects.filter(player=player), "reality-check", "at")
    return [
        PlayerTimelineEntry(
            row.at,
            row.pk,
            _("Reality check answered"),
            _join([_("%(minutes)s min at the table") % {"minutes": row.minutes}, row.get_answer_display()]),
            format_money(row.net, "EUR", signed=True),
        )
        for row in rows
    ]


def _complaints(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(Complaint.objects.filter(player=player), "complaint", "opened")
    return [
        PlayerTimelineEntry(
            row.opened,
            row.pk,
            _("Complaint %(number)s") % {"number": row.number},
            _join([row.get_category_display(), row.get_outcome_display() or row.get_state_display()]),
            url=reverse("admin:inbox_complaint_change", args=[row.pk]),
            state="" if row.decided else "warning",
        )
        for row in rows
    ]


def _messages(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    rows = query.rows(Message.objects.filter(player=player), "message", "at")
    return [
        PlayerTimelineEntry(
            row.at,
            row.pk,
            subject_of(row, player),
            _("read") if row.read else _("unread"),
            url=reverse("admin:inbox_message_change", args=[row.pk]),
        )
        for row in rows
    ]


def subject_of(message: Message, player: Player) -> str:
    message.player = player  # known already: the text of a message may name the player
    return subject_and_text(message)[0]


register_sources(
    TimelineSource("sign-in", "sign-ins", "identity.view_signin", _sign_ins),
    TimelineSource("payment", "payments", "cashier.view_payment", _payments),
    TimelineSource("session", "sessions", "players.view_playsession", _sessions),
    TimelineSource("limit", "limits", "protection.view_limit", _limits),
    TimelineSource("pause", "limits", "protection.view_pause", _pauses),
    TimelineSource("exclusion", "limits", "protection.view_exclusion", _exclusions),
    TimelineSource("reality-check", "limits", "protection.view_realitycheck", _reality_checks),
    TimelineSource("complaint", "complaints", "inbox.view_complaint", _complaints),
    TimelineSource("message", "messages", "inbox.view_message", _messages),
)
