"""Every named time span of the packages with its value. A new one must be added here."""

from __future__ import annotations

import ast
import importlib
from datetime import timedelta

import pytest

from casino.services.folder import PROJECT
from tests.sources import text, tree

MICROSECOND = timedelta(microseconds=1)

# A new span also needs a test of the moment that it determines.
SPANS = {
    "casino.backoffice.notice_forms.LATEST_START": timedelta(days=90),
    "casino.backoffice.right_uses.LONGEST_PERIOD": timedelta(days=366),
    "casino.backoffice.roster.LONGEST": timedelta(hours=16),
    "casino.backoffice.roster.WEEK": timedelta(days=7),
    "casino.backoffice.shift_pages.FURTHEST": timedelta(days=366),
    "casino.backoffice.shifts.READ_WITHIN": timedelta(days=7),
    "casino.compliance.laundering.forms.REVIEW": timedelta(days=366),
    "casino.compliance.laundering.forms.REVIEW_OF_HIGH_RISK": timedelta(days=183),
    "casino.compliance.monitoring.outcomes.AFTER": timedelta(days=30),
    "casino.compliance.monitoring.outcomes.SINCE": timedelta(days=180),
    "casino.compliance.monitoring.what_follows.FRESH": timedelta(days=1),
    "casino.compliance.monitoring.what_follows.ROW": timedelta(days=180),
    "casino.compliance.standby.SETTLED": timedelta(minutes=1),
    "casino.operation.backups.OLDEST_BACKUP": timedelta(days=2),
    "casino.operation.backups.OLDEST_RESTORE": timedelta(days=15),
    "casino.extras.scheduled_reports.mailing.RETRY_DELAY": timedelta(minutes=1),
    "casino.compliance.regulator.alerts.GATHERED_FOR": timedelta(hours=1),
    "casino.compliance.regulator.alerts.RINGS_AFTER": timedelta(hours=12),
    "casino.compliance.regulator.alerts.WITHIN": timedelta(days=1),
    "casino.compliance.regulator.due_files.ALARM_BEFORE": timedelta(minutes=30),
    "casino.record_checks.time_servers.MOST_OFF": timedelta(seconds=1),
    "casino.compliance.regulator.answers.CLAIM": timedelta(minutes=10),
    "casino.compliance.regulator.envelopes.CLAIM": timedelta(minutes=10),
    "casino.compliance.regulator.envelopes.REFUSED_RINGS": timedelta(days=1),
    "casino.compliance.regulator.keys.EXPIRES_SOON": timedelta(days=60),
    "casino.compliance.regulator.keys.SANDBOX_LIFE": timedelta(days=1095),
    "casino.compliance.regulator.notices.APART": timedelta(seconds=5),
    "casino.compliance.regulator.notices.DOWNLOAD_TAKES": timedelta(seconds=20),
    "casino.compliance.regulator.views.REFUSED_SHOWN": timedelta(days=31),
    "casino.compliance.regulator.facts.spans.HOUR": timedelta(hours=1),
    "casino.compliance.regulator.production.RETRY_AFTER": timedelta(minutes=1),
    "casino.compliance.bots.analysis.AGAIN_AFTER": timedelta(days=30),
    "casino.compliance.collusion.new_hands.OVERLAP": timedelta(minutes=10),
    "casino.compliance.reports.transfer_queries.MARGIN": timedelta(hours=1),
    "casino.players_funds.publishing.MADE_UP_FOR": timedelta(days=7),
    "casino.players_funds.publishing.TREES_KEPT": timedelta(days=35),
    "casino.public_log.sequencer.PARTIAL_TILES_STAY": timedelta(hours=1),
    "casino.public_log.sequencer.STRETCH": timedelta(minutes=1),
    "casino.public_log.sequencer.SYNCED_EACH": timedelta(minutes=1),
    "casino.record_checks.checks.ANCHORED_WITHIN": timedelta(hours=3),
    "casino.record_checks.checks.BEACON_REFUSALS_FOR": timedelta(hours=1),
    "casino.record_checks.checks.BEACON_REPORTS_WITHIN": timedelta(seconds=30),
    "casino.record_checks.checks.PROVED_WITHIN": timedelta(hours=30),
    "casino.record_checks.checks.SEALED_WITHIN": timedelta(minutes=10),
    "casino.record_checks.record_roots.MARGIN": timedelta(seconds=30),
    "casino.record_checks.check_states.OVERDUE_AFTER": timedelta(minutes=10),
    "games.models.rounds.AFTER_ENDED": timedelta(days=1),
    "games.models.rounds.BEFORE_OPENED": timedelta(minutes=1),
    "games.floor.incident_admin.MUTED": timedelta(days=7),
    "games.floor.tasks.NOTES_KEPT": timedelta(days=365),
    "games.lobby.report_player.RECENT": timedelta(days=7),
    "games.rulebook.impact.LOST": timedelta(minutes=15),
    "games.tables.croupier.record_check.PERIOD": timedelta(days=2),
    "players.wallet.cashier.account_owners.AGAIN": timedelta(minutes=15),
    "players.wallet.cashier.account_owners.LAST": timedelta(days=1),
    "players.audit.verification.OVERDUE_AFTER": timedelta(minutes=10),
    "players.audit.seals.MARGIN": timedelta(seconds=5),
    "players.administration.player_header.RESULT_OF": timedelta(days=30),
    "players.api.views_house.DEFAULT_SPAN": timedelta(days=1),
    "players.identity.sign_in.api_tokens.USE_NOTED_EVERY": timedelta(days=1),
    "casino.record_checks.voids_after_close.ONE_OCCASION": timedelta(minutes=1),
    "casino.record_checks.voids_after_close.WINDOW": timedelta(days=30),
    "players.inbox.bulk_notices.CLAIM": timedelta(minutes=5),
    "players.extras.push.delivery.STALE": timedelta(seconds=20),
    "players.inbox.bulk_notices.NOTICE_TARGET": timedelta(hours=24),
    "players.history.data_copies.KEPT_FOR": timedelta(days=7),
    "players.identity.verification.uploads.PROOFS_ARE_COUNTED": timedelta(days=365),
    "players.identity.verification.verification.CLAIM_LEASE": timedelta(minutes=2),
    "players.identity.verification.verification.RETRY_DELAYS": (
        timedelta(seconds=10),
        timedelta(minutes=1),
        timedelta(minutes=5),
        timedelta(minutes=15),
    ),
    "players.identity.sign_in.emails.RETRY_DELAY": timedelta(seconds=20),
    "players.identity.sign_in.session_store.LAST_HAND": timedelta(hours=1),
    "players.identity.registration.registration.CODE_LIFETIME": timedelta(minutes=15),
    "players.identity.registration.registration.DRAFT_LIFETIME": timedelta(days=30),
    "players.identity.registration.registration.CODE_INTERVAL": timedelta(seconds=30),
    "players.identity.registration.registration.PASSWORD_LIFETIME": timedelta(minutes=30),
    "players.administration.player_lists.AWAY": timedelta(days=90),
    "players.protection.exclusions.REPORT_WITHIN": timedelta(hours=24),
    "players.protection.exclusions.SAME_EXCLUSION": timedelta(days=1),
    "players.protection.exclusions.SAME_PAUSE": timedelta(hours=1),
    "players.protection.limits.WAIT": timedelta(hours=24),
    "players.protection.national_list.SHORTEST": MICROSECOND,
    "players.protection.national_pushes.LIFETIME": timedelta(hours=1),
    "players.protection.national_register.FETCH_EVERY": timedelta(hours=1),
    "players.protection.national_register.MAX_LIST_AGE": timedelta(hours=26),
    "players.protection.national_register.RETRY_AFTER": timedelta(minutes=5),
    "players.protection.play_time.ANSWER_GRACE": timedelta(minutes=2),
    "players.wallet.cashier.gateway_requests.LONGEST": timedelta(hours=1),
    "players.wallet.cashier.gateway_requests.LOOK_AGAIN": timedelta(seconds=2),
    "players.wallet.cashier.gateway_requests.SHORTEST_IN": timedelta(seconds=30),
    "players.wallet.cashier.gateway_requests.SHORTEST_OUT": timedelta(seconds=3),
    "players.wallet.cashier.gateway_requests.UNKNOWN_AFTER": timedelta(minutes=30),
    "players.wallet.cashier.withdrawals.FIRST_QUERY": timedelta(seconds=3),
    "casino.backoffice.alerts.MAX_AGE": timedelta(days=1),
    "casino.backoffice.outgoing.RETRY_DELAY": timedelta(seconds=10),
    "casino.extras.webhooks.events.OVERLAP": timedelta(minutes=2),
    "casino.extras.webhooks.delivery.KEPT": timedelta(days=30),
    "casino.compliance.monitoring.changing.CLAIM": timedelta(minutes=5),
    "casino.compliance.monitoring.changing.RULE_TARGET": timedelta(days=2),
    "casino.compliance.monitoring.following.BEHIND": timedelta(minutes=1),
    "casino.compliance.monitoring.following.LONGEST": timedelta(days=90),
    "casino.compliance.monitoring.following.SHORTEST": timedelta(minutes=5),
    "casino.compliance.returning.deciding.RESEMBLANCE_TARGET": timedelta(days=1),
    "casino.compliance.returning.finding.CLAIM": timedelta(minutes=15),
    "casino.compliance.returning.people.SIGN_INS": timedelta(days=90),
    "casino.compliance.screening.deciding.MATCH_TARGET": timedelta(days=1),
    "casino.compliance.screening.lists.LATE": timedelta(days=2),
    "casino.compliance.screening.running.CLAIM": timedelta(minutes=15),
    "casino.compliance.screening.running.LONGEST_CHANGE": timedelta(hours=1),
    "casino.compliance.duties.availability.ALARM_FROM": timedelta(hours=2),
    "casino.compliance.duties.availability.GAP": timedelta(minutes=3),
    "casino.compliance.duties.availability.MONTHLY_LIMIT": timedelta(hours=4),
    "casino.compliance.duties.due_dates.AHEAD": timedelta(days=100),
    "casino.compliance.duties.due_dates.SOON": timedelta(days=2),
    "casino.compliance.player_risk.player_parts.RECENT": timedelta(days=30),
    "games.floor.changes.CHANGE_TARGET": timedelta(days=1),
    "games.rulebook.impact.CLAIM": timedelta(hours=1),
    "players.identity.staff.work_sources.DOCUMENTS_TARGET": timedelta(days=2),
    "players.wallet.wallet_movements.BEFORE": timedelta(days=2),
    "players.identity.staff.legal_holds.LEGAL_HOLD_TARGET": timedelta(days=1),
    "players.wallet.bank.deciding.MATCH_TARGET": timedelta(days=1),
    "players.wallet.bank.chargebacks.RECOVERY_TARGET": timedelta(days=1),
    "players.wallet.bank.reconciling.MARGIN": timedelta(days=10),
    "players.wallet.bank.reconciling.LATEST": timedelta(days=400),
    "players.wallet.cashier.adjustments.ADJUSTMENT_TARGET": timedelta(days=1),
    "players.wallet.cashier.ceilings.CEILING_TARGET": timedelta(days=2),
    "players.wallet.cashier.views_staff.LATEST_BEGINNING": timedelta(days=365),
    "players.wallet.cashier.work_sources.WITHDRAWAL_TARGET": timedelta(days=1),
    "players.wallet.cashier.withdrawal_facts.RECENT": timedelta(days=7),
    "casino.tasks.task_runs.LEAST_DELAY": timedelta(minutes=10),
    "casino.tasks.task_runs.DAILY_DELAY": timedelta(hours=1),
    "casino.tasks.task_runs.ERROR_STANDS": timedelta(minutes=10),
    "casino.compliance.regulator.overdue.HOUR": timedelta(hours=1),
    "casino.record_checks.unfinished_rounds.RESOLVED_WITHIN": timedelta(days=90),
    "casino.record_checks.unfinished_rounds.ALARM_BEFORE": timedelta(days=30),
    "casino.record_checks.check_states.HOURLY_OVERDUE_AFTER": timedelta(hours=3),
    "casino.record_checks.checks.COUNTED_WITHIN": timedelta(hours=6),
    "casino.compliance.collusion.shared_devices.LOOKED_BACK": timedelta(days=2),
    "casino.compliance.collusion.cases.AGAIN_AFTER": timedelta(days=1),
    "casino.compliance.collusion.passed_chips.LOOKED_BACK": timedelta(days=1),
    "games.rulebook.work_sources.REFUSED_SHOWN": timedelta(days=30),
}


@pytest.mark.whole
def test_every_named_time_span_is_listed() -> None:
    spans = {}
    for package in ("casino", "games", "players"):
        for path in (PROJECT / package).rglob("*.py"):
            if "timedelta" not in text(path):
                continue
            module = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
            for node in tree(path).body:
                if isinstance(node, ast.Assign) and "timedelta(" in ast.unparse(node.value):
                    target = node.targets[0]
                    for name in map(ast.unparse, target.elts if isinstance(target, ast.Tuple) else [target]):
                        spans[f"{module}.{name}"] = getattr(importlib.import_module(module), name)
    assert spans == SPANS
