"""An absence that begins after the hand: asked for by its player, begun by the schedule, and never taken back."""

from django.db import migrations

LAWS = """
REVOKE INSERT, UPDATE, DELETE ON protection_absenceafterhand FROM house_app;
GRANT INSERT, UPDATE (length, begun) ON protection_absenceafterhand TO house_web;
GRANT UPDATE (begun) ON protection_absenceafterhand TO house_worker;
CREATE TRIGGER player_is_proven BEFORE INSERT OR UPDATE ON protection_absenceafterhand
    FOR EACH ROW EXECUTE FUNCTION player_is_proven();
"""
UNDO = "DROP TRIGGER player_is_proven ON protection_absenceafterhand;"


class Migration(migrations.Migration):
    dependencies = [("casino", "0011_months"), ("protection", "0004_absences_after_hand")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
