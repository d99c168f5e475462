from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('inbox', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='bulknotice',
            name='starts',
            field=models.DateTimeField(null=True, verbose_name='starts'),
        ),
    ]
