-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON returns_alarm TO house_app;
GRANT INSERT ON returns_alarm TO house_worker;
CREATE TRIGGER returns_alarm_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON returns_alarm
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON returns_answer TO house_app;
GRANT INSERT ON returns_answer TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON returns_answer
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER returns_answer_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON returns_answer
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON returns_day TO house_app;
GRANT INSERT, UPDATE, DELETE ON returns_day TO house_worker;

GRANT SELECT, INSERT, UPDATE, DELETE ON returns_theory TO house_app;

GRANT SELECT ON returns_upto TO house_app;
GRANT INSERT, UPDATE, DELETE ON returns_upto TO house_worker;
