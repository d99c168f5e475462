import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ProviderAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.CharField(max_length=40, unique=True)),
                ('state', models.CharField(max_length=64)),
                ('nonce', models.CharField(max_length=64)),
                ('verifier', models.CharField(max_length=64)),
                ('code', models.TextField(blank=True)),
                ('until', models.DateTimeField()),
                ('outcome', models.CharField(blank=True, max_length=20)),
                ('factor', models.BooleanField(db_default=False)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'backoffice_providerattempt',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='ProviderLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('issuer', models.CharField(max_length=200, verbose_name='issuer')),
                ('subject', models.CharField(max_length=255, verbose_name='identifier at the provider')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='linked')),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'account at the sign-in provider',
                'verbose_name_plural': 'accounts at the sign-in provider',
                'db_table': 'backoffice_providerlink',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('issuer'), models.F('subject'), name='one_person_for_an_account_at_the_provider')],
            },
        ),
    ]
