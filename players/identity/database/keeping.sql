-- How long data are kept by law after an account was closed, and what ends with it.

-- The rule that was in force when the account was closed. players/shared/keeping.py has the same for people, with the names of the laws.
CREATE FUNCTION keeping_ends(what text, closed timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT (closed AT TIME ZONE 'Europe/Lisbon' + make_interval(years => r.years)) AT TIME ZONE 'Europe/Lisbon'
    FROM (VALUES
        ('record', date '2015-01-01', 10),
        ('diligence', date '2015-01-01', 7),
        ('diligence', date '2027-07-10', 5)
    ) AS r(keeping, since, years)
    WHERE r.keeping = what AND r.since <= (closed AT TIME ZONE 'Europe/Lisbon')::date
    ORDER BY r.since DESC LIMIT 1
$$;
GRANT EXECUTE ON FUNCTION keeping_ends TO house_app;

-- The worker ends what no law keeps any longer: the key is destroyed, and with it what is sealed under it.
CREATE FUNCTION end_keeping(who bigint, what text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM players_player AS p JOIN audit_line AS l ON l.player_id = p.id AND l.kind = 'account.closed'
    WHERE p.id = who AND p.status = 'closed' AND keeping_ends(what, l.at) <= clock_timestamp()
      AND NOT is_under_legal_hold(p.id);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND keeping = what AND destroyed IS NULL;
    -- With what is sealed goes what was made of it: digests, marks, month of birth, postal area, last digits of an account. And
    -- what stands beside it in clear: with what somebody paid.
    IF what = 'record' THEN
        PERFORM set_config('feltro.erasing', 'yes', true);
        UPDATE identity_paymentaccount SET sealed = NULL, owner_sealed = NULL, iban_digest = NULL, ending = NULL
        WHERE player_id = who AND sealed IS NOT NULL;
        PERFORM cashier_forget(who);
        PERFORM set_config('feltro.erasing', '', true);
        UPDATE identity_identity SET sealed = NULL, papers = NULL, nif_digest = NULL, document_digest = NULL,
            name_digests = NULL, birth_month = NULL, postal_area = NULL
        WHERE player_id = who AND papers IS NOT NULL;
    END IF;
END $$;
GRANT EXECUTE ON FUNCTION end_keeping TO house_worker;
