"""What the database allows and refuses since the set of laws before: see the files in `*/database`."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
CREATE FUNCTION cashier_goes_back(payment uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT p.direction = 'withdrawal' AND p.instrument <> '' AND COALESCE((
        SELECT sum(d.cents) FROM cashier_payment AS d
        WHERE d.player_id = p.player_id AND d.direction = 'deposit' AND d.status = 'paid'
            AND d.instrument = p.instrument AND d.token = p.token
            AND CASE p.method
                WHEN 'card' THEN d.method = 'card' AND d.token <> ''
                WHEN 'sepa-instant' THEN d.method = 'transfer' AND d.payer <> '' AND d.instrument = p.iban
                ELSE false
            END
            AND NOT EXISTS (SELECT FROM cashier_notification AS n WHERE n.payment = d.id AND n.outcome = 'chargeback')
    ), 0) >= (
        SELECT sum(w.cents) FROM cashier_payment AS w
        WHERE w.player_id = p.player_id AND w.direction = 'withdrawal' AND w.instrument = p.instrument AND w.token = p.token
            AND w.status IN ('held', 'released', 'sent', 'paid')
    )
    FROM cashier_payment AS p WHERE p.id = payment
$$;
CREATE FUNCTION cashier_may_be_sent(payment uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT cashier_on_its_way(payment) AND (cashier_goes_back(payment) OR EXISTS (
        SELECT FROM cashier_payment AS p JOIN identity_paymentaccount AS a
            ON a.player_id = p.player_id AND a.until IS NULL AND a.iban = p.iban AND a.holder = p.holder
            AND (a.usable IS NULL OR a.usable <= clock_timestamp()) AND cashier_owner_allows(a.id)
        WHERE p.id = payment AND p.instrument = ''
    )) AND (cashier_is_released(payment) OR EXISTS (
        SELECT FROM cashier_payment AS p
        WHERE p.id = payment AND cashier_requested(p.id) < cashier_ceiling_now('review', p.method, NULL)
    ))
$$;
CREATE FUNCTION cashier_owner_allows(account bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT a.owner = 'match' OR a.owner IN ('close-match', 'unavailable') AND EXISTS (
        SELECT FROM cashier_decision AS d JOIN cashier_payment AS p ON p.id = d.payment_id
        WHERE p.player_id = a.player_id AND p.direction = 'withdrawal' AND p.iban = a.iban AND p.holder = a.holder
            AND p.made >= a.since AND d.verb = 'release' AND d.at >= a.owner_answered
    )
    FROM identity_paymentaccount AS a WHERE a.id = account
$$;
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
CREATE FUNCTION payment_account_is_told() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO inbox_message (player_id, kind, details, mail, tries)
    VALUES (
        NEW.player_id, 'payment-account-changed',
        jsonb_build_object('ending', right(NEW.iban, 4), 'usable', NEW.usable), 'waiting', 0
    );
    RETURN NULL;
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
CREATE FUNCTION successor_is_on_duty(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_shift
        WHERE person_id = (later ->> 'successor_id')::bigint AND ended IS NULL AND person_id <> (later ->> 'person_id')::bigint
    )
$$;
CREATE FUNCTION work_is_assigned(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT works_on_item(earlier, later) AND EXISTS (
        SELECT FROM backoffice_shift WHERE person_id = (later ->> 'person_id')::bigint AND ended IS NULL
    ) AND staff_may((later ->> 'person_id')::bigint, work_permission(later ->> 'source'))
$$;
CREATE FUNCTION work_is_handed_over(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_workclaim
        WHERE source = later ->> 'source' AND key = later ->> 'key' AND person_id = identity_proven_person()
            AND ended >= transaction_timestamp()
    ) AND EXISTS (
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
        ('resemblance', 'returning.decide_resemblance'),
        ('rule-version', 'monitoring.approve_ruleversion'), ('screening-match', 'screening.decide_match'),
        ('self-check', 'self_checks.add_proof'), ('staff-change', 'backoffice.approve_staffchange'),
        ('system-change', 'self_checks.approve_systemchange'),
        ('table-change', 'games.change_table'), ('withdrawal', 'cashier.release_payment')
    ) AS asked (code, permission) WHERE code = queue
$$;
CREATE TRIGGER administration_playernote_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON administration_playernote FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON backoffice_shift FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert ended=null successor_id=null: staff, as person_id', 'update ended null>*, items, note: staff, as person_id', 'update ended null>*, successor_id null>*: staff, as person_id, if successor_is_on_duty');
CREATE TRIGGER care_contact_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON care_contact FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER cashier_payment_stays BEFORE DELETE OR UPDATE OF id, player_id, direction, cents, cause, made, method, expires, iban, holder, held OR TRUNCATE ON cashier_payment FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_identity FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, birth_month, changed, corrected, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, postal_area, postcode, profession, sealed, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_paymentaccount FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert until=null owner="" owner_name="" owner_answered=null: player, confirmed | new player', 'update until null>*: player, confirmed');
CREATE TRIGGER identity_paymentaccount_search_marks AFTER UPDATE OF iban ON identity_paymentaccount FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
CREATE TRIGGER identity_paymentaccount_stays BEFORE DELETE OR UPDATE OF id, player_id, iban, holder, since OR TRUNCATE ON identity_paymentaccount FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER inbox_message_keeps_its_words BEFORE UPDATE OF player_id, kind, details, at ON inbox_message FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_absenceafterhand_stays BEFORE DELETE OR UPDATE OF player_id, kind, requested_at OR TRUNCATE ON protection_absenceafterhand FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_exclusion_stays BEFORE DELETE OR UPDATE OF player_id, source, reference, starts, requested_until OR TRUNCATE ON protection_exclusion FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT SELECT ON backoffice_shift TO house_app;
GRANT INSERT, UPDATE (ended, items, note, successor_id) ON backoffice_shift TO house_web;
GRANT SELECT ON cashier_payment TO house_app;
GRANT INSERT, UPDATE (changed, instructions, next_query, promised, reason, reference, status, url) ON cashier_payment TO house_web;
GRANT INSERT, UPDATE (after, before, changed, credited, instructions, instrument, next_query, payer, promised, reason, reference, status, token, url) ON cashier_payment TO house_worker;
GRANT SELECT, INSERT, UPDATE (address, attempts, birth, birth_month, by_id, changed, corrected, country, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, postal_area, postcode, profession, reason, sealed, state, town, verified) ON identity_identity TO house_web;
GRANT SELECT, UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
GRANT SELECT, INSERT, UPDATE (until) ON identity_paymentaccount TO house_web;
GRANT SELECT, UPDATE (owner, owner_answered, owner_due, owner_name) ON identity_paymentaccount TO house_worker;
"""
NEW = r"""
CREATE FUNCTION cashier_forget(who bigint) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
    UPDATE cashier_payment SET instrument = '', token = '', payer = '', payer_digest = NULL, sealed = NULL, iban = '', holder = ''
    WHERE player_id = who
$$;
CREATE FUNCTION cashier_goes_back(payment uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT p.direction = 'withdrawal' AND p.instrument <> '' AND COALESCE((
        SELECT sum(d.cents) FROM cashier_payment AS d
        WHERE d.player_id = p.player_id AND d.direction = 'deposit' AND d.status = 'paid'
            AND d.instrument = p.instrument AND d.token = p.token
            AND CASE p.method
                WHEN 'card' THEN d.method = 'card' AND d.token <> ''
                WHEN 'sepa-instant' THEN d.method = 'transfer' AND d.payer <> '' AND (p.account_id IS NOT NULL OR d.instrument = p.iban)
                ELSE false
            END
            AND NOT EXISTS (SELECT FROM cashier_notification AS n WHERE n.payment = d.id AND n.outcome = 'chargeback')
    ), 0) >= (
        SELECT sum(w.cents) FROM cashier_payment AS w
        WHERE w.player_id = p.player_id AND w.direction = 'withdrawal' AND w.instrument = p.instrument AND w.token = p.token
            AND w.status IN ('held', 'released', 'sent', 'paid')
    )
    FROM cashier_payment AS p WHERE p.id = payment
$$;
CREATE FUNCTION cashier_goes_to(p cashier_payment, a identity_paymentaccount) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT p.direction = 'withdrawal' AND p.instrument = '' AND p.player_id = a.player_id AND (
        p.account_id = a.id OR p.account_id IS NULL AND a.sealed IS NULL AND p.iban = a.iban AND p.holder = a.holder
    )
$$;
CREATE FUNCTION cashier_may_be_sent(payment uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT cashier_on_its_way(payment) AND (cashier_goes_back(payment) OR EXISTS (
        SELECT FROM cashier_payment AS p JOIN identity_paymentaccount AS a
            ON a.player_id = p.player_id AND a.until IS NULL AND cashier_goes_to(p, a)
            AND (a.usable IS NULL OR a.usable <= clock_timestamp()) AND cashier_owner_allows(a.id)
        WHERE p.id = payment
    )) AND (cashier_is_released(payment) OR EXISTS (
        SELECT FROM cashier_payment AS p
        WHERE p.id = payment AND cashier_requested(p.id) < cashier_ceiling_now('review', p.method, NULL)
    ))
$$;
CREATE FUNCTION cashier_owner_allows(account bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT a.owner = 'match' OR a.owner IN ('close-match', 'unavailable') AND EXISTS (
        SELECT FROM cashier_decision AS d JOIN cashier_payment AS p ON p.id = d.payment_id
        WHERE cashier_goes_to(p, a) AND p.made >= a.since AND d.verb = 'release' AND d.at >= a.owner_answered
    )
    FROM identity_paymentaccount AS a WHERE a.id = account
$$;
CREATE FUNCTION end_keeping(who bigint, what text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
CREATE FUNCTION erasure_waits_for_legal_holds() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF is_under_legal_hold(NEW.player_id) THEN
        RAISE EXCEPTION 'the data of account % have to be kept', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION handover_is_for_reader(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT earlier ->> 'ended' IS NOT NULL AND later ->> 'read_by_id' <> later ->> 'person_id' AND CASE
        WHEN later ->> 'successor_id' IS NOT NULL THEN later ->> 'successor_id' = later ->> 'read_by_id'
        ELSE EXISTS (
            SELECT FROM players_person_groups AS own JOIN players_person_groups AS same USING (group_id)
            WHERE own.person_id = (later ->> 'person_id')::bigint AND same.person_id = (later ->> 'read_by_id')::bigint
        )
    END
$$;
CREATE FUNCTION identity_erase(who bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE human bigint;
BEGIN
    SELECT p.person_id INTO human FROM players_player AS p JOIN identity_erasure AS e ON e.player_id = p.id
    WHERE p.id = who AND p.status = 'closed' AND e.status = 'approved' AND e.requested_by_id <> e.decided_by_id
      AND NOT is_under_legal_hold(p.id)
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
        postcode = '–', town = '–', telephone = '–', district = '', country = 'XX', document_country = 'XX', document_number = 'ERASED' || who,
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '', sealed = NULL, papers = NULL,
        nif_digest = NULL, document_digest = NULL, name_digests = NULL, birth_month = NULL, postal_area = NULL WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–', owner_name = '', sealed = NULL,
        owner_sealed = NULL, iban_digest = NULL, ending = NULL WHERE player_id = who;
    PERFORM cashier_forget(who);
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
CREATE FUNCTION is_on_duty(person bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_shift AS s JOIN players_person AS p ON p.id = s.person_id
        WHERE s.person_id = person AND s.ended IS NULL AND p.is_active AND p.is_staff
    )
$$;
CREATE FUNCTION is_under_legal_hold(who bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_legalhold AS h WHERE h.player_id = who AND h.state = 'in-force' AND h.lifts_id IS NULL
          AND NOT EXISTS (SELECT FROM identity_legalhold AS l WHERE l.lifts_id = h.id AND l.state = 'in-force')
    )
$$;
CREATE FUNCTION legal_hold_lifts_its_own() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM identity_legalhold AS h
        WHERE h.id = NEW.lifts_id AND h.player_id = NEW.player_id AND h.lifts_id IS NULL AND h.state = 'in-force'
    ) THEN
        RAISE EXCEPTION 'no legal hold in force to lift' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION mention_is_of_colleague(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_worknote
        WHERE id = (later ->> 'note_id')::bigint AND person_id = identity_proven_person()
            AND person_id <> (later ->> 'person_id')::bigint
            AND staff_may((later ->> 'person_id')::bigint, work_permission(source))
    )
$$;
CREATE FUNCTION payment_account_is_told() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO inbox_message (player_id, kind, details, mail, tries)
    VALUES (
        NEW.player_id, 'payment-account-changed',
        jsonb_build_object('ending', coalesce(NEW.ending, right(NEW.iban, 4)), 'usable', NEW.usable), 'waiting', 0
    );
    RETURN NULL;
END $$;
CREATE FUNCTION players_funds_total_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.entry IS NOT NULL OR to_jsonb(NEW) - 'entry' <> to_jsonb(OLD) - 'entry' THEN
        RAISE EXCEPTION 'a total of players'' money stays as it was published' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION role_is_held(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person_groups AS g JOIN players_person AS p ON p.id = g.person_id
        WHERE g.person_id = (later ->> 'person_id')::bigint AND g.group_id = (later ->> 'role_id')::bigint AND p.is_active AND p.is_staff
    )
$$;
CREATE FUNCTION search_marks_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    -- The number of an account changes only when it is sealed, which keeps its mark, or taken away.
    ELSIF NEW.sealed IS NULL THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION successor_is_on_duty(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'successor_id' <> later ->> 'person_id' AND is_on_duty((later ->> 'successor_id')::bigint)
$$;
CREATE FUNCTION work_is_assigned(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT works_on_item(earlier, later) AND is_on_duty((later ->> 'person_id')::bigint)
        AND staff_may((later ->> 'person_id')::bigint, work_permission(later ->> 'source'))
$$;
CREATE FUNCTION work_is_handed_over(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_workclaim
        WHERE source = later ->> 'source' AND key = later ->> 'key' AND person_id = identity_proven_person()
            AND ended >= transaction_timestamp()
    ) AND is_on_duty((later ->> 'person_id')::bigint) AND staff_may((later ->> 'person_id')::bigint, work_permission(later ->> 'source'))
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
CREATE TRIGGER administration_playernote_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON administration_playernote FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON backoffice_homelayout FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert: staff, as person_id', 'update at, tiles: staff, as person_id', 'delete: staff, as person_id');
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON backoffice_plannedshift FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert withdrawn=null withdrawn_by_id=null: may backoffice.add_plannedshift, as drawn_by_id, if role_is_held', 'update withdrawn null>*, withdrawn_by_id null>*: may backoffice.add_plannedshift, as withdrawn_by_id');
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON backoffice_shift FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert ended=null successor_id=null read_by_id=null: staff, as person_id', 'update ended null>*, items, note, open_work: staff, as person_id', 'update ended null>*, successor_id null>*: staff, as person_id, if successor_is_on_duty', 'update read_by_id null>*, read null>*: staff, as read_by_id, if handover_is_for_reader');
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON backoffice_workmention FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert seen=null: staff, if mention_is_of_colleague', 'update seen null>*: staff, as person_id');
CREATE TRIGGER care_contact_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON care_contact FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER cashier_payment_stays BEFORE DELETE OR UPDATE OF id, player_id, direction, cents, cause, made, method, expires, account_id, iban, holder, held OR TRUNCATE ON cashier_payment FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER erasure_waits_for_legal_holds BEFORE UPDATE OF status ON identity_erasure FOR EACH ROW WHEN (new.status = 'approved' OR new.status = 'done') EXECUTE FUNCTION erasure_waits_for_legal_holds();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_identity FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, birth_month, changed, corrected, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, district, postal_area, postcode, profession, sealed, telephone, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_legalhold FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert state=proposed decider_id=null decided=null: may identity.add_legalhold, as author_id, confirmed', 'update state proposed>in-force, decided, decider_id: may identity.approve_legalhold, as decider_id, not author_id, confirmed', 'update state proposed>refused, answer, decided, decider_id: may identity.approve_legalhold, as decider_id, not author_id, confirmed', 'update state proposed>withdrawn, answer, decided: may identity.add_legalhold, as author_id, confirmed');
CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON identity_legalhold FOR EACH ROW EXECUTE FUNCTION decision_takes_its_steps('state', 'person proposed>in-force: decided decider_id', 'person proposed>refused: answer decided decider_id', 'person proposed>withdrawn: answer decided');
CREATE TRIGGER identity_legalhold_stays BEFORE DELETE OR UPDATE OF player_id, lifts_id, authority, reference, ordered, author_id, reason, at OR TRUNCATE ON identity_legalhold FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER legal_hold_lifts_its_own BEFORE INSERT ON identity_legalhold FOR EACH ROW WHEN (new.lifts_id IS NOT NULL) EXECUTE FUNCTION legal_hold_lifts_its_own();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON identity_paymentaccount FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert until=null owner="" owner_name="" owner_answered=null owner_sealed=null: player, confirmed | new player', 'update until null>*: player, confirmed');
CREATE TRIGGER identity_paymentaccount_search_marks AFTER UPDATE OF iban, sealed ON identity_paymentaccount FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
CREATE TRIGGER identity_paymentaccount_stays BEFORE DELETE OR UPDATE OF id, player_id, iban, holder, since, sealed, iban_digest, ending OR TRUNCATE ON identity_paymentaccount FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER inbox_message_keeps_its_words BEFORE UPDATE OF player_id, kind, details, at ON inbox_message FOR EACH STATEMENT EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER players_funds_total_is_kept BEFORE DELETE OR TRUNCATE ON players_funds_daytotal FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER players_funds_total_stays BEFORE UPDATE ON players_funds_daytotal FOR EACH ROW EXECUTE FUNCTION players_funds_total_stays();
CREATE TRIGGER players_funds_tree_stays BEFORE UPDATE OR TRUNCATE ON players_funds_daytree FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER players_funds_leaves_stay BEFORE UPDATE OR TRUNCATE ON players_funds_leaftile FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER players_funds_places_stay BEFORE UPDATE OR TRUNCATE ON players_funds_placetile FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_absenceafterhand_stays BEFORE DELETE OR UPDATE OF player_id, kind, requested_at, reason, occupation OR TRUNCATE ON protection_absenceafterhand FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_exclusion_stays BEFORE DELETE OR UPDATE OF player_id, source, reference, starts, requested_until, reason, occupation OR TRUNCATE ON protection_exclusion FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT EXECUTE ON FUNCTION cashier_goes_to TO house_app;
GRANT EXECUTE ON FUNCTION handover_is_for_reader TO house_app;
GRANT EXECUTE ON FUNCTION is_on_duty TO house_app;
GRANT EXECUTE ON FUNCTION is_under_legal_hold TO house_web, house_worker;
GRANT EXECUTE ON FUNCTION mention_is_of_colleague TO house_app;
GRANT EXECUTE ON FUNCTION role_is_held TO house_app;
GRANT SELECT ON backoffice_homelayout TO house_app;
GRANT INSERT, UPDATE (at, tiles), DELETE ON backoffice_homelayout TO house_web;
GRANT SELECT ON backoffice_plannedshift TO house_app;
GRANT INSERT, UPDATE (withdrawn, withdrawn_by_id) ON backoffice_plannedshift TO house_web;
GRANT SELECT ON backoffice_shift TO house_app;
GRANT INSERT, UPDATE (ended, items, note, open_work, read, read_by_id, successor_id) ON backoffice_shift TO house_web;
GRANT SELECT ON backoffice_workmention TO house_app;
GRANT INSERT, UPDATE (seen) ON backoffice_workmention TO house_web;
GRANT SELECT ON cashier_payment TO house_app;
GRANT INSERT, UPDATE (changed, instructions, next_query, promised, reason, reference, status, url) ON cashier_payment TO house_web;
GRANT INSERT, UPDATE (after, before, changed, credited, instructions, instrument, next_query, payer, payer_digest, promised, reason, reference, sealed, status, token, url) ON cashier_payment TO house_worker;
GRANT SELECT, INSERT, UPDATE (address, attempts, birth, birth_month, by_id, changed, corrected, country, district, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, postal_area, postcode, profession, reason, sealed, state, telephone, town, verified) ON identity_identity TO house_web;
GRANT SELECT, UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
GRANT SELECT, INSERT, UPDATE (answer, decided, decider_id, state) ON identity_legalhold TO house_web;
GRANT SELECT ON identity_legalhold TO house_worker;
GRANT SELECT, INSERT, UPDATE (until) ON identity_paymentaccount TO house_web;
GRANT SELECT, UPDATE (owner, owner_answered, owner_due, owner_name, owner_sealed) ON identity_paymentaccount TO house_worker;
GRANT SELECT ON players_funds_daytotal TO house_app;
GRANT INSERT, UPDATE (entry) ON players_funds_daytotal TO house_worker;
GRANT SELECT ON players_funds_daytree TO house_web;
GRANT SELECT, INSERT, DELETE ON players_funds_daytree TO house_worker;
GRANT SELECT ON players_funds_leaftile TO house_web;
GRANT SELECT, INSERT, DELETE ON players_funds_leaftile TO house_worker;
GRANT SELECT ON players_funds_placetile TO house_web;
GRANT SELECT, INSERT, DELETE ON players_funds_placetile TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0002_sealed_notes'), ('audit', '0001_initial'), ('backoffice', '0005_mentions'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0002_sealed_contacts'), ('cashier', '0002_account_of_withdrawals'), ('casino', '0003_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0003_severe_weaknesses_validated'), ('floor', '0002_values_of_bulk_changes'), ('games', '0002_sealed_notes'), ('history', '0001_initial'), ('identity', '0009_legal_holds'), ('inbox', '0002_start_of_notices'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0001_initial'), ('players_funds', '0001_initial'), ('protection', '0003_what_is_said_of_exclusions'), ('public_log', '0001_initial'), ('regulator', '0002_data_behind_alerts'), ('reports', '0001_initial'), ('returning', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0002_hardware'), ('wallet', '0001_initial')]
    operations = [ChangeLaws(OLD, NEW)]
