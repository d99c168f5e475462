-- Claiming work and writing notes about it: people who may decide such an item. Being on duty, and what follows from it. The use
-- of a right is recorded for its holder.

-- A page was opened by a right that the person holds, and not later than now.
CREATE FUNCTION right_is_held(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT staff_may((later ->> 'person_id')::bigint, later ->> 'permission') AND (later ->> 'at')::timestamptz <= clock_timestamp()
$$;
GRANT EXECUTE ON FUNCTION right_is_held TO house_app;

-- On duty is whoever of staff has started a shift and not ended it. The roster only plans.
CREATE FUNCTION is_on_duty(person bigint) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_shift AS s JOIN players_person AS p ON p.id = s.person_id
        WHERE s.person_id = person AND s.ended IS NULL AND p.is_active AND p.is_staff
    )
$$;
GRANT EXECUTE ON FUNCTION is_on_duty TO house_app;

-- Work goes to somebody on duty.
CREATE FUNCTION successor_is_on_duty(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'successor_id' <> later ->> 'person_id' AND is_on_duty((later ->> 'successor_id')::bigint)
$$;
GRANT EXECUTE ON FUNCTION successor_is_on_duty TO house_app;

-- A handover is confirmed by the successor that it names, or else by a colleague with one of the same roles.
CREATE FUNCTION handover_is_for_reader(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT earlier ->> 'ended' IS NOT NULL AND later ->> 'read_by_id' <> later ->> 'person_id' AND CASE
        WHEN later ->> 'successor_id' IS NOT NULL THEN later ->> 'successor_id' = later ->> 'read_by_id'
        ELSE EXISTS (
            SELECT FROM players_person_groups AS own JOIN players_person_groups AS same USING (group_id)
            WHERE own.person_id = (later ->> 'person_id')::bigint AND same.person_id = (later ->> 'read_by_id')::bigint
        )
    END
$$;
GRANT EXECUTE ON FUNCTION handover_is_for_reader TO house_app;

-- The roster names people of staff for roles that they have.
CREATE FUNCTION role_is_held(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person_groups AS g JOIN players_person AS p ON p.id = g.person_id
        WHERE g.person_id = (later ->> 'person_id')::bigint AND g.group_id = (later ->> 'role_id')::bigint AND p.is_active AND p.is_staff
    )
$$;
GRANT EXECUTE ON FUNCTION role_is_held TO house_app;

-- Whoever ends a shift hands over what was theirs, in the same transaction, to somebody on duty who may decide it.
CREATE FUNCTION work_is_handed_over(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_workclaim
        WHERE source = later ->> 'source' AND key = later ->> 'key' AND person_id = identity_proven_person()
            AND ended >= transaction_timestamp()
    ) AND is_on_duty((later ->> 'person_id')::bigint) AND staff_may((later ->> 'person_id')::bigint, work_permission(later ->> 'source'))
$$;
GRANT EXECUTE ON FUNCTION work_is_handed_over TO house_app;

-- The permission that each queue asks for, as the registered sources have it; a test compares.
CREATE FUNCTION work_permission(queue text) RETURNS text
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT permission FROM (VALUES
        ('adjustment', 'cashier.approve_adjustment'), ('bank-match', 'bank.approve_matchdecision'),
        ('bank-open', 'bank.add_matchdecision'), ('bank-recovery', 'bank.approve_recovery'),
        ('bulk-change', 'games.change_table'),
        ('bulk-notice', 'inbox.approve_bulknotice'), ('care', 'care.add_contact'),
        ('cases-bots', 'monitoring.decide_bots_case'), ('cases-care', 'monitoring.decide_care_case'),
        ('cases-laundering', 'monitoring.decide_laundering_case'),
        ('laundering-measure', 'laundering.act_file'),
        ('ceiling', 'cashier.approve_ceiling'),
        ('complaint', 'inbox.change_complaint'), ('documents', 'identity.change_identity'),
        ('erasure', 'identity.change_identity'), ('incident', 'games.change_incident'),
        ('legal-hold', 'identity.approve_legalhold'),
        ('integrity', 'collusion.act_case'), ('occurrence', 'duties.add_occurrence'),
        ('other-payer', 'cashier.review_payer'),
        ('question', 'duties.release_question'), ('regulator-file', 'regulator.reprocess_regulatorfile'),
        ('return-alarm', 'rtp_monitoring.add_answer'), ('rule-authorise', 'rulebook.authorise_rulechange'),
        ('rule-endorse', 'rulebook.endorse_rulechange'), ('rule-finish', 'rulebook.add_rulechange'),
        ('resemblance', 'returning.decide_resemblance'),
        ('rule-version', 'monitoring.approve_ruleversion'), ('screening-match', 'screening.decide_match'),
        ('self-check', 'self_checks.add_proof'), ('staff-change', 'backoffice.approve_staffchange'),
        ('system-change', 'self_checks.approve_systemchange'),
        ('table-change', 'games.change_table'), ('withdrawal', 'cashier.release_payment')
    ) AS asked (code, permission) WHERE code = queue
$$;
GRANT EXECUTE ON FUNCTION work_permission TO house_app;

-- The item is of a queue that the person of the proved session may work on.
CREATE FUNCTION works_on_item(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT staff_may(identity_proven_person(), work_permission(later ->> 'source'))
$$;
GRANT EXECUTE ON FUNCTION works_on_item TO house_app;

-- Whoever works on an item may give it to a colleague on duty who may decide it.
CREATE FUNCTION work_is_assigned(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT works_on_item(earlier, later) AND is_on_duty((later ->> 'person_id')::bigint)
        AND staff_may((later ->> 'person_id')::bigint, work_permission(later ->> 'source'))
$$;
GRANT EXECUTE ON FUNCTION work_is_assigned TO house_app;

-- The author of a note mentions colleagues who work on the same queue: nobody else may read the note.
CREATE FUNCTION mention_is_of_colleague(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_worknote
        WHERE id = (later ->> 'note_id')::bigint AND person_id = identity_proven_person()
            AND person_id <> (later ->> 'person_id')::bigint
            AND staff_may((later ->> 'person_id')::bigint, work_permission(source))
    )
$$;
GRANT EXECUTE ON FUNCTION mention_is_of_colleague TO house_app;
