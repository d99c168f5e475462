-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON regulator_alertfile TO house_app;
GRANT INSERT ON regulator_alertfile TO house_worker;
CREATE TRIGGER regulator_alertfile_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON regulator_alertfile
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON regulator_envelope TO house_app;
GRANT INSERT, UPDATE (error, fetched, laid_down, next_try, receipt, tries) ON regulator_envelope TO house_worker;
CREATE TRIGGER regulator_envelope_stays
    BEFORE DELETE OR TRUNCATE ON regulator_envelope
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON regulator_envelopedfile TO house_app;
GRANT INSERT, UPDATE (answered, reason, verdict) ON regulator_envelopedfile TO house_worker;
CREATE TRIGGER regulator_envelopedfile_stays
    BEFORE DELETE OR TRUNCATE ON regulator_envelopedfile
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON regulator_regulatoranswer TO house_app;
GRANT INSERT ON regulator_regulatoranswer TO house_worker;
CREATE TRIGGER regulator_regulatoranswer_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON regulator_regulatoranswer
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON regulator_regulatorfile TO house_app;
GRANT INSERT ON regulator_regulatorfile TO house_web;
GRANT INSERT, UPDATE (delivered, digest, error, late, made, next_try, receipt, reconciled, rows, seal, size, state, totals, tries,
    validated) ON regulator_regulatorfile TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON regulator_regulatorfile
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert state=due: may regulator.reprocess_regulatorfile, as requested_by_id');
CREATE TRIGGER regulator_file_stays
    BEFORE DELETE OR TRUNCATE ON regulator_regulatorfile
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON regulator_reportedalert TO house_app;
GRANT INSERT ON regulator_reportedalert TO house_worker;
CREATE TRIGGER regulator_reportedalert_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON regulator_reportedalert
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
