"""What may be erased, and when, stands in the database: a closed account, two people, ten years. No process has another way to it."""

from django.db import migrations

# A trigger that lets nothing through but the one function below: it runs as the owner of the tables, and no process is the owner.
STAYS = """
CREATE FUNCTION record_stays_until_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('feltro.erasing', true) = 'yes'
       AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the record is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER identity_paper_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_paper
    FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER identity_paymentaccount_stays BEFORE UPDATE OF id, player_id, iban, holder, since OR DELETE OR TRUNCATE
    ON identity_paymentaccount FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER identity_signin_stays BEFORE UPDATE OF id, person_id, began, address, device, method OR DELETE OR TRUNCATE
    ON identity_signin FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER identity_addresschange_stays BEFORE UPDATE OF id, person_id, before, after, requested_at OR DELETE OR TRUNCATE
    ON identity_addresschange FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
"""
UNDO_STAYS = """
DROP TRIGGER identity_addresschange_stays ON identity_addresschange;
DROP TRIGGER identity_signin_stays ON identity_signin;
DROP TRIGGER identity_paymentaccount_stays ON identity_paymentaccount;
DROP TRIGGER identity_paper_append_only ON identity_paper;
DROP FUNCTION record_stays_until_erased;
"""
ERASE = """
CREATE FUNCTION identity_erase(who bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE human bigint;
BEGIN
    SELECT p.person_id INTO human FROM players_player AS p JOIN identity_erasure AS e ON e.player_id = p.id
    WHERE p.id = who AND p.status = 'closed' AND e.status = 'approved' AND e.requested_by_id <> e.decided_by_id
      AND EXISTS (
          SELECT FROM audit_line AS l WHERE l.player_id = who AND l.kind = 'account.closed'
            AND (l.at AT TIME ZONE 'Europe/Lisbon') + interval '10 years' <= (clock_timestamp() AT TIME ZONE 'Europe/Lisbon')
      );
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM set_config('feltro.erasing', 'yes', true);
    -- Pseudonyms that pass every constraint and are nobody's: no tax number begins with a nought, no country is called XX.
    UPDATE identity_identity SET name = '–', birth = date '1900-01-01', nationality = 'XX', profession = '–', address = '–',
        postcode = '–', town = '–', country = 'XX', document_country = 'XX', document_number = 'ERASED' || who,
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '' WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–' WHERE player_id = who;
    UPDATE identity_paper SET name = '–', digest = '' WHERE player_id = who;
    UPDATE identity_signin SET address = NULL, device = '' WHERE person_id = human;
    UPDATE identity_addresschange SET before = 'erased-' || who || '@erased.invalid', after = 'erased-' || who || '@erased.invalid' WHERE person_id = human;
    UPDATE identity_draft SET email = '', password = '', answers = '{}', code = '' WHERE player_id = who;
    UPDATE players_player SET alias = 'erased' || who WHERE id = who;
    UPDATE players_person SET email = 'erased-' || who || '@erased.invalid', first_name = '', last_name = '', password = '!',
        is_active = false WHERE id = human;
    DELETE FROM account_emailaddress WHERE user_id = human;
    DELETE FROM protection_documentmark WHERE player_id = who;
    PERFORM set_config('feltro.erasing', '', true);
END $$;
REVOKE ALL ON FUNCTION identity_erase(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity_erase(bigint) TO house_app;
CREATE TRIGGER identity_erasure_stays BEFORE UPDATE OF id, player_id, reason, requested_at, requested_by_id OR DELETE OR TRUNCATE ON identity_erasure
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE DELETE ON identity_erasure FROM house_app;
"""
UNDO_ERASE = """
DROP TRIGGER identity_erasure_stays ON identity_erasure;
DROP FUNCTION identity_erase(bigint);
"""


class Migration(migrations.Migration):
    dependencies = [
        ("identity", "0002_laws"),
        ("audit", "0001_initial"),
        ("account", "0001_initial"),
        ("protection", "0002_laws"),
    ]
    operations = [migrations.RunSQL(STAYS, UNDO_STAYS), migrations.RunSQL(ERASE, UNDO_ERASE)]
