"""`python -m feltro_verify`."""

from __future__ import annotations

import sys

from feltro_verify.command_line import main

sys.exit(main())
