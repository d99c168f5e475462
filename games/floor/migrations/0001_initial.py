import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('games', '0001_initial'),
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='TableHours',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='hours', serialize=False, to='games.table', verbose_name='table')),
                ('week', models.JSONField(default=list, verbose_name='week')),
                ('closed_by_hours', models.BooleanField(default=False, verbose_name='closed by its hours')),
            ],
            options={
                'verbose_name': 'opening hours',
                'verbose_name_plural': 'opening hours',
            },
        ),
        migrations.CreateModel(
            name='BulkChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('open', 'open tables'), ('drain', 'close tables after their round'), ('setting', 'copy the setting of a table')], max_length=7, verbose_name='step')),
                ('tables', models.JSONField(verbose_name='tables')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('done', 'done'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=9, verbose_name='state')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='why it was refused')),
                ('results', models.JSONField(default=dict, verbose_name='results')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('confirmer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.tablesetting', verbose_name='setting to copy')),
            ],
            options={
                'verbose_name': 'action for many tables',
                'verbose_name_plural': 'actions for many tables',
                'default_permissions': (),
                'indexes': [models.Index(models.F('state'), models.OrderBy(models.F('id'), descending=True), name='bulk_change_by_state')],
                'constraints': [models.CheckConstraint(condition=models.Q(('confirmer', None), models.Q(('confirmer', models.F('author')), _negated=True), _connector='OR'), name='a_bulk_change_needs_two_people'), models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['done', 'refused']), _negated=True), ('confirmer__isnull', False), _connector='OR'), name='a_bulk_change_is_decided_by_somebody'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_bulk_change_says_why'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'setting'), ('source__isnull', False)), models.Q(models.Q(('kind', 'setting'), _negated=True), ('source', None)), _connector='OR'), name='a_copied_setting_has_a_source')],
            },
        ),
        migrations.CreateModel(
            name='TableChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('data', models.TextField(verbose_name='setting')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('alone', models.BooleanField(default=False, verbose_name='only pace and languages')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('applied', 'changed by one person'), ('deferred', "confirmed, waiting for the jackpot's next win"), ('confirmed', 'confirmed'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=10, verbose_name='state')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='why it was refused')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('base', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.tablesetting', verbose_name='setting before the change')),
                ('confirmer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('setting', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='change', to='games.tablesetting', verbose_name='version created from it')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'change of a table',
                'verbose_name_plural': 'changes of tables',
                'indexes': [models.Index(models.F('state'), models.OrderBy(models.F('id'), descending=True), name='change_by_state')],
                'constraints': [models.CheckConstraint(condition=models.Q(('confirmer', None), models.Q(('confirmer', models.F('author')), _negated=True), _connector='OR'), name='a_change_needs_two_people'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'confirmed'), _negated=True), models.Q(('confirmer__isnull', False), ('decided__isnull', False), ('setting__isnull', False)), _connector='OR'), name='a_change_is_confirmed_by_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'applied'), _negated=True), models.Q(('alone', True), ('setting__isnull', False)), _connector='OR'), name='one_person_sets_the_pace_alone'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'deferred'), _negated=True), models.Q(('confirmer__isnull', False), ('decided__isnull', False), ('setting', None)), _connector='OR'), name='a_change_waits_once_it_was_seen_by_two'), models.UniqueConstraint(models.F('table'), condition=models.Q(('state__in', ('proposed', 'deferred'))), name='one_open_change_of_a_table')],
            },
        ),
        migrations.CreateModel(
            name='TableSuspension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='suspended')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('release_reason', models.CharField(blank=True, max_length=200, verbose_name='reason of the release')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='suspended by')),
                ('released_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='released by')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='suspensions', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'suspension of a table',
                'verbose_name_plural': 'suspensions of tables',
                'permissions': [('release_tablesuspension', 'Can end the suspension of a table')],
                'default_permissions': ('add',),
                'constraints': [models.UniqueConstraint(models.F('table'), condition=models.Q(('ended', None)), name='one_suspension_of_a_table'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_suspension_says_why'), models.CheckConstraint(condition=models.Q(models.Q(('ended', None), ('release_reason', ''), ('released_by', None)), models.Q(('ended__isnull', False), ('released_by__isnull', False), models.Q(('release_reason', ''), _negated=True)), _connector='OR'), name='a_suspension_is_ended_by_somebody')],
            },
        ),
    ]
