"""The role that reads: it owns nothing, cannot sign in, and what it may see is granted after every migration (reading.py)."""

from django.db import migrations, models

ROLE = """
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
