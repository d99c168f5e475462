-- Who may write which table, and what stays as it was written. Everything not listed here is refused. Neither the croupier nor
-- compliance reads any of them: nobody may learn whom the house suspects (Lei 83/2017, article 54).

GRANT SELECT ON laundering_access TO house_web, house_worker;
GRANT INSERT ON laundering_access TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON laundering_access
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may laundering.view_file, as person_id');
CREATE TRIGGER laundering_access_stays
    BEFORE UPDATE OR TRUNCATE ON laundering_access
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON laundering_measure TO house_web, house_worker;
GRANT INSERT, UPDATE (answer, documents, ended, ender_id, funds, outcome) ON laundering_measure TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON laundering_measure
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert ended=null ender_id=null: may laundering.act_file, as author_id, confirmed',
        'update ended null>*, ender_id, outcome, documents, funds, answer: may laundering.act_file, as ender_id, confirmed'
    );
CREATE TRIGGER laundering_measure_stays
    BEFORE UPDATE OF player_id, kind, level, text, reference, due, author_id, at OR TRUNCATE ON laundering_measure
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON laundering_report TO house_web, house_worker;
GRANT INSERT, UPDATE (communicated, communicator_id, dciap, uif) ON laundering_report TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON laundering_report
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert communicated=null communicator_id=null: may laundering.act_file, as author_id, confirmed',
        'update communicated null>*, communicator_id, dciap, uif: may laundering.act_file, as communicator_id, confirmed'
    );
CREATE TRIGGER laundering_report_stays
    BEFORE UPDATE OF player_id, since, until, activity, procedures, operations, factors, document, author_id, at OR TRUNCATE ON laundering_report
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
