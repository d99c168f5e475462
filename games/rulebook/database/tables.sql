-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON rulebook_impact TO house_app;
GRANT INSERT, UPDATE (doing, percent, state, touched) ON rulebook_impact TO house_web;
GRANT INSERT, UPDATE (data, doing, percent, state, touched) ON rulebook_impact TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON rulebook_impact
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=waiting percent=0 doing="" data="": may rulebook.view_rulechange',
        'update percent=0 doing="", state stopped>waiting, percent, doing, touched: may rulebook.view_rulechange',
        'update percent=0 doing="", state failed>waiting, percent, doing, touched: may rulebook.view_rulechange',
        'update state waiting>stopped, touched: may rulebook.view_rulechange',
        'update state counting>stopped, touched: may rulebook.view_rulechange'
    );
CREATE TRIGGER rulebook_impact_stays
    BEFORE DELETE OR TRUNCATE ON rulebook_impact
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rulebook_keptedges TO house_app;
GRANT INSERT ON rulebook_keptedges TO house_worker;
-- What was counted for people who sign stays as it was counted.
CREATE TRIGGER rulebook_keptedges_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rulebook_keptedges
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rulebook_rulechange TO house_app;
GRANT INSERT, UPDATE (base_id, category, content_id, generator, other_parts, reason, risk, title) ON rulebook_rulechange TO house_web;
-- To lock the row: the standing of a request follows from its steps.
GRANT UPDATE (state) ON rulebook_rulechange TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON rulebook_rulechange
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=draft: may rulebook.add_rulechange, as author_id',
        'update state=draft, base_id, category, content_id, generator, other_parts, reason, risk, title: may rulebook.add_rulechange, as author_id',
        'update state=returned, base_id, category, content_id, generator, other_parts, reason, risk, title: may rulebook.add_rulechange, as author_id'
    );
CREATE TRIGGER rulebook_rulechange_stays
    BEFORE DELETE OR TRUNCATE ON rulebook_rulechange
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON rulebook_rulecontent TO house_app;
GRANT INSERT ON rulebook_rulecontent TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON rulebook_rulecontent
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may rulebook.add_rulechange');
CREATE TRIGGER rulebook_rulecontent_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rulebook_rulecontent
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
ALTER TABLE rulebook_rulecontent ADD CONSTRAINT a_content_is_its_digest CHECK (digest = encode(sha256(convert_to(data, 'UTF8'::name)), 'hex'));

GRANT SELECT ON rulebook_ruledocument TO house_app;
GRANT INSERT ON rulebook_ruledocument TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON rulebook_ruledocument
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may rulebook.authorise_rulechange, as person_id');
CREATE TRIGGER rulebook_ruledocument_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rulebook_ruledocument
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
ALTER TABLE rulebook_ruledocument ADD CONSTRAINT a_document_is_its_digest CHECK (digest = encode(sha256(data), 'hex'));

GRANT SELECT ON rulebook_rulestep TO house_app;
GRANT INSERT ON rulebook_rulestep TO house_web, house_worker;
-- Whose step it is in which standing of the request: rule_step_is_lawful.
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON rulebook_rulestep
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert verb=submit: may rulebook.add_rulechange, as person_id, confirmed',
        'insert verb=endorse: may rulebook.endorse_rulechange, as person_id, confirmed',
        'insert verb=return: may rulebook.endorse_rulechange, as person_id, confirmed | may rulebook.authorise_rulechange, as person_id, confirmed',
        'insert verb=authorise: may rulebook.authorise_rulechange, as person_id, confirmed',
        'insert verb=refuse: may rulebook.authorise_rulechange, as person_id, confirmed',
        'insert verb=schedule: may rulebook.add_rulechange, as person_id, confirmed | may rulebook.endorse_rulechange, as person_id, confirmed',
        'insert verb=withdraw: staff, as person_id, confirmed'
    );
CREATE TRIGGER rulebook_rulestep_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON rulebook_rulestep
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
