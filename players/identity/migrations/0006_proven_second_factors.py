"""Second factors are proven to the database, and a session proves nothing once its credentials have changed.

A web process can neither make nor verify a code: the secrets of apps and recovery codes are in a table that it cannot
read. It hands in the code, the worker compares it, and functions of the owner enter what was shown.
"""

from django.db import migrations

# A session proves its person as long as the credentials are those under which it was opened. The session that
# changes them goes on.
EPOCHS = """
CREATE FUNCTION identity_sign_in_epoch() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.epoch := (SELECT credential_epoch FROM players_person WHERE id = NEW.person_id);
    RETURN NEW;
END $$;
CREATE TRIGGER identity_sign_in_epoch BEFORE INSERT ON identity_signin
    FOR EACH ROW EXECUTE FUNCTION identity_sign_in_epoch();
CREATE FUNCTION identity_session_goes_on() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE identity_signin SET epoch = NEW.credential_epoch
    WHERE session = identity_proof_digest(current_setting('feltro.session_proof', true))
        AND person_id = NEW.id AND ended IS NULL AND epoch = OLD.credential_epoch;
    RETURN NULL;
END $$;
CREATE TRIGGER identity_session_goes_on AFTER UPDATE ON players_person FOR EACH ROW
    WHEN (OLD.credential_epoch IS DISTINCT FROM NEW.credential_epoch) EXECUTE FUNCTION identity_session_goes_on();
REVOKE EXECUTE ON FUNCTION identity_session_goes_on() FROM PUBLIC;
"""

# `confirmed` says when the owner of a session last showed what they have: a second factor, or the password of
# somebody who has none. Pages ask again after five minutes; a minute is left for the form that follows.
CONFIRMATIONS = """
CREATE FUNCTION identity_has_factor(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM mfa_authenticator WHERE user_id = who AND type IN ('totp', 'webauthn'))
$$;
CREATE FUNCTION identity_confirms(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_proven_sessions()
        WHERE person_id = who AND confirmed > clock_timestamp() - interval '6 minutes'
    )
$$;
CREATE FUNCTION identity_confirm_password(who bigint, password_proof text, proof text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_has_factor(who) OR NOT identity_password_is(who, password_proof) THEN
        RETURN false;
    END IF;
    UPDATE identity_signin SET confirmed = clock_timestamp()
    WHERE session = identity_proof_digest(proof) AND person_id = who AND ended IS NULL;
    RETURN FOUND;
END $$;
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
REVOKE EXECUTE ON FUNCTION identity_has_factor(bigint), identity_confirms(bigint), identity_factor_enter(bigint, text),
    identity_confirm_password(bigint, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity_confirms(bigint) TO house_app;
GRANT EXECUTE ON FUNCTION identity_confirm_password(bigint, text, text) TO house_web;
"""

SECRETS = """
REVOKE ALL ON identity_factorsecret, identity_codeattempt FROM house_app;
GRANT SELECT ON identity_codeattempt TO house_worker;
-- In the session of the person who sets up an app or makes recovery codes.
CREATE FUNCTION identity_secret_keep(the_secret text) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who bigint := (SELECT person_id FROM identity_proven_sessions());
    entered uuid;
BEGIN
    IF who IS NULL AND NOT pg_has_role(
        session_user, (SELECT relowner FROM pg_class WHERE oid = 'identity_factorsecret'::regclass), 'USAGE'
    ) THEN
        RAISE EXCEPTION 'nobody has proved whose secret this is' USING ERRCODE = 'insufficient_privilege';
    END IF;
    DELETE FROM identity_factorsecret AS kept WHERE person_id = who AND made < clock_timestamp() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM mfa_authenticator WHERE user_id = who AND 'kept:' || kept.id IN (data ->> 'secret', data ->> 'seed'));
    INSERT INTO identity_factorsecret (person_id, sealed) VALUES (who, the_secret) RETURNING id INTO entered;
    RETURN entered;
END $$;
-- To the worker, which compares codes; to a web process for the page that shows recovery codes to somebody who has
-- just shown a second factor.
CREATE FUNCTION identity_secret_show(the_secret uuid) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT kept.sealed FROM identity_factorsecret AS kept WHERE kept.id = the_secret AND (
        pg_has_role(session_user, 'house_worker', 'USAGE') OR EXISTS (
            SELECT FROM mfa_authenticator AS factor
            WHERE factor.type = 'recovery_codes' AND factor.data ->> 'seed' = 'kept:' || kept.id AND identity_confirms(factor.user_id)
        )
    )
$$;
CREATE FUNCTION identity_secret_is_of(who bigint, data jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_factorsecret AS kept
        WHERE 'kept:' || kept.id = coalesce(data ->> 'secret', data ->> 'seed') AND kept.person_id = who
    )
$$;
CREATE FUNCTION identity_secret_goes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM identity_factorsecret AS kept WHERE 'kept:' || kept.id = coalesce(OLD.data ->> 'secret', OLD.data ->> 'seed');
    RETURN NULL;
END $$;
CREATE TRIGGER identity_secret_goes AFTER DELETE ON mfa_authenticator
    FOR EACH ROW WHEN (OLD.type IN ('totp', 'recovery_codes')) EXECUTE FUNCTION identity_secret_goes();
REVOKE EXECUTE ON FUNCTION identity_secret_keep(text), identity_secret_show(uuid), identity_secret_is_of(bigint, jsonb),
    identity_secret_goes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity_secret_keep(text), identity_secret_is_of(bigint, jsonb) TO house_web;
GRANT EXECUTE ON FUNCTION identity_secret_show(uuid) TO house_web, house_worker;
"""

# Three wrong codes in a quarter of an hour are the limit, for all processes and sessions together. Who has not shown
# the password tries none, and so locks nobody out.
CODES = """
CREATE FUNCTION identity_code_answer(proof text, who bigint, the_code text, OUT attempt bigint, OUT limited boolean)
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
-- What became of a code: whether it waits for the worker, and whose it was if it was right.
CREATE FUNCTION identity_code_outcome(proof text, tried bigint, OUT waits boolean, OUT factor integer)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT is_right IS NULL, factor_id FROM identity_codeattempt WHERE id = tried AND session = identity_proof_digest(proof)
$$;
REVOKE EXECUTE ON FUNCTION identity_code_answer(text, bigint, text), identity_code_verified(bigint, integer, bigint),
    identity_code_outcome(text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity_code_answer(text, bigint, text), identity_code_outcome(text, bigint) TO house_web;
GRANT EXECUTE ON FUNCTION identity_code_verified(bigint, integer, bigint) TO house_worker;
"""
UNDO = """
DROP FUNCTION identity_code_outcome, identity_code_verified, identity_code_answer;
DROP TRIGGER identity_secret_goes ON mfa_authenticator;
DROP FUNCTION identity_secret_goes, identity_secret_is_of, identity_secret_show, identity_secret_keep;
DROP FUNCTION identity_factor_enter, identity_confirm_password, identity_confirms, identity_has_factor;
DROP TRIGGER identity_session_goes_on ON players_person;
DROP TRIGGER identity_sign_in_epoch ON identity_signin;
DROP FUNCTION identity_session_goes_on, identity_sign_in_epoch;
"""


class Migration(migrations.Migration):
    dependencies = [("identity", "0005_proven_sign_ins")]
    operations = [migrations.RunSQL(EPOCHS + CONFIRMATIONS + SECRETS + CODES, UNDO)]
