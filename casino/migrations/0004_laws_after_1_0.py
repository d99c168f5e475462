"""Laws after 1 0."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
CREATE FUNCTION end_keeping(who bigint, what text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM players_player AS p JOIN audit_line AS l ON l.player_id = p.id AND l.kind = 'account.closed'
    WHERE p.id = who AND p.status = 'closed' AND keeping_ends(what, l.at) <= clock_timestamp();
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND keeping = what AND destroyed IS NULL;
    -- With what is sealed goes what was made of it: digests, marks, month of birth, postal area.
    IF what = 'record' THEN
        UPDATE identity_identity SET sealed = NULL, papers = NULL, nif_digest = NULL, document_digest = NULL,
            name_digests = NULL, birth_month = NULL, postal_area = NULL
        WHERE player_id = who AND papers IS NOT NULL;
    END IF;
END $$;
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
    -- Pseudonyms that pass every constraint and are nobody's: no tax number begins with a zero, no country is called XX.
    UPDATE identity_identity SET name = '–', birth = date '1900-01-01', nationality = 'XX', profession = '–', address = '–',
        postcode = '–', town = '–', country = 'XX', document_country = 'XX', document_number = 'ERASED' || who,
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '', sealed = NULL, papers = NULL,
        nif_digest = NULL, document_digest = NULL, name_digests = NULL, birth_month = NULL, postal_area = NULL WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–', owner_name = '' WHERE player_id = who;
    UPDATE identity_uploadeddocument SET name = '–', digest = '', sealed = NULL WHERE player_id = who;
    UPDATE identity_signin SET address = NULL, device = '' WHERE person_id = human;
    UPDATE identity_addresschange SET before = 'erased-' || who || '@erased.invalid', after = 'erased-' || who || '@erased.invalid' WHERE person_id = human;
    UPDATE identity_draft SET email = '', password = '', answers = '{}', code = '' WHERE player_id = who;
    UPDATE players_player SET alias = 'erased' || who WHERE id = who;
    UPDATE players_person SET email = 'erased-' || who || '@erased.invalid', first_name = '', last_name = '', password = '!',
        is_active = false WHERE id = human;
    DELETE FROM account_emailaddress WHERE user_id = human;
    DELETE FROM protection_documentmark WHERE player_id = who;
    -- What is sealed anywhere, in chains and backups too, cannot be read without the keys.
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND destroyed IS NULL;
    PERFORM set_config('feltro.erasing', '', true);
END $$;
"""
NEW = r"""
CREATE FUNCTION end_keeping(who bigint, what text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM players_player AS p JOIN audit_line AS l ON l.player_id = p.id AND l.kind = 'account.closed'
    WHERE p.id = who AND p.status = 'closed' AND keeping_ends(what, l.at) <= clock_timestamp()
      AND NOT is_under_legal_hold(p.id);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND keeping = what AND destroyed IS NULL;
    -- With what is sealed goes what was made of it: digests, marks, month of birth, postal area.
    IF what = 'record' THEN
        UPDATE identity_identity SET sealed = NULL, papers = NULL, nif_digest = NULL, document_digest = NULL,
            name_digests = NULL, birth_month = NULL, postal_area = NULL
        WHERE player_id = who AND papers IS NOT NULL;
    END IF;
END $$;
CREATE FUNCTION erasure_waits_for_legal_holds() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF is_under_legal_hold(NEW.player_id) THEN
        RAISE EXCEPTION 'the data of account % have to be kept', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION identity_erase(who bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE human bigint;
BEGIN
    SELECT p.person_id INTO human FROM players_player AS p JOIN identity_erasure AS e ON e.player_id = p.id
    WHERE p.id = who AND p.status = 'closed' AND e.status = 'approved' AND e.requested_by_id <> e.decided_by_id
      AND NOT is_under_legal_hold(p.id)
      AND EXISTS (
          SELECT FROM audit_line AS l WHERE l.player_id = who AND l.kind = 'account.closed'
            AND (l.at AT TIME ZONE 'Europe/Lisbon') + interval '10 years' <= (clock_timestamp() AT TIME ZONE 'Europe/Lisbon')
      );
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM set_config('feltro.erasing', 'yes', true);
    -- Pseudonyms that pass every constraint and are nobody's: no tax number begins with a zero, no country is called XX.
    UPDATE identity_identity SET name = '–', birth = date '1900-01-01', nationality = 'XX', profession = '–', address = '–',
        postcode = '–', town = '–', country = 'XX', document_country = 'XX', document_number = 'ERASED' || who,
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '', sealed = NULL, papers = NULL,
        nif_digest = NULL, document_digest = NULL, name_digests = NULL, birth_month = NULL, postal_area = NULL WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–', owner_name = '' WHERE player_id = who;
    UPDATE identity_uploadeddocument SET name = '–', digest = '', sealed = NULL WHERE player_id = who;
    UPDATE identity_signin SET address = NULL, device = '' WHERE person_id = human;
    UPDATE identity_addresschange SET before = 'erased-' || who || '@erased.invalid', after = 'erased-' || who || '@erased.invalid' WHERE person_id = human;
    UPDATE identity_draft SET email = '', password = '', answers = '{}', code = '' WHERE player_id = who;
    UPDATE players_player SET alias = 'erased' || who WHERE id = who;
    UPDATE players_person SET email = 'erased-' || who || '@erased.invalid', first_name = '', last_name = '', password = '!',
        is_active = false WHERE id = human;
    DELETE FROM account_emailaddress WHERE user_id = human;
    DELETE FROM protection_documentmark WHERE player_id = who;
    -- What is sealed anywhere, in chains and backups too, cannot be read without the keys.
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND destroyed IS NULL;
    PERFORM set_config('feltro.erasing', '', true);
END $$;
CREATE FUNCTION is_under_legal_hold(who bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_legalhold AS h WHERE h.player_id = who AND h.state = 'in-force' AND h.lifts_id IS NULL
          AND NOT EXISTS (SELECT FROM identity_legalhold AS l WHERE l.lifts_id = h.id AND l.state = 'in-force')
    )
$$;
CREATE FUNCTION legal_hold_lifts_its_own() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM identity_legalhold AS h
        WHERE h.id = NEW.lifts_id AND h.player_id = NEW.player_id AND h.lifts_id IS NULL AND h.state = 'in-force'
    ) THEN
        RAISE EXCEPTION 'no legal hold in force to lift' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER erasure_waits_for_legal_holds BEFORE UPDATE OF status ON identity_erasure FOR EACH ROW WHEN (new.status IN ('approved', 'done')) EXECUTE FUNCTION erasure_waits_for_legal_holds();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_legalhold FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=proposed decider_id=null decided=null: may identity.add_legalhold, as author_id, confirmed', 'update state proposed>in-force, decided, decider_id: may identity.approve_legalhold, as decider_id, not author_id, confirmed', 'update state proposed>refused, answer, decided, decider_id: may identity.approve_legalhold, as decider_id, not author_id, confirmed', 'update state proposed>withdrawn, answer, decided: may identity.add_legalhold, as author_id, confirmed');
CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON identity_legalhold FOR EACH ROW EXECUTE FUNCTION decision_takes_its_steps('state', 'person proposed>in-force: decided decider_id', 'person proposed>refused: answer decided decider_id', 'person proposed>withdrawn: answer decided');
CREATE TRIGGER identity_legalhold_stays BEFORE DELETE OR UPDATE OF player_id, lifts_id, authority, reference, ordered, author_id, reason, at OR TRUNCATE ON identity_legalhold FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER legal_hold_lifts_its_own BEFORE INSERT ON identity_legalhold FOR EACH ROW WHEN (new.lifts_id IS NOT NULL) EXECUTE FUNCTION legal_hold_lifts_its_own();
GRANT EXECUTE ON FUNCTION is_under_legal_hold TO house_web, house_worker;
GRANT SELECT, INSERT, UPDATE (answer, decided, decider_id, state) ON identity_legalhold TO house_web;
GRANT SELECT ON identity_legalhold TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0001_initial'), ('audit', '0001_initial'), ('backoffice', '0002_send_webhooks'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0001_initial'), ('cashier', '0001_initial'), ('casino', '0003_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0003_severe_weaknesses_validated'), ('floor', '0002_values_of_bulk_changes'), ('games', '0001_initial'), ('history', '0001_initial'), ('identity', '0006_legal_holds'), ('inbox', '0002_start_of_notices'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0001_initial'), ('protection', '0002_national_push'), ('public_log', '0001_initial'), ('regulator', '0002_data_behind_alerts'), ('reports', '0001_initial'), ('returning', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0002_hardware'), ('wallet', '0001_initial')]
    operations = [ChangeLaws(OLD, NEW)]
