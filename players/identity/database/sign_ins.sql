-- Sign-ins are proven to the database: by the password, a passkey, a provider or a new account. A web process cannot enter one
-- by itself, and a session proves nothing once the credentials have changed.

-- Whether this person has confirmed who they are within six minutes, in the session that the transaction proves.
CREATE FUNCTION identity_confirms(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_proven_sessions()
        WHERE person_id = who AND confirmed > clock_timestamp() - interval '6 minutes'
    )
$$;
GRANT EXECUTE ON FUNCTION identity_confirms TO house_app;

-- Somebody was shown to be this person in this session. A sign-in uses it up.
CREATE FUNCTION identity_evidence_enter(who bigint, proof text) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM identity_signinevidence WHERE person_id = who AND until < clock_timestamp();
    INSERT INTO identity_signinevidence (person_id, session, until)
    VALUES (who, identity_proof_digest(proof), clock_timestamp() + interval '20 minutes');
$$;

-- Somebody who has just been entered and has never signed in: nothing belongs to them yet. Staff are entered by two people.
CREATE FUNCTION identity_is_new(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person WHERE id = who AND NOT is_staff AND date_joined > clock_timestamp() - interval '1 hour'
    ) AND NOT EXISTS (SELECT FROM identity_signin WHERE person_id = who)
$$;
GRANT EXECUTE ON FUNCTION identity_is_new TO house_app;

-- The proof of the session comes in a setting of the transaction: see players.identity.sign_in.proving.
CREATE FUNCTION identity_proof_digest(proof text) RETURNS text
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT left(encode(sha256(convert_to(proof, 'UTF8')), 'hex'), 40) WHERE proof <> ''
$$;
GRANT EXECUTE ON FUNCTION identity_proof_digest TO house_app;

-- Whoever has just registered is that person for a minute.
CREATE FUNCTION identity_prove_new(who bigint, proof text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_is_new(who) THEN
        INSERT INTO identity_signinevidence (person_id, session, until, lasting)
        VALUES (who, identity_proof_digest(proof), clock_timestamp() + interval '1 minute', true);
    END IF;
    RETURN EXISTS (
        SELECT FROM identity_signinevidence
        WHERE person_id = who AND session = identity_proof_digest(proof) AND until > clock_timestamp() AND lasting
    );
END $$;
GRANT EXECUTE ON FUNCTION identity_prove_new TO house_web;

-- With what follows from the password.
CREATE FUNCTION identity_prove_password(who bigint, password_proof text, proof text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_password_is(who, password_proof) AND EXISTS (SELECT FROM players_person WHERE id = who AND is_active) THEN
        PERFORM identity_evidence_enter(who, proof);
        RETURN true;
    END IF;
    RETURN false;
END $$;
GRANT EXECUTE ON FUNCTION identity_prove_password TO house_web;

-- The open sign-in of the session whose proof the transaction carries.
CREATE FUNCTION identity_proven_sessions() RETURNS SETOF identity_signin
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT entry.* FROM identity_signin AS entry
    JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
    JOIN players_person AS p ON p.id = entry.person_id AND p.credential_epoch = entry.epoch
    WHERE entry.session = identity_proof_digest(current_setting('feltro.session_proof', true)) AND entry.ended IS NULL
$$;

-- Whether the transaction carries the proof of this person's open session.
CREATE FUNCTION identity_proves(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM identity_proven_sessions() WHERE person_id = who)
$$;
GRANT EXECUTE ON FUNCTION identity_proves TO house_app;

-- Or of anybody's of staff.
CREATE FUNCTION identity_proves_staff() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_proven_sessions() AS entry
        JOIN players_person AS p ON p.id = entry.person_id AND p.is_staff AND p.is_active
    )
$$;
GRANT EXECUTE ON FUNCTION identity_proves_staff TO house_app;

-- Who changes their own credentials stays signed in; all their other sessions end.
CREATE FUNCTION identity_session_goes_on() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE identity_signin SET epoch = NEW.credential_epoch
    WHERE session = identity_proof_digest(current_setting('feltro.session_proof', true))
        AND person_id = NEW.id AND ended IS NULL AND epoch = OLD.credential_epoch;
    RETURN NULL;
END $$;
CREATE TRIGGER identity_session_goes_on
    AFTER UPDATE ON players_person
    FOR EACH ROW
    WHEN (old.credential_epoch IS DISTINCT FROM new.credential_epoch)
    EXECUTE FUNCTION identity_session_goes_on();

-- The key of a session changes when its owner signs in or changes the password: the old one is shown.
CREATE FUNCTION identity_session_move(entry bigint, proof text, the_session text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    moved bigint;
BEGIN
    UPDATE identity_signin SET session = the_session
    WHERE id = entry AND session = identity_proof_digest(proof) AND ended IS NULL;
    GET DIAGNOSTICS moved = ROW_COUNT;
    RETURN moved > 0;
END $$;
GRANT EXECUTE ON FUNCTION identity_session_move TO house_web;

-- Enters a sign-in that evidence has shown.
CREATE FUNCTION identity_sign_in(
    who bigint, proof text, the_session text, the_address inet, the_device text, the_method text
) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    entry bigint;
    shown boolean;
    shown_factor boolean;
BEGIN
    WITH used AS (
        DELETE FROM identity_signinevidence
        WHERE person_id = who AND session = identity_proof_digest(proof) AND until > clock_timestamp() AND NOT lasting
        RETURNING factor
    )
    SELECT count(*) > 0, coalesce(bool_or(factor), false) INTO shown, shown_factor FROM used;
    IF NOT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'identity_signin'::regclass), 'USAGE') THEN
        IF NOT shown AND NOT EXISTS (
            SELECT FROM identity_signinevidence
            WHERE person_id = who AND session = identity_proof_digest(proof) AND until > clock_timestamp() AND lasting
        ) THEN
            RAISE EXCEPTION 'no proof that this is person %', who USING ERRCODE = 'insufficient_privilege';
        END IF;
        IF identity_has_factor(who) AND NOT shown_factor THEN
            RAISE EXCEPTION 'no proof of the second factor of person %', who USING ERRCODE = 'insufficient_privilege';
        END IF;
    END IF;
    INSERT INTO identity_signin (person_id, session, cause, address, device, method, confirmed)
    VALUES (who, the_session, '', the_address, left(the_device, 200), left(the_method, 40), clock_timestamp())
    RETURNING id INTO entry;
    UPDATE players_person SET last_login = clock_timestamp() WHERE id = who;
    RETURN entry;
END $$;
GRANT EXECUTE ON FUNCTION identity_sign_in TO house_web;

-- And does not begin again.
CREATE FUNCTION identity_sign_in_ends() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND (NEW.session NOT IN (OLD.session, '') OR OLD.ended IS NOT NULL AND NEW.ended IS DISTINCT FROM OLD.ended) THEN
        RAISE EXCEPTION 'a sign-in can only end' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER identity_sign_in_ends
    BEFORE UPDATE OF session, ended ON identity_signin
    FOR EACH ROW
    EXECUTE FUNCTION identity_sign_in_ends();

-- A session proves its person as long as the credentials are those under which it was opened. The session that
-- changes them goes on.
CREATE FUNCTION identity_sign_in_epoch() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.epoch := (SELECT credential_epoch FROM players_person WHERE id = NEW.person_id);
    RETURN NEW;
END $$;
CREATE TRIGGER identity_sign_in_epoch
    BEFORE INSERT ON identity_signin
    FOR EACH ROW
    EXECUTE FUNCTION identity_sign_in_epoch();

-- The visit of somebody without an account, who cannot sign in: the first session of that visitor.
CREATE FUNCTION identity_visit(who bigint, the_session text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    entry bigint;
BEGIN
    IF NOT identity_is_new(who) OR NOT EXISTS (
        SELECT FROM players_person AS p JOIN players_player AS v ON v.person_id = p.id AND v.status = 'visitor'
        WHERE p.id = who AND NOT p.is_active
    ) THEN
        RAISE EXCEPTION 'person % is not a new visitor', who USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO identity_signin (person_id, session, cause, device, method)
    VALUES (who, the_session, '', '', 'visit') RETURNING id INTO entry;
    RETURN entry;
END $$;
GRANT EXECUTE ON FUNCTION identity_visit TO house_web;

-- The sign-in whose session made this request, also when the credentials have changed meanwhile.
CREATE FUNCTION session_of_the_request(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT earlier ->> 'session' = identity_proof_digest(current_setting('feltro.session_proof', true))
$$;
GRANT EXECUTE ON FUNCTION session_of_the_request TO house_app;
