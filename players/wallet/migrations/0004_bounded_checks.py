"""What accounts paid and received up to the last check of the books. Only the worker writes it."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

LAWS = """
CREATE TRIGGER wallet_bookscheck_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_bookscheck
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON wallet_bookscheck, wallet_checkedbalance FROM house_app;
GRANT INSERT ON wallet_bookscheck, wallet_checkedbalance TO house_worker;
GRANT UPDATE (received, paid, moves) ON wallet_checkedbalance TO house_worker;
"""
UNDO = """
DROP TRIGGER wallet_bookscheck_append_only ON wallet_bookscheck;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0003_practice_partners'),
        ('casino', '0001_rights'),
    ]

    operations = [
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
        migrations.RunSQL(LAWS, UNDO),
    ]
