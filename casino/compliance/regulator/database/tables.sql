-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON regulator_regulatorfile TO house_app;
GRANT INSERT, UPDATE (delivered, digest, error, late, made, next_try, receipt, reconciled, rows, seal, size, state,
    totals, tries, validated) ON regulator_regulatorfile TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF requested_by_id ON regulator_regulatorfile
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('requested_by_id');
CREATE TRIGGER regulator_file_stays
    BEFORE DELETE OR TRUNCATE ON regulator_regulatorfile
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
