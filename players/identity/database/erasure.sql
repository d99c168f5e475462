-- Two people decide that a player's data are erased; this function erases what the law lets go.

-- Names, documents, accounts and messages go; what the law keeps stays, without them.
CREATE FUNCTION identity_erase(who bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
        postcode = '–', town = '–', telephone = '–', district = '', country = 'XX', document_country = 'XX', document_number = 'ERASED' || who,
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '', sealed = NULL, papers = NULL,
        nif_digest = NULL, document_digest = NULL, name_digests = NULL, birth_month = NULL, postal_area = NULL WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–', owner_name = '', sealed = NULL,
        owner_sealed = NULL, iban_digest = NULL, ending = NULL WHERE player_id = who;
    PERFORM cashier_forget(who);
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
GRANT EXECUTE ON FUNCTION identity_erase TO house_app;

-- What nobody has to keep goes with the approval: nobody can sign in with what is left.
CREATE FUNCTION identity_erasure_takes_credentials() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE human bigint := (SELECT person_id FROM players_player WHERE id = NEW.player_id);
BEGIN
    UPDATE players_person SET password = '!' || encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex') WHERE id = human;
    DELETE FROM mfa_authenticator WHERE user_id = human;
    RETURN NULL;
END $$;
CREATE TRIGGER identity_erasure_takes_credentials
    AFTER UPDATE OF status ON identity_erasure
    FOR EACH ROW
    WHEN (old.status = 'asked' AND new.status = 'approved')
    EXECUTE FUNCTION identity_erasure_takes_credentials();

-- An erasure is done when the function above has erased.
CREATE FUNCTION data_are_erased(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT alias = 'erased' || id FROM players_player WHERE id = (later ->> 'player_id')::bigint
$$;
GRANT EXECUTE ON FUNCTION data_are_erased TO house_app;
