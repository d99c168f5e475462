"""Signs and contacts: the list and a player's page. The audit log records every visit."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.postgres.aggregates import ArrayAgg
from django.db import transaction
from django.db.models import Count, F, Max, Min, OuterRef, Subquery
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from casino.compliance.monitoring.following import versions_in_force
from casino.compliance.monitoring.models import Alert, RuleVersion, Shard
from casino.compliance.monitoring.rules import Rule
from casino.compliance.player_risk.models import Contact
from casino.compliance.player_risk.player_parts import signs_of
from casino.compliance.player_risk.weekly_chart import last_weeks, weekly_chart
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.history.own_past import own_past
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Player
from players.protection.care_messages import hold_of, release_hold
from players.protection.exclusions import exclusions_of, pause_of
from players.protection.models import DepositHold
from players.shared import clock
from players.shared.exports.csv_export import csv_response
from players.shared.exports.list_document import Column, ListDocument
from players.shared.list_filters import chosen_value
from players.shared.staff_reasons import reason_of, too_short_message

VIEW_PERMISSION, ADD_PERMISSION = "monitoring.view_care_alert", "care.add_contact"
RELEASE_PERMISSION = "protection.release_deposithold"
SPANS = (7, 30, 90, 365)  # days
MIN_LENGTH, MAX_LENGTH = 12, 1000  # characters of a contact
MAX_ROWS = 500  # players on one page


@shown_to(VIEW_PERMISSION)
def overview(request: HttpRequest) -> HttpResponseBase:
    days = int(chosen_value(request.GET, "days", [str(span) for span in SPANS], _("days")) or 30)
    rules = {
        version.machine.rule.name: version.machine.rule
        for version in versions_in_force()
        if version.kind == RuleVersion.RuleKind.CARE
    }
    kind = chosen_value(request.GET, "kind", rules, _("sign"))
    players = players_with_signs(clock.now() - timedelta(days=days), kind)
    for row in players:
        row["titles"] = [rules[name].title.shown() if name in rules else name for name in row["kinds"]]
        row["state"] = Player.Status(row["status"]).label
        row["waits"] = row["contact"] is None or row["contact"] < row["last"]
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
            {
                "kind": name,
                "title": rule.title.shown(),
                "why": rule.why.shown(),
                "threshold": threshold_text(rule),
            }
            for name, rule in rules.items()
        ],
        upto=Shard.objects.aggregate(upto=Min("until"))["upto"],
        most=MAX_ROWS,
    )


def players_with_signs(since: datetime, kind: str) -> list[dict[str, Any]]:
    """Who has signs, those first whom nobody has contacted. With a kind, only who has that one."""
    alerts = Alert.objects.filter(kind=RuleVersion.RuleKind.CARE, at__gte=since)
    if kind:
        alerts = alerts.filter(player__in=alerts.filter(version__name=kind).values("player"))
    contacts = Contact.objects.filter(player=OuterRef("player")).order_by("-pk").values("at")[:1]
    rows = (
        alerts.values("player", alias=F("player__alias"), status=F("player__status"))
        .annotate(
            signs=Count("pk"),
            last=Max("at"),
            kinds=ArrayAgg("version__name", distinct=True, order_by="version__name"),
            different=Count("version__name", distinct=True),
            contact=Subquery(contacts),
        )
        .order_by(F("contact").asc(nulls_first=True), "-different", "-last")[:MAX_ROWS]
    )
    return [dict(row) for row in rows]


def threshold_text(rule: Rule) -> str:
    """The last sentence of a rule's text, which states the threshold."""
    values = {name: parameter.value for name, parameter in rule.parameters.items()}
    return rule.explain(values).rpartition(". ")[2]


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
    now = clock.now()
    weeks = last_weeks(player.pk, clock.day_of(now))
    return page(
        request,
        "player_risk/player.html",
        player.alias,
        player=player,
        signs=signs_of(player)[:200],
        contacts=Contact.objects.filter(player=player).select_related("person").order_by("-pk")[:200],
        methods=Contact.Method.choices,
        past=own_past(player, now),
        weeks=weeks,
        chart=weekly_chart(weeks),
        pause=pause_of(player, now),
        excluded=bool(exclusions_of(player, now)),
        may_add_contact=request.user.has_perm(ADD_PERMISSION),
        hold=hold_of(player),
        may_release=request.user.has_perm(RELEASE_PERMISSION),
        holds=DepositHold.objects.filter(player=player).select_related("releaser").order_by("-pk")[:50],
    )


@step_up_required
@shown_to(RELEASE_PERMISSION, act=RELEASE_PERMISSION)
def release_deposits(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Lets the player deposit again, with a reason."""
    player = get_object_or_404(Player, pk=pk)
    hold = hold_of(player)
    if request.method == "POST" and (reason := reason_of(request)):
        if hold and release_hold(hold.pk, reason=reason, person=staff_person(request), request=request):
            messages.success(request, _("Released. The player can deposit again."))
        else:
            messages.error(request, _("The deposits of this player are no longer held."))
    return redirect("compliance_care_of", pk=player.pk)


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
