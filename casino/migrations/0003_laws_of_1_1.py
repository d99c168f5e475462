"""What 1.1 adds to the laws: keys of players, laundering files, bots, envelopes and questions of the regulator,
changes of the system, notes about rounds, questions about limits, and work given to colleagues.
"""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
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
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '' WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–', owner_name = '' WHERE player_id = who;
    UPDATE identity_uploadeddocument SET name = '–', digest = '' WHERE player_id = who;
    UPDATE identity_signin SET address = NULL, device = '' WHERE person_id = human;
    UPDATE identity_addresschange SET before = 'erased-' || who || '@erased.invalid', after = 'erased-' || who || '@erased.invalid' WHERE person_id = human;
    UPDATE identity_draft SET email = '', password = '', answers = '{}', code = '' WHERE player_id = who;
    UPDATE players_player SET alias = 'erased' || who WHERE id = who;
    UPDATE players_person SET email = 'erased-' || who || '@erased.invalid', first_name = '', last_name = '', password = '!',
        is_active = false WHERE id = human;
    DELETE FROM account_emailaddress WHERE user_id = human;
    DELETE FROM protection_documentmark WHERE player_id = who;
    PERFORM set_config('feltro.erasing', '', true);
END $$;
CREATE FUNCTION monitoring_first_version() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND pg_has_role(current_user, 'house_worker', 'USAGE')
        AND (
            NEW.number <> 1 OR NEW.author_id IS NOT NULL OR NEW.decider_id IS NOT NULL OR NEW.decided IS NOT NULL
            OR NEW.name NOT IN ('cancelled', 'chasing', 'growth', 'long', 'losses', 'night', 'raised', 'refused')
        ) THEN
        RAISE EXCEPTION 'only people decide about version % of the rule %', NEW.number, NEW.name USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION work_permission(queue text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT permission FROM (VALUES
        ('adjustment', 'cashier.approve_adjustment'), ('bank-match', 'bank.approve_matchdecision'),
        ('bank-open', 'bank.add_matchdecision'), ('bank-recovery', 'bank.approve_recovery'),
        ('bulk-change', 'games.change_table'),
        ('bulk-notice', 'inbox.approve_bulknotice'), ('care', 'care.add_contact'),
        ('cases-bots', 'monitoring.decide_bots_case'), ('cases-care', 'monitoring.decide_care_case'),
        ('cases-laundering', 'monitoring.decide_laundering_case'),
        ('ceiling', 'cashier.approve_ceiling'),
        ('complaint', 'inbox.change_complaint'), ('documents', 'identity.change_identity'),
        ('erasure', 'identity.change_identity'), ('incident', 'games.change_incident'),
        ('integrity', 'collusion.act_case'), ('occurrence', 'duties.add_occurrence'),
        ('other-payer', 'cashier.review_payer'),
        ('regulator-file', 'regulator.reprocess_regulatorfile'),
        ('return-alarm', 'rtp_monitoring.add_answer'), ('rule-authorise', 'rulebook.authorise_rulechange'),
        ('rule-endorse', 'rulebook.endorse_rulechange'), ('rule-finish', 'rulebook.add_rulechange'),
        ('rule-version', 'monitoring.approve_ruleversion'), ('screening-match', 'screening.decide_match'),
        ('self-check', 'self_checks.add_proof'), ('staff-change', 'backoffice.approve_staffchange'),
        ('table-change', 'games.change_table'), ('withdrawal', 'cashier.release_payment')
    ) AS asked (code, permission) WHERE code = queue
$$;
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON backoffice_workclaim FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert ended=null: as person_id, if works_on_item | staff, if work_is_handed_over', 'update ended null>*: staff, as person_id | if works_on_item');
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_identity FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, changed, corrected, document_country, document_kind, document_number, due, name, nif, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, postcode, profession, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');
CREATE TRIGGER inbox_complaintmessage_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON inbox_complaintmessage FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT SELECT, INSERT, UPDATE (address, attempts, birth, by_id, changed, corrected, country, document_country, document_kind, document_number, due, name, nif, postcode, profession, reason, state, town, verified) ON identity_identity TO house_web;
GRANT SELECT, UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
"""
NEW = r"""
CREATE FUNCTION duties_question_keeps_the_law() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about duties_question%ROWTYPE;
    known text[];
BEGIN
    SELECT * INTO about FROM duties_question WHERE id = NEW.question_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_question', NEW.question_id));
    known := ARRAY(SELECT kind FROM duties_questionentry WHERE question_id = NEW.question_id);
    IF known && ARRAY['refused', 'answered'] THEN
        RAISE EXCEPTION 'a question that ended takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind IN ('released', 'refused') AND (NEW.person_id = about.person_id OR NOT about.is_personal) THEN
        RAISE EXCEPTION 'a second person decides about a question with personal data'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'run' AND about.is_personal AND NOT 'released' = ANY (known) THEN
        RAISE EXCEPTION 'a question with personal data is released before it is run'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'answered' AND NOT 'run' = ANY (known) THEN
        RAISE EXCEPTION 'a question is run before it is answered' USING ERRCODE = 'integrity_constraint_violation';
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
CREATE FUNCTION keeping_ends(what text, closed timestamp with time zone) RETURNS timestamp with time zone LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT (closed AT TIME ZONE 'Europe/Lisbon' + make_interval(years => r.years)) AT TIME ZONE 'Europe/Lisbon'
    FROM (VALUES
        ('record', date '2015-01-01', 10),
        ('diligence', date '2015-01-01', 7),
        ('diligence', date '2027-07-10', 5)
    ) AS r(keeping, since, years)
    WHERE r.keeping = what AND r.since <= (closed AT TIME ZONE 'Europe/Lisbon')::date
    ORDER BY r.since DESC LIMIT 1
$$;
CREATE FUNCTION laundering_erased() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM laundering_access WHERE player_id = NEW.player_id;
    DELETE FROM laundering_measure WHERE player_id = NEW.player_id;
    DELETE FROM laundering_report WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;
CREATE FUNCTION laundering_holds_payouts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM laundering_measure WHERE player_id = NEW.player_id AND ended IS NULL AND kind <> 'risk') THEN
        RAISE EXCEPTION 'the withdrawal % is under review', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
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
CREATE FUNCTION regulator_answer_keeps_the_law() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.verdict <> '' OR NOT EXISTS (
            SELECT FROM regulator_regulatorfile WHERE id = NEW.file_id AND state = 'delivered'
        ) THEN
            RAISE EXCEPTION 'a file in a new envelope was delivered and not answered' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.envelope_id, OLD.file_id) IS DISTINCT FROM (NEW.id, NEW.envelope_id, NEW.file_id) OR OLD.verdict <> '' THEN
        RAISE EXCEPTION 'the regulator answers once, and a file stays in its envelope' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.verdict <> '' AND NOT EXISTS (
        SELECT FROM regulator_envelope WHERE id = NEW.envelope_id AND fetched IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'an envelope is fetched before its files are answered' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION regulator_envelope_keeps_the_law() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.laid_down IS NOT NULL OR NEW.fetched IS NOT NULL THEN
            RAISE EXCEPTION 'a new envelope was not laid down yet' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.day, OLD.name, OLD.deadline, OLD.digest, OLD.size, OLD.sealed)
        IS DISTINCT FROM (NEW.id, NEW.day, NEW.name, NEW.deadline, NEW.digest, NEW.size, NEW.sealed)
    THEN
        RAISE EXCEPTION 'an envelope that was sealed cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (OLD.laid_down IS NOT NULL AND NEW.laid_down IS DISTINCT FROM OLD.laid_down)
        OR (OLD.fetched IS NOT NULL AND NEW.fetched IS DISTINCT FROM OLD.fetched)
        OR (OLD.laid_down IS NULL AND NEW.fetched IS NOT NULL)
    THEN
        RAISE EXCEPTION 'an envelope is laid down once, and then fetched once' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION system_change_keeps_the_law() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about self_checks_systemchange%ROWTYPE;
    known text[];
    not_before timestamp with time zone;
    maker bigint;
    objection text;
BEGIN
    SELECT * INTO about FROM self_checks_systemchange WHERE id = NEW.change_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('self_checks_systemchange', NEW.change_id));
    known := ARRAY(SELECT kind FROM self_checks_systemchangestep WHERE change_id = NEW.change_id);
    SELECT earliest INTO not_before FROM self_checks_systemchangestep WHERE change_id = NEW.change_id AND kind = 'notified';
    SELECT person_id INTO maker FROM self_checks_systemchangestep WHERE change_id = NEW.change_id AND kind = 'made';
    objection := CASE
        WHEN 'rejected' = ANY (known) THEN 'a rejected change takes no step'
        WHEN NEW.kind IN ('approved', 'rejected') AND NEW.person_id = about.person_id THEN 'a second person approves a change'
        WHEN NEW.kind = 'rejected' AND 'approved' = ANY (known) THEN 'an approved change is not rejected'
        WHEN NEW.kind NOT IN ('approved', 'rejected') AND NOT 'approved' = ANY (known) THEN 'a change is approved first'
        WHEN NEW.kind = 'authorised' AND NOT 'notified' = ANY (known) THEN 'the regulator sees a change before it authorises it'
        WHEN NEW.kind = 'made' AND about.category <> 'urgent' AND (about.relevance = 3 OR about.changes_data_model)
            AND NOT 'authorised' = ANY (known) THEN 'the regulator authorises a change before it is made'
        WHEN NEW.kind = 'made' AND about.category <> 'urgent' AND about.changes_data_model AND clock_timestamp() < not_before
            THEN 'the notice of a change of the data model has not ended'
        WHEN NEW.kind = 'verified' AND (maker IS NULL OR maker = NEW.person_id) THEN 'another person verifies what was made'
    END;
    IF objection IS NOT NULL THEN
        RAISE EXCEPTION '%', objection USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION work_is_assigned(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT works_on_item(earlier, later) AND EXISTS (
        SELECT FROM backoffice_shift WHERE person_id = (later ->> 'person_id')::bigint AND ended IS NULL
    ) AND staff_may((later ->> 'person_id')::bigint, work_permission(later ->> 'source'))
$$;
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
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON backoffice_workclaim FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert ended=null: as person_id, if works_on_item | staff, if work_is_handed_over | staff, if work_is_assigned', 'update ended null>*: staff, as person_id | if works_on_item');
CREATE TRIGGER bots_finding_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON bots_finding FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER laundering_holds_payouts BEFORE UPDATE OF status ON cashier_payment FOR EACH ROW WHEN (new.status = 'sent' AND old.status <> 'sent') EXECUTE FUNCTION laundering_holds_payouts();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON duties_question FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert: may duties.add_question, as person_id');
CREATE TRIGGER duties_question_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON duties_question FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON duties_questionentry FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert kind=released: may duties.release_question, as person_id, confirmed', 'insert kind=refused: may duties.release_question, as person_id, confirmed', 'insert kind=run: may duties.add_question, as person_id, confirmed', 'insert kind=answered: may duties.add_question, as person_id, confirmed');
CREATE TRIGGER duties_question_keeps_the_law BEFORE INSERT ON duties_questionentry FOR EACH ROW EXECUTE FUNCTION duties_question_keeps_the_law();
CREATE TRIGGER duties_questionentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON duties_questionentry FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON games_roundnote FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert: player', 'delete: player | may identity.change_identity, if player_erasure_is_approved');
CREATE TRIGGER laundering_erased AFTER UPDATE OF status ON identity_erasure FOR EACH ROW WHEN (old.status <> 'done' AND new.status = 'done') EXECUTE FUNCTION laundering_erased();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_identity FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, changed, corrected, document_country, document_kind, document_number, due, name, nif, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, postcode, profession, sealed, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');
CREATE TRIGGER inbox_complaintmessage_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON inbox_complaintmessage FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON laundering_access FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert: may laundering.view_file, as person_id');
CREATE TRIGGER laundering_access_stays BEFORE UPDATE OR TRUNCATE ON laundering_access FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON laundering_measure FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert ended=null ender_id=null: may laundering.act_file, as author_id, confirmed', 'update ended null>*, ender_id, outcome, documents, funds, answer: may laundering.act_file, as ender_id, confirmed');
CREATE TRIGGER laundering_measure_stays BEFORE UPDATE OF player_id, kind, level, text, reference, due, author_id, at OR TRUNCATE ON laundering_measure FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON laundering_report FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert communicated=null communicator_id=null: may laundering.act_file, as author_id, confirmed', 'update communicated null>*, communicator_id, dciap, uif: may laundering.act_file, as communicator_id, confirmed');
CREATE TRIGGER laundering_report_stays BEFORE UPDATE OF player_id, since, until, activity, procedures, operations, factors, document, author_id, at OR TRUNCATE ON laundering_report FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON players_personkey FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert destroyed=null gone=null: anybody (the number of a key opens nothing)');
CREATE TRIGGER players_personkey_stays BEFORE DELETE OR UPDATE OF id, player_id, keeping, made OR TRUNCATE ON players_personkey FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON protection_limitsquestion FOR EACH ROW EXECUTE FUNCTION allowed_to_write('update answered null>*, answer: player');
CREATE TRIGGER protection_limitsquestion_stays BEFORE DELETE OR UPDATE OF player_id, due, at OR TRUNCATE ON protection_limitsquestion FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER regulator_envelope_keeps_the_law BEFORE INSERT OR UPDATE ON regulator_envelope FOR EACH ROW EXECUTE FUNCTION regulator_envelope_keeps_the_law();
CREATE TRIGGER regulator_envelope_stays BEFORE DELETE OR TRUNCATE ON regulator_envelope FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER regulator_answer_keeps_the_law BEFORE INSERT OR UPDATE ON regulator_envelopedfile FOR EACH ROW EXECUTE FUNCTION regulator_answer_keeps_the_law();
CREATE TRIGGER regulator_envelopedfile_stays BEFORE DELETE OR TRUNCATE ON regulator_envelopedfile FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER regulator_regulatoranswer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON regulator_regulatoranswer FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON self_checks_systemchange FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert: may self_checks.add_systemchange, as person_id');
CREATE TRIGGER self_checks_systemchange_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_systemchange FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON self_checks_systemchangestep FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert kind=approved: may self_checks.approve_systemchange, as person_id, confirmed', 'insert kind=rejected: may self_checks.approve_systemchange, as person_id, confirmed', 'insert kind=notified: may self_checks.add_systemchange, as person_id, confirmed', 'insert kind=authorised: may self_checks.add_systemchange, as person_id, confirmed', 'insert kind=made: may self_checks.add_systemchange, as person_id, confirmed', 'insert kind=verified: may self_checks.add_systemchange, as person_id, confirmed');
CREATE TRIGGER self_checks_systemchangestep_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_systemchangestep FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER system_change_keeps_the_law BEFORE INSERT ON self_checks_systemchangestep FOR EACH ROW EXECUTE FUNCTION system_change_keeps_the_law();
GRANT EXECUTE ON FUNCTION end_keeping TO house_worker;
GRANT EXECUTE ON FUNCTION keeping_ends TO house_app;
GRANT EXECUTE ON FUNCTION work_is_assigned TO house_app;
GRANT SELECT ON bots_finding TO house_web;
GRANT SELECT, INSERT ON bots_finding TO house_worker;
GRANT SELECT, INSERT, UPDATE (decisions), DELETE ON bots_playedday TO house_worker;
GRANT SELECT ON duties_question TO house_app;
GRANT INSERT ON duties_question TO house_web;
GRANT SELECT ON duties_questionentry TO house_app;
GRANT INSERT ON duties_questionentry TO house_web;
GRANT SELECT, INSERT, DELETE ON games_roundnote TO house_web;
GRANT SELECT, DELETE ON games_roundnote TO house_worker;
GRANT SELECT, INSERT, UPDATE (address, attempts, birth, by_id, changed, corrected, country, document_country, document_kind, document_number, due, name, nif, postcode, profession, reason, sealed, state, town, verified) ON identity_identity TO house_web;
GRANT SELECT, UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
GRANT SELECT, INSERT ON laundering_access TO house_web;
GRANT SELECT ON laundering_access TO house_worker;
GRANT SELECT, INSERT, UPDATE (answer, documents, ended, ender_id, funds, outcome) ON laundering_measure TO house_web;
GRANT SELECT ON laundering_measure TO house_worker;
GRANT SELECT, INSERT, UPDATE (communicated, communicator_id, dciap, uif) ON laundering_report TO house_web;
GRANT SELECT ON laundering_report TO house_worker;
GRANT SELECT, INSERT ON players_personkey TO house_web;
GRANT SELECT, INSERT, UPDATE (gone) ON players_personkey TO house_worker;
GRANT SELECT, UPDATE (answer, answered) ON protection_limitsquestion TO house_web;
GRANT SELECT, INSERT ON protection_limitsquestion TO house_worker;
GRANT SELECT ON regulator_envelope TO house_app;
GRANT INSERT, UPDATE (error, fetched, laid_down, next_try, receipt, tries) ON regulator_envelope TO house_worker;
GRANT SELECT ON regulator_envelopedfile TO house_app;
GRANT INSERT, UPDATE (answered, reason, verdict) ON regulator_envelopedfile TO house_worker;
GRANT SELECT ON regulator_regulatoranswer TO house_app;
GRANT INSERT ON regulator_regulatoranswer TO house_worker;
GRANT SELECT ON self_checks_systemchange TO house_app;
GRANT INSERT ON self_checks_systemchange TO house_web;
GRANT SELECT ON self_checks_systemchangestep TO house_app;
GRANT INSERT ON self_checks_systemchangestep TO house_web;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0001_initial'), ('audit', '0001_initial'), ('backoffice', '0001_initial'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0001_initial'), ('cashier', '0002_payments_by_instrument'), ('casino', '0002_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0002_questions_of_the_regulator'), ('floor', '0001_initial'), ('games', '0002_round_notes'), ('history', '0001_initial'), ('identity', '0003_accounts_and_sign_ins_by_key'), ('inbox', '0002_sealed_complaints'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0002_person_keys'), ('protection', '0003_questions_about_limits'), ('regulator', '0002_envelopes'), ('reports', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0002_changes_of_the_system'), ('wallet', '0001_initial')]
    operations = [ChangeLaws(OLD, NEW)]
