"""The replay of a finished round, its chances at hold'em, and hands as files that a player takes along."""

from __future__ import annotations

from typing import Any

import msgspec
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.models import Round, Stake
from games.rounds.replay import player_replay
from games.rounds.replay.explanations import result_label
from games.rounds.replay.hand_files import hand_format
from games.rounds.replay.hand_record import HandRecord
from games.tables import sheet_selectors
from games.tables.messages.table import messages_for
from games.tables.messages.verification import known_to_browser
from players.languages import page_language
from players.models import Player, PlaySession
from players.shared.decorators import for_players
from players.templatetags.page_files import imported_modules

MODULE = "js/table/replay/main.js"
CHANCES_KEPT = 3600  # seconds
CHANCES_PER_MINUTE = 20
FILES_PER_MINUTE = 6
MAX_HANDS = 200  # of one file


def _finished_stake(player: Player, round_id: int) -> Stake:
    stakes = Stake.objects.select_related("player", "round__table", "round__sheet", "round__setting")
    return get_object_or_404(
        stakes, player=player, round=round_id, round__status__in=(Round.Status.ENDED, Round.Status.VOID)
    )


def _exceeds(name: str, player: Player, limit: int) -> bool:
    """Whether the player asked more often than so many times in a minute."""
    counter = f"{name}:{player.pk}"
    if (cache.get_or_set(counter, 0, 60) or 0) >= limit:
        return True
    cache.incr(counter)
    return False


@gzip_page
@require_safe
@for_players
def replay_page(request: HttpRequest, player: Player, round_id: int) -> HttpResponse:
    """The round once more on its own table, from the player's seat.

    [AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]
    """
    stake = _finished_stake(player, round_id)
    game_round, table = stake.round, stake.round.table
    page = GAMES[table.system].page
    context: dict[str, Any] = {
        "round": game_round,
        "table": table,
        "page": page,
        "modules": tuple(dict.fromkeys((*imported_modules(MODULE), *page.modules))),
        "result": result_label(game_round),
        "section": "table",
        "review_rule": GAMES[table.system].rounds.review_rule,
    }
    try:
        player_replay.check_review_allowed(player, table.system)
    except player_replay.RecordingForbidden:
        return render(request, "portal/rounds/replay_later.html", context)
    names = player_replay.names_of_seats(game_round)
    steps = player_replay.described_steps(stake, names)
    if not steps or game_round.setting is None or game_round.sheet is None:
        context["archived"] = game_round.is_archived
        status = 410 if game_round.is_archived else 503
        return render(request, "portal/rounds/replay_unavailable.html", context, status=status)
    language = page_language().tag
    messages = {code: str(text) for code, text in player_replay.MESSAGES.items()}
    context["steps"] = steps
    context["words"] = {**messages_for(language, table.system), **messages}
    context["facts"] = {
        "table": {
            "id": table.pk,
            "name": table.name,
            "system": table.system,
            "mode": str(sheet_selectors.setting_of(table.system, game_round.setting).mode),
            "currency": table.currency,
        },
        "round": game_round.number,
        "seat": stake.seat,
        "alias": player.alias,
        "names": {str(seat): name for seat, name in names.items()},
        "describe": sheet_selectors.described(table.system, game_round.sheet, game_round.setting),
        "known": known_to_browser(),
        "language": language,
        "steps": msgspec.to_builtins(steps),
        "urls": {
            "last": reverse("last-round", args=[table.pk]),
            "rules": reverse("rules-of", args=[table.system]),
            "limits": f"{reverse('rules-of', args=[table.system])}#limits",
            "frequencies": reverse("frequencies", args=[table.pk]),
            **(
                {"chances": reverse("chances", args=[game_round.pk])}
                if GAMES[table.system].rounds.has_hand_files
                else {}
            ),
        },
    }
    return render(request, "portal/rounds/replay.html", context)


@require_safe
@for_players
def chances(request: HttpRequest, player: Player, round_id: int) -> HttpResponse:
    """The chances of the known hands of a round of hold'em, counted when they are asked for."""
    stake = _finished_stake(player, round_id)
    if not GAMES[stake.round.table.system].rounds.has_hand_files:
        raise Http404
    key = f"chances:{stake.round_id}:{stake.seat}"
    points = cache.get(key)
    if points is None:
        if _exceeds("chances-asked", player, CHANCES_PER_MINUTE):
            return JsonResponse({"code": "too-many"}, status=429)
        steps = player_replay.steps_of(stake)
        if not steps:
            return JsonResponse({"code": "unavailable"}, status=503)
        points = msgspec.to_builtins(player_replay.chance_points(steps, stake.seat), str_keys=True)
        cache.set(key, points, CHANCES_KEPT)
    return JsonResponse({"points": points})


@require_safe
@for_players
def hand_file(request: HttpRequest, player: Player, round_id: int, ending: str) -> HttpResponse:
    """One hand of hold'em as a file."""
    stake = _finished_stake(player, round_id)
    if not GAMES[stake.round.table.system].rounds.has_hand_files:
        raise Http404
    if _exceeds("hand-files", player, 10 * FILES_PER_MINUTE):
        return HttpResponse(status=429)
    if stake.round.is_archived:
        return HttpResponse(status=410)
    try:
        hand = player_replay.hand_of(stake, player_replay.names_of_seats(stake.round))
    except player_replay.ReplayUnavailable:
        return HttpResponse(status=503)
    if hand is None:
        raise Http404
    return _file([hand], ending, f"hand-{round_id}")


@require_safe
@for_players
def hands_file(request: HttpRequest, player: Player, session_id: int, ending: str) -> HttpResponse:
    """The hands of a play session of hold'em in one file, at most the last 200."""
    session = get_object_or_404(PlaySession, player=player, pk=session_id)
    if not GAMES[session.system].rounds.has_hand_files:
        raise Http404
    if _exceeds("hands-files", player, FILES_PER_MINUTE):
        return HttpResponse(status=429)
    # The cards of each hand are opened by the croupier alone, one round at a time.
    stakes = list(
        Stake.objects.filter(player=player, session=session.pk, round__status=Round.Status.ENDED)
        .select_related("player", "round__table", "round__sheet", "round__setting")
        .order_by("-at", "-id")[:MAX_HANDS]
    )
    if stakes and stakes[-1].round.is_archived:  # the oldest
        return HttpResponse(status=410)
    names = player_replay.names_by_round([stake.round for stake in stakes])
    try:
        written = [player_replay.hand_of(stake, names[stake.round_id]) for stake in reversed(stakes)]
    except player_replay.ReplayUnavailable:
        return HttpResponse(status=503)
    hands = [hand for hand in written if hand is not None]
    if not hands:
        raise Http404
    return _file(hands, ending, f"session-{session_id}")


def _file(hands: list[HandRecord], ending: str, name: str) -> HttpResponse:
    chosen = hand_format(ending)
    suffix = chosen.ending if len(hands) == 1 else chosen.ending_of_several
    response = HttpResponse(chosen.write(hands), content_type=chosen.content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}.{suffix}"'
    return response
