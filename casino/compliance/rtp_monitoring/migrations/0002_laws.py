"""Alarms and their answers are only added to."""

from django.db import migrations

LAWS = """
CREATE TRIGGER returns_alarm_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON returns_alarm
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER returns_answer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON returns_answer
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON returns_alarm, returns_answer FROM house_app;
"""
UNDO = """
DROP TRIGGER returns_alarm_append_only ON returns_alarm;
DROP TRIGGER returns_answer_append_only ON returns_answer;
"""


class Migration(migrations.Migration):
    dependencies = [("returns", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
