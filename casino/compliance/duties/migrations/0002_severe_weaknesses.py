from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duties', '0001_initial'),
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='occurrence',
            name='score',
            field=models.DecimalField(decimal_places=1, max_digits=3, null=True, verbose_name='CVSS score'),
        ),
        # Only the words change: the column stays as it is.
        migrations.SeparateDatabaseAndState(state_operations=[migrations.AlterField(
            model_name='occurrence',
            name='kind',
            field=models.CharField(choices=[('loss', 'loss of data'), ('wrong', 'wrong data'), ('disaster', 'disaster'), ('security', 'security incident'), ('error', 'error'), ('breach', 'breach of a rule'), ('weakness', 'severe weakness')], max_length=8, verbose_name='kind'),
        )]),
        AddConstraintNotValid(
            model_name='occurrence',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'weakness'), ('score__isnull', False), ('score__range', (7, 10))), models.Q(models.Q(('kind', 'weakness'), _negated=True), ('score', None)), _connector='OR'), name='a_severe_weakness_has_its_score'),
        ),
    ]
