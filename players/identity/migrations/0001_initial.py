import django.contrib.postgres.functions
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import uuid
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Terms',
            fields=[
                ('version', models.IntegerField(primary_key=True, serialize=False, verbose_name='version')),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='in force since')),
                ('portuguese', models.TextField(verbose_name='Portuguese text')),
                ('english', models.TextField(verbose_name='English text')),
                ('portuguese_digest', models.CharField(max_length=64, verbose_name='digest of the Portuguese text')),
                ('english_digest', models.CharField(max_length=64, verbose_name='digest of the English text')),
            ],
            options={
                'verbose_name': 'version of the terms',
                'verbose_name_plural': 'versions of the terms',
            },
        ),
        migrations.CreateModel(
            name='AddressChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.EmailField(max_length=254, verbose_name='address before')),
                ('after', models.EmailField(max_length=254, verbose_name='new address')),
                ('requested_at', models.DateTimeField(verbose_name='requested')),
                ('code', models.CharField(blank=True, max_length=128)),
                ('code_until', models.DateTimeField()),
                ('code_tries', models.SmallIntegerField(default=0)),
                ('confirmed', models.DateTimeField(null=True, verbose_name='confirmed')),
                ('withdrawn', models.BooleanField(default=False, verbose_name='cancelled by the player')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='address_changes', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'change of address',
                'verbose_name_plural': 'changes of address',
            },
        ),
        migrations.CreateModel(
            name='CodeAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.CharField(max_length=40)),
                ('code', models.TextField()),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('is_right', models.BooleanField(null=True)),
                ('factor_id', models.IntegerField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='FactorSecret',
            fields=[
                ('id', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), primary_key=True, serialize=False)),
                ('sealed', models.TextField()),
                ('step', models.BigIntegerField(db_default=0)),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Identity',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sealed', models.BinaryField(null=True)),
                ('name', models.CharField(max_length=200, verbose_name='full name')),
                ('birth', models.DateField(verbose_name='date of birth')),
                ('nationality', models.CharField(max_length=2, verbose_name='nationality')),
                ('profession', models.CharField(max_length=80, verbose_name='profession')),
                ('address', models.CharField(max_length=200, verbose_name='address')),
                ('postcode', models.CharField(max_length=12, verbose_name='postal code')),
                ('town', models.CharField(max_length=80, verbose_name='town')),
                ('country', models.CharField(max_length=2, verbose_name='country of residence')),
                ('document_kind', models.CharField(choices=[('citizen-card', 'citizen card'), ('passport', 'passport'), ('residence', 'residence permit')], max_length=14, verbose_name='document')),
                ('document_country', models.CharField(max_length=2, verbose_name='issued by')),
                ('document_number', models.CharField(max_length=20, verbose_name='document number')),
                ('nif', models.CharField(max_length=9, validators=[django.core.validators.RegexValidator('^\\d{9}$')], verbose_name='tax number (NIF)')),
                ('state', models.CharField(choices=[('asked', 'being checked'), ('correct', 'data to correct'), ('documents', 'documents requested'), ('queued', 'documents under review'), ('verified', 'verified'), ('refused', 'refused')], default='asked', max_length=10, verbose_name='state')),
                ('reason', models.CharField(blank=True, max_length=20, verbose_name='reason')),
                ('attempts', models.SmallIntegerField(default=0, verbose_name='times asked')),
                ('corrected', models.SmallIntegerField(default=0, verbose_name='times corrected')),
                ('due', models.DateTimeField(null=True, verbose_name='asked again at')),
                ('changed', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='changed')),
                ('verified', models.DateTimeField(null=True, verbose_name='verified at')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name='reference of the service')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='identity', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'identity',
                'verbose_name_plural': 'identities',
            },
        ),
        migrations.CreateModel(
            name='IdentityCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('verifier', models.CharField(max_length=40, verbose_name='checked with')),
                ('answer', models.CharField(max_length=20, verbose_name='answer')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name='reference')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('identity', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='checks', to='identity.identity', verbose_name='identity')),
            ],
            options={
                'verbose_name': 'identity check',
                'verbose_name_plural': 'identity checks',
                'db_table': 'identity_check',
            },
        ),
        migrations.CreateModel(
            name='QueuedEmail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.EmailField(max_length=254)),
                ('text', models.BinaryField(default=bytes)),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('due', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('tries', models.SmallIntegerField(default=0)),
                ('sent', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'queued e-mail',
                'verbose_name_plural': 'queued e-mails',
                'indexes': [models.Index(models.F('due'), condition=models.Q(('sent', None)), name='queued_email_by_due')],
            },
        ),
        migrations.CreateModel(
            name='UploadedDocument',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('sealed', models.BinaryField(null=True)),
                ('kind', models.CharField(choices=[('identity', 'identity document'), ('address', 'proof of address'), ('payment', 'proof of the payment account')], max_length=10, verbose_name='what it is')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='sent')),
                ('name', models.CharField(max_length=120, verbose_name='file')),
                ('type', models.CharField(max_length=20, verbose_name='type')),
                ('size', models.IntegerField(verbose_name='size')),
                ('digest', models.CharField(max_length=64)),
                ('scanned', models.BooleanField(default=False, verbose_name='scanned for malware')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'document sent',
                'verbose_name_plural': 'documents sent',
            },
        ),
        migrations.CreateModel(
            name='PasskeyAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.CharField(max_length=40, unique=True)),
                ('challenge', models.CharField(max_length=64)),
                ('answer', models.TextField(blank=True)),
                ('until', models.DateTimeField()),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PaymentAccount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('iban', models.CharField(max_length=34, verbose_name='IBAN')),
                ('holder', models.CharField(max_length=200, verbose_name='holder')),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='since')),
                ('until', models.DateTimeField(null=True, verbose_name='until')),
                ('usable', models.DateTimeField(null=True, verbose_name='receives withdrawals from')),
                ('owner', models.CharField(blank=True, choices=[('match', 'match'), ('close-match', 'close match'), ('no-match', 'no match'), ('unavailable', 'no answer')], db_default='', max_length=12, verbose_name='owner, as the bank says')),
                ('owner_name', models.CharField(blank=True, db_default='', max_length=140, verbose_name='name at the bank')),
                ('owner_answered', models.DateTimeField(null=True, verbose_name='the bank answered')),
                ('owner_due', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payment_accounts', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'payment account',
                'verbose_name_plural': 'payment accounts',
            },
        ),
        migrations.CreateModel(
            name='ResetToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('until', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='SearchMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('nif', 'tax number (NIF)'), ('document', 'document number'), ('iban', 'IBAN')], max_length=8, verbose_name='kind')),
                ('mark', models.CharField(max_length=48, verbose_name='digest')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'search digest',
                'verbose_name_plural': 'search digests',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='SignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.CharField(blank=True, max_length=40)),
                ('began', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='signed in')),
                ('seen', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='last seen')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('cause', models.CharField(blank=True, choices=[('signed-out', 'signed out'), ('elsewhere', 'ended from another device'), ('idle', 'ended for inactivity'), ('expired', 'expired'), ('house', 'ended by the house'), ('changed', 'ended because the credentials changed')], max_length=10, verbose_name='how it ended')),
                ('address', models.GenericIPAddressField(null=True, verbose_name='network address')),
                ('device', models.CharField(blank=True, max_length=200, verbose_name='device')),
                ('method', models.CharField(blank=True, max_length=40, verbose_name='with')),
                ('epoch', models.IntegerField(db_default=0, editable=False)),
                ('confirmed', models.DateTimeField(editable=False, null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sign_ins', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'sign-in',
                'verbose_name_plural': 'sign-ins',
            },
        ),
        migrations.CreateModel(
            name='SignInEvidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.CharField(max_length=40)),
                ('until', models.DateTimeField()),
                ('lasting', models.BooleanField(db_default=False)),
                ('factor', models.BooleanField(db_default=False)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Acceptance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('language', models.CharField(max_length=5, verbose_name='language')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acceptances', to='players.player', verbose_name='player')),
                ('terms', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='identity.terms', verbose_name='version')),
            ],
            options={
                'verbose_name': 'acceptance of the terms',
                'verbose_name_plural': 'acceptances of the terms',
            },
        ),
        migrations.CreateModel(
            name='TestAccount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='authorised by')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='test_account', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'test account',
                'verbose_name_plural': 'test accounts',
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('digest', models.CharField(max_length=40, unique=True)),
                ('start', models.CharField(max_length=12, verbose_name='begins with')),
                ('epoch', models.IntegerField()),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('expires', models.DateTimeField(verbose_name='expires')),
                ('used', models.DateTimeField(null=True, verbose_name='last used')),
                ('revoked', models.DateTimeField(null=True, verbose_name='revoked')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='api_tokens', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'tokens of the API',
                'default_permissions': ('add',),
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='an_api_token_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('begun', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='begun')),
                ('changed', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='changed')),
                ('step', models.CharField(default='access', max_length=10, verbose_name='step')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('password', models.CharField(blank=True, max_length=128)),
                ('answers', models.JSONField(default=dict, verbose_name='answers so far')),
                ('code', models.CharField(blank=True, max_length=128)),
                ('code_until', models.DateTimeField(null=True)),
                ('code_tries', models.SmallIntegerField(default=0)),
                ('confirmed', models.DateTimeField(null=True, verbose_name='e-mail confirmed')),
                ('player', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='draft', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'registration',
                'verbose_name_plural': 'registrations',
                'indexes': [models.Index(models.F('changed'), name='draft_by_change')],
            },
        ),
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('status', models.CharField(choices=[('asked', 'requested'), ('refused', 'refused'), ('approved', 'approved'), ('done', 'erased')], default='asked', max_length=8, verbose_name='status')),
                ('requested_at', models.DateTimeField(verbose_name='requested')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('done', models.DateTimeField(null=True, verbose_name='erased at')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('done_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='erasures', to='players.player', verbose_name='player')),
                ('requested_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='requested by')),
            ],
            options={
                'verbose_name': 'erasure of personal data',
                'verbose_name_plural': 'erasures of personal data',
                'constraints': [models.CheckConstraint(condition=models.Q(('decided_by', None), models.Q(('decided_by', models.F('requested_by')), _negated=True), _connector='OR'), name='an_erasure_takes_two_people'), models.CheckConstraint(condition=models.Q(('status', 'asked'), ('decided_by__isnull', False), _connector='OR'), name='a_decided_erasure_names_who'), models.UniqueConstraint(models.F('player'), condition=models.Q(('status', 'refused'), _negated=True), name='one_erasure_of_a_player')],
            },
        ),
        migrations.AddIndex(
            model_name='identity',
            index=models.Index(models.F('due'), condition=models.Q(('due__isnull', False)), name='identity_by_due'),
        ),
        migrations.AddIndex(
            model_name='identity',
            index=models.Index(models.F('state'), models.F('changed'), name='identity_by_state'),
        ),
        migrations.AddConstraint(
            model_name='identity',
            constraint=models.UniqueConstraint(models.F('nif'), name='one_account_for_a_tax_number'),
        ),
        migrations.AddConstraint(
            model_name='identity',
            constraint=models.UniqueConstraint(models.F('document_kind'), models.F('document_country'), models.F('document_number'), name='one_account_for_a_document'),
        ),
        migrations.AddConstraint(
            model_name='identity',
            constraint=models.CheckConstraint(condition=models.Q(('nif__regex', '^[0-9]{9}$')), name='a_tax_number_has_nine_digits'),
        ),
        migrations.AddConstraint(
            model_name='identity',
            constraint=models.CheckConstraint(condition=models.Q(('document_number__regex', '^[0-9A-Z]+$')), name='a_document_is_normalised'),
        ),
        migrations.AddConstraint(
            model_name='identity',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'verified'), _negated=True), ('verified__isnull', False), _connector='OR'), name='verified_has_its_hour'),
        ),
        migrations.AddIndex(
            model_name='identitycheck',
            index=models.Index(models.F('identity'), models.F('id'), name='check_by_identity'),
        ),
        migrations.AddIndex(
            model_name='uploadeddocument',
            index=models.Index(models.F('player'), models.F('at'), name='document_by_player'),
        ),
        migrations.AddConstraint(
            model_name='paymentaccount',
            constraint=models.UniqueConstraint(models.F('player'), condition=models.Q(('until', None)), name='one_payment_account_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='paymentaccount',
            constraint=models.CheckConstraint(condition=models.Q(('iban__regex', '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$')), name='an_iban_is_normalised'),
        ),
        migrations.AddConstraint(
            model_name='paymentaccount',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('owner', ''), ('owner_answered', None)), models.Q(models.Q(('owner', ''), _negated=True), ('owner_answered__isnull', False)), _connector='OR'), name='an_owner_was_answered'),
        ),
        migrations.AddConstraint(
            model_name='paymentaccount',
            constraint=models.CheckConstraint(condition=models.Q(('owner_name', ''), ('owner', 'close-match'), _connector='OR'), name='a_bank_names_a_close_match_alone'),
        ),
        migrations.AddIndex(
            model_name='paymentaccount',
            index=models.Index(models.F('owner_due'), condition=models.Q(('owner_due__isnull', False), ('until', None)), name='payment_account_to_ask'),
        ),
        migrations.AddIndex(
            model_name='paymentaccount',
            index=models.Index(fields=['iban', 'player'], name='payment_account_by_iban'),
        ),
        migrations.AddIndex(
            model_name='paymentaccount',
            index=models.Index(models.F('since'), name='payment_account_by_time'),
        ),
        migrations.AddIndex(
            model_name='searchmark',
            index=models.Index(fields=['mark', 'kind'], name='search_mark_by_mark'),
        ),
        migrations.AddConstraint(
            model_name='searchmark',
            constraint=models.UniqueConstraint(fields=('player', 'kind', 'mark'), name='one_search_mark_of_a_value'),
        ),
        migrations.AddIndex(
            model_name='signin',
            index=models.Index(models.F('person'), models.OrderBy(models.F('id'), descending=True), name='sign_in_by_person'),
        ),
        migrations.AddIndex(
            model_name='signin',
            index=models.Index(models.F('person'), models.OrderBy(models.F('began'), descending=True), name='sign_in_by_time'),
        ),
        migrations.AddIndex(
            model_name='signin',
            index=models.Index(fields=['address', 'person'], name='sign_in_by_address'),
        ),
        migrations.AddIndex(
            model_name='signin',
            index=models.Index(fields=['device', 'person'], name='sign_in_by_device'),
        ),
        migrations.AddIndex(
            model_name='signin',
            index=models.Index(fields=['address', 'began'], name='sign_in_by_address_time'),
        ),
        migrations.AddIndex(
            model_name='signin',
            index=models.Index(models.F('began'), name='sign_in_by_begin'),
        ),
        migrations.AddIndex(
            model_name='signin',
            index=models.Index(models.F('ended'), condition=models.Q(('ended__isnull', False)), name='sign_in_by_end'),
        ),
        migrations.AddIndex(
            model_name='signin',
            index=models.Index(models.F('session'), condition=models.Q(('ended', None)), name='sign_in_by_session'),
        ),
        migrations.AddConstraint(
            model_name='acceptance',
            constraint=models.UniqueConstraint(models.F('player'), models.F('terms'), name='a_version_is_accepted_once'),
        ),
    ]
