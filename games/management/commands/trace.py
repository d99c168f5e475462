"""`manage.py trace`: where each rule of the regulations is enforced, tested and shown. Needs no database."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from contextlib import AbstractContextManager
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rulebook import reach
from games.rulebook.cannot_happen import excuses_for
from games.rulebook.options import house_options
from games.rulebook.trace import (
    NO_DUTY,
    SourceLine,
    TracedRule,
    find_citations,
    trace_rules,
    unknown_citations,
)
from players.shared.progress import Progress, progress


class Command(BaseCommand):
    help = "Prints where each rule of the matrix is enforced, tested and shown, and what is open."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "rules",
            nargs="*",
            metavar="RULE",
            help="only these rules, with every line that names them; BJ-15 includes BJ-15a, BJ-15b and so on",
        )
        parser.add_argument("--open", action="store_true", help="only the rules of which something is open")
        parser.add_argument(
            "--live",
            action="store_true",
            help="also the test that reached each rule at a live table, on a page or in the back office, "
            f"from the record that `{reach.COMMAND}` makes (27 minutes on two free cores; with --changed a "
            "few minutes, after a change). "
            "Fails if code that cites a rule has changed since, or a recorded test is gone. `make check` "
            "says so too, without failing; `make reach` renews the record.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rules"]:
            for name in options["rules"]:
                self.handle_rule(name)
            return
        if options["live"]:
            self.handle_live(only_open=options["open"])
            return
        with reading_sources():
            rules, unknown = trace_rules(), unknown_citations(find_citations())
        for rule in rules:
            if rule.open or not options["open"]:
                self.stdout.write(format_rule(rule))
                for excuse in excuses_for(rule.rule.id):
                    self.stdout.write(f"  {excuse}")
        for rule_id, line in unknown:
            self.stdout.write(f"{rule_id}: no such rule, cited at {line}")
        for option in house_options():
            made = ", ".join(option.fields) or option.elsewhere or "nowhere"
            if not options["open"] or made == "nowhere":
                self.stdout.write(f"{option.id} | choice of the house | {made}")
        homeless = sum("home" in rule.open for rule in rules)
        self.stdout.write(
            f"{len(rules)} rules, {homeless} without a home, {sum(bool(rule.open) for rule in rules)} open"
        )

    def handle_rule(self, name: str) -> None:
        with reading_sources():
            rules = trace_rules()
        matches = [
            rule
            for rule in rules
            if rule.rule.id == name or re.fullmatch(rf"{re.escape(name)}[a-z].*", rule.rule.id)
        ]
        if not matches:
            raise CommandError(f"There is no rule {name}.")
        for traced in matches:
            self.stdout.write(f"{traced.rule.id}: {traced.rule.says}")
            for title, lines in (
                ("enforced", traced.citations),
                ("tested", traced.tests),
                ("shown", traced.screens),
            ):
                self.stdout.write(f"  {title}:" if lines else f"  {title}: -")
                for line in dict.fromkeys(map(str, lines)):
                    self.stdout.write(f"    {line}")

    def handle_live(self, *, only_open: bool) -> None:
        with reading_sources():
            try:
                record = reach.load_record()
            except reach.NoRecordError as error:
                raise CommandError(str(error)) from error
            differences, rules = reach.find_differences(record), trace_rules()
        if differences:
            raise CommandError(reach.describe_stale(differences))
        results = reach.reached_rules(record)
        for traced, result in zip(rules, results, strict=True):
            if only_open and result.is_reached and not traced.open:
                continue
            self.stdout.write(f"{format_rule(traced)} | live {format_live(result)}")
            for missed in result.unreached:
                self.stdout.write(f"    not reached: {missed}")
        unreached = sum(not result.is_reached for result in results)
        self.stdout.write(f"{len(results)} rules, {unreached} unreached")


def reading_sources() -> AbstractContextManager[Progress]:
    return progress("Trace", ticking=True)


def format_live(result: reach.RuleReach) -> str:
    parts = []
    if result.tests:
        more = f" and {len(result.tests) - 1} more" if len(result.tests) > 1 else ""
        parts.append(f"{result.tests[0]}{more}")
    parts += [str(excuse) for excuse in result.excused]
    return "; ".join(parts) or "-"


def format_rule(traced: TracedRule) -> str:
    citation = format_first(traced.citations)
    if traced.rule.kind == NO_DUTY:
        home = "definition: nothing to enforce" + (f" ({citation})" if traced.citations else "")
    else:
        home = f"{'+'.join(traced.areas)} {citation}" if traced.citations else "-"
    test, screen = format_first(traced.tests), format_first(traced.screens)
    missing = ", ".join(traced.open) or "-"
    return f"{traced.rule.id} | home {home} | test {test} | screen {screen} | open {missing}"


def format_first(lines: tuple[SourceLine, ...]) -> str:
    if not lines:
        return "-"
    return f"{lines[0]}" + (f" and {len(lines) - 1} more" if len(lines) > 1 else "")
