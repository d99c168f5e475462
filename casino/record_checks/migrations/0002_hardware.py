import django.db.models.deletion
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
            name='HardwareEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('number', models.CharField(max_length=12, verbose_name='number')),
                ('name', models.CharField(max_length=120, verbose_name='component')),
                ('version', models.CharField(max_length=60, verbose_name='version')),
                ('features', models.CharField(max_length=200, verbose_name='identifying features')),
                ('place', models.CharField(max_length=200, verbose_name='geographical location')),
                ('holder', models.CharField(max_length=120, verbose_name='responsible')),
                ('environment', models.CharField(choices=[('own', 'own machines'), ('private', 'private virtual servers'), ('public', 'public virtual servers')], max_length=7, verbose_name='environment')),
                ('is_redundant', models.BooleanField(verbose_name='another takes over when it fails')),
                ('is_certified', models.BooleanField(verbose_name='an independent provider certified under ISO/IEC 27001')),
                ('confidentiality', models.SmallIntegerField(verbose_name='confidentiality')),
                ('integrity', models.SmallIntegerField(verbose_name='integrity')),
                ('availability', models.SmallIntegerField(verbose_name='availability')),
                ('traceability', models.SmallIntegerField(verbose_name='traceability')),
                ('is_removed', models.BooleanField(verbose_name='no longer in use')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'entry of hardware',
                'verbose_name_plural': 'entries of hardware',
                'default_permissions': (),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('number', ''), _negated=True), models.Q(('name', ''), _negated=True), models.Q(('version', ''), _negated=True), models.Q(('features', ''), _negated=True), models.Q(('place', ''), _negated=True), models.Q(('holder', ''), _negated=True), ('availability__range', (1, 3)), ('confidentiality__range', (1, 3)), ('integrity__range', (1, 3)), ('traceability__range', (1, 3))), name='an_entry_of_hardware_leaves_nothing_out')],
            },
        ),
    ]
