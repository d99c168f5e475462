import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
        ('players', '__first__'),
        ('wallet', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Upto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
            ],
            options={
                'verbose_name': 'folded days of reports',
                'verbose_name_plural': 'folded days of reports',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Issue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=30, verbose_name='report')),
                ('parameters', models.JSONField(verbose_name='chosen')),
                ('data', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='rows')),
                ('count', models.IntegerField(verbose_name='number of rows')),
                ('digest', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='issued')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='issued by')),
            ],
            options={
                'verbose_name': 'issued report',
                'verbose_name_plural': 'issued reports',
                'default_permissions': ('add', 'view'),
                'constraints': [models.UniqueConstraint(models.F('code'), models.F('parameters'), name='a_report_is_issued_once'), models.CheckConstraint(condition=models.Q(('by', None), models.Q(('reason', ''), _negated=True), _connector='OR'), name='who_issues_says_why')],
            },
        ),
        migrations.CreateModel(
            name='Moved',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('kind', models.CharField(max_length=20)),
                ('moves', models.IntegerField()),
                ('cents', models.BigIntegerField()),
                ('testing', models.BooleanField(default=False)),
                ('sheet', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet')),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
            ],
            options={
                'verbose_name': 'folded day of transfers',
                'verbose_name_plural': 'folded days of transfers',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('table'), models.F('sheet'), models.F('kind'), models.F('testing'), name='one_folded_day_of_a_kind', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='Played',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('testing', models.BooleanField()),
                ('rounds', models.IntegerField()),
                ('staked', models.BigIntegerField()),
                ('back', models.BigIntegerField()),
                ('prize', models.BigIntegerField()),
                ('commission', models.BigIntegerField()),
                ('gross', models.BigIntegerField()),
                ('sheet', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet')),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
            ],
            options={
                'verbose_name': 'folded day of play',
                'verbose_name_plural': 'folded days of play',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('table'), models.F('sheet'), models.F('testing'), name='one_folded_day_of_a_table', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='Metered',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('cents', models.BigIntegerField()),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wallet.account')),
            ],
            options={
                'verbose_name': "folded day of a jackpot's meter",
                'verbose_name_plural': "folded days of jackpots' meters",
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('account'), name='one_folded_day_of_a_meter')],
            },
        ),
        # Days that were folded before have no meters yet: all are folded once more.
    ]
