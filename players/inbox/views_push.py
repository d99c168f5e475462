"""The page where a player chooses notifications, and what its script sends."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from players.inbox import marketing_consents, push_subscriptions
from players.inbox.models import PushKind, PushSubscription
from players.inbox.push_subscriptions import BrowserSubscription, InvalidSubscription
from players.models import Player
from players.shared.decoding import UNREADABLE
from players.shared.decorators import for_players


@require_safe
@for_players
def notifications_page(request: HttpRequest, player: Player) -> HttpResponse:
    chosen = push_subscriptions.choices_of(player)
    context = {
        "kinds": [(kind.value, kind.label, kind.value in chosen) for kind in PushKind],
        "wants_news": marketing_consents.has_agreed(player),
        "key": settings.PUSH_PUBLIC_KEY,
        "browsers": PushSubscription.objects.filter(player=player).count(),
    }
    return render(request, "portal/inbox/notifications.html", context)


@require_POST
@for_players
def choose_notifications(request: HttpRequest, player: Player) -> HttpResponse:
    kinds = set(request.POST.getlist("kind")) & set(PushKind.values)
    push_subscriptions.set_push_choices(player=player, kinds=kinds, request=request)
    messages.success(request, _("Your choice has been saved."))
    return redirect("notifications")


@require_POST
@for_players
def notifications_news(request: HttpRequest, player: Player) -> HttpResponse:
    marketing_consents.set_consent(player=player, agreed="agreed" in request.POST, request=request)
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
        push_subscriptions.subscribe_browser(player=player, subscription=subscription, request=request)
    except (*UNREADABLE, InvalidSubscription):
        return JsonResponse({}, status=400)
    return JsonResponse({}, status=201)


@require_POST
@for_players
def end_notifications(request: HttpRequest, player: Player) -> HttpResponse:
    push_subscriptions.unsubscribe_browsers(player=player, request=request)
    messages.success(request, _("None of your browsers receives notifications any more."))
    return redirect("notifications")
