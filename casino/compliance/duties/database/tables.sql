-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON duties_calendarfeed TO house_app;
GRANT INSERT, UPDATE (revoked) ON duties_calendarfeed TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON duties_calendarfeed
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert revoked=null: may duties.view_filing, as person_id',
        'update revoked null>*: may duties.view_filing, as person_id'
    );

GRANT SELECT ON duties_componentspan TO house_app;
GRANT INSERT, UPDATE (until) ON duties_componentspan TO house_worker;
CREATE TRIGGER duties_componentspan_stays
    BEFORE DELETE OR TRUNCATE ON duties_componentspan
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON duties_filing TO house_app;
GRANT INSERT ON duties_filing TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON duties_filing
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may duties.add_filing, as person_id');
CREATE TRIGGER duties_filing_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON duties_filing
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON duties_occurrence TO house_app;
GRANT INSERT ON duties_occurrence TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON duties_occurrence
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may duties.add_occurrence, as person_id');
CREATE TRIGGER duties_occurrence_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON duties_occurrence
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON duties_occurrenceentry TO house_app;
GRANT INSERT ON duties_occurrenceentry TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON duties_occurrenceentry
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may duties.add_occurrence, as person_id');
CREATE TRIGGER duties_occurrenceentry_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON duties_occurrenceentry
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON duties_question TO house_app;
GRANT INSERT ON duties_question TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON duties_question
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may duties.add_question, as person_id');
CREATE TRIGGER duties_question_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON duties_question
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON duties_questionentry TO house_app;
GRANT INSERT ON duties_questionentry TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON duties_questionentry
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert kind=released: may duties.release_question, as person_id, confirmed',
        'insert kind=refused: may duties.release_question, as person_id, confirmed',
        'insert kind=run: may duties.add_question, as person_id, confirmed',
        'insert kind=answered: may duties.add_question, as person_id, confirmed'
    );
CREATE TRIGGER duties_questionentry_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON duties_questionentry
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
