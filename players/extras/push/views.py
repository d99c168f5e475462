"""What a player chooses on the page of notifications, and what its script sends."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from players.extras.push import subscriptions
from players.extras.push.models import PushKind
from players.extras.push.subscriptions import BrowserSubscription, InvalidSubscription
from players.models import Player
from players.shared.decoding import UNREADABLE
from players.shared.decorators import for_players


@require_POST
@for_players
def choose_notifications(request: HttpRequest, player: Player) -> HttpResponse:
    kinds = set(request.POST.getlist("kind")) & set(PushKind.values)
    subscriptions.set_push_choices(player=player, kinds=kinds, request=request)
    messages.success(request, _("Your choice has been saved."))
    return redirect("notifications")


@require_POST
@for_players
def subscribe_to_notifications(request: HttpRequest, player: Player) -> HttpResponse:
    """Called by the script, with what the browser's push service gave it."""
    if not settings.PUSH_PUBLIC_KEY:
        return JsonResponse({}, status=404)
    try:
        subscription = msgspec.json.decode(request.body, type=BrowserSubscription)
        subscriptions.subscribe_browser(player=player, subscription=subscription, request=request)
    except (*UNREADABLE, InvalidSubscription):
        return JsonResponse({}, status=400)
    return JsonResponse({}, status=201)


@require_POST
@for_players
def end_notifications(request: HttpRequest, player: Player) -> HttpResponse:
    subscriptions.unsubscribe_browsers(player=player, request=request)
    messages.success(request, _("None of your browsers receives notifications any more."))
    return redirect("notifications")
