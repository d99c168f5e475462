"""Errors that stop the start-up: a sentence for the operator and an exit code for scripts."""

from __future__ import annotations

import os


class StartupError(Exception):
    """Ends the command with one sentence. The exit codes are those of sysexits.h."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


IN_USE = os.EX_UNAVAILABLE  # 69: another program uses the port
BROKEN = os.EX_SOFTWARE  # 70: a process cannot be kept running
CANNOT_WRITE = os.EX_CANTCREAT  # 73: the disk is full, or the folder is not writable
ALREADY_OPEN = os.EX_TEMPFAIL  # 75: this installation is running already
BAD_SETTING = os.EX_CONFIG  # 78: an environment variable is not valid
