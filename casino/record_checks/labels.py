"""The title of each self-check, and what it guarantees."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: dict[str, Promise] = {
    "balance": _("Trial balance"),
    "stakes": _("Stakes on the tables"),
    "jackpots": _("Jackpots"),
    "apart": _("Demonstration apart"),
    "replay": _("Replay of the record"),
    "sealing": _("Sealing of the record"),
    "chains": _("Chains of the record"),
    "anchors": _("Anchors"),
    "returns": _("Return control"),
    "tasks": _("Tasks of the worker"),
    "schedule": _("Scheduled tasks"),
    "monitored": _("Monitored returns"),
    "national-list": _("National list of exclusions"),
    "generator": _("Random generator"),
    "beacon": _("Randomness beacon"),
    "voids": _("Rounds ended after their close"),
    "unfinished": _("Unfinished rounds"),
    "files": _("Files of the house"),
    "regulator-files": _("Files for the regulator"),
    "watch": _("The watch itself"),
}
GUARANTEES: dict[str, Promise] = {
    "balance": _(
        "All accounts together hold nothing, in each currency: every cent that one has came from another."
    ),
    "stakes": _(
        "Stakes lie only on tables where a round is open; what the rules carry on lies between rounds."
    ),
    "jackpots": _("Each meter shows what went into the pot less what came out of it."),
    "apart": _("No movement and no table joins demonstration credits and money."),
    "replay": _(
        "Each night the events are folded again: every transfer, result, seed and draw must follow from them."
    ),
    "sealing": _(
        "Audit lines and transfers are sealed within ten minutes. A delay changes nothing of what is "
        "sealed, and is made up by itself."
    ),
    "chains": _(
        "Audit lines and transfers are sealed each minute; rounds, results, events and rules are rooted "
        "each minute."
    ),
    "anchors": _(
        "Each hour the heads of the chains are written to a folder that an operator ships off site."
    ),
    "monitored": _(
        "What return control counts of each game equals what its transfers sum to, jackpots and insurance "
        "included."
    ),
    "generator": _(
        "The random generator passes its tests at each start and for each seed; a table whose seed failed "
        "them is on hold."
    ),
    "beacon": _(
        "The values of a followed beacon arrive in time, and each is checked against its key, its number and "
        "its schedule."
    ),
    "voids": _(
        "A fault does not know the result. Anyone who ends rounds that the house would lose shows up here: "
        "each such round shows what it would have given."
    ),
    "unfinished": _(
        "A round with stakes is resolved within ninety days: it goes on, or it is void and every stake goes "
        "back. The alarm rings thirty days before the last one."
    ),
    "national-list": _(
        "The list is whole and at most a day old. Until one has been loaded, nobody plays for money."
    ),
    "returns": _(
        "Return control has counted every day that is over, and none of its alarms waits for an answer."
    ),
    "tasks": _("In the last day the worker received no unsigned task."),
    "schedule": _(
        "Every task of the worker has run in its time and ended well. What a task has not done is not known, "
        "and nothing that rests on it counts as in order."
    ),
    "files": _("Every installed file is the one that somebody has recorded and answers for."),
    "regulator-files": _("The files for the regulator are made, reconciled and delivered in time."),
    "watch": _("All this is looked at each minute."),
}
# What is wrong with a beacon, and why a relay's response was refused.
BEACON_TROUBLES: dict[str, Promise] = {
    "silent": _("Nobody follows this beacon any more."),
    "no-value": _("No value has been fetched since the process started."),
    "stalled": _("No newer value has come in time."),
    "key-changed": _("The key is not the pinned one."),
    "unreadable": _("the response cannot be read"),
    "repeated": _("an older value was given as the new one"),
    "jumped": _("a later value was given"),
    "signature": _("the signature is false"),
    "value": _("the value is not the hash of its signature"),
    "early": _("the value came before its time: a clock is wrong"),
    "differs": _("another signature is stored for this value"),
}
# The banner's text of a check whose title alone would cause needless alarm.
BANNER_TITLES: dict[str, Promise] = {"sealing": _("the record is sealed late")}
