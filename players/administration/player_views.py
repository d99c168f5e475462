"""A player's page: header, tabs and timeline; notes and tags of staff."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from msgspec import Struct

from players.administration.models import PlayerNote, PlayerTag
from players.administration.player_page import (
    TIMELINE,
    Panel,
    header_of,
    note_disclosures,
    panels_of,
    tabs_of,
)
from players.administration.timeline import (
    CATEGORIES,
    TimelinePosition,
    sources_of,
    timeline_page,
    timeline_runs,
)
from players.audit import note
from players.identity.models import TestAccount
from players.identity.sign_in.masking import mask_email
from players.identity.sign_in.reauthentication import step_up_required
from players.identity.staff.views import require_permission, unmasked_players
from players.identity.verification.account_status import close_player, restore_player, suspend_player
from players.models import Person, Player
from players.shared import clock
from players.shared.list_filters import chosen_day
from players.shared.staff_errors import InvalidFilter
from players.shared.staff_reasons import MIN_LENGTH, reason_of, too_short_message

MAX_NOTES = 20
MAX_TAGS = 12
# The actions on an account, in the order of the page: reversible ones first.
ACCOUNT_ACTIONS = {"suspend": suspend_player, "restore": restore_player, "close": close_player}
ACTION_LABELS = {
    "suspend": gettext_lazy("Suspend"),
    "restore": gettext_lazy("Restore"),
    "test": gettext_lazy("Mark as a test account"),
    "close": gettext_lazy("Close for good"),
}
ACTION_CONSEQUENCES = {
    "suspend": gettext_lazy("Play ends, and the player cannot play again until the account is restored."),
    "restore": gettext_lazy("The player may use the account again as before the suspension."),
    "test": gettext_lazy("From now on no report includes the account. This cannot be undone."),
    "close": gettext_lazy(
        "The player can never play with this account again, and the balance is paid out. This cannot "
        "be undone."
    ),
}
# The actions that the status of an account allows.
ALLOWED_ACTIONS = {
    "pending": ("suspend", "close"),
    "active": ("suspend", "close"),
    "suspended": ("restore", "close"),
}


class TypedAction(Struct, frozen=True):
    """An action on an account that was refused: what was typed stays in its form."""

    action: str
    reason: str
    alias: str


def player_page(request: HttpRequest, pk: int, typed: TypedAction | None = None) -> HttpResponse:
    """The page of one player, with what this person may see."""
    require_permission(request, "players.view_player")
    player = (
        Player.objects.select_related("person").filter(pk=pk).exclude(status=Player.Status.VISITOR).first()
    )
    if player is None:
        raise Http404
    tabs = tabs_of(request)
    tab = request.GET.get("tab", TIMELINE)
    if tab not in tabs:
        tab = TIMELINE
    full = player.pk in unmasked_players(request)
    header, panels = header_of(request, player), _panels(request, player, tab)
    timeline = _timeline(request, player) if tab == TIMELINE else {}
    shown = (*header, *panels, *timeline.get("entries", ()))
    note_disclosures(request, player, {part.audit_kind for part, _content in shown})
    page: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": player.alias,
        "player": player,
        "email": player.person.email if full else mask_email(player.person.email),
        "full": full,
        "header": [{"title": item.title, "facts": facts} for item, facts in header],
        "tabs": [{"code": code, "title": title, "selected": code == tab} for code, title in tabs.items()],
        "panels": [{**data, "panel": panel} for panel, data in panels],
        "actions": _allowed_actions(request, player),
        "typed": typed,
        **_notes(request, player),
        **timeline,
    }
    return render(request, "backoffice/players/player.html", page)


def _panels(request: HttpRequest, player: Player, tab: str) -> list[tuple[Panel, Any]]:
    panels = [(panel, panel.read(request, player)) for panel in panels_of(request, tab)]
    return [(panel, data) for panel, data in panels if data is not None]


def _allowed_actions(request: HttpRequest, player: Player) -> list[dict[str, Any]]:
    if not request.user.has_perm("players.change_player"):
        return []
    allowed = ALLOWED_ACTIONS.get(player.status, ())
    return [
        {"code": action, "label": label, "consequence": ACTION_CONSEQUENCES[action]}
        for action, label in ACTION_LABELS.items()
        if action in allowed or (action == "test" and not player.testing)
    ]


@require_POST
@step_up_required
def account_action(request: HttpRequest, pk: int) -> HttpResponse:
    """Suspends, restores, closes or marks an account. Closing needs the name of the player, typed."""
    person = require_permission(request, "players.change_player")
    player = get_object_or_404(Player.objects.select_related("person"), pk=pk)
    action, alias = request.POST.get("act", ""), " ".join(request.POST.get("alias", "").split())
    reason = reason_of(request)
    if reason and action == "close" and alias != player.alias:
        messages.error(
            request,
            _("Nothing was changed. To close the account for good, type its name at the tables: %(alias)s.")
            % {"alias": player.alias},
        )
    elif reason and action == "test" and _mark_test_account(request, player, reason, person):
        return _back_to_page(pk)
    elif reason and action in ACCOUNT_ACTIONS and ACCOUNT_ACTIONS[action](player, reason, person):
        messages.success(request, _("Done; the player has been notified."))
        return _back_to_page(pk)
    elif reason and action != "test":
        messages.error(request, _("The state of the account does not allow this."))
    return player_page(request, pk, TypedAction(action, request.POST.get("reason", ""), alias))


def _mark_test_account(request: HttpRequest, player: Player, reason: str, person: Person) -> bool:
    """Marks the account permanently, so that reports of different dates agree on whom they count."""
    try:
        with transaction.atomic():
            TestAccount.objects.create(player=player, reason=reason, by=person)
            Player.objects.filter(pk=player.pk).update(testing=True)
            note(
                "account.marked-test",
                player=player,
                about=f"player:{player.pk}",
                request=request,
                reason=reason,
            )
    except IntegrityError:
        messages.error(request, _("This is already a test account."))
        return False
    messages.success(request, _("From now on no report includes this account."))
    return True


def _notes(request: HttpRequest, player: Player) -> dict[str, Any]:
    if not request.user.has_perm("administration.view_playernote"):
        return {"notes": None}
    notes = PlayerNote.objects.filter(player=player).select_related("by").order_by("-id")
    return {
        "notes": list(notes[:MAX_NOTES]),
        "tags": list(PlayerTag.objects.filter(player=player).order_by("name")),
        "may_note": request.user.has_perm("administration.add_playernote"),
    }


def _timeline(request: HttpRequest, player: Player) -> dict[str, Any]:
    sources = sources_of(request.user)
    available = {source.category for source in sources}
    chosen = request.GET.getlist("kind")
    for category in chosen:
        if category not in available:
            raise InvalidFilter(_("kind"), category)
    until = chosen_day(request.GET, "until", _("Until"))
    position = TimelinePosition.parse(request.GET.get("after", ""))
    end = clock.midnight(until + timedelta(days=1)) if until else None
    page = timeline_page(player, sources, chosen, position, end)
    query: list[tuple[str, str]] = [("kind", category) for category in chosen]
    if until:
        query.append(("until", until.isoformat()))
    return {
        "entries": page.entries,
        "runs": timeline_runs(page),
        "categories": [
            {"code": code, "title": title, "selected": code in chosen}
            for code, title in CATEGORIES.items()
            if code in available
        ],
        "category_titles": CATEGORIES,
        "until": until.isoformat() if until else "",
        "is_filtered": bool(chosen or until),
        "is_continued": position is not None,
        "newest_url": f"?{urlencode(query)}",
        "next_url": f"?{urlencode([*query, ('after', str(page.next))])}" if page.next else "",
    }


@require_POST
def add_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Keeps a note about a player. It cannot be changed later."""
    person = require_permission(request, "administration.add_playernote")
    player = get_object_or_404(Player, pk=pk)
    text = request.POST.get("text", "").strip()
    if len(text) < MIN_LENGTH:
        messages.error(request, too_short_message(MIN_LENGTH))
    elif len(text) > 1000:
        messages.error(request, _("Write at most %(most)s characters.") % {"most": 1000})
    else:
        with transaction.atomic():
            row = PlayerNote.objects.create(player=player, by=person, text=text)
            note("account.note-written", request=request, player=player, about=f"note:{row.pk}")
        messages.success(request, _("The note has been saved."))
    return _back_to_page(pk)


@require_POST
def change_tag(request: HttpRequest, pk: int) -> HttpResponse:
    """Adds a tag to a player, or removes one."""
    person = require_permission(request, "administration.add_playernote")
    player = get_object_or_404(Player, pk=pk)
    name = " ".join(request.POST.get("name", "").lower().split())[:24]
    tags = PlayerTag.objects.filter(player=player)
    with transaction.atomic():
        if request.POST.get("act") == "remove":
            is_changed, kind = bool(tags.filter(name=name).delete()[0]), "account.tag-removed"
        elif not name or tags.count() >= MAX_TAGS:
            messages.error(
                request,
                _("A player can have up to %(most)s tags, and a tag cannot be empty.") % {"most": MAX_TAGS},
            )
            return _back_to_page(pk)
        else:
            _tag, is_changed = tags.get_or_create(player=player, name=name, defaults={"by": person})
            kind = "account.tag-added"
        if is_changed:
            note(kind, request=request, player=player, about=f"player:{pk}", name=name)
    return _back_to_page(pk)


def _back_to_page(pk: int) -> HttpResponse:
    return redirect(reverse("admin:players_player_change", args=[pk]))
