"""Checks this installation as one process sees it, and says how to fix each problem."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino.operation.doctor import ROLES, diagnose


class Command(BaseCommand):
    help = (
        "Check settings, database, Valkey, folders, keys, mail, clock and release. Exits with 1 on problems."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--process",
            choices=sorted(ROLES),
            default="operator",
            help="the process whose settings these are; `feltro doctor` runs the command as each of them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        process, count, unknown = options["process"], 0, 0
        for title, findings in diagnose(process):
            wrong = [finding for finding in findings if not finding.is_unknown]
            count, unknown = count + len(wrong), unknown + len(findings) - len(wrong)
            state = "" if wrong else "unknown" if findings else "ok"
            self.stdout.write(f"{process:9} {title:11} {state}".rstrip())
            for finding in findings:
                style = self.style.WARNING if finding.is_unknown else self.style.ERROR
                self.stdout.write(style(f"    {finding.problem}"))
                self.stdout.write(f"    → {finding.fix}")
        if unknown:
            self.stdout.write(f"{process}: {unknown} unknown")
        self.stdout.write(f"{process}: {count} findings")
        if count:
            sys.exit(1)
