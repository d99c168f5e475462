"""Replays a rule over the past, compares what the rules know with the record, or starts them over."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.compliance.monitoring.expressions import RuleFault
from casino.compliance.monitoring.following import differing_players, start_over
from casino.compliance.monitoring.record import moment_of
from casino.compliance.monitoring.replay import replay
from casino.compliance.monitoring.rules import read_rule
from players.shared import clock
from players.shared.progress import progress


class Command(BaseCommand):
    help = (
        "Replay a rule over the whole past and print whom it would have flagged, check that the states"
        " of the rules are what the record says, or start them over. Exits with 1 if a rule cannot be, or a"
        " state differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--replay", type=Path, metavar="FILE", help="a rule in TOML")
        what.add_argument("--check", action="store_true", help="fold the record again and compare")
        what.add_argument(
            "--start-over", action="store_true", help="forget the states: the worker folds the record again"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self.check_states()
        elif options["start_over"]:
            start_over()
            self.stdout.write("The worker folds the record from its beginning. No alert is raised twice.")
        else:
            self.replay_file(options["replay"])

    def check_states(self) -> None:
        with progress("Folding the record again", ticking=True):
            players = differing_players()
        if players:
            raise CommandError(f"The states of these players are not what the record says: {players}")
        self.stdout.write("no fault: every state is what the record says")

    def replay_file(self, path: Path) -> None:
        try:
            rule = read_rule(path.read_text(encoding="utf-8"))
            with progress("Replaying the past", ticking=True):
                replayed = replay(rule)
        except (OSError, UnicodeDecodeError, RuleFault) as error:
            raise CommandError(str(error)) from error
        for player, finding in ((one.player, one.finding) for one in replayed.examples):
            day = clock.day_of(moment_of(finding.at))
            self.stdout.write(f"player {player}, {day}: {rule.explain(finding.figures)}")
        self.stdout.write(
            f"{replayed.alerts} alerts about {replayed.flagged} of {replayed.players} players who moved money"
        )
        if replayed.refusal:
            raise CommandError(replayed.refusal)
