-- Which lines of the audit log a web process writes: about what the owner of the proven session does, and a few kinds about people
-- who are not signed in. All others come from the worker, the croupier and functions of the database.

-- Somebody without a session: who fails to sign in, registers twice, or follows a link that was mailed; and the payment gateway.
CREATE FUNCTION audit_line_before_sign_in(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN later ->> 'person_id' IS NULL
        THEN later ->> 'kind' IN ('access.failed', 'access.locked', 'payments.word-not-followed', 'registration.refused')
        ELSE later ->> 'kind' IN ('access.password-reset', 'access.unlocked')
    END
$$;
GRANT EXECUTE ON FUNCTION audit_line_before_sign_in TO house_app;

-- Players write about themselves alone; staff also about players.
CREATE FUNCTION audit_line_is_about_its_person(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'player_id' IS NULL OR identity_proves_staff() OR EXISTS (
        SELECT FROM players_player
        WHERE id = (later ->> 'player_id')::bigint AND person_id = (later ->> 'person_id')::bigint
    )
$$;
GRANT EXECUTE ON FUNCTION audit_line_is_about_its_person TO house_app;

-- The end of the sign-in whose session is shown, also when it proves nothing any more.
CREATE FUNCTION audit_line_of_the_session(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'kind' IN ('access.ended', 'access.signed-out') AND EXISTS (
        SELECT FROM identity_signin
        WHERE later ->> 'about' = 'sign-in:' || id AND person_id = (later ->> 'person_id')::bigint
            AND session = identity_proof_digest(current_setting('feltro.session_proof', true))
    )
$$;
GRANT EXECUTE ON FUNCTION audit_line_of_the_session TO house_app;

-- The first use of a token of the API on a day.
CREATE FUNCTION audit_line_of_the_token(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'kind' = 'api-token.used' AND EXISTS (
        SELECT FROM identity_apitoken
        WHERE later ->> 'about' = 'api-token:' || id AND person_id = (later ->> 'person_id')::bigint
            AND revoked IS NULL AND expires > clock_timestamp()
    )
$$;
GRANT EXECUTE ON FUNCTION audit_line_of_the_token TO house_app;

-- What follows from a step of somebody who is here, and is nobody's act: a match with the national list, a case of a report.
CREATE FUNCTION audit_line_without_author(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'kind' IN (
        'exclusions.listed', 'exclusions.unlisted', 'integrity.case-opened', 'integrity.report-taken', 'tables.registered',
        'tables.unregistered'
    )
$$;
GRANT EXECUTE ON FUNCTION audit_line_without_author TO house_app;

-- Any open session.
CREATE FUNCTION somebody_is_here(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT identity_proven_person() IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION somebody_is_here TO house_app;
