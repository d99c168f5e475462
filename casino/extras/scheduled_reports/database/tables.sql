-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON reports_reportmail TO house_app;
GRANT INSERT ON reports_reportmail TO house_web;
GRANT INSERT, UPDATE (ended, next_try, outcome, tries, trouble) ON reports_reportmail TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON reports_reportmail
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert schedule_id=null outcome=waiting tries=0: may reports.add_issue, as by_id, confirmed, if month_is_signed'
    );

GRANT SELECT ON reports_reportschedule TO house_app;
GRANT INSERT, UPDATE (ended, ended_by_id) ON reports_reportschedule TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON reports_reportschedule
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert ended=null ended_by_id=null: may reports.add_reportschedule, as by_id',
        'update ended null>*, ended_by_id: may reports.add_reportschedule, as ended_by_id'
    );
