"""`manage.py odds SYSTEM [--set option=value …] [--json]`: what the house keeps of every bet. Needs no database."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, ClassVar

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.odds import ODDS, Answer, Unanswerable, asked

DECIMALS = 12
SHOWN = 8  # decimals of a per cent, in the table for people


class Command(BaseCommand):
    help = "Prints the exact part of a stake that the house keeps on average, bet by bet, under any rule sheet and table setting."
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", metavar="SYSTEM", help=", ".join(ODDS))
        parser.add_argument(
            "--set", action="append", default=[], dest="options", metavar="OPTION=VALUE", help="a field of the setting or of the rule sheet"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object in place of the table")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            answer = asked(options["system"], options["options"], time.perf_counter)
        except Unanswerable as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(as_json(answer) if options["json"] else as_table(answer))


def decimal(share: Fraction, places: int) -> Decimal:
    """To so many decimals, rounded half to even; every digit of it is right, whatever the fraction."""
    with localcontext() as context:
        context.prec = 60
        return (Decimal(share.numerator) / Decimal(share.denominator)).quantize(Decimal(1).scaleb(-places))


def as_json(answer: Answer) -> str:
    bets = []
    for worth, seconds in answer.worths:
        said = {"bet": worth.bet, "edge": decimal(worth.edge, DECIMALS), "method": worth.method, "seconds": round(seconds, 6)}
        bets.append(said | ({"fraction": str(worth.edge)} if worth.exact else {"error": decimal(worth.error, DECIMALS)}))
    whole = {
        "system": answer.system,
        "sheet": msgspec.to_builtins(answer.sheet),
        "setting": msgspec.to_builtins(answer.setting),
        "bets": bets,
        "seconds": round(answer.seconds, 6),
    }
    return msgspec.json.Encoder(decimal_format="number").encode(whole).decode()


def as_table(answer: Answer) -> str:
    width = max(len(worth.bet) for worth, _ in answer.worths)
    lines = []
    for worth, _ in answer.worths:
        exactly = str(worth.edge) if worth.exact else f"± {decimal(worth.error * 100, SHOWN)} %"
        lines.append(f"{worth.bet:<{width}}  {decimal(worth.edge * 100, SHOWN):>14} %  {worth.method}  {exactly}")
    return "\n".join([*lines, f"{len(lines)} bets, {answer.seconds:.3f} seconds"])
