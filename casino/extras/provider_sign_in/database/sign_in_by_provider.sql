-- Staff sign in through the operator's provider. A web process hands in what the browser brought; the worker asks the
-- provider, and these functions enter what it answered. The secrets of an attempt are out of the web's reach.

-- The browser is back. Each attempt takes one code.
CREATE FUNCTION provider_answer(proof text, the_state text, the_code text) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE backoffice_providerattempt SET code = the_code
    WHERE session = identity_proof_digest(proof) AND state = encode(sha256(convert_to(the_state, 'UTF8')), 'hex')
        AND code = '' AND outcome = '' AND until > clock_timestamp() AND the_code <> ''
    RETURNING id
$$;
GRANT EXECUTE ON FUNCTION provider_answer TO house_web;

-- The state, nonce and challenge of a new attempt. The verifier stays here until the worker asks for it.
CREATE FUNCTION provider_begin(proof text, OUT state text, OUT nonce text, OUT challenge text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    verifier text := provider_random();
BEGIN
    state := provider_random();
    nonce := provider_random();
    challenge := translate(rtrim(encode(sha256(convert_to(verifier, 'UTF8')), 'base64'), '='), '+/', '-_');
    DELETE FROM backoffice_providerattempt AS a WHERE a.until < clock_timestamp() OR a.session = identity_proof_digest(proof);
    INSERT INTO backoffice_providerattempt (session, state, nonce, verifier, code, outcome, until)
    VALUES (
        identity_proof_digest(proof), encode(sha256(convert_to(state, 'UTF8')), 'hex'), nonce, verifier, '', '',
        clock_timestamp() + interval '10 minutes'
    );
END $$;
GRANT EXECUTE ON FUNCTION provider_begin TO house_web;

-- A member of staff who may work: active, no player, with a role that has not ended.
CREATE FUNCTION provider_may_sign_in(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM players_person WHERE id = who AND is_active AND is_staff)
        AND NOT EXISTS (SELECT FROM players_player WHERE person_id = who)
        AND EXISTS (
            SELECT FROM players_person_groups WHERE person_id = who AND players_role_counts(person_id, group_id)
        )
$$;

-- Whether the attempt of this session still waits, and how it ended.
CREATE FUNCTION provider_outcome(proof text, attempt bigint, OUT waits boolean, OUT result text) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT outcome = '', outcome FROM backoffice_providerattempt
    WHERE id = attempt AND session = identity_proof_digest(proof)
$$;
GRANT EXECUTE ON FUNCTION provider_outcome TO house_web;

-- Whom the provider named to this session, and whether with a second factor.
CREATE FUNCTION provider_person(proof text, attempt bigint, OUT person bigint, OUT has_factor boolean) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT person_id, factor FROM backoffice_providerattempt
    WHERE id = attempt AND session = identity_proof_digest(proof) AND outcome = 'right'
$$;
GRANT EXECUTE ON FUNCTION provider_person TO house_web;

-- Two random uuids, 244 bits.
CREATE FUNCTION provider_random() RETURNS text
    LANGUAGE sql SET search_path = public, pg_temp AS $$
    SELECT encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')
$$;

-- The worker enters why an attempt failed.
CREATE FUNCTION provider_refused(attempt bigint, reason text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE backoffice_providerattempt SET outcome = left(reason, 20), code = ''
    WHERE id = attempt AND code <> '' AND outcome = '' AND reason NOT IN ('', 'right');
    RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION provider_refused TO house_worker;

-- What the worker found in the ID token. An account of the provider that is linked counts by its subject alone; another one
-- is linked by an address that the provider has verified, unless that person is linked to another account.
CREATE FUNCTION provider_verified(
    attempt bigint, the_issuer text, the_subject text, the_email text, is_verified boolean, has_factor boolean
) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    shown backoffice_providerattempt;
    who bigint;
    linked backoffice_providerlink;
    result text;
BEGIN
    SELECT * INTO shown FROM backoffice_providerattempt WHERE id = attempt AND code <> '' AND outcome = '' FOR UPDATE;
    IF NOT FOUND OR the_subject = '' OR the_issuer = '' THEN
        RETURN 'unknown-attempt';
    END IF;
    SELECT person_id INTO who FROM backoffice_providerlink WHERE issuer = the_issuer AND subject = the_subject;
    IF who IS NULL THEN
        SELECT id INTO who FROM players_person WHERE lower(email) = lower(the_email);
        SELECT * INTO linked FROM backoffice_providerlink WHERE person_id = who;
        result := CASE
            WHEN the_email = '' OR NOT is_verified THEN 'unverified-email'
            WHEN who IS NULL THEN 'unknown-person'
            WHEN linked.id IS NOT NULL THEN 'other-account'
        END;
    END IF;
    result := coalesce(result, CASE
        WHEN shown.until < clock_timestamp() THEN 'expired'
        WHEN NOT provider_may_sign_in(who) THEN 'not-staff'
        ELSE 'right'
    END);
    IF result = 'right' THEN
        INSERT INTO backoffice_providerlink (person_id, issuer, subject) VALUES (who, the_issuer, the_subject)
        ON CONFLICT DO NOTHING;
        IF NOT EXISTS (
            SELECT FROM backoffice_providerlink WHERE person_id = who AND issuer = the_issuer AND subject = the_subject
        ) THEN
            result := 'other-account';
        ELSE
            INSERT INTO identity_signinevidence (person_id, session, until, factor)
            VALUES (who, shown.session, clock_timestamp() + interval '20 minutes', has_factor);
        END IF;
    END IF;
    UPDATE backoffice_providerattempt SET outcome = result, code = '',
        person_id = CASE WHEN result = 'right' THEN who END, factor = has_factor AND result = 'right'
    WHERE id = attempt;
    RETURN result;
END $$;
GRANT EXECUTE ON FUNCTION provider_verified TO house_worker;
