"""Write `casino/demo/known_theories.json` after a change of odds: `python -m tests.known_theories`."""

from __future__ import annotations

import os
import sys

import django
import msgspec


def main() -> int:
    os.environ.update(DJANGO_SETTINGS_MODULE="casino.settings", HOUSE_PURE="1", SECRET_KEY="unused")
    django.setup()
    from casino.demo.known_theories import FILE, compute_known

    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(compute_known()), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
