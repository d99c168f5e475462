"""A role ends with its last day: from the next day on no process of the house sees that anybody has it.

Row security hides the membership, so it counts nowhere, and no query needs to remember that. The owner of the tables sees
it still: its functions ask `players_role_counts`, and one of them (backoffice 0004) takes the role away.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

LAWS = """
CREATE FUNCTION players_role_counts(person bigint, role integer) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT NOT EXISTS (
        SELECT FROM players_roleend AS e
        WHERE e.person_id = person AND e.role_id = role AND e.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date
    )
$$;
CREATE FUNCTION players_role_end_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM players_roleend WHERE person_id = OLD.person_id AND role_id = OLD.group_id;
    RETURN NULL;
END $$;
CREATE TRIGGER players_role_end_goes AFTER DELETE ON players_person_groups
    FOR EACH ROW EXECUTE FUNCTION players_role_end_goes();
CREATE POLICY a_role_ends_with_its_last_day ON players_person_groups FOR SELECT
    USING (players_role_counts(person_id, group_id));
ALTER TABLE players_person_groups ENABLE ROW LEVEL SECURITY;
"""
UNDO = """
ALTER TABLE players_person_groups DISABLE ROW LEVEL SECURITY;
DROP POLICY a_role_ends_with_its_last_day ON players_person_groups;
DROP TRIGGER players_role_end_goes ON players_person_groups;
DROP FUNCTION players_role_end_goes;
DROP FUNCTION players_role_counts;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0003_credential_epoch"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]
    operations = [
        migrations.CreateModel(
            name="RoleEnd",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("last_day", models.DateField(verbose_name="last day")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="role_ends",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "role",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="auth.group", verbose_name="role"
                    ),
                ),
            ],
            options={
                "verbose_name": "end of a role",
                "verbose_name_plural": "ends of roles",
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        models.F("person"), models.F("role"), name="one_end_of_a_role_of_a_person"
                    )
                ],
            },
        ),
        migrations.RunSQL(LAWS, UNDO),
    ]
