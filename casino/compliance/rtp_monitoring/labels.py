"""Labels and explanations of the charts' states."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STATES: dict[str, Promise] = {
    "alarm": _("alarm"),
    "outside": _("outside the wide band"),
    "calm": _("within chance"),
    "below": _("below the best play"),
    "few": _("too few rounds"),
    "unplayed": _("nothing counted yet"),
    "rake": _("commission only"),
}
EXPLAINED: dict[str, Promise] = {
    "alarm": _(
        "The probability that this is chance is below one in a thousand, however often the chart is "
        "read. Somebody must find out why."
    ),
    "outside": _(
        "Chance alone goes this far on about three days in a thousand. This is not an alarm yet: "
        "daily checks will meet such days."
    ),
    "calm": _("The return is within the range that chance explains."),
    "below": _(
        "In this game players make decisions, and the theory assumes the best ones. A return below "
        "it comes from how people play and is not a fault."
    ),
    "few": _(
        "There are too few rounds so far, or their stakes differ too much, to judge. The bands are "
        "drawn, but no alarm is raised."
    ),
    "unplayed": _("No completed day of play for money is counted. What is expected follows from the rules."),
    "rake": _(
        "Players play against each other: the house keeps only its commission, so there is no return "
        "to compare."
    ),
}
KINDS: dict[str, Promise] = {
    "game": _("Games"),
    "bet": _("Bets"),
    "table": _("Tables"),
    "sheet": _("Versions of the rules"),
}
