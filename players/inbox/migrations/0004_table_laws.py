"""Which table a complaint is about stays as it was said."""

from django.db import migrations

LAWS = """
CREATE TRIGGER inbox_complaint_keeps_its_table BEFORE UPDATE OF "table", table_name ON inbox_complaint
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("inbox", "0003_complaint_table"), ("games", "0001_initial")]
    operations = [migrations.RunSQL(LAWS, "DROP TRIGGER inbox_complaint_keeps_its_table ON inbox_complaint")]
