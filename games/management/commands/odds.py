"""`manage.py odds SYSTEM [--set option=value …] [--hands N] [--seed WORD] [--json]`: what the house keeps of
every bet. No database.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.catalogue import GAMES
from games.catalogue.odds_query import OddsAnswer, UnanswerableQuery, query_odds
from games.odds.worth import Run, Worth
from players.shared.progress import progress

DECIMALS = 12
SHOWN_DECIMALS = 8  # decimals of a per cent, in the table for people


class Command(BaseCommand):
    help = (
        "Prints the exact part of a stake that the house keeps on average, bet by bet, "
        "under any rule sheet and table setting."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", metavar="SYSTEM", help=", ".join(GAMES))
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            dest="options",
            metavar="OPTION=VALUE",
            help="a field of the setting or of the rule sheet",
        )
        parser.add_argument(
            "--hands",
            type=int,
            metavar="N",
            help="number of hands of a simulation, rounded up to whole tables",
        )
        parser.add_argument("--seed", metavar="WORD", help="random seed of a simulation")
        parser.add_argument("--json", action="store_true", help="one JSON object in place of the table")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with progress("Odds", "bets", ticking=True) as shown:
                answer = query_odds(
                    options["system"],
                    options["options"],
                    time.perf_counter,
                    run_of(options["hands"], options["seed"]),
                    shown.advance,
                )
        except UnanswerableQuery as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(as_json(answer) if options["json"] else as_table(answer))


def run_of(hands: int | None, seed: str | None) -> Run | None:
    """The simulation with the given values; None if neither is given, which leaves the choice to the game."""
    if hands is None and seed is None:
        return None
    default = Run()
    return Run(default.hands if hands is None else hands, default.seed if seed is None else seed)


def decimal(share: Fraction, places: int) -> Decimal:
    """To so many decimals, rounded half to even; every digit of it is right, whatever the fraction."""
    with localcontext() as context:
        context.prec = 60
        return (Decimal(share.numerator) / Decimal(share.denominator)).quantize(Decimal(1).scaleb(-places))


def as_json(answer: OddsAnswer) -> str:
    bets = []
    for worth, seconds in answer.worths:
        bet = {
            "bet": worth.bet,
            "edge": decimal(worth.edge, DECIMALS),
            "method": worth.method,
            "seconds": round(seconds, 6),
        }
        bets.append(
            bet
            | ({"fraction": str(worth.edge)} if worth.exact else {"error": decimal(worth.error, DECIMALS)})
            | cost_of(worth)
        )
    whole = {
        "system": answer.system,
        "sheet": msgspec.to_builtins(answer.sheet),
        "setting": msgspec.to_builtins(answer.setting),
        "bets": bets,
        "seconds": round(answer.seconds, 6),
    }
    return msgspec.json.Encoder(decimal_format="number").encode(whole).decode()


def cost_of(worth: Worth) -> dict[str, object]:
    """Of a game that people play against each other: what a hundred hands cost one of them."""
    if worth.cost is None:
        return {}
    figures = {name: decimal(getattr(worth.cost, name), DECIMALS) for name in worth.cost.__struct_fields__}
    return {"hands": worth.hands, "cost_per_100_hands": figures}


def as_table(answer: OddsAnswer) -> str:
    width = max(len(worth.bet) for worth, _ in answer.worths)
    lines = []
    for worth, _ in answer.worths:
        exactly = str(worth.edge) if worth.exact else f"± {decimal(worth.error * 100, SHOWN_DECIMALS)} %"
        edge = decimal(worth.edge * 100, SHOWN_DECIMALS)
        line = f"{worth.bet:<{width}}  {edge:>14} %  {worth.method}  {exactly}"
        if (cost := worth.cost) is not None:
            blinds, error = decimal(cost.blinds, 4), decimal(cost.blinds_error, 4)
            line += f"  {decimal(cost.cents / 100, 2)} a hundred hands, {blinds} ± {error} big blinds"
            line += f", {worth.hands} hands"
        lines.append(line)
    return "\n".join([*lines, f"{len(lines)} bets, {answer.seconds:.3f} seconds"])
