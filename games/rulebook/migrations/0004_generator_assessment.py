"""What the request for a change of the random generator says beside its reason: category, what else it affects,
and its risk. Like the rest of a request they stay as they were submitted.
"""

from django.db import migrations, models

LAW = """
CREATE OR REPLACE FUNCTION rule_change_is_lawful() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'draft' OR NEW.moment IS NOT NULL OR NEW.earliest IS NOT NULL OR NEW.sheet_id IS NOT NULL OR NEW.reference <> '' THEN
            RAISE EXCEPTION 'a request begins as a draft' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSE
        IF (NEW.id, NEW.system, NEW.author_id, NEW.created) IS DISTINCT FROM (OLD.id, OLD.system, OLD.author_id, OLD.created) THEN
            RAISE EXCEPTION 'a request keeps its game and its author' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF (NEW.state, NEW.moment, NEW.earliest, NEW.sheet_id, NEW.reference)
            IS DISTINCT FROM (OLD.state, OLD.moment, OLD.earliest, OLD.sheet_id, OLD.reference) AND pg_trigger_depth() < 2 THEN
            RAISE EXCEPTION 'the standing of a request follows from its steps' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF (NEW.content_id, NEW.base_id, NEW.title, NEW.reason, NEW.reinstated_id, NEW.generator{new})
            IS DISTINCT FROM (OLD.content_id, OLD.base_id, OLD.title, OLD.reason, OLD.reinstated_id, OLD.generator{old})
            AND OLD.state NOT IN ('draft', 'returned') THEN
            RAISE EXCEPTION 'what was submitted is not changed any more' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    IF NOT EXISTS (SELECT FROM rulebook_rulecontent WHERE id = NEW.content_id AND system = NEW.system) THEN
        RAISE EXCEPTION 'a request and its content are of one game' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""
WITH_ASSESSMENT = LAW.format(
    new=", NEW.category, NEW.other_parts, NEW.risk", old=", OLD.category, OLD.other_parts, OLD.risk"
)
RIGHTS = "GRANT UPDATE (category, other_parts, risk) ON rulebook_rulechange TO house_web, house_worker;"
BEFORE = LAW.format(new="", old="")


class Migration(migrations.Migration):
    dependencies = [
        ("rulebook", "0003_role_ends"),
    ]

    operations = [
        migrations.AddField(
            model_name="rulechange",
            name="category",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=120, verbose_name="category of the change"
            ),
        ),
        migrations.AddField(
            model_name="rulechange",
            name="other_parts",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=500,
                verbose_name="other parts and documents that it may affect",
            ),
        ),
        migrations.AddField(
            model_name="rulechange",
            name="risk",
            field=models.TextField(
                blank=True, db_default="", default="", max_length=2000, verbose_name="effect and risk"
            ),
        ),
        migrations.RunSQL(WITH_ASSESSMENT + RIGHTS, BEFORE),
    ]
