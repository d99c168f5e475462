-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON rtp_monitoring_alarm TO house_app;
GRANT INSERT ON rtp_monitoring_alarm TO house_worker;
CREATE TRIGGER rtp_monitoring_alarm_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rtp_monitoring_alarm
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rtp_monitoring_answer TO house_app;
GRANT INSERT ON rtp_monitoring_answer TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON rtp_monitoring_answer
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER rtp_monitoring_answer_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rtp_monitoring_answer
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rtp_monitoring_day TO house_app;
GRANT INSERT, UPDATE, DELETE ON rtp_monitoring_day TO house_worker;

GRANT SELECT, INSERT, UPDATE, DELETE ON rtp_monitoring_theory TO house_app;

GRANT SELECT ON rtp_monitoring_upto TO house_app;
GRANT INSERT, UPDATE, DELETE ON rtp_monitoring_upto TO house_worker;
