"""The style sheets and scripts that a page loads: bundles where they were collected (`games.catalogue
.page_bundles`), else their sources one by one.
"""

from __future__ import annotations

import os.path
import re
from functools import cache
from pathlib import Path
from typing import Final

from django import template
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

# A bundle lies where its sources lie, so that what they name relatively is found.
PAGE: Final = "css/page.css"
SHEETS: Final = {
    PAGE: (
        "css/tokens.css",
        "css/base.css",
        "css/components.css",
        "css/data_table.css",
        "css/portal/frame.css",
        "css/portal/pages.css",
    ),
    "css/portal/home_page.css": ("css/portal/faces.css", "css/portal/tiles.css", "css/portal/home.css"),
    "css/portal/lobby_page.css": ("css/portal/faces.css", "css/portal/tiles.css", "css/portal/lobby.css"),
}
SCRIPTS: Final = {
    "js/bundles/home.js": "js/portal/live_tables.js",
    "js/bundles/lobby.js": "js/portal/lobby.js",
}
# Static imports only: `import(…)` loads what a page may never need.
IMPORT: Final = re.compile(r"""^(?:import|export)\b(?:[^;'"]*\bfrom)?\s*["'](\.[^"']+)["']""", re.MULTILINE)


def collected_files() -> dict[str, str]:
    """The files that were collected, with their names; none where the sources are served."""
    files: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    return files


@cache
def imported_modules(module: str) -> tuple[str, ...]:
    """A module and every module that it imports, each once."""
    modules = [module]
    for path in modules:  # grows while it is read
        file = finders.find(path)
        if file is None:
            raise FileNotFoundError(f"no such static module: {path}")
        folder = os.path.dirname(path)
        imported = (
            os.path.normpath(os.path.join(folder, name)) for name in IMPORT.findall(Path(file).read_text())
        )
        modules += [name for name in dict.fromkeys(imported) if name not in modules]
    return tuple(modules)


def page_sheets(bundle: str) -> tuple[str, ...]:
    return (bundle,) if bundle in collected_files() else SHEETS[bundle]


@register.simple_tag
def sheets(bundle: str) -> SafeString:
    links = ((static(sheet),) for sheet in page_sheets(bundle))
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', links)


@register.simple_tag
def script(bundle: str) -> SafeString:
    """The script of a page. Its modules are named at once, so that they need no requests in sequence."""
    is_collected = bundle in collected_files()
    main, *modules = (bundle,) if is_collected else imported_modules(SCRIPTS[bundle])
    links = ((static(name),) for name in modules)
    loaded = format_html_join("\n  ", '<link rel="modulepreload" href="{}">', links)
    return loaded + format_html('<script type="module" src="{}"></script>', static(main))
