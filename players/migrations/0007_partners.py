"""Practice partners hold demonstration credits and nothing else, and stay what they are: laws of the database."""

from django.db import migrations, models

CREDITS_ONLY = """
CREATE FUNCTION a_partner_holds_credits_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.currency <> 'DEMO' AND EXISTS (SELECT FROM players_player WHERE id = NEW.player_id AND status = 'partner') THEN
        RAISE EXCEPTION 'a practice partner holds demonstration credits only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_partner_holds_credits_only BEFORE INSERT ON wallet_account
    FOR EACH ROW WHEN (NEW.player_id IS NOT NULL) EXECUTE FUNCTION a_partner_holds_credits_only();
CREATE FUNCTION a_partner_stays_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'nobody becomes a practice partner, and no partner becomes anybody else' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER a_partner_stays_one BEFORE UPDATE OF status ON players_player
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND 'partner' IN (OLD.status, NEW.status))
    EXECUTE FUNCTION a_partner_stays_one();
"""
UNDO = """
DROP TRIGGER a_partner_stays_one ON players_player;
DROP FUNCTION a_partner_stays_one;
DROP TRIGGER a_partner_holds_credits_only ON wallet_account;
DROP FUNCTION a_partner_holds_credits_only;
"""


class Migration(migrations.Migration):

    dependencies = [("players", "0006_visitors"), ("wallet", "0003_withdrawals")]

    operations = [
        migrations.AlterField(
            model_name='player',
            name='status',
            field=models.CharField(choices=[('pending', 'not verified yet'), ('visitor', 'visitor'), ('partner', 'practice partner'), ('active', 'active'), ('suspended', 'suspended'), ('closed', 'closed')], default='active', max_length=10, verbose_name='status'),
        ),
        migrations.RunSQL(CREDITS_ONLY, UNDO),
    ]
