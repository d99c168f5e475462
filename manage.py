#!/usr/bin/env python
"""The management commands. One that needs PostgreSQL and Valkey starts them, and stops them afterwards."""

from __future__ import annotations

import os
import sys

from casino.services.environment import for_command
from casino.services.errors import BAD_SETTING, StartupError
from casino.version import VERSION


def main() -> int:
    if sys.argv[1:] in (["version"], ["--version"]):  # otherwise Django answers with its own
        print(VERSION)
        return 0
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    try:
        with for_command(sys.argv):
            from django.conf import settings
            from django.core.exceptions import ImproperlyConfigured
            from django.core.management import execute_from_command_line
            from django.db import ProgrammingError, connections
            from psycopg.errors import UndefinedTable

            try:
                execute_from_command_line(sys.argv)
            except ImproperlyConfigured as missing:
                raise StartupError(str(missing), BAD_SETTING) from missing
            except ProgrammingError as fault:
                if not isinstance(fault.__cause__, UndefinedTable):
                    raise
                sentence = "The database lacks tables, or is too old. Run `python manage.py prepare` first."
                raise StartupError(sentence, BAD_SETTING) from fault
            finally:
                if settings.configured:
                    connections.close_all()
    except StartupError as error:
        print(error, file=sys.stderr)
        return error.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
