#!/usr/bin/env python
"""Every command of the house. What a command needs (PostgreSQL, Valkey) is started for it, and stopped after it, unless it runs."""

from __future__ import annotations

import os
import sys

from casino.embedded.environment import for_command
from casino.embedded.trouble import BAD_SETTING, Trouble


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    try:
        with for_command(sys.argv):
            from django.conf import settings
            from django.core.exceptions import ImproperlyConfigured
            from django.core.management import execute_from_command_line
            from django.db import connections

            try:
                execute_from_command_line(sys.argv)
            except ImproperlyConfigured as missing:
                raise Trouble(str(missing), BAD_SETTING) from missing
            finally:
                if settings.configured:
                    connections.close_all()
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return trouble.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
