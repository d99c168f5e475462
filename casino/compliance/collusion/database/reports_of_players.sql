-- A player who reports another opens a case with the report, or adds it to one about the same hand. [HE-11c]

-- Named by a complaint of the person of this session.
CREATE FUNCTION case_of_own_report(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM inbox_complaint AS c JOIN players_player AS p ON p.id = c.player_id
        WHERE later ->> 'key' = 'report-' || c.number AND c.category = 'player' AND p.person_id = identity_proven_person()
    )
$$;
GRANT EXECUTE ON FUNCTION case_of_own_report TO house_app;

-- Once for each complaint, in its own case or in one about two players that is not closed.
CREATE FUNCTION evidence_of_own_report(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM inbox_complaint AS c JOIN players_player AS p ON p.id = c.player_id
        JOIN collusion_case AS k ON k.id = (later ->> 'case_id')::bigint AND k.state <> 'closed'
            AND (k.kind = 'pair' OR k.key = 'report-' || c.number)
        WHERE c.id = (later -> 'figures' ->> 'complaint')::bigint AND c.category = 'player' AND p.person_id = identity_proven_person()
    ) AND NOT EXISTS (
        SELECT FROM collusion_evidence
        WHERE kind = 'report' AND figures -> 'complaint' = later -> 'figures' -> 'complaint'
    )
$$;
GRANT EXECUTE ON FUNCTION evidence_of_own_report TO house_app;

-- Whom the complaint names, and nobody else.
CREATE FUNCTION member_of_own_report(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM collusion_case AS k JOIN inbox_complaint AS c ON k.key = 'report-' || c.number AND k.kind = 'report'
        JOIN players_player AS p ON p.id = c.player_id
        WHERE k.id = (later ->> 'case_id')::bigint AND c.reported_id = (later ->> 'player_id')::bigint
            AND p.person_id = identity_proven_person()
    )
$$;
GRANT EXECUTE ON FUNCTION member_of_own_report TO house_app;
