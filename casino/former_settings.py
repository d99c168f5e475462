"""Settings that were renamed or removed since 1.0.0, and what becomes of a house that still sets them.

A name is promised until the next first number of the version (docs/operating/releases.md). Until then the old
name of a setting is read, and its processes and `manage.py doctor` name the new one. From then on a process
that still has it refuses to start: a setting that is read no longer must not look as if it held.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

from casino.operation.problems import Problem
from casino.version import VERSION


class FormerSetting(NamedTuple):
    name: str
    since: str  # the version that renamed or removed it
    successor: str = ""  # its new name; none for a setting that was removed
    instead: str = ""  # what replaces a setting that was removed, as a sentence


# The oldest first. A new line is announced in CHANGELOG.md and in docs/operating/settings.md.
FORMER_SETTINGS: tuple[FormerSetting, ...] = tuple(
    FormerSetting(name, "1.0.0", instead=instead)
    for instead, names in {
        "Two people decide it in the back office, under Ceilings.": (
            *("ADJUSTMENT_CEILING", "ADJUSTMENT_DAY_CEILING", "RECONCILE_TWO_FROM"),
            *("WITHDRAWAL_HELD_FROM", "WITHDRAWAL_TWO_FROM"),
        ),
        "Set REGULATOR_ENTITY and REGULATOR_VAULT.": ("REGULATOR_CODE",),
        "REGULATOR_PACK says it.": ("REGULATOR_DEADLINE",),
        "Its rates come with the program, by date.": ("GAMING_TAX_PERCENT",),
    }.items()
    for name in names
)


def adopt_former_settings(
    environment: MutableMapping[str, str] = os.environ, version: str = VERSION
) -> list[Problem]:
    """Give the values of old names to the new ones, and return what the operator should change. Where both
    are set, as in a house that upgrades and may roll back, the new one holds.
    """
    used = []
    for former in FORMER_SETTINGS:
        for ending in ("", "_FILE"):
            old, new = former.name + ending, former.successor + ending
            if not environment.get(old):
                continue
            if not former.successor:
                raise ImproperlyConfigured(f"{old} was removed in {former.since}. {former.instead}")
            if _first_number(version) > _first_number(former.since):
                raise ImproperlyConfigured(f"{old} is named {new} since {former.since}. Rename it.")
            if not (environment.get(former.successor) or environment.get(f"{former.successor}_FILE")):
                environment[new] = environment[old]
            used.append(
                Problem(
                    f"{old} is named {new} since {former.since}.",
                    f"Rename it before {_first_number(version) + 1}.0.0, which refuses the old name.",
                )
            )
    return used


def _first_number(version: str) -> int:
    return int(version.partition(".")[0])
