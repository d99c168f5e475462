import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('backoffice', '0004_arranged_overview'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='WorkMention',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen', models.DateTimeField(null=True, verbose_name='seen')),
                ('note', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mentions', to='backoffice.worknote', verbose_name='note')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'mention',
                'verbose_name_plural': 'mentions',
                'default_permissions': (),
                'indexes': [models.Index(models.F('person'), condition=models.Q(('seen', None)), name='unseen_mention_by_person')],
                'constraints': [models.UniqueConstraint(models.F('note'), models.F('person'), name='a_note_mentions_a_person_once')],
            },
        ),
    ]
