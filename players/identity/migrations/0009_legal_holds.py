import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('identity', '0008_shared_accounts'),
        ('players', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LegalHold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('authority', models.CharField(max_length=120, verbose_name='authority')),
                ('reference', models.CharField(max_length=100, verbose_name='reference of the order')),
                ('ordered', models.DateField(verbose_name='date of the order')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('in-force', 'in force'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=10, verbose_name='state')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='answer')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('decider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('lifts', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='identity.legalhold', verbose_name='lifts')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'legal hold',
                'verbose_name_plural': 'legal holds',
                'permissions': [('approve_legalhold', 'Can decide about legal holds')],
                'default_permissions': ('add', 'view'),
                'indexes': [models.Index(models.F('player'), condition=models.Q(('lifts', None), ('state', 'in-force')), name='legal_hold_of_a_player')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('authority', ''), _negated=True), models.Q(('reference', ''), _negated=True)), name='a_legal_hold_names_its_order'), models.UniqueConstraint(models.F('lifts'), condition=models.Q(('state__in', ('proposed', 'in-force'))), name='a_legal_hold_is_lifted_once'), models.UniqueConstraint(models.F('player'), models.F('reference'), condition=models.Q(('lifts', None), ('state__in', ('proposed', 'in-force'))), name='an_order_is_entered_once')],
            },
        ),
    ]
