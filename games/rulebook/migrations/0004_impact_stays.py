"""What was counted for people who sign stays as it was counted."""

from django.db import migrations

LAWS = """
CREATE TRIGGER rulebook_keptedges_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rulebook_keptedges
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER rulebook_impact_stays BEFORE DELETE OR TRUNCATE ON rulebook_impact
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE FUNCTION impact_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what was counted stays as it was counted' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER impact_is_final BEFORE UPDATE ON rulebook_impact
    FOR EACH ROW WHEN (OLD.state = 'done') EXECUTE FUNCTION impact_is_final();
REVOKE UPDATE, DELETE ON rulebook_keptedges, rulebook_impact FROM house_app;
GRANT UPDATE (state, percent, doing, touched, data) ON rulebook_impact TO house_app;
"""

UNDO = """
DROP TRIGGER impact_is_final ON rulebook_impact;
DROP FUNCTION impact_is_final;
DROP TRIGGER rulebook_impact_stays ON rulebook_impact;
DROP TRIGGER rulebook_keptedges_append_only ON rulebook_keptedges;
"""


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0003_impact"), ("casino", "0001_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
