import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('players', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            name='ComplaintWord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('house', models.BooleanField(verbose_name='by the house')),
                ('text', models.TextField(max_length=4000, verbose_name='text')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='written by')),
                ('complaint', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='words', to='inbox.complaint', verbose_name='complaint')),
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
    ]
