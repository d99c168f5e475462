-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON reports_closingsignature TO house_app;
GRANT INSERT ON reports_closingsignature TO house_web;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON reports_closingsignature
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER reports_closingsignature_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON reports_closingsignature
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON reports_issue TO house_app;
GRANT INSERT ON reports_issue TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF by_id ON reports_issue
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('by_id');
CREATE TRIGGER reports_issue_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON reports_issue
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON reports_metered TO house_app;
GRANT INSERT, UPDATE, DELETE ON reports_metered TO house_worker;

GRANT SELECT ON reports_moved TO house_app;
GRANT INSERT, UPDATE, DELETE ON reports_moved TO house_worker;

GRANT SELECT ON reports_played TO house_app;
GRANT INSERT, UPDATE, DELETE ON reports_played TO house_worker;

GRANT SELECT ON reports_reportmail TO house_app;
GRANT INSERT ON reports_reportmail TO house_web;
GRANT INSERT, UPDATE (ended, next_try, outcome, tries, trouble) ON reports_reportmail TO house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF by_id ON reports_reportmail
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('by_id');

GRANT SELECT ON reports_reportschedule TO house_app;
GRANT INSERT, UPDATE (ended, ended_by_id) ON reports_reportschedule TO house_web;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF by_id, ended_by_id ON reports_reportschedule
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('by_id', 'ended_by_id');

GRANT SELECT ON reports_upto TO house_app;
GRANT INSERT, UPDATE, DELETE ON reports_upto TO house_worker;
