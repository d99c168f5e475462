import django.core.serializers.json
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
            name='MarketingConsent',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='players.player', verbose_name='player')),
                ('agreed', models.BooleanField(verbose_name='agreed')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
            ],
            options={
                'verbose_name': 'consent to marketing',
                'verbose_name_plural': 'consents to marketing',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='BulkNotice',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('purpose', models.CharField(choices=[('service', 'service'), ('marketing', 'marketing')], max_length=9, verbose_name='purpose')),
                ('texts', models.JSONField(verbose_name='texts')),
                ('recipients', models.JSONField(verbose_name='group')),
                ('expected', models.IntegerField(verbose_name='expected recipients')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('approved', 'approved, starts shortly'), ('sending', 'on its way'), ('sent', 'sent to all'), ('stopped', 'sending stopped'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=9, verbose_name='state')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='why it was refused')),
                ('stopped', models.DateTimeField(null=True, verbose_name='stopped at')),
                ('cursor', models.BigIntegerField(default=0, verbose_name='last player reached')),
                ('sent', models.IntegerField(default=0, verbose_name='messages sent')),
                ('left_out', models.JSONField(default=dict, verbose_name='left out')),
                ('ended', models.DateTimeField(null=True, verbose_name='sent to all at')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='written by')),
                ('decider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('stopper', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='stopped by')),
            ],
            options={
                'verbose_name': 'notice to players',
                'verbose_name_plural': 'notices to players',
                'permissions': [('approve_bulknotice', 'Can approve notices to players')],
                'default_permissions': ('view', 'add'),
            },
        ),
        migrations.CreateModel(
            name='Complaint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.CharField(max_length=16, unique=True, verbose_name='number')),
                ('category', models.CharField(choices=[('round', 'a round or its result'), ('payment', 'a deposit or withdrawal'), ('account', 'my account or sign-in'), ('limits', 'limits, pauses or exclusion'), ('data', 'my personal data'), ('conduct', 'how I was treated'), ('player', 'another player at my table'), ('other', 'something else')], max_length=10, verbose_name='category')),
                ('round', models.BigIntegerField(null=True, verbose_name='round')),
                ('transfer', models.UUIDField(null=True, verbose_name='movement')),
                ('table', models.BigIntegerField(null=True, verbose_name='table')),
                ('table_name', models.CharField(blank=True, max_length=40, verbose_name='table name')),
                ('state', models.CharField(choices=[('open', 'waiting for the house'), ('answered', 'waiting for you'), ('decided', 'decided')], default='open', max_length=10, verbose_name='status')),
                ('opened', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='received')),
                ('due', models.DateTimeField(verbose_name='decision due')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('outcome', models.CharField(blank=True, choices=[('accepted', 'accepted'), ('partial', 'accepted in part'), ('rejected', 'rejected')], max_length=10, verbose_name='outcome')),
                ('handler', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='handled by')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='complaints', to='players.player', verbose_name='player')),
                ('reported', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='reported player')),
            ],
            options={
                'verbose_name': 'complaint',
                'verbose_name_plural': 'complaints',
            },
        ),
        migrations.CreateModel(
            name='ComplaintMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sealed', models.BinaryField(null=True)),
                ('house', models.BooleanField(verbose_name='by the house')),
                ('text', models.TextField(max_length=4000, verbose_name='text')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='written by')),
                ('complaint', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='inbox.complaint', verbose_name='complaint')),
            ],
            options={
                'verbose_name': 'message in a complaint',
                'verbose_name_plural': 'messages in complaints',
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=60, verbose_name='kind')),
                ('details', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='details')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('read', models.DateTimeField(null=True, verbose_name='read')),
                ('mail', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'being sent'), ('sent', 'sent'), ('failed', 'given up'), ('none', 'not by e-mail')], default='waiting', max_length=8, verbose_name='e-mail')),
                ('tries', models.SmallIntegerField(default=0, verbose_name='tries')),
                ('due', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), null=True, verbose_name='next try')),
                ('mailed', models.DateTimeField(null=True, verbose_name='e-mail sent')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
            },
        ),
        migrations.CreateModel(
            name='NoticeReceipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='inbox.message', verbose_name='message')),
                ('notice', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='inbox.bulknotice', verbose_name='notice')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'notice received',
                'verbose_name_plural': 'notices received',
                'default_permissions': (),
            },
        ),
        migrations.AddIndex(
            model_name='bulknotice',
            index=models.Index(models.OrderBy(models.F('at'), descending=True), name='notice_by_time'),
        ),
        migrations.AddIndex(
            model_name='bulknotice',
            index=models.Index(models.F('decided'), condition=models.Q(('state__in', ['approved', 'sending'])), name='notice_to_send'),
        ),
        migrations.AddConstraint(
            model_name='bulknotice',
            constraint=models.CheckConstraint(condition=models.Q(('decider', None), models.Q(('decider', models.F('author')), _negated=True), _connector='OR'), name='a_notice_needs_two_people'),
        ),
        migrations.AddConstraint(
            model_name='bulknotice',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['proposed', 'withdrawn']), ('decider__isnull', False), _connector='OR'), name='a_notice_is_decided_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='bulknotice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'stopped'), ('stopped__isnull', False), ('stopper__isnull', False)), models.Q(models.Q(('state', 'stopped'), _negated=True), ('stopped', None), ('stopper', None)), _connector='OR'), name='a_notice_is_stopped_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='bulknotice',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_notice_says_why'),
        ),
        migrations.AddIndex(
            model_name='complaint',
            index=models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='complaint_by_player'),
        ),
        migrations.AddIndex(
            model_name='complaint',
            index=models.Index(models.F('due'), condition=models.Q(('state', 'decided'), _negated=True), name='complaint_undecided'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided__isnull', False), ('state', 'decided'), models.Q(('outcome', ''), _negated=True)), models.Q(models.Q(('state', 'decided'), _negated=True), ('decided', None), ('outcome', '')), _connector='OR'), name='a_decision_has_an_outcome'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='message_by_player'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(models.F('player'), models.OrderBy(models.F('at'), descending=True), name='message_by_time'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(models.F('player'), condition=models.Q(('read', None)), name='message_unread'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(models.F('due'), condition=models.Q(('mail', 'waiting')), name='message_to_send'),
        ),
        migrations.AddConstraint(
            model_name='noticereceipt',
            constraint=models.UniqueConstraint(models.F('notice'), models.F('player'), name='one_receipt_of_a_notice'),
        ),
    ]
