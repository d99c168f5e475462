-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON rulebook_impact TO house_app;
GRANT INSERT, UPDATE (data, doing, percent, state, touched) ON rulebook_impact TO house_web, house_worker;
CREATE TRIGGER rulebook_impact_stays
    BEFORE DELETE OR TRUNCATE ON rulebook_impact
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT, INSERT ON rulebook_keptedges TO house_app;
-- What was counted for people who sign stays as it was counted.
CREATE TRIGGER rulebook_keptedges_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rulebook_keptedges
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rulebook_rulechange TO house_app;
GRANT INSERT, UPDATE (base_id, category, content_id, generator, other_parts, reason, reinstated_id, risk, title) ON
    rulebook_rulechange TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF author_id ON rulebook_rulechange
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('author_id');
CREATE TRIGGER rulebook_rulechange_stays
    BEFORE DELETE OR TRUNCATE ON rulebook_rulechange
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rulebook_rulecontent TO house_app;
GRANT INSERT ON rulebook_rulecontent TO house_web, house_worker;
CREATE TRIGGER rulebook_rulecontent_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rulebook_rulecontent
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
ALTER TABLE rulebook_rulecontent ADD CONSTRAINT a_content_is_its_digest CHECK (digest = encode(sha256(convert_to(data, 'UTF8'::name)), 'hex'));

GRANT SELECT ON rulebook_ruledocument TO house_app;
GRANT INSERT ON rulebook_ruledocument TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON rulebook_ruledocument
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER rulebook_ruledocument_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rulebook_ruledocument
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
ALTER TABLE rulebook_ruledocument ADD CONSTRAINT a_document_is_its_digest CHECK (digest = encode(sha256(data), 'hex'));

GRANT SELECT ON rulebook_rulestep TO house_app;
GRANT INSERT ON rulebook_rulestep TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON rulebook_rulestep
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER rulebook_rulestep_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rulebook_rulestep
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
