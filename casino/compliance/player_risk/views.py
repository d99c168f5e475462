"""Signs and contacts: the list, a player's page, and what an officer notes there. Every look at it is on the record."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from casino.compliance.player_risk.daily_scan import sentence
from casino.compliance.player_risk.models import Contact, Marker, Night
from casino.compliance.player_risk.signs import QUIET, SIGNS
from casino.compliance.player_risk.weekly_chart import drawn
from casino.compliance.reading import rows
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.models import Player
from players.protection.exclusions import exclusions_of, pause_of
from players.shared import clock
from players.shared.exports.csv_export import csv_response
from players.shared.exports.list_document import Column, ListDocument
from players.shared.staff_reasons import too_short_message

SEE, ACT = "care.view_marker", "care.add_contact"
SPANS = (7, 30, 90, 365)
LEAST, LONGEST = 12, 1000  # letters of what was said
MOST = 500  # players on one page
LISTED = """
SELECT m.player_id AS player, p.alias, p.status, count(*) AS signs, max(m.day) AS last, array_agg(DISTINCT m.kind ORDER BY m.kind) AS kinds,
       (SELECT max(c.at) FROM care_contact AS c WHERE c.player_id = m.player_id) AS contact
FROM care_marker AS m JOIN players_player AS p ON p.id = m.player_id
WHERE m.day >= %(since)s
  AND (%(kind)s = '' OR m.player_id IN (SELECT player_id FROM care_marker WHERE kind = %(kind)s AND day >= %(since)s))
GROUP BY m.player_id, p.alias, p.status
ORDER BY (SELECT max(c.at) FROM care_contact AS c WHERE c.player_id = m.player_id) IS NOT NULL, count(DISTINCT m.kind) DESC, max(m.day) DESC
LIMIT %(most)s
"""


@shown_to(SEE)
def overview(request: HttpRequest) -> HttpResponseBase:
    given = request.GET.get("days", "")
    days = int(given) if given in map(str, SPANS) else 30
    kind = request.GET.get("kind", "")
    kind = kind if kind in SIGNS else ""
    found = rows(
        LISTED, {"since": clock.day_of(clock.now()) - timedelta(days=days), "kind": kind, "most": MOST}
    )
    for row in found:
        row["titles"] = [str(SIGNS[each].title) for each in row["kinds"] if each in SIGNS]
        row["state"] = Player.Status(row["status"]).label
        row["waits"] = row["contact"] is None or clock.day_of(row["contact"]) < row["last"]
    if request.GET.get("as") == "csv":
        note("care.list-taken", request=request, about="care", accounts=len(found))
        return csv_response(_sheet(found))
    note("care.list-seen", request=request, about="care", accounts=len(found))
    return page(
        request,
        "player_risk/overview.html",
        _("Player protection"),
        players=found,
        spans=SPANS,
        days=days,
        kind=kind,
        signs=[
            {"kind": name, "title": sign.title, "why": sign.why, "told": _threshold(name)}
            for name, sign in SIGNS.items()
        ],
        upto=Night.objects.values_list("day", flat=True).first(),
        quiet=QUIET,
        most=MOST,
    )


def _threshold(kind: str) -> str:
    """The sentence of a sign that stands just at its threshold says where that lies."""
    sign = SIGNS[kind]
    return sentence(
        Marker(kind=kind, said={**dict.fromkeys(_named(str(sign.told)), 0), **sign.thresholds})
    ).rpartition(". ")[2]


def _named(told: str) -> list[str]:
    return [part.partition(")")[0] for part in told.split("%(")[1:]]


def _sheet(found: list[dict[str, Any]]) -> ListDocument:
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
            for row in found
        ],
    )


@shown_to(SEE, act=ACT)
def player(request: HttpRequest, pk: int) -> HttpResponseBase:
    found = get_object_or_404(Player, pk=pk)
    if request.method == "POST":
        return contact(request, found)
    note("care.player-seen", request=request, player=found, about=f"player:{found.pk}")
    markers = Marker.objects.filter(player=found).order_by("-day", "kind")[:200]
    now = clock.now()
    return page(
        request,
        "player_risk/player.html",
        found.alias,
        player=found,
        markers=[
            {"marker": each, "sign": SIGNS.get(each.kind), "sentence": sentence(each)} for each in markers
        ],
        contacts=Contact.objects.filter(player=found).select_related("person").order_by("-pk")[:200],
        roads=Contact.Road.choices,
        picture=drawn(found.pk, clock.day_of(now)),
        pause=pause_of(found, now),
        excluded=bool(exclusions_of(found, now)),
        may=request.user.has_perm(ACT),
    )


def contact(request: HttpRequest, found: Player) -> HttpResponseBase:
    """What was said stays as it was written."""
    said, road = request.POST.get("said", "").strip(), request.POST.get("road", "")
    if road not in Contact.Road.values:
        messages.error(request, _("Choose how the contact was made."))
    elif len(said) < LEAST:
        messages.error(request, too_short_message(LEAST))
    elif len(said) > LONGEST:
        messages.error(request, _("Write at most %(most)s characters.") % {"most": LONGEST})
    else:
        with transaction.atomic():
            new = Contact.objects.create(player=found, person=staff_person(request), road=road, said=said)
            note("care.contact-noted", request=request, player=found, about=f"contact:{new.pk}", road=road)
        messages.success(request, _("Noted."))
    return redirect("compliance_care_of", pk=found.pk)
