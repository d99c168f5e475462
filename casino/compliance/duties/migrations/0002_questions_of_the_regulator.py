import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duties', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reference', models.CharField(max_length=60, verbose_name="the regulator's reference")),
                ('purpose', models.CharField(max_length=500, verbose_name='purpose')),
                ('asked', models.DateField(verbose_name='asked on')),
                ('due', models.DateField(verbose_name='to be answered by')),
                ('query', models.JSONField(verbose_name='query')),
                ('is_personal', models.BooleanField(verbose_name='with personal data')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
            ],
            options={
                'verbose_name': 'question of the regulator',
                'verbose_name_plural': 'questions of the regulator',
                'permissions': [('release_question', 'Can release question of the regulator')],
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='QuestionEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('released', 'released'), ('refused', 'refused'), ('run', 'run'), ('answered', 'answered')], max_length=8, verbose_name='entry')),
                ('text', models.CharField(blank=True, max_length=200, verbose_name='text')),
                ('format', models.CharField(blank=True, choices=[('page', 'page'), ('csv', 'CSV'), ('xlsx', 'XLSX'), ('json', 'JSON')], max_length=4, verbose_name='format')),
                ('count', models.IntegerField(null=True, verbose_name='number of rows')),
                ('digest', models.CharField(blank=True, max_length=64, verbose_name='SHA-256')),
                ('position', models.CharField(blank=True, max_length=200, verbose_name='position')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
                ('question', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='duties.question', verbose_name='question of the regulator')),
            ],
            options={
                'verbose_name': 'entry about a question',
                'verbose_name_plural': 'entries about questions',
                'default_permissions': (),
            },
        ),
        migrations.AddConstraint(
            model_name='question',
            constraint=models.CheckConstraint(condition=models.Q(('due__gte', models.F('asked')), models.Q(('reference', ''), _negated=True), models.Q(('purpose', ''), _negated=True)), name='a_question_has_its_purpose_and_its_day'),
        ),
        migrations.AddConstraint(
            model_name='questionentry',
            constraint=models.UniqueConstraint(models.F('question'), condition=models.Q(('kind__in', ['released', 'refused'])), name='a_question_is_decided_once'),
        ),
        migrations.AddConstraint(
            model_name='questionentry',
            constraint=models.UniqueConstraint(models.F('question'), condition=models.Q(('kind', 'answered')), name='a_question_is_answered_once'),
        ),
        migrations.AddConstraint(
            model_name='questionentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('count__isnull', False), ('kind', 'run'), models.Q(('format', ''), _negated=True), models.Q(('digest', ''), _negated=True)), models.Q(('count', None), ('digest', ''), ('format', ''), ('kind__in', ['released', 'refused', 'answered'])), _connector='OR'), name='a_run_says_what_it_gave'),
        ),
    ]
