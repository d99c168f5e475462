"""Why a player may not play now, as a sentence with the end date, for the lobby and the tables."""

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


class Restriction(Struct, frozen=True):
    """A sentence, and the page that explains the restriction or ends it."""

    message: str
    url: str


# The message and the page of each code that has no end date.
MESSAGES: dict[str, tuple[Promise, str]] = {
    "absence-asked": (
        gettext_lazy(
            "You requested a pause or an exclusion after the hand in play, so you cannot start anything new."
        ),
        "exclusion",
    ),
    "closed": (gettext_lazy("This account is closed."), "contacts"),
    "suspended": (gettext_lazy("This account is suspended. Write to us to find out more."), "contacts"),
    "unverified": (gettext_lazy("Your identity has to be confirmed before you play for money."), "identity"),
    "terms": (gettext_lazy("Accept the terms in force before you play for money."), "accept-terms"),
    "session-time": (
        gettext_lazy("You have used up your playing time for today. You can play again from midnight."),
        "limits",
    ),
    "message-unanswered": (
        gettext_lazy("Read and answer our message about your play before your next bet."),
        "care-message",
    ),
    "no-national-list": (
        gettext_lazy("Play for money is closed for now: the national list of exclusions could not be read."),
        "contacts",
    ),
}
UNKNOWN_CODE = (gettext_lazy("This account may not play now."), "contacts")


def restriction_of(player: Player, currency: str) -> Restriction | None:
    """What prevents the player from sitting down at any table of that currency; None if nothing does."""
    code = eligibility_of([player.pk], currency)[player.pk].barred
    match code:
        case "":
            return None
        case "paused":
            return Restriction(_pause_message(player), reverse("exclusion"))
        case "excluded":
            return Restriction(_exclusion_message(player), reverse("exclusion"))
    message, page = MESSAGES.get(code, UNKNOWN_CODE)
    return Restriction(str(message), reverse(page))


def _pause_message(player: Player) -> str:
    pause = pause_of(player)
    if pause is None:
        return _("Your play is paused.")
    message = _("Your pause lasts until %(end)s. Until then you can watch but not play.")
    return message % {"end": _format_end(pause.ends)}


def _exclusion_message(player: Player) -> str:
    exclusions = exclusions_of(player)
    ends = exclusions[0].ends if exclusions else None
    if ends is None:
        return _("You are excluded from play with no end date. You can watch but not play.")
    message = _("You are excluded from play until %(end)s. Until then you can watch but not play.")
    return message % {"end": _format_end(ends)}


def _format_end(moment: datetime) -> str:
    return date_format(localtime(moment), "DATETIME_FORMAT")
