"""The role that reads: it owns nothing, cannot sign in, and what it may see is granted after every migration (reading.py)."""

from django.db import migrations

ROLE = """
GRANT USAGE ON SCHEMA public TO house_reader;
"""
UNDO = """
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM house_reader;
REVOKE ALL ON SCHEMA public FROM house_reader;
"""


class Migration(migrations.Migration):
    dependencies = [("compliance", "0001_initial"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(ROLE, UNDO)]
