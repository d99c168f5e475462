import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='DayTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('currency', models.CharField(choices=[('EUR', 'euro'), ('DEMO', 'demonstration credits')], max_length=4, verbose_name='currency')),
                ('instant', models.DateTimeField(verbose_name='moment')),
                ('leaves', models.BigIntegerField(verbose_name='leaves of the tree')),
                ('cents', models.BigIntegerField(verbose_name='balances of all players, in cents')),
                ('jackpots', models.BigIntegerField(verbose_name='jackpots, in cents')),
                ('root', models.CharField(max_length=64, verbose_name='root')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('entry', models.BigIntegerField(null=True, verbose_name='entry of the public log')),
            ],
            options={
                'verbose_name': "total of players' money",
                'verbose_name_plural': "totals of players' money",
            },
        ),
        migrations.CreateModel(
            name='LeafTile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.IntegerField()),
                ('content', models.BinaryField()),
            ],
            options={
                'verbose_name': "leaves of players' money",
                'verbose_name_plural': "leaves of players' money",
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PlaceTile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.BigIntegerField()),
                ('last', models.BigIntegerField()),
                ('content', models.BinaryField()),
            ],
            options={
                'verbose_name': "places of players' money",
                'verbose_name_plural': "places of players' money",
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='DayTree',
            fields=[
                ('total', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='tree', serialize=False, to='players_funds.daytotal')),
                ('secret', models.BinaryField()),
                ('tops', models.BinaryField()),
            ],
            options={
                'verbose_name': "tree of players' money",
                'verbose_name_plural': "trees of players' money",
                'default_permissions': (),
            },
        ),
        migrations.AddIndex(
            model_name='daytotal',
            index=models.Index(models.F('made'), name='players_money_by_time'),
        ),
        migrations.AddConstraint(
            model_name='daytotal',
            constraint=models.UniqueConstraint(models.F('day'), models.F('currency'), name='one_total_of_players_money_a_day'),
        ),
        migrations.AddConstraint(
            model_name='daytotal',
            constraint=models.CheckConstraint(condition=models.Q(('cents__gte', 0), ('jackpots__gte', 0), ('leaves__gte', 0)), name='players_money_is_not_negative'),
        ),
        migrations.AddField(
            model_name='placetile',
            name='tree',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='players_funds.daytree'),
        ),
        migrations.AddField(
            model_name='leaftile',
            name='tree',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='players_funds.daytree'),
        ),
        migrations.AddIndex(
            model_name='placetile',
            index=models.Index(models.F('tree'), models.F('last'), name='place_tile_by_player'),
        ),
        migrations.AddConstraint(
            model_name='leaftile',
            constraint=models.UniqueConstraint(models.F('tree'), models.F('number'), name='a_tile_of_leaves_once'),
        ),
    ]
