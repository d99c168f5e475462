"""Laws."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
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
"""
NEW = r"""
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
CREATE TRIGGER returning_waits_for_a_person BEFORE UPDATE OF state ON identity_identity FOR EACH ROW WHEN (old.state <> 'verified' AND new.state = 'verified') EXECUTE FUNCTION returning_waits_for_a_person();
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON returning_resemblance FOR EACH ROW EXECUTE FUNCTION allowed_to_write('update state open>same, answer, decided, decider_id: may returning.decide_resemblance, as decider_id, not author_id, confirmed', 'update state open>another, answer, decided, decider_id: may returning.decide_resemblance, as decider_id, not author_id, confirmed');
CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON returning_resemblance FOR EACH ROW EXECUTE FUNCTION decision_takes_its_steps('state', 'person open>same: answer decided decider_id', 'person open>another: answer decided decider_id', 'worker open>gone: ', 'worker same>same: applied', 'worker another>another: applied', 'worker gone>gone: applied');
CREATE TRIGGER returning_resemblance_stays BEFORE UPDATE OF player_id, blocked_id, cause, player_digest, blocked_digest, likeness, sealed, made, author_id OR TRUNCATE ON returning_resemblance FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT SELECT, INSERT, UPDATE (cause, digest), DELETE ON returning_blockedperson TO house_worker;
GRANT SELECT, UPDATE (answer, decided, decider_id, state) ON returning_resemblance TO house_web;
GRANT SELECT, INSERT, UPDATE (applied, state) ON returning_resemblance TO house_worker;
GRANT SELECT, INSERT, DELETE ON returning_trait TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0001_initial'), ('audit', '0001_initial'), ('backoffice', '0001_initial'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0001_initial'), ('cashier', '0001_initial'), ('casino', '0002_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0001_initial'), ('floor', '0001_initial'), ('games', '0001_initial'), ('history', '0001_initial'), ('identity', '0001_initial'), ('inbox', '0001_initial'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0001_initial'), ('protection', '0002_national_push'), ('regulator', '0001_initial'), ('reports', '0001_initial'), ('returning', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0001_initial'), ('wallet', '0001_initial')]
    operations = [ChangeLaws(OLD, NEW)]
