"""What the database allows and refuses since the last set of laws: see the files in `*/database`."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
CREATE FUNCTION documents_are_wanted(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_identity
        WHERE player_id = (later ->> 'player_id')::bigint AND state IN ('documents', 'queued')
    )
$$;
CREATE FUNCTION duties_entry_keeps_the_law() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about duties_occurrence%ROWTYPE;
    known text[];
BEGIN
    SELECT * INTO about FROM duties_occurrence WHERE id = NEW.occurrence_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_occurrence', NEW.occurrence_id));
    known := ARRAY(SELECT kind FROM duties_occurrenceentry WHERE occurrence_id = NEW.occurrence_id);
    IF 'closed' = ANY (known) THEN
        RAISE EXCEPTION 'a closed occurrence takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.done < about.noticed OR NEW.done > clock_timestamp() + interval '1 minute' THEN
        RAISE EXCEPTION 'nothing is done before it was noticed, nor in the future' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'closed' AND (NEW.person_id = about.person_id OR NOT known @> ARRAY['reported', 'cause', 'solution']) THEN
        RAISE EXCEPTION 'a second person closes an occurrence that was reported, explained and solved'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION end_keeping(who bigint, what text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM players_player AS p JOIN audit_line AS l ON l.player_id = p.id AND l.kind = 'account.closed'
    WHERE p.id = who AND p.status = 'closed' AND keeping_ends(what, l.at) <= clock_timestamp();
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND keeping = what AND destroyed IS NULL;
END $$;
CREATE FUNCTION floor_change_is_of_a_bulk_change(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM floor_bulkchange AS b JOIN games_tablesetting AS s ON s.id = b.source_id
        WHERE b.author_id = (later ->> 'author_id')::bigint AND b.author_id <> identity_proven_person()
            AND b.state = 'proposed' AND b.kind = 'setting'
            AND b.tables @> (later -> 'table_id') AND s.digest = later ->> 'digest'
    )
$$;
CREATE FUNCTION identity_erase(who bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE human bigint;
BEGIN
    SELECT p.person_id INTO human FROM players_player AS p JOIN identity_erasure AS e ON e.player_id = p.id
    WHERE p.id = who AND p.status = 'closed' AND e.status = 'approved' AND e.requested_by_id <> e.decided_by_id
      AND EXISTS (
          SELECT FROM audit_line AS l WHERE l.player_id = who AND l.kind = 'account.closed'
            AND (l.at AT TIME ZONE 'Europe/Lisbon') + interval '10 years' <= (clock_timestamp() AT TIME ZONE 'Europe/Lisbon')
      );
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM set_config('feltro.erasing', 'yes', true);
    -- Pseudonyms that pass every constraint and are nobody's: no tax number begins with a zero, no country is called XX.
    UPDATE identity_identity SET name = '–', birth = date '1900-01-01', nationality = 'XX', profession = '–', address = '–',
        postcode = '–', town = '–', country = 'XX', document_country = 'XX', document_number = 'ERASED' || who,
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '', sealed = NULL WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–', owner_name = '' WHERE player_id = who;
    UPDATE identity_uploadeddocument SET name = '–', digest = '', sealed = NULL WHERE player_id = who;
    UPDATE identity_signin SET address = NULL, device = '' WHERE person_id = human;
    UPDATE identity_addresschange SET before = 'erased-' || who || '@erased.invalid', after = 'erased-' || who || '@erased.invalid' WHERE person_id = human;
    UPDATE identity_draft SET email = '', password = '', answers = '{}', code = '' WHERE player_id = who;
    UPDATE players_player SET alias = 'erased' || who WHERE id = who;
    UPDATE players_person SET email = 'erased-' || who || '@erased.invalid', first_name = '', last_name = '', password = '!',
        is_active = false WHERE id = human;
    DELETE FROM account_emailaddress WHERE user_id = human;
    DELETE FROM protection_documentmark WHERE player_id = who;
    -- What is sealed anywhere, in chains and backups too, cannot be read without the keys.
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND destroyed IS NULL;
    PERFORM set_config('feltro.erasing', '', true);
END $$;
CREATE FUNCTION monitoring_first_version() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND pg_has_role(current_user, 'house_worker', 'USAGE')
        AND (
            NEW.number <> 1 OR NEW.author_id IS NOT NULL OR NEW.decider_id IS NOT NULL OR NEW.decided IS NOT NULL
            OR NEW.name NOT IN (
                'bots', 'cancelled', 'chasing', 'dormant', 'dumping-lost', 'dumping-won', 'even', 'growth', 'instrument', 'linked',
                'long', 'losses', 'mules', 'night', 'raised', 'refused', 'structuring', 'unplayed', 'velocity'
            )
        ) THEN
        RAISE EXCEPTION 'only people decide about version % of the rule %', NEW.number, NEW.name USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION search_marks_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    ELSIF NEW.iban <> OLD.iban THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION work_permission(queue text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
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
        ('integrity', 'collusion.act_case'), ('occurrence', 'duties.add_occurrence'),
        ('other-payer', 'cashier.review_payer'),
        ('question', 'duties.release_question'), ('regulator-file', 'regulator.reprocess_regulatorfile'),
        ('return-alarm', 'rtp_monitoring.add_answer'), ('rule-authorise', 'rulebook.authorise_rulechange'),
        ('rule-endorse', 'rulebook.endorse_rulechange'), ('rule-finish', 'rulebook.add_rulechange'),
        ('rule-version', 'monitoring.approve_ruleversion'), ('screening-match', 'screening.decide_match'),
        ('self-check', 'self_checks.add_proof'), ('staff-change', 'backoffice.approve_staffchange'),
        ('system-change', 'self_checks.approve_systemchange'),
        ('table-change', 'games.change_table'), ('withdrawal', 'cashier.release_payment')
    ) AS asked (code, permission) WHERE code = queue
$$;
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_identity FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, changed, corrected, document_country, document_kind, document_number, due, name, nif, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, postcode, profession, sealed, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');
CREATE TRIGGER document_marks_forget AFTER UPDATE ON identity_identity FOR EACH ROW WHEN (old.nationality::text IS DISTINCT FROM new.nationality::text OR old.document_kind::text IS DISTINCT FROM new.document_kind::text OR old.document_country::text IS DISTINCT FROM new.document_country::text OR old.document_number::text IS DISTINCT FROM new.document_number::text OR old.nif::text IS DISTINCT FROM new.nif::text) EXECUTE FUNCTION document_marks_forget();
CREATE TRIGGER identity_identity_search_marks AFTER UPDATE OF nif, document_number ON identity_identity FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
GRANT SELECT, INSERT, UPDATE (address, attempts, birth, by_id, changed, corrected, country, document_country, document_kind, document_number, due, name, nif, postcode, profession, reason, sealed, state, town, verified) ON identity_identity TO house_web;
GRANT SELECT, UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
"""
NEW = r"""
CREATE FUNCTION documents_are_wanted(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_identity
        WHERE player_id = (later ->> 'player_id')::bigint
          AND (state IN ('documents', 'queued') OR state = 'verified' AND later ->> 'kind' = 'change')
    )
$$;
CREATE FUNCTION duties_entry_keeps_the_law() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about duties_occurrence%ROWTYPE;
    known text[];
    needed text[];
BEGIN
    SELECT * INTO about FROM duties_occurrence WHERE id = NEW.occurrence_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_occurrence', NEW.occurrence_id));
    known := ARRAY(SELECT kind FROM duties_occurrenceentry WHERE occurrence_id = NEW.occurrence_id);
    IF 'closed' = ANY (known) THEN
        RAISE EXCEPTION 'a closed occurrence takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.done < about.noticed OR NEW.done > clock_timestamp() + interval '1 minute' THEN
        RAISE EXCEPTION 'nothing is done before it was noticed, nor in the future' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    needed := ARRAY['reported', 'cause', 'solution'];
    IF about.kind = 'weakness' THEN
        needed := CASE
            WHEN EXISTS (
                SELECT FROM duties_occurrenceentry
                WHERE occurrence_id = NEW.occurrence_id AND kind = 'solution' AND done <= about.solve_by
            ) THEN ARRAY['cause', 'solution']
            ELSE ARRAY['reported', 'plan', 'cause', 'solution']
        END;
    END IF;
    IF NEW.kind = 'closed' AND (NEW.person_id = about.person_id OR NOT known @> needed) THEN
        RAISE EXCEPTION 'a second person closes an occurrence that was reported, explained and solved'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION end_keeping(who bigint, what text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM players_player AS p JOIN audit_line AS l ON l.player_id = p.id AND l.kind = 'account.closed'
    WHERE p.id = who AND p.status = 'closed' AND keeping_ends(what, l.at) <= clock_timestamp();
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND keeping = what AND destroyed IS NULL;
    -- With what is sealed goes what was made of it: digests, marks, month of birth, postal area.
    IF what = 'record' THEN
        UPDATE identity_identity SET sealed = NULL, papers = NULL, nif_digest = NULL, document_digest = NULL,
            name_digests = NULL, birth_month = NULL, postal_area = NULL
        WHERE player_id = who AND papers IS NOT NULL;
    END IF;
END $$;
CREATE FUNCTION floor_change_is_of_a_bulk_change(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM floor_bulkchange AS b
        LEFT JOIN games_tablesetting AS s ON s.id = b.source_id
        LEFT JOIN games_table AS t ON t.id = (later ->> 'table_id')::bigint
        LEFT JOIN games_tablesetting AS own ON own.id = t.setting_id
        WHERE b.author_id = (later ->> 'author_id')::bigint AND b.author_id <> identity_proven_person()
            AND b.state = 'proposed' AND b.tables @> (later -> 'table_id')
            AND CASE b.kind
                WHEN 'setting' THEN s.digest = later ->> 'digest'
                WHEN 'minimum' THEN (later ->> 'data')::jsonb = own.data::jsonb || jsonb_build_object('minimum', b.value)
                ELSE false
            END
    )
$$;
CREATE FUNCTION identity_erase(who bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE human bigint;
BEGIN
    SELECT p.person_id INTO human FROM players_player AS p JOIN identity_erasure AS e ON e.player_id = p.id
    WHERE p.id = who AND p.status = 'closed' AND e.status = 'approved' AND e.requested_by_id <> e.decided_by_id
      AND EXISTS (
          SELECT FROM audit_line AS l WHERE l.player_id = who AND l.kind = 'account.closed'
            AND (l.at AT TIME ZONE 'Europe/Lisbon') + interval '10 years' <= (clock_timestamp() AT TIME ZONE 'Europe/Lisbon')
      );
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM set_config('feltro.erasing', 'yes', true);
    -- Pseudonyms that pass every constraint and are nobody's: no tax number begins with a zero, no country is called XX.
    UPDATE identity_identity SET name = '–', birth = date '1900-01-01', nationality = 'XX', profession = '–', address = '–',
        postcode = '–', town = '–', country = 'XX', document_country = 'XX', document_number = 'ERASED' || who,
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '', sealed = NULL, papers = NULL,
        nif_digest = NULL, document_digest = NULL, name_digests = NULL, birth_month = NULL, postal_area = NULL WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–', owner_name = '' WHERE player_id = who;
    UPDATE identity_uploadeddocument SET name = '–', digest = '', sealed = NULL WHERE player_id = who;
    UPDATE identity_signin SET address = NULL, device = '' WHERE person_id = human;
    UPDATE identity_addresschange SET before = 'erased-' || who || '@erased.invalid', after = 'erased-' || who || '@erased.invalid' WHERE person_id = human;
    UPDATE identity_draft SET email = '', password = '', answers = '{}', code = '' WHERE player_id = who;
    UPDATE players_player SET alias = 'erased' || who WHERE id = who;
    UPDATE players_person SET email = 'erased-' || who || '@erased.invalid', first_name = '', last_name = '', password = '!',
        is_active = false WHERE id = human;
    DELETE FROM account_emailaddress WHERE user_id = human;
    DELETE FROM protection_documentmark WHERE player_id = who;
    -- What is sealed anywhere, in chains and backups too, cannot be read without the keys.
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND destroyed IS NULL;
    PERFORM set_config('feltro.erasing', '', true);
END $$;
CREATE FUNCTION monitoring_first_version() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND pg_has_role(current_user, 'house_worker', 'USAGE')
        AND (
            NEW.number <> 1 OR NEW.author_id IS NOT NULL OR NEW.decider_id IS NOT NULL OR NEW.decided IS NOT NULL
            OR NEW.name NOT IN (
                'bots', 'cancelled', 'chasing', 'declined', 'dormant', 'dumping-lost', 'dumping-won', 'even', 'first-day', 'growth',
                'instrument', 'linked', 'long', 'losses', 'methods', 'mules', 'night', 'quick-losses', 'raised', 'refused',
                'rising-stakes', 'stopped', 'structuring', 'unplayed', 'velocity', 'young'
            )
        ) THEN
        RAISE EXCEPTION 'only people decide about version % of the rule %', NEW.number, NEW.name USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION public_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.size < OLD.size OR NEW.until < OLD.until OR NEW.published < OLD.published
        OR (NEW.size = OLD.size AND NEW.root <> OLD.root) THEN
        RAISE EXCEPTION 'The public log only grows.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION returning_erased() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM returning_resemblance WHERE NEW.player_id IN (player_id, blocked_id);
    DELETE FROM returning_trait WHERE blocked_id = NEW.player_id;
    DELETE FROM returning_blockedperson WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;
CREATE FUNCTION returning_waits_for_a_person() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM returning_resemblance WHERE player_id = NEW.player_id AND state IN ('open', 'same')) THEN
        RAISE EXCEPTION 'the identity of player % is being checked', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION search_marks_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    ELSIF NEW.iban <> OLD.iban THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION work_permission(queue text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
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
CREATE TRIGGER returning_erased AFTER UPDATE OF status ON identity_erasure FOR EACH ROW WHEN (old.status <> 'done' AND new.status = 'done') EXECUTE FUNCTION returning_erased();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_identity FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, birth_month, changed, corrected, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, postal_area, postcode, profession, sealed, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');
CREATE TRIGGER document_marks_forget AFTER UPDATE ON identity_identity FOR EACH ROW WHEN (old.nationality IS DISTINCT FROM new.nationality OR old.document_kind IS DISTINCT FROM new.document_kind OR old.document_country IS DISTINCT FROM new.document_country OR old.document_number IS DISTINCT FROM new.document_number OR old.nif IS DISTINCT FROM new.nif OR old.papers IS DISTINCT FROM new.papers) EXECUTE FUNCTION document_marks_forget();
CREATE TRIGGER identity_identity_search_marks AFTER UPDATE OF nif, document_number, papers ON identity_identity FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
CREATE TRIGGER returning_waits_for_a_person BEFORE UPDATE OF state ON identity_identity FOR EACH ROW WHEN (old.state <> 'verified' AND new.state = 'verified') EXECUTE FUNCTION returning_waits_for_a_person();
CREATE TRIGGER public_log_head_stays BEFORE DELETE OR TRUNCATE ON public_log_head FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER public_log_only_grows BEFORE UPDATE ON public_log_head FOR EACH ROW EXECUTE FUNCTION public_log_only_grows();
CREATE TRIGGER public_log_stretch_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_stretch FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER regulator_alertfile_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON regulator_alertfile FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER regulator_reportedalert_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON regulator_reportedalert FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON returning_resemblance FOR EACH ROW EXECUTE FUNCTION allowed_to_write('update state open>same, answer, decided, decider_id: may returning.decide_resemblance, as decider_id, not author_id, confirmed', 'update state open>another, answer, decided, decider_id: may returning.decide_resemblance, as decider_id, not author_id, confirmed');
CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON returning_resemblance FOR EACH ROW EXECUTE FUNCTION decision_takes_its_steps('state', 'person open>same: answer decided decider_id', 'person open>another: answer decided decider_id', 'worker open>gone: ', 'worker same>same: applied', 'worker another>another: applied', 'worker gone>gone: applied');
CREATE TRIGGER returning_resemblance_stays BEFORE UPDATE OF player_id, blocked_id, cause, player_digest, blocked_digest, likeness, sealed, made, author_id OR TRUNCATE ON returning_resemblance FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON self_checks_hardwareentry FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert: may self_checks.add_manifest, as person_id');
CREATE TRIGGER self_checks_hardwareentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_hardwareentry FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT SELECT, INSERT, UPDATE (address, attempts, birth, birth_month, by_id, changed, corrected, country, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, postal_area, postcode, profession, reason, sealed, state, town, verified) ON identity_identity TO house_web;
GRANT SELECT, UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
GRANT SELECT ON public_log_cosigning TO house_web;
GRANT SELECT, INSERT, UPDATE (at, failure, size, tried) ON public_log_cosigning TO house_worker;
GRANT SELECT ON public_log_head TO house_web;
GRANT SELECT, INSERT, UPDATE (published, root, size, until) ON public_log_head TO house_worker;
GRANT SELECT ON public_log_stretch TO house_web;
GRANT SELECT, INSERT ON public_log_stretch TO house_worker;
GRANT SELECT ON regulator_alertfile TO house_app;
GRANT INSERT ON regulator_alertfile TO house_worker;
GRANT SELECT ON regulator_reportedalert TO house_app;
GRANT INSERT ON regulator_reportedalert TO house_worker;
GRANT SELECT, INSERT, UPDATE (cause, digest), DELETE ON returning_blockedperson TO house_worker;
GRANT SELECT, UPDATE (answer, decided, decider_id, state) ON returning_resemblance TO house_web;
GRANT SELECT, INSERT, UPDATE (applied, state) ON returning_resemblance TO house_worker;
GRANT SELECT, INSERT, DELETE ON returning_trait TO house_worker;
GRANT SELECT ON self_checks_hardwareentry TO house_app;
GRANT INSERT ON self_checks_hardwareentry TO house_web;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0001_initial'), ('audit', '0001_initial'), ('backoffice', '0002_send_webhooks'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0001_initial'), ('cashier', '0001_initial'), ('casino', '0002_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0003_severe_weaknesses_validated'), ('floor', '0002_values_of_bulk_changes'), ('games', '0001_initial'), ('history', '0001_initial'), ('identity', '0005_proof_of_change'), ('inbox', '0002_start_of_notices'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0001_initial'), ('protection', '0002_national_push'), ('public_log', '0001_initial'), ('regulator', '0002_data_behind_alerts'), ('reports', '0001_initial'), ('returning', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0002_hardware'), ('wallet', '0001_initial')]
    operations = [ChangeLaws(OLD, NEW)]
