"""The pages of limits, pauses and exclusions, and the endpoint for pushed changes of the national list."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from players.identity.sign_in.read_limits import limit_reads
from players.identity.sign_in.reauthentication import reauthentication_required
from players.models import Player
from players.play_records import play_records
from players.protection import (
    care_messages,
    exclusions,
    limits,
    limits_question,
    national_pushes,
    play_time,
)
from players.protection.forms import BeginsForm, ExclusionForm, LimitsForm, PauseForm, RealityForm
from players.protection.models import AbsenceAfterHand, CareMessage, Exclusion, Limit
from players.shared import clock
from players.shared.decoding import UNREADABLE, prepare
from players.shared.decorators import for_players


@for_players
@reauthentication_required
def limits_page(request: HttpRequest, player: Player, first: bool = False) -> HttpResponse:
    """All limits on one page. Before the first deposit (`first`) the page continues to the deposit."""
    statuses = limits.limit_statuses(player)
    form = LimitsForm(statuses, request.POST or None)
    if request.method == "POST" and form.is_valid():
        changed = limits.set_limits(player, form.values(), request)
        _add_messages(request, changed, first)
        return redirect("deposit" if first else "limits")
    context = {
        "first": first,
        "groups": _groups(statuses, form),
        "form": form,
        "reality": RealityForm(initial={"minutes": play_time.reality_check_interval(player.pk)}),
        "now": clock.now(),
    }
    return render(request, "portal/protection/limits.html", context, status=422 if form.errors else 200)


def _add_messages(request: HttpRequest, changed: list[Limit], first: bool) -> None:
    raised = [limit for limit in changed if limit.starts > limit.requested_at]
    if len(raised) < len(changed) and not first:  # the page of the first deposit shows them
        messages.info(request, _("The limits are set and apply from now on."))
    if raised:
        messages.info(
            request,
            _(
                "A higher limit applies in 24 hours. Until then "
                "the lower one applies, and you can cancel the change."
            ),
        )
    if not changed and not first:
        messages.info(request, _("The limits were not changed."))


def _groups(statuses: list[limits.LimitStatus], form: LimitsForm) -> list[dict[str, object]]:
    titles = {
        "deposit": _("Deposits"),
        "stake": _("Bets"),
        "loss": _("Losses"),
        "time": _("Time at the tables"),
    }
    return [
        {
            "kind": kind,
            "title": title,
            "limits": [
                {"status": status, "field": form[f"{kind}-{status.period}"]}
                for status in statuses
                if status.kind == kind
            ],
        }
        for kind, title in titles.items()
    ]


@require_POST
@for_players
@reauthentication_required
def decline_limits(request: HttpRequest, player: Player) -> HttpResponse:
    """The player wants no limits before the first deposit."""
    limits.decline_limits(player, request)
    return redirect("deposit")


@require_POST
@for_players
def answer_limits_question(request: HttpRequest, player: Player) -> HttpResponse:
    """The player was asked again and wants no limits. Setting one answers the question as well."""
    if limits_question.waits_for_answer(player):
        limits.decline_limits(player, request)
        messages.info(request, _("Thank you. You can set a limit at any time."))
    return redirect("account")


@require_POST
@for_players
def cancel_limit(request: HttpRequest, player: Player, limit: int) -> HttpResponse:
    if limits.cancel_limit(player, limit, request):
        messages.info(request, _("The increase was cancelled; the current limit still applies."))
    return redirect("limits")


@require_POST
@for_players
def set_reality_check_interval(request: HttpRequest, player: Player) -> HttpResponse:
    form = RealityForm(request.POST)
    if form.is_valid() and play_time.set_reality_check_interval(
        player, form.cleaned_data["minutes"], request
    ):
        messages.info(request, _("Tables will remind you at this interval."))
    return redirect("limits")


class RealityCheckAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to a reality check, as the page of a table sends it."""

    session: int
    answer: str


prepare(RealityCheckAnswer)


@require_POST
@for_players
def acknowledge_reality_check(request: HttpRequest, player: Player) -> HttpResponse:
    try:
        data = msgspec.json.decode(request.body, type=RealityCheckAnswer)
    except UNREADABLE:
        return JsonResponse({"code": "unreadable"}, status=400)
    if abs(data.session) >= 2**62:
        return JsonResponse({"code": "unreadable"}, status=400)
    check = play_time.acknowledge_reality_check(player, data.session, data.answer, request)
    if check is None:
        return JsonResponse({"code": "no-such-session"}, status=404)
    return JsonResponse({"minutes": check.minutes})


# --- messages about play


@for_players
def care_message(request: HttpRequest, player: Player) -> HttpResponse:
    """The message that waits, on a page of its own; an answer leads on to where it points."""
    if request.method == "POST":
        number, answer = request.POST.get("n", ""), request.POST.get("answer", "")
        if not number.isascii() or not number.isdigit() or len(number) > 18:
            messages.error(request, _("This message has changed in the meantime. Read it again."))
        elif not care_messages.answer_message(player, int(number), answer, request):
            messages.error(request, _("Choose one of the answers."))
        elif answer in (CareMessage.Answer.PAUSE, CareMessage.Answer.LIMITS):
            return redirect("exclusion" if answer == CareMessage.Answer.PAUSE else "limits")
        else:
            messages.info(request, _("Thank you. Your answer is recorded."))
        return redirect("care-message")
    return render(
        request, "portal/protection/care_message.html", {"card": care_messages.waiting_card(player)}
    )


class CareAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to a message about play, as the page of a table sends it."""

    n: int
    answer: str


prepare(CareAnswer)


@for_players
def care_card(request: HttpRequest, player: Player) -> HttpResponse:
    """The same for the page of a table: the message as data, and the answer to it."""
    if request.method == "POST":
        try:
            data = msgspec.json.decode(request.body, type=CareAnswer)
        except UNREADABLE:
            return JsonResponse({"code": "unreadable"}, status=400)
        if not 0 < data.n < 2**62:
            return JsonResponse({"code": "unreadable"}, status=400)
        if not care_messages.answer_message(player, data.n, data.answer, request):
            return JsonResponse({"code": "no-such-answer"}, status=404)
    card = care_messages.waiting_card(player)
    return JsonResponse({} if card is None else msgspec.to_builtins(card))


# --- pauses and exclusions


@for_players
def exclusion_page(request: HttpRequest, player: Player) -> HttpResponse:
    return _render_exclusion_page(request, player, PauseForm(), ExclusionForm())


def _render_exclusion_page(
    request: HttpRequest, player: Player, pause_form: PauseForm, exclusion_form: ExclusionForm
) -> HttpResponse:
    now = clock.now()
    in_force = exclusions.exclusions_of(player, now)
    own = next((exclusion for exclusion in in_force if exclusion.source == Exclusion.Source.OWN), None)
    context = {
        "pause_form": pause_form,
        "exclusion_form": exclusion_form,
        "paused": exclusions.pause_of(player, now),
        "exclusions": in_force,
        "own": own,
        "early_end": _possible_early_end(own, now),
        "absences": exclusions.requested_absences(player),
        "tables": _tables_in_play(player),
    }
    status = 422 if pause_form.is_bound or exclusion_form.is_bound else 200
    return render(request, "portal/protection/exclusion.html", context, status=status)


def _tables_in_play(player: Player) -> list[str]:
    """The names of the tables where a hand of the player is running."""
    records = play_records()
    tables = [table for table, _number in records.rounds_in_play(player.pk)]
    names = records.table_names(tables) if tables else {}
    return [names[table] for table in tables]


def _must_choose(player: Player, form: BeginsForm) -> bool:
    """Whether a hand has begun since the page was shown: the page then states first what a beginning now
    would do to it (A84).
    """
    return not form.cleaned_data["begins"] and bool(_tables_in_play(player))


def _possible_early_end(own: Exclusion | None, now: datetime) -> datetime | None:
    """The end after a request now; None if that is no earlier, if one was requested before, or after the
    pay-out.
    """
    if own is None or own.noticed is not None or own.paid_out is not None:
        return None
    early_end = exclusions.early_end_of(own, now)
    return early_end if own.ends is None or early_end < own.ends else None


@require_POST
@for_players
def begin_pause(request: HttpRequest, player: Player) -> HttpResponse:
    form = PauseForm(request.POST)
    if not form.is_valid():
        return _render_exclusion_page(request, player, form, ExclusionForm())
    if _must_choose(player, form):
        return _render_exclusion_page(request, player, form, ExclusionForm())
    days = form.cleaned_data["days"]
    if form.cleaned_data["begins"] == form.AFTER_HAND:
        exclusions.request_after_hand(player, AbsenceAfterHand.Kind.PAUSE, days, request)
    else:
        exclusions.begin_pause(player, days, request)
    return redirect("exclusion")


@require_POST
@for_players
@reauthentication_required
def begin_exclusion(request: HttpRequest, player: Player) -> HttpResponse:
    form = ExclusionForm(request.POST)
    if not form.is_valid():
        return _render_exclusion_page(request, player, PauseForm(), form)
    if _must_choose(player, form):
        return _render_exclusion_page(request, player, PauseForm(), form)
    months = form.cleaned_data["months"] or None
    said = exclusions.Said(form.cleaned_data["reason"], form.cleaned_data["occupation"])
    if form.cleaned_data["begins"] == form.AFTER_HAND:
        exclusions.request_after_hand(player, AbsenceAfterHand.Kind.EXCLUSION, months, request, said)
    else:
        exclusions.begin_exclusion(player, months, request, said)
    return redirect("exclusion")


@require_POST
@for_players
@reauthentication_required
def request_early_end(request: HttpRequest, player: Player, exclusion: int) -> HttpResponse:
    if exclusions.request_early_end(exclusion, player, request) is None:
        messages.error(request, _("An early end has already been requested, or is not possible here."))
    return redirect("exclusion")


# --- the national list

# As many reads as a push counts for: ten a minute of one address. Before the worker has looked at its
# signature, a push of the register and one of a stranger are alike and share the places for waiting ones.
PUSH_COST = 24


@csrf_exempt
@require_POST
@partial(limit_reads, cost=PUSH_COST)
def receive_national_list(request: HttpRequest) -> HttpResponse:
    """Takes a signed change of the national list. A repeated number changes nothing."""
    return national_pushes.receive_push(request)
