"""The overview: what is wrong first, then the tiles that the person chose among those their rights allow."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from casino.backoffice.daily_figures import format_count
from casino.backoffice.home_tiles import HEADINGS, TILES, House, Kind, Tile
from casino.backoffice.models import HomeLayout
from casino.demo.past_progress import awaited_past
from players.audit import note
from players.models import Person
from players.shared import clock
from players.shared.admin_base import signed_in_staff


def environment(request: HttpRequest) -> list[str] | None:
    """The label that tells demonstration, test and production apart."""
    if settings.HOUSE_LIVELY and (awaited := awaited_past()):
        counts = {"written": format_count(awaited.written), "total": format_count(awaited.total)}
        return [
            _("The simulated past is still being written: %(written)s of %(total)s rounds") % counts,
            "warning",
        ]
    if settings.HOUSE_DEMO:
        return [
            _("Demonstration with a simulated past") if settings.HOUSE_LIVELY else _("Demonstration"),
            "info",
        ]
    return [_("Test"), "warning"] if settings.HOUSE_TEST else [_("Production"), "danger"]


class Group(Struct, frozen=True):
    """Neighbours of one kind under one heading."""

    kind: Kind
    title: str
    tiles: list[Any]

    @property
    def template(self) -> str:
        kind = Kind.CARD if self.kind is Kind.PRACTICE else self.kind
        return f"backoffice/home/{kind}.html"


def allowed_tiles(person: Person) -> list[Tile]:
    return [tile for tile in TILES.values() if tile.allows(person)]


def chosen_tiles(person: Person) -> list[Tile]:
    """The person's choice in its order, or the usual tiles. The rights of this moment decide what is left."""
    allowed = {tile.code: tile for tile in allowed_tiles(person)}
    layout = HomeLayout.objects.filter(person=person).values_list("tiles", flat=True).first()
    if layout is None:
        return [tile for tile in allowed.values() if tile.is_usual]
    return [allowed[code] for code in layout if code in allowed]


def arrange_tiles(*, person: Person, verb: str, code: str, request: Any = None) -> bool:
    """Moves, removes or adds a tile, or goes back to the usual ones. Returns whether that was possible."""
    with transaction.atomic():
        if verb == "usual":
            changed = HomeLayout.objects.filter(person=person).delete()[0] > 0
            if changed:
                note("office.home-arranged", person=person, request=request, tiles=None)
            return changed
        codes = [tile.code for tile in chosen_tiles(person)]
        changed_codes = _arranged(codes, verb, code, [tile.code for tile in allowed_tiles(person)])
        if changed_codes is None:
            return False
        HomeLayout.objects.update_or_create(
            person=person, defaults={"tiles": changed_codes, "at": clock.now()}
        )
        note("office.home-arranged", person=person, request=request, tiles=changed_codes)
    return True


def _arranged(codes: list[str], verb: str, code: str, allowed: list[str]) -> list[str] | None:
    """The codes after a step, or nothing if the step is not possible."""
    if verb == "add":
        return [*codes, code] if code in allowed and code not in codes else None
    if code not in codes:
        return None
    others = [other for other in codes if other != code]
    place = codes.index(code)
    match verb:
        case "remove":
            return others
        case "up" if place > 0:
            return [*others[: place - 1], code, *others[place - 1 :]]
        case "down" if place < len(others):
            return [*others[: place + 1], code, *others[place + 1 :]]
    return None


def overview(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The context of the overview: a fixed number of queries, and none for a tile that is not there."""
    person, now = signed_in_staff(request), clock.now()
    tiles = chosen_tiles(person)
    house = House(person, now, {tile.code for tile in tiles})
    alarms = house.alarms()
    shown = [(tile, content) for tile in tiles if (content := _content(tile, house)) is not None]
    groups = [
        Group(kind, str(HEADINGS[kind]), [content for _tile, content in group])
        for kind, group in groupby(shown, key=lambda pair: pair[0].kind)
    ]
    return {
        **context,
        "title": _("Overview"),
        "now": now,
        "at": timezone.localtime(now),
        "alarms": alarms,
        "groups": groups,
        "has_tiles": bool(tiles),
        "may_have_tiles": bool(allowed_tiles(person)),
    }


def _content(tile: Tile, house: House) -> Any:
    """What the tile shows, or nothing if an alarm shows it already."""
    content = tile.show(house)
    is_alarm = isinstance(content, dict) and content.get("alarm")
    return None if is_alarm else content


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrange_page(request: HttpRequest) -> HttpResponse:
    """Chooses, orders and removes tiles. Everybody of staff arranges their own overview."""
    person = signed_in_staff(request)
    if request.method == "POST":
        verb, _colon, code = request.POST.get("step", "").partition(":")
        if not arrange_tiles(person=person, verb=verb, code=code, request=request):
            messages.info(request, _("The overview is as it was: this step is not possible."))
        place = f"#tile-{code}" if code in TILES and verb in ("up", "down") else ""
        return redirect(f"{reverse('office_home')}{place}")
    chosen = chosen_tiles(person)
    context = {
        **admin.site.each_context(request),
        "title": _("Arrange the overview"),
        "chosen": [(tile, HEADINGS[tile.kind]) for tile in chosen],
        "others": [(tile, HEADINGS[tile.kind]) for tile in allowed_tiles(person) if tile not in chosen],
        "is_own": HomeLayout.objects.filter(person=person).exists(),
    }
    return render(request, "backoffice/home/arrange.html", context)


urlpatterns = [path("overview/", admin.site.admin_view(arrange_page), name="office_home")]
