"""Signs and contacts: the list and a player's page. The audit log records every visit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from casino.compliance.player_risk.daily_scan import sign_text
from casino.compliance.player_risk.models import Contact, RiskSign, ScannedUntil
from casino.compliance.player_risk.signs import QUIET_DAYS, SIGNS
from casino.compliance.player_risk.weekly_chart import last_weeks, weekly_chart
from casino.compliance.reading import rows
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.models import Player
from players.protection.exclusions import exclusions_of, pause_of
from players.shared import clock
from players.shared.exports.csv_export import csv_response
from players.shared.exports.list_document import Column, ListDocument
from players.shared.list_filters import chosen_value
from players.shared.staff_reasons import too_short_message

VIEW_PERMISSION, ADD_PERMISSION = "care.view_risksign", "care.add_contact"
SPANS = (7, 30, 90, 365)  # days
MIN_LENGTH, MAX_LENGTH = 12, 1000  # characters of a contact
MAX_ROWS = 500  # players on one page
PLAYERS_WITH_SIGNS = """
SELECT m.player_id AS player, p.alias, p.status, count(*) AS signs, max(m.day) AS last,
       array_agg(DISTINCT m.kind ORDER BY m.kind) AS kinds,
       (SELECT max(c.at) FROM care_contact AS c WHERE c.player_id = m.player_id) AS contact
FROM care_risksign AS m JOIN players_player AS p ON p.id = m.player_id
WHERE m.day >= %(since)s
  AND (%(kind)s = ''
       OR m.player_id IN (SELECT player_id FROM care_risksign WHERE kind = %(kind)s AND day >= %(since)s))
GROUP BY m.player_id, p.alias, p.status
ORDER BY (SELECT max(c.at) FROM care_contact AS c WHERE c.player_id = m.player_id) IS NOT NULL,
         count(DISTINCT m.kind) DESC, max(m.day) DESC
LIMIT %(max_rows)s
"""


@shown_to(VIEW_PERMISSION)
def overview(request: HttpRequest) -> HttpResponseBase:
    days = int(chosen_value(request.GET, "days", [str(span) for span in SPANS], _("days")) or 30)
    kind = chosen_value(request.GET, "kind", SIGNS, _("sign"))
    since = clock.day_of(clock.now()) - timedelta(days=days)
    players = rows(PLAYERS_WITH_SIGNS, {"since": since, "kind": kind, "max_rows": MAX_ROWS})
    for row in players:
        row["titles"] = [str(SIGNS[name].title) for name in row["kinds"] if name in SIGNS]
        row["state"] = Player.Status(row["status"]).label
        row["waits"] = row["contact"] is None or clock.day_of(row["contact"]) < row["last"]
    if request.GET.get("as") == "csv":
        note("care.list-taken", request=request, about="care", accounts=len(players))
        return csv_response(_list_document(players))
    note("care.list-seen", request=request, about="care", accounts=len(players))
    return page(
        request,
        "player_risk/overview.html",
        _("Player protection"),
        players=players,
        spans=SPANS,
        days=days,
        kind=kind,
        signs=[
            {"kind": name, "title": sign.title, "why": sign.why, "threshold": _threshold_text(name)}
            for name, sign in SIGNS.items()
        ],
        upto=ScannedUntil.objects.values_list("day", flat=True).first(),
        quiet=QUIET_DAYS,
        most=MAX_ROWS,
    )


def _threshold_text(kind: str) -> str:
    """The last sentence of a sign's text, which states the threshold."""
    sign = SIGNS[kind]
    figures = {**dict.fromkeys(_placeholders(str(sign.text)), 0), **sign.thresholds}
    return sign_text(RiskSign(kind=kind, details=figures)).rpartition(". ")[2]


def _placeholders(text: str) -> list[str]:
    return [part.partition(")")[0] for part in text.split("%(")[1:]]


def _list_document(players: list[dict[str, Any]]) -> ListDocument:
    labels = [
        _("Account"),
        _("name at the tables"),
        _("status"),
        _("signs"),
        _("last sign"),
        _("which"),
        _("last contact"),
    ]
    return ListDocument(
        name="feltro-care",
        title=_("Player protection"),
        who="",
        facts=[],
        sums=[],
        columns=[Column(label) for label in labels],
        rows=[
            [
                row["player"],
                row["alias"],
                str(row["state"]),
                row["signs"],
                row["last"],
                "; ".join(row["titles"]),
                row["contact"],
            ]
            for row in players
        ],
    )


@shown_to(VIEW_PERMISSION, act=ADD_PERMISSION)
def player_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    player = get_object_or_404(Player, pk=pk)
    if request.method == "POST":
        return _create_contact(request, player)
    note("care.player-seen", request=request, player=player, about=f"player:{player.pk}")
    risk_signs = RiskSign.objects.filter(player=player).order_by("-day", "kind")[:200]
    now = clock.now()
    weeks = last_weeks(player.pk, clock.day_of(now))
    return page(
        request,
        "player_risk/player.html",
        player.alias,
        player=player,
        risk_signs=[
            {"risk_sign": risk_sign, "sign": SIGNS.get(risk_sign.kind), "text": sign_text(risk_sign)}
            for risk_sign in risk_signs
        ],
        contacts=Contact.objects.filter(player=player).select_related("person").order_by("-pk")[:200],
        methods=Contact.Method.choices,
        weeks=weeks,
        chart=weekly_chart(weeks),
        pause=pause_of(player, now),
        excluded=bool(exclusions_of(player, now)),
        may_add_contact=request.user.has_perm(ADD_PERMISSION),
    )


def _create_contact(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Records a contact. Its text cannot be changed later."""
    text, method = request.POST.get("notes", "").strip(), request.POST.get("method", "")
    if method not in Contact.Method.values:
        messages.error(request, _("Choose how the contact was made."))
    elif len(text) < MIN_LENGTH:
        messages.error(request, too_short_message(MIN_LENGTH))
    elif len(text) > MAX_LENGTH:
        messages.error(request, _("Write at most %(most)s characters.") % {"most": MAX_LENGTH})
    else:
        with transaction.atomic():
            contact = Contact.objects.create(
                player=player, person=staff_person(request), method=method, notes=text
            )
            note(
                "care.contact-noted",
                request=request,
                player=player,
                about=f"contact:{contact.pk}",
                method=method,
            )
        messages.success(request, _("Recorded."))
    return redirect("compliance_care_of", pk=player.pk)
