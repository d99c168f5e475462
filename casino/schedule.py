"""The schedule of all tasks. It is code, so that no task can be switched off in the back office."""

from __future__ import annotations

from celery.schedules import crontab

from casino import env

SLOW_TASKS = (
    "casino.compliance.collusion.tasks.collusion_scan",
    "casino.compliance.player_risk.tasks.player_risk_scan",
    "casino.compliance.regulator.tasks.files_make",
    "casino.compliance.reports.tasks.close_months",
    "casino.compliance.reports.tasks.fold_days",
    "casino.compliance.reports.tasks.mails_send",
    "casino.compliance.rtp_monitoring.tasks.returns_check",
    "casino.compliance.self_checks.tasks.record_check",
    "casino.compliance.self_checks.tasks.record_check_complete",
    "casino.compliance.self_checks.tasks.files_check",
    "players.audit.tasks.seals_check",
    "players.history.tasks.copies_sweep",
    "players.history.tasks.copy_build",
    "players.history.tasks.fold_days",
    "players.history.tasks.monthly_statements_make",
    "players.inbox.tasks.bulk_notices_send",
)
# Seconds between checks for a game whose published edge must be computed, which takes minutes, once.
ODDS_EVERY = float(env.number("ODDS_EVERY", 90))
DUE: dict[str, dict[str, object]] = {
    "inactivity": {
        "task": "games.floor.tasks.inactivity_sweep",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "table-openings": {
        "task": "games.floor.tasks.table_openings_announce",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "table-sessions": {
        "task": "games.floor.tasks.table_sessions_open",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "hours": {"task": "games.floor.tasks.hours_sweep", "schedule": 15.0, "options": {"expires": 15.0}},
    "jackpots": {
        "task": "games.floor.tasks.jackpot_changes_apply",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "rules": {
        "task": "games.rulebook.tasks.rules_come_in_force",
        "schedule": 1.0,
        "options": {"expires": 1.0},
    },
    "impact": {"task": "games.rulebook.tasks.impacts_compute", "schedule": 5.0, "options": {"expires": 5.0}},
    "odds": {
        "task": "games.rulebook.tasks.impacts_compute",
        "args": (True,),
        "schedule": ODDS_EVERY,
        "options": {"expires": ODDS_EVERY},
    },
    "rules-expire": {
        "task": "games.rulebook.tasks.rules_expire",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "chat": {
        "task": "games.floor.tasks.chat_forget",
        "schedule": crontab(hour=3, minute=30),
        "options": {"expires": 3600.0},
    },
    "prove": {
        "task": "games.floor.tasks.record_prove",
        "schedule": crontab(hour=4, minute=10),
        "options": {"expires": 3600.0},
    },
    "prove-complete": {
        "task": "games.floor.tasks.record_prove_complete",
        "schedule": crontab(day_of_month=2, hour=1, minute=10),
        "options": {"expires": 3600.0},
    },
    "removed-players": {
        "task": "games.floor.tasks.removed_players_sweep",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "identity": {
        "task": "players.identity.tasks.identity_sweep",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "letters": {
        "task": "players.identity.tasks.letter_sweep",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "sign-ins": {
        "task": "players.identity.tasks.sign_ins_sweep",
        "schedule": 300.0,
        "options": {"expires": 300.0},
    },
    "search-marks": {
        "task": "players.identity.tasks.search_marks_sweep",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "drafts": {
        "task": "players.identity.tasks.drafts_sweep",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "errands": {
        "task": "players.wallet.cashier.tasks.gateway_errands",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "reconcile": {
        "task": "players.wallet.cashier.tasks.gateway_reconcile",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "pay-out": {
        "task": "players.wallet.cashier.tasks.balances_pay_out",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "limits": {
        "task": "players.protection.tasks.limits_notify",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "absences": {
        "task": "players.protection.tasks.absences_notify",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "play-time": {
        "task": "players.protection.tasks.play_time_sweep",
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
    "mail": {"task": "players.inbox.tasks.mail_sweep", "schedule": 30.0, "options": {"expires": 30.0}},
    "seal": {"task": "players.audit.tasks.audit_lines_seal", "schedule": 60.0, "options": {"expires": 60.0}},
    "copies": {
        "task": "players.history.tasks.copies_sweep",
        "schedule": 300.0,
        "options": {"expires": 300.0},
    },
    "fold-days": {
        "task": "players.history.tasks.fold_days",
        "schedule": crontab(minute=20),
        "options": {"expires": 3000.0},
    },
    "monthly-statements": {
        "task": "players.history.tasks.monthly_statements_make",
        "schedule": crontab(hour=3, minute=50),
        "options": {"expires": 3600.0},
    },
    "roots": {
        "task": "casino.compliance.self_checks.tasks.roots_make",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "collusion": {
        "task": "casino.compliance.collusion.tasks.collusion_scan",
        "schedule": crontab(minute=35),
        "options": {"expires": 3000.0},
    },
    "alerts": {
        "task": "casino.backoffice.tasks.alerts_send",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "push-notices": {
        "task": "players.inbox.tasks.push_notices_send",
        "schedule": 1.0,
        "options": {"expires": 1.0},
    },
    "bulk-notices": {
        "task": "players.inbox.tasks.bulk_notices_send",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "roles-end": {
        "task": "casino.backoffice.tasks.roles_end",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "webhooks": {
        "task": "casino.backoffice.tasks.webhooks_send",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "self-checks": {
        "task": "casino.compliance.self_checks.tasks.self_checks_run",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "anchor": {
        "task": "casino.compliance.self_checks.tasks.root_anchor",
        "schedule": crontab(minute=15),
        "options": {"expires": 3600.0},
    },
    "record-check": {
        "task": "casino.compliance.self_checks.tasks.record_check",
        "schedule": crontab(hour=5, minute=10),
        "options": {"expires": 3600.0},
    },
    "record-check-complete": {
        "task": "casino.compliance.self_checks.tasks.record_check_complete",
        "schedule": crontab(day_of_month=3, hour=1, minute=10),
        "options": {"expires": 3600.0},
    },
    "self-check": {
        "task": "casino.compliance.self_checks.tasks.files_check",
        "schedule": crontab(minute=40),
        "options": {"expires": 3600.0},
    },
    "returns": {
        "task": "casino.compliance.rtp_monitoring.tasks.returns_check",
        "schedule": crontab(minute=25),
        "options": {"expires": 3000.0},
    },
    "player-risk": {
        "task": "casino.compliance.player_risk.tasks.player_risk_scan",
        "schedule": crontab(minute=35),
        "options": {"expires": 3000.0},
    },
    "report-days": {
        "task": "casino.compliance.reports.tasks.fold_days",
        "schedule": crontab(minute=10),
        "options": {"expires": 3000.0},
    },
    "report-mails": {
        "task": "casino.compliance.reports.tasks.mails_send",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "close-month": {
        "task": "casino.compliance.reports.tasks.close_months",
        "schedule": crontab(day_of_month="1-5", hour=5, minute=20),
        "options": {"expires": 3600.0},
    },
    "seal-check": {
        "task": "players.audit.tasks.seals_check",
        "schedule": crontab(hour=4, minute=40),
        "options": {"expires": 3600.0},
    },
    "regulator-files": {
        "task": "casino.compliance.regulator.tasks.files_make",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "regulator-lease": {
        "task": "casino.compliance.regulator.tasks.lease_renew",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
}
