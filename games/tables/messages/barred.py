"""The messages of refusals: why a person may not play or write at a table."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MESSAGES: dict[str, Promise] = {
    "refused.excluded": _("This account may not play now."),
    "refused.excluded.paused": _("Your play is paused, so you may not play now."),
    "refused.excluded.excluded": _("You are excluded from play."),
    "refused.excluded.unverified": _("Your identity has to be confirmed before you play for money."),
    "refused.excluded.terms": _("Accept the terms in force before you play for money."),
    "refused.excluded.session-time": _("You have used up the playing time that you set for today."),
    "refused.excluded.suspended": _("This account is suspended."),
    "refused.excluded.absence-asked": _(
        "You requested a pause or an exclusion after the hand in play, so you cannot start anything new."
    ),
    "refused.excluded.message-unanswered": _(
        "Read and answer our message about your play before your next bet."
    ),
    "refused.excluded.closed": _("This account is closed."),
    "refused.in-hand": _(
        "You cannot stake more in this hand. Every decision that does not stake more is open to you, "
        "with the usual time."
    ),
    "refused.excluded.muted": _("You may not write in the chat for now."),
    "barred.more": _("More about this"),
}
