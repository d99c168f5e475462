"""Optional apps: what not every house needs lives in `extras/` of its layer, one app each.

The core imports no extra (an import contract keeps it). `HOUSE_EXTRAS` says which are on; one that is off is
not in INSTALLED_APPS, so that its tables, pages, tasks, checks and menu entries do not exist. What an extra
adds, it adds itself: pages in its `urls.py`, tasks in its `schedule.py`, laws of the database in its
`database/`, and the rest in `ready`, which calls the registers of the core.
"""

from __future__ import annotations

from typing import ClassVar

from django.apps import AppConfig, apps
from django.conf import settings
from django.urls import URLResolver, include, path

FOLDER = "extras"


def extra_of(module: str) -> str:
    """The optional app that a module belongs to, such as `games.extras.phh`; nothing for the core."""
    parts = module.split(".")
    return ".".join(parts[:3]) if len(parts) > 2 and parts[1] == FOLDER else ""


def extras_here() -> str:
    """The optional apps of this process, as HOUSE_EXTRAS names them and processes tell each other."""
    return ",".join(name for name, app in settings.KNOWN_EXTRAS.items() if app in settings.EXTRAS) or "none"


class Extra(AppConfig):
    """The configuration of an optional app."""

    # Below which address its `urls.py` stands, such as `admin/`; None if it has no pages.
    pages_below: ClassVar[str | None] = None


def extra_pages() -> list[URLResolver]:
    """The pages of every extra that is on."""
    return [
        path(config.pages_below, include(f"{config.name}.urls"))
        for config in apps.get_app_configs()
        if isinstance(config, Extra) and config.pages_below is not None
    ]
