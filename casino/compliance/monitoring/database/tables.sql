-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON monitoring_alert TO house_app;
GRANT INSERT ON monitoring_alert TO house_worker;
CREATE TRIGGER monitoring_alert_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON monitoring_alert
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON monitoring_case TO house_web, house_worker;
GRANT UPDATE (closed, outcome, person_id, reason) ON monitoring_case TO house_web;
GRANT INSERT ON monitoring_case TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON monitoring_case
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'update kind=care, closed null>*, outcome, person_id, reason: may monitoring.decide_care_case, as person_id, confirmed',
        'update kind=laundering, closed null>*, outcome, person_id, reason: may monitoring.decide_laundering_case, as person_id, confirmed',
        'update kind=bots, closed null>*, outcome, person_id, reason: may monitoring.decide_bots_case, as person_id, confirmed'
    );
CREATE TRIGGER monitoring_case_stays
    BEFORE DELETE OR UPDATE OF player_id, kind, alert_id, since, opened OR TRUNCATE ON monitoring_case
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON monitoring_playerstate TO house_worker;
GRANT INSERT, UPDATE (states, wake), DELETE ON monitoring_playerstate TO house_worker;

GRANT SELECT ON monitoring_rulereplay TO house_app;
GRANT INSERT, UPDATE (state) ON monitoring_rulereplay TO house_web;
GRANT UPDATE (alerts, begun, done, ended, evidence, flagged, players, state) ON monitoring_rulereplay TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON monitoring_rulereplay
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=waiting: may monitoring.add_ruleversion',
        'update state waiting>stopped: may monitoring.add_ruleversion | may monitoring.approve_ruleversion',
        'update state running>stopped: may monitoring.add_ruleversion | may monitoring.approve_ruleversion',
        'update state stopped>waiting: may monitoring.add_ruleversion | may monitoring.approve_ruleversion'
    );
CREATE TRIGGER monitoring_rulereplay_stays
    BEFORE DELETE OR UPDATE OF version_id OR TRUNCATE ON monitoring_rulereplay
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON monitoring_ruleversion TO house_app;
GRANT INSERT, UPDATE (answer, decided, decider_id, state) ON monitoring_ruleversion TO house_web;
GRANT INSERT, UPDATE (state) ON monitoring_ruleversion TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON monitoring_ruleversion
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed decider_id=null: may monitoring.add_ruleversion, as author_id, confirmed, if monitoring_is_next_version',
        'update state proposed>in-force, decider_id, decided: may monitoring.approve_ruleversion, as decider_id, not author_id, confirmed, if monitoring_replay_allows',
        'update state proposed>refused, decider_id, decided, answer: may monitoring.approve_ruleversion, as decider_id, not author_id, confirmed',
        'update state proposed>withdrawn, decided, answer: may monitoring.add_ruleversion, as author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON monitoring_ruleversion
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>in-force: decided decider_id',
        'person proposed>refused: answer decided decider_id',
        'person proposed>withdrawn: answer decided',
        'worker proposed>in-force: '
    );
CREATE TRIGGER monitoring_first_version
    BEFORE INSERT OR UPDATE ON monitoring_ruleversion
    FOR EACH ROW
    EXECUTE FUNCTION monitoring_first_version();
CREATE TRIGGER monitoring_ruleversion_stays
    BEFORE DELETE OR UPDATE OF name, number, kind, source, author_id, reason, at OR TRUNCATE ON monitoring_ruleversion
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON monitoring_shard TO house_app;
GRANT INSERT, UPDATE (until, versions) ON monitoring_shard TO house_worker;
