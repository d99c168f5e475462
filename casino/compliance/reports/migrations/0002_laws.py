"""Issued reports and signatures of closed months are only added to; folded days are the worker's. Pages write signatures and
schedules; the worker sends.

The indexes find the rounds and seats behind a figure a page at a time, and void rounds without reading all.
"""

from django.db import migrations

LAWS = """
CREATE TRIGGER reports_issue_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reports_issue
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON reports_issue FROM house_app;
"""
CLOSING_AND_MAIL = """
REVOKE INSERT, UPDATE, DELETE ON reports_closingsignature, reports_reportschedule, reports_reportmail FROM house_app;
GRANT INSERT ON reports_closingsignature, reports_reportschedule, reports_reportmail TO house_web;
GRANT UPDATE (ended, ended_by_id) ON reports_reportschedule TO house_web;
GRANT INSERT ON reports_reportmail TO house_worker;
GRANT UPDATE (next_try, tries, outcome, ended, trouble) ON reports_reportmail TO house_worker;
CREATE TRIGGER reports_closingsignature_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reports_closingsignature
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
"""
UNDO_CLOSING = "DROP TRIGGER reports_closingsignature_append_only ON reports_closingsignature"
UNDO_LAWS = "DROP TRIGGER reports_issue_append_only ON reports_issue"
INDEXES = """
CREATE INDEX round_void ON games_round (ended) WHERE status = 'void';
CREATE INDEX round_of_table_by_end ON games_round (table_id, ended, id) WHERE ended IS NOT NULL;
-- A transfer for a seat names no account of the table: it is found by its hour.
CREATE INDEX transfer_of_seats ON wallet_transfer (at, id) WHERE kind IN ('buy-in', 'buy-in-commission', 'cash-out');
-- Payments are counted by the hour at which they ended or, before that, began: without this the planner guesses.
CREATE STATISTICS payment_hours ON (coalesce(credited, made)) FROM cashier_payment;
"""
UNDO_INDEXES = """
DROP STATISTICS payment_hours;
DROP INDEX transfer_of_seats;
DROP INDEX round_of_table_by_end;
DROP INDEX round_void;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0001_initial"),
        ("wallet", "0002_laws"),
        ("cashier", "0002_laws"),
        ("games", "0002_laws"),
        ("casino", "0002_rights"),
        ("regulator_files", "0002_laws"),
    ]
    operations = [
        migrations.RunSQL(LAWS, UNDO_LAWS),
        migrations.RunSQL(CLOSING_AND_MAIL, UNDO_CLOSING),
        migrations.RunSQL(INDEXES, UNDO_INDEXES),
    ]
