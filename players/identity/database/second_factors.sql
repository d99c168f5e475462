-- Second factors. A web process can neither make nor verify a code: the secrets of apps and recovery codes are in tables that
-- it cannot read. It hands in the code, the worker compares it, and functions of the owner enter what was shown.

-- Three wrong codes in a quarter of an hour are the limit, for all processes and sessions together. Who has not shown
-- the password tries none, and so locks nobody out.
CREATE FUNCTION identity_code_answer(
    proof text, who bigint, the_code text, OUT attempt bigint, OUT limited boolean
) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    the_session text := identity_proof_digest(proof);
    wrong bigint;
BEGIN
    limited := false;
    IF NOT EXISTS (
        SELECT FROM identity_signinevidence WHERE person_id = who AND session = the_session AND until > clock_timestamp()
    ) AND NOT EXISTS (
        SELECT FROM identity_signin AS entry
        JOIN players_person AS p ON p.id = entry.person_id AND p.credential_epoch = entry.epoch
        WHERE entry.session = the_session AND entry.person_id = who AND entry.ended IS NULL
    ) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('identity_code_answer ' || who, 0));
    DELETE FROM identity_codeattempt WHERE person_id = who AND at < clock_timestamp() - interval '1 hour';
    SELECT count(*) INTO wrong FROM identity_codeattempt AS tried
    WHERE tried.person_id = who AND tried.at > clock_timestamp() - interval '15 minutes'
        AND (tried.is_right = false OR tried.is_right IS NULL AND tried.at > clock_timestamp() - interval '1 minute')
        AND tried.id > coalesce(
            (SELECT max(proven.id) FROM identity_codeattempt AS proven WHERE proven.person_id = who AND proven.is_right), 0
        );
    IF wrong >= 3 THEN
        limited := true;
        RETURN;
    END IF;
    INSERT INTO identity_codeattempt (person_id, session, code) VALUES (who, the_session, the_code) RETURNING id INTO attempt;
END $$;
GRANT EXECUTE ON FUNCTION identity_code_answer TO house_web;

-- What became of a code: whether it waits for the worker, and whose it was if it was right.
CREATE FUNCTION identity_code_outcome(proof text, tried bigint, OUT waits boolean, OUT factor integer) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT is_right IS NULL, factor_id FROM identity_codeattempt WHERE id = tried AND session = identity_proof_digest(proof)
$$;
GRANT EXECUTE ON FUNCTION identity_code_outcome TO house_web;

-- The worker names the factor whose code it was, and the mark of the code: the time step of an app, or the place
-- of a recovery code. Each is accepted once.
CREATE FUNCTION identity_code_verified(attempt bigint, factor integer, mark bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    shown identity_codeattempt;
    kind text;
    accepted boolean := false;
BEGIN
    SELECT * INTO shown FROM identity_codeattempt WHERE id = attempt AND is_right IS NULL FOR UPDATE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF shown.at > clock_timestamp() - interval '1 minute'
        AND EXISTS (SELECT FROM players_person WHERE id = shown.person_id AND is_active) THEN
        kind := (SELECT type FROM mfa_authenticator WHERE id = factor AND user_id = shown.person_id);
        IF kind = 'totp' THEN
            UPDATE identity_factorsecret AS kept SET step = mark FROM mfa_authenticator AS a
            WHERE a.id = factor AND 'kept:' || kept.id = a.data ->> 'secret' AND kept.step < mark;
            accepted := FOUND;
        ELSIF kind = 'recovery_codes' AND mark BETWEEN 0 AND 61 THEN
            UPDATE mfa_authenticator
            SET data = jsonb_set(data, '{used_mask}', to_jsonb((data ->> 'used_mask')::bigint | (1::bigint << mark::integer)))
            WHERE id = factor AND (data ->> 'used_mask')::bigint & (1::bigint << mark::integer) = 0;
            accepted := FOUND;
        END IF;
    END IF;
    UPDATE identity_codeattempt SET is_right = accepted, factor_id = CASE WHEN accepted THEN factor END, code = '' WHERE id = attempt;
    IF accepted THEN
        PERFORM identity_factor_enter(shown.person_id, shown.session);
    END IF;
    RETURN accepted;
END $$;
GRANT EXECUTE ON FUNCTION identity_code_verified TO house_worker;

-- In an open session a factor confirms its owner. Before, it completes what else was shown to sign in.
CREATE FUNCTION identity_factor_enter(who bigint, the_session text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE identity_signin SET confirmed = clock_timestamp()
    WHERE session = the_session AND person_id = who AND ended IS NULL;
    IF NOT FOUND THEN
        UPDATE identity_signinevidence SET factor = true
        WHERE session = the_session AND person_id = who AND until > clock_timestamp();
    END IF;
END $$;

-- Who may change factors says `tables.sql`. Here: the secret is the person's, and a factor that stands changes only its name
-- and whether its codes were seen, which is no secret.
CREATE FUNCTION identity_factors_are_proven() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        OR TG_OP = 'INSERT' AND (NEW.type = 'webauthn' OR identity_secret_is_of(NEW.user_id, NEW.data))
        OR TG_OP = 'UPDATE' AND NEW.data - ARRAY['name', 'viewed_at'] IS NOT DISTINCT FROM OLD.data - ARRAY['name', 'viewed_at'] THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a second factor can change only with a proof' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER identity_factors_are_proven
    BEFORE INSERT OR UPDATE OF data ON mfa_authenticator
    FOR EACH ROW
    EXECUTE FUNCTION identity_factors_are_proven();

-- `confirmed` says when the owner of a session last showed what they have: a second factor, or the password of
-- somebody who has none. Pages ask again after five minutes; a minute is left for the form that follows.
CREATE FUNCTION identity_has_factor(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM mfa_authenticator WHERE user_id = who AND type IN ('totp', 'webauthn'))
$$;

-- The web hands in the answer to the challenge of its session.
CREATE FUNCTION identity_passkey_answer(proof text, who bigint, the_answer text) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE identity_passkeyattempt SET person_id = who, answer = the_answer
    WHERE session = identity_proof_digest(proof) AND person_id IS NULL AND until > clock_timestamp() RETURNING id
$$;
GRANT EXECUTE ON FUNCTION identity_passkey_answer TO house_web;

-- A passkey signs a challenge that the database made. The worker verifies the signature, and then enters the evidence.
CREATE FUNCTION identity_passkey_challenge(proof text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    made text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
BEGIN
    DELETE FROM identity_passkeyattempt WHERE until < clock_timestamp() OR session = identity_proof_digest(proof);
    INSERT INTO identity_passkeyattempt (session, challenge, answer, until)
    VALUES (identity_proof_digest(proof), made, '', clock_timestamp() + interval '10 minutes');
    RETURN made;
END $$;
GRANT EXECUTE ON FUNCTION identity_passkey_challenge TO house_web;

-- What became of an answer: whether it waits for the worker, and whether it was right.
CREATE FUNCTION identity_passkey_outcome(proof text, who bigint, OUT waits boolean, OUT proven boolean) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM identity_passkeyattempt WHERE session = identity_proof_digest(proof) AND person_id = who),
        EXISTS (
            SELECT FROM identity_signinevidence
            WHERE session = identity_proof_digest(proof) AND person_id = who AND until > clock_timestamp() AND factor
        ) OR EXISTS (
            SELECT FROM identity_signin
            WHERE session = identity_proof_digest(proof) AND person_id = who AND ended IS NULL
                AND confirmed > clock_timestamp() - interval '1 minute'
        )
$$;
GRANT EXECUTE ON FUNCTION identity_passkey_outcome TO house_web;

-- The worker enters whether the answer was right.
CREATE FUNCTION identity_passkey_verified(attempt bigint, is_right boolean) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    shown identity_passkeyattempt;
BEGIN
    DELETE FROM identity_passkeyattempt WHERE id = attempt AND person_id IS NOT NULL RETURNING * INTO shown;
    IF NOT is_right OR shown.until < clock_timestamp()
        OR NOT EXISTS (SELECT FROM players_person WHERE id = shown.person_id AND is_active) THEN
        RETURN false;
    END IF;
    IF NOT EXISTS (
        SELECT FROM identity_signin WHERE session = shown.session AND person_id = shown.person_id AND ended IS NULL
    ) THEN
        INSERT INTO identity_signinevidence (person_id, session, until)
        VALUES (shown.person_id, shown.session, clock_timestamp() + interval '20 minutes');
    END IF;
    PERFORM identity_factor_enter(shown.person_id, shown.session);
    RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION identity_passkey_verified TO house_worker;

-- With the factor goes its secret.
CREATE FUNCTION identity_secret_goes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM identity_factorsecret AS kept WHERE 'kept:' || kept.id = coalesce(OLD.data ->> 'secret', OLD.data ->> 'seed');
    RETURN NULL;
END $$;
CREATE TRIGGER identity_secret_goes
    AFTER DELETE ON mfa_authenticator
    FOR EACH ROW
    WHEN (old.type = ANY (ARRAY['totp', 'recovery_codes']))
    EXECUTE FUNCTION identity_secret_goes();

-- Whether the secret that a factor names is this person's.
CREATE FUNCTION identity_secret_is_of(who bigint, data jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_factorsecret AS kept
        WHERE 'kept:' || kept.id = coalesce(data ->> 'secret', data ->> 'seed') AND kept.person_id = who
    )
$$;
GRANT EXECUTE ON FUNCTION identity_secret_is_of TO house_web;

-- In the session of the person who sets up an app or makes recovery codes.
CREATE FUNCTION identity_keep_secret(the_secret text) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who bigint := (SELECT person_id FROM identity_proven_sessions());
    entered uuid;
BEGIN
    IF who IS NULL AND NOT pg_has_role(
        session_user, (SELECT relowner FROM pg_class WHERE oid = 'identity_factorsecret'::regclass), 'USAGE'
    ) THEN
        RAISE EXCEPTION 'no proof of whose secret this is' USING ERRCODE = 'insufficient_privilege';
    END IF;
    DELETE FROM identity_factorsecret AS kept WHERE person_id = who AND made < clock_timestamp() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM mfa_authenticator WHERE user_id = who AND 'kept:' || kept.id IN (data ->> 'secret', data ->> 'seed'));
    INSERT INTO identity_factorsecret (person_id, sealed) VALUES (who, the_secret) RETURNING id INTO entered;
    RETURN entered;
END $$;
GRANT EXECUTE ON FUNCTION identity_keep_secret TO house_web;

-- To the worker, which compares codes; to a web process for the page that shows recovery codes to somebody who has
-- just shown a second factor.
CREATE FUNCTION identity_show_secret(the_secret uuid) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT kept.sealed FROM identity_factorsecret AS kept WHERE kept.id = the_secret AND (
        pg_has_role(session_user, 'house_worker', 'USAGE') OR EXISTS (
            SELECT FROM mfa_authenticator AS factor
            WHERE factor.type = 'recovery_codes' AND factor.data ->> 'seed' = 'kept:' || kept.id AND identity_confirms(factor.user_id)
        )
    )
$$;
GRANT EXECUTE ON FUNCTION identity_show_secret TO house_web, house_worker;
