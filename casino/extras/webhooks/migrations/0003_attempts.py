import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('webhooks', '0002_laws'),
    ]

    operations = [
        migrations.CreateModel(
            name='WebhookAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('milliseconds', models.IntegerField(verbose_name='milliseconds')),
                ('trouble', models.CharField(blank=True, max_length=200, verbose_name='trouble')),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='webhooks.webhookmessage', verbose_name='message')),
            ],
            options={
                'verbose_name': 'attempt to deliver a webhook',
                'verbose_name_plural': 'attempts to deliver webhooks',
                'db_table': 'backoffice_webhookattempt',
                'default_permissions': (),
            },
        ),
    ]
