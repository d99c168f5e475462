import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('wallet', "player's wallet"), ('stack', 'chips at a table'), ('stakes', 'stakes on the table'), ('held', 'stakes carried to the next round'), ('jackpot', 'jackpot'), ('bank', 'bank of the table'), ('commission', 'commission'), ('withdrawal', 'withdrawals on their way'), ('adjustment', 'adjustments by the house'), ('cash', 'money outside the house')], max_length=10, verbose_name='kind')),
                ('currency', models.CharField(choices=[('EUR', 'euro'), ('DEMO', 'demonstration credits')], max_length=4, verbose_name='currency')),
                ('table', models.BigIntegerField(null=True, verbose_name='table')),
                ('balance', models.BigIntegerField(default=0, verbose_name='balance, in cents')),
                ('moves', models.BigIntegerField(default=0, verbose_name='transfers so far')),
                ('latch', models.SmallIntegerField(default=0, editable=False)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'account',
                'verbose_name_plural': 'accounts',
            },
        ),
        migrations.CreateModel(
            name='BooksCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(verbose_name='up to')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
            ],
            options={
                'verbose_name': 'check of the books',
                'verbose_name_plural': 'checks of the books',
            },
        ),
        migrations.CreateModel(
            name='TransferId',
            fields=[
                ('id', models.UUIDField(primary_key=True, serialize=False)),
            ],
            options={
                'verbose_name': 'id of a transfer',
                'verbose_name_plural': 'ids of transfers',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='CheckedBalance',
            fields=[
                ('account', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='wallet.account', verbose_name='account')),
                ('received', models.BigIntegerField(verbose_name='received, in cents')),
                ('paid', models.BigIntegerField(verbose_name='paid, in cents')),
                ('moves', models.BigIntegerField(verbose_name='transfers so far')),
            ],
            options={
                'verbose_name': 'checked balance',
                'verbose_name_plural': 'checked balances',
            },
        ),
        migrations.CreateModel(
            name='DetachedSum',
            fields=[
                ('pk', models.CompositePrimaryKey('until', 'account', 'kind', blank=True, editable=False, primary_key=True, serialize=False)),
                ('until', models.DateTimeField(verbose_name='up to')),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('received', models.BigIntegerField(verbose_name='received, in cents')),
                ('paid', models.BigIntegerField(verbose_name='paid, in cents')),
                ('moves', models.BigIntegerField(verbose_name='transfers so far')),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wallet.account', verbose_name='account')),
            ],
            options={
                'verbose_name': 'sum of detached transfers',
                'verbose_name_plural': 'sums of detached transfers',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Transfer',
            fields=[
                ('id', models.UUIDField(primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('currency', models.CharField(choices=[('EUR', 'euro'), ('DEMO', 'demonstration credits')], max_length=4, verbose_name='currency')),
                ('cents', models.BigIntegerField(verbose_name='amount, in cents')),
                ('round', models.BigIntegerField(null=True, verbose_name='round')),
                ('seat', models.IntegerField(null=True, verbose_name='seat')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('source', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='paid', to='wallet.account', verbose_name='from')),
                ('target', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='received', to='wallet.account', verbose_name='to')),
            ],
            options={
                'verbose_name': 'transfer',
                'verbose_name_plural': 'transfers',
            },
        ),
        migrations.AddIndex(
            model_name='account',
            index=models.Index(models.F('table'), condition=models.Q(('table__isnull', False)), name='account_by_table'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(models.F('kind'), models.F('currency'), models.F('player'), models.F('table'), name='one_account_of_a_kind', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(('balance__gte', 0), models.Q(('kind__in', ['wallet', 'stack', 'stakes', 'held', 'jackpot', 'withdrawal']), _negated=True), _connector='OR'), name='players_money_never_below_zero'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['wallet', 'stack']), ('player__isnull', False)), models.Q(models.Q(('kind__in', ['wallet', 'stack']), _negated=True), ('player__isnull', True)), _connector='OR'), name='a_wallet_has_a_player'),
        ),
        migrations.AddIndex(
            model_name='detachedsum',
            index=models.Index(models.F('account'), name='detached_sum_by_account'),
        ),
        migrations.AddIndex(
            model_name='transfer',
            index=models.Index(models.F('round'), condition=models.Q(('round__isnull', False)), name='transfer_by_round'),
        ),
        migrations.AddIndex(
            model_name='transfer',
            index=models.Index(models.F('source'), models.F('at'), name='transfer_by_source'),
        ),
        migrations.AddIndex(
            model_name='transfer',
            index=models.Index(models.F('target'), models.F('at'), name='transfer_by_target'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='a_transfer_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('source', models.F('target')), _negated=True), name='a_transfer_goes_elsewhere'),
        ),
    ]
