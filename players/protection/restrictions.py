"""Why somebody may not play now, in words, with the end where there is one: what the lobby and the tables tell before anybody sits."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from players.models import Player
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import exclusions_of, pause_of


class Bar(Struct, frozen=True):
    said: str
    url: str  # the page on which the player sees more, or ends it where that is possible


OTHERS: dict[str, tuple[Promise, str]] = {
    "closed": (gettext_lazy("This account is closed."), "contacts"),
    "suspended": (gettext_lazy("This account is suspended. Write to us to learn more."), "contacts"),
    "unverified": (gettext_lazy("Your identity has to be confirmed before you play for money."), "identity"),
    "terms": (gettext_lazy("Accept the terms in force before you play for money."), "accept-terms"),
    "session-time": (
        gettext_lazy(
            "The time that you set for playing is used up for today. Play is open again from midnight on."
        ),
        "limits",
    ),
    "no-national-list": (
        gettext_lazy("Play for money is closed for now: the national list of exclusions could not be read."),
        "contacts",
    ),
}


def bar_of(player: Player, currency: str) -> Bar | None:
    """What keeps the player from sitting down at any table of that currency; nothing where nothing does."""
    barred = eligibility_of([player.pk], currency)[player.pk].barred
    match barred:
        case "":
            return None
        case "paused":
            pause = pause_of(player)
            ends = pause.ends if pause else None
            said = (
                _("You are on a pause until %(end)s. Until then you can watch, and not play.")
                if ends
                else _("You are on a pause.")
            )
        case "excluded":
            held = exclusions_of(player)
            ends = held[0].ends if held else None
            said = (
                _("You are excluded from play until %(end)s. Until then you can watch, and not play.")
                if ends
                else _("You are excluded from play without an end. You can watch, and not play.")
            )
        case _:
            sentence, page = OTHERS.get(barred, (gettext_lazy("This account may not play now."), "contacts"))
            return Bar(str(sentence), reverse(page))
    return Bar(said % {"end": _hour(ends)} if ends else said, reverse("exclusion"))


def _hour(moment: datetime) -> str:
    return date_format(localtime(moment), "DATETIME_FORMAT")
