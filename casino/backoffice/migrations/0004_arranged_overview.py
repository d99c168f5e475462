import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('backoffice', '0003_roster_and_handovers'),
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='HomeLayout',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('tiles', models.JSONField(default=list, verbose_name='tiles')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='saved')),
            ],
            options={
                'verbose_name': 'arranged overview',
                'verbose_name_plural': 'arranged overviews',
                'default_permissions': (),
            },
        ),
    ]
