"""Limits on one page, pauses and exclusions on another; and the door at which the national list tells of its changes."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from players.identity.reauthentication import reauthentication_required
from players.models import Player
from players.protection import exclusions, national_list, play_time
from players.protection import limits as rules
from players.protection.forms import ExclusionForm, LimitsForm, PauseForm, RealityForm
from players.protection.models import Exclusion
from players.shared import clock, signed_http
from players.shared.decorators import for_players


@for_players
@reauthentication_required
def limits(request: HttpRequest, player: Player, first: bool = False) -> HttpResponse:
    """All limits on one page; before the first deposit it is asked for (`first`), and leads on to the deposit."""
    lines = rules.lines(player)
    form = LimitsForm(lines, request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = rules.limits_ask(player, form.wanted(), request)
        later = [limit for limit in made if limit.starts > limit.asked]
        if made and len(later) < len(made):
            messages.info(request, _("The limits are set and count from now on."))
        if later:
            messages.info(
                request,
                _(
                    "A higher limit counts in 24 hours. Until then the lower one goes on, and you may take it back."
                ),
            )
        if not made and not first:
            messages.info(request, _("The limits are as they were."))
        return redirect("deposit" if first else "limits")
    context = {
        "first": first,
        "groups": _groups(lines, form),
        "form": form,
        "reality": RealityForm(initial={"minutes": play_time.reality_minutes(player.pk)}),
        "now": clock.now(),
    }
    return render(request, "portal/protection/limits.html", context, status=422 if form.errors else 200)


def _groups(lines: list[rules.Line], form: LimitsForm) -> list[dict[str, object]]:
    titles = {"deposit": _("Deposits"), "stake": _("Bets"), "time": _("Time at the tables")}
    return [
        {
            "kind": kind,
            "title": title,
            "lines": [
                {"line": line, "field": form[f"{kind}-{line.period}"]} for line in lines if line.kind == kind
            ],
        }
        for kind, title in titles.items()
    ]


@require_POST
@for_players
@reauthentication_required
def limits_none(request: HttpRequest, player: Player) -> HttpResponse:
    """Asked before the first deposit, and answered: none."""
    rules.limits_declined(player, request)
    return redirect("deposit")


@require_POST
@for_players
def limit_cancel(request: HttpRequest, player: Player, limit: int) -> HttpResponse:
    if rules.limit_cancel(player, limit, request):
        messages.info(request, _("The higher limit is taken back; the one that counts goes on."))
    return redirect("limits")


@require_POST
@for_players
def reality(request: HttpRequest, player: Player) -> HttpResponse:
    form = RealityForm(request.POST)
    if form.is_valid() and play_time.reality_set(player, form.cleaned_data["minutes"], request):
        messages.info(request, _("Tables remind you in this rhythm from now on."))
    return redirect("limits")


class Seen(msgspec.Struct, forbid_unknown_fields=True):
    """What a table's page says of a reality check that was answered."""

    session: int
    answer: str


@require_POST
@for_players
def reality_seen(request: HttpRequest, player: Player) -> HttpResponse:
    try:
        seen = msgspec.json.decode(request.body, type=Seen)
    except msgspec.DecodeError:
        return JsonResponse({"code": "unreadable"}, status=400)
    if abs(seen.session) >= 2**62:
        return JsonResponse({"code": "unreadable"}, status=400)
    check = play_time.reality_acknowledge(player, seen.session, seen.answer, request)
    return (
        JsonResponse({"minutes": check.minutes})
        if check
        else JsonResponse({"code": "no-such-session"}, status=404)
    )


# --- pauses and exclusions


@for_players
def absence(request: HttpRequest, player: Player) -> HttpResponse:
    return _absence(request, player, PauseForm(), ExclusionForm())


def _absence(
    request: HttpRequest, player: Player, pause: PauseForm, exclusion: ExclusionForm
) -> HttpResponse:
    now = clock.now()
    held = exclusions.exclusions_of(player, now)
    own = next((one for one in held if one.source == Exclusion.Source.OWN), None)
    context = {
        "pause_form": pause,
        "exclusion_form": exclusion,
        "paused": exclusions.pause_of(player, now),
        "exclusions": held,
        "own": own,
        "early": _early(own, now),
    }
    return render(
        request,
        "portal/protection/exclusion.html",
        context,
        status=422 if pause.errors or exclusion.errors else 200,
    )


def _early(own: Exclusion | None, now: datetime) -> datetime | None:
    """When a notice given now would end it; nothing where it would end no sooner, was given before, or the account is closed by now."""
    if own is None or own.noticed is not None or own.paid_out is not None:
        return None
    early = exclusions.early_end(own, now)
    return early if own.ends is None or early < own.ends else None


@require_POST
@for_players
def pause(request: HttpRequest, player: Player) -> HttpResponse:
    form = PauseForm(request.POST)
    if not form.is_valid():
        return _absence(request, player, form, ExclusionForm())
    exclusions.pause_begin(player, form.cleaned_data["days"], request)
    return redirect("exclusion")


@require_POST
@for_players
@reauthentication_required
def exclude(request: HttpRequest, player: Player) -> HttpResponse:
    form = ExclusionForm(request.POST)
    if not form.is_valid():
        return _absence(request, player, PauseForm(), form)
    exclusions.exclusion_begin(player, form.cleaned_data["months"] or None, request)
    return redirect("exclusion")


@require_POST
@for_players
@reauthentication_required
def early_end(request: HttpRequest, player: Player, exclusion: int) -> HttpResponse:
    if exclusions.exclusion_notice(exclusion, player, request) is None:
        messages.error(request, _("An early end was asked before, or is not possible here."))
    return redirect("exclusion")


# --- the national list


@csrf_exempt
@require_POST
def national_list_push(request: HttpRequest) -> HttpResponse:
    """Changes that are pushed: genuine or not listened to; the same number again changes nothing."""
    if not signed_http.is_genuine(
        settings.REGISTER_KEY, request.headers.get(signed_http.HEADER, ""), request.body
    ):
        return HttpResponse("The signature is wrong, or too old.\n", status=403, content_type="text/plain")
    try:
        change = national_list.change_read(request.body)
    except msgspec.DecodeError:
        return HttpResponse("The change cannot be read.\n", status=400, content_type="text/plain")
    return HttpResponse(f"{national_list.change_apply(change)}\n", content_type="text/plain")
