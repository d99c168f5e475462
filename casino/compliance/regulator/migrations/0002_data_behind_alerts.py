import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('regulator', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='AlertFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=10, verbose_name='source')),
                ('name', models.CharField(max_length=60, unique=True, verbose_name='name')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('size', models.BigIntegerField(verbose_name='bytes')),
                ('envelope', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='alert_file', to='regulator.envelope', verbose_name='envelope for the regulator')),
            ],
            options={
                'verbose_name': 'alerts for the regulator',
                'verbose_name_plural': 'alerts for the regulator',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='ReportedAlert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=10, verbose_name='source')),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='alerts', to='regulator.alertfile', verbose_name='alerts for the regulator')),
            ],
            options={
                'verbose_name': 'reported alert',
                'verbose_name_plural': 'reported alerts',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('source'), models.F('number'), name='an_alert_is_reported_once')],
            },
        ),
    ]
