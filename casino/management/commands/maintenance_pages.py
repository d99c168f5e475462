"""`manage.py maintenance_pages FOLDER`: what the proxy shows while no web process answers (deploy/Caddyfile).

One page in each language, and what programs get of the API. They name static files as they were collected.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.template.loader import get_template
from django.utils import translation

from players.shared.api_errors import error_body


class Command(BaseCommand):
    help = "Write the pages that the proxy shows while no web process answers."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        template = get_template("maintenance.html")
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                (folder / f"{language}.html").write_text(template.render({}))
        with translation.override("en"):
            (folder / "api.json").write_text(json.dumps(error_body("unavailable")))
