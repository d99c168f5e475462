"""Labels and explanations of the charts' states."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STATES: dict[str, Promise] = {
    "alarm": _("alarm"),
    "outside": _("outside the wide band"),
    "calm": _("within luck"),
    "below": _("below the best play"),
    "few": _("too few rounds"),
    "rake": _("commission only"),
}
EXPLAINED: dict[str, Promise] = {
    "alarm": _(
        "Luck explains this worse than one in a thousand, whenever one looks. Somebody must find out why."
    ),
    "outside": _(
        "Luck goes this far on about three days in a thousand. It is no alarm yet: looking daily, one "
        "meets such days."
    ),
    "calm": _("The return is within the range that chance explains."),
    "below": _(
        "Players decide in this game, and theory is what the best of them may expect: less than that is "
        "play, not a fault."
    ),
    "few": _(
        "The rounds so far are too few, or too unlike in size, to be judged. The bands are drawn; no "
        "alarm is raised."
    ),
    "rake": _(
        "Players play against each other: what the house keeps is its commission, and there is no return "
        "to compare."
    ),
}
KINDS: dict[str, Promise] = {
    "game": _("Games"),
    "bet": _("Bets"),
    "table": _("Tables"),
    "sheet": _("Versions of the rules"),
}
