import django.db.models.deletion
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
            name='StaffPolicy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('approver_days', models.IntegerField(default=7)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Alert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.JSONField(default=dict)),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('next_try', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('tries', models.SmallIntegerField(default=0)),
                ('sent', models.DateTimeField(null=True)),
                ('trouble', models.CharField(blank=True, max_length=200)),
                ('event', models.CharField(max_length=20)),
                ('key', models.CharField(max_length=60)),
                ('channel', models.CharField(choices=[('email', 'e-mail'), ('webhook', 'webhook')], max_length=7)),
            ],
            options={
                'verbose_name': 'alert',
                'verbose_name_plural': 'alerts',
                'default_permissions': (),
                'indexes': [models.Index(models.F('next_try'), condition=models.Q(('sent', None)), name='alert_to_send')],
                'constraints': [models.UniqueConstraint(models.F('event'), models.F('key'), models.F('channel'), name='one_alert_of_an_event')],
            },
        ),
        migrations.CreateModel(
            name='RightUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('permission', models.CharField(max_length=100, verbose_name='right')),
                ('first', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='first used')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='last used')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'use of a right',
                'verbose_name_plural': 'uses of rights',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('person', 'permission'), name='one_last_use_of_a_right')],
            },
        ),
        migrations.CreateModel(
            name='SavedFilter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(max_length=60, verbose_name='list')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('query', models.CharField(max_length=1000, verbose_name='filter')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='saved')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'saved filter',
                'verbose_name_plural': 'saved filters',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('person'), models.F('place'), models.F('name'), name='one_filter_of_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Shift',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='started')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('items', models.IntegerField(default=0, verbose_name='items handed over')),
                ('note', models.CharField(blank=True, max_length=1000, verbose_name='note')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('successor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='handed over to')),
            ],
            options={
                'verbose_name': 'shift',
                'verbose_name_plural': 'shifts',
                'default_permissions': (),
                'indexes': [models.Index(models.OrderBy(models.F('ended'), descending=True), condition=models.Q(('ended__isnull', False)), name='shift_by_end')],
                'constraints': [models.UniqueConstraint(models.F('person'), condition=models.Q(('ended', None)), name='one_open_shift_of_a_person'), models.CheckConstraint(condition=models.Q(('successor', None), models.Q(('successor', models.F('person')), _negated=True), _connector='OR'), name='a_handover_goes_to_somebody_else')],
            },
        ),
        migrations.CreateModel(
            name='StaffChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('hire', 'new member of staff'), ('grant', 'give a role'), ('revoke', 'take a role away'), ('suspend', 'bar from signing in'), ('restore', 'allow to sign in again')], max_length=8, verbose_name='change')),
                ('email', models.EmailField(max_length=254, verbose_name='e-mail')),
                ('last_day', models.DateField(blank=True, null=True, verbose_name='last day')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('approved', 'approved'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=9, verbose_name='status')),
                ('proposed', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('role', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='auth.group', verbose_name='role')),
            ],
            options={
                'verbose_name': 'change of staff',
                'verbose_name_plural': 'changes of staff',
                'permissions': [('propose_staffchange', 'Can propose a change of staff'), ('approve_staffchange', 'Can approve or refuse a change of staff')],
                'default_permissions': ('view',),
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_staff_change_says_why'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['suspend', 'restore']), ('role', None)), models.Q(models.Q(('kind__in', ['suspend', 'restore']), _negated=True), ('role__isnull', False)), _connector='OR'), name='a_staff_change_names_its_role'), models.CheckConstraint(condition=models.Q(('decided_by', None), ('state', 'withdrawn'), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='nobody_approves_their_own_staff_change'), models.UniqueConstraint(models.F('email'), condition=models.Q(('state', 'proposed')), name='one_open_staff_change_of_a_person')],
            },
        ),
        migrations.CreateModel(
            name='WorkClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=20, verbose_name='queue')),
                ('key', models.CharField(max_length=40, verbose_name='item')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='claimed')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='claimed by')),
            ],
            options={
                'verbose_name': 'claim of work',
                'verbose_name_plural': 'claims of work',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('source'), models.F('key'), condition=models.Q(('ended', None)), name='one_open_claim_of_an_item')],
            },
        ),
        migrations.CreateModel(
            name='WorkNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=20, verbose_name='queue')),
                ('key', models.CharField(max_length=40, verbose_name='item')),
                ('text', models.CharField(max_length=1000, verbose_name='text')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='written by')),
            ],
            options={
                'verbose_name': 'note about work',
                'verbose_name_plural': 'notes about work',
                'default_permissions': (),
                'indexes': [models.Index(models.F('source'), models.F('key'), name='work_note_by_item')],
            },
        ),
    ]
