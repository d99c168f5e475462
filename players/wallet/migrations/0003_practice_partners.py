"""A practice partner holds demonstration credits only."""

from django.db import migrations

LAW = """
CREATE FUNCTION a_partner_holds_credits_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.currency <> 'DEMO' AND EXISTS (SELECT FROM players_player WHERE id = NEW.player_id AND status = 'partner') THEN
        RAISE EXCEPTION 'a practice partner holds demonstration credits only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_partner_holds_credits_only BEFORE INSERT ON wallet_account
    FOR EACH ROW WHEN (NEW.player_id IS NOT NULL) EXECUTE FUNCTION a_partner_holds_credits_only();
"""
UNDO = "DROP TRIGGER a_partner_holds_credits_only ON wallet_account; DROP FUNCTION a_partner_holds_credits_only"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0002_laws"), ("players", "0002_laws")]
    operations = [migrations.RunSQL(LAW, UNDO)]
