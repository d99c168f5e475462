import django.contrib.postgres.constraints
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('backoffice', '0002_send_webhooks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='shift',
            name='open_work',
            field=models.JSONField(null=True, verbose_name='open at the end'),
        ),
        migrations.AddField(
            model_name='shift',
            name='read',
            field=models.DateTimeField(null=True, verbose_name='read'),
        ),
        migrations.AddField(
            model_name='shift',
            name='read_by',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='read by'),
        ),
        migrations.CreateModel(
            name='PlannedShift',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins', models.DateTimeField(verbose_name='begins')),
                ('ends', models.DateTimeField(verbose_name='ends')),
                ('drawn', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='drawn')),
                ('withdrawn', models.DateTimeField(null=True, verbose_name='withdrawn')),
                ('drawn_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='drawn by')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('role', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='auth.group', verbose_name='role')),
                ('withdrawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='withdrawn by')),
            ],
            options={
                'verbose_name': 'planned shift',
                'verbose_name_plural': 'planned shifts',
                'permissions': [('view_plannedshift', 'Can see the roster and hand over a shift'), ('add_plannedshift', 'Can draw the roster')],
                'default_permissions': (),
                'indexes': [models.Index(models.F('ends'), condition=models.Q(('withdrawn', None)), name='planned_shift_by_end')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends__gt', models.F('begins'))), name='a_planned_shift_ends_after_its_start'), models.CheckConstraint(condition=models.Q(models.Q(('withdrawn', None), ('withdrawn_by', None)), models.Q(('withdrawn__isnull', False), ('withdrawn_by__isnull', False)), _connector='OR'), name='who_withdrew_a_planned_shift_is_known'), django.contrib.postgres.constraints.ExclusionConstraint(condition=models.Q(('withdrawn', None)), expressions=[(models.Func('person_id', 'person_id', models.Value('[]'), function='int8range'), '&&'), (models.Func('begins', 'ends', function='tstzrange'), '&&')], name='one_planned_shift_at_a_time')],
            },
        ),
    ]
