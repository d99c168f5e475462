"""Sign-ins are proven to the database, and credentials change only with a proof.

A web process shows what only the person can have given to it: what follows from the password, the cookie, or the
link in a mail. By itself it can neither enter a sign-in nor change a credential.
"""

from django.db import migrations

# The proof of the session comes in a setting of the transaction: see players.identity.proving.
PROOFS = """
CREATE FUNCTION identity_proof_digest(proof text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT left(encode(sha256(convert_to(proof, 'UTF8')), 'hex'), 40) WHERE proof <> ''
$$;
CREATE FUNCTION identity_proven_sessions() RETURNS SETOF identity_signin
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT entry.* FROM identity_signin AS entry
    JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
    JOIN players_person AS p ON p.id = entry.person_id AND p.credential_epoch = entry.epoch
    WHERE entry.session = identity_proof_digest(current_setting('feltro.session_proof', true)) AND entry.ended IS NULL
$$;
CREATE FUNCTION identity_proves(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM identity_proven_sessions() WHERE person_id = who)
$$;
CREATE FUNCTION identity_proves_staff() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_proven_sessions() AS entry
        JOIN players_person AS p ON p.id = entry.person_id AND p.is_staff AND p.is_active
    )
$$;
-- Somebody who has just been entered and has never signed in: nothing belongs to them yet. Staff are entered by two people.
CREATE FUNCTION identity_is_new(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person WHERE id = who AND NOT is_staff AND date_joined > clock_timestamp() - interval '1 hour'
    ) AND NOT EXISTS (SELECT FROM identity_signin WHERE person_id = who)
$$;
-- The owner of a table, and a function that runs as the owner, are bound by none of these laws.
CREATE FUNCTION identity_is_bound(place oid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT pg_has_role(current_user, 'house_web', 'USAGE')
        AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = place), 'USAGE')
$$;
REVOKE EXECUTE ON FUNCTION identity_proven_sessions() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION identity_proves(bigint), identity_proves_staff(), identity_is_new(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity_proves(bigint), identity_proves_staff(), identity_is_new(bigint) TO house_app;
"""

# A sign-in takes two steps, because a second factor may be asked for between them, in another request. What was shown in the
# first is bound to the session of the browser: only who brings its cookie can use it.
SIGN_INS = """
CREATE FUNCTION identity_password_is(who bigint, proof text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person
        WHERE id = who AND password ~ '^[a-z0-9_]+_proven\\$'
            AND substring(password FROM '[^$]*$') = encode(sha256(convert_to(proof, 'UTF8')), 'hex')
    )
$$;
CREATE FUNCTION identity_evidence_enter(who bigint, proof text) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM identity_signinevidence WHERE person_id = who AND until < clock_timestamp();
    INSERT INTO identity_signinevidence (person_id, session, until)
    VALUES (who, identity_proof_digest(proof), clock_timestamp() + interval '20 minutes');
$$;
CREATE FUNCTION identity_prove_password(who bigint, password_proof text, proof text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_password_is(who, password_proof) AND EXISTS (SELECT FROM players_person WHERE id = who AND is_active) THEN
        PERFORM identity_evidence_enter(who, proof);
        RETURN true;
    END IF;
    RETURN false;
END $$;
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
CREATE FUNCTION identity_sign_in(
    who bigint, proof text, the_session text, the_address inet, the_device text, the_method text
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
            RAISE EXCEPTION 'nobody has proved to be person %', who USING ERRCODE = 'insufficient_privilege';
        END IF;
        IF identity_has_factor(who) AND NOT shown_factor THEN
            RAISE EXCEPTION 'nobody has shown the second factor of person %', who USING ERRCODE = 'insufficient_privilege';
        END IF;
    END IF;
    INSERT INTO identity_signin (person_id, session, cause, address, device, method, confirmed)
    VALUES (who, the_session, '', the_address, left(the_device, 200), left(the_method, 40), clock_timestamp())
    RETURNING id INTO entry;
    RETURN entry;
END $$;
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
        RAISE EXCEPTION 'this is no new visitor: %', who USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO identity_signin (person_id, session, cause, device, method)
    VALUES (who, the_session, '', '', 'visit') RETURNING id INTO entry;
    RETURN entry;
END $$;
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
CREATE FUNCTION identity_sign_in_ends() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND (NEW.session NOT IN (OLD.session, '') OR OLD.ended IS NOT NULL AND NEW.ended IS DISTINCT FROM OLD.ended) THEN
        RAISE EXCEPTION 'a sign-in can only end' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER identity_sign_in_ends BEFORE UPDATE OF session, ended ON identity_signin
    FOR EACH ROW EXECUTE FUNCTION identity_sign_in_ends();
REVOKE EXECUTE ON FUNCTION identity_password_is(bigint, text), identity_evidence_enter(bigint, text),
    identity_prove_password(bigint, text, text), identity_prove_new(bigint, text),
    identity_sign_in(bigint, text, text, inet, text, text), identity_visit(bigint, text),
    identity_session_move(bigint, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity_prove_password(bigint, text, text), identity_prove_new(bigint, text),
    identity_sign_in(bigint, text, text, inet, text, text), identity_visit(bigint, text),
    identity_session_move(bigint, text, text) TO house_web;
REVOKE ALL ON identity_signinevidence FROM house_app;
"""

# The link for a forgotten password: the worker, which sends it, writes the digest of its token.
PASSWORDS = """
REVOKE INSERT, UPDATE, DELETE ON identity_resettoken FROM house_app;
GRANT INSERT, DELETE ON identity_resettoken TO house_worker;
-- Who shows the password changes it. Who has none, and came in by another way, shows the session.
CREATE FUNCTION identity_password_change(who bigint, password_proof text, encoded text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    UPDATE players_person SET password = encoded WHERE id = who AND CASE
        WHEN password LIKE '!%' THEN identity_proves(who)
        ELSE identity_password_is(who, password_proof)
    END;
    GET DIAGNOSTICS changed = ROW_COUNT;
    RETURN changed > 0;
END $$;
CREATE FUNCTION identity_password_reset(token text, encoded text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who bigint;
BEGIN
    DELETE FROM identity_resettoken
    WHERE digest = encode(sha256(convert_to(token, 'UTF8')), 'hex') AND until > clock_timestamp()
    RETURNING person_id INTO who;
    IF who IS NULL THEN
        RETURN false;
    END IF;
    UPDATE players_person SET password = encoded WHERE id = who;
    RETURN true;
END $$;
-- Once the password or the address has changed, earlier links are worth nothing.
CREATE FUNCTION identity_tokens_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM identity_resettoken WHERE person_id = NEW.id;
    DELETE FROM identity_signinevidence WHERE person_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER identity_tokens_end AFTER UPDATE OF password, email, is_active ON players_person FOR EACH ROW
    WHEN ((OLD.password, OLD.email, OLD.is_active) IS DISTINCT FROM (NEW.password, NEW.email, NEW.is_active))
    EXECUTE FUNCTION identity_tokens_end();
-- An approved erasure takes password and factors away. Nobody can sign in with what is left.
CREATE FUNCTION identity_is_erased(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_erasure AS e JOIN players_player AS p ON p.id = e.player_id
        WHERE p.person_id = who AND e.status IN ('approved', 'done')
    )
$$;
CREATE FUNCTION identity_credentials_are_proven() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF NEW.id <> OLD.id OR NEW.date_joined <> OLD.date_joined THEN
        RAISE EXCEPTION 'a person stays who they are' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NEW.password <> OLD.password AND NOT (NEW.password LIKE '!%' AND identity_is_erased(OLD.id)) THEN
        RAISE EXCEPTION 'a password changes only with a proof' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NEW.email <> OLD.email AND NOT identity_proves(OLD.id) THEN
        RAISE EXCEPTION 'an address changes only with a proof' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER identity_credentials_are_proven BEFORE UPDATE ON players_person
    FOR EACH ROW EXECUTE FUNCTION identity_credentials_are_proven();
REVOKE EXECUTE ON FUNCTION identity_password_change(bigint, text, text), identity_password_reset(text, text),
    identity_tokens_end(), identity_is_erased(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity_password_change(bigint, text, text), identity_password_reset(text, text) TO house_web;
GRANT EXECUTE ON FUNCTION identity_is_erased(bigint) TO house_app;
"""

# Only who has just confirmed who they are changes a factor. A name, or that codes were seen, is no secret.
FACTORS = """
CREATE FUNCTION identity_factors_are_proven() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN coalesce(NEW, OLD);
    END IF;
    IF TG_OP = 'DELETE' THEN
        IF identity_confirms(OLD.user_id) OR identity_is_erased(OLD.user_id) THEN
            RETURN OLD;
        END IF;
    ELSIF TG_OP = 'UPDATE' AND (NEW.user_id, NEW.type, NEW.data) IS NOT DISTINCT FROM (OLD.user_id, OLD.type, OLD.data) THEN
        RETURN NEW;
    ELSIF TG_OP = 'UPDATE' AND (NEW.user_id, NEW.type, NEW.data - ARRAY['name', 'viewed_at'])
        IS NOT DISTINCT FROM (OLD.user_id, OLD.type, OLD.data - ARRAY['name', 'viewed_at']) THEN
        IF identity_proves(NEW.user_id) THEN
            RETURN NEW;
        END IF;
    ELSIF TG_OP = 'INSERT' AND identity_confirms(NEW.user_id)
        AND (NEW.type = 'webauthn' OR identity_secret_is_of(NEW.user_id, NEW.data)) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a second factor changes only with a proof' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER identity_factors_are_proven BEFORE INSERT OR UPDATE OF user_id, type, data OR DELETE ON mfa_authenticator
    FOR EACH ROW EXECUTE FUNCTION identity_factors_are_proven();
"""

# A passkey signs a challenge that the database made. The worker verifies the signature, and then enters the evidence.
PASSKEYS = """
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
CREATE FUNCTION identity_passkey_answer(proof text, who bigint, the_answer text) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE identity_passkeyattempt SET person_id = who, answer = the_answer
    WHERE session = identity_proof_digest(proof) AND person_id IS NULL AND until > clock_timestamp() RETURNING id
$$;
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
-- What became of an answer: whether it waits for the worker, and whether it was right.
CREATE FUNCTION identity_passkey_outcome(proof text, who bigint, OUT waits boolean, OUT proven boolean)
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
REVOKE ALL ON identity_passkeyattempt FROM house_app;
GRANT SELECT ON identity_passkeyattempt TO house_worker;
REVOKE EXECUTE ON FUNCTION identity_passkey_challenge(text), identity_passkey_answer(text, bigint, text),
    identity_passkey_verified(bigint, boolean), identity_passkey_outcome(text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity_passkey_challenge(text), identity_passkey_answer(text, bigint, text),
    identity_passkey_outcome(text, bigint) TO house_web;
GRANT EXECUTE ON FUNCTION identity_passkey_verified(bigint, boolean) TO house_worker;
"""
UNDO = """
DROP FUNCTION identity_passkey_outcome, identity_passkey_verified, identity_passkey_answer, identity_passkey_challenge;
DROP TRIGGER identity_factors_are_proven ON mfa_authenticator;
DROP FUNCTION identity_factors_are_proven;
DROP TRIGGER identity_credentials_are_proven ON players_person;
DROP FUNCTION identity_credentials_are_proven, identity_is_erased;
DROP TRIGGER identity_tokens_end ON players_person;
DROP FUNCTION identity_tokens_end, identity_password_reset, identity_password_change;
DROP TRIGGER identity_sign_in_ends ON identity_signin;
DROP FUNCTION identity_sign_in_ends, identity_session_move, identity_visit, identity_sign_in, identity_prove_new,
    identity_prove_password, identity_evidence_enter, identity_password_is;
DROP FUNCTION identity_is_bound, identity_is_new, identity_proves_staff, identity_proves, identity_proven_sessions,
    identity_proof_digest;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("identity", "0004_payment_account_age"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("players", "0002_laws"),
        ("sessions", "0001_initial"),
    ]
    operations = [migrations.RunSQL(PROOFS + SIGN_INS + PASSWORDS + FACTORS + PASSKEYS, UNDO)]
