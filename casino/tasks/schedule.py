"""The schedule of all tasks. It is code, so that no task can be switched off in the back office.

Optional apps have a `schedule.py` of their own; the settings join them.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec

from celery.schedules import crontab

from casino import env

SLOW_TASKS = (
    "casino.compliance.bots.tasks.search_for_bots",
    "casino.compliance.collusion.tasks.scan_for_collusion",
    "casino.compliance.regulator.tasks.check_safe",
    "casino.compliance.regulator.tasks.make_files",
    "casino.compliance.monitoring.tasks.replay_proposals",
    "casino.compliance.screening.tasks.read_lists",
    "casino.compliance.screening.tasks.screen_people",
    "casino.compliance.screening.tasks.screen_player",
    "casino.compliance.returning.tasks.renew_traits",
    "casino.compliance.reports.tasks.close_months",
    "casino.compliance.reports.tasks.fold_days",
    "casino.players_funds.tasks.publish_players_money",
    "casino.compliance.rtp_monitoring.tasks.check_returns",
    "casino.record_checks.tasks.analyze_record",
    "casino.record_checks.tasks.check_record",
    "casino.record_checks.tasks.check_whole_record",
    "casino.record_checks.tasks.check_files",
    "players.audit.tasks.check_new_seals",
    "players.wallet.bank.tasks.read_bank_files",
    "players.wallet.bank.tasks.reconcile_bank",
    "players.history.tasks.sweep_copies",
    "players.history.tasks.build_copy",
    "players.history.tasks.fold_days",
    "players.history.tasks.make_monthly_statements",
    "players.inbox.tasks.send_bulk_notices",
)
# Seconds between checks for a game whose published edge must be computed, which takes minutes, once.
ODDS_EVERY = float(env.number("ODDS_EVERY", 90))
DUE: dict[str, dict[str, object]] = {
    "inactivity": {
        "task": "games.floor.tasks.sweep_inactivity",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "table-openings": {
        "task": "games.floor.tasks.announce_table_openings",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "table-sessions": {
        "task": "games.floor.tasks.open_table_sessions",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "hours": {"task": "games.floor.tasks.sweep_hours", "schedule": 15.0, "options": {"expires": 15.0}},
    "jackpots": {
        "task": "games.floor.tasks.apply_jackpot_changes",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "rules": {
        "task": "games.rulebook.tasks.bring_rules_in_force",
        "schedule": 1.0,
        "options": {"expires": 1.0},
    },
    "impact": {"task": "games.rulebook.tasks.compute_impacts", "schedule": 5.0, "options": {"expires": 5.0}},
    "odds": {
        "task": "games.rulebook.tasks.compute_impacts",
        "args": (True,),
        "schedule": ODDS_EVERY,
        "options": {"expires": ODDS_EVERY},
    },
    "rules-expire": {
        "task": "games.rulebook.tasks.expire_rules",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "chat": {
        "task": "games.floor.tasks.forget_chat",
        "schedule": crontab(hour=3, minute=30),
        "options": {"expires": 3600.0},
    },
    "prove": {
        "task": "games.floor.tasks.prove_record",
        "schedule": crontab(hour=4, minute=10),
        "options": {"expires": 3600.0},
    },
    "prove-complete": {
        "task": "games.floor.tasks.prove_whole_record",
        "schedule": crontab(day_of_month=2, hour=1, minute=10),
        "options": {"expires": 3600.0},
    },
    "removed-players": {
        "task": "games.floor.tasks.sweep_removed_players",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "identity": {
        "task": "players.identity.tasks.sweep_identities",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "emails": {
        "task": "players.identity.tasks.sweep_emails",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "sign-ins": {
        "task": "players.identity.tasks.sweep_sign_ins",
        "schedule": 300.0,
        "options": {"expires": 300.0},
    },
    "search-marks": {
        "task": "players.identity.tasks.sweep_search_marks",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "drafts": {
        "task": "players.identity.tasks.sweep_drafts",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "person-keys": {
        "task": "players.identity.tasks.destroy_person_keys",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "keeping": {
        "task": "players.identity.tasks.end_keeping",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "gateway-requests": {
        "task": "players.wallet.cashier.tasks.send_gateway_requests",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "reconcile": {
        "task": "players.wallet.cashier.tasks.reconcile_gateway",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "pay-out": {
        "task": "players.wallet.cashier.tasks.pay_out_balances",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "account-owners": {
        "task": "players.wallet.cashier.tasks.ask_account_owners",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "bank-files": {
        "task": "players.wallet.bank.tasks.read_bank_files",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "bank-days": {
        "task": "players.wallet.bank.tasks.reconcile_bank",
        "schedule": crontab(minute=35),
        "options": {"expires": 3000.0},
    },
    "payout-batches": {
        "task": "players.wallet.bank.tasks.write_payout_batches",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "players-funds": {
        "task": "players.wallet.bank.tasks.compare_players_funds",
        "schedule": crontab(minute=40),
        "options": {"expires": 3000.0},
    },
    "limits": {
        "task": "players.protection.tasks.notify_limits",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "limits-question": {
        "task": "players.protection.tasks.ask_about_limits",
        "schedule": crontab(minute=10),
        "options": {"expires": 3000.0},
    },
    "absences": {
        "task": "players.protection.tasks.notify_absences",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "absences-after-hand": {
        "task": "players.protection.tasks.begin_absences",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "play-time": {
        "task": "players.protection.tasks.sweep_play_time",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "national-reports": {
        "task": "players.protection.tasks.national_reports",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "national-list": {
        "task": "players.protection.tasks.national_list",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "mail": {"task": "players.inbox.tasks.sweep_mail", "schedule": 30.0, "options": {"expires": 30.0}},
    "seal": {"task": "players.audit.tasks.seal_audit_lines", "schedule": 60.0, "options": {"expires": 60.0}},
    "record-months": {
        "task": "casino.record_checks.tasks.add_record_months",
        "schedule": crontab(minute=25),
        "options": {"expires": 3600.0},
    },
    "record-statistics": {
        "task": "casino.record_checks.tasks.analyze_record",
        "schedule": crontab(hour=4, minute=35),
        "options": {"expires": 3600.0},
    },
    "copies": {
        "task": "players.history.tasks.sweep_copies",
        "schedule": 300.0,
        "options": {"expires": 300.0},
    },
    "fold-days": {
        "task": "players.history.tasks.fold_days",
        "schedule": crontab(minute=20),
        "options": {"expires": 3000.0},
    },
    "monthly-statements": {
        "task": "players.history.tasks.make_monthly_statements",
        "schedule": crontab(hour=3, minute=50),
        "options": {"expires": 3600.0},
    },
    "roots": {
        "task": "casino.record_checks.tasks.make_roots",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "shared-devices": {
        "task": "casino.compliance.collusion.tasks.notice_shared_devices",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "passed-chips": {
        "task": "casino.compliance.collusion.tasks.notice_passed_chips",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "bots": {
        "task": "casino.compliance.bots.tasks.search_for_bots",
        "schedule": crontab(minute=50),
        "options": {"expires": 3000.0},
    },
    "collusion": {
        "task": "casino.compliance.collusion.tasks.scan_for_collusion",
        "schedule": crontab(minute=35),
        "options": {"expires": 3000.0},
    },
    "alerts": {
        "task": "casino.backoffice.tasks.send_alerts",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "bulk-notices": {
        "task": "players.inbox.tasks.send_bulk_notices",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "roles-end": {
        "task": "casino.backoffice.tasks.end_roles",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "self-checks": {
        "task": "casino.record_checks.tasks.run_self_checks",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "anchor": {
        "task": "casino.record_checks.tasks.anchor_root",
        "schedule": crontab(minute=15),
        "options": {"expires": 3600.0},
    },
    "record-check": {
        "task": "casino.record_checks.tasks.check_record",
        "schedule": crontab(hour=5, minute=10),
        "options": {"expires": 3600.0},
    },
    "record-check-complete": {
        "task": "casino.record_checks.tasks.check_whole_record",
        "schedule": crontab(day_of_month=3, hour=1, minute=10),
        "options": {"expires": 3600.0},
    },
    "self-check": {
        "task": "casino.record_checks.tasks.check_files",
        "schedule": crontab(minute=40),
        "options": {"expires": 3600.0},
    },
    "returns": {
        "task": "casino.compliance.rtp_monitoring.tasks.check_returns",
        "schedule": crontab(minute=25),
        "options": {"expires": 3000.0},
    },
    "monitoring": {
        "task": "casino.compliance.monitoring.tasks.follow_record",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "public-log": {
        "task": "casino.public_log.tasks.append_to_log",
        "schedule": 1.0,
        "options": {"expires": 1.0},
    },
    "players-money": {
        "task": "casino.players_funds.tasks.publish_players_money",
        "schedule": 300.0,
        "options": {"expires": 300.0},
    },
    "public-log-tiles": {
        "task": "casino.public_log.tasks.delete_partial_tiles",
        "schedule": crontab(minute=50),
        "options": {"expires": 3000.0},
    },
    "rule-replays": {
        "task": "casino.compliance.monitoring.tasks.replay_proposals",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "screening-lists": {
        "task": "casino.compliance.screening.tasks.read_lists",
        "schedule": crontab(hour=5, minute=20),
        "options": {"expires": 3600.0},
    },
    "screening": {
        "task": "casino.compliance.screening.tasks.screen_people",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "screening-decisions": {
        "task": "casino.compliance.screening.tasks.apply_decisions",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "blocked-people": {
        "task": "casino.compliance.returning.tasks.follow_blocked",
        "schedule": 300.0,
        "options": {"expires": 300.0},
    },
    "blocked-people-anew": {
        "task": "casino.compliance.returning.tasks.renew_traits",
        "schedule": crontab(hour=4, minute=50),
        "options": {"expires": 3600.0},
    },
    "returning-decisions": {
        "task": "casino.compliance.returning.tasks.apply_decisions",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "report-days": {
        "task": "casino.compliance.reports.tasks.fold_days",
        "schedule": crontab(minute=10),
        "options": {"expires": 3000.0},
    },
    "close-month": {
        "task": "casino.compliance.reports.tasks.close_months",
        "schedule": crontab(day_of_month="1-5", hour=5, minute=20),
        "options": {"expires": 3600.0},
    },
    "seal-check": {
        "task": "players.audit.tasks.check_new_seals",
        "schedule": crontab(hour=4, minute=40),
        "options": {"expires": 3600.0},
    },
    "regulator-files": {
        "task": "casino.compliance.regulator.tasks.make_files",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "regulator-safe": {
        "task": "casino.compliance.regulator.tasks.check_safe",
        "schedule": crontab(minute=25),
        "options": {"expires": 3000.0},
    },
    "regulator-lease": {
        "task": "casino.compliance.regulator.tasks.renew_lease",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "reporting-chain": {
        "task": "casino.compliance.duties.tasks.measure_chain",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
}


def with_extras(apps: Iterable[str]) -> tuple[dict[str, dict[str, object]], tuple[str, ...]]:
    """The schedule of the house and its slow tasks, with those of the optional apps that are on."""
    due, slow = dict(DUE), list(SLOW_TASKS)
    for app in apps:
        if find_spec(f"{app}.schedule"):
            added = import_module(f"{app}.schedule")
            due |= added.DUE
            slow += added.SLOW_TASKS
    return due, tuple(slow)
