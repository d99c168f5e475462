import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('players', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='SavedFilter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(max_length=60, verbose_name='list')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('query', models.CharField(max_length=1000, verbose_name='filter')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='kept')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='whose')),
            ],
            options={
                'verbose_name': 'saved filter',
                'verbose_name_plural': 'saved filters',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('person'), models.F('place'), models.F('name'), name='one_filter_of_a_name')],
            },
        ),
    ]
