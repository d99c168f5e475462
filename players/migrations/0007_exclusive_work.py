"""Claims on work that only one process of the worker at a time does (`players.shared.exclusive_work`)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0006_house_players")]
    operations = [
        migrations.CreateModel(
            name="ExclusiveWork",
            fields=[
                ("name", models.CharField(max_length=60, primary_key=True, serialize=False, verbose_name="name")),
                ("holder", models.UUIDField(verbose_name="process")),
                ("until", models.DateTimeField(verbose_name="until")),
            ],
            options={
                "verbose_name": "exclusive work",
                "verbose_name_plural": "exclusive work",
                "default_permissions": (),
            },
        ),
    ]
