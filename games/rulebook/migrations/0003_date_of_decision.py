"""The regulator decides about what was submitted: a decision is dated no earlier than the last submission."""

from django.db import migrations

DECISION_DATE = """
CREATE FUNCTION rule_decision_follows_submission() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.dated < (
        SELECT (max(s.at) AT TIME ZONE 'Europe/Lisbon')::date FROM rulebook_rulestep AS s
        WHERE s.change_id = NEW.change_id AND s.verb = 'submit'
    ) THEN
        RAISE EXCEPTION 'the decision is dated before the request was submitted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rule_decision_follows_submission BEFORE INSERT ON rulebook_rulestep
    FOR EACH ROW WHEN (NEW.verb = 'authorise') EXECUTE FUNCTION rule_decision_follows_submission();
"""
UNDO = """
DROP TRIGGER rule_decision_follows_submission ON rulebook_rulestep;
DROP FUNCTION rule_decision_follows_submission();
"""


class Migration(migrations.Migration):
    dependencies = (("rulebook", "0002_laws"),)
    operations = (migrations.RunSQL(DECISION_DATE, UNDO),)
