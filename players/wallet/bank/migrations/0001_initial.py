import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('cashier', '0001_initial'),
        ('players', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='FundsDay',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False, verbose_name='day')),
                ('owed', models.BigIntegerField(verbose_name='owed to players, in cents')),
                ('held', models.BigIntegerField(null=True, verbose_name='held for players, in cents')),
                ('compared', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='compared')),
            ],
            options={
                'verbose_name': "comparison of players' funds",
                'verbose_name_plural': "comparisons of players' funds",
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40)),
                ('reason', models.CharField(choices=[('agrees', 'All agree.'), ('midnight', 'The provider has it on the next day or the day before: about midnight.'), ('month-end', 'The two days lie in different months.'), ('late', 'It came later than it should.'), ('fee-netted', "The bank has the amount less the provider's fee."), ('split', 'The bank booked it in parts that add up.'), ('merged', 'The bank booked several as one, and they add up.'), ('wrong-reference', 'Amount and day agree, the reference does not.'), ('missing-at-bank', 'The bank has not booked it in time.'), ('missing-at-provider', 'The provider does not know it.'), ('missing-in-ledger', 'The ledger does not have it.'), ('unknown-to-provider', 'Only the bank has it.'), ('doubled', 'It is there twice.'), ('amount', 'The amounts differ.'), ('sign', 'Money went the other way.'), ('currency', 'It is not in euros.'), ('chargeback', 'A chargeback of a payment that the house does not know.')], max_length=20, verbose_name='reason')),
                ('proposed', models.BooleanField(default=False, verbose_name='explained')),
                ('cents', models.BigIntegerField(verbose_name='amount, in cents')),
                ('bank', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='lines of the bank')),
                ('provider', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='lines of the provider')),
                ('ledger', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), size=None, verbose_name='lines of the ledger')),
                ('state', models.CharField(choices=[('matched', 'agrees'), ('open', 'to be decided'), ('decided', 'decided'), ('superseded', 'superseded')], max_length=10, verbose_name='state')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='found')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='PayoutBatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.CharField(max_length=35, unique=True, verbose_name='number')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('cents', models.BigIntegerField(verbose_name='amount, in cents')),
                ('payments', models.IntegerField(verbose_name='payouts')),
                ('content', models.TextField(verbose_name='file')),
                ('instant', models.BooleanField(default=False, verbose_name='instant')),
            ],
            options={
                'verbose_name': 'payout batch',
                'verbose_name_plural': 'payout batches',
            },
        ),
        migrations.CreateModel(
            name='BankFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('size', models.IntegerField(verbose_name='size, in bytes')),
                ('content', models.BinaryField(null=True)),
                ('received', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='received')),
                ('state', models.CharField(choices=[('waiting', 'waiting to be read'), ('imported', 'imported'), ('refused', 'refused')], default='waiting', max_length=8, verbose_name='state')),
                ('kind', models.CharField(blank=True, max_length=10, verbose_name='kind')),
                ('refusal', models.CharField(blank=True, max_length=20, verbose_name='refused because')),
                ('detail', models.CharField(blank=True, max_length=200, verbose_name='detail')),
                ('read', models.DateTimeField(null=True, verbose_name='read')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='sent by')),
            ],
            options={
                'verbose_name': 'file of the bank',
                'verbose_name_plural': 'files of the bank',
            },
        ),
        migrations.CreateModel(
            name='Chargeback',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cents', models.BigIntegerField(verbose_name='amount, in cents')),
                ('opened', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='opened')),
                ('state', models.CharField(choices=[('loss', "the house's loss"), ('recovered', 'taken from the balance'), ('won', 'won back from the bank')], default='loss', max_length=10, verbose_name='state')),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chargebacks', to='cashier.payment', verbose_name='deposit')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chargebacks', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'chargeback',
                'verbose_name_plural': 'chargebacks',
            },
        ),
        migrations.CreateModel(
            name='MatchDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('outcome', models.CharField(choices=[('confirmed', 'The lines belong together'), ('claimed', 'Claimed from the bank or the provider'), ('corrected', 'Corrected in the ledger by a correction'), ('loss', 'The house bears the difference'), ('other', 'Not about a payment of a player')], max_length=10, verbose_name='outcome')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('settled', 'decided by one person'), ('accepted', 'decided by two people'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=10, verbose_name='state')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='answer')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('decider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='bank.match', verbose_name='match')),
            ],
            options={
                'verbose_name': 'decision about a match',
                'verbose_name_plural': 'decisions about matches',
                'permissions': [('approve_matchdecision', 'Can decide about a match as second person')],
            },
        ),
        migrations.CreateModel(
            name='PayoutOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(blank=True, choices=[('', 'not answered'), ('accepted', 'accepted'), ('paid', 'paid'), ('rejected', 'rejected')], max_length=10, verbose_name='answer')),
                ('answer_reason', models.CharField(blank=True, max_length=100, verbose_name='reason')),
                ('answered', models.DateTimeField(null=True, verbose_name='answered')),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='bank.payoutbatch', verbose_name='batch')),
                ('payment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cashier.payment', verbose_name='withdrawal')),
            ],
            options={
                'verbose_name': 'payout order',
                'verbose_name_plural': 'payout orders',
            },
        ),
        migrations.CreateModel(
            name='ReconciliationDay',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False, verbose_name='day')),
                ('waiting', models.IntegerField(default=0, verbose_name='still awaited')),
                ('closed', models.DateTimeField(null=True, verbose_name='closed')),
                ('seal', models.CharField(blank=True, max_length=64, verbose_name='seal')),
            ],
            options={
                'verbose_name': 'reconciled day',
                'verbose_name_plural': 'reconciled days',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('closed', None), ('seal', '')), models.Q(('closed__isnull', False), models.Q(('seal', ''), _negated=True)), _connector='OR'), name='a_closed_day_is_sealed')],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='day',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='bank.reconciliationday', verbose_name='day'),
        ),
        migrations.CreateModel(
            name='Recovery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('done', 'done'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=10, verbose_name='state')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='answer')),
                ('taken', models.BigIntegerField(null=True, verbose_name='taken, in cents')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('chargeback', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='recoveries', to='bank.chargeback', verbose_name='chargeback')),
                ('decider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
            ],
            options={
                'verbose_name': 'recovery of a chargeback',
                'verbose_name_plural': 'recoveries of chargebacks',
                'permissions': [('approve_recovery', 'Can decide about a recovery')],
            },
        ),
        migrations.CreateModel(
            name='SettlementLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('transaction', models.CharField(max_length=60, unique=True)),
                ('day', models.DateField(db_index=True)),
                ('reference', models.CharField(max_length=60)),
                ('kind', models.CharField(max_length=16)),
                ('currency', models.CharField(max_length=3)),
                ('cents', models.BigIntegerField()),
                ('fee', models.BigIntegerField()),
                ('batch', models.CharField(blank=True, max_length=60)),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='settlement_lines', to='bank.bankfile')),
            ],
        ),
        migrations.AddField(
            model_name='chargeback',
            name='line',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bank.settlementline', verbose_name='line'),
        ),
        migrations.AddField(
            model_name='chargeback',
            name='won_line',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bank.settlementline', verbose_name='line that won it back'),
        ),
        migrations.CreateModel(
            name='Statement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('camt.053', 'statement'), ('camt.054', 'advice')], max_length=10, verbose_name='kind')),
                ('iban', models.CharField(max_length=34, verbose_name='IBAN')),
                ('number', models.CharField(max_length=60, verbose_name='number')),
                ('since', models.DateField(verbose_name='from')),
                ('until', models.DateField(verbose_name='to')),
                ('opening', models.BigIntegerField(null=True, verbose_name='opening balance, in cents')),
                ('closing', models.BigIntegerField(null=True, verbose_name='closing balance, in cents')),
                ('gap', models.BigIntegerField(null=True, verbose_name='break, in cents')),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='statements', to='bank.bankfile', verbose_name='file')),
            ],
            options={
                'verbose_name': 'bank statement',
                'verbose_name_plural': 'bank statements',
            },
        ),
        migrations.CreateModel(
            name='StatementLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.IntegerField()),
                ('booked', models.DateField(db_index=True)),
                ('cents', models.BigIntegerField()),
                ('reference', models.CharField(blank=True, max_length=140)),
                ('entry', models.CharField(blank=True, max_length=60)),
                ('text', models.CharField(blank=True, max_length=140)),
                ('statement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='bank.statement')),
            ],
        ),
        migrations.AddConstraint(
            model_name='bankfile',
            constraint=models.UniqueConstraint(models.F('digest'), condition=models.Q(('state', 'imported')), name='a_bank_file_is_imported_once'),
        ),
        migrations.AddConstraint(
            model_name='bankfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'refused'), models.Q(('refusal', ''), _negated=True)), models.Q(models.Q(('state', 'refused'), _negated=True), ('refusal', '')), _connector='OR'), name='a_refused_bank_file_says_why'),
        ),
        migrations.AddConstraint(
            model_name='matchdecision',
            constraint=models.UniqueConstraint(models.F('match'), condition=models.Q(('state__in', ['proposed', 'settled', 'accepted'])), name='a_match_is_decided_once'),
        ),
        migrations.AddConstraint(
            model_name='matchdecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'accepted'), _negated=True), models.Q(('decider__isnull', False), models.Q(('decider', models.F('author')), _negated=True)), _connector='OR'), name='nobody_confirms_their_own_match'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('made'), condition=models.Q(('state', 'open')), name='match_to_decide'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(models.F('day'), models.F('key'), name='a_match_is_found_once'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', 'agrees'), ('state', 'matched')), ('state', 'superseded'), models.Q(('state__in', ['open', 'decided']), models.Q(('reason', 'agrees'), _negated=True)), _connector='OR'), name='only_what_agrees_is_matched'),
        ),
        migrations.AddConstraint(
            model_name='recovery',
            constraint=models.UniqueConstraint(models.F('chargeback'), condition=models.Q(('state__in', ['proposed', 'done'])), name='a_chargeback_is_recovered_once'),
        ),
        migrations.AddConstraint(
            model_name='recovery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), models.Q(('decider__isnull', False), models.Q(('decider', models.F('author')), _negated=True)), _connector='OR'), name='nobody_decides_their_own_recovery'),
        ),
        migrations.AddConstraint(
            model_name='chargeback',
            constraint=models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='a_chargeback_takes_something'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.UniqueConstraint(models.F('iban'), models.F('kind'), models.F('number'), name='a_bank_statement_is_imported_once'),
        ),
        migrations.AddConstraint(
            model_name='statementline',
            constraint=models.UniqueConstraint(models.F('statement'), models.F('position'), name='a_statement_line_has_a_place'),
        ),
    ]
