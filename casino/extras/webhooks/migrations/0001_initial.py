import django.db.models.functions.datetime
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = []

    operations = [
        migrations.CreateModel(
            name='WebhookAddress',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='name')),
                ('host', models.CharField(max_length=200, verbose_name='host')),
                ('events', models.JSONField(default=list, verbose_name='events')),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='since')),
                ('seen', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='last seen in the file')),
            ],
            options={
                'verbose_name': 'webhook address',
                'verbose_name_plural': 'webhook addresses',
                'db_table': 'backoffice_webhookaddress',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='WebhookMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.JSONField(default=dict)),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('next_try', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('tries', models.SmallIntegerField(default=0)),
                ('sent', models.DateTimeField(null=True)),
                ('trouble', models.CharField(blank=True, max_length=200)),
                ('address', models.CharField(max_length=40, verbose_name='address')),
                ('event', models.CharField(max_length=20, verbose_name='event')),
                ('key', models.CharField(max_length=80, verbose_name='item')),
            ],
            options={
                'verbose_name': 'webhook message',
                'verbose_name_plural': 'webhook messages',
                'db_table': 'backoffice_webhookmessage',
                'default_permissions': (),
                'indexes': [models.Index(models.F('next_try'), condition=models.Q(('sent', None)), name='webhook_to_send'), models.Index(models.F('made'), name='webhook_by_time')],
                'constraints': [models.UniqueConstraint(models.F('address'), models.F('event'), models.F('key'), name='one_webhook_message_of_an_event')],
            },
        ),
        migrations.CreateModel(
            name='WebhookProgress',
            fields=[
                ('event', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('until', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'backoffice_webhookprogress',
                'default_permissions': (),
            },
        ),
    ]
