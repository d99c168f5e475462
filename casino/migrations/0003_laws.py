"""Laws."""

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
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '', sealed = NULL WHERE player_id = who;
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
CREATE FUNCTION search_marks_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    ELSIF NEW.iban <> OLD.iban THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_identity FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, changed, corrected, document_country, document_kind, document_number, due, name, nif, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, postcode, profession, sealed, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');
CREATE TRIGGER document_marks_forget AFTER UPDATE ON identity_identity FOR EACH ROW WHEN (old.nationality::text IS DISTINCT FROM new.nationality::text OR old.document_kind::text IS DISTINCT FROM new.document_kind::text OR old.document_country::text IS DISTINCT FROM new.document_country::text OR old.document_number::text IS DISTINCT FROM new.document_number::text OR old.nif::text IS DISTINCT FROM new.nif::text) EXECUTE FUNCTION document_marks_forget();
CREATE TRIGGER identity_identity_search_marks AFTER UPDATE OF nif, document_number ON identity_identity FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
GRANT SELECT, INSERT, UPDATE (address, attempts, birth, by_id, changed, corrected, country, document_country, document_kind, document_number, due, name, nif, postcode, profession, reason, sealed, state, town, verified) ON identity_identity TO house_web;
GRANT SELECT, UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
"""
NEW = r"""
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
CREATE FUNCTION search_marks_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    ELSIF NEW.iban <> OLD.iban THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_identity FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, birth_month, changed, corrected, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, postal_area, postcode, profession, sealed, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');
CREATE TRIGGER document_marks_forget AFTER UPDATE ON identity_identity FOR EACH ROW WHEN (old.nationality IS DISTINCT FROM new.nationality OR old.document_kind IS DISTINCT FROM new.document_kind OR old.document_country IS DISTINCT FROM new.document_country OR old.document_number IS DISTINCT FROM new.document_number OR old.nif IS DISTINCT FROM new.nif OR old.papers IS DISTINCT FROM new.papers) EXECUTE FUNCTION document_marks_forget();
CREATE TRIGGER identity_identity_search_marks AFTER UPDATE OF nif, document_number, papers ON identity_identity FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
GRANT SELECT, INSERT, UPDATE (address, attempts, birth, birth_month, by_id, changed, corrected, country, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, postal_area, postcode, profession, reason, sealed, state, town, verified) ON identity_identity TO house_web;
GRANT SELECT, UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("administration", "0001_initial"),
        ("audit", "0001_initial"),
        ("backoffice", "0001_initial"),
        ("bank", "0001_initial"),
        ("bots", "0001_initial"),
        ("care", "0001_initial"),
        ("cashier", "0001_initial"),
        ("casino", "0002_laws"),
        ("collusion", "0001_initial"),
        ("compliance", "0001_initial"),
        ("duties", "0001_initial"),
        ("floor", "0001_initial"),
        ("games", "0001_initial"),
        ("history", "0001_initial"),
        ("identity", "0004_validate_digests"),
        ("inbox", "0001_initial"),
        ("laundering", "0001_initial"),
        ("monitoring", "0001_initial"),
        ("players", "0001_initial"),
        ("protection", "0002_national_push"),
        ("regulator", "0001_initial"),
        ("reports", "0001_initial"),
        ("rtp_monitoring", "0001_initial"),
        ("rulebook", "0001_initial"),
        ("screening", "0001_initial"),
        ("self_checks", "0001_initial"),
        ("wallet", "0001_initial"),
    ]
    operations = [ChangeLaws(OLD, NEW)]
