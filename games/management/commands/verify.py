"""`manage.py verify FILE.json|ROUND`: a round checked again from what was published of it. A file needs no database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from games.rounds.draw_check import Check, Verdict, follows, verify

SHOWN = 90  # characters of a figure


class Command(BaseCommand):
    help = "Computes everything that was drawn in a round again, from its published data alone, and says what agrees."
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what",
            metavar="FILE|ROUND",
            help="a file of one round, or a list of the rounds of a shoe; or the id of a round",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        what = options["what"]
        rounds = of_round(int(what)) if what.isdecimal() else of_file(Path(what))
        verdicts = [verify(str(told.get("game")), told) for told in rounds]
        if (
            len(rounds) > 1
            and all("shoe" in told for told in rounds)
            and not any("unreadable" in each.failed for each in verdicts)
        ):
            verdicts.append(Verdict((follows(rounds),)))
        for told, verdict in zip([*rounds, {}], verdicts, strict=False):
            self.stdout.write(
                f"{told['game']}, table {told.get('table')}, round {told.get('round')}"
                if told
                else "the shoe"
            )
            for check in verdict.checks:
                self.stdout.write(line(check))
        good = all(verdict.good for verdict in verdicts)
        self.stdout.write(
            "all agrees"
            if good
            else f"does not agree: {', '.join(code for each in verdicts for code in each.failed)}"
        )
        if not good:
            sys.exit(1)


def line(check: Check) -> str:
    figures = ", ".join(f"{name} {short(value)}" for name, value in check.said.items())
    return f"  {'ok' if check.good else 'NO'} {check.code}: {figures}"


def short(value: Any) -> str:
    said = " ".join(str(each) or "—" for each in value) if isinstance(value, list) else str(value)
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}…"


def of_file(path: Path) -> list[dict[str, Any]]:
    try:
        read = json.loads(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
    except ValueError as error:
        raise CommandError(f"{path}: no JSON: {error}", returncode=2) from error
    rounds = read if isinstance(read, list) else [read]
    if not rounds or not all(isinstance(each, dict) and isinstance(each.get("game"), str) for each in rounds):
        raise CommandError(f"{path}: no published data of a round", returncode=2)
    return rounds


def of_round(id: int) -> list[dict[str, Any]]:
    from games.models import Round  # a file is checked without the house
    from games.rounds.stored_proof import proof

    found = Round.objects.select_related("table", "sheet", "setting").filter(pk=id).first()
    if found is None:
        raise CommandError(f"there is no round {id}", returncode=2)
    told = proof(found)
    if told is None:
        raise CommandError(f"round {id}: its seed is sealed", returncode=2)
    return [told]
