-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON rtp_monitoring_alarm TO house_app;
GRANT INSERT ON rtp_monitoring_alarm TO house_worker;
CREATE TRIGGER rtp_monitoring_alarm_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rtp_monitoring_alarm
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rtp_monitoring_answer TO house_app;
GRANT INSERT ON rtp_monitoring_answer TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON rtp_monitoring_answer
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may rtp_monitoring.add_answer, as person_id');
CREATE TRIGGER rtp_monitoring_answer_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rtp_monitoring_answer
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rtp_monitoring_day TO house_app;
GRANT INSERT, DELETE ON rtp_monitoring_day TO house_worker;

GRANT SELECT ON rtp_monitoring_theory TO house_app;
GRANT INSERT ON rtp_monitoring_theory TO house_worker;

GRANT SELECT ON rtp_monitoring_upto TO house_app;
GRANT INSERT, UPDATE (reached), DELETE ON rtp_monitoring_upto TO house_worker;
