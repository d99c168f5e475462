"""The page where a player chooses notifications, and news and offers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from players.inbox import marketing_consents
from players.inbox.browser_notifications import browser_notifications
from players.models import Player
from players.shared.decorators import for_players


@require_safe
@for_players
def notifications_page(request: HttpRequest, player: Player) -> HttpResponse:
    sender = browser_notifications()
    context = {
        "part": sender.page_part(player) if sender else None,
        "wants_news": marketing_consents.has_agreed(player),
    }
    return render(request, "portal/inbox/notifications.html", context)


@require_POST
@for_players
def notifications_news(request: HttpRequest, player: Player) -> HttpResponse:
    marketing_consents.set_consent(player=player, agreed="agreed" in request.POST, request=request)
    messages.success(request, _("Your choice has been saved."))
    return redirect("notifications")
