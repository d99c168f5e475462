"""What players may not do, in sentences: for the table, and for the page on fair play."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FORBIDDEN: dict[str, Promise] = {
    "collusion": _("Playing together with somebody else at the table, or by a plan agreed with anybody."),
    "telling-cards": _(
        "Showing your cards or telling others what they are, or finding out the cards of others, in any way."
    ),
    "losing-on-purpose": _("Losing on purpose, so that your chips go to another player."),
    "programs": _("Programs that decide for you, and every other program on the list of forbidden programs."),
    "disturbing": _("Disturbing the game, or holding it up on purpose."),
    "joint-bets": _("Betting on somebody else's hand, or together with somebody else."),
    "recording": _("Using anything that records results, makes forecasts or plans bets."),
    "talking": _("Talking with anybody while you look at your cards and decide on the additional bet."),
}
PROGRAMS: dict[str, Promise] = {
    "deciding": _("Programs and scripts that decide, bet or press for you, all the time or now and then."),
    "advising": _(
        "Programs that tell you during a hand what to decide: solvers, charts and calculators that read the "
        "table."
    ),
    "profiling": _("Programs that collect hands of other players, or show figures about them at the table."),
    "sharing": _(
        "Programs that share your cards, your screen or your controls with somebody else while you play."
    ),
    "table-choosing": _("Programs that choose a table or a seat by who sits there."),
}
