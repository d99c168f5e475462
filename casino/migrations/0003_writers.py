"""What only one kind of process writes, only that kind may write.

A web process talks to strangers, so it writes no figure, finding, seal or alert that the worker computes. The
croupier deals: rounds, stays and the key of receipts are its own, and it writes nothing about accounts,
payments or staff.
"""

from django.db import migrations

WORKER_ALONE = (
    "audit_horizon", "audit_seal", "backoffice_alert", "care_marker", "care_night", "games_sessionlease",
    "history_folded", "history_moved", "history_played", "history_statement", "integrity_hand", "integrity_look",
    "integrity_pace", "integrity_tally", "reports_metered", "reports_moved", "reports_played", "reports_upto",
    "returns_alarm", "returns_day", "returns_upto", "watch_proof", "watch_root",
)  # fmt: skip
CROUPIER_ALONE = ("games_attendance", "games_round", "players_playsession")
NOT_THE_CROUPIER = (
    "account_emailaddress", "account_emailconfirmation", "administration_playernote", "administration_playertag",
    "backoffice_savedfilter", "backoffice_shift", "backoffice_workclaim", "backoffice_worknote", "care_contact",
    "cashier_adjustment", "cashier_decision", "cashier_errand", "cashier_notification", "cashier_payment",
    "django_admin_log", "django_session", "history_copy", "identity_acceptance", "identity_addresschange",
    "identity_check", "identity_draft", "identity_erasure", "identity_identity", "identity_letter", "identity_paper",
    "identity_paymentaccount", "identity_searchmark", "identity_signin", "identity_terms", "identity_testaccount",
    "inbox_complaint", "inbox_complaintword", "integrity_case", "integrity_evidence", "integrity_party",
    "integrity_step", "mfa_authenticator", "protection_documentmark", "protection_exclusion",
    "protection_limit", "protection_nationalentry", "protection_nationalfeed", "protection_nationallist",
    "protection_pause", "protection_report", "regulator_files_regulatorfile", "reports_issue", "returns_answer",
    "rulebook_impact", "rulebook_rulechange", "rulebook_rulecontent", "rulebook_ruledocument", "rulebook_rulestep",
    "watch_manifest",
)  # fmt: skip

# Rights on single columns are taken with those on the table. The worker and the web keep what they had.
MOVE = """
DO $$
DECLARE
    place regclass; held text; receiver text;
BEGIN
    FOREACH place IN ARRAY %(tables)s::regclass[] LOOP
        FOREACH receiver IN ARRAY %(receivers)s::text[] LOOP
            FOR held IN
                SELECT format('GRANT %%s ON %%s TO %%I', r.privilege, place, receiver)
                FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) AS r (privilege)
                WHERE has_table_privilege('house_app', place, r.privilege)
                UNION ALL
                SELECT format('GRANT %%s (%%I) ON %%s TO %%I', r.privilege, a.attname, place, receiver)
                FROM unnest(ARRAY['INSERT', 'UPDATE']) AS r (privilege), pg_attribute AS a
                WHERE a.attrelid = place AND a.attnum > 0 AND NOT a.attisdropped
                AND NOT has_table_privilege('house_app', place, r.privilege)
                AND has_column_privilege('house_app', place, a.attnum, r.privilege)
            LOOP
                EXECUTE held;
            END LOOP;
        END LOOP;
        EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %%s FROM house_app', place);
    END LOOP;
END $$;
"""


def move(tables: tuple[str, ...], *receivers: str) -> str:
    return MOVE % {
        "tables": "'{%s}'" % ",".join(tables),
        "receivers": "'{%s}'" % ",".join(receivers),
    }


RIGHTS = (
    move(WORKER_ALONE, "house_worker")
    + move(CROUPIER_ALONE, "house_croupier")
    + move(NOT_THE_CROUPIER, "house_web", "house_worker")
    # The archive publishes the key as well, by a command.
    + move(("games_housekey",), "house_croupier", "house_worker")
    + move(("players_person",), "house_web", "house_worker")
    # The croupier adds practice partners, who cannot sign in (players.identity.practice_partners). Only who may
    # update some column of a row can lock it, as the trigger does that keeps staff from playing.
    + "GRANT INSERT, UPDATE (last_login) ON players_person TO house_croupier;"
    + "REVOKE DELETE ON games_incident FROM house_app;"
)

# When each scheduled task was last sent, and the claims on work (`players.shared.exclusive_work`): beat and worker, which
# sign in as house_worker, alone read and write them.
SCHEDULE = """
REVOKE ALL ON casino_scheduledtask, players_exclusivework FROM house_app;
GRANT SELECT, INSERT, UPDATE ON casino_scheduledtask TO house_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON players_exclusivework TO house_worker;
"""
# Columns that a web process does not change in tables that it writes: what a payment is and when it was settled, and what
# became of the e-mail of a message.
COLUMNS_OF_WEB = """
REVOKE UPDATE ON cashier_payment FROM house_web;
GRANT UPDATE (status, reason, changed, reference, url, look) ON cashier_payment TO house_web;
REVOKE UPDATE ON inbox_message FROM house_app;
GRANT UPDATE (read) ON inbox_message TO house_web;
GRANT UPDATE ON inbox_message TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_rights"),
        ("account", "0001_initial"),
        ("administration", "0002_laws"),
        ("audit", "0002_laws"),
        ("backoffice", "0002_laws"),
        ("care", "0002_laws"),
        ("cashier", "0002_laws"),
        ("games", "0002_laws"),
        ("history", "0002_laws"),
        ("identity", "0002_laws"),
        ("inbox", "0002_laws"),
        ("integrity", "0002_laws"),
        ("mfa", "0001_initial"),
        ("protection", "0002_laws"),
        ("regulator_files", "0002_laws"),
        ("reports", "0002_laws"),
        ("returns", "0002_laws"),
        ("rulebook", "0002_laws"),
        ("sessions", "0001_initial"),
        ("watch", "0002_laws"),
    ]
    operations = [migrations.RunSQL(RIGHTS + SCHEDULE + COLUMNS_OF_WEB, migrations.RunSQL.noop)]
