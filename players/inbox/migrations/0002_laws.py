"""What was written in a complaint stays as it was written; messages and complaints are never taken away."""

from django.db import migrations

LAWS = """
CREATE TRIGGER inbox_complaintword_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON inbox_complaintword
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_complaint_stays BEFORE DELETE OR TRUNCATE ON inbox_complaint
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_complaint_keeps_its_nature BEFORE UPDATE OF number, player_id, category, round, transfer, opened ON inbox_complaint
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_complaint_keeps_its_table BEFORE UPDATE OF "table", table_name ON inbox_complaint
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_complaint_keeps_whom_it_reports BEFORE UPDATE OF reported_id ON inbox_complaint
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_message_stays BEFORE DELETE OR TRUNCATE ON inbox_message
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_message_keeps_its_words BEFORE UPDATE OF player_id, kind, details, at ON inbox_message
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON inbox_complaintword FROM house_app;
REVOKE DELETE ON inbox_complaint, inbox_message FROM house_app;
CREATE SEQUENCE inbox_complaint_number;
GRANT USAGE, SELECT ON SEQUENCE inbox_complaint_number TO house_app;
"""

UNDO = """
DROP SEQUENCE inbox_complaint_number;
DROP TRIGGER inbox_message_keeps_its_words ON inbox_message;
DROP TRIGGER inbox_message_stays ON inbox_message;
DROP TRIGGER inbox_complaint_keeps_whom_it_reports ON inbox_complaint;
DROP TRIGGER inbox_complaint_keeps_its_table ON inbox_complaint;
DROP TRIGGER inbox_complaint_keeps_its_nature ON inbox_complaint;
DROP TRIGGER inbox_complaint_stays ON inbox_complaint;
DROP TRIGGER inbox_complaintword_append_only ON inbox_complaintword;
"""


class Migration(migrations.Migration):
    dependencies = [("inbox", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
