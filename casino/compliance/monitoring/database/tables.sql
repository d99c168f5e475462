-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON monitoring_alert TO house_app;
GRANT INSERT ON monitoring_alert TO house_worker;
CREATE TRIGGER monitoring_alert_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON monitoring_alert
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON monitoring_playerstate TO house_worker;
GRANT INSERT, UPDATE (states, wake), DELETE ON monitoring_playerstate TO house_worker;

GRANT SELECT ON monitoring_ruleversion TO house_app;
GRANT INSERT ON monitoring_ruleversion TO house_worker;
CREATE TRIGGER monitoring_first_version
    BEFORE INSERT ON monitoring_ruleversion
    FOR EACH ROW
    EXECUTE FUNCTION monitoring_first_version();
CREATE TRIGGER monitoring_ruleversion_stays
    BEFORE DELETE OR UPDATE OF name, number, kind, source, at OR TRUNCATE ON monitoring_ruleversion
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON monitoring_shard TO house_app;
GRANT INSERT, UPDATE (until, versions) ON monitoring_shard TO house_worker;
