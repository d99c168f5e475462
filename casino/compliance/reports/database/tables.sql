-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON reports_closingsignature TO house_app;
GRANT INSERT ON reports_closingsignature TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON reports_closingsignature
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may reports.add_closingsignature, as person_id, confirmed');
CREATE TRIGGER reports_closingsignature_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON reports_closingsignature
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON reports_issue TO house_app;
GRANT INSERT ON reports_issue TO house_web, house_worker;
-- The worker issues those of the month that nobody has issued.
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON reports_issue
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may reports.add_issue, as by_id');
CREATE TRIGGER reports_issue_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON reports_issue
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON reports_metered TO house_app;
GRANT INSERT, DELETE ON reports_metered TO house_worker;

GRANT SELECT ON reports_moved TO house_app;
GRANT INSERT, DELETE ON reports_moved TO house_worker;

GRANT SELECT ON reports_played TO house_app;
GRANT INSERT, DELETE ON reports_played TO house_worker;

GRANT SELECT ON reports_upto TO house_app;
GRANT INSERT, DELETE ON reports_upto TO house_worker;
