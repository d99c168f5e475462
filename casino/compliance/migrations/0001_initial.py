"""The role that reads: it owns nothing, signs in as nobody, and what it may see is written after every migration (reading.py)."""

from django.db import migrations, models

ROLE = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'house_reader') THEN
        CREATE ROLE house_reader NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;  -- another database of the cluster was faster
END $$;
GRANT house_reader TO CURRENT_USER;
GRANT house_reader TO house_app;
GRANT USAGE ON SCHEMA public TO house_reader;
"""
UNDO = """
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM house_reader;
REVOKE ALL ON SCHEMA public FROM house_reader;
"""


class Migration(migrations.Migration):
    initial = True
    dependencies = [("casino", "0001_rights")]
    operations = [
        migrations.CreateModel(
            name="Workspace",
            fields=[("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))],
            options={
                "verbose_name": "compliance workspace",
                "verbose_name_plural": "compliance workspace",
                "managed": False,
                "default_permissions": ("view",),
            },
        ),
        migrations.RunSQL(ROLE, UNDO),
    ]
