from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('duties', '0002_severe_weaknesses'),
    ]

    operations = [
        ValidateConstraint(model_name='occurrence', name='a_severe_weakness_has_its_score'),
    ]
