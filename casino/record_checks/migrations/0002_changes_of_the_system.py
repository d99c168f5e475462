import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('self_checks', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SystemChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=120, verbose_name='change')),
                ('components', models.JSONField(verbose_name='components')),
                ('description', models.CharField(max_length=2000, verbose_name='description')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('category', models.CharField(choices=[('routine', 'routine'), ('ordinary', 'ordinary'), ('large', 'large: much work, or many components'), ('urgent', 'of extreme urgency, such as a security fault')], max_length=8, verbose_name='category')),
                ('others', models.CharField(max_length=500, verbose_name='other components and documents that it may affect')),
                ('effect', models.CharField(max_length=500, verbose_name='expected effect')),
                ('risk', models.CharField(max_length=500, verbose_name='risk')),
                ('conformity', models.CharField(max_length=500, verbose_name='effect on what the licence asks')),
                ('confidentiality', models.SmallIntegerField(verbose_name='confidentiality')),
                ('integrity', models.SmallIntegerField(verbose_name='integrity')),
                ('availability', models.SmallIntegerField(verbose_name='availability')),
                ('traceability', models.SmallIntegerField(verbose_name='traceability')),
                ('relevance', models.SmallIntegerField(verbose_name='relevance')),
                ('changes_data_model', models.BooleanField(verbose_name='changes the use of the data model')),
                ('examples', models.CharField(blank=True, max_length=200, verbose_name='examples of the records')),
                ('planned', models.DateField(verbose_name='planned for')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
            ],
            options={
                'verbose_name': 'change of the technical system',
                'verbose_name_plural': 'changes of the technical system',
                'permissions': [('approve_systemchange', 'Can approve change of the technical system')],
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='SystemChangeStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('approved', 'approved'), ('rejected', 'rejected'), ('notified', 'shown to the regulator'), ('authorised', 'authorised by the regulator'), ('made', 'made'), ('verified', 'verified')], max_length=10, verbose_name='step')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name='reference')),
                ('earliest', models.DateTimeField(null=True, verbose_name='not before')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='self_checks.systemchange', verbose_name='change of the technical system')),
                ('manifest', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='self_checks.manifest', verbose_name='manifest of the house')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'step of a change of the technical system',
                'verbose_name_plural': 'steps of changes of the technical system',
                'default_permissions': (),
            },
        ),
        migrations.AddConstraint(
            model_name='systemchange',
            constraint=models.CheckConstraint(condition=models.Q(('availability__gte', 1), ('confidentiality__gte', 1), ('integrity__gte', 1), ('relevance__gte', django.db.models.functions.comparison.Greatest('confidentiality', 'integrity', 'availability', 'traceability')), ('relevance__range', (1, 3)), ('traceability__gte', 1)), name='the_greatest_criterion_classifies_a_change'),
        ),
        migrations.AddConstraint(
            model_name='systemchange',
            constraint=models.CheckConstraint(condition=models.Q(('changes_data_model', False), models.Q(('examples', ''), _negated=True), _connector='OR'), name='another_use_of_the_data_model_has_examples'),
        ),
        migrations.AddConstraint(
            model_name='systemchangestep',
            constraint=models.UniqueConstraint(models.F('change'), models.F('kind'), name='a_change_takes_each_step_once'),
        ),
        migrations.AddConstraint(
            model_name='systemchangestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['notified', 'authorised']), ('manifest', None), models.Q(('reference', ''), _negated=True)), models.Q(('kind', 'made'), ('manifest__isnull', False)), models.Q(('kind__in', ['approved', 'rejected', 'verified']), ('manifest', None)), _connector='OR'), name='a_step_says_what_proves_it'),
        ),
        migrations.AddConstraint(
            model_name='systemchangestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('earliest__isnull', False), ('kind', 'notified')), models.Q(('kind', 'notified'), _negated=True), _connector='OR'), name='a_notice_says_from_when'),
        ),
    ]
