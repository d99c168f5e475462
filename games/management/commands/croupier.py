"""Runs a croupier until it is told to stop."""

from __future__ import annotations

import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.draw import entropy, known_answers
from games.draw.entropy import GeneratorFailed
from games.tables.croupier.process import Croupier
from players.audit import note


class Command(BaseCommand):
    help = "Runs a croupier: the only writer of live tables. Any number may run at once."
    # They load every page of the house, and tables wait meanwhile; the house was checked when it was
    # prepared.
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            croupier = Croupier()
        except (OSError, TypeError, ValueError) as error:
            raise CommandError(
                f"the croupier has no key to seal the draws with (SEAL_KEY_FILE): {error}"
            ) from error
        self._test_generator()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: croupier.stop())
        croupier.run()

    @staticmethod
    def _test_generator() -> None:
        """Known answers and start-up tests: a croupier that fails them deals nothing.  [P23]"""
        try:
            known_answers.check()
            entropy.source.start()
        except GeneratorFailed as failed:
            note("generator.failed", trouble=str(failed))
            raise CommandError(
                f"The random generator failed its tests: {failed}. No table is dealt."
            ) from failed
        note("generator.passed")
