"""The title of each self-check, and what it guarantees."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: dict[str, Promise] = {
    "balance": _("Trial balance"),
    "stakes": _("Stakes on the tables"),
    "jackpots": _("Jackpots"),
    "apart": _("Demonstration kept apart"),
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
    "regulator-envelopes": _("Envelopes for the regulator"),
    "regulator-safe": _("Files in the safe"),
    "availability": _("Availability of the reporting chain"),
    "duties": _("Duties to the regulator"),
    "clock": _("Clock of the database"),
    "watch": _("The self-checks themselves"),
}
GUARANTEES: dict[str, Promise] = {
    "balance": _(
        "In each currency the sum of all accounts is zero: every cent in an account came from "
        "another account."
    ),
    "stakes": _(
        "Tables hold stakes only while a round is open. Stakes that the rules carry forward are held "
        "between rounds."
    ),
    "jackpots": _("Each meter shows what was paid into the pot less what was paid out of it."),
    "apart": _("No movement and no table mixes demonstration credits and money."),
    "replay": _(
        "Each night the events are replayed: every transfer, result, seed and draw must follow from them."
    ),
    "sealing": _(
        "Audit lines and transfers are sealed within ten minutes. A delay changes nothing in what is "
        "sealed; sealing catches up by itself."
    ),
    "chains": _(
        "Audit lines and transfers are sealed each minute; a new root covers rounds, results, events "
        "and rules each minute."
    ),
    "anchors": _(
        "Each hour the heads of the chains are written to a folder that the operator copies off site."
    ),
    "monitored": _(
        "What return control counts for each game equals the sum of its transfers, jackpots and "
        "insurance included."
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
        "A technical fault does not know the result. If somebody ends rounds that the house would "
        "lose, it shows here: for each such round you see what it would have returned."
    ),
    "unfinished": _(
        "A round with stakes is resolved within ninety days: it continues, or it is void and every "
        "stake is returned. The alarm is raised thirty days before the deadline."
    ),
    "national-list": _(
        "The list is complete and at most one day old. Until one has been loaded, nobody plays for money."
    ),
    "returns": _(
        "Return control has counted every finished day, and none of its alarms is waiting for an answer."
    ),
    "tasks": _("In the last day the worker received no unsigned task."),
    "schedule": _(
        "Every task of the worker has run on time and finished without an error. What a task has not "
        "done is not known, and nothing that depends on it counts as in order."
    ),
    "files": _("Every installed file matches the recorded manifest, for which somebody is responsible."),
    "regulator-files": _("The files for the regulator are produced, reconciled and delivered on time."),
    "regulator-envelopes": _(
        "What the regulator wants is signed, encrypted, placed in the safe in time, fetched and accepted. "
        "The alarm rings when a step is late, a file is rejected, or an answer was refused."
    ),
    "regulator-safe": _(
        "Everything that was placed in the safe for the regulator in the last 24 months is still there, "
        "unchanged."
    ),
    "availability": _(
        "Hourly capture and safe are down four hours a month at most. The alarm rings when two are used."
    ),
    "duties": _("Nothing that is owed by a date is late. The alarm rings before the date."),
    "clock": _("The clock that every process follows is not more than a second off the legal time."),
    "watch": _("All these checks run every minute."),
}
# What is wrong with a beacon, and why a relay's response was refused.
BEACON_TROUBLES: dict[str, Promise] = {
    "silent": _("This beacon is no longer followed."),
    "no-value": _("No value has been fetched since the process started."),
    "stalled": _("No newer value has arrived in time."),
    "key-changed": _("The key is not the pinned one."),
    "unreadable": _("the response cannot be read"),
    "repeated": _("an older value was presented as the new one"),
    "jumped": _("a later value was presented"),
    "signature": _("the signature is not valid"),
    "value": _("the value is not the hash of its signature"),
    "early": _("the value came before its time: a clock is wrong"),
    "differs": _("another signature is stored for this value"),
}
# The banner's text of a check whose title alone would cause needless alarm.
BANNER_TITLES: dict[str, Promise] = {"sealing": _("the record is sealed late")}
