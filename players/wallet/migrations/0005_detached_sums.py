"""What the transfers in the archive alone add up to, by account and kind. Only the owner of the tables writes it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0004_transfer_ids'),
    ]

    operations = [
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
                'indexes': [models.Index(models.F('account'), name='detached_sum_by_account')],
            },
        ),
        migrations.RunSQL("REVOKE INSERT, UPDATE, DELETE ON wallet_detachedsum FROM house_app", migrations.RunSQL.noop),
    ]
