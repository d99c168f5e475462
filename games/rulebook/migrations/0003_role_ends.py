"""A role that has ended takes no step in the life of a rule (players 0004)."""

from django.db import migrations

PERSON_MAY = """
CREATE OR REPLACE FUNCTION rule_person_may(person bigint, code text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id%s
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id AND a.codename = code
        JOIN django_content_type AS t ON t.id = a.content_type_id AND t.app_label = 'rulebook'
        WHERE p.id = person AND p.is_active AND p.is_staff
    )
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0002_laws"), ("players", "0004_role_ends")]
    operations = [
        migrations.RunSQL(
            PERSON_MAY % " AND players_role_counts(g.person_id, g.group_id)",
            PERSON_MAY % "",
        )
    ]
