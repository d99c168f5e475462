"""Sets up a new installation from a file: staff, terms, rule sheets and tables. Can be run repeatedly."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from casino.operation.first_house import PlanError, RegulatorDecision, read_plan, set_up
from games.rulebook.lifecycle import RuleRefused


class Command(BaseCommand):
    help = (
        "Create the first staff, submit the first rule sheets and open the first tables, as a file "
        "describes them. "
        "Run it again with the regulator's decision to bring the sheets in force."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("plan", type=Path, help="the file; deploy/first-house.example.toml is an example")
        parser.add_argument("--reference", help="the reference of the regulator's decision")
        parser.add_argument("--dated", type=date.fromisoformat, help="its date, YYYY-MM-DD")
        parser.add_argument("--document", type=Path, help="the decision itself: PDF, JPEG or PNG")
        parser.add_argument("--check", action="store_true", help="check the file and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        decision_options = [options[name] for name in ("reference", "dated", "document")]
        if any(decision_options) and not all(decision_options):
            raise CommandError("--reference, --dated and --document belong together.")
        decision = RegulatorDecision(*decision_options) if all(decision_options) else None
        if decision is not None and not decision.document.is_file():
            raise CommandError(f"No such file: {decision.document}")
        try:
            plan = read_plan(options["plan"])
            if options["check"]:
                self.stdout.write("The file is lawful; nothing was changed.")
                return
            is_complete = set_up(plan, decision, self.stdout.write)
        except PlanError as error:
            raise CommandError(str(error)) from error
        except RuleRefused as error:
            with translation.override("en"):  # as every command speaks, whatever the pages' language is
                raise CommandError(error.sentence) from error
        self.stdout.write(
            "Everything is set up." if is_complete else "Run this again when what is named above has come."
        )
