"""When each scheduled task was last sent. Beat and worker, which sign in as house_worker, alone read and write it, and
the claims on work (`players.shared.exclusive_work`).
"""

from django.db import migrations, models

RIGHTS = """
REVOKE ALL ON casino_scheduledtask, players_exclusivework FROM house_app;
GRANT SELECT, INSERT, UPDATE ON casino_scheduledtask TO house_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON players_exclusivework TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0002_replication_lag"), ("players", "0007_exclusive_work")]
    operations = [
        migrations.CreateModel(
            name="ScheduledTask",
            fields=[
                ("name", models.CharField(max_length=60, primary_key=True, serialize=False, verbose_name="name")),
                ("sent", models.DateTimeField(verbose_name="sent")),
            ],
            options={
                "verbose_name": "scheduled task",
                "verbose_name_plural": "scheduled tasks",
                "default_permissions": (),
            },
        ),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
