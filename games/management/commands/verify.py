"""`manage.py verify FILE.json|ROUND`: checks a round from its published data, and the shoe that it was dealt
from, as a chain from the full shoe. A file needs no database.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rounds.proof.draw_check import DrawCheck, DrawVerdict, check_shoe_sequence, verify_round
from players.shared.progress import progress

MAX_LENGTH = 90  # characters shown of a value

Published = dict[str, object]


class Command(BaseCommand):
    help = "Recomputes the draw of a round from its published data alone and reports what agrees."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what",
            metavar="FILE|ROUND",
            help="a file of one round, or of a list of the rounds of a shoe; or the id of a round",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        source = options["what"]
        data = read_round(int(source)) if source.isdecimal() else read_file(Path(source))
        proofs = data if isinstance(data, list) else [data]
        verdicts = []
        with progress("Verification", "rounds", len(proofs)) as shown:
            for proof in proofs:
                verdicts.append(verify_round(str(proof.get("game")), proof))
                shown.advance()
        if isinstance(data, list) and any("shoe" in proof for proof in proofs):
            verdicts.append(DrawVerdict((check_shoe_sequence(proofs, verdicts),)))
        for proof, verdict in zip([*proofs, {}], verdicts, strict=False):
            self.stdout.write(title(proof))
            for check in verdict.checks:
                self.stdout.write(check_line(check))
        failed = [code for verdict in verdicts for code in verdict.failed]
        good = all(verdict.good for verdict in verdicts)
        self.stdout.write("all agrees" if good else f"does not agree: {', '.join(failed)}")
        if not good:
            sys.exit(1)


def title(proof: Published) -> str:
    if not proof:
        return "the shoe"
    return f"{proof['game']}, table {proof.get('table')}, round {proof.get('round')}"


def check_line(check: DrawCheck) -> str:
    values = ", ".join(f"{name} {short_text(value)}" for name, value in check.details.items())
    return f"  {'ok' if check.good else 'NO'} {check.code}: {values}"


def short_text(value: object) -> str:
    text = " ".join(str(item) or "—" for item in value) if isinstance(value, list) else str(value)
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}…"


def read_file(path: Path) -> Published | list[Published]:
    try:
        data: Published | list[Published] = json.loads(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
    except ValueError as error:
        raise CommandError(f"{path}: not valid JSON: {error}", returncode=2) from error
    proofs = data if isinstance(data, list) else [data]
    named = all(isinstance(proof, dict) and isinstance(proof.get("game"), str) for proof in proofs)
    if not proofs or not named:
        raise CommandError(f"{path}: not the published data of a round", returncode=2)
    return data


def read_round(number: int) -> Published | list[Published]:
    """The proof of a round, or of all rounds that its shoe had given by then."""
    from games.models import Round  # imported here because checking a file needs no database
    from games.rounds.proof.stored_proof import stored_proof, stored_shoe

    game_round = Round.objects.select_related("table", "sheet", "setting").filter(pk=number).first()
    if game_round is None:
        raise CommandError(f"there is no round {number}", returncode=2)
    proof = stored_proof(game_round)
    if proof is None:
        raise CommandError(f"round {number}: its seed is sealed", returncode=2)
    is_first = proof.get("shoe", proof["round"]) == proof["round"]
    return proof if is_first else stored_shoe(game_round)
