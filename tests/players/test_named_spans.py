"""Every span of time that has a name in the packages is known here: found in the sources, so that a new one asks for its line."""

from __future__ import annotations

import ast
import importlib
from datetime import timedelta

from casino.services.folder import PROJECT

MICROSECOND = timedelta(microseconds=1)

# Every span of time in the packages that has a name, and what it is. A new one needs its line here, and a test of the moment it makes.
SPANS = {
    "casino.compliance.regulator.due_files.HOUR": timedelta(hours=1),
    "casino.compliance.regulator.production.RETRY_AFTER": timedelta(minutes=1),
    "casino.compliance.collusion.new_hands.OVERLAP": timedelta(minutes=10),
    "casino.compliance.reports.transfer_queries.MARGIN": timedelta(hours=1),
    "casino.compliance.self_checks.checks.ANCHORED_WITHIN": timedelta(hours=3),
    "casino.compliance.self_checks.checks.PROVED_WITHIN": timedelta(hours=30),
    "casino.compliance.self_checks.checks.SEALED_WITHIN": timedelta(minutes=10),
    "casino.compliance.self_checks.record_roots.MARGIN": timedelta(seconds=30),
    "casino.compliance.self_checks.check_states.LATE": timedelta(minutes=10),
    "games.floor.incident_admin.MUTED": timedelta(days=7),
    "games.lobby.report_player.LATELY": timedelta(days=7),
    "games.rulebook.impact.LOST": timedelta(minutes=15),
    "games.tables.croupier.process.PROVED": timedelta(days=2),
    "players.audit.verification.LATE": timedelta(minutes=10),
    "players.audit.seals.MARGIN": timedelta(seconds=5),
    "players.history.data_copies.KEPT": timedelta(days=7),
    "players.identity.verification.UNDER_WAY": timedelta(minutes=2),
    "players.identity.verification.WAITS": (
        timedelta(seconds=10),
        timedelta(minutes=1),
        timedelta(minutes=5),
        timedelta(minutes=15),
    ),
    "players.identity.emails.WAIT": timedelta(seconds=20),
    "players.identity.registration.CODE_GOOD_FOR": timedelta(minutes=15),
    "players.identity.registration.FORGOTTEN": timedelta(days=30),
    "players.identity.registration.NEXT_CODE": timedelta(seconds=30),
    "players.administration.player_lists.AWAY": timedelta(days=90),
    "players.protection.exclusions.REPORT_WITHIN": timedelta(hours=24),
    "players.protection.exclusions.SAME_EXCLUSION": timedelta(days=1),
    "players.protection.exclusions.SAME_PAUSE": timedelta(hours=1),
    "players.protection.limits.WAIT": timedelta(hours=24),
    "players.protection.national_list.MOMENT": MICROSECOND,
    "players.protection.national_register.FETCH_AGAIN": timedelta(minutes=5),
    "players.protection.national_register.FETCH_EVERY": timedelta(hours=1),
    "players.protection.national_register.LATE": timedelta(hours=26),
    "players.protection.play_time.LATE": timedelta(minutes=2),
    "players.wallet.cashier.gateway_requests.UNKNOWN_AFTER": timedelta(minutes=30),
}


def test_every_named_span_of_time_is_known() -> None:
    found = {}
    for package in ("casino", "games", "players"):
        for path in (PROJECT / package).rglob("*.py"):
            module = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.Assign) and "timedelta(" in ast.unparse(node.value):
                    target = node.targets[0]
                    for name in map(ast.unparse, target.elts if isinstance(target, ast.Tuple) else [target]):
                        found[f"{module}.{name}"] = getattr(importlib.import_module(module), name)
    assert found == SPANS
