"""`manage.py trace`: where each rule of the regulations is enforced, tested and shown. Needs no database."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from games.rulebook import reach
from games.rulebook.cannot_happen import of_rule
from games.rulebook.options import options as choices
from games.rulebook.trace import NO_DUTY, Place, Traced, citations, trace, unknown

MOST_DIFFERENCES = 20  # of a stale record, printed


class Command(BaseCommand):
    help = "Prints for each rule of the matrix where it is enforced, which test reads it, where it shows, and what is open."
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "rules",
            nargs="*",
            metavar="RULE",
            help="only these rules, with every place that names them; BJ-15 stands for BJ-15a, BJ-15b and so on",
        )
        parser.add_argument("--open", action="store_true", help="only the rules of which something is open")
        parser.add_argument(
            "--live",
            action="store_true",
            help="also the test that reached each rule at a live table, on a page or in the back office, from the record that "
            f"`{reach.COMMAND}` made (about 15 minutes; `make long` makes it too). Fails if code that cites a rule has changed "
            "since, or a recorded test is gone. Nothing else checks the age of the record: not `make test`, not `.ci/run`.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rules"]:
            for name in options["rules"]:
                self.handle_rule(name)
            return
        if options["live"]:
            self.handle_live(only_open=options["open"])
            return
        rules = trace()
        for rule in rules:
            if rule.open or not options["open"]:
                self.stdout.write(line(rule))
                for branch in of_rule(rule.rule.id):
                    self.stdout.write(f"  {branch}")
        for id, place in unknown(citations()):
            self.stdout.write(f"{id}: no such rule, cited at {place}")
        for each in choices():
            made = ", ".join(each.fields) or each.elsewhere or "nowhere"
            if not options["open"] or made == "nowhere":
                self.stdout.write(f"{each.id} | choice of the house | {made}")
        homeless = sum("home" in rule.open for rule in rules)
        self.stdout.write(
            f"{len(rules)} rules, {homeless} without a home, {sum(bool(rule.open) for rule in rules)} open"
        )

    def handle_rule(self, name: str) -> None:
        named = [
            rule
            for rule in trace()
            if rule.rule.id == name or re.fullmatch(rf"{re.escape(name)}[a-z].*", rule.rule.id)
        ]
        if not named:
            raise CommandError(f"There is no rule {name}.")
        for traced in named:
            self.stdout.write(f"{traced.rule.id}: {traced.rule.says}")
            for title, places in (
                ("enforced", traced.homes),
                ("tested", traced.tests),
                ("shown", traced.screens),
            ):
                self.stdout.write(f"  {title}:" if places else f"  {title}: -")
                for place in dict.fromkeys(map(str, places)):
                    self.stdout.write(f"    {place}")

    def handle_live(self, *, only_open: bool) -> None:
        found = reach.record()
        if differences := reach.stale(found):
            shown = "\n".join(differences[:MOST_DIFFERENCES])
            raise CommandError(
                f"{shown}\nThe record of reached rules is stale: {len(differences)} differences. Make it again with `{reach.COMMAND}`."
            )
        standings = reach.standings(found)
        for traced, standing in zip(trace(), standings, strict=True):
            if only_open and standing.is_reached and not traced.open:
                continue
            self.stdout.write(f"{line(traced)} | live {live(standing)}")
            for missed in standing.unreached:
                self.stdout.write(f"    not reached: {missed}")
        unreached = sum(not standing.is_reached for standing in standings)
        self.stdout.write(f"{len(standings)} rules, {unreached} unreached")


def live(standing: reach.Standing) -> str:
    said = []
    if standing.tests:
        more = f" and {len(standing.tests) - 1} more" if len(standing.tests) > 1 else ""
        said.append(f"{standing.tests[0]}{more}")
    said += [str(each) for each in standing.excused]
    return "; ".join(said) or "-"


def line(traced: Traced) -> str:
    if traced.rule.kind == NO_DUTY:
        home = "definition: nothing to do" + (f" ({first(traced.homes)})" if traced.homes else "")
    else:
        home = f"{'+'.join(traced.stations)} {first(traced.homes)}" if traced.homes else "-"
    shown = f"screen {first(traced.screens)}"
    return f"{traced.rule.id} | home {home} | test {first(traced.tests)} | {shown} | open {', '.join(traced.open) or '-'}"


def first(places: tuple[Place, ...]) -> str:
    if not places:
        return "-"
    return f"{places[0]}" + (f" and {len(places) - 1} more" if len(places) > 1 else "")
