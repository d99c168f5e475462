"""Staff may not hold player accounts, enforced in both directions (RJO, article 6); a practice partner stays one and cannot sign in."""

from django.db import migrations

NO_STAFF = """
CREATE FUNCTION players_staff_do_not_play() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The person's row is locked by whichever comes first, so that two at once cannot pass each other.
    IF TG_TABLE_NAME = 'players_player' THEN
        IF (SELECT is_staff OR is_superuser FROM players_person WHERE id = NEW.person_id FOR NO KEY UPDATE) THEN
            RAISE EXCEPTION 'staff may not hold a player account' USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_do_not_play';
        END IF;
    ELSIF (NEW.is_staff OR NEW.is_superuser) AND EXISTS (SELECT FROM players_player WHERE person_id = NEW.id AND status <> 'closed') THEN
        RAISE EXCEPTION 'a player may not be staff' USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_do_not_play';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER players_staff_do_not_play BEFORE INSERT OR UPDATE OF person_id ON players_player
    FOR EACH ROW EXECUTE FUNCTION players_staff_do_not_play();
CREATE TRIGGER players_players_are_no_staff BEFORE UPDATE OF is_staff, is_superuser ON players_person
    FOR EACH ROW WHEN (NEW.is_staff OR NEW.is_superuser) EXECUTE FUNCTION players_staff_do_not_play();
"""
PARTNERS = """
CREATE FUNCTION a_partner_stays_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'nobody becomes a practice partner, and no partner becomes anybody else' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER a_partner_stays_one BEFORE UPDATE OF status ON players_player
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND 'partner' IN (OLD.status, NEW.status))
    EXECUTE FUNCTION a_partner_stays_one();
"""
# Nobody signs in as a house player: the person of one is inactive and stays so, whoever asks.
NO_SIGN_IN = """
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
# The list of players in the back office is sorted by name in Portuguese order (`players.shared.collation.Alphabetical`).
BY_NAME = r"""
CREATE INDEX player_by_name ON players_player (
    btrim(regexp_replace(regexp_replace(lower(normalize(alias, NFKD)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')), alias
)
"""
UNDO = """
DROP INDEX player_by_name;
DROP TRIGGER a_partner_is_nobody ON players_player;
DROP TRIGGER a_partner_cannot_sign_in ON players_person;
DROP FUNCTION a_partner_cannot_sign_in;
DROP TRIGGER a_partner_stays_one ON players_player;
DROP FUNCTION a_partner_stays_one;
DROP TRIGGER players_players_are_no_staff ON players_person;
DROP TRIGGER players_staff_do_not_play ON players_player;
DROP FUNCTION players_staff_do_not_play;
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0001_initial")]
    operations = [migrations.RunSQL(NO_STAFF + PARTNERS + NO_SIGN_IN + BY_NAME, UNDO)]
