"""What moves money, decides about a person or opens hands needs a confirmed session, and the database says so.

Pages ask staff for a second factor before these steps, and players before money goes to a changed account. A web
process that was taken over asked nobody. Now the session that the transaction proves must have been confirmed.
"""

from django.db import migrations

LAWS = """
-- Players name themselves where they correct their own data.
CREATE FUNCTION author_confirms(place text, named bigint, written jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE
        WHEN place IN (
            'backoffice_staffchange', 'cashier_adjustment', 'cashier_decision', 'identity_erasure', 'reports_closingsignature'
        ) THEN identity_confirms(named)
        WHEN place IN ('identity_check', 'identity_identity') AND EXISTS (SELECT FROM players_person WHERE id = named AND is_staff)
            THEN identity_confirms(named)
        WHEN place = 'integrity_step' AND written ->> 'verb' = 'hands' THEN identity_confirms(named)
        ELSE true
    END
$$;
-- A payment account, and a withdrawal to one that was changed. The account of a registration is entered before
-- anybody has signed in.
CREATE FUNCTION player_has_confirmed(player bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT identity_confirms(person_id) OR identity_is_new(person_id) FROM players_player WHERE id = player
$$;
CREATE FUNCTION player_confirms() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_is_bound(TG_RELID) AND NOT player_has_confirmed(NEW.player_id) THEN
        RAISE EXCEPTION 'player % has not confirmed who they are in %', NEW.player_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION player_confirms_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_is_bound(TG_RELID) AND NOT player_has_confirmed(NEW.player_id) AND EXISTS (
        SELECT FROM identity_paymentaccount WHERE player_id = NEW.player_id AND until IS NULL AND usable IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'player % has not confirmed who they are in %', NEW.player_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
-- Named so that they come after the laws that ask who is there.
CREATE TRIGGER player_is_proven_and_confirms BEFORE INSERT ON identity_paymentaccount
    FOR EACH ROW EXECUTE FUNCTION player_confirms();
CREATE TRIGGER player_is_proven_and_confirms BEFORE INSERT ON cashier_payment
    FOR EACH ROW WHEN (NEW.direction = 'withdrawal' AND NEW.status <> 'refused')
    EXECUTE FUNCTION player_confirms_withdrawal();
REVOKE EXECUTE ON FUNCTION author_confirms(text, bigint, jsonb), player_has_confirmed(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION player_has_confirmed(bigint) TO house_app;
"""
UNDO = """
DROP TRIGGER player_is_proven_and_confirms ON cashier_payment;
DROP TRIGGER player_is_proven_and_confirms ON identity_paymentaccount;
DROP FUNCTION player_confirms_withdrawal, player_confirms, player_has_confirmed, author_confirms;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0004_proven_authors"), ("identity", "0006_proven_second_factors")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
