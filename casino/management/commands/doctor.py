"""Checks this installation, as the process named sees it, and says how to mend what is wrong."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino.doctor import ROLES, diagnose


class Command(BaseCommand):
    help = "Check settings, database, Valkey, folders, keys, mail, clock and release. Exit code 1 if anything is wrong."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--process",
            choices=sorted(ROLES),
            default="operator",
            help="the process whose settings these are; `feltro doctor` runs the command as each of them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        process, wrong = options["process"], 0
        for title, findings in diagnose(process):
            wrong += len(findings)
            self.stdout.write(f"{process:9} {title:11} {'ok' if not findings else ''}".rstrip())
            for finding in findings:
                self.stdout.write(self.style.ERROR(f"    {finding.problem}"))
                self.stdout.write(f"    → {finding.fix}")
        self.stdout.write(f"{process}: {wrong} findings")
        if wrong:
            sys.exit(1)
