"""Nobody signs in as a house player: the person of one is inactive and stays so, whoever asks."""

from django.db import migrations

LAW = """
CREATE FUNCTION a_partner_cannot_sign_in() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    signs_in boolean;
BEGIN
    IF TG_TABLE_NAME = 'players_person' THEN
        signs_in := EXISTS (SELECT FROM players_player WHERE person_id = NEW.id AND status = 'partner');
    ELSE
        signs_in := EXISTS (SELECT FROM players_person WHERE id = NEW.person_id AND is_active);
    END IF;
    IF signs_in THEN
        RAISE EXCEPTION 'nobody signs in as a house player' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_partner_cannot_sign_in BEFORE UPDATE OF is_active ON players_person
    FOR EACH ROW WHEN (NEW.is_active AND NOT OLD.is_active) EXECUTE FUNCTION a_partner_cannot_sign_in();
CREATE TRIGGER a_partner_is_nobody BEFORE INSERT ON players_player
    FOR EACH ROW WHEN (NEW.status = 'partner') EXECUTE FUNCTION a_partner_cannot_sign_in();
"""
UNDO = """
DROP TRIGGER a_partner_is_nobody ON players_player;
DROP TRIGGER a_partner_cannot_sign_in ON players_person;
DROP FUNCTION a_partner_cannot_sign_in;
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0008_factor_replaced")]
    operations = [migrations.RunSQL(LAW, UNDO)]
