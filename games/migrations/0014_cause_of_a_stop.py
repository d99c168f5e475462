"""What stops bets for money when the lease ends: the gateway, the hourly capture or the safe."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('games', '0013_absences_after_hand'),
    ]

    operations = [
        migrations.AddField(
            model_name='sessionlease',
            name='cause',
            field=models.CharField(
                choices=[
                    ('gateway', 'the gateway does not answer'),
                    ('capture', 'an hourly file missed its deadline'),
                    ('safe', 'no file has reached the safe for too long'),
                ],
                db_default='capture', default='capture', max_length=8, verbose_name='cause',
            ),
        ),
    ]
