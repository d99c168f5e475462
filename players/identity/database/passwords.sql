-- A password changes only with a proof. A web process shows what only the person can have given it: what follows from the
-- password, or the link in a mail.

-- Confirms the open session.
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
GRANT EXECUTE ON FUNCTION identity_confirm_password TO house_web;

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
GRANT EXECUTE ON FUNCTION identity_password_change TO house_web;

-- A sign-in takes two steps, because a second factor may be asked for between them, in another request. What was shown in the
-- first is bound to the session of the browser: only who brings its cookie can use it.
CREATE FUNCTION identity_password_is(who bigint, proof text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person
        WHERE id = who AND password ~ '^[a-z0-9_]+_proven\$'
            AND substring(password FROM '[^$]*$') = encode(sha256(convert_to(proof, 'UTF8')), 'hex')
    )
$$;

-- By the token of a mail, once.
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
GRANT EXECUTE ON FUNCTION identity_password_reset TO house_web;
