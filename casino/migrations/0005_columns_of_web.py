"""Columns that a web process does not change in tables that it writes: what a payment is and when it was settled, and what
became of the e-mail of a message.
"""

from django.db import migrations

RIGHTS = """
REVOKE UPDATE ON cashier_payment FROM house_web;
GRANT UPDATE (status, reason, changed, reference, url, look) ON cashier_payment TO house_web;
REVOKE UPDATE ON inbox_message FROM house_app;
GRANT UPDATE (read) ON inbox_message TO house_web;
GRANT UPDATE ON inbox_message TO house_worker;
"""
UNDO = """
GRANT UPDATE ON inbox_message TO house_app;
GRANT UPDATE ON cashier_payment TO house_web;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0004_writers"), ("cashier", "0003_payouts"), ("inbox", "0003_message_by_time")]
    operations = [migrations.RunSQL(RIGHTS, UNDO)]
