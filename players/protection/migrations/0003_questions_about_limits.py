import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_person_keys'),
        ('protection', '0002_national_push'),
    ]

    operations = [
        migrations.CreateModel(
            name='LimitsQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due', models.DateTimeField(verbose_name='due')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('answered', models.DateTimeField(null=True, verbose_name='answered')),
                ('answer', models.CharField(blank=True, choices=[('set', 'set a limit'), ('none', 'wants no limits')], max_length=4, verbose_name='answer')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'question about limits',
                'verbose_name_plural': 'questions about limits',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('due'), name='one_question_about_limits_of_a_time'), models.UniqueConstraint(models.F('player'), condition=models.Q(('answered', None)), name='one_question_about_limits_waits'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered', None)), models.Q(('answered__isnull', False), models.Q(('answer', ''), _negated=True)), _connector='OR'), name='an_answer_about_limits_has_its_time')],
            },
        ),
    ]
