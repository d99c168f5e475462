"""What stops the house from opening: a sentence for a person and an exit code for a script."""

from __future__ import annotations

import os


class Trouble(Exception):
    """Ends the command with one sentence; the code says which kind, as sysexits.h has named them for forty years."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


IN_USE = os.EX_UNAVAILABLE  # 69: the port belongs to somebody else
BROKEN = os.EX_SOFTWARE  # 70: a part of the house cannot be kept running
CANNOT_WRITE = os.EX_CANTCREAT  # 73: the disk is full, or the folder is not ours
ALREADY_OPEN = os.EX_TEMPFAIL  # 75: this house is running already
BAD_SETTING = os.EX_CONFIG  # 78: what the environment says makes no sense
