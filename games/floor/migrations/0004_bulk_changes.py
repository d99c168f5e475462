"""Steps for many tables, by two people. Only pages write them, and what was proposed never changes."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

RIGHTS = """
REVOKE INSERT, UPDATE, DELETE ON floor_bulkchange FROM house_app;
GRANT INSERT, UPDATE (state, confirmer_id, decided, answer, results) ON floor_bulkchange TO house_web;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('casino', '0001_rights'),
        ('floor', '0003_suspensions'),
        ('games', '0007_beacons'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BulkChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('open', 'open tables'), ('drain', 'close tables after their round'), ('setting', 'copy the setting of a table')], max_length=7, verbose_name='step')),
                ('tables', models.JSONField(verbose_name='tables')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('state', models.CharField(choices=[('proposed', 'waits for a second person'), ('done', 'done'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=9, verbose_name='state')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='why it was refused')),
                ('results', models.JSONField(default=dict, verbose_name='results')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('confirmer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.tablesetting', verbose_name='setting that is copied')),
            ],
            options={
                'verbose_name': 'step for many tables',
                'verbose_name_plural': 'steps for many tables',
                'default_permissions': (),
                'indexes': [models.Index(models.F('state'), models.OrderBy(models.F('id'), descending=True), name='bulk_change_by_state')],
                'constraints': [models.CheckConstraint(condition=models.Q(('confirmer', None), models.Q(('confirmer', models.F('author')), _negated=True), _connector='OR'), name='a_bulk_change_needs_two_people'), models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['done', 'refused']), _negated=True), ('confirmer__isnull', False), _connector='OR'), name='a_bulk_change_is_decided_by_somebody'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_bulk_change_says_why'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'setting'), ('source__isnull', False)), models.Q(models.Q(('kind', 'setting'), _negated=True), ('source', None)), _connector='OR'), name='a_copied_setting_has_a_source')],
            },
        ),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
