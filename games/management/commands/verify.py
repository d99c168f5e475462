"""`manage.py verify FILE.json|ROUND`: checks a round from its published data, and the shoe that it was dealt
from, as a chain from the full shoe. A file needs no database.

Whether a round counted or was void is signed. The public keys of the house are those of the record for a
round, and for a file those of `--key`: take them from the house's page of receipts, not from who gave you
the file.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rounds.proof.draw_check import DrawCheck, DrawVerdict, check_shoe_sequence, verify_round
from players.shared.progress import progress

MAX_LENGTH = 90  # characters shown of a value
MARKS = {True: "ok", False: "NO", None: "--"}
NOT_CHECKED = {
    "beacon": "not signed, because the draw has no beacon",
    "signature": "not signed: that the round {said} is the word of the house",
    "key": "not checked: give a public key of the house with --key",
}
SIGNED = {False: "the house signed that the round counted", True: "the house signed that the round was void"}
OTHERS = "the signature is not the house's, or belongs to another table, round or promise"

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
        parser.add_argument(
            "--key",
            action="append",
            default=[],
            type=public_key,
            help="a public key of the house that signs how rounds end, from its page of receipts; repeatable",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        source = options["what"]
        if source.isdecimal():
            data, keys = read_round(int(source)), [*options["key"], *stored_keys()]
        else:
            data, keys = read_file(Path(source)), options["key"]
        proofs = data if isinstance(data, list) else [data]
        verdicts = []
        with progress("Verification", "rounds", len(proofs)) as shown:
            for proof in proofs:
                verdicts.append(verify_round(str(proof.get("game")), proof, keys))
                shown.advance()
        if isinstance(data, list) and any("shoe" in proof for proof in proofs):
            verdicts.append(DrawVerdict((check_shoe_sequence(proofs, verdicts),)))
        for proof, verdict in zip([*proofs, {}], verdicts, strict=False):
            self.stdout.write(title(proof))
            for check in verdict.checks:
                self.stdout.write(check_line(check))
        failed = [code for verdict in verdicts for code in verdict.failed]
        good = all(verdict.good for verdict in verdicts)
        self.stdout.write(summary(verdicts) if good else f"does not agree: {', '.join(failed)}")
        if not good:
            sys.exit(1)


def title(proof: Published) -> str:
    if not proof:
        return "the shoe"
    return f"{proof['game']}, table {proof.get('table')}, round {proof.get('round')}"


def summary(verdicts: list[DrawVerdict]) -> str:
    """What agrees. A draw without a beacon has no signature of its end, so nothing is left open there."""
    is_open = any(
        check.good is None and check.details["missing"] != "beacon"
        for verdict in verdicts
        for check in verdict.checks
    )
    return "all that was checked agrees; not checked: ending" if is_open else "all agrees"


def public_key(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise ArgumentTypeError("a public key has 64 hexadecimal digits")
    return text


def ending_text(details: dict[str, Any]) -> str:
    said = "was void" if details.get("void") else "counted"
    if missing := details.get("missing"):
        return NOT_CHECKED[missing].format(said=said)
    signed = SIGNED.get(details["signed"], OTHERS)
    return signed if details["signed"] == details["void"] else f"the data say that it {said}; {signed}"


def check_line(check: DrawCheck) -> str:
    if check.code == "ending":
        return f"  {MARKS[check.good]} ending: {ending_text(check.details)}"
    values = ", ".join(f"{name} {short_text(value)}" for name, value in check.details.items())
    return f"  {MARKS[check.good]} {check.code}: {values}"


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


def stored_keys() -> list[str]:
    """The public keys that this house has published."""
    from games.models.house_keys import receipt_keys  # as above

    return receipt_keys()
