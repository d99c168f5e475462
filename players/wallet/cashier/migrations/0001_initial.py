import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.CharField(max_length=60, primary_key=True, serialize=False, verbose_name="gateway's number")),
                ('payment', models.UUIDField(db_index=True, null=True, verbose_name='payment')),
                ('status', models.CharField(max_length=10, verbose_name='status reported')),
                ('received', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='received')),
                ('outcome', models.CharField(choices=[('checking', 'checked with the gateway'), ('known', 'already known'), ('stale', 'out of date'), ('unknown', 'not one of our payments'), ('mismatch', 'different amount'), ('contradiction', 'contradicts a final status'), ('chargeback', "the payer's bank takes it back")], max_length=14, verbose_name='outcome')),
                ('body', models.TextField(verbose_name='original text')),
            ],
            options={
                'verbose_name': 'notification of the gateway',
                'verbose_name_plural': 'notifications of the gateway',
            },
        ),
        migrations.CreateModel(
            name='ProtectionConfirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.CharField(max_length=24, verbose_name='version')),
                ('words', models.TextField(verbose_name='words')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='protection_confirmations', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'confirmation of the protection of funds',
                'verbose_name_plural': 'confirmations of the protection of funds',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.UUIDField(primary_key=True, serialize=False)),
                ('direction', models.CharField(choices=[('deposit', 'deposit'), ('withdrawal', 'withdrawal')], max_length=10, verbose_name='what')),
                ('cents', models.BigIntegerField(verbose_name='amount, in cents')),
                ('status', models.CharField(choices=[('refused', 'refused'), ('asked', 'being prepared'), ('pending', 'waiting for the payment'), ('held', 'under review'), ('released', 'released'), ('sent', 'on its way'), ('paid', 'paid'), ('failed', 'not paid'), ('cancelled', 'cancelled'), ('declined', 'refused by the house'), ('returned', 'sent back')], max_length=10, verbose_name='status')),
                ('cause', models.CharField(choices=[('player', 'requested by the player'), ('exclusion', 'exclusion without end'), ('closed', 'account closed')], default='player', max_length=10, verbose_name='reason for the request')),
                ('reason', models.CharField(blank=True, max_length=40, verbose_name='reason')),
                ('held', models.CharField(blank=True, db_default='', max_length=40, verbose_name='held because')),
                ('method', models.CharField(blank=True, db_default='', max_length=16, verbose_name='payment method')),
                ('instrument', models.CharField(blank=True, db_default='', max_length=60, verbose_name='paid with')),
                ('token', models.CharField(blank=True, db_default='', max_length=60)),
                ('payer', models.CharField(blank=True, db_default='', max_length=200, verbose_name='payer')),
                ('instructions', models.JSONField(db_default={}, default=dict, verbose_name='instructions to the payer')),
                ('expires', models.DateTimeField(null=True, verbose_name='to be paid until')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name="gateway's reference")),
                ('url', models.CharField(blank=True, max_length=300)),
                ('iban', models.CharField(blank=True, max_length=34, verbose_name='IBAN')),
                ('holder', models.CharField(blank=True, max_length=200, verbose_name='holder')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='requested')),
                ('changed', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='changed')),
                ('credited', models.DateTimeField(null=True, verbose_name='settled')),
                ('before', models.BigIntegerField(null=True, verbose_name='balance before, in cents')),
                ('after', models.BigIntegerField(null=True, verbose_name='balance after, in cents')),
                ('next_query', models.DateTimeField(null=True, verbose_name='next query to the gateway')),
                ('promised', models.DateTimeField(null=True, verbose_name='promised until')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'payment',
                'verbose_name_plural': 'payments',
                'permissions': [('release_payment', 'Can release or refuse a withdrawal'), ('review_payer', "Can review a deposit from another person's account")],
            },
        ),
        migrations.CreateModel(
            name='PayoutStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(choices=[('account', 'waits for the new payment account'), ('review', 'under review'), ('queue', 'released, about to be sent'), ('bank', 'at the payment service'), ('paid', 'paid'), ('back', 'back in the balance')], max_length=10, verbose_name='step')),
                ('at', models.DateTimeField(verbose_name='since')),
                ('promised', models.DateTimeField(null=True, verbose_name='promised until')),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='cashier.payment', verbose_name='payment')),
            ],
            options={
                'verbose_name': 'step of a withdrawal',
                'verbose_name_plural': 'steps of withdrawals',
                'indexes': [models.Index(models.F('at'), name='payout_step_by_time')],
            },
        ),
        migrations.CreateModel(
            name='GatewayRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('open', 'open a deposit'), ('cancel', 'cancel a deposit'), ('refund', 'send a deposit back'), ('pay-out', 'pay out')], max_length=10, verbose_name='what')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('done', models.DateTimeField(null=True, verbose_name='done')),
                ('tries', models.IntegerField(default=0, verbose_name='tries')),
                ('next_try', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='next try')),
                ('trouble', models.CharField(blank=True, max_length=200, verbose_name='last problem')),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='gateway_requests', to='cashier.payment', verbose_name='payment')),
            ],
            options={
                'verbose_name': 'instruction to the gateway',
                'verbose_name_plural': 'instructions to the gateway',
            },
        ),
        migrations.CreateModel(
            name='WithdrawalDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verb', models.CharField(choices=[('release', 'released'), ('refuse', 'refused')], max_length=8, verbose_name='decided')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('suffices', models.BooleanField(default=False, verbose_name='needs no second person')),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='cashier.payment', verbose_name='payment')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
                'db_table': 'cashier_decision',
            },
        ),
        migrations.CreateModel(
            name='Ceiling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('review', 'withdrawal: a person looks at it from'), ('two', 'withdrawal: two people release it from'), ('correction', 'correction: at most'), ('correction-day', 'corrections of one player in 24 hours: at most'), ('match', 'difference with the bank: two people decide from')], max_length=16, verbose_name='ceiling')),
                ('method', models.CharField(blank=True, max_length=16, verbose_name='payment method')),
                ('cents', models.BigIntegerField(null=True, verbose_name='amount, in cents')),
                ('begins', models.DateTimeField(null=True, verbose_name='in force from')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('in-force', 'approved'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=10, verbose_name='state')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='answer')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('decider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('role', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='auth.group', verbose_name='role')),
            ],
            options={
                'verbose_name': 'ceiling',
                'verbose_name_plural': 'ceilings',
                'permissions': [('approve_ceiling', 'Can decide about ceilings')],
                'default_permissions': ('add', 'view'),
                'constraints': [models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='a_ceiling_is_an_amount'), models.CheckConstraint(condition=models.Q(('role', None), ('what__in', ('two', 'correction', 'match')), _connector='OR'), name='a_ceiling_of_roles'), models.CheckConstraint(condition=models.Q(('method', ''), ('what__in', ('review', 'two')), _connector='OR'), name='a_ceiling_of_methods'), models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('what', 'role', 'method'), name='one_proposal_of_a_ceiling', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cents', models.BigIntegerField(verbose_name='amount, in cents')),
                ('ticket', models.CharField(max_length=40, verbose_name='ticket')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('status', models.CharField(choices=[('asked', 'waiting for a second person'), ('done', 'done'), ('refused', 'refused')], default='asked', max_length=8, verbose_name='status')),
                ('requested_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='requested')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('before', models.BigIntegerField(null=True, verbose_name='balance before, in cents')),
                ('after', models.BigIntegerField(null=True, verbose_name='balance after, in cents')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='players.player', verbose_name='player')),
                ('requested_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='requested by')),
            ],
            options={
                'verbose_name': 'correction',
                'verbose_name_plural': 'corrections',
                'permissions': [('approve_adjustment', 'Can approve or refuse a correction')],
                'constraints': [models.CheckConstraint(condition=models.Q(('cents', 0), _negated=True), name='a_correction_moves_something'), models.CheckConstraint(condition=models.Q(models.Q(('ticket', ''), _negated=True), models.Q(('reason', ''), _negated=True)), name='a_correction_says_why'), models.CheckConstraint(condition=models.Q(('decided_by', None), models.Q(('decided_by', models.F('requested_by')), _negated=True), _connector='OR'), name='nobody_approves_their_own_correction'), models.CheckConstraint(condition=models.Q(models.Q(('decided_by', None), ('status', 'asked')), models.Q(models.Q(('status', 'asked'), _negated=True), ('decided_by__isnull', False)), _connector='OR'), name='a_decided_correction_has_a_second_person')],
            },
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('player'), models.OrderBy(models.F('made'), descending=True), name='payment_by_player'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('player'), models.F('status'), models.F('credited'), name='payment_of_periods'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('next_query'), condition=models.Q(('next_query__isnull', False)), name='payment_to_query'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('made'), condition=models.Q(('status', 'held')), name='payment_held'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('changed'), name='payment_by_change'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('made'), models.F('id'), name='payment_by_time'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.Case(models.When(status='held', then=0), default=1), models.Case(models.When(status='held', then='made')), models.OrderBy(models.F('made'), descending=True), name='payment_queue'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('changed'), condition=models.Q(('reason', 'other-payer')), name='payment_of_other_payer'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('credited'), condition=models.Q(('status', 'paid')), name='payment_by_credit'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('instrument'), models.F('player'), models.F('credited'), condition=models.Q(('direction', 'deposit'), ('status', 'paid')), name='payment_by_instrument'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(models.F('promised'), condition=models.Q(('promised__isnull', False), ('status__in', ('held', 'released', 'sent'))), name='payment_by_promise'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='a_payment_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('after', None), ('before', None)), models.Q(('after', django.db.models.expressions.CombinedExpression(models.F('before'), '+', models.F('cents'))), ('direction', 'deposit')), models.Q(('after', django.db.models.expressions.CombinedExpression(models.F('before'), '-', models.F('cents'))), ('direction', 'withdrawal')), _connector='OR'), name='before_movement_after'),
        ),
        migrations.AddIndex(
            model_name='gatewayrequest',
            index=models.Index(models.F('next_try'), condition=models.Q(('done', None)), name='gateway_request_to_send'),
        ),
        migrations.AddConstraint(
            model_name='gatewayrequest',
            constraint=models.UniqueConstraint(models.F('payment'), models.F('kind'), name='a_gateway_request_once'),
        ),
        migrations.AddConstraint(
            model_name='withdrawaldecision',
            constraint=models.UniqueConstraint(models.F('payment'), models.F('person'), name='nobody_decides_twice'),
        ),
        migrations.AddConstraint(
            model_name='withdrawaldecision',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_decision_says_why'),
        ),
        migrations.AddConstraint(
            model_name='protectionconfirmation',
            constraint=models.UniqueConstraint(models.F('player'), models.F('version'), name='a_protection_is_confirmed_once'),
        ),
    ]
